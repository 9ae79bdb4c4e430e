//! What a body can take: hit points, knockout, death, healing, and the rung that is told of it.
//!
//! Owns the constants of the body. Must never see a view. Called by the holder of `Harm` and by healing words.

/// Hit points for each point of apparent constitution. Level has no part in it.
const POINTS_PER_CONSTITUTION: i64 = 5;
/// At this share of all hit points, or less, a body lies senseless.
const KNOCKOUT_PERMILLE: i64 = 50;
/// What a rest of minutes gives back.
pub const SHORT_REST_PERMILLE: i64 = 250;
/// What a night gives back.
pub const LONG_REST_PERMILLE: i64 = 1000;

/// All hit points of a body. Whoever lives has some constitution.
pub fn most_points(constitution: i64) -> i64 {
    constitution.max(1).saturating_mul(POINTS_PER_CONSTITUTION)
}

/// At so many hit points or fewer a body lies senseless.
pub fn knockout_points(most: i64) -> i64 {
    share(most, KNOCKOUT_PERMILLE)
}

/// A share, rounded down.
pub fn share(whole: i64, permille: i64) -> i64 {
    (i128::from(whole) * i128::from(permille) / 1000).try_into().unwrap_or(i64::MAX)
}

/// How it stands with a body.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// On its feet.
    Up,
    /// Senseless.
    Down,
    /// Dead. Nobody bleeds out, and nobody rolls for it.
    Dead,
}

/// How it stands with a body that has so many hit points left.
pub fn standing(points: i64, most: i64) -> Standing {
    match points {
        points if points <= 0 => Standing::Dead,
        points if points <= knockout_points(most) => Standing::Down,
        _ => Standing::Up,
    }
}

/// What a healer's words give back, as harm is reckoned.
pub fn healing(stat: i64, bonus: i64) -> i64 {
    stat.saturating_add(bonus).max(0)
}

/// Hit points after something is given back: never more than all.
pub fn mended(points: i64, given: i64, most: i64) -> i64 {
    points.saturating_add(given.max(0)).min(most)
}

/// At which share of all hit points, or less, the rungs begin, in order: scraped, battered, bloodied, reeling.
pub type VigourCuts = [i64; 4];

/// The last rung of the ladder `vigour`: senseless, or dead.
pub const FELLED: i32 = 5;

/// The rung of the ladder `vigour`, 0 the best.
pub fn vigour_rung(points: i64, most: i64, cuts_permille: VigourCuts) -> i32 {
    if standing(points, most) != Standing::Up {
        return FELLED;
    }
    // Multiplied out instead of divided, so that a last point is not rounded away.
    let at_or_below = |cut: &&i64| points * 1000 <= **cut * most;
    i32::try_from(cuts_permille.iter().filter(at_or_below).count()).unwrap_or(0)
}

/// How dangerous a body is on the whole: the mean of its eight stats without luck.
#[cfg(test)]
fn power_tier(stats: [i64; 8]) -> i64 {
    stats.iter().sum::<i64>() / 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hit_points_are_five_for_each_point_of_constitution() {
        let bodies = [("peasant", 8, 40), ("one with an amulet", 12, 60), ("barbarian", 23, 115), ("dragon", 50, 250)];
        for (who, constitution, points) in bodies.into_iter().chain([("god", 100, 500), ("ghost", -3, 5)]) {
            assert_eq!(most_points(constitution), points, "{who}");
        }
    }

    #[test]
    fn a_body_falls_at_a_twentieth_rounded_down() {
        for (most, falls) in [(40, 2), (60, 3), (100, 5), (200, 10), (500, 25), (225, 11), (80, 4)] {
            assert_eq!(knockout_points(most), falls);
            assert_eq!((standing(falls + 1, most), standing(falls, most)), (Standing::Up, Standing::Down), "of {most}");
        }
        assert_eq!((standing(1, 60), standing(0, 60), standing(-9, 60)), (Standing::Down, Standing::Dead, Standing::Dead));
        assert_eq!(standing(1, 5), Standing::Up, "a twentieth of five is nothing");
    }

    #[test]
    fn words_heal_by_the_healer_and_the_spell() {
        for (stat, bonus, given) in [(10, 0, 10), (15, 5, 20), (20, 10, 30), (30, 20, 50)] {
            assert_eq!(healing(stat, bonus), given);
        }
        assert_eq!((mended(50, 30, 60), mended(10, 20, 60), mended(10, -5, 60)), (60, 30, 10));
    }

    #[test]
    fn a_rest_gives_back_a_share() {
        assert_eq!((share(60, SHORT_REST_PERMILLE), share(60, LONG_REST_PERMILLE)), (15, 60));
        // Shares of other sizes that older vectors print: a fifth of all.
        for (most, given) in [(40, 8), (60, 12), (250, 50), (500, 100)] {
            assert_eq!(share(most, 200), given);
        }
    }

    #[test]
    fn vigour_tells_the_share_that_is_left() {
        let rung = |points| vigour_rung(points, 100, [850, 550, 300, 150]);
        let told: Vec<i32> = [100, 86, 85, 55, 30, 15, 6, 5, 0].into_iter().map(rung).collect();
        assert_eq!(told, [0, 0, 1, 2, 3, 4, 4, 5, 5]);
    }

    #[test]
    fn power_is_the_mean_of_eight_stats() {
        assert_eq!(power_tier([8, 12, 8, 6, 8, 6, 11, 10]), 8);
        assert_eq!(power_tier([16, 12, 14, 10, 10, 11, 12, 10]), 11);
        assert_eq!(power_tier([38, 22, 45, 20, 18, 35, 20, 28]), 28);
        // One printed sum of 101 is called 13 there; an eighth of it, rounded down, is 12.
        assert_eq!(power_tier([101, 0, 0, 0, 0, 0, 0, 0]), 12);
    }
}
