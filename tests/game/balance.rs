//! The figures that content is tuned to: what a goblin's nerve, a flank, a wound and a newcomer's chances come to.
//!
//! Owns the fights that are measured, over which seeds, and the bounds; what a fight was like is counted by [`facts`]. It must
//! never bend a number of content to fit: where a bound fails, content has changed. Run by `cargo test`.
//!
//! Seeds are fixed, so a figure is always the same for the same content; that it holds is no matter of luck.

mod facts;

use crate::stories::game;
use crate::support::root;
use dungeon_mind::clock::{Setup, Visits};
use dungeon_mind::content::Overrides;
use dungeon_mind::lab;
use dungeon_mind::log::FightLog;
use facts::Facts;
use rayon::prelude::*;
use std::fs;
use std::ops::RangeInclusive;

/// How often each fight is fought, with the seeds from 0.
const SEEDS: u64 = 1000;

/// Fights a fight over all seeds, on all cores, and counts each; in the order of the seeds.
fn fought(name: &str, text: &str) -> Vec<Facts> {
    let setup = game().fight_from_text(text, name, 0, &Overrides::default()).unwrap_or_else(|error| panic!("{error}"));
    let fight = |seed| {
        let log = FightLog::to_memory();
        let outcome = log.with(|| lab::fight::run(&Setup { seed, ..setup.clone() }, Visits::Due));
        assert_eq!(outcome.faults, [], "{name}, seed {seed}");
        Facts::of(&log.finish().unwrap())
    };
    (0..SEEDS).into_par_iter().map(fight).collect()
}

/// The text of a fight that a pack ships.
fn shipped(fight: &str) -> String {
    let path = root().join("content").join(fight);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A fight for a player, with a profile in the player's place.
fn played_by(fight: &str, profile: &str) -> Vec<Facts> {
    let text = shipped(fight);
    assert_eq!(text.matches("control: Player").count(), 1, "{fight} has not exactly one player");
    fought(&format!("{fight} by {profile}"), &text.replace("control: Player", &format!("control: Profile(\"{profile}\")")))
}

/// Figures of one fight: what is measured, and every bound that it leaves.
struct Figures {
    fight: String,
    missed: Vec<String>,
}

impl Figures {
    fn of(fight: &str) -> Self {
        Self { fight: fight.to_owned(), missed: Vec::new() }
    }

    /// So many of so many, in permille, should lie in these bounds.
    fn check(&mut self, what: &str, count: u64, of: u64, bounds_permille: RangeInclusive<u64>) {
        let permille = (count * 1000).checked_div(of).unwrap_or(0);
        if !bounds_permille.contains(&permille) {
            self.missed.push(format!("{what}: {count} of {of}, {permille} permille instead of {bounds_permille:?}"));
        }
    }

    /// The same of whole fights.
    fn check_fights(&mut self, what: &str, fights: &[Facts], holds: impl Fn(&Facts) -> bool, bounds: RangeInclusive<u64>) {
        let count = fights.iter().filter(|facts| holds(facts)).count();
        self.check(what, u64::try_from(count).unwrap(), u64::try_from(fights.len()).unwrap(), bounds);
    }
}

impl Drop for Figures {
    fn drop(&mut self) {
        let (fight, missed) = (&self.fight, self.missed.join("\n  "));
        assert!(missed.is_empty() || std::thread::panicking(), "{fight}, seeds 0 to {}:\n  {missed}", SEEDS - 1);
    }
}

const NEWCOMER: &str = "core/fights/newcomer.ron";

/// A newcomer's fight is mostly won by who has learned to fight, and never for nothing.
fn check_newcomer(fight: &str, profile: &str) {
    let fights = played_by(fight, profile);
    let mut figures = Figures::of(&format!("{fight} by {profile}"));
    let is_won = |facts: &Facts| facts.outcome == "party";
    let is_wounded = |facts: &Facts| facts.part("you").wounds > 0;
    figures.check_fights("won", &fights, is_won, 600..=800);
    figures.check_fights("without an end", &fights, |facts| facts.outcome == "time", 0..=0);
    for stage in ["fresh", "working", "winded", "guard-failing", "exposed", "wounded"] {
        figures.check_fights(stage, &fights, |facts| facts.part("you").stages.contains(stage), 200..=1000);
    }
    figures.check_fights("a wound", &fights, is_wounded, 250..=500);
    let wounded: Vec<Facts> = fights.into_iter().filter(is_wounded).collect();
    // Whoever was wounded twice has mostly lost; a single wound must leave a third.
    figures.check_fights("won by who was wounded", &wounded, is_won, 250..=1000);
    // A wound is news, not the end: whoever takes only one has mostly won before the second.
    let once: Vec<Facts> = wounded.into_iter().filter(|facts| facts.part("you").wounds == 1).collect();
    figures.check_fights("won by who was wounded exactly once", &once, is_won, 334..=1000);
}

#[test]
fn a_fighter_who_has_learned_wins_and_is_hurt() {
    check_newcomer(NEWCOMER, "fighter/steady");
}

#[test]
fn a_wizard_gets_through_the_same_room_and_is_hurt() {
    check_newcomer("core/fights/newcomer-wizard.ron", "wizard/steady");
}

#[test]
fn a_newcomer_who_only_strikes_mostly_loses() {
    let fights = played_by(NEWCOMER, "fighter/strikes");
    Figures::of("newcomer by fighter/strikes").check_fights("won", &fights, |facts| facts.outcome == "party", 0..=449);
}

#[test]
fn a_wizard_who_only_throws_darts_mostly_loses() {
    let fights = played_by("core/fights/newcomer-wizard.ron", "wizard/darts");
    Figures::of("newcomer by wizard/darts").check_fights("won", &fights, |facts| facts.outcome == "party", 0..=449);
}

/// How many goblins broke of those that were winded with so many friends beside them.
fn broken(fights: &[Facts], friends: usize) -> (u64, u64) {
    let nerves = || fights.iter().flat_map(|facts| &facts.nerves).filter(|nerve| nerve.friends == friends);
    let count = nerves().filter(|nerve| nerve.has_broken).count();
    (u64::try_from(count).unwrap(), u64::try_from(nerves().count()).unwrap())
}

#[test]
fn a_goblin_alone_runs_or_gives_up_when_it_is_winded() {
    for fight in ["goblins/fights/alone.ron", "fighter/fights/duel.ron"] {
        let fights = fought(fight, &shipped(fight));
        let mut figures = Figures::of(fight);
        let (count, of) = broken(&fights, 0);
        figures.check("winded at some time", of, SEEDS, 900..=1000);
        figures.check("runs or gives up", count, of, 700..=1000);
        figures.check_fights("without an end", &fights, |facts| facts.outcome == "time", 0..=0);
    }
}

#[test]
fn goblins_among_friends_stay_and_come_from_the_flanks() {
    let fight = "goblins/fights/pack.ron";
    let fights = fought(fight, &shipped(fight));
    let mut figures = Figures::of(fight);
    let (count, of) = broken(&fights, 2);
    figures.check("winded with two friends beside it at some time", of, SEEDS, 1000..=3000);
    figures.check("runs or gives up", count, of, 0..=300);
    let sum = |count: fn(&Facts) -> u64| fights.iter().map(count).sum();
    figures.check("blows from a flank", sum(|facts| facts.from_flanks), sum(|facts| facts.in_groups), 334..=1000);
    figures.check_fights("without an end", &fights, |facts| facts.outcome == "time", 0..=0);
}

/// Two hundred feet of open floor, a striker, and somebody who reads all of it and walks straight back from every blow.
fn walked_back_from(kind: &str, profile: &str) -> String {
    let row = ".".repeat(200);
    let rows = vec![format!("\"{row}\""); 7].join(", ");
    format!(
        r#"Fight(
            rules: "core/dungeon-mind",
            map: (legend: {{'.': "core/stone"}}, slices: [[{rows}]]),
            actors: [
                (id: "striker", kind: "{kind}", side: "strikers", at: (4, 3, 0), control: Profile("{profile}")),
                (id: "walker", kind: "story/walker", side: "walkers", at: (14, 3, 0), reads: Exact, control: Profile("story/walker")),
            ],
            stop: Never,
            max_ticks: 600,
            profiles: [(id: "story/walker", ranks: [
                (rank: 10, when: ["threatened by nearest enemy"], act: "core/step", at: "away from enemies"),
                (rank: 90, act: "core/wait", ticks: 10),
            ])],
            kinds: [(id: "story/walker", glyph: 'w', body: (2, 1, 6), stats: {{"core/avoidance": 100000}}, actions: ["core/step", "core/wait"])],
        )"#
    )
}

#[test]
fn walking_back_is_no_answer_to_every_stroke() {
    let strikers =
        [("fighter/fighter", "fighter/strikes", "fighter/strike"), ("goblins/brawler", "goblins/brawler", "goblins/club")];
    for (kind, profile, action) in strikers {
        let fights = fought(profile, &walked_back_from(kind, profile));
        let count = |of: fn(&facts::Part, &str) -> u64| fights.iter().map(|facts| of(facts.part("striker"), action)).sum();
        let (hits, begun) = (count(facts::Part::hits_of), count(facts::Part::begun_of));
        let mut figures = Figures::of(&format!("{profile} after somebody who walks back"));
        figures.check("blows in a fight", begun / SEEDS, 1, 4000..=100_000);
        figures.check("blows that met", hits, begun, 300..=1000);
    }
}

#[test]
fn a_fight_of_one_against_one_has_an_arc() {
    let fight = "fighter/fights/duel.ron";
    let fights = fought(fight, &shipped(fight));
    let mut figures = Figures::of(fight);
    let stage = |who: &'static str, rung: &'static str| move |facts: &Facts| facts.part(who).stages.contains(rung);
    figures.check_fights("the fighter works for it", &fights, stage("hero", "working"), 333..=1000);
    figures.check_fights("the fighter is winded", &fights, stage("hero", "winded"), 50..=500);
    for rung in ["working", "winded"] {
        figures.check_fights("the goblin", &fights, stage("gob", rung), 900..=1000);
    }
    figures.check_fights(
        "the goblin gives up",
        &fights,
        |facts| facts.part("gob").end.as_deref() == Some("yielded"),
        500..=1000,
    );
}
