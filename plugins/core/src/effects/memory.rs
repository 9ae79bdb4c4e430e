//! Searching memory for what a kind is and does.
//!
//! Owns what comes of the check: the truth, more of it, nothing, or a falsehood that is believed. Must never say what a falsehood
//! is about: the host has all kinds, and takes the one that this number falls on. Called through `effects`.

use super::{entity, who};
use abi::{
    By, Change, CheckId, CheckRequest, ConditionId, Degree, Effect, EffectCall, EntityId, EventId, FactId, LadderId, Out,
    PhraseId, Raise, StatId, Ticks, World,
};

const WITS: StatId = StatId::of("core/wits");
/// The wits of an average human, which neither help nor hinder.
const AVERAGE_WITS: i32 = 10;
/// A kind is known, or known well.
const KNOWN: i64 = 1;
const KNOWN_WELL: i64 = 2;
/// So many different falsehoods there are; the host takes each for one of the kinds that it has.
const FALSEHOODS: u32 = 1 << 20;

/// One searches one's memory for what somebody is.
#[derive(Debug)]
pub struct Recall;

impl Effect for Recall {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Some(subject) = who(call, 0).or_else(|| entity(call, call.target)) else { return };
        let Some(answer) = call.answers.first() else {
            let wits = world.stat(call.actor, WITS) - AVERAGE_WITS;
            out.check(CheckRequest {
                kind: CheckId::of("core/recall"),
                actor: call.actor,
                opponent: EntityId::NONE,
                difficulty_points: 0,
                bonus_points: wits,
            });
            return;
        };
        let Some(kind) = world.row(subject).and_then(|row| world.kinds.get(row)) else { return };
        let key = FactId(kind.0);
        let had = world.fact(call.actor, key, EntityId::NONE);
        match remembered(had, answer.degree, call) {
            Some(value) => {
                let (entity, about) = (call.actor, EntityId::NONE);
                out.change(Change::Fact { entity, key, about, by: By::Set(value), ticks: Ticks(0) });
                let how = if had.is_some_and(|had| had >= KNOWN) { "core/recall-more" } else { "" };
                out.change(learned(call.actor, subject, how));
            }
            None => out.change(learned(call.actor, subject, "core/recall-nothing")),
        }
    }
}

/// What is known of the kind from now on; nothing where nothing comes to mind. What is known is not forgotten for a bad answer.
fn remembered(had: Option<i64>, degree: Degree, call: &EffectCall<'_>) -> Option<i64> {
    let knew = had.filter(|had| *had >= KNOWN);
    match degree {
        Degree::CriticalSuccess => Some(KNOWN_WELL),
        Degree::Success => Some(if knew.is_some() { KNOWN_WELL } else { KNOWN }),
        Degree::CriticalFailure if knew.is_none() => Some(-1 - i64::from(call.dice().below(FALSEHOODS))),
        Degree::Failure | Degree::CriticalFailure => None,
    }
}

/// That something was learned, or that nothing was: `how` are words of its own.
fn learned(about: EntityId, by: EntityId, how: &str) -> Change {
    Change::Raise(Raise {
        event: EventId::of("learned"),
        about,
        by,
        ladder: LadderId::NONE,
        rung: 0,
        condition: ConditionId::NONE,
        how: if how.is_empty() { PhraseId::NONE } else { PhraseId::of(how) },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Stage, id, run};
    use abi::{Arg, CheckAnswer, KindId, Target};

    /// What is known after an answer of this degree, by somebody who knew nothing.
    fn check(degree: Degree) -> Vec<Change> {
        let args = [Arg::Who(Target::Actor(id(1)))];
        let (asked, _) = run(&Stage::default().actors(2), &Recall, Target::Actor(id(1)), &args, &[]);
        assert_eq!(asked.len(), 1, "it takes a check");
        let answer = CheckAnswer { degree, ..CheckAnswer::default() };
        run(&Stage::default().actors(2), &Recall, Target::Actor(id(1)), &args, &[answer]).1
    }

    fn fact(value: i64) -> Change {
        let (entity, key) = (id(0), FactId(KindId::NONE.0));
        Change::Fact { entity, key, about: EntityId::NONE, by: By::Set(value), ticks: Ticks(0) }
    }

    #[test]
    fn memory_tells_the_truth_or_more_of_it_or_nothing_or_a_falsehood() {
        assert_eq!(check(Degree::Success), [fact(KNOWN), learned(id(0), id(1), "")]);
        assert_eq!(check(Degree::CriticalSuccess), [fact(KNOWN_WELL), learned(id(0), id(1), "")]);
        assert_eq!(check(Degree::Failure), [learned(id(0), id(1), "core/recall-nothing")]);
        let [Change::Fact { by: By::Set(value), .. }, told] = &check(Degree::CriticalFailure)[..] else {
            panic!("a falsehood is a fact, too");
        };
        assert!(*value < 0, "{value}");
        assert_eq!(*told, learned(id(0), id(1), ""), "and is told as the truth is: it is believed");
    }
}
