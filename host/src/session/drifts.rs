//! Zones on the map: what burns or drifts where it is seen, and where it was when it was last seen (clause W5).
//!
//! Owns that memory. It never learns what becomes of a zone out of sight: that one is gone is known when its cells are seen without
//! it. The view calls it for each column that it draws.

use crate::clock::Sim;
use abi::Cell;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// What was seen to burn or to drift, by cell.
#[derive(Clone, Debug, Default)]
pub struct Drifts {
    seen: BTreeMap<Cell, char>,
}

/// The zones of the slices that are looked at, as they are.
#[derive(Debug)]
pub struct Zones {
    slices: RangeInclusive<i32>,
    lie: BTreeMap<Cell, char>,
}

impl Zones {
    /// The zones that lie on some slices.
    pub fn of(sim: &Sim, slices: RangeInclusive<i32>) -> Self {
        Self { lie: sim.zone_glyphs(&slices), slices }
    }

    fn column(&self, at: Cell) -> RangeInclusive<Cell> {
        Cell { z: *self.slices.start(), ..at }..=Cell { z: *self.slices.end(), ..at }
    }
}

impl Drifts {
    /// What stands for a column because of a zone, if anything does: as it is where the column is seen, else as it was.
    pub fn glyph(&mut self, zones: &Zones, at: Cell, is_seen: bool) -> Option<char> {
        if zones.lie.is_empty() && self.seen.is_empty() {
            return None;
        }
        let column = zones.column(at);
        if is_seen {
            let here = self.seen.range(column.clone()).map(|(cell, _)| *cell);
            let gone: Vec<Cell> = here.filter(|cell| !zones.lie.contains_key(cell)).collect();
            for cell in gone {
                self.seen.remove(&cell);
            }
            self.seen.extend(zones.lie.range(column.clone()).map(|(cell, glyph)| (*cell, *glyph)));
        }
        self.seen.range(column).map(|(_, glyph)| *glyph).next_back()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Cell = Cell { x: 3, y: 2, z: 0 };

    fn zones(cells: &[(i32, char)]) -> Zones {
        Zones { slices: 0..=5, lie: cells.iter().map(|(z, glyph)| (Cell { z: *z, ..AT }, *glyph)).collect() }
    }

    #[test]
    fn clock_w5_what_was_seen_to_burn_is_remembered_until_it_is_seen_to_be_gone() {
        let mut drifts = Drifts::default();
        let mut check = |cells: &[(i32, char)], is_seen: bool, expected: Option<char>| {
            assert_eq!(drifts.glyph(&zones(cells), AT, is_seen), expected, "{cells:?}, seen: {is_seen}");
        };
        // What lies out of sight nobody knows.
        check(&[(0, '!')], false, None);
        check(&[(0, '!')], true, Some('!'));
        check(&[(0, '!')], false, Some('!'));
        check(&[], false, Some('!'));
        check(&[(0, '*')], false, Some('!'));
        check(&[], true, None);
        check(&[], false, None);
        // Of several the highest stands for the column; what was seen on other slices than these is not shown on them.
        check(&[(0, '!'), (4, '*')], true, Some('*'));
        check(&[(0, '!')], true, Some('!'));
        check(&[(9, '*')], false, Some('!'));
    }
}
