//! The effect `ambush`: a strike that is worth more from hiding, and ends it.
//!
//! Owns the check and the changes. Must never say what harm does to a body. Called for one target at a time (clause K1).

use crate::hiding::{emerge, is_hidden};
use crate::rules;
use abi::{
    Change, CheckId, CheckRequest, ConditionId, Effect, EffectCall, EntityId, EventId, Hurt, LadderId, Out, Packet, ParamId,
    PhraseId, Raise, Target, World,
};

const ATTACK: CheckId = CheckId::of("core/attack");
const CRITICAL: ParamId = ParamId::of("critical_harm_permille");
const UNSEEN: ParamId = ParamId::of("unseen_points");

/// The first rung of the ladder `blow`: it went wide, and spends nothing.
const WIDE: i32 = 0;

/// A strike that nobody sees come, where it comes from hiding.
#[derive(Debug)]
pub struct Ambush;

impl Effect for Ambush {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let (Target::Actor(target), Some(packet)) = (call.target, call.args.packet(0)) else { return };
        let is_unseen = is_hidden(world, call.actor);
        let Some(answer) = call.answers.first() else {
            let bonus = if is_unseen { world.param(UNSEEN) } else { 0 };
            let (kind, actor, bonus_points) = (ATTACK, call.actor, i32::try_from(bonus).unwrap_or(0));
            return out.check(CheckRequest { kind, actor, opponent: target, difficulty_points: 0, bonus_points });
        };
        let whole = if is_unseen { call.args.number_or(1, 0) } else { i64::from(packet.points) };
        let whole = i32::try_from(whole).unwrap_or(i32::MAX);
        let points = rules::harm_points(whole, answer.degree, world.param(CRITICAL));
        if points > 0 {
            let (by, degree, is_exploit) = (call.actor, answer.degree, answer.is_exploit);
            let packet = Packet { points, ..packet };
            out.change(Change::Hurt(Hurt { target, by, packet, degree, is_exploit }));
        } else {
            out.change(Change::Raise(wide(target, call.actor)));
        }
        emerge(world, call.actor, out);
    }
}

/// A blow that meets nobody.
fn wide(about: EntityId, by: EntityId) -> Raise {
    let (event, ladder) = (EventId::of("blow"), LadderId::of("blow"));
    Raise { event, about, by, ladder, rung: WIDE, condition: ConditionId::NONE, how: PhraseId::NONE }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{answer, hidden, id, run};
    use abi::{Arg, ConditionRow, Degree, HarmId};

    const HAND: Packet = Packet { harm: HarmId::of("core/point"), points: 7 };

    /// What a strike of 18 points from hiding hurts for, and how many changes there are in all.
    fn check(held: &[ConditionRow], degree: Degree, expected: Option<i32>, changes: usize) {
        let args = [Arg::Packet(HAND), Arg::Number(18)];
        let target = Target::Actor(id(2));
        let (asked, settled) = run(&Ambush, held, id(0), target, &args, &[]);
        assert_eq!((asked, settled), (vec![(id(0), id(2))], vec![]), "the first round only asks");
        let settled = run(&Ambush, held, id(0), target, &args, &[answer(degree)]).1;
        assert_eq!(settled.len(), changes, "{settled:?}");
        let hurt = settled.iter().find_map(|change| match change {
            Change::Hurt(hurt) => Some(hurt.packet.points),
            _ => None,
        });
        assert_eq!(hurt, expected, "{degree:?}");
    }

    #[test]
    fn a_strike_from_hiding_is_worth_more_and_ends_it() {
        check(&[hidden(0)], Degree::Success, Some(18), 3);
        check(&[hidden(0)], Degree::CriticalSuccess, Some(36), 3);
        check(&[hidden(0)], Degree::Failure, None, 3);
    }

    #[test]
    fn a_strike_in_plain_sight_is_a_strike() {
        check(&[], Degree::Success, Some(7), 1);
        check(&[], Degree::Failure, None, 1);
    }
}
