//! The words that all content may count on, and `Tempo` and `Attitude`. Must never name a class, a monster or a place.
//! Called by the host: words by content that names them, roles by the ruleset that chooses them.
#![doc = include_str!("../README.md")]

mod rules;

mod effects;
mod minds;
mod selectors;

mod attitude;
mod tempo;

#[cfg(test)]
mod testing;

use abi::{Module, Registrar};

/// The module.
#[derive(Default)]
struct CoreModule;

impl Module for CoreModule {
    const ID: &'static str = "core";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        names(registrar);
        parameters(registrar);
        minds::register(registrar);
        selectors::register(registrar);
        effects::register(registrar);
        registrar.tempo("core", tempo::Rolled).attitude("core", attitude::BySide);
        Ok(())
    }
}

abi::export_module!(CoreModule);

/// The stats of an average human, the verbs of a whole body, and the kinds of harm.
fn names(registrar: &mut Registrar) {
    registrar
        .stat("core/attack", "Landing a blow, against another's defence.", 0)
        .stat("core/defence", "Not being landed on.", 0)
        .stat("core/power", "Force of a spell or of a shout, against another's poise.", 0)
        .stat("core/poise", "Standing fast against what comes over a whole body.", 0)
        .stat("core/resolve", "Keeping at it when hurt.", 0)
        .stat("core/dexterity", "Quick hands and sure feet.", 10)
        .stat("core/strength", "What one can carry and move.", 10)
        .stat("core/perception", "Noticing, and being first because of it.", 10)
        .stat("core/stealth", "Not being noticed.", 0)
        .stat("core/lore", "Knowing what one sees.", 0)
        .stat("core/wits", "Reading what another is about to do.", 10)
        .stat("core/level", "What experience has made of one.", 1)
        .stat("core/avoidance", "How much one can avoid before blows wound.", 60)
        .stat("core/burden", "What is carried.", 0)
        .verb("swing", "Swinging a weapon in an arc.")
        .verb("thrust", "Driving a point forward.")
        .verb("guard", "Bringing something between oneself and a blow.")
        .verb("stand", "Keeping on one's feet.")
        .verb("step", "Going to another place.")
        .verb("sprint", "Going there fast.")
        .verb("breathe", "Drawing a full breath.")
        .verb("see", "Seeing clearly.")
        .verb("grip", "Holding on to something.")
        .verb("balance", "Keeping one's weight over one's feet.")
        .verb("cast", "Working a spell.")
        .verb("throw", "Throwing something.")
        .verb("speak", "Speaking so that others understand.")
        .verb("draw", "Taking out what one carries.")
        .verb("sneak", "Going without being noticed.")
        .harm_kind("core/edge", "A cutting edge.")
        .harm_kind("core/point", "A piercing point.")
        .harm_kind("core/blunt", "A weight: a club, a fist, the ground.")
        .harm_kind("core/fire", "Heat.")
        .harm_kind("core/frost", "Cold.")
        .harm_kind("core/shock", "A jolt: lightning, thunder.");
}

/// What a ruleset can set of this module.
fn parameters(registrar: &mut Registrar) {
    registrar
        .parameter("initiative_spread", "Initiative is a stat and a draw from 1 to this.", (1, 1000), 20)
        .parameter("critical_harm_permille", "What a critical success does of a blow's harm.", (1000, 10_000), 2000)
        .parameter("glancing_harm_permille", "What a failed blast still does of its harm.", (0, 1000), 500);
}
