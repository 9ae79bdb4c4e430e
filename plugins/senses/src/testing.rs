//! A world of one observer for this crate's unit tests. Must never stand in for the host: it applies nothing.

use abi::{ActorState, At, Class, EntityId, Extent, KindId, ParamId, RSlice, SideId, VerbId, World};

/// The observer.
pub fn id() -> EntityId {
    EntityId { index: 0, generation: 1 }
}

/// Lends a world whose one actor is in this state, has lost these verbs, under these parameters.
pub fn with_world<T>(state: ActorState, lost: &[&str], set: &[(&str, i64)], look: impl FnOnce(&World<'_>) -> T) -> T {
    let mut verb_ids: Vec<VerbId> = lost.iter().map(|name| VerbId::of(name)).collect();
    verb_ids.sort_unstable();
    let verbs = vec![-1; verb_ids.len()];
    let mut set: Vec<_> = set.iter().map(|(name, value)| (ParamId::of(name), *value)).collect();
    set.sort_unstable();
    let (param_ids, params): (Vec<_>, Vec<_>) = set.into_iter().unzip();
    look(&World {
        ids: RSlice::from_slice(&[id()]),
        classes: RSlice::from_slice(&[Class::Actor]),
        kinds: RSlice::from_slice(&[KindId::NONE]),
        sides: RSlice::from_slice(&[SideId::NONE]),
        places: RSlice::from_slice(&[At::default()]),
        extents: RSlice::from_slice(&[Extent::default()]),
        states: RSlice::from_slice(&[state]),
        verb_ids: RSlice::from_slice(&verb_ids),
        verbs: RSlice::from_slice(&verbs),
        param_ids: RSlice::from_slice(&param_ids),
        params: RSlice::from_slice(&params),
        ..World::default()
    })
}
