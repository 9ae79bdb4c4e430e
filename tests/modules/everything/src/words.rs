//! One word of each kind.

use abi::{
    ActionId, Args, By, Change, ConditionId, Effect, EffectCall, EntityId, EventId, Guard, Intent, LadderId, Mind, Out,
    PhraseId, Raise, Selector, Situation, Target, TrackId, Truth, World,
};

/// Adds one to a track of the actor, as often as it is told.
pub struct Touch;

impl Effect for Touch {
    fn run(&self, _: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        for _ in 0..call.args.number_or(0, 1) {
            let track = TrackId::of("everything/track");
            out.change(Change::Track { entity: call.actor, track, by: By::Add(1) });
        }
    }
}

/// Holds where its number is one.
pub struct Number;

impl Mind for Number {
    fn holds(&self, _: &Situation<'_>, args: &Args<'_>) -> bool {
        args.number_or(0, 0) == 1
    }
}

impl Truth for Number {
    fn holds(&self, _: &World<'_>, _: EntityId, args: &Args<'_>) -> bool {
        args.number_or(0, 0) == 1
    }
}

/// Whoever asks.
pub struct Myself;

impl Selector for Myself {
    fn select(&self, situation: &Situation<'_>, _: &Args<'_>) -> Target {
        Target::Actor(situation.me)
    }
}

/// Refuses intents that take time of their own choosing.
pub struct NoWaiting;

impl Guard for NoWaiting {
    fn refuses(&self, _: &Situation<'_>, intent: &Intent) -> PhraseId {
        if intent.ticks > 0 { PhraseId::of("everything/no-waiting") } else { PhraseId::NONE }
    }
}

/// Raises the event that this module registers.
pub struct DropKnife;

impl Effect for DropKnife {
    fn run(&self, _: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        out.change(Change::Raise(Raise {
            event: EventId::of("knife_dropped"),
            about: call.actor,
            by: EntityId::NONE,
            ladder: LadderId::NONE,
            rung: 0,
            condition: ConditionId::NONE,
            how: PhraseId::NONE,
        }));
    }
}

/// Refuses one action of everybody's, although no content names this guard.
pub struct NoJuggling;

impl Guard for NoJuggling {
    fn refuses(&self, _: &Situation<'_>, intent: &Intent) -> PhraseId {
        let is_it = intent.action == ActionId::of("everything/juggle");
        if is_it { PhraseId::of("everything/no-juggling") } else { PhraseId::NONE }
    }
}
