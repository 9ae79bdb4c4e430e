//! What this pack's library registers: a holder of a role, its parameters, and its words.

mod checks;
mod rules;
mod words;

use abi::{Module, Registrar};

#[derive(Default)]
struct MyRulesModule;

impl Module for MyRulesModule {
    const ID: &'static str = "my-rules";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar
            .parameter(
                "my_rules_critical_points",
                "How far from the mark is critical.",
                (1, 1000),
                40,
            )
            .parameter(
                "my_rules_second_wind_points",
                "How much a second wind mends at most.",
                (1, 1000),
                30,
            )
            .parameter(
                "my_rules_long_ticks",
                "From when on a fight is a long one.",
                (0, 100_000),
                200,
            )
            .resolution("my-rules", checks::MiddleOfThree)
            .effect(&["my-rules second-wind"], words::SecondWind)
            .mind(&["my-rules long-fight"], words::LongFight);
        Ok(())
    }
}

abi::export_module!(MyRulesModule);
