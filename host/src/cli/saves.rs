//! `saves list` and `saves check`: which runs there are, and whether each leads to where it was left.

use super::answer::{Answer, Refused, say};
use clap::{Args, Subcommand};
use dungeon_mind::loading::Game;
use dungeon_mind::saves::{self, CheckError, Checked, Saves};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What can be asked of saves.
#[derive(Debug, Subcommand)]
pub enum SavesCommand {
    /// List the runs: which fight each is, how far it has come, how it stands
    List(PlaceArgs),
    /// Answer again everything that was answered in runs, and say whether each leads to where it was left
    Check(CheckArgs),
}

/// Where the runs are.
#[derive(Args, Debug)]
pub struct PlaceArgs {
    /// The folder of runs, in place of this system's folder for the data of games
    #[arg(long, value_name = "DIR")]
    saves: Option<PathBuf>,
}

/// What `saves check` takes.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Runs by their names, numbers or files; without any all of them
    #[arg(value_name = "RUN")]
    runs: Vec<String>,
    #[command(flatten)]
    place: PlaceArgs,
}

/// Does what was asked.
pub fn run(command: SavesCommand) -> Result<Answer, Refused> {
    match command {
        SavesCommand::List(args) => list(&args),
        SavesCommand::Check(args) => check(&args),
    }
}

fn question(error: impl std::fmt::Display) -> Refused {
    Refused::Question(error.to_string())
}

fn list(args: &PlaceArgs) -> Result<Answer, Refused> {
    let saves = Saves::at(args.saves.as_deref()).map_err(question)?;
    let mut text = String::new();
    for path in saves.runs().map_err(question)? {
        let _ = match Checked::of(&path) {
            Ok(checked) => writeln!(text, "{checked}"),
            Err(error) => writeln!(text, "{}  damaged: {error}", path.file_stem().unwrap_or_default().to_string_lossy()),
        };
    }
    if text.is_empty() {
        let _ = writeln!(text, "no run is kept in {}", saves.folder().display());
    }
    say(text)?;
    Ok(Answer::Yes)
}

fn check(args: &CheckArgs) -> Result<Answer, Refused> {
    let saves = Saves::at(args.place.saves.as_deref()).map_err(question)?;
    let paths = match args.runs.as_slice() {
        [] => saves.runs(),
        named => named.iter().map(|which| saves.find(Some(which))).collect(),
    };
    let mut is_sound = true;
    for path in paths.map_err(question)? {
        is_sound &= check_one(&path)?;
    }
    Ok(if is_sound { Answer::Yes } else { Answer::No })
}

fn check_one(path: &Path) -> Result<bool, Refused> {
    match saves::check(path, |facts| Game::load(&facts.packs, false)) {
        Ok(checked) => say(format_args!("{checked}; it leads to where it was left\n")).map(|()| true),
        Err(CheckError::Save(error)) => say(format_args!("{error}\n")).map(|()| false),
        Err(CheckError::Load(error)) => Err(error.into()),
    }
}
