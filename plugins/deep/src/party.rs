//! The selector `casting enemy`: whom of a party one should see to first.
//!
//! Owns the way from a situation to an answer. Must never know more than the situation holds. Called for ranks that aim by it.

use crate::rules::progress;
use abi::{Args, Attitude, Selector, Situation, Target};
use std::cmp::Reverse;

/// The foe who is farthest along with a spell; of equals the nearest.
#[derive(Debug)]
pub struct Casting;

impl Selector for Casting {
    fn select(&self, situation: &Situation<'_>, _args: &Args<'_>) -> Target {
        let casting = situation.seen(Attitude::Hostile).filter_map(|foe| Some((progress(&foe.reading)?, foe.id)));
        // Subjects stand nearest first, and the first of equals is taken.
        casting.min_by_key(|(far, _)| Reverse(*far)).map_or(Target::None, |(_, id)| Target::Actor(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abi::{ActionKind, ActorState, Cell, EntityId, Extent, Phase, RSlice, Reading, ReadingLevel, Subject, Tick};

    fn id(row: u32) -> EntityId {
        EntityId { index: row, generation: 1 }
    }

    /// Somebody who is read to be in this phase of such an action, so many feet off.
    fn subject(row: u32, attitude: Attitude, kind: ActionKind, phase: Phase) -> Subject {
        Subject {
            id: id(row),
            attitude,
            is_seen: true,
            seen: Tick(100),
            cell: Cell::new(4 * i32::try_from(row).unwrap(), 0, 0),
            extent: Extent { width: 2, depth: 1, height: 6 },
            distance_feet: 4 * i32::try_from(row).unwrap(),
            state: ActorState::Up,
            reach_feet: 5,
            reading: Reading { level: ReadingLevel::Phase, kind, phase, ..Reading::default() },
            ..Subject::default()
        }
    }

    /// Whom the selector names among these, nearest first.
    fn check(subjects: &[Subject], expected: Option<u32>) {
        let situation =
            Situation { tick: Tick(100), me: id(0), subjects: RSlice::from_slice(subjects), ..Situation::default() };
        let named = Casting.select(&situation, &Args { items: RSlice::EMPTY });
        assert_eq!(named, expected.map_or(Target::None, |row| Target::Actor(id(row))));
    }

    #[test]
    fn the_spell_that_comes_first_is_seen_to_first() {
        let foe = |row, kind, phase| subject(row, Attitude::Hostile, kind, phase);
        let blow = foe(1, ActionKind::Attack, Phase::Prep);
        let (one, two) = (foe(2, ActionKind::Spell, Phase::Prep), foe(3, ActionKind::Spell, Phase::Prep));
        let coming = foe(4, ActionKind::Spell, Phase::Exec);
        check(&[blow], None);
        check(&[blow, one, two], Some(2));
        check(&[blow, one, two, coming], Some(4));
    }

    #[test]
    fn friends_and_who_is_not_seen_are_nobody() {
        let spell = subject(1, Attitude::Hostile, ActionKind::Spell, Phase::Prep);
        check(&[Subject { attitude: Attitude::Allied, ..spell }], None);
        check(&[Subject { is_seen: false, ..spell }], None);
        check(&[Subject { state: ActorState::Yielded, ..spell }], None);
        check(&[], None);
    }
}
