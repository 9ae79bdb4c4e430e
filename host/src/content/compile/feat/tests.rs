//! What is checked of feats and of who has them, and what a feat makes of an action.

use crate::content::tables::{LengthSource, RecoverOnReact};
use crate::content::testing::Folder;
use abi::{Lengths, Ticks};
use expect_test::expect;

const FLOW: &str = r#"Feat(id: "more/flow", about: "Jabs run into each other.", changes: [
    (actions: ["core/jab"], prep: To(0), recover: By(-4), recover_on_react: Supersede, on_exec: ["noise loud"]),
    (reactions: true, readability: (exec: 2)),
], modifiers: [("core/strength", 2), ("core/attack", 3)])"#;
const PACK: (&str, &str) =
    ("more/pack.ron", r#"Pack(id: "more", version: "0.1.0", abi: "0.1", license: "MIT", requires: ["core"])"#);

fn kind(feats: &str) -> String {
    format!(r#"Kind(id: "more/adept", glyph: 'a', actions: ["core/jab", "core/parry"], feats: [{feats}])"#)
}

#[test]
fn a_feat_changes_the_actions_of_its_bearer_and_of_nobody_else() {
    let adept = kind(r#""more/flow""#);
    let folder = Folder::core_and(&[PACK, ("more/feats/flow.ron", FLOW), ("more/kinds/adept.ron", &adept)]);
    let content = folder.load().expect("it is right").content;
    let adept = content.kinds.iter().find(|kind| &*kind.name == "more/adept").expect("it is there");
    let plain = content.plain_actions().position(|action| &*action.name == "core/jab").expect("it is there");
    let plain = crate::content::tables::ActionIx(u32::try_from(plain).expect("few"));
    let (jab, own) = (&content.actions[plain.index()], &content.actions[adept.own(plain).index()]);
    assert_eq!(own.full_name(), "core/jab (more/flow)");
    assert_eq!((own.id, own.recover_on_react), (jab.id, RecoverOnReact::Supersede), "it is the same action to all others");
    let (LengthSource::Fixed(was), LengthSource::Fixed(is)) = (jab.lengths, own.lengths) else { panic!("they are fixed") };
    let recover = Ticks(was.recover.0.saturating_sub(4));
    assert_eq!(is, Lengths { prep: Ticks(0), recover, ..was });
    assert_eq!(own.on_exec.len(), jab.on_exec.len() + 1);
    assert!(adept.can_do(plain) && adept.actions.contains(&adept.own(plain)) && !adept.actions.contains(&plain));
    let dummy = content.kinds.iter().find(|kind| &*kind.name == "core/dummy").expect("it is there");
    assert_eq!(dummy.own(plain), plain);
    let strength = abi::StatId::of("core/strength");
    assert_eq!(adept.stats[&strength], dummy.stats[&strength] + 2);
    assert_eq!(adept.check_points, [(abi::hash("core/attack"), 3)]);
}

#[test]
fn feats_that_make_no_sense_are_told_with_their_place() {
    let adept = kind(r#""more/flow", "more/rush", "more/flow", "more/none""#);
    let folder = Folder::core_and(&[
        PACK,
        ("more/feats/flow.ron", FLOW),
        ("more/feats/rush.ron", r#"Feat(id: "more/rush", about: "In a rush.", changes: [(kinds: [Attack], prep: To(1))])"#),
        ("more/feats/idle.ron", r#"Feat(id: "more/idle", about: " ")"#),
        (
            "more/feats/odd.ron",
            r#"Feat(id: "more/odd", about: "Odd.", changes: [(prep: By(1)), (actions: ["core/step"], exec: To(3))])"#,
        ),
        ("more/kinds/adept.ron", &adept),
    ]);
    let problems = folder.load().map(|_| ()).expect_err("it is wrong").to_string();
    expect![[r#"
        error: pack more, TEMP/more/feats/idle.ron:1:10, id
          1 | Feat(id: "more/idle", about: " ")
            |          ^
          found a feat that changes nothing
          allowed: `changes`, `modifiers` or both

        error: pack more, TEMP/more/feats/idle.ron:1:30, about
          1 | Feat(id: "more/idle", about: " ")
            |                              ^
          found a feat of which nothing is told
          allowed: what it does, in a sentence

        error: pack more, TEMP/more/feats/odd.ron:1:10, id
          1 | Feat(id: "more/odd", about: "Odd.", changes: [(prep: By(1)), (actions: ["core/step"], exec: To(3))])
            |          ^
          found a change of no action
          allowed: `actions: [..]`, `kinds: [..]` or `reactions: true`: of which actions

        error: pack more, TEMP/more/feats/odd.ron:1:73, changes[1].actions[0]
          1 | Feat(id: "more/odd", about: "Odd.", changes: [(prep: By(1)), (actions: ["core/step"], exec: To(3))])
            |                                                                         ^
          found other ticks for `core/step`, whose ticks come from the ground or the intent
          allowed: an action with ticks of its own

        error: pack more, TEMP/more/kinds/adept.ron:1:94, feats[1]
          1 | … ["core/jab", "core/parry"], feats: ["more/flow", "more/rush", "more/flow", "more/none"])
            |                                                    ^
          found `more/rush` beside `more/flow`, which both set `prep` of `core/jab`
          allowed: feats of which one sets it, or both add to it with `By`

        error: pack more, TEMP/more/kinds/adept.ron:1:107, feats[2]
          1 | … "core/parry"], feats: ["more/flow", "more/rush", "more/flow", "more/none"])
            |                                                    ^
          found `more/flow` again
          allowed: each feat once

        error: pack more, TEMP/more/kinds/adept.ron:1:120, feats[3]
          1 | …], feats: ["more/flow", "more/rush", "more/flow", "more/none"])
            |                                                    ^
          found the feat "more/none", which nobody has
          allowed: `more/flow`, `more/idle`, `more/odd`, `more/rush`
          nearest: more/idle
    "#]]
    .assert_eq(&folder.plain(&problems));
}
