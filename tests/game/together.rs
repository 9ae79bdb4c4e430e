//! Packs together: all at once, every pair of them in both orders, one after another; and ids that have moved.
//!
//! Owns what holds of packs that were not made for one another: they load, or say why, and the order in which folders are
//! given changes nothing. What a single `pack.ron` says is tested where it is read.

use crate::stories::{game, libraries};
use crate::support::{program, root, run, scratch};
use dungeon_mind::clock::Visits;
use dungeon_mind::content::packs::Pack;
use dungeon_mind::content::{self, Overrides, pack_order};
use dungeon_mind::lab::fight;
use dungeon_mind::loading::Game;
use dungeon_mind::log::FightLog;
use dungeon_mind::modules::Places;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The packs of the game, each in load order.
fn shipped() -> Vec<Pack> {
    pack_order(&[root().join("content")]).unwrap_or_else(|problems| panic!("{problems}"))
}

/// A pack and all that it needs, and what those need.
fn closure(packs: &[Pack], of: &Pack) -> BTreeSet<PathBuf> {
    let mut wanted = vec![of];
    let mut folders = BTreeSet::new();
    while let Some(pack) = wanted.pop() {
        if folders.insert(pack.folder.clone()) {
            wanted.extend(packs.iter().filter(|other| pack.needs.contains(&other.id)));
        }
    }
    folders
}

/// What content comes of these folders: hashes and order, or every problem.
fn loaded(folders: &[PathBuf]) -> Result<String, String> {
    let loaded = content::load(folders, &game().registry).map_err(|problems| problems.all().to_string())?;
    let packs = loaded.content.packs.iter().map(|pack| format!("{} {}\n", pack.id, pack.hash));
    Ok(packs.collect::<String>() + &format!("{:?}", loaded.content.names))
}

#[test]
fn every_pair_of_packs_loads_or_says_why_and_the_order_of_folders_changes_nothing() {
    let packs = shipped();
    assert!(packs.len() >= 10, "{packs:?}");
    for (place, one) in packs.iter().enumerate() {
        for other in packs.iter().skip(place + 1) {
            let pair = [one.folder.clone(), other.folder.clone()];
            let turned = [other.folder.clone(), one.folder.clone()];
            let (first, second) = (loaded(&pair), loaded(&turned));
            assert_eq!(first, second, "{} and {}", one.id, other.id);
            // Two alone may lack something: then it is named, with the file that wants it.
            if let Err(told) = first {
                assert!(told.contains("error: ") && told.contains(&*root().join("content").to_string_lossy()), "{told}");
            }
            let whole: BTreeSet<PathBuf> = &closure(&packs, one) | &closure(&packs, other);
            let whole: Vec<PathBuf> = whole.into_iter().collect();
            let turned: Vec<PathBuf> = whole.iter().rev().cloned().collect();
            let order = |folders: &[PathBuf]| pack_order(folders).unwrap_or_else(|problems| panic!("{problems}"));
            assert_eq!(order(&whole), order(&turned), "{} and {}", one.id, other.id);
        }
    }
}

#[test]
fn all_packs_at_once_are_the_same_whatever_the_order_of_their_folders() {
    let folders: Vec<PathBuf> = shipped().into_iter().map(|pack| pack.folder).collect();
    let turned: Vec<PathBuf> = folders.iter().rev().cloned().collect();
    assert_eq!(loaded(&folders).unwrap(), loaded(&turned).unwrap());
    assert_eq!(loaded(&folders).unwrap(), loaded(&[root().join("content")]).unwrap());
}

fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn pack(folder: &Path, id: &str, more: &str) {
    let text = format!(
        "Pack(id: {id:?}, version: \"0.1.0\", abi: \"0.1\", license: \"MIT\", requires: [\"core\", \"fighter\"], {more})"
    );
    write(folder, &format!("{id}/pack.ron"), &text);
}

/// A fight between a fighter and itself, whose strike is as the pack says.
const DUEL: &str = r#"Fight(
    rules: "core/dungeon-mind",
    map: (legend: {'.': "core/stone", 'x': "core/rock"}, slices: [["xxxxxxxxxx", "x........x", "x........x", "xxxxxxxxxx"]]),
    actors: [
        (id: "one", kind: "fighter/fighter", side: "red", at: (2, 1, 0), control: Profile("fighter/steady")),
        (id: "two", kind: "fighter/fighter", side: "blue", at: (6, 1, 0), control: Profile("fighter/steady")),
    ],
    max_ticks: 400,
)
"#;

/// The log of the duel with the packs in a folder, in this process.
fn fought(packs: &Path) -> Vec<u8> {
    let roots = [root().join("content"), packs.to_path_buf()];
    let places = Places::of(&[packs.to_path_buf()], libraries());
    let game = Game::load_from(&roots, &places, false).unwrap_or_else(|error| panic!("{error}"));
    let setup = game.fight_from_text(DUEL, "duel", 5, &Overrides::default()).unwrap_or_else(|error| panic!("{error}"));
    let log = FightLog::to_memory();
    let _ = log.with(|| fight::run(&setup, Visits::Due));
    log.finish().unwrap()
}

#[test]
fn what_was_loaded_before_leaves_no_trace() {
    let (one, two) = (scratch("together-one"), scratch("together-two"));
    let strike = fs::read_to_string(root().join("content/fighter/actions/strike.ron")).unwrap();
    for (folder, id, prep) in [(&one, "quick", "prep: 3"), (&two, "slow", "prep: 40")] {
        pack(folder, id, "overrides: [\"fighter/strike\"]");
        let at = strike.find("prep: ").unwrap();
        let end = at + strike[at..].find(',').unwrap();
        write(folder, &format!("{id}/overrides/fighter/actions/strike.ron"), &strike.replace(&strike[at..end], prep));
    }
    // A fresh process that has never heard of the first.
    write(&two, "duel.fight.ron", DUEL);
    let mut fresh = Command::new(program());
    fresh
        .current_dir(root())
        .args(["fight", "--seed", "5", "--log", "-", "--packs"])
        .arg(&two)
        .arg(two.join("duel.fight.ron"));
    let fresh = fresh.output().unwrap();
    assert!(fresh.status.success(), "{}", String::from_utf8_lossy(&fresh.stderr));
    let first = fought(&one);
    let second = fought(&two);
    // The name of the fight is that of its file there, and stands in the first line alone.
    let behind = |log: &[u8]| log.iter().position(|byte| *byte == b'\n').map(|end| log[end..].to_vec()).unwrap();
    assert_ne!(behind(&first), behind(&second), "the packs change nothing, so nothing is shown here");
    assert!(behind(&second) == behind(&fresh.stdout), "the pack that was loaded before has left a trace");
    let head: serde_json::Value = serde_json::from_slice(second.split(|byte| *byte == b'\n').next().unwrap()).unwrap();
    assert!(!head["packs"].to_string().contains("quick"), "{}", head["packs"]);
}

#[test]
fn an_old_log_says_what_became_of_a_thing_and_is_replayed_with_it() {
    let folder = scratch("together-moved");
    let (before, after) = (folder.join("before"), folder.join("after"));
    let action = |id: &str| {
        format!(
            "Action(id: {id:?}, kind: Attack, ticks: (prep: 3, exec: 2, recover: 3), target: Actor(5), on_complete: [\"strike main-hand\"])"
        )
    };
    pack(&before, "odd", "");
    write(&before, "odd/actions/poke.ron", &action("odd/poke"));
    pack(&after, "odd", "moved: [(from: \"odd/poke\", to: \"odd/prod\")]");
    write(&after, "odd/actions/prod.ron", &action("odd/prod"));
    let kind = r#"kinds: [(id: "poker", label: "poker", glyph: 'p', hands: {"main-hand": (harm: "wounds/edge", points: 10)},
        actions: ["odd/poke"])],"#;
    let script = "control: Script(acts: [(tick: 0, act: \"odd/poke\", at: \"two\")])";
    let fight = DUEL
        .replace("    actors:", &format!("    {kind}\n    actors:"))
        .replace("kind: \"fighter/fighter\", side: \"red\"", "kind: \"poker\", side: \"red\"")
        .replacen("control: Profile(\"fighter/steady\")", script, 1)
        .replace("(6, 1, 0)", "(4, 1, 0)");
    let harm = game().registry.names.iter().find(|name| name.what == "harm").unwrap().id.clone();
    let file = folder.join("poke.fight.ron");
    fs::write(&file, fight.replace("wounds/edge", &harm)).unwrap();
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let log = text(&folder.join("poke.jsonl"));
    let said = run(&["fight", &text(&file), "--packs", &text(&before), "--log", &log]);
    assert_eq!(said.code, 0, "{}", said.err);
    let said = run(&["replay", &log, "--packs", &text(&after)]);
    assert!(said.err.contains("what the log calls `odd/poke` is `odd/prod` now"), "{}", said.err);
    // The same fight but for what the action is called.
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    assert!(said.out.contains("first   \"odd/poke\"\n    second  \"odd/prod\""), "{}", said.out);
}
