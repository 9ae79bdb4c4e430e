//! Effects that are one change each: ending activities, sounds, speech, states, newcomers.
//!
//! Owns nothing but the way from arguments to a change. Must never judge whether it may land: clauses R9, C5 and C7 are the
//! host's. Called through `effects`.

use super::{count, who};
use abi::{ActionId, ActorState, Change, Class, Effect, EffectCall, EventId, KindId, Out, PhraseId, SideId, Whose, World};

/// Ends the prep of somebody's present activity.
#[derive(Debug)]
pub struct Cancel;

impl Effect for Cancel {
    fn run(&self, _world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Some(of) = who(call, 0) else { return };
        out.change(Change::Cancel(Whose::Of(of)));
    }
}

/// Ends what its own actor has paused right below (clause C11).
#[derive(Debug)]
pub struct CancelParent;

impl Effect for CancelParent {
    fn run(&self, _world: &World<'_>, _call: &EffectCall<'_>, out: &mut Out) {
        out.change(Change::Cancel(Whose::Parent));
    }
}

/// Ends the exec of somebody's present activity.
#[derive(Debug)]
pub struct Interrupt;

impl Effect for Interrupt {
    fn run(&self, _world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Some(of) = who(call, 0) else { return };
        out.change(Change::Interrupt(Whose::Of(of)));
    }
}

/// Makes the checks of somebody's activity against the actor go worse (clause R12).
#[derive(Debug)]
pub struct Mitigate;

impl Effect for Mitigate {
    fn run(&self, _world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Some(target) = who(call, 0) else { return };
        out.change(Change::Mitigate { target, degrees: u32::try_from(count(call, 1)).unwrap_or(0) });
    }
}

/// For a while, what the actor does looks like something else (clause P2).
#[derive(Debug)]
pub struct Show;

impl Effect for Show {
    fn run(&self, _world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let (Some(kind), Some(phase)) = (call.args.kind(0), call.args.phase(2)) else { return };
        let (entity, action, ticks) = (call.actor, ActionId(call.args.id(1)), super::span(call, 3));
        out.change(Change::Broadcast { entity, kind, action, phase, ticks });
    }
}

/// A sound that the actor makes.
#[derive(Debug)]
pub struct Noise;

impl Effect for Noise {
    fn run(&self, _world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let (event, by, rung) = (EventId::of("noise"), call.actor, call.args.rung(0));
        out.change(Change::Stimulus { event, by, rung });
    }
}

/// Something that the actor says.
#[derive(Debug)]
pub struct Say;

impl Effect for Say {
    fn run(&self, _world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        out.change(Change::Say { actor: call.actor, phrase: PhraseId(call.args.id(0)) });
    }
}

/// The actor comes into another state.
#[derive(Debug)]
pub struct Become;

impl Effect for Become {
    fn run(&self, _world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let state = match call.args.choice(0) {
            0 => ActorState::Yielded,
            1 => ActorState::Fled,
            2 => ActorState::Down,
            _ => ActorState::Up,
        };
        out.change(Change::SetState { entity: call.actor, state, by: call.actor });
    }
}

/// Newcomers on the actor's side, near it.
#[derive(Debug)]
pub struct Bring;

impl Effect for Bring {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Some(at) = world.place(call.actor) else { return };
        for _ in 0..count(call, 0) {
            let (kind, side) = (KindId(call.args.id(1)), SideId::NONE);
            out.change(Change::Spawn { class: Class::Actor, kind, side, near: at.cell });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Stage, id, run};
    use abi::{Arg, Cell, Target};

    fn check(effect: &impl Effect, args: &[Arg], expected: &[Change]) {
        let (asked, settled) = run(&Stage::default().actors(2), effect, Target::Actor(id(1)), args, &[]);
        assert!(asked.is_empty());
        assert_eq!(settled, expected);
    }

    const FOE: Arg = Arg::Who(Target::Actor(abi::EntityId { index: 1, generation: 1 }));

    #[test]
    fn activities_are_ended_by_name() {
        check(&Cancel, &[FOE], &[Change::Cancel(Whose::Of(id(1)))]);
        check(&Cancel, &[Arg::Who(Target::None)], &[]);
        check(&CancelParent, &[], &[Change::Cancel(Whose::Parent)]);
        check(&Interrupt, &[Arg::Who(Target::Itself)], &[Change::Interrupt(Whose::Of(id(0)))]);
        check(&Mitigate, &[FOE, Arg::Number(2)], &[Change::Mitigate { target: id(1), degrees: 2 }]);
    }

    #[test]
    fn sounds_speech_and_states_are_the_actors_own() {
        let noise = Change::Stimulus { event: EventId::of("noise"), by: id(0), rung: 3 };
        check(&Noise, &[Arg::Rung(3)], &[noise]);
        check(&Say, &[Arg::Id(5)], &[Change::Say { actor: id(0), phrase: PhraseId(5) }]);
        let state = |state| Change::SetState { entity: id(0), state, by: id(0) };
        check(&Become, &[Arg::Choice(0)], &[state(ActorState::Yielded)]);
        check(&Become, &[Arg::Choice(1)], &[state(ActorState::Fled)]);
        check(&Become, &[Arg::Choice(2)], &[state(ActorState::Down)]);
        check(&Become, &[Arg::Choice(3)], &[state(ActorState::Up)]);
    }

    #[test]
    fn newcomers_appear_one_by_one() {
        let one = Change::Spawn { class: Class::Actor, kind: KindId(9), side: SideId::NONE, near: Cell::new(0, 0, 0) };
        check(&Bring, &[Arg::Number(2), Arg::Id(9)], &[one.clone(), one]);
    }
}
