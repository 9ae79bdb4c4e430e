//! `modules list` and `modules check`: what is loaded, and what is wrong with a file.

use super::PackArgs;
use super::answer::{Answer, Refused, complain, complain_bytes, say, say_bytes};
use clap::{Args, Subcommand};
use dungeon_mind::loading::load_registry;
use dungeon_mind::modules;
use dungeon_mind::plain_text::escaped_json;
use serde::Serialize;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// No library takes so long to load, and one that is damaged may take for ever.
const LONGEST_LOAD: Duration = Duration::from_secs(20);

/// What can be asked of modules.
#[derive(Debug, Subcommand)]
pub enum ModulesCommand {
    /// List the modules of all packs: what they hold, what they register, how long they took to load
    List(ListArgs),
    /// Say what is wrong with a file as a module, if anything is
    Check(CheckArgs),
}

/// What `modules list` takes.
#[derive(Args, Debug)]
pub struct ListArgs {
    /// Answer in JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    packs: PackArgs,
}

/// What `modules check` takes.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// The library
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
    /// Open it in this process: what a damaged library does to whoever opens it happens here
    #[arg(long, hide = true)]
    here: bool,
}

/// Does what was asked.
pub fn run(command: ModulesCommand) -> Result<Answer, Refused> {
    match command {
        ModulesCommand::List(args) => list(&args),
        ModulesCommand::Check(args) => check(&args),
    }
}

fn list(args: &ListArgs) -> Result<Answer, Refused> {
    let packs = &args.packs.packs;
    // Without the screen's library its module cannot be opened; all others can still be listed.
    let has_screen = modules::open_notcurses();
    if let Err(why) = &has_screen {
        complain(format_args!("the module `terminal` is left out: {why}"));
    }
    let listed = modules::list(&load_registry(packs, has_screen.is_ok())?);
    match args.json {
        true => say(json(&listed)?)?,
        false => say(modules::render_list(&listed))?,
    }
    Ok(Answer::Yes)
}

fn check(args: &CheckArgs) -> Result<Answer, Refused> {
    if !args.file.exists() {
        return Err(Refused::file(&args.file, "there is no such file; name the library of a module"));
    }
    if !args.here {
        return check_apart(args);
    }
    let checked = modules::check_file(&args.file);
    match args.json {
        true => say(json(&checked)?)?,
        false => say(&checked)?,
    }
    Ok(if checked.is_sound() { Answer::Yes } else { Answer::No })
}

/// Checks in a process of its own: a damaged library can end whoever opens it, and that is an answer too.
fn check_apart(args: &CheckArgs) -> Result<Answer, Refused> {
    let failed = |error: std::io::Error| Refused::file(&args.file, format_args!("it could not be checked: {error}"));
    let mut child = Command::new(std::env::current_exe().map_err(failed)?);
    child.args(["modules", "check", "--here"]).args(args.json.then_some("--json")).arg("--").arg(&args.file);
    let mut child = child.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(failed)?;
    // What it says fits into a pipe, so it need not be read before it has ended.
    let deadline = Instant::now() + LONGEST_LOAD;
    while child.try_wait().map_err(failed)?.is_none() {
        if Instant::now() > deadline {
            child.kill().and_then(|()| child.wait()).map_err(failed)?;
            say(format_args!(
                "{}: it is damaged: the system's loader did not come back from it; build it again\n",
                args.file.display()
            ))?;
            return Ok(Answer::No);
        }
        thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().map_err(failed)?;
    match output.status.code() {
        Some(0..=3) => {
            say_bytes(&output.stdout)?;
            complain_bytes(&output.stderr);
            Ok(if output.status.success() { Answer::Yes } else { Answer::No })
        }
        _ => {
            let name = args.file.display();
            say(format_args!(
                "{name}: it is damaged: the system's loader fell over it ({}); build it again\n",
                output.status
            ))?;
            Ok(Answer::No)
        }
    }
}

/// A value as JSON, closed by a line's end.
pub fn json(value: &impl Serialize) -> Result<String, Refused> {
    let text = serde_json::to_string_pretty(value);
    text.map(|text| escaped_json(&text) + "\n")
        .map_err(|error| Refused::Question(format!("the answer cannot be written as JSON: {error}")))
}
