//! How loud a sound still is where it is heard.
//!
//! Owns the fall of loudness with distance. Must never see a view. Called by the holder of `Senses` alone.

/// Not heard at all.
pub const UNHEARD: i32 = -1;

/// The rung at which a sound arrives: its own up to `near_feet`, one less for each doubling of the distance beyond.
pub fn heard_rung(rung: i32, distance_feet: i64, near_feet: i64) -> i32 {
    let (mut left, mut reach_feet) = (rung, near_feet.max(1));
    while left >= 0 && distance_feet > reach_feet {
        left -= 1;
        reach_feet = reach_feet.saturating_mul(2);
    }
    left.max(UNHEARD)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rung: i32, distance_feet: i64, expected: i32) {
        assert_eq!(heard_rung(rung, distance_feet, 10), expected, "rung {rung} at {distance_feet} feet");
    }

    #[test]
    fn a_sound_loses_a_rung_with_each_doubling() {
        check(3, 1, 3);
        check(3, 10, 3);
        check(3, 11, 2);
        check(3, 20, 2);
        check(3, 40, 1);
        check(3, 80, 0);
        check(3, 81, UNHEARD);
    }

    #[test]
    fn the_faintest_is_heard_near_by_only() {
        check(0, 10, 0);
        check(0, 11, UNHEARD);
        check(-4, 1, UNHEARD);
    }

    #[test]
    fn louder_and_nearer_are_never_fainter() {
        for rung in 0..5 {
            for feet in 1..500 {
                assert!(heard_rung(rung, feet, 10) >= heard_rung(rung, feet + 1, 10));
                assert!(heard_rung(rung + 1, feet, 10) >= heard_rung(rung, feet, 10));
            }
        }
    }
}
