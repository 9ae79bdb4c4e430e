//! Views of nothing: the least that a call into a module can be given.

use abi::{
    ActorState, Cell, EntityId, EventId, Extent, GroundId, Happening, LadderId, OwnActivity, RSlice, RStr, Situation, Tick,
    World,
};

/// Somebody.
pub const HERO: EntityId = EntityId { index: 3, generation: 1 };

/// A world of nobody.
pub fn world() -> World<'static> {
    World {
        tick: Tick(9),
        ids: RSlice::EMPTY,
        classes: RSlice::EMPTY,
        kinds: RSlice::EMPTY,
        sides: RSlice::EMPTY,
        places: RSlice::EMPTY,
        extents: RSlice::EMPTY,
        states: RSlice::EMPTY,
        track_ids: RSlice::EMPTY,
        tracks: RSlice::EMPTY,
        stat_ids: RSlice::EMPTY,
        stats: RSlice::EMPTY,
        verb_ids: RSlice::EMPTY,
        verbs: RSlice::EMPTY,
        conditions: RSlice::EMPTY,
        facts: RSlice::EMPTY,
        param_ids: RSlice::EMPTY,
        params: RSlice::EMPTY,
    }
}

/// Somebody alone.
pub fn situation() -> Situation<'static> {
    Situation {
        tick: Tick(9),
        me: HERO,
        cell: Cell::default(),
        extent: Extent::default(),
        state: ActorState::Up,
        stage: 0,
        own: OwnActivity::default(),
        reach_feet: 5,
        ground: GroundId::NONE,
        encounter_began: Tick(0),
        is_encounter: false,
        subjects: RSlice::EMPTY,
        track_ids: RSlice::EMPTY,
        tracks: RSlice::EMPTY,
        verb_ids: RSlice::EMPTY,
        verbs: RSlice::EMPTY,
        conditions: RSlice::EMPTY,
        deeds: RSlice::EMPTY,
        param_ids: RSlice::EMPTY,
        params: RSlice::EMPTY,
        event: EventId::NONE,
        event_actor: EntityId::NONE,
    }
}

/// Somebody is seen to do something.
pub fn happening() -> Happening<'static> {
    Happening {
        event: EventId::of("prep_began"),
        about: RStr::from_str("the goblin"),
        is_about_you: false,
        by: RStr::from_str(""),
        is_by_you: false,
        pair: 0,
        weight: 1,
        ladder: LadderId::NONE,
        marker: RStr::from_str(""),
        action: RStr::from_str(""),
        how: RStr::from_str(""),
        wordings: RSlice::EMPTY,
        last: 0,
    }
}
