//! The geometry of a flank. Integers only, the same as the host's own `flank of`.
//!
//! Owns boxes and the ways between them. Must never see a view. Called by `pack` alone.

use abi::{Cell, Extent};

/// A body: its least corner and how large it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// The least corner.
    pub at: Cell,
    /// Along each axis.
    pub extent: Extent,
}

/// From the nearest cell of one span to the nearest of another, with its sign; 0 where they overlap.
fn gap(from: i32, from_feet: u8, to: i32, to_feet: u8) -> i64 {
    let (from_far, to_far) = (i64::from(from) + i64::from(from_feet) - 1, i64::from(to) + i64::from(to_feet) - 1);
    (i64::from(to) - from_far).max(0) - (i64::from(from) - to_far).max(0)
}

/// The way from the nearest cell of one body to the nearest of another.
fn gaps(from: Body, to: Body) -> [i64; 3] {
    [
        gap(from.at.x, from.extent.width, to.at.x, to.extent.width),
        gap(from.at.y, from.extent.depth, to.at.y, to.extent.depth),
        gap(from.at.z, from.extent.height, to.at.z, to.extent.height),
    ]
}

fn product(one: [i64; 3], other: [i64; 3]) -> i64 {
    one.into_iter().zip(other).map(|(one, other)| one * other).sum()
}

/// Whether two stand on opposite sides of a third: more than a right angle between them, as seen from it.
pub fn flanks(one: Body, middle: Body, other: Body) -> bool {
    product(gaps(middle, one), gaps(middle, other)) < 0
}

/// Whether two bodies are within so many feet (clause G4).
pub fn is_within(one: Body, other: Body, feet: i64) -> bool {
    let way = gaps(one, other);
    product(way, way) <= feet * feet
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goblin(x: i32, y: i32) -> Body {
        Body { at: Cell::new(x, y, 0), extent: Extent { width: 2, depth: 1, height: 4 } }
    }

    fn check(one: Body, other: Body, expected: bool) {
        let middle = Body { at: Cell::new(10, 10, 0), extent: Extent { width: 2, depth: 1, height: 6 } };
        assert_eq!(flanks(one, middle, other), expected, "{one:?} {other:?}");
        assert_eq!(flanks(other, middle, one), expected, "flanking is mutual: {one:?} {other:?}");
    }

    #[test]
    fn a_flank_is_more_than_a_right_angle() {
        check(goblin(7, 10), goblin(13, 10), true);
        check(goblin(7, 10), goblin(13, 13), true);
        check(goblin(7, 10), goblin(10, 12), false);
        check(goblin(7, 10), goblin(7, 12), false);
        check(goblin(10, 8), goblin(11, 12), true);
    }

    #[test]
    fn nearness_is_from_nearest_cell_to_nearest_cell() {
        assert!(is_within(goblin(0, 0), goblin(4, 0), 3));
        assert!(!is_within(goblin(0, 0), goblin(5, 0), 3));
        assert!(is_within(goblin(0, 0), goblin(4, 4), 5));
        assert!(!is_within(goblin(0, 0), goblin(5, 4), 5));
    }
}
