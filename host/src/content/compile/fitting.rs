//! Whether those who act by a profile can do what it says, and whether their bodies suit it.
//!
//! Owns the checks between a kind and a profile. `load` and `fight` call it once both are compiled.

use super::{Desk, archetype};
use crate::content::reading::{Source, Span};
use crate::content::tables::{Action, Kind, Profile};
use abi::StatId;
use std::collections::BTreeMap;

/// Checks that a kind has every action of the profile that it acts by.
pub fn check_profile(desk: &mut Desk<'_>, source: &Source, span: Span, kind: &Kind, profile: &Profile, actions: &[Action]) {
    let lacking = lacking(kind, profile, actions);
    if !lacking.is_empty() {
        let found =
            format!("the profile `{}`, which uses {} that `{}` does not have", profile.name, lacking.join(", "), kind.name);
        desk.report(source, span, &found, "a profile of the kind's own actions; or those actions among the kind's");
    }
    let average = average(desk);
    if let Some(mismatch) = archetype::mismatch(&profile.archetype, &kind.stats, &average) {
        let found = format!("the profile `{}` of a {} for {mismatch}", profile.name, profile.archetype);
        desk.warn(source, span, &found, "stats that suit the archetype, or another archetype");
    }
}

/// Standing orders may name what not everybody can do: such a rank is refused when it is asked. Worth a word.
pub fn check_orders(desk: &mut Desk<'_>, source: &Source, span: Span, kind: &Kind, orders: &Profile, actions: &[Action]) {
    let lacking = lacking(kind, orders, actions);
    if !lacking.is_empty() {
        let found =
            format!("the orders `{}`, which use {} that `{}` does not have", orders.name, lacking.join(", "), kind.name);
        desk.warn(source, span, &found, "orders of the kind's own actions");
    }
}

/// Checks that an archetype is one that is known.
pub fn check_archetype(desk: &mut Desk<'_>, source: &Source, span: Span, profile: &Profile) {
    if !profile.archetype.is_empty() && !archetype::names().any(|name| name == &*profile.archetype) {
        let names: Vec<&str> = archetype::names().collect();
        let found = format!("the archetype `{}`, against which no stats can be checked", profile.archetype);
        desk.warn(source, span, &found, &crate::content::reading::listed(&names));
    }
}

fn lacking(kind: &Kind, profile: &Profile, actions: &[Action]) -> Vec<String> {
    let used = profile.ranks.iter().flat_map(|rank| rank.choices.iter().map(|(_, place)| *place));
    let mut lacking: Vec<String> = used
        .filter(|place| !kind.can_do(*place))
        .filter_map(|place| actions.get(place.index()).map(|action| format!("`{}`", action.name)))
        .collect();
    lacking.sort();
    lacking.dedup();
    lacking
}

fn average(desk: &Desk<'_>) -> BTreeMap<StatId, i32> {
    let value = |value: i64| i32::try_from(value).unwrap_or(0);
    desk.lexicon.named("stat").map(|stat| (StatId::of(&stat.id), value(stat.default))).collect()
}
