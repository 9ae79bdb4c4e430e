//! Words that give hit points back, or put something in front of them.
//!
//! Owns how much. Must never decide what it does to a body: that is the holder of `Harm`. Called through `effects`.

use super::who;
use crate::names::*;
use crate::rules::body::{self, LONG_REST_PERMILLE, SHORT_REST_PERMILLE};
use crate::view::{self, stat};
use abi::{By, Change, Effect, EffectCall, Out, World};

/// Heals by the healer's stat and the bonus of the words. A draught has no healer: that is the shared word `mend`.
#[derive(Debug)]
pub struct Heal;

impl Effect for Heal {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Some(target) = who(call, 0) else { return };
        let by = if call.args.choice(2) == 0 { INTELLIGENCE } else { WISDOM };
        let points = body::healing(stat(world, call.actor, by), call.args.number_or(1, 0));
        out.change(Change::Mend { target, points: i32::try_from(points).unwrap_or(i32::MAX) });
    }
}

/// Gives back a share of all that a body has: a rest of minutes, or a night.
#[derive(Debug)]
pub struct Rest;

impl Effect for Rest {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Some(target) = who(call, 1) else { return };
        let permille = if call.args.choice(0) == 0 { SHORT_REST_PERMILLE } else { LONG_REST_PERMILLE };
        let points = body::share(view::most_points(world, target), permille);
        out.change(Change::Mend { target, points: i32::try_from(points).unwrap_or(i32::MAX) });
    }
}

/// Puts up a pool that takes harm first; a weaker one than there is changes nothing.
#[derive(Debug)]
pub struct Pool;

impl Effect for Pool {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Some(entity) = who(call, 0) else { return };
        let value = call.args.number_or(1, 0).max(world.track(entity, POOL));
        out.change(Change::Track { entity, track: POOL, by: By::Set(value) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, id, run};
    use abi::{Arg, Target};

    const OTHER: Arg = Arg::Who(Target::Actor(id(1)));

    #[test]
    fn words_heal_by_the_healer_s_mind() {
        let scene = Scene::default().actors(2).stat(0, WISDOM, 15).stat(0, INTELLIGENCE, 9);
        let check = |choice, points| {
            let (_, settled) = run(&scene, &Heal, &[OTHER, Arg::Number(5), Arg::Choice(choice)], &[]);
            assert_eq!(settled, [Change::Mend { target: id(1), points }]);
        };
        check(0, 14);
        check(1, 20);
    }

    #[test]
    fn a_rest_gives_back_a_share_of_all() {
        let scene = Scene::default().actors(2).stat(1, CONSTITUTION, 13);
        let check = |choice, points| {
            let (_, settled) = run(&scene, &Rest, &[Arg::Choice(choice), OTHER], &[]);
            assert_eq!(settled, [Change::Mend { target: id(1), points }]);
        };
        check(0, 16);
        check(1, 65);
    }

    #[test]
    fn a_pool_is_as_strong_as_the_strongest_that_was_put_up() {
        let scene = Scene::default().actors(2).track(1, POOL, 20);
        let check = |asked, value| {
            let (_, settled) = run(&scene, &Pool, &[OTHER, Arg::Number(asked)], &[]);
            assert_eq!(settled, [Change::Track { entity: id(1), track: POOL, by: By::Set(value) }]);
        };
        check(50, 50);
        check(5, 20);
    }
}
