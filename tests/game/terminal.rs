//! The game on a terminal: what a player sees and presses, what the terminal is left as, and what happens without one.
//!
//! Owns whole runs of the program; what a picture looks like in detail is tested beside the layout. It never asks which
//! blow lands: content may change, and a test that needs a question plays until one is asked.

mod bare;
mod left;
mod levels;
pub mod pty;

use pty::{Start, Terminal, is_over};
use std::time::{Duration, Instant};

const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (120, 40);
/// Nobody presses so many keys in a newcomer's fight.
const MANY: usize = 400;

/// A newcomer's fight, its first picture drawn.
fn playing(arguments: &str, (columns, rows): (u16, u16)) -> Terminal {
    let mut game = Start::play(arguments).sized(columns, rows).start();
    game.until_shows("hold until something changes");
    game.rest();
    game
}

/// Whether the screen offers a key.
fn offers(screen: &str, key: &str) -> bool {
    let Some((_, behind)) = screen.split_once(&format!("[{key}] ")) else { return false };
    let label = behind.split('[').next().unwrap_or_default();
    // Why something cannot be done stands behind it, in brackets.
    !label.contains("let it pass") && !label.contains('(')
}

/// Whether somebody is asked something: the last of its answers is to do nothing.
fn is_asked(screen: &str) -> bool {
    screen.contains("] let it pass")
}

/// The key that lets the fight go on by itself; it says yes to what is asked.
fn key_that_goes_on(screen: &str) -> &'static str {
    let keys = if is_asked(screen) { ["y", "n", "n", "n"] } else { ["e", "c", "g", " "] };
    keys.into_iter().find(|key| offers(screen, key)).unwrap_or(" ")
}

/// The key of somebody who decides each blow itself, so that what comes at it is asked about.
fn key_that_strikes(screen: &str) -> &'static str {
    ["t", "c", "g"].into_iter().find(|key| offers(screen, key)).unwrap_or(" ")
}

/// Plays until the screen is so; whether that came before the end.
fn plays_until(game: &mut Terminal, key: impl Fn(&str) -> &'static str, is_so: impl Fn(&str) -> bool) -> bool {
    for _ in 0..MANY {
        let screen = game.text();
        if is_so(&screen) {
            return true;
        }
        if !game.act(key(&screen)) {
            return false;
        }
    }
    panic!("no end after {MANY} keys; the screen:\n{}", game.text());
}

/// Column and row of the bar and the rule that part the map from the rest.
fn map_size(screen: &str) -> (usize, usize) {
    let rule = screen.lines().position(|line| line.contains('┴')).unwrap_or_else(|| panic!("no map:\n{screen}"));
    let bar = screen.lines().nth(rule).unwrap().chars().position(|glyph| glyph == '┴').unwrap();
    (bar, rule)
}

#[track_caller]
fn check_first(size: (u16, u16), map: (usize, usize)) {
    let game = playing("--seed 3", size);
    let screen = game.text();
    for part in ["@@", " in view ─", " keys ─", "You are fresh.", "[c] close in", "[space] ", "out of reach"] {
        assert!(screen.contains(part), "`{part}` is missing:\n{screen}");
    }
    let (columns, rows) = map_size(&screen);
    assert!(columns >= map.0 && rows >= map.1, "a map of {columns} by {rows}, expected {map:?}:\n{screen}");
    assert!(game.screen().hide_cursor() && game.screen().alternate_screen());
}

#[test]
fn the_first_picture_has_map_those_in_view_yourself_and_choices() {
    check_first(SMALL, (52, 14));
    check_first(LARGE, (79, 26));
}

#[test]
fn panels_open_over_the_map_and_close_again() {
    let mut game = playing("--seed 3", SMALL);
    let map = game.text();
    for (key, shows) in [
        ("\t", ["What is coming", "Who is in view"]),
        ("/", ["from the least to the most", "instant"]),
        ("P", ["What has been told", "escape closes this"]),
        ("?", ["What you can do", "hold until something changes"]),
        ("Q", ["Leave?", "once more leaves"]),
    ] {
        game.press(key);
        game.until(shows[0], |screen| shows.iter().all(|text| screen.contains(text)) && !screen.contains(" in view ─"));
        game.press("\x1b");
        game.until("the map as it was", |screen| screen == map);
    }
}

/// Letters that come in parts, and letters of which a part never comes: a terminal of another alphabet sends such.
#[test]
fn no_part_of_a_letter_holds_up_the_keys_behind_it() {
    let mut game = playing("--seed 3", SMALL);
    let map = game.text();
    for parts in [&[&b"\xc3"[..], b"\xa9"][..], &[b"\xe9"], &[b"\xe9\xbe", b"\x8d"]] {
        for part in parts {
            game.send(part);
            game.read_for(Duration::from_millis(50));
        }
        // A letter of which the rest is missing may take as many keys with it as it has parts.
        game.press("////");
        game.until_shows("from the least to the most");
        game.press("\x1b");
        game.until("the map as it was", |screen| {
            screen.split_once('┴').map(|part| part.0) == map.split_once('┴').map(|part| part.0)
        });
    }
}

/// Reads on until all that was sent has been taken, and sees the same map as before.
#[track_caller]
fn is_still(game: &mut Terminal, map: &str, after: &str) {
    game.press("?");
    game.until_shows("What you can do");
    game.press("\x1b");
    game.until(&format!("the map as it was before {after:?}"), |screen| screen == map);
    game.rest();
    assert_eq!(game.text(), map, "after {after:?}");
}

/// Sends the parts of a sequence so far apart as a line may tear them.
#[track_caller]
fn check_no_key(game: &mut Terminal, map: &str, parts: &[&str]) {
    for part in parts {
        game.press(part);
        std::thread::sleep(Duration::from_millis(3));
    }
    // What comes behind it is a key again, once nothing of it can be on its way.
    game.read_for(Duration::from_millis(60));
    is_still(game, map, &parts.join(" | "));
}

/// A sequence that nobody knows is no key, and none of its letters is one.
#[test]
fn no_part_of_an_unknown_sequence_is_a_key() {
    let mut game = playing("--seed 3", SMALL);
    let map = game.text();
    for sequence in [
        "\x1b[99;7q",
        "\x1b[?1;2z",
        "\x1bO~",
        "\x1b[M hh",
        "\x1b]52;c;aGhoaA==\x07",
        "\x1b]0;hjk\x07",
        "\x1b]9;hhh\x1b\\",
        "\x1b]0;hjk\x1b[99;7q",
        "\x1b^hhh\x1b\\",
        "\x1bXhhh\x1b\\",
        // Lines in a text.
        "\x1b]52;c;hj\r\nkl\tl\x07",
        "\x1b_hj\rkl\x7fh\x1b\\",
        // Signs of eight bits.
        "\u{9d}0;hjk\x07",
        "\u{9d}0;hjk\u{9c}",
        "\u{90}hjk\x1b\\",
        "\u{9b}99;7q",
        "\u{8f}~",
        "\u{9c}",
        // Pasted.
        "\x1b[200~hjkl\rss\x1b[201~",
        "\x1b[200~hj\x1b[A\x1b[99;7qk\x1b[201~",
    ] {
        check_no_key(&mut game, &map, &[sequence]);
    }
}

/// The same where a line tears it.
#[test]
fn no_part_of_a_torn_sequence_is_a_key() {
    let mut game = playing("--seed 3", SMALL);
    let map = game.text();
    for parts in [
        &["\x1b", "[99;7q"][..],
        &["\x1b[9", "9;7", "q"],
        &["\x1b", "]0;hjk\x07"],
        &["\x1b]0;h", "jk", "\x07"],
        &["\x1b]0;hjk\x1b", "\\"],
        &["\x1b", "_hjk\x1b\\"],
        &["\x1b^", "hjk\x1b\\"],
        &["\x1b]", "0;hjk\x07"],
        &["\x1bX", "hjk\x1b\\"],
        &["\x1b[200~hj", "kl", "\x1b[201~"],
    ] {
        check_no_key(&mut game, &map, parts);
    }
}

/// A key that is sent as a sequence is one however the line tears it, and behind torn ones that nobody knows.
#[test]
fn an_arrow_is_a_key_torn_or_whole() {
    let mut game = playing("--seed 3", SMALL);
    let first = |game: &mut Terminal, arrow: &[&str]| {
        game.press("/");
        game.until_shows("from the least to the most");
        let before = game.text();
        for part in arrow {
            game.press(part);
            std::thread::sleep(Duration::from_millis(3));
        }
        game.until(&format!("another ladder after {arrow:?}"), |screen| {
            screen != before && screen.contains("from the least")
        });
        game.press("\x1b");
        game.until("the map again", |screen| screen.contains(" in view ─"));
    };
    for torn in [&["\x1b[5;", "7R"][..], &["\x1b[<0", ";10;10M"], &["\x1b[?202", "6;2$y"]] {
        for part in torn {
            game.press(part);
            std::thread::sleep(Duration::from_millis(3));
        }
        game.read_for(Duration::from_millis(60));
        for arrow in [&["\x1b[C"][..], &["\x1b[C"], &["\x1b[", "D"]] {
            first(&mut game, arrow);
        }
    }
}

/// However many sequences come at once, and however long they are.
#[test]
fn sequences_by_the_hundred_hold_nobody_up() {
    let mut game = playing("--seed 3", SMALL);
    let map = game.text();
    // However many come at once, and however long they are, the game comes back from each question in time.
    game.press(&"\x1b[99z".repeat(200));
    game.press(&format!("\x1b[{}z", "1".repeat(3_000)));
    game.press(&"\x1b[65;30;97;1;0;1_".repeat(100));
    is_still(&mut game, &map, "hundreds");
}

/// Letters that begin a sequence behind an Esc are keys where nothing comes behind them.
#[test]
fn an_escape_and_a_letter_are_two_keys() {
    let mut game = playing("--seed 3", SMALL);
    for keys in [&["\x1bP"][..], &["\x1b", "P"]] {
        for key in keys {
            game.press(key);
            std::thread::sleep(Duration::from_millis(3));
        }
        game.until_shows("What has been told");
        game.press("\x1b");
        game.until("the map again", |screen| screen.contains(" in view ─"));
    }
}

/// What is pasted, or typed while the game works, is answered as fast as it can be.
#[test]
fn keys_that_come_at_once_are_answered_at_once() {
    let mut game = playing("--seed 3 --no-thinking-ahead", SMALL);
    let began = Instant::now();
    game.press(&"Z".repeat(40));
    game.press("?");
    game.until_shows("What you can do");
    // One for each slice of patience would be ten seconds.
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}

/// However many keys are waiting, the game comes back from each question in time.
#[test]
fn keys_by_the_hundred_are_no_fall() {
    let mut game = playing("--seed 3 --watchdog-ms 1000", SMALL);
    game.press(&"\x1b".repeat(300));
    game.press(&"Z".repeat(100));
    game.press("?");
    game.until_shows("What you can do");
}

#[test]
fn a_ladder_is_explained_from_the_least_to_the_most() {
    let mut game = playing("--seed 3", SMALL);
    game.press("/");
    game.until_shows("from the least to the most");
    let screen = game.text();
    let rows = ["instant ", "quick ", "steady ", "slow ", "ponderous "];
    let places: Vec<_> =
        rows.iter().map(|word| screen.lines().position(|line| line.trim_start().starts_with(word))).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}:\n{screen}");
    game.press("\x1b[C");
    game.until("another ladder", |other| other.contains("from the least") && !other.contains("ponderous "));
}

#[test]
fn one_key_shows_the_map_smaller_and_larger() {
    let mut game = playing("--seed 3", SMALL);
    let cells = |screen: &str| screen.chars().filter(|glyph| matches!(glyph, '.' | '#')).count();
    let near = cells(&game.text());
    game.press("Z");
    game.until("less of the floor in as many cells", |screen| screen.contains('@') && cells(screen) * 5 < near);
    game.press("Z");
    game.until("each foot again", |screen| cells(screen) > near * 9 / 10);
}

#[test]
fn closing_in_brings_one_near_and_leaves_a_trail() {
    let mut game = playing("--seed 3", SMALL);
    assert!(!game.text().contains('∙'), "nobody has moved yet");
    assert!(game.act("c"));
    assert!(game.text().contains('∙'), "the character leaves a trail:\n{}", game.text());
}

/// A game in which something is asked.
fn asked() -> Terminal {
    let games = (1..=20).map(|seed| playing(&format!("--seed {seed}"), SMALL));
    games
        .into_iter()
        .find_map(|mut game| plays_until(&mut game, key_that_strikes, is_asked).then_some(game))
        .expect("a question in twenty fights")
}

#[test]
fn a_question_shows_its_two_keys_and_takes_no_other() {
    let mut game = asked();
    let screen = game.text();
    assert!(screen.contains("[y] ") && screen.contains("[n] let it pass"), "{screen}");
    game.press("k");
    game.until_shows("First there is something to answer.");
    assert!(game.act("n"));
    assert!(!is_asked(&game.text()) || game.text() != screen, "the question is answered:\n{screen}");
}

#[test]
fn the_picture_survives_every_size_and_comes_back() {
    let mut game = playing("--seed 3", SMALL);
    let before = game.text();
    game.resize(1, 1);
    game.until("one cell of something", |screen| screen.trim().chars().count() == 1);
    game.resize(10, 3);
    game.until("the character on the map", |screen| screen.contains('@'));
    game.resize(LARGE.0, LARGE.1);
    game.until("a larger map", |screen| screen.contains('┴') && map_size(screen).0 > 52 && screen.contains('@'));
    game.resize(SMALL.0, SMALL.1);
    game.until("the picture as it was", |screen| screen == before);
    assert!(game.act("c"), "and it plays on");
}

#[test]
fn a_very_small_terminal_is_a_game_too() {
    let mut game = Start::play("--seed 3").sized(10, 3).start();
    game.until("the character on the map", |screen| screen.contains('@'));
    game.rest();
    let before = game.text();
    game.press("c");
    game.until("what came of it", |screen| screen != before);
    game.press("QQ");
    assert!(game.end().success());
    game.is_restored();
}

/// The screen without the names of keys, which may have digits in them.
fn without_keys(screen: &str) -> String {
    let lines = screen.lines().map(|line| {
        let parts = line.split('[').enumerate();
        let text =
            parts.map(|(place, part)| if place == 0 { part } else { part.split_once(']').map_or(part, |(_, rest)| rest) });
        text.collect::<String>() + "\n"
    });
    lines.collect()
}

#[track_caller]
fn has_no_digit(screen: &str, what: &str) {
    let line = without_keys(screen).lines().find(|line| line.contains(char::is_numeric)).map(str::to_owned);
    assert_eq!(line, None, "{what}:\n{screen}");
}

#[track_caller]
fn check_no_digit(seed: u64, size: (u16, u16)) {
    let mut game = playing(&format!("--seed {seed}"), size);
    for _ in 0..MANY {
        let screen = game.text();
        has_no_digit(&screen, &format!("seed {seed}"));
        game.press("\t");
        game.until_shows("What is coming");
        has_no_digit(&game.text(), &format!("seed {seed}, the tells"));
        game.press("x");
        game.until_shows(" in view ─");
        if !game.act(key_that_goes_on(&screen)) {
            break;
        }
    }
    game.until("the end", is_over);
    has_no_digit(&game.text(), &format!("seed {seed}, the end"));
    game.press("\r");
    assert!(game.end().success());
    game.is_restored();
}

#[test]
fn doctrine_f2_no_digit_is_on_the_screen_from_the_first_picture_to_the_last() {
    for (seed, size) in [(3, SMALL), (4, LARGE), (5, SMALL)] {
        check_no_digit(seed, size);
    }
}

#[test]
fn no_ladder_and_no_history_has_a_digit() {
    let mut game = playing("--seed 3", LARGE);
    // No more than fits under its title: a longer history is shown from its end.
    assert!(game.act("c"));
    game.press("P");
    game.until_shows("What has been told");
    has_no_digit(&game.text(), "the history");
    game.press("\x1b");
    game.until_shows(" in view ─");
    game.press("/");
    // What closes it is drawn last.
    game.until("a whole ladder", |screen| {
        screen.contains("from the least to the most") && screen.contains("escape closes this")
    });
    let first = game.text();
    for _ in 0..100 {
        let before = game.text();
        has_no_digit(&before, "a ladder");
        game.press("\x1b[C");
        game.until("the next ladder", |screen| screen != before && screen.contains("from the least to the most"));
        if game.text() == first {
            return;
        }
    }
    panic!("the ladders have no end:\n{}", game.text());
}

#[test]
fn the_developers_numbers_are_numbers() {
    let game = playing("--seed 3 --dev-numbers", SMALL);
    assert!(without_keys(&game.text()).contains(char::is_numeric), "{}", game.text());
}

#[test]
fn pictures_and_answers_do_not_keep_a_player_waiting() {
    // Generous, since other tests run beside: the game itself is measured in release.
    let limit = Duration::from_secs(1);
    let start = Instant::now();
    let mut game = playing("--seed 3", SMALL);
    let first = start.elapsed();
    let mut answers: Vec<Duration> = Vec::new();
    for _ in 0..20 {
        let before = game.text();
        let start = Instant::now();
        game.press("Z");
        game.until("another map", |screen| screen != before);
        answers.push(start.elapsed());
    }
    answers.sort_unstable();
    assert!(first < limit * 5, "the first picture after {first:?}");
    assert!(answers[answers.len() / 2] < limit, "a key is answered after {answers:?}");
}
