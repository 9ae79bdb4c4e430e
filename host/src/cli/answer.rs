//! What a command comes to: a yes, a no, or why it could not be answered; and the only places that write to the streams.
//!
//! Owns the exit codes. A reader that has gone away (`| head`) is no error: whoever stops reading has read enough.

use dungeon_mind::lab::recording::RecordingError;
use dungeon_mind::lab::replay::ReplayError;
use dungeon_mind::loading::LoadError;
use dungeon_mind::log::LogError;
use dungeon_mind::plain_text::shown;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// The answer to a question that could be answered.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Answer {
    /// Done, or yes.
    Yes,
    /// No: a check failed, a replay is another fight, logs differ.
    No,
    /// As the game that a supervisor had started ended.
    Code(ExitCode),
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Refused {
    /// The question was wrong: a file that is not there, content with problems.
    Question(String),
    /// A module failed.
    Module(String),
}

impl Refused {
    /// A wrong question about a file.
    pub fn file(path: &Path, why: impl Display) -> Self {
        Self::Question(format!("{}: {why}", path.display()))
    }
}

impl From<LoadError> for Refused {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Modules(_) => Self::Module(error.to_string()),
            LoadError::Content(_) | LoadError::Setup(_) | LoadError::NoContent(_) => Self::Question(error.to_string()),
        }
    }
}

impl From<LogError> for Refused {
    fn from(error: LogError) -> Self {
        Self::Question(error.to_string())
    }
}

/// What is wrong with a recording, whose file the message names.
pub fn of_recording(path: &Path, error: &RecordingError) -> Refused {
    Refused::file(path, error)
}

/// What is wrong with a replay, whose file the message names.
pub fn of_replay(path: &Path, error: &ReplayError) -> Refused {
    Refused::file(path, error)
}

/// Ends the program's work: tells why there is no answer, and gives the exit code.
pub fn give(answered: Result<Answer, Refused>) -> ExitCode {
    match answered {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Ok(Answer::Code(code)) => code,
        Err(Refused::Question(why)) => {
            if !why.is_empty() {
                complain(why.trim_end());
            }
            ExitCode::from(2)
        }
        Err(Refused::Module(why)) => {
            complain(why.trim_end());
            ExitCode::from(3)
        }
    }
}

/// Writes an answer to the standard output. What came out of somebody's file is in it, so nothing in it is an order to
/// the terminal.
pub fn say(text: impl Display) -> Result<(), Refused> {
    say_bytes(shown(&text.to_string()).as_bytes())
}

/// The same for bytes, such as a log.
pub fn say_bytes(bytes: &[u8]) -> Result<(), Refused> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Refused::Question(format!("the standard output cannot be written to: {error}")))
        }
        _ => Ok(()),
    }
}

/// The same for bytes that another process complained in.
pub fn complain_bytes(bytes: &[u8]) {
    let _ = io::stderr().write_all(bytes);
}

/// Writes a line to the standard error stream. Where even that is closed there is nobody to tell.
pub fn complain(text: impl Display) {
    let _ = writeln!(io::stderr(), "{}", shown(&text.to_string()));
}
