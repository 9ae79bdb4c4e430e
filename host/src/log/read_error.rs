//! What can be wrong with a log that is read, and how it is said.
//!
//! Owns the words: what was found, what was expected, and in which line. `read` makes these
//! errors; whoever opened the file adds its name and shows them.

use serde_json::Value;
use std::fmt;
use std::io;

use super::read::MAX_LINE_BYTES;

/// Why a log cannot be read on, and where.
#[derive(Debug)]
pub struct ReadError {
    pub line_number: u64,
    pub problem: LineProblem,
}

/// What is wrong with a line.
#[derive(Debug)]
pub enum LineProblem {
    /// The file itself could not be read.
    Io(io::Error),
    TooLong,
    /// Not a JSON object, or one with a key that stands twice; what the parser says and where.
    NotAnObject {
        found: String,
        column: usize,
    },
    /// A key that every line has is missing or holds something else.
    Key {
        key: &'static str,
        expected: &'static str,
        found: Option<Value>,
    },
    /// The line ends in the middle of its object, and it is the last.
    Torn {
        bytes_count: usize,
    },
}

impl LineProblem {
    /// The parser's words without its place, which counts lines from this one.
    pub(super) fn malformed(error: &serde_json::Error) -> Self {
        let words = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        LineProblem::NotAnObject { found: words.strip_suffix(&place).unwrap_or(&words).to_owned(), column: error.column() }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line_number)?;
        match &self.problem {
            LineProblem::Io(error) => write!(f, ": the log could not be read on: {error}"),
            LineProblem::TooLong => write!(
                f,
                ": longer than {MAX_LINE_BYTES} bytes, expected one JSON object a line; is this a \
                 log?"
            ),
            LineProblem::NotAnObject { found, column } => write!(
                f,
                ", column {column}: {found}; expected one JSON object with `tick` and `event`, as \
                 --log writes it"
            ),
            LineProblem::Key { key, expected, found: Some(found) } => write!(f, ": `{key}` is {found}, expected {expected}"),
            LineProblem::Key { key, expected, found: None } => {
                write!(f, ": there is no `{key}`, expected {expected}; is this a log?")
            }
            LineProblem::Torn { bytes_count } => {
                write!(f, ": torn after {bytes_count} bytes; the run that wrote it was ended from outside")
            }
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.problem {
            LineProblem::Io(error) => Some(error),
            _ => None,
        }
    }
}
