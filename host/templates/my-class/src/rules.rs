//! The arithmetic of momentum. Whole numbers in, whole numbers out, so that it can be tested without a world.

use abi::Degree;

/// Points that each momentum adds to the check of a rush; a point is a hundredth of the whole roll.
const BONUS_POINTS: i64 = 5;

/// The momentum after one more step of it.
pub fn gathered(momentum: i64, most: i64) -> i64 {
    (momentum + 1).min(most)
}

/// What momentum adds to the check of a rush.
pub fn bonus_points(momentum: i64) -> i32 {
    i32::try_from(momentum * BONUS_POINTS).unwrap_or(i32::MAX)
}

/// What a rush does: a quarter more for each momentum, twice that where it goes home, nothing where it fails.
pub fn harm_points(hand_points: i32, momentum: i64, degree: Degree) -> i32 {
    let whole = i64::from(hand_points) * (4 + momentum) / 4;
    let points = match degree {
        Degree::CriticalSuccess => whole * 2,
        Degree::Success => whole,
        Degree::Failure | Degree::CriticalFailure => 0,
    };
    i32::try_from(points).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn momentum_is_gathered_up_to_the_most() {
        assert_eq!([gathered(0, 3), gathered(2, 3), gathered(3, 3)], [1, 3, 3]);
    }

    #[test]
    fn a_rush_is_surer_and_harder_for_its_momentum() {
        assert_eq!([bonus_points(0), bonus_points(3)], [0, 15]);
        assert_eq!(harm_points(8, 0, Degree::Success), 8);
        assert_eq!(harm_points(8, 2, Degree::Success), 12);
        assert_eq!(harm_points(8, 2, Degree::CriticalSuccess), 24);
        assert_eq!(harm_points(8, 2, Degree::Failure), 0);
    }
}
