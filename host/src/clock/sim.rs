//! A fight that is running: the world, the clock, everybody's activities, and the dice.
//!
//! Owns the state of the engine between two processings. Which actor is where in a tick, and how many ticks of its activity
//! have been processed, is worked out from the cursor and never counted (clauses L6, T9).

use super::activity::Activity;
use super::advance::Visits;
use super::control::Mind;
use super::decision::Reply;
use super::derived::Derived;
use super::events::Event;
use super::feed::Perceived;
use super::schedule::Wheel;
use super::scope::Scope;
use super::snapshot::Snapshots;
use super::swap::Waiting;
use super::windows::OpenWindow;
use crate::content::tables::{Content, KindIx, LineIx, Ruleset, StimulusIx, StopCause, WeatherIx, ZoneIx};
use crate::dice::Dice;
use crate::log::LogSwitch;
use crate::modules::{Fault, Registry, Roles};
use crate::world::World;
use abi::{ActorState, Cell, Change, CheckAnswer, ConditionId, Deed, EntityId, Out, Phase, SideId, Target, Tick};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// An actor that was taken out, for whoever tells how everybody ended. The rules never ask for it.
#[derive(Clone, Debug)]
pub struct Departed {
    /// Its name in the fight.
    pub name: Arc<str>,
    /// Its kind.
    pub kind: KindIx,
    /// Its side.
    pub side: SideId,
    /// How it was then.
    pub state: ActorState,
}

/// How a fight ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The side that is left, `nobody`, or `time`.
    pub outcome: Arc<str>,
    /// In which tick.
    pub tick: u64,
}

/// Where in a tick the engine is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Between two ticks.
    Between,
    /// What was scheduled.
    Scheduled,
    /// The reaction pass.
    Pass,
    /// The actor loop.
    Loop,
}

/// A reaction that waits for the pass (clause R1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Queued {
    /// The place of the rank in the profile.
    pub rank: usize,
    /// What it answers.
    pub event: Event,
    /// In which tick it was queued.
    pub tick: u64,
}

/// What the clock keeps of an actor.
#[derive(Clone, Debug)]
pub(super) struct ActorClock {
    /// What it is doing.
    pub present: Option<Activity>,
    /// What waits below, the latest last (clause R8).
    pub paused: Vec<Activity>,
    /// One more than the tick in which it was processed last, out of its place or in it.
    pub stamp: u64,
    /// The tick in which something happens to it next; `u64::MAX` where nothing does.
    pub due: u64,
    /// The reactions that wait.
    pub queue: Vec<Queued>,
    /// Events that one of its orders names which is off: answered by nobody, and noted (clause D3).
    pub idle_queue: Vec<Queued>,
    /// Who decides for it.
    pub mind: Mind,
    /// A player's standing orders where they are not those of content (clause D3).
    pub orders: Option<Vec<super::orders::Standing>>,
    /// Its score of clause I1.
    pub score: i32,
    /// Its coin of clause I2.
    pub coin: bool,
    /// Whether all its readings are exact.
    pub reads_exact: bool,
    /// What it would be asked for, since its last processing (clause D2).
    pub causes: Vec<(StopCause, EntityId)>,
    /// Whether a cause has come since its action was committed (clause D2).
    pub has_cause_since_commit: bool,
    /// Causes that have stopped it, until they change.
    pub stopped_for: Vec<(StopCause, EntityId)>,
    /// The last tick in which it let a reaction pass that it was asked for, and how many in that tick (clause D5).
    pub declined: (u64, u64),
    /// Events that one of its busy ranks names, since its last processing (clause C3).
    pub heard: Vec<Event>,
    /// What it did in this encounter.
    pub deeds: Vec<Deed>,
    /// What it has seen of others' actions, ascending by action.
    pub lessons: Vec<super::learning::Lesson>,
    /// Whether it sleeps because no player is near (clause L7).
    pub is_out_of_scope: bool,
}

impl ActorClock {
    pub(super) fn new(mind: Mind, reads_exact: bool, coin: bool) -> Self {
        Self {
            present: None,
            paused: Vec::new(),
            stamp: 0,
            due: u64::MAX,
            queue: Vec::new(),
            idle_queue: Vec::new(),
            mind,
            orders: None,
            score: 0,
            coin,
            reads_exact,
            causes: Vec::new(),
            has_cause_since_commit: false,
            stopped_for: Vec::new(),
            declined: (0, 0),
            heard: Vec::new(),
            deeds: Vec::new(),
            lessons: Vec::new(),
            is_out_of_scope: false,
        }
    }
}

/// An effect that runs later (clause K3).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Scheduled {
    pub key: u64,
    pub maker: EntityId,
    pub what: Due,
    pub target: Target,
    pub ends_with_maker: bool,
}

impl Scheduled {
    /// What nobody calls off, aimed at nobody, whether or not its maker lives by then.
    pub const fn new(maker: EntityId, what: Due) -> Self {
        Self { key: 0, maker, what, target: Target::None, ends_with_maker: false }
    }
}

/// What is done when its tick comes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Due {
    /// A line is run for the target.
    Line(LineIx),
    /// A zone takes those inside again (clause W5).
    Zone(u64),
    /// A condition that began in this tick comes round for the target.
    Condition(ConditionId, u64),
    /// The public line of an activity of the maker's shows the truth again (clause P2).
    Public(u64),
    /// The target, dead or a thing, comes down (clause M7).
    Drop,
    /// What the maker is aware of the target without seeing it fades.
    Fades,
    /// The maker begins, or ceases, to give off a stimulus.
    Source(StimulusIx, bool),
    /// A round is overdue.
    Round(u32),
    /// A zone may go on to the cells beside its own.
    Spread(u64),
    /// The target begins where nothing holds it (clause M7).
    Unheld,
    /// A zone of this kind appears around this cell: what lies there when a fight begins.
    ZoneBegin(ZoneIx, Cell),
    /// A zone of this kind, which lay around this cell, is over.
    ZoneEnd(ZoneIx, Cell),
}

/// Something that was set off and waits for the word to be done (clause K1).
#[derive(Clone, Debug)]
pub(super) enum Consequence {
    /// Effects of an interruption.
    Lines(Vec<LineIx>, super::lines::Cause),
    /// A blow met somebody: its concentration is tried (clause C8).
    Concentration(EntityId, i32, EntityId),
    /// A concentration broke: whose, of which activity, by whose blow (clauses C7, C8).
    Broken(EntityId, u64, EntityId),
    /// Somebody lost a verb (clause C7).
    VerbLost(EntityId),
    /// Somebody may not act any more (clause L8), or is dead (clause L5).
    Stopped(EntityId, EntityId, &'static str),
    /// A body arrived: windows may take it (clause W3).
    Arrived(EntityId),
    /// A cost is gone (clause C10).
    CostGone(EntityId),
    /// A body has come to where nothing holds it (clause M7).
    Unsupported(EntityId),
    /// A hook, by its place, on the event that set it off.
    Hook(usize, Event),
}

/// An encounter (clause N1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Encounter {
    pub began: u64,
    /// The first tick at whose end nobody was aware of a foe any more.
    pub unaware_since: Option<u64>,
}

/// Somebody who joins at the end of the tick (clause L9).
#[derive(Clone, Debug)]
pub(super) struct Joiner {
    pub class: abi::Class,
    pub kind: abi::KindId,
    pub side: SideId,
    pub near: abi::Cell,
    pub by: EntityId,
}

/// Room that calls borrow, kept so that a fight allocates little.
#[derive(Default)]
pub(crate) struct Scratch {
    pub out: Out,
    pub changes: Vec<Change>,
    pub answers: Vec<CheckAnswer>,
    /// What the checks of the word that is being carried out came to, by whom they were against.
    pub magnitudes: Vec<(EntityId, i32)>,
    pub rows: Vec<u32>,
    pub(super) glances: Vec<super::order::Glance>,
    pub situation: Option<Box<crate::decide::Room>>,
}

impl Clone for Scratch {
    /// Room is no part of the state: a copy has its own.
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// A fight that is running.
#[derive(Clone)]
pub struct Sim {
    pub(crate) content: Arc<Content>,
    pub(crate) rules: Arc<Ruleset>,
    pub(crate) registry: Arc<Registry>,
    pub(crate) roles: Roles,
    pub(crate) derived: Arc<Derived>,
    pub(crate) world: World,
    pub(crate) dice: Dice,
    pub(crate) log: LogSwitch,
    pub(super) actors: Vec<ActorClock>,
    pub(super) tick: u64,
    /// Between two ticks: the last one that is over without having been visited, where the engine was told to stop behind it.
    pub(super) reached: Option<u64>,
    /// Whether the first tick has been opened.
    pub(super) is_begun: bool,
    pub(super) is_end_told: bool,
    pub(super) stage: Stage,
    pub(super) visits: Visits,
    /// The place in the order of the actor that is being processed, or was last.
    pub(super) cursor: u32,
    /// Who is due in this tick: place and row, the last place first, so that the next is taken from the end.
    pub(super) work: Vec<(u32, u32)>,
    /// Reaction passes that are still to be worked, each by place.
    pub(super) passes: VecDeque<VecDeque<u32>>,
    /// Rows with reactions queued since the last pass was opened.
    pub(super) queued: Vec<u32>,
    pub(super) wheel: Wheel,
    pub(super) scheduled: BTreeMap<(u64, u64), Scheduled>,
    /// Rows in initiative order.
    pub(super) order: Vec<u32>,
    /// The place of each row in the order.
    pub(super) places: Vec<u32>,
    pub(super) events: Vec<Event>,
    /// The depth of the activity that is being processed, 0 outside of any: that of every event raised now (clause R11).
    pub(super) depth_now: u32,
    pub(super) list: VecDeque<Consequence>,
    pub(super) list_length: u32,
    /// The line that began what is on the list, for the fault of clause K1.
    pub(super) list_line: Option<LineIx>,
    pub(super) windows: Vec<OpenWindow>,
    pub(super) weather: Arc<[WeatherIx]>,
    pub(super) encounter: Option<Encounter>,
    /// Who perceives a standing foe: observer, foe.
    pub(super) foes: BTreeSet<(u32, u32)>,
    pub(super) scope: Scope,
    /// The rows that take in stimuli.
    pub(super) listeners: Vec<u32>,
    pub(super) rounds: Vec<super::absence::Rounds>,
    pub(super) joiners: Vec<Joiner>,
    pub(super) gone: Vec<EntityId>,
    /// Who was taken out, in that order.
    pub(super) departed: Vec<Departed>,
    pub(super) moved: Vec<u32>,
    pub(super) has_state_changed: bool,
    pub(super) is_order_fixed: bool,
    pub(super) serial: u64,
    pub(super) event_serial: u64,
    pub(super) intent_seq: u64,
    pub(super) ended: Option<Ended>,
    pub(super) stop: crate::content::tables::Stop,
    pub(super) max_ticks: u64,
    pub(super) player_side: SideId,
    pub(super) answer: Option<(EntityId, Reply)>,
    pub(super) feed: Vec<Perceived>,
    pub(super) faults: Vec<Fault>,
    /// When orders could have answered; no part of the state.
    pub(super) moments: Vec<super::orders::Moment>,
    pub(super) counts: Counts,
    pub(super) scratch: Scratch,
    pub(super) readings: super::kept_readings::KeptReadings,
    /// Modules that wait to be swapped in (clause L9).
    pub(super) swap: Option<Waiting>,
    pub(super) snapshots: Snapshots,
}

/// What a fight came to, for benches and reports; no part of its state.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// How often a profile, script or player decided.
    pub decisions: u64,
    /// How many events were raised.
    pub events: u64,
    /// How many processings there were.
    pub processings: u64,
}

impl Sim {
    /// Where in a tick the engine is.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// Now.
    #[must_use]
    pub const fn tick(&self) -> u64 {
        self.tick
    }

    /// How the fight ended, if it has.
    #[must_use]
    pub fn ended(&self) -> Option<Ended> {
        self.ended.clone()
    }

    /// The world.
    #[must_use]
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// The content that it runs on.
    #[must_use]
    pub const fn content(&self) -> &Arc<Content> {
        &self.content
    }

    /// The place of an action.
    #[must_use]
    pub fn action_ix(&self, id: abi::ActionId) -> Option<crate::content::tables::ActionIx> {
        self.derived.action_ix(id)
    }

    /// The ruleset that it runs by.
    #[must_use]
    pub const fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// What it came to so far.
    #[must_use]
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// Who was taken out so far: the dead, who fled, whom an effect removed.
    #[must_use]
    pub fn departed(&self) -> &[Departed] {
        &self.departed
    }

    /// Faults of modules so far.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Answers the decision that the engine stopped for; the next call of `advance` carries it out.
    pub fn answer(&mut self, actor: EntityId, reply: Reply) {
        self.answer = Some((actor, reply));
    }

    /// What the player's character perceived since this was last taken.
    #[must_use]
    pub fn take_feed(&mut self) -> Vec<Perceived> {
        std::mem::take(&mut self.feed)
    }

    /// Whether a row's actor has been processed in this tick: out of its place, or because its place is past.
    pub(super) fn is_processed(&self, row: usize) -> bool {
        match self.stage {
            Stage::Between => true,
            Stage::Scheduled => false,
            Stage::Pass => self.actors[row].stamp > self.tick,
            Stage::Loop => self.actors[row].stamp > self.tick || self.places[row] < self.cursor,
        }
    }

    /// How many ticks of an actor's present activity have been processed (clause T9).
    #[must_use]
    pub(crate) fn done(&self, row: usize) -> u32 {
        let Some(activity) = &self.actors[row].present else { return 0 };
        let through = self.tick + u64::from(self.is_processed(row));
        u32::try_from(through.saturating_sub(activity.start.0)).unwrap_or(u32::MAX)
    }

    /// The same for whoever keeps books of a fight from outside.
    #[must_use]
    pub fn ticks_done(&self, row: usize) -> u32 {
        self.done(row)
    }

    /// In which tick an actor was processed last.
    #[must_use]
    pub fn processed_last(&self, row: usize) -> Option<u64> {
        self.actors[row].stamp.checked_sub(1)
    }

    /// The phase of an actor's present activity (clause T9); none when it is free or only pauses.
    #[must_use]
    pub fn phase(&self, row: usize) -> Option<Phase> {
        let activity = self.actors[row].present.as_ref()?;
        Some(activity.phase(self.done(row)))
    }

    /// What an actor is doing.
    #[must_use]
    pub fn present(&self, row: usize) -> Option<&Activity> {
        self.actors[row].present.as_ref()
    }

    /// Whether an actor has neither a present activity nor a paused one.
    #[must_use]
    pub fn is_free(&self, row: usize) -> bool {
        self.actors[row].present.is_none() && self.actors[row].paused.is_empty()
    }

    /// Makes an actor due as soon as it can be processed: in this tick where its place is to come, else in the next.
    pub(super) fn wake(&mut self, row: usize) {
        if self.actors[row].is_out_of_scope {
            return;
        }
        if self.stage != Stage::Between && !self.is_processed(row) {
            self.actors[row].due = self.tick;
            self.add_work(row);
        } else {
            self.set_due(row, self.tick + 1);
        }
    }

    /// Makes an actor due at a tick to come.
    pub(super) fn set_due(&mut self, row: usize, tick: u64) {
        self.actors[row].due = tick;
        if tick < u64::MAX {
            self.wheel.add(tick, row as u32);
        }
    }

    pub(crate) fn scratch_mut(&mut self) -> &mut Scratch {
        &mut self.scratch
    }

    /// What an actor did in this encounter.
    pub(crate) fn deeds(&self, row: usize) -> &[Deed] {
        &self.actors[row].deeds
    }

    /// Since when there is an encounter, if there is one.
    #[must_use]
    pub fn encounter_began(&self) -> Option<Tick> {
        self.encounter.map(|encounter| Tick(encounter.began))
    }

    /// An instant from a tick number.
    pub(super) const fn now(&self) -> Tick {
        Tick(self.tick)
    }
}
