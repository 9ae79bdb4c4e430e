//! From points of insight to a level of reading.
//!
//! Owns the sum and the ladder of thresholds. Must never see a view. Called by the holder of `Readability` alone.

use abi::ReadingLevel;

/// What goes into one reading (clause P3).
#[derive(Copy, Clone, Debug, Default)]
pub struct Insight {
    /// What the draw is worth.
    pub luck_points: i64,
    /// What the observer knows of such things.
    pub lore_points: i64,
    /// How far its wits are above what neither helps nor hinders.
    pub wits_points: i64,
    /// What it is worth to have seen this before.
    pub practice_points: i64,
    /// What the phase takes off.
    pub difficulty_points: i64,
}

impl Insight {
    /// The sum.
    pub const fn points(self) -> i64 {
        self.luck_points + self.lore_points + self.wits_points + self.practice_points - self.difficulty_points
    }
}

/// From how many points each level is reached.
#[derive(Copy, Clone, Debug)]
pub struct Thresholds {
    /// That something is done.
    pub busy_points: i64,
    /// What kind of thing.
    pub kind_points: i64,
    /// Which phase.
    pub phase_points: i64,
    /// Which action.
    pub exact_points: i64,
}

/// What it is worth to have read an action so often, up to the cap.
pub fn practice_points(times_read: u32, each_points: i64, cap_points: i64) -> i64 {
    (i64::from(times_read) * each_points).min(cap_points)
}

/// The highest level whose threshold is reached.
pub fn level(points: i64, thresholds: Thresholds) -> ReadingLevel {
    let ladder = [
        (thresholds.exact_points, ReadingLevel::Exact),
        (thresholds.phase_points, ReadingLevel::Phase),
        (thresholds.kind_points, ReadingLevel::Kind),
        (thresholds.busy_points, ReadingLevel::Busy),
    ];
    ladder.into_iter().find(|(least, _)| points >= *least).map_or(ReadingLevel::Nothing, |(_, level)| level)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(points: i64, expected: ReadingLevel) {
        let thresholds = Thresholds { busy_points: -20, kind_points: 0, phase_points: 15, exact_points: 40 };
        assert_eq!(level(points, thresholds), expected, "{points} points");
    }

    #[test]
    fn each_threshold_opens_its_level() {
        check(-21, ReadingLevel::Nothing);
        check(-20, ReadingLevel::Busy);
        check(-1, ReadingLevel::Busy);
        check(0, ReadingLevel::Kind);
        check(14, ReadingLevel::Kind);
        check(15, ReadingLevel::Phase);
        check(39, ReadingLevel::Phase);
        check(40, ReadingLevel::Exact);
    }

    #[test]
    fn practice_is_capped() {
        assert_eq!([0, 1, 4, 5, 100].map(|times| practice_points(times, 5, 20)), [0, 5, 20, 20, 20]);
    }

    #[test]
    fn difficulty_is_the_only_thing_that_takes_off() {
        let insight = Insight { luck_points: 1, lore_points: 2, wits_points: 4, practice_points: 8, difficulty_points: 16 };
        assert_eq!(insight.points(), -1);
    }
}
