//! The module `turns` as it cannot be swapped in: its word takes arguments of another type.

use abi::{Effect, EffectCall, Module, Out, Registrar, World};

/// Turns for so many feet.
struct Turn;

impl Effect for Turn {
    fn run(&self, _: &World<'_>, _: &EffectCall<'_>, _: &mut Out) {}
}

#[derive(Default)]
struct Turns;

impl Module for Turns {
    const ID: &'static str = "turns";
    const VERSION: &'static str = "0.1.2";

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar.track("turns/dizzy", "How dizzy somebody is.").effect(&["turn <feet> feet"], Turn);
        Ok(())
    }
}

abi::export_module!(Turns);
