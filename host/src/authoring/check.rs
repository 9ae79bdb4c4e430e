//! `pack check`: every fault of one pack, of its crate, its library, its content, and of what its words do in its fights.
//!
//! Owns the order of the three stages and what each looks at. A library may end whoever opens it, so the command line runs each
//! stage in a process of its own. It must never change a file.

use super::crate_file;
use crate::clock::Visits;
use crate::content::packs::{PACK_FILE, Pack};
use crate::content::problem::Severity;
use crate::content::{self, Overrides};
use crate::lab;
use crate::loading::{Game, LoadError, load_modules, roots};
use crate::modules::{ModuleError, Places, Registry, check_file};
use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// Something that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Whether the pack is wrong for it; else its author should only hear of it.
    pub is_error: bool,
    /// What was found, what is allowed, and where.
    pub text: String,
}

impl Finding {
    /// A fault.
    pub(super) const fn error(text: String) -> Self {
        Self { is_error: true, text }
    }

    /// Something suspicious.
    pub(super) const fn warning(text: String) -> Self {
        Self { is_error: false, text }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", if self.is_error { "error" } else { "warning" }, self.text)
    }
}

/// Where findings go, one by one, and how many there were.
pub struct Findings<'a> {
    tell: &'a mut dyn FnMut(&Finding),
    /// How many faults.
    pub errors: usize,
    /// How many suspicions.
    pub warnings: usize,
}

impl<'a> Findings<'a> {
    /// Nothing found yet; each finding is told as soon as it is there.
    pub fn new(tell: &'a mut dyn FnMut(&Finding)) -> Self {
        Self { tell, errors: 0, warnings: 0 }
    }

    /// Tells one more.
    pub fn add(&mut self, finding: Finding) {
        if finding.is_error {
            self.errors += 1;
        } else {
            self.warnings += 1;
        }
        (self.tell)(&finding);
    }
}

/// What is looked at, in this order.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The crate, and the library by itself.
    Library,
    /// All content, against what the libraries registered.
    Content {
        /// Whether the pack's own library is sound, so that its words are known.
        with_library: bool,
    },
    /// Each fight of the pack, fought once.
    Fights,
}

/// Checks one stage of the pack in a folder, among the game's own packs and those in `packs`.
///
/// # Errors
/// When the game itself is not there.
pub fn check(folder: &Path, packs: &[PathBuf], stage: Stage, findings: &mut Findings<'_>) -> Result<(), LoadError> {
    let folders: Vec<PathBuf> = packs.iter().cloned().chain([folder.to_path_buf()]).collect();
    let roots = roots(&folders)?;
    let order = content::even_broken(&roots).0.unwrap_or_default();
    let desk = Desk { folder, places: Places::of_this_game(&folders), roots, order };
    match stage {
        Stage::Library => desk.check_library(findings),
        Stage::Content { with_library } => desk.check_content(with_library, findings),
        Stage::Fights => desk.check_fights(findings),
    }
    Ok(())
}

struct Desk<'a> {
    folder: &'a Path,
    roots: Vec<PathBuf>,
    places: Places,
    /// All packs in load order; none where they have no order.
    order: Vec<Pack>,
}

impl Desk<'_> {
    /// The pack itself, if its `pack.ron` says enough.
    fn own(&self) -> Option<&Pack> {
        self.order.iter().find(|pack| self.is_own(pack))
    }

    /// Whether a pack is the one that is checked, by whichever way its folder was come to.
    fn is_own(&self, pack: &Pack) -> bool {
        pack.folder == self.folder || pack.folder.canonicalize().ok() == self.folder.canonicalize().ok()
    }

    fn check_library(&self, findings: &mut Findings<'_>) {
        let Some(pack) = self.own() else { return };
        let Some(module) = &pack.module else {
            if self.folder.join("Cargo.toml").is_file() {
                let found = format!("pack {}, {PACK_FILE}: found a `Cargo.toml` and no `module`", pack.id);
                findings.add(Finding::warning(format!("{found}; its library is never loaded")));
            }
            return;
        };
        crate_file::check(self.folder, &pack.id, module, findings);
        for problem in self.library_problems(pack, module) {
            findings.add(Finding::error(problem));
        }
        let Ok(library) = self.places.library(&pack.id, module) else { return };
        if let Some(newer) = newer_source(self.folder, &library) {
            let (newer, library) = (newer.display(), library.display());
            findings
                .add(Finding::warning(format!("{library}: {newer} has changed since it was built; `pack build` builds it")));
        }
    }

    /// What is wrong with the pack's library by itself.
    fn library_problems(&self, pack: &Pack, module: &str) -> Vec<String> {
        let library = match self.places.library(&pack.id, module) {
            Ok(library) => library,
            Err(missing) => return vec![missing.to_string()],
        };
        let checked = check_file(&library);
        let other = checked.module.map(|module| module.id).filter(|id| *id != pack.id).map(|found| {
            let (library, id) = (library.display(), &pack.id);
            format!("{library}: found the module `{found}`; allowed: `{id}`, since a module has the id of its pack")
        });
        checked.problems.into_iter().chain(other).collect()
    }

    fn check_content(&self, with_library: bool, findings: &mut Findings<'_>) {
        let Some(registry) = self.registry(with_library, findings) else { return };
        let own = self.own().map(|pack| pack.id.clone());
        let name = self.folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let is_own = |pack: &str| pack == name || own.as_deref() == Some(pack);
        for problem in content::check(&self.roots, &registry, false).problems.iter() {
            // Others' faults keep this pack from being played as well; their warnings are theirs.
            if problem.severity == Severity::Error || is_own(&problem.pack) {
                let text = problem.to_string();
                let text = text.split_once(": ").map_or(text.as_str(), |(_, rest)| rest).to_owned();
                findings.add(Finding { is_error: problem.severity == Severity::Error, text });
            }
        }
    }

    /// What all libraries registered; the pack's own is left out where it cannot be loaded. Nothing where others' cannot be.
    fn registry(&self, with_library: bool, findings: &mut Findings<'_>) -> Option<Registry> {
        let mut tell = |errors: Vec<ModuleError>, told: &[String]| {
            let texts = errors.iter().map(ToString::to_string).filter(|text| !told.contains(text));
            texts.for_each(|text| findings.add(Finding::error(text)));
        };
        if with_library {
            match load_modules(&Registry::empty(), &self.order, &self.places, false) {
                Ok(registry) => return Some(registry),
                // What is wrong with the library by itself was told in the stage before.
                Err(errors) => {
                    let own = self.own().and_then(|pack| Some((pack, pack.module.as_ref()?)));
                    tell(errors, &own.map(|(pack, module)| self.library_problems(pack, module)).unwrap_or_default());
                }
            }
        }
        let others: Vec<Pack> = self.order.iter().filter(|pack| !self.is_own(pack)).cloned().collect();
        match load_modules(&Registry::empty(), &others, &self.places, false) {
            Ok(registry) => {
                if self.own().is_some_and(|pack| pack.module.is_some()) {
                    let text = "the pack's own library is left out, so what it registers counts as unknown in what follows";
                    findings.add(Finding::warning(text.to_owned()));
                }
                Some(registry)
            }
            // The whole load has told of them.
            Err(_) if with_library => None,
            Err(errors) => {
                tell(errors, &[]);
                None
            }
        }
    }

    fn check_fights(&self, findings: &mut Findings<'_>) {
        let Some(pack) = self.own() else { return };
        let game = match self.game() {
            Ok(game) => game,
            // The stage before this has told of it.
            Err(_) => return,
        };
        for fight in content::fights_of(pack) {
            let mut wrong = |what: String| findings.add(Finding::error(format!("fight {fight}, seed {SEED}: {what}")));
            match game.fight(&fight, SEED, &Overrides::default()) {
                Ok(mut setup) => {
                    let mut bounded = (*setup.fight).clone();
                    bounded.max_ticks = bounded.max_ticks.min(MOST_TICKS);
                    setup.fight = Arc::new(bounded);
                    let outcome = lab::fight::run(&setup, Visits::Due);
                    // A word that fails may do so in every blow; once is enough.
                    let texts: BTreeSet<String> = outcome.faults.iter().map(ToString::to_string).collect();
                    texts.into_iter().for_each(wrong);
                }
                Err(error) => wrong(error.to_string()),
            }
        }
    }

    fn game(&self) -> Result<Game, LoadError> {
        Game::load_from(&self.roots, &self.places, false)
    }
}

/// The seed of the fights that are fought for a check.
const SEED: u64 = 1;
/// Where such a fight is broken off: a file may ask for more than anybody would wait for.
const MOST_TICKS: u64 = 20_000;

/// A source that was written after the library, if one was.
fn newer_source(folder: &Path, library: &Path) -> Option<PathBuf> {
    let built = modified(library)?;
    let mut sources = vec![folder.join("Cargo.toml")];
    sources_below(&folder.join("src"), &mut sources);
    let newer = sources.into_iter().find(|source| modified(source).is_some_and(|written| written > built))?;
    newer.strip_prefix(folder).map(Path::to_path_buf).ok()
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}

fn sources_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    for (path, kind) in entries.filter_map(|entry| Some((entry.path(), entry.file_type().ok()?))) {
        if kind.is_dir() {
            sources_below(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found.sort();
}
