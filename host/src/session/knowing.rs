//! What is known of those who are not in view: where they were last seen, and where something was last heard (doctrine F9).
//!
//! Owns the words for it and nothing else: it asks the character's own memory, and what it heard. The scene shows them where
//! nobody is in view, the choices offer to go and look.

use super::directions;
use super::lexicon::{self, Slots, capital, measure, phrase, say, sentence};
use super::people::People;
use super::scene::OwnedLine;
use crate::clock::Sim;
use crate::world::space::Body;
use abi::{ActorState, EntityId, Tick};

/// So many foes are remembered aloud.
const MOST_REMEMBERED: usize = 3;

/// A sound that came from nobody in view.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Sound {
    /// From where.
    pub from: abi::Cell,
    /// How loud, a rung of the ladder `loudness`.
    pub rung: i32,
}

/// The foes that are remembered and may still fight, the last seen first.
fn remembered(sim: &Sim, people: &People, you: usize) -> Vec<(Tick, EntityId, abi::Cell)> {
    let is_foe = |id: &EntityId| people.get(*id).is_some_and(|person| !person.is_friend);
    let may_fight = |state: ActorState| !matches!(state, ActorState::Dead | ActorState::Yielded | ActorState::Fled);
    let mut found: Vec<(Tick, EntityId, abi::Cell)> = sim
        .world()
        .memories_of(you)
        .filter(|(id, memory)| is_foe(id) && may_fight(memory.state))
        .map(|(id, memory)| (memory.seen, id, memory.cell))
        .collect();
    found.sort_unstable_by_key(|(seen, id, _)| (std::cmp::Reverse(*seen), *id));
    found
}

/// The foe that was seen last, of those who are remembered.
pub fn last_seen(sim: &Sim, people: &People, you: usize) -> Option<EntityId> {
    remembered(sim, people, you).first().map(|(_, id, _)| *id)
}

/// What is known where nobody is in view.
pub fn lines(sim: &Sim, people: &People, you: usize, sound: Option<Sound>) -> Vec<OwnedLine> {
    let content = sim.content();
    let mut lines: Vec<OwnedLine> = remembered(sim, people, you)
        .into_iter()
        .take(MOST_REMEMBERED)
        .filter_map(|(_, id, cell)| seen_line(sim, people, you, id, cell))
        .collect();
    lines.extend(sound.map(|sound| heard_line(sim, you, sound)));
    if lines.is_empty() {
        lines.push(OwnedLine::plain(sentence(content, "core/know-nothing", &Slots::default()), ""));
    }
    lines
}

fn seen_line(sim: &Sim, people: &People, you: usize, id: EntityId, cell: abi::Cell) -> Option<OwnedLine> {
    let content = sim.content();
    let name = people.name(sim, sim.world().id(you), id)?;
    let (mine, there) = (sim.world().body(you), Body { at: cell, ..sim.world().body(you) });
    let feet = super::tale::nearness_feet(sim, mine, there);
    let marker = measure(content, "nearness", i64::from(feet)).1;
    let slots = Slots { about: &name, how: &way(sim, mine, there), marker, ..Slots::default() };
    Some(OwnedLine::plain(capital(&say(content, "core/know-seen", &slots)), marker))
}

fn heard_line(sim: &Sim, you: usize, sound: Sound) -> OwnedLine {
    let content = sim.content();
    let mine = sim.world().body(you);
    let marker = lexicon::marker(content, "loudness", sound.rung);
    let slots = Slots { how: &way(sim, mine, Body { at: sound.from, ..mine }), marker, ..Slots::default() };
    OwnedLine::plain(sentence(content, "core/know-heard", &slots), marker)
}

/// In which direction, in words; right here where it is in none.
pub fn way(sim: &Sim, from: Body, to: Body) -> String {
    let direction = directions::of(from, to);
    let id = if direction.is_empty() { "core/know-here" } else { "core/know-way" };
    if phrase(sim.content(), id).is_none() {
        return direction.to_owned();
    }
    say(sim.content(), id, &Slots { how: direction, ..Slots::default() })
}
