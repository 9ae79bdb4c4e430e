//! A module built before `Movement::footing` existed.

use abi::{EntityId, Lengths, Module, Movement, Registrar, StepCall, Ticks, World};

struct Step;

impl Movement for Step {
    fn step(&self, _: &World<'_>, call: &StepCall<'_>) -> Lengths {
        Lengths { prep: call.departure, exec: Ticks(1), recover: call.arrival }
    }

    fn can_step(&self, _: &World<'_>, _: EntityId) -> bool {
        true
    }
}

#[derive(Default)]
struct Older;

impl Module for Older {
    const ID: &'static str = "older";
    const VERSION: &'static str = "0.1.0";

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar.movement("older", Step);
        Ok(())
    }
}

abi::export_module!(Older);
