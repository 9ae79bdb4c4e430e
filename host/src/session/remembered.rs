//! What is remembered of the ground: of each cell what it was when it was last seen, for what becomes of it out of sight nobody
//! knows.
//!
//! Owns that and nothing else. It never looks at the world; the view tells it what is seen, and draws what it remembers.

use abi::Cell;

/// The ground of a cell that has not been seen.
const UNSEEN: u16 = u16::MAX - 1;

/// Grounds as they were last seen, in slices that are made when something on them is.
#[derive(Clone, Debug, Default)]
pub struct Remembered {
    /// Columns and rows of the map.
    size: (i32, i32),
    slices: Vec<Vec<u16>>,
    /// In which columns anything is remembered.
    columns: Vec<bool>,
}

impl Remembered {
    /// Makes room for a map. One of another size is another place, of which nothing is known yet.
    pub fn settle(&mut self, size: Cell) {
        if self.size != (size.x, size.y) {
            let count = usize::try_from(size.x * size.y).unwrap_or(0);
            *self = Self { size: (size.x, size.y), slices: Vec::new(), columns: vec![false; count] };
        }
    }

    /// The ground that a cell had.
    pub fn get(&self, cell: Cell) -> Option<u16> {
        let slice = self.slices.get(usize::try_from(cell.z).ok()?)?;
        slice.get(self.column(cell)?).copied().filter(|ground| *ground != UNSEEN)
    }

    /// Whether anything is remembered above, on or below a cell.
    pub fn knows_column(&self, cell: Cell) -> bool {
        self.column(cell).is_some_and(|column| self.columns[column])
    }

    /// A cell is seen, and this is its ground. One outside the map is passed over.
    pub fn take(&mut self, cell: Cell, ground: u16) {
        let (Some(column), Ok(z)) = (self.column(cell), usize::try_from(cell.z)) else { return };
        if self.slices.len() <= z {
            self.slices.resize(z + 1, Vec::new());
        }
        let slice = &mut self.slices[z];
        if slice.is_empty() {
            slice.resize(self.columns.len(), UNSEEN);
        }
        slice[column] = ground;
        self.columns[column] = true;
    }

    fn column(&self, cell: Cell) -> Option<usize> {
        let is_inside = (0..self.size.0).contains(&cell.x) && (0..self.size.1).contains(&cell.y);
        is_inside.then(|| usize::try_from(cell.y * self.size.0 + cell.x).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_as_it_was_last_seen() {
        let cell = |x, y, z| Cell { x, y, z };
        let mut remembered = Remembered::default();
        remembered.settle(cell(4, 3, 2));
        for (at, ground) in
            [(cell(3, 2, 2), 7), (cell(0, 0, 0), 1), (cell(3, 2, 2), u16::MAX), (cell(4, 0, 0), 5), (cell(0, 0, -1), 5)]
        {
            remembered.take(at, ground);
        }
        assert_eq!(remembered.get(cell(3, 2, 2)), Some(u16::MAX));
        assert_eq!(remembered.get(cell(0, 0, 0)), Some(1));
        for unseen in [cell(3, 2, 0), cell(0, 1, 0), cell(4, 0, 0), cell(0, 0, -1), cell(0, 0, 9)] {
            assert_eq!(remembered.get(unseen), None, "{unseen:?}");
        }
        assert!(remembered.knows_column(cell(3, 2, 0)) && !remembered.knows_column(cell(2, 2, 0)));
        remembered.settle(cell(4, 3, 5));
        assert_eq!(remembered.get(cell(0, 0, 0)), Some(1), "a map of as many columns and rows is the same place");
        remembered.settle(cell(5, 3, 2));
        assert_eq!(remembered.get(cell(0, 0, 0)), None, "another place");
    }
}
