//! What minds come to over many fights: a chief that learns a feint, what an opening is worth, what a parry is.
//!
//! Owns the fights that are measured and the bounds. It must never bend a number of content to fit: where a bound fails, content
//! has changed. Each figure is told with its interval of nineteen in twenty. Run by `cargo test`.

use crate::stories::game;
use crate::support::root;
use dungeon_mind::clock::{Setup, Visits};
use dungeon_mind::content::Overrides;
use dungeon_mind::lab::{self, shares::Share};
use dungeon_mind::log::{FightLog, Reader};
use rayon::prelude::*;
use std::fs;

/// What is counted in one line of a log: its tick, its event, and who of whom with what.
struct Seen<'a> {
    tick: u64,
    event: &'a str,
    actor: &'a str,
    by: &'a str,
    action: &'a str,
}

/// Fights a fight over so many seeds, and sums up what each of their lines counts for.
fn fought<const N: usize>(name: &str, text: &str, seeds: u64, count: fn(&Seen<'_>, &mut [Share; N])) -> [Share; N] {
    let setup = game().fight_from_text(text, name, 0, &Overrides::default()).unwrap_or_else(|error| panic!("{error}"));
    let fight = |seed| {
        let log = FightLog::to_memory();
        let outcome = log.with(|| lab::fight::run(&Setup { seed, ..setup.clone() }, Visits::Due));
        assert_eq!(outcome.faults, [], "{name}, seed {seed}");
        let bytes = log.finish().unwrap();
        let (mut reader, mut shares) = (Reader::new(&bytes[..]), [Share::default(); N]);
        while let Some(raw) = reader.next_raw().unwrap() {
            let record = raw.parse().unwrap();
            let of = |key: &str| record.text(key).unwrap_or_default();
            let (actor, by, action) = (of("actor"), of("by"), of("action"));
            count(&Seen { tick: record.tick, event: &record.event, actor, by, action }, &mut shares);
        }
        shares
    };
    let add = |one: [Share; N], other: [Share; N]| std::array::from_fn(|place| one[place].and(other[place]));
    (0..seeds).into_par_iter().map(fight).reduce(|| [Share::default(); N], add)
}

const HALF: u64 = 400;

/// A goblin chief, and somebody who feints at it again and again and cannot be hurt.
fn feinter() -> String {
    format!(
        r#"Fight(
            rules: "core/dungeon-mind",
            map: (legend: {{'.': "core/stone"}}, slices: [["............", "............", "............"]]),
            actors: [
                (id: "hero", kind: "minds/feinter", side: "party", at: (1, 1, 0), control: Profile("minds/feints")),
                (id: "chief", kind: "goblins/chief", side: "goblins", at: (6, 1, 0)),
            ],
            stop: Never,
            max_ticks: {},
            actions: [(id: "minds/feint", kind: Feint, ticks: (prep: 8, exec: 1, recover: 3), target: Actor(reach_feet: 6),
                shows: [(action: "fighter/strike")], readability: (prep: 2), on_react: Cancel),
                (id: "minds/pause", kind: Wait, ticks: (prep: 39, exec: 1), even: true)],
            profiles: [(id: "minds/feints", ranks: [
                (rank: 10, when: ["reach minds/feint of nearest enemy"], choose: [(weight: 1, act: "minds/feint"), (weight: 1, act: "minds/pause")], at: "nearest enemy"),
                (rank: 20, act: "core/step", at: "toward nearest enemy"),
                (rank: 90, act: "core/wait", ticks: 10),
            ])],
            kinds: [(id: "minds/feinter", glyph: 'f', stats: {{"core/defence": 1000, "core/avoidance": 100000}},
                actions: ["minds/feint", "minds/pause", "fighter/strike", "core/step", "core/wait"])],
        )"#,
        2 * HALF
    )
}

#[test]
fn a_chief_answers_a_feint_less_often_the_longer_it_fights() {
    let halves = fought("feinter", &feinter(), 1000, |seen, [first, second]: &mut [Share; 2]| {
        let half = if seen.tick < HALF { first } else { second };
        half.of += u64::from(seen.event == "prep_began" && seen.action == "minds/feint");
        let is_answer = seen.actor == "chief" && seen.by == "hero" && seen.action == "goblins/stop-thrust";
        half.count += u64::from(seen.event == "reaction_begun" && is_answer);
    });
    let [first, second] = halves;
    let ratio = second.against(first).unwrap();
    println!("answered in the first half: {first:?}, in the second: {second:?}, ratio {ratio:?}");
    assert!(first.of > 5000 && second.of > 5000, "{halves:?}");
    assert!(first.count * 10 > first.of, "it falls for a feint at first: {halves:?}");
    assert!(second.count > 0, "a fine feint still takes it in now and then: {halves:?}");
    assert!(ratio.most < 900, "it learns: {ratio:?} of {halves:?}");
}

/// One stroke of `tests/measures` at somebody whose guard is gone.
fn stroke(name: &str) -> String {
    let path = root().join(format!("tests/measures/{name}.fight.ron"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// How many of ten thousand strokes wound.
fn wounding(name: &str) -> Share {
    let [share] = fought(name, &stroke(name), 10_000, |seen, [share]: &mut [Share; 1]| {
        share.of += u64::from(seen.event == "exec_began" && seen.action == "fighter/strike");
        share.count += u64::from(seen.event == "wound" && seen.actor == "foe");
    });
    assert_eq!(share.of, 10_000, "{name}: each fight has one stroke");
    share
}

#[test]
fn an_opening_makes_a_quarter_more_blows_wound_and_a_parry_a_third_fewer() {
    let [plain, exploited, parried] = ["stroke", "stroke-into-a-recover", "stroke-at-a-guard"].map(wounding);
    let (exploit, parry) = (exploited.against(plain).unwrap(), parried.against(plain).unwrap());
    println!("wounding: plain {plain:?}, into a recover {exploited:?}: {exploit:?}; against a guard {parried:?}: {parry:?}");
    assert!(exploit.least >= 1250, "{exploit:?}: {exploited:?} against {plain:?}");
    assert!(parry.most <= 666, "{parry:?}: {parried:?} against {plain:?}");
}
