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

const PREFIX: &str = "dungeon-mind-modules-";
/// How many names are tried; more are taken only by somebody who means harm.
const MOST_TRIES: u32 = 64;

static NEXT: AtomicU32 = AtomicU32::new(0);

/// A folder that is removed with everything in it when it is dropped.
#[derive(Debug)]
pub struct PrivateFolder(PathBuf);

impl PrivateFolder {
    /// Makes a new one, and removes those of games that are no more.
    pub fn new() -> io::Result<Self> {
        let temp = env::temp_dir();
        sweep(&temp);
        for _ in 0..MOST_TRIES {
            let folder = temp.join(format!("{PREFIX}{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed)));
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
        let process = name.to_str().and_then(|name| name.strip_prefix(PREFIX)).and_then(|rest| rest.split('-').next());
        let Some(process) = process.and_then(|process| process.parse::<u32>().ok()) else { continue };
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
        let left_behind = env::temp_dir().join(format!("{PREFIX}4294967295-0"));
        fs::create_dir_all(&left_behind).unwrap();
        let _ = PrivateFolder::new().unwrap();
        assert!(!left_behind.exists());
        assert!(living.0.exists());
    }
}
