//! The arithmetic of harm: how hard a blow is, what it spends, which stage is left, who dies, what one is born with.
//!
//! Owns the order of rungs. Must never see a view. Called by `harm` alone.

use abi::Degree;

/// Rungs of the ladder `blow`.
pub mod blow {
    /// It barely touches. Rung 0 is a miss, and a miss never comes here.
    pub const GRAZE: i32 = 1;
    /// The hardest.
    pub const CRUSHING: i32 = 4;
}

/// Rungs of the ladder `stage`.
pub mod stage {
    /// Nothing is spent yet.
    pub const FRESH: i32 = 0;
    /// Nothing is left.
    pub const EXPOSED: i32 = 4;
    /// The body itself is damaged, and nothing is left.
    pub const WOUNDED: i32 = 5;
}

/// From how much harm a blow is more than a graze, in order: hit, heavy, crushing.
pub type BlowCuts = [i64; 3];

/// How hard a blow is (doctrine F4): by how much harm it brings, one rung more where it could not have gone better, and a
/// graze where it only glanced.
pub fn blow_rung(points: i64, degree: Degree, cuts: BlowCuts) -> i32 {
    if !degree.is_success() {
        return blow::GRAZE;
    }
    let reached = cuts.iter().filter(|cut| points >= **cut).count();
    let rung = blow::GRAZE + i32::try_from(reached).unwrap_or(0);
    (rung + i32::from(degree == Degree::CriticalSuccess)).min(blow::CRUSHING)
}

/// What a blow meets: what is left of avoidance, and whether there is a means to spend it by.
#[derive(Copy, Clone, Debug)]
pub struct Guard {
    /// What is left.
    pub avoidance: i64,
    /// Whether the body can still do anything with it.
    pub has_means: bool,
}

/// What becomes of a blow.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// How much avoidance it spends.
    pub spent: i64,
    /// Whether it gets through to the body.
    pub wounds: bool,
}

/// A blow is avoided as long as anything is left to avoid it with, unless too much of it comes through.
pub fn meet(points: i64, guard: Guard, through_permille: i64) -> Met {
    if points <= 0 {
        return Met { spent: 0, wounds: false };
    }
    if !guard.has_means || guard.avoidance <= 0 {
        return Met { spent: 0, wounds: true };
    }
    let spent = guard.avoidance.min(points);
    Met { spent, wounds: (points - spent) * 1000 > points * through_permille }
}

/// At which share of avoidance, or less, each stage begins, in order: working, winded, guard failing, exposed.
pub type StageCuts = [i64; 4];

/// A body's avoidance and wounds.
#[derive(Copy, Clone, Debug)]
pub struct Condition {
    /// What is left.
    pub avoidance: i64,
    /// What there is at best.
    pub capacity: i64,
    /// How many wounds stand.
    pub wounds: usize,
}

/// The rung of the ladder `stage` (doctrine F4). It tells of the guard; a wound keeps it from being better than
/// `best_when_wounded`, and where the guard is gone as well, says so.
pub fn stage_rung(body: Condition, cuts_permille: StageCuts, best_when_wounded: i32) -> i32 {
    // Multiplied out instead of divided, so that a last point of avoidance is not rounded away.
    let at_or_below = |cut: &&i64| body.avoidance * 1000 <= **cut * body.capacity;
    let rung = i32::try_from(cuts_permille.iter().filter(at_or_below).count()).unwrap_or(stage::FRESH);
    match (body.wounds > 0, rung) {
        (true, stage::EXPOSED) => stage::WOUNDED,
        (true, rung) => rung.max(best_when_wounded),
        (false, rung) => rung,
    }
}

/// The capacity of somebody with this stat (doctrine F11), from a draw below `2 * spread_permille + 1`.
pub fn born_capacity(stat_points: i64, drawn: i64, spread_permille: i64) -> i64 {
    stat_points.max(0) * (1000 - spread_permille + drawn) / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blow_is_as_hard_as_its_harm_and_its_degree() {
        let check =
            |points, degree, expected| assert_eq!(blow_rung(points, degree, [6, 15, 25]), expected, "{points} {degree:?}");
        check(1, Degree::Success, 1);
        check(6, Degree::Success, 2);
        check(15, Degree::Success, 3);
        check(25, Degree::Success, 4);
        check(5, Degree::CriticalSuccess, 2);
        check(20, Degree::CriticalSuccess, 4);
        check(90, Degree::CriticalSuccess, 4);
        check(90, Degree::Failure, 1);
    }

    #[test]
    fn avoidance_is_spent_before_the_body() {
        let check = |points, avoidance, spent, wounds| {
            let guard = Guard { avoidance, has_means: true };
            assert_eq!(meet(points, guard, 500), Met { spent, wounds }, "{points} on {avoidance}");
        };
        check(10, 60, 10, false);
        check(10, 10, 10, false);
        check(10, 5, 5, false);
        check(10, 4, 4, true);
        check(10, 0, 0, true);
        check(0, 0, 0, false);
    }

    #[test]
    fn doctrine_f11_without_a_means_a_blow_goes_to_the_body() {
        assert_eq!(meet(10, Guard { avoidance: 60, has_means: false }, 500), Met { spent: 0, wounds: true });
    }

    #[test]
    fn stages_follow_what_is_left_and_wounds_stay_visible() {
        let check = |avoidance, wounds, expected| {
            let body = Condition { avoidance, capacity: 100, wounds };
            assert_eq!(stage_rung(body, [850, 550, 300, 0], 2), expected, "{avoidance} left, {wounds} wounds");
        };
        check(100, 0, 0);
        check(86, 0, 0);
        check(85, 0, 1);
        check(55, 0, 2);
        check(30, 0, 3);
        check(1, 0, 3);
        check(0, 0, 4);
        check(0, 1, 5);
        check(100, 1, 2);
        check(30, 1, 3);
    }

    #[test]
    fn a_last_point_of_a_large_capacity_is_not_rounded_away() {
        let body = Condition { avoidance: 1, capacity: 5000, wounds: 0 };
        assert_eq!(stage_rung(body, [850, 550, 300, 0], 2), 3);
        let none = Condition { avoidance: 0, capacity: 0, wounds: 0 };
        assert_eq!(stage_rung(none, [850, 550, 300, 0], 2), 4);
    }

    #[test]
    fn doctrine_f11_capacity_varies_by_at_most_a_tenth() {
        let born = |drawn| born_capacity(60, drawn, 100);
        assert_eq!((born(0), born(100), born(200)), (54, 60, 66));
        assert_eq!(born_capacity(-5, 200, 100), 0);
        assert_eq!(born_capacity(60, 0, 0), 60);
    }
}
