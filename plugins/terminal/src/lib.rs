//! The front end on a notcurses terminal. Must never know a rule, keep anything of the game, or say what the scene does not.
//! Called by the host: `open`, `show`, `ask` and `close` of the role `FrontEnd`.
#![doc = include_str!("../README.md")]

mod grid;
mod keys;

mod keymap;
mod map;
mod ui;

mod foot;
mod panels;
mod side;

mod layout;
mod levels;

// A test that reached a call of notcurses would not link: the library comes from the host at run time.
#[cfg(not(test))]
mod front_end;
#[cfg(not(test))]
mod input;
#[cfg(not(test))]
mod screen;
#[cfg(not(test))]
mod signals;

#[cfg(test)]
mod testing;

#[cfg(not(test))]
mod module {
    use crate::front_end::OnTheTerminal;
    use abi::{Module, Registrar};

    /// The module.
    #[derive(Default)]
    struct TerminalModule;

    impl Module for TerminalModule {
        const ID: &'static str = "terminal";
        const VERSION: &'static str = env!("CARGO_PKG_VERSION");

        fn register(registrar: &mut Registrar) -> Result<(), String> {
            registrar.front_end("terminal", OnTheTerminal::default());
            Ok(())
        }
    }

    abi::export_module!(TerminalModule);
}
