//! One word of each kind.

use abi::{
    Args, By, Change, Effect, EffectCall, EntityId, Guard, Intent, Mind, Out, PhraseId, Selector, Situation, Target,
    TrackId, Truth, World,
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
