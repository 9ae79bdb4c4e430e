//! Shares of many fights, and how sure they are.
//!
//! Owns the intervals of nineteen in twenty that reports and measurements tell beside a share. It reckons in whole numbers and
//! never judges whether a share is good. Reports and tests call it.

use serde::Serialize;
use std::fmt;

/// So many of so many.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Share {
    /// How many.
    pub count: u64,
    /// Of how many.
    pub of: u64,
}

/// A figure in permille, between two others that it lies between in nineteen cases of twenty.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Interval {
    /// The least that it may be.
    pub least: u64,
    /// What was counted.
    pub middle: u64,
    /// The most that it may be.
    pub most: u64,
}

/// A millionth is what is reckoned in.
const WHOLE: u128 = 1_000_000;
/// The spread that holds nineteen of twenty, in millionths: 1.96 of the normal distribution.
const SPREAD: u128 = 1_960_000;

impl Share {
    /// Both together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self { count: self.count + other.count, of: self.of + other.of }
    }

    /// The share with its interval; nothing where there are no cases.
    ///
    /// Source: the score interval (Wilson, 1927), which holds for few cases and for shares near none and all, too.
    #[must_use]
    pub fn interval(self) -> Option<Interval> {
        let (count, of) = (u128::from(self.count), u128::from(self.of));
        if of == 0 {
            return None;
        }
        let share = count * WHOLE / of;
        let square = SPREAD * SPREAD / WHOLE;
        // All of it in millionths: the middle moves towards a half, by as much as a few cases say little.
        let whole = WHOLE + square / of;
        let middle = share + square / (2 * of);
        let spread = SPREAD * (share * (WHOLE - share) / of + square * WHOLE / (4 * of * of)).isqrt() / WHOLE;
        // The bounds are rounded outwards.
        let least = middle.saturating_sub(spread) * 1000 / whole;
        let most = ((middle + spread) * 1000).div_ceil(whole);
        let [least, middle, most] = [least, share / 1000, most].map(|permille| u64::try_from(permille).unwrap_or(u64::MAX));
        Some(Interval { least, middle, most })
    }

    /// How it stands to another share, in permille of that; nothing where one of them is none.
    ///
    /// Source: the interval of a ratio of two shares by the spread of its logarithm (Katz and others, 1978).
    #[must_use]
    pub fn against(self, plain: Self) -> Option<Interval> {
        if self.count == 0 || plain.count == 0 {
            return None;
        }
        let [count, of, plain_count, plain_of] = [self.count, self.of, plain.count, plain.of].map(u128::from);
        let middle = count * plain_of * WHOLE / (of * plain_count);
        let part = |count: u128, of: u128| WHOLE * WHOLE / count - WHOLE * WHOLE / of;
        let spread = SPREAD * (part(count, of) + part(plain_count, plain_of)).isqrt() / WHOLE;
        let factor = exponential(spread);
        let permille = |millionths: u128| u64::try_from(millionths / 1000).unwrap_or(u64::MAX);
        Some(Interval {
            least: permille(middle * WHOLE / factor),
            middle: permille(middle),
            most: permille(middle * factor / WHOLE),
        })
    }
}

/// The exponential, in millionths: its terms until they come to nothing.
fn exponential(of: u128) -> u128 {
    let (mut sum, mut term) = (WHOLE, WHOLE);
    for place in 1..60 {
        term = term * of / WHOLE / place;
        sum += term;
        if term == 0 {
            break;
        }
    }
    sum
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}, {}]", self.middle, self.least, self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(count: u64, of: u64) -> Share {
        Share { count, of }
    }

    fn check(found: Option<Interval>, expected: [u64; 3]) {
        let found = found.map(|found| [found.least, found.middle, found.most]);
        assert_eq!(found, Some(expected));
    }

    #[test]
    fn an_interval_of_a_share_is_that_of_the_textbook() {
        // By the formula in floating point: 0.4038 to 0.5962, 0 to 0.2775, 0.6953 to 0.7132.
        check(share(50, 100).interval(), [403, 500, 597]);
        check(share(0, 10).interval(), [0, 0, 278]);
        check(share(3, 3).interval(), [438, 1000, 1000]);
        check(share(7043, 10_000).interval(), [695, 704, 714]);
        assert_eq!(share(0, 0).interval(), None);
    }

    #[test]
    fn an_interval_of_a_ratio_is_that_of_the_textbook() {
        check(share(60, 100).against(share(40, 100)), [1124, 1500, 2001]);
        assert_eq!(share(0, 10).against(share(5, 10)), None, "of nothing nobody knows how often it comes");
    }
}
