//! Each kind of new pack as it stands: nothing is wrong with it, and it can be fought with.

use super::Desk;
use crate::support::program;
use std::fs;

/// What is the same for all kinds; gives back the log of a fight.
fn check(kind: &str, name: &str, fight: &str, has_code: bool) -> String {
    let desk = Desk::new(&format!("kind-{kind}"));
    desk.make(name, kind);
    if has_code {
        // The lock file is whole, and needs nothing that this machine does not have.
        desk.cargo(name, &["test", "--locked", "--offline", "--quiet"]);
        desk.cargo(name, &["fmt", "--check", "--", "--config", "max_width=100,use_small_heuristics=Default"]);
    }
    desk.done(&["pack", "build", name, "--dev"]);
    let said = desk.done(&["pack", "check", name, "--strict"]);
    assert_eq!(said.out, format!("DESK/{name}: nothing is wrong with it\n"), "{}", said.err);
    let log = desk.done(&["fight", fight, "--packs", name, "--log", "-"]).out;
    // Its README's commands are given in its own folder.
    let content = desk.0.join(name).join("content");
    std::os::unix::fs::symlink(desk.0.join("content"), &content).unwrap();
    let within = desk.run_program(&program(), name, &["fight", fight, "--packs", ".", "--log", "-"]);
    assert!(within.out == log, "{}", within.err);
    fs::remove_file(content).unwrap();
    // A folder of packs will do as well, and gives the same fight.
    fs::create_dir(desk.0.join("packs")).unwrap();
    fs::rename(desk.0.join(name), desk.0.join("packs").join(name)).unwrap();
    assert_eq!(desk.done(&["fight", fight, "--packs", "packs", "--log", "-"]).out, log);
    log
}

/// Whether some line of a log has both texts.
fn has_line(log: &str, one: &str, other: &str) -> bool {
    log.lines().any(|line| line.contains(one) && line.contains(other))
}

#[test]
fn a_new_class_is_whole() {
    let log = check("class", "swordhand", "swordhand/duel", true);
    // Its predicate decided, and its effects were run.
    assert!(has_line(&log, "\"event\":\"chose\"", "swordhand momentum at-least 2"));
    assert!(has_line(&log, "\"event\":\"condition\"", "swordhand/spent"));
}

#[test]
fn new_monsters_are_whole() {
    let log = check("monsters", "hounds", "hounds/pack", true);
    assert!(has_line(&log, "\"event\":\"chose\"", "hounds outnumber"));
    assert!(has_line(&log, "\"event\":\"check\"", "\"target\":\"you\""));
}

#[test]
fn new_rules_are_whole() {
    let log = check("rules", "house-rules", "house-rules/duel", true);
    assert!(log.lines().next().unwrap().contains("house-rules/house"));
    assert!(has_line(&log, "\"event\":\"check\"", "\"kind\":\"core/attack\""));
    assert!(has_line(&log, "\"event\":\"chose\"", "house-rules long-fight"));
}

#[test]
fn new_data_is_whole_without_code() {
    let log = check("data", "tavern", "tavern/duel", false);
    assert!(has_line(&log, "\"event\":\"exec_began\"", "tavern/punch"));
}

#[test]
fn a_class_of_a_pack_is_offered_and_played() {
    let desk = Desk::new("played");
    desk.make("tavern", "data");
    for class in ["tavern/brawler", "brawler", "tavern"] {
        let said = desk.done(&["play", "--front-end", "plain", "--seed", "1", "--packs", "tavern", "--class", class]);
        assert!(said.out.contains("a headbutt"), "{class}\n{}", said.out);
    }
    let said = desk.run(&["play", "--front-end", "plain", "--packs", "tavern", "--class", "bard"]);
    assert_eq!(said.code, 2);
    assert!(
        said.err.contains(
            "there is no class `bard` to play; expected one of: cleric, fighter, veteran, rogue, brawler, wizard, adept"
        ),
        "{}",
        said.err
    );
}

#[test]
fn a_new_pack_takes_nobody_s_place() {
    let desk = Desk::new("taken");
    let refused = |arguments: &[&str]| {
        let said = desk.run(arguments);
        assert_eq!(said.code, 2, "{}{}", said.out, said.err);
        said.err
    };
    assert!(refused(&["pack", "new", "fighter", "--kind", "data"]).contains("there is a pack of that id already"));
    assert!(refused(&["pack", "new", "content", "--kind", "data"]).contains("there is something already"));
    assert!(refused(&["pack", "new", "sea", "--kind", "class", "--abi", "content"]).contains("name its folder with --abi"));
    assert!(refused(&["pack", "new", "sea", "--kind", "ships"]).contains("possible values: class, monsters, rules, data"));
    assert!(refused(&["pack", "check", "sea"]).contains("there is no such folder"));
    assert!(refused(&["pack", "build", "content"]).contains("so it is no pack"));
}
