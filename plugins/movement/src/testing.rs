//! A world of one actor for this crate's unit tests. Must never stand in for the host: it applies nothing.

use abi::{ActorState, At, Class, EntityId, Extent, KindId, ParamId, RSlice, SideId, StatId, VerbId, World};
use std::collections::BTreeMap;

/// The one actor.
pub fn id() -> EntityId {
    EntityId { index: 0, generation: 1 }
}

/// Its stats, its lost verbs, and the ruleset.
#[derive(Debug, Default)]
pub struct Stage {
    stats: BTreeMap<StatId, i32>,
    verbs: BTreeMap<VerbId, i32>,
    params: BTreeMap<ParamId, i64>,
}

impl Stage {
    /// A stat; said again, it replaces.
    pub fn stat(mut self, name: &str, value: i32) -> Self {
        self.stats.insert(StatId::of(name), value);
        self
    }

    /// A verb that is lost.
    pub fn lost(mut self, name: &str) -> Self {
        self.verbs.insert(VerbId::of(name), -1);
        self
    }

    /// Parameters by name.
    pub fn params(mut self, set: &[(&str, i64)]) -> Self {
        self.params.extend(set.iter().map(|(name, value)| (ParamId::of(name), *value)));
        self
    }

    /// Lends the world.
    pub fn with_world<T>(&self, look: impl FnOnce(&World<'_>) -> T) -> T {
        let (stat_ids, stats): (Vec<_>, Vec<_>) = self.stats.iter().map(|(id, value)| (*id, *value)).unzip();
        let (verb_ids, verbs): (Vec<_>, Vec<_>) = self.verbs.iter().map(|(id, value)| (*id, *value)).unzip();
        let (param_ids, params): (Vec<_>, Vec<_>) = self.params.iter().map(|(id, value)| (*id, *value)).unzip();
        look(&World {
            ids: RSlice::from_slice(&[id()]),
            classes: RSlice::from_slice(&[Class::Actor]),
            kinds: RSlice::from_slice(&[KindId::NONE]),
            sides: RSlice::from_slice(&[SideId::NONE]),
            places: RSlice::from_slice(&[At::default()]),
            extents: RSlice::from_slice(&[Extent::default()]),
            states: RSlice::from_slice(&[ActorState::Up]),
            stat_ids: RSlice::from_slice(&stat_ids),
            stats: RSlice::from_slice(&stats),
            verb_ids: RSlice::from_slice(&verb_ids),
            verbs: RSlice::from_slice(&verbs),
            param_ids: RSlice::from_slice(&param_ids),
            params: RSlice::from_slice(&params),
            ..World::default()
        })
    }
}
