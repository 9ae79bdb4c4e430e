#![doc = include_str!("../README.md")]

mod rules;
mod wording;

#[cfg(test)]
mod shipped;

use abi::{Happening, Module, Narration, RVec, Registrar, TellCall, Told};

/// The module.
#[derive(Default)]
struct NarrationModule;

/// The holder of the role.
struct InExchanges;

impl Narration for InExchanges {
    fn tell(&self, call: &TellCall<'_>) -> RVec<Told> {
        rules::tell(call)
    }

    fn line(&self, happening: &Happening<'_>, seed: u64) -> Told {
        rules::line(happening, seed)
    }
}

impl Module for NarrationModule {
    const ID: &'static str = "narration";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar.narration("narration", InExchanges);
        Ok(())
    }
}

abi::export_module!(NarrationModule);
