//! Setting up a fight: who stands where, what they perceive, in which order they stand when the first tick begins.

use super::advance::Visits;
use super::control::Mind;
use super::derived::Derived;
use super::holders::ModuleChange;
use super::scope::Scope;
use super::sim::{Counts, Due, Scheduled, Scratch, Sim, Stage};
use super::snapshot::Snapshots;
use crate::content::Overrides;
use crate::content::tables::{Content, Control, Fight, Ruleset};
use crate::dice::Dice;
use crate::log::{Head, Line, LogSwitch, Part};
use crate::modules::{Registry, Roles};
use crate::world::space::{Ground, Map, MapError, Under};
use crate::world::{Birth, World};
use abi::{ActorState, Cell, Change, Class, EntityId, SideId, Target};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::sync::Arc;

/// Everything that a fight is made of.
#[derive(Clone)]
pub struct Setup {
    /// The content, with what the fight file adds.
    pub content: Arc<Content>,
    /// The ruleset, with what the fight file and the command line set.
    pub rules: Arc<Ruleset>,
    /// The modules.
    pub registry: Arc<Registry>,
    /// The holders of the ruleset's roles.
    pub roles: Roles,
    /// What follows from content and ruleset.
    pub derived: Arc<Derived>,
    /// The fight.
    pub fight: Arc<Fight>,
    /// Its ground.
    pub map: Arc<Map>,
    /// The seed.
    pub seed: u64,
    /// What the command line changed of the ruleset, already applied; the log names it for a replay.
    pub overrides: Overrides,
    /// What has been changed of the modules since they were loaded, already carried out; the log names it for a replay.
    pub changes: Vec<ModuleChange>,
}

/// Why a fight cannot be set up although its file was checked: the map is none.
#[derive(Debug)]
pub struct SetupError(pub MapError);

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the map of the fight cannot be built: {}", self.0)
    }
}

impl std::error::Error for SetupError {}

impl Sim {
    /// Sets up a fight, up to the moment before its first tick.
    ///
    /// Order: for each actor in the order of the file one draw of `births`.
    #[must_use]
    pub fn new(setup: &Setup, log: LogSwitch) -> Self {
        let mut sim = Self::empty(setup, log);
        if sim.log.is_on() {
            setup.log_first_line();
        }
        setup.changes.iter().for_each(|change| sim.log_change(change, None));
        let cast = sim.cast(&setup.fight);
        for (place, actor) in setup.fight.actors.iter().enumerate() {
            let id = cast[place];
            let mind = match &actor.control {
                Control::Profile(profile) => Mind::Profile(*profile),
                Control::Player => Mind::Player(setup.content.kinds[actor.kind.index()].orders),
                Control::Script(acts, reacts) => {
                    Mind::Script { acts: acts.clone(), next: 0, reacts: *reacts, cast: cast.clone() }
                }
            };
            sim.enrol(id, mind, actor.reads_exact);
            if actor.is_asleep {
                sim.world.apply(Change::SetState { entity: id, state: ActorState::Asleep, by: EntityId::NONE });
            }
        }
        sim.world.air.ambient = setup.fight.light;
        sim.place_sources(&setup.fight, &cast);
        for (zone, at) in &setup.fight.zones {
            sim.schedule(0, Scheduled::new(EntityId::NONE, Due::ZoneBegin(*zone, *at)));
        }
        for id in &cast {
            if sim.world.row(*id).is_some_and(|row| !sim.has_footing(row, sim.world.cell(row))) {
                sim.schedule(0, Scheduled { target: Target::Actor(*id), ..Scheduled::new(*id, Due::Unheld) });
            }
        }
        sim.plan_rounds(&setup.fight, &cast);
        sim.stand(setup, &cast);
        sim
    }

    fn empty(setup: &Setup, log: LogSwitch) -> Self {
        let world = World::new(Arc::clone(&setup.content), &setup.rules, Arc::clone(&setup.map));
        Self {
            derived: Arc::clone(&setup.derived),
            content: Arc::clone(&setup.content),
            rules: Arc::clone(&setup.rules),
            registry: Arc::clone(&setup.registry),
            roles: setup.roles,
            world,
            dice: Dice::new(setup.seed),
            log,
            actors: Vec::new(),
            tick: 0,
            reached: None,
            is_begun: false,
            is_end_told: false,
            stage: Stage::Between,
            visits: Visits::Due,
            cursor: 0,
            work: Vec::new(),
            passes: VecDeque::new(),
            queued: Vec::new(),
            wheel: super::schedule::Wheel::default(),
            scheduled: BTreeMap::new(),
            order: Vec::new(),
            places: Vec::new(),
            events: Vec::new(),
            depth_now: 0,
            list: VecDeque::new(),
            list_length: 0,
            list_line: None,
            windows: Vec::new(),
            weather: setup.fight.weather.as_slice().into(),
            encounter: None,
            foes: BTreeSet::new(),
            scope: Scope::of(setup.fight.scope),
            listeners: Vec::new(),
            rounds: Vec::new(),
            joiners: Vec::new(),
            gone: Vec::new(),
            departed: Vec::new(),
            moved: Vec::new(),
            has_state_changed: true,
            is_order_fixed: !setup.fight.initiative.is_empty(),
            serial: 0,
            event_serial: 0,
            intent_seq: 0,
            ended: None,
            stop: setup.fight.stop,
            max_ticks: setup.fight.max_ticks,
            player_side: player_side(&setup.fight),
            answer: None,
            feed: Vec::new(),
            faults: Vec::new(),
            moments: Vec::new(),
            counts: Counts::default(),
            scratch: Scratch::default(),
            readings: super::kept_readings::KeptReadings::default(),
            swap: None,
            snapshots: Snapshots::default(),
        }
    }

    fn cast(&mut self, fight: &Fight) -> Vec<EntityId> {
        let birth = |actor: &crate::content::tables::FightActor| Birth {
            class: Class::Actor,
            kind: actor.kind,
            side: actor.side,
            cell: actor.at,
            name: Arc::clone(&actor.name),
        };
        fight.actors.iter().map(|actor| self.world.spawn(birth(actor))).collect()
    }

    /// Everybody takes its place: the order, and what each perceives. An encounter begins at the end of tick 0 (clause N1).
    fn stand(&mut self, setup: &Setup, cast: &[EntityId]) {
        if self.is_order_fixed {
            self.order = setup.fight.initiative.iter().map(|place| cast[*place].index).collect();
        }
        self.sort_order();
        let log = std::mem::replace(&mut self.log, LogSwitch::OFF);
        let mut rows = self.order.clone();
        // Perceptions at the start are told after everybody has joined, so they are judged quietly first for the order.
        for row in &rows {
            self.look(*row as usize);
        }
        let noticed = std::mem::take(&mut self.events);
        // Hooks on them are set off when they are raised in earnest, below.
        self.list.clear();
        self.log = log;
        rows.sort_unstable();
        for row in rows {
            self.log_joined(row as usize);
        }
        for event in noticed {
            self.raise(event);
        }
        self.collect();
        for row in 0..self.actors.len() {
            let due = match &self.actors[row].mind {
                Mind::Script { .. } => self.next_entry(row).unwrap_or(u64::MAX),
                _ => 0,
            };
            self.set_due(row, due);
        }
    }
}

impl Setup {
    /// Writes the first line of the log to whoever listens: with it alone the fight can be run again.
    pub fn log_first_line(&self) {
        let logged = self.registry.logged();
        let modules: Vec<Part<'_>> =
            logged.iter().map(|(module, print)| Part { id: &module.id, version: &module.version, hash: print }).collect();
        let packs: Vec<Part<'_>> =
            self.content.packs.iter().map(|pack| Part { id: &pack.id, version: &pack.version, hash: &pack.hash }).collect();
        let hash = format!("{:016x}", abi::hash(&self.fight.source));
        let holders: Vec<&str> = self.overrides.holders.iter().map(String::as_str).collect();
        let set: Vec<&str> = self.overrides.sets.iter().map(String::as_str).collect();
        let head = Head {
            seed: self.seed,
            ruleset: &self.rules.name,
            holders: &holders,
            set: &set,
            abi: abi::ABI_VERSION,
            modules: &modules,
            packs: &packs,
            fight: &self.fight.name,
            fight_hash: &hash,
            fight_text: &self.fight.source,
        };
        Line::first(&head).emit();
    }
}

fn player_side(fight: &Fight) -> SideId {
    fight.played().next().map_or(SideId::of("party"), |actor| actor.side)
}

/// The ground of a fight.
///
/// # Errors
/// When its map is none: too large, or of no size.
pub fn map_of(content: &Content, fight: &Fight) -> Result<Map, SetupError> {
    let grounds = content.grounds.iter().map(|def| Ground {
        id: def.id,
        fill: def.fill,
        has_floor: def.has_floor,
        departure_ticks: def.departure_ticks,
        arrival_ticks: def.arrival_ticks,
        opposing_ticks: def.opposing_ticks,
        holding: def.holding,
        is_opaque: def.is_opaque,
    });
    let side = |feet: u32| i32::try_from(feet).unwrap_or(i32::MAX);
    let [x, y, z] = fight.size;
    let size = Cell::new(side(x), side(y), side(z));
    let mut map = Map::new(size, grounds.collect(), fight.cells.clone()).map_err(SetupError)?;
    for weather in &fight.weather {
        let def = &content.weathers[weather.index()];
        let (departure_ticks, arrival_ticks) = (def.departure_ticks, def.arrival_ticks);
        map.add_everywhere(Under { departure_ticks, arrival_ticks, ..Under::EVEN });
    }
    Ok(map)
}
