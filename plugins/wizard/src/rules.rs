//! The arithmetic of a push: how far, and over which cells.
//!
//! Owns the way from a direction to cells. Must never see a view. Called by `push` alone.

use abi::{Cell, Degree, Extent};

/// How far somebody goes, by how well the push went.
pub fn pushed_feet(feet: i64, degree: Degree, critical_permille: i64) -> i64 {
    match degree {
        Degree::CriticalSuccess => feet * critical_permille / 1000,
        Degree::Success => feet,
        Degree::Failure | Degree::CriticalFailure => 0,
    }
}

/// From the nearest cell of one span to the nearest of another, with its sign; 0 where they overlap.
fn gap(from: i32, from_feet: u8, to: i32, to_feet: u8) -> i64 {
    let (from_far, to_far) = (i64::from(from) + i64::from(from_feet) - 1, i64::from(to) + i64::from(to_feet) - 1);
    (i64::from(to) - from_far).max(0) - (i64::from(from) - to_far).max(0)
}

/// Which way is straight away from one body for another, over the ground; none where one stands upon the other.
pub fn away(from: (Cell, Extent), of: (Cell, Extent)) -> Option<(i64, i64)> {
    let ((at, body), (other, other_body)) = (from, of);
    let way = (gap(at.x, body.width, other.x, other_body.width), gap(at.y, body.depth, other.y, other_body.depth));
    (way != (0, 0)).then_some(way)
}

/// A whole number nearest to `part * count / whole`; halves go away from zero.
fn rounded(part: i64, count: i64, whole: i64) -> i64 {
    (2 * part * count + whole * part.signum()) / (2 * whole)
}

/// The cells that a body comes to, one after the other, when it goes so many feet that way.
///
/// The length is that of the crow's flight (clause G4), so a slanting way has fewer cells than feet.
pub fn cells(start: Cell, way: (i64, i64), feet: i64) -> impl Iterator<Item = Cell> {
    // The root is rounded down and yet not below the longer axis, so no stride is longer than a foot along either.
    let length = (way.0 * way.0 + way.1 * way.1).isqrt().max(1);
    let at = move |count: i64| {
        let step = |part| i32::try_from(rounded(part, count, length)).unwrap_or(0);
        Cell { x: start.x.saturating_add(step(way.0)), y: start.y.saturating_add(step(way.1)), z: start.z }
    };
    (1..=feet).filter(move |count| at(*count) != at(count - 1)).map(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(way: (i64, i64), feet: i64, expected: &[(i32, i32)]) {
        let found: Vec<_> = cells(Cell::new(10, 10, 2), way, feet).map(|cell| (cell.x - 10, cell.y - 10, cell.z)).collect();
        let expected: Vec<_> = expected.iter().map(|(x, y)| (*x, *y, 2)).collect();
        assert_eq!(found, expected, "{way:?}");
    }

    #[test]
    fn a_straight_push_goes_foot_by_foot() {
        check((1, 0), 3, &[(1, 0), (2, 0), (3, 0)]);
        check((0, -4), 2, &[(0, -1), (0, -2)]);
        check((-2, 0), 0, &[]);
    }

    #[test]
    fn a_slanting_push_is_no_longer_as_the_crow_flies() {
        check((3, 3), 5, &[(1, 1), (2, 2), (3, 3), (4, 4)]);
        check((4, -3), 5, &[(1, -1), (2, -1), (2, -2), (3, -2), (4, -3)]);
    }

    #[test]
    fn no_stride_is_longer_than_a_foot_along_an_axis() {
        for (x, y) in (-9..=9).flat_map(|x| (-9..=9).map(move |y| (x, y))).filter(|way| *way != (0, 0)) {
            let mut last = Cell::new(0, 0, 0);
            for cell in cells(last, (x, y), 12) {
                assert!((cell.x - last.x).abs() <= 1 && (cell.y - last.y).abs() <= 1, "{x} {y}: {last:?} {cell:?}");
                last = cell;
            }
        }
    }

    #[test]
    fn away_is_from_nearest_cell_to_nearest_cell() {
        let human = Extent { width: 2, depth: 1, height: 6 };
        let away = |x, y| super::away((Cell::new(10, 10, 0), human), (Cell::new(x, y, 0), human));
        assert_eq!(away(14, 10), Some((3, 0)));
        assert_eq!(away(8, 9), Some((-1, -1)));
        assert_eq!(away(11, 12), Some((0, 2)));
        assert_eq!(away(10, 10), None);
    }

    #[test]
    fn only_a_push_that_succeeds_moves() {
        let feet = Degree::ALL.iter().map(|degree| pushed_feet(5, *degree, 1600));
        assert_eq!(feet.collect::<Vec<_>>(), [0, 0, 5, 8]);
    }
}
