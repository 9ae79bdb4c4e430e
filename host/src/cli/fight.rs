//! `fight`: one fight, or a report over many seeds of it.

use super::answer::{Answer, Refused, say, say_bytes};
use super::modules::json;
use super::{PackArgs, RuleArgs};
use clap::Args;
use dungeon_mind::clock::{Setup, Visits};
use dungeon_mind::lab::fight::{Outcome, run};
use dungeon_mind::lab::usage::Counter;
use dungeon_mind::loading::Game;
use dungeon_mind::log::FightLog;
use serde_json::json;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write as _};
use std::path::{Path, PathBuf};

/// What `fight` takes.
#[derive(Args, Debug)]
pub struct FightArgs {
    /// A fight's file, or the id of one that a pack has
    #[arg(value_name = "FILE_OR_ID")]
    fight: String,
    /// The seed of the dice; with --report the first of them
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the fight's log here, one JSON object a line; `-` is the standard output
    #[arg(long, value_name = "FILE", conflicts_with = "report")]
    log: Option<PathBuf>,
    /// Fight over many seeds and count which actions and ranks are used
    #[arg(long)]
    report: bool,
    /// Over how many seeds
    #[arg(long, value_name = "N", default_value_t = 100, requires = "report", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    runs: u64,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    packs: PackArgs,
}

/// Fights.
pub fn fight(args: FightArgs) -> Result<Answer, Refused> {
    if let Some(log) = args.log.as_deref().filter(|log| is_same_file(log, Path::new(&args.fight))) {
        return Err(Refused::file(log, "the log would take the place of the fight; name another file with --log"));
    }
    let game = Game::load(&args.packs.packs, false)?;
    let setup = game.fight(&args.fight, args.seed, &args.rules.into())?;
    if args.report {
        return report(&setup, args.runs, args.json);
    }
    let outcome = match &args.log {
        None => run(&setup, Visits::Due),
        Some(path) if path == Path::new("-") => return to_stdout(&setup),
        Some(path) => {
            let log = FightLog::to_file(path)?;
            let outcome = log.with(|| run(&setup, Visits::Due));
            log.finish()?;
            outcome
        }
    };
    match args.json {
        true => say(json(&as_json(&setup, &outcome))?)?,
        false => say(as_text(&setup, &outcome))?,
    }
    faults(&outcome)
}

/// Whether two paths lead to the same file that is there.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

fn to_stdout(setup: &Setup) -> Result<Answer, Refused> {
    let log = FightLog::to_memory();
    let outcome = log.with(|| run(setup, Visits::Due));
    say_bytes(&log.finish()?)?;
    faults(&outcome)
}

/// A fight in which a module failed is over, but its outcome is not to be trusted.
fn faults(outcome: &Outcome) -> Result<Answer, Refused> {
    if outcome.faults.is_empty() {
        return Ok(Answer::Yes);
    }
    let each = outcome.faults.iter().fold(String::new(), |mut text, fault| {
        let _ = writeln!(text, "{fault}");
        text
    });
    Err(Refused::Module(each))
}

fn as_text(setup: &Setup, outcome: &Outcome) -> String {
    let mut text = String::new();
    let tick = outcome.ended.tick;
    let what = match &*outcome.ended.outcome {
        "nobody" => format!("nobody is left at tick {tick}"),
        "time" => format!("both sides are left when time is up at tick {tick}"),
        side => format!("the side `{side}` is left at tick {tick}"),
    };
    let _ = writeln!(text, "{}, seed {}, {}: {what}.", setup.fight.name, setup.seed, setup.rules.name);
    let width = |of: fn(&dungeon_mind::lab::fight::Standing) -> &str| {
        outcome.actors.iter().map(|actor| of(actor).chars().count()).max().unwrap_or(0)
    };
    let (names, kinds, sides) = (width(|actor| &actor.name), width(|actor| &actor.kind), width(|actor| &actor.side));
    for actor in &outcome.actors {
        let (name, kind, side, state) = (&actor.name, &actor.kind, &actor.side, actor.state);
        let _ = writeln!(text, "  {name:names$}  {kind:kinds$}  {side:sides$}  {state}");
    }
    let _ = writeln!(text, "  state hash {:016x}", outcome.hash);
    text
}

fn as_json(setup: &Setup, outcome: &Outcome) -> serde_json::Value {
    let actors = outcome.actors.iter();
    let actors =
        actors.map(|actor| json!({"id": *actor.name, "kind": *actor.kind, "side": *actor.side, "state": actor.state}));
    json!({
        "fight": *setup.fight.name,
        "seed": setup.seed,
        "ruleset": *setup.rules.name,
        "outcome": *outcome.ended.outcome,
        "tick": outcome.ended.tick,
        "actors": actors.collect::<Vec<_>>(),
        "hash": format!("{:016x}", outcome.hash),
        "faults": outcome.faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

fn report(setup: &Setup, runs: u64, is_json: bool) -> Result<Answer, Refused> {
    let mut counter = Counter::of(setup);
    let mut setup = setup.clone();
    let first = setup.seed;
    let mut last_fault = None;
    for done in 0..runs {
        progress(done, runs);
        setup.seed = first.wrapping_add(done);
        let log = FightLog::to_memory();
        let outcome = log.with(|| run(&setup, Visits::Due));
        let bytes = log.finish()?;
        counter.add(&outcome, bytes.as_slice()).map_err(|error| Refused::Question(format!("the fight's log: {error}")))?;
        last_fault = outcome.faults.last().map(|fault| (setup.seed, fault.to_string())).or(last_fault);
    }
    progress(runs, runs);
    let usage = counter.finish();
    match is_json {
        true => say(json(&usage)?)?,
        false => say(&usage)?,
    }
    match last_fault {
        Some((seed, fault)) => Err(Refused::Module(format!("with the seed {seed}: {fault}"))),
        None => Ok(Answer::Yes),
    }
}

/// Shows on a terminal how far a long work is; in a pipe it shows nothing.
fn progress(done: u64, whole: u64) {
    const WIDTH: u64 = 40;
    /// So many steps are seen to move, and few enough to cost nothing.
    const STEPS: u64 = 200;
    let is_step = done == whole || done.is_multiple_of((whole / STEPS).max(1));
    if !is_step || whole < STEPS || !io::stderr().is_terminal() {
        return;
    }
    if done == whole {
        let _ = write!(io::stderr(), "\r\x1b[K");
        return;
    }
    let full = usize::try_from(done * WIDTH / whole).unwrap_or(0);
    let _ = write!(io::stderr(), "\r[{:<40}] {done} of {whole} fights", "#".repeat(full));
}
