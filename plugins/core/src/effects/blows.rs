//! Effects that meet a body: strikes, blasts, plain harm, mending.
//!
//! Owns what is checked and how much harm is asked for. Must never say what it does to a body. Called through `effects`.

use super::{count, entity, who};
use crate::rules::harm_by_degree;
use abi::{
    Change, CheckAnswer, CheckId, CheckRequest, ConditionId, Degree, Effect, EffectCall, EntityId, EventId, FactId, HarmId,
    Hurt, LadderId, Out, Packet, ParamId, PhraseId, Raise, Target, World,
};

const ATTACK: CheckId = CheckId::of("core/attack");
const BLAST: CheckId = CheckId::of("core/blast");
const CRITICAL: ParamId = ParamId::of("critical_harm_permille");
const GLANCING: ParamId = ParamId::of("glancing_harm_permille");

/// The first rung of the ladder `blow`: it went wide, and spends nothing.
const WIDE: i32 = 0;

/// Asks for one check of the actor against somebody; the answer comes in the next round.
fn ask(call: &EffectCall<'_>, kind: CheckId, opponent: EntityId, out: &mut Out) {
    out.check(CheckRequest { kind, actor: call.actor, opponent, difficulty_points: 0, bonus_points: 0 });
}

/// Harm as the answer allows; what comes to nothing is told as a blow that went wide.
fn settle(call: &EffectCall<'_>, target: EntityId, packet: Packet, answer: &CheckAnswer, out: &mut Out) {
    if packet.points > 0 {
        let (by, degree, is_exploit) = (call.actor, answer.degree, answer.is_exploit);
        return out.change(Change::Hurt(Hurt { target, by, packet, degree, is_exploit }));
    }
    out.change(Change::Raise(Raise {
        event: EventId::of("blow"),
        about: target,
        by: call.actor,
        ladder: LadderId::of("blow"),
        rung: WIDE,
        condition: ConditionId::NONE,
        how: PhraseId::NONE,
    }));
}

/// A blow of a hand, checked against the target's defence. `points` takes the place of the hand's own.
#[derive(Debug)]
pub struct Strike;

impl Effect for Strike {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let (Some(target), Some(packet)) = (entity(call, call.target), call.args.packet(0)) else {
            // A hand that the actor's kind does not have, or a bare cell: there is nothing to strike with, or at.
            return;
        };
        let Some(answer) = call.answers.first() else { return ask(call, ATTACK, target, out) };
        let points = i32::try_from(call.args.number_or(1, i64::from(packet.points))).unwrap_or(i32::MAX);
        let packet = harm_by_degree(Packet { points, ..packet }, answer.degree, world.param(CRITICAL), 0);
        settle(call, target, packet, answer, out);
    }
}

/// What comes over a whole body, checked against its poise: a failure still glances.
#[derive(Debug)]
pub struct Blast;

impl Effect for Blast {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Some(target) = who(call, 2) else { return };
        let Some(answer) = call.answers.first() else { return ask(call, BLAST, target, out) };
        let whole = Packet { harm: HarmId(call.args.id(0)), points: count(call, 1) };
        let packet = harm_by_degree(whole, answer.degree, world.param(CRITICAL), world.param(GLANCING));
        settle(call, target, packet, answer, out);
    }
}

/// Harm that nobody can be missed by: a fire, a fall.
#[derive(Debug)]
pub struct PlainHarm;

impl Effect for PlainHarm {
    fn run(&self, _world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Some(target) = who(call, 2) else { return };
        let packet = Packet { harm: HarmId(call.args.id(0)), points: count(call, 1) };
        let (by, degree, is_exploit) = (call.actor, Degree::Success, false);
        out.change(Change::Hurt(Hurt { target, by, packet, degree, is_exploit }));
    }
}

/// How far the actor has fallen, in feet: the host says it as the actor lands (clause M7).
const FALLEN: FactId = FactId::of("core/fallen");

/// The blow of a fall, that grows with its height (clauses M7, M8): for who fell, and for whom it fell on.
#[derive(Debug)]
pub struct Crash;

impl Effect for Crash {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Target::Actor(target) = call.target else { return };
        let feet = world.fact(call.actor, FALLEN, EntityId::NONE).unwrap_or(0);
        let points = count(call, 1).saturating_mul(i32::try_from(feet).unwrap_or(0));
        let (packet, by) = (Packet { harm: HarmId(call.args.id(0)), points }, EntityId::NONE);
        out.change(Change::Hurt(Hurt { target, by, packet, degree: Degree::Success, is_exploit: false }));
    }
}

/// Mending, in points of the ruleset.
#[derive(Debug)]
pub struct Mend;

impl Effect for Mend {
    fn run(&self, _world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Some(target) = who(call, 0) else { return };
        out.change(Change::Mend { target, points: count(call, 1) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Stage, id, run};
    use abi::Arg;

    const EDGE: HarmId = HarmId::of("core/edge");
    const HAND: Arg = Arg::Packet(Packet { harm: EDGE, points: 10 });

    fn stage() -> Stage {
        Stage::default().actors(2).params(&[("critical_harm_permille", 2000), ("glancing_harm_permille", 500)])
    }

    /// What an effect on actor 1 settles with: points of harm, or `None` for a blow that went wide.
    fn check(effect: &impl Effect, args: &[Arg], degree: Degree, expected: Option<i32>) {
        let target = Target::Actor(id(1));
        let (asked, settled) = run(&stage(), effect, target, args, &[]);
        assert_eq!((asked.len(), settled.len()), (1, 0), "the first round only asks");
        assert_eq!((asked[0].actor, asked[0].opponent), (id(0), id(1)));
        let answer = CheckAnswer { degree, is_exploit: true, ..CheckAnswer::default() };
        let (asked, settled) = run(&stage(), effect, target, args, &[answer]);
        assert!(asked.is_empty());
        match (&settled[..], expected) {
            ([Change::Hurt(hurt)], Some(points)) => {
                assert_eq!((hurt.target, hurt.by, hurt.degree, hurt.is_exploit), (id(1), id(0), degree, true));
                assert_eq!(hurt.packet, Packet { harm: EDGE, points });
            }
            ([Change::Raise(raise)], None) => {
                assert_eq!((raise.event, raise.about, raise.rung), (EventId::of("blow"), id(1), 0));
            }
            other => panic!("{degree:?}: {other:?}"),
        }
    }

    #[test]
    fn a_strike_hurts_by_its_degree_or_goes_wide() {
        check(&Strike, &[HAND], Degree::CriticalSuccess, Some(20));
        check(&Strike, &[HAND], Degree::Success, Some(10));
        check(&Strike, &[HAND], Degree::Failure, None);
        check(&Strike, &[HAND], Degree::CriticalFailure, None);
        check(&Strike, &[HAND, Arg::Number(25)], Degree::Success, Some(25));
    }

    #[test]
    fn a_blast_that_fails_still_glances() {
        let args = [Arg::Id(EDGE.0), Arg::Number(10), Arg::Who(Target::Actor(id(1)))];
        check(&Blast, &args, Degree::CriticalSuccess, Some(20));
        check(&Blast, &args, Degree::Failure, Some(5));
        check(&Blast, &args, Degree::CriticalFailure, None);
    }

    #[test]
    fn a_strike_at_nobody_or_without_a_hand_asks_for_nothing() {
        assert_eq!(run(&stage(), &Strike, Target::None, &[HAND], &[]), (vec![], vec![]));
        assert_eq!(run(&stage(), &Strike, Target::Actor(id(1)), &[], &[]), (vec![], vec![]));
    }

    #[test]
    fn plain_harm_and_mending_need_no_check() {
        let at = Arg::Who(Target::Itself);
        let (asked, settled) = run(&stage(), &PlainHarm, Target::None, &[Arg::Id(EDGE.0), Arg::Number(3), at], &[]);
        assert!(asked.is_empty());
        assert!(matches!(settled[..], [Change::Hurt(hurt)] if hurt.target == id(0) && hurt.packet.points == 3));
        let (_, settled) = run(&stage(), &Mend, Target::None, &[at, Arg::Number(4)], &[]);
        assert_eq!(settled, [Change::Mend { target: id(0), points: 4 }]);
    }
}
