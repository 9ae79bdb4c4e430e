//! Going up and down in the air: the effects `rise` and `sink` (clause M9).
//!
//! Owns which cell that is. Must never judge whether there is room, or whether anything holds the body up there: both are the
//! host's. Called for the actions `core/rise` and `core/sink`.

use abi::{Cell, Change, Effect, EffectCall, Manner, Out, World};

/// The body goes a foot straight up or down; the host raises `leaving` and `entering`, or `blocked`.
#[derive(Debug)]
pub struct ChangeHeight {
    /// Feet upward; below 0 downward.
    pub rise_feet: i32,
}

impl Effect for ChangeHeight {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Some(at) = world.place(call.actor) else { return };
        let cell = Cell { z: at.cell.z + self.rise_feet, ..at.cell };
        out.change(Change::Place { entity: call.actor, cell, manner: Manner::Moved });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Stage, id};
    use abi::ActionId;

    fn check(rise_feet: i32) {
        let mut out = Out::default();
        let call = EffectCall { actor: id(), action: ActionId::of("core/rise"), ..EffectCall::default() };
        Stage::default().with_world(|world| ChangeHeight { rise_feet }.run(world, &call, &mut out));
        let mut changes = Vec::new();
        out.drain_changes(&mut changes);
        let cell = Cell::new(0, 0, rise_feet);
        assert_eq!(changes, [Change::Place { entity: id(), cell, manner: Manner::Moved }]);
    }

    #[test]
    fn clock_m9_a_body_rises_and_sinks_by_a_foot() {
        check(1);
        check(-1);
    }
}
