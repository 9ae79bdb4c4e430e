//! `content show ID`: an entity as its author wrote it, and where.
//!
//! Owns finding files by id. It must never judge them: a file with errors can be shown as well. The command line calls it.

use super::gather::{FOLDERS, files, id_of};
use super::packs::pack_order;
use super::problem::{Problem, Problems, nearest};
use super::reading::{Limits, Source, listed};
use std::path::PathBuf;

/// Every file with that id below `roots`, each under a line with its folder and path. One id may be an action's and a
/// text's at once, so there may be several.
///
/// # Errors
/// Packs that are not in order; an id that no file has.
pub fn show(roots: &[PathBuf], id: &str) -> Result<String, Problems> {
    let mut shown = String::new();
    let mut known: Vec<String> = Vec::new();
    for pack in pack_order(roots)? {
        for folder in FOLDERS {
            for file in files(&pack, folder) {
                let its = id_of(&pack, folder, &file);
                if its == id {
                    let source = Source::open(&pack.id, &pack.folder, &file, Limits::default())?;
                    let path = pack.folder.join(&file);
                    let text = source.text().trim_end();
                    shown.push_str(&format!(
                        "// {} of the pack {} {}: {}\n{text}\n\n",
                        folder,
                        pack.id,
                        pack.version,
                        path.display()
                    ));
                }
                known.push(its);
            }
        }
    }
    if !shown.is_empty() {
        return Ok(format!("{}\n", shown.trim_end()));
    }
    known.sort();
    known.dedup();
    let ids: Vec<&str> = known.iter().map(String::as_str).collect();
    let mut problem = Problem::of_file("?", id, "an id that no file has", &listed(&ids));
    problem.nearest = nearest(id, ids);
    Err(problem.into())
}
