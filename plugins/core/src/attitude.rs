//! `Attitude`: who is what to whom, by side and state.
//!
//! Owns the holder `core`. Must never remember a slight: what changes a view is a change of the world. Called for pairs.

use abi::{ActorState, Attitude, EntityId, Regards, SideId, World};

/// One's own side is allied, every other is hostile, and who has left the fight is neither.
#[derive(Debug)]
pub struct BySide;

impl Regards for BySide {
    fn toward(&self, world: &World<'_>, actor: EntityId, other: EntityId) -> Attitude {
        attitude(world.side(actor), world.state(actor), world.side(other), world.state(other))
    }

    fn is_standing(&self, state: ActorState) -> bool {
        state.is_in_the_fight()
    }
}

/// What one is to another. It is the same both ways, so that nobody is engaged by somebody who means no harm (clause M11).
fn attitude(side: SideId, state: ActorState, other_side: SideId, other_state: ActorState) -> Attitude {
    let has_left = |state| matches!(state, ActorState::Yielded | ActorState::Fled | ActorState::Dead);
    let is_dead = state == ActorState::Dead || other_state == ActorState::Dead;
    if side.is_none() || other_side.is_none() || is_dead {
        return Attitude::Neutral;
    }
    if side == other_side {
        return Attitude::Allied;
    }
    if has_left(state) || has_left(other_state) { Attitude::Neutral } else { Attitude::Hostile }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Stage, id};

    fn check(sides: [&str; 2], states: [ActorState; 2], expected: Attitude) {
        let stage = Stage::default().actors(2).side(0, sides[0]).side(1, sides[1]);
        let stage = stage.state(0, states[0]).state(1, states[1]);
        stage.with_world(|world| {
            assert_eq!(BySide.toward(world, id(0), id(1)), expected, "{sides:?} {states:?}");
            assert_eq!(BySide.toward(world, id(1), id(0)), expected, "the other way: {sides:?} {states:?}");
        });
    }

    #[test]
    fn sides_decide_while_both_are_in_the_fight() {
        check(["party", "goblins"], [ActorState::Up, ActorState::Up], Attitude::Hostile);
        check(["party", "goblins"], [ActorState::Up, ActorState::Stunned], Attitude::Hostile);
        check(["party", "party"], [ActorState::Up, ActorState::Up], Attitude::Allied);
        check(["party", ""], [ActorState::Up, ActorState::Up], Attitude::Neutral);
    }

    #[test]
    fn who_has_left_the_fight_is_nobodys_foe() {
        for state in [ActorState::Yielded, ActorState::Fled, ActorState::Dead] {
            check(["party", "goblins"], [ActorState::Up, state], Attitude::Neutral);
        }
        check(["party", "party"], [ActorState::Up, ActorState::Yielded], Attitude::Allied);
        check(["party", "party"], [ActorState::Up, ActorState::Dead], Attitude::Neutral);
    }

    #[test]
    fn only_who_is_in_the_fight_counts_for_a_side() {
        let standing: Vec<_> = ActorState::ALL.iter().filter(|state| BySide.is_standing(**state)).collect();
        assert_eq!(standing, [&ActorState::Up, &ActorState::Stunned, &ActorState::Asleep]);
    }
}
