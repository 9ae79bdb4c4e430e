//! From lore over difficulty to a level of reading.
//!
//! Owns the way between the rows of the table, and the steps of practice. Must never see a view. Called by the holder of
//! `Readability` alone.

use abi::{ReadingChance, ReadingLevel};

/// A roll of so many permille, and one less, is the best there is.
pub const ROLLS: u32 = 1000;

/// What goes into one reading besides luck (clause P3).
#[derive(Copy, Clone, Debug, Default)]
pub struct Insight {
    /// What the observer knows of such things.
    pub lore_points: i64,
    /// How far its wits are above what neither helps nor hinders.
    pub wits_points: i64,
    /// What the phase takes off.
    pub difficulty_points: i64,
}

impl Insight {
    /// Lore over difficulty.
    pub const fn points(self) -> i64 {
        self.lore_points + self.wits_points - self.difficulty_points
    }
}

/// The chances at so many points: straight between two rows, and as the first and the last beyond them.
fn chances(rows: &[ReadingChance], points: i64) -> [i64; 4] {
    let of =
        |row: &ReadingChance| [row.busy_permille, row.kind_permille, row.phase_permille, row.exact_permille].map(i64::from);
    let above = rows.partition_point(|row| i64::from(row.points) <= points);
    match (above.checked_sub(1).and_then(|below| rows.get(below)), rows.get(above)) {
        (Some(below), Some(above)) => {
            let (from, to) = (of(below), of(above));
            let (gone, whole) = (points - i64::from(below.points), i64::from(above.points) - i64::from(below.points));
            std::array::from_fn(|place| from[place] + (to[place] - from[place]) * gone / whole.max(1))
        }
        (Some(last), None) => of(last),
        (None, Some(first)) => of(first),
        (None, None) => [i64::from(ROLLS); 4],
    }
}

/// The best level that a roll reaches: of a thousand rolls as many as its chance. Without a table nothing is hidden.
pub fn level(rows: &[ReadingChance], points: i64, roll: u32) -> ReadingLevel {
    const LEVELS: [ReadingLevel; 4] = [ReadingLevel::Busy, ReadingLevel::Kind, ReadingLevel::Phase, ReadingLevel::Exact];
    let reached = chances(rows, points).map(|permille| permille + i64::from(roll) >= i64::from(ROLLS));
    let best = reached.iter().zip(LEVELS).rfind(|(is_reached, _)| **is_reached);
    best.map_or(ReadingLevel::Nothing, |(_, level)| level)
}

/// A level so many steps better.
pub fn raised(level: ReadingLevel, steps: u32) -> ReadingLevel {
    let place = (level as usize).saturating_add(steps as usize);
    ReadingLevel::ALL.get(place).copied().unwrap_or(ReadingLevel::Exact)
}

/// How many steps better one reads what one has seen through so often.
pub fn steps(times_read: u32, for_a_step: u32, most: u32) -> u32 {
    times_read.checked_div(for_a_step).unwrap_or(0).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(points: i32, permille: [i32; 4]) -> ReadingChance {
        let [busy_permille, kind_permille, phase_permille, exact_permille] = permille;
        ReadingChance { points, busy_permille, kind_permille, phase_permille, exact_permille }
    }

    fn rows() -> [ReadingChance; 3] {
        [row(-20, [500, 0, 0, 0]), row(0, [1000, 500, 100, 0]), row(20, [1000, 1000, 900, 300])]
    }

    fn check(points: i64, expected: [i64; 4]) {
        assert_eq!(chances(&rows(), points), expected, "at {points}");
        let least = |level| (0..ROLLS).filter(|roll| super::level(&rows(), points, *roll) >= level).count();
        let counts = [ReadingLevel::Busy, ReadingLevel::Kind, ReadingLevel::Phase, ReadingLevel::Exact].map(least);
        assert_eq!(counts.map(|count| i64::try_from(count).unwrap()), expected, "of all rolls at {points}");
    }

    #[test]
    fn clock_p3_the_chance_is_that_of_the_table_and_straight_between_its_rows() {
        check(-100, [500, 0, 0, 0]);
        check(-20, [500, 0, 0, 0]);
        check(-10, [750, 250, 50, 0]);
        check(0, [1000, 500, 100, 0]);
        check(5, [1000, 625, 300, 75]);
        check(20, [1000, 1000, 900, 300]);
        check(100, [1000, 1000, 900, 300]);
    }

    #[test]
    fn without_a_table_nothing_is_hidden() {
        assert_eq!(level(&[], -100, 0), ReadingLevel::Exact);
    }

    #[test]
    fn clock_p3_practice_is_a_step_and_no_more_than_the_ruleset_allows() {
        assert_eq!([0, 2, 3, 5, 6, 90].map(|times| steps(times, 3, 1)), [0, 0, 1, 1, 1, 1]);
        assert_eq!([0, 2, 3, 5, 6, 90].map(|times| steps(times, 3, 2)), [0, 0, 1, 1, 2, 2]);
        assert_eq!(steps(90, 0, 2), 0, "a step for nothing is none");
        assert_eq!(raised(ReadingLevel::Kind, 1), ReadingLevel::Phase);
        assert_eq!(raised(ReadingLevel::Exact, 1), ReadingLevel::Exact);
    }
}
