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
    let profile = if text.contains("kind: \"wizard/wizard\"") { "wizard/steady" } else { "fighter/steady" };
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
            for seed in 0..3 {
                let setup = set_up(&text, &name, seed, &under(rules));
                let log = logged(&setup, &name, Visits::Due);
                assert!(log == logged(&setup, &name, Visits::Due), "{name}, seed {seed}: twice is not the same");
                assert!(log == logged(&setup, &name, Visits::Every), "{name}, seed {seed}: jumping is not visiting");
                assert!(!log.contains(&format!("\"ladder\":\"{other}\"")), "{name} tells on the ladder `{other}`");
                let is_told = log.contains(&format!("\"ladder\":\"{ladder}\""));
                assert!(is_told, "{name}, seed {seed} tells nobody's {ladder}");
            }
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
