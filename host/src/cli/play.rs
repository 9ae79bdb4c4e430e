//! `play`: under a supervisor, choosing a front end that this terminal can carry, and starting the session.
//!
//! Owns the way from flags to a session, and what is asked before there is a screen. The game itself is the session's; that it
//! is kept is `saves`' doing. `supervise` starts this program again as the one that plays.

use super::answer::{Answer, Refused, complain};
use super::{PackArgs, RuleArgs};
use clap::{Args, ValueEnum};
use dungeon_mind::clock::{ModuleChange, Setup, StandingOrders};
use dungeon_mind::content::tables::Stance;
use dungeon_mind::lab::seats::Seats;
use dungeon_mind::loading::{self, Game};
use dungeon_mind::log::{DecisionLog, FightLog};
use dungeon_mind::modules::crumb;
use dungeon_mind::plain_file;
use dungeon_mind::saves::{Facts, Journal, SaveError, Saves};
use dungeon_mind::session::notcurses::{look_at_terminal, ready_notcurses, what_is_missing};
use dungeon_mind::session::{self, Keep, PlayError, PlayOptions, Session, SessionError};
use std::cell::RefCell;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// What `play` takes.
#[derive(Args, Clone, Debug, Default)]
pub struct PlayArgs {
    /// Which class to play: one of the game's own, or one that a pack brings
    #[arg(long, value_name = "CLASS")]
    pub class: Option<String>,
    /// Which front end to use; without it `terminal` where that is possible, else `plain`
    #[arg(long, value_name = "NAME")]
    pub front_end: Option<String>,
    /// Show the developers' numbers beside the words
    #[arg(long)]
    pub dev_numbers: bool,
    /// The seed of the dice; without it another one each time
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Write the log of the run here, one JSON object a line; `replay` reads it
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// A fight by its file or id, in place of the newcomer's; who is played stands in it, so there is no --class beside it
    #[arg(long, value_name = "FILE_OR_ID", conflicts_with = "class")]
    pub fight: Option<String>,
    /// Leave the fight to the habits of the class, and say what is meant by it; a key takes over at any time
    #[arg(long, value_name = "INTENT", num_args = 0..=1, default_missing_value = "press-on")]
    pub autopilot: Option<Meant>,
    /// A keymap in RON; the README of the front end tells how
    #[arg(long, value_name = "FILE")]
    pub keymap: Option<PathBuf>,
    /// Go on with a run that is not over: the last one, or one that `saves list` names
    #[arg(long = "continue", value_name = "RUN", num_args = 0..=1, conflicts_with_all = ["class", "seed", "fight", "rules", "set"])]
    pub resume: Option<Option<String>>,
    /// Go on without a module: from here on nothing of it is called; may be given again
    #[arg(long, value_name = "MODULE", requires = "resume")]
    pub without: Vec<String>,
    /// Keep runs here, in place of this system's folder for the data of games
    #[arg(long, value_name = "DIR")]
    pub saves: Option<PathBuf>,
    /// Play in this process, without the supervisor that outlives a module's crash; for debuggers
    #[arg(long)]
    pub no_supervisor: bool,
    /// Work out what comes of a choice only when it is made, and not while the player thinks; for debuggers
    #[arg(long)]
    pub no_thinking_ahead: bool,
    /// After how many milliseconds a call into a module that does not come back is given up
    #[arg(long, value_name = "N", default_value_t = WATCHDOG_MS, value_parser = clap::value_parser!(u64).range(100..=3_600_000))]
    pub watchdog_ms: u64,
    /// The folder that a supervisor shares with the game that it started
    #[arg(long, value_name = "DIR", hide = true)]
    pub crumb: Option<PathBuf>,
    #[command(flatten)]
    pub rules: RuleArgs,
    #[command(flatten)]
    pub packs: PackArgs,
}

/// What can be meant by leaving a fight to habit.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum Meant {
    /// Make an end of it
    PressOn,
    /// Stay, and let them come
    Hold,
    /// Get away
    BreakOff,
    /// Win without more harm than it takes
    SpareThem,
}

impl From<Meant> for Stance {
    fn from(meant: Meant) -> Self {
        match meant {
            Meant::PressOn => Self::PressOn,
            Meant::Hold => Self::Hold,
            Meant::BreakOff => Self::BreakOff,
            Meant::SpareThem => Self::SpareThem,
        }
    }
}

/// How long a single call into a module may last. The longest that is meant to last, `FrontEnd::ask`, comes back after a quarter
/// of a second.
pub const WATCHDOG_MS: u64 = 2_000;

/// The front end of a whole terminal, and the one of plain lines.
pub const TERMINAL: &str = "terminal";
pub const PLAIN: &str = "plain";

/// Plays: under a supervisor, unless this is what one has started.
pub fn play(args: PlayArgs) -> Result<Answer, Refused> {
    match &args.crumb {
        #[cfg(unix)]
        None if !args.no_supervisor => super::supervise::supervise(args),
        None => play_here(args),
        Some(folder) => {
            share_crumb(folder);
            let answered = play_here(args);
            // Whatever ends the process before this has taken the game down.
            crumb::say_done();
            answered
        }
    }
}

/// Says to the supervisor what is being called. Where that fails the game is played all the same, and a fall is told without
/// the module's name.
fn share_crumb(folder: &Path) {
    #[cfg(unix)]
    {
        if let Err(error) = crumb::share(&dungeon_mind::supervisor::Shared::crumb_in(folder)) {
            complain(format_args!("{}: the breadcrumb cannot be shared: {error}", folder.display()));
        }
        // A game whose supervisor was killed has no shell to go back to: it ends as it does when the terminal goes.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::HUP));
    }
    #[cfg(not(unix))]
    let _ = folder;
}

fn play_here(args: PlayArgs) -> Result<Answer, Refused> {
    let front_end = front_end(args.front_end.as_deref())?;
    match &args.resume {
        None => begin(front_end, &args),
        Some(which) => resume(front_end, which.as_deref(), &args),
    }
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

/// Whether the player lets us use colours (no-color.org).
pub fn may_colour() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// A seed that nobody chose: the clock's nanoseconds. The log names it, so that the run can be had again.
pub fn any_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(since.subsec_nanos()) ^ since.as_secs().rotate_left(32)
}

fn load(front_end: &str, packs: &[PathBuf], args: &PlayArgs) -> Result<Game, Refused> {
    let has_screen = front_end == TERMINAL;
    #[cfg(unix)]
    if let Some(folder) = &args.crumb {
        let modules = loading::modules_in_order(packs, has_screen)?;
        tell_supervisor(folder, &dungeon_mind::supervisor::Legend::before_loading(front_end, &modules));
    }
    #[cfg(not(unix))]
    let _ = args;
    Ok(Game::load(packs, has_screen)?)
}

#[cfg(unix)]
fn tell_supervisor(folder: &Path, legend: &dungeon_mind::supervisor::Legend) {
    if let Err(error) = legend.write(folder) {
        complain(format_args!("{}: the supervisor cannot be told of the modules: {error}", folder.display()));
    }
}

/// A new run.
fn begin(front_end: String, args: &PlayArgs) -> Result<Answer, Refused> {
    let packs = &args.packs.packs;
    let game = load(&front_end, packs, args)?;
    let mut options = options(front_end, args)?;
    let setup = session::prepare(&game, &options).map_err(refused)?;
    options.orders = kept_orders(args, &setup);
    let absolute = packs.iter().map(std::path::absolute).collect::<Result<_, _>>();
    let facts = Facts { packs: absolute.unwrap_or_else(|_| packs.clone()) };
    let begun = Saves::at(args.saves.as_deref()).and_then(|saves| Journal::begin(&saves, &setup, &facts));
    let journal = match begun {
        Ok(journal) => Some(journal),
        Err(error) if args.saves.is_some() => return Err(Refused::Question(error.to_string())),
        Err(error) => {
            complain(format_args!("{error}\nThis run is not kept."));
            None
        }
    };
    run(&game, &setup, &options, Seats::default(), journal.as_ref(), args)
}

/// The standing orders that were given last for the kind that is played.
fn kept_orders(args: &PlayArgs, setup: &Setup) -> Option<StandingOrders> {
    let player = setup.fight.played().next()?;
    let kept = Saves::at(args.saves.as_deref()).ok()?.orders(&setup.content.kinds[player.kind.index()].name);
    kept.unwrap_or_else(|error| {
        complain(error);
        None
    })
}

/// A run that was left, or taken down.
fn resume(front_end: String, which: Option<&str>, args: &PlayArgs) -> Result<Answer, Refused> {
    let saved = |error: SaveError| Refused::Question(error.to_string());
    let path = Saves::at(args.saves.as_deref()).and_then(|saves| saves.find(which)).map_err(saved)?;
    let (mut journal, mut recording, facts) = Journal::open(&path).map_err(saved)?;
    let packs: Vec<PathBuf> = if args.packs.packs.is_empty() { facts.packs } else { args.packs.packs.clone() };
    let game = load(&front_end, &packs, args)?;
    let differences = recording.as_left().differences_from(&game);
    if !differences.is_empty() {
        return Err(saved(SaveError::Differs(path, differences)));
    }
    let changes = changes(&game, args)?;
    if !changes.is_empty() {
        for change in &changes {
            journal.change(&recording, change).map_err(saved)?;
        }
        drop(journal);
        (journal, recording, _) = Journal::open(&path).map_err(saved)?;
    }
    let (text, name) = (&recording.fight_text, &recording.fight);
    let mut setup = game.fight_from_text(text, name, recording.seed, &recording.overrides)?;
    let mut past = Seats::to_continue(&recording);
    past.set_up(&mut setup).map_err(|astray| saved(journal.astray(&astray)))?;
    let options = PlayOptions { seed: recording.seed, ..options(front_end, args)? };
    run(&game, &setup, &options, past, Some(&journal), args)
}

/// What the flags change of a run's modules.
fn changes(game: &Game, args: &PlayArgs) -> Result<Vec<ModuleChange>, Refused> {
    let mut changes = Vec::new();
    for id in &args.without {
        if game.registry.module_named(id).is_none() {
            let loaded: Vec<&str> = game.registry.modules.iter().map(|module| &*module.id).collect();
            let loaded = loaded.join(", ");
            return Err(Refused::Question(format!("--without {id}: no such module is loaded; expected one of: {loaded}")));
        }
        changes.push(ModuleChange::LeftOut(id.clone()));
    }
    for holder in &args.rules.module {
        let Some((role, name)) = holder.split_once('=') else {
            return Err(Refused::Question(format!("--module {holder}: expected ROLE=NAME, as in `tempo=core`")));
        };
        let holders = game.registry.holders_of(role);
        if !holders.iter().any(|holder| holder == name) {
            let (role, holders) = (role.trim(), holders.join(", "));
            return Err(Refused::Question(format!(
                "--module {holder}: nobody of that name holds `{role}`; expected one of: {holders}"
            )));
        }
        changes.push(ModuleChange::Holder(role.to_owned(), name.to_owned()));
    }
    Ok(changes)
}

fn options(front_end: String, args: &PlayArgs) -> Result<PlayOptions, Refused> {
    let defaults = PlayOptions::default();
    let plays_on = front_end != TERMINAL;
    // Where a whole log is written, it is written as the fight goes; and lines that are read and typed need no haste.
    let thinks_ahead = front_end == TERMINAL && args.log.is_none() && !args.no_thinking_ahead;
    Ok(PlayOptions {
        class: args.class.clone().unwrap_or(defaults.class),
        fight: args.fight.clone(),
        front_end,
        seed: args.seed.unwrap_or_else(any_seed),
        dev_numbers: args.dev_numbers,
        keymap: keymap(args.keymap.as_deref())?,
        has_colour: may_colour(),
        orders: None,
        autopilot: args.autopilot.map(Into::into),
        plays_on,
        thinks_ahead,
        overrides: args.rules.clone().into(),
    })
}

/// Plays, with every decision on its way to the journal before it is carried out.
fn run(
    game: &Game,
    setup: &Setup,
    options: &PlayOptions,
    past: Seats,
    journal: Option<&Journal>,
    args: &PlayArgs,
) -> Result<Answer, Refused> {
    #[cfg(unix)]
    if let Some(folder) = &args.crumb {
        let legend = dungeon_mind::supervisor::Legend::of(setup, &options.front_end, journal.map(Journal::path));
        tell_supervisor(folder, &legend);
    }
    let picked = journal.map(Journal::picked);
    let log = args.log.as_deref().map(FightLog::to_file).transpose()?;
    let (log, decisions) = match (log, picked) {
        (Some(log), Some(picked)) => (Some(log.beside(picked)), None),
        (log, picked) => (log, picked.map(DecisionLog::new)),
    };
    let saves = Saves::at(args.saves.as_deref()).ok().filter(|_| journal.is_some());
    keep_pages_small();
    let kept = Kept { log: log.as_ref(), journal, saves, orders: RefCell::new(None) };
    let fight = || session::play(game, setup, options, past, &kept);
    let played = match (&log, &decisions) {
        (Some(log), _) => log.with(fight),
        (None, Some(decisions)) => decisions.with(fight),
        (None, None) => fight(),
    };
    log.map_or(Ok(()), |log| log.finish().map(drop))?;
    let kept = journal.map_or(Ok(()), Journal::finish);
    match (played, journal) {
        (Ok(_), _) => kept.map(|()| Answer::Yes).map_err(|error| refused(PlayError::Save(error))),
        (Err(PlayError::Session(SessionError::Astray(astray))), Some(journal)) => {
            Err(Refused::Question(journal.astray(&astray).to_string()))
        }
        (Err(error), _) => Err(refused(error)),
    }
}

/// From here on memory comes in small pages. The allocator asks for huge ones, and the first touch of one clears two megabytes:
/// five to thirty milliseconds were measured, one key in a hundred waited for them. What is loaded stays as it is.
fn keep_pages_small() {
    // Where it cannot be had, some keys take longer.
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
}

/// Where the run is kept.
struct Kept<'a> {
    log: Option<&'a FightLog<File>>,
    journal: Option<&'a Journal>,
    /// Where the standing orders are kept for other runs.
    saves: Option<Saves>,
    /// The standing orders as they were when a key was waited for last.
    orders: RefCell<Option<StandingOrders>>,
}

impl Keep for Kept<'_> {
    fn take(&self, decided: &str) {
        if let Some(journal) = self.journal {
            journal.take(decided);
        }
    }

    fn wait(&self, session: &Session) -> Result<(), SaveError> {
        if let Some(log) = self.log {
            log.flush();
        }
        let orders = session.orders();
        // What was given at the start is kept already.
        if let (Some(before), Some(saves)) = (self.orders.replace(Some(orders.clone())), &self.saves)
            && before != *orders
        {
            saves.keep_orders(session.orders_kind(), orders)?;
        }
        self.journal.map_or(Ok(()), |journal| journal.wait(session.waiting().as_ref()))
    }
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
