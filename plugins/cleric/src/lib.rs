//! What a cleric's prayers need beyond the words of `core`. Must never heal or harm: that is content. Called by the host.
#![doc = include_str!("../README.md")]

mod prayers;
mod rules;

use abi::{Module, Registrar};

/// The module.
#[derive(Default)]
struct ClericModule;

impl Module for ClericModule {
    const ID: &'static str = "cleric";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar
            .track("cleric/prayers", "Prayers of renewal that may still be heard.")
            .effect(&["cleric shelter <id:condition> for <ticks> ticks"], prayers::Shelter)
            .effect(&["cleric lift <count>"], prayers::Lift)
            .effect(&["cleric daunt <id:condition> for <ticks> ticks"], prayers::Daunt);
        Ok(())
    }
}

abi::export_module!(ClericModule);
