//! The terminal is left as it was found, however the game ends.

use super::{SMALL, playing};
use rustix::process::Signal;
use std::os::unix::process::ExitStatusExt;

#[test]
fn leaving_is_asked_and_gives_the_terminal_back() {
    // Ctrl-C is a key like others: it asks, and does not kill.
    for leave in ["Q", "\x03"] {
        let mut game = playing("--seed 3", SMALL);
        game.press(leave);
        game.until_shows("Leave?");
        game.press("n");
        game.until_shows(" in view ─");
        game.press(leave);
        game.until_shows("Leave?");
        game.press(leave);
        let status = game.end();
        assert!(status.success(), "{status}");
        game.is_restored();
    }
}

#[test]
fn a_signal_ends_the_game_and_gives_the_terminal_back() {
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        let mut game = playing("--seed 3", SMALL);
        game.signal(signal);
        let status = game.end();
        assert_eq!(status.signal(), Some(signal.as_raw()), "{status}");
        game.is_restored();
    }
}

#[test]
fn a_terminal_that_is_gone_ends_the_game() {
    let mut game = playing("--seed 3", SMALL);
    game.signal(Signal::HUP);
    assert!(!game.end().success());
}
