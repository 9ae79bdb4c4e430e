//! Levels: which part of a column stands for it on a map of one slice, and which slices there are to look at.
//!
//! Owns the order in which that is looked for: what is on the slice, what lies below it, what hangs over it. It never asks what is
//! seen or how light it is, the view does; and it never chooses a glyph for a level, front ends do.

use crate::content::tables::{Content, Fill, GroundDef};
use crate::world::World;
use crate::world::space::{Body, Map};
use abi::{Cell, Level};
use std::sync::Arc;

/// A part of a column that may stand for it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The cell whose ground it is.
    pub cell: Cell,
    /// Where somebody is who stands on it; the same cell for a wall.
    pub feet: Cell,
    /// How high it lies.
    pub level: Level,
}

/// A map and what its grounds are.
#[derive(Copy, Clone)]
pub struct Columns<'a> {
    map: &'a Map,
    content: &'a Content,
    /// The slice of the eye: only from above is the top of anything seen.
    eye: i32,
}

impl<'a> Columns<'a> {
    /// The columns of a map, looked at by an eye.
    pub fn new(world: &'a World, content: &'a Content, eye: i32) -> Self {
        Self { map: &world.map, content, eye }
    }

    /// What may stand for a column on the slice of a cell, what comes first where it is seen first.
    pub fn parts(&self, at: Cell) -> [Option<Part>; 2] {
        let on = self.ground(at).map(|_| Part { cell: at, feet: at, level: Level::Here });
        match on {
            Some(on) if self.map.is_solid(at) => [self.top(at), Some(on)],
            Some(on) if self.is_even(at) => [self.over(at), Some(on)],
            Some(on) => [Some(on), None],
            None => self.about_air(at),
        }
    }

    /// What may stand for a column of which nothing is on the slice: the nearer of what is above and below.
    fn about_air(&self, at: Cell) -> [Option<Part>; 2] {
        let (over, below) = (self.over(at), self.below(at));
        let is_floor = below.level == Level::Here && self.is_even(below.cell);
        let is_over_nearer = over.is_some_and(|over| over.cell.z - at.z < at.z - below.feet.z);
        if is_floor || is_over_nearer { [over, Some(below)] } else { [Some(below), over] }
    }

    /// The ground of a cell, where there is something in it.
    fn ground(&self, at: Cell) -> Option<&'a GroundDef> {
        let ground = self.content.grounds.get(usize::from(self.map.ground_at(at)?))?;
        (ground.glyph != ' ').then_some(ground)
    }

    /// Whether there is nothing about it to know but that one can stand on it.
    fn is_even(&self, at: Cell) -> bool {
        self.ground(at).is_some_and(GroundDef::is_even)
    }

    /// The top of solid ground, where the eye is above it: a floor that lies higher. A single foot of what has a look of its own, the
    /// first step of a stair, is on the slice itself.
    fn top(&self, at: Cell) -> Option<Part> {
        let feet = (at.z + 1..=self.eye).map(|z| Cell { z, ..at }).find(|cell| !self.map.is_solid(*cell))?;
        let cell = Cell { z: feet.z - 1, ..at };
        // Above the last slice nothing is drawn: there walls end because the drawing does.
        let is_drawn = feet.z < self.map.size().z;
        let is_higher = cell != at || self.is_even(cell);
        (is_drawn && is_higher).then_some(Part { cell, feet, level: Level::Above })
    }

    /// The lowest of what hangs over an open cell, where one could stand on it: not a ceiling.
    fn over(&self, at: Cell) -> Option<Part> {
        let drawn = self.map.size().z;
        let cell = (at.z + 1..drawn).map(|z| Cell { z, ..at }).find(|cell| self.ground(*cell).is_some())?;
        let feet = (cell.z..drawn).map(|z| Cell { z, ..at }).find(|cell| !self.map.is_solid(*cell))?;
        self.can_be_stood_in(feet).then_some(Part { cell, feet, level: Level::Above })
    }

    /// What lies below an open cell: at last the bottom of the map. The solid that one stands on, and water up to the brim, are on
    /// the slice itself.
    fn below(&self, at: Cell) -> Part {
        let top = at.z.min(self.map.size().z);
        let found = (0..top).rev().map(|z| Cell { z, ..at }).find(|cell| self.ground(*cell).is_some());
        let cell = found.unwrap_or(Cell { z: 0, ..at });
        let fill = self.ground(cell).map(|ground| ground.fill);
        let feet = if fill == Some(Fill::Solid) { Cell { z: cell.z + 1, ..cell } } else { cell };
        let is_here = feet == at || (fill == Some(Fill::Liquid) && cell.z + 1 == at.z);
        Part { cell, feet, level: if is_here { Level::Here } else { Level::Below } }
    }

    /// Whether somebody could stand in a cell, or swim in it.
    pub fn can_be_stood_in(&self, at: Cell) -> bool {
        let foot = Body::of_cell(at);
        let is_water = self.map.fill_at(at) == Fill::Liquid;
        !self.map.is_solid(at) && (is_water || self.map.is_supported(foot))
    }
}

/// A part in the column where it lies.
#[derive(Copy, Clone, Debug)]
struct Stand {
    cell: i16,
    feet: i16,
    level: Level,
}

impl Stand {
    fn of(part: Part) -> Self {
        let slice = |z: i32| i16::try_from(z).unwrap_or(i16::MAX);
        Self { cell: slice(part.cell.z), feet: slice(part.feet.z), level: part.level }
    }

    fn part(self, at: Cell) -> Part {
        let slice = |z: i16| Cell { z: i32::from(z), ..at };
        Part { cell: slice(self.cell), feet: slice(self.feet), level: self.level }
    }
}

/// What may stand for each column of a slice, worked out when a column is first asked for: a picture asks for thousands, and a map
/// rarely changes between two of them.
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    of: Option<SketchOf>,
    columns: Vec<Option<[Option<Stand>; 2]>>,
}

/// Which map from where: of another one nothing holds.
#[derive(Clone, Debug)]
struct SketchOf {
    content: Arc<Content>,
    digest: u64,
    size: Cell,
    slice: i32,
    eye: i32,
}

impl Sketch {
    /// Begins anew where the map, the slice or the eye's is another one than before.
    pub fn settle(&mut self, columns: Columns<'_>, content: &Arc<Content>, slice: i32) {
        let map = columns.map;
        let is_same = |of: &SketchOf| {
            Arc::ptr_eq(&of.content, content)
                && (of.digest, of.size, of.slice, of.eye) == (map.digest(), map.size(), slice, columns.eye)
        };
        if !self.of.as_ref().is_some_and(is_same) {
            let (digest, size) = (map.digest(), map.size());
            self.of = Some(SketchOf { content: Arc::clone(content), digest, size, slice, eye: columns.eye });
            self.columns.clear();
            self.columns.resize(usize::try_from(size.x * size.y).unwrap_or(0), None);
        }
    }

    /// What may stand for a column of the map on the slice that it was settled for, as [`Columns::parts`] has it.
    pub fn parts(&mut self, columns: Columns<'_>, at: Cell) -> [Option<Part>; 2] {
        let size = columns.map.size();
        let is_inside = (0..size.x).contains(&at.x) && (0..size.y).contains(&at.y);
        let place = is_inside.then(|| usize::try_from(at.y * size.x + at.x).ok()).flatten();
        let Some(held) = place.and_then(|place| self.columns.get_mut(place)) else { return columns.parts(at) };
        let stands = held.get_or_insert_with(|| columns.parts(at).map(|part| part.map(Stand::of)));
        stands.map(|stand| stand.map(|stand| stand.part(at)))
    }
}

/// How high a body lies, seen from a slice.
pub fn of_body(body: Body, slice: i32) -> Level {
    if body.at.z > slice {
        Level::Above
    } else if body.far().z < slice {
        Level::Below
    } else {
        Level::Here
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::tables::Holding;
    use crate::world::space::Ground;
    use abi::{Extent, GroundId, PhraseId};
    use proptest::prelude::*;

    fn check(z: i32, height: u8, slice: i32, expected: Level) {
        let body = Body { at: Cell { x: 3, y: 3, z }, size: Extent { width: 2, depth: 1, height } };
        assert_eq!(of_body(body, slice), expected, "{height} feet from {z}, at {slice}");
    }

    /// Air, rock, a floor, water: as content has them, and as a map does.
    fn grounds() -> (Content, Vec<Ground>) {
        let kinds =
            [(' ', Fill::Open, false), ('#', Fill::Solid, false), ('.', Fill::Open, true), ('~', Fill::Liquid, false)];
        let def = |(id, (glyph, fill, has_floor)): (u64, (char, Fill, bool))| GroundDef {
            id: GroundId(id),
            name: glyph.to_string().into(),
            fill,
            has_floor,
            departure_ticks: u16::from(fill == Fill::Liquid),
            arrival_ticks: 0,
            opposing_ticks: 0,
            holding: Holding::Nobody,
            turns_to: None,
            burns_to: None,
            text: PhraseId::NONE,
            is_opaque: fill == Fill::Solid,
            glyph,
            label: "".into(),
        };
        let defs: Vec<GroundDef> = (0..).zip(kinds).map(def).collect();
        let ground = |def: &GroundDef| Ground { id: def.id, fill: def.fill, has_floor: def.has_floor, ..Ground::AIR };
        let grounds = defs.iter().map(ground).collect();
        (Content { grounds: defs, ..Content::default() }, grounds)
    }

    const SIDES: Cell = Cell { x: 3, y: 2, z: 5 };

    proptest! {
        #[test]
        fn what_is_kept_of_columns_is_what_they_are_whatever_changes(
            cells in proptest::collection::vec(0_u16..4, 30),
            changes in proptest::collection::vec((0..SIDES.x, 0..SIDES.y, 0..SIDES.z, 0_u16..4, 0..6, 0..8), 1..20),
        ) {
            let (content, grounds) = grounds();
            let content = Arc::new(content);
            let mut map = Map::new(SIDES, grounds, cells).unwrap();
            let mut sketch = Sketch::default();
            for (x, y, z, ground, slice, eye) in changes {
                map.set(Cell { x, y, z }, ground).unwrap();
                let columns = Columns { map: &map, content: &content, eye };
                sketch.settle(columns, &content, slice);
                // The second time round from what is kept; one column lies outside.
                for at in (0..2).flat_map(|_| (0..SIDES.y).flat_map(|y| (0..=SIDES.x).map(move |x| Cell { x, y, z: slice }))) {
                    prop_assert_eq!(sketch.parts(columns, at), columns.parts(at), "{:?}", at);
                }
            }
        }
    }

    #[test]
    fn a_body_is_here_on_every_slice_that_it_stands_in() {
        check(4, 6, 4, Level::Here);
        check(4, 6, 9, Level::Here);
        check(4, 6, 10, Level::Below);
        check(4, 6, 3, Level::Above);
        check(40, 1, 40, Level::Here);
    }
}
