//! The folder of private copies: what is opened is never the file that somebody may build over.
//!
//! Overwriting a file that a process has loaded kills the process, and opening one path twice gives the first library
//! again. So each load opens a fresh copy under a name of its own. The folder goes when its last user does; what a killed
//! game left behind goes at the next start.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
};

const PREFIX: &str = "dungeon-mind-";
/// What such folders are for: it stands in their names, before the number of the process that they belong to.
const MODULES: &str = "modules";
const SHARED: &str = "shared";
/// How many names are tried; more are taken only by somebody who means harm.
const MOST_TRIES: u32 = 64;

static NEXT: AtomicU32 = AtomicU32::new(0);

/// A folder that is removed with everything in it when it is dropped.
#[derive(Debug)]
pub struct PrivateFolder(PathBuf);

impl PrivateFolder {
    /// Makes a new one for copies, and removes those of games that are no more.
    pub fn new() -> io::Result<Self> {
        Self::for_use(MODULES)
    }

    /// The same for what a game shares with its supervisor.
    pub fn shared() -> io::Result<Self> {
        Self::for_use(SHARED)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    fn for_use(what: &str) -> io::Result<Self> {
        let temp = env::temp_dir();
        sweep(&temp);
        let (process, next) = (std::process::id(), || NEXT.fetch_add(1, Ordering::Relaxed));
        for _ in 0..MOST_TRIES {
            let folder = temp.join(format!("{PREFIX}{what}-{process}-{}", next()));
            match create(&folder) {
                // A bare name would be searched for in the loader's own path: the whole one never is.
                Ok(()) => return Ok(Self(fs::canonicalize(folder)?)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other(format!("every name for a folder of private copies in {} is taken", temp.display())))
    }

    /// Writes bytes to a file that no other load has had.
    pub fn keep(&self, bytes: &[u8], original: &Path) -> io::Result<PathBuf> {
        let name = original.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let path = self.0.join(format!("{}-{name}", NEXT.fetch_add(1, Ordering::Relaxed)));
        fs::write(&path, bytes)?;
        Ok(path)
    }
}

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        // What stays behind is swept at the next start.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn create(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        // Nobody else may put a library here between the copy and the opening.
        builder.mode(0o700);
    }
    builder.create(folder)
}

/// Removes the folders of processes that are gone, where the system can tell.
fn sweep(temp: &Path) {
    if !Path::new("/proc/self").exists() {
        return;
    }
    let Ok(entries) = fs::read_dir(temp) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let owned = name.to_str().and_then(|name| name.strip_prefix(PREFIX)).and_then(|rest| rest.split_once('-'));
        let owned = owned.filter(|(what, _)| [MODULES, SHARED].contains(what)).and_then(|(_, rest)| rest.split('-').next());
        let Some(process) = owned.and_then(|process| process.parse::<u32>().ok()) else { continue };
        if !Path::new("/proc").join(process.to_string()).exists() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_never_meet_and_go_with_their_folder() {
        let folder = PrivateFolder::new().unwrap();
        let first = folder.keep(b"one", Path::new("/elsewhere/libgoblins.so")).unwrap();
        let second = folder.keep(b"two", Path::new("/elsewhere/libgoblins.so")).unwrap();
        assert_ne!(first, second);
        assert_eq!((fs::read(&first).unwrap(), fs::read(&second).unwrap()), (b"one".to_vec(), b"two".to_vec()));
        assert!(first.is_absolute());
        let place = folder.0.clone();
        drop(folder);
        assert!(!place.exists());
    }

    #[test]
    fn what_a_killed_game_left_behind_is_swept_and_a_living_one_s_is_not() {
        if !Path::new("/proc/self").exists() {
            return;
        }
        let living = PrivateFolder::new().unwrap();
        // No process has this number: Linux stops at 2^22.
        let left_behind = |what: &str| env::temp_dir().join(format!("{PREFIX}{what}-4294967295-0"));
        for what in [MODULES, SHARED, "letters"] {
            fs::create_dir_all(left_behind(what)).unwrap();
        }
        let shared = PrivateFolder::shared().unwrap();
        assert!(!left_behind(MODULES).exists() && !left_behind(SHARED).exists());
        assert!(living.path().exists() && shared.path().exists());
        // What is not ours stays.
        fs::remove_dir(left_behind("letters")).unwrap();
    }
}
