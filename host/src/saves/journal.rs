//! The journal of one run: its beginning is made whole or not at all, and every decision is on its way to the disk before it is
//! carried out.
//!
//! Owns the file and its lock, and what a line of it is: the first line of the run's log; `run`, what else it takes to load the
//! same game; `intent`, `ordered` and `end` as the log has them; `waits` with the state's hash wherever the player was waited for; and
//! changes of modules. It is read by `lab::recording`, as any log. Held by whoever plays.

use super::error::{Deed, SaveError};
use super::syncer::Syncer;
use super::{Saves, number_of};
use crate::clock::{ModuleChange, Setup};
use crate::lab::recording::{self, Attention, Position, Recording, WaitRecord, Waiting};
use crate::log::{FightLog, Picked};
use crate::plain_file;
use serde_json::json;
use std::collections::VecDeque;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What it takes to load the same game again, besides what the first line says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The folders of packs that the user named, absolute.
    pub packs: Vec<PathBuf>,
}

/// An open journal; the lock on it goes with the last share of it.
#[derive(Clone)]
pub struct Journal {
    path: PathBuf,
    inner: Arc<Mutex<Inner>>,
}

struct Inner {
    file: File,
    /// The decisions that stand in the file already and are made again on the way to the present.
    known: VecDeque<String>,
    /// Where the player was waited for last.
    wait: Option<Wait>,
    /// What a line was that is not the one which stands in the file.
    parted: Option<String>,
    error: Option<io::Error>,
    has_unsynced: bool,
    syncer: Syncer,
}

/// A journal has one short line for each key; this is a year of pressing keys.
const MOST_BYTES: u64 = 1 << 30;

/// Where the player was waited for, with the hash of the state in hexadecimal digits.
#[derive(PartialEq, Eq)]
struct Wait {
    position: Position,
    hash: String,
    attention: Attention,
}

impl Journal {
    /// Begins the journal of a fight that is about to be set up. What another reader sees is either all of its beginning or no
    /// file.
    ///
    /// # Errors
    /// The disk fails, or the folder has no number left.
    pub fn begin(saves: &Saves, setup: &Setup, facts: &Facts) -> Result<Self, SaveError> {
        let folder = saves.folder();
        let failed = |path: &Path| {
            let path = path.to_path_buf();
            move |source| SaveError::Io { path, deed: Deed::Create, source }
        };
        fs::create_dir_all(folder).map_err(failed(folder))?;
        let mut aside = tempfile::Builder::new().prefix(".new-").tempfile_in(folder).map_err(failed(folder))?;
        aside.write_all(&head(setup, facts)).and_then(|()| aside.as_file().sync_all()).map_err(failed(aside.path()))?;
        aside.as_file().try_lock().map_err(|error| failed(folder)(error.into()))?;
        loop {
            let path = saves.next()?;
            // Another game may have taken the number meanwhile; then the next one is tried.
            match aside.persist_noclobber(&path) {
                Ok(file) => {
                    sync_folder(folder);
                    return Ok(Self::of(path, file, VecDeque::new(), None));
                }
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => aside = error.file,
                Err(error) => return Err(failed(&path)(error.error)),
            }
        }
    }

    /// Opens the journal of a run to go on with it, and reads what it has. What a killed game left of a last line is cut off.
    ///
    /// # Errors
    /// Another game has it, it is over, or no journal; the disk fails.
    pub fn open(path: &Path) -> Result<(Self, Recording, Facts), SaveError> {
        let failed = |deed| move |source| SaveError::Io { path: path.to_path_buf(), deed, source };
        // What is no plain file keeps whoever opens it waiting.
        drop(plain_file::open(path).map_err(|unfit| failed(Deed::Read)(io::Error::other(unfit.to_string())))?);
        let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(failed(Deed::Read))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(SaveError::Busy(path.to_path_buf())),
            Err(TryLockError::Error(error)) => return Err(failed(Deed::Read)(error)),
        }
        let text = text_of(&mut file).map_err(failed(Deed::Read))?;
        let (recording, facts) = read(path, &text)?;
        if recording.has_end {
            return Err(SaveError::Over(path.to_path_buf()));
        }
        // What of a last line is there was never carried out: it is no decision, whatever can be read of it.
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
        file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0)).map(drop)).map_err(failed(Deed::Write))?;
        let known = String::from_utf8_lossy(&text[..whole]);
        let known = known.lines().filter(|line| is_decision(line)).map(|line| format!("{line}\n")).collect();
        let wait = recording.wait.clone();
        let wait = wait.map(|WaitRecord { position, hash, attention, .. }| Wait { position, hash, attention });
        Ok((Self::of(path.to_path_buf(), file, known, wait), recording, facts))
    }

    fn of(path: PathBuf, file: File, known: VecDeque<String>, wait: Option<Wait>) -> Self {
        let inner = Inner { file, known, wait, parted: None, error: None, has_unsynced: false, syncer: Syncer::default() };
        Self { path, inner: Arc::new(Mutex::new(inner)) }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // A panic of a thread that held it leaves at worst a torn line, which is cut off when it is read again.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What takes the decisions out of a log that is being written, and puts them here.
    #[must_use]
    pub fn picked(&self) -> Picked {
        let inner = Arc::clone(&self.inner);
        Picked::new(move |line| inner.lock().unwrap_or_else(PoisonError::into_inner).take(line))
    }

    /// Takes decisions as the log has them: lines, each with its end.
    pub fn take(&self, decided: &str) {
        let mut inner = self.lock();
        decided.split_inclusive('\n').for_each(|line| inner.take(line));
    }

    /// Notes a change of modules that holds from the last decision on, or, where the player was waited for since, from there.
    ///
    /// # Errors
    /// The disk fails.
    pub fn change(&self, recording: &Recording, change: &ModuleChange) -> Result<(), SaveError> {
        let mut line = match change {
            ModuleChange::LeftOut(id) => json!({"tick": 0, "event": "left_out", "module": id}),
            ModuleChange::Holder(role, name) => json!({"tick": 0, "event": "holder", "kind": role, "text": name}),
        };
        let last_entry = recording.entry_lines.last().copied().unwrap_or(0);
        match &recording.wait {
            Some(wait) if wait.line_number > last_entry => {
                line["tick"] = wait.tick.into();
                line["decision"] = wait.position.decision().into();
                line["processings"] = wait.position.processings.into();
            }
            _ if last_entry > 0 => line["entry"] = (recording.entry_lines.len() as u64 - 1).into(),
            _ => {}
        }
        let mut inner = self.lock();
        inner.write(&format!("{line}\n"));
        inner.settle(&self.path)
    }

    /// The game waits for a key: whatever was decided is made safe against a loss of power too, while it waits.
    ///
    /// # Errors
    /// The disk has failed until now, or the run is not the one that the file tells of.
    pub fn wait(&self, waiting: Option<&Waiting>) -> Result<(), SaveError> {
        let mut inner = self.lock();
        if let Some(waiting) = waiting {
            let Waiting { tick, position, hash, attention } = waiting.clone();
            let now = Wait { position, hash: format!("{hash:016x}"), attention };
            match &inner.wait {
                Some(last) if *last == now => {}
                Some(last) if last.position == now.position && last.hash != now.hash => {
                    let what = format!("at tick {tick} the state's hash was {} and is {} now", last.hash, now.hash);
                    return Err(SaveError::Parted(self.path.clone(), what));
                }
                _ => {
                    inner.write(&line_of(tick, &now));
                    inner.wait = Some(now);
                }
            }
        }
        inner.settle(&self.path)
    }

    /// The game is over, or left: waits until the disk has all of it.
    ///
    /// # Errors
    /// As for [`Journal::wait`].
    pub fn finish(&self) -> Result<(), SaveError> {
        let mut inner = self.lock();
        inner.settle(&self.path)?;
        inner.error = inner.syncer.finish().err();
        inner.settle(&self.path)
    }
}

impl Inner {
    /// A decision was made: a new one, or one that stands in the file.
    fn take(&mut self, line: &str) {
        match self.known.pop_front() {
            None => {
                if is_order(line) {
                    // The player is waited for at the same question, in another state.
                    self.wait = None;
                }
                self.write(line);
            }
            Some(known) if known == line => {}
            Some(known) => {
                let what = format!("the file has {} and the run now has {}", known.trim_end(), line.trim_end());
                self.parted.get_or_insert(what);
            }
        }
    }

    fn write(&mut self, line: &str) {
        // After a failure nothing more: a journal has no hole.
        if self.error.is_none() && self.parted.is_none() {
            self.error = self.file.write_all(line.as_bytes()).err();
            self.has_unsynced = true;
        }
    }

    /// Sends the disk to work on all of it, and tells what has failed until now.
    fn settle(&mut self, path: &Path) -> Result<(), SaveError> {
        if let Some(what) = self.parted.take() {
            return Err(SaveError::Parted(path.to_path_buf(), what));
        }
        if self.error.is_none() && std::mem::take(&mut self.has_unsynced) {
            self.error = self.syncer.want(&self.file).err();
        }
        let failed = |source| SaveError::Io { path: path.to_path_buf(), deed: Deed::Write, source };
        self.error.take().map_or(Ok(()), |error| Err(failed(error)))
    }
}

/// The line of a wait.
fn line_of(tick: u64, wait: &Wait) -> String {
    let Wait { position, hash, attention } = wait;
    let (decision, processings) = (position.decision(), position.processings);
    let mut line = json!({"tick": tick, "event": "waits", "decision": decision, "processings": processings, "hash": hash});
    if !attention.minds.is_empty() {
        line["minds"] = attention.minds.as_str().into();
    }
    if !attention.waved.is_empty() {
        line["waved"] = attention.waved.clone().into();
    }
    format!("{line}\n")
}

/// The beginning of a journal.
fn head(setup: &Setup, facts: &Facts) -> Vec<u8> {
    let log = FightLog::to_memory();
    log.with(|| setup.log_first_line());
    let mut head = log.finish().unwrap_or_default();
    let packs: Vec<_> = facts.packs.iter().map(|folder| folder.to_string_lossy()).collect();
    head.extend(format!("{}\n", json!({"tick": 0, "event": "run", "folders": packs})).bytes());
    head
}

/// Whether a line changes standing orders (clause D4).
fn is_order(line: &str) -> bool {
    line.contains("\"event\":\"ordered\"")
}

/// Whether a line is a decision of a seat, or the end.
fn is_decision(line: &str) -> bool {
    is_order(line)
        || line.contains("\"event\":\"end\"")
        || (line.contains("\"event\":\"intent\"") && line.contains("\"seat\":"))
}

fn text_of(file: &mut File) -> io::Result<Vec<u8>> {
    let about = file.metadata()?;
    if !about.is_file() {
        return Err(io::Error::other("it is no plain file"));
    }
    if about.len() > MOST_BYTES {
        return Err(io::Error::other("it is larger than any journal"));
    }
    let mut text = Vec::new();
    file.take(MOST_BYTES).read_to_end(&mut text)?;
    Ok(text)
}

/// What a journal has.
pub(super) fn read(path: &Path, text: &[u8]) -> Result<(Recording, Facts), SaveError> {
    let recording =
        recording::read(BufReader::new(text)).map_err(|error| SaveError::Unreadable(path.to_path_buf(), error))?;
    let facts = Facts { packs: recording.folders.iter().map(PathBuf::from).collect() };
    Ok((recording, facts))
}

/// What a journal has, for whoever does not mean to go on with it; and whether another game plays it now.
pub(super) fn look(path: &Path) -> Result<(Recording, Facts, bool), SaveError> {
    let failed = |source| SaveError::Io { path: path.to_path_buf(), deed: Deed::Read, source };
    let mut file = plain_file::open(path).map_err(|unfit| failed(io::Error::other(unfit.to_string())))?;
    let is_busy = matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
    let text = text_of(&mut file).map_err(failed)?;
    read(path, &text).map(|(recording, facts)| (recording, facts, is_busy))
}

/// Whether a run was played to its end, as far as its file tells; one that cannot be read is not.
pub(super) fn is_over(path: &Path) -> bool {
    number_of(path).is_some() && look(path).is_ok_and(|(recording, ..)| recording.has_end)
}

/// A new name in a folder is safe when the folder is; where a system cannot do that, it does it by itself.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_of_seats_and_the_end_are_kept_and_nothing_that_can_be_made_again() {
        for (line, is_kept) in [
            (r#"{"tick":4,"event":"intent","seq":2,"seat":0,"decision":"free","actor":"you","action":"core/wait"}"#, true),
            (r#"{"tick":4,"event":"intent","seq":2,"decision":"free","actor":"gob","action":"core/wait"}"#, false),
            (r#"{"tick":4,"event":"ordered","actor":"you","profile":"a/b","text":"10 ask"}"#, true),
            (r#"{"tick":9,"event":"end","outcome":"party","hash":"00"}"#, true),
            (r#"{"tick":9,"event":"waits","decision":"free","processings":3,"hash":"00"}"#, false),
            (r#"{"tick":9,"event":"swapped","kind":"module","module":"a","from":"1","to":"2"}"#, false),
        ] {
            assert_eq!(is_decision(line), is_kept, "{line}");
        }
    }

    #[test]
    fn what_is_no_plain_file_is_no_journal() {
        let folder = tempfile::tempdir().unwrap();
        let told = Journal::open(folder.path()).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(told.contains("it cannot be read"), "{told}");
        let file = folder.path().join("run-000001.jsonl");
        fs::write(&file, "a letter home\n").unwrap();
        let told = Journal::open(&file).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(told.contains("this is not the journal of a run"), "{told}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "a letter home\n", "and it is left alone");
    }
}
