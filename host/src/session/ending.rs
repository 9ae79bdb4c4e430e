//! The ending: what became of the player's character and of everybody it met, in words (doctrine F12: what is wrong with you).
//!
//! Owns the order in which that is told. It asks the world and whom the character met, and changes nothing. The session calls
//! it once, when the fight is over.

use super::lesson::Lesson;
use super::lexicon::{Slots, marker, measure, sentence};
use super::people::People;
use super::scene::OwnedLine;
use super::threat;
use crate::clock::Sim;
use abi::{ActorState, ConditionId, EntityId, Ink};

/// What became of everybody.
pub fn tell(
    sim: &Sim,
    people: &People,
    you: EntityId,
    killer: Option<&str>,
    wounds: &[ConditionId],
    lesson: &Lesson,
) -> Vec<OwnedLine> {
    let content = sim.content();
    let plain = |id: &str, slots: &Slots<'_>| OwnedLine::plain(sentence(content, id, slots), slots.marker);
    let alive = sim.world().row(you).filter(|row| sim.world().state(*row) != ActorState::Dead);
    let mut lines = Vec::new();
    match (alive, killer) {
        (None, Some(killer)) => {
            lines.push(plain("core/end-died-by", &Slots { about: killer, ..Slots::default() }));
            lines.extend(wound_lines(sim, "core/end-died-wound", wounds));
        }
        (None, None) => {
            lines.push(plain("core/end-died", &Slots::default()));
            lines.extend(wound_lines(sim, "core/end-died-wound", wounds));
        }
        (Some(row), _) => {
            lines.push(plain(outcome(sim, row), &Slots::default()));
            lines.extend(body(sim, row));
            lines.extend(again(sim, people, row));
        }
    }
    lines.extend(lesson.texts(alive.is_none()).into_iter().map(|id| plain(id, &Slots::default())));
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
    let word = marker(content, &sim.rules().stage_ladder, sim.stage_of(you));
    let text = sentence(content, "core/end-stage", &Slots { marker: word, ..Slots::default() });
    let mut lines = vec![OwnedLine::plain(text, word)];
    lines.extend(wound_lines(sim, "core/end-wound", &wounds(sim, world.id(you))));
    if lines.len() == 1 {
        lines.push(OwnedLine::plain(sentence(content, "core/end-unhurt", &Slots::default()), ""));
    }
    lines
}

/// Whether that was a fight to have again: the same foes and what friends are left, fresh, and the character as it stands
/// (doctrine F8, F12).
fn again(sim: &Sim, people: &People, you: usize) -> Option<OwnedLine> {
    let (friends, foes): (Vec<_>, Vec<_>) = people.all().map(|(_, person)| person).partition(|person| person.is_friend);
    if !foes.iter().all(|person| person.known_as.is_some()) {
        return None;
    }
    let foes: Vec<_> = foes.iter().map(|person| (person.kind, 0)).collect();
    let left = friends.iter().filter(|person| person.state.is_in_the_fight());
    let friends: Vec<_> = left.map(|person| (person.kind, 0)).collect();
    let me = (sim.world().kind(you), threat::worn_stages(sim, you));
    let word = measure(sim.content(), "threat", threat::of_kinds(sim, me, &friends, &foes)?).1;
    Some(OwnedLine::plain(sentence(sim.content(), "core/end-again", &Slots { marker: word, ..Slots::default() }), word))
}

/// The wounds that somebody has.
pub fn wounds(sim: &Sim, id: EntityId) -> Vec<ConditionId> {
    let is_wound = |held: &ConditionId| sim.world().condition_def(*held).is_some_and(|def| def.is_wound);
    sim.world().conditions_of(id).iter().map(|held| held.condition).filter(is_wound).collect()
}

/// Each wound, with its rung and what it takes away.
fn wound_lines(sim: &Sim, text: &str, wounds: &[ConditionId]) -> Vec<OwnedLine> {
    let (world, content) = (sim.world(), sim.content());
    let line = |def: &crate::content::tables::ConditionDef| {
        let word = marker(content, "hurt", def.rung);
        let slots = Slots { how: &def.label, marker: word, action: &def.effect, ..Slots::default() };
        OwnedLine { text: sentence(content, text, &slots), marker: word.to_owned(), ink: Ink::Danger }
    };
    wounds.iter().filter_map(|wound| world.condition_def(*wound)).map(line).collect()
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
            ActorState::Up => still_up(sim, id, person, you),
        };
        Some(OwnedLine::plain(sentence(content, text, &Slots { about: &name, ..Slots::default() }), ""))
    };
    people.all().filter_map(line).collect()
}

/// Somebody who was well when it was last perceived: there still, or out of sight.
fn still_up(sim: &Sim, id: EntityId, person: &super::people::Person, you: EntityId) -> &'static str {
    let world = sim.world();
    let you = world.row(you).filter(|row| world.state(*row) != ActorState::Dead);
    match (you, world.row(id)) {
        (None, _) => "core/end-foe-left",
        (Some(you), Some(other)) if person.is_friend && world.perceives(you, other) => "core/end-friend-up",
        (Some(you), Some(other)) if world.perceives(you, other) => "core/end-foe-up",
        _ => "core/end-foe-unseen",
    }
}
