//! Watching over a game that is played in a child: its end, the signals that are meant for it, and calls that do not come back.
//!
//! Owns the shared folder, the two threads that wait for the child and for signals, and the watchdog. The watchdog looks at the
//! breadcrumb: a front end is asked in slices, so a player may think for an hour, but no single call may last so long.

use super::fate::{Fall, Fate, How};
use super::legend::Legend;
use crate::modules::PrivateFolder;
use crate::modules::crumb::{Crumb, Spot};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitOptions, WaitStatus, getpid, kill_process, waitid, waitpid};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::iterator::SignalsInfo;
use signal_hook::iterator::exfiltrator::WithOrigin;
use signal_hook::low_level::emulate_default_handler;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// So much longer for what waits for a disk or for another program: a library's start, and a terminal that tells what it can.
const FACTOR_AT_START: u32 = 5;
/// How often the watchdog looks, in its own limit.
const LOOKS: u32 = 8;
/// Signals by which somebody ends a game; a game that ends by one of them did not fall.
const ENDING: [i32; 4] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];

/// The folder that supervisor and game share; it goes with the supervisor.
#[derive(Debug)]
pub struct Shared {
    folder: PrivateFolder,
    crumb: File,
}

impl Shared {
    /// Makes it, with nothing said yet.
    ///
    /// # Errors
    /// The system's folder for such things cannot be written to.
    pub fn new() -> io::Result<Self> {
        let folder = PrivateFolder::shared()?;
        fs::write(Self::crumb_in(folder.path()), [0; Crumb::BYTES])?;
        let crumb = File::open(Self::crumb_in(folder.path()))?;
        Ok(Self { folder, crumb })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The breadcrumb's file in such a folder.
    #[must_use]
    pub fn crumb_in(folder: &Path) -> PathBuf {
        folder.join("crumb")
    }

    fn crumb(&self) -> Crumb {
        let mut bytes = [0; Crumb::BYTES];
        // What cannot be read says that nothing was being called.
        let _ = self.crumb.read_exact_at(&mut bytes, 0);
        Crumb(u64::from_ne_bytes(bytes))
    }
}

/// What the supervisor is told by its threads.
enum News {
    Child(WaitStatus),
    Lost(io::Error),
}

/// Who watches: signals are caught for as long as it lives.
pub struct Supervisor {
    limit: Duration,
    /// The child that signals are meant for, while there is one.
    child: Arc<Mutex<Option<Pid>>>,
    /// The signal by which somebody told this process to end, 0 while nobody has: the child may be past hearing it.
    told: Arc<AtomicI32>,
}

impl Supervisor {
    /// Begins to catch signals.
    ///
    /// # Errors
    /// The system does not let them be caught.
    pub fn new(limit: Duration) -> io::Result<Self> {
        let child: Arc<Mutex<Option<Pid>>> = Arc::default();
        let told: Arc<AtomicI32> = Arc::default();
        let (of_child, told_to_end) = (Arc::clone(&child), Arc::clone(&told));
        let mut signals = SignalsInfo::<WithOrigin>::new(ENDING.iter().chain(&[SIGTSTP]))?;
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for origin in signals.forever() {
                let child = *of_child.lock().unwrap_or_else(PoisonError::into_inner);
                let sender = origin.process.map(|process| process.pid);
                match child {
                    // Nobody to hand it to: it is meant for this process alone.
                    None => drop(emulate_default_handler(origin.signal)),
                    // What a terminal sends, it sends to the child too; and the child needs no news of its own doings.
                    Some(child) if sender.is_some_and(|sender| sender != child.as_raw_nonzero().get()) => {
                        if ENDING.contains(&origin.signal) {
                            told_to_end.store(origin.signal, Ordering::Relaxed);
                        }
                        let _ = Signal::from_named_raw(origin.signal).map(|signal| kill_process(child, signal));
                    }
                    Some(_) => {}
                }
            }
        })?;
        Ok(Self { limit, child, told })
    }

    /// Starts a game and stays with it until it is no more.
    ///
    /// # Errors
    /// It cannot be started, or the system cannot say what became of it.
    pub fn watch(&self, mut game: Command, shared: &Shared) -> io::Result<Fate> {
        fs::write(Shared::crumb_in(shared.path()), [0; Crumb::BYTES])?;
        let child = game.spawn()?;
        let pid = Pid::from_child(&child);
        let set = |pid| *self.child.lock().unwrap_or_else(PoisonError::into_inner) = pid;
        set(Some(pid));
        let (tell, news) = mpsc::channel();
        let waiting = thread::Builder::new().name("child".to_owned()).spawn(move || {
            loop {
                let news = match waitpid(Some(pid), WaitOptions::UNTRACED) {
                    Ok(Some((_, status))) => News::Child(status),
                    Ok(None) | Err(rustix::io::Errno::INTR) => continue,
                    Err(error) => News::Lost(error.into()),
                };
                let is_last = !matches!(news, News::Child(status) if status.stopped());
                if tell.send(news).is_err() || is_last {
                    return;
                }
            }
        })?;
        let fate = self.stay(pid, &news, shared);
        set(None);
        let _ = waiting.join();
        fate
    }

    fn stay(&self, pid: Pid, news: &Receiver<News>, shared: &Shared) -> io::Result<Fate> {
        let mut watchdog = Watchdog::new(self.limit);
        loop {
            match news.recv_timeout(self.limit / LOOKS) {
                Ok(News::Child(status)) if status.stopped() => {
                    stop_too(pid);
                    watchdog = Watchdog::new(self.limit);
                }
                Ok(News::Child(status)) => return Ok(self.fate(status, watchdog.has_bitten, shared)),
                Ok(News::Lost(error)) => return Err(error),
                Err(RecvTimeoutError::Timeout) if watchdog.bites(shared.crumb()) => {
                    let _ = kill_process(pid, Signal::KILL);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(io::Error::other("nobody waits for the game any more")),
            }
        }
    }

    fn fate(&self, status: WaitStatus, has_bitten: Option<Duration>, shared: &Shared) -> Fate {
        let crumb = shared.crumb();
        let how = match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) if crumb == Crumb::DONE => return Fate::Ended(u8::try_from(code).unwrap_or(u8::MAX)),
            (Some(code), _) => How::Exit(code),
            (_, Some(signal)) if ENDING.contains(&signal) => return Fate::Told(signal),
            (_, Some(_)) if has_bitten.is_some() && self.told.load(Ordering::Relaxed) != 0 => {
                return Fate::Told(self.told.load(Ordering::Relaxed));
            }
            (_, Some(signal)) => has_bitten.map_or(How::Signal(signal), How::Hung),
            (None, None) => How::Signal(0),
        };
        Fate::Fell(Box::new(Fall::of(how, crumb, Legend::read(shared.path()))))
    }

    /// Ends this process by the signal that the game was ended by.
    pub fn end_by(&self, signal: i32) {
        let _ = emulate_default_handler(signal);
    }
}

/// The game was stopped, by its player: the shell has to see that, and the game has to go on when this does.
fn stop_too(child: Pid) {
    let _ = kill_process(getpid(), Signal::STOP);
    // A shell goes on with all of a job at once. Told a second time, the game would take the terminal again, and what was typed
    // since the first would be lost.
    let has_gone_on = waitid(WaitId::Pid(child), WaitIdOptions::CONTINUED | WaitIdOptions::NOHANG);
    if !matches!(has_gone_on, Ok(Some(_))) {
        let _ = kill_process(child, Signal::CONT);
    }
}

/// Notices a call that does not come back: the same crumb, seen again and again.
struct Watchdog {
    limit: Duration,
    seen: Crumb,
    looked: Instant,
    same_for: Duration,
    has_bitten: Option<Duration>,
}

impl Watchdog {
    fn new(limit: Duration) -> Self {
        Self { limit, seen: Crumb(0), looked: Instant::now(), same_for: Duration::ZERO, has_bitten: None }
    }

    fn bites(&mut self, crumb: Crumb) -> bool {
        let passed = self.looked.elapsed();
        self.looked = Instant::now();
        self.looks(crumb, passed)
    }

    /// Looks after a time. No look counts for more than two: who was not run for long did not see what the game did meanwhile.
    fn looks(&mut self, crumb: Crumb, passed: Duration) -> bool {
        let is_same = crumb == self.seen;
        self.seen = crumb;
        let Some((_, spot)) = crumb.call().filter(|_| is_same) else {
            self.same_for = Duration::ZERO;
            return false;
        };
        self.same_for += passed.min(self.limit / LOOKS * 2);
        let limit = limit_of(spot, self.limit);
        if self.same_for < limit || self.has_bitten.is_some() {
            return false;
        }
        self.has_bitten = Some(limit);
        true
    }
}

fn limit_of(spot: Spot, limit: Duration) -> Duration {
    let is_start = [Spot::OPENING, Spot::REGISTERING, const { Spot::function("FrontEnd::open") }].contains(&spot);
    if is_start { limit * FACTOR_AT_START } else { limit }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(2);
    const SLICE: Duration = Duration::from_millis(250);

    /// After how many looks at these crumbs, the last one again and again, the watchdog bites; 0 for never.
    fn check(crumbs: &[Crumb], expected: usize) {
        let mut watchdog = Watchdog::new(LIMIT);
        let all = crumbs.iter().chain(std::iter::repeat(crumbs.last().unwrap())).take(100);
        let bitten = (1..).zip(all).find(|(_, crumb)| watchdog.looks(**crumb, SLICE)).map_or(0, |(look, _)| look);
        assert_eq!(bitten, expected, "{crumbs:?}");
    }

    #[test]
    fn a_call_that_does_not_come_back_is_bitten_and_many_short_ones_are_not() {
        let spot = Spot::function("FrontEnd::ask");
        let call = |count| Crumb::of(1, spot, count);
        check(&[call(1)], 9);
        check(&[call(1), call(2), call(2), call(3)], 12);
        check(&(0..100).map(call).collect::<Vec<_>>(), 0);
        check(&[call(1), Crumb(2)], 0);
        check(&[Crumb::DONE], 0);
        check(&[Crumb::of(0, Spot::OPENING, 1)], 41);
    }

    #[test]
    fn a_look_after_a_long_sleep_counts_for_two() {
        let mut watchdog = Watchdog::new(LIMIT);
        let crumb = Crumb::of(1, Spot::function("Tempo::lengths"), 1);
        assert!(!watchdog.looks(crumb, SLICE));
        assert!(!watchdog.looks(crumb, Duration::from_secs(3600)));
    }
}
