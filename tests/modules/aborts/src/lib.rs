//! A module that the tests build with `panic = "abort"`.

use abi::{Module, Registrar};

#[derive(Default)]
struct Aborts;

impl Module for Aborts {
    const ID: &'static str = "aborts";
    const VERSION: &'static str = "0.1.0";

    fn register(_: &mut Registrar) -> Result<(), String> {
        Ok(())
    }
}

abi::export_module!(Aborts);
