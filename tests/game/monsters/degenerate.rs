//! Habits that are too simple: whoever fights by one of them does not beat who has learned to fight.
//!
//! Owns the bounds and the duels; the habits stand in `tests/degenerate/<class>`, a profile each. It must never bend a number of
//! content to fit: where a bound fails, a verb has become worth more than knowing when. Run by `cargo test`.
//!
//! Each class against its own `steady`, body for body, from both ends of the same ground. What the habits are:
//!
//! - `alone`: one blow or spell and nothing else, one profile for each that the class has; it walks up and begins again.
//! - `kite`: keeps its distance, throws, shoots or cuts from there, and steps back from whoever comes.
//! - `turtle`: stays behind a shield, a ward or a prayer, and strikes only at who is open.
//! - `recover-skip`: strings what leaves it open for the shortest time, and answers what it reads.
//! - `run`: out of sight, a breath, and back; on ground with a wall to run behind.
//! - `react-only`: never the first. It answers, and strikes into what the other has begun or left open. Answering is a way to
//!   fight, so it must win now and then.
//!
//! Whatever else stands in a class's folder is one more habit of that class alone.

use super::{outcome, setup};
use crate::stories::game;
use crate::support::root;
use dungeon_mind::clock::Setup;
use dungeon_mind::content::tables::{Action, Kind, ShapeDef, TargetRule};
use dungeon_mind::lab::shares::Share;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::ops::RangeInclusive;

/// The habits that every class has a profile for; `alone` is made of its actions.
const HABITS: [&str; 5] = ["kite", "react-only", "recover-skip", "run", "turtle"];

/// Seeds of the first lot and of all: each is fought from both ends. Most habits are settled by the first.
const SEEDS: [u64; 2] = [40, 200];

/// How many of a thousand duels a habit may win.
const WON_PERMILLE: RangeInclusive<u64> = 0..=550;
/// How many of a thousand somebody wins who only reacts.
const REACTS_PERMILLE: RangeInclusive<u64> = 250..=550;
/// How many of a thousand may come to no end: a fight that nobody can win is no fight.
const DRAWN_PERMILLE: u64 = 100;

/// A habit of a class, as the text of a profile.
struct Habit {
    name: String,
    profile: String,
    won_permille: RangeInclusive<u64>,
}

/// What became of duels.
#[derive(Copy, Clone, Default)]
struct Tally {
    won: Share,
    drawn: Share,
}

impl Tally {
    fn and(self, other: Self) -> Self {
        Self { won: self.won.and(other.won), drawn: self.drawn.and(other.drawn) }
    }

    /// Whether no number of further duels is likely to lead out of these bounds.
    fn is_settled(self, bounds: &RangeInclusive<u64>) -> bool {
        self.won.interval().is_some_and(|won| bounds.contains(&won.least) && bounds.contains(&won.most))
    }

    fn holds(self, bounds: &RangeInclusive<u64>) -> bool {
        let permille = |share: Share| (share.count * 1000).checked_div(share.of).unwrap_or(0);
        bounds.contains(&permille(self.won)) && permille(self.drawn) <= DRAWN_PERMILLE
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let interval = |share: Share| share.interval().unwrap_or_default();
        write!(f, "won {}, drawn {} permille of {}", interval(self.won), interval(self.drawn), self.won.of)
    }
}

/// Sixty feet by forty: open, or two halls with two ways between them.
fn ground(is_walled: bool) -> String {
    let wall = |x: usize, y: usize| is_walled && (28..32).contains(&x) && !(4..8).contains(&y) && !(32..36).contains(&y);
    let slice = |open: char| {
        let row = |y| (0..60).map(|x| if wall(x, y) { '#' } else { open }).collect::<String>();
        let rows: Vec<String> = (0..40).map(|y| format!("\"{}\"", row(y))).collect();
        format!("[{}]", rows.join(", "))
    };
    // A wall that nobody sees over is as high as a body.
    let slices: Vec<String> = (0..6).map(|z| slice(if z == 0 { '.' } else { ' ' })).collect();
    let slices = if is_walled { slices.join(", ") } else { slices[0].clone() };
    format!(r##"(legend: {{'.': "core/stone", '#': "core/rock", ' ': "core/air"}}, slices: [{slices}])"##)
}

/// A duel of a class by a habit against the same class by its steady profile; `is_swapped` from the other end, and as the second.
fn duel(class: &str, habit: &Habit, is_swapped: bool) -> Setup {
    let is_walled = habit.name == "run";
    let y = if is_walled { 5 } else { 20 };
    let (at, from) = if is_swapped { (40, 20) } else { (20, 40) };
    let actor = |id: &str, x: u32, profile: &str| {
        format!(r#"(id: "{id}", kind: "{class}/{class}", side: "{id}", at: ({x}, {y}, 0), control: Profile("{profile}"))"#)
    };
    let mut actors =
        [actor("habit", at, &format!("test/{}", habit.name)), actor("steady", from, &format!("{class}/steady"))];
    if is_swapped {
        actors.reverse();
    }
    let text = format!(
        r#"Fight(rules: "core/dungeon-mind", map: {}, actors: [{}], profiles: [(id: "test/{}", {}],
            stop: OneSideLeft, max_ticks: 20000)"#,
        ground(is_walled),
        actors.join(", "),
        habit.name,
        habit.profile
    );
    setup(&format!("{class}/{}", habit.name), &text)
}

/// Duels from both ends with these seeds.
fn fought(ends: &[Setup; 2], seeds: std::ops::Range<u64>) -> Tally {
    let one = |seed: u64, end: &Setup| {
        let share = |is_so: bool| Share { count: u64::from(is_so), of: 1 };
        let outcome = outcome(end, seed);
        Tally { won: share(outcome == "habit"), drawn: share(outcome != "habit" && outcome != "steady") }
    };
    let both = |seed| ends.iter().fold(Tally::default(), |tally, end| tally.and(one(seed, end)));
    seeds.into_par_iter().map(both).reduce(Tally::default, Tally::and)
}

/// One blow or spell and nothing else.
fn alone(action: &Action) -> Habit {
    let (id, name) = (&action.name, action.name.rsplit('/').next().unwrap_or_default());
    let is_near = match action.target {
        TargetRule::Actor { .. } => format!("reach {id} of nearest enemy"),
        // Where it goes around its actor: near enough for who stands there, a step before for who comes.
        _ => {
            let ring = action.windows.iter().find_map(|window| match window.shape {
                ShapeDef::Ring { feet } => Some(if window.takes_inside { feet } else { feet + 4 }),
                _ => None,
            });
            format!("within {} feet of nearest enemy", ring.unwrap_or(9))
        }
    };
    let profile = format!(
        r#"ranks: [
            (rank: 10, when: ["{is_near}"], act: "{id}", at: "nearest enemy"),
            (rank: 20, when: ["seen nearest enemy"], act: "core/step", at: "beside nearest enemy"),
            (rank: 30, act: "core/step", at: "toward last-seen enemy"),
            (rank: 90, act: "core/wait", ticks: 10),
        ])"#
    );
    Habit { name: format!("alone-{name}"), profile, won_permille: WON_PERMILLE }
}

/// The profiles of a class's folder.
fn shipped(class: &str) -> Vec<Habit> {
    let folder = root().join("tests/degenerate").join(class);
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let habit = |path: &std::path::PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(path).unwrap();
        let fields = text.split_once("Profile(").unwrap().1.split_once(',').unwrap().1.trim_end().to_owned();
        let won_permille = if name == "react-only" { REACTS_PERMILLE } else { WON_PERMILLE };
        Habit { name, profile: fields, won_permille }
    };
    files.iter().map(habit).collect()
}

/// All habits of a class.
fn habits(class: &str) -> Vec<Habit> {
    let content = &game().content;
    let kind: &Kind = content.kinds.iter().find(|kind| *kind.name == *format!("{class}/{class}")).unwrap();
    let actions = kind.actions.iter().map(|ix| &content.actions[ix.index()]);
    let is_meant = |action: &&Action| {
        let is_own = action.name.split_once('/').is_some_and(|(pack, _)| pack == class);
        let is_blow = matches!(action.kind, abi::ActionKind::Attack | abi::ActionKind::Spell);
        is_own && is_blow && action.target != TargetRule::Itself
    };
    actions.filter(is_meant).map(alone).chain(shipped(class)).collect()
}

fn check(class: &str) {
    let habits = habits(class);
    let names: BTreeSet<&str> = habits.iter().map(|habit| &*habit.name).collect();
    assert!(HABITS.iter().all(|habit| names.contains(habit)), "{class} has {names:?}, and should have all of {HABITS:?}");
    let mut missed = Vec::new();
    for habit in &habits {
        let ends = [false, true].map(|is_swapped| duel(class, habit, is_swapped));
        let mut tally = fought(&ends, 0..SEEDS[0]);
        if !tally.is_settled(&habit.won_permille) {
            tally = tally.and(fought(&ends, SEEDS[0]..SEEDS[1]));
        }
        println!("{class}, {}: {tally}", habit.name);
        if !tally.holds(&habit.won_permille) {
            missed.push(format!("{}: {tally}; allowed: {:?}", habit.name, habit.won_permille));
        }
    }
    assert!(missed.is_empty(), "{class}, at most {DRAWN_PERMILLE} permille drawn:\n  {}", missed.join("\n  "));
}

#[test]
fn no_simple_habit_beats_a_fighter_who_has_learned() {
    check("fighter");
}

#[test]
fn no_simple_habit_beats_a_rogue_who_has_learned() {
    check("rogue");
}

#[test]
fn no_simple_habit_beats_a_wizard_who_has_learned() {
    check("wizard");
}

#[test]
fn no_simple_habit_beats_a_cleric_who_has_learned() {
    check("cleric");
}
