//! What goblins see of their pack and carry with them. Must never choose for one: profiles do. Called by the host.
#![doc = include_str!("../README.md")]

mod pack;
mod rules;

use abi::{Module, Registrar};

/// The module.
#[derive(Default)]
struct GoblinsModule;

impl Module for GoblinsModule {
    const ID: &'static str = "goblins";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar
            .track("goblins/rocks", "Rocks that it still can throw.")
            .track("goblins/arrows", "Arrows that it still can shoot.")
            .track("goblins/nets", "Nets that it still can throw.")
            .track("goblins/friends", "Calls for help that will still be answered.")
            .parameter("flank_feet", "How near to a foe a friend stands who counts for a flank.", (1, 60), 8)
            .mind(&["flanking [<who>]"], pack::Flanking);
        Ok(())
    }
}

abi::export_module!(GoblinsModule);
