//! How far somebody is with a spell, by a reading of it. Pure; `party` calls it.

use abi::{ActionKind, Phase, Reading, ReadingLevel};

/// How far along a spell is, as far as it is read: the more, the less time is left to do something about it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Progress {
    /// A spell, and no more is read of it.
    Some,
    /// In its prep.
    Preparing,
    /// In its exec.
    Coming,
}

/// How far along a spell is; nothing where no spell is read, or one that is over.
pub fn progress(reading: &Reading) -> Option<Progress> {
    if reading.kind != ActionKind::Spell {
        return None;
    }
    match reading.level {
        ReadingLevel::Nothing | ReadingLevel::Busy => None,
        ReadingLevel::Kind => Some(Progress::Some),
        ReadingLevel::Phase | ReadingLevel::Exact => match reading.phase {
            Phase::Prep => Some(Progress::Preparing),
            Phase::Exec => Some(Progress::Coming),
            Phase::Recover => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(level: ReadingLevel, kind: ActionKind, phase: Phase, expected: Option<Progress>) {
        let reading = Reading { level, kind, phase, ..Reading::default() };
        assert_eq!(progress(&reading), expected, "{level:?} {kind:?} {phase:?}");
    }

    #[test]
    fn what_is_read_of_a_spell_says_how_far_it_is() {
        check(ReadingLevel::Exact, ActionKind::Spell, Phase::Prep, Some(Progress::Preparing));
        check(ReadingLevel::Phase, ActionKind::Spell, Phase::Exec, Some(Progress::Coming));
        check(ReadingLevel::Phase, ActionKind::Spell, Phase::Recover, None);
        check(ReadingLevel::Kind, ActionKind::Spell, Phase::Prep, Some(Progress::Some));
    }

    #[test]
    fn what_is_not_read_is_no_spell() {
        check(ReadingLevel::Busy, ActionKind::Spell, Phase::Prep, None);
        check(ReadingLevel::Nothing, ActionKind::Spell, Phase::Prep, None);
        check(ReadingLevel::Exact, ActionKind::Attack, Phase::Prep, None);
    }
}
