//! What this pack's library registers: its names and its words. Content names them, the game calls them.

mod rules;
mod words;

use abi::{Module, Registrar};

#[derive(Default)]
struct MyClassModule;

impl Module for MyClassModule {
    const ID: &'static str = "my-class";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar
            .track(
                "my-class/momentum",
                "How much of a run the swordhand has got up.",
            )
            .verb("my-class/surge", "Throwing the whole body forward.")
            .parameter(
                "my_class_most_momentum",
                "How much momentum can be gathered.",
                (1, 10),
                3,
            )
            .effect(&["my-class gather"], words::Gather)
            .effect(&["my-class rush <hand>"], words::Rush)
            .mind(
                &["my-class momentum at-least <count>"],
                words::MomentumAtLeast,
            );
        Ok(())
    }
}

abi::export_module!(MyClassModule);
