//! The pace of a fight as a player has it: how many decisions, how many lines, and that no figure is among the words.
//!
//! Owns the plain player of the measurements: it closes in, strikes, and lets its standing orders guard. It plays through the
//! commands of the session alone, as a front end does. Run by `cargo test`; a failing run names its seed.

use crate::orders::check_same_when_replayed;
use crate::stories::game;
use dungeon_mind::content::Overrides;
use dungeon_mind::log::FightLog;
use dungeon_mind::session::{OwnedScene, Session};
use std::collections::BTreeSet;

/// So many seeds are played.
const SEEDS: u64 = 200;
/// Decisions of a newcomer's fight: in the median, and of nine in ten.
const MEDIAN_DECISIONS: u32 = 25;
const MOST_DECISIONS: u32 = 45;
/// Doctrine F13: lines between two decisions, and words in a line.
const MEDIAN_LINES: usize = 3;
const MOST_LINES: usize = 6;
const MOST_WORDS: usize = 16;
/// No fight asks so often; one that does goes on for ever.
const ENDLESS: u32 = 2000;

/// What a plain player chooses.
pub fn plain(session: &Session) -> &'static str {
    let commands = ["look-back", "let-pass", "go-on", "strike", "close-in", "hold"];
    commands.into_iter().find(|command| session.offer(command).is_some()).unwrap_or("")
}

/// What an impatient one chooses: whatever lets the fight go on by itself.
pub fn impatient(session: &Session) -> &'static str {
    let commands = ["look-back", "do-it", "go-on", "fight-on", "close-in", "hold"];
    commands.into_iter().find(|command| session.offer(command).is_some()).unwrap_or("")
}

fn session(fight: &str, seed: u64) -> Session {
    let setup = game().fight(fight, seed, &Overrides::default()).unwrap_or_else(|error| panic!("{error}"));
    Session::new(&setup, 0, false).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays a fight to its end and shows every scene of it.
pub fn play(fight: &str, seed: u64, policy: fn(&Session) -> &'static str, mut see: impl FnMut(&OwnedScene)) -> Session {
    let mut session = session(fight, seed);
    while !session.scene().is_over {
        see(session.scene());
        let command = policy(&session);
        let place = session.offer(command).unwrap_or_else(|| panic!("{fight}, seed {seed}: `{command}` is not offered"));
        session.choose(place).unwrap_or_else(|error| panic!("{fight}, seed {seed}: {error}"));
        assert!(session.decisions() < ENDLESS, "{fight}, seed {seed}: it goes on for ever");
    }
    see(session.scene());
    session
}

fn part<T: Copy + Ord>(of: &mut [T], permille: usize) -> T {
    of.sort_unstable();
    of[of.len() * permille / 1000]
}

#[test]
fn a_newcomer_s_fight_is_few_decisions_and_each_is_news() {
    let (mut decisions, mut lines) = (Vec::new(), Vec::new());
    for seed in 0..SEEDS {
        let session = play("core/newcomer", seed, plain, |scene| {
            if !scene.is_over {
                lines.push(scene.tale.len());
            }
            for line in &scene.tale {
                let words = line.text.split_whitespace().count();
                assert!(words <= MOST_WORDS || scene.is_over, "seed {seed}: {words} words: {}", line.text);
            }
        });
        decisions.push(session.decisions());
        let different: BTreeSet<_> = session.stops().iter().collect();
        assert_eq!(different.len(), session.stops().len(), "seed {seed}: two stops have one cause, subject and state");
    }
    let (median, most) = (part(&mut decisions, 500), part(&mut decisions, 900));
    assert!(
        median <= MEDIAN_DECISIONS && most <= MOST_DECISIONS,
        "decisions: {median} in the median, {most} of nine in ten"
    );
    let (median, most) = (part(&mut lines, 500), part(&mut lines, 999));
    assert!(median <= MEDIAN_LINES && most <= MOST_LINES, "lines: {median} in the median, {most} at most");
}

/// Words that are figures; `first` is a marker of the ladder `in-time` and means before, not the number.
const FIGURES: &[&str] = &[
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "twenty",
    "hundred", "thousand", "half", "third", "quarter", "percent", "per cent", "twice", "thrice", "double", "dozen",
    "second", "tick", "ticks", "permille",
];

fn figure_in(text: &str) -> Option<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric()).map(str::to_lowercase);
    words.into_iter().find(|word| FIGURES.contains(&word.as_str()) || word.contains(|letter: char| letter.is_numeric()))
}

#[test]
fn doctrine_f2_no_figure_is_shown_in_whole_fights() {
    for (fight, policy) in [
        ("core/newcomer", plain as fn(&Session) -> &'static str),
        ("core/newcomer", impatient),
        ("core/newcomer-wizard", impatient),
    ] {
        for seed in 0..20 {
            play(fight, seed, policy, |scene| {
                for text in scene.texts() {
                    assert_eq!(figure_in(text), None, "{fight}, seed {seed}: {text:?}");
                    assert!(!text.contains(['{', '}', '%', '|']), "{fight}, seed {seed}: {text:?} is not filled");
                }
            });
        }
    }
}

#[test]
fn clause_d4_what_was_played_is_replayed_from_its_log() {
    for policy in [plain as fn(&Session) -> &'static str, impatient] {
        for seed in 0..5 {
            let log = FightLog::to_memory();
            log.with(|| play("core/newcomer", seed, policy, |_| ()));
            check_same_when_replayed(&log.finish().unwrap(), seed);
        }
    }
}

/// Doctrine F14: what stands beside a choice is held against what came of it, where nobody reacts.
#[track_caller]
fn check_sure_words(reads: &str, seeds: u64, least: usize) {
    let source = std::fs::read_to_string(crate::support::root().join("content/fighter/fights/duel.ron")).unwrap();
    let text = source.replace("control: Profile(\"fighter/steady\")", &format!("control: Player{reads}"));
    let text = text.replace("    stop: OneSideLeft,", "    set: [\"reaction_depth 0\"],\n    stop: OneSideLeft,");
    let (mut sure, mut wrong) = (0, Vec::new());
    for seed in 0..seeds {
        let setup =
            game().fight_from_text(&text, "duel", seed, &Overrides::default()).unwrap_or_else(|error| panic!("{error}"));
        let log = FightLog::to_memory();
        let promises = log.with(|| promised(&setup, seed));
        let log = String::from_utf8(log.finish().unwrap()).unwrap();
        let lines: Vec<serde_json::Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for (tick, word) in promises {
            if let Some(came) = what_came(&lines, tick) {
                sure += 1;
                if came != word {
                    wrong.push(format!("seed {seed}, tick {tick}: {word}, and it was {came}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {sure}: {:?}", wrong.len(), &wrong[..wrong.len().min(5)]);
    assert!(sure > least, "only {sure} words could be held against what came");
}

#[test]
fn doctrine_f14_a_sure_word_is_never_wrong() {
    check_sure_words(", reads: Exact", 1000, 100);
}

#[test]
fn doctrine_f14_nor_where_only_the_phase_is_read_of_a_kind_that_is_known() {
    check_sure_words("", 120, 10);
}

/// Plays single strokes, and gives each sure word with the tick of the stroke that it stood beside.
fn promised(setup: &dungeon_mind::clock::Setup, seed: u64) -> Vec<(u64, String)> {
    let mut session = Session::new(setup, 0, false).unwrap();
    let mut promises = Vec::new();
    while !session.scene().is_over && session.decisions() < ENDLESS {
        let commands = ["look-back", "let-pass", "go-on", "strike-once", "close-in", "hold"];
        let command = commands.into_iter().find(|command| session.offer(command).is_some()).unwrap();
        let place = session.offer(command).unwrap();
        let word = session.scene().choices[place].in_time.clone();
        if command == "strike-once" && ["first", "too late"].contains(&word.as_str()) {
            promises.push((session.sim().tick(), word));
        }
        session.choose(place).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    }
    promises
}

/// Which of the two strokes landed first after a tick; nothing where either did not land.
fn what_came(lines: &[serde_json::Value], from: u64) -> Option<String> {
    let later = lines.iter().filter(|line| line["tick"].as_u64().is_some_and(|tick| tick >= from));
    let (mut mine, mut theirs) = (None, None);
    for line in later {
        let tick = line["tick"].as_u64()?;
        match (line["event"].as_str()?, line["actor"].as_str().unwrap_or("")) {
            ("interrupted" | "cancelled" | "died", _) => return None,
            ("blow", "gob") | ("missed", "hero") => mine = mine.or(Some(tick)),
            ("blow", "hero") | ("missed", "gob") => theirs = theirs.or(Some(tick)),
            _ => {}
        }
        if let (Some(mine), Some(theirs)) = (mine, theirs) {
            return Some(
                if mine < theirs {
                    "first"
                } else if mine > theirs {
                    "too late"
                } else {
                    "the same"
                }
                .to_owned(),
            );
        }
    }
    None
}
