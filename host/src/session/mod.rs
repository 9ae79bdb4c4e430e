//! One run seen from one seat: what is perceived, what is asked, what is chosen, and what comes of it.
//!
//! Owns the fight while it is played, the plans that a command stands for, and the tale. The engine stops whenever the
//! player's character has to decide; the session answers for it where a plan or a standing order already has, and else shows a
//! scene and waits. It never changes the world but by intents, and knows no rule. `play` drives it for a front end, tests drive
//! it without any.
//!
//! Read `Session::run` in `course` first: the one loop between the engine and the player.

mod ahead;
mod answers;
mod asking;
mod choices;
mod course;
mod directions;
mod doors;
mod drifts;
mod ending;
mod error;
mod gaze;
mod habit;
mod knowing;
mod lesson;
mod levels;
mod lexicon;
mod light;
pub mod notcurses;
mod orders;
mod people;
mod perception;
mod plans;
mod play;
mod refusals;
mod remembered;
mod resume;
mod scene;
mod settling;
mod showing;
mod stops;
mod swapping;
mod tale;
pub mod threat;
mod timing;
mod view;
mod ways;
mod weights;

pub use ahead::Ahead;
pub use choices::{Does, Offer};
pub use error::SessionError;
pub use play::{Keep, PlayEnd, PlayError, PlayOptions, play, play_beside, prepare};
pub use refusals::missing as missing_refusals;
pub use scene::{OwnedBody, OwnedInView, OwnedLine, OwnedMap, OwnedScene};
pub use stops::Stop;

use crate::clock::{Decision, Ended, Reply, Setup, Sim, StandingOrders};
use crate::content::tables::{Order, ProfileIx, Stance};
use crate::dice::Dice;
use crate::lab::recording::Position;
use crate::lab::seats::{Astray, Seats};
use crate::log::LogSwitch;
use abi::{ActionKind, ConditionId, EntityId, Intent};
use gaze::Looked;
use lesson::Lesson;
use orders::{Aside, Edit, Page};
use people::People;
use plans::{Plan, What};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use stops::Stops;
use tale::Tale;
use view::View;

/// What is being asked.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Pending {
    Free,
    GoOn,
    React(EntityId, Intent, u32),
    /// The fight has ended while the player rested: that is said before what became of all.
    Ended,
    Over,
}

/// One run seen from one seat.
#[derive(Clone)]
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
    lesson: Lesson,
    /// Whether the last choice was to hold.
    is_holding: bool,
    /// Whether it was to hold or to wait.
    is_resting: bool,
    /// Whether blows have been exchanged, or begun by choice: then there is a fight to go on with.
    has_fought: bool,
    /// The last sound that came from nobody in view.
    sound: Option<knowing::Sound>,
    scene: OwnedScene,
    decisions: u32,
    serial: u64,
    /// The standing orders, and the ranks that they are of.
    orders: StandingOrders,
    order_profile: Option<ProfileIx>,
    /// The kind of the player's character.
    kind: Arc<str>,
    /// The orders before each change.
    undo: Vec<StandingOrders>,
    /// What is meant by leaving the fight to habit, where it is left to it.
    habit: Option<Stance>,
    /// What habit chose, by what was meant and the rank, and how often.
    habits: BTreeMap<(Option<Stance>, u32), i64>,
    /// What was answered as the player had answered it before, by order and to whom, and how often.
    repeats: BTreeMap<(u32, EntityId), i64>,
    /// What is shown in place of the scene.
    page: Option<Page>,
    /// What came of looking up or down, until time goes on.
    looked: Option<Looked>,
    /// The question that the engine waits with.
    decision: Option<Decision>,
    /// Whether orders were changed at a question about one of them.
    is_to_ask_anew: bool,
    /// What was decided before, where a run is gone on with.
    past: Seats,
    /// Where the record of it and the run part, if they do.
    astray: Option<Astray>,
    /// Where the player is asked.
    asked_at: Option<Position>,
    /// A choice is made, and what it comes to not reached.
    is_under_way: bool,
}

impl Session {
    /// A run up to the first decision of a seat that has not been made yet.
    ///
    /// # Errors
    /// Nobody sits there, or what was decided leads elsewhere.
    pub fn resume(setup: &Setup, seat: u32, has_numbers: bool, past: Seats) -> Result<Self, SessionError> {
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
            lesson: Lesson::default(),
            is_holding: false,
            is_resting: false,
            has_fought: false,
            sound: None,
            scene: OwnedScene::default(),
            decisions: 0,
            serial: 0,
            orders: sim.standing_orders(*row),
            order_profile: sim.mind(*row).reactions(),
            kind: Arc::clone(&sim.content().kinds[sim.world().kind(*row).index()].name),
            undo: Vec::new(),
            habit: None,
            habits: BTreeMap::new(),
            repeats: BTreeMap::new(),
            page: None,
            looked: None,
            decision: None,
            is_to_ask_anew: false,
            past,
            astray: None,
            asked_at: None,
            is_under_way: false,
            sim,
        };
        session.sim.reserve_searches();
        session.set_out();
        session.run();
        session.astray.take().map_or(Ok(session), |astray| Err(SessionError::Astray(astray)))
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

    /// Whether the scene has a choice at this place.
    #[must_use]
    pub fn has_choice(&self, place: usize) -> bool {
        place < self.scene.choices.len()
    }

    /// Makes a choice by its place in the scene, and goes on to the next decision.
    ///
    /// # Errors
    /// When there is no such choice, or it cannot be made now; nothing has happened then.
    pub fn choose(&mut self, place: usize) -> Result<(), SessionError> {
        self.begin(place)?;
        self.run();
        Ok(())
    }

    /// Makes a choice, as [`Session::choose`] does, without what comes of it: that is under way then. Only where the fight is left
    /// to habit some of its time has passed.
    fn begin(&mut self, place: usize) -> Result<(), SessionError> {
        let offer = self.scene.choices.get(place).ok_or(SessionError::NoChoice(place))?;
        if !offer.why_not.is_empty() {
            return Err(SessionError::NotNow(offer.why_not.clone()));
        }
        if let Does::Aside(aside) = offer.does {
            self.turn(aside);
            return Ok(());
        }
        self.is_holding = matches!(offer.does, Does::Plan(What::Hold, _));
        self.is_resting = self.is_holding || matches!(offer.does, Does::Begin(intent) if self.is_wait(&intent));
        self.has_fought |= matches!(offer.does, Does::Plan(What::Press(_), _) | Does::Answer(_));
        match offer.does {
            Does::Nothing | Does::Aside(_) => return Err(SessionError::NoChoice(place)),
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
            Does::LookBack => self.look_back(),
        }
        Ok(())
    }

    /// Carries out what takes no time.
    fn turn(&mut self, aside: Aside) {
        match aside {
            Aside::Open(page) => self.open(Some(page)),
            Aside::Close => {
                self.page = None;
                self.go_on_if_changed();
            }
            Aside::Order(rank, edit) => {
                self.edit_order(rank, edit);
                self.show();
            }
            Aside::Undo => {
                self.undo_order();
                self.show();
            }
            Aside::LeaveToHabit(stance) => self.leave_to_habit(stance),
            Aside::GoOnByHabit => self.go_on_by_habit(),
            Aside::Look(gaze) => self.look(gaze),
            Aside::Unmute => {
                self.stops.unmute();
                self.show();
            }
            Aside::Always(rank) => {
                self.plan = self.plan.take().filter(Plan::is_fight);
                self.edit_order(rank, Edit::Decided(Order::Auto));
                self.go_on_if_changed();
            }
        }
    }

    fn open(&mut self, page: Option<Page>) {
        self.page = page;
        self.show();
    }

    fn is_wait(&self, intent: &Intent) -> bool {
        let action = self.sim.action_ix(intent.action).map(|ix| &self.sim.content().actions[ix.index()]);
        action.is_some_and(|action| action.kind == ActionKind::Wait)
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
            Some(intent) => {
                self.count_habit(&plan);
                self.reply(Reply::Do(intent), Some(plan));
            }
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
        self.set_out();
    }

    /// Whom the player's character has to do with: the target of what it does, else of its plan, else whom it minds.
    fn target(&self) -> EntityId {
        let present = self.row().and_then(|row| self.sim.present(row)).map(|activity| activity.target.entity());
        let planned = self.plan.as_ref().map(|plan| plan.target);
        present.into_iter().chain(planned).find(|id| !id.is_none()).unwrap_or(self.foe)
    }

    /// The row of the player's character, while its body is there.
    fn row(&self) -> Option<usize> {
        self.sim.world().row(self.you)
    }
}
