//! The two effects of a step: `leave` on its first exec tick, `step` on its last (clause M3).
//!
//! Owns the order of leaving and arriving. Must never judge whether there is room: clause M10 is the host's.

use abi::{Change, ConditionId, Effect, EffectCall, EventId, LadderId, Manner, Out, PhraseId, Raise, Target, World};

/// The body begins to leave: `leaving` is raised.
#[derive(Debug)]
pub struct Leave;

impl Effect for Leave {
    fn run(&self, _world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        out.change(Change::Raise(Raise {
            event: EventId::of("leaving"),
            about: call.actor,
            by: call.actor,
            ladder: LadderId::NONE,
            rung: 0,
            condition: ConditionId::NONE,
            how: PhraseId::NONE,
        }));
    }
}

/// The body comes to the cell that the step is aimed at; the host raises `entering`, or `blocked`.
#[derive(Debug)]
pub struct Arrive;

impl Effect for Arrive {
    fn run(&self, _world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Target::Cell(cell) = call.target else { return };
        out.change(Change::Place { entity: call.actor, cell, manner: Manner::Step });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Stage, id};
    use abi::{ActionId, Cell};

    fn check(effect: &impl Effect, target: Target) -> Vec<Change> {
        let mut out = Out::default();
        let call = EffectCall { actor: id(), action: ActionId::of("core/step"), target, ..EffectCall::default() };
        Stage::default().with_world(|world| effect.run(world, &call, &mut out));
        let mut changes = Vec::new();
        out.drain_changes(&mut changes);
        changes
    }

    #[test]
    fn clock_m3_a_step_leaves_and_arrives() {
        let cell = Cell::new(3, 4, 0);
        let left = check(&Leave, Target::Cell(cell));
        assert!(matches!(&left[..], [Change::Raise(raise)] if raise.event == EventId::of("leaving") && raise.about == id()));
        let arrived = check(&Arrive, Target::Cell(cell));
        assert_eq!(arrived, [Change::Place { entity: id(), cell, manner: Manner::Step }]);
    }

    #[test]
    fn a_step_to_no_cell_goes_nowhere() {
        assert_eq!(check(&Arrive, Target::None), []);
    }
}
