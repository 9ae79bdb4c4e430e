//! Shapes of windows and zones (clause W1): ring, cone, line, and a list of cells, all in three dimensions.
//!
//! Owns which cells a shape holds, measured from the box that makes it. It never asks what is in the way: walls
//! are for the caller, with `line_is_clear`. Called by windows, zones, effects on areas, and previews of them.

use super::body::Body;
use super::distance::Metric;
use abi::Cell;

/// A shape, which stands at a body: its origin.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Shape<'a> {
    /// All within so many feet of the origin.
    Ring {
        /// How far from the origin's nearest cell.
        feet: u32,
    },
    /// A quarter turn that opens from the origin's surface towards a cell, 45 degrees to each side of the aim.
    Cone {
        /// How far from the origin's nearest cell.
        feet: u32,
        /// Where it points. Inside the origin it points nowhere, and the cone is empty.
        aim: Cell,
    },
    /// One foot thick, from the origin's surface through a cell and on.
    Line {
        /// How far from the origin's nearest cell.
        feet: u32,
        /// Where it points. Inside the origin it points nowhere, and the line is empty.
        aim: Cell,
    },
    /// These cells, wherever the origin is.
    Cells(&'a [Cell]),
}

impl Shape<'_> {
    /// Whether a body has a cell in the shape. The origin's own body is for the caller to leave out.
    pub fn contains_body(self, metric: Metric, origin: Body, target: Body) -> bool {
        match self {
            Self::Ring { feet } => metric.within(origin, target, feet),
            Self::Cone { feet, aim } => {
                metric.within(origin, target, feet)
                    && target
                        .cells()
                        .any(|cell| is_in_cone(origin, aim, cell) && metric.within(origin, Body::of_cell(cell), feet))
            }
            Self::Line { feet, aim } => {
                metric.within(origin, target, feet) && line_cells(metric, origin, aim, feet).any(|cell| target.holds(cell))
            }
            Self::Cells(cells) => cells.iter().any(|cell| target.holds(*cell)),
        }
    }

    /// Whether a cell is in the shape.
    pub fn contains_cell(self, metric: Metric, origin: Body, cell: Cell) -> bool {
        self.contains_body(metric, origin, Body::of_cell(cell))
    }
}

/// From the origin's cell that is nearest to the aim: the root of the shape, and the way to the aim.
fn aimed(origin: Body, aim: Cell) -> Option<(Cell, [i64; 3])> {
    let root = origin.nearest_to(aim);
    (root != aim).then(|| (root, way(root, aim)))
}

fn way(from: Cell, to: Cell) -> [i64; 3] {
    [(from.x, to.x), (from.y, to.y), (from.z, to.z)].map(|(a, b)| i64::from(b) - i64::from(a))
}

/// At most 45 degrees off the aim: twice the square of the product is at least the product of the squares.
fn is_in_cone(origin: Body, aim: Cell, cell: Cell) -> bool {
    let Some((root, axis)) = aimed(origin, aim) else {
        return false;
    };
    let off = way(root, cell).map(i128::from);
    let axis = axis.map(i128::from);
    let dot = |a: [i128; 3], b: [i128; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let along = dot(off, axis);
    along > 0 && 2 * along * along >= dot(off, off) * dot(axis, axis)
}

/// The cells of a line, nearest first: one for each foot of its longest axis, the others rounded to the nearest
/// cell, halves away from the root, so that mirror images stay mirror images.
fn line_cells(metric: Metric, origin: Body, aim: Cell, feet: u32) -> impl Iterator<Item = Cell> {
    let aimed = aimed(origin, aim);
    let longest = aimed.map_or(1, |(_, axis)| axis.map(i64::abs).into_iter().fold(1, i64::max));
    // No axis of a line of so many feet is longer than that many feet, under either metric.
    (1..=i64::from(feet))
        .filter_map(move |step| {
            let (root, axis) = aimed?;
            // A root is within 2^30 and a step within what a caller asks, so the sum fits; a longer one is cut.
            let [x, y, z] = axis.map(|n| {
                let off = (2 * n.abs() * step + longest) / (2 * longest) * n.signum();
                i32::try_from(off).unwrap_or(i32::MAX / 2)
            });
            Some(Cell { x: root.x + x, y: root.y + y, z: root.z + z })
        })
        .take_while(move |cell| metric.within(origin, Body::of_cell(*cell), feet))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{any_body, any_cell, cell, human, small};
    use super::*;
    use proptest::prelude::*;

    /// Draws the cells of a slice that a shape holds, `@` for the origin.
    fn check(shape: Shape<'_>, origin: Body, expected: expect_test::Expect) {
        let rows = (-4..=4).map(|y| {
            let row: String = (-4..=6)
                .map(|x| cell(x, y, 2))
                .map(|at| match (origin.holds(at), shape.contains_cell(Metric::Euclid, origin, at)) {
                    (true, _) => '@',
                    (_, true) => '*',
                    _ => '.',
                })
                .collect();
            row + "\n"
        });
        expected.assert_eq(&rows.collect::<String>());
    }

    #[test]
    fn clock_W1_shapes_as_drawn() {
        check(
            Shape::Ring { feet: 3 },
            human(0, 0, 0),
            expect_test::expect![[r#"
            ...........
            ....**.....
            ..******...
            ..******...
            .***@@***..
            ..******...
            ..******...
            ....**.....
            ...........
        "#]],
        );
        check(
            Shape::Cone { feet: 5, aim: cell(3, 0, 2) },
            human(0, 0, 0),
            expect_test::expect![[r#"
            ...........
            ........**.
            .......***.
            ......****.
            ....@@*****
            ......****.
            .......***.
            ........**.
            ...........
        "#]],
        );
        check(
            Shape::Cone { feet: 5, aim: cell(3, 3, 2) },
            small(0, 0, 0),
            expect_test::expect![[r#"
            ...........
            ...........
            ...........
            ...........
            ....@*****.
            ....*****..
            ....*****..
            ....*****..
            ....****...
        "#]],
        );
        check(
            Shape::Line { feet: 5, aim: cell(3, 1, 2) },
            human(0, 0, 0),
            expect_test::expect![[r#"
            ...........
            ...........
            ...........
            ...........
            ....@@.....
            ......**...
            ........**.
            ...........
            ...........
        "#]],
        );
        check(
            Shape::Cells(&[cell(2, 2, 2), cell(3, 2, 1)]),
            human(0, 0, 0),
            expect_test::expect![[r#"
            ...........
            ...........
            ...........
            ...........
            ....@@.....
            ...........
            ......*....
            ...........
            ...........
        "#]],
        );
    }

    #[test]
    fn clock_W1_a_shape_takes_a_body_by_any_of_its_cells() {
        let check = |shape: Shape<'_>, target: Body, expected: bool| {
            let found = shape.contains_body(Metric::Euclid, human(0, 0, 0), target);
            assert_eq!(found, expected, "{shape:?} {target:?}");
        };
        check(Shape::Ring { feet: 3 }, human(4, 0, 0), true);
        check(Shape::Ring { feet: 3 }, human(5, 0, 0), false);
        check(Shape::Ring { feet: 3 }, human(4, 0, 8), false);
        check(Shape::Ring { feet: 3 }, human(0, 0, 8), true);
        let cone = Shape::Cone { feet: 10, aim: cell(5, 0, 3) };
        check(cone, human(4, 3, 0), true);
        check(cone, human(1, 4, 0), false);
        check(cone, human(-4, 0, 0), false);
        check(cone, human(4, 0, 9), false);
        let line = Shape::Line { feet: 10, aim: cell(5, 0, 3) };
        check(line, human(9, 0, 0), true);
        check(line, human(9, 1, 0), false);
        check(line, human(9, 0, 4), false);
        check(line, human(12, 0, 0), false);
        let nowhere = Shape::Cone { feet: 10, aim: cell(1, 0, 3) };
        check(nowhere, human(4, 0, 0), false);
    }

    proptest! {
        #[test]
        fn aimed_shapes_lie_in_the_ring_and_take_a_near_aim(
            origin in any_body(5), aim in any_cell(12), feet in 0u32..12,
        ) {
            let metric = Metric::Euclid;
            let target = Body::of_cell(aim);
            let ring = Shape::Ring { feet }.contains_body(metric, origin, target);
            let is_aimed = !origin.holds(aim) && ring;
            prop_assert_eq!(Shape::Cone { feet, aim }.contains_cell(metric, origin, aim), is_aimed);
            prop_assert_eq!(Shape::Line { feet, aim }.contains_cell(metric, origin, aim), is_aimed);
        }

        #[test]
        fn a_line_lies_in_its_cone(
            origin in any_body(5), aim in any_cell(12), target in any_body(12), feet in 0u32..12,
        ) {
            let metric = Metric::Euclid;
            if (Shape::Line { feet, aim }).contains_body(metric, origin, target) {
                let cone = Shape::Cone { feet, aim }.contains_body(metric, origin, target);
                prop_assert!(cone);
            }
        }
    }
}
