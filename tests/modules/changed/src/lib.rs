//! A module built against an interface that says it is the game's and is laid out otherwise.

use abi::{Effect, EffectCall, Module, Out, Registrar, World};

struct Touch;

impl Effect for Touch {
    fn run(&self, _: &World<'_>, _: &EffectCall<'_>, _: &mut Out) {}
}

#[derive(Default)]
struct Changed;

impl Module for Changed {
    const ID: &'static str = "changed";
    const VERSION: &'static str = "0.1.0";

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar.effect(&["change"], Touch);
        Ok(())
    }
}

abi::export_module!(Changed);
