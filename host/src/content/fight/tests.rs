//! Fights: what comes out of a sound one, and what its author hears of a broken one.

use super::{Overrides, prepare};
use crate::content::reading::{Limits, Source};
use crate::content::tables::{Content, ScriptTarget};
use crate::content::testing::{Folder, lexicon};
use crate::content::{Prepared, Problems};
use expect_test::{Expect, expect};
use std::path::Path;

fn content() -> Content {
    Folder::core_and(&[]).load().expect("the toy pack is right").content
}

fn prepared(text: &str, overrides: &Overrides) -> Result<Prepared, Problems> {
    let source = Source::from_text("fight", Path::new("duel.fight.ron"), text, Limits::default())?;
    prepare(&source, "duel", &content(), &lexicon(), overrides)
}

fn fight(more: &str, actors: &str) -> String {
    format!(
        "Fight(rules: \"core/plain\", {more}\n map: (legend: {{'#': \"core/rock\", '.': \"core/stone\"}}, slices: [[\"########\", \
         \"#......#\", \"#....\", \"########\"]]),\n actors: [{actors}],\n)"
    )
}

const TWO: &str = "\n  (id: \"a\", kind: \"core/dummy\", side: \"party\", at: (1, 1, 0), control: Player),\n  (id: \"b\", kind: \
                   \"core/dummy\", side: \"foes\", at: (5, 1, 0))";

fn check_wrong(text: &str, expected: Expect) {
    let problems = prepared(text, &Overrides::default()).expect_err("the fight is wrong");
    expected.assert_eq(&problems.to_string());
}

#[test]
fn a_sound_fight_is_ready() {
    let own = "actions: [(id: \"poke\", kind: Attack, ticks: (exec: 1), target: Actor(5), on_exec: [\"strike claw\"])], \
               profiles: [(id: \"poker\", ranks: [(rank: 1, act: \"poke\", at: \"enemy\")])], kinds: [(id: \"imp\", glyph: 'i', body: \
               (1, 1, 2), actions: [\"poke\"], profile: \"poker\", hands: {\"claw\": (harm: \"core/edge\", points: 3)})], \
               initiative: [\"b\", \"a\"], set: [\"jitter_ticks 3\", \"initiative_speed shave 5 200\", \"reactions same-tick\"],";
    let actors = "(id: \"a\", kind: \"core/dummy\", side: \"party\", at: (1, 1, 0), reads: Exact, control: Script(acts: [(tick: 0, act: \
                  \"core/jab\", at: \"b\"), (tick: 0, act: \"core/step\", at: (2, 2, 0)), (tick: 9, act: \"core/wait\", ticks: 4)], reacts: \
                  \"core/steady\")), (id: \"b\", kind: \"imp\", side: \"foes\", at: (3, 2, 0))";
    let overrides = Overrides { sets: vec!["jitter_ticks 1".into()], holders: vec!["movement=tdgs".into()], rules: None };
    let ready = prepared(&fight(own, actors), &overrides).expect("the fight is right");
    let base = content();
    assert_eq!(ready.fight.size, [8, 4, 1]);
    let rock = base.grounds.iter().position(|ground| &*ground.name == "core/rock");
    assert_eq!(
        usize::from(ready.fight.cells[8 * 2 + 6]),
        rock.expect("there is rock"),
        "a ragged row is filled up with rock"
    );
    assert_eq!(ready.fight.initiative, [1, 0]);
    assert_eq!(ready.fight.max_ticks, 20_000);
    assert_eq!(ready.content.actions.len(), base.actions.len() + 1);
    assert!(
        ready.content.actions.iter().zip(&base.actions).all(|(now, before)| now.name == before.name),
        "own content stands behind"
    );
    let param = |name| ready.ruleset.param(abi::ParamId::of(name));
    assert_eq!(
        [param("jitter_ticks"), param("initiative_permille_per_point"), param("initiative_cap_permille")],
        [1, 5, 200]
    );
    assert_eq!(&*ready.ruleset.roles.0["movement"], "tdgs");
    let crate::content::tables::Control::Script(acts, reacts) = &ready.fight.actors[0].control else { panic!("a script") };
    assert_eq!(acts[0].at, ScriptTarget::Actor(1));
    assert_eq!(acts[1].at, ScriptTarget::Cell(abi::Cell::new(2, 2, 0)));
    assert_eq!((acts[2].ticks, reacts.is_some(), ready.fight.actors[0].reads_exact), (4, true, true));
    assert!(matches!(ready.fight.actors[1].control, crate::content::tables::Control::Profile(_)), "a kind's own profile");
}

#[test]
fn two_in_one_place_and_one_in_a_wall() {
    check_wrong(
        &fight(
            "",
            "\n  (id: \"a\", kind: \"core/dummy\", side: \"x\", at: (1, 1, 0)),\n  (id: \"b\", kind: \"core/dummy\", side: \"y\", at: (2, 1, 0)),\n  (id: \"c\", kind: \"core/dummy\", side: \"y\", at: (4, 2, 0)),\n  (id: \"d\", kind: \"core/dummy\", side: \"y\", at: (-1, 1, 0)),\n  (id: \"e\", kind: \"core/dummy\", side: \"y\", at: (4, 1, -1)),\n  (id: \"f\", kind: \"core/dummy\", side: \"y\", at: (5, 1, 0))",
        ),
        expect![[r#"
            error: pack fight, duel.fight.ron:5:48, actors[1].at
              5 |   (id: "b", kind: "core/dummy", side: "y", at: (2, 1, 0)),
                |                                                ^
              found `b` and `a` in one place: both have the cell (2, 1, 0)
              allowed: places in which no two bodies share a cell (clause M6)

            error: pack fight, duel.fight.ron:6:48, actors[2].at
              6 |   (id: "c", kind: "core/dummy", side: "y", at: (4, 2, 0)),
                |                                                ^
              found the body of `c` in a wall: its cell (5, 2, 0) is `core/rock`, which is solid
              allowed: a place where the whole body is in open or liquid cells

            error: pack fight, duel.fight.ron:7:48, actors[3].at
              7 |   (id: "d", kind: "core/dummy", side: "y", at: (-1, 1, 0)),
                |                                                ^
              found the body of `d` in a wall: its cell (-1, 1, 0) is beyond the drawn rows, where all is solid
              allowed: a place where the whole body is in open or liquid cells

            error: pack fight, duel.fight.ron:8:48, actors[4].at
              8 |   (id: "e", kind: "core/dummy", side: "y", at: (4, 1, -1)),
                |                                                ^
              found the body of `e` in a wall: its cell (4, 1, -1) is below the lowest slice, where all is solid
              allowed: a place where the whole body is in open or liquid cells

            error: pack fight, duel.fight.ron:9:48, actors[5].at
              9 |   (id: "f", kind: "core/dummy", side: "y", at: (5, 1, 0))],
                |                                                ^
              found `f` and `e` in one place: both have the cell (5, 1, 0)
              allowed: places in which no two bodies share a cell (clause M6)
        "#]],
    );
}

#[test]
fn a_script_ascends_and_aims_at_what_its_actions_take() {
    check_wrong(
        &fight(
            "",
            "\n  (id: \"a\", kind: \"core/dummy\", side: \"x\", at: (1, 1, 0), control: Script(reacts: \"core/stedy\", acts: [\n   (tick: 9, act: \"core/jab\", at: \"bb\"),\n   (tick: 3, act: \"core/jab\", at: (1, 2, 3)),\n   (tick: 9, act: \"core/jab\"),\n   (tick: 9, act: \"core/step\", at: \"b\"),\n   (tick: 9, act: \"core/wait\"),\n   (tick: 9, act: \"core/parry\", at: \"b\", ticks: 3),\n   (tick: 9, act: \"core/sing\", at: (1, 2)),\n  ])),\n  (id: \"b\", kind: \"core/dumy\", side: \"\", at: (5, 1, 0))",
        ),
        expect![[r#"
            error: pack fight, duel.fight.ron:4:83, actors[0].control.reacts
              4 | …side: "x", at: (1, 1, 0), control: Script(reacts: "core/stedy", acts: [
                |                                                    ^
              found the profile "core/stedy", which nobody has
              allowed: `core/steady`
              nearest: core/steady

            error: pack fight, duel.fight.ron:5:35, actors[0].control.acts[0].at
              5 |    (tick: 9, act: "core/jab", at: "bb"),
                |                                   ^
              found the actor "bb", which nobody has
              allowed: `a`, `b`
              nearest: b

            error: pack fight, duel.fight.ron:6:11, actors[0].control.acts[1].tick
              6 |    (tick: 3, act: "core/jab", at: (1, 2, 3)),
                |           ^
              found an entry at tick 3 behind one at 9
              allowed: entries that ascend in tick

            error: pack fight, duel.fight.ron:6:35, actors[0].control.acts[1].at
              6 |    (tick: 3, act: "core/jab", at: (1, 2, 3)),
                |                                   ^
              found `core/jab` at the cell (1, 2, 3)
              allowed: `at:` and the name of an actor

            error: pack fight, duel.fight.ron:7:19, actors[0].control.acts[2].act
              7 |    (tick: 9, act: "core/jab"),
                |                   ^
              found `core/jab` without what it is aimed at
              allowed: `at:` and the name of an actor

            error: pack fight, duel.fight.ron:8:36, actors[0].control.acts[3].at
              8 |    (tick: 9, act: "core/step", at: "b"),
                |                                    ^
              found `core/step` at `b`
              allowed: `at:` and a cell, as `at: (3, 1, 0)`

            error: pack fight, duel.fight.ron:9:19, actors[0].control.acts[4].act
              9 |    (tick: 9, act: "core/wait"),
                |                   ^
              found `core/wait` without its length
              allowed: `ticks:` and a number

            error: pack fight, duel.fight.ron:10:37, actors[0].control.acts[5].at
              10 |    (tick: 9, act: "core/parry", at: "b", ticks: 3),
                 |                                     ^
              found `core/parry` at `b`
              allowed: no `at`

            error: pack fight, duel.fight.ron:10:49, actors[0].control.acts[5].ticks
              10 |    (tick: 9, act: "core/parry", at: "b", ticks: 3),
                 |                                                 ^
              found `ticks` for `core/parry`, whose length is not chosen
              allowed: no `ticks` here

            error: pack fight, duel.fight.ron:11:19, actors[0].control.acts[6].act
              11 |    (tick: 9, act: "core/sing", at: (1, 2)),
                 |                   ^
              found the action "core/sing", which nobody has
              allowed: `core/bail`, `core/boundary`, `core/jab`, `core/parry`, `core/step`, `core/wait`
              nearest: core/step

            error: pack fight, duel.fight.ron:11:36, actors[0].control.acts[6].at
              11 |    (tick: 9, act: "core/sing", at: (1, 2)),
                 |                                    ^
              found a tuple of 2
              allowed: a cell `(x, y, z)`

            error: pack fight, duel.fight.ron:13:19, actors[1].kind
              13 |   (id: "b", kind: "core/dumy", side: "", at: (5, 1, 0))],
                 |                   ^
              found the kind "core/dumy", which nobody has
              allowed: `core/dummy`
              nearest: core/dummy

            error: pack fight, duel.fight.ron:13:38, actors[1].side
              13 |   (id: "b", kind: "core/dumy", side: "", at: (5, 1, 0))],
                 |                                      ^
              found a side without a name
              allowed: a name, as `party`
        "#]],
    );
}

#[test]
fn rules_order_map_and_settings_are_checked() {
    check_wrong(
        "Fight(rules: \"core/plan\", map: (legend: {'#': \"core/roc\"}, slices: [[\"#..é\"], []]),\n actors: [],\n max_ticks: 0, initiative: [\"a\"],\n set: [\"jitter 1\"])",
        expect![[r##"
            error: pack fight, duel.fight.ron:1:14, rules
              1 | Fight(rules: "core/plan", map: (legend: {'#': "core/roc"}, slices: [["#..é"], []]),
                |              ^
              found the ruleset "core/plan", which nobody has
              allowed: `core/plain`
              nearest: core/plain

            error: pack fight, duel.fight.ron:1:47, map.legend['#']
              1 | Fight(rules: "core/plan", map: (legend: {'#': "core/roc"}, slices: [["#..é"], []]),
                |                                               ^
              found the ground "core/roc", which nobody has
              allowed: `core/rock`, `core/stone`
              nearest: core/rock

            error: pack fight, duel.fight.ron:1:72, map.slices[0][0]
              1 | Fight(rules: "core/plan", map: (legend: {'#': "core/roc"}, slices: [["#..é"], []]),
                |                                                                        ^
              found the character '.' in the map
              allowed: those of the legend: '#'

            error: pack fight, duel.fight.ron:1:74, map.slices[0][0]
              1 | Fight(rules: "core/plan", map: (legend: {'#': "core/roc"}, slices: [["#..é"], []]),
                |                                                                          ^
              found the character 'é' in the map
              allowed: those of the legend: '#'

            error: pack fight, duel.fight.ron:2:10, actors
              2 |  actors: [],
                |          ^
              found 0 actors
              allowed: 1 to 10000

            error: pack fight, duel.fight.ron:3:13, max_ticks
              3 |  max_ticks: 0, initiative: ["a"],
                |             ^
              found a fight of 0 ticks
              allowed: 1 to 10000000

            error: pack fight, duel.fight.ron:3:29, initiative[0]
              3 |  max_ticks: 0, initiative: ["a"],
                |                             ^
              found the actor "a", which nobody has
              allowed: nothing; there is none to choose from
        "##]],
    );
    check_wrong(
        &fight(
            "initiative: [\"a\", \"a\"], set: [\"jitter 1\", \"jitter_ticks -1\", \"metric\", \"reactions now\", \"concentration_from hot\"],",
            TWO,
        ),
        expect![[r#"
            error: pack fight, duel.fight.ron:1:40, initiative
              1 | Fight(rules: "core/plain", initiative: ["a", "a"], set: ["jitter 1", "jitter_ticks -1", "metric", "r…
                |                                        ^
              found an order without b
              allowed: every actor of the fight once

            error: pack fight, duel.fight.ron:1:46, initiative[1]
              1 | Fight(rules: "core/plain", initiative: ["a", "a"], set: ["jitter 1", "jitter_ticks -1", "metric", "r…
                |                                              ^
              found `a` again
              allowed: each actor once

            error: pack fight, duel.fight.ron:1:58, set[0]
              1 | Fight(rules: "core/plain", initiative: ["a", "a"], set: ["jitter 1", "jitter_ticks -1", "metric", "r…
                |                                                          ^
              found the parameter `jitter`, which nobody has
              allowed: `alertness_ticks`, `calm_ticks`, `cancel_factor_permille`, `concentration_base_points`, `concentration_from`, `concentration_points_per_rung`, `cover_points`, `engaged_departure_ticks`, `exploit_points`, `idle_ticks`, `initiative_cap_permille`, `initiative_permille_per_point`, `jitter_ticks`, `min_cancel_ticks`, `mistaken_lore_points`, `path_feet`, `reaction_depth`, `recalled_lore_points`, `scope_feet`, `searching_ticks`, `spread_points`, `stirred_again_ticks`, `stirred_ticks`, `terrain_weight_permille` and 7 more

            error: pack fight, duel.fight.ron:1:70, set[1]
              1 | Fight(rules: "core/plain", initiative: ["a", "a"], set: ["jitter 1", "jitter_ticks -1", "metric", "r…
                |                                                                      ^
              found `-1` for the parameter `jitter_ticks`
              allowed: a whole number from 0 to 50

            error: pack fight, duel.fight.ron:1:89, set[2]
              1 | … ["a", "a"], set: ["jitter 1", "jitter_ticks -1", "metric", "reactions now", "concentration_from hot…
                |                                                    ^
              found `metric`
              allowed: a parameter and its value, as `jitter_ticks 0`

            error: pack fight, duel.fight.ron:1:99, set[3]
              1 | …], set: ["jitter 1", "jitter_ticks -1", "metric", "reactions now", "concentration_from hot"],
                |                                                    ^
              found `reactions now`
              allowed: `reactions next-tick` or `reactions same-tick`

            error: pack fight, duel.fight.ron:1:116, set[4]
              1 | …1", "jitter_ticks -1", "metric", "reactions now", "concentration_from hot"],
                |                                                    ^
              found `hot` for the parameter `concentration_from`
              allowed: a whole number from 0 to 64; or `miss`, `graze`, `hit`
              nearest: hit
        "#]],
    );
    let overrides = Overrides { rules: Some("core/plane".into()), ..Overrides::default() };
    let problems = prepared(&fight("", TWO), &overrides).expect_err("no such rules");
    expect![[r#"
        error: pack command line, --rules
          found `core/plane`
          allowed: `core/plain`
          nearest: core/plain
    "#]]
    .assert_eq(&problems.to_string());
    let overrides = Overrides {
        rules: None,
        holders: vec!["movement=x".into(), "motion=core".into(), "x".into()],
        sets: vec!["x 1".into()],
    };
    let problems = prepared(&fight("", TWO), &overrides).expect_err("no such holders");
    expect![[r#"
        error: pack command line, --module
          found `x`
          allowed: a role and who holds it, as `resolution=tdgs`

        error: pack command line, --module
          found `x` as the holder of `movement`, which no module offers
          allowed: `core`, `tdgs`

        error: pack command line, --module
          found the role `motion`, which nobody has
          allowed: `resolution`, `harm`, `tempo`, `movement`, `senses`, `readability`, `attitude`, `narration`

        error: pack command line, --set
          found the parameter `x`, which nobody has
          allowed: `alertness_ticks`, `calm_ticks`, `cancel_factor_permille`, `concentration_base_points`, `concentration_from`, `concentration_points_per_rung`, `cover_points`, `engaged_departure_ticks`, `exploit_points`, `idle_ticks`, `initiative_cap_permille`, `initiative_permille_per_point`, `jitter_ticks`, `min_cancel_ticks`, `mistaken_lore_points`, `path_feet`, `reaction_depth`, `recalled_lore_points`, `scope_feet`, `searching_ticks`, `spread_points`, `stirred_again_ticks`, `stirred_ticks`, `terrain_weight_permille` and 7 more
    "#]].assert_eq(&problems.to_string());
}

#[test]
fn what_a_fight_brings_is_checked_as_content_is() {
    check_wrong(
        &fight(
            "actions: [(id: \"core/jab\", kind: Attack, ticks: (exec: 1)), (id: \"x\", kind: Attack, ticks: (exec: 0), on_exec: [\"strik main-hand\"]), (id: \"x\", kind: Attack, ticks: (exec: 1))],\n kinds: [(id: \"k\", glyph: 'k', body: (0, 1, 1), profile: \"core/steady\")],",
            TWO,
        ),
        expect![[r#"
            error: pack fight, duel.fight.ron:1:43, actions[0].id
              1 | Fight(rules: "core/plain", actions: [(id: "core/jab", kind: Attack, ticks: (exec: 1)), (id: "x", kin…
                |                                           ^
              found a second action `core/jab`
              allowed: an id that no pack and nothing else in this fight has

            error: pack fight, duel.fight.ron:1:126, actions[1].ticks.exec
              1 | …(exec: 1)), (id: "x", kind: Attack, ticks: (exec: 0), on_exec: ["strik main-hand"]), (id: "x", kind:…
                |                                                    ^
              found an exec of 0 ticks
              allowed: an exec of 1 or more: an action happens in its exec (clause T1)

            error: pack fight, duel.fight.ron:1:141, actions[1].on_exec[0]
              1 | …: "x", kind: Attack, ticks: (exec: 0), on_exec: ["strik main-hand"]), (id: "x", kind: Attack, ticks:…
                |                                                    ^
              found `strik`, which begins no effect
              allowed: `after`, `become`, `cancel`, `give`, `noise`, `strike`
              nearest: strike

            error: pack fight, duel.fight.ron:1:166, actions[2].id
              1 | …s: (exec: 0), on_exec: ["strik main-hand"]), (id: "x", kind: Attack, ticks: (exec: 1))],
                |                                                    ^
              found a second action `x`
              allowed: an id that no pack and nothing else in this fight has

            error: pack fight, duel.fight.ron:2:38, kinds[0].body
              2 |  kinds: [(id: "k", glyph: 'k', body: (0, 1, 1), profile: "core/steady")],
                |                                      ^
              found a body of 0 by 1 by 1 feet
              allowed: 1 to 60 feet each way

            error: pack fight, duel.fight.ron:2:58, kinds[0].profile
              2 |  kinds: [(id: "k", glyph: 'k', body: (0, 1, 1), profile: "core/steady")],
                |                                                          ^
              found the profile `core/steady`, which uses `core/jab`, `core/parry` that `k` does not have
              allowed: a profile of the kind's own actions; or those actions among the kind's
        "#]],
    );
}

#[test]
fn hostile_files_are_problems_and_nothing_else() {
    for text in
        ["", "Fight", "Fight(", "((((((((", "[1, 2", "\u{feff}", "Fight(rules: 1, map: 2, actors: 3)", "Kind(id: \"x\")"]
    {
        let problems = prepared(text, &Overrides::default()).expect_err("no fight");
        assert!(problems.has_errors(), "{text:?}");
    }
    let huge = format!("Fight(rules: \"core/plain\", map: {}", "(".repeat(1_000_000));
    assert!(prepared(&huge, &Overrides::default()).is_err());
}
