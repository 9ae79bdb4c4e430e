//! Without a terminal that can be drawn on: the game says so and plays in plain lines, or refuses; it never hangs.

use super::pty::{PATIENCE, Start};
use crate::support::{data, program, root};
use expect_test::{Expect, expect};
use rustix::process::{Pid, Signal, kill_process};
use std::{
    io::Write,
    process::{Command, Stdio},
    sync::mpsc,
    thread,
};

/// Runs the game with pipes for streams and gives its exit code, output and complaints.
fn piped(arguments: &[&str], input: Option<&str>) -> (i32, String, String) {
    let mut command = Command::new(program());
    command.args(arguments).stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() });
    ended(command, input)
}

/// Runs a command. After the patience it is killed, and the test fails.
fn ended(mut command: Command, input: Option<&str>) -> (i32, String, String) {
    command
        .current_dir(root())
        .env("XDG_DATA_HOME", data())
        .env("TERM", "xterm-256color")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let pid = Pid::from_child(&child);
    if let Some((mut stdin, text)) = child.stdin.take().zip(input) {
        // A game that refuses its arguments reads nothing.
        let _ = stdin.write_all(text.as_bytes());
    }
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(child.wait_with_output()));
    let Ok(output) = receiver.recv_timeout(PATIENCE) else {
        let _ = kill_process(pid, Signal::KILL);
        panic!("{command:?} with the input {input:?} did not end");
    };
    let output = output.unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&*root().to_string_lossy(), "ROOT");
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

#[track_caller]
fn check(arguments: &[&str], input: Option<&str>, code: i32, expected: &Expect) -> String {
    let (found, out, err) = piped(arguments, input);
    expected.assert_eq(&err);
    assert_eq!(found, code, "{arguments:?}\n{out}{err}");
    assert!(!out.contains('\x1b'), "no pipe is sent a terminal's codes: {out:?}");
    out
}

/// What the game says before it plays in plain lines.
const FALLS_BACK: &str =
    "the terminal front end cannot be used: the game's input is no terminal; playing with the front end `plain`\n";

#[test]
fn without_a_terminal_it_says_so_and_plays_in_plain_lines() {
    let (code, out, err) = piped(&["play", "--seed", "3"], None);
    assert_eq!((code, err.as_str()), (0, FALLS_BACK), "{out}");
    assert!(out.contains("What will you do?") && out.contains("\n  c: close in"), "{out}");
    let (code, longer, _) = piped(&["play", "--seed", "3"], Some("c\n"));
    assert_eq!(code, 0);
    assert!(longer.len() > out.len() && longer.starts_with(&*out), "a line is an answer: {longer}");
}

#[test]
fn an_input_that_ends_within_a_question_ends_the_game() {
    let asked = (1..=20).find_map(|seed| {
        let (code, out, err) = piped(&["play", "--seed", &seed.to_string()], Some(&"c\n".repeat(30)));
        assert_eq!(code, 0, "{out}{err}");
        out.contains("  n: let it pass").then_some((seed, out))
    });
    let (seed, out) = asked.expect("a question in twenty fights");
    // So many lines lead to the question, and then there is nothing more to read.
    let place = out.find("  n: let it pass").unwrap();
    let asked_before = out[..place].matches("What will you do?").count();
    let (code, out, err) = piped(&["play", "--seed", &seed.to_string()], Some(&"c\n".repeat(asked_before)));
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.trim_end().ends_with("N: let it pass, and never ask about this foe"), "{out}");
}

#[test]
fn what_was_asked_for_by_name_is_refused_and_not_replaced() {
    let out = check(
        &["play", "--front-end", "terminal"],
        None,
        2,
        &expect![[r#"
            the terminal front end cannot be used: the game's input is no terminal; `--front-end plain` plays without it
        "#]],
    );
    assert_eq!(out, "");
}

#[test]
fn an_unknown_class_is_refused_with_those_that_there_are() {
    check(
        &["play", "--class", "bard", "--front-end", "plain"],
        None,
        2,
        &expect![[r#"
            there is no class `bard` to play; expected one of: cleric, fighter, veteran, rogue, wizard, adept
        "#]],
    );
}

#[test]
fn an_unknown_front_end_is_refused_with_all_that_there_are_and_what_they_lack() {
    check(
        &["play", "--front-end", "nope"],
        None,
        2,
        &expect![[r#"
            there is no front end `nope`; expected one of: terminal (not now: the terminal front end cannot be used: the game's input is no terminal), plain (needs nothing)
        "#]],
    );
}

#[test]
fn a_closed_input_is_no_reason_to_hang() {
    let mut command = Command::new("sh");
    command.arg("-c").arg("exec \"$0\" play --seed 3 <&-").arg(program());
    let (code, out, err) = ended(command, None);
    assert_eq!((code, err.as_str()), (0, FALLS_BACK));
    assert!(out.contains("What will you do?"), "{out}");
}

/// On a pseudo-terminal that cannot be drawn on it plays in plain lines, and says why.
#[track_caller]
fn check_plain(start: Start, why: &str) {
    let mut game = start.start();
    game.until_shows("What will you do?");
    let screen = game.text();
    // A narrow terminal breaks lines where it likes.
    let joined: String = screen.split_whitespace().collect();
    let why: String = why.split_whitespace().collect();
    assert!(joined.contains(&why), "expected {why} on:\n{screen}");
    assert!(!game.screen().alternate_screen() && !game.screen().hide_cursor());
    game.press("\x04");
    assert!(game.end().success());
    game.is_restored();
}

#[test]
fn a_terminal_that_cannot_be_drawn_on_gets_plain_lines() {
    check_plain(Start::play("--seed 3").sized(200, 50).term(Some("dumb")), "TERM says `dumb`");
    check_plain(Start::play("--seed 3").sized(200, 50).term(None), "TERM is not set");
    check_plain(Start::play("--seed 3").sized(200, 50).term(Some("no-such")), "TERM says `no-such`");
}

#[test]
fn a_wrong_keymap_is_said_on_the_shell_s_own_screen() {
    let mut game = Start::play("--seed 3 --keymap README.md").start();
    let status = game.end();
    assert!(!status.success(), "{status}");
    assert!(game.text().contains("the keymap cannot be read"), "{}", game.text());
    game.is_restored();
}
