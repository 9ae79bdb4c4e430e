//! What a step takes, and the step itself. Must never search for a way or judge who stands where: both are the host's.
//! Called by the host as the holder of `Movement`, and for the two effects that the action `core/step` names.
#![doc = include_str!("../README.md")]

mod rules;

mod effects;
mod exchange;
mod flight;
mod step;

#[cfg(test)]
mod testing;

use abi::{Module, Registrar};

/// The module.
#[derive(Default)]
struct MovementModule;

impl Module for MovementModule {
    const ID: &'static str = "movement";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar
            .stat("movement/hindrance", "How far conditions slow every step, in permille of its transfer.", 0)
            .parameter("step_ticks", "The transfer of a step along one axis over even ground.", (1, 10_000), 10)
            .parameter("carry_limit_points", "How much one point of strength can carry.", (1, 100_000), 10)
            .parameter("full_load_permille", "How much slower a step is at the carry limit.", (0, 10_000), 1000)
            .parameter("poor_footing_ticks", "From this difficulty on, ground counts as poor footing.", (1, 10_000), 5)
            .parameter(
                "sure_dexterity_points",
                "The dexterity that poor footing neither helps nor hinders.",
                (-1000, 1000),
                10,
            )
            .parameter("balance_permille_per_point", "What a point of dexterity is worth on it.", (0, 1000), 20)
            .parameter("swim_load_permille", "The share of the carry limit up to which one still swims.", (0, 1000), 500)
            .parameter("fly_load_permille", "The share of the carry limit up to which wings still bear it.", (0, 1000), 333)
            .verb("swim", "Keeping up in deep water.")
            .verb("climb", "Going up where there is nothing but holds.")
            .verb("fly", "Keeping up in the air.")
            .movement("movement", step::Afoot)
            .effect(&["leave"], effects::Leave)
            .effect(&["step"], effects::Arrive)
            .effect(&["rise"], flight::ChangeHeight { rise_feet: 1 })
            .effect(&["sink"], flight::ChangeHeight { rise_feet: -1 })
            .effect(&["change places with <who>"], exchange::ChangePlaces)
            .guard(&["only with a willing ally"], exchange::WillingAlly);
        Ok(())
    }
}

abi::export_module!(MovementModule);
