//! A module that panics while it registers.

use abi::{Module, Registrar};

#[derive(Default)]
struct Stumbles;

impl Module for Stumbles {
    const ID: &'static str = "stumbles";
    const VERSION: &'static str = "0.1.0";

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar.verb("stumble", "Falling over one's own feet.");
        panic!("over its own feet")
    }
}

abi::export_module!(Stumbles);
