//! One step (clauses M1, M2, M4, M10): whether a body may take it, and what it costs.
//!
//! Owns the 26 directions with their order, and the rule of what a step cuts past. It never looks further than one
//! step; that is `path`. Called by the movement action's check, by `path` and by `minds`.

use super::body::Body;
use super::cells::Map;
use super::ground::{Grip, Under};
use abi::Cell;

/// The 26 directions, by x, then y, then z. This order breaks every tie of M12.
pub const DIRECTIONS: [[i32; 3]; 26] = directions();

const fn directions() -> [[i32; 3]; 26] {
    let mut all = [[0; 3]; 26];
    let (mut code, mut count) = (0, 0);
    while code < 27 {
        if code != 13 {
            all[count] = [code / 9 - 1, code / 3 % 3 - 1, code % 3 - 1];
            count += 1;
        }
        code += 1;
    }
    all
}

/// The place of a direction in [`DIRECTIONS`]. The direction must be one of them.
#[inline]
pub(super) const fn rank_of([x, y, z]: [i32; 3]) -> usize {
    let code = (x + 1) * 9 + (y + 1) * 3 + z + 1;
    (if code > 13 { code - 1 } else { code }) as usize
}

/// Ticks of a step along one, two and three axes on even ground without load (clause M4).
pub const EVEN_TRANSFER_TICKS: [u16; 3] = [10, 14, 17];

/// What a diagonal takes of whatever is not the mover's own, in permille of a straight step (clause M4).
const AXES_PERMILLE: [u32; 3] = [1000, 1414, 1732];

/// How a body moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gait {
    /// It needs to be held up where it arrives.
    Walks,
    /// Nothing needs to hold it up, and in the air it keeps its height (clause M9): only where something holds it before and
    /// after does it go up or down, on its feet.
    Flies,
}

/// Who wants to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mover {
    /// Where it is, and how large.
    pub body: Body,
    /// How it moves.
    pub gait: Gait,
    /// What holds it up.
    pub grip: Grip,
    /// Ticks of a step along one, two and three axes, all factors of M13 included; a 0 counts as 1.
    pub transfer_ticks: [u16; 3],
}

impl Mover {
    /// A walker without load, as on even ground.
    pub const fn walking(body: Body) -> Self {
        Self { body, gait: Gait::Walks, grip: Grip::FEET, transfer_ticks: EVEN_TRANSFER_TICKS }
    }

    /// Its body elsewhere.
    #[inline]
    pub(super) const fn body_at(&self, at: Cell) -> Body {
        self.body.moved_to(at)
    }

    /// What the ground at a place asks for. In the air there is none.
    #[inline]
    pub fn under(&self, map: &Map, at: Cell) -> Under {
        let under = map.under(self.body_at(at));
        if self.gait == Gait::Flies && !self.is_held(map, at) {
            // Only what is in its way counts in the air.
            return Under { opposing_ticks: under.opposing_ticks, ..Under::EVEN };
        }
        under
    }

    /// Whether the ground lets it be at a place: room, and something that holds it unless it flies.
    pub fn fits(&self, map: &Map, at: Cell) -> bool {
        let body = self.body_at(at);
        match self.gait {
            Gait::Walks => map.fits_by(body, self.grip),
            Gait::Flies => map.has_room(body),
        }
    }

    /// Whether something holds it at a place, without wings.
    #[inline]
    pub fn is_held(&self, map: &Map, at: Cell) -> bool {
        map.is_held(self.body_at(at), self.grip)
    }

    /// Whether a body that comes to a cell next to its own cuts past no wall and no floor (clause M4), by its own feet or not.
    #[must_use]
    pub fn way_is_clear(&self, map: &Map, to: Cell) -> bool {
        let from = self.body.at;
        way_is_clear(map, self, from, [to.x - from.x, to.y - from.y, to.z - from.z])
    }

    /// Whether it may change its height by a step between two places (clause M9).
    #[inline]
    pub(super) fn may_go(&self, map: &Map, from: Cell, to: Cell) -> bool {
        self.gait == Gait::Walks || from.z == to.z || (self.is_held(map, from) && self.is_held(map, to))
    }

    /// Ticks of the way itself, for a step in a direction against what opposes it.
    #[inline]
    pub(super) fn transfer(&self, direction: [i32; 3], opposing_ticks: u16) -> u32 {
        let axes = direction.iter().filter(|n| **n != 0).count();
        let open = u32::from(self.transfer_ticks[axes - 1].max(1));
        if opposing_ticks == 0 {
            return open;
        }
        let straight = u32::from(self.transfer_ticks[0].max(1)) + u32::from(opposing_ticks);
        open.max(straight * AXES_PERMILLE[axes - 1] / 1000)
    }
}

/// What surrounds a mover: the ground, and the bodies that it must not walk into.
#[derive(Copy, Clone, Debug)]
pub struct Surroundings<'a> {
    /// The ground.
    pub map: &'a Map,
    /// Other bodies that count as in the way (clause M10 says which); never the mover's own.
    pub avoid: &'a [Body],
}

impl Surroundings<'_> {
    /// Whether the mover could be at a place: the ground lets it, and no body is in the way.
    pub fn can_stand(&self, mover: &Mover, at: Cell) -> bool {
        let body = mover.body_at(at);
        mover.fits(self.map, at) && !self.avoid.iter().any(|other| other.overlaps(body))
    }

    /// Whether the mover could take the step to a cell: next to it, a place to stand, and nothing cut past is wall.
    pub fn can_step(&self, mover: &Mover, to: Cell) -> bool {
        direction_of(mover, to).is_some_and(|direction| {
            self.can_stand(mover, to)
                && mover.may_go(self.map, mover.body.at, to)
                && way_is_clear(self.map, mover, mover.body.at, direction)
        })
    }

    /// Whether the mover could step off an edge: there is room and nothing cut past is wall, but nothing that holds it.
    pub fn can_step_off(&self, mover: &Mover, to: Cell) -> bool {
        let there = mover.body_at(to);
        let is_edge =
            mover.gait == Gait::Walks && to.z <= mover.body.at.z && self.map.has_room(there) && !mover.is_held(self.map, to);
        let is_free = !self.avoid.iter().any(|other| other.overlaps(there));
        let is_clear = |direction| way_is_clear(self.map, mover, mover.body.at, direction);
        is_edge && is_free && direction_of(mover, to).is_some_and(is_clear)
    }

    /// The whole length of a step in ticks: departure, transfer, arrival (clause M2); none where it is no step.
    pub fn step_ticks(&self, mover: &Mover, to: Cell) -> Option<u32> {
        let direction = direction_of(mover, to)?;
        let (here, there) = (mover.under(self.map, mover.body.at), mover.under(self.map, to));
        Some(ticks_between(mover, here, direction, there))
    }

    /// The cells that the mover could step to, in the order of [`DIRECTIONS`].
    pub fn steps(&self, mover: &Mover) -> impl Iterator<Item = Cell> {
        let at = mover.body.at;
        let levels = levels(self.map, mover, at);
        let ways = DIRECTIONS.iter().filter(move |direction| levels.allow(direction[2]));
        ways.map(move |direction| moved(at, *direction)).filter(|to| self.can_step(mover, *to))
    }
}

/// Which heights a step could lead to at all: most ground is level, and two thirds of all directions are not.
#[derive(Copy, Clone, Debug)]
pub(super) struct Levels {
    below: bool,
    above: bool,
}

impl Levels {
    pub(super) const fn allow(self, z: i32) -> bool {
        match z {
            0 => true,
            1 => self.above,
            _ => self.below,
        }
    }
}

/// Whether anything next to a place holds a footprint up one foot higher or lower.
pub(super) fn levels(map: &Map, mover: &Mover, at: Cell) -> Levels {
    let [width, depth, _] = mover.body.feet();
    let has_support = |z| map.has_support(Cell { x: at.x - 1, y: at.y - 1, z }, width + 2, depth + 2, mover.grip);
    Levels { below: has_support(at.z - 1), above: has_support(at.z + 1) }
}

/// The whole length of a step between two grounds in ticks: departure, transfer, arrival (clause M2).
#[inline]
pub(super) fn ticks_between(mover: &Mover, here: Under, direction: [i32; 3], there: Under) -> u32 {
    let opposing = here.opposing_ticks.max(there.opposing_ticks);
    u32::from(here.departure_ticks) + mover.transfer(direction, opposing) + u32::from(there.arrival_ticks)
}

#[inline]
pub(super) const fn moved(at: Cell, [x, y, z]: [i32; 3]) -> Cell {
    Cell { x: at.x + x, y: at.y + y, z: at.z + z }
}

fn direction_of(mover: &Mover, to: Cell) -> Option<[i32; 3]> {
    let at = mover.body.at;
    let direction = [to.x - at.x, to.y - at.y, to.z - at.z];
    let is_next = direction.iter().all(|n| n.abs() <= 1) && direction != [0, 0, 0];
    is_next.then_some(direction)
}

/// Whether a step cuts past no wall and no floor (clause M4). That the arrival has room is for the caller to know.
///
/// A body rises or sinks over the lower footprint, and the way across is taken at the greater height: so what it steps
/// up on, or down from, is not cut past. A floor parts a cell from the one below, and counts where the body rises or
/// sinks through it.
pub(super) fn way_is_clear(map: &Map, mover: &Mover, from: Cell, direction: [i32; 3]) -> bool {
    let [width, depth, height] = mover.body.feet();
    let [x, y, z] = direction;
    if z == 0 && (x == 0 || y == 0) {
        // A body that moves straight and level cuts past nothing but where it arrives.
        return true;
    }
    let least = Cell { x: from.x + x.min(0), y: from.y + y.min(0), z: from.z + z.min(0) };
    let (around_width, around_depth) = (width + x.abs(), depth + y.abs());
    if z == 0 {
        return map.columns_are_clear(least, around_width, around_depth, height);
    }
    let low = if z > 0 { from } else { moved(from, direction) };
    let upper = Cell { z: least.z + 1, ..least };
    map.columns_are_clear(low, width, depth, height + 1) && map.columns_are_clear(upper, around_width, around_depth, height)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{any_extent, any_map, cell, drawn, floor, human, small};
    use super::super::{Fill, Ground};
    use super::*;
    use proptest::prelude::*;

    fn check(map: &Map, body: Body, expected: &[[i32; 3]]) {
        let around = Surroundings { map, avoid: &[] };
        let mover = Mover::walking(body);
        let steps: Vec<_> = around.steps(&mover).collect();
        let expected: Vec<_> = expected.iter().map(|way| moved(body.at, *way)).collect();
        assert_eq!(steps, expected);
    }

    #[test]
    fn directions_are_ordered_and_ranked() {
        assert!(DIRECTIONS.is_sorted());
        for (rank, direction) in DIRECTIONS.iter().enumerate() {
            assert_eq!(rank_of(*direction), rank);
        }
    }

    #[test]
    fn clock_M4_a_diagonal_needs_every_cell_it_cuts_past() {
        let map = floor(&["....", ".#..", "....", "...."]);
        let open = [[-1, 0, 0], [0, 1, 0], [1, 0, 0]];
        // At the pillar's corner: south-east of it, the way north-west would cut through it.
        check(&map, small(2, 2, 0), &[[-1, 0, 0], [-1, 1, 0], [0, -1, 0], [0, 1, 0], [1, -1, 0], [1, 0, 0], [1, 1, 0]]);
        // South of it: neither of the diagonals past it.
        check(&map, small(1, 2, 0), &[open[0], [-1, 1, 0], open[1], open[2], [1, 1, 0]]);
    }

    #[test]
    fn clock_M4_a_wide_body_cuts_past_more() {
        let map = floor(&[".....", ".#...", "....."]);
        check(&map, human(2, 2, 0), &[[-1, 0, 0], [0, -1, 0], [1, -1, 0], [1, 0, 0]]);
    }

    #[test]
    fn clock_M6_stairs_of_floors_are_climbed_and_floors_are_not_pierced() {
        let stairs = drawn(&[&["...   "], &["   ..."], &["      "]]);
        check(&stairs, small(2, 0, 0), &[[-1, 0, 0], [1, 0, 1]]);
        check(&stairs, small(3, 0, 1), &[[-1, 0, -1], [1, 0, 0]]);
        // Under the upper floor there is no room for three feet.
        let body = small(3, 0, 0);
        assert!(!stairs.has_room(body));
    }

    #[test]
    fn clock_M4_a_foot_of_rock_is_stepped_up_on_and_two_are_a_wall() {
        let kerb = drawn(&[&["..##"], &["   #"], &["    "], &["    "], &["    "]]);
        check(&kerb, small(1, 0, 0), &[[-1, 0, 0], [1, 0, 1]]);
        check(&kerb, small(2, 0, 1), &[[-1, 0, -1], [1, 0, 1]]);
        let wall = drawn(&[&["..#"], &["  #"], &["   "], &["   "], &["   "]]);
        check(&wall, small(1, 0, 0), &[[-1, 0, 0]]);
    }

    #[test]
    fn steps_cost_departure_transfer_and_arrival() {
        let map = floor(&["..==.."]);
        let around = Surroundings { map: &map, avoid: &[] };
        let check = |x: i32, expected: u32| {
            let mover = Mover::walking(small(x, 0, 0));
            assert_eq!(around.step_ticks(&mover, cell(x + 1, 0, 0)), Some(expected));
        };
        // Clause X3: bank to log 10 + 20, log to log 15 + 10 + 20, log to bank 15 + 10.
        check(0, 10);
        check(1, 30);
        check(2, 45);
        check(3, 25);
        let mover = Mover::walking(small(0, 0, 0));
        assert_eq!(around.step_ticks(&mover, cell(2, 0, 0)), None);
    }

    #[test]
    fn a_flyer_keeps_its_height_and_needs_no_ground() {
        let map = drawn(&[&["...", "..."], &["   ", "   "], &["   ", "   "]]);
        let around = Surroundings { map: &map, avoid: &[small(1, 0, 1)] };
        let mut mover = Mover::walking(small(0, 0, 1));
        // A walker in mid-air may step down, to whatever holds it.
        let down = vec![cell(0, 0, 0), cell(0, 1, 0), cell(1, 1, 0)];
        assert_eq!(around.steps(&mover).collect::<Vec<_>>(), down);
        mover.gait = Gait::Flies;
        assert_eq!(around.steps(&mover).collect::<Vec<_>>(), vec![cell(0, 1, 1), cell(1, 1, 1)]);
    }

    fn floor_parts(map: &Map, at: Cell) -> bool {
        let ground: Option<Ground> = map.ground_at(at).map(|g| map.grounds()[usize::from(g)]);
        ground.is_some_and(|g| g.has_floor && g.fill != Fill::Solid)
    }

    /// The same rule, said cell by cell.
    fn naive_can_step(map: &Map, from: Body, to: Body) -> bool {
        let rises = to.at.z != from.at.z;
        let (low, high) = if to.at.z > from.at.z { (from, to) } else { (to, from) };
        let (far, other) = (from.far(), to.far());
        let corner = cell(from.at.x.min(to.at.x), from.at.y.min(to.at.y), low.at.z);
        let end = cell(far.x.max(other.x), far.y.max(other.y), far.z.max(other.z));
        for x in corner.x..=end.x {
            for y in corner.y..=end.y {
                for z in corner.z..=end.z {
                    let at = cell(x, y, z);
                    let is_over_low = low.holds(cell(x, y, low.at.z));
                    let is_crossed = if rises && is_over_low { z > low.at.z } else { z > high.at.z };
                    let is_passed = !rises || is_over_low || z > low.at.z;
                    if (is_passed && map.is_solid(at)) || (is_crossed && floor_parts(map, at)) {
                        return false;
                    }
                }
            }
        }
        let footprint: Vec<Cell> = to.cells().filter(|c| c.z == to.at.z).collect();
        let is_held = |c: &&Cell| floor_parts(map, **c) || map.is_solid(cell(c.x, c.y, c.z - 1));
        2 * footprint.iter().filter(is_held).count() >= footprint.len()
            && !to.cells().any(|c| map.is_solid(c) || (c.z > to.at.z && floor_parts(map, c)))
    }

    proptest! {
        #[test]
        fn steps_are_those_of_the_rule_said_cell_by_cell(
            map in any_map(5, 4), size in any_extent(), x in -1..5, y in -1..5, z in -1..6,
        ) {
            let body = Body { at: cell(x, y, z), size };
            let around = Surroundings { map: &map, avoid: &[] };
            let mover = Mover::walking(body);
            if map.has_room(body) {
                for direction in DIRECTIONS {
                    let to = moved(body.at, direction);
                    let expected = naive_can_step(&map, body, body.moved_to(to));
                    prop_assert_eq!(around.can_step(&mover, to), expected, "{:?}", direction);
                }
            }
        }
    }
}
