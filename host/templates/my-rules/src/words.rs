//! The words of this pack: each a type, and one function that the game calls.
//!
//! A word looks at what it is given and pushes its answer. It keeps nothing between calls: what must last is a track, a
//! condition or a fact in the world.

use crate::rules;
use abi::{Args, Change, Effect, EffectCall, Mind, Out, ParamId, Situation, World};

const SECOND_WIND: ParamId = ParamId::of("my_rules_second_wind_points");
const LONG: ParamId = ParamId::of("my_rules_long_ticks");

/// `my-rules second-wind`: the actor is mended by a share of the ruleset's most that the dice choose.
pub struct SecondWind;

impl Effect for SecondWind {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        // The only source of chance: one seed for each call, drawn by the game.
        let points = rules::mended_points(world.param(SECOND_WIND), call.dice().draw());
        out.change(Change::Mend {
            target: call.actor,
            points,
        });
    }
}

/// `my-rules long-fight`: the encounter has gone on for as long as the ruleset says.
pub struct LongFight;

impl Mind for LongFight {
    fn holds(&self, situation: &Situation<'_>, _args: &Args<'_>) -> bool {
        let place = situation.param_ids.as_slice().binary_search(&LONG).ok();
        let long = place
            .and_then(|place| situation.params.get(place).copied())
            .unwrap_or(0);
        let since = situation.tick.0.saturating_sub(situation.encounter_began.0);
        situation.is_encounter && rules::is_long(since, long)
    }
}
