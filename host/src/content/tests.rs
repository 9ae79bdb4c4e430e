//! Loading: what comes out of sound packs, and the list that the author of broken ones sees.

use super::testing::Folder;
use expect_test::{Expect, expect};

/// What an author sees: the problems, or the warnings of a load.
fn shown(folder: &Folder) -> String {
    let text = match folder.load() {
        Ok(loaded) => format!("loaded\n{}", loaded.warnings),
        Err(problems) => problems.to_string(),
    };
    folder.plain(&text)
}

fn check_load(files: &[(&str, &str)], expected: Expect) {
    expected.assert_eq(&shown(&Folder::core_and(files)));
}

#[test]
fn the_toy_pack_loads_without_a_word() {
    check_load(
        &[],
        expect![[r#"
        loaded
    "#]],
    );
}

fn place_of(content: &super::tables::Content, action: &str) -> Option<super::tables::ActionIx> {
    let found = content.actions.iter().position(|held| &*held.name == action)?;
    u32::try_from(found).ok().map(super::tables::ActionIx)
}

#[test]
fn what_is_loaded_is_what_was_written() {
    let loaded = Folder::core_and(&[]).load().expect("the toy pack is right");
    let content = &loaded.content;
    let jab = place_of(content, "core/jab").expect("it is there");
    let jab = &content.actions[jab.index()];
    expect![[r#"
        Fixed(Lengths { prep: Ticks(4), exec: Ticks(3), recover: Ticks(6) })
        [WindowDef { from: 0, to: 3, shape: Ring { feet: 3 }, takes_inside: false, takes_entering: true, once: true, spares_allies: true, effects: [LineIx(0)] }]
        Check(15)
    "#]].assert_eq(&format!("{:?}\n{:?}\n{:?}\n", jab.lengths, jab.windows, jab.interruptible));
    let texts = |lines: &[super::tables::LineIx]| {
        lines.iter().map(|line| format!("{}; ", content.lines[line.index()].text)).collect::<String>()
    };
    assert_eq!(texts(&jab.on_complete), "strike main-hand; after 20 ticks noise loud; ");
    let ranks = content.profiles[0]
        .ranks
        .iter()
        .map(|rank| format!("{} {:?} {:?} {:?} {:?}\n", rank.rank, rank.on, rank.does, rank.choices, rank.at));
    expect![[r#"
        10 Some(Event(EventId(7212097348311472048), Some(Attack))) React [(1, ActionIx(3))] None
        20 Some(Edge) Cancel [(1, ActionIx(1))] None
        30 None Act [(3, ActionIx(2))] Some(Word(0, []))
        40 None Act [(1, ActionIx(4))] Some(Host(FlankOf, [Who(Word(0, []))]))
        90 None Act [(1, ActionIx(5))] None
    "#]]
    .assert_eq(&ranks.collect::<String>());
    let lines = content.lines.iter().map(|line| format!("{} = {} {:?}\n", line.text, line.word, line.args));
    expect![[r#"
        strike main-hand 5 points = 0 [Hand("main-hand"), Fixed(Number(5))]
        strike main-hand = 0 [Hand("main-hand"), Fixed(Absent)]
        noise loud = 3 [Fixed(Rung(1))]
        after 20 ticks noise loud = 4 [Fixed(Number(20)), Fixed(Line(2))]
        cancel actor = 1 [Who(Actor)]
    "#]]
    .assert_eq(&lines.collect::<String>());
    let names: Vec<&str> = content.actions.iter().map(|action| &*action.name).collect();
    assert!(names.is_sorted(), "{names:?}");
    let rules = &content.rulesets["core/plain"];
    let param = |name| rules.param(abi::ParamId::of(name));
    assert_eq!(
        [param("jitter_ticks"), param("concentration_from"), param("spread_points"), param("calm_ticks")],
        [0, 2, 20, 600]
    );
    let dummy = &content.kinds[0];
    assert_eq!(dummy.stats[&abi::StatId::of("core/strength")], 10, "a stat that is not named is the average human's");
    assert_eq!(&*content.name(abi::hash("core/dummy")), "core/dummy");
    assert_eq!(content.hooks.len(), 1);
    let everybodys = ["core/wait", "core/step", "core/boundary", "core/bail"].map(|id| place_of(content, id));
    assert!(everybodys.iter().all(|place| place.is_some_and(|place| dummy.actions.contains(&place))));
}

#[test]
fn every_problem_of_every_pack_is_told() {
    check_load(
        &[
            (
                "orcs/pack.ron",
                r#"Pack(id: "orcs", version: "0.1.0", abi: "0.1", license: "MIT", requires: ["core >= 0.1"])"#,
            ),
            (
                "orcs/actions/hew.ron",
                "Action(\n  id: \"orcs/hew\", kind: Attak, ticks: (prep: 4, exec: 0, recover: 6),\n  target: Actor(reach_feet: 0), needs: [\"swimg\"],\n  windows: [(exec: (2, 9), shape: Cone(4), takes: [], effects: [\"strike main-hnd\"])],\n  on_exec: [\"nois loud\", \"noise load\", \"after x ticks noise loud\"],\n  concentration: Deep, on_react: Pause, interruptible: Check(900),\n)",
            ),
            (
                "orcs/kinds/orc.ron",
                "Kind(id: \"orcs/ork\", glyph: 'o', actions: [\"orcs/hew\", \"orcs/hewn\"], stats: {\"core/dexterty\": 3})",
            ),
            (
                "core/profiles/steady.ron",
                "Profile(id: \"core/steady\", ranks: [\n (rank: 1, when: [\"reach nearest enmy\"], act: \"core/jab\"),\n (rank: 1, on: \"prep-begun\", react: \"core/jab\", cancel: \"core/jab\"),\n (rank: 3, on: \"noticed treat\", cancel: \"core/jab\"),\n])",
            ),
        ],
        expect![[r#"
            error: pack core, TEMP/core/profiles/steady.ron:2:34, ranks[0].when[0]
              2 |  (rank: 1, when: ["reach nearest enmy"], act: "core/jab"),
                |                                  ^
              found `enmy`
              allowed: `ally`, `enemy`; the word is `reach [<who>]` or `reach <id:action> [of <who>]`
              nearest: enemy

            error: pack core, TEMP/core/profiles/steady.ron:2:47, ranks[0].act
              2 |  (rank: 1, when: ["reach nearest enmy"], act: "core/jab"),
                |                                               ^
              found `core/jab`, which is aimed, without `at`
              allowed: `at:` and a selector, as `at: "nearest enemy"`

            error: pack core, TEMP/core/profiles/steady.ron:3:9, ranks[1].rank
              3 |  (rank: 1, on: "prep-begun", react: "core/jab", cancel: "core/jab"),
                |         ^
              found a rank that says 2 things to do
              allowed: exactly one of `act`, `react`, `cancel`, `choose`

            error: pack core, TEMP/core/profiles/steady.ron:3:9, ranks[1].rank
              3 |  (rank: 1, on: "prep-begun", react: "core/jab", cancel: "core/jab"),
                |         ^
              found the rank 1 again
              allowed: each number once

            error: pack core, TEMP/core/profiles/steady.ron:3:16, ranks[1].on
              3 |  (rank: 1, on: "prep-begun", react: "core/jab", cancel: "core/jab"),
                |                ^
              found the trigger "prep-begun", which nobody has
              allowed: `edge`, `noticed <cause>`, `absence`, `began`, `blocked`, `blow`, `cancelled`, `check`, `condition`, `died`, `encounter-began`, `encounter-ended`, `entering`, `exec-began`, `fell`, `finished`, `fled`, `flinch`, `interrupted`, `landed`, `learned`, `leaving`, `light`, `light-lost` and 16 more
              nearest: prep-began

            error: pack core, TEMP/core/profiles/steady.ron:4:16, ranks[2].on
              4 |  (rank: 3, on: "noticed treat", cancel: "core/jab"),
                |                ^
              found the cause "treat", which nobody has
              allowed: `noticed`, `threat`, `struck`, `wound`, `stage`, `opening`, `reach`, `lost`, `heard`
              nearest: threat

            error: pack core, TEMP/core/profiles/steady.ron:4:41, ranks[2].cancel
              4 |  (rank: 3, on: "noticed treat", cancel: "core/jab"),
                |                                         ^
              found `core/jab` as a cancel
              allowed: an action of the kind Cancel (clause C1)

            error: pack core, TEMP/core/profiles/steady.ron:4:41, ranks[2].cancel
              4 |  (rank: 3, on: "noticed treat", cancel: "core/jab"),
                |                                         ^
              found `core/jab`, which is aimed, without `at`
              allowed: `at:` and a selector, as `at: "nearest enemy"`

            error: pack orcs, TEMP/orcs/actions/hew.ron:2:25, kind
              2 |   id: "orcs/hew", kind: Attak, ticks: (prep: 4, exec: 0, recover: 6),
                |                         ^
              found the name `Attak`
              allowed: `Attack`, `Spell`, `Movement`, `Cancel`, `Feint`, `Guard`, `Talk`, `Wait`, `Recall`, `Item`
              nearest: Attack

            error: pack orcs, TEMP/orcs/actions/hew.ron:2:55, ticks.exec
              2 |   id: "orcs/hew", kind: Attak, ticks: (prep: 4, exec: 0, recover: 6),
                |                                                       ^
              found an exec of 0 ticks
              allowed: an exec of 1 or more: an action happens in its exec (clause T1)

            error: pack orcs, TEMP/orcs/actions/hew.ron:3:11, target
              3 |   target: Actor(reach_feet: 0), needs: ["swimg"],
                |           ^
              found a reach of 0 feet
              allowed: 1 to 1000: touching bodies are 1 foot apart (clause G4)

            error: pack orcs, TEMP/orcs/actions/hew.ron:3:41, needs[0]
              3 |   target: Actor(reach_feet: 0), needs: ["swimg"],
                |                                         ^
              found the verb "swimg", which nobody has
              allowed: `stand`, `step`, `swing`
              nearest: swing

            error: pack orcs, TEMP/orcs/actions/hew.ron:4:20, windows[0].exec
              4 |   windows: [(exec: (2, 9), shape: Cone(4), takes: [], effects: ["strike main-hnd"])],
                |                    ^
              found a window over the exec ticks 2 to 9
              allowed: a first tick and a later one before which it closes, within exec ticks 0 to 1

            error: pack orcs, TEMP/orcs/actions/hew.ron:4:51, windows[0].takes
              4 |   windows: [(exec: (2, 9), shape: Cone(4), takes: [], effects: ["strike main-hnd"])],
                |                                                   ^
              found a window that takes nobody
              allowed: Inside, Entering or both; both if left out

            error: pack orcs, TEMP/orcs/actions/hew.ron:4:73, windows[0].effects[0]
              4 |   windows: [(exec: (2, 9), shape: Cone(4), takes: [], effects: ["strike main-hnd"])],
                |                                                                         ^
              found `main-hnd` for a hand
              allowed: `main-hand`
              nearest: main-hand

            error: pack orcs, TEMP/orcs/actions/hew.ron:5:14, on_exec[0]
              5 |   on_exec: ["nois loud", "noise load", "after x ticks noise loud"],
                |              ^
              found `nois`, which begins no effect
              allowed: `after`, `become`, `cancel`, `give`, `noise`, `strike`
              nearest: noise

            error: pack orcs, TEMP/orcs/actions/hew.ron:5:33, on_exec[1]
              5 |   on_exec: ["nois loud", "noise load", "after x ticks noise loud"],
                |                                 ^
              found `load` for a rung of `loudness`
              allowed: `soft`, `loud`
              nearest: loud

            error: pack orcs, TEMP/orcs/actions/hew.ron:5:47, on_exec[2]
              5 |   on_exec: ["nois loud", "noise load", "after x ticks noise loud"],
                |                                               ^
              found `x` for a number of ticks
              allowed: a whole number from 0 to 10000000

            error: pack orcs, TEMP/orcs/actions/hew.ron:6:34, on_react
              6 |   concentration: Deep, on_react: Pause, interruptible: Check(900),
                |                                  ^
              found `on_react: Pause` with `concentration: Deep`
              allowed: `on_react: Cancel`, or `concentration: Light` (clause C8)

            error: pack orcs, TEMP/orcs/actions/hew.ron:6:56, interruptible
              6 |   concentration: Deep, on_react: Pause, interruptible: Check(900),
                |                                                        ^
              found a difficulty of 900
              allowed: -200 to 200 points

            error: pack orcs, TEMP/orcs/kinds/orc.ron:1:10, id
              1 | Kind(id: "orcs/ork", glyph: 'o', actions: ["orcs/hew", "orcs/hewn"], stats: {"core/dexterty": 3})
                |          ^
              found the id "orcs/ork"
              allowed: "orcs/orc", by the file's pack and name

            error: pack orcs, TEMP/orcs/kinds/orc.ron:1:56, actions[1]
              1 | Kind(id: "orcs/ork", glyph: 'o', actions: ["orcs/hew", "orcs/hewn"], stats: {"core/dexterty": 3})
                |                                                        ^
              found the action "orcs/hewn", which nobody has
              allowed: `orcs/hew`, `core/bail`, `core/boundary`, `core/jab`, `core/parry`, `core/step`, `core/wait`
              nearest: orcs/hew

            error: pack orcs, TEMP/orcs/kinds/orc.ron:1:78, stats["core/dexterty"]
              1 | … 'o', actions: ["orcs/hew", "orcs/hewn"], stats: {"core/dexterty": 3})
                |                                                    ^
              found the stat "core/dexterty", which nobody has
              allowed: `core/dexterity`, `core/level`, `core/lore`, `core/strength`
              nearest: core/dexterity
        "#]],
    );
}

#[test]
fn a_file_that_does_not_read_is_not_called_missing() {
    check_load(
        &[("core/actions/jab.ron", "Action(id: \"core/jab\", kind: Attack")],
        expect![[r#"
            error: pack core, TEMP/core/actions/jab.ron:1:7
              1 | Action(id: "core/jab", kind: Attack
                |       ^
              found `(` that never closes
              allowed: `)` at its end
        "#]],
    );
}

#[test]
fn ranks_that_nothing_reaches_and_bodies_that_do_not_suit_are_warnings() {
    check_load(
        &[
            (
                "core/profiles/steady.ron",
                "Profile(id: \"core/steady\", archetype: Brute, ranks: [\n (rank: 1, when: [\"alone\"], act: \"core/wait\", ticks: 5),\n (rank: 2, when: [\"seen\", \"alone\"], act: \"core/jab\", at: \"enemy\"),\n (rank: 3, on: \"edge\", when: [\"alone\"], cancel: \"core/boundary\"),\n])",
            ),
            ("core/profile/x.ron", ""),
        ],
        expect![[r#"
            loaded
            warning: pack core, TEMP/core/kinds/dummy.ron:2:51, profile
              2 |     actions: ["core/jab", "core/parry"], profile: "core/steady", stats: {"core/dexterity": 12})
                |                                                   ^
              found the profile `core/steady` of a Brute for core/strength +0 and core/dexterity +2 against an average human
              allowed: stats that suit the archetype, or another archetype

            warning: pack core, TEMP/core/profile
              found a folder `profile` with RON in it, which nobody reads
              allowed: the folders actions, additions, checks, conditions, feats, grounds, hooks, kinds, ladders, profiles, readings, rules, stimuli, texts, weathers, zones, fights
              nearest: profiles

            warning: pack core, TEMP/core/profiles/steady.ron:3:9, ranks[1].rank
              3 |  (rank: 2, when: ["seen", "alone"], act: "core/jab", at: "enemy"),
                |         ^
              found the rank 2, which no state can reach
              allowed: a rank that can be taken: rank 1 holds whenever this one does
        "#]],
    );
}

#[test]
fn a_profile_uses_its_kinds_actions_only() {
    check_load(
        &[(
            "core/kinds/dummy.ron",
            r#"Kind(id: "core/dummy", glyph: 'd', actions: ["core/parry"], profile: "core/steady", hands: {"main-hand": (harm: "core/edge", points: 1)})"#,
        )],
        expect![[r#"
            error: pack core, TEMP/core/kinds/dummy.ron:1:70, profile
              1 | Kind(id: "core/dummy", glyph: 'd', actions: ["core/parry"], profile: "core/steady", hands: {"main-ha…
                |                                                                      ^
              found the profile `core/steady`, which uses `core/jab` that `core/dummy` does not have
              allowed: a profile of the kind's own actions; or those actions among the kind's
        "#]],
    );
}

#[test]
fn a_ruleset_names_every_role() {
    check_load(
        &[(
            "core/rules/plain.ron",
            "Ruleset(\n id: \"core/plain\",\n roles: {\"resolution\": \"cor\", \"harm\": \"core\", \"tempi\": \"core\"},\n order_stats: (\"core/dexterity\", \"core/level\"), reading_stats: (\"core/lore\", \"core/lore\"),\n concentration_check: \"core/attack\", interrupt_check: \"core/atack\",\n boundary_cancel: \"core/bail\", deep_cancel: \"core/jab\", idle: \"core/jab\", stage_track: \"core/stage\",\n parameters: {\"jitter_ticks\": 900, \"jiter_ticks\": 1, \"concentration_from\": heavy},\n)",
        )],
        expect![[r#"
            error: pack core, TEMP/core/rules/plain.ron:3:9, roles
              3 |  roles: {"resolution": "cor", "harm": "core", "tempi": "core"},
                |         ^
              found no holder of the role `attitude`
              allowed: `"attitude": ".."` with one of `core`, `tdgs`

            error: pack core, TEMP/core/rules/plain.ron:3:9, roles
              3 |  roles: {"resolution": "cor", "harm": "core", "tempi": "core"},
                |         ^
              found no holder of the role `movement`
              allowed: `"movement": ".."` with one of `core`, `tdgs`

            error: pack core, TEMP/core/rules/plain.ron:3:9, roles
              3 |  roles: {"resolution": "cor", "harm": "core", "tempi": "core"},
                |         ^
              found no holder of the role `narration`
              allowed: `"narration": ".."` with one of `core`, `tdgs`

            error: pack core, TEMP/core/rules/plain.ron:3:9, roles
              3 |  roles: {"resolution": "cor", "harm": "core", "tempi": "core"},
                |         ^
              found no holder of the role `readability`
              allowed: `"readability": ".."` with one of `core`, `tdgs`

            error: pack core, TEMP/core/rules/plain.ron:3:9, roles
              3 |  roles: {"resolution": "cor", "harm": "core", "tempi": "core"},
                |         ^
              found no holder of the role `senses`
              allowed: `"senses": ".."` with one of `core`, `tdgs`

            error: pack core, TEMP/core/rules/plain.ron:3:9, roles
              3 |  roles: {"resolution": "cor", "harm": "core", "tempi": "core"},
                |         ^
              found no holder of the role `tempo`
              allowed: `"tempo": ".."` with one of `core`, `tdgs`

            error: pack core, TEMP/core/rules/plain.ron:3:24, roles["resolution"]
              3 |  roles: {"resolution": "cor", "harm": "core", "tempi": "core"},
                |                        ^
              found `cor` as the holder of `resolution`, which no module offers
              allowed: `core`, `tdgs`
              nearest: core

            error: pack core, TEMP/core/rules/plain.ron:3:47, roles["tempi"]
              3 |  roles: {"resolution": "cor", "harm": "core", "tempi": "core"},
                |                                               ^
              found the role "tempi", which nobody has
              allowed: `resolution`, `harm`, `tempo`, `movement`, `senses`, `readability`, `attitude`, `narration`
              nearest: tempo

            error: pack core, TEMP/core/rules/plain.ron:5:55, interrupt_check
              5 |  concentration_check: "core/attack", interrupt_check: "core/atack",
                |                                                       ^
              found the check "core/atack", which nobody has
              allowed: `core/attack`
              nearest: core/attack

            error: pack core, TEMP/core/rules/plain.ron:6:19, boundary_cancel
              6 |  boundary_cancel: "core/bail", deep_cancel: "core/jab", idle: "core/jab", stage_track: "core/stage",
                |                   ^
              found `core/bail` as a boundary cancel
              allowed: boundary_cancel: the kind Cancel with fixed ticks; deep_cancel: the kind Cancel with `ticks: Invested(..)`; idle: `ticks: Chosen`; fall: `even: true` with fixed ticks (clauses C2, C3, L3, M7)

            error: pack core, TEMP/core/rules/plain.ron:6:45, deep_cancel
              6 |  boundary_cancel: "core/bail", deep_cancel: "core/jab", idle: "core/jab", stage_track: "core/stage",
                |                                             ^
              found `core/jab` as a deep cancel
              allowed: boundary_cancel: the kind Cancel with fixed ticks; deep_cancel: the kind Cancel with `ticks: Invested(..)`; idle: `ticks: Chosen`; fall: `even: true` with fixed ticks (clauses C2, C3, L3, M7)

            error: pack core, TEMP/core/rules/plain.ron:6:63, idle
              6 |  boundary_cancel: "core/bail", deep_cancel: "core/jab", idle: "core/jab", stage_track: "core/stage",
                |                                                               ^
              found `core/jab` as what is done when nothing is to be done
              allowed: boundary_cancel: the kind Cancel with fixed ticks; deep_cancel: the kind Cancel with `ticks: Invested(..)`; idle: `ticks: Chosen`; fall: `even: true` with fixed ticks (clauses C2, C3, L3, M7)

            error: pack core, TEMP/core/rules/plain.ron:7:15, parameters["jitter_ticks"]
              7 |  parameters: {"jitter_ticks": 900, "jiter_ticks": 1, "concentration_from": heavy},
                |               ^
              found `900` for the parameter `jitter_ticks`
              allowed: a whole number from 0 to 50

            error: pack core, TEMP/core/rules/plain.ron:7:36, parameters["jiter_ticks"]
              7 |  parameters: {"jitter_ticks": 900, "jiter_ticks": 1, "concentration_from": heavy},
                |                                    ^
              found the parameter `jiter_ticks`, which nobody has
              allowed: `alertness_ticks`, `calm_ticks`, `cancel_factor_permille`, `concentration_base_points`, `concentration_from`, `concentration_points_per_rung`, `cover_points`, `engaged_departure_ticks`, `exploit_points`, `idle_ticks`, `initiative_cap_permille`, `initiative_permille_per_point`, `jitter_ticks`, `min_cancel_ticks`, `mistaken_lore_points`, `path_feet`, `reaction_depth`, `recalled_lore_points`, `scope_feet`, `searching_ticks`, `spread_points`, `stirred_again_ticks`, `stirred_ticks`, `terrain_weight_permille` and 7 more
              nearest: jitter_ticks

            error: pack core, TEMP/core/rules/plain.ron:7:54, parameters["concentration_from"]
              7 |  parameters: {"jitter_ticks": 900, "jiter_ticks": 1, "concentration_from": heavy},
                |                                                      ^
              found `heavy` for the parameter `concentration_from`
              allowed: a whole number from 0 to 64; or `miss`, `graze`, `hit`
        "#]],
    );
}

#[test]
fn two_packs_with_one_id() {
    check_load(
        &[
            ("more/pack.ron", r#"Pack(id: "more", version: "0.1.0", abi: "0.1", license: "MIT", requires: ["core"])"#),
            ("more/ladders/stage.ron", r#"Ladder(id: "stage", rungs: [(id: "a"), (id: "a")], cuts: [3, 1])"#),
        ],
        expect![[r#"
            error: pack more, TEMP/more/ladders/stage.ron:1:12, id
              1 | Ladder(id: "stage", rungs: [(id: "a"), (id: "a")], cuts: [3, 1])
                |            ^
              found a second `stage`, which another pack has already
              allowed: each id once among all packs
        "#]],
    );
}

#[test]
fn the_hash_of_a_pack_is_that_of_its_content_and_not_of_its_fights() {
    let hash = |files: &[(&str, &str)]| Folder::core_and(files).load().expect("it loads").content.packs[0].hash.clone();
    let plain = hash(&[]);
    assert_eq!(plain, hash(&[("core/fights/x.ron", "")]));
    assert_ne!(plain, hash(&[("core/texts/step.ron", r#"Text(id: "core/step", wordings: ["{about} strides"])"#)]));
    assert_eq!(plain.len(), 64);
}

#[test]
fn hooks_and_guards_are_checked_like_all_words() {
    check_load(
        &[
            (
                "core/hooks/bad.ron",
                r#"Hook(id: "core/bad", on: "dyed", when: ["not calm", "carries at-least 2 core/arows"], effects: [])"#,
            ),
            ("core/actions/nap.ron", r#"Action(id: "core/nap", kind: Wait, ticks: (exec: 1), guards: ["only by night"])"#),
        ],
        expect![[r#"
            error: pack core, TEMP/core/actions/nap.ron:1:72, guards[0]
              1 | Action(id: "core/nap", kind: Wait, ticks: (exec: 1), guards: ["only by night"])
                |                                                                        ^
              found `night`
              allowed: `daylight`; the word is `only by daylight`

            error: pack core, TEMP/core/hooks/bad.ron:1:26, on
              1 | Hook(id: "core/bad", on: "dyed", when: ["not calm", "carries at-least 2 core/arows"], effects: [])
                |                          ^
              found the event "dyed", which nobody has
              allowed: `absence`, `began`, `blocked`, `blow`, `cancelled`, `check`, `condition`, `died`, `encounter-began`, `encounter-ended`, `entering`, `exec-began`, `fell`, `finished`, `fled`, `flinch`, `interrupted`, `landed`, `learned`, `leaving`, `light`, `light-lost`, `lost`, `missed` and 14 more
              nearest: died

            error: pack core, TEMP/core/hooks/bad.ron:1:73, when[1]
              1 | Hook(id: "core/bad", on: "dyed", when: ["not calm", "carries at-least 2 core/arows"], effects: [])
                |                                                                         ^
              found `core/arows` for the id of a track
              allowed: `core/arrows`, `core/stage`
              nearest: core/arrows

            error: pack core, TEMP/core/hooks/bad.ron:1:96, effects
              1 | …calm", "carries at-least 2 core/arows"], effects: [])
                |                                                    ^
              found a hook without an effect
              allowed: one effect line or more
        "#]],
    );
    let hook = r#"Hook(id: "core/howl", on: "prep-began", when: ["not calm"], effects: ["noise loud"])"#;
    let loaded = Folder::core_and(&[("core/hooks/howl.ron", hook)]).load().expect("the hook is right");
    let howl = loaded.content.hooks.iter().find(|hook| &*hook.name == "core/howl").expect("it is there");
    assert_eq!(howl.event, abi::EventId::of("prep_began"));
    assert!(howl.when[0].is_negated && howl.when[0].word == 1, "the second world word: {:?}", howl.when);
}
