//! No rank starves: each rank of each shipped profile decides in some fight.
//!
//! Owns which fights are fought for that: all that packs ship, with habit in a player's place, and the scenes of `tests/scenes`,
//! where situations come up that no shipped fight is sure to have. It must never excuse a rank: one that cannot be taken in any
//! scene that makes sense is wrong, and is mended or removed. Run by `cargo test`.

use super::played;
use crate::stories::game;
use crate::support::root;
use dungeon_mind::clock::{Setup, Visits};
use dungeon_mind::lab;
use dungeon_mind::lab::usage::Counter;
use dungeon_mind::log::FightLog;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// How often each fight is fought, with the seeds from 0.
const SEEDS: u64 = 12;
/// In how many of all those fights a rank has to decide at least.
const FIGHTS: u64 = 3;
/// Whose profiles these are.
const PACKS: [&str; 3] = ["deep", "goblins", "senses"];

/// The scenes of this test, in order.
fn scenes() -> Vec<PathBuf> {
    let folder = root().join("tests/scenes");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    all.sort();
    all
}

/// In how many fights each rank decided, by profile and rank; those that never did stand there with nothing.
fn counted(setup: &Setup) -> BTreeMap<(String, i64), u64> {
    let mut counter = Counter::of(setup);
    for seed in 0..SEEDS {
        let log = FightLog::to_memory();
        let outcome = log.with(|| lab::fight::run(&Setup { seed, ..setup.clone() }, Visits::Due));
        assert_eq!(outcome.faults, [], "seed {seed}");
        counter.add(&outcome, &log.finish().unwrap()[..]).unwrap();
    }
    counter.finish().ranks.into_iter().map(|used| ((used.profile, used.rank), used.fights)).collect()
}

/// The line of a rank in its file.
fn line_of(profile: &str, rank: u32) -> String {
    let (pack, name) = profile.split_once('/').unwrap();
    let path = root().join(format!("content/{pack}/profiles/{name}.ron"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let start = format!("(rank: {rank},");
    let line = (1..).zip(text.lines()).find(|(_, line)| line.trim_start().starts_with(&start));
    line.map_or_else(String::new, |(number, line)| format!("line {number}: {}", line.trim()))
}

#[test]
fn no_rank_of_a_shipped_profile_starves() {
    let shipped = played::shipped().into_iter().chain(scenes());
    let setups: Vec<Setup> = shipped.map(|path| played::by_habit(&path)).collect();
    let counts: Vec<_> = setups.par_iter().map(counted).collect();
    let mut fights: BTreeMap<(String, i64), u64> = BTreeMap::new();
    for (key, count) in counts.into_iter().flatten() {
        *fights.entry(key).or_default() += count;
    }
    let mut starving = Vec::new();
    for profile in game().content.profiles.iter() {
        if !PACKS.iter().any(|pack| profile.name.split_once('/').is_some_and(|(of, _)| of == *pack)) {
            continue;
        }
        // A rank with something meant is for who leaves a fight to habit and says so, and `habit` holds those.
        for rank in profile.ranks.iter().filter(|rank| rank.stances.is_empty()) {
            let count = fights.get(&(profile.name.to_string(), i64::from(rank.rank))).copied().unwrap_or(0);
            if count < FIGHTS {
                let line = line_of(&profile.name, rank.rank);
                starving.push(format!("{} rank {} decided in {count} fights; {line}", profile.name, rank.rank));
            }
        }
    }
    assert!(starving.is_empty(), "instead of {FIGHTS} fights or more:\n  {}", starving.join("\n  "));
}
