//! What strangers hand over: files that are no files, logs that were cut, texts that would drive a terminal. Whatever it is,
//! it is said in a sentence, nothing is waited for, and nothing outside of a pack's folder is touched.
//!
//! Owns what is met from outside; each parser has its own tests, and `tests/fuzz` looks for what nobody thought of.

use crate::support::{Said, root, run, scratch};
use std::fs;
use std::path::{Path, PathBuf};

fn write(folder: &Path, file: &str, text: &str) -> PathBuf {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Asks, and holds the exit code and a part of what was said.
fn refuses(arguments: &[&str], code: i32, expected: &str) -> Said {
    let said = run(arguments);
    // What was said has the root of the sources under another name.
    let expected = &*expected.replace(&*root().to_string_lossy(), "ROOT");
    assert!(
        said.err.contains(expected) || said.out.contains(expected),
        "{arguments:?}: {expected}\n{}{}",
        said.out,
        said.err
    );
    assert_eq!(said.code, code, "{arguments:?}\n{}{}", said.out, said.err);
    assert!(!said.out.contains('\u{1b}') && !said.err.contains('\u{1b}'), "{arguments:?} speaks to the terminal");
    said
}

/// A pack `odd` in a folder of its own.
fn odd_pack(name: &str, more: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = scratch(name);
    let pack = format!("Pack(id: \"odd\", version: \"0.1.0\", abi: \"0.1\", license: \"MIT\", {more})");
    write(&folder, "odd/pack.ron", &pack);
    for (file, text) in files {
        write(&folder, &format!("odd/{file}"), text);
    }
    folder
}

const CHECK: [&str; 3] = ["content", "check", "--packs"];

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_file_is_named_and_nobody_waits_for_it() {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    let folder = scratch("strange-files");
    let pipe = folder.join("pipe");
    mknodat(CWD, &pipe, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    let things = [
        (text(&pipe), "a pipe"),
        (text(&folder), "a folder"),
        ("/dev/zero".to_owned(), "a device"),
        ("/proc/self/status".to_owned(), "made up by the kernel"),
        ("/proc/kmsg".to_owned(), "made up by the kernel"),
    ];
    for (thing, named) in &things {
        refuses(&["replay", thing], 2, &format!("{thing}: the log cannot be opened: it is {named}"));
        refuses(&["diff", thing, "README.md"], 2, &format!("it is {named}"));
        refuses(&["fight", thing], 2, &format!("found {named}"));
        refuses(&["modules", "check", thing], 1, &format!("it is {named}"));
        refuses(&["play", "--front-end", "plain", "--keymap", thing], 2, &format!("it is {named}"));
    }
    let saves = folder.join("saves");
    fs::create_dir(&saves).unwrap();
    mknodat(CWD, saves.join("run-000001.jsonl"), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    for command in [&["saves", "list"][..], &["saves", "check"], &["play", "--front-end", "plain", "--continue"]] {
        let said = run(&[command, &["--saves", &text(&saves)]].concat());
        assert!(said.code <= 2, "{command:?}: {}\n{}", said.code, said.err);
    }
    fs::create_dir(folder.join("odd")).unwrap();
    mknodat(CWD, folder.join("odd/pack.ron"), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    refuses(&[&CHECK[..], &[&text(&folder)]].concat(), 2, "odd/pack.ron\n  found a pipe");
}

#[cfg(unix)]
#[test]
fn a_link_out_of_a_pack_is_not_followed() {
    let folder = odd_pack("strange-links", "", &[]);
    fs::create_dir(folder.join("odd/texts")).unwrap();
    fs::create_dir(folder.join("odd/actions")).unwrap();
    std::os::unix::fs::symlink("/etc/passwd", folder.join("odd/texts/a.ron")).unwrap();
    std::os::unix::fs::symlink("../".repeat(40) + "etc/passwd", folder.join("odd/texts/b.ron")).unwrap();
    std::os::unix::fs::symlink(folder.join("odd/actions"), folder.join("odd/actions/loop.ron")).unwrap();
    std::os::unix::fs::symlink("/etc", folder.join("odd/grounds")).unwrap();
    let said = refuses(&[&CHECK[..], &[&text(&folder)]].concat(), 2, "texts/a.ron\n  found a link that leads out");
    assert!(said.err.contains("texts/b.ron\n  found a link that leads out"), "{}", said.err);
    assert!(said.err.contains("actions/loop.ron\n  found a folder"), "{}", said.err);
    assert!(!said.err.contains("root:"), "{}", said.err);
}

#[test]
fn a_library_is_named_and_never_a_path() {
    let elsewhere = scratch("strange-library").join("libevil.so");
    fs::write(&elsewhere, "").unwrap();
    let stem = text(&elsewhere.with_file_name("evil"));
    for module in ["../evil", "/tmp/evil", "a/b", "..", "", "a b", stem.as_str()] {
        let folder = odd_pack("strange-module", &format!("module: {module:?}"), &[]);
        refuses(&[&CHECK[..], &[&text(&folder)]].concat(), 2, &format!("found the library {module:?}"));
    }
}

#[test]
fn texts_that_speak_to_the_terminal_or_lack_a_placeholder_are_refused() {
    let wordings = |wording: &str| format!("Text(id: \"odd/a\", wordings: [\"fine {{about}}\", \"{wording}\"])");
    for (wording, expected) in [
        ("\u{1b}[2J", "found the control character U+001B at offset"),
        ("\u{9b}2J", "found the control character U+009B at offset"),
        ("\u{202e}thgir", "found the control character U+202E at offset"),
        ("\\u{1b}[2J", "found the escape `\\u{1b}`"),
        ("\\r", "found the escape `\\r`"),
        ("{abuot} falls", "found the placeholder `{abuot}`"),
        ("{} falls", "found the placeholder `{}`"),
        ("{about falls", "found `{` that belongs to no placeholder"),
        ("about} falls", "found `}` that belongs to no placeholder"),
        ("{about {by}} falls", "found `{` that belongs to no placeholder"),
    ] {
        let folder = odd_pack("strange-texts", "", &[("texts/a.ron", &wordings(wording))]);
        refuses(&[&CHECK[..], &[&text(&folder)]].concat(), 2, expected);
    }
    let folder = odd_pack("strange-texts", "", &[("texts/a.ron", &wordings("{by's} {way|ways}, {how}"))]);
    assert_eq!(run(&[&CHECK[..], &[&text(&folder)]].concat()).code, 0);
    // What is wrong can be shown all the same, and moves no cursor.
    let folder = odd_pack("strange-shown", "", &[("texts/a.ron", "// \u{1b}[2J\nText(")]);
    refuses(&["content", "show", "odd/a", "--packs", &text(&folder)], 2, "U+001B");
}

#[test]
fn very_many_problems_are_counted_and_the_first_are_shown() {
    let line = "Action(id: \"odd/a\", kind: Attack, ticks: (prep: 1, exec: 1, recover: 1), on_exec: [LINES])";
    let lines = "\"strik main-hand\", ".repeat(70);
    let folder = odd_pack("strange-many", "requires: [\"core\"]", &[("actions/a.ron", &line.replace("LINES", &lines))]);
    let ask = |flag: &[&str]| run(&[&CHECK[..], &[&text(&folder)], flag].concat());
    let said = ask(&[]);
    assert_eq!((said.code, said.err.matches("error: ").count()), (2, 50), "{}", said.err);
    assert!(said.err.ends_with("and 20 more; mend these first, or see them with `content check --all`\n"), "{}", said.err);
    assert_eq!(ask(&["--all"]).err.matches("error: ").count(), 70);
    let said = ask(&["--json"]);
    let json: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((said.code, json["problems"].as_array().unwrap().len(), said.err.as_str()), (2, 70, ""));
    assert_eq!(json["problems"][0]["file"], text(&folder.join("odd/actions/a.ron")).replace(&text(root()), "ROOT"));
}

/// A log of the duel, whole.
fn log(name: &str) -> (PathBuf, String) {
    let path = scratch(name).join("fight.jsonl");
    let said = run(&["fight", "fighter/duel", "--seed", "6", "--log", &text(&path)]);
    assert_eq!(said.code, 0, "{}", said.err);
    let log = fs::read_to_string(&path).unwrap();
    (path, log)
}

#[test]
fn a_cut_log_is_compared_as_far_as_it_goes_and_no_farther() {
    let (path, log) = log("strange-cut");
    let lines: Vec<&str> = log.lines().collect();
    refuses(&["replay", &text(&path)], 0, "line by line, to its end at tick");
    // Behind a whole line: so many lines, and the tick of the last of them.
    let cut = lines.len() / 2;
    let last: serde_json::Value = serde_json::from_str(lines[cut - 1]).unwrap();
    let told: usize = lines[..cut].iter().filter(|line| line.contains("\"event\":\"refused\"")).count();
    fs::write(&path, lines[..cut].join("\n") + "\n").unwrap();
    // The first line is compared by itself.
    let expected = format!("as far as the log goes: {} of its lines, up to tick {}.", cut - 1 - told, last["tick"]);
    refuses(&["replay", &text(&path)], 0, &expected);
    fs::write(&path, format!("{}\n", lines[0])).unwrap();
    refuses(&["replay", &text(&path)], 1, "The log has its first line alone");
    // A line that is not the fight's is found, wherever the log ends.
    fs::write(&path, lines[..cut].join("\n").replacen("\"event\":\"joined\"", "\"event\":\"fell\"", 1) + "\n").unwrap();
    refuses(&["replay", &text(&path)], 1, "The replay is another fight");
}

#[test]
fn a_log_from_a_stranger_speaks_to_nobody_s_terminal() {
    let (path, log) = log("strange-log");
    let other = path.with_file_name("other.jsonl");
    let poisoned = log.replacen("\"event\":\"joined\"", "\"event\":\"\\u001b[31mjoined\\u009b\",\"note\":\"\u{9b}1m\"", 1);
    fs::write(&other, poisoned).unwrap();
    let said = refuses(&["diff", &text(&path), &text(&other)], 1, "[31mjoined");
    assert!(!said.out.contains('\u{9b}'), "{}", said.out);
    fs::write(&other, log.replacen("\"event\":\"fight\"", "\"event\":\"\\u001bfight\"", 1)).unwrap();
    refuses(&["replay", &text(&other)], 2, "found the event");
}

const FIGHT: &str = r#"Fight(
    rules: "core/dungeon-mind",
    map: (legend: {'.': "core/stone", 'x': "core/rock"}, slices: [["xxxxxx", "x....x", "xxxxxx"]]),
    actors: [
        (id: "one", kind: "core/dummy", side: "red", at: (1, 1, 0)),
        (id: "two", kind: "core/dummy", side: "blue", at: (3, 1, 0)),
    ],
    max_ticks: 100,
)
"#;

#[test]
fn a_map_that_is_too_long_is_told_at_its_place() {
    let row = ".".repeat(1025);
    let file = write(&scratch("strange-map"), "a.fight.ron", &FIGHT.replace("x....x", &row));
    refuses(&["fight", &text(&file)], 2, "sides of at most 1024 feet");
    let said = refuses(&["fight", &text(&file)], 2, "a.fight.ron:3:66, map.slices");
    assert!(!said.err.contains("in a wall"), "{}", said.err);
}

#[test]
fn an_unknown_ground_is_told_and_nobody_stands_in_it() {
    let file = write(&scratch("strange-ground"), "a.fight.ron", &FIGHT.replace("core/stone", "core/stne"));
    let said = refuses(&["fight", &text(&file)], 2, "the ground \"core/stne\", which nobody has");
    assert_eq!(said.err.matches("error: ").count(), 1, "{}", said.err);
    let file = write(&scratch("strange-sign"), "a.fight.ron", &FIGHT.replace("x....x", "x?..?x"));
    let said = refuses(&["fight", &text(&file)], 2, "the character '?' in the map");
    assert_eq!(said.err.matches("error: ").count(), 1, "{}", said.err);
}

#[test]
fn a_fight_of_any_length_is_refused() {
    let long = FIGHT.replace("max_ticks: 100", "max_ticks: 18446744073709551615, stop: Never");
    let file = write(&scratch("strange-length"), "a.fight.ron", &long);
    refuses(&["fight", &text(&file)], 2, "found a fight of 18446744073709551615 ticks");
}

#[test]
fn the_dead_stand_in_the_answer() {
    // It goes on until one side is left, so somebody is out of it however it goes.
    let mut has_dead = false;
    for seed in 1..=8 {
        let said = run(&["fight", "goblins/pack", "--seed", &seed.to_string(), "--json"]);
        let json: serde_json::Value = serde_json::from_str(&said.out).unwrap();
        let actors = json["actors"].as_array().unwrap();
        assert_eq!(actors.len(), 4, "seed {seed}: {json}");
        has_dead |= actors.iter().any(|actor| actor["state"] == "dead");
    }
    assert!(has_dead, "nobody died in any of the fights");
}
