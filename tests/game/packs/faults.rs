//! `pack check` finds every fault: of the crate, of the library, of the content, and of what words do in a fight.

use super::Desk;
use crate::support::without_long_lists;
use expect_test::{Expect, expect};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;

/// Checks a pack that is wrong.
fn check(desk: &Desk, name: &str, expected: &Expect) {
    let said = desk.run(&["pack", "check", name, "--limit", "20"]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    let looked =
        |line: &str| line.find("looked for ").map_or(line.to_owned(), |place| line[..place].to_owned() + "looked for ..");
    let told = without_long_lists(&said.out).lines().map(|line| looked(line) + "\n").collect::<String>();
    expected.assert_eq(&told);
}

fn library(pack: &str) -> String {
    format!("{pack}/{DLL_PREFIX}{}{DLL_SUFFIX}", pack.replace('-', "_"))
}

#[test]
fn faults_of_crate_library_and_content_are_told_at_once() {
    let desk = Desk::new("faults-all");
    desk.make("sea", "class");
    desk.edit("sea/Cargo.toml", "crate-type = [\"cdylib\"]", "crate-type = [\"lib\"]");
    desk.edit("sea/pack.ron", "kind: \"sea/sea\"", "kind: \"sea/see\"");
    desk.edit("sea/actions/rush.ron", "\"noise loud\"", "\"noise lout\"");
    desk.write(&library("sea"), "no library\n");
    check(
        &desk,
        "sea",
        &expect![[r#"
            error: pack sea, Cargo.toml: found no `crate-type = ["cdylib"]` under `[lib]`; allowed: a dynamic library, which the game can open

            error: DESK/sea/libsea.so: it is not a whole dynamic library: it is a text; build it again as a `cdylib`

            warning: the pack's own library is left out, so what it registers counts as unknown in what follows

            error: pack sea, DESK/sea/pack.ron, classes[0].kind
              found the kind "sea/see", which nobody has
              allowed: a long list
              nearest: sea/sea

            error: pack sea, DESK/sea/actions/cut.ron:9:49, on_complete[1]
              9 |     on_complete: ["strike main-hand 7 points", "sea gather"],
                |                                                 ^
              found `sea`, which begins no effect
              allowed: a long list

            error: pack sea, DESK/sea/actions/rush.ron:8:39, needs[3]
              8 |     needs: ["swing", "grip", "stand", "sea/surge"],
                |                                       ^
              found the verb "sea/surge", which nobody has
              allowed: a long list

            error: pack sea, DESK/sea/actions/rush.ron:10:22, on_exec[0]
              10 |     on_exec: ["noise lout"],
                 |                      ^
              found `lout` for a rung of `loudness`
              allowed: `faint`, `quiet`, `plain`, `loud`, `deafening`
              nearest: loud

            error: pack sea, DESK/sea/actions/rush.ron:11:20, on_complete[0]
              11 |     on_complete: ["sea rush main-hand", "give sea/spent to self for 200 ticks"],
                 |                    ^
              found `sea`, which begins no effect
              allowed: a long list

            error: pack sea, DESK/sea/conditions/spent.ron:6:13, dear[0][0]
              6 |     dear: [("sea/surge", 500)],
                |             ^
              found the verb "sea/surge", which nobody has
              allowed: a long list

            error: pack sea, DESK/sea/profiles/steady.ron:6:28, ranks[1].when[0]
              6 |         (rank: 20, when: ["sea momentum at-least 2", "reach sea/rush of nearest enemy"], act: "sea/r…
                |                            ^
              found `sea`, which begins no condition
              allowed: a long list

            DESK/sea: something is wrong with it
        "#]],
    );
}

#[test]
fn a_class_that_nobody_can_play_is_told() {
    let desk = Desk::new("faults-class");
    desk.make("tavern", "data");
    desk.edit("tavern/pack.ron", "fight: \"tavern/newcomer\"", "fight: \"tavern/duel\"");
    check(
        &desk,
        "tavern",
        &expect![[r#"
            error: pack tavern, DESK/tavern/pack.ron, classes[0].fight
              found the fight "tavern/duel", in which nobody plays `tavern/brawler`
              allowed: a fight that has an actor of the kind `tavern/brawler` with `control: Player`

            DESK/tavern: something is wrong with it
        "#]],
    );
    desk.edit("tavern/pack.ron", "fight: \"tavern/duel\"", "fight: \"tavern/dual\"");
    check(
        &desk,
        "tavern",
        &expect![[r#"
            error: pack tavern, DESK/tavern/pack.ron, classes[0].fight
              found the fight "tavern/dual", which nobody has
              allowed: a long list
              nearest: tavern/duel

            DESK/tavern: something is wrong with it
        "#]],
    );
    desk.edit("tavern/pack.ron", "requires: [", "requires: [\"nobody\", ");
    desk.edit("tavern/pack.ron", "\"tavern/brawler\"", "\"tavern/brewer\"");
    check(
        &desk,
        "tavern",
        &expect![[r#"
            error: pack tavern, DESK/tavern/pack.ron, classes[0].fight
              found the fight "tavern/dual", which nobody has
              allowed: a long list
              nearest: tavern/duel

            error: pack tavern, DESK/tavern/pack.ron, classes[0].kind
              found the kind "tavern/brewer", which nobody has
              allowed: a long list
              nearest: tavern/brawler

            error: pack tavern, DESK/tavern/pack.ron:4:16, requires[0]
              4 |     requires: ["nobody", "core >= 0.1", "fighter >= 0.1", "goblins >= 0.1", "movement >= 0.1", "narr…
                |                ^
              found a need of the pack `nobody`, which is not there
              allowed: a long list

            DESK/tavern: something is wrong with it
        "#]],
    );
}

/// What a word does that should not be done, by its argument.
const MISBEHAVIOUR: &str = "
/// Does what nobody should.
pub struct Misbehave;

impl Effect for Misbehave {
    fn run(&self, _world: &World<'_>, call: &EffectCall<'_>, _out: &mut Out) {
        match call.args.number_or(0, 0) {
            0 => panic!(\"on purpose\"),
            1 => std::process::abort(),
            _ => loop {
                std::thread::park();
            },
        }
    }
}
";

#[test]
fn what_words_do_in_a_fight_is_told_whatever_it_does_to_the_process() {
    let desk = Desk::new("faults-fight");
    desk.make("squall", "class");
    let words = desk.read("squall/src/words.rs") + MISBEHAVIOUR;
    desk.write("squall/src/words.rs", &words);
    let register = "            .effect(&[\"squall gather\"], words::Gather)\n";
    let more = "            .effect(&[\"squall misbehave <count>\"], words::Misbehave)\n";
    desk.edit("squall/src/lib.rs", register, &format!("{register}{more}"));
    desk.done(&["pack", "build", "squall", "--dev"]);
    fs::remove_file(desk.0.join("squall/fights/newcomer.ron")).unwrap();
    desk.edit("squall/pack.ron", "    classes: [(kind: \"squall/squall\", fight: \"squall/newcomer\")],\n", "");
    desk.edit("squall/actions/cut.ron", "\"squall gather\"", "\"squall misbehave 0\"");
    check(
        &desk,
        "squall",
        &expect![[r#"
            error: fight squall/duel, seed 1: `squall misbehave 0` of the module `squall` failed: src/words.rs:90:18: on purpose

            DESK/squall: something is wrong with it
        "#]],
    );
    desk.edit("squall/actions/cut.ron", "misbehave 0", "misbehave 1");
    check(
        &desk,
        "squall",
        &expect![[r#"
        error: DESK/squall: its library ended the process that ran it (signal: 6 (SIGABRT)), in a fight

        DESK/squall: something is wrong with it
    "#]],
    );
    desk.edit("squall/actions/cut.ron", "misbehave 1", "misbehave 2");
    check(
        &desk,
        "squall",
        &expect![[r#"
        error: DESK/squall: after 20 seconds there is no answer; a call into a library did not return, in a fight

        DESK/squall: something is wrong with it
    "#]],
    );
    // The library of another pack, and one that is older than its sources.
    desk.edit("squall/actions/cut.ron", "misbehave 2", "gather");
    desk.make("gale", "class");
    fs::copy(desk.0.join(library("squall")), desk.0.join(library("gale"))).unwrap();
    check(
        &desk,
        "gale",
        &expect![[r#"
            error: DESK/gale/libgale.so: found the module `squall`; allowed: `gale`, since a module has the id of its pack

            error: pack gale, DESK/gale/actions/cut.ron:9:49, on_complete[1]
              9 |     on_complete: ["strike main-hand 7 points", "gale gather"],
                |                                                 ^
              found `gale`, which begins no effect
              allowed: a long list

            error: pack gale, DESK/gale/actions/rush.ron:8:39, needs[3]
              8 |     needs: ["swing", "grip", "stand", "gale/surge"],
                |                                       ^
              found the verb "gale/surge", which nobody has
              allowed: a long list
              nearest: squall/surge

            error: pack gale, DESK/gale/actions/rush.ron:11:20, on_complete[0]
              11 |     on_complete: ["gale rush main-hand", "give gale/spent to self for 200 ticks"],
                 |                    ^
              found `gale`, which begins no effect
              allowed: a long list

            error: pack gale, DESK/gale/conditions/spent.ron:6:13, dear[0][0]
              6 |     dear: [("gale/surge", 500)],
                |             ^
              found the verb "gale/surge", which nobody has
              allowed: a long list
              nearest: squall/surge

            error: pack gale, DESK/gale/profiles/steady.ron:6:28, ranks[1].when[0]
              6 |         (rank: 20, when: ["gale momentum at-least 2", "reach gale/rush of nearest enemy"], act: "gal…
                |                            ^
              found `gale`, which begins no condition
              allowed: a long list

            DESK/gale: something is wrong with it
        "#]],
    );
    let text = desk.read("squall/src/rules.rs") + "\n";
    desk.write("squall/src/rules.rs", &text);
    assert_eq!(desk.run(&["pack", "check", "squall"]).code, 0);
    let said = desk.run(&["pack", "check", "squall", "--strict"]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("src/rules.rs has changed since it was built"), "{}", said.out);
}

#[test]
fn a_library_that_does_not_build_is_an_answer_and_the_old_one_stays() {
    let desk = Desk::new("faults-build");
    desk.build("gust", "class");
    let before = fs::read(desk.0.join(library("gust"))).unwrap();
    desk.edit("gust/src/words.rs", "pub struct Gather;", "pub struct Gather");
    let said = desk.run(&["pack", "build", "gust", "--dev"]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    assert!(said.err.contains("src/words.rs") && said.err.contains("the library was not built"), "{}", said.err);
    assert_eq!(fs::read(desk.0.join(library("gust"))).unwrap(), before);
}
