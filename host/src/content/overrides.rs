//! Files with which a pack takes the place of another pack's.
//!
//! Owns where they lie: `overrides/<pack>/<folder>/<name>.ron`, as the other pack has `<folder>/<name>.ron`. A pack overrides
//! only what its `pack.ron` names under `overrides`, only of packs that it needs, and two packs override one id only where
//! one of them needs the other. It must never read what a file says. `gather` and `show` call it.

use super::gather::{FIGHTS, FOLDERS, files_below, id_in};
use super::packs::{PACK_FILE, Pack};
use super::problem::{Problem, Problems, nearest};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folder of a pack in which they lie.
pub const OVERRIDES: &str = "overrides";

/// Which pack overrides an id of a folder so far.
pub type Overridden = BTreeMap<(&'static str, String), String>;

/// A file that takes the place of another pack's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// Its id, which is the other pack's.
    pub id: String,
    /// The file, below the pack.
    pub file: PathBuf,
}

/// Those of one folder, by their place.
pub fn overrides(pack: &Pack, folder: &str) -> Vec<Override> {
    let mut found = Vec::new();
    for other in others(pack) {
        let below = Path::new(OVERRIDES).join(&other).join(folder);
        let files = files_below(pack, &below);
        found.extend(files.into_iter().map(|file| Override { id: id_in(&other, folder, &file), file }));
    }
    found
}

/// The packs of which a pack has overrides, by the names of its folders.
fn others(pack: &Pack) -> Vec<String> {
    super::gather::folders_below(&pack.folder.join(OVERRIDES))
}

/// Whether a pack may take the place of an id that is there; why not is told.
pub fn may_override(
    pack: &Pack,
    folder: &'static str,
    over: &Override,
    is_there: bool,
    overridden: &mut Overridden,
    problems: &mut Problems,
) -> bool {
    let mut refuse = |found: &str, allowed: &str| {
        problems.push(Problem::of_file(&pack.id, pack.folder.join(&over.file), found, allowed));
        false
    };
    let id = &over.id;
    if !pack.overrides.contains(id) {
        let found = format!("an override of `{id}`, which `overrides` in `{PACK_FILE}` does not name");
        return refuse(&found, &format!("`overrides: [\"{id}\"]` there, so that whoever loads the pack knows"));
    }
    if !is_there {
        return refuse(
            &format!("an override of `{id}`, which no pack before it has in `{folder}`"),
            "the id of a file of a pack that `requires` names",
        );
    }
    let key = (folder, id.clone());
    if let Some(other) = overridden.get(&key)
        && !pack.needs.contains(other)
    {
        let found = format!("an override of `{id}`, which the pack `{other}` overrides too");
        return refuse(&found, &format!("one of both packs, or `{other}` in `requires`: then the later one counts"));
    }
    overridden.insert(key, pack.id.clone());
    true
}

/// What a pack says that it overrides, and has no file for; and folders below `overrides` that nobody reads.
pub fn check_all_used(pack: &Pack, problems: &mut Problems) {
    let folders = || FOLDERS.iter().filter(|folder| **folder != FIGHTS);
    let there: Vec<String> = folders().flat_map(|folder| overrides(pack, folder)).map(|over| over.id).collect();
    for id in pack.overrides.iter().filter(|id| !there.contains(id)) {
        let found = format!("an override of `{id}`, for which there is no file");
        let allowed = format!("a file `{OVERRIDES}/PACK/FOLDER/NAME.ron`, or the id taken out");
        let mut problem = Problem::of_file(&pack.id, pack.folder.join(PACK_FILE), &found, &allowed);
        problem.field = OVERRIDES.to_owned();
        problem.nearest = nearest(id, there.iter().map(String::as_str));
        problems.push(problem);
    }
    for other in others(pack) {
        let below = pack.folder.join(OVERRIDES).join(&other);
        for name in super::gather::folders_below(&below) {
            if !folders().any(|folder| *folder == name) {
                let allowed = format!("the folders {}", folders().copied().collect::<Vec<_>>().join(", "));
                let found = format!("a folder `{name}`, of which nothing can be overridden");
                problems.push(Problem::of_file(&pack.id, below.join(&name), &found, &allowed).warning());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::content::testing::Folder;
    use expect_test::{Expect, expect};

    const WAIT: &str = r#"Action(id: "core/wait", kind: Wait, ticks: Chosen, even: true, watchful: true, needs: ["stand"])"#;

    fn pack(id: &str, more: &str) -> String {
        format!("Pack(id: \"{id}\", version: \"0.1.0\", abi: \"0.1\", license: \"MIT\", {more})")
    }

    /// The verbs that waiting needs with these packs beside the toy pack, or why they do not load.
    fn check(files: &[(&str, &str)], expected: Expect) {
        let folder = Folder::core_and(files);
        let said = match folder.load() {
            Ok(loaded) => {
                let wait = loaded.content.actions.iter().find(|action| &*action.name == "core/wait").expect("it is there");
                format!("{} needs, {} warnings\n", wait.needs.len(), loaded.warnings.len())
            }
            Err(problems) => problems.to_string(),
        };
        expected.assert_eq(&folder.plain(&said));
    }

    #[test]
    fn what_is_declared_takes_the_place_of_another_pack_s() {
        let declared = pack("odd", "requires: [\"core\"], overrides: [\"core/wait\"]");
        check(
            &[("odd/pack.ron", &declared), ("odd/overrides/core/actions/wait.ron", WAIT)],
            expect![[r#"
                1 needs, 0 warnings
            "#]],
        );
        let ladder = r#"Ladder(id: "loudness", rungs: [(id: "soft"), (id: "loud"), (id: "deafening")], cuts: [10, 20])"#;
        let declared = pack("odd", "requires: [\"core\"], overrides: [\"loudness\"]");
        check(
            &[("odd/pack.ron", &declared), ("odd/overrides/core/ladders/loudness.ron", ladder)],
            expect![[r#"
                0 needs, 0 warnings
            "#]],
        );
    }

    #[test]
    fn what_is_not_declared_not_needed_or_not_there_is_refused() {
        let undeclared = pack("odd", "requires: [\"core\"]");
        check(
            &[("odd/pack.ron", &undeclared), ("odd/overrides/core/actions/wait.ron", WAIT)],
            expect![[r#"
                error: pack odd, TEMP/odd/overrides/core/actions/wait.ron
                  found an override of `core/wait`, which `overrides` in `pack.ron` does not name
                  allowed: `overrides: ["core/wait"]` there, so that whoever loads the pack knows
            "#]],
        );
        let unneeded = pack("odd", "overrides: [\"core/wait\", \"core/wiat\", \"x y\"]");
        check(
            &[("odd/pack.ron", &unneeded), ("odd/overrides/core/actions/wait.ron", WAIT)],
            expect![[r#"
            error: pack odd, TEMP/odd/pack.ron:1:75, overrides[0]
              1 | Pack(id: "odd", version: "0.1.0", abi: "0.1", license: "MIT", overrides: ["core/wait", "core/wiat", …
                |                                                                           ^
              found an override of `core/wait`, and `requires` does not name `core`
              allowed: ids of packs that `requires` names

            error: pack odd, TEMP/odd/pack.ron:1:88, overrides[1]
              1 | …: "0.1", license: "MIT", overrides: ["core/wait", "core/wiat", "x y"])
                |                                                    ^
              found an override of `core/wiat`, and `requires` does not name `core`
              allowed: ids of packs that `requires` names

            error: pack odd, TEMP/odd/pack.ron:1:101, overrides[2]
              1 | …nse: "MIT", overrides: ["core/wait", "core/wiat", "x y"])
                |                                                    ^
              found an override of "x y"
              allowed: an id, as `core/wait`, or a ladder's, as `stage`
        "#]],
        );
        let declared = pack("odd", "requires: [\"core\"], overrides: [\"core/nap\", \"core/wait\"]");
        check(
            &[
                ("odd/pack.ron", &declared),
                ("odd/overrides/core/actions/nap.ron", &WAIT.replace("wait", "nap")),
                ("odd/overrides/core/fights/duel.ron", "Fight()"),
            ],
            expect![[r#"
                error: pack odd, TEMP/odd/pack.ron, overrides
                  found an override of `core/wait`, for which there is no file
                  allowed: a file `overrides/PACK/FOLDER/NAME.ron`, or the id taken out
                  nearest: core/nap

                error: pack odd, TEMP/odd/overrides/core/actions/nap.ron
                  found an override of `core/nap`, which no pack before it has in `actions`
                  allowed: the id of a file of a pack that `requires` names

                warning: pack odd, TEMP/odd/overrides/core/fights
                  found a folder `fights`, of which nothing can be overridden
                  allowed: the folders actions, additions, checks, conditions, feats, grounds, hooks, kinds, ladders, profiles, readings, rules, stimuli, texts, weathers, zones
            "#]],
        );
    }

    #[test]
    fn two_packs_override_one_id_only_where_one_needs_the_other() {
        let one = pack("one", "requires: [\"core\"], overrides: [\"core/wait\"]");
        let two = pack("two", "requires: [\"core\"], overrides: [\"core/wait\"]");
        let plain = WAIT.replace("\"stand\"", "\"stand\", \"step\"");
        let files = |two: &str| {
            let files = [
                ("one/pack.ron", one.as_str()),
                ("one/overrides/core/actions/wait.ron", WAIT),
                ("two/pack.ron", two),
                ("two/overrides/core/actions/wait.ron", plain.as_str()),
            ];
            files.map(|(path, text)| (path.to_owned(), text.to_owned()))
        };
        let check = |two: &str, expected: Expect| {
            let files = files(two);
            check(&files.each_ref().map(|(path, text)| (path.as_str(), text.as_str())), expected);
        };
        check(
            &two,
            expect![[r#"
            error: pack two, TEMP/two/overrides/core/actions/wait.ron
              found an override of `core/wait`, which the pack `one` overrides too
              allowed: one of both packs, or `one` in `requires`: then the later one counts
        "#]],
        );
        check(
            &two.replace("[\"core\"]", "[\"core\", \"one\"]"),
            expect![[r#"
            2 needs, 0 warnings
        "#]],
        );
    }
}
