//! Where two logs part.
//!
//! Owns the comparison behind `diff LOG LOG` and `replay`. It ignores nothing: lines are compared
//! byte by byte, and only where they differ are they looked into, to name the field. It never
//! reads files or prints; `cli` hands it the readers and shows the answer. Where the first lines
//! differ (another seed, another module) it also looks beyond them, since that is what a designer
//! who changed a rule wants to know.

mod text;

use crate::log::{HEAD_KEYS, KEYS, LineProblem, Raw, ReadError, Reader, Record};
use serde_json::Value;
use std::collections::VecDeque;
use std::io::BufRead;

/// How many lines before the parting are shown.
const CONTEXT_LINES: usize = 3;

/// What two logs have to say about each other.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference {
    /// Byte for byte the same.
    Equal { lines: u64 },
    /// The same as far as one of them goes, and then it ends or is torn.
    Ended(Box<Ended>),
    /// A line differs.
    Parted(Box<Parting>),
}

/// Two logs of which one ends before the other, or in another way.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// The whole lines that are the same in both.
    pub lines: u64,
    pub first: End,
    pub second: End,
    /// The last lines that both have.
    pub before: Vec<Record>,
}

/// How a log goes on after the last line that both have.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    Ends,
    /// With a line that is not whole, of so many bytes.
    Torn {
        bytes_count: usize,
    },
    GoesOn(Record),
}

/// The first line that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Parting {
    pub first: Record,
    pub second: Record,
    /// The fields that differ, in the order of the log; none where both lines say the same and
    /// are only written differently.
    pub fields: Vec<FieldDifference>,
    /// The last lines that both have.
    pub before: Vec<Record>,
    /// What the logs say about each other after their first lines, where these are what differs.
    pub beyond_first_line: Option<Difference>,
}

/// A field that differs, with what either log has there.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldDifference {
    pub key: String,
    pub first: Option<Value>,
    pub second: Option<Value>,
}

/// Which of the two logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    First,
    Second,
}

/// One of the logs cannot be read.
#[derive(Debug)]
pub struct DiffError {
    pub side: Side,
    pub error: ReadError,
}

/// Compares two logs, line by line, holding no more than a few lines of each.
///
/// # Errors
/// A log cannot be read, or is none as far as it was looked into.
pub fn diff(first: impl BufRead, second: impl BufRead) -> Result<Difference, DiffError> {
    diff_without(first, second, |_| false)
}

/// The same, as if the lines that `is_passed_over` names stood in neither log.
///
/// # Errors
/// As [`diff`].
pub fn diff_without(
    first: impl BufRead,
    second: impl BufRead,
    is_passed_over: impl Fn(&Raw<'_>) -> bool,
) -> Result<Difference, DiffError> {
    let mut logs = Logs { first: Reader::new(first), second: Reader::new(second), lines: 0, is_passed_over };
    let mut difference = logs.go_on()?;
    if let Difference::Parted(parting) = &mut difference
        && parting.is_about_heads()
    {
        parting.beyond_first_line = Some(logs.go_on()?);
    }
    Ok(difference)
}

/// Both logs, read side by side.
struct Logs<A, B, P> {
    first: Reader<A>,
    second: Reader<B>,
    /// The lines that both have had.
    lines: u64,
    is_passed_over: P,
}

impl<A: BufRead, B: BufRead, P: Fn(&Raw<'_>) -> bool> Logs<A, B, P> {
    /// Reads on to the next line that differs, or to the end of both.
    fn go_on(&mut self) -> Result<Difference, DiffError> {
        let mut before = Before::default();
        loop {
            pass_over(&mut self.first, &self.is_passed_over).map_err(Side::First.blame())?;
            pass_over(&mut self.second, &self.is_passed_over).map_err(Side::Second.blame())?;
            let (first, second) = (self.first.last_raw(), self.second.last_raw());
            match (&first, &second) {
                (Some(one), Some(other)) if is_same(one, other) => {
                    if one.line_number == 1 {
                        // Two equal files that are no logs are a wrong question, not a yes.
                        one.parse().map_err(Side::First.blame())?;
                    }
                    self.lines += 1;
                    before.push(one);
                }
                (None, None) => return Ok(Difference::Equal { lines: self.lines }),
                _ => return part(first, second, &before, self.lines),
            }
        }
    }
}

/// Reads on to the next line that counts, or to the end.
fn pass_over<R: BufRead>(log: &mut Reader<R>, is_passed_over: impl Fn(&Raw<'_>) -> bool) -> Result<(), ReadError> {
    while let Some(raw) = log.next_raw()? {
        if !is_passed_over(&raw) {
            break;
        }
    }
    Ok(())
}

/// True if two lines are the same to the byte and to whether they are closed.
fn is_same(one: &Raw<'_>, other: &Raw<'_>) -> bool {
    one.is_closed == other.is_closed && one.bytes == other.bytes
}

/// The last lines that both logs have, uninterpreted; the room of those that are forgotten is
/// used again, since nearly all are.
#[derive(Default)]
struct Before(VecDeque<(u64, Vec<u8>)>);

impl Before {
    fn push(&mut self, line: &Raw<'_>) {
        let forgotten = (self.0.len() == CONTEXT_LINES).then(|| self.0.pop_front());
        let mut bytes = forgotten.flatten().map(|(_, bytes)| bytes).unwrap_or_default();
        bytes.clear();
        bytes.extend_from_slice(line.bytes);
        self.0.push_back((line.line_number, bytes));
    }

    fn records(&self) -> Result<Vec<Record>, DiffError> {
        let records = self.0.iter().map(|(line_number, bytes)| {
            let line_number = *line_number;
            let is_closed = true;
            let raw = Raw { line_number, bytes, is_closed };
            raw.parse()
        });
        // Both logs have these lines; either is as good to name.
        records.collect::<Result<_, _>>().map_err(Side::First.blame())
    }
}

/// Says how two logs differ that do not go on with the same line.
fn part(first: Option<Raw<'_>>, second: Option<Raw<'_>>, before: &Before, lines: u64) -> Result<Difference, DiffError> {
    let first = end(first).map_err(Side::First.blame())?;
    let second = end(second).map_err(Side::Second.blame())?;
    let before = before.records()?;
    Ok(match (first, second) {
        (End::GoesOn(first), End::GoesOn(second)) => Difference::Parted(Box::new(Parting {
            fields: differing_fields(&first, &second),
            first,
            second,
            before,
            beyond_first_line: None,
        })),
        (first, second) => Difference::Ended(Box::new(Ended { lines, first, second, before })),
    })
}

/// What stands at the place where the other log has something else.
fn end(raw: Option<Raw<'_>>) -> Result<End, ReadError> {
    let Some(raw) = raw else {
        return Ok(End::Ends);
    };
    match raw.parse() {
        // A kill may have left just the end of the line out: what is not closed was not written whole.
        Ok(_) if !raw.is_closed => Ok(End::Torn { bytes_count: raw.bytes.len() }),
        Ok(record) => Ok(End::GoesOn(record)),
        Err(ReadError { problem: LineProblem::Torn { bytes_count }, .. }) => Ok(End::Torn { bytes_count }),
        Err(error) => Err(error),
    }
}

/// The fields that differ, in the order of the log, what it does not know last.
fn differing_fields(first: &Record, second: &Record) -> Vec<FieldDifference> {
    let mut keys: Vec<&str> = KEYS.iter().chain(HEAD_KEYS).copied().collect();
    for key in first.fields.keys().chain(second.fields.keys()) {
        if !keys.contains(&key.as_str()) {
            keys.push(key);
        }
    }
    let differing = keys.into_iter().filter_map(|key| {
        let (first, second) = (value(first, key), value(second, key));
        (first != second).then(|| FieldDifference { key: key.to_owned(), first, second })
    });
    differing.collect()
}

/// What a record has under a key, its tick and event too.
fn value(record: &Record, key: &str) -> Option<Value> {
    match key {
        "tick" => Some(record.tick.into()),
        "event" => Some(record.event.as_str().into()),
        _ => record.fields.get(key).cloned(),
    }
}

impl Side {
    /// Says of an error whose it is.
    fn blame(self) -> impl Fn(ReadError) -> DiffError {
        move |error| DiffError { side: self, error }
    }
}

impl Difference {
    /// True only if the logs are the same byte for byte.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        matches!(self, Self::Equal { .. })
    }

    /// True if no line contradicts another: equal, or one goes on where the other ends. This is
    /// what a replay of a run asks that was ended from outside.
    #[must_use]
    pub fn is_agreed_so_far(&self) -> bool {
        !matches!(self, Self::Parted(_))
    }
}

impl Parting {
    /// True if what differs is how the fights were set up.
    fn is_about_heads(&self) -> bool {
        let is_head = |record: &Record| record.line_number == 1 && record.event == "fight";
        is_head(&self.first) && is_head(&self.second)
    }
}

#[cfg(test)]
mod tests {
    use super::diff;
    use crate::log::{FightLog, Line};
    use expect_test::expect;

    pub(super) const SAME: &str = "\
{\"tick\":0,\"event\":\"joined\",\"actor\":\"hero\",\"initiative\":0,\"at\":[2,1,0]}
{\"tick\":0,\"event\":\"joined\",\"actor\":\"gob\",\"initiative\":1,\"at\":[7,1,0]}
{\"tick\":0,\"event\":\"encounter_began\"}
{\"tick\":0,\"event\":\"prep_began\",\"actor\":\"hero\",\"action\":\"core/strike\",\"ticks\":20,\"target\":\"gob\"}
";
    pub(super) const CHECK: &str = "\
{\"tick\":29,\"event\":\"check\",\"actor\":\"hero\",\"roll_permille\":512,\"degree\":\"hit\",\"zeal\":1}
";

    #[test]
    fn agreement_is_more_than_equality() {
        let judge = |first: &str, second: &str| {
            let judged = diff(first.as_bytes(), second.as_bytes());
            judged.map(|d| (d.is_equal(), d.is_agreed_so_far())).ok()
        };
        assert_eq!(judge(SAME, SAME), Some((true, true)));
        assert_eq!(judge(SAME, &SAME[..150]), Some((false, true)));
        assert_eq!(judge(SAME, CHECK), Some((false, false)));
    }

    #[test]
    fn two_runs_of_one_fight_are_equal_and_one_other_blow_is_found() {
        let fight = |blow_tick: u64| {
            let log = FightLog::to_memory();
            log.with(|| {
                for tick in 0..1000 {
                    let roll = if tick == blow_tick { 1 } else { 500 };
                    Line::new(tick, "check").actor("hero").roll_permille(roll).emit();
                }
            });
            log.finish().unwrap_or_default()
        };
        let compare = |first: u64, second: u64| {
            let difference = diff(fight(first).as_slice(), fight(second).as_slice());
            difference.map_or_else(|error| error.to_string(), |found| found.to_string())
        };
        expect![[r#"
            The logs are equal: 1000 lines.
        "#]]
        .assert_eq(&compare(700, 700));
        expect![[r#"
            The logs part at line 701, tick 700, event check:
              roll_permille
                first   1
                second  500
            The lines before, in both:
              line 698, tick 697: check actor=hero roll_permille=500
              line 699, tick 698: check actor=hero roll_permille=500
              line 700, tick 699: check actor=hero roll_permille=500
            The line itself:
              first   line 701, tick 700: check actor=hero roll_permille=1
              second  line 701, tick 700: check actor=hero roll_permille=500
        "#]]
        .assert_eq(&compare(700, 900));
    }
}
