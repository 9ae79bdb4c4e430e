//! Effects: what actions do. Each settles with changes, after checks where it asks for some.
//!
//! Owns the effect words of this module; their patterns stand in `register`. Must never decide what harm does to a body, nor
//! whether an activity can be ended: those are the holder of `Harm` and the clock. Called for one target at a time (clause K1).

mod blows;
mod lasting;
mod memory;
mod small;

use abi::{EffectCall, EntityId, Registrar, Target};

/// Registers all of them.
pub fn register(registrar: &mut Registrar) {
    registrar
        .effect(&["strike <hand> [<points:count> points]"], blows::Strike)
        .effect(&["blast <id:harm> <count> against <who>"], blows::Blast)
        .effect(&["harm <id:harm> <count> to <who>"], blows::PlainHarm)
        .effect(&["mend <who> <count>"], blows::Mend)
        .effect(&["crash <id:harm> <count> a foot"], blows::Crash)
        .effect(&["cancel parent"], small::CancelParent)
        .effect(&["cancel <who>"], small::Cancel)
        .effect(&["interrupt <who>"], small::Interrupt)
        .effect(&["mitigate <who> <count>"], small::Mitigate)
        .effect(&["noise <rung:loudness>"], small::Noise)
        .effect(&["say <id:phrase>"], small::Say)
        .effect(&["show <kind> <id:action> <phase> for <ticks> ticks"], small::Show)
        .effect(&["recall <who>"], memory::Recall)
        .effect(&["become <choice:yielded|fled|down|up>"], small::Become)
        .effect(&["bring <count> <id:kind>"], small::Bring)
        .effect(&["give <id:condition> to <who> [for <ticks> ticks]"], lasting::Give)
        .effect(&["afflict <id:condition> on <who> by <id:check> [for <ticks> ticks]"], lasting::Afflict)
        .effect(&["take <id:condition> from <who>"], lasting::TakeAway)
        .effect(&["track <id:track> <choice:add|set> <count> of <who>"], lasting::ChangeTrack)
        .effect(&["after <ticks> ticks <line>"], lasting::After { ends_with_maker: false })
        .effect(&["if-alive after <ticks> ticks <line>"], lasting::After { ends_with_maker: true })
        .effect(&["ground <id:ground>"], lasting::Appear(abi::Class::Place))
        .effect(&["turn ground into <id:ground>"], lasting::Appear(abi::Class::Object))
        .effect(&["lay <id:zone>"], lasting::Appear(abi::Class::Zone))
        .effect(&["kindle <id:zone>"], lasting::Appear(abi::Class::Object))
        .effect(&["zone <feet> feet for <ticks> ticks [every <period:ticks> ticks] <line>"], lasting::OpenZone);
}

/// The entity at this place of the arguments; nobody where there is none now.
fn who(call: &EffectCall<'_>, place: usize) -> Option<EntityId> {
    entity(call, call.args.who_or(place, Target::None))
}

/// The entity that a target means.
fn entity(call: &EffectCall<'_>, target: Target) -> Option<EntityId> {
    let id = if target == Target::Itself { call.actor } else { target.entity() };
    (!id.is_none()).then_some(id)
}

/// A count of the arguments, as the smaller number that changes carry.
fn count(call: &EffectCall<'_>, place: usize) -> i32 {
    i32::try_from(call.args.number_or(place, 0)).unwrap_or(i32::MAX)
}

/// A span of the arguments.
fn span(call: &EffectCall<'_>, place: usize) -> abi::Ticks {
    abi::Ticks(u32::try_from(call.args.number_or(place, 0)).unwrap_or(0))
}
