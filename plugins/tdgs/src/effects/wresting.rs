//! Contests of strength: taking hold of somebody, and getting free.
//!
//! Owns who prevails: both roll, the higher total has it, ties go by reflex, luck and a coin. Called through `effects`.

use super::who;
use crate::names::*;
use crate::rules::roll::{self, Ties};
use crate::view::{self, signed, stat};
use abi::{Change, CheckRequest, Effect, EffectCall, EntityId, Out, Ticks, World};

/// Both sides of a contest, the actor's first; whether the actor prevails once both have rolled.
fn contest(world: &World<'_>, call: &EffectCall<'_>, other: EntityId, out: &mut Out) -> Option<bool> {
    let me = call.actor;
    let side = |actor, opponent| CheckRequest { kind: WREST, actor, opponent, difficulty_points: 0, bonus_points: 0 };
    let (Some(mine), Some(theirs)) = (call.answers.first(), call.answers.get(1)) else {
        out.check(side(me, other));
        out.check(side(other, me));
        return None;
    };
    let ties = Ties {
        reflex: stat(world, me, REFLEX) - stat(world, other, REFLEX),
        luck: signed(world, me, LUCK) - signed(world, other, LUCK),
        coin: call.dice().below(2) == 1,
    };
    Some(roll::prevails(i64::from(mine.margin_points), i64::from(theirs.margin_points), ties))
}

/// Takes hold of somebody.
#[derive(Debug)]
pub struct Wrest;

impl Effect for Wrest {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Some(entity) = who(call, 0).filter(|other| *other != call.actor) else { return };
        if contest(world, call, entity, out) == Some(true) {
            out.change(Change::Condition { entity, condition: GRAPPLED, ticks: Ticks(0), source: call.actor });
        }
    }
}

/// Gets free of whoever has hold of the actor.
#[derive(Debug)]
pub struct BreakFree;

impl Effect for BreakFree {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let entity = call.actor;
        let Some(holder) = view::held(world, entity, GRAPPLED).map(|row| row.source) else { return };
        // Nobody holds on who is not there any more.
        let is_held = world.row(holder).is_some() && world.state(holder).may_act();
        if !is_held || contest(world, call, holder, out) == Some(true) {
            out.change(Change::EndCondition { entity, condition: GRAPPLED });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, id, run};
    use abi::{ActorState, Arg, CheckAnswer, Target};

    fn rolled(mine: i32, theirs: i32) -> [CheckAnswer; 2] {
        [mine, theirs].map(|margin_points| CheckAnswer { margin_points, ..CheckAnswer::default() })
    }

    fn wrested(scene: &Scene, mine: i32, theirs: i32) -> Vec<Change> {
        run(scene, &Wrest, &[Arg::Who(Target::Actor(id(1)))], &rolled(mine, theirs)).1
    }

    #[test]
    fn both_roll_and_the_higher_total_has_it() {
        let scene = Scene::default().actors(2);
        let (asked, settled) = run(&scene, &Wrest, &[Arg::Who(Target::Actor(id(1)))], &[]);
        assert_eq!((asked.len(), settled.len()), (2, 0));
        assert_eq!((asked[0].actor, asked[1].actor, asked[0].kind), (id(0), id(1), WREST));
        let held = Change::Condition { entity: id(1), condition: GRAPPLED, ticks: Ticks(0), source: id(0) };
        assert_eq!(wrested(&scene, 3, 2), std::slice::from_ref(&held));
        assert_eq!(wrested(&scene, 2, 3), []);
        assert_eq!(wrested(&scene.stat(0, REFLEX, 5), -4, -4), [held]);
        assert_eq!(wrested(&Scene::default().actors(2).stat(1, REFLEX, 5), 9, 9), []);
    }

    #[test]
    fn who_is_held_gets_free_by_strength_or_when_nobody_holds_on() {
        let held = || Scene::default().actors(2).condition(0, GRAPPLED, id(1));
        let freed = [Change::EndCondition { entity: id(0), condition: GRAPPLED }];
        assert_eq!(run(&held(), &BreakFree, &[], &rolled(1, 0)).1, freed);
        assert_eq!(run(&held(), &BreakFree, &[], &rolled(0, 1)).1, []);
        assert_eq!(run(&held().state(1, ActorState::Down), &BreakFree, &[], &[]), (vec![], freed.to_vec()));
        assert_eq!(run(&Scene::default().actors(2), &BreakFree, &[], &[]), (vec![], vec![]));
    }
}
