//! What a modder needs: a new pack from a template, its library built, everything that is wrong with it, and a watch over it.
//!
//! Owns files that authors write and cargo as a child process. It must never be needed to play: a pack that is finished is
//! loaded by `loading` like any other. The command line (`pack`) calls it.

mod attend;
mod build;
mod check;
mod crate_file;
mod lock;
mod new;
mod templates;
mod watch;

pub use attend::Attendant;
pub use build::{BuildError, Built, Cargo, Profile, build, install};
pub use check::{Finding, Findings, Stage, check};
pub use new::{NewError, Request, abi_folder, create};
pub use templates::Kind;
pub use watch::{News, Ready, Refusal, Watch, WatchError, WatchRequest};

use crate::content;
use std::fmt;
use std::path::{Path, PathBuf};

/// Why a folder is not taken for a pack.
#[derive(Debug)]
pub enum NotAPack {
    /// It is not there, or no folder.
    NoFolder(PathBuf),
    /// It has no `pack.ron`.
    NoPackFile(PathBuf),
}

impl fmt::Display for NotAPack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFolder(path) => {
                write!(f, "{}: there is no such folder; name the folder of a pack, as `pack new` makes it", path.display())
            }
            Self::NoPackFile(path) => {
                let file = content::packs::PACK_FILE;
                write!(f, "{}: the folder has no `{file}`, so it is no pack; `pack new` makes one", path.display())
            }
        }
    }
}

impl std::error::Error for NotAPack {}

/// The folder of a pack by its whole path, so that its name is known however it was given.
///
/// # Errors
/// When it is no folder, or has no `pack.ron`.
pub fn pack_folder(folder: &Path) -> Result<PathBuf, NotAPack> {
    let whole = folder.canonicalize().ok().filter(|path| path.is_dir());
    let whole = whole.ok_or_else(|| NotAPack::NoFolder(folder.to_path_buf()))?;
    if whole.join(content::packs::PACK_FILE).is_file() { Ok(whole) } else { Err(NotAPack::NoPackFile(folder.to_path_buf())) }
}
