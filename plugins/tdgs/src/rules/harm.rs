//! From a blow to what it takes: stat and bonus, the magnitude of a natural 20, pools, deflection, kinds of harm.
//!
//! Owns the order of the three layers and their caps. Must never see a view. Called by the holder of `Harm` alone.

/// No blow that lands takes less, but where a pool took all of it, or its kind cannot harm.
pub const LEAST: i64 = 1;
/// No armour turns more of a blow than this.
pub const DEFLECTION_CAP_PERMILLE: i64 = 750;
/// No body shrugs off more of a kind of harm than this.
pub const RESISTANCE_CAP_PERMILLE: i64 = 750;
/// What a natural 20 adds for each point of its magnitude.
const CRITICAL_PERMILLE: i64 = 250;
/// From this resistance on a body is immune. No sum of wards comes near it, so it is said on purpose.
pub const IMMUNE_PERMILLE: i64 = 100_000;
/// What a natural 20 of the greatest magnitude takes off armour for the rest of a scene.
pub const DEGRADATION_PERMILLE: i64 = 100;
/// The greatest magnitude.
const MAJOR: i64 = 4;

/// What a blow deals: the stat of who strikes and the bonus of what it strikes with.
pub fn dealt(stat: i64, bonus: i64) -> i64 {
    stat.saturating_add(bonus).max(LEAST)
}

/// The same where a natural 20 came up, with the magnitude that a die of its own gave.
pub fn critical(dealt: i64, magnitude: i64) -> i64 {
    share(dealt, 1000 + CRITICAL_PERMILLE * magnitude.clamp(0, MAJOR))
}

/// Whether a blow wears armour down.
pub const fn degrades(is_critical: bool, magnitude: i64) -> bool {
    is_critical && magnitude >= MAJOR
}

/// What stands between a blow and a body.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Armour {
    /// What a pool can still take.
    pub pool: i64,
    /// The sum of all that turns a share of it.
    pub deflection_permille: i64,
}

/// What a body makes of one kind of harm.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Affinity {
    /// The sum of what it shrugs off; immune from [`IMMUNE_PERMILLE`] on.
    pub resists_permille: i64,
    /// The sum of what it suffers beside.
    pub suffers_permille: i64,
    /// What becomes strength instead of harm.
    pub drinks_permille: i64,
}

/// What a blow comes to.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// What the body loses.
    pub points: i64,
    /// What the body gains.
    pub gained: i64,
    /// What the pool took.
    pub from_pool: i64,
}

/// By how much of itself harm is lessened, negative where it is made worse. The cap holds before both are set off.
pub fn net_permille(affinity: Affinity) -> i64 {
    affinity.resists_permille.clamp(0, RESISTANCE_CAP_PERMILLE) - affinity.suffers_permille.max(0)
}

/// Sends a blow through pool, armour and body. Shares are multiplied out and divided once, so their order is no matter.
pub fn settle(incoming: i64, armour: Armour, affinity: Affinity) -> Taken {
    let incoming = incoming.max(0);
    let from_pool = armour.pool.clamp(0, incoming);
    let passed = incoming - from_pool;
    if passed == 0 {
        return Taken { from_pool, ..Taken::default() };
    }
    let turned = armour.deflection_permille.clamp(0, DEFLECTION_CAP_PERMILLE);
    let drinks = affinity.drinks_permille.clamp(0, 1000);
    if drinks > 0 {
        let kept = share(passed, 1000 - turned);
        let gained = share(kept, drinks);
        let points = if drinks == 1000 { 0 } else { (kept - gained).max(LEAST) };
        return Taken { points, gained, from_pool };
    }
    if affinity.resists_permille >= IMMUNE_PERMILLE {
        return Taken { from_pool, ..Taken::default() };
    }
    let kept = i128::from(passed) * i128::from(1000 - turned) * i128::from(1000 - net_permille(affinity)) / 1_000_000;
    Taken { points: i64::try_from(kept).unwrap_or(i64::MAX).max(LEAST), gained: 0, from_pool }
}

fn share(whole: i64, permille: i64) -> i64 {
    super::body::share(whole, permille)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn through(incoming: i64, pool: i64, deflection: i64, resists: i64, suffers: i64) -> (i64, i64) {
        let armour = Armour { pool, deflection_permille: deflection };
        let affinity = Affinity { resists_permille: resists, suffers_permille: suffers, drinks_permille: 0 };
        let taken = settle(incoming, armour, affinity);
        (taken.points, pool - taken.from_pool)
    }

    #[test]
    fn a_blow_deals_stat_and_bonus() {
        let dealers = [("peasant", 8, 0, 8), ("soldier", 12, 2, 14), ("barbarian", 18, 5, 23), ("archer", 14, 3, 17)];
        for (who, stat, bonus, points) in dealers.into_iter().chain([("wizard", 15, 3, 18), ("dragon", 40, 5, 45)]) {
            assert_eq!(dealt(stat, bonus), points, "{who}");
        }
        assert_eq!((dealt(80, 10), dealt(0, 0), dealt(1, -9)), (90, 1, 1));
    }

    #[test]
    fn a_natural_20_deals_a_quarter_more_for_each_point_of_magnitude() {
        let all: Vec<i64> = (0..=5).map(|magnitude| critical(14, magnitude)).collect();
        assert_eq!(all, [14, 17, 21, 24, 28, 28]);
    }

    #[test]
    fn a_pool_takes_all_until_it_is_gone() {
        assert_eq!(through(30, 100, 0, 0, 0), (0, 70));
        assert_eq!(through(30, 70, 0, 0, 0), (0, 40));
        assert_eq!(through(60, 40, 0, 0, 0), (20, 0));
    }

    #[test]
    fn armour_turns_a_share_and_never_more_than_three_quarters() {
        assert_eq!((through(30, 0, 500, 0, 0).0, through(100, 0, 500, 0, 0).0), (15, 50));
        assert_eq!((through(80, 50, 500, 0, 0), through(80, 0, 500, 0, 0)), ((15, 0), (40, 0)));
        // A shell of a half and mail of three tenths are three quarters together.
        assert_eq!((through(100, 0, 500 + 300, 0, 0).0, through(100, 0, 10_000, 0, 0).0), (25, 25));
        assert_eq!(through(1, 0, 750, 0, 0).0, 1, "what lands takes something");
        assert_eq!(through(10, 0, -300, 0, 0).0, 10, "worn armour turns nothing, and does no harm");
    }

    #[test]
    fn the_layers_are_worn_down_by_the_greatest_blows_alone() {
        assert!(degrades(true, 4));
        assert!(!degrades(true, 3) && !degrades(false, 4));
    }

    #[test]
    fn kinds_of_harm_go_through_the_whole_pipeline() {
        assert_eq!(through(40, 10, 500, 250, 0).0, 11, "fire on who resists it");
        assert_eq!(through(40, 10, 500, 0, 0).0, 15, "a point on the same");
        assert_eq!(through(40, 0, 500, 0, 500).0, 30, "cold on who suffers from it");
    }

    #[test]
    fn resistance_and_vulnerability_set_each_other_off() {
        let taken = |resists, suffers| through(20, 0, 0, resists, suffers).0;
        assert_eq!([taken(250, 0), taken(500, 0), taken(750, 0), taken(0, 500), taken(0, 1000)], [15, 10, 5, 30, 40]);
        assert_eq!(net_permille(Affinity { resists_permille: 500, suffers_permille: 1000, drinks_permille: 0 }), -500);
        assert_eq!(taken(500, 1000), 30);
        let stacked = |wards: i64| net_permille(Affinity { resists_permille: wards * 250, ..Affinity::default() });
        assert_eq!((stacked(3), stacked(4)), (750, 750));
        // One printed three halves of fire is called two there; it is rounded down like all else.
        assert_eq!(through(3, 0, 0, 500, 0).0, 1);
    }

    #[test]
    fn resistance_and_armour_multiply() {
        assert_eq!(through(160, 0, 750, 750, 0).0, 10, "of a blow a sixteenth is left, below either cap");
    }

    #[test]
    fn who_is_immune_takes_nothing_and_gains_nothing() {
        let immune = Affinity { resists_permille: IMMUNE_PERMILLE, suffers_permille: 5000, drinks_permille: 0 };
        assert_eq!(settle(40, Armour::default(), immune), Taken::default());
    }

    #[test]
    fn who_drinks_a_kind_of_harm_gains_by_it() {
        let taken = |incoming, drinks_permille, suffers_permille| {
            let affinity = Affinity { drinks_permille, suffers_permille, resists_permille: 0 };
            let taken = settle(incoming, Armour::default(), affinity);
            (taken.gained, taken.points)
        };
        assert_eq!([taken(30, 1000, 0), taken(30, 500, 0), taken(40, 250, 0)], [(30, 0), (15, 15), (10, 30)]);
        assert_eq!(taken(30, 1000, 1000), (30, 0), "it wins over whatever else there is");
    }
}
