//! The effect `push`: somebody is moved straight away from the actor.
//!
//! Owns the check and the changes. Must never judge whether there is room: clause M10 is the host's. Called for one target at
//! a time (clause K1).

use crate::rules;
use abi::{Cell, Change, CheckId, CheckRequest, Effect, EffectCall, EntityId, Extent, Manner, Out, ParamId, Target, World};

const BLAST: CheckId = CheckId::of("core/blast");
const CRITICAL: ParamId = ParamId::of("critical_push_permille");

/// Moves somebody away from the actor, foot by foot.
#[derive(Debug)]
pub struct Push;

impl Effect for Push {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let entity = call.args.who_or(0, Target::None).entity();
        // Whoever is gone by now, and the actor itself, cannot be pushed away from it.
        let (Some(own), Some((start, extent))) = (body(world, call.actor), body(world, entity)) else { return };
        let Some(way) = rules::away(own, (start, extent)) else { return };
        let Some(answer) = call.answers.first() else {
            let (kind, actor) = (BLAST, call.actor);
            return out.check(CheckRequest { kind, actor, opponent: entity, difficulty_points: 0, bonus_points: 0 });
        };
        let feet = rules::pushed_feet(call.args.number_or(1, 0), answer.degree, world.param(CRITICAL));
        for cell in rules::cells(start, way, feet) {
            out.change(Change::Place { entity, cell, manner: Manner::Moved });
        }
    }
}

/// Where somebody stands and how large it is.
fn body(world: &World<'_>, id: EntityId) -> Option<(Cell, Extent)> {
    let row = world.row(id)?;
    Some((world.places.get(row)?.cell, *world.extents.get(row)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use abi::{ActionId, ActorState, Arg, Args, At, CheckAnswer, Class, Degree, KindId, RSlice, SideId};

    fn id(row: u32) -> EntityId {
        EntityId { index: row, generation: 1 }
    }

    /// Runs one round of a five-foot push by the actor at (0, 0) of somebody at (4, 0).
    fn run(target: Target, answers: &[CheckAnswer]) -> Out {
        let human = Extent { width: 2, depth: 1, height: 6 };
        let place = |x| At { cell: Cell::new(x, 0, 0), ..At::default() };
        let (ids, places, extents) = ([id(0), id(1)], [place(0), place(4)], [human; 2]);
        let (args, mut out) = ([Arg::Who(target), Arg::Number(5)], Out::default());
        let world = World {
            ids: RSlice::from_slice(&ids),
            classes: RSlice::from_slice(&[Class::Actor; 2]),
            kinds: RSlice::from_slice(&[KindId::NONE; 2]),
            sides: RSlice::from_slice(&[SideId::NONE; 2]),
            places: RSlice::from_slice(&places),
            extents: RSlice::from_slice(&extents),
            states: RSlice::from_slice(&[ActorState::Up; 2]),
            param_ids: RSlice::from_slice(&[CRITICAL]),
            params: RSlice::from_slice(&[1600]),
            ..World::default()
        };
        let call = EffectCall {
            actor: id(0),
            action: ActionId::of("wizard/push"),
            target,
            args: Args { items: RSlice::from_slice(&args) },
            answers: RSlice::from_slice(answers),
            ..EffectCall::default()
        };
        Push.run(&world, &call, &mut out);
        out
    }

    /// Where a push of this degree takes its target, foot by foot.
    fn check(degree: Degree, expected: &[i32]) {
        let mut changes = Vec::new();
        run(Target::Actor(id(1)), &[CheckAnswer { degree, ..CheckAnswer::default() }]).drain_changes(&mut changes);
        let place = |x: &i32| Change::Place { entity: id(1), cell: Cell::new(*x, 0, 0), manner: Manner::Moved };
        assert_eq!(changes, expected.iter().map(place).collect::<Vec<_>>(), "{degree:?}");
    }

    #[test]
    fn a_push_goes_by_its_degree() {
        check(Degree::Failure, &[]);
        check(Degree::Success, &[5, 6, 7, 8, 9]);
        check(Degree::CriticalSuccess, &[5, 6, 7, 8, 9, 10, 11, 12]);
    }

    #[test]
    fn the_first_round_only_asks() {
        let mut asked = run(Target::Actor(id(1)), &[]);
        assert_eq!(asked.checks().iter().map(|check| (check.kind, check.opponent)).collect::<Vec<_>>(), [(BLAST, id(1))]);
        let mut changes = Vec::new();
        asked.drain_changes(&mut changes);
        assert_eq!(changes, []);
    }

    #[test]
    fn nobody_and_oneself_are_not_pushed() {
        for target in [Target::None, Target::Actor(id(0)), Target::Actor(id(9)), Target::Itself] {
            assert_eq!(run(target, &[]).checks(), [], "{target:?}");
        }
    }
}
