//! `content check` and `content show`: packs as their authors need to see them.

use super::PackArgs;
use super::answer::{Answer, Refused, complain, say};
use clap::{Args, Subcommand};
use dungeon_mind::loading::{LoadError, load_registry, roots};
use dungeon_mind::{content, modules};

/// What can be asked of content.
#[derive(Debug, Subcommand)]
pub enum ContentCommand {
    /// Check all packs and their fights, and show what each action says of being stopped
    Check(CheckArgs),
    /// Show an entity as its author wrote it, and where it stands
    Show(ShowArgs),
}

/// What `content check` takes.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Refuse what is only suspicious too
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    packs: PackArgs,
}

/// What `content show` takes.
#[derive(Args, Debug)]
pub struct ShowArgs {
    /// Its id, such as `fighter/strike`
    #[arg(value_name = "ID")]
    id: String,
    #[command(flatten)]
    packs: PackArgs,
}

/// Does what was asked.
pub fn run(command: ContentCommand) -> Result<Answer, Refused> {
    match command {
        ContentCommand::Check(args) => check(&args),
        ContentCommand::Show(args) => {
            let shown = content::show(&roots(&args.packs.packs)?, &args.id).map_err(LoadError::Content)?;
            say(shown).map(|()| Answer::Yes)
        }
    }
}

fn check(args: &CheckArgs) -> Result<Answer, Refused> {
    let registry: modules::Registry = load_registry(&args.packs.packs, false)?;
    let checked = content::check(&roots(&args.packs.packs)?, &registry, args.strict);
    if checked.problems.has_errors() {
        return Err(Refused::Question(checked.problems.to_string()));
    }
    say(&checked.table)?;
    if !checked.problems.is_empty() {
        complain(checked.problems.to_string().trim_end());
    }
    Ok(if checked.is_right { Answer::Yes } else { Answer::No })
}
