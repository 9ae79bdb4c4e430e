//! Selectors: who is meant, as one actor sees it.
//!
//! Owns the `who` words of this module. Whom it names is perceived, or at least remembered: an intent that is aimed at who is not
//! perceived is refused (clause G2), but the way to where it was is open. Called for each line that has one.
//! Selectors of cells need a search and are the host's own.

use abi::{ActorState, Args, Attitude, EntityId, Registrar, Selector, Situation, Subject, Target};
use std::cmp::Reverse;

/// Registers all of them.
pub fn register(registrar: &mut Registrar) {
    registrar
        .selector(&["nearest enemy", "enemy"], Nearest(Attitude::Hostile))
        .selector(&["nearest ally", "ally"], Nearest(Attitude::Allied))
        .selector(&["weakest enemy"], Weakest(Attitude::Hostile))
        .selector(&["weakest ally"], Weakest(Attitude::Allied))
        .selector(&["last-seen enemy"], LastSeen(Attitude::Hostile))
        .selector(&["last-seen ally"], LastSeen(Attitude::Allied));
}

/// The nearest of them whom I see; a situation lists the nearest first, then by id.
pub fn nearest(situation: &Situation<'_>, attitude: Attitude) -> Option<EntityId> {
    situation.seen(attitude).next().map(|subject| subject.id)
}

fn target(id: Option<EntityId>) -> Target {
    id.map_or(Target::None, Target::Actor)
}

/// The nearest of them.
#[derive(Debug)]
struct Nearest(Attitude);

impl Selector for Nearest {
    fn select(&self, situation: &Situation<'_>, _args: &Args<'_>) -> Target {
        target(nearest(situation, self.0))
    }
}

/// The one of them whose stage is the worst; of equals the nearest.
#[derive(Debug)]
struct Weakest(Attitude);

impl Selector for Weakest {
    fn select(&self, situation: &Situation<'_>, _args: &Args<'_>) -> Target {
        target(situation.seen(self.0).min_by_key(|subject| Reverse(subject.stage)).map(|subject| subject.id))
    }
}

/// Somebody whom I remember and do not perceive now: `toward` it leads to where it was.
#[derive(Debug)]
struct LastSeen(Attitude);

impl Selector for LastSeen {
    fn select(&self, situation: &Situation<'_>, _args: &Args<'_>) -> Target {
        let is_out_there =
            |subject: &&Subject| subject.attitude == self.0 && !subject.is_seen && subject.state == ActorState::Up;
        // Subjects stand nearest first, and the first of equals is taken.
        let freshest = situation.subjects.iter().filter(is_out_there).min_by_key(|subject| Reverse(subject.seen));
        target(freshest.map(|subject| subject.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{id, situation, subject};
    use abi::{RSlice, Tick};

    /// What a selector picks among these, by row.
    fn check(selector: &impl Selector, subjects: &[Subject], expected: Option<u32>) {
        let picked = selector.select(&situation(subjects), &Args { items: RSlice::EMPTY });
        assert_eq!(picked, expected.map_or(Target::None, |row| Target::Actor(id(row))));
    }

    #[test]
    fn who_is_meant_is_seen_and_in_the_fight() {
        let mut hidden = subject(1, Attitude::Hostile, 2);
        hidden.is_seen = false;
        let mut worn = subject(4, Attitude::Hostile, 20);
        worn.stage = 3;
        let far = Subject { id: id(5), distance_feet: 30, ..worn };
        let all = [hidden, subject(2, Attitude::Allied, 3), subject(3, Attitude::Hostile, 6), worn, far];
        check(&Nearest(Attitude::Hostile), &all, Some(3));
        check(&Nearest(Attitude::Allied), &all, Some(2));
        check(&Weakest(Attitude::Hostile), &all, Some(4));
        check(&Weakest(Attitude::Allied), &all, Some(2));
        check(&Weakest(Attitude::Hostile), &[hidden], None);
    }

    #[test]
    fn the_freshest_memory_is_taken_and_nobody_who_is_seen() {
        let memory = |row, feet, tick| Subject { is_seen: false, seen: Tick(tick), ..subject(row, Attitude::Hostile, feet) };
        let foe = LastSeen(Attitude::Hostile);
        check(&foe, &[memory(1, 5, 40), memory(2, 9, 60)], Some(2));
        check(&foe, &[memory(1, 5, 60), memory(2, 9, 60)], Some(1));
        check(&foe, &[subject(1, Attitude::Hostile, 5)], None);
        check(&foe, &[Subject { attitude: Attitude::Allied, ..memory(1, 5, 40) }], None);
        check(&LastSeen(Attitude::Allied), &[Subject { attitude: Attitude::Allied, ..memory(1, 5, 40) }], Some(1));
        check(&foe, &[Subject { state: ActorState::Dead, ..memory(1, 5, 40) }], None);
        check(&foe, &[], None);
    }
}
