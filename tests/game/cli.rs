//! The command line from outside: what each command answers, on which stream, with which exit code.

use crate::support::{Said, root, run, scratch, without_long_lists};
use expect_test::{Expect, expect};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn done(arguments: &[&str]) -> Said {
    let said = run(arguments);
    assert_eq!(said.code, 0, "{arguments:?}\n{}{}", said.out, said.err);
    said
}

fn check(arguments: &[&str], code: i32, expected: &Expect) {
    let said = run(arguments);
    let told = without_long_lists(&(said.out + &said.err));
    expected.assert_eq(&told);
    assert_eq!(said.code, code, "{arguments:?}\n{told}");
}

/// The log of a fight in a file of this test's own.
fn logged(name: &str, arguments: &[&str]) -> String {
    let path = scratch(name).join("fight.jsonl").to_string_lossy().into_owned();
    done(&[&["fight"], arguments, &["--log", &path]].concat());
    path
}

#[test]
fn a_fight_answers_in_words_and_in_json() {
    let text = done(&["fight", "fighter/duel", "--seed", "3"]).out;
    assert!(text.starts_with("fighter/duel, seed 3, core/dungeon-mind: "), "{text}");
    let json: Value = serde_json::from_str(&done(&["fight", "fighter/duel", "--seed", "3", "--json"]).out).unwrap();
    assert_eq!(json["seed"], 3);
    assert!(text.contains(json["hash"].as_str().unwrap()), "{text}\n{json}");
}

#[test]
fn the_log_is_the_same_in_a_file_and_on_the_stream_and_alters_nothing() {
    let path = logged("cli-log", &["fighter/duel", "--seed", "4"]);
    let log = fs::read_to_string(&path).unwrap();
    assert_eq!(done(&["fight", "fighter/duel", "--seed", "4", "--log", "-"]).out, log);
    let hash = done(&["fight", "fighter/duel", "--seed", "4", "--json"]).out;
    let hash: Value = serde_json::from_str(&hash).unwrap();
    assert!(log.lines().last().unwrap().contains(hash["hash"].as_str().unwrap()));
}

#[test]
fn a_log_replays_with_everything_that_the_command_line_changed() {
    let changes: [&[&str]; 3] = [&[], &["--set", "jitter_ticks 0", "--set", "calm_ticks 100"], &["--module", "tempo=core"]];
    for change in changes {
        let path = logged("cli-replay", &[&["fighter/duel", "--seed", "5"], change].concat());
        let said = done(&["replay", &path, "--exact"]);
        assert!(said.out.starts_with("The replay is the fight of the log, line by line"), "{}", said.out);
    }
}

#[test]
fn a_fight_that_nobody_plays_is_refused_and_leaves_no_run() {
    let saves = scratch("cli-nobody");
    let saves_of = saves.to_string_lossy();
    let said = run(&["play", "--front-end", "plain", "--fight", "fighter/duel", "--saves", &saves_of]);
    let told = "nobody in the fight `fighter/duel` is played: none of its actors has `control: Player`";
    assert!(said.code == 2 && said.err.contains(told), "{}\n{}", said.code, said.err);
    let left = fs::read_dir(&saves).map_or(0, Iterator::count);
    assert_eq!(left, 0, "files of a run that never was");
}

#[test]
fn what_a_player_decided_is_replayed_from_the_log() {
    // Nobody sits there: the character waits, and each wait is a decision of the seat.
    let path = logged("cli-seat", &["core/newcomer", "--seed", "2"]);
    let log = fs::read_to_string(&path).unwrap();
    assert!(log.lines().any(|line| line.contains("\"seat\":0")), "{log}");
    done(&["replay", &path]);
    // A killed run has no last line, and perhaps half of one.
    let cut = scratch("cli-seat-cut").join("cut.jsonl");
    fs::write(&cut, log.get(..log.len() * 2 / 3).unwrap()).unwrap();
    let said = done(&["replay", &cut.to_string_lossy()]);
    assert!(said.out.contains("as far as the log goes"), "{}", said.out);
    // Or all of a line but its end.
    fs::write(&cut, log.lines().take(log.lines().count() / 2).collect::<Vec<_>>().join("\n")).unwrap();
    let said = done(&["replay", &cut.to_string_lossy()]);
    assert!(said.out.contains("as far as the log goes"), "{}", said.out);
}

#[test]
fn a_journal_is_no_log_and_is_called_what_it_is() {
    let saves = scratch("cli-journal");
    let saves_of = saves.to_string_lossy();
    // Nobody says anything, so the run is left and its journal kept.
    run(&["play", "--front-end", "plain", "--fight", "core/newcomer", "--seed", "2", "--saves", &saves_of]);
    let journals: Vec<_> = fs::read_dir(&saves).unwrap().map(|entry| entry.unwrap().path()).collect();
    let journal = journals.iter().find(|path| path.extension().is_some_and(|end| end == "jsonl")).unwrap();
    let said = run(&["replay", &journal.to_string_lossy()]);
    assert!(said.code == 2 && said.out.is_empty(), "{}{}", said.code, said.out);
    assert!(said.err.contains("found the journal of a run") && said.err.contains("play --continue"), "{}", said.err);
}

#[test]
fn a_changed_log_is_another_fight_and_the_place_is_named() {
    let path = logged("cli-changed", &["fighter/duel", "--seed", "6"]);
    let log = fs::read_to_string(&path).unwrap();
    let line = log.lines().find(|line| line.contains("\"event\":\"check\"")).unwrap();
    let record: Value = serde_json::from_str(line).unwrap();
    let roll = format!("\"roll_permille\":{}", record["roll_permille"]);
    fs::write(&path, log.replacen(line, &line.replace(&roll, "\"roll_permille\":1001"), 1)).unwrap();
    let said = run(&["replay", &path]);
    assert_eq!(said.code, 1, "{}{}", said.out, said.err);
    let place = format!("tick {}, event check:\n  roll_permille\n    first   1001", record["tick"]);
    assert!(said.out.contains(&place), "{}", said.out);
}

#[test]
fn another_seed_parts_and_diff_says_where() {
    let first = logged("cli-diff-1", &["fighter/duel", "--seed", "7"]);
    let second = logged("cli-diff-2", &["fighter/duel", "--seed", "8"]);
    assert!(done(&["diff", &first, &first]).out.starts_with("The logs are equal: "));
    let said = run(&["diff", &first, &second]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("seed\n    first   7\n    second  8\n"), "{}", said.out);
}

#[test]
fn other_packs_than_those_of_the_log_are_named_and_refused_when_it_must_be_exact() {
    let path = logged("cli-packs", &["fighter/duel"]);
    let log = fs::read_to_string(&path).unwrap();
    let head: Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
    let hash = head["packs"][0]["hash"].as_str().unwrap();
    fs::write(&path, log.replacen(hash, &"0".repeat(hash.len()), 1)).unwrap();
    let said = run(&["replay", &path]);
    assert_eq!(said.code, 0, "{}", said.err);
    let name = head["packs"][0]["id"].as_str().unwrap();
    assert!(said.err.contains(&format!("the pack `{name}` 0.1.0 has changed: its hash was 000000000000")), "{}", said.err);
    assert_eq!(run(&["replay", &path, "--exact"]).code, 2);
}

#[test]
fn a_report_counts_actions_and_ranks() {
    let said = done(&["fight", "fighter/duel", "--report", "--runs", "5", "--json"]);
    let json: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(json["fights"], 5);
    let all = json["outcomes"].as_object().unwrap().values().map(|times| times.as_u64().unwrap()).sum::<u64>();
    assert_eq!(all, 5);
    let ranks = json["ranks"].as_array().unwrap();
    assert!(ranks.iter().any(|rank| rank["times"] == 0) && ranks.iter().any(|rank| rank["times"] != 0), "{ranks:?}");
    assert_eq!(said.err, "", "no progress is shown where nobody looks");
}

#[test]
fn content_is_checked_and_shown() {
    assert!(done(&["content", "check"]).out.starts_with("action "));
    let said = done(&["content", "show", "fighter/strike"]);
    assert!(said.out.contains("// actions of the pack fighter 0.1.0: ROOT/content/fighter/actions/strike.ron\n"));
    check(
        &["content", "show", "fighter/strik"],
        2,
        &expect![[r#"
            error: pack ?, fighter/strik
              found an id that no file has
              allowed: a long list
              nearest: fighter/strike
        "#]],
    );
}

#[test]
fn modules_are_listed_and_checked() {
    let json: Value = serde_json::from_str(&done(&["modules", "list", "--json"]).out).unwrap();
    let ids: Vec<&str> = json.as_array().unwrap().iter().map(|module| module["id"].as_str().unwrap()).collect();
    assert!(ids.contains(&"core") && ids.contains(&"wounds"), "{ids:?}");
    let file = json[0]["file"].as_str().unwrap().replace("ROOT", &root().to_string_lossy());
    assert!(Path::new(&file).is_file());
    assert!(done(&["modules", "check", &file]).out.ends_with("nothing is wrong with it\n"));
    check(
        &["modules", "check", "README.md"],
        1,
        &expect![[r#"
            README.md: it is not a whole dynamic library: it is a text; build it again as a `cdylib`
        "#]],
    );
    check(
        &["modules", "check", "no-such-file"],
        2,
        &expect![[r#"
        no-such-file: there is no such file; name the library of a module
    "#]],
    );
}

#[test]
fn a_wrong_question_is_said_to_be_one() {
    assert_eq!(run(&["dance"]).code, 2);
    assert_eq!(run(&["fight"]).code, 2);
    assert_eq!(run(&["--version"]).code, 0);
    check(
        &["diff", "no-such-log", "README.md"],
        2,
        &expect![[r#"
            no-such-log: the log cannot be opened: there is no such file
        "#]],
    );
    check(
        &["replay", "README.md"],
        2,
        &expect![[r#"
        README.md: line 1, column 1: expected value; expected one JSON object with `tick` and `event`, as --log writes it
    "#]],
    );
    check(
        &["fight", "fighter/duel", "--set", "jitter_tick 0"],
        2,
        &expect![[r#"
        error: pack command line, --set
          found the parameter `jitter_tick`, which nobody has
          allowed: a long list
          nearest: jitter_ticks
    "#]],
    );
    check(
        &["fight", "fighter/duel", "--module", "tempo=nobody"],
        2,
        &expect![[r#"
            error: pack command line, --module
              found `nobody` as the holder of `tempo`, which no module offers
              allowed: `core`, `tdgs`
        "#]],
    );
    check(
        &["fight", "fighter/duel", "--rules", "core/dungeon"],
        2,
        &expect![[r#"
            error: pack command line, --rules
              found `core/dungeon`
              allowed: `core/dungeon-mind`, `tdgs/tdgs`
              nearest: core/dungeon-mind
        "#]],
    );
    check(
        &["fight", "fighter/duel", "--packs", "no-such-folder"],
        2,
        &expect![[r#"
        error: pack command line, --packs no-such-folder
          found no such folder
          allowed: a folder that holds folders of packs
    "#]],
    );
    check(
        &["fight", "fighter/duel", "--log", "no/such/folder/a.jsonl"],
        2,
        &expect![[r#"
        the log no/such/folder/a.jsonl could not be created: No such file or directory (os error 2); name a file in a folder that can be written to
    "#]],
    );
}

#[test]
fn a_fight_that_is_left_to_habit_needs_nobody_to_answer() {
    for intent in ["press-on", "hold", "break-off", "spare-them"] {
        let said = done(&["play", "--front-end", "plain", "--seed", "1", &format!("--autopilot={intent}")]).out;
        assert!(said.contains("You leave it to habit, "), "{intent}: {said}");
        let end = said.lines().rev().take(12).collect::<Vec<_>>();
        assert!(end.iter().any(|line| line.contains("It is over")), "{intent}: {end:#?}");
    }
}

#[test]
fn without_a_terminal_a_game_is_played_in_lines_or_refused_in_a_sentence() {
    // Nobody answers: the game is shown once and left.
    let said = done(&["play", "--front-end", "plain", "--seed", "1"]);
    assert!(!said.out.is_empty());
    check(
        &["play", "--front-end", "terminal"],
        2,
        &expect![[r#"
        the terminal front end cannot be used: the game's input is no terminal; `--front-end plain` plays without it
    "#]],
    );
    check(
        &["play", "--front-end", "plane"],
        2,
        &expect![[r#"
        there is no front end `plane`; expected one of: terminal (not now: the terminal front end cannot be used: the game's input is no terminal), plain (needs nothing)
    "#]],
    );
    check(
        &["play", "--front-end", "plain", "--class", "bard"],
        2,
        &expect![[r#"
            there is no class `bard` to play; expected one of: cleric, fighter, veteran, rogue, wizard, adept
        "#]],
    );
}

#[test]
fn a_log_never_takes_the_place_of_its_own_fight() {
    let folder = scratch("cli-own-log");
    let file = folder.join("own.fight.ron");
    fs::copy(root().join("content/fighter/fights/duel.ron"), &file).unwrap();
    let before = fs::read(&file).unwrap();
    let path = file.to_string_lossy().into_owned();
    let said = run(&["fight", &path, "--log", &path]);
    assert_eq!(said.code, 2, "{}{}", said.out, said.err);
    assert!(said.err.contains("the log would take the place of the fight"), "{}", said.err);
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn a_damaged_library_is_an_answer_and_no_crash() {
    // Bytes of the tables that the system's loader goes by are overwritten, one stretch after another, all over the file.
    let whole = fs::read(crate::stories::libraries().join("libcore.so")).unwrap();
    let folder = scratch("cli-damaged");
    for part in 1..12 {
        let mut bytes = whole.clone();
        let start = bytes.len() / 400 * part;
        bytes[start..start + 64].fill(0xa5);
        let file = folder.join(format!("damaged-{part}.so"));
        fs::write(&file, bytes).unwrap();
        let said = run(&["modules", "check", &file.to_string_lossy()]);
        assert!(said.code == 0 || said.code == 1, "part {part}: exit code {}\n{}{}", said.code, said.out, said.err);
        assert!(said.out.contains("damaged-"), "part {part}: {}", said.out);
    }
}
