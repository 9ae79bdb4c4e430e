//! Reading a log back: bytes in, records out, every refusal with its line.
//!
//! Owns what counts as a line of a log. It trusts nothing: a line has a longest length, a key
//! stands once, `tick` and `event` are what they must be. A last line without its end, as a killed
//! process leaves it, is no error but told apart. It knows no key but those two, so it reads logs
//! of modules that it never met. Called by `lab` (diff, report, timeline, explain) and by replay.

use super::line::{HEAD_KEYS, KEYS, is_reserved_key};
use super::read_error::{LineProblem, ReadError};
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;
use std::io::{BufRead, Read as _};

/// The longest line that is read. The longest that is written is the first one, with the text of
/// a whole fight file of at most 4 MiB, of which a sign takes at most two bytes in JSON.
pub const MAX_LINE_BYTES: usize = 9 * 1024 * 1024;

/// One line of a log.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// From 1.
    pub line_number: u64,
    pub tick: u64,
    pub event: String,
    /// All other keys.
    pub fields: Map<String, Value>,
}

/// A line that has not been looked into yet.
#[derive(Clone, Copy, Debug)]
pub struct Raw<'a> {
    /// From 1.
    pub line_number: u64,
    /// Without the line's end.
    pub bytes: &'a [u8],
    /// False for a last line that no line end closes.
    pub is_closed: bool,
}

/// Reads a log line by line.
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    line: Vec<u8>,
    line_number: u64,
    is_closed: bool,
    torn: Option<u64>,
    bytes_read: u64,
}

impl<R: BufRead> Reader<R> {
    /// A reader from the first line of `source`.
    pub fn new(source: R) -> Self {
        Self { source, line: Vec::new(), line_number: 0, is_closed: false, torn: None, bytes_read: 0 }
    }

    /// The next line, uninterpreted, or `None` at the end.
    ///
    /// # Errors
    /// The source fails, or the line is longer than [`MAX_LINE_BYTES`].
    pub fn next_raw(&mut self) -> Result<Option<Raw<'_>>, ReadError> {
        self.line.clear();
        self.is_closed = false;
        self.line_number += 1;
        let line_number = self.line_number;
        let error = |problem| ReadError { line_number, problem };
        // One byte more than a line may have, for its end.
        let mut bounded = (&mut self.source).take(MAX_LINE_BYTES as u64 + 1);
        let read = bounded.read_until(b'\n', &mut self.line);
        let read = read.map_err(|source| error(LineProblem::Io(source)))?;
        self.bytes_read = self.bytes_read.saturating_add(u64::try_from(read).unwrap_or(u64::MAX));
        if read == 0 {
            return Ok(None);
        }
        self.is_closed = self.line.last() == Some(&b'\n');
        if !self.is_closed && self.line.len() > MAX_LINE_BYTES {
            return Err(error(LineProblem::TooLong));
        }
        Ok(self.last_raw())
    }

    /// What [`Reader::next_raw`] gave last; `None` before the first line and at the end.
    #[must_use]
    pub fn last_raw(&self) -> Option<Raw<'_>> {
        let bytes = if self.is_closed { self.line.strip_suffix(b"\n")? } else { self.line.as_slice() };
        (self.is_closed || !bytes.is_empty()).then_some(Raw {
            line_number: self.line_number,
            bytes,
            is_closed: self.is_closed,
        })
    }

    /// The next record, or `None` at the end, which [`Reader::torn_line`] may say is a torn one.
    ///
    /// # Errors
    /// As for [`Reader::next_raw`] and [`Raw::parse`], but for a torn last line.
    pub fn next_record(&mut self) -> Result<Option<Record>, ReadError> {
        match self.next_raw()?.map(|raw| raw.parse()).transpose() {
            Err(ReadError { line_number, problem: LineProblem::Torn { .. } }) => {
                self.torn = Some(line_number);
                Ok(None)
            }
            other => other,
        }
    }

    /// How many bytes have been read.
    #[must_use]
    pub fn bytes_read(&self) -> u64 {
        self.bytes_read
    }

    /// The number of a last line that was torn, once it has been met.
    #[must_use]
    pub fn torn_line(&self) -> Option<u64> {
        self.torn
    }
}

/// All records of a log; a torn last line is left out.
///
/// # Errors
/// Those of the first line that has one.
pub fn read_all(source: impl BufRead) -> Result<Vec<Record>, ReadError> {
    let mut reader = Reader::new(source);
    let mut records = Vec::new();
    while let Some(record) = reader.next_record()? {
        records.push(record);
    }
    Ok(records)
}

impl Raw<'_> {
    /// Looks into the line.
    ///
    /// # Errors
    /// It is not one object with an integer `tick` and a text `event`, or it is torn.
    pub fn parse(&self) -> Result<Record, ReadError> {
        self.parse_fields().map_err(|problem| ReadError { line_number: self.line_number, problem })
    }

    fn parse_fields(&self) -> Result<Record, LineProblem> {
        let Members(mut fields) = serde_json::from_slice(self.bytes).map_err(|error| {
            // After a loss of power a file may end in zeros, which were to become a line.
            if !self.is_closed && (error.is_eof() || self.bytes.contains(&0)) {
                LineProblem::Torn { bytes_count: self.bytes.len() }
            } else {
                LineProblem::malformed(&error)
            }
        })?;
        let tick = match fields.remove("tick") {
            Some(Value::Number(number)) if number.is_u64() => number.as_u64().unwrap_or(0),
            found => {
                return Err(LineProblem::Key { key: "tick", expected: "an integer from 0", found });
            }
        };
        let event = match fields.remove("event") {
            Some(Value::String(event)) => event,
            found => {
                return Err(LineProblem::Key { key: "event", expected: "a text", found });
            }
        };
        Ok(Record { line_number: self.line_number, tick, event, fields })
    }
}

impl Record {
    /// All keys but `tick` and `event` with their values, in the order in which a log writes them;
    /// those that the host does not know come last.
    pub fn in_log_order(&self) -> impl Iterator<Item = (&str, &Value)> {
        let known = KEYS.iter().chain(HEAD_KEYS);
        let known = known.filter_map(|key| self.fields.get_key_value(*key));
        let others = self.fields.iter().filter(|(key, _)| !is_reserved_key(key));
        known.chain(others).map(|(key, value)| (key.as_str(), value))
    }

    /// The text under `key`, if there is one.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&str> {
        self.fields.get(key)?.as_str()
    }

    /// The integer under `key`, if there is one that fits.
    #[must_use]
    pub fn integer(&self, key: &str) -> Option<i64> {
        self.fields.get(key)?.as_i64()
    }

    /// The integer from 0 under `key`, if there is one.
    #[must_use]
    pub fn count(&self, key: &str) -> Option<u64> {
        self.fields.get(key)?.as_u64()
    }

    /// The cell under `key`, if there is one.
    #[must_use]
    pub fn cell(&self, key: &str) -> Option<[i32; 3]> {
        let numbers = self.fields.get(key)?.as_array()?;
        let coordinate = |index: usize| i32::try_from(numbers.get(index)?.as_i64()?).ok();
        let cell = [coordinate(0)?, coordinate(1)?, coordinate(2)?];
        (numbers.len() == cell.len()).then_some(cell)
    }
}

/// The members of an object; a key that stands twice is refused, where a map would silently keep
/// the last.
struct Members(Map<String, Value>);

impl<'de> de::Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Members;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Members, A::Error> {
        let mut fields = Map::new();
        while let Some(key) = access.next_key::<String>()? {
            if fields.contains_key(&key) {
                return Err(de::Error::custom(format_args!("the key `{key}` stands twice")));
            }
            let value = access.next_value()?;
            fields.insert(key, value);
        }
        Ok(Members(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_LINE_BYTES, Reader, read_all};
    use crate::log::{FightLog, Line, Value};
    use expect_test::{Expect, expect};
    use std::fmt::Write as _;

    /// Reads `log` and tells it again: one line for each record, then how it ended.
    fn check(log: &[u8], expected: Expect) {
        let mut told = String::new();
        let mut reader = Reader::new(log);
        let end = loop {
            match reader.next_record() {
                Ok(Some(record)) => {
                    let fields = serde_json::Value::Object(record.fields);
                    let _ = writeln!(told, "{}: {} {} {fields}", record.line_number, record.tick, record.event);
                }
                Ok(None) => break format!("end, torn line: {:?}", reader.torn_line()),
                Err(error) => break format!("error: {error}"),
            }
        };
        expected.assert_eq(&format!("{told}{end}\n"));
    }

    #[test]
    fn a_whole_log_and_one_without_its_last_line_end() {
        let log = b"{\"tick\":0,\"event\":\"fell\",\"actor\":\"gob\"}\n{\"event\":\"landed\",\"tick\":4}";
        check(
            log,
            expect![[r#"
                1: 0 fell {"actor":"gob"}
                2: 4 landed {}
                end, torn line: None
            "#]],
        );
        check(
            b"",
            expect![[r#"
            end, torn line: None
        "#]],
        );
    }

    #[test]
    fn a_log_torn_anywhere_in_its_last_line_reads_up_to_it() {
        let log = "{\"tick\":0,\"event\":\"fell\"}\n{\"tick\":7,\"event\":\"s\u{e4}\\u00e4id\",\"a\":[-1,true,null]}";
        let first_bytes = log.find('\n').unwrap_or(0) + 1;
        for length in first_bytes + 1..log.len() {
            let mut reader = Reader::new(&log.as_bytes()[..length]);
            let read = (reader.next_record(), reader.next_record());
            assert!(matches!(read, (Ok(Some(_)), Ok(None))), "{length}: {read:?}");
            assert_eq!(reader.torn_line(), Some(2), "{length}");
        }
        assert_eq!(read_all(log.as_bytes()).map(|all| all.len()).ok(), Some(2));
    }

    #[test]
    fn zeros_behind_the_last_line_are_a_torn_one() {
        for tail in [&[0; 9][..], b"{\"tick\":7,\"ev\0\0\0\0"] {
            let log = [b"{\"tick\":0,\"event\":\"fell\"}\n", tail].concat();
            let mut reader = Reader::new(&log[..]);
            let read = (reader.next_record(), reader.next_record());
            assert!(matches!(read, (Ok(Some(_)), Ok(None))), "{tail:?}: {read:?}");
            assert_eq!(reader.torn_line(), Some(2), "{tail:?}");
        }
        assert!(read_all(&b"{\"tick\":0,\"event\":\"fell\"}\n\0\0\n"[..]).is_err(), "with an end it is a line");
    }

    #[test]
    fn a_line_cut_short_in_the_middle_is_an_error() {
        check(
            b"{\"tick\":0,\"eve\n{\"tick\":0,\"event\":\"fell\"}\n",
            expect![[r#"
                error: line 1, column 14: EOF while parsing a string; expected one JSON object with `tick` and `event`, as --log writes it
            "#]],
        );
    }

    #[test]
    fn what_is_no_line_is_refused_with_its_place() {
        check(
            b"hello\n",
            expect![[r#"
            error: line 1, column 1: expected value; expected one JSON object with `tick` and `event`, as --log writes it
        "#]],
        );
        check(
            b"\n",
            expect![[r#"
            error: line 1, column 0: EOF while parsing a value; expected one JSON object with `tick` and `event`, as --log writes it
        "#]],
        );
        check(
            b"[1,2]\n",
            expect![[r#"
            error: line 1, column 0: invalid type: sequence, expected a JSON object; expected one JSON object with `tick` and `event`, as --log writes it
        "#]],
        );
        check(
            b"{\"tick\":1,\"event\":\"fell\"} {}\n",
            expect![[r#"
            error: line 1, column 27: trailing characters; expected one JSON object with `tick` and `event`, as --log writes it
        "#]],
        );
        check(
            b"{\"tick\":1,\"event\":\"f\xff\"}\n",
            expect![[r#"
            error: line 1, column 21: invalid unicode code point; expected one JSON object with `tick` and `event`, as --log writes it
        "#]],
        );
        check(
            b"{\"tick\":1,\"event\":\"fell\",\"by\":\"a\",\"by\":\"b\"}\n",
            expect![[r#"
            error: line 1, column 38: the key `by` stands twice; expected one JSON object with `tick` and `event`, as --log writes it
        "#]],
        );
        check(
            b"{\"event\":\"fell\"}\n",
            expect![[r#"
            error: line 1: there is no `tick`, expected an integer from 0; is this a log?
        "#]],
        );
        check(
            b"{\"tick\":-1,\"event\":\"fell\"}\n",
            expect![[r#"
            error: line 1: `tick` is -1, expected an integer from 0
        "#]],
        );
        check(
            b"{\"tick\":1.5,\"event\":\"fell\"}\n",
            expect![[r#"
            error: line 1: `tick` is 1.5, expected an integer from 0
        "#]],
        );
        check(
            b"{\"tick\":1,\"event\":7}\n",
            expect![[r#"
            error: line 1: `event` is 7, expected a text
        "#]],
        );
    }

    #[test]
    fn a_line_has_a_longest_length() {
        let line = |bytes: usize| {
            let head = "{\"tick\":1,\"event\":\"";
            let mut line = String::from(head);
            line.extend(std::iter::repeat_n('x', bytes - head.len() - 2));
            line + "\"}"
        };
        let longest = line(MAX_LINE_BYTES);
        assert_eq!(read_all(longest.as_bytes()).map(|all| all.len()).ok(), Some(1));
        assert_eq!(read_all((longest + "\n").as_bytes()).map(|all| all.len()).ok(), Some(1));
        check(
            line(MAX_LINE_BYTES + 1).as_bytes(),
            expect![[r#"
                error: line 1: longer than 9437184 bytes, expected one JSON object a line; is this a log?
            "#]],
        );
    }

    #[test]
    fn deep_nesting_is_refused_and_not_followed() {
        let deep = format!("{{\"tick\":1,\"event\":\"fell\",\"a\":{}", "[".repeat(100_000));
        check(
            format!("{deep}\n").as_bytes(),
            expect![[r#"
            error: line 1, column 156: recursion limit exceeded; expected one JSON object with `tick` and `event`, as --log writes it
        "#]],
        );
    }

    #[test]
    fn what_is_written_is_read() {
        let log = FightLog::to_memory();
        let extras = [("words", Value::Text("\"\\\n\u{7f}\u{2028}\u{1f409}"))];
        log.with(|| {
            Line::new(u64::MAX, "leaving").from([i32::MIN, 0, i32::MAX]).rank(i64::MIN).seq(u64::MAX).extras(&extras).emit();
        });
        let records = read_all(log.finish().unwrap_or_default().as_slice()).unwrap_or_default();
        let [record] = records.as_slice() else {
            panic!("one line was written, {} were read", records.len());
        };
        assert_eq!((record.tick, record.event.as_str()), (u64::MAX, "leaving"));
        assert_eq!(record.cell("from"), Some([i32::MIN, 0, i32::MAX]));
        assert_eq!(record.integer("rank"), Some(i64::MIN));
        assert_eq!(record.count("seq"), Some(u64::MAX));
        assert_eq!(record.text("words"), Some("\"\\\n\u{7f}\u{2028}\u{1f409}"));
        assert_eq!((record.text("rank"), record.cell("to")), (None, None));
    }
}
