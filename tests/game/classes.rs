//! What each class can do: no action twice, feats that change something, and a use for every one of them in a fight.
//!
//! Owns the match-ups of classes, and the bounds of how often an action is chosen. It must never bend a number of content to
//! fit: where a bound fails, an action has lost its use, or has become the only one. Run by `cargo test`.

use crate::stories::game;
use crate::support::root;
use dungeon_mind::clock::{Setup, Visits};
use dungeon_mind::content::Overrides;
use dungeon_mind::content::tables::{Action, LengthSource, LineIx, TargetRule};
use dungeon_mind::lab;
use dungeon_mind::log::{FightLog, Reader};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::RangeInclusive;

/// A class: its pack, somebody who has all of its feats, and the profile by which it fights unled.
const CLASSES: [(&str, &str, &str); 4] = [
    ("fighter", "fighter/veteran", "fighter/autopilot"),
    ("rogue", "rogue/rogue", "rogue/steady"),
    ("wizard", "wizard/adept", "wizard/autopilot"),
    ("cleric", "cleric/cleric", "cleric/steady"),
];

/// Whom each of them meets beside the other classes.
const FOES: [&[&str]; 4] =
    [&["goblins/sneak"], &["goblins/brawler"], &["goblins/scout"], &["goblins/sneak", "goblins/sneak"]];

/// How often each match-up is fought, with the seeds from 0: a thousand fights in all.
const SEEDS: u64 = 46;
/// How often an action is chosen of all choices of its class, in permille; steps and waits of `core` are no choices of a class.
const CHOSEN_PERMILLE: RangeInclusive<u64> = 30..=400;

/// The actions that are a class's own.
fn actions_of(class: &str) -> Vec<&'static Action> {
    let is_own = |action: &&Action| action.name.split_once('/').is_some_and(|(pack, _)| pack == class);
    game().content.plain_actions().filter(is_own).collect()
}

/// No time at all, a moment, or so long that others can make something of it: the first and the third cut of the ladder `pace`.
fn length(ticks: u32) -> &'static str {
    match ticks {
        0 => "none",
        1..=12 => "short",
        _ => "long",
    }
}

/// Effect lines without their numbers.
fn words(lines: &[LineIx]) -> String {
    let all = lines.iter().map(|line| &*game().content.lines[line.index()].text);
    let plain = |line: &str| line.chars().filter(|letter| !letter.is_ascii_digit()).collect::<String>();
    all.map(plain).collect::<Vec<_>>().join("; ")
}

/// How an action uses its phases, its windows, its target, its public line, and what comes of it.
fn signature(action: &Action) -> String {
    let phases = match action.lengths {
        LengthSource::Fixed(of) => [of.prep, of.exec, of.recover].map(|ticks| length(ticks.0)).join("-"),
        other => format!("{other:?}"),
    };
    let target = match action.target {
        TargetRule::Actor { .. } => "actor".to_owned(),
        TargetRule::Cell { .. } => "cell".to_owned(),
        other => format!("{other:?}"),
    };
    let window = |of: &dungeon_mind::content::tables::WindowDef| {
        format!("{:?} inside {} entering {}: {}", of.shape, of.takes_inside, of.takes_entering, words(&of.effects))
    };
    let windows: Vec<String> = action.windows.iter().map(window).collect();
    let shows: Vec<_> = action.shows.iter().map(|show| (show.action, show.phase)).collect();
    let ends = [&action.on_exec, &action.on_complete, &action.on_interrupt].map(|lines| words(lines)).join(" | ");
    let answers = if action.is_reaction { "an answer" } else { "no answer" };
    format!("{phases} {answers}, {target}, {windows:?}, {:?} shows {shows:?}, {ends}", action.kind)
}

#[test]
fn no_two_actions_of_a_class_are_the_same_in_all_but_numbers() {
    for (class, ..) in CLASSES {
        let actions = actions_of(class);
        assert!(actions.len() >= 8, "{class} has {} actions", actions.len());
        let mut known: BTreeMap<String, &str> = BTreeMap::new();
        for action in actions {
            if let Some(other) = known.insert(signature(action), &action.name) {
                panic!("{other} and {} are one: {}", action.name, signature(action));
            }
        }
    }
}

#[test]
fn every_class_has_somebody_with_two_feats_of_its_own() {
    let content = &game().content;
    for (class, kind, _) in CLASSES {
        let kind = content.kinds.iter().find(|known| &*known.name == kind).unwrap();
        let changed: BTreeSet<&str> = kind
            .actions
            .iter()
            .filter_map(|ix| content.actions[ix.index()].varied.as_ref())
            .flat_map(|varied| varied.by.iter().map(|feat| &**feat))
            .filter(|feat| feat.starts_with(&format!("{class}/")))
            .collect();
        assert!(changed.len() >= 2, "{}: {changed:?}", kind.name);
    }
}

/// A match-up on open ground: somebody of a class against these, each a kind and what it fights by.
fn fight_text(hero: (&str, &str), foes: &[(&str, &str)]) -> String {
    let rows = vec![format!("\"{}\"", ".".repeat(60)); 40].join(", ");
    let foes: Vec<String> = foes
        .iter()
        .enumerate()
        .map(|(place, (kind, profile))| {
            let (x, y) = (36 + 2 * place, 18 + 3 * place);
            format!(r#"(id: "foe{place}", kind: "{kind}", side: "foes", at: ({x}, {y}, 0), control: Profile("{profile}"))"#)
        })
        .collect();
    format!(
        r#"Fight(rules: "core/dungeon-mind", map: (legend: {{'.': "core/stone"}}, slices: [[{rows}]]), actors: [
            (id: "hero", kind: "{}", side: "party", at: (16, 20, 0), control: Profile("{}")), {}],
            stop: OneSideLeft, max_ticks: 20000)"#,
        hero.0,
        hero.1,
        foes.join(", ")
    )
}

/// Every class against every foe, and against every other class once.
fn match_ups() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (place, (class, kind, profile)) in CLASSES.into_iter().enumerate() {
        for foes in FOES {
            let foes: Vec<_> = foes.iter().map(|foe| (*foe, *foe)).collect();
            all.push((format!("{class} against {foes:?}"), fight_text((kind, profile), &foes)));
        }
        for (other, other_kind, other_profile) in &CLASSES[place + 1..] {
            let text = fight_text((kind, profile), &[(other_kind, other_profile)]);
            all.push((format!("{class} against {other}"), text));
        }
    }
    all
}

/// How often each action was begun in a fight: by its prep where it has one.
fn begun(log: &[u8]) -> BTreeMap<String, u64> {
    let (mut preps, mut execs) = (BTreeMap::new(), BTreeMap::new());
    let mut reader = Reader::new(log);
    while let Some(raw) = reader.next_raw().unwrap() {
        let is_news = |event: &str| raw.bytes.windows(event.len()).any(|part| part == event.as_bytes());
        let (is_prep, is_exec) = (is_news("\"event\":\"prep_began\""), is_news("\"event\":\"exec_began\""));
        if !is_prep && !is_exec {
            continue;
        }
        let record = raw.parse().unwrap();
        // Two of one class never meet, so an action has one length in a fight: it always has a prep, or never.
        let times = if is_prep { &mut preps } else { &mut execs };
        *times.entry(record.text("action").unwrap_or_default().to_owned()).or_default() += 1;
    }
    execs.extend(preps);
    execs
}

/// Fights a match-up over all seeds, and counts what was begun.
fn counted(name: &str, text: &str) -> BTreeMap<String, u64> {
    let setup = game().fight_from_text(text, name, 0, &Overrides::default()).unwrap_or_else(|error| panic!("{error}"));
    let fight = |seed| {
        let log = FightLog::to_memory();
        let outcome = log.with(|| lab::fight::run(&Setup { seed, ..setup.clone() }, Visits::Due));
        assert_eq!(outcome.faults, [], "{name}, seed {seed}");
        assert_ne!(&*outcome.ended.outcome, "time", "{name}, seed {seed}");
        begun(&log.finish().unwrap())
    };
    (0..SEEDS).into_par_iter().map(fight).reduce(BTreeMap::new, sum)
}

fn sum(mut one: BTreeMap<String, u64>, other: BTreeMap<String, u64>) -> BTreeMap<String, u64> {
    other.into_iter().for_each(|(action, times)| *one.entry(action).or_default() += times);
    one
}

#[test]
fn every_action_of_a_class_is_chosen_and_none_is_all_of_it() {
    let counts = match_ups().iter().map(|(name, text)| counted(name, text)).fold(BTreeMap::new(), sum);
    let mut missed = Vec::new();
    for (class, ..) in CLASSES {
        let times = |action: &Action| counts.get(&*action.name).copied().unwrap_or(0);
        let actions = actions_of(class);
        let all: u64 = actions.iter().map(|action| times(action)).sum();
        for action in actions {
            let permille = (times(action) * 1000).checked_div(all).unwrap_or(0);
            if !CHOSEN_PERMILLE.contains(&permille) {
                missed.push(format!("{}: {permille} permille of {all} choices", action.name));
            }
        }
    }
    assert!(missed.is_empty(), "instead of {CHOSEN_PERMILLE:?}:\n  {}", missed.join("\n  "));
}

/// How often a class's first fight is fought, with the seeds from 0.
const FIRST_FIGHTS: u64 = 200;

/// How many of a thousand first fights somebody wins who fights as it has learned.
fn won_permille(class: &str, profile: &str) -> u64 {
    let path = root().join(format!("content/{class}/fights/newcomer.ron"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(text.matches("control: Player").count(), 1, "{} has not exactly one player", path.display());
    let text = text.replace("control: Player", &format!("control: Profile(\"{profile}\")"));
    let setup = game().fight_from_text(&text, class, 0, &Overrides::default()).unwrap_or_else(|error| panic!("{error}"));
    let is_won = |seed: &u64| {
        let outcome = lab::fight::run(&Setup { seed: *seed, ..setup.clone() }, Visits::Due);
        assert_eq!(outcome.faults, [], "{class}, seed {seed}");
        &*outcome.ended.outcome == "party"
    };
    let won = (0..FIRST_FIGHTS).into_par_iter().filter(is_won).count();
    u64::try_from(won).unwrap() * 1000 / FIRST_FIGHTS
}

#[test]
fn a_first_fight_is_mostly_won_and_never_for_nothing() {
    // The bounds of the fighter's and the wizard's (`balance`).
    for (class, profile) in [("rogue", "rogue/steady"), ("cleric", "cleric/steady")] {
        let won = won_permille(class, profile);
        assert!((600..=800).contains(&won), "{class} wins {won} of a thousand first fights");
    }
}
