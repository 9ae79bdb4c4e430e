//! `content show ID`: an entity or a pack as its author wrote it, where, and under which notices.
//!
//! Owns finding files by id. It must never judge them: a file with errors can be shown as well. The command line calls it.

use super::gather::{FOLDERS, files, id_of};
use super::overrides::overrides;
use super::packs::{PACK_FILE, Pack, Terms, pack_order};
use super::problem::{Problem, Problems, nearest};
use super::reading::{Limits, Source, listed};
use std::path::{Path, PathBuf};

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
                    shown.push_str(&one(&pack, &format!("{folder} of the pack {}", pack.id), &file)?);
                }
                known.push(its);
            }
            for over in overrides(&pack, folder).into_iter().filter(|over| over.id == id) {
                let what = format!("{folder} in the place of that, by the pack {}", pack.id);
                shown.push_str(&one(&pack, &what, &over.file)?);
            }
        }
        if pack.id == id {
            shown.push_str(&one(&pack, &format!("the pack {}", pack.id), Path::new(PACK_FILE))?);
        }
        known.push(pack.id);
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

/// One file under a line that says where it lies; with what the pack's licence wants to be seen beside its content.
fn one(pack: &Pack, what: &str, file: &Path) -> Result<String, Problems> {
    let source = Source::open(&pack.id, &pack.folder, file, Limits::default())?;
    let mut text = format!("// {what} {}: {}\n", pack.version, pack.folder.join(file).display());
    let Terms { license, notices, reserved } = &pack.terms;
    let mut add = |what: &str, said: &str| said.lines().for_each(|line| text.push_str(&format!("// {what}: {line}\n")));
    if !notices.is_empty() || !reserved.is_empty() {
        add("licence", license);
        notices.iter().for_each(|notice| add("notice", notice));
        add("reserved", reserved);
    }
    text.push_str(source.text().trim_end());
    text.push_str("\n\n");
    Ok(text)
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
              allowed: `blow`, `core`, `core/attack`, `core/bail`, `core/boundary`, `core/dazed`, `core/dummy`, `core/jab`, `core/parry`, `core/plain`, `core/rock`, `core/steady`, `core/step`, `core/stone`, `core/wait`, `loudness`, `stage`
              nearest: core/step
        "#]].assert_eq(&shown("core/stap"));
    }

    #[test]
    fn notices_and_what_is_reserved_stand_beside_the_content() {
        let pack = r#"Pack(id: "odd", version: "0.1.0", abi: "0.1", license: "ORC", requires: ["core"], overrides: ["core/step"],
            notices: ["This is under ORC.", "It comes of\nanother."], reserved: "The name of odd.")"#;
        let step = "Text(id: \"core/step\", wordings: [\"{about} strides\"])";
        let folder = Folder::core_and(&[("odd/pack.ron", pack), ("odd/overrides/core/texts/step.ron", step)]);
        let shown = show(&folder.roots(), "core/step").expect("it is there");
        expect![[r#"
            // actions of the pack core 0.1.0: TEMP/core/actions/step.ron
            Action(id: "core/step", kind: Movement, ticks: Ground, target: Step, needs: ["step"], engaged: true, text: "core/step")

            // texts of the pack core 0.1.0: TEMP/core/texts/step.ron
            Text(id: "core/step", wordings: ["{about} steps"])

            // texts in the place of that, by the pack odd 0.1.0: TEMP/odd/overrides/core/texts/step.ron
            // licence: ORC
            // notice: This is under ORC.
            // notice: It comes of
            // notice: another.
            // reserved: The name of odd.
            Text(id: "core/step", wordings: ["{about} strides"])
        "#]].assert_eq(&folder.plain(&shown));
        assert!(show(&folder.roots(), "odd").expect("it is there").contains("// notice: This is under ORC.\n"));
    }
}
