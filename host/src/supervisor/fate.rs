//! What became of the game: it ended by itself, somebody ended it, or it fell; and of a fall, whose doing it was.
//!
//! Owns the words for that. Pure: `watch` finds out, the command line tells the player.

use super::legend::Legend;
use crate::modules::crumb::{Crumb, Spot};
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// What became of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It came to its own end, with this exit code.
    Ended(u8),
    /// Somebody ended it by a signal that asks for that, and so does this one.
    Told(i32),
    /// It fell.
    Fell(Box<Fall>),
}

/// A fall: how, and in whose hands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fall {
    /// How it ended.
    pub how: How,
    /// Which module was being called; none where the game fell between two calls.
    pub culprit: Option<Culprit>,
    /// What was known of the game.
    pub legend: Legend,
}

/// How a game can fall.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// By this signal.
    Signal(i32),
    /// The process was left with this exit code, in the middle of things.
    Exit(i32),
    /// A call did not come back within this time, and the supervisor ended it.
    Hung(Duration),
}

/// Whose doing it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Culprit {
    /// The place of the module.
    pub place: u32,
    /// Its id; a number where the game did not come so far as to name it.
    pub module: String,
    /// Its library, where that is known.
    pub file: Option<PathBuf>,
    /// What of it was being called.
    pub spot: Spot,
    /// The word, where it was one.
    pub word: Option<String>,
}

impl Fall {
    /// Reads a fall from what the game left behind.
    #[must_use]
    pub fn of(how: How, crumb: Crumb, legend: Legend) -> Self {
        let culprit = crumb.call().map(|(place, spot)| {
            let note = legend.modules.get(place as usize);
            Culprit {
                place,
                module: note.map_or_else(|| format!("number {}", place + 1), |note| note.id.clone()),
                file: note.map(|note| note.file.clone()),
                spot,
                word: legend.word(spot).map(str::to_owned),
            }
        });
        Self { how, culprit, legend }
    }
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The numbers that all Unixes share.
        let name = match self {
            Self::Signal(6) => "it gave up (SIGABRT), as after a panic that cannot be caught or a stack that is used up",
            Self::Signal(11) => "it reached for memory that is not its own (SIGSEGV)",
            Self::Signal(4 | 5) => "it ran into code that is none (SIGILL)",
            Self::Signal(8) => "it reckoned what has no result (SIGFPE)",
            Self::Signal(9) => "it was killed from outside (SIGKILL)",
            Self::Signal(number) => return write!(f, "it was ended by the signal {number}"),
            Self::Exit(code) => return write!(f, "it left the whole process, with the exit code {code}"),
            Self::Hung(time) => {
                return write!(f, "it did not come back within {}.{} seconds", time.as_secs(), time.subsec_millis() / 100);
            }
        };
        f.write_str(name)
    }
}

impl fmt::Display for Fall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(Culprit { module, spot, word, .. }) = &self.culprit else {
            return write!(f, "The game itself fell, and no module was being called: {}.", self.how);
        };
        write!(f, "The module `{module}` took the game down in `{}`", spot.function_name())?;
        if let Some(word) = word {
            write!(f, ", its word `{word}`")?;
        }
        write!(f, ": {}.", self.how)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modules::crumb::WordKind;
    use expect_test::{Expect, expect};

    fn legend() -> Legend {
        let mut legend = Legend::before_loading("plain", &[("goblins".to_owned(), "/games/libgoblins.so".into())]);
        legend.words[0] = vec!["throw <hand>".to_owned()];
        legend
    }

    fn check(how: How, crumb: Crumb, expected: &Expect) {
        expected.assert_eq(&Fall::of(how, crumb, legend()).to_string());
    }

    #[test]
    fn a_fall_names_module_function_word_and_cause() {
        let at = |place, spot| Crumb::of(place, spot, 3);
        check(
            How::Signal(6),
            at(0, Spot::word(WordKind::Effect, 0)),
            &expect![
                "The module `goblins` took the game down in `Effect::run`, its word `throw <hand>`: it gave up (SIGABRT), as after a panic that cannot be caught or a stack that is used up."
            ],
        );
        check(
            How::Hung(Duration::from_millis(2_500)),
            at(0, Spot::function("Tempo::lengths")),
            &expect![
                "The module `goblins` took the game down in `Tempo::lengths`: it did not come back within 2.5 seconds."
            ],
        );
        check(
            How::Exit(0),
            at(7, Spot::OPENING),
            &expect![
                "The module `number 8` took the game down in `its start`: it left the whole process, with the exit code 0."
            ],
        );
        check(
            How::Signal(11),
            Crumb(5),
            &expect![
                "The game itself fell, and no module was being called: it reached for memory that is not its own (SIGSEGV)."
            ],
        );
    }
}
