//! Hiding, striking from it and being found. Must never judge who sees whom: the senses do. Called by the host.
#![doc = include_str!("../README.md")]

mod ambush;
mod guards;
mod hiding;
mod rules;

#[cfg(test)]
mod testing;

use abi::{Module, Registrar};

/// The module.
#[derive(Default)]
struct RogueModule;

impl Module for RogueModule {
    const ID: &'static str = "rogue";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar
            .track("rogue/knives", "Knives that it still can throw.")
            .event("spotted", "Somebody tried to hide and was seen to.")
            .parameter("watched_feet", "How near a foe has to be to notice somebody hide.", (1, 1000), 60)
            .parameter("hiding_feet", "Within this of a foe nobody can hide.", (0, 100), 6)
            .parameter("unseen_points", "How much easier a strike from hiding is.", (0, 1000), 30)
            .effect(&["rogue hide"], hiding::Hide)
            .effect(&["rogue emerge"], hiding::Emerge)
            .effect(&["rogue found"], hiding::Found)
            .effect(&["rogue ambush <hand> <points:count> points"], ambush::Ambush)
            .guard(&["rogue only unseen"], guards::OnlyUnseen)
            .guard(&["rogue only with room"], guards::OnlyWithRoom)
            .hook("noticed", "rogue found");
        Ok(())
    }
}

abi::export_module!(RogueModule);
