//! The arithmetic of a step (clauses M2, M4, M13).
//!
//! Owns how long a transfer is and what can be carried. Must never see a view. Called by `step` alone.

/// A diagonal is longer than a straight step by the root of two or of three (clause M4).
const AXES_PERMILLE: [i64; 3] = [1000, 1414, 1732];

/// However it comes about, a transfer stays between half and four times its base (clause M13).
const FACTOR_BOUNDS_PERMILLE: (i64, i64) = (500, 4000);

/// What changes a transfer, each in permille; each has a story (clause M13).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Factors {
    /// What is carried makes slower.
    pub load_permille: i64,
    /// Conditions make slower.
    pub mind_permille: i64,
    /// Sure feet on poor footing make faster, clumsy ones slower.
    pub balance_permille: i64,
}

/// The transfer of a step along so many axes.
///
/// `straight_ticks` is what a foot takes along one axis, with what opposes the body on its way.
pub fn transfer_ticks(straight_ticks: i64, axes: u32, factors: Factors) -> u32 {
    let (least, most) = FACTOR_BOUNDS_PERMILLE;
    let factor = (1000 + factors.load_permille + factors.mind_permille - factors.balance_permille).clamp(least, most);
    let straight = straight_ticks * factor / 1000;
    let axes = usize::try_from(axes).unwrap_or(1).clamp(1, AXES_PERMILLE.len());
    let permille = AXES_PERMILLE.get(axes - 1).copied().unwrap_or(1000);
    u32::try_from((straight * permille / 1000).max(1)).unwrap_or(u32::MAX)
}

/// How much somebody can carry.
pub fn carry_limit(strength_points: i64, per_point: i64) -> i64 {
    strength_points.max(0) * per_point
}

/// How much slower a load makes: nothing up to a third of the limit, then rising evenly to `full_permille` at the limit.
pub fn load_permille(burden: i64, limit: i64, full_permille: i64) -> i64 {
    let over = burden * 3 - limit;
    if over <= 0 {
        return 0;
    }
    // Who can carry nothing at all and carries something is at the limit already.
    if limit == 0 { full_permille } else { over * full_permille / (limit * 2) }
}

/// What dexterity is worth where the footing is poor; nothing where it is good.
pub fn balance_permille(dexterity_points: i64, sure_points: i64, per_point: i64, is_footing_poor: bool) -> i64 {
    if is_footing_poor { (dexterity_points - sure_points) * per_point } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(axes: u32, factors: Factors, expected: u32) {
        assert_eq!(transfer_ticks(10, axes, factors), expected, "{axes} axes, {factors:?}");
    }

    #[test]
    fn clock_m4_even_ground_without_load_takes_10_14_17() {
        check(1, Factors::default(), 10);
        check(2, Factors::default(), 14);
        check(3, Factors::default(), 17);
    }

    #[test]
    fn clock_m13_factors_add_up() {
        check(1, Factors { load_permille: 500, ..Factors::default() }, 15);
        check(1, Factors { load_permille: 500, mind_permille: 300, balance_permille: 200 }, 16);
        check(2, Factors { load_permille: 500, ..Factors::default() }, 21);
    }

    #[test]
    fn clock_m13_a_transfer_stays_between_half_and_four_times_its_base() {
        check(1, Factors { balance_permille: 5000, ..Factors::default() }, 5);
        check(1, Factors { load_permille: 90_000, ..Factors::default() }, 40);
        assert_eq!(transfer_ticks(1, 1, Factors { balance_permille: 900, ..Factors::default() }), 1);
    }

    #[test]
    fn clock_m13_a_third_of_the_limit_is_free_and_then_it_rises() {
        let load = |burden| load_permille(burden, 90, 1000);
        assert_eq!([0, 30, 31, 60, 90].map(load), [0, 0, 16, 500, 1000]);
        assert!((0..200).all(|burden| load(burden) <= load(burden + 1)));
        assert_eq!(load_permille(1, 0, 700), 700);
        assert_eq!((carry_limit(9, 10), carry_limit(-3, 10)), (90, 0));
    }

    #[test]
    fn clock_m13_balance_counts_on_poor_footing_only() {
        assert_eq!(balance_permille(15, 10, 20, true), 100);
        assert_eq!(balance_permille(5, 10, 20, true), -100);
        assert_eq!(balance_permille(15, 10, 20, false), 0);
    }
}
