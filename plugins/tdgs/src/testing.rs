//! A few bodies for this crate's unit tests, under the default parameters.
//!
//! Owns what they have and where they stand. Must never stand in for the host: it has no clock and no events.

use abi::{
    ActorState, Arg, Args, At, By, Cell, Change, CheckAnswer, CheckRequest, Class, ConditionId, ConditionRow, Effect,
    EffectCall, EntityId, Extent, FactId, FactRow, KindId, Out, ParamId, RSlice, SideId, StatId, Target, Tick, TrackId,
    World,
};
use std::collections::BTreeMap;

use crate::names::*;

/// The id of a row.
pub const fn id(row: u32) -> EntityId {
    EntityId { index: row, generation: 1 }
}

/// Some bodies: row 0 on one side, all others on the other. Every stat is 0 until it is said.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    places: Vec<Cell>,
    sides: Vec<SideId>,
    states: Vec<ActorState>,
    stats: BTreeMap<(u32, StatId), i32>,
    tracks: BTreeMap<(u32, TrackId), i64>,
    conditions: Vec<ConditionRow>,
    facts: Vec<FactRow>,
    params: BTreeMap<ParamId, i64>,
}

/// The defaults of the module.
const PARAMS: [(ParamId, i64); 13] = [
    (POINTS_PER_STEP, 5),
    (WEAPON_BONUS, 400),
    (HEIGHT, 2),
    (SCENE, 6000),
    (DIFFICULT, 5),
    (VERY_DIFFICULT, 15),
    (SCRAPED, 850),
    (BATTERED, 550),
    (BLOODIED, 300),
    (REELING, 150),
    (BLOW_HIT, 60),
    (BLOW_HEAVY, 200),
    (BLOW_CRUSHING, 400),
];

impl Scene {
    /// So many bodies in a row, ten feet apart.
    pub fn actors(mut self, count: usize) -> Self {
        self.places = (0..).take(count).map(|row| Cell::new(row * 10, 0, 0)).collect();
        self.sides = (0..count).map(|row| SideId(u64::from(row > 0) + 1)).collect();
        self.states = vec![ActorState::Up; count];
        self.params = PARAMS.into();
        self
    }

    /// A stat as it is now.
    pub fn stat(mut self, row: u32, stat: StatId, value: i32) -> Self {
        self.stats.insert((row, stat), value);
        self
    }

    /// A track.
    pub fn track(mut self, row: u32, track: TrackId, value: i64) -> Self {
        self.tracks.insert((row, track), value);
        self
    }

    /// A body with all of so many hit points.
    pub fn whole(self, row: u32, points: i64) -> Self {
        self.stat(row, CONSTITUTION, i32::try_from(points / 5).unwrap()).track(row, POINTS, points)
    }

    /// A condition.
    pub fn condition(mut self, row: u32, condition: ConditionId, source: EntityId) -> Self {
        let entity = id(row);
        self.conditions.push(ConditionRow { entity, condition, since: Tick(0), until: Tick(0), stacks: 1, source });
        self.conditions.sort_unstable();
        self
    }

    /// A fact about nobody.
    pub fn fact(mut self, row: u32, key: FactId, value: i64) -> Self {
        self.facts.push(FactRow { entity: id(row), key, about: EntityId::NONE, value, expires: Tick(0) });
        self.facts.sort_unstable();
        self
    }

    /// Where somebody stands.
    pub fn at(mut self, row: u32, cell: Cell) -> Self {
        self.places[row as usize] = cell;
        self
    }

    /// On whose side somebody is.
    pub fn side(mut self, row: u32, side: u64) -> Self {
        self.sides[row as usize] = SideId(side);
        self
    }

    /// In what state somebody is.
    pub fn state(mut self, row: u32, state: ActorState) -> Self {
        self.states[row as usize] = state;
        self
    }

    /// A parameter.
    pub fn param(mut self, param: ParamId, value: i64) -> Self {
        self.params.insert(param, value);
        self
    }

    /// Takes what a holder answered.
    pub fn take(&mut self, changes: &[Change]) {
        for change in changes {
            match change {
                Change::Track { entity, track, by: By::Set(value) } => {
                    _ = self.tracks.insert((entity.index, *track), *value)
                }
                Change::Condition { entity, condition, source, .. } => {
                    *self = std::mem::take(self).condition(entity.index, *condition, *source);
                }
                Change::EndCondition { entity, condition } => {
                    self.conditions.retain(|row| (row.entity, row.condition) != (*entity, *condition));
                }
                Change::SetState { entity, state, .. } => self.states[entity.index as usize] = *state,
                Change::Fact { entity, key, by: By::Set(value), .. } => {
                    self.facts.retain(|row| (row.entity, row.key) != (*entity, *key));
                    *self = std::mem::take(self).fact(entity.index, *key, *value);
                }
                Change::Raise(_) => {}
                other => panic!("{other:?} is no change of this module's roles"),
            }
        }
    }

    /// Lends the world of these bodies.
    pub fn with_world<T>(&self, look: impl FnOnce(&World<'_>) -> T) -> T {
        let rows = u32::try_from(self.places.len()).unwrap();
        let mut stat_ids: Vec<StatId> = self.stats.keys().map(|(_, stat)| *stat).collect();
        let mut track_ids: Vec<TrackId> = self.tracks.keys().map(|(_, track)| *track).collect();
        stat_ids.sort_unstable();
        stat_ids.dedup();
        track_ids.sort_unstable();
        track_ids.dedup();
        let stat = |row: u32, of: &StatId| self.stats.get(&(row, *of)).copied().unwrap_or(0);
        let track = |row: u32, of: &TrackId| self.tracks.get(&(row, *of)).copied().unwrap_or(0);
        let stats: Vec<i32> = (0..rows).flat_map(|row| stat_ids.iter().map(move |of| stat(row, of))).collect();
        let tracks: Vec<i64> = (0..rows).flat_map(|row| track_ids.iter().map(move |of| track(row, of))).collect();
        let (param_ids, params): (Vec<_>, Vec<_>) = self.params.iter().map(|(id, value)| (*id, *value)).unzip();
        let ids: Vec<EntityId> = (0..rows).map(id).collect();
        let places: Vec<At> = self.places.iter().map(|cell| At { cell: *cell, ..At::default() }).collect();
        let extents = vec![Extent { width: 2, depth: 1, height: 6 }; self.places.len()];
        look(&World {
            ids: RSlice::from_slice(&ids),
            classes: RSlice::from_slice(&vec![Class::Actor; ids.len()]),
            kinds: RSlice::from_slice(&vec![KindId::NONE; ids.len()]),
            sides: RSlice::from_slice(&self.sides),
            places: RSlice::from_slice(&places),
            extents: RSlice::from_slice(&extents),
            states: RSlice::from_slice(&self.states),
            track_ids: RSlice::from_slice(&track_ids),
            tracks: RSlice::from_slice(&tracks),
            stat_ids: RSlice::from_slice(&stat_ids),
            stats: RSlice::from_slice(&stats),
            conditions: RSlice::from_slice(&self.conditions),
            facts: RSlice::from_slice(&self.facts),
            param_ids: RSlice::from_slice(&param_ids),
            params: RSlice::from_slice(&params),
            ..World::default()
        })
    }
}

/// One round of an effect of row 0, with these answers: what it asks for, and what it settles with.
pub fn run(scene: &Scene, effect: &impl Effect, args: &[Arg], answers: &[CheckAnswer]) -> (Vec<CheckRequest>, Vec<Change>) {
    run_at(scene, effect, Target::None, args, answers)
}

/// The same, aimed at something.
pub fn run_at(
    scene: &Scene,
    effect: &impl Effect,
    target: Target,
    args: &[Arg],
    answers: &[CheckAnswer],
) -> (Vec<CheckRequest>, Vec<Change>) {
    let mut out = Out::default();
    let call = EffectCall {
        actor: id(0),
        target,
        args: Args { items: RSlice::from_slice(args) },
        answers: RSlice::from_slice(answers),
        seed: 5,
        ..EffectCall::default()
    };
    scene.with_world(|world| effect.run(world, &call, &mut out));
    let mut changes = Vec::new();
    let asked = out.checks().to_vec();
    out.drain_changes(&mut changes);
    (asked, changes)
}
