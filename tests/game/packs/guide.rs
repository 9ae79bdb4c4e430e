//! The guide of `abi/README.md`, done as it is written: its commands are run, its texts put where it says.
//!
//! Owns how the guide's blocks are read. A block whose first line names a file is written there: whole, or `below` a line, or
//! `in place of` one. Its Rust is compiled by `cargo test` of the interface as well.

use super::Desk;
use crate::support::root;
use std::fs;

/// A fenced block of the guide, by its language.
struct Block {
    language: String,
    text: String,
}

fn blocks(guide: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut is_open = false;
    for line in guide.lines() {
        match line.strip_prefix("```") {
            Some(language) if !is_open => {
                is_open = true;
                found.push(Block { language: language.to_owned(), text: String::new() });
            }
            Some(_) => is_open = false,
            None if is_open => {
                let block = found.last_mut().unwrap();
                block.text.push_str(line);
                block.text.push('\n');
            }
            None => {}
        }
    }
    found
}

/// Does what the first line of a block says; whether it says anything.
fn put(desk: &Desk, text: &str) -> bool {
    let (head, body) = text.split_once('\n').unwrap();
    let Some(head) = head.strip_prefix("// ") else { return false };
    let (path, place) = head.split_once(", ").unwrap_or((head, ""));
    let path = format!("my-class/{path}");
    let quoted = |place: &str| place.trim_matches('`').to_owned();
    if let Some(line) = place.strip_prefix("below ").map(quoted) {
        desk.edit(&path, &format!("{line}\n"), &format!("{line}\n{body}"));
    } else if let Some(line) = place.strip_prefix("in place of ").map(quoted) {
        desk.edit(&path, &format!("    {line}\n"), body);
    } else {
        assert_eq!(place, "", "the guide says where in a file: {head}");
        assert!(!desk.0.join(&path).exists(), "the guide writes a file that is there: {path}");
        desk.write(&path, text);
    }
    true
}

fn carry_out(desk: &Desk, command: &str) {
    let mut words: Vec<&str> = command.split(' ').collect();
    assert_eq!(words.remove(0), "dungeon-mind", "{command}");
    match words[..] {
        // The same library, built without the minute that an optimised interface takes.
        ["pack", "build", ..] => words.push("--dev"),
        ["play", ..] => words.extend(["--front-end", "plain", "--seed", "1"]),
        _ => {}
    }
    let said = desk.done(&words);
    match words[..] {
        ["pack", "check", ..] => assert!(said.out.ends_with("nothing is wrong with it\n"), "{}", said.out),
        ["play", ..] => assert!(said.out.contains("a running cut"), "{}", said.out),
        _ => {}
    }
}

#[test]
fn the_guide_leads_to_a_verb_of_one_s_own() {
    let desk = Desk::new("guide");
    let (mut commands, mut files) = (0, 0);
    for block in blocks(&fs::read_to_string(root().join("abi/README.md")).unwrap()) {
        if block.language == "sh" {
            block.text.lines().for_each(|command| carry_out(&desk, command));
            commands += block.text.lines().count();
        } else if put(&desk, &block.text) {
            files += 1;
        }
    }
    assert!(commands >= 9 && files >= 8, "the guide has {commands} commands and {files} texts to write");
    let log = desk.read("whistle.jsonl");
    let whistled = log.lines().filter(|line| line.contains("exec_began") && line.contains("my-class/whistle")).count();
    assert_eq!(whistled, 1);
    assert!(log.lines().any(|line| line.contains("\"event\":\"said\"")));
    // Worth two steps of momentum: enough for a rush before the first cut.
    let began =
        |line: &&str| line.contains("prep_began") && (line.contains("my-class/cut") || line.contains("my-class/rush"));
    let first = log.lines().find(began).unwrap();
    assert!(first.contains("my-class/rush"), "{first}");
    let said = desk.done(&["play", "--packs", "my-class", "--class", "my-class", "--front-end", "plain", "--seed", "1"]);
    assert!(said.out.contains("a whistle"), "{}", said.out);
}
