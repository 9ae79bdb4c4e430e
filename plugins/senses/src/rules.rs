//! How strong a stimulus still is where it is met with, how far one sees at which light, and what is made of it.
//!
//! Owns the fall with distance and the walls in between. Must never see a view. Called by the holder of `Senses` alone.

/// Nothing of it gets there.
pub const NOTHING: i32 = -1;

/// The rung at which something arrives: its own up to `near_feet`, one less for each doubling of the distance beyond.
pub fn arriving_rung(rung: i32, distance_feet: i64, near_feet: i64) -> i32 {
    let (mut left, mut reach_feet) = (rung, near_feet.max(1));
    while left >= 0 && distance_feet > reach_feet {
        left -= 1;
        reach_feet = reach_feet.saturating_mul(2);
    }
    left.max(NOTHING)
}

/// The same behind walls, each of which takes some rungs.
pub fn behind_walls(rung: i32, walls: i32, rungs_per_wall: i32) -> i32 {
    rung.saturating_sub(walls.saturating_mul(rungs_per_wall)).max(NOTHING)
}

/// How far one sees at a light, in feet: nearest in the dark, not limited from lamplight up. `limits` are those of the rungs
/// `pitch`, `murky` and `dusky`.
pub fn sight_feet(light: i32, limits: [i64; 3], most_feet: i64) -> i64 {
    let limit = usize::try_from(light.max(0)).ok().and_then(|rung| limits.get(rung));
    limit.map_or(most_feet, |feet| (*feet).min(most_feet))
}

/// What is made of something that arrives so clearly, where it would give so much to whom it barely reaches.
///
/// From `clear_rungs` up it gives a rung more; who is dull of wits takes it for a rung less, unless it is clear.
pub fn made_of(rung: i32, gives: i32, clear_rungs: i32, is_dull: bool, most: i32) -> i32 {
    let is_clear = rung >= clear_rungs;
    let more = i32::from(is_clear) - i32::from(is_dull && !is_clear);
    (gives + more).clamp(0, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rung: i32, distance_feet: i64, expected: i32) {
        assert_eq!(arriving_rung(rung, distance_feet, 10), expected, "rung {rung} at {distance_feet} feet");
    }

    #[test]
    fn a_stimulus_loses_a_rung_with_each_doubling() {
        check(3, 1, 3);
        check(3, 10, 3);
        check(3, 11, 2);
        check(3, 20, 2);
        check(3, 40, 1);
        check(3, 80, 0);
        check(3, 81, NOTHING);
    }

    #[test]
    fn the_faintest_is_heard_near_by_only() {
        check(0, 10, 0);
        check(0, 11, NOTHING);
        check(-4, 1, NOTHING);
    }

    #[test]
    fn stronger_and_nearer_are_never_weaker() {
        for rung in 0..5 {
            for feet in 1..500 {
                assert!(arriving_rung(rung, feet, 10) >= arriving_rung(rung, feet + 1, 10));
                assert!(arriving_rung(rung + 1, feet, 10) >= arriving_rung(rung, feet, 10));
                for walls in 0..3 {
                    let behind = |rung| behind_walls(arriving_rung(rung, feet, 10), walls, 2);
                    assert!(behind(rung + 1) >= behind(rung));
                    assert!(behind(rung) >= behind_walls(arriving_rung(rung, feet, 10), walls + 1, 2));
                }
            }
        }
    }

    #[test]
    fn one_sees_farther_by_more_light() {
        let feet = |light| sight_feet(light, [1, 15, 60], 120);
        assert_eq!([feet(-3), feet(0), feet(1), feet(2), feet(3), feet(4)], [1, 1, 15, 60, 120, 120]);
        assert_eq!(sight_feet(2, [1, 15, 60], 30), 30);
    }

    #[test]
    fn what_is_clear_says_more_and_the_dull_shrug() {
        let check = |rung, gives, is_dull, expected| assert_eq!(made_of(rung, gives, 2, is_dull, 2), expected);
        check(0, 1, false, 1);
        check(2, 1, false, 2);
        check(4, 2, false, 2);
        check(0, 1, true, 0);
        check(1, 2, true, 1);
        check(2, 1, true, 2);
    }
}
