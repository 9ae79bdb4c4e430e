//! What those of the deep see in a party and carry with them. Must never choose for one: profiles do. Called by the host.
#![doc = include_str!("../README.md")]

mod party;
mod rules;

use abi::{Module, Registrar};

/// The module.
#[derive(Default)]
struct DeepModule;

impl Module for DeepModule {
    const ID: &'static str = "deep";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar
            .track("deep/darts", "Darts that it still can throw.")
            .track("deep/stones", "Stones that it still can hurl.")
            .track("deep/fire", "Breaths of fire that it still has.")
            .selector(&["casting enemy"], party::Casting);
        Ok(())
    }
}

abi::export_module!(DeepModule);
