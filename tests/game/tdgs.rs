//! Another game's rules in the place of ours: the same fights, no rebuild, no fault, and a log that is the same each time.
//!
//! Owns what must hold of every fight under both rulesets. What the rules say in figures is tested in the module itself. Run
//! by `cargo test`.

use crate::stories::game;
use crate::support::{root, run};
use dungeon_mind::clock::{Setup, Visits};
use dungeon_mind::content::Overrides;
use dungeon_mind::lab;
use dungeon_mind::log::FightLog;
use dungeon_mind::session::Session;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// Our own rules and theirs.
const RULESETS: [&str; 2] = ["core/dungeon-mind", "tdgs/tdgs"];

/// Every fight that a pack ships.
fn shipped() -> Vec<PathBuf> {
    let packs = fs::read_dir(root().join("content")).unwrap().map(|pack| pack.unwrap().path().join("fights"));
    let fights = packs.filter(|folder| folder.is_dir()).flat_map(|folder| fs::read_dir(folder).unwrap());
    let mut fights: Vec<PathBuf> = fights.map(|fight| fight.unwrap().path()).collect();
    fights.sort();
    fights
}

/// The text of a fight, with whoever its player's kind acts by in the player's place.
fn unattended(fight: &PathBuf) -> String {
    let text = fs::read_to_string(fight).unwrap();
    // The pack of its kind, as `wizard` of `wizard/adept`.
    let player = text.lines().find(|line| line.contains("control: Player"));
    let kind = player.and_then(|line| line.split_once("kind: \"")?.1.split_once('/'));
    let profile = format!("{}/steady", kind.map_or("fighter", |(pack, _)| pack));
    text.replace("control: Player", &format!("control: Profile(\"{profile}\")"))
}

fn set_up(text: &str, name: &str, seed: u64, overrides: &Overrides) -> Setup {
    game().fight_from_text(text, name, seed, overrides).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn under(rules: &str) -> Overrides {
    Overrides { rules: Some(rules.to_owned()), ..Overrides::default() }
}

/// The log of a fight that ran without a fault.
fn logged(setup: &Setup, name: &str, visits: Visits) -> String {
    let log = FightLog::to_memory();
    let outcome = log.with(|| lab::fight::run(setup, visits));
    assert_eq!(outcome.faults, [], "{name}");
    String::from_utf8(log.finish().unwrap()).unwrap()
}

#[test]
fn every_shipped_fight_runs_under_both_rulesets() {
    let fights = shipped();
    assert!(fights.len() >= 5, "{fights:?}");
    for fight in &fights {
        let text = unattended(fight);
        for (rules, ladder, other) in [(RULESETS[0], "stage", "vigour"), (RULESETS[1], "vigour", "stage")] {
            let name = format!("{} under {rules}", fight.display());
            let mut is_told = false;
            for seed in 0..3 {
                let setup = set_up(&text, &name, seed, &under(rules));
                let log = logged(&setup, &name, Visits::Due);
                assert!(log == logged(&setup, &name, Visits::Due), "{name}, seed {seed}: twice is not the same");
                assert!(log == logged(&setup, &name, Visits::Every), "{name}, seed {seed}: jumping is not visiting");
                assert!(!log.contains(&format!("\"ladder\":\"{other}\"")), "{name} tells on the ladder `{other}`");
                is_told |= log.contains(&format!("\"ladder\":\"{ladder}\""));
            }
            // In a fight of the ground more than of blades nobody may be hurt with one seed.
            assert!(is_told, "{name} tells nobody's {ladder}");
        }
    }
}

#[test]
fn each_role_can_be_held_alone() {
    let fight = root().join("content/fighter/fights/duel.ron");
    let text = unattended(&fight);
    let plain = logged(&set_up(&text, "duel", 3, &Overrides::default()), "duel", Visits::Due);
    for role in ["resolution", "harm", "tempo", "movement"] {
        let holders = vec![format!("{role}=tdgs")];
        let setup = set_up(&text, role, 3, &Overrides { holders, ..Overrides::default() });
        let log = logged(&setup, role, Visits::Due);
        let fought = |log: &str| log.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
        assert_ne!(fought(&log), fought(&plain), "`{role}` held by another changes nothing");
    }
}

#[test]
fn a_log_under_other_rules_replays_by_itself() {
    let file = crate::support::scratch("tdgs").join("duel.jsonl");
    let file = file.to_string_lossy();
    let said = run(&["fight", "fighter/duel", "--rules", RULESETS[1], "--seed", "7", "--log", &file]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let said = run(&["replay", &file, "--exact"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
}

/// How often the newcomer's fight is fought, with the seeds from 0.
const SEEDS: u64 = 1000;

/// How many fights of all seeds the party wins.
fn won(fight: &str, profile: &str) -> u64 {
    let text = fs::read_to_string(root().join("content/core/fights").join(fight)).unwrap();
    let text = text.replace("control: Player", &format!("control: Profile(\"{profile}\")"));
    let setup = set_up(&text, profile, 0, &under(RULESETS[1]));
    let is_won = |seed: &u64| {
        let outcome = lab::fight::run(&Setup { seed: *seed, ..setup.clone() }, Visits::Due);
        assert_eq!(outcome.faults, [], "{fight} by {profile}, seed {seed}");
        assert_ne!(&*outcome.ended.outcome, "time", "{fight} by {profile}, seed {seed} has no end");
        &*outcome.ended.outcome == "party"
    };
    (0..SEEDS).into_par_iter().filter(is_won).count() as u64
}

#[test]
fn the_newcomer_s_fight_is_as_hard_as_under_our_own_rules() {
    let (steady, strikes) = (won("newcomer.ron", "fighter/steady"), won("newcomer.ron", "fighter/strikes"));
    let wizard = won("newcomer-wizard.ron", "wizard/steady");
    let told = format!("of {SEEDS}: steady {steady}, only strikes {strikes}, wizard {wizard}");
    assert!((600..=800).contains(&steady) && strikes < 450 && (600..=800).contains(&wizard), "{told}");
}

/// The markers of a ladder, and every marker of all others.
fn markers(ladder: &str) -> (Vec<String>, Vec<String>) {
    let of = |own: bool| {
        let content = &game().content;
        let ladders = content.ladders.values().filter(|held| (&*held.name == ladder) == own);
        ladders.flat_map(|held| held.rungs.iter().map(|rung| rung.marker.to_string())).collect()
    };
    (of(true), of(false))
}

fn says(text: &str, words: &str) -> bool {
    let flat = |text: &str| {
        let letters = text.to_lowercase().replace(|letter: char| !letter.is_alphanumeric(), " ");
        format!(" {} ", letters.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    flat(text).contains(&flat(words))
}

/// What no player is told: figures, and the nouns of a table (doctrine F1, F2).
const NEVER: &[&str] = &[
    "one",
    "two",
    "three",
    "four",
    "half",
    "quarter",
    "third",
    "twice",
    "double",
    "percent",
    "points",
    "hit points",
    "dice",
    "card",
    "deck",
    "turn",
    "round",
    "initiative",
    "saving throw",
    "armour class",
];

#[test]
fn doctrine_f1_f2_a_whole_game_under_these_rules_is_told_without_figures() {
    let (vigour, _) = markers("vigour");
    let (stage, _) = markers("stage");
    let mut told = BTreeMap::new();
    for seed in 0..12 {
        let setup = game().fight("core/newcomer", seed, &under(RULESETS[1])).unwrap_or_else(|error| panic!("{error}"));
        let mut session = Session::new(&setup, 0, false).unwrap_or_else(|error| panic!("{error}"));
        loop {
            for text in session.scene().texts() {
                let figure = NEVER.iter().find(|word| says(text, word));
                assert!(figure.is_none() && !text.contains(|letter: char| letter.is_numeric()), "seed {seed}: {text:?}");
                assert!(!text.contains(['{', '}', '%', '|']), "seed {seed}: {text:?} is not filled");
                assert!(!stage.iter().any(|marker| says(text, marker)), "seed {seed} tells a guard: {text:?}");
                vigour.iter().filter(|marker| says(text, marker)).for_each(|marker| _ = told.insert(marker.clone(), seed));
            }
            if session.scene().is_over {
                break;
            }
            let commands = ["look-back", "do-it", "go-on", "fight-on", "close-in", "hold"];
            let place = commands.into_iter().find_map(|command| session.offer(command));
            session.choose(place.unwrap_or_else(|| panic!("seed {seed}: nothing is offered"))).unwrap();
            assert!(session.decisions() < 2000, "seed {seed} goes on for ever");
        }
    }
    assert_eq!(told.len(), vigour.len(), "every rung is told in some game: {told:?}");
}

#[test]
fn doctrine_f4_f5_f6_the_pack_s_words_keep_to_its_ladder() {
    let content = &game().content;
    let (vigour, others) = markers("vigour");
    assert_eq!(vigour.len(), markers("stage").0.len(), "profiles name rungs of the one and mean those of the other");
    assert!(vigour.iter().all(|marker| !others.contains(marker)), "a marker belongs to one ladder: {vigour:?}");
    let own = content.phrases.values().filter(|phrase| phrase.name.starts_with("tdgs/"));
    for phrase in own {
        assert!(phrase.wordings.len() >= 4, "{}", phrase.name);
        for wording in &phrase.wordings {
            let is_ranked = phrase.name.starts_with("tdgs/stage") || phrase.name.starts_with("tdgs/blow");
            assert_eq!(wording.matches("{marker}").count(), usize::from(is_ranked), "{}: {wording}", phrase.name);
            let stray = vigour.iter().chain(&others).find(|marker| says(wording, marker));
            assert!(stray.is_none() && !NEVER.iter().any(|word| says(wording, word)), "{}: {wording}", phrase.name);
        }
    }
    for condition in content.conditions.iter().filter(|condition| condition.name.starts_with("tdgs/")) {
        for text in [&condition.label, &condition.effect] {
            assert!(!text.is_empty() && !NEVER.iter().any(|word| says(text, word)), "{}: {text}", condition.name);
        }
    }
}
