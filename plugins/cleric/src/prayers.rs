//! The effects `shelter`, `lift` and `daunt`: what windows and zones do to friends alone, or to foes alone.
//!
//! Owns the check against a foe and the changes. Must never decide what a condition is worth or give a body back. Called for
//! one target at a time (clause K1).

use crate::rules::{self, Standing};
use abi::{Change, CheckId, CheckRequest, ConditionId, Effect, EffectCall, EntityId, Out, Target, Ticks, World};

const BLAST: CheckId = CheckId::of("core/blast");

/// Gives a condition to who is on the actor's side.
#[derive(Debug)]
pub struct Shelter;

impl Effect for Shelter {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        if let Some(entity) = meant(world, call, Standing::Own) {
            let ticks = Ticks(u32::try_from(call.args.number_or(1, 0)).unwrap_or(0));
            give(call, entity, ticks, out);
        }
    }
}

/// Mends who is on the actor's side.
#[derive(Debug)]
pub struct Lift;

impl Effect for Lift {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        if let Some(target) = meant(world, call, Standing::Own) {
            out.change(Change::Mend { target, points: i32::try_from(call.args.number_or(0, 0)).unwrap_or(i32::MAX) });
        }
    }
}

/// Gives a condition to who is on another side and does not stand up to it.
#[derive(Debug)]
pub struct Daunt;

impl Effect for Daunt {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Some(entity) = meant(world, call, Standing::Other) else { return };
        let Some(answer) = call.answers.first() else {
            let (kind, actor) = (BLAST, call.actor);
            return out.check(CheckRequest { kind, actor, opponent: entity, difficulty_points: 0, bonus_points: 0 });
        };
        if let Some(ticks) = rules::daunted_ticks(call.args.number_or(1, 0), answer.degree) {
            give(call, entity, ticks, out);
        }
    }
}

fn give(call: &EffectCall<'_>, entity: EntityId, ticks: Ticks, out: &mut Out) {
    let (condition, source) = (ConditionId(call.args.id(0)), call.actor);
    out.change(Change::Condition { entity, condition, ticks, source });
}

/// Whom the effect is at, where that is somebody of such a standing.
fn meant(world: &World<'_>, call: &EffectCall<'_>, wanted: Standing) -> Option<EntityId> {
    let entity = if call.target == Target::Itself { call.actor } else { call.target.entity() };
    world.row(entity)?;
    let standing = rules::standing(world.side(call.actor), entity == call.actor, world.side(entity), world.state(entity));
    (standing == wanted).then_some(entity)
}

#[cfg(test)]
mod tests {
    use super::*;
    use abi::{ActionId, ActorState, Arg, Args, At, CheckAnswer, Class, Degree, Extent, KindId, RSlice, SideId};

    fn id(row: u32) -> EntityId {
        EntityId { index: row, generation: 1 }
    }

    /// Runs one round of an effect of actor 0, whose friend is actor 1 and whose foe actor 2.
    fn run(effect: &impl Effect, target: u32, args: &[Arg], answers: &[CheckAnswer]) -> (usize, Vec<Change>) {
        let sides = [SideId::of("party"), SideId::of("party"), SideId::of("goblins")];
        let (ids, places, mut out) = ([id(0), id(1), id(2)], [At::default(); 3], Out::default());
        let world = World {
            ids: RSlice::from_slice(&ids),
            classes: RSlice::from_slice(&[Class::Actor; 3]),
            kinds: RSlice::from_slice(&[KindId::NONE; 3]),
            sides: RSlice::from_slice(&sides),
            places: RSlice::from_slice(&places),
            extents: RSlice::from_slice(&[Extent { width: 2, depth: 1, height: 6 }; 3]),
            states: RSlice::from_slice(&[ActorState::Up; 3]),
            ..World::default()
        };
        let call = EffectCall {
            actor: id(0),
            action: ActionId::of("cleric/litany"),
            target: Target::Actor(id(target)),
            args: Args { items: RSlice::from_slice(args) },
            answers: RSlice::from_slice(answers),
            ..EffectCall::default()
        };
        effect.run(&world, &call, &mut out);
        let (asked, mut changes) = (out.checks().len(), Vec::new());
        out.drain_changes(&mut changes);
        (asked, changes)
    }

    /// The condition that the tests give, for so long.
    fn given(entity: u32, ticks: u32) -> Vec<Change> {
        let (entity, condition, source) = (id(entity), ConditionId(7), id(0));
        vec![Change::Condition { entity, condition, ticks: Ticks(ticks), source }]
    }

    const ARGS: [Arg; 2] = [Arg::Id(7), Arg::Number(24)];

    #[test]
    fn friends_and_oneself_are_sheltered_and_lifted_and_no_foe_is() {
        for (target, is_meant) in [(0, true), (1, true), (2, false), (9, false)] {
            let expected = if is_meant { given(target, 24) } else { Vec::new() };
            assert_eq!(run(&Shelter, target, &ARGS, &[]), (0, expected), "{target}");
            let mended = Change::Mend { target: id(target), points: 12 };
            let expected = if is_meant { vec![mended] } else { Vec::new() };
            assert_eq!(run(&Lift, target, &[Arg::Number(12)], &[]), (0, expected), "{target}");
        }
    }

    #[test]
    fn a_foe_is_daunted_by_its_check_and_nobody_else_is_asked() {
        let answer = |degree| [CheckAnswer { degree, ..CheckAnswer::default() }];
        assert_eq!(run(&Daunt, 2, &ARGS, &[]), (1, Vec::new()), "the first round only asks");
        assert_eq!(run(&Daunt, 2, &ARGS, &answer(Degree::Success)), (0, given(2, 24)));
        assert_eq!(run(&Daunt, 2, &ARGS, &answer(Degree::CriticalSuccess)), (0, given(2, 48)));
        assert_eq!(run(&Daunt, 2, &ARGS, &answer(Degree::Failure)), (0, Vec::new()));
        for friend in [0, 1] {
            assert_eq!(run(&Daunt, friend, &ARGS, &[]), (0, Vec::new()));
        }
    }
}
