//! Modules built against each release of the interface that is frozen in `tests/abi-<version>`: they load into the present
//! game, and it fights with them.

use crate::stories::{game, libraries};
use crate::support::{library_against_release, root, scratch};
use dungeon_mind::clock::Visits;
use dungeon_mind::content::Overrides;
use dungeon_mind::lab;
use dungeon_mind::loading::Game;
use dungeon_mind::log::FightLog;
use dungeon_mind::modules::Places;
use std::fs;

/// The releases of `abi/CHANGELOG.md`, the next one first.
fn releases() -> Vec<String> {
    let text = fs::read_to_string(root().join("abi/CHANGELOG.md")).unwrap();
    text.lines().filter_map(|line| line.strip_prefix("## ")).map(str::to_owned).collect()
}

/// Two who know nothing but what the module has: its effect, its word, its roles.
const FIGHT: &str = r#"Fight(
    rules: "core/dungeon-mind",
    map: (legend: { '.': "core/stone" }, slices: [["............", "............", "............"]]),
    actors: [
        (id: "hero", kind: "story/human", side: "party", at: (1, 1, 0), reads: Exact, control: Profile("story/drills")),
        (id: "foe", kind: "story/human", side: "foes", at: (4, 1, 0), reads: Exact, control: Profile("story/drills")),
    ],
    stop: Never,
    max_ticks: 100,
    actions: [
        (id: "story/drill", kind: Attack, ticks: (prep: 5, exec: 2, recover: 5), target: Actor(reach_feet: 5), on_complete: ["drill", "strike main-hand"]),
    ],
    profiles: [(id: "story/drills", ranks: [(rank: 10, when: ["is in company"], act: "story/drill", at: "nearest enemy")])],
    kinds: [
        (
            id: "story/human",
            glyph: 'h',
            hands: { "main-hand": (harm: "core/edge", points: 1) },
            actions: ["story/drill", "core/step", "core/wait"],
        ),
    ],
)"#;

/// The present game and one module more.
fn game_with(version: &str) -> Game {
    let packs = scratch(&format!("release-{version}"));
    let pack = packs.join("veteran");
    fs::create_dir_all(&pack).unwrap();
    let library = library_against_release("veteran", version);
    fs::copy(&library, pack.join(library.file_name().unwrap())).unwrap();
    let described =
        r#"Pack(id: "veteran", version: "0.1.0", abi: "0.1", license: "MIT", module: "veteran", requires: ["core >= 0.1"])"#;
    fs::write(pack.join("pack.ron"), described).unwrap();
    let places = Places::of(std::slice::from_ref(&packs), libraries());
    Game::load_from(&[root().join("content"), packs], &places, false).unwrap_or_else(|error| panic!("{version}: {error}"))
}

fn check(version: &str) {
    let game = game_with(version);
    let loaded = game.registry.modules.iter().find(|module| module.id == "veteran").unwrap();
    assert_eq!(loaded.abi, version);
    let holders = ["resolution", "tempo", "harm"].map(|role| format!("{role}=veteran"));
    let overrides = Overrides { holders: holders.to_vec(), ..Overrides::default() };
    let setup = game.fight_from_text(FIGHT, "drill", 3, &overrides).unwrap_or_else(|error| panic!("{version}: {error}"));
    let log = FightLog::to_memory();
    let outcome = log.with(|| lab::fight::run(&setup, Visits::Due));
    let log = String::from_utf8(log.finish().unwrap()).unwrap();
    assert!(outcome.faults.is_empty(), "{version}: {:?}", outcome.faults);
    let has = |parts: &[&str]| log.lines().any(|line| parts.iter().all(|part| line.contains(part)));
    assert!(has(&["\"event\":\"chose\"", "is in company"]), "{version}: its predicate decided nothing:\n{log}");
    // Five ticks of recover, and one that its `Tempo` adds.
    assert!(has(&["\"event\":\"recover_began\"", "story/drill", "\"ticks\":6"]), "{version}: its tempo:\n{log}");
    assert!(has(&["\"event\":\"check\"", "core/attack"]), "{version}: its check:\n{log}");
    assert!(has(&["drilled: Success"]), "{version}: its effect:\n{log}");
    assert!(has(&["hurt for 1"]), "{version}: its harm:\n{log}");
}

#[test]
fn a_module_of_every_release_loads_and_fights() {
    let releases = releases();
    assert_eq!(releases[0], abi::ABI_VERSION, "the first heading of abi/CHANGELOG.md is the version in abi/Cargo.toml");
    assert!(releases.len() > 1, "{releases:?}");
    for version in &releases[1..] {
        let frozen = root().join(format!("tests/abi-{version}"));
        assert!(frozen.is_dir(), "{} is missing: freeze what was released there", frozen.display());
        check(version);
    }
    // What is frozen is another version than what grows: else nobody could tell the two apart.
    assert!(game().registry.modules.iter().all(|module| module.abi == abi::ABI_VERSION));
}

#[test]
fn what_is_frozen_is_what_its_folder_says() {
    for version in &releases()[1..] {
        let manifest = fs::read_to_string(root().join(format!("tests/abi-{version}/Cargo.toml"))).unwrap();
        assert!(manifest.contains(&format!("version = \"{version}\"")), "{manifest}");
    }
}
