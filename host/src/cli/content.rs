//! `content check` and `content show`: packs as their authors need to see them.

use super::PackArgs;
use super::answer::{Answer, Refused, complain, say};
use super::modules::json;
use clap::{Args, Subcommand};
use dungeon_mind::content::problem::{Problem, Severity};
use dungeon_mind::content::{self, Checked};
use dungeon_mind::loading::{LoadError, load_registry, roots};
use serde_json::json;

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
    /// Show every problem, and not only the first of very many
    #[arg(long)]
    all: bool,
    /// Answer in JSON, with every problem
    #[arg(long)]
    json: bool,
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
    let checked = match load_registry(&args.packs.packs, false) {
        Ok(registry) => content::check(&roots(&args.packs.packs)?, &registry, args.strict),
        // Packs that are not in order are found before any module is loaded.
        Err(LoadError::Content(problems)) => Checked { problems, table: String::new(), is_right: false },
        Err(other) => return Err(other.into()),
    };
    let problems = &checked.problems;
    let told = if args.all { problems.all().to_string() } else { problems.to_string() };
    if args.json {
        say(json(&as_json(&checked))?)?;
    }
    if problems.has_errors() {
        // In JSON all is said already; the exit code says the rest.
        return Err(Refused::Question(if args.json { String::new() } else { told }));
    }
    if !args.json {
        say(&checked.table)?;
        complain_if_any(&told);
    }
    Ok(if checked.is_right { Answer::Yes } else { Answer::No })
}

fn complain_if_any(told: &str) {
    if !told.is_empty() {
        complain(told.trim_end());
    }
}

fn as_json(checked: &Checked) -> serde_json::Value {
    let problem = |problem: &Problem| {
        json!({
            "severity": match problem.severity { Severity::Error => "error", Severity::Warning => "warning" },
            "pack": problem.pack,
            "file": problem.file.display().to_string(),
            "line": (problem.line > 0).then_some(problem.line),
            "column": (problem.column > 0).then_some(problem.column),
            "field": problem.field,
            "found": problem.found,
            "allowed": problem.allowed,
            "nearest": problem.nearest,
        })
    };
    let problems: Vec<serde_json::Value> = checked.problems.iter().map(problem).collect();
    json!({"is_right": checked.is_right, "count": checked.problems.len(), "problems": problems})
}
