//! `Tempo`: the order goes by reflex, luck and a coin; an action takes a round of three hundred ticks, a step what it takes.
//!
//! Owns the holder `tdgs`. Must never roll for the order. Called when an encounter begins and for each activity.

use crate::names::*;
use crate::rules::time;
use crate::view::{has, signed, stat};
use abi::{ActionKind, Doing, EntityId, Lengths, LengthsCall, Tempo, Ticks, World};

/// One action in a round.
#[derive(Debug)]
pub struct OneActionARound;

impl Tempo for OneActionARound {
    fn initiative(&self, world: &World<'_>, actor: EntityId, _is_unseen: bool, seed: u64) -> i32 {
        let coin = seed & 1 == 1;
        let order = time::order(stat(world, actor, REFLEX), signed(world, actor, LUCK), coin);
        i32::try_from(order).unwrap_or(i32::MAX)
    }

    fn lengths(&self, call: &LengthsCall<'_>) -> Lengths {
        dearer(call, spans(call.given))
    }

    fn lengths_in(&self, world: &World<'_>, doing: &Doing, call: &LengthsCall<'_>) -> Lengths {
        let given = spans(call.given);
        if is_action(doing) {
            return dearer(call, time::action_spans(given, has(world, doing.actor, HASTED)));
        }
        dearer(call, given)
    }
}

/// Whether it is what one has a single one of in a round. Steps, words and answers are free: they take what they take.
fn is_action(doing: &Doing) -> bool {
    let is_free = matches!(doing.kind, ActionKind::Movement | ActionKind::Talk | ActionKind::Wait | ActionKind::Cancel);
    !is_free && !doing.is_answer
}

fn spans(given: Lengths) -> time::Spans {
    [given.prep, given.exec, given.recover].map(|ticks| i64::from(ticks.0))
}

/// What the ground and dear verbs add to prep and recover (clauses M5, T6).
fn dearer(call: &LengthsCall<'_>, [prep, exec, recover]: time::Spans) -> Lengths {
    let dear = i64::from(call.dear_permille);
    let with = |ticks: i64, ground: Ticks| {
        let sum = if ticks == 0 { 0 } else { ticks + i64::from(ground.0) };
        Ticks(u32::try_from(time::dearer(sum, dear)).unwrap_or(u32::MAX))
    };
    Lengths {
        prep: with(prep, call.ground_prep),
        exec: Ticks(u32::try_from(exec).unwrap_or(u32::MAX)),
        recover: with(recover, call.ground_recover),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, id};
    use abi::Params;

    fn check(scene: &Scene, kind: ActionKind, is_answer: bool, given: [u32; 3], expected: [u32; 3]) {
        let doing = Doing { actor: id(0), kind, is_answer, ..Doing::default() };
        let [prep, exec, recover] = given.map(Ticks);
        scene.with_world(|world| {
            let call = LengthsCall {
                given: Lengths { prep, exec, recover },
                ground_prep: Ticks(0),
                ground_recover: Ticks(0),
                dear_permille: 0,
                initiative: 0,
                seed: 7,
                params: Params { ids: world.param_ids, values: world.params },
            };
            let lengths = OneActionARound.lengths_in(world, &doing, &call);
            assert_eq!([lengths.prep.0, lengths.exec.0, lengths.recover.0], expected, "{kind:?} {given:?}");
        });
    }

    #[test]
    fn an_action_takes_a_round_a_step_and_an_answer_what_they_take() {
        let scene = Scene::default().actors(1);
        check(&scene, ActionKind::Attack, false, [18, 6, 20], [139, 6, 155]);
        check(&scene, ActionKind::Spell, false, [26, 2, 14], [193, 2, 105]);
        check(&scene, ActionKind::Movement, false, [0, 10, 0], [0, 10, 0]);
        check(&scene, ActionKind::Talk, false, [3, 8, 6], [3, 8, 6]);
        check(&scene, ActionKind::Guard, true, [0, 2, 4], [0, 2, 4]);
    }

    #[test]
    fn the_hasted_act_twice_in_a_round() {
        let scene = Scene::default().actors(1).condition(0, HASTED, EntityId::NONE);
        check(&scene, ActionKind::Attack, false, [18, 6, 20], [68, 6, 76]);
        check(&scene, ActionKind::Movement, false, [0, 10, 0], [0, 10, 0]);
    }

    #[test]
    fn the_order_is_not_rolled() {
        let scene = Scene::default().actors(2).stat(0, REFLEX, 8).stat(1, REFLEX, 8).stat(0, LUCK, 1).stat(1, LUCK, -1);
        scene.with_world(|world| {
            let order = |row, seed| OneActionARound.initiative(world, id(row), seed % 2 == 0, seed);
            for seed in 0..50 {
                assert!(order(0, seed) > order(1, seed + 1), "luck parts those of one reflex, whatever is drawn");
            }
            assert_ne!(order(0, 0), order(0, 1), "and a coin those of one luck");
        });
        let quicker = Scene::default().actors(2).stat(0, REFLEX, 6).stat(0, LUCK, 10).stat(1, REFLEX, 7).stat(1, LUCK, -10);
        quicker.with_world(|world| {
            assert!(OneActionARound.initiative(world, id(1), false, 0) > OneActionARound.initiative(world, id(0), false, 1));
        });
    }
}
