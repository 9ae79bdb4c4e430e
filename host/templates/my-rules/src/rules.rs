//! The arithmetic of this pack. Whole numbers in, whole numbers out, so that it can be tested without a world.

use abi::Degree;

/// A draw as a roll from 0, the best, to 999.
pub fn permille_of(draw: u64) -> i64 {
    let roll = (u128::from(draw) * 1000) >> 64;
    i64::try_from(roll).unwrap_or(0)
}

/// The middle of three.
pub fn middle(mut rolls: [i64; 3]) -> i64 {
    rolls.sort_unstable();
    rolls[1]
}

/// What has to be rolled under: an even chance, and ten for each point of advantage.
pub fn mark_permille(advantage_points: i64) -> i64 {
    advantage_points
        .saturating_mul(10)
        .saturating_add(500)
        .clamp(0, 1000)
}

/// The chance that the middle of three rolls is under a mark: two of three are, or all.
pub fn chance_permille(mark: i64) -> i32 {
    let chance = (3 * mark * mark * 1000 - 2 * mark * mark * mark) / 1_000_000;
    i32::try_from(chance).unwrap_or(0)
}

/// How well it went, by how far the roll was under the mark.
pub fn degree(under_permille: i64, critical_points: i64) -> Degree {
    let critical = critical_points * 10;
    match under_permille {
        under if under > critical => Degree::CriticalSuccess,
        under if under > 0 => Degree::Success,
        under if under > -critical => Degree::Failure,
        _ => Degree::CriticalFailure,
    }
}

/// From 1 to the most.
pub fn mended_points(most: i64, draw: u64) -> i32 {
    let points = (u128::from(draw) * u128::try_from(most).unwrap_or(0)) >> 64;
    i32::try_from(points).unwrap_or(0).saturating_add(1)
}

/// Whether a fight that is so old is a long one.
pub fn is_long(since_ticks: u64, long_ticks: i64) -> bool {
    u64::try_from(long_ticks).is_ok_and(|long| since_ticks >= long)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_cover_the_whole_range() {
        assert_eq!(
            [
                permille_of(0),
                permille_of(u64::MAX / 2),
                permille_of(u64::MAX)
            ],
            [0, 499, 999]
        );
        assert_eq!(middle([700, 100, 400]), 400);
    }

    #[test]
    fn the_chance_is_that_of_the_middle_roll() {
        assert_eq!(
            [0, 250, 500, 750, 1000].map(chance_permille),
            [0, 156, 500, 843, 1000]
        );
        // Counted by hand: of the eight ways in which three rolls are under an even mark or not, four have two under it.
        assert_eq!(
            [mark_permille(0), mark_permille(20), mark_permille(-80)],
            [500, 700, 0]
        );
    }

    #[test]
    fn degrees_lie_around_the_mark() {
        let degrees = [401, 400, 1, 0, -399, -400].map(|under| degree(under, 40));
        assert_eq!(degrees[0], Degree::CriticalSuccess);
        assert_eq!(degrees[1..3], [Degree::Success, Degree::Success]);
        assert_eq!(degrees[3..5], [Degree::Failure, Degree::Failure]);
        assert_eq!(degrees[5], Degree::CriticalFailure);
    }

    #[test]
    fn a_second_wind_mends_something_and_no_more_than_the_most() {
        assert_eq!([mended_points(30, 0), mended_points(30, u64::MAX)], [1, 30]);
        assert!(is_long(600, 600) && !is_long(599, 600));
    }
}
