//! `play`: choosing a front end that this terminal can carry, and starting the session.
//!
//! Owns the way from flags to a session, and what is asked before there is a screen. The game itself is the session's.

use super::answer::{Answer, Refused, complain};
use super::{PackArgs, RuleArgs};
use clap::Args;
use dungeon_mind::loading::Game;
use dungeon_mind::plain_file;
use dungeon_mind::session::notcurses::{look_at_terminal, ready_notcurses, what_is_missing};
use dungeon_mind::session::{self, PlayError, PlayOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// What `play` takes.
#[derive(Args, Debug, Default)]
pub struct PlayArgs {
    /// Which class to play: one of the game's own, or one that a pack brings
    #[arg(long, value_name = "CLASS")]
    class: Option<String>,
    /// Which front end to use; without it `terminal` where that is possible, else `plain`
    #[arg(long, value_name = "NAME")]
    front_end: Option<String>,
    /// Show the developers' numbers beside the words
    #[arg(long)]
    dev_numbers: bool,
    /// The seed of the dice; without it another one each time
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Write the log of the run here, one JSON object a line; `replay` reads it
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// A fight by its file or id, in place of the newcomer's
    #[arg(long, value_name = "FILE_OR_ID", conflicts_with = "class")]
    fight: Option<String>,
    /// A keymap in RON; the README of the front end tells how
    #[arg(long, value_name = "FILE")]
    keymap: Option<PathBuf>,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    packs: PackArgs,
}

/// The front end of a whole terminal, and the one of plain lines.
pub const TERMINAL: &str = "terminal";
const PLAIN: &str = "plain";

/// Plays.
pub fn play(args: PlayArgs) -> Result<Answer, Refused> {
    let front_end = front_end(args.front_end.as_deref())?;
    let game = Game::load(&args.packs.packs, front_end == TERMINAL)?;
    start(&game, front_end, args)
}

/// The front end to use. One that was asked for by name is used or refused; without a name, one that works is found.
pub fn front_end(asked: Option<&str>) -> Result<String, Refused> {
    match asked {
        Some(name) if name != TERMINAL => Ok(name.to_owned()),
        _ => match ready_notcurses(&look_at_terminal(), &mut io::stdin().lock(), &mut io::stderr()) {
            Ok(_) => Ok(TERMINAL.to_owned()),
            Err(why) if asked.is_some() => Err(Refused::Question(format!("{why}; `--front-end {PLAIN}` plays without it"))),
            Err(why) => {
                complain(format_args!("{why}; playing with the front end `{PLAIN}`"));
                Ok(PLAIN.to_owned())
            }
        },
    }
}

/// A seed that nobody chose: the clock's nanoseconds. The log names it, so that the run can be had again.
pub fn any_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(since.subsec_nanos()) ^ since.as_secs().rotate_left(32)
}

fn start(game: &Game, front_end: String, args: PlayArgs) -> Result<Answer, Refused> {
    let defaults = PlayOptions::default();
    let options = PlayOptions {
        class: args.class.unwrap_or(defaults.class),
        fight: args.fight,
        front_end,
        seed: args.seed.unwrap_or_else(any_seed),
        dev_numbers: args.dev_numbers,
        log: args.log,
        keymap: keymap(args.keymap.as_deref())?,
        has_colour: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        overrides: args.rules.into(),
    };
    session::play(game, &options).map(|_| Answer::Yes).map_err(refused)
}

/// Why nothing was played.
pub fn refused(error: PlayError) -> Refused {
    match error {
        PlayError::Load(error) => error.into(),
        PlayError::NoFrontEnd(name, found) => Refused::Question(no_front_end(&name, &found)),
        error @ PlayError::FrontEnd(..) => Refused::Module(error.to_string()),
        error => Refused::Question(error.to_string()),
    }
}

/// All front ends that there are, with what is missing for the one that needs a terminal.
fn no_front_end(name: &str, found: &[String]) -> String {
    let missing = what_is_missing(&look_at_terminal());
    let of_terminal = match &missing {
        Some(why) => format!("{TERMINAL} (not now: {why})"),
        None => TERMINAL.to_owned(),
    };
    let others = found.iter().filter(|other| *other != TERMINAL).map(|other| format!("{other} (needs nothing)"));
    let all: Vec<String> = std::iter::once(of_terminal).chain(others).collect();
    format!("there is no front end `{name}`; expected one of: {}", all.join(", "))
}

/// The largest keymap that is read; one that names every key has a few kilobytes.
const MOST_KEYMAP_BYTES: u64 = 1 << 20;

/// The player's keymap; without a file the front end's own.
fn keymap(file: Option<&Path>) -> Result<String, Refused> {
    let Some(path) = file else { return Ok(String::new()) };
    let bytes = plain_file::read(path, MOST_KEYMAP_BYTES)
        .map_err(|unfit| Refused::file(path, format_args!("the keymap cannot be read: {unfit}")))?;
    String::from_utf8(bytes)
        .map_err(|error| Refused::file(path, format_args!("the keymap is not in UTF-8: {error}; save it so")))
}
