//! Swapping modules and content under a fight that runs, and what refuses to be swapped (clauses L9, D4).
//!
//! Owns a pack whose library is built over while its fight goes on. The libraries are those of `tests/modules/turns` and its
//! kin. Run by `cargo test`.

use crate::stories::libraries;
use crate::support::{library, root, scratch};
use dungeon_mind::clock::{Halt, Setup, Sim, Visits, advance};
use dungeon_mind::content::Overrides;
use dungeon_mind::lab::{recording, replay};
use dungeon_mind::loading::{Game, LoadError};
use dungeon_mind::log::{FightLog, LogSwitch};
use dungeon_mind::modules::Places;
use std::fs;
use std::path::PathBuf;

const PACK: &str = "Pack(id: \"turns\", version: \"0.1.0\", abi: \"0.1\", license: \"MIT\", module: \"turns\", \
                    requires: [\"core >= 0.1\"], conflicts: [], notices: [], reserved: \"\")\n";
const SPIN: &str = "Action(id: \"turns/spin\", kind: Talk, ticks: (prep: 0, exec: 1, recover: 9), \
                    on_exec: [\"turn 1 times\"], label: \"a spin\")\n";
const BURN: &str = "Action(id: \"turns/burn\", kind: Talk, ticks: (prep: 0, exec: 1, recover: 0), target: Cell(reach_feet: 20), \
                    on_exec: [\"zone 1 feet for 20 ticks every 5 ticks harm core/fire 1 to target\"], label: \"a blaze\")\n";
const FIGHT: &str = r#"Fight(
    rules: "core/dungeon-mind",
    map: (legend: { '.': "core/stone" }, slices: [["............", "............"]]),
    actors: [
        (id: "dancer", kind: "turns/dancer", side: "party", at: (1, 0, 0), control: Profile("turns/dance")),
        (id: "fool", kind: "turns/dancer", side: "party", at: (4, 0, 0), control: Script(acts: [(tick: 0, act: "turns/burn", at: (10, 0, 0))])),
    ],
    stop: Never, max_ticks: 60,
    profiles: [(id: "turns/dance", ranks: [(rank: 10, act: "turns/spin")])],
    kinds: [(id: "turns/dancer", glyph: 'd', actions: ["turns/spin", "turns/burn", "core/wait"])],
    set: ["jitter_ticks 0"],
)"#;

/// The pack in a folder of its own, with the library that it has at first.
struct Pack {
    folder: PathBuf,
}

impl Pack {
    fn new(name: &str) -> Self {
        let pack = Self { folder: scratch(name) };
        fs::create_dir_all(pack.own().join("actions")).unwrap();
        fs::write(pack.own().join("pack.ron"), PACK).unwrap();
        pack.write("actions/spin.ron", SPIN);
        pack.write("actions/burn.ron", BURN);
        pack.build("turns");
        pack
    }

    fn own(&self) -> PathBuf {
        self.folder.join("turns")
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.own().join(file), text).unwrap();
    }

    /// Builds the library over, as `cargo build` would.
    fn build(&self, module: &str) {
        let name = format!("{}turns{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
        fs::copy(library(module), self.own().join(name)).unwrap();
    }

    fn places(&self) -> ([PathBuf; 2], Places) {
        let packs = std::slice::from_ref(&self.folder);
        ([root().join("content"), self.folder.clone()], Places::of(packs, libraries()))
    }

    fn load(&self) -> Game {
        let (roots, places) = self.places();
        Game::load_from(&roots, &places, false).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The fight on what lies in the folder now.
    fn again(&self, game: &Game, setup: &Setup) -> Result<Setup, LoadError> {
        let (roots, places) = self.places();
        game.load_again_from(&roots, &places, false)?.fight_again(setup)
    }
}

fn setup(game: &Game) -> Setup {
    game.fight_from_text(FIGHT, "dance", 1, &Overrides::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// Fights with a swap handed over once tick `until` is processed.
fn fight(setup: &Setup, next: &Setup, until: u64, visits: Visits) -> Vec<u8> {
    let log = FightLog::to_memory();
    log.with(|| {
        let mut sim = Sim::new(setup, LogSwitch::of_this_thread());
        assert_eq!(advance(&mut sim, visits, until), Halt::Reached);
        sim.swap(next).unwrap();
        assert!(matches!(advance(&mut sim, visits, u64::MAX), Halt::Over(_)) && !sim.is_swap_waiting());
        assert_eq!(sim.faults(), []);
    });
    log.finish().unwrap()
}

/// The swaps of a log and what was turned, by tick.
fn told(log: &[u8]) -> String {
    let mut told = String::new();
    for record in dungeon_mind::log::read_all(log).unwrap() {
        let what = match &*record.event {
            "swapped" => format!("swapped {} {}", record.text("kind").unwrap(), record.text("module").unwrap()),
            "note" => record.text("text").unwrap().to_owned(),
            _ => continue,
        };
        told.push_str(&format!("{} {what}\n", record.tick));
    }
    told
}

#[test]
fn clock_l9_a_module_is_swapped_at_the_end_of_the_next_tick() {
    let pack = Pack::new("swap-module");
    let game = pack.load();
    let first = setup(&game);
    pack.build("turns_on");
    pack.write("actions/spin.ron", &SPIN.replace("recover: 9", "recover: 19"));
    let next = pack.again(&game, &first).unwrap_or_else(|error| panic!("{error}"));
    let log = fight(&first, &next, 14, Visits::Due);
    let expected = expect_test::expect![[r#"
        0 left
        10 left
        15 swapped module turns
        15 swapped pack turns
        20 right after 0
        40 right after 1
    "#]];
    expected.assert_eq(&told(&log));
    let every = fight(&first, &next, 14, Visits::Every);
    assert!(log == every, "{:?}", dungeon_mind::lab::diff::diff(&log[..], &every[..]));

    // Clause D4: a swap is an input, and a replay that has the modules gives the same fight.
    let recording = recording::read(&log[..]).unwrap();
    let verdict = replay::replay_swapping(&recording, &first, &log[..], |swap| (swap.tick == 15).then(|| next.clone()));
    assert!(verdict.as_ref().is_ok_and(|verdict| verdict.is_same), "{verdict:?}");
    let without = replay::replay(&recording, &first, &log[..]).unwrap();
    assert!(!without.is_same, "without the swap it is another fight");
    let differences = recording.differences_from(&game).join("\n");
    assert!(differences.contains("the module `turns` was swapped at the end of tick 15"), "{differences}");
}

#[test]
fn clock_l9_what_has_not_changed_is_not_opened_again_and_swaps_nothing() {
    let pack = Pack::new("swap-nothing");
    let game = pack.load();
    let first = setup(&game);
    let log = fight(&first, &pack.again(&game, &first).unwrap(), 14, Visits::Due);
    assert!(!told(&log).contains("swapped"), "{}", told(&log));
}

#[test]
fn clock_l9_a_swap_waits_for_a_line_that_is_gone_and_still_runs() {
    let pack = Pack::new("swap-waits");
    let game = pack.load();
    let first = setup(&game);
    pack.write("actions/burn.ron", &BURN.replace("fire 1", "fire 2"));
    let next = pack.again(&game, &first).unwrap_or_else(|error| panic!("{error}"));
    // The zone was opened in tick 0 for twenty ticks, and closes at the end of tick 19 (clauses W4, W5).
    for visits in [Visits::Due, Visits::Every] {
        let log = fight(&first, &next, 4, visits);
        assert!(told(&log).contains("19 swapped pack turns\n"), "{}", told(&log));
    }
}

#[test]
fn clock_l9_what_does_not_fit_is_refused_whole() {
    let pack = Pack::new("swap-refused");
    let game = pack.load();
    let first = setup(&game);
    pack.build("turns_away");
    let error = pack.again(&game, &first).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.contains("turn 1 times") && error.contains("spin.ron"), "{error}");

    pack.build("turns");
    fs::rename(pack.own().join("actions/burn.ron"), pack.own().join("actions/blaze.ron")).unwrap();
    pack.write("actions/blaze.ron", &BURN.replace("turns/burn", "turns/blaze"));
    let (roots, places) = pack.places();
    let without = game.load_again_from(&roots, &places, false).unwrap();
    let fitting = FIGHT.replace("turns/burn", "turns/blaze");
    let other = without.fight_from_text(&fitting, "dance", 1, &Overrides::default()).unwrap();
    let mut sim = Sim::new(&first, LogSwitch::OFF);
    advance(&mut sim, Visits::Due, 4);
    let error = sim.swap(&other).unwrap_err().to_string();
    expect_test::expect!["what runs stays as it was, since the new build does not fit into this fight; of the actions these are gone: `turns/burn`; put them back, or begin the fight anew; of the actions these are new: `turns/blaze`; begin the fight anew to have them"].assert_eq(&error);
    assert!(!sim.is_swap_waiting() && matches!(advance(&mut sim, Visits::Due, u64::MAX), Halt::Over(_)));
}
