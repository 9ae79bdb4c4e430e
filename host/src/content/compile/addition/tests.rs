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
        expect![[""]],
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
        expect![[""]],
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
    check(&[("core/rules/other.ron", &rules("loudness", "cor"))], expect![[""]]);
}
