//! Pure functions behind the words and roles of this module: comparisons, lengths, shares of harm.
//!
//! Owns the arithmetic of clauses T6 and I4. Must never see a view. Called by the other files of this crate.

use abi::{Degree, Dice, Packet};

/// The word that compares, as patterns list it: the place of the alternative is its meaning.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Compare {
    /// The bound or more.
    AtLeast,
    /// The bound or less.
    AtMost,
    /// The bound.
    Exactly,
}

impl Compare {
    /// The one at this place of `<choice:at-least|at-most|exactly>`.
    pub const fn of_choice(choice: u32) -> Self {
        match choice {
            0 => Self::AtLeast,
            1 => Self::AtMost,
            _ => Self::Exactly,
        }
    }

    /// Whether a value stands so to its bound.
    pub const fn holds(self, value: i64, bound: i64) -> bool {
        match self {
            Self::AtLeast => value >= bound,
            Self::AtMost => value <= bound,
            Self::Exactly => value == bound,
        }
    }
}

/// Everything that changes the length of a prep or a recover (clause T6).
#[derive(Copy, Clone, Debug, Default)]
pub struct Lengthening {
    /// What wounded verbs and conditions add.
    pub dear_permille: i64,
    /// What initiative takes off.
    pub shave_permille: i64,
    /// The jitter of the activity.
    pub jitter_ticks: i64,
}

/// Conditions make nothing dearer by less than this (clause T6).
const LEAST_DEAR_PERMILLE: i64 = -500;

/// The effective length of a prep or recover (clause T6): nothing stays nothing, anything else lasts a tick at least.
pub fn effective_ticks(given_ticks: u32, ground_ticks: u32, lengthening: Lengthening) -> u32 {
    if given_ticks == 0 {
        return 0;
    }
    let dear = lengthening.dear_permille.max(LEAST_DEAR_PERMILLE);
    let sum = i64::from(given_ticks) + i64::from(ground_ticks);
    // Divided once, so that a small length does not lose every factor to rounding.
    let ticks = sum * (1000 + dear - lengthening.shave_permille) / 1000 + lengthening.jitter_ticks;
    u32::try_from(ticks.max(1)).unwrap_or(u32::MAX)
}

/// How much initiative takes off (clause I4).
pub fn shave_permille(initiative: i32, permille_per_point: i64, cap_permille: i64) -> i64 {
    cap_permille.min(i64::from(initiative.max(0)) * permille_per_point)
}

/// The jitter of an activity, from `-most` to `most`, each as likely (clause I4).
///
/// Order: one draw, always.
pub fn jitter_ticks(dice: &mut Dice, most_ticks: i64) -> i64 {
    let most = u32::try_from(most_ticks).unwrap_or(0);
    i64::from(dice.below(2 * most + 1)) - i64::from(most)
}

/// The harm of a blow by its degree, where what a critical success and a failure do is given in permille.
pub fn harm_by_degree(packet: Packet, degree: Degree, critical_permille: i64, failed_permille: i64) -> Packet {
    let permille = match degree {
        Degree::CriticalSuccess => critical_permille,
        Degree::Success => 1000,
        Degree::Failure => failed_permille,
        Degree::CriticalFailure => 0,
    };
    let points = i64::from(packet.points) * permille / 1000;
    Packet { harm: packet.harm, points: i32::try_from(points).unwrap_or(i32::MAX) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abi::HarmId;

    fn check_length(given: u32, ground: u32, dear_permille: i64, shave_permille: i64, jitter_ticks: i64, expected: u32) {
        let lengthening = Lengthening { dear_permille, shave_permille, jitter_ticks };
        assert_eq!(effective_ticks(given, ground, lengthening), expected, "{given} + {ground}, {lengthening:?}");
    }

    #[test]
    fn clock_t6_nothing_stays_nothing() {
        check_length(0, 20, 500, 0, 2, 0);
        check_length(0, 0, 0, 0, -2, 0);
    }

    #[test]
    fn clock_t6_the_formula_divides_once_and_ends_at_one() {
        check_length(20, 0, 0, 0, 0, 20);
        check_length(20, 7, 0, 0, 0, 27);
        check_length(3, 0, 300, 0, 0, 3);
        check_length(3, 1, 300, 0, 0, 5);
        check_length(10, 0, 300, 100, -2, 10);
        check_length(1, 0, 0, 300, -2, 1);
    }

    #[test]
    fn clock_t6_nothing_is_made_dearer_by_less_than_minus_500() {
        check_length(20, 0, -500, 0, 0, 10);
        check_length(20, 0, -900, 0, 0, 10);
    }

    #[test]
    fn clock_i4_the_shave_is_capped_and_never_a_penalty() {
        assert_eq!(shave_permille(20, 5, 200), 100);
        assert_eq!(shave_permille(90, 5, 200), 200);
        assert_eq!(shave_permille(-20, 5, 200), 0);
        assert_eq!(shave_permille(20, 0, 300), 0);
    }

    #[test]
    fn clock_i4_the_jitter_reaches_both_ends_and_no_farther() {
        let drawn: Vec<i64> = (0..2000).map(|seed| jitter_ticks(&mut Dice::new(seed), 2)).collect();
        for ticks in -2..=2 {
            assert!(drawn.iter().filter(|found| **found == ticks).count() > 300, "{ticks}");
        }
        assert!(drawn.iter().all(|ticks| (-2..=2).contains(ticks)));
        assert_eq!(jitter_ticks(&mut Dice::new(9), 0), 0);
    }

    #[test]
    fn harm_follows_the_degree() {
        let packet = Packet { harm: HarmId::of("core/edge"), points: 11 };
        let points = |degree| harm_by_degree(packet, degree, 2000, 500).points;
        let all: Vec<i32> = Degree::ALL.iter().map(|degree| points(*degree)).collect();
        assert_eq!(all, [0, 5, 11, 22]);
    }

    #[test]
    fn comparisons_stand_in_the_order_of_the_patterns() {
        let holding = |value| [0, 1, 2].map(|choice| Compare::of_choice(choice).holds(value, 3));
        assert_eq!(holding(2), [false, true, false]);
        assert_eq!(holding(3), [true, true, true]);
        assert_eq!(holding(4), [true, false, false]);
    }
}
