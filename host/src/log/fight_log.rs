//! The log of one fight, from opening to the last byte.
//!
//! Owns the sink and the dispatch of one log; several may be open in one process, each on the
//! threads that run inside its [`FightLog::with`]. It never installs anything for the whole
//! process. Opened by `cli` and the lab, which report what [`FightLog::finish`] says.

use super::FOLLOWS;
use super::layer::{FightLayer, FightsOnly, Sink, lock};
use super::picked::Picked;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use tracing::dispatcher::{self, Dispatch};
use tracing::subscriber::NoSubscriber;
use tracing_subscriber::layer::SubscriberExt as _;

/// The log of one fight, written to a `W`.
#[derive(Debug)]
pub struct FightLog<W: io::Write + Send + 'static> {
    sink: Arc<Mutex<Sink<W>>>,
    dispatch: Dispatch,
    path: Option<PathBuf>,
}

/// Why a log could not be written.
#[derive(Debug)]
pub struct LogError {
    /// The file, if it goes to one.
    pub path: Option<PathBuf>,
    /// What was being done.
    pub step: LogStep,
    pub source: io::Error,
}

/// What was being done to a log when it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogStep {
    Create,
    Write,
}

impl FightLog<File> {
    /// A log in a new file; one that is there already is overwritten.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn to_file(path: &Path) -> Result<Self, LogError> {
        let file =
            File::create(path).map_err(|source| LogError { path: Some(path.to_owned()), step: LogStep::Create, source })?;
        let mut log = Self::to_writer(file);
        log.path = Some(path.to_owned());
        Ok(log)
    }
}

impl FightLog<Vec<u8>> {
    /// A log that [`FightLog::finish`] hands over as bytes.
    #[must_use]
    pub fn to_memory() -> Self {
        Self::to_writer(Vec::new())
    }
}

impl<W: io::Write + Send + 'static> FightLog<W> {
    /// A log that goes to `writer`, in large pieces: it needs no buffer of its own.
    #[must_use]
    pub fn to_writer(writer: W) -> Self {
        keep_company();
        let sink = Arc::new(Mutex::new(Sink::new(writer)));
        let layer = FightLayer::new(Arc::clone(&sink));
        Self { dispatch: Dispatch::new(FightsOnly(FOLLOWS).with(layer)), sink, path: None }
    }

    /// The same log, and its decisions handed over as they come.
    #[must_use]
    pub fn beside(mut self, picked: Picked) -> Self {
        let layer = FightLayer::new(Arc::clone(&self.sink));
        self.dispatch = Dispatch::new(FightsOnly(FOLLOWS).with(layer).with(picked));
        self
    }

    /// Runs `fight`; the lines that it emits on this thread go here. May be called again, and
    /// again from another thread; the log of an outer `with` gets nothing meanwhile.
    pub fn with<T>(&self, fight: impl FnOnce() -> T) -> T {
        dispatcher::with_default(&self.dispatch, fight)
    }

    /// True if a write has failed, for a long run that would rather stop than go on without log.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        lock(&self.sink).has_failed()
    }

    /// Writes what is gathered so far, for a game that waits for a key: a killed process loses nothing that was decided.
    pub fn flush(&self) {
        lock(&self.sink).flush();
    }

    /// Writes what is left and hands the writer back: for a log in memory, all its bytes.
    ///
    /// # Errors
    /// The first error that any write met; what stands before it in the file is whole.
    pub fn finish(self) -> Result<W, LogError> {
        lock(&self.sink).finish().map_err(|source| LogError { path: self.path.clone(), step: LogStep::Write, source })
    }
}

/// While there is one listener only, `tracing` asks the thread that first comes to a line whether it listens, and keeps the answer
/// for all: a thread without a log would silence the log of another. With a second listener, who hears nothing, it asks them all.
pub(super) fn keep_company() {
    static COMPANY: OnceLock<Dispatch> = OnceLock::new();
    COMPANY.get_or_init(|| Dispatch::new(NoSubscriber::default()));
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (deed, advice) = match self.step {
            LogStep::Create => ("created", "name a file in a folder that can be written to"),
            LogStep::Write => (
                "written to its end",
                "make room or name another file with --log, then run the fight again: the same \
                 seed gives the same log",
            ),
        };
        match &self.path {
            Some(path) => write!(f, "the log {} could not be {deed}", path.display())?,
            None => write!(f, "the log could not be {deed}")?,
        }
        write!(f, ": {}; {advice}", self.source)
    }
}

impl std::error::Error for LogError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

#[cfg(test)]
mod tests {
    use super::{FightLog, LogError, LogStep};
    use crate::log::Line;
    use expect_test::{Expect, expect};
    use std::io;
    use std::path::Path;

    fn check(error: &LogError, expected: Expect) {
        expected.assert_eq(&error.to_string());
    }

    /// The log of a small fight that names its actor, in memory.
    fn fight(actor: &str, lines: u64) -> String {
        let log = FightLog::to_memory();
        log.with(|| (0..lines).for_each(|tick| Line::new(tick, "finished").actor(actor).emit()));
        let bytes = log.finish().unwrap_or_default();
        String::from_utf8(bytes).unwrap_or_default()
    }

    #[test]
    fn errors_say_which_file_and_what_to_do() {
        let error = |path: Option<&str>, step, kind: io::ErrorKind| LogError {
            path: path.map(Into::into),
            step,
            source: kind.into(),
        };
        check(
            &error(Some("runs/a.jsonl"), LogStep::Create, io::ErrorKind::PermissionDenied),
            expect![
                "the log runs/a.jsonl could not be created: permission denied; name a file in a folder that can be written to"
            ],
        );
        check(
            &error(None, LogStep::Write, io::ErrorKind::StorageFull),
            expect![
                "the log could not be written to its end: no storage space; make room or name another file with --log, then run the fight again: the same seed gives the same log"
            ],
        );
        let missing = FightLog::to_file(Path::new("no/such/folder/a.jsonl")).map(drop);
        assert_eq!(missing.map_err(|error| error.step), Err(LogStep::Create));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_the_caller_s_to_report() {
        let log = FightLog::to_file(Path::new("/dev/full"));
        let finished = log.and_then(|log| {
            log.with(|| Line::new(1, "fell").emit());
            log.finish()
        });
        let kind = finished.map(drop).map_err(|error| (error.step, error.source.kind()));
        assert_eq!(kind, Err((LogStep::Write, io::ErrorKind::StorageFull)));
    }

    #[test]
    fn a_log_in_a_file_holds_what_one_in_memory_holds() {
        let path = std::env::temp_dir().join(format!("dungeon-mind-fight-log-{}.jsonl", std::process::id()));
        let finished = FightLog::to_file(&path).and_then(|log| {
            log.with(|| (0..3_000).for_each(|tick| Line::new(tick, "finished").actor("hero").emit()));
            log.finish()
        });
        assert_eq!(finished.map(drop).map_err(|error| error.to_string()), Ok(()));
        assert_eq!(std::fs::read_to_string(&path).ok(), Some(fight("hero", 3_000)));
        assert_eq!(std::fs::remove_file(&path).map_err(|error| error.kind()), Ok(()));
    }

    #[test]
    fn fights_on_several_threads_keep_to_their_own_logs() {
        let names = ["hero", "gob", "ogre", "imp"];
        let logs = std::thread::scope(|scope| {
            let running = names.map(|name| scope.spawn(move || fight(name, 5_000)));
            running.map(|thread| thread.join().unwrap_or_default())
        });
        for (name, log) in names.iter().zip(&logs) {
            assert_eq!(log.lines().count(), 5_000);
            assert!(log.lines().all(|line| line.contains(name)));
        }
    }

    #[test]
    fn the_same_fight_twice_gives_the_same_bytes() {
        assert_eq!(fight("hero", 100), fight("hero", 100));
    }

    #[test]
    fn an_inner_log_takes_the_lines_and_gives_them_back() {
        let outer = FightLog::to_memory();
        let inner = outer.with(|| {
            Line::new(1, "fell").emit();
            let inner = fight("gob", 1);
            Line::new(2, "landed").emit();
            inner
        });
        expect![[r#"
            {"tick":0,"event":"finished","actor":"gob"}
        "#]]
        .assert_eq(&inner);
        expect![[r#"
            {"tick":1,"event":"fell"}
            {"tick":2,"event":"landed"}
        "#]]
        .assert_eq(&String::from_utf8_lossy(&outer.finish().unwrap_or_default()));
    }
}
