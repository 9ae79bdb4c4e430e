//! Bodies among bodies: who stands where, who is near, what a mover has to go around.
//!
//! Owns the questions that need both the ground and everybody's place. Called by the clock and by minds.

use super::entities::World;
use super::space::{Body, Metric};
use crate::content::tables;
use abi::{Cell, Class, Extent};
use std::sync::Arc;

/// The box of cells of a body at a cell.
#[must_use]
pub const fn body_of(at: Cell, size: Extent) -> Body {
    Body { at, size }
}

impl From<tables::Metric> for Metric {
    fn from(metric: tables::Metric) -> Self {
        match metric {
            tables::Metric::Euclid => Self::Euclid,
            tables::Metric::Chebyshev => Self::Chebyshev,
        }
    }
}

impl World {
    /// The rows of those whose bodies are within so many feet of a box, ascending, into `found`.
    pub fn near(&self, of: Body, feet: u32, metric: Metric, found: &mut Vec<u32>) {
        self.crowd.within(of, feet, metric, found);
    }

    /// Who else stands in a box; the lowest row of several.
    #[must_use]
    pub fn who_stands_in(&self, body: Body, but: usize) -> Option<usize> {
        self.lowest_in(body, |row| row != but)
    }

    /// The lowest row of those who stand in a box and count.
    #[must_use]
    pub fn lowest_in(&self, body: Body, counts: impl Fn(usize) -> bool) -> Option<usize> {
        self.crowd.lowest_in(body, |row| counts(row as usize)).map(|row| row as usize)
    }

    /// Gives a cell another ground; the clock has judged that it may have it. Outside the map nothing changes.
    pub fn set_ground(&mut self, at: Cell, ground: u16) {
        if Arc::make_mut(&mut self.map).set(at, ground).is_ok() {
            self.changed_cells.insert(at, ground);
            self.keep_doors(at, ground);
        }
    }

    /// Sight ends in a cell from now on, or no longer.
    pub fn veil(&mut self, at: Cell, is_drawn: bool) {
        Arc::make_mut(&mut self.map).veil(at, is_drawn);
    }

    /// Puts a row's body at a cell, whatever is there: the caller has judged it.
    pub(super) fn put(&mut self, row: usize, cell: Cell) {
        self.places[row].cell = cell;
        if self.classes[row] == Class::Actor {
            let body = self.body(row);
            self.crowd.place(row as u32, body);
        }
    }

    /// The free supported cell nearest to another where a body of this size would stand, within ten feet.
    #[must_use]
    pub fn room_near(&self, near: Cell, size: Extent, but: usize) -> Option<Cell> {
        const FEET: i32 = 10;
        let mut best: Option<(i32, Cell)> = None;
        for dz in -2..=2 {
            for dx in -FEET..=FEET {
                for dy in -FEET..=FEET {
                    let cell = Cell { x: near.x + dx, y: near.y + dy, z: near.z + dz };
                    let far = dx * dx + dy * dy + dz * dz;
                    if best.is_some_and(|(least, held)| (least, held) <= (far, cell)) {
                        continue;
                    }
                    let body = body_of(cell, size);
                    if self.map.fits(body) && self.who_stands_in(body, but).is_none() {
                        best = Some((far, cell));
                    }
                }
            }
        }
        best.map(|(_, cell)| cell)
    }
}
