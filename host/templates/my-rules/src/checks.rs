//! How a check is rolled: the middle of three rolls, so that the likely mostly happens.
//!
//! The holder of the role `Resolution`. The game draws, this answers; the same call gives the same answer.

use crate::rules;
use abi::{CheckAnswer, CheckCall, CheckId, ParamId, Resolution};

const CRITICAL: ParamId = ParamId::of("my_rules_critical_points");
/// The game's own: how much a recovering opponent is easier.
const EXPLOIT: ParamId = ParamId::of("exploit_points");

/// The middle of three rolls of a hundred against an even chance, moved by the difference of both sides.
pub struct MiddleOfThree;

impl Resolution for MiddleOfThree {
    fn draws(&self, _kind: CheckId) -> u32 {
        3
    }

    fn resolve(&self, call: &CheckCall<'_>) -> CheckAnswer {
        let draw = |place| rules::permille_of(call.draws.get(place).copied().unwrap_or(0));
        let roll = rules::middle([draw(0), draw(1), draw(2)]);
        let exploit = if call.is_exploit {
            call.params.get(EXPLOIT)
        } else {
            0
        };
        let advantage = i64::from(call.skill_points) - i64::from(call.difficulty_points) + exploit;
        let mark = rules::mark_permille(advantage);
        let margin = (mark - roll) / 10;
        CheckAnswer {
            degree: rules::degree(mark - roll, call.params.get(CRITICAL)),
            margin_points: i32::try_from(margin).unwrap_or(0),
            magnitude: 0,
            chance_permille: rules::chance_permille(mark),
            roll_permille: i32::try_from(roll).unwrap_or(0),
            is_exploit: call.is_exploit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abi::{Degree, Params, RSlice};

    #[test]
    fn the_middle_roll_decides() {
        let of = |permille: u64| permille * (u64::MAX / 1000) + u64::MAX / 2000;
        let draws = [of(900), of(300), of(20)];
        let mut set = [(CRITICAL, 40), (EXPLOIT, 20)];
        set.sort_unstable();
        let ids = set.map(|(id, _)| id);
        let values = set.map(|(_, value)| value);
        let answer = MiddleOfThree.resolve(&CheckCall {
            kind: CheckId::of("core/attack"),
            skill_points: 0,
            difficulty_points: 0,
            is_exploit: false,
            draws: RSlice::from_slice(&draws),
            params: Params {
                ids: RSlice::from_slice(&ids),
                values: RSlice::from_slice(&values),
            },
        });
        assert_eq!((answer.roll_permille, answer.chance_permille), (300, 500));
        assert_eq!((answer.degree, answer.margin_points), (Degree::Success, 20));
    }
}
