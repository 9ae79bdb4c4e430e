//! The differential: random fights, fought by jumping from event to event and by visiting everything, byte for byte alike.
//!
//! Owns the report of how often each clause was exercised, and what else must hold of any fight whatever: the same log for
//! the same seed, whatever the order of the modules' files, and the same state with and without a log (clauses L6, S3). Run by
//! `cargo test`. `DIFFERENTIAL_FIGHTS` asks for another number of fights, `DIFFERENTIAL_FROM` for another first seed; a fight
//! that goes wrong is written to a file, with its two logs beside it.

mod actions;
mod air;
mod bodies;
mod clauses;
mod dice;
mod fights;
mod heights;
mod land;
mod plain;
mod profiles;
mod snapshots;

use crate::stories::{game, libraries};
use crate::support::{root, scratch};
use clauses::Counts;
use dungeon_mind::clock::Setup;
use dungeon_mind::content::Overrides;
use dungeon_mind::lab;
use dungeon_mind::loading::Game;
use dungeon_mind::log::{FightLog, LogSwitch};
use dungeon_mind::modules::Places;
use fights::Fight;
use plain::Seen;
use rayon::prelude::*;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// So many fights are fought both ways, and each clause is to be exercised so often by them.
const FIGHTS: u64 = 14_000;
const LEAST: u64 = 100;

fn setup(game: &Game, fight: &Fight) -> Setup {
    let set = game.fight_from_text(&fight.text, "random", fight.seed, &Overrides::default());
    set.unwrap_or_else(|error| panic!("a random fight is no fight: {error}"))
}

/// Runs a fight with a log, and gives both.
fn logged(run: impl FnOnce(LogSwitch) -> Seen) -> (Seen, Vec<u8>) {
    let log = FightLog::to_memory();
    let seen = log.with(|| run(LogSwitch::of_this_thread()));
    (seen, log.finish().unwrap())
}

/// What is wrong with a fight, and its logs as far as there are any.
struct Wrong {
    says: String,
    jumped: Vec<u8>,
    plodded: Vec<u8>,
}

/// Fights one fight in both ways.
fn both_ways(game: &Game, fight: &Fight, counts: &mut Counts) -> Result<(), Box<Wrong>> {
    let wrong = |says: String, jumped: &[u8], plodded: &[u8]| {
        Box::new(Wrong { says, jumped: jumped.to_vec(), plodded: plodded.to_vec() })
    };
    let caught = catch_unwind(AssertUnwindSafe(|| {
        let setup = setup(game, fight);
        let jumped = logged(|log| plain::jump(&setup, log));
        (jumped, logged(|log| plain::plod(&setup, fight.facts.reaction_depth, log)))
    }));
    let ((jump, jumped), (plod, plodded)) = caught.map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        wrong(text.unwrap_or_default(), &[], &[])
    })?;
    if jumped != plodded {
        let parts = lab::diff::diff(&jumped[..], &plodded[..]);
        return Err(wrong(format!("clause L6: the logs part\n{parts:?}"), &jumped, &plodded));
    }
    if jump.hash != plod.hash {
        return Err(wrong("clause L6: the logs are equal, the states at the end are not".into(), &jumped, &plodded));
    }
    let log = String::from_utf8(jumped).unwrap();
    if let Some(fault) = log.lines().find(|line| line.contains("\"event\":\"fault\"")) {
        return Err(wrong(format!("a fault in a fight of shipped modules: {fault}"), log.as_bytes(), &plodded));
    }
    counts.merge(&clauses::count(&log, &fight.facts));
    counts.add("T9 ticks counted", plod.ticks_counted);
    counts.add("L2 nobody twice", plod.ticks_held);
    counts.add("L6 ticks jumped over", plod.processings.saturating_sub(jump.processings));
    counts.add("R11 deepest", plod.deepest);
    counts.add("M6 bodies apart", plod.held.pairs);
    counts.add("M4 ways through the open", plod.held.ways);
    counts.add("M8 ways up or down", plod.held.ways_up_or_down);
    let answers = jump.answers;
    counts.add("D1 allowed, and begun", answers.allowed);
    counts.add("G1 refused, as checked", answers.refused);
    counts.add("D2 asked in prep", answers.noticed);
    counts.add("D2 asked at the edge", answers.edge);
    counts.add("D3 asked to react", answers.reaction);
    Ok(())
}

/// Writes down a fight that goes wrong, and says how to fight it again.
fn tell(fight: &Fight, wrong: &Wrong) -> String {
    let folder = scratch(&format!("differential-{}", fight.seed));
    let file = folder.join("random.fight.ron");
    fs::write(&file, &fight.text).unwrap();
    fs::write(folder.join("jumped.log"), &wrong.jumped).unwrap();
    fs::write(folder.join("plodded.log"), &wrong.plodded).unwrap();
    format!(
        "seed {seed}: {}\n  DIFFERENTIAL_FROM={seed} DIFFERENTIAL_FIGHTS=1 cargo test -p game-tests differential\n  \
         dungeon-mind fight {} --seed {seed} --log FILE",
        wrong.says,
        file.display(),
        seed = fight.seed
    )
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{variable} is no number: {text}")))
}

/// Fights many fights, on all cores; answers what was exercised, and what went wrong.
fn fight_all(seeds: std::ops::Range<u64>) -> (Counts, Vec<(u64, String)>) {
    let game = game();
    let fight = |(mut counts, mut wrong): (Counts, Vec<(u64, String)>), seed| {
        let fight = fights::fight(seed);
        if let Err(told) = both_ways(game, &fight, &mut counts) {
            wrong.push((seed, tell(&fight, &told)));
        }
        (counts, wrong)
    };
    let both = |(mut counts, mut wrong): (Counts, Vec<(u64, String)>), (more, others): (Counts, Vec<(u64, String)>)| {
        counts.merge(&more);
        wrong.extend(others);
        (counts, wrong)
    };
    let (counts, mut wrong) = seeds.into_par_iter().fold(Default::default, fight).reduce(Default::default, both);
    wrong.sort();
    (counts, wrong)
}

#[test]
#[allow(clippy::print_stdout, reason = "the table is the report of this test; `--nocapture` shows it")]
fn clock_l6_jumping_and_visiting_everything_give_the_same_log() {
    let asked = number("DIFFERENTIAL_FIGHTS");
    let (first, fights) = (number("DIFFERENTIAL_FROM").unwrap_or(1), asked.unwrap_or(FIGHTS));
    let (counts, wrong) = fight_all(first..first + fights);
    let (table, seldom) = counts.report(LEAST);
    fs::write(scratch("differential").join("clauses.txt"), &table).unwrap();
    let told: Vec<&str> = wrong.iter().take(5).map(|(_, text)| &**text).collect();
    assert!(wrong.is_empty(), "{} of {fights} fights went wrong:\n{}", wrong.len(), told.join("\n"));
    println!("{fights} random fights, each both ways; how often each clause was exercised:\n{table}");
    assert!(asked.is_some() || seldom.is_empty(), "exercised less than {LEAST} times: {seldom:?}\n{table}");
}

/// Some fights of their own, none of those above.
fn some(fights: u64) -> impl Iterator<Item = Fight> {
    (0..fights).map(|place| fights::fight(1_000_000 + place))
}

#[test]
fn clock_s3_the_same_fight_twice_in_one_process_gives_the_same_log() {
    for fight in some(100) {
        let setup = setup(game(), &fight);
        let first = logged(|log| plain::jump(&setup, log)).1;
        // Another fight in between, as a laboratory would run many.
        let other = fights::fight(fight.seed + 500);
        plain::jump(&self::setup(game(), &other), LogSwitch::OFF);
        let again = logged(|log| plain::jump(&self::setup(game(), &fight), log)).1;
        assert!(first == again, "seed {}: {:?}", fight.seed, lab::diff::diff(&first[..], &again[..]));
    }
}

#[test]
fn clock_s4_a_fight_without_a_log_comes_to_the_same_state() {
    for fight in some(200) {
        let setup = setup(game(), &fight);
        let (with, _) = logged(|log| plain::jump(&setup, log));
        let without = plain::jump(&setup, LogSwitch::OFF);
        assert_eq!((with.hash, with.processings), (without.hash, without.processings), "seed {}", fight.seed);
    }
}

/// The game from copies of its packs and libraries that were written in another order, in one folder or in two.
fn rearranged(name: &str, folders: usize, is_backward: bool) -> Game {
    let home = scratch(name);
    let mut packs: Vec<PathBuf> = fs::read_dir(root().join("content")).unwrap().map(|entry| entry.unwrap().path()).collect();
    packs.sort();
    let mut files: Vec<PathBuf> = fs::read_dir(libraries()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.to_string_lossy().ends_with(std::env::consts::DLL_SUFFIX));
    files.sort();
    if is_backward {
        packs.reverse();
        files.reverse();
    }
    let beside = home.join("libraries");
    fs::create_dir_all(&beside).unwrap();
    for file in &files {
        fs::copy(file, beside.join(file.file_name().unwrap())).unwrap();
    }
    let roots: Vec<PathBuf> = (0..folders).map(|place| home.join(format!("packs{place}"))).collect();
    for (place, pack) in packs.iter().enumerate() {
        copy_all(pack, &roots[place % folders].join(pack.file_name().unwrap()), is_backward);
    }
    Game::load_from(&roots, &Places::of(&[], &beside), false).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn copy_all(from: &Path, to: &Path, is_backward: bool) {
    fs::create_dir_all(to).unwrap();
    let mut entries: Vec<PathBuf> = fs::read_dir(from).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    if is_backward {
        entries.reverse();
    }
    for entry in entries {
        let there = to.join(entry.file_name().unwrap());
        if entry.is_dir() {
            copy_all(&entry, &there, is_backward);
        } else {
            fs::copy(&entry, there).unwrap();
        }
    }
}

#[test]
fn clock_s3_the_order_of_files_on_the_disk_changes_nothing() {
    let games =
        [rearranged("order-forward", 1, false), rearranged("order-backward", 1, true), rearranged("order-apart", 2, true)];
    for fight in some(60) {
        let expected = logged(|log| plain::jump(&setup(game(), &fight), log)).1;
        for (place, game) in games.iter().enumerate() {
            let found = logged(|log| plain::jump(&setup(game, &fight), log)).1;
            let parts = lab::diff::diff(&expected[..], &found[..]);
            assert!(expected == found, "seed {}, arrangement {place}: {parts:?}", fight.seed);
        }
    }
}
