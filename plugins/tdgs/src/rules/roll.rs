//! One die of twenty faces against eleven, what luck makes of it, and contests.
//!
//! Owns how a face becomes a degree. Must never draw: it is handed faces. Called by the holder of `Resolution` and by `wrest`.

use abi::Degree;

/// Faces of the die that says whether a thing is done.
pub const FACES: i64 = 20;
/// Faces of the die that says how much where a natural 1 or 20 came up. It is always a die of its own.
pub const MAGNITUDES: i64 = 4;
/// What die and advantage have to reach, always.
pub const THRESHOLD: i64 = 11;
/// From this luck on a natural 1 is rolled again, once.
const REROLLS_FROM: i64 = 10;
/// A virtual stat against which an average stat of 10 has an even chance.
pub const EVEN_STAT: i64 = 10;

/// The faces that came up.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Faces {
    /// Of the die, 1 to 20.
    pub face: i64,
    /// Of the second try, which only the luckiest use.
    pub again: i64,
}

/// How it went.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The degree.
    pub degree: Degree,
    /// The face that counted.
    pub face: i64,
    /// Die and advantage over the threshold.
    pub margin: i64,
}

/// The least face that succeeds. Whatever the sum says, a 1 fails and a 20 succeeds.
///
/// Bad luck is a ceiling and good luck a floor of the chance; the README says which of the printed columns is taken.
pub fn least_face(advantage: i64, luck: i64) -> i64 {
    let plain = THRESHOLD.saturating_sub(advantage).clamp(2, FACES);
    match luck {
        0 => plain,
        luck if luck < 0 => plain.max((THRESHOLD - 1 - luck).clamp(2, FACES)),
        luck => plain.min((THRESHOLD - luck).clamp(2, FACES)),
    }
}

/// How many of the twenty faces succeed.
pub fn faces_succeeding(advantage: i64, luck: i64) -> i64 {
    FACES + 1 - least_face(advantage, luck)
}

/// The chance of at least a success, in permille, rounded down.
pub fn chance_permille(advantage: i64, luck: i64) -> i64 {
    let good = faces_succeeding(advantage, luck);
    if luck < REROLLS_FROM {
        return good * 1000 / FACES;
    }
    // One face of the first try is tried again.
    (good * FACES + good) * 1000 / (FACES * FACES)
}

/// What a roll comes to.
pub fn resolve(faces: Faces, advantage: i64, luck: i64) -> Outcome {
    let face = if faces.face == 1 && luck >= REROLLS_FROM { faces.again } else { faces.face };
    let degree = match face {
        1 => Degree::CriticalFailure,
        FACES => Degree::CriticalSuccess,
        face if face >= least_face(advantage, luck) => Degree::Success,
        _ => Degree::Failure,
    };
    Outcome { degree, face, margin: face.saturating_add(advantage).saturating_sub(THRESHOLD) }
}

/// What decides a contest whose totals are the same.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Ties {
    /// By how much my reflex is the higher; of no account where magic meets magic.
    pub reflex: i64,
    /// By how much my luck is the higher.
    pub luck: i64,
    /// The coin.
    pub coin: bool,
}

/// Whether the first of two who oppose each other prevails.
pub fn prevails(mine: i64, theirs: i64, ties: Ties) -> bool {
    match [mine - theirs, ties.reflex, ties.luck].into_iter().find(|difference| *difference != 0) {
        Some(difference) => difference > 0,
        None => ties.coin,
    }
}

/// A face of a die out of a draw, from 1.
pub fn face_of(draw: u64, faces: i64) -> i64 {
    let faces = u128::from(faces.unsigned_abs());
    i64::try_from((u128::from(draw) * faces) >> 64).unwrap_or(0) + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(advantage: i64, expected_faces: i64) {
        let at = |face| resolve(Faces { face, again: 1 }, advantage, 0).degree.is_success();
        let walked = (1..=FACES).filter(|face| at(*face)).count();
        assert_eq!(i64::try_from(walked), Ok(expected_faces), "{advantage}");
        assert_eq!(faces_succeeding(advantage, 0), expected_faces);
        assert_eq!(chance_permille(advantage, 0), expected_faces * 50);
    }

    #[test]
    fn each_point_of_advantage_is_one_face_of_twenty() {
        for (advantage, faces) in (-9..=9).zip(1..) {
            check(advantage, faces);
        }
        check(-40, 1);
        check(40, 19);
    }

    #[test]
    fn tasks_of_the_difficulty_scale_at_a_stat_of_ten() {
        // An easy 5 is three times of four and a hard 15 one of four, whatever one printed table says.
        check(10 - 5, 15);
        check(10 - 10, 10);
        check(10 - 15, 5);
        check(10 - 20, 1);
    }

    #[test]
    fn concentration_is_constitution_against_the_harm() {
        for (harm, faces) in [(5, 15), (10, 10), (15, 5), (20, 1)] {
            check(10 - harm, faces);
        }
    }

    #[test]
    fn a_natural_1_and_a_natural_20_ask_nobody() {
        let degree = |face, advantage| resolve(Faces { face, again: 12 }, advantage, 0).degree;
        assert_eq!(degree(1, 100), Degree::CriticalFailure);
        assert_eq!(degree(20, -100), Degree::CriticalSuccess);
        assert_eq!((degree(2, 100), degree(19, -100)), (Degree::Success, Degree::Failure));
        let margin = |face, advantage| resolve(Faces { face, again: 12 }, advantage, 0).margin;
        assert_eq!((margin(11, 0), margin(8, 3), margin(10, 0)), (0, 0, -1));
    }

    #[test]
    fn bad_luck_is_a_ceiling_and_good_luck_a_floor() {
        let permille = |luck, advantage| chance_permille(advantage, luck);
        let ceilings: Vec<i64> = (-10..=-1).map(|luck| permille(luck, 40)).collect();
        assert_eq!(ceilings, [50, 100, 150, 200, 250, 300, 350, 400, 450, 500]);
        let floors: Vec<i64> = (1..=9).map(|luck| permille(luck, -40)).collect();
        assert_eq!(floors, [550, 600, 650, 700, 750, 800, 850, 900, 950]);
        assert_eq!((permille(3, 6), permille(-3, -6)), (800, 200), "no luck makes the better side of it worse");
    }

    #[test]
    fn only_the_luckiest_roll_a_one_again() {
        assert_eq!(chance_permille(-40, 10), 997, "one of four hundred fails");
        let again = |luck, again| resolve(Faces { face: 1, again }, -40, luck).degree;
        assert_eq!(again(10, 2), Degree::Success);
        assert_eq!(again(10, 1), Degree::CriticalFailure);
        assert_eq!(again(9, 20), Degree::CriticalFailure);
    }

    #[test]
    fn a_tie_goes_by_reflex_then_luck_then_a_coin() {
        let tie = |reflex, luck, coin| prevails(14, 14, Ties { reflex, luck, coin });
        assert!(prevails(15, 14, Ties { reflex: -5, luck: -5, coin: false }));
        assert!(!prevails(13, 14, Ties { reflex: 5, luck: 5, coin: true }));
        assert!(tie(1, -9, false) && !tie(-1, 9, true));
        assert!(tie(0, 1, false) && !tie(0, -1, true));
        assert!(tie(0, 0, true) && !tie(0, 0, false));
    }

    #[test]
    fn faces_are_even_and_stay_on_the_die() {
        assert_eq!((face_of(0, FACES), face_of(u64::MAX, FACES)), (1, 20));
        assert_eq!((face_of(u64::MAX / 2, MAGNITUDES), face_of(u64::MAX, MAGNITUDES)), (2, 4));
    }
}
