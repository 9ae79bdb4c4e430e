//! `replay` and `diff`: whether a fight can be had again, and where two logs part.

use super::PackArgs;
use super::answer::{Answer, Refused, complain, of_recording, of_replay, say};
use clap::Args;
use dungeon_mind::lab::diff::Side;
use dungeon_mind::lab::{diff as logs, recording, replay as again};
use dungeon_mind::loading::Game;
use dungeon_mind::plain_file;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// What `replay` takes.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// A log, as `fight --log` and `play --log` write it
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Refuse where other modules or packs are loaded than when the log was written
    #[arg(long)]
    exact: bool,
    #[command(flatten)]
    packs: PackArgs,
}

/// What `diff` takes.
#[derive(Args, Debug)]
pub struct DiffArgs {
    /// A log
    #[arg(value_name = "LOG")]
    first: PathBuf,
    /// Another log
    #[arg(value_name = "LOG")]
    second: PathBuf,
}

fn open(path: &Path) -> Result<BufReader<File>, Refused> {
    let opened = plain_file::open(path).map(BufReader::new);
    opened.map_err(|unfit| Refused::file(path, format_args!("the log cannot be opened: {unfit}")))
}

/// Replays a log.
pub fn replay(args: &ReplayArgs) -> Result<Answer, Refused> {
    let path = args.file.as_path();
    let recording = recording::read(open(path)?).map_err(|error| of_recording(path, &error))?;
    if recording.is_journal {
        return Err(Refused::file(
            path,
            "found the journal of a run: it has what was decided, and not what came of it; expected a log, as `fight --log` and \
             `play --log` write it. `play --continue` goes on with the run, `saves check` holds the journal against it",
        ));
    }
    let game = Game::load(&args.packs.packs, false)?;
    let differences = recording.differences_from(&game);
    if !differences.is_empty() {
        let list: String = differences.iter().map(|difference| format!("  {difference}\n")).collect();
        if args.exact {
            return Err(Refused::file(path, format_args!("what is loaded is not what the log was written with:\n{list}")));
        }
        complain(format_args!(
            "{}: what is loaded is not what the log was written with, so the replay may be another fight:\n{}",
            path.display(),
            list.trim_end()
        ));
    }
    let setup = game.fight_from_text(&recording.fight_text, &recording.fight, recording.seed, &recording.overrides)?;
    let verdict = again::replay(&recording, &setup, open(path)?).map_err(|error| of_replay(path, &error))?;
    say(&verdict)?;
    Ok(if verdict.is_same { Answer::Yes } else { Answer::No })
}

/// Compares two logs.
pub fn diff(args: &DiffArgs) -> Result<Answer, Refused> {
    let compared = logs::diff(open(&args.first)?, open(&args.second)?);
    let difference = compared.map_err(|error| {
        let path = match error.side {
            Side::First => &args.first,
            Side::Second => &args.second,
        };
        Refused::file(path, error.error)
    })?;
    say(&difference)?;
    Ok(if difference.is_equal() { Answer::Yes } else { Answer::No })
}
