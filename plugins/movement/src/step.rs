//! `Movement`: prep from the ground that is left, exec from body and load, recover from the ground that is reached.
//!
//! Owns the holder `movement`. Must never add clause M11 or T6: the host does, after this. Called once for each kind of step.

use crate::rules::{self, Factors};
use abi::{EntityId, Footing, Lengths, Movement, ParamId, Params, StatId, StepCall, Through, Ticks, VerbId, World};

const STRENGTH: StatId = StatId::of("core/strength");
const DEXTERITY: StatId = StatId::of("core/dexterity");
const BURDEN: StatId = StatId::of("core/burden");
const HINDRANCE: StatId = StatId::of("movement/hindrance");
const SWIM: VerbId = VerbId::of("swim");
const CLIMB: VerbId = VerbId::of("climb");
const FLY: VerbId = VerbId::of("fly");
const SWIM_LOAD: ParamId = ParamId::of("swim_load_permille");
const FLY_LOAD: ParamId = ParamId::of("fly_load_permille");
const BALANCE: VerbId = VerbId::of("balance");
const STEP: ParamId = ParamId::of("step_ticks");
const CARRY: ParamId = ParamId::of("carry_limit_points");
const FULL_LOAD: ParamId = ParamId::of("full_load_permille");
const POOR_FOOTING: ParamId = ParamId::of("poor_footing_ticks");
const SURE_DEXTERITY: ParamId = ParamId::of("sure_dexterity_points");
const BALANCE_PER_POINT: ParamId = ParamId::of("balance_permille_per_point");

/// Bodies on their feet.
#[derive(Debug)]
pub struct Afoot;

impl Movement for Afoot {
    fn step(&self, world: &World<'_>, call: &StepCall<'_>) -> Lengths {
        self.step_through(world, call, &Through::default())
    }

    fn step_through(&self, world: &World<'_>, call: &StepCall<'_>, through: &Through) -> Lengths {
        let straight = call.params.get(STEP) + i64::from(through.opposing.0);
        let exec = rules::transfer_ticks(straight, call.axes, factors(world, call));
        Lengths { prep: call.departure, exec: Ticks(exec), recover: call.arrival }
    }

    fn can_step(&self, world: &World<'_>, actor: EntityId) -> bool {
        stat(world, actor, BURDEN) <= limit(world, actor, world.param(CARRY))
    }

    fn footing(&self, world: &World<'_>, actor: EntityId) -> Footing {
        // A third of what one can carry is no load at all; beyond a share of it, water and air do not bear it.
        let burden = stat(world, actor, BURDEN) * 1000;
        let bears = |share: ParamId| burden <= limit(world, actor, world.param(CARRY)) * world.param(share);
        Footing {
            swims: world.can(actor, SWIM) && bears(SWIM_LOAD),
            climbs: world.can(actor, CLIMB),
            flies: world.can(actor, FLY) && bears(FLY_LOAD),
        }
    }
}

fn stat(world: &World<'_>, actor: EntityId, stat: StatId) -> i64 {
    i64::from(world.stat(actor, stat))
}

fn limit(world: &World<'_>, actor: EntityId, per_point: i64) -> i64 {
    rules::carry_limit(stat(world, actor, STRENGTH), per_point)
}

fn factors(world: &World<'_>, call: &StepCall<'_>) -> Factors {
    let (actor, params): (EntityId, &Params<'_>) = (call.actor, &call.params);
    let is_footing_poor = i64::from(call.departure.0.max(call.arrival.0)) >= params.get(POOR_FOOTING);
    let (sure, per_point) = (params.get(SURE_DEXTERITY), params.get(BALANCE_PER_POINT));
    let balance = rules::balance_permille(stat(world, actor, DEXTERITY), sure, per_point, is_footing_poor);
    Factors {
        load_permille: rules::load_permille(
            stat(world, actor, BURDEN),
            limit(world, actor, params.get(CARRY)),
            params.get(FULL_LOAD),
        ),
        mind_permille: stat(world, actor, HINDRANCE),
        // A body that has lost its balance keeps the drawback of clumsy feet, and loses the gain of quick ones.
        balance_permille: if world.can(actor, BALANCE) { balance } else { balance.min(0) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Stage, id};

    fn human() -> Stage {
        let set = [
            ("step_ticks", 10),
            ("carry_limit_points", 10),
            ("full_load_permille", 1000),
            ("poor_footing_ticks", 5),
            ("sure_dexterity_points", 10),
            ("balance_permille_per_point", 20),
            ("swim_load_permille", 500),
            ("fly_load_permille", 333),
        ];
        Stage::default().params(&set).stat("core/strength", 9).stat("core/dexterity", 10)
    }

    /// The lengths of a step along one axis between grounds of these difficulties.
    fn check(stage: &Stage, departure: u32, arrival: u32, expected: [u32; 3]) {
        stage.with_world(|world| {
            let params = Params { ids: world.param_ids, values: world.params };
            let (departure, arrival) = (Ticks(departure), Ticks(arrival));
            let lengths = Afoot.step(world, &StepCall { actor: id(), axes: 1, departure, arrival, params });
            assert_eq!([lengths.prep.0, lengths.exec.0, lengths.recover.0], expected);
        });
    }

    #[test]
    fn clock_x3_a_log_crossing_has_these_lengths() {
        check(&human(), 0, 20, [0, 10, 20]);
        check(&human(), 15, 20, [15, 10, 20]);
        check(&human(), 15, 0, [15, 10, 0]);
    }

    #[test]
    fn clock_m13_dexterity_counts_on_poor_footing() {
        let nimble = || human().stat("core/dexterity", 20);
        check(&nimble(), 0, 0, [0, 10, 0]);
        check(&nimble(), 15, 0, [15, 8, 0]);
        check(&nimble().lost("balance"), 15, 0, [15, 10, 0]);
        check(&human().stat("core/dexterity", 5).lost("balance"), 15, 0, [15, 11, 0]);
    }

    #[test]
    fn clock_m13_a_load_slows_and_then_stops() {
        check(&human().stat("core/burden", 30), 0, 0, [0, 10, 0]);
        check(&human().stat("core/burden", 60), 0, 0, [0, 15, 0]);
        let can = |burden| human().stat("core/burden", burden).with_world(|world| Afoot.can_step(world, id()));
        assert_eq!((can(90), can(91)), (true, false));
    }

    #[test]
    fn clock_m2_what_opposes_the_body_is_part_of_the_transfer() {
        let through = |stage: &Stage, axes: u32, opposing: u32| {
            stage.with_world(|world| {
                let params = Params { ids: world.param_ids, values: world.params };
                let call = StepCall { actor: id(), axes, departure: Ticks(0), arrival: Ticks(0), params };
                Afoot.step_through(world, &call, &Through { opposing: Ticks(opposing), rise_feet: 0 }).exec.0
            })
        };
        assert_eq!((through(&human(), 1, 0), through(&human(), 1, 10), through(&human(), 2, 10)), (10, 20, 28));
        // A load slows the whole of it.
        assert_eq!(through(&human().stat("core/burden", 60), 1, 10), 30);
    }

    #[test]
    fn clock_m6_water_bears_whom_it_can() {
        let footing = |stage: Stage| stage.with_world(|world| Afoot.footing(world, id()));
        let all = Footing { swims: true, climbs: true, flies: true };
        assert_eq!(footing(human()), all);
        // Nine points of strength carry ninety: half of that still swims, a third still flies.
        assert_eq!(footing(human().stat("core/burden", 45)), Footing { flies: false, ..all });
        assert_eq!(footing(human().stat("core/burden", 46)), Footing { swims: false, flies: false, ..all });
        assert_eq!(footing(human().lost("climb")), Footing { climbs: false, ..all });
        assert_eq!(footing(human().lost("fly").lost("swim")), Footing { climbs: true, ..Footing::default() });
    }

    #[test]
    fn clock_m13_conditions_slow() {
        check(&human().stat("movement/hindrance", 400), 0, 0, [0, 14, 0]);
    }
}
