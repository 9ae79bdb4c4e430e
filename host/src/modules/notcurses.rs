//! Opens the notcurses libraries for all to see, before a module that calls them is opened.
//!
//! The game links neither: it builds and tests without them. Called by `open` for a library that imports their functions,
//! and by the command line before it chooses a front end.

use super::error::{ModuleError, Trouble};
use std::{
    ffi::c_int,
    path::{Path, PathBuf},
    sync::Mutex,
};

/// The first part is opened first: the second one needs it.
const LIBRARIES: [&str; 2] = ["libnotcurses-core.so.3", "libnotcurses.so.3"];
/// The structs of older ones are laid out otherwise (notcurses' own list of changes).
const OLDEST: (c_int, c_int, c_int) = (3, 0, 11);

static OPENED: Mutex<Option<String>> = Mutex::new(None);

/// Opens notcurses, once for the whole process, and gives its version.
///
/// It is looked for under `$NOTCURSES_PREFIX`, then under `notcurses` in the folders around the game (in the repository
/// that is `target/notcurses`), then where the system keeps its libraries.
///
/// # Errors
/// When it is nowhere, or too old; the sentence says what to do. It may be called again after that.
pub fn open_notcurses() -> Result<String, ModuleError> {
    let mut opened = OPENED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(version) = &*opened {
        return Ok(version.clone());
    }
    let folder = prefixes().into_iter().map(|prefix| prefix.join("lib")).find(|folder| folder.join(LIBRARIES[0]).is_file());
    let version = open_from(folder.as_deref()).map_err(|why| ModuleError::of_ruleset(Trouble::NoNotcurses(why)))?;
    *opened = Some(version.clone());
    Ok(version)
}

fn prefixes() -> Vec<PathBuf> {
    let game = std::env::current_exe().unwrap_or_default();
    // The game's own folder, the one above it, and for tests the one above that.
    let around = game.ancestors().skip(1).take(3).map(|folder| folder.join("notcurses"));
    std::env::var_os("NOTCURSES_PREFIX").map(PathBuf::from).into_iter().chain(around).collect()
}

#[cfg(unix)]
fn open_from(folder: Option<&Path>) -> Result<String, String> {
    use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};
    let mut version = String::new();
    for name in LIBRARIES {
        let path = folder.map_or_else(|| PathBuf::from(name), |folder| folder.join(name));
        // SAFETY: these are the libraries that the player installed or had built for this; opening them only registers
        // their functions, and they stay open as long as the process lives.
        let library = unsafe { Library::open(Some(&path), RTLD_NOW | RTLD_GLOBAL) }
            .map_err(|error| format!("`{name}` cannot be opened ({error})"))?;
        if version.is_empty() {
            version = checked_version(&library)?;
        }
        std::mem::forget(library);
    }
    Ok(version)
}

#[cfg(unix)]
fn checked_version(library: &libloading::os::unix::Library) -> Result<String, String> {
    type Components = unsafe extern "C" fn(*mut c_int, *mut c_int, *mut c_int, *mut c_int);
    // SAFETY: notcurses has declared this function so, and unchanged, since version 2.0.
    let components = unsafe { library.get::<Components>(b"notcurses_version_components\0") }
        .map_err(|error| format!("the library does not say its version ({error})"))?;
    let (mut major, mut minor, mut patch, mut tweak) = (0, 0, 0, 0);
    // SAFETY: four places to write an `int` to, each alive until the call returns.
    unsafe { components(&raw mut major, &raw mut minor, &raw mut patch, &raw mut tweak) };
    if (major, minor, patch) < OLDEST {
        let (old_major, old_minor, old_patch) = OLDEST;
        return Err(format!("version {major}.{minor}.{patch} is installed, older than {old_major}.{old_minor}.{old_patch}"));
    }
    Ok(format!("{major}.{minor}.{patch}"))
}

#[cfg(not(unix))]
fn open_from(_folder: Option<&Path>) -> Result<String, String> {
    Err("this system has no notcurses that the game knows how to open".to_owned())
}
