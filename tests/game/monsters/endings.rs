//! Every fight that is shipped comes to an end of its own.
//!
//! Owns how long that may take. It must never raise a bound to fit: a fight that goes on and on has somebody in it who waits for
//! what does not come. Run by `cargo test`.

use super::played;
use dungeon_mind::clock::{Setup, Visits};
use dungeon_mind::lab;
use rayon::prelude::*;

/// How often each fight is fought, with the seeds from 0.
const SEEDS: u64 = 40;
/// Three minutes of fiction. The longest of a thousand took two.
const MOST_TICKS: u64 = 9000;

#[test]
fn every_shipped_fight_is_decided() {
    let fights: Vec<_> = played::shipped().into_iter().map(|path| (played::by_habit(&path), path)).collect();
    let seeds = fights.par_iter().flat_map(|(setup, path)| (0..SEEDS).into_par_iter().map(move |seed| (setup, path, seed)));
    let undecided: Vec<String> = seeds
        .filter_map(|(setup, path, seed)| {
            let ended = lab::fight::run(&Setup { seed, ..setup.clone() }, Visits::Due).ended;
            let is_decided = &*ended.outcome != "time" && ended.tick <= MOST_TICKS;
            (!is_decided).then(|| format!("{} with seed {seed}: `{}` at tick {}", path.display(), ended.outcome, ended.tick))
        })
        .collect();
    assert!(undecided.is_empty(), "{}", undecided.join("\n"));
}
