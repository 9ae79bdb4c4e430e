//! The command line: what can be asked, and how the answer is given.
//!
//! Owns the subcommands, their flags, and the exit codes: 0 done; 1 the answer is no; 2 the question was wrong; 3 a module
//! failed. Each command has a file below `cli/` that asks the library and says what came of it. Only here and there is
//! anything printed; errors go to the standard error stream and name the file that they are about. Started by `main`.

mod answer;
mod content;
mod fight;
mod modules;
mod pack;
mod play;
mod replay;
mod saves;
#[cfg(unix)]
mod supervise;

use clap::{Args, Parser, Subcommand};
use dungeon_mind::content::Overrides;
use std::path::PathBuf;
use std::process::ExitCode;

/// A terminal roguelike, and a laboratory for its combat.
#[derive(Debug, Parser)]
#[command(name = "dungeon-mind", version, disable_help_subcommand = true)]
#[command(after_help = "Without a command the game is played, as with `play`.\n\n\
    Exit codes: 0 done; 1 the answer is no (a check failed, a replay is another fight, logs differ); \
    2 the question was wrong (usage, a file that is not there, content with problems); 3 a module failed.")]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play: one room, one character, and what waits there
    Play(play::PlayArgs),
    /// Run a fight without a player and say who is left
    Fight(fight::FightArgs),
    /// Run the fight of a log again and hold it against the log
    Replay(replay::ReplayArgs),
    /// Say where two logs part
    Diff(replay::DiffArgs),
    /// Check the packs, or show one entity as its author wrote it
    #[command(subcommand)]
    Content(content::ContentCommand),
    /// List the runs that are kept, or say whether they are sound
    #[command(subcommand)]
    Saves(saves::SavesCommand),
    /// List the modules, or say what is wrong with a file
    #[command(subcommand)]
    Modules(modules::ModulesCommand),
    /// Make a pack of your own: write, check, build
    #[command(subcommand)]
    Pack(pack::PackCommand),
}

/// Where packs are looked for besides the game's own.
#[derive(Args, Clone, Debug, Default)]
struct PackArgs {
    /// A pack, or a folder of packs, besides the game's own; may be given again
    #[arg(long, value_name = "DIR")]
    packs: Vec<PathBuf>,
}

/// What is changed of a fight's ruleset.
#[derive(Args, Clone, Debug, Default)]
struct RuleArgs {
    /// Another ruleset than the fight's own
    #[arg(long, value_name = "ID")]
    rules: Option<String>,
    /// Another holder of a role; may be given again
    #[arg(long, value_name = "ROLE=NAME")]
    module: Vec<String>,
    /// Another value of a parameter; may be given again
    #[arg(long, value_name = "PARAMETER VALUE")]
    set: Vec<String>,
}

impl From<RuleArgs> for Overrides {
    fn from(args: RuleArgs) -> Self {
        Self { rules: args.rules, holders: args.module, sets: args.set }
    }
}

/// Parses the command line, does what it asks, and says how it went.
pub fn run() -> ExitCode {
    let asked = match CommandLine::try_parse() {
        Ok(asked) => asked,
        Err(usage) => {
            // Help and the version are answers, the rest is a wrong question; it knows which stream is which's.
            let code = u8::try_from(usage.exit_code()).unwrap_or(2);
            return match usage.print() {
                Ok(()) => ExitCode::from(code),
                Err(_) => ExitCode::from(2),
            };
        }
    };
    let answered = match asked.command {
        None => play::play(play::PlayArgs { watchdog_ms: play::WATCHDOG_MS, ..play::PlayArgs::default() }),
        Some(Command::Play(args)) => play::play(args),
        Some(Command::Fight(args)) => fight::fight(args),
        Some(Command::Replay(args)) => replay::replay(&args),
        Some(Command::Diff(args)) => replay::diff(&args),
        Some(Command::Content(command)) => content::run(command),
        Some(Command::Saves(command)) => saves::run(command),
        Some(Command::Modules(command)) => modules::run(command),
        Some(Command::Pack(command)) => pack::run(&command),
    };
    answer::give(answered)
}

#[cfg(test)]
mod tests {
    use super::CommandLine;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_whole() {
        CommandLine::command().debug_assert();
    }
}
