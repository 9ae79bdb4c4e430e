//! A module that calls notcurses, as the terminal does.

use abi::{Module, Registrar};

unsafe extern "C" {
    fn notcurses_version() -> *const std::ffi::c_char;
}

#[derive(Default)]
struct Draws;

impl Module for Draws {
    const ID: &'static str = "draws";
    const VERSION: &'static str = "0.1.0";

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        // SAFETY: it takes nothing, and gives a text that lives as long as the library.
        let answer = unsafe { notcurses_version() };
        if answer.is_null() {
            Err("nothing came back".to_owned())
        } else {
            registrar.verb("draw", "Drawing.");
            Ok(())
        }
    }
}

abi::export_module!(Draws);
