//! A module that is swapped while a fight runs: this is what it is at first.

use abi::{Change, Effect, EffectCall, Module, Out, RString, Registrar, World};

/// Notes where it turns, as often as it is told.
struct Turn;

impl Effect for Turn {
    fn run(&self, _: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        for _ in 0..call.args.number_or(0, 1) {
            out.change(Change::Note(RString::from("left")));
        }
    }
}

#[derive(Default)]
struct Turns;

impl Module for Turns {
    const ID: &'static str = "turns";
    const VERSION: &'static str = "0.1.0";

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar.track("turns/dizzy", "How dizzy somebody is.").effect(&["turn <count> times"], Turn);
        Ok(())
    }
}

abi::export_module!(Turns);
