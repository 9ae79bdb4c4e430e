//! Playing: a session and a front end, and the loop between them.
//!
//! Owns the screen while the game runs: it is opened before the first scene and closed however the game ends, by a panic too.
//! It decides nothing about the game, and keeps nothing of it: whoever calls it is told whenever it waits for a key. The
//! command line calls it.

use super::{Ahead, Session, SessionError};
use crate::clock::{Ended, Setup, StandingOrders};
use crate::content::Overrides;
use crate::content::packs::ClassInfo;
use crate::content::tables::{Content, Stance};
use crate::lab::seats::Seats;
use crate::loading::{Game, LoadError};
use crate::modules::Held;
use crate::modules::crumb::Spot;
use crate::saves::SaveError;
use abi::{Asked, FrontEndHandle, OpenCall, RSlice, Reply, Scenes};
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

/// What is played, and how.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// The class: `fighter`, `wizard`, or the kind of one that a pack brings.
    pub class: String,
    /// A fight by its file or id, in place of the newcomer's.
    pub fight: Option<String>,
    /// The front end by its name: `terminal`, `plain`.
    pub front_end: String,
    /// The seed.
    pub seed: u64,
    /// Whether the developers' overlay is shown.
    pub dev_numbers: bool,
    /// The keymap in RON; empty for the default.
    pub keymap: String,
    /// Whether colours may be used.
    pub has_colour: bool,
    /// Standing orders that were kept from another run of the same kind.
    pub orders: Option<StandingOrders>,
    /// What is meant by leaving the fight to habit from its beginning on, where it is.
    pub autopilot: Option<Stance>,
    /// Whether such a fight goes on to its end where nobody can answer any more: an input that has ended needs no answer, a
    /// terminal that is gone has lost its player.
    pub plays_on: bool,
    /// Whether what would come of each choice is worked out while the player thinks.
    pub thinks_ahead: bool,
    /// Other rules, holders and parameters.
    pub overrides: Overrides,
}

impl Default for PlayOptions {
    fn default() -> Self {
        Self {
            class: "fighter".to_owned(),
            fight: None,
            front_end: "terminal".to_owned(),
            seed: 0,
            dev_numbers: false,
            keymap: String::new(),
            has_colour: true,
            orders: None,
            autopilot: None,
            plays_on: false,
            thinks_ahead: false,
            overrides: Overrides::default(),
        }
    }
}

/// How playing ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayEnd {
    /// The fight was fought to its end.
    Over(Ended),
    /// The player left, or nobody could answer any more.
    Left,
}

/// Why nothing can be played.
#[derive(Debug)]
pub enum PlayError {
    /// There is no such front end: its name, and those that there are.
    NoFrontEnd(String, Vec<String>),
    /// There is no such class: its name, and those that there are.
    NoClass(String, Vec<String>),
    /// Nobody in the fight is a player's: its name.
    NoPlayer(String),
    /// The front end cannot have the screen: its name, and why.
    NoScreen(String, String),
    /// The front end failed: its name, what it did, what became of it.
    FrontEnd(String, &'static str, abi::CallError),
    /// The fight cannot be loaded.
    Load(LoadError),
    /// The fight cannot be played.
    Session(SessionError),
    /// The run cannot be kept.
    Save(SaveError),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFrontEnd(name, found) => {
                write!(f, "there is no front end `{name}`; expected one of: {}", found.join(", "))
            }
            Self::NoClass(name, found) => {
                write!(f, "there is no class `{name}` to play; expected one of: {}", found.join(", "))
            }
            Self::NoPlayer(fight) => write!(
                f,
                "nobody in the fight `{fight}` is played: none of its actors has `control: Player`; \
                 `dungeon-mind fight {fight}` lets them fight it out"
            ),
            Self::NoScreen(name, why) => {
                write!(f, "the front end `{name}` cannot be used: {why}; `--front-end plain` needs no screen")
            }
            Self::FrontEnd(name, deed, error) => write!(f, "the front end `{name}` failed to {deed}: {error}"),
            Self::Load(error) => write!(f, "{error}"),
            Self::Session(error) => write!(f, "{error}"),
            Self::Save(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for PlayError {}

/// How long a front end waits for a key before it is asked again, in milliseconds: long enough to cost nothing, short enough
/// for whatever else wants its turn.
const PATIENCE_MS: u32 = 250;

/// How long nothing is done when a picture has gone out: the terminal needs the processor to draw it. Where it had to wait for
/// a thought, on two cores, one key of ten took 3.7 ms in place of 1 to be seen.
const REST_MS: u32 = 2;

/// Sets up the fight that is to be played.
///
/// # Errors
/// There is no such class, the fight cannot be loaded, or nobody in it is a player's.
pub fn prepare(game: &Game, options: &PlayOptions) -> Result<Setup, PlayError> {
    let which = match &options.fight {
        Some(fight) => fight.as_str(),
        None => newcomer(&game.content, &options.class)?,
    };
    let setup = game.fight(which, options.seed, &options.overrides).map_err(PlayError::Load)?;
    if setup.fight.played().next().is_none() {
        return Err(PlayError::NoPlayer(setup.fight.name.to_string()));
    }
    Ok(setup)
}

/// Plays one fight on a front end, from where its past ends.
///
/// # Errors
/// Before anything is shown: what is not there. After: what failed; the terminal is left as it was found in any case.
pub fn play(game: &Game, setup: &Setup, options: &PlayOptions, past: Seats, keep: &dyn Keep) -> Result<PlayEnd, PlayError> {
    on_screen(game, setup, options, past, keep, &mut |_| {})
}

/// Plays one fight on a front end, from its beginning, and keeps nothing; `beside` has its turn whenever a key is waited for.
///
/// # Errors
/// As [`play`].
pub fn play_beside(
    game: &Game,
    setup: &Setup,
    options: &PlayOptions,
    beside: &mut Beside<'_>,
) -> Result<PlayEnd, PlayError> {
    // What has its turn beside may change the session under a thought.
    let options = PlayOptions { thinks_ahead: false, ..options.clone() };
    on_screen(game, setup, &options, Seats::default(), &Nowhere, beside)
}

/// Whatever has its turn between two keys.
pub type Beside<'a> = dyn FnMut(&mut Session) + 'a;

/// Where a run is kept.
pub trait Keep {
    /// What was decided in a thought is about to come true: lines of a log, each with its end. What is decided otherwise comes
    /// by the log.
    fn take(&self, decided: &str);

    /// The game waits for a key: where, if it is not over, and with which standing orders, the session says.
    ///
    /// # Errors
    /// What was decided since the last wait is not kept.
    fn wait(&self, session: &Session) -> Result<(), SaveError>;
}

/// The run is not kept.
struct Nowhere;

impl Keep for Nowhere {
    fn take(&self, _decided: &str) {}

    fn wait(&self, _session: &Session) -> Result<(), SaveError> {
        Ok(())
    }
}

/// The fight in which a class begins. A class goes by its kind's id, by the short name that no other has, or by the id of the
/// pack that brings it and no other.
fn newcomer<'a>(content: &'a Content, class: &str) -> Result<&'a str, PlayError> {
    let classes = classes(content);
    let is_pack = |info: &ClassInfo| {
        let mut packs = content.packs.iter().filter(|pack| *pack.id == *class);
        packs.any(|pack| pack.classes.len() == 1 && pack.classes.contains(info))
    };
    let named = classes.iter().find(|(name, info)| name == class || info.kind == class);
    let found = named.or_else(|| classes.iter().find(|(_, info)| is_pack(info)));
    found
        .map(|(_, info)| info.fight.as_str())
        .ok_or_else(|| PlayError::NoClass(class.to_owned(), classes.into_iter().map(|(name, _)| name).collect()))
}

/// Every class that a pack brings, by the name that it is chosen by.
fn classes(content: &Content) -> Vec<(String, &ClassInfo)> {
    let all: Vec<&ClassInfo> = content.packs.iter().flat_map(|pack| &pack.classes).collect();
    let short = |info: &ClassInfo| info.kind.rsplit('/').next().unwrap_or_default().to_owned();
    let is_alone = |name: &str| all.iter().filter(|info| short(info) == name).count() == 1;
    let name = |info: &ClassInfo| Some(short(info)).filter(|name| is_alone(name)).unwrap_or_else(|| info.kind.clone());
    all.iter().map(|info| (name(info), *info)).collect()
}

/// Plays on a front end; `keep` is told whenever the game is about to wait for a key, `beside` has its turn while it waits.
fn on_screen(
    game: &Game,
    setup: &Setup,
    options: &PlayOptions,
    past: Seats,
    keep: &dyn Keep,
    beside: &mut Beside<'_>,
) -> Result<PlayEnd, PlayError> {
    let front_end = game.registry.front_end(&options.front_end).ok_or_else(|| {
        let found = game.registry.front_ends().map(str::to_owned).collect();
        PlayError::NoFrontEnd(options.front_end.clone(), found)
    })?;
    let is_new = past.is_over();
    let mut session = Session::resume(setup, 0, options.dev_numbers, past).map_err(PlayError::Session)?;
    if let Some(orders) = options.orders.as_ref().filter(|_| is_new) {
        session.take_orders(orders);
    }
    if options.autopilot.is_some() {
        session.leave_to_habit(options.autopilot);
    }
    let mut screen = Screen::open(front_end, options)?;
    screen.run(&mut session, keep, beside)
}

const CLOSE: Spot = Spot::function("FrontEnd::close");

type PanicHook = Arc<dyn Fn(&std::panic::PanicHookInfo<'_>) + Send + Sync>;

/// The screen, for as long as it is held: dropped, it is closed.
struct Screen {
    held: Held<FrontEndHandle>,
    name: String,
    before: PanicHook,
    /// Whether a fight that is left to habit is fought to its end where nobody can answer any more.
    plays_on: bool,
    ahead: Option<Ahead>,
}

impl Screen {
    fn open(held: Held<FrontEndHandle>, options: &PlayOptions) -> Result<Self, PlayError> {
        let name = options.front_end.clone();
        // What a panic says must land on a terminal that can show it: the screen is given back first.
        let before: PanicHook = Arc::from(std::panic::take_hook());
        let after = Arc::clone(&before);
        std::panic::set_hook(Box::new(move |info| {
            let _ = held.call(CLOSE, FrontEndHandle::close);
            after(info);
        }));
        let ahead = options.thinks_ahead.then(Ahead::default);
        let screen = Self { held, name, before, plays_on: options.plays_on, ahead };
        let call = OpenCall { keymap: options.keymap.as_str().into(), has_colour: options.has_colour };
        match held.call(const { Spot::function("FrontEnd::open") }, |face| face.open(&call)) {
            Ok(why) if why.is_empty() => Ok(screen),
            Ok(why) => Err(PlayError::NoScreen(screen.name.clone(), why.to_string())),
            Err(error) => Err(screen.failed("open", error)),
        }
    }

    fn failed(&self, deed: &'static str, error: abi::CallError) -> PlayError {
        PlayError::FrontEnd(self.name.clone(), deed, error)
    }

    /// Shows each scene and carries out each answer, until the fight is over and was seen to be, or nobody answers any more.
    fn run(&mut self, session: &mut Session, keep: &dyn Keep, beside: &mut Beside<'_>) -> Result<PlayEnd, PlayError> {
        keep.wait(session).map_err(PlayError::Save)?;
        let mut is_kept = true;
        loop {
            beside(session);
            self.tell_levels(session)?;
            let asked = session.scene().lend(|scene| {
                let seats = [*scene];
                let scenes = Scenes { seats: RSlice::from_slice(&seats) };
                let shown = self.held.call(const { Spot::function("FrontEnd::show") }, |face| face.show(&scenes));
                shown.map_err(|error| self.failed("show", error))?;
                self.rest(session, &scenes, keep, &mut is_kept)?.map_or_else(|| self.ask(session, &scenes), Ok)
            })?;
            let place = match asked.reply {
                Reply::Nothing | Reply::Closed if self.goes_on_by_itself(session, asked.reply) => {
                    session.go_on_by_habit();
                    is_kept = false;
                    continue;
                }
                Reply::Nothing => continue,
                Reply::Choice(place) if !session.scene().is_over || session.has_choice(place as usize) => place,
                Reply::Choice(_) | Reply::Quit | Reply::Closed => {
                    if !is_kept {
                        keep.wait(session).map_err(PlayError::Save)?;
                    }
                    return Ok(session.ended().map_or(PlayEnd::Left, PlayEnd::Over));
                }
            };
            // A choice that cannot be made is the front end's to explain: the scene says why not, and stays.
            let _ = match &mut self.ahead {
                Some(ahead) => ahead.choose(session, place as usize, |decided| keep.take(decided)),
                None => session.choose(place as usize),
            };
            is_kept = false;
        }
    }

    /// Does nothing while the terminal draws, then has kept what was decided: it was written before, and the disk comes behind
    /// the picture. The answer, where one comes as soon as that.
    fn rest(
        &self,
        session: &Session,
        scenes: &Scenes<'_>,
        keep: &dyn Keep,
        is_kept: &mut bool,
    ) -> Result<Option<Asked>, PlayError> {
        if *is_kept {
            return Ok(None);
        }
        let asked = self.ask_for(scenes, REST_MS)?;
        if matches!(asked.reply, Reply::Choice(_)) {
            return Ok(Some(asked));
        }
        *is_kept = true;
        keep.wait(session).map_err(PlayError::Save)?;
        Ok(Some(asked).filter(|asked| asked.reply != Reply::Nothing))
    }

    fn ask_for(&self, scenes: &Scenes<'_>, patience_ms: u32) -> Result<Asked, PlayError> {
        let asked = self.held.call(const { Spot::function("FrontEnd::ask") }, |face| face.ask(scenes, patience_ms));
        asked.map_err(|error| self.failed("ask", error))
    }

    /// Waits for an answer, and thinks ahead until one comes.
    fn ask(&mut self, session: &Session, scenes: &Scenes<'_>) -> Result<Asked, PlayError> {
        loop {
            let has_more = self.ahead.as_mut().is_some_and(|ahead| ahead.has_more(session));
            let asked = self.ask_for(scenes, if has_more { 0 } else { PATIENCE_MS })?;
            match &mut self.ahead {
                Some(ahead) if has_more && asked.reply == Reply::Nothing => {
                    let began = Instant::now();
                    ahead.think(session);
                    ahead.note_time(began.elapsed());
                }
                _ => return Ok(asked),
            }
        }
    }
}

impl Screen {
    /// How high the parts of the map lie, for a front end that is new enough to ask.
    fn tell_levels(&self, session: &Session) -> Result<(), PlayError> {
        let spot = const { Spot::function("FrontEnd::levels") };
        let told = session.scene().lend_levels(|levels| self.held.call(spot, |face| face.levels(levels)));
        match told {
            Some(Err(error)) if error != abi::CallError::Missing => Err(self.failed("show heights", error)),
            _ => Ok(()),
        }
    }

    /// Whether a fight that is left to habit goes on where no key was pressed: while somebody watches and reads no page, and
    /// without anybody where that is what was asked for.
    fn goes_on_by_itself(&self, session: &Session, reply: Reply) -> bool {
        let is_left = session.habit().is_some() && session.page.is_none() && !session.scene().is_over;
        is_left && (reply == Reply::Nothing || self.plays_on)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.held.call(CLOSE, FrontEndHandle::close);
        if !std::thread::panicking() {
            let before = Arc::clone(&self.before);
            std::panic::set_hook(Box::new(move |info| before(info)));
        }
    }
}
