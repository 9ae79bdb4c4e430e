//! Which packs are found, in which order, and what keeps them apart.

use super::pack_order;
use crate::content::testing::Folder;
use expect_test::{Expect, expect};

fn pack(id: &str, more: &str) -> (String, String) {
    let text = format!("Pack(id: \"{id}\", version: \"0.1.0\", abi: \"0.1\", license: \"MIT\", {more})");
    (format!("{id}/pack.ron"), text)
}

fn check(packs: &[(String, String)], expected: Expect) {
    let files: Vec<(&str, &str)> = packs.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let folder = Folder::of(&files);
    let text = match pack_order(&folder.roots()) {
        Ok(order) => order.iter().map(|pack| format!("{} {}\n", pack.id, pack.version)).collect(),
        Err(problems) => problems.to_string(),
    };
    expected.assert_eq(&folder.plain(&text));
}

#[test]
fn a_pack_loads_behind_its_needs_and_ties_go_by_id() {
    check(
        &[pack("a", "requires: [\"z >= 0.1\"]"), pack("b", ""), pack("m", "requires: [\"a\", \"b\"]"), pack("z", "")],
        expect![[r#"
            b 0.1.0
            z 0.1.0
            a 0.1.0
            m 0.1.0
        "#]],
    );
}

#[test]
fn needs_that_nobody_meets() {
    check(
        &[
            pack("core", ""),
            pack("a", "requires: [\"cor\", \"core >= 0.2\", \"core is good\"], conflicts: [\"b\"]"),
            pack("b", "conflicts: [\"core > 0.1\"]"),
        ],
        expect![[r#"
            error: pack a, TEMP/a/pack.ron:1:72, requires[0]
              1 | Pack(id: "a", version: "0.1.0", abi: "0.1", license: "MIT", requires: ["cor", "core >= 0.2", "core i…
                |                                                                        ^
              found a need of the pack `cor`, which is not there
              allowed: `a`, `b`, `core`; or add its folder with --packs
              nearest: core

            error: pack a, TEMP/a/pack.ron:1:79, requires[1]
              1 | …0", abi: "0.1", license: "MIT", requires: ["cor", "core >= 0.2", "core is good"], conflicts: ["b"])
                |                                                    ^
              found a need of `core >= 0.2`, but version 0.1.0 is there
              allowed: a version that 0.1.0 is

            error: pack a, TEMP/a/pack.ron:1:94, requires[2]
              1 | … license: "MIT", requires: ["cor", "core >= 0.2", "core is good"], conflicts: ["b"])
                |                                                    ^
              found "core is good"
              allowed: a pack's id, or with a version: `core >= 0.1`; also `=`, `>`, `<`, `<=`

            error: pack a, TEMP/a/pack.ron:1:123, conflicts[0]
              1 | …cor", "core >= 0.2", "core is good"], conflicts: ["b"])
                |                                                    ^
              found a conflict with `b`, which is there in TEMP/b
              allowed: one of both packs, not both
        "#]],
    );
}

#[test]
fn a_circle_is_told_once_from_its_least_pack() {
    check(
        &[
            pack("a", "requires: [\"d\"]"),
            pack("d", "requires: [\"c\"]"),
            pack("c", "requires: [\"b\"]"),
            pack("b", "requires: [\"d\"]"),
        ],
        expect![[r#"
            error: pack b, TEMP/b/pack.ron:1:72, requires[0]
              1 | Pack(id: "b", version: "0.1.0", abi: "0.1", license: "MIT", requires: ["d"])
                |                                                                        ^
              found a circle of needs: b needs d needs c needs b
              allowed: needs that come to an end
        "#]],
    );
}

#[test]
fn a_pack_file_is_checked_by_itself() {
    check(
        &[
            ("Big/pack.ron".into(), "Pack(id: \"big\", version: \"one\", abi: \"0.9\", license: \"ORC\")".into()),
            ("c/pack.ron".into(), "Pack(id: \"c\", version: \"0.1.0\", abi: \"0.1\")".into()),
            pack("d", "requires: [\"c\"]"),
        ],
        expect![[r#"
            error: pack Big, TEMP/Big/pack.ron:1:10, id
              1 | Pack(id: "big", version: "one", abi: "0.9", license: "ORC")
                |          ^
              found the id "big" in the folder `Big`
              allowed: `Big`: a pack is named as its folder

            error: pack Big, TEMP/Big/pack.ron:1:26, version
              1 | Pack(id: "big", version: "one", abi: "0.9", license: "ORC")
                |                          ^
              found the version "one"
              allowed: `major.minor.patch`, for instance 0.1.0

            error: pack Big, TEMP/Big/pack.ron:1:38, abi
              1 | Pack(id: "big", version: "one", abi: "0.9", license: "ORC")
                |                                      ^
              found a pack for the interface 0.9
              allowed: one that 0.1.1 serves

            error: pack Big, TEMP/Big/pack.ron:1:54, license
              1 | Pack(id: "big", version: "one", abi: "0.9", license: "ORC")
                |                                                      ^
              found the licence "ORC" alone
              allowed: with the ORC licence, `notices` and `reserved` too: it demands that both go along

            error: pack c, TEMP/c/pack.ron:1:1, license
              1 | Pack(id: "c", version: "0.1.0", abi: "0.1")
                | ^
              found `Pack` without its field `license`
              allowed: the fields `id`, `version`, `abi`, `license`, `module`, `requires`, `conflicts`, `classes`, `overrides`, `moved`, `notices`, `reserved`
        "#]],
    );
}

#[test]
fn what_takes_the_place_of_orc_content_is_under_orc() {
    let under_orc =
        r#"Pack(id: "a", version: "0.1.0", abi: "0.1", license: "ORC", notices: ["Made of x."], reserved: "The name.")"#;
    check(
        &[("a/pack.ron".into(), under_orc.into()), pack("b", "requires: [\"a\"], overrides: [\"a/wolf\"]")],
        expect![[r#"
            error: pack b, TEMP/b/pack.ron:1:54, license
              1 | Pack(id: "b", version: "0.1.0", abi: "0.1", license: "MIT", requires: ["a"], overrides: ["a/wolf"])
                |                                                      ^
              found an override of `a/wolf`, which is under ORC, in a pack under "MIT"
              allowed: the ORC licence, with `notices` and `reserved`: what is made from ORC content falls under it
        "#]],
    );
}

#[test]
fn a_root_may_be_a_pack_and_two_roots_may_clash() {
    let folder = Folder::of(&[
        ("one/a/pack.ron", "Pack(id: \"a\", version: \"0.1.0\", abi: \"0.1\", license: \"MIT\")"),
        ("two/a/pack.ron", "Pack(id: \"a\", version: \"0.2.0\", abi: \"0.1\", license: \"MIT\")"),
        ("none/readme.txt", ""),
    ]);
    let order = pack_order(&[folder.0.join("two/a")]).expect("one pack");
    assert_eq!(order[0].version, "0.2.0");
    let roots = ["one", "two", "none", "missing"].map(|name| folder.0.join(name));
    let problems = pack_order(&roots).expect_err("two packs of one id");
    expect![[r#"
        error: pack a, TEMP/two/a/pack.ron:1:10, id
          1 | Pack(id: "a", version: "0.2.0", abi: "0.1", license: "MIT")
            |          ^
          found a second pack `a`; the first is in TEMP/one/a
          allowed: each pack once among all folders

        error: pack ?, TEMP/missing
          found a folder of packs that cannot be read: No such file or directory (os error 2)
          allowed: a folder that holds packs, or a pack

        error: pack ?, TEMP/none
          found a folder without packs
          allowed: a folder in which some folder has a `pack.ron`
    "#]]
    .assert_eq(&folder.plain(&problems.to_string()));
}

#[test]
fn the_order_is_that_of_needs_whatever_the_folders() {
    let ids = |roots: &[std::path::PathBuf]| -> Vec<String> {
        pack_order(roots).expect("sound packs").into_iter().map(|pack| pack.id).collect()
    };
    let folder = Folder::of(&[
        ("x/b/pack.ron", "Pack(id: \"b\", version: \"0.1.0\", abi: \"0.1\", license: \"MIT\", requires: [\"c\"])"),
        ("y/c/pack.ron", "Pack(id: \"c\", version: \"0.1.0\", abi: \"0.1\", license: \"MIT\")"),
        ("x/a/pack.ron", "Pack(id: \"a\", version: \"0.1.0\", abi: \"0.1\", license: \"MIT\")"),
    ]);
    let (x, y) = (folder.0.join("x"), folder.0.join("y"));
    assert_eq!(ids(&[x.clone(), y.clone()]), ["a", "c", "b"]);
    assert_eq!(ids(&[y, x]), ["a", "c", "b"]);
}
