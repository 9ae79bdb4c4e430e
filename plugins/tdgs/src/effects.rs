//! The effect words of this module. All begin with `tdgs`, so that they meet no word of another pack.
//!
//! Owns their patterns, which the README lists. Must never be needed by content of other packs: a fight under these rules runs
//! with the shared words alone. Called by the host for content that names them.

use abi::{EffectCall, EntityId, Registrar, Target};

mod ailing;
mod healing;
mod sweep;
mod wresting;

/// Registers all of them.
pub fn register(registrar: &mut Registrar) {
    registrar
        .effect(&["tdgs heal <who> <count> by <choice:lore|faith>"], healing::Heal)
        .effect(&["tdgs rest <choice:short|long> of <who>"], healing::Rest)
        .effect(&["tdgs pool <who> <count>"], healing::Pool)
        .effect(&["tdgs ail <choice:bleeding|burning|poisoned|regenerating> <who> <count> [for <ticks> ticks]"], ailing::Ail)
        .effect(&["tdgs recur <choice:bleeding|burning|poisoned|regenerating>"], ailing::Recur)
        .effect(&["tdgs wrest <who>"], wresting::Wrest)
        .effect(&["tdgs break-free"], wresting::BreakFree)
        .effect(&["tdgs sweep <choice:circle|cone|line|block> <count> squares with <id:harm> <count>"], sweep::Sweep)
        .effect(&["tdgs plunge [<feet> feet]"], sweep::Plunge);
}

/// Who an argument means; nobody where it means nobody now.
fn who(call: &EffectCall<'_>, place: usize) -> Option<EntityId> {
    let target = call.args.who_or(place, call.target);
    let id = if target == Target::Itself { call.actor } else { target.entity() };
    (!id.is_none()).then_some(id)
}
