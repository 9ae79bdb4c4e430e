//! A hall of three heights on the terminal: three glyphs, a key up, a key down, and the way back, at both sizes.

use super::pty::{Start, Terminal};
use super::{LARGE, SMALL};

fn in_the_hall(size: (u16, u16), colour: bool) -> Terminal {
    let start = Start::play("--fight core/gallery --seed 3").sized(size.0, size.1);
    let start = if colour { start } else { start.env("NO_COLOR", "1") };
    let mut game = start.start();
    game.until_shows("hold until something changes");
    game.rest();
    game
}

#[track_caller]
fn check(size: (u16, u16), colour: bool) {
    let mut game = in_the_hall(size, colour);
    let ahead = game.text();
    assert!(ahead.contains("≡''''"), "a stair that rises:\n{ahead}");
    assert!(ahead.contains(".'''."), "a bridge over the floor:\n{ahead}");
    assert!(ahead.contains("well above"), "who stands on it:\n{ahead}");
    assert!(!ahead.contains(":::"), "nothing lies below:\n{ahead}");
    game.press("<");
    game.until_shows("You look up: a stair");
    assert!(game.text().contains(":::::"), "the floor lies below:\n{}", game.text());
    for _ in 0..6 {
        let before = game.text();
        game.press("<");
        game.until("another slice", |screen| screen != before);
    }
    game.until_shows("a swaying bridge");
    assert!(game.text().contains(":╪╪╪:"), "the bridge is where one looks:\n{}", game.text());
    game.press(">");
    game.until_shows("You look down: a stair");
    game.press("\x1b");
    game.until("the picture as it was", |screen| screen == ahead);
}

#[test]
fn above_here_and_below_have_three_glyphs_and_two_keys() {
    check(SMALL, true);
    check(LARGE, true);
}

#[test]
fn doctrine_f10_heights_are_readable_without_colour() {
    check(SMALL, false);
}
