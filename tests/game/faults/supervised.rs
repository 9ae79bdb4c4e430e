//! A module takes a whole game down: the terminal is the shell's again, the player reads which one it was, and goes on.

use super::pack;
use crate::stories::libraries;
use crate::support::{root, run, scratch};
use crate::terminal::pty::{Start, Terminal};
use dungeon_mind::loading::Game as Loaded;
use dungeon_mind::modules::Places;
use dungeon_mind::saves::check;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A game with `deadly` in it, which falls as told.
struct Game {
    saves: PathBuf,
    packs: PathBuf,
    terminal: Terminal,
}

fn start(name: &str, arguments: &str, deadly: &str) -> Game {
    let (saves, packs) = (scratch(&format!("{name}-saves")), pack(name));
    let places = format!("--seed 3 --saves {} --packs {}", saves.display(), packs.display());
    let terminal = Start::play(&format!("{places} {arguments}")).env("DEADLY", deadly).start();
    Game { saves, packs, terminal }
}

impl Game {
    /// Going on with the run leads to where it was left.
    #[track_caller]
    fn is_sound(&self) {
        let path = self.saves.join("run-000001.jsonl");
        let places = Places::of(std::slice::from_ref(&self.packs), libraries());
        let roots = [root().join("content"), self.packs.clone()];
        if let Err(error) = check(&path, |_| Loaded::load_from(&roots, &places, false)) {
            panic!("{}: {error:?}", path.display());
        }
    }

    /// Waits until the game has fallen, and gives the decisions that are kept.
    #[track_caller]
    fn has_fallen(&mut self, says: &[&str]) -> usize {
        self.terminal.until_shows("[l] leave");
        let told = unwrapped(&self.terminal.text());
        for text in says {
            assert!(told.contains(text), "expected {text} in:\n{told}");
        }
        self.terminal.is_restored();
        decisions(&self.saves)
    }

    /// Fights on, on the whole screen, until the game falls.
    #[track_caller]
    fn fights_until_it_falls(&mut self) {
        for _ in 0..200 {
            // The panel of tells, typed behind the key, is the mark that the key was taken.
            let screen = self.terminal.text();
            let offers = |key: &&str| screen.contains(&format!("[{key}] "));
            let key = ["n", "e", "c", "g"].into_iter().find(offers).unwrap_or(" ");
            self.terminal.press(&format!("{key}\t"));
            self.terminal.until("the tells or a fall", |screen| screen.contains("What is coming") || has_fallen(screen));
            if has_fallen(&self.terminal.text()) {
                return;
            }
            self.terminal.press("x");
            self.terminal.until("the map again", |screen| screen.contains(" in view ─"));
        }
        panic!("it does not fall:\n{}", self.terminal.text());
    }
}

fn has_fallen(screen: &str) -> bool {
    screen.contains("[l] leave")
}

/// The screen's text without the ends of its lines, which are where the screen's width has them.
fn unwrapped(screen: &str) -> String {
    screen.lines().collect::<Vec<_>>().join("").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How many decisions the only run has.
fn decisions(saves: &Path) -> usize {
    let text = fs::read_to_string(saves.join("run-000001.jsonl")).unwrap_or_default();
    text.lines().filter(|line| line.contains("\"event\":\"intent\"")).count()
}

#[test]
fn a_rule_that_falls_under_the_screen_is_replaced_and_nothing_is_lost() {
    let mut game = start("falls-tempo", "--module tempo=deadly", "Tempo::lengths_in abort 1500");
    game.terminal.until_shows(" in view ─");
    game.fights_until_it_falls();
    let before = game.has_fallen(&[
        "The module `deadly` took the game down in `Tempo::lengths_in`",
        "SIGABRT",
        "[1] go on with `core` as the holder of `tempo` in its place",
    ]);
    assert!(before > 0);
    game.terminal.press("1\n");
    game.terminal.until_shows(" in view ─");
    assert!(decisions(&game.saves) >= before, "a decision was lost");
    assert!(game.terminal.act("e"), "it goes on");
    game.terminal.press("QQ");
    assert!(game.terminal.end().success());
    game.terminal.is_restored();
    game.is_sound();
}

#[test]
fn a_call_that_does_not_come_back_is_ended_and_the_game_goes_on_without_it() {
    let arguments = "--front-end deadly --module narration=deadly --watchdog-ms 1000";
    let mut game = start("falls-narration", arguments, "Narration::line loop 30");
    let before = game.has_fallen(&[
        "`Narration::line`",
        "did not come back within 1.0 seconds",
        "[1] go on with `narration` as the holder of `narration`",
        "[w] go on without `deadly`, in plain lines",
        "nothing is told",
    ]);
    game.terminal.press("w\n");
    // Whatever is asked there: it may be in the middle of a blow.
    game.terminal.until_shows("Yourself:");
    assert!(decisions(&game.saves) >= before && before > 0);
    game.terminal.press("quit\n");
    assert!(game.terminal.end().success());
    game.is_sound();
}

#[test]
fn a_front_end_that_falls_is_replaced_by_plain_lines() {
    let mut game = start("falls-face", "--front-end deadly", "FrontEnd::ask exit 5");
    let before = game.has_fallen(&[
        "`FrontEnd::ask`",
        "it left the whole process, with the exit code 0",
        "[p] go on with the front end `plain`",
    ]);
    game.terminal.press("p\n");
    game.terminal.until_shows("What will you do?");
    assert_eq!(decisions(&game.saves), before);
    game.terminal.press("quit\n");
    assert!(game.terminal.end().success());
}

#[test]
fn a_module_that_falls_at_its_start_is_left_at_home_with_its_packs() {
    let mut game = start("falls-start", "--front-end plain", "register write");
    game.has_fallen(&["The module `deadly` took the game down in `register`", "SIGSEGV", "[w] try it without the packs in"]);
    game.terminal.press("w\n");
    game.terminal.until_shows("What will you do?");
    game.terminal.press("quit\n");
    assert!(game.terminal.end().success());
}

#[test]
fn a_player_who_thinks_for_longer_than_any_call_may_last_is_let_think() {
    let mut game = start("thinks", "--front-end plain --watchdog-ms 600", "");
    game.terminal.until_shows("What will you do?");
    let began = Instant::now();
    while began.elapsed() < Duration::from_millis(2_500) {
        game.terminal.read_for(Duration::from_millis(500));
    }
    assert!(!game.terminal.text().contains("took the game down"), "{}", game.terminal.text());
    game.terminal.press("quit\n");
    assert!(game.terminal.end().success());
}

#[test]
fn without_anybody_to_ask_a_fall_is_an_answer_and_the_run_is_kept() {
    let (saves, packs) = (scratch("falls-alone-saves"), pack("falls-alone"));
    let (saves, packs) = (saves.to_string_lossy().into_owned(), packs.to_string_lossy().into_owned());
    let places = ["--saves", &saves, "--packs", &packs];
    let mut command = std::process::Command::new(crate::support::program());
    command.current_dir(crate::support::root()).args(["play", "--seed", "3", "--front-end", "deadly"]).args(places);
    command.env("DEADLY", "FrontEnd::show abort 4").stdin(std::process::Stdio::null());
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("The module `deadly` took the game down in `FrontEnd::show`"), "{said}");
    assert!(said.contains("Nothing that you decided is lost.") && said.contains("--continue"), "{said}");
    let before = decisions(Path::new(&saves));
    let went_on = run(&[&["play", "--continue", "--front-end", "plain"][..], &places].concat());
    assert_eq!(went_on.code, 0, "{}", went_on.err);
    assert!(decisions(Path::new(&saves)) >= before && before > 0);
    let listed = run(&["saves", "list", "--saves", &saves]).out;
    assert!(listed.contains("run-000001  core/newcomer, seed 3") && listed.contains("to be continued"), "{listed}");
}
