//! The eight directions: their names, which are commands too, and in which of them something lies.
//!
//! Pure arithmetic of cells. Choices and the view call it.

use crate::world::space::Body;

/// Name, feet to the east, feet to the south, clockwise from north.
pub const ALL: [(&str, i32, i32); 8] = [
    ("north", 0, -1),
    ("north-east", 1, -1),
    ("east", 1, 0),
    ("south-east", 1, 1),
    ("south", 0, 1),
    ("south-west", -1, 1),
    ("west", -1, 0),
    ("north-west", -1, -1),
];

/// In which direction a body lies from another; empty where the one stands over the other.
pub fn of(from: Body, to: Body) -> &'static str {
    let middle = |body: Body| {
        let far = body.far();
        (body.at.x + far.x, body.at.y + far.y)
    };
    let ((x, y), (to_x, to_y)) = (middle(from), middle(to));
    let (dx, dy) = (to_x - x, to_y - y);
    // The tangent of an eighth of a turn's half is about two fifths.
    let is_slight = |little: i32, large: i32| little.abs() * 5 < large.abs() * 2;
    let (dx, dy) = (if is_slight(dx, dy) { 0 } else { dx.signum() }, if is_slight(dy, dx) { 0 } else { dy.signum() });
    ALL.iter().find(|(_, x, y)| (*x, *y) == (dx, dy)).map_or("", |(name, ..)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use abi::{Cell, Extent};

    fn check(x: i32, y: i32, expected: &str) {
        let body = |x, y| Body { at: Cell::new(x, y, 0), size: Extent { width: 2, depth: 1, height: 6 } };
        assert_eq!(of(body(10, 10), body(10 + x, 10 + y)), expected, "{x}, {y}");
    }

    #[test]
    fn each_direction_has_an_eighth_of_all_around() {
        for (name, x, y) in ALL {
            check(x * 5, y * 5, name);
        }
        check(10, 3, "east");
        check(10, 5, "south-east");
        check(-2, -9, "north");
        check(0, 0, "");
    }
}
