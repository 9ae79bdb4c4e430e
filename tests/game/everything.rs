//! One of each thing that a module can register, used in a fight: hooks, guards, world words (clauses G1, K1).
//!
//! Owns a pack for the library of `tests/modules/everything`. Run by `cargo test`.

use crate::stories::libraries;
use crate::support::{library, root, scratch};
use abi::TrackId;
use dungeon_mind::clock::{Halt, Sim, Visits, advance};
use dungeon_mind::content::Overrides;
use dungeon_mind::loading::Game;
use dungeon_mind::log::{FightLog, LogSwitch, read_all};
use dungeon_mind::modules::Places;
use std::fs;

const PACK: &str = "Pack(id: \"everything\", version: \"0.1.0\", abi: \"0.1\", license: \"MIT\", module: \"everything\", \
                    requires: [\"core >= 0.1\"], conflicts: [], notices: [], reserved: \"\")\n";
const FILES: &[(&str, &str)] = &[
    ("pack.ron", PACK),
    (
        "actions/fumble.ron",
        "Action(id: \"everything/fumble\", kind: Item, ticks: (prep: 0, exec: 1, recover: 3), \
                            on_exec: [\"drop a knife\"])",
    ),
    ("actions/juggle.ron", "Action(id: \"everything/juggle\", kind: Item, ticks: (prep: 0, exec: 1, recover: 3))"),
    ("actions/rest.ron", "Action(id: \"everything/rest\", kind: Wait, ticks: Chosen, even: true, guards: [\"no waiting\"])"),
    // A world word holds, one does not, and one is negated.
    (
        "hooks/clatter.ron",
        "Hook(id: \"everything/clatter\", on: \"knife-dropped\", when: [\"number 1\", \"not number 2\"], \
                           effects: [\"noise loud\"])",
    ),
    (
        "hooks/silence.ron",
        "Hook(id: \"everything/silence\", on: \"knife-dropped\", when: [\"number 2\"], effects: [\"noise quiet\"])",
    ),
    ("texts/no-waiting.ron", "Text(id: \"everything/no-waiting\", wordings: [\"there is no time for that\"])"),
    ("texts/no-juggling.ron", "Text(id: \"everything/no-juggling\", wordings: [\"not with these knives\"])"),
];
const FIGHT: &str = r#"Fight(
    rules: "core/dungeon-mind",
    map: (legend: { '.': "core/stone" }, slices: [["......", "......"]]),
    actors: [(id: "juggler", kind: "everything/juggler", side: "party", at: (1, 0, 0), control: Script(acts: [
        (tick: 0, act: "everything/juggle"),
        (tick: 0, act: "everything/rest", ticks: 4),
        (tick: 0, act: "everything/fumble"),
        (tick: 5, act: "everything/fumble"),
    ]))],
    stop: Never, max_ticks: 20,
    kinds: [(id: "everything/juggler", glyph: 'j', actions: ["everything/fumble", "everything/juggle", "everything/rest"])],
    HOOKS
    set: ["jitter_ticks 0"],
)"#;

fn load(name: &str) -> Game {
    let folder = scratch(name);
    let own = folder.join("everything");
    for (file, text) in FILES {
        let path = own.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let name = format!("{}everything{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    fs::copy(library("everything"), own.join(name)).unwrap();
    let places = Places::of(std::slice::from_ref(&folder), libraries());
    Game::load_from(&[root().join("content"), folder], &places, false).unwrap_or_else(|error| panic!("{error}"))
}

/// Fights with hooks of the fight's own; gives the lines of some events, and how often the juggler was touched.
fn fight(game: &Game, hooks: &str) -> (String, i64) {
    let text = FIGHT.replace("HOOKS", hooks);
    let setup = game.fight_from_text(&text, "juggling", 1, &Overrides::default()).unwrap_or_else(|error| panic!("{error}"));
    let log = FightLog::to_memory();
    let touched = log.with(|| {
        let mut sim = Sim::new(&setup, LogSwitch::of_this_thread());
        assert!(matches!(advance(&mut sim, Visits::Due, u64::MAX), Halt::Over(_)));
        sim.world().track(0, TrackId::of("everything/track"))
    });
    let mut told = String::new();
    for record in read_all(&log.finish().unwrap()[..]).unwrap() {
        let text = |key: &str| record.text(key).unwrap_or_default().to_owned();
        if ["refused", "knife_dropped", "noise", "fault"].contains(&&*record.event) {
            let line = [text("reason"), text("text"), text("rung"), text("module"), text("word")].join(" ");
            let line = format!("{} {} {line}", record.tick, record.event);
            told.push_str(&(line.split_whitespace().collect::<Vec<_>>().join(" ") + "\n"));
        }
    }
    (told, touched)
}

#[test]
fn clock_g1_k1_guards_refuse_and_hooks_run_on_their_events() {
    let game = load("everything");
    let (told, touched) = fight(&game, "");
    expect_test::expect![[r#"
        0 refused guarded everything/no-juggling
        0 refused guarded everything/no-waiting
        0 knife_dropped
        0 noise loud
        5 knife_dropped
        5 noise loud
    "#]]
    .assert_eq(&told);
    assert_eq!(touched, 2, "the module's own hook touches once for each knife");

    let hooks = "hooks: [(id: \"again\", on: \"knife-dropped\", effects: [\"drop a knife\"])],";
    let (told, touched) = fight(&game, hooks);
    let fault = "0 fault it set off more than 256 consequences in one processing; the rest of them is left out everything drop a knife\n";
    assert!(told.contains(fault), "{told}");
    assert!((80..256).contains(&touched), "{touched} knives");
}
