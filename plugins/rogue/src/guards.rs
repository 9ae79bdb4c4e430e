//! The guards `only unseen` and `only with room`: what can be done from hiding alone, and where nobody can hide.
//!
//! Owns the refusals, by what the actor knows itself. Must never know whether a foe truly looks. Called for intents.

use crate::hiding::IN_SHADOW;
use abi::{Attitude, Guard, Intent, ParamId, PhraseId, Situation};

const HIDING: ParamId = ParamId::of("hiding_feet");

/// Refuses who is not hidden.
#[derive(Debug)]
pub struct OnlyUnseen;

impl Guard for OnlyUnseen {
    fn refuses(&self, situation: &Situation<'_>, _intent: &Intent) -> PhraseId {
        if is_hidden(situation) { PhraseId::NONE } else { PhraseId::of("rogue/refuse-seen") }
    }
}

/// Refuses who is hidden already, and who has a foe at hand.
#[derive(Debug)]
pub struct OnlyWithRoom;

impl Guard for OnlyWithRoom {
    fn refuses(&self, situation: &Situation<'_>, _intent: &Intent) -> PhraseId {
        let feet = abi::place_of(&situation.param_ids, HIDING).and_then(|place| situation.params.get(place).copied());
        let is_at_hand = situation.seen(Attitude::Hostile).any(|foe| i64::from(foe.distance_feet) <= feet.unwrap_or(0));
        if is_hidden(situation) {
            PhraseId::of("rogue/refuse-hidden")
        } else if is_at_hand {
            PhraseId::of("rogue/refuse-at-hand")
        } else {
            PhraseId::NONE
        }
    }
}

fn is_hidden(situation: &Situation<'_>) -> bool {
    situation.conditions.iter().any(|held| held.condition == IN_SHADOW)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{hidden, with_situation};
    use abi::{ActionId, ConditionRow, Target};

    /// Why a guard refuses who sees a foe so many feet off; nothing where it does not.
    fn check(guard: &impl Guard, held: &[ConditionRow], feet: i32, expected: &str) {
        let intent = Intent { action: ActionId::of("rogue/vanish"), target: Target::Itself, ticks: 0 };
        let phrase = with_situation(held, feet, |situation| guard.refuses(situation, &intent));
        let expected = if expected.is_empty() { PhraseId::NONE } else { PhraseId::of(expected) };
        assert_eq!(phrase, expected, "{feet} feet, {held:?}");
    }

    #[test]
    fn an_ambush_is_for_who_is_hidden() {
        check(&OnlyUnseen, &[], 20, "rogue/refuse-seen");
        check(&OnlyUnseen, &[hidden(0)], 20, "");
    }

    #[test]
    fn hiding_wants_room() {
        check(&OnlyWithRoom, &[], 7, "");
        check(&OnlyWithRoom, &[], 6, "rogue/refuse-at-hand");
        check(&OnlyWithRoom, &[hidden(0)], 20, "rogue/refuse-hidden");
    }
}
