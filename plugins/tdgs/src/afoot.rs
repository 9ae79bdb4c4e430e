//! `Movement`: as many squares in a round as somebody has movement, half on difficult ground, a quarter on worse.
//!
//! Owns the holder `tdgs`. Must never add clause M11: the host does, after this. Called for each kind of step.

use crate::names::*;
use crate::rules::place::Terrain;
use crate::rules::time;
use crate::view::{has, stat};
use abi::{EntityId, Footing, Lengths, Movement, Params, StatId, StepCall, Through, Ticks, VerbId, World};

/// A pace of the shared scale that conditions change, in permille; it counts here as well.
const HINDRANCE: StatId = StatId::of("movement/hindrance");

/// What is carried, in weights of the shared scale.
const BURDEN: StatId = StatId::of("core/burden");
/// How much each point of strength carries.
const CAPACITY_PER_STRENGTH: i64 = 10;

/// Squares in a round.
#[derive(Debug)]
pub struct SquaresARound;

impl Movement for SquaresARound {
    fn step(&self, world: &World<'_>, call: &StepCall<'_>) -> Lengths {
        self.step_through(world, call, &Through::default())
    }

    fn step_through(&self, world: &World<'_>, call: &StepCall<'_>, through: &Through) -> Lengths {
        let (movement, is_slowed) = (stat(world, call.actor, MOVEMENT), has(world, call.actor, SLOWED));
        let plain = time::foot_ticks(movement, terrain(&call.params, call, through), is_slowed);
        let exec = time::dearer(plain, i64::from(world.stat(call.actor, HINDRANCE)));
        Lengths { prep: Ticks(0), exec: Ticks(u32::try_from(exec).unwrap_or(u32::MAX)), recover: Ticks(0) }
    }

    fn can_step(&self, world: &World<'_>, actor: EntityId) -> bool {
        i64::from(world.stat(actor, BURDEN)) <= stat(world, actor, STRENGTH) * CAPACITY_PER_STRENGTH
    }

    fn footing(&self, world: &World<'_>, actor: EntityId) -> Footing {
        let can = |verb: &str| world.can(actor, VerbId::of(verb));
        Footing { swims: can("swim"), climbs: can("climb"), flies: can("fly") }
    }
}

/// How hard a ground is by these rules: by the longest of leaving it, arriving on it, and what opposes one on the way.
fn terrain(params: &Params<'_>, call: &StepCall<'_>, through: &Through) -> Terrain {
    let ticks = i64::from(call.departure.0.max(call.arrival.0).max(through.opposing.0));
    match ticks {
        ticks if ticks >= params.get(VERY_DIFFICULT) => Terrain::VeryDifficult,
        ticks if ticks >= params.get(DIFFICULT) => Terrain::Difficult,
        _ => Terrain::Normal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, id};

    fn check(scene: &Scene, axes: u32, arrival: u32, expected: u32) {
        scene.with_world(|world| {
            let params = Params { ids: world.param_ids, values: world.params };
            let call = StepCall { actor: id(0), axes, departure: Ticks(0), arrival: Ticks(arrival), params };
            let lengths = SquaresARound.step(world, &call);
            assert_eq!((lengths.prep.0, lengths.exec.0, lengths.recover.0), (0, expected, 0));
        });
    }

    fn walker(movement: i32) -> Scene {
        Scene::default().actors(1).stat(0, MOVEMENT, movement)
    }

    #[test]
    fn a_step_of_five_feet_is_fifty_ticks_whichever_way_it_goes() {
        check(&walker(6), 1, 0, 10);
        check(&walker(6), 2, 0, 10);
        check(&walker(10), 1, 0, 6);
    }

    #[test]
    fn who_carries_more_than_strength_allows_stays_where_it_is() {
        let can = |burden| {
            let scene = walker(6).stat(0, STRENGTH, 12).stat(0, BURDEN, burden);
            scene.with_world(|world| SquaresARound.can_step(world, id(0)))
        };
        assert!(can(120) && !can(121));
    }

    #[test]
    fn ground_and_conditions_slow_it_down() {
        check(&walker(6), 1, 5, 20);
        check(&walker(6), 1, 20, 60);
        check(&walker(6).condition(0, SLOWED, EntityId::NONE), 1, 0, 20);
        check(&walker(6).stat(0, HINDRANCE, -250), 1, 0, 7);
    }
}
