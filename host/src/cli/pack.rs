//! `pack new`, `pack check`, `pack build`, `pack watch`: the way of a modder from nothing to a pack that can be played.
//!
//! Owns what is said on the way, and that a library which ends its process ends a child of ours and not the answer.

mod tale;
mod watch;

use super::answer::{Answer, Refused, complain_bytes, say, say_bytes};
use clap::{Args, Subcommand, ValueEnum};
use dungeon_mind::authoring::{self, BuildError, Cargo, Finding, Findings, Kind, Profile, Request, Stage};
use dungeon_mind::loading::roots;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// What can be done with a pack of one's own.
#[derive(Debug, Subcommand)]
pub enum PackCommand {
    /// Write a new pack that builds, is checked and can be played as it stands
    New(NewArgs),
    /// Find every fault of a pack: of its crate, its library, its content, and of what its words do in its fights
    Check(CheckArgs),
    /// Build a pack's library and put it where the game looks for it
    Build(BuildArgs),
    /// Play a pack, or show a fight of it, and swap in whatever is saved in its folder meanwhile
    Watch(watch::WatchArgs),
}

/// What `pack new` takes.
#[derive(Args, Debug)]
pub struct NewArgs {
    /// The folder to make; its last part is the pack's id
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// What it is to bring
    #[arg(long, value_name = "KIND")]
    kind: KindWord,
    /// The folder of the crate `abi`; without it the one of this game
    #[arg(long, value_name = "DIR")]
    abi: Option<PathBuf>,
}

/// The kinds of new packs, as the command line names them.
#[derive(Copy, Clone, Debug, ValueEnum)]
enum KindWord {
    /// Somebody who can be played, with words of its own
    Class,
    /// Somebody to fight against, with words of their own
    Monsters,
    /// A ruleset, and a holder of one of its roles
    Rules,
    /// No code: actions, kinds, profiles, texts and fights in words that others registered
    Data,
}

impl From<KindWord> for Kind {
    fn from(word: KindWord) -> Self {
        match word {
            KindWord::Class => Self::Class,
            KindWord::Monsters => Self::Monsters,
            KindWord::Rules => Self::Rules,
            KindWord::Data => Self::Data,
        }
    }
}

/// What `pack check` takes.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// The pack's folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Refuse what is only suspicious too
    #[arg(long)]
    strict: bool,
    /// How long a stage of the check may go on without a word before it is given up
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    limit: u64,
    /// One stage alone, in this process: what a library does to whoever opens it happens here
    #[arg(long, hide = true, value_name = "STAGE")]
    here: Option<StageWord>,
    #[command(flatten)]
    packs: super::PackArgs,
}

/// The stages of a check, as the command line names them.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum StageWord {
    Library,
    Content,
    ContentAlone,
    Fights,
}

impl From<StageWord> for Stage {
    fn from(word: StageWord) -> Self {
        match word {
            StageWord::Library => Self::Library,
            StageWord::Content => Self::Content { with_library: true },
            StageWord::ContentAlone => Self::Content { with_library: false },
            StageWord::Fights => Self::Fights,
        }
    }
}

/// What `pack build` takes.
#[derive(Args, Debug)]
pub struct BuildArgs {
    /// The pack's folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Build it fast, to be tried, and not to be handed on
    #[arg(long)]
    dev: bool,
    /// Without the network
    #[arg(long)]
    offline: bool,
}

/// Does what was asked.
pub fn run(command: &PackCommand) -> Result<Answer, Refused> {
    match command {
        PackCommand::New(args) => new(args),
        PackCommand::Check(args) => check(args),
        PackCommand::Build(args) => build(args),
        PackCommand::Watch(args) => watch::watch(args),
    }
}

fn question(error: impl std::fmt::Display) -> Refused {
    Refused::Question(error.to_string())
}

fn new(args: &NewArgs) -> Result<Answer, Refused> {
    let order = dungeon_mind::content::pack_order(&roots(&[])?).map_err(question)?;
    let taken: Vec<String> = order.into_iter().map(|pack| pack.id).collect();
    let (folder, kind) = (args.folder.as_path(), Kind::from(args.kind));
    let request = Request { folder, kind, abi: args.abi.as_deref(), taken: &taken };
    let files = authoring::create(&request).map_err(question)?;
    let shown = folder.display();
    let has_code = files.iter().any(|file| file.ends_with("Cargo.toml"));
    let build = if has_code { format!("  dungeon-mind pack build {shown}\n") } else { String::new() };
    let text = format!(
        "{shown}: {} files. What each is for, and how to play it, stands in {}. Next:\n{build}  dungeon-mind pack check {shown}\n",
        files.len(),
        folder.join("README.md").display()
    );
    say(text).map(|()| Answer::Yes)
}

fn build(args: &BuildArgs) -> Result<Answer, Refused> {
    let folder = authoring::pack_folder(&args.folder).map_err(question)?;
    let profile = if args.dev { Profile::Dev } else { Profile::Release };
    let cargo = Cargo::of_environment(args.offline, io::stderr().is_terminal());
    let built = authoring::build(&folder, profile, &cargo, &mut complain_bytes);
    let installed = built.and_then(|built| authoring::install(&built, &folder));
    match installed {
        Ok(library) => say(format_args!("{}: built\n", library.display())).map(|()| Answer::Yes),
        Err(BuildError::NoCrate(_)) => {
            say(format_args!("{}: a pack of data alone; there is nothing to build\n", folder.display()))
                .map(|()| Answer::Yes)
        }
        // That a library does not build is an answer; that there is no cargo is not.
        Err(error @ (BuildError::Failed { .. } | BuildError::NoLibrary(_))) => {
            super::answer::complain(error);
            Ok(Answer::No)
        }
        Err(error) => Err(question(error)),
    }
}

fn check(args: &CheckArgs) -> Result<Answer, Refused> {
    let folder = authoring::pack_folder(&args.folder).map_err(question)?;
    if let Some(stage) = args.here {
        return check_here(args, &folder, stage);
    }
    let mut stages = vec![apart(args, &folder, StageWord::Library)?];
    if stages != [Ended::Broken] {
        stages.push(apart(args, &folder, StageWord::Content)?);
    }
    if stages.last() == Some(&Ended::Broken) {
        // Content is checked in any case; without the library, what it registers is not known.
        stages.push(apart(args, &folder, StageWord::ContentAlone)?);
    }
    if stages.iter().all(|stage| *stage == Ended::Right) {
        stages.push(apart(args, &folder, StageWord::Fights)?);
    }
    let is_right = stages.iter().all(|stage| *stage == Ended::Right);
    let verdict = if is_right { "nothing is wrong with it" } else { "something is wrong with it" };
    say(format_args!("{}: {verdict}\n", folder.display()))?;
    Ok(if is_right { Answer::Yes } else { Answer::No })
}

/// Checks one stage in this process; the exit code is 0 for nothing, 1 for findings that count, 2 for others.
fn check_here(args: &CheckArgs, folder: &Path, stage: StageWord) -> Result<Answer, Refused> {
    let mut refused = Ok(());
    let mut tell = |finding: &Finding| {
        let said = say(format_args!("{finding}\n\n"));
        refused = std::mem::replace(&mut refused, Ok(())).and(said);
    };
    let mut findings = Findings::new(&mut tell);
    authoring::check(folder, &args.packs.packs, stage.into(), &mut findings)?;
    let is_right = findings.errors == 0 && (!args.strict || findings.warnings == 0);
    refused?;
    Ok(if is_right { Answer::Yes } else { Answer::No })
}

/// How a stage in a process of its own ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Ended {
    /// Nothing is wrong.
    Right,
    /// Something is wrong, and was said.
    Wrong,
    /// It was ended by what it opened, or did not come back from it.
    Broken,
}

fn apart(args: &CheckArgs, folder: &Path, stage: StageWord) -> Result<Ended, Refused> {
    let failed = |error: io::Error| Refused::file(folder, format_args!("it could not be checked: {error}"));
    let word = stage.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
    let mut command = Command::new(std::env::current_exe().map_err(failed)?);
    command.args(["pack", "check", "--here", &word]).args(args.strict.then_some("--strict"));
    args.packs.packs.iter().for_each(|packs| {
        command.arg("--packs").arg(packs);
    });
    command.arg("--").arg(folder).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let is_silent = forward(&mut child, Duration::from_secs(args.limit))?;
    if is_silent {
        let _ = child.kill();
    }
    let status = child.wait().map_err(failed)?;
    let what = if stage == StageWord::Fights { "in a fight" } else { "while it was opened" };
    let (name, limit) = (folder.display(), args.limit);
    match status.code() {
        _ if is_silent => {
            say(format_args!(
                "error: {name}: after {limit} seconds there is no answer; a call into a library did not return, {what}\n\n"
            ))?;
            Ok(Ended::Broken)
        }
        Some(0) => Ok(Ended::Right),
        Some(1) => Ok(Ended::Wrong),
        Some(2) => Err(Refused::file(folder, "it could not be checked; why stands above")),
        _ => {
            say(format_args!("error: {name}: its library ended the process that ran it ({status}), {what}\n\n"))?;
            Ok(Ended::Broken)
        }
    }
}

/// Passes on what a child says until it says no more; whether it fell silent for longer than it may.
fn forward(child: &mut Child, limit: Duration) -> Result<bool, Refused> {
    let Some(mut stdout) = child.stdout.take() else { return Ok(false) };
    let (sender, pieces) = mpsc::channel();
    // Ends with the child: its end of the pipe closes then.
    std::thread::spawn(move || {
        let mut piece = [0_u8; 4096];
        while let Ok(length @ 1..) = stdout.read(&mut piece) {
            if sender.send(piece.get(..length).unwrap_or_default().to_vec()).is_err() {
                return;
            }
        }
    });
    loop {
        match pieces.recv_timeout(limit) {
            Ok(bytes) => say_bytes(&bytes)?,
            Err(RecvTimeoutError::Disconnected) => return Ok(false),
            Err(RecvTimeoutError::Timeout) => return Ok(true),
        }
    }
}
