//! The lesson of a fight: in what the blows found the player's character that met it, and in what its own found others, in a
//! sentence or two at the end.
//!
//! Owns the count, by what was perceived and read alone. It judges nothing: that a blow in the recover is worse is the rules' (clause
//! R9). The session feeds it, the ending asks it.

use crate::clock::{Event, Perceived, events::name};
use abi::{ActionKind, EntityId, Phase, ReadingLevel};
use std::collections::BTreeMap;

/// What somebody is found at.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    /// Making something ready.
    Begun,
    /// At a stroke or a spell.
    Amid,
    /// On guard.
    Guarding,
    /// On its way somewhere.
    Moving,
    /// Behind something that it did.
    Open,
    /// At nothing.
    Idle,
}

impl Found {
    const fn of(phase: Phase, kind: ActionKind) -> Self {
        match (phase, kind) {
            (Phase::Recover, _) => Self::Open,
            (_, ActionKind::Movement) => Self::Moving,
            (_, ActionKind::Guard) => Self::Guarding,
            (_, ActionKind::Wait) => Self::Idle,
            (Phase::Prep, _) => Self::Begun,
            (Phase::Exec, _) => Self::Amid,
        }
    }
}

/// Blows by what they found somebody at.
type Tally = BTreeMap<Found, u32>;

/// In what blows found those whom they met.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    /// What each is at, as far as it was read; who is missing is at nothing, or nobody can tell.
    at: BTreeMap<EntityId, Found>,
    /// Blows that met the player's character.
    met: Tally,
    /// Its own that met somebody whose doing was read.
    dealt: Tally,
    /// How many blows met it from whom.
    strikers: BTreeMap<EntityId, u32>,
}

/// Of fewer blows nothing can be learned, but that they were enough.
const FEWEST_BLOWS: u32 = 4;

impl Lesson {
    /// Takes in what was perceived, in order.
    pub fn take(&mut self, you: EntityId, perceived: &Perceived) {
        let event = &perceived.event;
        let is_read = event.about == you || perceived.level >= ReadingLevel::Phase;
        match phase_of(event) {
            Some(phase) if is_read => drop(self.at.insert(event.about, Found::of(phase, event.kind))),
            Some(_) => drop(self.at.remove(&event.about)),
            None if [name::FINISHED, name::CANCELLED, name::INTERRUPTED].contains(&event.id) => {
                self.at.remove(&event.about);
            }
            None if event.id == name::BLOW && event.rung > 0 => self.take_blow(you, event),
            None => {}
        }
    }

    fn take_blow(&mut self, you: EntityId, event: &Event) {
        let found = self.at.get(&event.about).copied();
        if event.about == you {
            *self.met.entry(found.unwrap_or(Found::Idle)).or_default() += 1;
            if !event.by.is_none() {
                *self.strikers.entry(event.by).or_default() += 1;
            }
        } else if let Some(found) = found.filter(|_| event.by == you) {
            *self.dealt.entry(found).or_default() += 1;
        }
    }

    /// The texts of the sentences: where more than half of the blows say the same, else whether several struck.
    pub fn texts(&self, is_dead: bool) -> Vec<&'static str> {
        let met = match most(&self.met) {
            Some(Found::Open) => Some("core/end-found-open"),
            Some(Found::Begun) => Some("core/end-found-begun"),
            Some(Found::Amid) => Some("core/end-found-amid"),
            Some(Found::Guarding) => Some("core/end-found-guarding"),
            Some(Found::Moving) => Some("core/end-found-moving"),
            Some(Found::Idle) => Some("core/end-found-idle"),
            None if self.met.values().sum::<u32>() < FEWEST_BLOWS => is_dead.then_some("core/end-found-few"),
            None if self.is_from_several() => Some("core/end-found-several"),
            None => None,
        };
        let dealt = match most(&self.dealt) {
            Some(Found::Open) => Some("core/end-gave-open"),
            Some(Found::Begun) => Some("core/end-gave-begun"),
            _ => None,
        };
        met.into_iter().chain(dealt).collect()
    }

    /// Whether at least two have each dealt a quarter of what met the player's character.
    fn is_from_several(&self) -> bool {
        let all: u32 = self.strikers.values().sum();
        self.strikers.values().filter(|count| **count * 4 >= all).count() > 1
    }
}

/// Which phase of an activity an event begins.
fn phase_of(event: &Event) -> Option<Phase> {
    match event.id {
        id if id == name::PREP_BEGAN => Some(Phase::Prep),
        id if id == name::EXEC_BEGAN => Some(Phase::Exec),
        id if id == name::RECOVER_BEGAN => Some(Phase::Recover),
        _ => None,
    }
}

/// What more than half of at least a few blows found.
fn most(tally: &Tally) -> Option<Found> {
    let all: u32 = tally.values().sum();
    let is_most = |(_, count): &(&Found, &u32)| all >= FEWEST_BLOWS && **count * 2 > all;
    tally.iter().find(is_most).map(|(found, _)| *found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use abi::{Cell, EventId};

    const YOU: EntityId = EntityId { index: 0, generation: 1 };
    const GOBLIN: EntityId = EntityId { index: 1, generation: 1 };
    const ANOTHER: EntityId = EntityId { index: 2, generation: 1 };

    /// Whose event, which, by whom, and how well it is read.
    type Seen = (EntityId, EventId, EntityId, ReadingLevel);

    fn mine(id: EventId) -> Seen {
        (YOU, id, GOBLIN, ReadingLevel::Exact)
    }

    fn check(events: &[Seen], kind: ActionKind, is_dead: bool, expected: &[&str]) {
        let mut lesson = Lesson::default();
        for (about, id, by, level) in events {
            let event = Event { rung: 1, by: *by, kind, ..Event::new(*id, *about) };
            let at = Cell { x: 0, y: 0, z: 0 };
            lesson.take(YOU, &Perceived { by: YOU, tick: 0, at, level: *level, event });
        }
        assert_eq!(lesson.texts(is_dead), expected, "{events:?}");
    }

    #[test]
    fn most_blows_in_one_phase_are_a_lesson() {
        let (attack, blow) = (ActionKind::Attack, mine(name::BLOW));
        let open = [mine(name::RECOVER_BEGAN), blow, mine(name::FINISHED)];
        let begun = [mine(name::PREP_BEGAN), blow, mine(name::INTERRUPTED)];
        let exec = [mine(name::EXEC_BEGAN), blow, mine(name::FINISHED)];
        check(&open.repeat(3), attack, false, &[]);
        check(&open.repeat(3), attack, true, &["core/end-found-few"]);
        check(&open.repeat(4), attack, false, &["core/end-found-open"]);
        check(&begun.repeat(5), attack, true, &["core/end-found-begun"]);
        check(&exec.repeat(4), attack, false, &["core/end-found-amid"]);
        check(&exec.repeat(4), ActionKind::Guard, false, &["core/end-found-guarding"]);
        check(&begun.repeat(4), ActionKind::Movement, false, &["core/end-found-moving"]);
        check(&[blow; 9], attack, false, &["core/end-found-idle"]);
        check(&[open.repeat(3), vec![blow; 3]].concat(), attack, false, &[]);
        check(&[open.repeat(3), vec![blow; 2]].concat(), attack, false, &["core/end-found-open"]);
    }

    #[test]
    fn where_nothing_stands_out_it_is_how_many_struck() {
        let open = [mine(name::RECOVER_BEGAN), mine(name::BLOW), mine(name::FINISHED)];
        let by_another = (YOU, name::BLOW, ANOTHER, ReadingLevel::Exact);
        check(&[open.repeat(3), vec![by_another; 3]].concat(), ActionKind::Attack, true, &["core/end-found-several"]);
    }

    #[test]
    fn what_ones_own_blows_found_is_known_where_it_was_read() {
        let theirs = |id, level| (GOBLIN, id, YOU, level);
        let landed = |level| [theirs(name::RECOVER_BEGAN, level), theirs(name::BLOW, ReadingLevel::Exact)];
        check(&landed(ReadingLevel::Phase).repeat(4), ActionKind::Attack, false, &["core/end-gave-open"]);
        check(&landed(ReadingLevel::Kind).repeat(4), ActionKind::Attack, false, &[]);
        let stale = [theirs(name::PREP_BEGAN, ReadingLevel::Phase), theirs(name::EXEC_BEGAN, ReadingLevel::Busy)];
        let stale = [&stale[..], &[theirs(name::BLOW, ReadingLevel::Exact)]].concat();
        check(&stale.repeat(4), ActionKind::Attack, false, &[]);
    }
}
