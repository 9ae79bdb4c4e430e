//! Bad input: whatever is wrong with packs and fights, all of it is told, each with its place, and the exit code is 2.
//!
//! Owns the ways in which a modder's files go wrong. What each word of a problem says is tested where it is made.

use crate::support::{root, run, scratch, without_long_lists};
use expect_test::{Expect, expect};
use std::fs;
use std::path::Path;

const PACK: &str = r#"Pack(id: "ID", version: "0.1.0", abi: "0.1", license: "MIT", requires: [REQUIRES])"#;

fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn pack(folder: &Path, id: &str, requires: &str) {
    write(folder, &format!("{id}/pack.ron"), &PACK.replace("ID", id).replace("REQUIRES", requires));
}

/// Checks the packs in a folder; their problems, without the folder.
fn check_packs(folder: &Path, expected: &Expect) {
    refused(&["content", "check", "--packs", &folder.to_string_lossy()], folder, expected);
}

/// Checks a fight in a file.
fn check_fight(name: &str, text: &str, expected: &Expect) {
    let folder = scratch(&format!("bad-{name}"));
    write(&folder, "bad.fight.ron", text);
    let file = folder.join("bad.fight.ron");
    refused(&["fight", &file.to_string_lossy()], &folder, expected);
}

fn refused(arguments: &[&str], folder: &Path, expected: &Expect) {
    let said = run(arguments);
    let told = said.err.replace(&*folder.to_string_lossy().replace(&*root().to_string_lossy(), "ROOT"), "FOLDER");
    expected.assert_eq(&without_long_lists(&told.replace(&*folder.to_string_lossy(), "FOLDER")));
    assert_eq!(said.code, 2, "{}{}", said.out, said.err);
    assert_eq!(said.out, "");
}

#[test]
fn everything_that_is_wrong_with_a_pack_is_told_at_once() {
    let folder = scratch("bad-pack");
    pack(&folder, "bad", "\"core >= 0.1\"");
    write(
        &folder,
        "bad/actions/poke.ron",
        r#"Action(
    id: "bad/poke",
    kind: Attack,
    ticks: (prep: 4, exec: 0, recover: "long"),
    target: Actor(reach_feet: 3),
    needs: ["swnig"],
    on_exec: ["strike main-hnd"],
)
"#,
    );
    write(
        &folder,
        "bad/profiles/poker.ron",
        r#"Profile(
    id: "bad/poker", archetype: Skirmisher,
    ranks: [
        (rank: 10, when: ["within five feet of nearest enemy"], act: "fighter/strke", at: "nearest enemy"),
        (rank: 10, act: "core/wait", ticks: 10),
    ],
)
"#,
    );
    check_packs(
        &folder,
        &expect![[r#"
            error: pack bad, FOLDER/bad/actions/poke.ron:4:28, ticks.exec
              4 |     ticks: (prep: 4, exec: 0, recover: "long"),
                |                            ^
              found an exec of 0 ticks
              allowed: an exec of 1 or more: an action happens in its exec (clause T1)

            error: pack bad, FOLDER/bad/actions/poke.ron:4:40, ticks.recover
              4 |     ticks: (prep: 4, exec: 0, recover: "long"),
                |                                        ^
              found the text "long"
              allowed: a whole number from 0 to 4294967295

            error: pack bad, FOLDER/bad/actions/poke.ron:6:13, needs[0]
              6 |     needs: ["swnig"],
                |             ^
              found the verb "swnig", which nobody has
              allowed: a long list
              nearest: swing

            error: pack bad, FOLDER/bad/actions/poke.ron:7:23, on_exec[0]
              7 |     on_exec: ["strike main-hnd"],
                |                       ^
              found `main-hnd` for a hand
              allowed: `main-hand`, `off-hand`
              nearest: main-hand

            error: pack bad, FOLDER/bad/profiles/poker.ron:4:35, ranks[0].when[0]
              4 |         (rank: 10, when: ["within five feet of nearest enemy"], act: "fighter/strke", at: "nearest e…
                |                                   ^
              found `five` for a number of feet
              allowed: a whole number from 0 to 10000

            error: pack bad, FOLDER/bad/profiles/poker.ron:4:70, ranks[0].act
              4 |         (rank: 10, when: ["within five feet of nearest enemy"], act: "fighter/strke", at: "nearest e…
                |                                                                      ^
              found the action "fighter/strke", which nobody has
              allowed: a long list
              nearest: fighter/strike

            error: pack bad, FOLDER/bad/profiles/poker.ron:5:16, ranks[1].rank
              5 |         (rank: 10, act: "core/wait", ticks: 10),
                |                ^
              found the rank 10 again
              allowed: each number once
        "#]],
    );
}

#[test]
fn an_exec_of_no_ticks_is_refused() {
    let folder = scratch("bad-exec");
    pack(&folder, "bad", "\"core >= 0.1\"");
    write(
        &folder,
        "bad/actions/poke.ron",
        "Action(id: \"bad/poke\", kind: Attack, ticks: (prep: 4, exec: 0, recover: 2))\n",
    );
    check_packs(
        &folder,
        &expect![[r#"
            error: pack bad, FOLDER/bad/actions/poke.ron:1:61, ticks.exec
              1 | Action(id: "bad/poke", kind: Attack, ticks: (prep: 4, exec: 0, recover: 2))
                |                                                             ^
              found an exec of 0 ticks
              allowed: an exec of 1 or more: an action happens in its exec (clause T1)
        "#]],
    );
}

#[test]
fn packs_that_need_each_other_are_named() {
    let folder = scratch("bad-circle");
    pack(&folder, "hen", "\"egg >= 0.1\"");
    pack(&folder, "egg", "\"hen >= 0.1\"");
    check_packs(
        &folder,
        &expect![[r#"
            error: pack egg, FOLDER/egg/pack.ron:1:74, requires[0]
              1 | Pack(id: "egg", version: "0.1.0", abi: "0.1", license: "MIT", requires: ["hen >= 0.1"])
                |                                                                          ^
              found a circle of needs: egg needs hen needs egg
              allowed: needs that come to an end
        "#]],
    );
}

#[test]
fn a_pack_that_is_not_there_is_named() {
    let folder = scratch("bad-need");
    pack(&folder, "bad", "\"goblin >= 0.1\"");
    check_packs(
        &folder,
        &expect![[r#"
            error: pack bad, FOLDER/bad/pack.ron:1:74, requires[0]
              1 | Pack(id: "bad", version: "0.1.0", abi: "0.1", license: "MIT", requires: ["goblin >= 0.1"])
                |                                                                          ^
              found a need of the pack `goblin`, which is not there
              allowed: a long list
              nearest: goblins
        "#]],
    );
}

#[test]
fn a_ruleset_without_a_role_is_refused() {
    let folder = scratch("bad-rules");
    pack(&folder, "bad", "\"core >= 0.1\"");
    let rules = fs::read_to_string(root().join("content/core/rules/dungeon-mind.ron")).unwrap();
    let text = rules.replace("\"tempo\": \"core\", ", "").replace("core/dungeon-mind", "bad/rules");
    assert!(!text.contains("\"tempo\""), "the game's own ruleset names its roles otherwise now");
    write(&folder, "bad/rules/rules.ron", &text);
    check_packs(
        &folder,
        &expect![[r#"
            error: pack bad, FOLDER/bad/rules/rules.ron:6:12, roles
              6 |     roles: {
                |            ^
              found no holder of the role `tempo`
              allowed: `"tempo": ".."` with one of `core`, `tdgs`
        "#]],
    );
}

#[test]
fn a_hundred_megabytes_of_brackets_are_refused_in_a_line() {
    let folder = scratch("bad-brackets");
    pack(&folder, "bad", "\"core >= 0.1\"");
    write(&folder, "bad/actions/deep.ron", &"[".repeat(100 << 20));
    check_packs(
        &folder,
        &expect![[r#"
            error: pack bad, FOLDER/bad/actions/deep.ron
              found a file of 104857600 bytes
              allowed: at most 4194304 bytes; split it
        "#]],
    );
    // It is large, and of no use afterwards.
    fs::remove_dir_all(&folder).unwrap();
}

const FIGHT: &str = r#"Fight(
    rules: "core/dungeon-mind",
    map: (legend: {'.': "core/stone", 'x': "core/rock"}, slices: [["xxxxxx", "x....x", "xxxxxx"]]),
    actors: [
        (id: "one", kind: "core/dummy", side: "red", at: (1, 1, 0)),
        (id: "two", kind: "core/dummy", side: "blue", at: (3, 1, 0)),
    ],
)
"#;

#[test]
fn what_is_wrong_with_a_fight_is_told_at_once() {
    let file = scratch("good-fight").join("good.fight.ron");
    fs::write(&file, FIGHT).unwrap();
    assert_eq!(run(&["fight", &file.to_string_lossy()]).code, 0, "nothing is wrong with it yet");
    check_fight(
        "place",
        &FIGHT.replace("(3, 1, 0)", "(1, 1, 0)"),
        &expect![[r#"
            error: pack fight, FOLDER/bad.fight.ron:6:59, actors[1].at
              6 |         (id: "two", kind: "core/dummy", side: "blue", at: (1, 1, 0)),
                |                                                           ^
              found `two` and `one` in one place: both have the cell (1, 1, 0)
              allowed: places in which no two bodies share a cell (clause M6)
        "#]],
    );
    let text = FIGHT
        .replace("core/stone", "core/stne")
        .replace("(id: \"two\", kind: \"core/dummy\"", "(id: \"one\", kind: \"core/dumy\"");
    check_fight(
        "ids",
        &text,
        &expect![[r#"
            error: pack fight, FOLDER/bad.fight.ron:3:25, map.legend['.']
              3 |     map: (legend: {'.': "core/stne", 'x': "core/rock"}, slices: [["xxxxxx", "x....x", "xxxxxx"]]),
                |                         ^
              found the ground "core/stne", which nobody has
              allowed: a long list
              nearest: core/stone

            error: pack fight, FOLDER/bad.fight.ron:6:14, actors[1].id
              6 |         (id: "one", kind: "core/dumy", side: "blue", at: (3, 1, 0)),
                |              ^
              found a second actor `one`
              allowed: each name once

            error: pack fight, FOLDER/bad.fight.ron:6:27, actors[1].kind
              6 |         (id: "one", kind: "core/dumy", side: "blue", at: (3, 1, 0)),
                |                           ^
              found the kind "core/dumy", which nobody has
              allowed: a long list
              nearest: core/dummy
        "#]],
    );
    check_fight(
        "type",
        &FIGHT.replace("side: \"red\"", "side: 7"),
        &expect![[r#"
            error: pack fight, FOLDER/bad.fight.ron:5:47, actors[0].side
              5 |         (id: "one", kind: "core/dummy", side: 7, at: (1, 1, 0)),
                |                                               ^
              found the number 7
              allowed: a text in double quotes
        "#]],
    );
    check_fight(
        "field",
        &FIGHT.replace("side: \"red\"", "sight: \"red\""),
        &expect![[r#"
            error: pack fight, FOLDER/bad.fight.ron:5:9, actors[0].side
              5 |         (id: "one", kind: "core/dummy", sight: "red", at: (1, 1, 0)),
                |         ^
              found `Actor` without its field `side`
              allowed: the fields `id`, `kind`, `side`, `at`, `control`, `reads`, `asleep`

            error: pack fight, FOLDER/bad.fight.ron:5:41, actors[0].sight
              5 |         (id: "one", kind: "core/dummy", sight: "red", at: (1, 1, 0)),
                |                                         ^
              found an unknown field `sight`
              allowed: `id`, `kind`, `side`, `at`, `control`, `reads`, `asleep`
        "#]],
    );
    check_fight(
        "cut",
        FIGHT.get(..120).unwrap(),
        &expect![[r#"
            error: pack fight, FOLDER/bad.fight.ron:3:78
              3 | …re/stone", 'x': "core/rock"}, slices: [["xxxxxx", "x..
                |                                                    ^
              found a quote that never closes
              allowed: `"` at its end
        "#]],
    );
    check_fight(
        "empty",
        "",
        &expect![[r#"
            error: pack fight, FOLDER/bad.fight.ron:1:1
              1 |
                | ^
              found an empty file
              allowed: one value, as `Name(field: value)`
        "#]],
    );
}

#[test]
fn a_fight_that_is_nowhere_is_refused_with_the_nearest() {
    let said = run(&["fight", "fighter/dual"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("nearest: fighter/duel"), "{}", said.err);
}
