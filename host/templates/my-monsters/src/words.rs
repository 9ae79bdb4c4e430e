//! The words of this pack: each a type, and one function that the game calls.
//!
//! A word looks at what it is given and pushes its answer. It keeps nothing between calls: what must last is a track, a
//! condition or a fact in the world.

use crate::rules;
use abi::{
    ActorState, Args, Attitude, Change, CheckId, CheckRequest, Effect, EffectCall, EntityId, Hurt,
    Mind, Out, Packet, ParamId, Situation, Target, World,
};

const ATTACK: CheckId = CheckId::of("core/attack");
const WORRY_FEET: ParamId = ParamId::of("my_monsters_worry_feet");

/// `my-monsters worry <hand>`: a bite that is surer for each friend that is at the same prey.
pub struct Worry;

impl Effect for Worry {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let target = call.target.entity();
        let Some(packet) = call.args.packet(0).filter(|_| !target.is_none()) else {
            return;
        };
        // The first round asks for the check, the second settles by its answer.
        let Some(answer) = call.answers.first() else {
            let bonus_points = rules::bonus_points(friends_at(world, call.actor, target));
            return out.check(CheckRequest {
                kind: ATTACK,
                actor: call.actor,
                opponent: target,
                difficulty_points: 0,
                bonus_points,
            });
        };
        let points = rules::harm_points(packet.points, answer.degree);
        if points > 0 {
            out.change(Change::Hurt(Hurt {
                target,
                by: call.actor,
                packet: Packet { points, ..packet },
                degree: answer.degree,
                is_exploit: answer.is_exploit,
            }));
        }
    }
}

/// How many of my side, besides me, are up and near to somebody.
fn friends_at(world: &World<'_>, me: EntityId, prey: EntityId) -> usize {
    let (Some(my_row), Some(prey_at)) = (world.row(me), world.place(prey)) else {
        return 0;
    };
    let feet = world.param(WORRY_FEET);
    let is_friend = |row: usize| {
        row != my_row
            && world.sides.get(row) == world.sides.get(my_row)
            && world.states.get(row) == Some(&ActorState::Up)
            && world
                .places
                .get(row)
                .is_some_and(|at| rules::is_within(at.cell, prey_at.cell, feet))
    };
    (0..world.ids.len()).filter(|row| is_friend(*row)).count()
}

/// `my-monsters outnumber [<who>]`: as far as I see, more of us than of them are in this fight.
pub struct Outnumber;

impl Mind for Outnumber {
    fn holds(&self, situation: &Situation<'_>, args: &Args<'_>) -> bool {
        // Who is named must be there; whoever names nobody means all foes.
        if args.who_or(0, Target::Itself) == Target::None {
            return false;
        }
        let (friends, foes) = (
            situation.seen(Attitude::Allied).count(),
            situation.seen(Attitude::Hostile).count(),
        );
        rules::outnumber(friends + 1, foes)
    }
}
