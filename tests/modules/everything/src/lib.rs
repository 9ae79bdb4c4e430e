//! A module that registers one of each thing that can be registered, and answers each call so that one can tell it did.

mod roles;
mod words;

use abi::{Module, Need, Registrar};
use roles::All;

#[derive(Default)]
struct Everything;

impl Module for Everything {
    const ID: &'static str = "everything";
    const VERSION: &'static str = "0.1.0";

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar
            .track("everything/track", "A number that changes.")
            .stat("everything/stat", "A number that one is born with.", 10)
            .verb("juggle", "Keeping several knives in the air.")
            .event("knife_dropped", "A knife has fallen.")
            .harm_kind("everything/harm", "Harm by knives.")
            .parameter("knives", "How many knives there are.", (0, 9), 3)
            .fact("everything/fact", "Who has seen it.")
            .hook("knife_dropped", "touch 1 times");
        registrar
            .effect(&["touch <count> times", "touch"], words::Touch)
            .mind(&["number <count>"], words::Number)
            .mind_needing(Need::APPROACH, &["approached"], words::Number)
            .truth(&["number <count>"], words::Number)
            .selector(&["myself"], words::Myself)
            .guard(&["no waiting"], words::NoWaiting)
            .guard_all(&["no juggling with nobody"], words::NoJuggling)
            .effect(&["drop a knife"], words::DropKnife);
        registrar
            .resolution("everything", All)
            .harm("everything", All)
            .tempo("everything", All)
            .movement("everything", All)
            .senses("everything", All)
            .readability("everything", All)
            .attitude("everything", All)
            .narration("everything", All)
            .front_end("everything", All);
        Ok(())
    }
}

abi::export_module!(Everything);
