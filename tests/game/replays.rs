//! Golden replays: logs in `saves/replays`, each of which must be had again line by line.
//!
//! Owns nothing but the comparison; what is right stands in the logs. `UPDATE_EXPECT=1 cargo test` fights them anew from the
//! seed and the fight that stand in each, and the difference is the review. A replay needs nothing of the repository's fights:
//! the log alone is enough.

use crate::stories::game;
use crate::support::root;
use dungeon_mind::clock::Visits;
use dungeon_mind::content::Overrides;
use dungeon_mind::lab::{fight, recording, replay};
use dungeon_mind::log::FightLog;
use std::fs;
use std::path::{Path, PathBuf};

fn golden() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(root().join("saves/replays")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    files
}

/// What is wrong with a golden replay, if anything is.
fn wrong(path: &Path) -> Option<String> {
    let text = fs::read(path).unwrap();
    let recording = recording::read(&text[..]).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let setup = game()
        .fight_from_text(&recording.fight_text, &recording.fight, recording.seed, &Overrides::default())
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let log = FightLog::to_memory();
        log.with(|| fight::run(&setup, Visits::Due));
        fs::write(path, log.finish().unwrap()).unwrap();
        return None;
    }
    let verdict =
        replay::replay(&recording, &setup, &text[..]).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    (!verdict.is_same).then(|| format!("{}: {}", path.display(), verdict.difference))
}

#[test]
fn every_golden_replay_is_the_same_fight_again() {
    let files = golden();
    assert!(files.len() >= 3, "saves/replays holds {} logs", files.len());
    let failed: Vec<String> = files.iter().filter_map(|path| wrong(path)).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn a_log_that_was_tampered_with_is_told_from_the_fight() {
    let path = &golden()[0];
    let text = fs::read_to_string(path).unwrap();
    let recording = recording::read(text.as_bytes()).unwrap();
    let overrides = Overrides::default();
    let setup = game().fight_from_text(&recording.fight_text, &recording.fight, recording.seed, &overrides).unwrap();
    let other = text.replacen("\"degree\":\"success\"", "\"degree\":\"failure\"", 1);
    assert_ne!(text, other, "{}: no check went well", path.display());
    let verdict = replay::replay(&recording, &setup, other.as_bytes()).unwrap();
    assert!(!verdict.is_same);
    assert!(verdict.difference.to_string().contains("degree"), "{}", verdict.difference);
}
