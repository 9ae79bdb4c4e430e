//! Views of nothing: the least that a call into a module can be given.

use abi::{ActorState, EntityId, EventId, Happening, LadderId, RSlice, RStr, Situation, Tick, World};

/// Somebody.
pub const HERO: EntityId = EntityId { index: 3, generation: 1 };

/// A world of nobody.
pub fn world() -> World<'static> {
    World { tick: Tick(9), ..World::default() }
}

/// Somebody alone.
pub fn situation() -> Situation<'static> {
    Situation { tick: Tick(9), me: HERO, state: ActorState::Up, reach_feet: 5, ..Situation::default() }
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
