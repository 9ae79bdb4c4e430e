//! `pack watch`: a pack is played, or a fight of it shown, while whatever its author saves is built and swapped in.
//!
//! Owns the pace at which a fight is shown, and what is said of builds. The watching is `authoring`'s, the swapping the clock's.

use super::tale::Tale;
use crate::cli::answer::{Answer, Refused, complain, complain_bytes};
use crate::cli::{PackArgs, play};
use clap::Args;
use dungeon_mind::authoring::{self, Attendant, BuildError, Cargo, News, Profile, Watch, WatchRequest};
use dungeon_mind::clock::{Asks, Halt, Reply, Setup, Sim, Visits, advance};
use dungeon_mind::content::{Overrides, even_broken, fights_of};
use dungeon_mind::loading::Game;
use dungeon_mind::log::{FightLog, LogSwitch};
use dungeon_mind::session::{self, PlayOptions};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What `pack watch` takes.
#[derive(Args, Debug)]
pub struct WatchArgs {
    /// The pack's folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Show this fight, by its file or id, again and again, in place of playing
    #[arg(long, value_name = "FILE_OR_ID", conflicts_with_all = ["class", "front_end"])]
    fight: Option<String>,
    /// Which class to play; without it the first that the pack brings
    #[arg(long, value_name = "CLASS")]
    class: Option<String>,
    /// Which front end to use, as with `play`
    #[arg(long, value_name = "NAME")]
    front_end: Option<String>,
    /// The seed of the dice, and of the first fight that is shown
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How long a tick of a fight that is shown lasts
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 20, requires = "fight", value_parser = clap::value_parser!(u64).range(..=10_000))]
    tick_ms: u64,
    /// After how many fights to stop; without it not before it is interrupted
    #[arg(long, value_name = "N", requires = "fight")]
    fights: Option<u64>,
    /// Without the network
    #[arg(long)]
    offline: bool,
    #[command(flatten)]
    packs: PackArgs,
}

/// Watches.
pub fn watch(args: &WatchArgs) -> Result<Answer, Refused> {
    let folder = authoring::pack_folder(&args.folder).map_err(super::question)?;
    let cargo = Cargo::of_environment(args.offline, io::stderr().is_terminal());
    match authoring::build(&folder, Profile::Dev, &cargo, &mut complain_bytes) {
        Ok(built) => {
            authoring::install(&built, &folder).map_err(super::question)?;
        }
        Err(BuildError::NoCrate(_)) => {}
        Err(error) => return Err(super::question(error)),
    }
    let packs: Vec<PathBuf> = args.packs.packs.iter().cloned().chain([folder.clone()]).collect();
    match &args.fight {
        Some(fight) => {
            let request = WatchRequest { folder, packs, with_screens: false, cargo: Cargo { has_colour: false, ..cargo } };
            show(args, fight, request)
        }
        None => {
            let front_end = play::front_end(args.front_end.as_deref())?;
            let with_screens = front_end == play::TERMINAL;
            let request = WatchRequest { folder, packs, with_screens, cargo: Cargo { has_colour: false, ..cargo } };
            played(args, front_end, request)
        }
    }
}

/// Plays, with a watch beside the game.
fn played(args: &WatchArgs, front_end: String, request: WatchRequest) -> Result<Answer, Refused> {
    let game = Game::load(&request.packs, request.with_screens)?;
    let options = PlayOptions {
        class: class(args, &game, &request.folder)?,
        front_end,
        seed: args.seed.unwrap_or_else(play::any_seed),
        has_colour: play::may_colour(),
        ..PlayOptions::default()
    };
    let setup = session::prepare(&game, &options).map_err(play::refused)?;
    let watch = Watch::begin(request, game.clone()).map_err(super::question)?;
    let mut attendant = Attendant::new(watch, setup.clone());
    let ended = session::play_beside(&game, &setup, &options, &mut |session| attendant.attend(session));
    ended.map(|_| Answer::Yes).map_err(play::refused)
}

/// The class that is asked for, else the first that the pack brings.
fn class(args: &WatchArgs, game: &Game, folder: &Path) -> Result<String, Refused> {
    let first = || {
        let pack = game.content.packs.iter().find(|pack| pack.folder == folder)?;
        pack.classes.first().map(|class| class.kind.clone())
    };
    args.class.clone().or_else(first).ok_or_else(|| {
        let order = even_broken(&[folder.to_path_buf()]).0.unwrap_or_default();
        let fights: Vec<String> = order.iter().flat_map(fights_of).collect();
        Refused::file(
            folder,
            format_args!("the pack brings no class to play; show a fight of it with --fight: {}", fights.join(", ")),
        )
    })
}

/// Shows fights, one after the other, at the pace of a clock on the wall.
fn show(args: &WatchArgs, fight: &str, request: WatchRequest) -> Result<Answer, Refused> {
    let mut game = Game::load(&request.packs, request.with_screens)?;
    let mut seed = args.seed.unwrap_or(1);
    let setup = game.fight(fight, seed, &Overrides::default())?;
    let watch = Watch::begin(request, game.clone()).map_err(super::question)?;
    let mut shown = Shown { watch: &watch, setup, newest: None, pending: None };
    let mut left = args.fights;
    loop {
        let log = FightLog::to_writer(Tale::new(io::stdout()));
        log.with(|| shown.fight(Duration::from_millis(args.tick_ms), &|| log.flush()));
        log.finish()?;
        if let Some(newest) = shown.newest.take() {
            game = newest;
        }
        left = left.map(|left| left.saturating_sub(1));
        if left == Some(0) {
            return Ok(Answer::Yes);
        }
        seed = seed.wrapping_add(1);
        // Its file may have changed as well: the next fight is what lies there now.
        match game.fight(fight, seed, &Overrides::default()) {
            Ok(setup) => shown.setup = setup,
            Err(error) => {
                complain(format_args!("the fight stays as it was: {error}"));
                shown.setup.seed = seed;
            }
        }
    }
}

/// A fight that is shown, and what was saved meanwhile.
struct Shown<'a> {
    watch: &'a Watch,
    setup: Setup,
    /// The game on what was saved last.
    newest: Option<Game>,
    /// When what waits to be swapped in was saved.
    pending: Option<Instant>,
}

impl Shown<'_> {
    /// Fights from beginning to end, a tick at a time.
    fn fight(&mut self, tick_lasts: Duration, flush: &dyn Fn()) {
        let mut sim = Sim::new(&self.setup, LogSwitch::of_this_thread());
        let mut tick = 0;
        let mut due = Instant::now();
        loop {
            if self.go_on(&mut sim, tick) {
                return flush();
            }
            flush();
            self.say_swapped(&sim);
            tick += 1;
            due += tick_lasts;
            self.wait_until(&mut sim, due);
        }
    }

    /// Processes up to a tick; whether the fight is over. Nobody sits at the seats of players.
    fn go_on(&self, sim: &mut Sim, tick: u64) -> bool {
        loop {
            match advance(sim, Visits::Due, tick) {
                Halt::Over(_) => return true,
                Halt::Reached => return false,
                Halt::Asks(decision) => {
                    let reply = match decision.asks {
                        Asks::Free => Reply::Do(sim.idle_intent()),
                        Asks::GoOn { .. } | Asks::React { .. } => Reply::GoOn,
                    };
                    sim.answer(decision.actor, reply);
                }
            }
        }
    }

    /// Waits for the next tick, and takes in whatever news there are until then.
    fn wait_until(&mut self, sim: &mut Sim, due: Instant) {
        loop {
            let left = due.saturating_duration_since(Instant::now());
            let Some(news) = self.watch.wait_for_news(left) else { return };
            self.take(news, sim);
        }
    }

    fn take(&mut self, news: News, sim: &mut Sim) {
        match news {
            News::Begun => complain("-- a change is being built"),
            News::Refused(refusal) => complain(format_args!("{}\n-- refused, and what runs stays as it is", refusal.whole)),
            News::Ready(ready) => {
                let set_up = ready.game.fight_again(&self.setup).map_err(|error| error.to_string());
                match set_up.and_then(|setup| sim.swap(&setup).map_err(|error| error.to_string())) {
                    Ok(()) => self.pending = Some(ready.saved),
                    Err(why) => complain(format_args!("{why}\n-- refused until the next fight")),
                }
                self.newest = Some(ready.game);
            }
        }
    }

    fn say_swapped(&mut self, sim: &Sim) {
        if let Some(saved) = self.pending.take_if(|_| !sim.is_swap_waiting()) {
            complain(format_args!("-- the new build is in, {} ms after it was saved", saved.elapsed().as_millis()));
        }
    }
}
