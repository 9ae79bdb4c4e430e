#![doc = include_str!("../README.md")]

mod front;
mod layout;
mod paragraph;
mod rules;
mod streams;

#[cfg(test)]
mod testing;

use abi::{Module, Registrar};

/// The module.
#[derive(Default)]
struct PlainModule;

impl Module for PlainModule {
    const ID: &'static str = "plain";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar.front_end("plain", front::Plain::default());
        Ok(())
    }
}

abi::export_module!(PlainModule);
