//! One run seen from one seat: what is perceived, what is asked, what is chosen, and what comes of it.
//!
//! Owns the fight while it is played, the plans that a command stands for, and the tale. The engine stops whenever the
//! player's character has to decide; the session answers for it where a plan or a standing order already has, and else shows a
//! scene and waits. It never changes the world but by intents, and knows no rule. `play` drives it for a front end, tests drive
//! it without any.
//!
//! Read `Session::run` first: the one loop between the engine and the player.

mod asking;
mod choices;
mod directions;
mod ending;
mod lexicon;
pub mod notcurses;
mod people;
mod perception;
mod plans;
mod play;
mod refusals;
mod scene;
mod stops;
mod swapping;
mod tale;
pub mod threat;
mod timing;
mod view;
mod weights;

pub use choices::{Does, Offer};
pub use play::{PlayEnd, PlayError, PlayOptions, play};
pub use refusals::missing as missing_refusals;
pub use scene::{OwnedBody, OwnedInView, OwnedLine, OwnedMap, OwnedScene};
pub use stops::Stop;

use crate::clock::{Asks, Decision, Ended, Halt, Perceived, Reply, Setup, Sim, Visits, advance, events::name};
use crate::content::tables::{LengthSource, StopCause};
use crate::dice::Dice;
use crate::log::LogSwitch;
use abi::{ActorState, ConditionId, EntityId, Intent};
use people::People;
use perception::Eyes;
use plans::{Plan, What};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use stops::Stops;
use tale::Tale;
use view::View;

/// Why there is nothing to play, or why a choice was not made.
#[derive(Debug)]
pub enum SessionError {
    /// Nobody in the fight is a player's at this seat: its name, the seat, and how many seats there are.
    NoSeat(String, u32, usize),
    /// There is no choice at this place.
    NoChoice(usize),
    /// It cannot be done now: why, in the game's own words.
    NotNow(String),
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSeat(fight, seat, count) => write!(
                f,
                "the fight `{fight}` has {count} actors with `control: Player`, and seat {seat} (from 0) was asked for; \
                 give an actor of it `control: Player`"
            ),
            Self::NoChoice(place) => write!(f, "there is no choice number {place} (from 0) in this scene"),
            Self::NotNow(why) => write!(f, "that cannot be done now: {why}"),
        }
    }
}

impl std::error::Error for SessionError {}

/// What is being asked.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Pending {
    Free,
    GoOn,
    React(EntityId, Intent),
    Over,
}

/// One run seen from one seat.
pub struct Session {
    sim: Sim,
    you: EntityId,
    seat: u32,
    fight: Arc<str>,
    has_numbers: bool,
    pending: Pending,
    plan: Option<Plan>,
    /// The foe that is minded.
    foe: EntityId,
    people: People,
    stops: Stops,
    /// Why this decision came, where a cause brought it.
    why: Vec<Stop>,
    /// Whose doing the player was asked about since it was last free (clause D3: one question in an exchange).
    asked: BTreeSet<EntityId>,
    tale: Tale,
    view: View,
    /// The session's own dice, for what a replay must not miss.
    dice: Dice,
    killer: Option<String>,
    /// The wounds of the player's character: told at its death, when its body is no more.
    wounds: Vec<ConditionId>,
    /// Whether the last choice was to hold.
    is_holding: bool,
    scene: OwnedScene,
    decisions: u32,
    serial: u64,
}

impl Session {
    /// A run from its beginning up to the first decision of a seat.
    ///
    /// # Errors
    /// When nobody sits there.
    pub fn new(setup: &Setup, seat: u32, has_numbers: bool) -> Result<Self, SessionError> {
        let sim = Sim::new(setup, LogSwitch::of_this_thread());
        let seats: Vec<usize> = (0..sim.world().row_count()).filter(|row| sim.mind(*row).is_player()).collect();
        let Some(row) = seats.get(seat as usize) else {
            return Err(SessionError::NoSeat(setup.fight.name.to_string(), seat, seats.len()));
        };
        let mut session = Self {
            you: sim.world().id(*row),
            seat,
            fight: Arc::clone(&setup.fight.name),
            has_numbers,
            pending: Pending::Free,
            plan: None,
            foe: EntityId::NONE,
            people: People::default(),
            stops: Stops::default(),
            why: Vec::new(),
            asked: BTreeSet::new(),
            tale: Tale::new(Dice::new(setup.seed)),
            view: View::default(),
            dice: Dice::new(setup.seed),
            killer: None,
            wounds: Vec::new(),
            is_holding: false,
            scene: OwnedScene::default(),
            decisions: 0,
            serial: 0,
            sim,
        };
        session.run();
        Ok(session)
    }

    /// What this seat sees.
    #[must_use]
    pub const fn scene(&self) -> &OwnedScene {
        &self.scene
    }

    /// How the fight ended, if it has.
    #[must_use]
    pub fn ended(&self) -> Option<Ended> {
        self.sim.ended()
    }

    /// The fight; for tests and the developers' overlay.
    #[must_use]
    pub const fn sim(&self) -> &Sim {
        &self.sim
    }

    /// Whose run this is.
    #[must_use]
    pub const fn you(&self) -> EntityId {
        self.you
    }

    /// How many decisions the player was asked for.
    #[must_use]
    pub const fn decisions(&self) -> u32 {
        self.decisions
    }

    /// Every stop of this run: a cause, its subject, and the state of that one.
    #[must_use]
    pub fn stops(&self) -> &[Stop] {
        &self.stops.made
    }

    /// The place of the choice with a command; nothing where it is not offered or cannot be made.
    #[must_use]
    pub fn offer(&self, command: &str) -> Option<usize> {
        self.scene.choices.iter().position(|offer| offer.command == command && offer.why_not.is_empty())
    }

    /// Makes a choice by its place in the scene, and goes on to the next decision.
    ///
    /// # Errors
    /// When there is no such choice, or it cannot be made now; nothing has happened then.
    pub fn choose(&mut self, place: usize) -> Result<(), SessionError> {
        let offer = self.scene.choices.get(place).ok_or(SessionError::NoChoice(place))?;
        if !offer.why_not.is_empty() {
            return Err(SessionError::NotNow(offer.why_not.clone()));
        }
        self.is_holding = matches!(offer.does, Does::Plan(What::Hold, _));
        match offer.does {
            Does::Nothing => return Err(SessionError::NoChoice(place)),
            Does::Mind(foe) => {
                self.foe = foe;
                self.show();
                return Ok(());
            }
            Does::Begin(intent) => self.reply(Reply::Do(intent), None),
            Does::Plan(what, target) => self.begin_plan(what, target),
            Does::GoOn => self.keep_on(),
            Does::Ignore => {
                self.stops.mute(&self.why);
                self.keep_on();
            }
            Does::GiveUp => self.reply(Reply::GiveUp, None),
            Does::Answer(intent) => {
                // An attack is gone on with after the answer, as one that was paused for it is.
                let plan = self.plan.take().filter(Plan::is_fight);
                self.reply(Reply::Do(intent), plan);
            }
            Does::LetPass => self.keep_on(),
        }
        Ok(())
    }

    /// Goes on with what has been begun, and with the plan that it belongs to.
    fn keep_on(&mut self) {
        let plan = self.plan.take();
        self.reply(Reply::GoOn, plan);
    }

    fn begin_plan(&mut self, what: What, target: EntityId) {
        let mut plan = Plan::new(what, target, self.decisions);
        let Some(row) = self.row() else { return };
        match plan.next(&mut self.sim, row, &mut self.dice) {
            Some(intent) => self.reply(Reply::Do(intent), Some(plan)),
            // Nothing comes of it: the same decision is shown again.
            None => self.show(),
        }
    }

    fn reply(&mut self, reply: Reply, plan: Option<Plan>) {
        self.plan = plan;
        let why = std::mem::take(&mut self.why);
        if self.pending != Pending::Free {
            self.stops.answer(&why, reply);
        }
        self.view.clear_trails();
        self.sim.answer(self.you, reply);
        self.run();
    }

    /// Goes on until the player has to decide, or the fight is over.
    fn run(&mut self) {
        loop {
            let halt = advance(&mut self.sim, Visits::Due, u64::MAX);
            self.absorb();
            match halt {
                Halt::Over(_) => return self.finish(),
                Halt::Reached => {}
                Halt::Asks(decision) if decision.actor != self.you => {
                    // Another seat that nobody sits at stands still.
                    let idle = matches!(decision.asks, Asks::Free).then(|| Reply::Do(self.sim.idle_intent()));
                    self.sim.answer(decision.actor, idle.unwrap_or(Reply::GoOn));
                }
                Halt::Asks(decision) => match self.settle(&decision) {
                    Some(reply) => self.sim.answer(self.you, reply),
                    None => return self.decide(&decision),
                },
            }
        }
    }

    /// What was perceived, in order: for names, for reasons to stop, for the tale and the map.
    fn absorb(&mut self) {
        let row = self.row();
        if let Some(row) = row {
            tale::meet_all(&self.sim, row, &mut self.people);
            self.wounds = ending::wounds(&self.sim, self.you);
        }
        let (you, feed) = (self.you, self.sim.take_feed());
        for perceived in feed.iter().filter(|perceived| perceived.by == you) {
            self.note_fate(perceived);
            if let Some(row) = row {
                self.stops.take(&self.sim, row, self.target(), perceived);
            }
            self.view.take(perceived);
            let eyes = Eyes { sim: &self.sim, people: &self.people, you: self.you };
            self.tale.take(&eyes, perceived);
        }
    }

    fn note_fate(&mut self, perceived: &Perceived) {
        let event = &perceived.event;
        let state = match event.id {
            id if id == name::DIED => ActorState::Dead,
            id if id == name::YIELDED => ActorState::Yielded,
            id if id == name::FLED => ActorState::Fled,
            id if id == name::WOUND && event.about == self.you && !self.wounds.contains(&event.condition) => {
                return self.wounds.push(event.condition);
            }
            _ => return,
        };
        self.people.befall(event.about, state);
        if state == ActorState::Dead && event.about == self.you && !event.by.is_none() {
            let eyes = Eyes { sim: &self.sim, people: &self.people, you: self.you };
            self.killer = Some(eyes.name(event.by, perceived.tick));
        }
    }

    /// Whom the player's character has to do with: the target of what it does, else of its plan, else whom it minds.
    fn target(&self) -> EntityId {
        let present = self.row().and_then(|row| self.sim.present(row)).map(|activity| activity.target.entity());
        let planned = self.plan.as_ref().map(|plan| plan.target);
        present.into_iter().chain(planned).find(|id| !id.is_none()).unwrap_or(self.foe)
    }

    /// The answer where no player has to be asked: a plan goes on, or there is no news.
    fn settle(&mut self, decision: &Decision) -> Option<Reply> {
        match &decision.asks {
            Asks::Free => self.next_of_plan().map(Reply::Do),
            Asks::GoOn { is_edge, causes } => self.settle_go_on(*is_edge && causes.is_empty()),
            Asks::React { to, offers } => self.settle_reaction(*to, offers.first()?),
        }
    }

    /// The next intent of the plan, unless a cause ends it or it is done (clause D1).
    fn next_of_plan(&mut self) -> Option<Intent> {
        let row = self.row()?;
        self.stops.take_reach(&self.sim, row);
        let mut plan = self.plan.take()?;
        let is_current = |stop: &Stop| stops::is_current(&self.sim, row, stop);
        let due = self.stops.due(plan.mode, |stop| plan.stops_for(stop) && is_current(stop));
        if !due.is_empty() {
            self.stops.make(&due);
            self.why = due;
            return None;
        }
        let intent = plan.next(&mut self.sim, row, &mut self.dice)?;
        self.plan = Some(plan);
        Some(intent)
    }

    /// The question of clause D2: asked only for news; what has stopped once does not stop again until it changes.
    fn settle_go_on(&mut self, is_bare_edge: bool) -> Option<Reply> {
        let row = self.row()?;
        let fights_on = self.plan.as_ref().is_some_and(|plan| plan.what == What::FightOn);
        let due = if is_bare_edge && self.sim.is_target_gone(row) {
            if fights_on {
                return Some(Reply::GiveUp);
            }
            let stop = Stops::out_of_reach(&self.sim, row, self.target());
            if let Some(reply) = self.stops.answered(&stop) {
                return Some(reply);
            }
            vec![stop]
        } else if self.is_stepping(row) {
            // A step is over before anything could be made of giving it up: what ends the plan ends it there.
            Vec::new()
        } else {
            let plan = self.plan.as_ref();
            self.stops.due(plan.map_or(0, |plan| plan.mode), |stop| match plan {
                Some(plan) => plan.stops_for(stop),
                None => stop.cause != StopCause::Reach,
            })
        };
        if due.is_empty() {
            return Some(if fights_on { Reply::GoOn } else { self.stops.standing().unwrap_or(Reply::GoOn) });
        }
        self.stops.make(&due);
        self.why = due;
        None
    }

    fn is_stepping(&self, row: usize) -> bool {
        let action = self.sim.present(row).map(|activity| &self.sim.content().actions[activity.action.index()]);
        action.is_some_and(|action| action.lengths == LengthSource::Ground)
    }

    /// The question of clause D3: at most one in an exchange; the profile answers where the fight goes on by itself.
    fn settle_reaction(&mut self, to: EntityId, offered: &Intent) -> Option<Reply> {
        let row = self.row()?;
        if self.plan.as_ref().is_some_and(|plan| plan.what == What::FightOn) {
            let profile = self.sim.content().kinds[self.sim.world().kind(row).index()].profile;
            let answered = (name::PREP_BEGAN, to);
            let would = profile.is_some_and(|profile| self.sim.would_answer(row, profile, offered.action, answered));
            return Some(if would { Reply::Do(*offered) } else { Reply::GoOn });
        }
        let stop = Stops::to_answer(&self.sim, row, to);
        match self.stops.answered(&stop) {
            Some(Reply::Do(_)) => return Some(Reply::Do(*offered)),
            Some(_) => return Some(Reply::GoOn),
            None if self.asked.contains(&to) => return Some(Reply::GoOn),
            None => {}
        }
        self.asked.insert(to);
        self.stops.make(&[stop]);
        self.why = vec![stop];
        None
    }

    /// Shows a decision and waits for the player.
    fn decide(&mut self, decision: &Decision) {
        self.pending = match &decision.asks {
            Asks::Free => Pending::Free,
            Asks::GoOn { .. } => Pending::GoOn,
            Asks::React { to, offers } => match offers.first() {
                Some(offered) => Pending::React(*to, *offered),
                None => Pending::GoOn,
            },
        };
        if self.pending == Pending::Free {
            self.asked.clear();
        }
        self.decisions += 1;
        self.tale.tell(&Eyes { sim: &self.sim, people: &self.people, you: self.you });
        if self.is_holding && self.tale.lines.is_empty() {
            // Nobody is left to guess why a wait is over.
            let line = self.why_line();
            self.tale.history.push(line.clone());
            self.tale.lines.push(line);
        }
        self.show();
        if let Some(row) = self.row() {
            self.stops.show(&self.sim, row);
        }
    }

    /// The fight is over: what became of everybody is the last of the tale.
    fn finish(&mut self) {
        self.pending = Pending::Over;
        self.plan = None;
        self.tale.tell(&Eyes { sim: &self.sim, people: &self.people, you: self.you });
        self.show();
        self.scene.is_over = true;
        self.scene.tale.extend(ending::tell(&self.sim, &self.people, self.you, self.killer.as_deref(), &self.wounds));
    }

    /// Builds the scene of this moment.
    fn show(&mut self) {
        self.serial += 1;
        let mut scene = OwnedScene {
            seat: self.seat,
            serial: self.serial,
            title: self.title(),
            tale: self.tale.lines.iter().map(OwnedLine::from).collect(),
            history: self.tale.history.iter().map(OwnedLine::from).collect(),
            content: Arc::clone(self.sim.content()),
            ..OwnedScene::default()
        };
        if let Some(row) = self.row() {
            self.mind_somebody(row);
            scene.map = self.view.map(&self.sim, row);
            scene.in_view = view::in_view(&self.sim, &self.people, row);
            scene.yourself = view::yourself(&self.sim, row);
            scene.tells = view::tells(&self.sim, &self.people, row);
            scene.question = self.question(row);
            scene.choices = self.choices(row);
            if self.has_numbers {
                scene.dev_numbers = view::dev_numbers(&self.sim, row);
            }
        }
        self.scene = scene;
    }

    /// Minds the nearest foe where the one that was minded is not to be seen any more.
    fn mind_somebody(&mut self, row: usize) {
        let foes = choices::foes(&self.sim, row);
        if !foes.contains(&self.foe) {
            self.foe = foes.first().copied().unwrap_or(EntityId::NONE);
        }
    }

    fn choices(&mut self, row: usize) -> Vec<Offer> {
        let mut desk = choices::Desk { sim: &mut self.sim, people: &self.people, you: row, foe: self.foe };
        match &self.pending {
            Pending::Free => desk.free(),
            Pending::GoOn => desk.go_on(),
            Pending::React(_, offered) => desk.react(offered),
            Pending::Over => Vec::new(),
        }
    }

    /// The row of the player's character, while its body is there.
    fn row(&self) -> Option<usize> {
        self.sim.world().row(self.you)
    }
}
