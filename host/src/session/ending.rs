//! The ending: what became of the player's character and of everybody it met, in words (doctrine F12: what is wrong with you).
//!
//! Owns the order in which that is told. It asks the world and whom the character met, and changes nothing. The session calls
//! it once, when the fight is over.

use super::lexicon::{Slots, marker, sentence};
use super::people::People;
use super::scene::OwnedLine;
use crate::clock::Sim;
use abi::{ActorState, EntityId, Ink};

/// What became of everybody.
pub fn tell(sim: &Sim, people: &People, you: EntityId, killer: Option<&str>) -> Vec<OwnedLine> {
    let content = sim.content();
    let plain = |id: &str, slots: &Slots<'_>| OwnedLine::plain(sentence(content, id, slots), slots.marker);
    let alive = sim.world().row(you).filter(|row| sim.world().state(*row) != ActorState::Dead);
    let mut lines = Vec::new();
    match (alive, killer) {
        (None, Some(killer)) => {
            let about = super::lexicon::capital(killer);
            lines.push(plain("core/end-died-by", &Slots { about: &about, ..Slots::default() }));
        }
        (None, None) => lines.push(plain("core/end-died", &Slots::default())),
        (Some(row), _) => {
            lines.push(plain(outcome(sim, row), &Slots::default()));
            lines.extend(body(sim, row));
        }
    }
    lines.extend(others(sim, people, you));
    lines
}

fn outcome(sim: &Sim, you: usize) -> &'static str {
    let world = sim.world();
    let has_foe = (0..world.row_count()).any(|other| sim.is_standing_foe(other, you));
    match sim.ended() {
        Some(ended) if &*ended.outcome == "time" => "core/end-time",
        _ if has_foe => "core/end-lost",
        _ => "core/end-won",
    }
}

/// How much guard is left, and every wound with what it takes away.
fn body(sim: &Sim, you: usize) -> Vec<OwnedLine> {
    let (world, content) = (sim.world(), sim.content());
    let stage = i32::try_from(world.track(you, sim.rules().stage_track)).unwrap_or(0);
    let word = marker(content, "stage", stage);
    let text = sentence(content, "core/end-stage", &Slots { marker: word, ..Slots::default() });
    let mut lines = vec![OwnedLine::plain(text, word)];
    let held = world.conditions_of(world.id(you)).iter().filter_map(|held| world.condition_def(held.condition));
    for def in held.filter(|def| def.is_wound) {
        let word = marker(content, "hurt", def.rung);
        let slots = Slots { how: &def.label, marker: word, action: &def.effect, ..Slots::default() };
        lines.push(OwnedLine {
            text: sentence(content, "core/end-wound", &slots),
            marker: word.to_owned(),
            ink: Ink::Danger,
        });
    }
    if lines.len() == 1 {
        lines.push(OwnedLine::plain(sentence(content, "core/end-unhurt", &Slots::default()), ""));
    }
    lines
}

/// What became of those who were met, as far as that was perceived.
fn others(sim: &Sim, people: &People, you: EntityId) -> Vec<OwnedLine> {
    let content = sim.content();
    let line = |(id, person): (EntityId, &super::people::Person)| {
        let name = people.name(sim, you, id)?;
        let text = match person.state {
            ActorState::Dead => "core/end-foe-dead",
            ActorState::Fled => "core/end-foe-fled",
            ActorState::Yielded => "core/end-foe-yielded",
            ActorState::Down | ActorState::Stunned | ActorState::Asleep => "core/end-foe-down",
            ActorState::Up => "core/end-foe-up",
        };
        Some(OwnedLine::plain(sentence(content, text, &Slots { about: &name, ..Slots::default() }), ""))
    };
    people.all().filter_map(line).collect()
}
