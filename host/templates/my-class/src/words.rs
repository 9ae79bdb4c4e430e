//! The words of this pack: each a type, and one function that the game calls.
//!
//! A word looks at what it is given and pushes its answer. It keeps nothing between calls: what must last is a track, a
//! condition or a fact in the world.

use crate::rules;
use abi::{
    Args, By, Change, CheckId, CheckRequest, Effect, EffectCall, Hurt, Mind, Out, Packet, ParamId,
    Situation, TrackId, World,
};

const MOMENTUM: TrackId = TrackId::of("my-class/momentum");
const MOST_MOMENTUM: ParamId = ParamId::of("my_class_most_momentum");
const ATTACK: CheckId = CheckId::of("core/attack");

/// `my-class gather`: the actor has a little more momentum, up to the ruleset's most.
pub struct Gather;

impl Effect for Gather {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let momentum = rules::gathered(
            world.track(call.actor, MOMENTUM),
            world.param(MOST_MOMENTUM),
        );
        out.change(Change::Track {
            entity: call.actor,
            track: MOMENTUM,
            by: By::Set(momentum),
        });
    }
}

/// `my-class rush <hand>`: a blow that is surer and harder for all the momentum behind it, which it spends.
pub struct Rush;

impl Effect for Rush {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let target = call.target.entity();
        let Some(packet) = call.args.packet(0).filter(|_| !target.is_none()) else {
            return;
        };
        let momentum = world.track(call.actor, MOMENTUM);
        // The first round asks for the check, the second settles by its answer.
        let Some(answer) = call.answers.first() else {
            let bonus_points = rules::bonus_points(momentum);
            let request = CheckRequest {
                kind: ATTACK,
                actor: call.actor,
                opponent: target,
                difficulty_points: 0,
                bonus_points,
            };
            return out.check(request);
        };
        let points = rules::harm_points(packet.points, momentum, answer.degree);
        if points > 0 {
            let packet = Packet { points, ..packet };
            let (by, degree, is_exploit) = (call.actor, answer.degree, answer.is_exploit);
            out.change(Change::Hurt(Hurt {
                target,
                by,
                packet,
                degree,
                is_exploit,
            }));
        }
        out.change(Change::Track {
            entity: call.actor,
            track: MOMENTUM,
            by: By::Set(0),
        });
    }
}

/// `my-class momentum at-least <count>`: holds where I have gathered so much.
pub struct MomentumAtLeast;

impl Mind for MomentumAtLeast {
    fn holds(&self, situation: &Situation<'_>, args: &Args<'_>) -> bool {
        situation.track(MOMENTUM) >= args.number_or(0, 1)
    }
}
