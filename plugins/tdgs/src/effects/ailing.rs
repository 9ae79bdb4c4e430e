//! What lasts and comes round: bleeding, burning, poison, regeneration.
//!
//! Owns how much each takes or gives in a round, which stands in a fact about the bearer. Must never decide when a round is
//! over: the condition comes round by itself, as its file says. Called through `effects`.

use super::who;
use crate::harm;
use crate::names::*;
use crate::view;
use abi::{By, Change, ConditionId, Effect, EffectCall, EntityId, FactId, HarmId, Out, Ticks, World};

/// One of those conditions.
struct Ailment {
    condition: ConditionId,
    points: FactId,
    harm: HarmId,
    /// Whether another one of it adds to the first; else the stronger counts.
    adds_up: bool,
}

/// In the order of the words' choices.
const AILMENTS: [Ailment; 4] = [
    Ailment { condition: BLEEDING, points: BLEEDING_POINTS, harm: HarmId::NONE, adds_up: true },
    Ailment { condition: BURNING, points: BURNING_POINTS, harm: FIRE, adds_up: true },
    Ailment { condition: POISONED, points: POISON_POINTS, harm: HarmId::NONE, adds_up: false },
    Ailment { condition: REGENERATING, points: REGENERATING_POINTS, harm: HarmId::NONE, adds_up: false },
];

fn ailment(call: &EffectCall<'_>) -> Option<&'static Ailment> {
    AILMENTS.get(usize::try_from(call.args.choice(0)).unwrap_or(usize::MAX))
}

/// Gives one, of so many points a round.
#[derive(Debug)]
pub struct Ail;

impl Effect for Ail {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let (Some(ailment), Some(entity)) = (ailment(call), who(call, 1)) else { return };
        // Whom a kind of harm cannot touch cannot be set on fire by it either.
        if view::affinity(world, entity, ailment.harm).resists_permille >= crate::rules::harm::IMMUNE_PERMILLE {
            return;
        }
        let ticks = Ticks(u32::try_from(call.args.number_or(3, world.param(SCENE))).unwrap_or(0));
        let had = if view::has(world, entity, ailment.condition) { view::fact(world, entity, ailment.points) } else { 0 };
        let asked = call.args.number_or(2, 0);
        let value = if ailment.adds_up { had + asked } else { had.max(asked) };
        let (key, about, condition, source) = (ailment.points, EntityId::NONE, ailment.condition, call.actor);
        out.change(Change::Fact { entity, key, about, by: By::Set(value), ticks: Ticks(0) });
        out.change(Change::Condition { entity, condition, ticks, source });
    }
}

/// A round is over for its bearer.
#[derive(Debug)]
pub struct Recur;

impl Effect for Recur {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Some(ailment) = ailment(call) else { return };
        let points = view::fact(world, call.actor, ailment.points);
        let by = view::held(world, call.actor, ailment.condition).map_or(EntityId::NONE, |row| row.source);
        if ailment.condition == REGENERATING {
            let points = i32::try_from(points).unwrap_or(i32::MAX);
            return out.change(Change::Mend { target: call.actor, points });
        }
        harm::ail(world, call.actor, by, (ailment.harm, points), out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::harm::IMMUNE_PERMILLE;
    use crate::testing::{Scene, id, run};
    use abi::{Arg, StatId, Target};

    const BLEED: u32 = 0;
    const BURN: u32 = 1;
    const POISON: u32 = 2;
    const REGENERATE: u32 = 3;

    fn ailed(scene: &Scene, choice: u32, points: i64) -> Vec<Change> {
        let args = [Arg::Choice(choice), Arg::Who(Target::Actor(id(1))), Arg::Number(points), Arg::Number(900)];
        run(scene, &Ail, &args, &[]).1
    }

    /// So many points a round stand in the fact, and the condition is given for so long.
    fn check(scene: &Scene, choice: u32, points: i64, expected: i64) {
        let changes = ailed(scene, choice, points);
        let ailment = &AILMENTS[choice as usize];
        let (entity, source, condition) = (id(1), id(0), ailment.condition);
        let (key, about, by) = (ailment.points, EntityId::NONE, By::Set(expected));
        let fact = Change::Fact { entity, key, about, by, ticks: Ticks(0) };
        assert_eq!(changes, [fact, Change::Condition { entity, condition, ticks: Ticks(900), source }]);
    }

    #[test]
    fn bleeding_and_fire_add_up_and_the_rest_go_by_the_stronger() {
        let fresh = Scene::default().actors(2);
        [BLEED, BURN, POISON, REGENERATE].into_iter().for_each(|choice| check(&fresh, choice, 3, 3));
        let ill = |ailment: usize| {
            let ailment = &AILMENTS[ailment];
            Scene::default().actors(2).condition(1, ailment.condition, id(0)).fact(1, ailment.points, 5)
        };
        check(&ill(0), BLEED, 3, 8);
        check(&ill(1), BURN, 3, 8);
        check(&ill(2), POISON, 3, 5);
        check(&ill(3), REGENERATE, 9, 9);
        check(&Scene::default().actors(2).fact(1, BLEEDING_POINTS, 5), BLEED, 3, 3);
    }

    #[test]
    fn whom_fire_cannot_touch_does_not_burn() {
        let scene = Scene::default().actors(2).stat(1, StatId::of("tdgs/resists-fire"), IMMUNE_PERMILLE as i32);
        assert_eq!(ailed(&scene, BURN, 3), []);
        assert_eq!(ailed(&scene, BLEED, 3).len(), 2);
    }

    #[test]
    fn a_round_takes_what_the_fact_says_and_knows_who_is_to_blame() {
        let scene = Scene::default().actors(2).whole(0, 60).condition(0, BLEEDING, id(1)).fact(0, BLEEDING_POINTS, 7);
        let (_, settled) = run(&scene, &Recur, &[Arg::Choice(BLEED)], &[]);
        assert!(settled.contains(&Change::Track { entity: id(0), track: POINTS, by: By::Set(53) }), "{settled:?}");
        assert!(settled.iter().any(|change| matches!(change, Change::Raise(raise) if raise.by == id(1))));
        let scene =
            Scene::default().actors(1).whole(0, 60).condition(0, REGENERATING, id(0)).fact(0, REGENERATING_POINTS, 4);
        let (_, settled) = run(&scene, &Recur, &[Arg::Choice(REGENERATE)], &[]);
        assert_eq!(settled, [Change::Mend { target: id(0), points: 4 }]);
    }
}
