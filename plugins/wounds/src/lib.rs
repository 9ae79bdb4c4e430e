//! What harm does to a body: avoidance first, then wounds. Must never deal harm or heal a wound by itself.
//! Called by the host as the holder of `Harm`.
#![doc = include_str!("../README.md")]

mod content;
mod rules;

mod harm;
mod names;

#[cfg(test)]
mod testing;

use abi::{Module, Registrar};

/// The module.
#[derive(Default)]
struct WoundsModule;

impl Module for WoundsModule {
    const ID: &'static str = "wounds";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar
            .track("wounds/avoidance", "What is left to avoid blows with, in points.")
            .track("wounds/capacity", "How much avoidance this one has at its best, drawn at birth.")
            .track("wounds/stage", "The rung of the ladder `stage`, 0 the best.")
            .parameter("birth_spread_permille", "By how much capacity varies at birth, either way.", (0, 100), 100)
            .parameter("stage_working_permille", "At this share of avoidance or less: working.", (0, 1000), 850)
            .parameter("stage_winded_permille", "At this share or less: winded.", (0, 1000), 550)
            .parameter("stage_guard_failing_permille", "At this share or less: guard failing.", (0, 1000), 300)
            .parameter("stage_exposed_permille", "At this share or less: exposed.", (0, 1000), 0)
            .parameter("stage_best_when_wounded", "The best rung of `stage` while a wound stands.", (0, 5), 2)
            .parameter("blow_hit_points", "From so much harm a blow is more than a graze.", (0, 100_000), 6)
            .parameter("blow_heavy_points", "From so much, heavy.", (0, 100_000), 15)
            .parameter("blow_crushing_points", "From so much, crushing.", (0, 100_000), 25)
            .parameter("through_permille", "A blow wounds at once when more than this of it is not avoided.", (0, 1000), 500)
            .parameter("severe_from", "From this rung of `blow` on a wound is a severe one.", (0, 5), 3)
            .parameter("deadly_wounds", "More wounds than this kill.", (0, 12), 3)
            .parameter("coup_kills", "1: a crushing critical blow kills who is exposed.", (0, 1), 1)
            .parameter("ward_power_points", "Whose power is above this can ward with a spell.", (-1000, 1000), 15)
            .harm("wounds", harm::BodyAndAvoidance);
        Ok(())
    }
}

abi::export_module!(WoundsModule);
