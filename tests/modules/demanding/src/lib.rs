//! A module with a word that needs what no host can work out.

use abi::{Args, Mind, Module, Registrar, Situation};

struct Foreknown;

impl Mind for Foreknown {
    fn holds(&self, _: &Situation<'_>, _: &Args<'_>) -> bool {
        true
    }
}

#[derive(Default)]
struct Demanding;

impl Module for Demanding {
    const ID: &'static str = "demanding";
    const VERSION: &'static str = "0.1.0";

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar.mind_needing(1 << 31, &["foreknown"], Foreknown);
        Ok(())
    }
}

abi::export_module!(Demanding);
