//! What this pack's library registers: its names and its words. Content names them, the game calls them.

mod rules;
mod words;

use abi::{Module, Registrar};

#[derive(Default)]
struct MyMonstersModule;

impl Module for MyMonstersModule {
    const ID: &'static str = "my-monsters";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar
            .parameter(
                "my_monsters_worry_feet",
                "How near to its prey a friend helps.",
                (1, 60),
                6,
            )
            .effect(&["my-monsters worry <hand>"], words::Worry)
            .mind(&["my-monsters outnumber [<who>]"], words::Outnumber);
        Ok(())
    }
}

abi::export_module!(MyMonstersModule);
