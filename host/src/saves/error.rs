//! What can be wrong with runs on disk: each says what was found, and what to do.

use crate::lab::recording::RecordingError;
use crate::lab::seats::Astray;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a run cannot be kept, or not be gone on with.
#[derive(Debug)]
pub enum SaveError {
    /// The system has no place for the data of games.
    NoPlace,
    /// All numbers of runs in this folder are taken.
    Full(PathBuf),
    /// There is no such run: what was asked for, and where.
    NoRun(String, PathBuf),
    /// No run in this folder can be gone on with.
    NoneLeft(PathBuf),
    /// Another game plays it.
    Busy(PathBuf),
    /// It was played to its end.
    Over(PathBuf),
    /// The disk failed.
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was being done.
        deed: Deed,
        /// Why that failed.
        source: io::Error,
    },
    /// It is no journal.
    Unreadable(PathBuf, RecordingError),
    /// It holds no standing orders: why not.
    NoOrders(PathBuf, String),
    /// Other modules or packs are loaded than those that it was played with, one sentence each.
    Differs(PathBuf, Vec<String>),
    /// Answering again what was answered led elsewhere.
    Parted(PathBuf, String),
}

/// What was being done to a file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Making it.
    Create,
    /// Reading it.
    Read,
    /// Writing to it.
    Write,
}

impl SaveError {
    /// Answering again what was answered led elsewhere: at this question.
    pub(super) fn astray(path: PathBuf, astray: &Astray) -> Self {
        let Astray { tick, actor, next, why } = astray;
        let what = match (why, next) {
            (Some(why), _) => format!("at tick {tick} the modules cannot be changed as they were: {why}"),
            (None, (0, _)) => format!("at tick {tick} `{actor}` was asked what it had not been asked before"),
            (None, (line, at)) => {
                format!("at tick {tick} `{actor}` was asked, and its next decision was made at tick {at} (line {line})")
            }
        };
        Self::Parted(path, what)
    }
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPlace => {
                write!(
                    f,
                    "this system has no place for the data of games, since you have no home; name one with --saves DIR"
                )
            }
            Self::Full(folder) => write!(f, "{}: every number of a run is taken; move some away", folder.display()),
            Self::NoRun(which, folder) => {
                write!(f, "there is no run `{which}` in {}; `saves list` names those that there are", folder.display())
            }
            Self::NoneLeft(folder) => {
                write!(f, "no run in {} can be gone on with; `play` begins one", folder.display())
            }
            Self::Busy(path) => write!(f, "{}: another game is playing this run; end that one first", path.display()),
            Self::Over(path) => write!(
                f,
                "{}: this run was played to its end; `play` begins another, and `replay` shows what a log has of one",
                path.display()
            ),
            Self::Io { path, deed, source } => {
                let (deed, advice) = match deed {
                    Deed::Create => ("made", "name a folder that can be written to with --saves DIR"),
                    Deed::Read => ("read", "see that it can be, or name another with --saves DIR"),
                    Deed::Write => {
                        ("written", "make room; every decision until then is kept, and `play --continue` goes on")
                    }
                };
                write!(f, "{}: it cannot be {deed}: {source}; {advice}", path.display())
            }
            Self::Unreadable(path, error) => write!(f, "{}: this is not the journal of a run: {error}", path.display()),
            Self::NoOrders(path, why) => write!(
                f,
                "{}: these are no standing orders: {why}; those of the class hold until you give others, or mend the file",
                path.display()
            ),
            Self::Differs(path, differences) => {
                write!(f, "{}: what is loaded is not what this run was played with:", path.display())?;
                differences.iter().try_for_each(|difference| write!(f, "\n  {difference}"))?;
                write!(f, "\nbring that back, and go on with `play --continue`; nothing of the run is lost")
            }
            Self::Parted(path, what) => write!(
                f,
                "{}: this run cannot be gone on with, since answering again what was answered leads elsewhere: {what}; \
                 a module or the game itself is not what it was, or does not always answer the same",
                path.display()
            ),
        }
    }
}

impl std::error::Error for SaveError {}
