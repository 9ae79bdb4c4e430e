//! The map: a dense box of cubic feet, each with a ground, and the questions that one body asks of it.
//!
//! Owns which ground lies where, and what follows from it for standing: room, support, and how hard it is to leave
//! or to arrive (clauses M2, M6). It never knows bodies other than the one it is asked about, and never a ground's
//! name. Built from content, changed by `world::apply` alone, asked by everything.
//!
//! Outside: beyond the drawn rows and below slice 0 all is solid and opaque; above the last slice all is open.

use super::body::Body;
use super::ground::{CLIMB, Fill, Grip, Ground, Holding, OPAQUE, ROUGH, SOLID, SUPPORT, SWIM, Under, part_of_digest};
use super::map_error::MapError;
use abi::Cell;

/// The cells of one floor.
///
/// Besides the grounds it keeps, for each cell, what follows from them (`traits`, `clearance`), so that a question
/// is a look at one byte. Both are a function of the grounds: [`Map::set`] works out the whole column anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    size: Cell,
    grounds: Vec<Ground>,
    cells: Vec<u16>,
    /// One byte of [`SOLID`] and its kin for each cell, and for a slice of air on top.
    traits: Vec<u8>,
    /// How many feet a body may rise from the lower face of this cell, 255 for as many or more; same layout.
    clearance: Vec<u8>,
    /// How many cells are of each ground.
    counts: Vec<usize>,
    /// How many cells are [`ROUGH`]: on even ground nobody need look for them.
    rough_cells: usize,
    /// How many cells hold up only who swims or climbs.
    holding_cells: usize,
    /// A digest of which ground lies where.
    digest: u64,
    /// What the place as a whole adds to the ground under every body (clause M5).
    everywhere: Under,
    /// For each cell how many zones stop sight in it; empty where none ever did.
    veils: Vec<u8>,
}

impl Map {
    /// The longest side of a map, far beyond any floor that is played, so that an index never overflows.
    pub const MOST_FEET: i32 = crate::content::tables::MOST_SIDE_FEET as i32;

    /// A map of `size` cells, given by x, then y, then z: x runs fastest, slice 0 comes first.
    pub fn new(size: Cell, grounds: Vec<Ground>, cells: Vec<u16>) -> Result<Self, MapError> {
        let is_side = |n: i32| (1..=Self::MOST_FEET).contains(&n);
        if !(is_side(size.x) && is_side(size.y) && is_side(size.z)) {
            return Err(MapError::Size { found: size });
        }
        let slice = (size.x * size.y) as usize;
        let expected = slice * size.z as usize;
        if cells.len() != expected {
            return Err(MapError::Count { found: cells.len(), expected });
        }
        let derived = expected + slice;
        let mut map = Self {
            size,
            counts: vec![0; grounds.len()],
            grounds,
            cells,
            traits: vec![0; derived],
            clearance: vec![0; derived],
            rough_cells: 0,
            holding_cells: 0,
            digest: 0,
            everywhere: Under::EVEN,
            veils: Vec::new(),
        };
        for (slot, found) in map.cells.iter().enumerate() {
            if usize::from(*found) >= map.grounds.len() {
                let at = map.cell_of(slot);
                return Err(MapError::UnknownGround { at, found: *found, grounds: map.grounds.len() });
            }
            map.digest ^= part_of_digest(slot, map.grounds[usize::from(*found)].id);
            map.counts[usize::from(*found)] += 1;
        }
        for column in 0..slice {
            map.derive_column(column);
        }
        Ok(map)
    }

    /// Its sides in feet.
    pub const fn size(&self) -> Cell {
        self.size
    }

    /// The table of grounds that the cells index.
    pub fn grounds(&self) -> &[Ground] {
        &self.grounds
    }

    /// All cells' grounds in the order of [`Map::new`].
    pub fn cells(&self) -> &[u16] {
        &self.cells
    }

    /// A number that tells maps of one size apart by which ground lies where.
    pub const fn digest(&self) -> u64 {
        self.digest
    }

    /// The ground of a cell, or none outside the box.
    pub fn ground_at(&self, at: Cell) -> Option<u16> {
        self.slot(at).and_then(|slot| self.cells.get(slot)).copied()
    }

    /// Changes the ground of one cell.
    pub fn set(&mut self, at: Cell, ground: u16) -> Result<(), MapError> {
        if usize::from(ground) >= self.grounds.len() {
            let grounds = self.grounds.len();
            return Err(MapError::UnknownGround { at, found: ground, grounds });
        }
        let slot = self.slot(at).filter(|slot| *slot < self.cells.len());
        let slot = slot.ok_or(MapError::Outside { at })?;
        let before = std::mem::replace(&mut self.cells[slot], ground);
        for ground in [before, ground] {
            self.digest ^= part_of_digest(slot, self.grounds[usize::from(ground)].id);
        }
        self.counts[usize::from(before)] -= 1;
        self.counts[usize::from(ground)] += 1;
        self.derive_column(slot % self.slice());
        Ok(())
    }

    /// How many cells are of a ground.
    pub fn count_of(&self, ground: u16) -> usize {
        self.counts.get(usize::from(ground)).copied().unwrap_or(0)
    }

    /// What fills a cell, anywhere.
    pub fn fill_at(&self, at: Cell) -> Fill {
        match self.ground_at(at) {
            Some(ground) => self.grounds[usize::from(ground)].fill,
            None if self.traits_at(at) & SOLID != 0 => Fill::Solid,
            None => Fill::Open,
        }
    }

    /// Whether nothing can be in the cell.
    pub fn is_solid(&self, at: Cell) -> bool {
        self.traits_at(at) & SOLID != 0
    }

    /// Whether sight ends in the cell.
    pub fn is_opaque(&self, at: Cell) -> bool {
        self.traits_at(at) & OPAQUE != 0
    }

    /// Whether a body has room: none of its cells is solid, and no floor runs through it above its feet.
    #[inline]
    pub fn has_room(&self, body: Body) -> bool {
        let [width, depth, height] = body.feet();
        self.columns_are_clear(body.at, width, depth, height)
    }

    /// Whether at least half of a body's footprint has a floor or stands on solid (clause M6).
    #[inline]
    pub fn is_supported(&self, body: Body) -> bool {
        self.is_held(body, Grip::FEET)
    }

    /// Whether there is any cell that holds up only who swims or climbs.
    pub const fn has_holding_cells(&self) -> bool {
        self.holding_cells > 0
    }

    /// Whether at least half of a body's footprint is held up by what it can make use of (clause M6).
    #[inline]
    pub fn is_held(&self, body: Body, grip: Grip) -> bool {
        let [width, depth, _] = body.feet();
        let mut held = 0;
        for y in body.at.y..body.at.y + depth {
            for x in body.at.x..body.at.x + width {
                let traits = self.traits_at(Cell { x, y, z: body.at.z });
                held += i32::from(traits & grip.mask() != 0);
            }
        }
        2 * held >= width * depth
    }

    /// Whether a body may stand here: it has room and is supported.
    #[inline]
    pub fn fits(&self, body: Body) -> bool {
        self.fits_by(body, Grip::FEET)
    }

    /// Whether a body may be here: it has room and is held up by what it can make use of.
    #[inline]
    pub fn fits_by(&self, body: Body, grip: Grip) -> bool {
        // Support first: most cells are air over air.
        self.is_held(body, grip) && self.has_room(body)
    }

    /// The hardest departure, arrival and opposition under a body, in ticks (clause M2).
    ///
    /// A column counts with its own ground; where that has no floor, also with the solid that it stands on.
    #[inline]
    pub fn under(&self, body: Body) -> Under {
        let [width, depth, _] = body.feet();
        let mut worst = Under::EVEN;
        if self.rough_cells == 0 {
            return self.everywhere;
        }
        for y in body.at.y..body.at.y + depth {
            for x in body.at.x..body.at.x + width {
                let at = Cell { x, y, z: body.at.z };
                if self.traits_at(at) & ROUGH != 0 {
                    worst = worst.worst(self.under_column(at));
                }
            }
        }
        worst.plus(self.everywhere)
    }

    /// Makes the whole place harder to go on by so many ticks.
    pub fn add_everywhere(&mut self, more: Under) {
        self.everywhere = self.everywhere.plus(more);
    }

    /// Whether any zone ever stopped sight here.
    pub fn has_veils(&self) -> bool {
        !self.veils.is_empty()
    }

    /// Takes over what stops sight in another map of this size.
    pub fn take_veils(&mut self, from: &Self) {
        self.veils.clone_from(&from.veils);
        (0..self.slice()).for_each(|column| self.derive_column(column));
    }

    /// A zone stops sight in a cell from now on, or stops no longer.
    pub fn veil(&mut self, at: Cell, is_drawn: bool) {
        let Some(slot) = self.slot(at) else { return };
        if self.veils.is_empty() {
            self.veils = vec![0; self.traits.len()];
        }
        let veils = &mut self.veils[slot];
        *veils = if is_drawn { veils.saturating_add(1) } else { veils.saturating_sub(1) };
        self.derive_column(slot % self.slice());
    }

    /// Whether a block of columns, from the slice of `least` up, gives room to something `feet` high.
    #[inline]
    pub(super) fn columns_are_clear(&self, least: Cell, width: i32, depth: i32, feet: i32) -> bool {
        let is_inside =
            least.x >= 0 && least.y >= 0 && least.z >= 0 && least.x + width <= self.size.x && least.y + depth <= self.size.y;
        if !is_inside || least.z > self.size.z {
            return is_inside;
        }
        let (row, width) = (self.size.x as usize, width as usize);
        let mut slot = self.slot_inside(least);
        let need = feet.min(255) as u8;
        (0..depth).all(|_| {
            // Looked at to the end, not to the first that fails: so a long row is a few wide instructions.
            let is_clear = self.clearance[slot..slot + width].iter().fold(true, |clear, feet| clear & (*feet >= need));
            slot += row;
            is_clear
        })
    }

    /// The traits of one cell, anywhere.
    #[inline]
    pub(super) fn traits_at(&self, at: Cell) -> u8 {
        match self.slot(at) {
            Some(slot) => self.traits[slot],
            None if at.z > self.size.z && self.is_over_rows(at) => 0,
            None => SOLID | OPAQUE,
        }
    }

    /// Whether any cell of a block in one slice, as far as it lies over the rows, would hold a footprint up.
    pub(super) fn has_support(&self, least: Cell, width: i32, depth: i32, grip: Grip) -> bool {
        if least.z < 0 || least.z > self.size.z {
            return false;
        }
        let (x, x_end) = (least.x.max(0), (least.x + width).min(self.size.x));
        let (y, y_end) = (least.y.max(0), (least.y + depth).min(self.size.y));
        (y..y_end).any(|y| {
            let row = self.row_traits(Cell { x, y, z: least.z }, (x_end - x).max(0));
            row.iter().any(|traits| traits & grip.mask() != 0)
        })
    }

    /// The traits of a row of cells along x, all of which must lie inside the box or on the air above it.
    #[inline]
    pub(super) fn row_traits(&self, first: Cell, width: i32) -> &[u8] {
        match self.slot(first) {
            Some(slot) => &self.traits[slot..slot + width as usize],
            None => &[0],
        }
    }

    /// The traits of all cells, and the slots between neighbours along each axis: for walks that stay inside.
    pub(super) fn traits_and_strides(&self) -> (&[u8], [isize; 3]) {
        let strides = [1, self.size.x as isize, self.slice() as isize];
        (&self.traits, strides)
    }

    /// The slot of a cell in `traits`, which has one slice of air above the drawn ones; none outside that.
    #[inline]
    pub(super) fn slot(&self, at: Cell) -> Option<usize> {
        let is_inside = self.is_over_rows(at) && at.z >= 0 && at.z <= self.size.z;
        is_inside.then(|| self.slot_inside(at))
    }

    #[inline]
    fn slot_inside(&self, at: Cell) -> usize {
        ((at.z * self.size.y + at.y) * self.size.x + at.x) as usize
    }

    #[inline]
    fn is_over_rows(&self, at: Cell) -> bool {
        at.x >= 0 && at.x < self.size.x && at.y >= 0 && at.y < self.size.y
    }

    fn slice(&self) -> usize {
        (self.size.x * self.size.y) as usize
    }

    fn cell_of(&self, slot: usize) -> Cell {
        // A slot is below MOST_FEET cubed, which an i32 holds.
        let (slot, row) = (slot as i32, self.size.x);
        Cell { x: slot % row, y: slot / row % self.size.y, z: slot / row / self.size.y }
    }

    /// The ground of one column under a body's feet; reads grounds only, never what is derived from them.
    fn under_column(&self, at: Cell) -> Under {
        let ground_of = |at| self.ground_at(at).map(|ground| self.grounds[usize::from(ground)]);
        let own = ground_of(at);
        let below = ground_of(Cell { z: at.z - 1, ..at });
        let is_standing_on = |ground: &Ground| ground.fill == Fill::Solid;
        let below = below.filter(is_standing_on).filter(|_| own.is_none_or(|own| !own.has_floor));
        own.iter().chain(below.iter()).fold(Under::EVEN, |worst, ground| worst.worst(ground.under()))
    }

    /// Works out what follows from the grounds of one column, from the air on top down.
    fn derive_column(&mut self, column: usize) {
        let slice = self.slice();
        let mut above_clearance = u8::MAX;
        let mut above_has_floor = false;
        for slot in (column..self.traits.len()).step_by(slice).rev() {
            let ground = self.cells.get(slot).map(|index| self.grounds[usize::from(*index)]);
            let is_solid = ground.is_some_and(|g| g.fill == Fill::Solid);
            let has_floor = ground.is_some_and(|g| g.has_floor) && !is_solid;
            let is_on_solid = match slot.checked_sub(slice) {
                Some(below) => self.grounds[usize::from(self.cells[below])].fill == Fill::Solid,
                None => true,
            };
            let under = self.under_column(self.cell_of(slot));
            let holding = ground.map_or(Holding::Nobody, |g| g.holding);
            let mut traits = 0;
            traits |= if is_solid { SOLID } else { 0 };
            let is_veiled = self.veils.get(slot).is_some_and(|veils| *veils > 0);
            traits |= if is_veiled || ground.is_some_and(|g| g.is_opaque) { OPAQUE } else { 0 };
            traits |= if has_floor || (is_on_solid && !is_solid) { SUPPORT } else { 0 };
            traits |= if under == Under::EVEN { 0 } else { ROUGH };
            traits |= if holding == Holding::Swimmers { SWIM } else { 0 };
            traits |= if holding == Holding::Climbers { CLIMB } else { 0 };
            self.holding_cells += usize::from(traits & (SWIM | CLIMB) != 0);
            self.holding_cells -= usize::from(self.traits[slot] & (SWIM | CLIMB) != 0);
            self.rough_cells += usize::from(traits & ROUGH != 0);
            self.rough_cells -= usize::from(self.traits[slot] & ROUGH != 0);
            self.traits[slot] = traits;
            let is_top = slot >= self.cells.len();
            self.clearance[slot] = match (is_solid, is_top, above_has_floor) {
                (true, _, _) => 0,
                (_, true, _) => u8::MAX,
                (_, _, true) => 1,
                _ => above_clearance.saturating_add(1),
            };
            above_clearance = self.clearance[slot];
            above_has_floor = has_floor;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{any_map, cell, drawn, floor, grounds, human, small};
    use super::*;
    use proptest::prelude::*;

    fn check(map: &Map, body: Body, has_room: bool, is_supported: bool) {
        assert_eq!(map.has_room(body), has_room, "room for {body:?}");
        assert_eq!(map.is_supported(body), is_supported, "support of {body:?}");
        assert_eq!(map.fits(body), has_room && is_supported, "fit of {body:?}");
    }

    #[test]
    fn clock_M6_room_and_support() {
        let map = floor(&["......", "..#...", "......"]);
        check(&map, human(0, 0, 0), true, true);
        check(&map, human(1, 1, 0), false, true);
        check(&map, human(3, 1, 0), true, true);
        check(&map, human(5, 0, 0), false, true);
        check(&map, human(0, 3, 0), false, false);
        check(&map, human(0, 0, -1), false, false);
        check(&map, human(0, 0, 1), true, false);
        check(&map, human(0, 0, 40), true, false);
        // On top of the pillar, half of the footprint is enough.
        check(&map, human(1, 1, 8), true, true);
        check(&map, human(0, 1, 8), true, false);
    }

    #[test]
    fn clock_M6_half_of_the_footprint_is_enough() {
        let map = drawn(&[&["    "], &["..  "], &["    "]]);
        check(&map, small(1, 0, 1), true, true);
        check(&map, small(2, 0, 1), true, false);
        check(&map, human(1, 0, 1), true, true);
        check(&map, human(2, 0, 1), true, false);
        // A floor runs through whoever stands below it.
        check(&map, small(0, 0, 0), false, true);
        check(&map, small(2, 0, 0), true, true);
    }

    #[test]
    fn the_worst_cell_under_the_body_counts() {
        let map = floor(&["..=~.."]);
        let check = |x: i32, expected: (u16, u16)| {
            let under = map.under(human(x, 0, 0));
            assert_eq!((under.departure_ticks, under.arrival_ticks), expected, "at {x}");
        };
        check(0, (0, 0));
        check(1, (15, 20));
        check(2, (15, 20));
        check(3, (4, 3));
        check(4, (0, 0));
    }

    #[test]
    fn outside_is_rock_and_above_is_air() {
        let map = floor(&["..", ".."]);
        let check = |at: Cell, expected: Fill| {
            assert_eq!(map.fill_at(at), expected, "{at:?}");
            assert_eq!(map.is_solid(at), expected == Fill::Solid, "{at:?}");
            assert_eq!(map.is_opaque(at), expected == Fill::Solid, "{at:?}");
        };
        check(cell(0, 0, 0), Fill::Open);
        check(cell(0, 0, -1), Fill::Solid);
        check(cell(-1, 0, 0), Fill::Solid);
        check(cell(0, 2, 0), Fill::Solid);
        check(cell(2, 0, 90), Fill::Solid);
        check(cell(1, 1, 8), Fill::Open);
        check(cell(1, 1, 90), Fill::Open);
    }

    #[test]
    fn bad_maps_say_what_is_wrong() {
        let check = |size: Cell, cells: Vec<u16>, expected: expect_test::Expect| {
            let found = Map::new(size, grounds(), cells).err().map(|error| error.to_string());
            expected.assert_eq(&found.unwrap_or_default());
        };
        check(
            cell(0, 1, 1),
            vec![],
            expect_test::expect![[
                r#"a map of 0 by 1 by 1 feet: each side must be from 1 to 1024; draw more, or split the floor"#
            ]],
        );
        check(
            cell(2, 1, 1),
            vec![0],
            expect_test::expect![[r#"1 cells where the map's size asks for 2: make all rows and all slices equally long"#]],
        );
        check(
            cell(2, 1, 1),
            vec![0, 9],
            expect_test::expect!["ground 9 at (1, 0, 0), but the table has 9 grounds: add it to the legend"],
        );
        let mut map = floor(&[".."]);
        assert_eq!(map.set(cell(0, 0, 8), 0), Err(MapError::Outside { at: cell(0, 0, 8) }));
    }

    proptest! {
        #[test]
        fn a_changed_map_is_the_map_built_afresh(
            map in any_map(4, 4),
            changes in proptest::collection::vec((0..4, 0..4, 0..4, 0u16..7), 0..12),
        ) {
            let mut changed = map.clone();
            let mut cells = map.cells().to_vec();
            for (x, y, z, ground) in changes {
                changed.set(cell(x, y, z), ground).unwrap();
                cells[((z * 4 + y) * 4 + x) as usize] = ground;
            }
            prop_assert_eq!(changed, Map::new(map.size(), grounds(), cells).unwrap());
        }
    }
}
