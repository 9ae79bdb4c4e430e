//! Refusals in words: why something cannot be done, as the player's character knows it (clause G1).
//!
//! Owns nothing but the way from a refusal to a text of content. The choices call it.

use super::lexicon::{Slots, phrase, say};
use super::people::People;
use crate::clock::{Refusal, Sim};
use abi::EntityId;

/// Why not, in words.
pub fn words(sim: &Sim, people: &People, you: EntityId, refusal: Refusal) -> String {
    let content = sim.content();
    let id = format!("core/refuse-{}", refusal.name());
    match refusal {
        Refusal::VerbLost(verb, wound) => {
            let label = sim.world().condition_def(wound).map(|def| def.label.to_string());
            let verb = content.name(verb.0);
            match label {
                Some(label) => say(content, &id, &Slots { how: &label, action: &verb, ..Slots::default() }),
                // The body never had it.
                None => say(content, "core/refuse-never", &Slots { action: &verb, ..Slots::default() }),
            }
        }
        Refusal::Occupied(by) => {
            let name = people.name(sim, you, by).unwrap_or_else(|| say(content, "core/unseen", &Slots::default()));
            say(content, &id, &Slots { about: &name, ..Slots::default() })
        }
        Refusal::NoneLeft(track) => {
            let name = content.name(track.0);
            let what = name.rsplit('/').next().unwrap_or(&name).replace('-', " ");
            say(content, &id, &Slots { how: &what, ..Slots::default() })
        }
        Refusal::Guarded(text) => {
            let said = content.phrases.get(&text).and_then(|phrase| phrase.wordings.first()).map(ToString::to_string);
            said.unwrap_or_else(|| say(content, &id, &Slots::default()))
        }
        _ => say(content, &id, &Slots::default()),
    }
}

/// Every text that a refusal can need; content is checked against it.
pub const TEXTS: &[&str] = &[
    "unknown",
    "not-able",
    "may-not-act",
    "verb-lost",
    "never",
    "wrong-target",
    "not-perceived",
    "out-of-reach",
    "no-line",
    "none-left",
    "no-ground",
    "no-way",
    "no-way-to",
    "wrong-ground",
    "occupied",
    "overloaded",
    "not-a-reaction",
    "guarded",
    "nobody",
];

/// The texts of refusals that content lacks.
#[must_use]
pub fn missing(content: &crate::content::tables::Content) -> Vec<String> {
    let ids = TEXTS.iter().map(|text| format!("core/refuse-{text}"));
    ids.filter(|id| phrase(content, id).is_none()).collect()
}
