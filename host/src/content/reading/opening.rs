//! The one place where content touches the file system.
//!
//! Owns what may be opened: plain files inside the pack's own folder, up to a size. It must never follow a path out of the
//! folder and never block on a device or a pipe. `Source::open` calls it.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path};

use super::super::problem::{Problem, Problems, nearest};
use super::Limits;

/// The bytes of `relative` below `root`, or why not.
pub(super) fn read_bytes(pack: &str, root: &Path, relative: &Path, limits: Limits) -> Result<Vec<u8>, Problems> {
    let refuse = |found: &str, allowed: &str| Problems::from(Problem::of_file(pack, relative, found, allowed));
    let is_plain = relative.components().all(|part| matches!(part, Component::Normal(_)));
    if !is_plain || relative.as_os_str().is_empty() {
        return Err(refuse("a path that is absolute, empty or has `.` or `..` in it", "a path below the pack's folder"));
    }
    let path = root.join(relative);
    let failed = |error: std::io::Error| Problems::from(missing_or_unreadable(pack, root, relative, &error));
    let real_root = fs::canonicalize(root).map_err(failed)?;
    let real = fs::canonicalize(&path).map_err(failed)?;
    if !real.starts_with(&real_root) {
        return Err(refuse("a link that leads out of the pack's folder", "a file inside it; copy it there"));
    }
    let about = fs::metadata(&real).map_err(failed)?;
    if !about.is_file() {
        let found = if about.is_dir() { "a folder" } else { "a device, pipe or socket" };
        return Err(refuse(found, "a plain file"));
    }
    let allowed = format!("at most {} bytes; split it", limits.file_bytes);
    if about.len() > limits.file_bytes {
        return Err(refuse(&format!("a file of {} bytes", about.len()), &allowed));
    }
    // The file may grow between the two looks, so the reading is bounded as well.
    let mut bytes = Vec::new();
    let mut file = File::open(&real).map_err(failed)?.take(limits.file_bytes.saturating_add(1));
    file.read_to_end(&mut bytes).map_err(failed)?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > limits.file_bytes {
        return Err(refuse("a file that grows while it is read", &allowed));
    }
    Ok(bytes)
}

/// A missing file is said with the neighbour in its folder that has the most similar name.
fn missing_or_unreadable(pack: &str, root: &Path, relative: &Path, error: &std::io::Error) -> Problem {
    if error.kind() != std::io::ErrorKind::NotFound {
        return Problem::of_file(pack, relative, &format!("a file that cannot be read: {error}"), "a readable file");
    }
    let mut problem = Problem::of_file(pack, relative, "no such file", "a file of this name in the pack's folder");
    let folder = root.join(relative.parent().unwrap_or(Path::new("")));
    let wanted = relative.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut names: Vec<String> =
        fs::read_dir(folder).into_iter().flatten().filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort();
    problem.nearest = nearest(&wanted, names.iter().map(String::as_str));
    problem
}
