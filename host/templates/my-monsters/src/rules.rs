//! The arithmetic of a pack. Whole numbers in, whole numbers out, so that it can be tested without a world.

use abi::{Cell, Degree};

/// Points that each friend at the same prey adds to a bite, and for how many of them; a point is a hundredth of the roll.
const FRIEND_POINTS: usize = 5;
const MOST_FRIENDS: usize = 3;

/// What friends at the same prey add to the check of a bite.
pub fn bonus_points(friends: usize) -> i32 {
    i32::try_from(friends.min(MOST_FRIENDS) * FRIEND_POINTS).unwrap_or(0)
}

/// What a bite does: twice as much where it goes home, nothing where it fails.
pub fn harm_points(hand_points: i32, degree: Degree) -> i32 {
    match degree {
        Degree::CriticalSuccess => hand_points.saturating_mul(2),
        Degree::Success => hand_points,
        Degree::Failure | Degree::CriticalFailure => 0,
    }
}

/// Whether so many are enough to go for so many.
pub fn outnumber(us: usize, them: usize) -> bool {
    them > 0 && us > them
}

/// Whether two cells are within so many feet.
pub fn is_within(one: Cell, other: Cell, feet: i64) -> bool {
    let way = [one.x - other.x, one.y - other.y, one.z - other.z].map(i64::from);
    way.iter().map(|feet| feet * feet).sum::<i64>() <= feet * feet
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn friends_help_up_to_three() {
        assert_eq!(
            [bonus_points(0), bonus_points(2), bonus_points(9)],
            [0, 10, 15]
        );
    }

    #[test]
    fn a_bite_goes_home_or_fails() {
        assert_eq!(harm_points(5, Degree::CriticalSuccess), 10);
        assert_eq!(harm_points(5, Degree::Success), 5);
        assert_eq!(harm_points(5, Degree::Failure), 0);
    }

    #[test]
    fn more_than_the_foes_are_enough() {
        assert!(outnumber(2, 1) && !outnumber(1, 1) && !outnumber(3, 0));
    }

    #[test]
    fn nearness_is_round() {
        assert!(is_within(Cell::new(0, 0, 0), Cell::new(3, 4, 0), 5));
        assert!(!is_within(Cell::new(0, 0, 0), Cell::new(4, 4, 0), 5));
    }
}
