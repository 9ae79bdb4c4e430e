//! A module that plays along in every role and with a word of each kind, until it takes the process down where it was told to.

mod deeds;
mod faces;
mod roles;

use abi::{
    Args, Effect, EffectCall, EntityId, Guard, Intent, Mind, Module, Out, PhraseId, Registrar, Selector, Situation, Target,
    Truth, World,
};
use deeds::at;

/// Has all words and holds all roles.
struct Deadly;

impl Effect for Deadly {
    fn run(&self, _: &World<'_>, _: &EffectCall<'_>, _: &mut Out) {
        at("Effect::run");
    }
}

impl Mind for Deadly {
    fn holds(&self, _: &Situation<'_>, _: &Args<'_>) -> bool {
        at("Mind::holds");
        true
    }
}

impl Truth for Deadly {
    fn holds(&self, _: &World<'_>, _: EntityId, _: &Args<'_>) -> bool {
        at("Truth::holds");
        true
    }
}

impl Selector for Deadly {
    fn select(&self, situation: &Situation<'_>, _: &Args<'_>) -> Target {
        at("Selector::select");
        Target::Actor(situation.me)
    }
}

impl Guard for Deadly {
    fn refuses(&self, _: &Situation<'_>, _: &Intent) -> PhraseId {
        at("Guard::refuses");
        PhraseId::NONE
    }
}

#[derive(Default)]
struct Registered;

impl Module for Registered {
    const ID: &'static str = "deadly";
    const VERSION: &'static str = "0.1.0";

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        at("register");
        registrar
            .effect(&["deadly deed"], Deadly)
            .mind(&["deadly thought"], Deadly)
            .truth(&["deadly truth"], Deadly)
            .selector(&["deadly choice"], Deadly)
            .guard(&["deadly guard"], Deadly);
        registrar
            .resolution("deadly", Deadly)
            .harm("deadly", Deadly)
            .tempo("deadly", Deadly)
            .movement("deadly", Deadly)
            .senses("deadly", Deadly)
            .readability("deadly", Deadly)
            .attitude("deadly", Deadly)
            .narration("deadly", Deadly)
            .front_end("deadly", Deadly);
        Ok(())
    }
}

abi::export_module!(Registered);
