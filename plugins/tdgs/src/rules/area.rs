//! Areas by squares: circles, cones, lines, rectangles.
//!
//! Owns which squares a shape takes, counted from where it begins. Must never see a view. Called by the word `sweep`.

/// A square, counted from where the shape begins: east, then south.
pub type Square = (i64, i64);

/// A shape.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Everything within so many squares, its middle too.
    Circle {
        /// How many.
        radius: i64,
    },
    /// From where it begins, wider with each square; that square itself is spared.
    Cone {
        /// How far.
        length: i64,
        /// Which way.
        toward: Square,
    },
    /// Straight on; the square where it begins is spared.
    Line {
        /// How far.
        length: i64,
        /// How wide.
        width: i64,
        /// Which way.
        toward: Square,
    },
    /// From its corner on, to the east and the south.
    Rectangle {
        /// Along the east.
        width: i64,
        /// Along the south.
        length: i64,
    },
}

impl Shape {
    /// Whether it takes a square.
    pub fn takes(self, (x, y): Square) -> bool {
        match self {
            Self::Circle { radius } => x.abs().max(y.abs()) <= radius,
            Self::Cone { length, toward: (0, dy) } => in_straight_cone(y * dy, x, length),
            Self::Cone { length, toward: (dx, 0) } => in_straight_cone(x * dx, y, length),
            // As far on as both ways together, so that it is one square wider with each.
            Self::Cone { length, toward: (dx, dy) } => {
                let (far, wide) = (x * dx, y * dy);
                far >= 1 && wide >= 1 && far + wide <= length + 1
            }
            Self::Line { length, width, toward: (0, dy) } => in_straight_line(y * dy, x, length, width),
            Self::Line { length, width, toward: (dx, 0) } => in_straight_line(x * dx, y, length, width),
            Self::Line { length, width, toward: (dx, dy) } => {
                let (far, wide) = (x * dx, y * dy);
                far >= 1 && far <= length && is_within_width(wide - far, width)
            }
            Self::Rectangle { width, length } => (0..width).contains(&x) && (0..length).contains(&y),
        }
    }
}

fn in_straight_cone(far: i64, aside: i64, length: i64) -> bool {
    (1..=length).contains(&far) && aside.abs() < far
}

fn in_straight_line(far: i64, aside: i64, length: i64, width: i64) -> bool {
    (1..=length).contains(&far) && is_within_width(aside, width)
}

/// Whether something so far aside is in a strip of that width; an even one is wider on its far side.
fn is_within_width(aside: i64, width: i64) -> bool {
    let near = (width - 1) / 2;
    (-near..width - near).contains(&aside)
}

/// The way from one square to another as one of the eight: along an axis where that is more than twice the other.
pub fn toward((x, y): Square) -> Square {
    let along = |this: i64, that: i64| if this.abs() * 2 > that.abs() { this.signum() } else { 0 };
    (along(x, y), along(y, x))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(shape: Shape) -> usize {
        let all = (-12..=12).flat_map(|x| (-12..=12).map(move |y| (x, y)));
        all.filter(|square| shape.takes(*square)).count()
    }

    const NORTH: Square = (0, -1);
    const EAST: Square = (1, 0);
    const NORTH_EAST: Square = (1, -1);

    #[test]
    fn circles_are_squares_of_the_king_s_moves() {
        let counts: Vec<usize> = (1..=5).map(|radius| count(Shape::Circle { radius })).collect();
        assert_eq!(counts, [9, 25, 49, 81, 121]);
        assert!(Shape::Circle { radius: 1 }.takes((0, 0)));
    }

    #[test]
    fn cones_spare_where_they_begin() {
        let counts = |toward| -> Vec<usize> { (2..=6).map(|length| count(Shape::Cone { length, toward })).collect() };
        assert_eq!(counts(NORTH), [4, 9, 16, 25, 36]);
        assert_eq!(counts(EAST), [4, 9, 16, 25, 36]);
        assert_eq!(counts(NORTH_EAST), [3, 6, 10, 15, 21]);
        for toward in [NORTH, EAST, NORTH_EAST] {
            let cone = Shape::Cone { length: 4, toward };
            assert!(!cone.takes((0, 0)) && cone.takes(toward) && !cone.takes((-toward.0, -toward.1)));
        }
    }

    #[test]
    fn lines_and_rectangles() {
        assert_eq!(count(Shape::Line { length: 5, width: 1, toward: EAST }), 5);
        assert_eq!(count(Shape::Line { length: 4, width: 2, toward: NORTH }), 8);
        assert_eq!(count(Shape::Line { length: 5, width: 1, toward: NORTH_EAST }), 5);
        assert_eq!(count(Shape::Rectangle { width: 3, length: 4 }), 12);
        assert!(Shape::Rectangle { width: 3, length: 4 }.takes((0, 0)));
        assert!(!Shape::Line { length: 5, width: 1, toward: EAST }.takes((0, 0)));
    }

    #[test]
    fn a_way_is_one_of_eight() {
        let ways = [(5, 0), (5, 2), (5, 3), (4, 4), (-1, 9), (0, 0)].map(toward);
        assert_eq!(ways, [(1, 0), (1, 0), (1, 1), (1, 1), (0, 1), (0, 0)]);
    }
}
