//! Distance between bodies (clause G4): from nearest cell to nearest cell, touching bodies are 1 foot apart.
//!
//! Owns the one distance of the game, under both metrics that a ruleset may name. It never looks at a map. Called
//! by everything that asks for reach, range, shapes, senses or nearness.

use super::body::Body;

/// How feet along several axes add up: the ruleset's parameter `metric`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// The straight line: the root of the sum of squares. The default.
    Euclid,
    /// The longest axis alone.
    Chebyshev,
}

/// The way from the nearest cell of `a` to the nearest cell of `b`, for each axis with its sign.
///
/// An axis on which the two overlap gives 0, and one on which they touch gives 1 or -1.
#[inline]
pub fn gaps(a: Body, b: Body) -> [i32; 3] {
    wide_gaps(a, b).map(|gap| gap.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32)
}

/// The same in twice as many bits, in which nothing here can overflow: so nothing has to be checked, and this is asked more
/// often than anything else.
#[inline]
fn wide_gaps(a: Body, b: Body) -> [i64; 3] {
    let ([a_width, a_depth, a_height], [b_width, b_depth, b_height]) = (a.feet(), b.feet());
    [gap(a.at.x, a_width, b.at.x, b_width), gap(a.at.y, a_depth, b.at.y, b_depth), gap(a.at.z, a_height, b.at.z, b_height)]
}

#[inline]
fn gap(a_low: i32, a_feet: i32, b_low: i32, b_feet: i32) -> i64 {
    let way = i64::from(b_low) - i64::from(a_low);
    // At most one of the two is above 0, so the sum is the signed gap without a branch.
    (way - i64::from(a_feet) + 1).max(0) - (1 - way - i64::from(b_feet)).max(0)
}

impl Metric {
    /// The square of the distance in feet: the exact form, for comparing.
    #[inline]
    pub fn distance_squared(self, a: Body, b: Body) -> u64 {
        let [x, y, z] = wide_gaps(a, b).map(i64::unsigned_abs);
        match self {
            Self::Euclid => x * x + y * y + z * z,
            Self::Chebyshev => x.max(y).max(z).pow(2),
        }
    }

    /// The distance as a number of feet, the root rounded down.
    ///
    /// Two feet diagonally are 2 feet as a number (2.8) and yet not within 2 feet: ask [`Metric::within`] for that.
    pub fn distance_feet(self, a: Body, b: Body) -> u32 {
        match self {
            // The root of a number below 3 * 2^62 is below 2^32, so nothing is cut off.
            Self::Euclid => self.distance_squared(a, b).isqrt() as u32,
            Self::Chebyshev => {
                let [x, y, z] = wide_gaps(a, b).map(i64::unsigned_abs);
                u32::try_from(x.max(y).max(z)).unwrap_or(u32::MAX)
            }
        }
    }

    /// The least number of whole feet that `b` is within of `a`: what words of nearness go by, so that they never speak of
    /// somebody as nearer than a reach finds it.
    pub fn feet_to_reach(self, a: Body, b: Body) -> u32 {
        let feet = self.distance_feet(a, b);
        feet.saturating_add(u32::from(!self.within(a, b, feet)))
    }

    /// Whether `b` is within so many feet of `a`, compared without rounding.
    #[inline]
    pub fn within(self, a: Body, b: Body, feet: u32) -> bool {
        self.distance_squared(a, b) <= u64::from(feet) * u64::from(feet)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{any_body, any_cell, cell, human};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn clock_G4_from_nearest_cell_to_nearest_cell() {
        let check = |b: Body, squared: u64, feet: u32, chebyshev: u32| {
            let a = human(0, 0, 0);
            assert_eq!(Metric::Euclid.distance_squared(a, b), squared, "{b:?}");
            assert_eq!(Metric::Euclid.distance_feet(a, b), feet, "{b:?}");
            assert_eq!(Metric::Chebyshev.distance_feet(a, b), chebyshev, "{b:?}");
        };
        check(human(0, 0, 0), 0, 0, 0);
        check(human(2, 0, 0), 1, 1, 1);
        check(human(0, 1, 0), 1, 1, 1);
        check(human(2, 1, 0), 2, 1, 1);
        check(human(-2, -1, 0), 2, 1, 1);
        check(human(0, 0, 6), 1, 1, 1);
        check(human(4, 4, 0), 25, 5, 4);
        check(human(4, 4, 7), 29, 5, 4);
        check(Body::of_cell(cell(1_000_000_000, 0, 0)), 999_999_999_u64.pow(2), 999_999_999, 999_999_999);
    }

    #[test]
    fn clock_G4_within_is_exact_and_the_number_is_rounded() {
        let (a, b) = (human(0, 0, 0), human(2, 1, 0));
        assert_eq!(Metric::Euclid.distance_feet(a, b), 1);
        assert!(!Metric::Euclid.within(a, b, 1));
        assert!(Metric::Euclid.within(a, b, 2));
        assert!(Metric::Chebyshev.within(a, b, 1));
    }

    proptest! {
        #[test]
        fn distance_is_that_of_the_nearest_cells(a in any_body(6), b in any_body(6)) {
            for metric in [Metric::Euclid, Metric::Chebyshev] {
                let nearest = a.cells().flat_map(|p| b.cells().map(move |q| {
                    metric.distance_squared(Body::of_cell(p), Body::of_cell(q))
                })).min();
                prop_assert_eq!(Some(metric.distance_squared(a, b)), nearest);
                prop_assert_eq!(metric.distance_squared(a, b), metric.distance_squared(b, a));
                prop_assert_eq!(metric.distance_squared(a, b) == 0, a.overlaps(b));
            }
        }

        #[test]
        fn cells_obey_the_triangle(a in any_cell(50), b in any_cell(50), c in any_cell(50)) {
            let [a, b, c] = [a, b, c].map(Body::of_cell);
            for metric in [Metric::Euclid, Metric::Chebyshev] {
                let [ab, bc, ac] = [(a, b), (b, c), (a, c)].map(|(p, q)| metric.distance_squared(p, q));
                // The root of ac is at most the sum of the other roots, squared so that all stays whole.
                let slack = ac.saturating_sub(ab + bc);
                prop_assert!(slack * slack <= 4 * ab * bc);
            }
        }

        #[test]
        fn within_agrees_with_the_square(a in any_body(40), b in any_body(40), feet in 0u32..60) {
            for metric in [Metric::Euclid, Metric::Chebyshev] {
                let number = metric.distance_feet(a, b);
                prop_assert!(!metric.within(a, b, feet) || number <= feet);
                prop_assert!(metric.within(a, b, number + 1));
                prop_assert_eq!(metric.within(a, b, feet), metric.feet_to_reach(a, b) <= feet);
            }
        }
    }
}
