//! Loading a game: packs are found and ordered, their libraries loaded, their content checked and compiled.
//!
//! Owns the order in which that happens, and the one error for all of it. The command line, the session, the lab and the
//! tests call it; nothing is half loaded.

use crate::clock::{Derived, Setup, map_of};
use crate::content::problem::{Problem, Problems};
use crate::content::{self, Overrides, packs::Pack, tables::Content};
use crate::modules::{ModuleError, Places, Registry};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Modules and content, ready to play.
#[derive(Clone)]
pub struct Game {
    /// What the modules registered.
    pub registry: Arc<Registry>,
    /// What the packs contain.
    pub content: Arc<Content>,
    /// What authors should hear about although it loads.
    pub warnings: Problems,
}

/// Why a game cannot be loaded, or a fight not be set up.
#[derive(Debug)]
pub enum LoadError {
    /// Content has problems: all of them.
    Content(Problems),
    /// Modules cannot be loaded: all of them.
    Modules(Vec<ModuleError>),
    /// A fight's map is none.
    Setup(crate::clock::SetupError),
    /// The game's own folder of content is not where it should be.
    NoContent(Vec<PathBuf>),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Content(problems) => write!(f, "{problems}"),
            Self::Modules(errors) => {
                for error in errors {
                    writeln!(f, "{error}")?;
                }
                Ok(())
            }
            Self::Setup(error) => write!(f, "{error}"),
            Self::NoContent(looked) => {
                write!(f, "the folder `content` of the game was not found; looked for `content/core/pack.ron` in")?;
                looked.iter().try_for_each(|place| write!(f, " {}", place.display()))?;
                write!(f, "; start the game in its own folder, or keep `content` beside the program")
            }
        }
    }
}

impl std::error::Error for LoadError {}

impl From<Problems> for LoadError {
    fn from(problems: Problems) -> Self {
        Self::Content(problems)
    }
}

/// The game's own folder of content: above the running program, in the present folder, else where the program was built.
///
/// # Errors
/// When it is in none of them.
pub fn content_folder() -> Result<PathBuf, LoadError> {
    let program = std::env::current_exe().unwrap_or_default();
    let here = std::env::current_dir().unwrap_or_default();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    let places: Vec<PathBuf> =
        program.ancestors().skip(1).chain([here.as_path()]).chain(source).map(Path::to_path_buf).collect();
    let found = places.iter().map(|place| place.join("content")).find(|folder| folder.join("core/pack.ron").is_file());
    found.ok_or(LoadError::NoContent(places))
}

/// The game's own folder of content, and the folders of packs that the user names.
///
/// # Errors
/// When the game's own is not there, or one that the user names is no folder.
pub fn roots(packs: &[PathBuf]) -> Result<Vec<PathBuf>, LoadError> {
    let mut roots = vec![content_folder()?];
    for folder in packs {
        if !folder.is_dir() {
            let allowed = "a folder that holds folders of packs";
            let option = format!("--packs {}", folder.display());
            return Err(LoadError::Content(Problem::of_file("command line", option, "no such folder", allowed).into()));
        }
        // A pack is named as its folder, and `.` has no name.
        let named = folder.file_name().is_none().then(|| folder.canonicalize().ok()).flatten();
        roots.push(named.unwrap_or_else(|| folder.clone()));
    }
    Ok(roots)
}

/// Loads the modules of all packs and no content, for whoever looks at the modules or checks content itself.
///
/// # Errors
/// Packs that are not in order; every module that cannot be loaded.
pub fn load_registry(packs: &[PathBuf], with_screens: bool) -> Result<Registry, LoadError> {
    let order = content::pack_order(&roots(packs)?)?;
    load_modules(&Registry::empty(), &order, &Places::of_this_game(packs), with_screens).map_err(LoadError::Modules)
}

impl Game {
    /// Loads the game's own packs and those below the folders that the user names.
    ///
    /// # Errors
    /// Every problem of every pack and module.
    pub fn load(packs: &[PathBuf], with_screens: bool) -> Result<Self, LoadError> {
        Self::load_from(&roots(packs)?, &Places::of_this_game(packs), with_screens)
    }

    /// The same from given folders. Front ends that need a screen's library are loaded only with `with_screens`.
    ///
    /// # Errors
    /// Every problem of every pack and module.
    pub fn load_from(roots: &[PathBuf], places: &Places, with_screens: bool) -> Result<Self, LoadError> {
        Self::from_parts(&Registry::empty(), roots, places, with_screens)
    }

    /// Reads packs and modules again, for a swap (clause L9): a library whose file has not changed is not opened twice.
    ///
    /// # Errors
    /// As [`Game::load`]; this game stays as it is.
    pub fn load_again(&self, packs: &[PathBuf], with_screens: bool) -> Result<Self, LoadError> {
        self.load_again_from(&roots(packs)?, &Places::of_this_game(packs), with_screens)
    }

    /// The same from given folders.
    ///
    /// # Errors
    /// As [`Game::load`]; this game stays as it is.
    pub fn load_again_from(&self, roots: &[PathBuf], places: &Places, with_screens: bool) -> Result<Self, LoadError> {
        Self::from_parts(&self.registry, roots, places, with_screens)
    }

    fn from_parts(before: &Registry, roots: &[PathBuf], places: &Places, with_screens: bool) -> Result<Self, LoadError> {
        let order = content::pack_order(roots)?;
        // Opening libraries and reading files are about half of a start each, and neither needs the other.
        let (registry, files) = std::thread::scope(|scope| {
            let files = scope.spawn(|| content::read(&order));
            let registry = load_modules(before, &order, places, with_screens);
            (registry, files.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        });
        let registry = Arc::new(registry.map_err(LoadError::Modules)?);
        let loaded = content::load_read(&order, files, &registry)?;
        Ok(Self { registry, content: Arc::new(loaded.content), warnings: loaded.warnings })
    }

    /// The fight of a setup on this game, for [`crate::clock::Sim::swap`].
    ///
    /// # Errors
    /// Every word that the fight needs and this game lacks, every argument that does not fit any more.
    pub fn fight_again(&self, setup: &Setup) -> Result<Setup, LoadError> {
        self.fight_from_text(&setup.fight.source, &setup.fight.name, setup.seed, &setup.overrides)
    }

    /// Sets up a fight, by its file or its id.
    ///
    /// # Errors
    /// Every problem of the fight and of the holders of its ruleset's roles.
    pub fn fight(&self, which: &str, seed: u64, overrides: &Overrides) -> Result<Setup, LoadError> {
        let prepared = content::prepare_fight(which, &self.content, &self.registry, overrides)?;
        self.setup(prepared, seed, overrides)
    }

    /// Sets up a fight from a text that was kept, as in a log.
    ///
    /// # Errors
    /// As [`Game::fight`].
    pub fn fight_from_text(&self, text: &str, name: &str, seed: u64, overrides: &Overrides) -> Result<Setup, LoadError> {
        let prepared = content::fight_from_text(text, name, &self.content, &self.registry, overrides)?;
        self.setup(prepared, seed, overrides)
    }

    fn setup(&self, prepared: content::Prepared, seed: u64, overrides: &Overrides) -> Result<Setup, LoadError> {
        let roles = self.registry.roles(&prepared.ruleset.roles.0).map_err(LoadError::Modules)?;
        let map = map_of(&prepared.content, &prepared.fight).map_err(LoadError::Setup)?;
        Ok(Setup {
            derived: Arc::new(Derived::of(&prepared.content, &prepared.ruleset)),
            map: Arc::new(map),
            content: Arc::new(prepared.content),
            rules: Arc::new(prepared.ruleset),
            registry: Arc::clone(&self.registry),
            roles,
            fight: Arc::new(prepared.fight),
            seed,
            overrides: overrides.clone(),
            changes: Vec::new(),
        })
    }
}

/// The pack whose module needs a library of the system before it can be opened.
const SCREEN: &str = "terminal";

/// Loads the libraries of packs that are in order; a file with the bytes of one that was opened `before` is not opened again.
///
/// # Errors
/// Everything that is wrong with any of them.
pub fn load_modules(
    before: &Registry,
    order: &[Pack],
    places: &Places,
    with_screens: bool,
) -> Result<Registry, Vec<ModuleError>> {
    let files: Vec<PathBuf> = libraries(order, places, with_screens)?.into_iter().map(|(_, file)| file).collect();
    before.load_again(&files)
}

/// The modules of packs and their libraries, in the order in which they are opened.
fn libraries(order: &[Pack], places: &Places, with_screens: bool) -> Result<Vec<(String, PathBuf)>, Vec<ModuleError>> {
    let wanted = order.iter().filter(|pack| with_screens || pack.id != SCREEN);
    let mut errors = Vec::new();
    let mut files = Vec::new();
    for (pack, module) in wanted.filter_map(|pack| pack.module.as_ref().map(|module| (pack, module))) {
        match places.library(&pack.id, module) {
            Ok(file) => files.push((pack.id.to_string(), file)),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(files) } else { Err(errors) }
}

/// The modules that [`Game::load`] opens, by the ids of their packs, in its order. No library is opened.
///
/// # Errors
/// Packs that are not in order; every library that is not there.
pub fn modules_in_order(packs: &[PathBuf], with_screens: bool) -> Result<Vec<(String, PathBuf)>, LoadError> {
    let order = content::pack_order(&roots(packs)?)?;
    libraries(&order, &Places::of_this_game(packs), with_screens).map_err(LoadError::Modules)
}
