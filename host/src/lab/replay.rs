//! Running a recorded fight again and holding it against its log, line by line.
//!
//! Owns the verdict. Who answers the engine's questions is `seats`'. It never reads files or prints; the command line hands it
//! the log and tells what came of it.

use super::bounded::{Bounded, Full};
use super::diff::{DiffError, Difference, End, diff_without};
use super::recording::{Recording, SwapRecord};
pub use super::seats::Astray;
use super::seats::{Seats, Stopped};
use crate::clock::{Setup, Sim};
use crate::log::{FightLog, LogError, LogSwitch, Raw};
use std::fmt;
use std::io::BufRead;

/// What a replay came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// How the log (first) and the replay (second) compare.
    pub difference: Difference,
    /// Whether they tell the same fight, as far as the log goes.
    pub is_same: bool,
    /// Whether the log has its last line, so that the whole fight was compared.
    pub has_end: bool,
    /// Where the replay was asked for what the log does not have, if it came to that.
    pub astray: Option<Astray>,
    /// The tick in which the replay stopped.
    pub tick: u64,
}

/// Why a replay could not be held against its log.
#[derive(Debug)]
pub enum ReplayError {
    /// The replay's own log could not be kept.
    Log(LogError),
    /// One of the logs cannot be read.
    Diff(DiffError),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Log(error) => error.fmt(f),
            Self::Diff(error) => error.error.fmt(f),
        }
    }
}

impl std::error::Error for ReplayError {}

/// Replays a recording on what is loaded and compares with its log, which is read again.
///
/// # Errors
/// A log cannot be kept or read.
pub fn replay(recording: &Recording, setup: &Setup, log: impl BufRead) -> Result<Verdict, ReplayError> {
    replay_swapping(recording, setup, log, |_| None)
}

/// The same where the modules of a recorded swap are to be had: `swap_in` gives the fight on them (clauses D4, L9).
///
/// # Errors
/// A log cannot be kept or read.
pub fn replay_swapping(
    recording: &Recording,
    setup: &Setup,
    log: impl BufRead,
    swap_in: impl FnMut(&SwapRecord) -> Option<Setup>,
) -> Result<Verdict, ReplayError> {
    let most_bytes = recording.bytes.saturating_mul(2).saturating_add(SPARE_BYTES);
    let (own, full) = Bounded::new(usize::try_from(most_bytes).unwrap_or(usize::MAX));
    let own = FightLog::to_writer(own);
    let (stopped, tick) = own.with(|| {
        let mut seats = Seats::of(recording);
        let mut setup = setup.clone();
        if let Err(astray) = seats.set_up(&mut setup) {
            return (Stopped::Astray(astray), 0);
        }
        let mut sim = Sim::new(&setup, LogSwitch::of_this_thread());
        (run(seats, recording.last_tick, &mut sim, &full, swap_in), sim.tick())
    });
    let own = own.finish().map_err(ReplayError::Log)?.into_bytes();
    let difference = diff_without(log, own.as_slice(), is_no_part_of_the_fight).map_err(ReplayError::Diff)?;
    let astray = if let Stopped::Astray(astray) = stopped { Some(astray) } else { None };
    let is_same = astray.is_none() && is_agreed(&difference, recording.has_end) && lines_in_both(&difference) > 0;
    Ok(Verdict { difference, is_same, has_end: recording.has_end, astray, tick })
}

/// How much longer than twice the log the replay's own may grow: then it is another fight, and as good as compared.
const SPARE_BYTES: u64 = 1 << 20;
/// After how many ticks that is looked at.
const SLICE_TICKS: u64 = 1_000;

/// Runs to the end of the fight, or to the tick or the question at which the log ends. What came behind it nobody knows, and
/// a log that breaks off early, or tells of another fight, must not cost a fight of any length.
fn run(
    mut seats: Seats,
    last_tick: u64,
    sim: &mut Sim,
    full: &Full,
    mut swap_in: impl FnMut(&SwapRecord) -> Option<Setup>,
) -> Stopped {
    let mut until = SLICE_TICKS.min(last_tick);
    loop {
        seats = seats.until(until);
        match seats.run(sim, &mut swap_in) {
            Stopped::Ended if until < last_tick && !full.is_reached() => {
                until = until.saturating_add(SLICE_TICKS).min(last_tick);
            }
            stopped => return stopped,
        }
    }
}

/// Lines that a replay does not make: how the fight was set up and what was swapped, which are compared by themselves; what was
/// told to the player; by which habit of a player an intent came; and intents that were refused, which are no part of a replay's
/// input (clause D4).
fn is_no_part_of_the_fight(raw: &Raw<'_>) -> bool {
    let skipped = ["fight", "swapped", "told", "refused", "by_habit"];
    raw.parse().is_ok_and(|record| skipped.contains(&record.event.as_str()))
}

/// A log without a last line was left or killed: then the replay may go on where it ends, and never the other way round.
fn is_agreed(difference: &Difference, has_end: bool) -> bool {
    match difference {
        Difference::Equal { .. } => true,
        Difference::Ended(ended) => !has_end && !matches!(ended.first, End::GoesOn(_)),
        Difference::Parted(_) => false,
    }
}

/// How many lines say the same in both.
fn lines_in_both(difference: &Difference) -> u64 {
    match difference {
        Difference::Equal { lines } => *lines,
        Difference::Ended(ended) => ended.lines,
        Difference::Parted(_) => 0,
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = lines_in_both(&self.difference);
        if self.is_same && self.has_end {
            return writeln!(f, "The replay is the fight of the log, line by line, to its end at tick {}.", self.tick);
        }
        if self.is_same {
            return writeln!(
                f,
                "The replay is the fight of the log as far as the log goes: {lines} of its lines, up to tick {}. It has no \
                 last line: it was left or cut, and what came behind is not known.",
                self.tick
            );
        }
        if lines == 0 && !matches!(self.difference, Difference::Parted(_)) {
            return writeln!(f, "The log has its first line alone: nothing of the fight stands there to compare.");
        }
        writeln!(f, "The replay is another fight; the log is the first, the replay the second.")?;
        write!(f, "{}", self.difference)?;
        match &self.astray {
            Some(Astray { tick, why: Some(why), .. }) => {
                writeln!(f, "At tick {tick} the modules cannot be changed as the log says: {why}")
            }
            Some(Astray { tick, actor, next: (0, _), .. }) => {
                writeln!(f, "At tick {tick} `{actor}` was asked, and the log has no decision of it any more.")
            }
            Some(Astray { tick, actor, next: (line, at), .. }) => writeln!(
                f,
                "At tick {tick} `{actor}` was asked, and the log has its next decision at tick {at} (line {line})."
            ),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::diff::diff;

    fn check(first: &str, second: &str, has_end: bool, expected: bool) {
        let difference = diff_without(first.as_bytes(), second.as_bytes(), is_no_part_of_the_fight).unwrap();
        assert_eq!(is_agreed(&difference, has_end), expected, "{difference}");
    }

    const A: &str = "{\"tick\":1,\"event\":\"fell\",\"actor\":\"hero\"}\n";
    const B: &str = "{\"tick\":2,\"event\":\"landed\",\"actor\":\"hero\"}\n";
    const TOLD: &str = "{\"tick\":1,\"event\":\"told\",\"text\":\"You fall.\"}\n";
    const REFUSED: &str = "{\"tick\":1,\"event\":\"refused\",\"actor\":\"hero\",\"reason\":\"no-line\"}\n";

    #[test]
    fn what_was_told_and_refused_does_not_count() {
        check(&format!("{A}{TOLD}{REFUSED}{B}"), &format!("{A}{B}"), true, true);
        assert!(!diff(format!("{A}{TOLD}").as_bytes(), A.as_bytes()).unwrap().is_equal());
    }

    #[test]
    fn only_a_log_without_its_end_may_end_early() {
        check(A, &format!("{A}{B}"), false, true);
        check(&format!("{A}{}", &B[..9]), &format!("{A}{B}"), false, true);
        check(A, &format!("{A}{B}"), true, false);
        check(&format!("{A}{B}"), A, false, false);
        check(A, B, false, false);
    }
}
