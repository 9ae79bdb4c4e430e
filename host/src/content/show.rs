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

#[cfg(test)]
mod tests {
    use super::show;
    use crate::content::testing::Folder;
    use expect_test::expect;

    #[test]
    fn show_gives_the_file_as_it_was_written() {
        let folder = Folder::core_and(&[]);
        let shown = |id: &str| match show(&folder.roots(), id) {
            Ok(text) => folder.plain(&text),
            Err(problems) => folder.plain(&problems.to_string()),
        };
        expect![[r#"
            // actions of the pack core 0.1.0: TEMP/core/actions/step.ron
            Action(id: "core/step", kind: Movement, ticks: Ground, target: Step, needs: ["step"], engaged: true, text: "core/step")

            // texts of the pack core 0.1.0: TEMP/core/texts/step.ron
            Text(id: "core/step", wordings: ["{about} steps"])
        "#]].assert_eq(&shown("core/step"));
        expect![[r#"
            error: pack ?, core/stap
              found an id that no file has
              allowed: `blow`, `core/attack`, `core/bail`, `core/boundary`, `core/dazed`, `core/dummy`, `core/jab`, `core/parry`, `core/plain`, `core/rock`, `core/steady`, `core/step`, `core/stone`, `core/wait`, `loudness`, `stage`
              nearest: core/step
        "#]].assert_eq(&shown("core/stap"));
    }
}
