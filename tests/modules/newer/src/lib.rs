//! A module built against the next patch release, in which effects have one function more.

use abi::{Change, Effect, EffectCall, Module, Out, Registrar, World};

struct Touch;

impl Effect for Touch {
    fn run(&self, _: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        out.change(Change::Remove(call.actor));
    }

    fn undo(&self, _: &World<'_>, _: &EffectCall<'_>, _: &mut Out) {}
}

#[derive(Default)]
struct Newer;

impl Module for Newer {
    const ID: &'static str = "newer";
    const VERSION: &'static str = "0.1.0";

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar.effect(&["do and undo"], Touch);
        Ok(())
    }
}

abi::export_module!(Newer);
