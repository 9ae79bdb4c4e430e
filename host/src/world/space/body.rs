//! A body: a box of cells that stands somewhere (clause M6).
//!
//! Owns the arithmetic of boxes and nothing else. It never looks at a map. Called from all of `space`.

use abi::{Cell, Extent};

/// A box of cells. `at` is its least corner, at its feet; it does not turn and has no front.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Body {
    /// The least corner.
    pub at: Cell,
    /// How many cells it takes along each axis. A 0 counts as 1, since nothing is thinner than a cell.
    pub size: Extent,
}

impl Body {
    /// The box that is one cell.
    #[inline]
    pub const fn of_cell(at: Cell) -> Self {
        let size = Extent { width: 1, depth: 1, height: 1 };
        Self { at, size }
    }

    /// The same box with its least corner elsewhere.
    #[inline]
    pub const fn moved_to(self, at: Cell) -> Self {
        Self { at, size: self.size }
    }

    /// The box with so many feet around it on every side.
    pub fn grown(self, feet: i32) -> Self {
        let more = |side: i32| u8::try_from(side + 2 * feet).unwrap_or(u8::MAX);
        let [width, depth, height] = self.feet().map(more);
        let at = Cell { x: self.at.x - feet, y: self.at.y - feet, z: self.at.z - feet };
        Self { at, size: Extent { width, depth, height } }
    }

    /// Cells along x, y and z, in feet.
    #[inline]
    pub fn feet(self) -> [i32; 3] {
        [self.size.width, self.size.depth, self.size.height].map(|n| i32::from(n.max(1)))
    }

    /// The greatest corner, still inside the box.
    #[inline]
    pub fn far(self) -> Cell {
        let [width, depth, height] = self.feet();
        Cell { x: self.at.x + width - 1, y: self.at.y + depth - 1, z: self.at.z + height - 1 }
    }

    /// Whether the cell is one of its own.
    #[inline]
    pub fn holds(self, cell: Cell) -> bool {
        let far = self.far();
        (self.at.x..=far.x).contains(&cell.x)
            && (self.at.y..=far.y).contains(&cell.y)
            && (self.at.z..=far.z).contains(&cell.z)
    }

    /// Whether the two share a cell.
    #[inline]
    pub fn overlaps(self, other: Self) -> bool {
        let (a, b) = (self.far(), other.far());
        self.at.x <= b.x
            && other.at.x <= a.x
            && self.at.y <= b.y
            && other.at.y <= a.y
            && self.at.z <= b.z
            && other.at.z <= a.z
    }

    /// Its cell that is nearest to `cell`, which is `cell` itself when it lies inside.
    #[inline]
    pub fn nearest_to(self, cell: Cell) -> Cell {
        let far = self.far();
        Cell { x: cell.x.clamp(self.at.x, far.x), y: cell.y.clamp(self.at.y, far.y), z: cell.z.clamp(self.at.z, far.z) }
    }

    /// The cell it looks from: the middle of its highest slice, the lower of two middles.
    pub fn eye(self) -> Cell {
        let [width, depth, height] = self.feet();
        Cell { x: self.at.x + (width - 1) / 2, y: self.at.y + (depth - 1) / 2, z: self.at.z + height - 1 }
    }

    /// Its cells, by x, y, z.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let far = self.far();
        (self.at.x..=far.x)
            .flat_map(move |x| (self.at.y..=far.y).flat_map(move |y| (self.at.z..=far.z).map(move |z| Cell { x, y, z })))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{cell, human};
    use super::*;

    #[test]
    fn a_human_is_two_wide_one_deep_six_high() {
        let body = human(3, 4, 0);
        assert_eq!(body.far(), cell(4, 4, 5));
        assert_eq!(body.eye(), cell(3, 4, 5));
        assert_eq!(body.cells().count(), 12);
        assert!(body.cells().all(|c| body.holds(c)));
        assert!(body.cells().is_sorted());
        assert!(!body.holds(cell(5, 4, 0)));
    }

    #[test]
    fn boxes_overlap_when_they_share_a_cell() {
        let check = |other: Body, expected: bool| {
            assert_eq!(human(3, 4, 0).overlaps(other), expected, "{other:?}");
            assert_eq!(other.overlaps(human(3, 4, 0)), expected, "{other:?}");
        };
        check(human(4, 4, 0), true);
        check(human(4, 4, 5), true);
        check(human(5, 4, 0), false);
        check(human(3, 5, 0), false);
        check(human(3, 4, 6), false);
        check(human(3, 4, -6), false);
    }

    #[test]
    fn an_empty_extent_counts_as_one_cell() {
        let body = Body { at: cell(1, 1, 1), size: Extent { width: 0, depth: 0, height: 0 } };
        assert_eq!(body.cells().collect::<Vec<_>>(), vec![cell(1, 1, 1)]);
    }
}
