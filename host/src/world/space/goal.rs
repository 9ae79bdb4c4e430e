//! Where a way is to end, and the least that the way there can cost.
//!
//! Owns the goal's test and the lower bound that the search is led by. It never looks at a map: the bound is that of
//! an open and even plane. Called by `path`, `straight` and `search`.

use super::body::Body;
use super::distance::{Metric, gaps};
use abi::{Cell, Extent};

/// What a mover wants.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Its least corner at that cell.
    At(Cell),
    /// To be within so many feet of a box.
    Within {
        /// The box.
        of: Body,
        /// How near.
        feet: u32,
        /// By which distance.
        metric: Metric,
    },
}

/// A goal for one size of body. `Goal::At` is being within 0 feet of that cell with a body of one cell.
#[derive(Copy, Clone, Debug)]
pub(super) struct Aim {
    of: Body,
    size: Extent,
    pub(super) feet: u32,
    pub(super) metric: Metric,
}

impl Goal {
    /// Whether a body that stands here has what it wants.
    #[inline]
    pub fn is_met(self, body: Body) -> bool {
        self.aim(body.size).is_met(body.at)
    }

    pub(super) fn aim(self, size: Extent) -> Aim {
        match self {
            Self::At(cell) => {
                let of = Body::of_cell(cell);
                Aim { of, size: of.size, feet: 0, metric: Metric::Euclid }
            }
            Self::Within { of, feet, metric } => Aim { of, size, feet, metric },
        }
    }
}

impl Aim {
    pub(super) fn is_met(&self, at: Cell) -> bool {
        self.metric.within(Body { at, size: self.size }, self.of, self.feet)
    }

    /// The way that is left on each axis, with its sign.
    #[inline]
    pub(super) fn gaps(&self, at: Cell) -> [i32; 3] {
        gaps(Body { at, size: self.size }, self.of)
    }

    /// Whether no place within so many feet of `at` could meet the goal.
    pub(super) fn is_beyond(&self, at: Cell, feet: u32) -> bool {
        !self.metric.within(Body { at, size: self.size }, self.of, self.feet.saturating_add(feet))
    }
}

/// Ticks of the cheapest way over an open and even plane, by axes in descending order: what a foot on the longest,
/// the middle and the shortest axis adds. Never more than any step really costs.
pub(super) fn shares(transfer_ticks: [u16; 3]) -> [u64; 3] {
    let [one, two, three] = transfer_ticks.map(|n| u64::from(n.max(1)));
    let (two, first) = (two.min(three), one.min(two).min(three));
    let second = first.min(two - first);
    [first, second, second.min(three - first - second)]
}

/// A lower bound of the ticks to a goal, which never falls by more than a step costs.
///
/// Each of its planes `u` is such a bound for a single point as goal; a ball of `n` feet around it can save at most
/// `n` times the length of `u`. Weights are kept six times as large, so that halves and thirds are whole.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    aim: Aim,
    planes: [([u64; 3], u64); 7],
    /// Feet that a cube around the goal saves on each axis, under `Metric::Chebyshev`.
    saved_feet: u64,
}

impl Bound {
    pub(super) fn new(aim: Aim, transfer_ticks: [u16; 3]) -> Self {
        let [a, b, c] = shares(transfer_ticks);
        let weights = [
            [6 * a, 0, 0],
            [6 * a, 6 * b, 0],
            [3 * (a + b), 3 * (a + b), 0],
            [6 * a, 6 * b, 6 * c],
            [3 * (a + b), 3 * (a + b), 6 * c],
            [6 * a, 3 * (b + c), 3 * (b + c)],
            [2 * (a + b + c), 2 * (a + b + c), 2 * (a + b + c)],
        ];
        let (ball_feet, saved_feet) = match aim.metric {
            Metric::Euclid => (u128::from(aim.feet), 0),
            Metric::Chebyshev => (0, u64::from(aim.feet)),
        };
        let planes = weights.map(|weight| {
            let length: u128 = weight.iter().map(|n| u128::from(n * n)).sum();
            let square = length * ball_feet * ball_feet;
            let root = square.isqrt();
            let saved = root + u128::from(root * root < square);
            (weight, u64::try_from(saved).unwrap_or(u64::MAX))
        });
        Self { aim, planes, saved_feet }
    }

    pub(super) fn ticks(&self, at: Cell) -> u32 {
        let gaps = self.aim.gaps(at);
        let [x, y, z] = gaps.map(|n| u64::from(n.unsigned_abs()).saturating_sub(self.saved_feet));
        let (high, low) = (x.max(y), x.min(y));
        let (long, middle, short) = (high.max(z), high.min(z).max(low), low.min(z));
        let ticks = self.planes.iter().map(|([a, b, c], saved)| (a * long + b * middle + c * short).saturating_sub(*saved));
        // A way of 2^30 feet at 65,535 ticks a foot is beyond a u32, and beyond every search: the greatest will do.
        u32::try_from(ticks.fold(0, u64::max).div_ceil(6)).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::super::step::{DIRECTIONS, moved};
    use super::super::testing::{any_body, any_cell, cell, human};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_bound_is_near_the_truth_in_the_open() {
        let check = |goal: Goal, at: Cell, expected: u32| {
            let bound = Bound::new(goal.aim(human(0, 0, 0).size), [10, 14, 17]);
            assert_eq!(bound.ticks(at), expected, "{goal:?}");
        };
        check(Goal::At(cell(3, 2, 1)), cell(0, 0, 0), 41);
        check(Goal::At(cell(20, 0, 0)), cell(0, 0, 0), 200);
        let within = |x, y| Goal::Within { of: human(x, y, 0), feet: 5, metric: Metric::Euclid };
        check(within(21, 20), cell(0, 0, 0), 231);
        check(within(21, 0), cell(0, 0, 0), 150);
        check(within(3, 3), cell(0, 0, 0), 0);
        let cube = Goal::Within { of: human(21, 20, 0), feet: 5, metric: Metric::Chebyshev };
        check(cube, cell(0, 0, 0), 210);
    }

    proptest! {
        #[test]
        fn the_bound_falls_by_no_more_than_a_step_costs(
            of in any_body(30), body in any_body(30), goal_cell in any_cell(30), feet in 0u32..12,
            ticks in (0u16..20, 0u16..30, 0u16..40),
        ) {
            let ticks = [ticks.0, ticks.1, ticks.2];
            let within = |metric| Goal::Within { of, feet, metric };
            for goal in [Goal::At(goal_cell), within(Metric::Euclid), within(Metric::Chebyshev)] {
                let aim = goal.aim(body.size);
                let bound = Bound::new(aim, ticks);
                let here = bound.ticks(body.at);
                prop_assert!(here == 0 || !aim.is_met(body.at));
                for way in DIRECTIONS {
                    let axes = way.iter().filter(|n| **n != 0).count();
                    let cost = u32::from(ticks[axes - 1].max(1));
                    prop_assert!(here <= cost + bound.ticks(moved(body.at, way)));
                }
            }
        }
    }
}
