//! `pack watch`: what is saved is swapped into the fight that runs, shown as waiting while the player thinks, or refused.
//!
//! Owns runs of the program whose streams are pipes. Every wait is for a line, however long the machine takes for it.

use super::Desk;
use crate::support::{program, shared_target};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

/// How long a line is waited for: builds of other tests may have the machine meanwhile.
const PATIENCE: Duration = Duration::from_secs(180);

/// A program that is watching.
struct Watching {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
    heard: String,
}

impl Watching {
    fn start(desk: &Desk, arguments: &[&str]) -> Self {
        let mut command = Command::new(program());
        command.current_dir(&desk.0).env("CARGO_TARGET_DIR", shared_target()).args(["pack", "watch"]).args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (sender, lines) = mpsc::channel();
        let streams: [Box<dyn Read + Send>; 2] =
            [Box::new(child.stdout.take().unwrap()), Box::new(child.stderr.take().unwrap())];
        for stream in streams {
            let sender = sender.clone();
            std::thread::spawn(move || {
                let lines = BufReader::new(stream).lines().map_while(Result::ok);
                lines.take_while(|line| sender.send(line.clone()).is_ok()).for_each(drop);
            });
        }
        let stdin = child.stdin.take().unwrap();
        Self { child, stdin, lines, heard: String::new() }
    }

    /// Waits for a line that has this text; gives it back.
    fn until(&mut self, text: &str) -> String {
        self.until_any(&[text])
    }

    /// Waits for a line that has one of these texts; gives it back.
    fn until_any(&mut self, texts: &[&str]) -> String {
        let deadline = std::time::Instant::now() + PATIENCE;
        loop {
            // A fight that goes on for ever says something all the time.
            assert!(std::time::Instant::now() < deadline, "no line has any of {texts:?}:\n{}", self.heard);
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => {
                    self.heard += &format!("{line}\n");
                    if texts.iter().any(|text| line.contains(text)) {
                        return line;
                    }
                }
                Err(why) => panic!("no line has any of {texts:?} ({why}):\n{}", self.heard),
            }
        }
    }

    /// Waits for two lines, in either order.
    fn until_both(&mut self, one: &str, other: &str) {
        let first = self.until_any(&[one, other]);
        self.until(if first.contains(one) { other } else { one });
    }

    fn type_in(&mut self, line: &str) {
        writeln!(self.stdin, "{line}").unwrap();
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn what_is_saved_runs_in_the_fight_that_is_shown() {
    let desk = Desk::new("watch-shown");
    desk.build("tide", "class");
    let mut watching = Watching::start(&desk, &["tide", "--fight", "tide/duel", "--tick-ms", "5", "--offline"]);
    watching.until("== seed 1");
    // A library: more momentum than the ruleset's most could not be had before.
    desk.edit("tide/src/rules.rs", "(momentum + 1).min(most)", "(momentum + 7).min(most + 6)");
    watching.until("-- a change is being built");
    // One is said of the fight and one of the build, on two streams: whichever comes first.
    watching.until_both("-- the new build is in, ", "swapped");
    // Content: the rank that asks for it is taken only with the new library.
    desk.edit("tide/profiles/steady.ron", "momentum at-least 2", "momentum at-least 7");
    watching.until("-- the new build is in, ");
    let rush = watching.until("tide/rush rank=20");
    assert!(rush.contains("you"), "{rush}");

    // What does not build is refused with its place, and so is a build whose words content does not fit.
    desk.edit("tide/src/words.rs", "pub struct Gather;", "pub struct Gather");
    watching.until("-- refused, and what runs stays as it is");
    assert!(watching.heard.contains("src/words.rs"), "{}", watching.heard);
    desk.edit("tide/src/words.rs", "pub struct Gather\n", "pub struct Gather;\n");
    desk.edit("tide/src/lib.rs", "\"tide gather\"", "\"tide collect\"");
    watching.until("found `gather`");
    watching.until("-- refused, and what runs stays as it is");
    watching.until("tide/rush rank=20");
    desk.edit("tide/src/lib.rs", "\"tide collect\"", "\"tide gather\"");
    watching.until("-- a change is being built");
    watching.until("== seed");
}

#[test]
fn what_is_saved_waits_while_the_player_thinks() {
    let desk = Desk::new("watch-played");
    desk.build("ebb", "class");
    let mut watching = Watching::start(&desk, &["ebb", "--front-end", "plain", "--seed", "1", "--offline"]);
    watching.until("practice yard");
    desk.edit("ebb/actions/cut.ron", "label: \"a running cut\"", "label: \"a flying cut\"");
    watching.until("A new build waits");
    watching.type_in(".");
    watching.until("The new build is in.");
    watching.until("a flying cut");
    desk.edit("ebb/actions/cut.ron", "\"ebb gather\"", "\"ebb gathers\"");
    watching.until("Refused, and what runs stays as it is: pack ebb, actions/cut.ron:9:");
    watching.type_in("?");
    watching.until("a flying cut");
}
