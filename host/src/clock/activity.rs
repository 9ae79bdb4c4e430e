//! An activity: one running instance of an action, owned by one actor (clauses T1 to T3, T9).
//!
//! Owns the arithmetic of phases. Nothing in it counts down: it keeps the tick of its first tick, and everything else
//! follows from how many of its ticks have been processed (clause L6).

use crate::content::tables::ActionIx;
use abi::{ActionId, ActionKind, Cell, EntityId, Lengths, Phase, Target, Tick, Ticks};
use std::hash::{Hash, Hasher};

/// What the public line shows instead of the truth (clause P2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Broadcast {
    /// What kind of action.
    pub kind: ActionKind,
    /// Which action.
    pub action: ActionId,
    /// Which phase.
    pub phase: Phase,
    /// Since when.
    pub since: Tick,
    /// Until when.
    pub until: Tick,
}

/// A place that an activity is aimed at for good.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Aim(pub Option<Cell>);

impl Hash for Aim {
    /// One that is none adds nothing, so that a state hashes as it did before there were any.
    fn hash<H: Hasher>(&self, state: &mut H) {
        if let Some(cell) = self.0 {
            cell.hash(state);
        }
    }
}

/// One running instance of an action.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Activity {
    /// Which one: no two of a fight have the same.
    pub serial: u64,
    /// Of which action.
    pub action: ActionIx,
    /// At what; fixed when it began (clause G2).
    pub target: Target,
    /// Where Cells shapes lie, where its target could leave that place: fixed when it began, too (clause W4).
    pub aim: Aim,
    /// The effective lengths (clause T6).
    pub lengths: Lengths,
    /// The tick in which its first tick was processed, moved on by as much as it has been paused.
    pub start: Tick,
    /// How many of its ticks were processed when it was paused; while it is present, `start` tells.
    pub paused_done: u32,
    /// How many answers deep (clause R11).
    pub depth: u32,
    /// In a reaction: whose event it answers.
    pub event_actor: EntityId,
    /// Whose checks against whom go worse, and by how many degrees (clause R12).
    pub mitigations: Vec<(EntityId, u32)>,
    /// What it shows instead of the truth.
    pub broadcast: Option<Broadcast>,
    /// How often its public line has changed (clause P3).
    pub stretch: u32,
    /// A bit for each phase whose event has been raised (clause T10).
    pub begun_phases: u8,
}

impl Activity {
    /// Its whole length.
    #[must_use]
    pub fn whole(&self) -> u32 {
        self.lengths.prep.0 + self.lengths.exec.0 + self.lengths.recover.0
    }

    /// The phase of its tick with this number, from 0.
    #[must_use]
    pub fn phase_of(&self, index: u32) -> Phase {
        let exec = self.lengths.prep.0 + self.lengths.exec.0;
        if index < self.lengths.prep.0 {
            Phase::Prep
        } else if index < exec {
            Phase::Exec
        } else {
            Phase::Recover
        }
    }

    /// The phase of the tick that was processed last (clause T9); before the first, that of the first.
    #[must_use]
    pub fn phase(&self, done: u32) -> Phase {
        self.phase_of(done.saturating_sub(1))
    }

    /// Whether its next tick would be its first exec tick, and it is in Prep.
    #[must_use]
    pub fn is_at_edge(&self, done: u32) -> bool {
        done > 0 && done == self.lengths.prep.0
    }

    /// Whether its last exec tick has been processed (clause C7).
    #[must_use]
    pub fn is_complete(&self, done: u32) -> bool {
        done >= self.lengths.prep.0 + self.lengths.exec.0
    }

    /// How many ticks of prep have been processed (clause C3).
    #[must_use]
    pub fn invested(&self, done: u32) -> Ticks {
        Ticks(done.min(self.lengths.prep.0))
    }

    /// What is left of the phase that its next tick belongs to.
    #[must_use]
    pub fn left_of_phase(&self, done: u32) -> Ticks {
        let (prep, exec) = (self.lengths.prep.0, self.lengths.prep.0 + self.lengths.exec.0);
        let end = match self.phase(done) {
            Phase::Prep => prep,
            Phase::Exec => exec,
            Phase::Recover => self.whole(),
        };
        Ticks(end.saturating_sub(done))
    }

    /// The first tick number from `done` on at which something happens, given those at which windows open and masks are put on.
    #[must_use]
    pub fn next_boundary(&self, done: u32, others: impl Iterator<Item = u32>) -> u32 {
        let (prep, exec) = (self.lengths.prep.0, self.lengths.prep.0 + self.lengths.exec.0);
        let fixed = [0, prep, exec - 1, exec, self.whole() - 1];
        let last = self.whole() - 1;
        let all = fixed.into_iter().chain(others);
        all.filter(|index| *index >= done && *index <= last).min().unwrap_or(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn activity(prep: u32, exec: u32, recover: u32) -> Activity {
        Activity {
            serial: 0,
            action: ActionIx(0),
            target: Target::None,
            aim: Aim(None),
            lengths: Lengths { prep: Ticks(prep), exec: Ticks(exec), recover: Ticks(recover) },
            start: Tick(0),
            paused_done: 0,
            depth: 0,
            event_actor: EntityId::NONE,
            mitigations: Vec::new(),
            broadcast: None,
            stretch: 0,
            begun_phases: 0,
        }
    }

    fn check(lengths: (u32, u32, u32), expected: &[u32]) {
        let activity = activity(lengths.0, lengths.1, lengths.2);
        let mut found = Vec::new();
        let mut done = 0;
        while done < activity.whole() {
            let index = activity.next_boundary(done, std::iter::empty());
            found.push(index);
            done = index + 1;
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn clause_t2_boundaries_stand_where_phases_begin_and_end() {
        check((20, 10, 20), &[0, 20, 29, 30, 49]);
        check((0, 10, 0), &[0, 9]);
        check((0, 1, 0), &[0]);
        check((3, 1, 2), &[0, 3, 4, 5]);
    }

    #[test]
    fn clause_t9_the_phase_is_that_of_the_tick_processed_last() {
        let strike = activity(20, 10, 20);
        assert_eq!((strike.phase(20), strike.is_at_edge(20)), (Phase::Prep, true));
        assert_eq!((strike.phase(21), strike.phase(30), strike.phase(31)), (Phase::Exec, Phase::Exec, Phase::Recover));
        assert!(strike.is_complete(30) && !strike.is_complete(29));
        assert_eq!(strike.left_of_phase(25), Ticks(5));
        assert!(!activity(0, 5, 0).is_at_edge(0), "without a prep there is no edge");
    }
}
