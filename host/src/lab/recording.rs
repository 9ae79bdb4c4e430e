//! A log as the input of a replay: how the fight was set up, and what was decided at the seats.
//!
//! Owns what is read from a log and nothing that is run. What it takes are the first line, the intents of seats and swaps of
//! modules (clauses D4, D5); scripts and profiles decide again by themselves. `replay` runs what this gives; the command line opens the file.

use super::changes;
pub use super::changes::{Attention, Change, ChangeRecord, Position, Since, WaitRecord, Waiting};
use crate::content::Overrides;
use crate::loading::Game;
use crate::log::{ReadError, Reader, Record};
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::io::BufRead;

/// What a log has for a replay.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// The seed.
    pub seed: u64,
    /// The fight's name, for messages.
    pub fight: String,
    /// The fight file as it was read.
    pub fight_text: String,
    /// The ruleset and what the command line changed of it.
    pub overrides: Overrides,
    /// The interface that the host spoke.
    pub abi: String,
    /// The modules that were loaded.
    pub modules: Vec<PartRecord>,
    /// The packs that were loaded.
    pub packs: Vec<PartRecord>,
    /// What was decided at the seats, by actor, the earliest first.
    pub intents: BTreeMap<String, VecDeque<IntentRecord>>,
    /// The lines of those decisions.
    pub entry_lines: Vec<u64>,
    /// Whether it is the journal of a run: that has what was decided, and nothing of what came of it.
    pub is_journal: bool,
    /// The folders of packs that were named; only the journal of a run has them.
    pub folders: Vec<String>,
    /// Changes of modules and of standing orders, in their order.
    pub changes: Vec<ChangeRecord>,
    /// The last question at which the player was waited for; only the journal of a run has it.
    pub wait: Option<WaitRecord>,
    /// What was swapped while the fight ran, the earliest first (clause L9).
    pub swaps: Vec<SwapRecord>,
    /// The hash of the state at the end, where the log has its last line.
    pub end_hash: Option<String>,
    /// Whether the log has its last line. One that was left or killed has none.
    pub has_end: bool,
    /// The tick of its last whole line.
    pub last_tick: u64,
    /// How long it is.
    pub bytes: u64,
}

/// The most decisions of one log. A player who decides twice a second for a month makes no more.
const MOST_INPUTS: usize = 5_000_000;

/// A module or a pack as the log names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartRecord {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// The hash of what it consists of.
    pub hash: String,
}

/// One decision of a seat (clause D5).
#[derive(Clone, Debug, PartialEq)]
pub struct IntentRecord {
    /// In which line of the log.
    pub line_number: u64,
    /// When.
    pub tick: u64,
    /// What had been asked: `free`, `edge`, `noticed` or `reaction`.
    pub decision: String,
    /// How many questions of that kind the actor had let pass in that tick before.
    pub declined: u64,
    /// The action's id.
    pub action: String,
    /// At whom or what.
    pub target: Option<Value>,
    /// The length that was chosen, for actions that have one.
    pub ticks: u32,
}

/// A module or a pack that was swapped at the end of a tick (clause L9): an input like an intent (clause D4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwapRecord {
    /// At the end of which tick.
    pub tick: u64,
    /// `module` or `pack`.
    pub kind: String,
    /// Its id.
    pub id: String,
    /// The hash of what it was.
    pub from: String,
    /// The hash of what it became.
    pub to: String,
}

/// Why a log cannot be replayed.
#[derive(Debug)]
pub enum RecordingError {
    /// It is no log.
    Unreadable(ReadError),
    /// It does not begin as the log of a fight begins.
    NoHead(String),
    /// A line lacks what a replay needs.
    Lacks {
        /// The line.
        line_number: u64,
        /// Under which key.
        key: &'static str,
        /// What is there.
        found: String,
        /// What belongs there.
        expected: &'static str,
    },
    /// The text of the fight is not the one that the log was made of.
    TextChanged {
        /// The hash that the first line names.
        named: String,
        /// The hash of the text that it carries.
        found: String,
    },
}

impl fmt::Display for RecordingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(f, "{error}"),
            Self::NoHead(what) => {
                write!(f, "line 1: {what}; expected the first line of a fight's log, as `fight FILE --log LOG` writes it")
            }
            Self::Lacks { line_number, key, found, expected } => {
                write!(f, "line {line_number}: found {found} under `{key}`, expected {expected}")
            }
            Self::TextChanged { named, found } => write!(
                f,
                "line 1: the fight in `fight_text` has the hash {found}, and `fight_hash` says {named}: the log was changed; \
                 put the text back as it was, or write the fight to a file and run that"
            ),
        }
    }
}

impl std::error::Error for RecordingError {}

/// Reads a whole log.
///
/// # Errors
/// It is none, or was changed.
pub fn read(log: impl BufRead) -> Result<Recording, RecordingError> {
    let mut reader = Reader::new(log);
    let Some(head) = next(&mut reader)? else {
        let what = if reader.torn_line().is_some() { "the log is torn in its first line" } else { "the log is empty" };
        return Err(RecordingError::NoHead(what.to_owned()));
    };
    if head.event != "fight" {
        return Err(RecordingError::NoHead(format!("found the event `{}`", head.event)));
    }
    let mut recording = read_head(&head)?;
    let mut count = 0;
    // One line at a time: a log may be longer than the memory.
    while let Some(record) = next(&mut reader)? {
        recording.last_tick = record.tick;
        // What the player is told of the end comes behind it.
        if record.event != "told" {
            recording.has_end = record.event == "end";
        }
        match record.event.as_str() {
            "intent" if record.count("seat").is_some() => {
                recording.entry_lines.push(record.line_number);
                recording.intents.entry(text(&record, "actor")?).or_default().push_back(intent(&record)?);
            }
            "swapped" => recording.swaps.push(swap(&record)?),
            "left_out" | "holder" | "ordered" => recording.changes.push(changes::change(&record)?),
            "run" => {
                recording.is_journal = true;
                recording.folders = texts(&record, "folders")?;
            }
            "waits" => recording.wait = Some(changes::wait(&record)?),
            "end" => recording.end_hash = record.text("hash").map(str::to_owned),
            _ => continue,
        }
        count += 1;
        if count > MOST_INPUTS {
            return Err(lacks(&record, "event", "at most 5000000 decisions in one log"));
        }
    }
    recording.bytes = reader.bytes_read();
    Ok(recording)
}

fn next(reader: &mut Reader<impl BufRead>) -> Result<Option<Record>, RecordingError> {
    reader.next_record().map_err(RecordingError::Unreadable)
}

fn read_head(head: &Record) -> Result<Recording, RecordingError> {
    let fight_text = text(head, "fight_text")?;
    let (named, found) = (text(head, "fight_hash")?, format!("{:016x}", abi::hash(&fight_text)));
    if named != found {
        return Err(RecordingError::TextChanged { named, found });
    }
    let seed = head.count("seed").ok_or_else(|| lacks(head, "seed", "a whole number from 0"))?;
    let overrides =
        Overrides { rules: Some(text(head, "ruleset")?), holders: texts(head, "holders")?, sets: texts(head, "set")? };
    Ok(Recording {
        seed,
        fight: text(head, "fight")?,
        fight_text,
        overrides,
        abi: text(head, "abi")?,
        modules: parts(head, "modules")?,
        packs: parts(head, "packs")?,
        intents: BTreeMap::new(),
        entry_lines: Vec::new(),
        is_journal: false,
        folders: Vec::new(),
        changes: Vec::new(),
        wait: None,
        swaps: Vec::new(),
        end_hash: None,
        has_end: false,
        last_tick: head.tick,
        bytes: 0,
    })
}

fn intent(record: &Record) -> Result<IntentRecord, RecordingError> {
    Ok(IntentRecord {
        line_number: record.line_number,
        tick: record.tick,
        decision: text(record, "decision")?,
        declined: record.count("declined").unwrap_or(0),
        action: text(record, "action")?,
        target: record.fields.get("target").cloned(),
        ticks: record.count("ticks").and_then(|ticks| u32::try_from(ticks).ok()).unwrap_or(0),
    })
}

fn swap(record: &Record) -> Result<SwapRecord, RecordingError> {
    let text = |key| text(record, key);
    Ok(SwapRecord { tick: record.tick, kind: text("kind")?, id: text("module")?, from: text("from")?, to: text("to")? })
}

pub(super) fn lacks(record: &Record, key: &'static str, expected: &'static str) -> RecordingError {
    let found = record.fields.get(key).map_or_else(|| "nothing".to_owned(), Value::to_string);
    RecordingError::Lacks { line_number: record.line_number, key, found, expected }
}

pub(super) fn text(record: &Record, key: &'static str) -> Result<String, RecordingError> {
    record.text(key).map(str::to_owned).ok_or_else(|| lacks(record, key, "a text"))
}

pub(super) fn texts(record: &Record, key: &'static str) -> Result<Vec<String>, RecordingError> {
    let list = record.fields.get(key).and_then(Value::as_array);
    let all = list.and_then(|list| list.iter().map(|text| text.as_str().map(str::to_owned)).collect());
    all.ok_or_else(|| lacks(record, key, "a list of texts"))
}

fn parts(record: &Record, key: &'static str) -> Result<Vec<PartRecord>, RecordingError> {
    let part = |value: &Value| {
        let text = |key: &str| value.get(key)?.as_str().map(str::to_owned);
        Some(PartRecord { id: text("id")?, version: text("version")?, hash: text("hash")? })
    };
    let list = record.fields.get(key).and_then(Value::as_array);
    let all = list.and_then(|list| list.iter().map(part).collect());
    all.ok_or_else(|| lacks(record, key, "a list of objects with `id`, `version` and `hash`"))
}

impl Recording {
    /// The same with modules and packs as they were after the last swap: what has to be loaded to go on with a run.
    #[must_use]
    pub fn as_left(&self) -> Self {
        let mut left = Self { swaps: Vec::new(), ..self.clone() };
        for swap in &self.swaps {
            let parts = if swap.kind == "pack" { &mut left.packs } else { &mut left.modules };
            parts.iter_mut().filter(|part| part.id == swap.id).for_each(|part| part.hash.clone_from(&swap.to));
        }
        left
    }

    /// How many decisions of seats it has.
    #[must_use]
    pub fn entry_count(&self) -> u64 {
        self.entry_lines.len() as u64
    }

    /// What is loaded otherwise than when the log was written, one sentence each.
    #[must_use]
    pub fn differences_from(&self, game: &Game) -> Vec<String> {
        let mut differences = Vec::new();
        if self.abi != abi::ABI_VERSION {
            differences.push(format!("the interface was {} and is {} now", self.abi, abi::ABI_VERSION));
        }
        let logged = game.registry.logged();
        let modules = logged.iter().map(|(module, print)| (module.id.as_str(), (module.version.as_str(), *print)));
        compare("module", &self.modules, &modules.collect(), &mut differences);
        let packs = game.content.packs.iter().map(|pack| (&*pack.id, (&*pack.version, &*pack.hash)));
        compare("pack", &self.packs, &packs.collect(), &mut differences);
        for (from, to) in game.content.moved.iter().filter(|(from, _)| self.speaks_of(from)) {
            differences.push(match to {
                Some(to) => format!("what the log calls `{from}` is `{to}` now"),
                None => format!("what the log calls `{from}` is gone"),
            });
        }
        for SwapRecord { tick, kind, id, from, to } in &self.swaps {
            let (from, to) = (short(from), short(to));
            differences.push(format!(
                "the {kind} `{id}` was swapped at the end of tick {tick}: {from} until then, {to} from then on"
            ));
        }
        differences
    }
}

impl Recording {
    /// Whether an id stands in the fight or among the decisions.
    fn speaks_of(&self, id: &str) -> bool {
        let stands_alone = |at: usize| {
            let is_part = |c: char| c.is_alphanumeric() || "/-_".contains(c);
            let before = self.fight_text.get(..at).and_then(|text| text.chars().next_back());
            let behind = self.fight_text.get(at + id.len()..).and_then(|text| text.chars().next());
            !before.is_some_and(is_part) && !behind.is_some_and(is_part)
        };
        let mut intents = self.intents.values().flatten();
        self.overrides.rules.as_deref() == Some(id)
            || intents.any(|intent| intent.action == id)
            || self.fight_text.match_indices(id).any(|(at, _)| stands_alone(at))
    }
}

fn compare(what: &str, logged: &[PartRecord], now: &BTreeMap<&str, (&str, &str)>, differences: &mut Vec<String>) {
    for part in logged {
        let PartRecord { id, version, hash } = part;
        match now.get(id.as_str()) {
            None => differences.push(format!("the {what} `{id}` {version} is not loaded now")),
            Some((other, _)) if other != version => {
                differences.push(format!("the {what} `{id}` was {version} and is {other} now"));
            }
            Some((_, other)) if other != hash => {
                let (was, is) = (short(hash), short(other));
                differences.push(format!("the {what} `{id}` {version} has changed: its hash was {was} and is {is} now"));
            }
            Some(_) => {}
        }
    }
    let is_new = |id: &&str| !logged.iter().any(|part| part.id == **id);
    for id in now.keys().filter(|id| is_new(id)) {
        differences.push(format!("the {what} `{id}` was not loaded then"));
    }
}

/// The beginning of a hash, enough to tell two apart.
fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    const HEAD: &str = r#"{"tick":0,"event":"fight","seed":7,"ruleset":"core/dungeon-mind","holders":[],"set":["jitter_ticks 0"],"abi":"0.1.0","modules":[{"id":"core","version":"0.1.0","hash":"00ff"}],"packs":[],"fight":"duel","fight_hash":"HASH","fight_text":"Fight()"}"#;

    fn head() -> String {
        HEAD.replace("HASH", &format!("{:016x}", abi::hash("Fight()")))
    }

    fn check(log: &str, expected: Expect) {
        let told = match read(log.as_bytes()) {
            Ok(recording) => format!(
                "{} {} {:?} {:?} end: {}",
                recording.seed, recording.fight, recording.overrides.sets, recording.intents, recording.has_end
            ),
            Err(error) => error.to_string(),
        };
        expected.assert_eq(&told);
    }

    #[test]
    fn the_head_and_the_intents_of_seats_are_taken() {
        let log = format!(
            "{}\n{}\n{}\n{}\n",
            head(),
            r#"{"tick":3,"event":"intent","seq":1,"decision":"free","actor":"gob","action":"core/wait"}"#,
            r#"{"tick":4,"event":"intent","seq":2,"seat":0,"decision":"free","actor":"hero","action":"core/step","target":[1,2,0]}"#,
            r#"{"tick":9,"event":"end","outcome":"party","hash":"00"}"#,
        );
        check(
            &log,
            expect![[
                r#"7 duel ["jitter_ticks 0"] {"hero": [IntentRecord { line_number: 3, tick: 4, decision: "free", declined: 0, action: "core/step", target: Some(Array [Number(1), Number(2), Number(0)]), ticks: 0 }]} end: true"#
            ]],
        );
    }

    #[test]
    fn what_is_told_behind_the_end_leaves_it_the_end() {
        let log =
            |last: &str| format!("{}\n{}\n{last}\n", head(), r#"{"tick":9,"event":"end","outcome":"party","hash":"00"}"#);
        let told = log(r#"{"tick":9,"event":"told","to":"you","text":"It is over."}"#);
        assert!(read(told.as_bytes()).is_ok_and(|recording| recording.has_end));
        let goes_on = log(r#"{"tick":10,"event":"fell","actor":"hero"}"#);
        assert!(read(goes_on.as_bytes()).is_ok_and(|recording| !recording.has_end), "then it was none");
    }

    #[test]
    fn what_is_no_whole_log_is_refused_with_its_reason() {
        check(
            "",
            expect![
                "line 1: the log is empty; expected the first line of a fight's log, as `fight FILE --log LOG` writes it"
            ],
        );
        check(
            "{",
            expect![
                "line 1: the log is torn in its first line; expected the first line of a fight's log, as `fight FILE --log LOG` writes it"
            ],
        );
        check(
            "{\"tick\":0,\"event\":\"joined\"}\n",
            expect![
                "line 1: found the event `joined`; expected the first line of a fight's log, as `fight FILE --log LOG` writes it"
            ],
        );
        check(
            &HEAD.replace("HASH", "0000000000000000"),
            expect![
                "line 1: the fight in `fight_text` has the hash d0c64ac3c1ebe74e, and `fight_hash` says 0000000000000000: the log was changed; put the text back as it was, or write the fight to a file and run that"
            ],
        );
        check(
            &head().replace("\"seed\":7", "\"seed\":-7"),
            expect!["line 1: found -7 under `seed`, expected a whole number from 0"],
        );
    }

    #[test]
    fn what_is_loaded_otherwise_is_named() {
        let part = |id: &str, version: &str, hash: &str| PartRecord {
            id: id.to_owned(),
            version: version.to_owned(),
            hash: hash.to_owned(),
        };
        let logged = [part("a", "1", "x"), part("b", "1", "x"), part("c", "1", "x"), part("d", "1", "x")];
        let now = BTreeMap::from([("a", ("1", "x")), ("b", ("2", "x")), ("c", ("1", "y")), ("e", ("1", "x"))]);
        let mut differences = Vec::new();
        compare("pack", &logged, &now, &mut differences);
        expect![[r#"
            the pack `b` was 1 and is 2 now
            the pack `c` 1 has changed: its hash was x and is y now
            the pack `d` 1 is not loaded now
            the pack `e` was not loaded then"#]]
        .assert_eq(&differences.join("\n"));
    }
}
