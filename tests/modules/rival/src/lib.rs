//! A module of its own that registers what `everything` has registered.

use abi::{CheckAnswer, CheckCall, CheckId, Effect, EffectCall, Module, Out, Registrar, Resolution, World};

struct Rivalry;

impl Effect for Rivalry {
    fn run(&self, _: &World<'_>, _: &EffectCall<'_>, _: &mut Out) {}
}

impl Resolution for Rivalry {
    fn draws(&self, _: CheckId) -> u32 {
        0
    }

    fn resolve(&self, _: &CheckCall<'_>) -> CheckAnswer {
        CheckAnswer::default()
    }
}

#[derive(Default)]
struct Rival;

impl Module for Rival {
    const ID: &'static str = "rival";
    const VERSION: &'static str = "0.1.0";

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar.track("everything/track", "A track that is taken.");
        registrar.effect(&["touch <count> times"], Rivalry);
        registrar.resolution("everything", Rivalry);
        Ok(())
    }
}

abi::export_module!(Rival);
