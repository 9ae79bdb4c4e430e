//! A module that will not start, and says why.

use abi::{Module, Registrar};

#[derive(Default)]
struct Refuses;

impl Module for Refuses {
    const ID: &'static str = "refuses";
    const VERSION: &'static str = "0.1.0";

    fn register(_: &mut Registrar) -> Result<(), String> {
        Err("the moon is not full".to_owned())
    }
}

abi::export_module!(Refuses);
