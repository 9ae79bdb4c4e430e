//! What a wizard's spells need beyond the words of `core`. Must never do harm: that is content. Called by the host.
#![doc = include_str!("../README.md")]

mod push;
mod rules;

use abi::{Module, Registrar};

/// The module.
#[derive(Default)]
struct WizardModule;

impl Module for WizardModule {
    const ID: &'static str = "wizard";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar
            .track("wizard/coals", "Beds of cinders that it still has coals for.")
            .parameter("critical_push_permille", "How much farther a critical success pushes.", (1000, 5000), 1600)
            .effect(&["push <who> <feet> feet"], push::Push);
        Ok(())
    }
}

abi::export_module!(WizardModule);
