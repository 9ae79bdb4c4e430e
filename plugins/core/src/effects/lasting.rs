//! Effects that last or come later: conditions, tracks, scheduled lines, zones.
//!
//! Owns the key of what it schedules. Must never keep anything itself: all of it lies in the world. Called through `effects`.

use super::{count, span, who};
use abi::{
    By, Cell, Change, CheckId, CheckRequest, Class, ConditionId, Degree, Effect, EffectCall, KindId, Out, SideId, Target,
    TrackId, World,
};

/// Gives a condition, for so long or until it is taken away.
#[derive(Debug)]
pub struct Give;

impl Effect for Give {
    fn run(&self, _world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Some(entity) = who(call, 1) else { return };
        let (condition, ticks, source) = (ConditionId(call.args.id(0)), span(call, 2), call.actor);
        out.change(Change::Condition { entity, condition, ticks, source });
    }
}

/// Gives a condition to somebody who does not want it, where a check goes well.
#[derive(Debug)]
pub struct Afflict;

impl Effect for Afflict {
    fn run(&self, _world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Some(entity) = who(call, 1) else { return };
        let Some(answer) = call.answers.first() else {
            let (kind, actor) = (CheckId(call.args.id(2)), call.actor);
            return out.check(CheckRequest { kind, actor, opponent: entity, difficulty_points: 0, bonus_points: 0 });
        };
        if matches!(answer.degree, Degree::Success | Degree::CriticalSuccess) {
            let (condition, ticks, source) = (ConditionId(call.args.id(0)), span(call, 3), call.actor);
            out.change(Change::Condition { entity, condition, ticks, source });
        }
    }
}

/// Takes a condition away.
#[derive(Debug)]
pub struct TakeAway;

impl Effect for TakeAway {
    fn run(&self, _world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Some(entity) = who(call, 1) else { return };
        out.change(Change::EndCondition { entity, condition: ConditionId(call.args.id(0)) });
    }
}

/// Changes a track.
#[derive(Debug)]
pub struct ChangeTrack;

impl Effect for ChangeTrack {
    fn run(&self, _world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Some(entity) = who(call, 3) else { return };
        let amount = i64::from(count(call, 2));
        let by = if call.args.choice(1) == 0 { By::Add(amount) } else { By::Set(amount) };
        out.change(Change::Track { entity, track: TrackId(call.args.id(0)), by });
    }
}

/// Runs another line later, at the same target (clause K3).
#[derive(Debug)]
pub struct After {
    /// Whether it is called off when its maker dies.
    pub ends_with_maker: bool,
}

impl Effect for After {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Some(line) = call.args.line(1) else { return };
        let after = abi::Ticks(span(call, 0).0.max(1));
        let (target, ends_with_maker) = (call.target, self.ends_with_maker);
        out.change(Change::Schedule { key: key(world, call, line), after, line, target, ends_with_maker });
    }
}

/// A key of its own for each maker, line, tick and target: no content names it, so it only has to meet no other.
fn key(world: &World<'_>, call: &EffectCall<'_>, line: u32) -> u64 {
    let target = call.target.entity();
    let parts = [call.actor.index, call.actor.generation, line, target.index, target.generation];
    let mixed = parts.into_iter().fold(world.tick.0, |state, part| abi::Dice::new(state ^ u64::from(part)).draw());
    abi::Dice::new(mixed).draw()
}

/// Where an action is aimed, else where its actor stands.
fn aimed(world: &World<'_>, call: &EffectCall<'_>) -> Option<Cell> {
    match call.target {
        Target::Cell(cell) => Some(cell),
        target => world.place(target.entity()).or_else(|| world.place(call.actor)).map(|at| at.cell),
    }
}

/// Opens a zone where the action is aimed at, else where the actor stands (clause W5).
#[derive(Debug)]
pub struct OpenZone;

impl Effect for OpenZone {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let (Some(line), Some(center)) = (call.args.line(3), aimed(world, call)) else { return };
        let (feet, life, period) = (count(call, 0), span(call, 1), span(call, 2));
        out.change(Change::Zone { center, feet, life, period, line });
    }
}

/// Something of content appears in the cell that is aimed at: a ground, the other side of a door, a zone, or a zone if the ground burns.
#[derive(Debug)]
pub struct Appear(pub Class);

impl Effect for Appear {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Some(near) = aimed(world, call) else { return };
        out.change(Change::Spawn { class: self.0, kind: KindId(call.args.id(0)), side: SideId::NONE, near });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Stage, id, run};
    use abi::{Arg, CheckAnswer, Ticks};

    fn check(effect: &impl Effect, target: Target, args: &[Arg]) -> Vec<Change> {
        let (asked, settled) = run(&Stage::default().actors(2), effect, target, args, &[]);
        assert!(asked.is_empty());
        settled
    }

    #[test]
    fn conditions_come_and_go() {
        let foe = Arg::Who(Target::Actor(id(1)));
        let (entity, condition, source) = (id(1), ConditionId(4), id(0));
        let given = check(&Give, Target::None, &[Arg::Id(4), foe, Arg::Number(50)]);
        assert_eq!(given, [Change::Condition { entity, condition, ticks: Ticks(50), source }]);
        let given = check(&Give, Target::None, &[Arg::Id(4), foe, Arg::Absent]);
        assert_eq!(given, [Change::Condition { entity, condition, ticks: Ticks(0), source }]);
        let taken = check(&TakeAway, Target::None, &[Arg::Id(4), foe]);
        assert_eq!(taken, [Change::EndCondition { entity, condition }]);
    }

    #[test]
    fn who_stands_up_to_it_is_not_afflicted() {
        let target = Target::Actor(id(1));
        let args = [Arg::Id(4), Arg::Who(target), Arg::Id(9), Arg::Number(50)];
        let stage = Stage::default().actors(2);
        let (asked, settled) = run(&stage, &Afflict, Target::None, &args, &[]);
        assert_eq!((asked.len(), asked[0].kind, asked[0].opponent, settled.len()), (1, CheckId(9), id(1), 0));
        let (entity, condition, source) = (id(1), ConditionId(4), id(0));
        let given = vec![Change::Condition { entity, condition, ticks: Ticks(50), source }];
        let cases = [(Degree::CriticalSuccess, given.clone()), (Degree::Success, given), (Degree::Failure, Vec::new())];
        for (degree, expected) in cases {
            let answer = CheckAnswer { degree, ..CheckAnswer::default() };
            assert_eq!(run(&stage, &Afflict, Target::None, &args, &[answer]).1, expected, "{degree:?}");
        }
    }

    #[test]
    fn tracks_are_added_to_or_set() {
        let me = Arg::Who(Target::Itself);
        let track = |choice| check(&ChangeTrack, Target::None, &[Arg::Id(6), Arg::Choice(choice), Arg::Number(3), me]);
        assert!(matches!(track(0)[..], [Change::Track { by: By::Add(3), .. }]));
        assert!(matches!(track(1)[..], [Change::Track { by: By::Set(3), .. }]));
    }

    #[test]
    fn clock_k3_a_line_comes_later_than_now_and_keeps_its_target() {
        let target = Target::Actor(id(1));
        let after = |ends_with_maker, ticks| check(&After { ends_with_maker }, target, &[Arg::Number(ticks), Arg::Line(8)]);
        assert!(matches!(
            after(false, 30)[..],
            [Change::Schedule { after: Ticks(30), line: 8, target: aimed, ends_with_maker: false, .. }] if aimed == target
        ));
        assert!(matches!(after(true, 0)[..], [Change::Schedule { after: Ticks(1), ends_with_maker: true, .. }]));
    }

    #[test]
    fn different_lines_have_different_keys() {
        let key = |line| match check(&After { ends_with_maker: false }, Target::None, &[Arg::Number(1), Arg::Line(line)])[..]
        {
            [Change::Schedule { key, .. }] => key,
            ref other => panic!("{other:?}"),
        };
        assert_ne!(key(1), key(2));
        assert_eq!(key(1), key(1));
    }

    #[test]
    fn a_zone_lies_where_the_action_is_aimed() {
        let args = [Arg::Number(5), Arg::Number(100), Arg::Absent, Arg::Line(2)];
        let center = |target| match check(&OpenZone, target, &args)[..] {
            [Change::Zone { center, feet: 5, life: Ticks(100), period: Ticks(0), line: 2 }] => center,
            ref other => panic!("{other:?}"),
        };
        assert_eq!(center(Target::Cell(Cell::new(7, 8, 0))), Cell::new(7, 8, 0));
        assert_eq!(center(Target::Actor(id(1))), Cell::new(4, 0, 0));
        assert_eq!(center(Target::None), Cell::new(0, 0, 0));
    }

    #[test]
    fn clock_w5_what_appears_does_so_where_the_action_is_aimed() {
        let near = Cell::new(7, 8, 0);
        let class = Class::Zone;
        let expected = Change::Spawn { class, kind: KindId(3), side: SideId::NONE, near };
        assert_eq!(check(&Appear(class), Target::Cell(near), &[Arg::Id(3)]), [expected]);
    }
}
