//! Running a recorded fight again and holding it against its log, line by line.
//!
//! Owns who answers the engine's questions in a replay: what the log has for that tick, actor and decision, and where it has
//! nothing, to go on (clause D5). It never reads files or prints; the command line hands it the log and tells the verdict.

use super::diff::{DiffError, Difference, End, diff_without};
use super::recording::{IntentRecord, Recording};
use crate::clock::{Asks, Decision, Halt, Reply, Setup, SetupError, Sim, Visits, advance};
use crate::content::tables::TargetRule;
use crate::log::{FightLog, LogError, LogSwitch, Raw};
use abi::{ActionId, Cell, EntityId, Intent, PhraseId, Target};
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::io::BufRead;

/// What a replay came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// How the log (first) and the replay (second) compare.
    pub difference: Difference,
    /// Whether they tell the same fight, as far as the log goes.
    pub is_same: bool,
    /// Where the replay was asked for what the log does not have, if it came to that.
    pub astray: Option<Astray>,
    /// The tick in which the replay stopped.
    pub tick: u64,
}

/// A question of the engine that the log has no answer to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Astray {
    /// When it was asked.
    pub tick: u64,
    /// Who.
    pub actor: String,
    /// The next entry that the log has for that actor: its line and tick.
    pub next: (u64, u64),
}

/// Why a replay could not be held against its log.
#[derive(Debug)]
pub enum ReplayError {
    /// The fight cannot be set up.
    Setup(SetupError),
    /// The replay's own log could not be kept.
    Log(LogError),
    /// One of the logs cannot be read.
    Diff(DiffError),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setup(error) => error.fmt(f),
            Self::Log(error) => error.fmt(f),
            Self::Diff(error) => error.error.fmt(f),
        }
    }
}

impl std::error::Error for ReplayError {}

/// Replays a recording and compares with its log, which is read again.
///
/// # Errors
/// The fight cannot be set up, or a log not be kept or read.
pub fn replay(recording: &Recording, setup: &Setup, log: impl BufRead) -> Result<Verdict, ReplayError> {
    let own = FightLog::to_memory();
    let ran = own.with(|| -> Result<(Option<Astray>, u64), SetupError> {
        let mut sim = Sim::new(setup, LogSwitch::of_this_thread())?;
        let mut seats = Seats { intents: recording.intents.clone(), has_end: recording.has_end };
        let astray = run(&mut sim, &mut seats);
        Ok((astray, sim.tick()))
    });
    let (astray, tick) = ran.map_err(ReplayError::Setup)?;
    let own = own.finish().map_err(ReplayError::Log)?;
    let difference = diff_without(log, own.as_slice(), is_no_part_of_the_fight).map_err(ReplayError::Diff)?;
    let is_same = astray.is_none() && is_agreed(&difference, recording.has_end);
    Ok(Verdict { difference, is_same, astray, tick })
}

/// Lines that a replay does not make: how the fight was set up, which is compared by itself; what was told to the player;
/// and intents that were refused, which are no part of a replay's input (clause D4).
fn is_no_part_of_the_fight(raw: &Raw<'_>) -> bool {
    let skipped = ["fight", "told", "refused"];
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

/// The decisions that are still to come.
struct Seats {
    intents: BTreeMap<String, VecDeque<IntentRecord>>,
    has_end: bool,
}

impl Seats {
    /// The entry for this actor, tick and decision, if it is the next one.
    fn take(&mut self, actor: &str, tick: u64, decisions: &[&str]) -> Option<IntentRecord> {
        let waiting = self.intents.get_mut(actor)?;
        let is_it = waiting.front().is_some_and(|next| next.tick == tick && decisions.contains(&next.decision.as_str()));
        is_it.then(|| waiting.pop_front()).flatten()
    }

    fn next(&self, actor: &str) -> Option<&IntentRecord> {
        self.intents.get(actor).and_then(VecDeque::front)
    }
}

/// Runs to the end of the fight, or to the question at which the log ends.
fn run(sim: &mut Sim, seats: &mut Seats) -> Option<Astray> {
    loop {
        match advance(sim, Visits::Due, u64::MAX) {
            Halt::Over(_) => return None,
            Halt::Reached => {}
            Halt::Asks(decision) => match answer(sim, seats, &decision) {
                Ok(reply) => sim.answer(decision.actor, reply),
                Err(astray) => return astray,
            },
        }
    }
}

/// The log's answer. Without one, somebody free ends the replay, and is astray if the log goes on.
fn answer(sim: &Sim, seats: &mut Seats, decision: &Decision) -> Result<Reply, Option<Astray>> {
    let tick = sim.tick();
    let actor = sim.world().name_of(decision.actor).map_or("", |name| name).to_owned();
    let decisions: &[&str] = match decision.asks {
        Asks::Free => &["free"],
        Asks::GoOn { .. } => &["edge", "noticed"],
        Asks::React { .. } => &["reaction"],
    };
    match (seats.take(&actor, tick, decisions), &decision.asks) {
        (Some(_), Asks::GoOn { .. }) => Ok(Reply::GiveUp),
        (Some(entry), _) => Ok(Reply::Do(intent_of(sim, &entry))),
        (None, Asks::Free) => {
            let next = seats.next(&actor).map(|next| (next.line_number, next.tick));
            // A log that has an end has an answer to every such question.
            let next = next.or(seats.has_end.then_some((0, 0)));
            Err(next.map(|next| Astray { tick, actor, next }))
        }
        (None, _) => Ok(Reply::GoOn),
    }
}

/// The intent that an entry names.
fn intent_of(sim: &Sim, entry: &IntentRecord) -> Intent {
    let action = ActionId::of(&entry.action);
    let rule = sim.content().action_ix(action).map(|ix| sim.content().actions[ix.index()].target);
    let target = match &entry.target {
        None => Target::None,
        Some(Value::Array(numbers)) => cell(numbers).map_or(Target::None, Target::Cell),
        Some(Value::String(name)) if name == "itself" && rule == Some(TargetRule::Itself) => Target::Itself,
        Some(Value::String(name)) => named(sim, name).map_or_else(|| Target::Phrase(PhraseId::of(name)), Target::Actor),
        Some(_) => Target::None,
    };
    Intent { action, target, ticks: entry.ticks }
}

fn cell(numbers: &[Value]) -> Option<Cell> {
    let number = |place: usize| numbers.get(place)?.as_i64().and_then(|number| i32::try_from(number).ok());
    Some(Cell::new(number(0)?, number(1)?, number(2)?))
}

fn named(sim: &Sim, name: &str) -> Option<EntityId> {
    let world = sim.world();
    let mut rows = (0..world.row_count()).filter(|row| world.is_actor(*row));
    rows.find(|row| **world.name(*row) == *name).map(|row| world.id(row))
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_same {
            return writeln!(f, "The replay is the fight of the log, line by line, up to tick {}.", self.tick);
        }
        writeln!(f, "The replay is another fight; the log is the first, the replay the second.")?;
        write!(f, "{}", self.difference)?;
        match &self.astray {
            Some(Astray { tick, actor, next: (0, _) }) => {
                writeln!(f, "At tick {tick} `{actor}` was asked, and the log has no decision of it any more.")
            }
            Some(Astray { tick, actor, next: (line, at) }) => writeln!(
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

    #[test]
    fn an_entry_answers_its_own_question_only() {
        let entry = |tick: u64, decision: &str| IntentRecord {
            line_number: tick,
            tick,
            decision: decision.to_owned(),
            action: "core/wait".to_owned(),
            target: None,
            ticks: 1,
        };
        let waiting = VecDeque::from([entry(3, "free"), entry(3, "edge")]);
        let mut seats = Seats { intents: BTreeMap::from([("hero".to_owned(), waiting)]), has_end: true };
        assert_eq!(seats.take("hero", 2, &["free"]), None);
        assert_eq!(seats.take("hero", 3, &["reaction"]), None);
        assert_eq!(seats.take("gob", 3, &["free"]), None);
        assert_eq!(seats.take("hero", 3, &["free"]), Some(entry(3, "free")));
        assert_eq!(seats.take("hero", 3, &["edge", "noticed"]), Some(entry(3, "edge")));
        assert_eq!(seats.next("hero"), None);
    }
}
