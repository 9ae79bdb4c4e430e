//! Watching a pack: whatever is saved in its folder is built, loaded and handed over, for a fight that runs.
//!
//! Owns a thread beside the simulation that waits for the file system, calls cargo, and loads what came of it. It must never
//! touch a fight: whoever runs one asks for [`Watch::news`] between ticks and swaps there (clause L9). `pack watch` begins it.

use super::build::{BuildError, Cargo, Profile, build, install};
use crate::content::packs::PACK_FILE;
use crate::loading::{Game, LoadError};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// What is watched.
#[derive(Clone, Debug)]
pub struct WatchRequest {
    /// The pack's folder, by its whole path.
    pub folder: PathBuf,
    /// All folders that the user named, the pack's own among them.
    pub packs: Vec<PathBuf>,
    /// Whether front ends that need a screen's library are loaded.
    pub with_screens: bool,
    /// Which cargo.
    pub cargo: Cargo,
}

/// What became of something that was saved.
pub enum News {
    /// It is being built and loaded.
    Begun,
    /// It is refused, and what runs stays as it was.
    Refused(Refusal),
    /// It is ready.
    Ready(Box<Ready>),
}

/// Why something that was saved is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// In one line.
    pub line: String,
    /// All that cargo or the loader said.
    pub whole: String,
}

impl Refusal {
    /// For what packs, modules or the fight say.
    #[must_use]
    pub fn of(error: &LoadError) -> Self {
        let whole = error.to_string();
        Self { line: first_problem(&whole), whole }
    }
}

/// The game on what was saved.
pub struct Ready {
    /// The game; [`Game::fight_again`] sets a fight up on it.
    pub game: Game,
    /// When the first of it was seen to be saved.
    pub saved: Instant,
}

/// Why a folder cannot be watched.
#[derive(Debug)]
pub struct WatchError {
    folder: PathBuf,
    source: notify::Error,
}

impl fmt::Display for WatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: the folder cannot be watched: {}", self.folder.display(), self.source)
    }
}

impl std::error::Error for WatchError {}

/// A watch over one pack; it ends when it is dropped.
pub struct Watch {
    news: Receiver<News>,
    signals: Sender<Signal>,
}

/// What the thread wakes up for.
enum Signal {
    Change(notify::Result<notify::Event>),
    Stop,
}

/// How long nothing may change before what was saved is taken to be whole: editors write in several steps.
const QUIET: Duration = Duration::from_millis(30);

impl Watch {
    /// Begins to watch, for a game that was just loaded.
    ///
    /// # Errors
    /// When the system will not watch the folder.
    pub fn begin(request: WatchRequest, game: Game) -> Result<Self, WatchError> {
        let (signals, wakes) = mpsc::channel();
        let (sender, news) = mpsc::channel();
        let waker = signals.clone();
        let failed = |source| WatchError { folder: request.folder.clone(), source };
        let watcher = notify::recommended_watcher(move |event| {
            // Nobody listens any more once the watch has ended.
            let _ = waker.send(Signal::Change(event));
        });
        let mut desk = Desk { watcher: watcher.map_err(failed)?, watched: Vec::new(), game, request: request.clone() };
        desk.watch_all().map_err(failed)?;
        std::thread::spawn(move || desk.run(&wakes, &sender));
        Ok(Self { news, signals })
    }

    /// The next news, if there are any.
    #[must_use]
    pub fn news(&self) -> Option<News> {
        self.news.try_recv().ok()
    }

    /// The next news, for as long as somebody would wait for them.
    #[must_use]
    pub fn wait_for_news(&self, most: Duration) -> Option<News> {
        self.news.recv_timeout(most).ok()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // The thread may be gone already.
        let _ = self.signals.send(Signal::Stop);
    }
}

/// What was saved, by what has to be done about it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct Saved {
    sources: bool,
    content: bool,
}

impl Saved {
    fn is_nothing(self) -> bool {
        self == Self::default()
    }

    fn and(self, other: Self) -> Self {
        Self { sources: self.sources || other.sources, content: self.content || other.content }
    }

    /// What a change of a file means. Libraries, lock files and what editors leave beside a file mean nothing.
    fn of(path: &Path) -> Self {
        let is_manifest = path.file_name().is_some_and(|name| name == "Cargo.toml");
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("rs") => Self { sources: true, content: false },
            Some("toml") if is_manifest => Self { sources: true, content: false },
            Some("ron") => Self { sources: false, content: true },
            _ => Self::default(),
        }
    }
}

/// The thread's own.
struct Desk {
    watcher: RecommendedWatcher,
    watched: Vec<PathBuf>,
    request: WatchRequest,
    game: Game,
}

impl Desk {
    /// Watches the folder and all folders in it but what cargo builds into: it would wake us for every file that it writes.
    fn watch_all(&mut self) -> notify::Result<()> {
        let root = self.request.folder.clone();
        let entries = fs::read_dir(&root).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
        let is_ours = |path: &PathBuf| {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            path.is_dir() && name != "target" && !name.starts_with('.')
        };
        let below: Vec<PathBuf> = entries.filter(is_ours).filter(|path| !self.watched.contains(path)).collect();
        if !self.watched.contains(&root) {
            self.watcher.watch(&root, RecursiveMode::NonRecursive)?;
            self.watched.push(root);
        }
        for path in below {
            self.watcher.watch(&path, RecursiveMode::Recursive)?;
            self.watched.push(path);
        }
        Ok(())
    }

    fn run(mut self, wakes: &Receiver<Signal>, news: &Sender<News>) {
        let mut saved = Saved::default();
        let mut since = Instant::now();
        loop {
            let signal = if saved.is_nothing() {
                wakes.recv().map_err(|_| RecvTimeoutError::Disconnected)
            } else {
                wakes.recv_timeout(QUIET)
            };
            let told = match signal {
                Ok(Signal::Change(Ok(event))) => {
                    let change = self.meaning(&event);
                    if saved.is_nothing() {
                        since = Instant::now();
                    }
                    saved = saved.and(change);
                    continue;
                }
                // What the system could not tell us of may be anything.
                Ok(Signal::Change(Err(_))) => {
                    saved = Saved { sources: true, content: true };
                    continue;
                }
                Ok(Signal::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {
                    let is_heard = news.send(News::Begun).is_ok();
                    is_heard && news.send(self.take(saved, since)).is_ok()
                }
            };
            if !told {
                return;
            }
            saved = Saved::default();
        }
    }

    fn meaning(&mut self, event: &notify::Event) -> Saved {
        if matches!(event.kind, EventKind::Access(_)) {
            return Saved::default();
        }
        let is_new_folder = event.paths.iter().any(|path| path.parent() == Some(&self.request.folder) && path.is_dir());
        if is_new_folder && self.watch_all().is_err() {
            // It stays unwatched; what is in it is read whenever anything else is saved.
            return Saved::default();
        }
        let of_files = event.paths.iter().map(|path| Saved::of(path)).fold(Saved::default(), Saved::and);
        // What stood in a new folder before it was watched has told nobody.
        of_files.and(Saved { sources: false, content: is_new_folder })
    }

    /// Builds and loads what was saved.
    fn take(&mut self, saved: Saved, since: Instant) -> News {
        if saved.sources
            && let Err(error) = self.build()
        {
            return News::Refused(of_build(&error));
        }
        match self.game.load_again(&self.request.packs, self.request.with_screens) {
            Ok(game) => {
                self.game = game.clone();
                News::Ready(Box::new(Ready { game, saved: since }))
            }
            Err(error) => {
                let Refusal { line, whole } = Refusal::of(&error);
                // On a screen there is no room for the way to a folder that its author knows.
                let line = line.replace(&format!("{}/", self.request.folder.display()), "");
                News::Refused(Refusal { line, whole })
            }
        }
    }

    fn build(&self) -> Result<(), BuildError> {
        let folder = &self.request.folder;
        // A pack of data alone may have a crate for its tests; only `pack.ron` says whether a library is loaded.
        match build(folder, Profile::Dev, &self.request.cargo, &mut |_| {}) {
            Ok(built) => install(&built, folder).map(|_| ()),
            Err(BuildError::NoCrate(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }
}

fn of_build(error: &BuildError) -> Refusal {
    let (said, line) = match error {
        BuildError::Failed { said, is_offline: false, .. } => (said.as_str(), first_error(said)),
        other => ("", other.to_string()),
    };
    Refusal { line, whole: format!("{said}{error}") }
}

/// The first error of rustc with its place, in one line.
fn first_error(said: &str) -> String {
    let mut lines = said.lines().skip_while(|line| !line.starts_with("error"));
    let error = lines.next().unwrap_or("cargo failed");
    let place = lines.find_map(|line| line.trim_start().strip_prefix("--> ")).unwrap_or_default();
    if place.is_empty() { error.to_owned() } else { format!("{place}: {error}") }
}

/// How long a part of that line may be, beside the rest of it.
const SHORT_BYTES: usize = 80;

/// The first problem of content or modules, in one line.
fn first_problem(whole: &str) -> String {
    let mut lines = whole.lines().map(str::trim);
    let head = lines.next().unwrap_or(PACK_FILE).trim_start_matches("error: ").to_owned();
    let found = lines.find(|line| line.starts_with("found "));
    // What is allowed may be a long list, and this is one line.
    let allowed = lines.next().filter(|line| line.starts_with("allowed: ") && line.len() <= SHORT_BYTES);
    [Some(head.as_str()), found].into_iter().flatten().collect::<Vec<_>>().join(": ")
        + &allowed.map_or_else(String::new, |allowed| format!("; {allowed}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_an_author_writes_means_something() {
        let (sources, content) = (Saved { sources: true, content: false }, Saved { sources: false, content: true });
        let check = |path: &str, expected: Saved| assert_eq!(Saved::of(Path::new(path)), expected, "{path}");
        check("sea/src/words.rs", sources);
        check("sea/Cargo.toml", sources);
        check("sea/actions/cut.ron", content);
        for nothing in
            ["sea/libsea.so", "sea/libsea.new", "sea/Cargo.lock", "sea/src/.words.rs.swp", "sea/clippy.toml", "sea"]
        {
            check(nothing, Saved::default());
        }
    }

    #[test]
    fn a_refusal_is_one_line_with_its_place() {
        let said = "   Compiling sea\nerror[E0425]: cannot find value `x`\n  --> src/words.rs:7:9\n   |\nerror: aborting\n";
        assert_eq!(first_error(said), "src/words.rs:7:9: error[E0425]: cannot find value `x`");
        assert_eq!(first_error("error: linker failed\n"), "error: linker failed");
        let problem = "error: pack sea, actions/cut.ron:7:3, on_exec[0]\n  7 | x\n    | ^\n  found `a`\n  allowed: `b`\n";
        assert_eq!(first_problem(problem), "pack sea, actions/cut.ron:7:3, on_exec[0]: found `a`; allowed: `b`");
    }
}
