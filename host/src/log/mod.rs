//! The log of a fight: one JSON object a line, written by `tracing` through a layer of ours.
//!
//! Owns the keys of a line and their order (`line`), how a value looks as JSON (`json`), the
//! layer that writes (`layer`), the log of one fight from opening to `finish` (`fight_log`), what
//! listens to its decisions alone (`decision_log`), and the reading of such logs (`read`). It must never write a wall-clock time, a thread's name or
//! anything else that two runs of one seed could differ in (clause S3), and never decide anything:
//! a fight with its log and one without are the same fight.
//!
//! The clock, the session and the lab write lines through a [`LogSwitch`]; `cli` and the lab open
//! a [`FightLog`]; `lab::diff`, replay, report and timeline read with [`Reader`].

mod decision_log;
mod fight_log;
mod json;
mod layer;
mod line;
mod picked;
mod read;
mod read_error;

pub use decision_log::DecisionLog;
pub use fight_log::{FightLog, LogError, LogStep};
pub use json::{Part, Value};
pub use layer::{FightLayer, Sink};
pub use line::{HEAD_KEYS, Head, KEYS, Line, is_reserved_key};
pub use picked::Picked;
pub use read::{MAX_LINE_BYTES, Raw, Reader, Record, read_all};
pub use read_error::{LineProblem, ReadError};

/// The `tracing` target of every line; whatever has another one is no part of a fight's log.
pub const TARGET: &str = "fight";

/// The level of the lines that a run can be made again from: what a seat decided, what changed under it, and its end.
const DECIDED: tracing::Level = tracing::Level::INFO;
/// The level of all other lines: those follow from the decisions.
const FOLLOWS: tracing::Level = tracing::Level::DEBUG;

/// How much of the running fight is written, asked once and carried along, so that a fight without a
/// log pays one branch for each line that it does not write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogSwitch {
    heard: Heard,
}

/// What somebody listens to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Heard {
    Nothing,
    Decisions,
    Everything,
}

impl LogSwitch {
    /// Nothing is written, whatever subscriber is installed.
    pub const OFF: Self = Self { heard: Heard::Nothing };

    /// As much as somebody listens to on this thread now. Ask inside [`FightLog::with`] or [`DecisionLog::with`], when the
    /// simulation is set up, and keep the answer for the whole fight.
    #[must_use]
    pub fn of_this_thread() -> Self {
        let heard = if tracing::enabled!(target: TARGET, FOLLOWS) {
            Heard::Everything
        } else if tracing::enabled!(target: TARGET, DECIDED) {
            Heard::Decisions
        } else {
            Heard::Nothing
        };
        Self { heard }
    }

    /// True if every line is written; for work that only a log needs, such as collecting reasons.
    #[must_use]
    #[inline]
    pub fn is_on(self) -> bool {
        self.heard == Heard::Everything
    }

    /// True if at least what a run can be made again from is written.
    #[must_use]
    #[inline]
    pub fn has_decisions(self) -> bool {
        self.heard >= Heard::Decisions
    }

    /// Writes the line that `line` makes. Without a log it is not even made.
    #[inline]
    pub fn write<'a>(self, line: impl FnOnce() -> Line<'a>) {
        if self.is_on() {
            line().emit();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FightLog, Line, LogSwitch};
    use std::cell::Cell;

    /// How many lines were made when three were offered to a switch, with or without a log.
    fn check(has_log: bool, expected: u32) {
        let made = Cell::new(0);
        let offer = || {
            let switch = LogSwitch::of_this_thread();
            for tick in 0..3 {
                switch.write(|| {
                    made.set(made.get() + 1);
                    Line::new(tick, "finished")
                });
            }
        };
        if has_log {
            FightLog::to_memory().with(offer);
        } else {
            offer();
        }
        assert_eq!(made.get(), expected);
    }

    #[test]
    fn without_a_log_no_line_is_made() {
        check(false, 0);
        check(true, 3);
        check(false, 0);
    }

    #[test]
    fn a_switch_that_is_off_stays_off_inside_a_log() {
        let log = FightLog::to_memory();
        log.with(|| LogSwitch::OFF.write(|| Line::new(0, "finished")));
        assert_eq!(log.finish().map_err(|e| e.to_string()), Ok(Vec::new()));
    }
}
