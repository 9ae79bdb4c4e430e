//! The terminal is left as it was found, however the game ends.

use super::{SMALL, Start, playing};
use crate::support::program;
use rustix::process::Signal;
use std::os::unix::process::ExitStatusExt;
use std::time::Duration;

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

#[test]
fn a_terminal_without_a_way_back_of_its_own_is_given_back_too() {
    for term in ["linux", "vt100"] {
        let mut game = Start::play("--seed 3").term(Some(term)).start();
        game.until_shows(" in view ");
        game.press("QQ");
        assert!(game.end().success(), "{term}");
        game.is_restored();
    }
}

#[test]
fn the_key_that_stops_gives_the_terminal_to_the_shell_until_it_goes_on() {
    let mut shell = Start::shell().start();
    shell.press(&format!("{} play --seed 3\n", program().display()));
    shell.until_shows("a whirl of the blade");
    shell.rest();
    let before = shell.text();
    shell.press("\x1a");
    shell.until("the shell's own screen", |screen| !screen.contains(" in view ─") && screen.contains("topped"));
    assert!(shell.is_cooked());
    shell.press("fg\n");
    shell.until("the picture as it was", |screen| screen == before);
    // Its second screen shows the picture while the game still takes the terminal, and what is typed until then is lost: so the
    // key that leaves is typed until the shell has stood there for a while. What of it comes to the shell is wiped out before the
    // last line.
    let mut looks_left = 3;
    for _ in 0..100 {
        if shell.is_cooked() && !shell.text().contains(" in view ─") {
            looks_left -= 1;
        } else {
            looks_left = 3;
            shell.press("Q");
        }
        if looks_left == 0 {
            break;
        }
        for _ in 0..3 {
            shell.read_for(Duration::from_millis(100));
        }
    }
    shell.until("the shell again", |screen| screen.contains("topped") && !screen.contains(" in view ─"));
    shell.press("\u{15}exit\n");
    assert!(shell.end().success());
    shell.is_restored();
}

#[test]
fn a_window_of_no_size_is_waited_out() {
    for (columns, rows) in [(0, 0), (80, 0), (0, 24)] {
        let mut game = playing("--seed 3", SMALL);
        let before = game.text();
        game.resize(columns, rows);
        // A key is taken unseen: the panel stands on the screen when there is one again.
        game.press("?");
        game.resize(SMALL.0, SMALL.1);
        game.until_shows("What you can do");
        game.press("\x1b");
        game.until("the picture as it was", |screen| screen == before);
        game.press("QQ");
        assert!(game.end().success());
        game.is_restored();
    }
}
