//! What is perceived: sight and hearing. Must never judge lines or distances: the host measures both and hands them over.
//! Called by the host as the holder of `Senses`.
#![doc = include_str!("../README.md")]

mod rules;

#[cfg(test)]
mod testing;

use abi::{ActorState, EntityId, HearingCall, Module, ParamId, Params, Registrar, Senses, SightCall, VerbId, World};

const SIGHT: ParamId = ParamId::of("sight_feet");
const CLOSE: ParamId = ParamId::of("close_feet");
const HEARING: ParamId = ParamId::of("hearing_feet");
const ASLEEP: ParamId = ParamId::of("asleep_rungs");
const SEE: VerbId = VerbId::of("see");

/// The module.
#[derive(Default)]
struct SensesModule;

impl Module for SensesModule {
    const ID: &'static str = "senses";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar
            .parameter("sight_feet", "How far anybody can see at all.", (1, 10_000), 120)
            .parameter("close_feet", "How near the hidden are found out, and the blinded still perceive.", (0, 1000), 5)
            .parameter(
                "hearing_feet",
                "How far the faintest sound carries; each rung louder, twice as far.",
                (1, 10_000),
                10,
            )
            .parameter("asleep_rungs", "How many rungs fainter the world sounds to a sleeper.", (0, 100), 2)
            .senses("senses", EyesAndEars);
        Ok(())
    }
}

abi::export_module!(SensesModule);

/// Sight along lines, hearing by loudness and distance.
#[derive(Debug)]
struct EyesAndEars;

impl Senses for EyesAndEars {
    fn sees(&self, world: &World<'_>, call: &SightCall) -> bool {
        if !is_awake(world, call.observer) {
            return false;
        }
        let is_close_only = call.is_hidden || !world.can(call.observer, SEE);
        let most_feet = if is_close_only { world.param(CLOSE).min(world.param(SIGHT)) } else { world.param(SIGHT) };
        call.has_line && i64::from(call.distance_feet) <= most_feet
    }

    fn hears(&self, world: &World<'_>, call: &HearingCall) -> i32 {
        let dulled = match world.state(call.observer) {
            ActorState::Dead | ActorState::Down => return rules::UNHEARD,
            ActorState::Asleep => i32::try_from(world.param(ASLEEP)).unwrap_or(0),
            _ => 0,
        };
        rules::heard_rung(call.rung - dulled, i64::from(call.distance_feet), world.param(HEARING))
    }

    fn sight_feet(&self, params: &Params<'_>) -> i32 {
        i32::try_from(params.get(SIGHT)).unwrap_or(i32::MAX)
    }
}

/// Whether somebody's eyes are open.
fn is_awake(world: &World<'_>, observer: EntityId) -> bool {
    !matches!(world.state(observer), ActorState::Dead | ActorState::Down | ActorState::Asleep)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{id, with_world};

    fn sees(state: ActorState, lost: &[&str], distance_feet: i32, has_line: bool, is_hidden: bool) -> bool {
        let call = SightCall { observer: id(), distance_feet, has_line, is_hidden, ..SightCall::default() };
        with_world(state, lost, &[("sight_feet", 120), ("close_feet", 5)], |world| EyesAndEars.sees(world, &call))
    }

    fn hears(state: ActorState, rung: i32, distance_feet: i32) -> i32 {
        let call = HearingCall { observer: id(), distance_feet, rung };
        with_world(state, &[], &[("hearing_feet", 10), ("asleep_rungs", 2)], |world| EyesAndEars.hears(world, &call))
    }

    #[test]
    fn sight_takes_a_line_and_ends_at_its_limit() {
        assert!(sees(ActorState::Up, &[], 120, true, false));
        assert!(!sees(ActorState::Up, &[], 121, true, false));
        assert!(!sees(ActorState::Up, &[], 3, false, false));
    }

    #[test]
    fn the_hidden_are_seen_only_close_by_and_the_blinded_see_no_farther() {
        assert!(sees(ActorState::Up, &[], 5, true, true));
        assert!(!sees(ActorState::Up, &[], 6, true, true));
        assert!(sees(ActorState::Up, &["see"], 5, true, false));
        assert!(!sees(ActorState::Up, &["see"], 6, true, false));
    }

    #[test]
    fn who_sleeps_hears_less_and_sees_nothing() {
        assert!(!sees(ActorState::Asleep, &[], 3, true, false));
        assert!(sees(ActorState::Stunned, &[], 3, true, false));
        assert_eq!((hears(ActorState::Up, 3, 10), hears(ActorState::Asleep, 3, 10)), (3, 1));
        assert_eq!((hears(ActorState::Asleep, 1, 10), hears(ActorState::Dead, 4, 1)), (-1, -1));
    }

    #[test]
    fn the_host_is_told_how_far_to_look() {
        let params = [("sight_feet", 60)];
        let feet = |world: &World<'_>| EyesAndEars.sight_feet(&Params { ids: world.param_ids, values: world.params });
        assert_eq!(with_world(ActorState::Up, &[], &params, feet), 60);
    }
}
