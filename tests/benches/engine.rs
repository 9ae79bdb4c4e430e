//! How fast the engine is, with the real modules loaded and the log off, on a single thread.
//!
//! Every bench checks its own answer, so that a fast wrong engine fails. Build the modules first, then run:
//! `cargo build --release && cargo bench -p game-tests`. Rates are decisions or events per second of the median run; the
//! figures that others reach are in the README.

use divan::Bencher;
use divan::counter::ItemsCount;
use dungeon_mind::clock::{Setup, Sim, Visits, advance};
use dungeon_mind::content::Overrides;
use dungeon_mind::lab::fight;
use dungeon_mind::loading::Game;
use dungeon_mind::log::{FightLog, LogSwitch};
use dungeon_mind::modules::Places;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::OnceLock;

fn main() {
    game();
    divan::main();
}

/// The game as it is played: its own packs, its own modules.
fn game() -> &'static Game {
    static GAME: OnceLock<Game> = OnceLock::new();
    GAME.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let loaded = Game::load_from(&[root.join("content")], &Places::of_this_game(&[]), false);
        loaded.unwrap_or_else(|error| panic!("{error}\nbuild the modules first: cargo build --release"))
    })
}

const DUELS: u64 = 100;

fn duel(seed: u64) -> Setup {
    game().fight("fighter/duel", seed, &Overrides::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// Fights the duels, and answers a hash of all their ends with the decisions and events that they took.
fn duels(setup: &Setup) -> (u64, u64, u64) {
    let (mut hash, mut decisions, mut events) = (0_u64, 0, 0);
    for seed in 0..DUELS {
        let setup = Setup { seed, ..setup.clone() };
        let mut sim = Sim::new(&setup, LogSwitch::of_this_thread());
        fight::to_the_end(&mut sim, Visits::Due);
        hash = hash.rotate_left(7) ^ sim.state_hash();
        decisions += sim.counts().decisions;
        events += sim.counts().events;
    }
    (hash, decisions, events)
}

/// A hundred duels of a fighter against a goblin brawler: items are fights.
#[divan::bench]
fn duels_fights(bencher: Bencher) {
    let setup = duel(0);
    let answer = duels(&setup);
    bencher.counter(ItemsCount::new(DUELS)).bench(|| assert_eq!(duels(&setup), answer));
}

/// The same: items are decisions.
#[divan::bench]
fn duels_decisions(bencher: Bencher) {
    let setup = duel(0);
    let answer = duels(&setup);
    bencher.counter(ItemsCount::new(answer.1)).bench(|| assert_eq!(duels(&setup), answer));
}

/// The same: items are events.
#[divan::bench]
fn duels_events(bencher: Bencher) {
    let setup = duel(0);
    let answer = duels(&setup);
    bencher.counter(ItemsCount::new(answer.2)).bench(|| assert_eq!(duels(&setup), answer));
}

/// The same with their logs in memory: items are fights.
#[divan::bench]
fn duels_logged(bencher: Bencher) {
    let setup = duel(0);
    let answer = duels(&setup);
    bencher.counter(ItemsCount::new(DUELS)).bench(|| {
        let log = FightLog::to_memory();
        assert_eq!(log.with(|| duels(&setup)), answer);
        divan::black_box(log.finish().unwrap_or_else(|error| panic!("{error}")))
    });
}

/// Pairs that trade strokes which never land, each pair out of sight of all others, and sleepers among them.
fn crowd(pairs: usize, sleepers: usize) -> Setup {
    // Farther apart than anybody here can see; the widest map holds ten thousand of them.
    const SPACING: usize = 10;
    let columns = ((pairs + sleepers) as u64).isqrt() as usize + 1;
    let side = columns * SPACING;
    let mut text = String::from("Fight(rules: \"core/dungeon-mind\", map: (legend: {'.': \"core/stone\"}, slices: [[\n");
    for _ in 0..side {
        writeln!(text, "\"{}\",", ".".repeat(side)).unwrap_or_default();
    }
    text.push_str("]]),\nactors: [\n");
    for place in 0..pairs + sleepers {
        let (x, y) = (place % columns * SPACING + 2, place / columns * SPACING + 2);
        let profile = if place < pairs { "bench/fights" } else { "bench/sleeps" };
        for (side, dx) in [("east", 0), ("west", 4)].into_iter().take(if place < pairs { 2 } else { 1 }) {
            let x = x + dx;
            writeln!(
                text,
                "(id: \"{side}{place}\", kind: \"bench/human\", side: \"{side}\", at: ({x}, {y}, 0), control: Profile(\"{profile}\")),"
            )
            .unwrap_or_default();
        }
    }
    text.push_str(
        "],
        actions: [
            (id: \"bench/jab\", kind: Attack, ticks: (prep: 8, exec: 3, recover: 9), target: Actor(reach_feet: 5), on_complete: [\"strike main-hand\"]),
            (id: \"bench/sleep\", kind: Wait, ticks: (prep: 0, exec: 1, recover: 0), target: None, on_exec: [\"become down\"]),
        ],
        profiles: [
            (id: \"bench/fights\", ranks: [(rank: 10, when: [\"reach nearest enemy\"], act: \"bench/jab\", at: \"nearest enemy\")]),
            (id: \"bench/sleeps\", ranks: [(rank: 10, act: \"bench/sleep\")]),
        ],
        kinds: [(id: \"bench/human\", glyph: 'h', stats: {\"core/attack\": -1000}, hands: {\"main-hand\": (harm: \"core/edge\", points: 1)}, actions: [\"bench/jab\", \"bench/sleep\"])],
        set: [\"sight_feet 4\"],
        stop: Never, max_ticks: 1000000)",
    );
    game().fight_from_text(&text, "crowd", 1, &Overrides::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// Runs a crowd on through some ticks after it has settled: items are events.
fn run_crowd(bencher: Bencher, pairs: usize, sleepers: usize) {
    const SETTLED: u64 = 40;
    const TICKS: u64 = 400;
    let setup = crowd(pairs, sleepers);
    let fresh = || {
        let mut sim = Sim::new(&setup, LogSwitch::OFF);
        advance(&mut sim, Visits::Due, SETTLED);
        sim
    };
    let (before, mut once) = (fresh().counts().events, fresh());
    advance(&mut once, Visits::Due, SETTLED + TICKS);
    let (events, hash) = (once.counts().events - before, once.state_hash());
    bencher.counter(ItemsCount::new(events)).with_inputs(fresh).bench_values(|mut sim| {
        advance(&mut sim, Visits::Due, SETTLED + TICKS);
        assert_eq!(sim.counts().events - before, events);
        sim
    });
    assert_eq!(once.state_hash(), hash);
}

/// So many active actors, in pairs that see nobody else.
#[divan::bench(args = [10, 100, 1_000, 10_000], sample_count = 10, sample_size = 1)]
fn actors(bencher: Bencher, actors: usize) {
    run_crowd(bencher, actors / 2, 0);
}

/// Ten active actors among so many who are down and out; a fight has at most ten thousand.
#[divan::bench(args = [0, 9_990], sample_count = 10, sample_size = 1)]
fn sleepers(bencher: Bencher, sleepers: usize) {
    run_crowd(bencher, 5, sleepers);
}
