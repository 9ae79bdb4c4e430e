//! Which actions are everybody's, whether a kind names them or not.
//!
//! Owns that list: steps, changes of places, waits and falls, and whatever a ruleset gives up or idles by. `load` and `fight` call it.

use super::known::{Known, Sort};
use super::tables::{ActionIx, Ruleset};

/// Everybody steps, changes places with a friend, waits and falls.
const PLAIN: [&str; 4] = ["core/step", "core/swap", "core/wait", "core/fall"];

/// The places of all of them that there are, ascending.
pub fn everyones<'a>(known: &Known, rulesets: impl Iterator<Item = &'a Ruleset>) -> Vec<ActionIx> {
    let plain = PLAIN.iter().filter_map(|id| known.place(Sort::Action, id)).map(ActionIx);
    let cancels = rulesets.flat_map(|rules| [rules.boundary_cancel, rules.deep_cancel, rules.idle]);
    let mut all: Vec<ActionIx> = plain.chain(cancels).filter(|place| place.0 != u32::MAX).collect();
    all.sort();
    all.dedup();
    all
}
