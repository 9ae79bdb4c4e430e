//! The module `turns` as its author has built it anew: another word before its own, another name, and another answer.

use abi::{By, Change, Effect, EffectCall, Module, Out, RString, Registrar, TrackId, World};

/// A word that was not there; the old one has another place now.
struct Stop;

impl Effect for Stop {
    fn run(&self, _: &World<'_>, _: &EffectCall<'_>, _: &mut Out) {}
}

/// Notes where it turns and how often somebody has, by a track that was not there.
struct Turn;

impl Effect for Turn {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let track = TrackId::of("turns/about");
        let before = world.track(call.actor, track);
        out.change(Change::Track { entity: call.actor, track, by: By::Add(call.args.number_or(0, 1)) });
        out.change(Change::Note(RString::from(format!("right after {before}"))));
    }
}

#[derive(Default)]
struct Turns;

impl Module for Turns {
    const ID: &'static str = "turns";
    const VERSION: &'static str = "0.1.1";

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar.track("turns/dizzy", "How dizzy somebody is.").track("turns/about", "How often somebody has turned.");
        registrar.parameter("turns/most", "How often one can turn.", (1, 9), 5);
        registrar.effect(&["stand still"], Stop).effect(&["turn <count> times"], Turn);
        Ok(())
    }
}

abi::export_module!(Turns);
