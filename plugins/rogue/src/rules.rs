//! The arithmetic of hiding and of a strike from it.
//!
//! Owns how far apart bodies are here, and what a degree makes of harm. Must never see a view. Called by the other files of
//! this crate.

use abi::{Cell, Degree, Extent};

/// From the nearest cell of one span to the nearest of another; 0 where they overlap.
fn gap(from: i32, from_feet: u8, to: i32, to_feet: u8) -> i64 {
    let (from_far, to_far) = (i64::from(from) + i64::from(from_feet) - 1, i64::from(to) + i64::from(to_feet) - 1);
    (i64::from(to) - from_far).max(i64::from(from) - to_far).max(0)
}

/// Whether two bodies are within so many feet, from nearest cell to nearest cell (clause G4).
pub fn within(one: (Cell, Extent), other: (Cell, Extent), feet: i64) -> bool {
    let ((at, body), (there, other_body)) = (one, other);
    let along = [
        gap(at.x, body.width, there.x, other_body.width),
        gap(at.y, body.depth, there.y, other_body.depth),
        gap(at.z, body.height, there.z, other_body.height),
    ];
    along.iter().map(|part| part * part).sum::<i64>() <= feet * feet
}

/// What a strike hurts for: nothing where it goes wide, more where it could not have gone better.
pub fn harm_points(points: i32, degree: Degree, critical_permille: i64) -> i32 {
    match degree {
        Degree::CriticalSuccess => i32::try_from(i64::from(points) * critical_permille / 1000).unwrap_or(i32::MAX),
        Degree::Success => points,
        Degree::Failure | Degree::CriticalFailure => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(x: i32, y: i32, feet: i64, expected: bool) {
        let human = Extent { width: 2, depth: 1, height: 6 };
        assert_eq!(within((Cell::new(10, 10, 0), human), (Cell::new(x, y, 0), human), feet), expected, "{x} {y} {feet}");
    }

    #[test]
    fn distance_is_from_nearest_cell_to_nearest_cell() {
        check(12, 10, 1, true);
        check(14, 10, 3, true);
        check(14, 10, 2, false);
        check(14, 14, 5, true);
        check(14, 14, 4, false);
        check(7, 10, 2, true);
    }

    #[test]
    fn a_strike_goes_by_its_degree() {
        let points: Vec<i32> = Degree::ALL.iter().map(|degree| harm_points(18, *degree, 2000)).collect();
        assert_eq!(points, [0, 0, 18, 36]);
    }
}
