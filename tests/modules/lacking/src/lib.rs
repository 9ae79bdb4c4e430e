//! A module that calls a function which no library has.

use abi::{Module, Registrar};

unsafe extern "C" {
    fn nobody_has_this() -> *const std::ffi::c_char;
}

#[derive(Default)]
struct Lacking;

impl Module for Lacking {
    const ID: &'static str = "lacking";
    const VERSION: &'static str = "0.1.0";

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        // SAFETY: nobody has it, so that this is never reached.
        let answer = unsafe { nobody_has_this() };
        if answer.is_null() {
            Err("nothing came back".to_owned())
        } else {
            registrar.verb("draw", "Drawing.");
            Ok(())
        }
    }
}

abi::export_module!(Lacking);
