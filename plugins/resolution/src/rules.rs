//! The arithmetic of a check: counts of rolls, degrees and margins.
//!
//! Owns how a roll becomes a degree. Must never draw: it is handed the roll. Called by the holder of `Resolution` alone.
//!
//! A roll is one of `count` equally spaced numbers, 0 the best. In play `count` is 2 to the 32nd; the tests walk all rolls of
//! a coarse scale instead, which is why it is a value and no constant here.

use abi::Degree;

/// How many different rolls there are in play: a 32-bit fixed-point number.
pub const ROLLS: i64 = 1 << 32;

/// No margin beyond this differs from a certainty, and products stay far from overflow (clause S5).
const MARGIN_BOUND_POINTS: i64 = 1_000_000;

/// How rolls spread.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Distribution {
    /// Each as likely.
    Flat,
    /// The mean of two: the middle is likelier.
    Bell,
}

/// The bands of the ruleset.
#[derive(Copy, Clone, Debug)]
pub struct Bands {
    /// How many points the whole roll spans.
    pub span_points: i64,
    /// How far over makes it critical.
    pub critical_points: i64,
    /// How far under makes it critical.
    pub critical_failure_points: i64,
    /// How rolls spread.
    pub distribution: Distribution,
    /// The share of rolls at either end that shift the degree by one; 0 for no such thing.
    pub extreme_permille: i64,
}

/// A roll with its scale.
#[derive(Copy, Clone, Debug)]
pub struct Roll {
    /// The roll, 0 the best.
    pub value: i64,
    /// How many there are.
    pub count: i64,
}

/// How well it went.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The degree.
    pub degree: Degree,
    /// By how many points it was made or missed.
    pub margin_points: i64,
}

/// A roll out of two draws; both are always used up, so that changing the distribution changes no later roll.
pub fn roll_of(distribution: Distribution, first: i64, second: i64) -> i64 {
    match distribution {
        Distribution::Flat => first,
        Distribution::Bell => (first + second) / 2,
    }
}

/// What the margin allows before the roll takes from it, counted in halves of a point times rolls, so that nothing is lost.
fn allowance(bands: &Bands, advantage_points: i64, count: i64) -> i64 {
    let advantage = advantage_points.clamp(-MARGIN_BOUND_POINTS, MARGIN_BOUND_POINTS);
    (bands.span_points + 2 * advantage) * count
}

/// How many of the rolls, from the best on, reach at least this margin.
fn rolls_reaching(bands: &Bands, advantage_points: i64, margin_points: i64, count: i64) -> i64 {
    let allowed = allowance(bands, advantage_points, count) - 2 * margin_points * count;
    // The smallest roll that takes all that is allowed no longer reaches it: hence rounded up.
    let reaching = -(-allowed).div_euclid(2 * bands.span_points);
    reaching.clamp(0, count)
}

/// How many pairs of draws, of `count * count`, roll below a threshold.
fn pairs_below(distribution: Distribution, threshold: i64, count: i64) -> i128 {
    let (below, count) = (i128::from(threshold), i128::from(count));
    match distribution {
        Distribution::Flat => below * count,
        // The mean of two, rounded down, is below `t` where their sum is below `2 t`: a triangle, or all but a triangle.
        Distribution::Bell if 2 * below <= count => below * (2 * below + 1),
        Distribution::Bell => {
            let above = count - below;
            count * count - above * (2 * above - 1)
        }
    }
}

/// The number of rolls at either end that shift the degree.
const fn extremes(bands: &Bands, count: i64) -> i64 {
    count * bands.extreme_permille / 1000
}

/// The degree and margin of a roll.
pub fn resolve_roll(bands: &Bands, advantage_points: i64, roll: Roll) -> Outcome {
    let left = allowance(bands, advantage_points, roll.count) - 2 * bands.span_points * roll.value;
    // One less before rounding down: what exactly uses up the allowance has missed.
    let margin_points = (left - 1).div_euclid(2 * roll.count);
    let plain = match margin_points {
        margin if margin >= bands.critical_points => Degree::CriticalSuccess,
        margin if margin >= 0 => Degree::Success,
        margin if margin >= -bands.critical_failure_points => Degree::Failure,
        _ => Degree::CriticalFailure,
    };
    let edge = extremes(bands, roll.count);
    let degree = if roll.value < edge {
        raised(plain)
    } else if roll.value >= roll.count - edge {
        plain.lowered(1)
    } else {
        plain
    };
    Outcome { degree, margin_points }
}

const fn raised(degree: Degree) -> Degree {
    match degree {
        Degree::CriticalFailure => Degree::Failure,
        Degree::Failure => Degree::Success,
        Degree::Success | Degree::CriticalSuccess => Degree::CriticalSuccess,
    }
}

/// How many pairs of draws, of `count * count`, come to at least a success.
pub fn pairs_succeeding(bands: &Bands, advantage_points: i64, count: i64) -> i128 {
    let below = |threshold| pairs_below(bands.distribution, threshold, count);
    let reaching = |margin| rolls_reaching(bands, advantage_points, margin, count);
    let edge = extremes(bands, count);
    let far = count - edge;
    // At the good end a failure is raised to a success; at the bad end only what was critical is still one.
    let good_end = below(reaching(-bands.critical_failure_points).min(edge));
    let middle = below(reaching(0).clamp(edge, far)) - below(edge);
    let bad_end = below(reaching(bands.critical_points).max(far)) - below(far);
    good_end + middle + bad_end
}

/// The chance of at least a success, in permille, rounded down.
pub fn chance_permille(bands: &Bands, advantage_points: i64, count: i64) -> i32 {
    let all = i128::from(count) * i128::from(count);
    i32::try_from(pairs_succeeding(bands, advantage_points, count) * 1000 / all).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COARSE: i64 = 40;

    fn bands(distribution: Distribution, extreme_permille: i64) -> Bands {
        Bands { span_points: 100, critical_points: 50, critical_failure_points: 50, distribution, extreme_permille }
    }

    /// How many of the twenty faces come to each degree, the worst first, for the modifier minus the difficulty from -45 to 45:
    /// ten over is a critical success, ten under a critical failure, and the best and the worst face shift it by a step.
    const OF_TWENTY: &str = "
        19/1/0/0 19/1/0/0 19/1/0/0 19/1/0/0 19/1/0/0 19/1/0/0 19/1/0/0 19/1/0/0 19/1/0/0
        19/1/0/0 19/1/0/0 19/1/0/0 19/1/0/0 19/1/0/0 19/1/0/0 19/1/0/0 19/0/1/0 18/1/1/0
        17/2/1/0 16/3/1/0 15/4/1/0 14/5/1/0 13/6/1/0 12/7/1/0 11/8/1/0 10/9/0/1 9/9/1/1
        8/9/2/1 7/9/3/1 6/9/4/1 5/9/5/1 4/9/6/1 3/9/7/1 2/9/8/1 1/9/9/1 1/8/10/1
        1/7/10/2 1/6/10/3 1/5/10/4 1/4/10/5 1/3/10/6 1/2/10/7 1/1/10/8 1/0/10/9 0/1/9/10
        0/1/8/11 0/1/7/12 0/1/6/13 0/1/5/14 0/1/4/15 0/1/3/16 0/1/2/17 0/1/1/18 0/1/0/19
        0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19
        0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19
        0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19
        0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19 0/0/1/19
        0/0/1/19";

    #[test]
    fn ten_points_either_side_and_an_extreme_that_shifts_give_the_counts_of_twenty_faces() {
        // Whoever is ten whole points short is past nine; the faces count from 1, and what is reached exactly is done.
        let bands = Bands {
            span_points: 20,
            critical_points: 10,
            critical_failure_points: 9,
            distribution: Distribution::Flat,
            extreme_permille: 50,
        };
        let counts = |delta: i64| {
            let mut counts = [0; 4];
            for value in 0..20 {
                counts[resolve_roll(&bands, delta + 11, Roll { value, count: 20 }).degree as usize] += 1;
            }
            assert_eq!(pairs_succeeding(&bands, delta + 11, 20), (counts[2] + counts[3]) * 20, "at {delta}");
            counts.map(|count: i128| count.to_string()).join("/")
        };
        let all: Vec<String> = (-45..=45).map(counts).collect();
        assert_eq!(all.join(" "), OF_TWENTY.split_whitespace().collect::<Vec<_>>().join(" "));
    }

    #[test]
    fn experience_makes_reliable_and_a_bell_more_so() {
        // What an even hand does half the time, one that is twice ahead does nine times of ten, and does not bungle it.
        let shares = |distribution, advantage| {
            let counts = check(&bands(distribution, 50), advantage);
            (counts[0], (counts[2] + counts[3]) * 1000 / 1600)
        };
        assert_eq!([0, 20, 40].map(|advantage| shares(Distribution::Flat, advantage).1), [500, 700, 900]);
        assert_eq!([0, 20, 40].map(|advantage| shares(Distribution::Bell, advantage).1), [512, 827, 982]);
        for distribution in [Distribution::Flat, Distribution::Bell] {
            let bungled = [0, 20, 40, 60].map(|advantage| shares(distribution, advantage).0);
            assert!(bungled.is_sorted_by(|more, less| more >= less), "{bungled:?}");
            assert_eq!(bungled[3], 0, "who is far ahead never bungles, whatever the worst roll shifts");
        }
    }

    /// Walks every pair of draws of a coarse scale and counts the degrees.
    fn check(bands: &Bands, advantage_points: i64) -> [i128; 4] {
        let mut counts = [0; 4];
        for first in 0..COARSE {
            for second in 0..COARSE {
                let value = roll_of(bands.distribution, first, second);
                let roll = Roll { value, count: COARSE };
                counts[resolve_roll(bands, advantage_points, roll).degree as usize] += 1;
            }
        }
        assert_eq!(counts[2] + counts[3], pairs_succeeding(bands, advantage_points, COARSE), "at {advantage_points}");
        counts
    }

    #[test]
    fn the_counts_of_a_flat_roll_are_exact() {
        let flat = bands(Distribution::Flat, 0);
        assert_eq!(check(&flat, 0), [0, 800, 800, 0], "a margin of 0 is an even chance");
        assert_eq!(check(&flat, 25), [0, 400, 800, 400]);
        assert_eq!(check(&flat, -25), [400, 800, 400, 0]);
        assert_eq!(check(&flat, 100), [0, 0, 0, 1600]);
        assert_eq!(check(&flat, -100), [1600, 0, 0, 0]);
    }

    #[test]
    fn the_chance_is_the_count_for_every_margin_and_distribution() {
        for distribution in [Distribution::Flat, Distribution::Bell] {
            for extreme_permille in [0, 50] {
                for advantage in -130..=130 {
                    check(&bands(distribution, extreme_permille), advantage);
                }
            }
        }
    }

    #[test]
    fn more_skill_never_makes_it_worse() {
        for distribution in [Distribution::Flat, Distribution::Bell] {
            for extreme_permille in [0, 50] {
                let bands = bands(distribution, extreme_permille);
                for value in 0..COARSE {
                    let degree = |advantage| resolve_roll(&bands, advantage, Roll { value, count: COARSE }).degree;
                    assert!((-130..130).all(|advantage| degree(advantage) <= degree(advantage + 1)));
                }
                let chance = |advantage| chance_permille(&bands, advantage, ROLLS);
                assert!((-130..130).all(|advantage| chance(advantage) <= chance(advantage + 1)));
            }
        }
    }

    #[test]
    fn a_better_roll_never_makes_it_worse() {
        for extreme_permille in [0, 50] {
            let bands = bands(Distribution::Flat, extreme_permille);
            let degree = |value| resolve_roll(&bands, 3, Roll { value, count: COARSE }).degree;
            assert!((1..COARSE).all(|value| degree(value - 1) >= degree(value)));
        }
    }

    #[test]
    fn a_bell_favours_the_side_that_is_ahead() {
        let (flat, bell) = (bands(Distribution::Flat, 0), bands(Distribution::Bell, 0));
        assert_eq!(chance_permille(&flat, 20, ROLLS), 700);
        assert_eq!(chance_permille(&bell, 20, ROLLS), 820, "1 - 2 * 0.3 * 0.3");
        assert_eq!(chance_permille(&bell, -20, ROLLS), 180);
        assert_eq!(chance_permille(&bell, 0, ROLLS), 500);
    }

    #[test]
    fn the_margin_is_zero_at_the_last_roll_that_succeeds() {
        let flat = bands(Distribution::Flat, 0);
        let margin = |value| resolve_roll(&flat, 0, Roll { value, count: 100 }).margin_points;
        assert_eq!((margin(0), margin(49), margin(50), margin(99)), (49, 0, -1, -50));
    }

    #[test]
    fn the_extremes_shift_by_one_degree_only() {
        let shifting = bands(Distribution::Flat, 50);
        let degree = |advantage, value| resolve_roll(&shifting, advantage, Roll { value, count: COARSE }).degree;
        assert_eq!(degree(-100, 0), Degree::Failure);
        assert_eq!(degree(0, 0), Degree::CriticalSuccess);
        assert_eq!(degree(100, COARSE - 1), Degree::Success);
        assert_eq!(degree(0, COARSE - 1), Degree::CriticalFailure);
    }

    #[test]
    fn no_margin_overflows() {
        let flat = bands(Distribution::Flat, 0);
        for advantage in [i64::from(i32::MIN) * 2, i64::from(i32::MAX) * 2] {
            let chance = chance_permille(&flat, advantage, ROLLS);
            assert_eq!(chance, if advantage > 0 { 1000 } else { 0 });
            let outcome = resolve_roll(&flat, advantage, Roll { value: ROLLS - 1, count: ROLLS });
            assert_eq!(outcome.degree.is_success(), advantage > 0);
        }
    }
}
