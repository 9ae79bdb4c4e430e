//! What an addition says, and what it may not say again.

use crate::content::testing::Folder;
use abi::StatId;
use expect_test::{Expect, expect};

const MORE: (&str, &str) = (
    "more/pack.ron",
    r#"Pack(id: "more", version: "0.1.0", abi: "0.1", license: "MIT OR Apache-2.0", requires: ["core >= 0.1"])"#,
);

fn check(files: &[(&str, &str)], expected: Expect) {
    let folder = Folder::core_and(&[&[MORE], files].concat());
    let said = folder.load().map_or_else(|problems| problems.to_string(), |_| "loaded\n".to_owned());
    expected.assert_eq(&folder.plain(&said));
}

#[test]
fn a_pack_adds_to_a_kind_and_a_condition_of_another() {
    let folder = Folder::core_and(&[
        MORE,
        (
            "more/additions/dummy.ron",
            r#"Addition(id: "more/dummy", kind: "core/dummy", stats: {"core/strength": 17}, tracks: {"core/arrows": 3})"#,
        ),
        (
            "more/additions/dazed.ron",
            r#"Addition(id: "more/dazed", condition: "core/dazed", modifiers: [("core/strength", -2)])"#,
        ),
    ]);
    let content = folder.load().expect("the additions are right").content;
    let kind = &content.kinds[0];
    assert_eq!(kind.stats[&StatId::of("core/strength")], 17);
    assert_eq!(kind.stats[&StatId::of("core/dexterity")], 12, "what its own file says stays");
    assert_eq!(kind.tracks[&abi::TrackId::of("core/arrows")], 3);
    let strength = abi::hash("core/strength");
    assert!(content.conditions[0].modifiers.contains(&(strength, -2)));
}

#[test]
fn nothing_is_said_twice_and_nothing_of_nobody() {
    check(
        &[
            (
                "more/additions/again.ron",
                r#"Addition(id: "more/again", kind: "core/dummy", stats: {"core/dexterity": 17, "core/luck": 1})"#,
            ),
            ("more/additions/both.ron", r#"Addition(id: "more/both", kind: "core/dummy", condition: "core/dazed")"#),
            ("more/additions/nobody.ron", r#"Addition(id: "more/nobody", kind: "core/dumy", stats: {"core/lore": 1})"#),
            ("more/additions/wrong.ron", r#"Addition(id: "more/wrong", condition: "core/dazed", stats: {"core/lore": 1})"#),
        ],
        expect![[r#"
            error: pack more, TEMP/more/additions/again.ron:1:56, stats["core/dexterity"]
              1 | Addition(id: "more/again", kind: "core/dummy", stats: {"core/dexterity": 17, "core/luck": 1})
                |                                                        ^
              found `core/dexterity` of `core/dummy`, which its own file or another addition says already
              allowed: what nobody else says of it

            error: pack more, TEMP/more/additions/again.ron:1:78, stats["core/luck"]
              1 | …kind: "core/dummy", stats: {"core/dexterity": 17, "core/luck": 1})
                |                                                    ^
              found the stat "core/luck", which nobody has
              allowed: `core/dexterity`, `core/level`, `core/lore`, `core/strength`
              nearest: core/lore

            error: pack more, TEMP/more/additions/both.ron:1:14, id
              1 | Addition(id: "more/both", kind: "core/dummy", condition: "core/dazed")
                |              ^
              found an addition to nothing, or to two things
              allowed: exactly one of `kind` and `condition`: to what this is added

            error: pack more, TEMP/more/additions/nobody.ron:1:35, kind
              1 | Addition(id: "more/nobody", kind: "core/dumy", stats: {"core/lore": 1})
                |                                   ^
              found the kind "core/dumy", which nobody has
              allowed: `core/dummy`
              nearest: core/dummy

            error: pack more, TEMP/more/additions/wrong.ron:1:61, stats["core/lore"]
              1 | Addition(id: "more/wrong", condition: "core/dazed", stats: {"core/lore": 1})
                |                                                             ^
              found `stats` or `tracks` for a condition
              allowed: `modifiers` for a condition
        "#]],
    );
}

#[test]
fn a_condition_that_comes_round_says_how_often_and_what() {
    check(
        &[
            ("more/conditions/idle.ron", r#"Condition(id: "more/idle", label: "idle", every: 20)"#),
            ("more/conditions/lost.ron", r#"Condition(id: "more/lost", label: "lost", effects: ["noise loud"])"#),
            (
                "more/conditions/never.ron",
                r#"Condition(id: "more/never", label: "never", every: 0, effects: ["noise lod"])"#,
            ),
            (
                "more/conditions/right.ron",
                r#"Condition(id: "more/right", label: "right", every: 20, effects: ["noise loud"])"#,
            ),
        ],
        expect![[r#"
            error: pack more, TEMP/more/conditions/idle.ron:1:50, every
              1 | Condition(id: "more/idle", label: "idle", every: 20)
                |                                                  ^
              found `every` without `effects`
              allowed: what happens each time: `effects: [..]`

            error: pack more, TEMP/more/conditions/lost.ron:1:53, effects[0]
              1 | Condition(id: "more/lost", label: "lost", effects: ["noise loud"])
                |                                                     ^
              found `effects` without `every`
              allowed: after how many ticks they come round: `every: 300`

            error: pack more, TEMP/more/conditions/never.ron:1:52, every
              1 | Condition(id: "more/never", label: "never", every: 0, effects: ["noise lod"])
                |                                                    ^
              found ticks of 0
              allowed: 1 to 1000000

            error: pack more, TEMP/more/conditions/never.ron:1:72, effects[0]
              1 | Condition(id: "more/never", label: "never", every: 0, effects: ["noise lod"])
                |                                                                        ^
              found `lod` for a rung of `loudness`
              allowed: `soft`, `loud`
              nearest: loud
        "#]],
    );
}

#[test]
fn a_ruleset_may_tell_the_stage_on_another_ladder_in_words_of_a_pack() {
    let rules = |ladder: &str, texts: &str| {
        crate::content::testing::RULES.replace("core/plain", "core/other").replace(
            "stage_track: \"core/stage\"",
            &format!("stage_track: \"core/stage\", stage_ladder: \"{ladder}\", texts: \"{texts}\""),
        )
    };
    check(&[("core/rules/other.ron", &rules("blow", "core"))], expect![["loaded\n"]]);
    check(
        &[("core/rules/other.ron", &rules("loudness", "cor"))],
        expect![[r#"
        error: pack core, TEMP/core/rules/other.ron:7:125, stage_ladder
          7 | …e/wait", stage_track: "core/stage", stage_ladder: "loudness", texts: "cor",
            |                                                    ^
          found `loudness` with 2 rungs in the place of `stage`
          allowed: a ladder of 3 rungs, as `stage` has

        error: pack core, TEMP/core/rules/other.ron:7:144, texts
          7 | …k: "core/stage", stage_ladder: "loudness", texts: "cor",
            |                                                    ^
          found the pack with texts "cor", which nobody has
          allowed: `core`
          nearest: core
    "#]],
    );
}
