//! One body for this crate's unit tests, which takes the changes of this role and no others.
//!
//! Owns tracks, conditions and a state. Must never stand in for the host: it has no clock and no events.

use abi::{
    ActorState, At, By, Change, Class, ConditionId, ConditionRow, Degree, EntityId, Extent, Harm, HarmId, Hurt, KindId, Out,
    Packet, ParamId, RSlice, Raise, SideId, StatId, Tick, TrackId, VerbId, World,
};
use std::collections::BTreeMap;

use crate::names::*;

/// The body.
pub fn id() -> EntityId {
    EntityId { index: 0, generation: 1 }
}

/// Somebody under the default parameters.
#[derive(Clone, Debug)]
pub struct Body {
    tracks: BTreeMap<TrackId, i64>,
    stats: BTreeMap<StatId, i32>,
    verbs: BTreeMap<VerbId, i32>,
    params: BTreeMap<ParamId, i64>,
    /// Its wounds, in the order in which they came.
    pub conditions: Vec<ConditionId>,
    /// Its state.
    pub state: ActorState,
}

impl Body {
    /// A whole body with so much avoidance.
    pub fn with_capacity(capacity: i64) -> Self {
        let stage = if capacity == 0 { 4 } else { 0 };
        Self {
            tracks: [(CAPACITY, capacity), (AVOIDANCE, capacity), (STAGE, stage)].into(),
            stats: BTreeMap::new(),
            verbs: BTreeMap::new(),
            params: [
                (BIRTH_SPREAD, 100),
                (WORKING, 850),
                (WINDED, 550),
                (GUARD_FAILING, 300),
                (EXPOSED, 0),
                (BEST_WHEN_WOUNDED, 2),
                (HIT, 6),
                (HEAVY, 15),
                (CRUSHING, 25),
                (THROUGH, 500),
                (SEVERE_FROM, 3),
                (DEADLY_WOUNDS, 3),
                (COUP_KILLS, 1),
                (WARD_POWER, 0),
            ]
            .into(),
            conditions: Vec::new(),
            state: ActorState::Up,
        }
    }

    /// Another value of a parameter.
    pub fn param(mut self, param: ParamId, value: i64) -> Self {
        self.params.insert(param, value);
        self
    }

    /// A stat.
    pub fn stat(mut self, stat: StatId, value: i32) -> Self {
        self.stats.insert(stat, value);
        self
    }

    /// A verb that is lost, by name.
    pub fn lost(self, name: &str) -> Self {
        self.lost_verb(VerbId::of(name))
    }

    /// A verb that is lost.
    pub fn lost_verb(mut self, verb: VerbId) -> Self {
        self.verbs.insert(verb, -1);
        self
    }

    /// A track.
    pub fn track(&self, track: TrackId) -> i64 {
        self.tracks.get(&track).copied().unwrap_or(0)
    }

    /// What the role answers to a blow, without taking it.
    pub fn changes(&self, role: &impl Harm, harm: HarmId, points: i32, degree: Degree, seed: u64) -> Vec<Change> {
        let packet = Packet { harm, points };
        let hurt = Hurt { target: id(), by: EntityId::NONE, packet, degree, is_exploit: false };
        self.answered(|world, out| role.hurt(world, &hurt, seed, out))
    }

    /// Takes a blow, and hands over what was raised as `blow`.
    pub fn hurt(&mut self, role: &impl Harm, harm: HarmId, points: i32, degree: Degree, seed: u64) -> Raise {
        let changes = self.changes(role, harm, points, degree, seed);
        let blows = changes.iter().filter_map(|change| match change {
            Change::Raise(raise) if raise.event == BLOW_EVENT => Some(raise.clone()),
            _ => None,
        });
        let mut blows: Vec<Raise> = blows.collect();
        let told = blows.pop().unwrap_or_else(|| panic!("no blow was told of {points} points: {changes:?}"));
        assert!(blows.is_empty(), "one blow is told once");
        self.take(changes);
        told
    }

    /// Is mended.
    pub fn mend(&mut self, role: &impl Harm, points: i32) {
        let changes = self.answered(|world, out| role.mend(world, id(), points, out));
        self.take(changes);
    }

    /// Is born.
    pub fn born(&mut self, role: &impl Harm, seed: u64) {
        let changes = self.answered(|world, out| role.born(world, id(), seed, out));
        self.take(changes);
    }

    fn answered(&self, call: impl FnOnce(&World<'_>, &mut Out)) -> Vec<Change> {
        let mut out = Out::default();
        self.with_world(|world| call(world, &mut out));
        let mut changes = Vec::new();
        out.drain_changes(&mut changes);
        changes
    }

    fn take(&mut self, changes: Vec<Change>) {
        for change in changes {
            match change {
                Change::Track { track, by: By::Set(value), .. } => _ = self.tracks.insert(track, value),
                Change::Track { track, by: By::Add(value), .. } => *self.tracks.entry(track).or_default() += value,
                Change::Condition { condition, .. } => self.conditions.push(condition),
                Change::SetState { state, .. } => self.state = state,
                Change::Raise(_) => {}
                other => panic!("{other:?} is no change of this role"),
            }
        }
    }

    /// Lends the world of this one body.
    pub fn with_world<T>(&self, look: impl FnOnce(&World<'_>) -> T) -> T {
        let (track_ids, tracks): (Vec<_>, Vec<_>) = self.tracks.iter().map(|(id, value)| (*id, *value)).unzip();
        let (stat_ids, stats): (Vec<_>, Vec<_>) = self.stats.iter().map(|(id, value)| (*id, *value)).unzip();
        let (verb_ids, verbs): (Vec<_>, Vec<_>) = self.verbs.iter().map(|(id, value)| (*id, *value)).unzip();
        let (param_ids, params): (Vec<_>, Vec<_>) = self.params.iter().map(|(id, value)| (*id, *value)).unzip();
        let row = |condition: &ConditionId| ConditionRow {
            entity: id(),
            condition: *condition,
            since: Tick(0),
            until: Tick(0),
            stacks: 1,
            source: EntityId::NONE,
        };
        let conditions: Vec<ConditionRow> = self.conditions.iter().map(row).collect();
        look(&World {
            ids: RSlice::from_slice(&[id()]),
            classes: RSlice::from_slice(&[Class::Actor]),
            kinds: RSlice::from_slice(&[KindId::NONE]),
            sides: RSlice::from_slice(&[SideId::NONE]),
            places: RSlice::from_slice(&[At::default()]),
            extents: RSlice::from_slice(&[Extent::default()]),
            states: RSlice::from_slice(&[self.state]),
            track_ids: RSlice::from_slice(&track_ids),
            tracks: RSlice::from_slice(&tracks),
            stat_ids: RSlice::from_slice(&stat_ids),
            stats: RSlice::from_slice(&stats),
            verb_ids: RSlice::from_slice(&verb_ids),
            verbs: RSlice::from_slice(&verbs),
            conditions: RSlice::from_slice(&conditions),
            param_ids: RSlice::from_slice(&param_ids),
            params: RSlice::from_slice(&params),
            ..World::default()
        })
    }
}
