//! The one place where content touches the file system.
//!
//! Owns what may be opened: plain files inside the pack's own folder, up to a size. It must never follow a path out of the
//! folder and never block on a device or a pipe (`plain_file` sees to that). `Source` calls it.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::plain_file::{self, Unfit};

use super::super::problem::{Problem, Problems, nearest};
use super::Limits;

/// The bytes of `relative` below `root`, or why not.
pub(super) fn read_bytes(pack: &str, root: &Path, relative: &Path, limits: Limits) -> Result<Vec<u8>, Problems> {
    let refuse = |found: &str, allowed: &str| Problems::from(Problem::of_file(pack, root.join(relative), found, allowed));
    let is_plain = relative.components().all(|part| matches!(part, Component::Normal(_)));
    if !is_plain || relative.as_os_str().is_empty() {
        return Err(refuse("a path that is absolute, empty or has `.` or `..` in it", "a path below the pack's folder"));
    }
    let failed = |error: std::io::Error| Problems::from(missing_or_unreadable(pack, root, relative, &error));
    let Some(real) = reach(root, relative).map_err(failed)? else {
        return Err(refuse("a link that leads out of the pack's folder", "a file inside it; copy it there"));
    };
    plain_file::read(&real, limits.file_bytes).map_err(|unfit| refused(pack, &root.join(relative), unfit))
}

/// The bytes of a file that somebody named outright: it may lie anywhere, and a link is followed.
pub(super) fn read_named(pack: &str, path: &Path, limits: Limits) -> Result<Vec<u8>, Problems> {
    plain_file::read(path, limits.file_bytes).map_err(|unfit| refused(pack, path, unfit))
}

fn refused(pack: &str, path: &Path, unfit: Unfit) -> Problems {
    let (found, allowed) = match unfit {
        Unfit::Missing => ("no such file".to_owned(), "a file that is there".to_owned()),
        Unfit::NoFile(what) => (what.to_owned(), "a plain file".to_owned()),
        Unfit::TooLarge { bytes, most_bytes } => {
            (format!("a file of {bytes} bytes"), format!("at most {most_bytes} bytes; split it"))
        }
        Unfit::Io(error) => (format!("a file that cannot be read: {error}"), "a readable file".to_owned()),
    };
    Problem::of_file(pack, path, &found, &allowed).into()
}

/// The file at a path below the root; none where a link leads out of it.
///
/// Names alone cannot lead out, so only where a link is met it is asked where everything really lies: that costs a look at
/// each folder up to the top of the disk, for hundreds of files.
fn reach(root: &Path, relative: &Path) -> io::Result<Option<PathBuf>> {
    let mut path = root.to_owned();
    for part in relative.components() {
        path.push(part);
        if fs::symlink_metadata(&path)?.is_symlink() {
            let (real_root, real) = (fs::canonicalize(root)?, fs::canonicalize(root.join(relative))?);
            return Ok(real.starts_with(&real_root).then_some(real));
        }
    }
    Ok(Some(path))
}

/// A missing file is said with the neighbour in its folder that has the most similar name.
fn missing_or_unreadable(pack: &str, root: &Path, relative: &Path, error: &std::io::Error) -> Problem {
    if error.kind() != std::io::ErrorKind::NotFound {
        return Problem::of_file(
            pack,
            root.join(relative),
            &format!("a file that cannot be read: {error}"),
            "a readable file",
        );
    }
    let mut problem =
        Problem::of_file(pack, root.join(relative), "no such file", "a file of this name in the pack's folder");
    let folder = root.join(relative.parent().unwrap_or(Path::new("")));
    let wanted = relative.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut names: Vec<String> =
        fs::read_dir(folder).into_iter().flatten().filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort();
    problem.nearest = nearest(&wanted, names.iter().map(String::as_str));
    problem
}
