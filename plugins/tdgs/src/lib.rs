//! The rules of another game, as holders of roles. Must never change what the shared words mean.
//! Called by the host: the holders by the ruleset that names them, the words by content that names those.
#![doc = include_str!("../README.md")]

mod rules;

mod names;
mod view;

mod afoot;
mod harm;
mod resolution;
mod tempo;

mod effects;

#[cfg(test)]
mod testing;

use abi::{Module, Registrar};

/// The module.
#[derive(Default)]
struct TdgsModule;

impl Module for TdgsModule {
    const ID: &'static str = "tdgs";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        stats(registrar);
        tracks_and_facts(registrar);
        parameters(registrar);
        effects::register(registrar);
        registrar
            .resolution("tdgs", resolution::StatAgainstStat)
            .harm("tdgs", harm::HitPoints)
            .tempo("tdgs", tempo::OneActionARound)
            .movement("tdgs", afoot::SquaresARound);
        Ok(())
    }
}

abi::export_module!(TdgsModule);

/// The nine stats of an average human, and what equipment and bodies add.
fn stats(registrar: &mut Registrar) {
    registrar
        .stat("tdgs/strength", "Force: blows, and what is carried.", 10)
        .stat("tdgs/dexterity", "Precision: what is thrown and shot.", 10)
        .stat("tdgs/reflex", "How soon one answers: order, and not being hit.", 10)
        .stat("tdgs/constitution", "What a body can take.", 10)
        .stat("tdgs/movement", "Squares in a round.", 6)
        .stat("tdgs/intelligence", "Learned spells.", 10)
        .stat("tdgs/wisdom", "Judgment, and withstanding spells.", 10)
        .stat("tdgs/charisma", "What words are worth.", 10)
        .stat("tdgs/luck", "A floor or a ceiling of every chance, from -10 to 10.", 0)
        .stat("tdgs/divine", "Above 0: casts by wisdom.", 0)
        .stat("tdgs/hit-bonus", "What a weapon adds to the roll.", 0)
        .stat("tdgs/damage-bonus", "What a weapon adds to its harm.", 0)
        .stat("tdgs/damage-dice", "How many dice of four a weapon adds to its harm.", 0)
        .stat("tdgs/evasion", "What armour adds to reflex, or takes from it.", 0)
        .stat("tdgs/deflection-permille", "Which share of a blow armour turns.", 0);
    for harm in names::HARM_NAMES {
        registrar
            .stat(&format!("tdgs/resists-{harm}"), "Which share of it is shrugged off, in permille.", 0)
            .stat(&format!("tdgs/suffers-{harm}"), "Which share of it is suffered beside, in permille.", 0)
            .stat(&format!("tdgs/drinks-{harm}"), "Which share of it becomes strength, in permille.", 0);
    }
}

fn tracks_and_facts(registrar: &mut Registrar) {
    registrar
        .track("tdgs/hit-points", "What a body can still take.")
        .track("tdgs/pool", "What stands before it and is used up.")
        .track("tdgs/vigour", "The rung of the ladder `vigour`.")
        .track("tdgs/last-harm", "What the last blow took.")
        .fact("tdgs/worn-permille", "How much of its armour is worn down.")
        .fact("tdgs/bleeding-points", "What bleeding takes in a round.")
        .fact("tdgs/burning-points", "What fire takes in a round.")
        .fact("tdgs/poison-points", "What poison takes in a round.")
        .fact("tdgs/regenerating-points", "What comes back in a round.");
}

/// What a ruleset can set of this module.
fn parameters(registrar: &mut Registrar) {
    registrar
        .parameter("points_per_step", "How many points of the shared scale are a face of the die.", (1, 1000), 5)
        .parameter("weapon_bonus_permille", "How much of a hand's points is a weapon's bonus.", (0, 10_000), 400)
        .parameter("high_ground_points", "What higher ground is worth; 0 for nothing.", (0, 20), 2)
        .parameter("scene_ticks", "How long what lasts a scene lasts.", (0, 10_000_000), 6000)
        .parameter("difficult_ground_ticks", "From this departure or arrival on a ground is difficult.", (1, 10_000), 5)
        .parameter("very_difficult_ground_ticks", "From this one on it is very difficult.", (1, 10_000), 15)
        .parameter("vigour_scraped_permille", "At this share of hit points the rung begins.", (0, 1000), 850)
        .parameter("vigour_battered_permille", "At this share of hit points the rung begins.", (0, 1000), 550)
        .parameter("vigour_bloodied_permille", "At this share of hit points the rung begins.", (0, 1000), 300)
        .parameter("vigour_reeling_permille", "At this share of hit points the rung begins.", (0, 1000), 150)
        .parameter("blow_hit_permille", "From this share of hit points on a blow has the rung.", (0, 1000), 60)
        .parameter("blow_heavy_permille", "From this share of hit points on a blow has the rung.", (0, 1000), 200)
        .parameter("blow_crushing_permille", "From this share of hit points on a blow has the rung.", (0, 1000), 400);
}
