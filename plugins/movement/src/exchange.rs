//! Changing places with somebody: the effect, and the guard that asks for willingness (clause M10).
//!
//! Owns what counts as willing. Must never move anybody: both bodies come to their new cells by changes, and the host judges
//! whether there is room. Called for the action `core/swap`.

use abi::{
    ActionKind, Attitude, Change, Effect, EffectCall, Guard, Intent, Manner, Out, Phase, PhraseId, ReadingLevel, Situation,
    Subject, Target, World,
};

/// The actor's body goes to where another's is, and that one's to where the actor's was: both or neither.
#[derive(Debug)]
pub struct ChangePlaces;

impl Effect for ChangePlaces {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let other = call.args.who_or(0, call.target).entity();
        let (Some(mine), Some(theirs)) = (world.place(call.actor), world.place(other)) else { return };
        if other == call.actor {
            return;
        }
        out.change(Change::Place { entity: call.actor, cell: theirs.cell, manner: Manner::Step });
        out.change(Change::Place { entity: other, cell: mine.cell, manner: Manner::Moved });
    }
}

/// Refuses whoever is no friend, cannot help, or is in a blow or a step of its own.
#[derive(Debug)]
pub struct WillingAlly;

impl Guard for WillingAlly {
    fn refuses(&self, situation: &Situation<'_>, intent: &Intent) -> PhraseId {
        let is_willing = matches!(intent.target, Target::Actor(id) if id != situation.me)
            && situation.subject(intent.target).is_some_and(is_willing);
        if is_willing { PhraseId::NONE } else { PhraseId::of("core/refuse-unwilling") }
    }
}

/// A wind-up can be gone on with from another place; a blow that falls, or a step, cannot.
fn is_willing(other: &Subject) -> bool {
    let reading = other.reading;
    let is_read = reading.level >= ReadingLevel::Phase;
    let is_committed = reading.phase == Phase::Exec && reading.kind != ActionKind::Wait;
    let is_moving = reading.phase == Phase::Prep && reading.kind == ActionKind::Movement;
    other.is_seen && other.attitude == Attitude::Allied && other.state.may_act() && !(is_read && (is_committed || is_moving))
}

#[cfg(test)]
mod tests {
    use super::*;
    use abi::{ActorState, EntityId, Reading};

    fn check(change: impl FnOnce(&mut Subject), expected: bool) {
        let mut other = Subject {
            id: EntityId { index: 1, generation: 0 },
            is_kind_known: true,
            attitude: Attitude::Allied,
            is_seen: true,
            distance_feet: 1,
            state: ActorState::Up,
            reach_feet: 5,
            ..Subject::default()
        };
        change(&mut other);
        assert_eq!(is_willing(&other), expected, "{other:?}");
    }

    fn doing(kind: ActionKind, phase: Phase) -> Reading {
        Reading { level: ReadingLevel::Exact, kind, phase, ..Reading::default() }
    }

    #[test]
    fn clock_m10_a_friend_is_willing_where_nothing_would_be_spoilt() {
        check(|_| {}, true);
        check(|other| other.attitude = Attitude::Hostile, false);
        check(|other| other.attitude = Attitude::Neutral, false);
        check(|other| other.state = ActorState::Down, false);
        check(|other| other.is_seen = false, false);
        check(|other| other.reading = doing(ActionKind::Spell, Phase::Prep), true);
        check(|other| other.reading = doing(ActionKind::Attack, Phase::Recover), true);
        check(|other| other.reading = doing(ActionKind::Wait, Phase::Exec), true);
        check(|other| other.reading = doing(ActionKind::Attack, Phase::Exec), false);
        check(|other| other.reading = doing(ActionKind::Movement, Phase::Prep), false);
        check(|other| other.reading = doing(ActionKind::Movement, Phase::Exec), false);
        check(|other| other.reading = doing(ActionKind::Movement, Phase::Recover), true);
    }
}
