//! Snapshots: a fight goes on from one as it would have gone on without it (clauses L9, D6).
//!
//! Owns the property over random fights: from a snapshot at the end of any tick and the entries of the log since (clause D4)
//! the same log follows, the same states stand at every stop inside a tick, and the same state at the end.

use super::dice::Stream;
use super::fights::Fight;
use super::plain::Player;
use super::{fights, game, setup, some};
use dungeon_mind::clock::{Decision, Halt, Setup, Sim, Snapshot, Visits, advance};
use dungeon_mind::lab::recording::{self, Recording};
use dungeon_mind::lab::seats::Seats;
use dungeon_mind::log::{FightLog, LogSwitch};

/// A stop inside a tick: when, what was asked, and the state there.
type Stop = (u64, Decision, u64);

/// A whole fight: its log, its stops, its end, and a snapshot of its middle with the length of the log at that time.
struct Whole {
    log: Vec<u8>,
    stops: Vec<Stop>,
    hash: u64,
    snapshot: Snapshot,
}

/// Fights with a snapshot every so many ticks, of which the last one before tick `until` is kept.
fn whole(setup: &Setup, every_ticks: u64, until: u64) -> Whole {
    let log = FightLog::to_memory();
    let (stops, hash, snapshot) = log.with(|| {
        let mut sim = Sim::new(setup, LogSwitch::of_this_thread());
        sim.keep_snapshots(every_ticks);
        let (mut player, mut stops, mut kept) = (Player::new(setup.seed), Vec::new(), None);
        loop {
            let halt = advance(&mut sim, Visits::Due, if kept.is_none() { until } else { u64::MAX });
            player.hold_check(&sim, &halt);
            match halt {
                Halt::Over(_) => break,
                Halt::Reached => kept = sim.latest_snapshot().cloned().or_else(|| sim.snapshot()),
                Halt::Asks(decision) => {
                    stops.push((sim.tick(), decision.clone(), sim.state_hash()));
                    player.answer(&mut sim, &decision);
                }
            }
        }
        let hash = sim.state_hash();
        (stops, hash, kept.or_else(|| sim.latest_snapshot().cloned()))
    });
    Whole { log: log.finish().unwrap(), stops, hash, snapshot: snapshot.unwrap() }
}

/// What a log has behind a tick, without refusals, which are no input (clause D4).
fn behind(log: &[u8], tick: u64) -> Vec<String> {
    let records = dungeon_mind::log::read_all(log).unwrap();
    let lines = String::from_utf8(log.to_vec()).unwrap();
    let later = records.iter().zip(lines.lines()).filter(|(record, _)| record.tick > tick && record.event != "refused");
    later.map(|(_, line)| line.to_owned()).collect()
}

/// Goes on from a snapshot by what was recorded; gives the log, the stops and the state at the end.
fn resumed(snapshot: &Snapshot, recording: &Recording) -> (Vec<u8>, Vec<Stop>, u64) {
    let log = FightLog::to_memory();
    let (stops, hash) = log.with(|| {
        let mut sim = snapshot.restore(LogSwitch::of_this_thread());
        let (mut seats, mut stops) = (Seats::of(recording).after(snapshot.tick()), Vec::new());
        while let Halt::Asks(decision) = advance(&mut sim, Visits::Due, u64::MAX) {
            stops.push((sim.tick(), decision.clone(), sim.state_hash()));
            let reply = seats.answer(&mut sim, &decision).unwrap_or_else(|| panic!("tick {}: {decision:?}", sim.tick()));
            sim.answer(decision.actor, reply);
        }
        (stops, sim.state_hash())
    });
    (log.finish().unwrap(), stops, hash)
}

/// The stops behind a tick. One whose answer was refused comes again with the same state (clause G1), and counts once.
fn stops_behind(stops: &[Stop], tick: u64) -> Vec<Stop> {
    let mut later: Vec<Stop> = stops.iter().filter(|(at, ..)| *at > tick).cloned().collect();
    later.dedup();
    later
}

/// Holds one fight to what it is without a snapshot; gives how many stops came behind it, and what was recorded behind it.
fn goes_on(fight: &Fight) -> (usize, Vec<String>) {
    let setup = setup(game(), fight);
    let mut dice = Stream::keyed(&[fight.seed, 6]);
    let (every, until) = (u64::try_from(dice.between(1, 30)).unwrap(), u64::try_from(dice.between(1, 100)).unwrap());
    let whole = whole(&setup, every, until);
    let recording = recording::read(&whole.log[..]).unwrap();
    let tick = whole.snapshot.tick();
    let (log, stops, hash) = resumed(&whole.snapshot, &recording);
    let (expected, found) = (behind(&whole.log, tick), behind(&log, tick));
    let parts = expected.iter().zip(&found).find(|(expected, found)| expected != found);
    assert!(expected == found, "seed {}, from tick {tick}: {parts:?}", fight.seed);
    assert_eq!(hash, whole.hash, "seed {}, from tick {tick}", fight.seed);
    let expected = stops_behind(&whole.stops, tick);
    assert!(expected == stops, "seed {}: the stops inside of ticks from {tick} on (clause D6)", fight.seed);
    (stops.len(), found)
}

#[test]
fn clock_d6_a_fight_goes_on_from_a_snapshot_as_without_it() {
    let inside: usize = some(300).map(|fight| goes_on(&fight).0).sum();
    assert!(inside > 300, "only {inside} stops inside a tick came behind a snapshot");
}

#[test]
fn clock_d5_a_reaction_taken_after_one_declined_in_the_same_tick_is_taken_again_and_no_earlier() {
    let (_, log) = goes_on(&fights::fight(1_000_840));
    let second = |line: &String| line.contains("\"decision\":\"reaction\",\"declined\":1,");
    assert!(log.iter().any(second), "nobody took the second of two reactions in one tick: the case is gone, find another");
}

#[test]
fn clock_d6_nothing_is_kept_inside_a_tick_and_keeping_changes_nothing() {
    let fight = fights::fight(1_000_007);
    let setup = setup(game(), &fight);
    let kept = whole(&setup, 1, 20);
    let plain = whole(&setup, 0, 20);
    assert!(kept.log == plain.log && kept.hash == plain.hash);
    assert_eq!(kept.snapshot.state_hash(), plain.snapshot.state_hash());
}
