//! Lines of sight and of effect, and cover.
//!
//! Owns the one rule of what lies between two bodies. It never asks how light it is, how far one sees, or who
//! hides: that is the senses' business, and the caller has compared the distance first. Bodies block nothing.
//! Called by perception (clause E3), by checks of reach and line (G3) and by words about cover.
//!
//! The rule. A line runs from the middle of one cell to the middle of another, and is clear when no cell whose
//! inside it crosses blocks; its two ends do not block. Where it runs exactly through an edge or a corner it needs
//! a way around from cell to cell through faces: two pillars that touch at an edge let nothing through, one
//! pillar's edge hides nothing. This is a property of the segment, so it is the same from both ends and in every
//! mirror image. Between bodies the line is clear when an eye of one has a clear line to the eye or to a corner of
//! the other, whichever of the two looks: who can see me, I can see.

use super::body::Body;
use super::cells::Map;
use super::ground::{OPAQUE, SOLID};
use abi::Cell;

/// What ends a line.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Barrier {
    /// Opaque cells: the line of sight.
    Opaque,
    /// Solid cells: the line of effect.
    Solid,
}

/// How much of a body is hidden from another.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cover {
    /// Nothing of it.
    None,
    /// A part, at least as far as the other's eye can tell.
    Some,
    /// All of it: there is no line between the two at all.
    Full,
}

impl Barrier {
    const fn bit(self) -> u8 {
        match self {
            Self::Opaque => OPAQUE,
            Self::Solid => SOLID,
        }
    }
}

/// Whether there is a line between two bodies, the same whichever is named first.
pub fn line_is_clear(map: &Map, barrier: Barrier, a: Body, b: Body) -> bool {
    let (a_eye, b_eye) = (a.eye(), b.eye());
    segment_is_clear(map, barrier, a_eye, b_eye)
        || corners(b).any(|corner| segment_is_clear(map, barrier, a_eye, corner))
        || corners(a).any(|corner| segment_is_clear(map, barrier, b_eye, corner))
}

/// How much of `of` is hidden from `from`: counted over its eye and corners, as the eye of `from` has them.
pub fn cover(map: &Map, barrier: Barrier, from: Body, of: Body) -> Cover {
    let eye = from.eye();
    let mut points = std::iter::once(of.eye()).chain(corners(of));
    if points.all(|point| segment_is_clear(map, barrier, eye, point)) {
        Cover::None
    } else if line_is_clear(map, barrier, from, of) {
        Cover::Some
    } else {
        Cover::Full
    }
}

/// The cells that stand for a body: its corners in the lowest, the middle and the highest slice, each once.
fn corners(body: Body) -> impl Iterator<Item = Cell> {
    let (at, far) = (body.at, body.far());
    let middle = at.z + (far.z - at.z) / 2;
    let slices = [Some(far.z), (middle < far.z).then_some(middle), (at.z < middle).then_some(at.z)];
    let xs = [Some(at.x), (at.x < far.x).then_some(far.x)];
    let ys = [Some(at.y), (at.y < far.y).then_some(far.y)];
    slices.into_iter().flatten().flat_map(move |z| {
        ys.into_iter().flatten().flat_map(move |y| xs.into_iter().flatten().map(move |x| Cell { x, y, z }))
    })
}

/// Whether the line between two cells is clear. The two cells themselves do not block.
pub fn segment_is_clear(map: &Map, barrier: Barrier, from: Cell, to: Cell) -> bool {
    let bit = barrier.bit();
    if let (Some(start), Some(end)) = (map.slot(from), map.slot(to)) {
        // A segment stays in the box of its ends, so every slot of the walk exists.
        let (traits, [x, y, z]) = map.traits_and_strides();
        let blocks = |slot: isize| traits[slot as usize] & bit != 0;
        let walk = Walk::new(from, to, [x, y, z]);
        let axes = walk.next.iter().filter(|next| **next != u64::MAX).count();
        let (start, end) = (start as isize, end as isize);
        return if axes < 2 { walk.reaches_straight(start, end, blocks) } else { walk.reaches(start, end, blocks) };
    }
    let (low, high) = (from.z.min(to.z), from.z.max(to.z));
    if from == to {
        return true;
    }
    if low > map.size().z && map.slot(Cell { z: 0, ..from }).is_some() {
        // Above the last slice all is open between two places over the drawn rows.
        let is_over = map.slot(Cell { z: 0, ..to }).is_some();
        return is_over || walk_outside(map, bit, from, to, low);
    }
    walk_outside(map, bit, from, to, low.min(high))
}

/// How many walls the line between two cells goes through: runs of solid cells, however thick. It counts the same from both
/// ends but where the line runs along an edge, so it is counted from the lesser cell.
pub fn walls_between(map: &Map, a: Cell, b: Cell) -> u32 {
    let (from, to) = (a.min(b), a.max(b));
    let feet = [to.x - from.x, to.y - from.y, to.z - from.z];
    let most = feet.iter().map(|n| n.unsigned_abs()).max().unwrap_or(0) as i32;
    let (mut walls, mut is_in_wall) = (0, false);
    for step in 1..most {
        // The cell whose middle is nearest on the longest axis; of two equally near the higher.
        let at = |from: i32, feet: i32| from + (2 * feet * step + most).div_euclid(2 * most);
        let cell = Cell { x: at(from.x, feet[0]), y: at(from.y, feet[1]), z: at(from.z, feet[2]) };
        let is_solid = map.is_solid(cell);
        walls += u32::from(is_solid && !is_in_wall);
        is_in_wall = is_solid;
    }
    walls
}

/// The same walk where it leaves the box: places are packed into one number, relative to the least corner.
fn walk_outside(map: &Map, bit: u8, from: Cell, to: Cell, low: i32) -> bool {
    const BITS: u32 = 20;
    const MASK: isize = (1 << BITS) - 1;
    let least = [from.x.min(to.x) as isize, from.y.min(to.y) as isize, low as isize];
    let span = [from.x.abs_diff(to.x), from.y.abs_diff(to.y), from.z.abs_diff(to.z)];
    if span.iter().any(|feet| *feet >= 1 << BITS) {
        // So long a line leaves every map, and beyond the drawn rows all is solid.
        return false;
    }
    let packed = |at: Cell| {
        let [x, y, z] = least;
        (at.x as isize - x) + ((at.y as isize - y) << BITS) + ((at.z as isize - z) << (2 * BITS))
    };
    let blocks = |place: isize| {
        let [x, y, z] = least;
        let at = Cell {
            x: (x + (place & MASK)) as i32,
            y: (y + (place >> BITS & MASK)) as i32,
            z: (z + (place >> (2 * BITS))) as i32,
        };
        map.traits_at(at) & bit != 0
    };
    let walk = Walk::new(from, to, [1, 1 << BITS, 1 << (2 * BITS)]);
    walk.reaches(packed(from), packed(to), blocks)
}

/// A walk along a segment, from cell to cell. All in whole numbers: `next` says when the walk crosses into the next
/// cell of each axis, in units in which the whole segment takes twice the product of its lengths.
struct Walk {
    next: [u64; 3],
    gain: [u64; 3],
    step: [isize; 3],
}

impl Walk {
    fn new(from: Cell, to: Cell, strides: [isize; 3]) -> Self {
        let way = [(from.x, to.x), (from.y, to.y), (from.z, to.z)];
        let feet = way.map(|(from, to)| u64::from(from.abs_diff(to)));
        let [x, y, z] = feet.map(|n| n.max(1));
        let others = [y * z, x * z, x * y];
        let mut walk = Self { next: others, gain: others.map(|n| 2 * n), step: strides };
        for axis in 0..3 {
            if feet[axis] == 0 {
                walk.next[axis] = u64::MAX;
            }
            if way[axis].1 < way[axis].0 {
                walk.step[axis] = -strides[axis];
            }
        }
        walk
    }

    fn reaches(self, start: isize, end: isize, blocks: impl Fn(isize) -> bool) -> bool {
        let [mut x, mut y, mut z] = self.next;
        let mut place = start;
        loop {
            let now = x.min(y).min(z);
            let crosses = [x == now, y == now, z == now];
            let [by_x, by_y, by_z] = crosses.map(u64::from);
            if by_x + by_y + by_z > 1 && !self.has_way_around(place, crosses, &blocks) {
                return false;
            }
            // Which axis comes next is as good as random, so it is multiplied in rather than branched on.
            let [to_x, to_y, to_z] = crosses.map(isize::from);
            place += to_x * self.step[0] + to_y * self.step[1] + to_z * self.step[2];
            if place == end {
                return true;
            }
            if blocks(place) {
                return false;
            }
            x += by_x * self.gain[0];
            y += by_y * self.gain[1];
            z += by_z * self.gain[2];
        }
    }

    /// The same along one axis alone, as most lines in corridors are.
    fn reaches_straight(self, start: isize, end: isize, blocks: impl Fn(isize) -> bool) -> bool {
        let stride = self.step.into_iter().zip(self.next).find(|(_, next)| *next != u64::MAX);
        let Some((stride, _)) = stride else {
            return true;
        };
        let mut place = start + stride;
        while place != end {
            if blocks(place) {
                return false;
            }
            place += stride;
        }
        true
    }

    /// Whether a crossing through an edge or a corner can be gone around through faces.
    #[cold]
    fn has_way_around(&self, place: isize, crosses: [bool; 3], blocks: &impl Fn(isize) -> bool) -> bool {
        let [x, y, z] = self.step;
        let pair = |a: isize, b: isize| !blocks(place + a) || !blocks(place + b);
        match crosses {
            [true, true, false] => pair(x, y),
            [true, false, true] => pair(x, z),
            [false, true, true] => pair(y, z),
            _ => {
                let way = |first: isize, second: isize, third: isize| {
                    !blocks(place + first) && (!blocks(place + first + second) || !blocks(place + first + third))
                };
                way(x, y, z) || way(y, x, z) || way(z, x, y)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{any_body, any_map, cell, drawn, floor, human, small};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_line_is_the_segment_between_two_cells() {
        let map = drawn(&[&[
            "......", //
            ".#..#.", //
            "..#...", //
            "......", //
        ]]);
        let check = |from: (i32, i32), to: (i32, i32), expected: bool| {
            let (from, to) = (cell(from.0, from.1, 0), cell(to.0, to.1, 0));
            for barrier in [Barrier::Opaque, Barrier::Solid] {
                assert_eq!(segment_is_clear(&map, barrier, from, to), expected, "{from:?} {to:?}");
                assert_eq!(segment_is_clear(&map, barrier, to, from), expected, "{to:?} {from:?}");
            }
        };
        check((0, 0), (0, 0), true);
        check((0, 0), (5, 0), true);
        check((0, 1), (5, 1), false);
        // A pillar itself can be seen, and past one pillar's edge as well.
        check((0, 1), (1, 1), true);
        check((0, 1), (1, 0), true);
        check((3, 1), (4, 0), true);
        // Two pillars that touch at an edge let nothing through.
        check((1, 2), (2, 1), false);
        check((0, 3), (3, 0), false);
        // Exactly between two cells one of them has to be free.
        check((0, 0), (3, 1), true);
        // The line enters the pillar beside the straight way.
        check((0, 0), (5, 1), false);
        check((0, 3), (5, 2), true);
        check((0, 2), (5, 3), false);
        // Out of the map there is rock, except for the first cell of it.
        check((0, 0), (-1, 0), true);
        check((0, 0), (-2, 0), false);
    }

    #[test]
    fn above_the_last_slice_nothing_is_in_the_way() {
        let map = drawn(&[&["..#.."]]);
        let check = |from: (i32, i32), to: (i32, i32), expected: bool| {
            let (from, to) = (cell(from.0, 0, from.1), cell(to.0, 0, to.1));
            assert_eq!(segment_is_clear(&map, Barrier::Opaque, from, to), expected, "{from:?} {to:?}");
            assert_eq!(segment_is_clear(&map, Barrier::Opaque, to, from), expected, "{to:?} {from:?}");
        };
        check((0, 0), (4, 0), false);
        check((0, 1), (4, 1), true);
        check((0, 5), (4, 5), true);
        check((0, 5), (4, 0), true);
        check((1, 2), (3, 0), true);
        check((1, 1), (3, 0), false);
        check((0, 5), (0, -1), true);
        check((0, 5), (0, -2), false);
        check((0, 5), (6, 5), false);
    }

    #[test]
    fn glass_and_fog_tell_sight_from_effect() {
        let map = floor(&[".G.%%."]);
        let check = |barrier: Barrier, from: i32, to: i32, expected: bool| {
            let (from, to) = (cell(from, 0, 0), cell(to, 0, 0));
            assert_eq!(segment_is_clear(&map, barrier, from, to), expected, "{from:?} {to:?}");
        };
        check(Barrier::Opaque, 0, 2, true);
        check(Barrier::Solid, 0, 2, false);
        check(Barrier::Opaque, 2, 5, false);
        check(Barrier::Solid, 2, 5, true);
        // Into the edge of the fog one sees, and next to each other inside it too.
        check(Barrier::Opaque, 2, 3, true);
        check(Barrier::Opaque, 3, 4, true);
        check(Barrier::Opaque, 2, 4, false);
    }

    #[test]
    fn bodies_see_each_other_past_a_corner_and_over_a_wall() {
        let room = floor(&["......", "..#...", "......"]);
        let wall: &[&str] = &[".....", "#####", "....."];
        let low_wall = drawn(&[wall, &["     ", "#####", "     "], &["     "; 3]]);
        let check = |map: &Map, a: Body, b: Body, sees: bool, hidden: Cover| {
            assert_eq!(line_is_clear(map, Barrier::Opaque, a, b), sees, "{a:?} {b:?}");
            assert_eq!(line_is_clear(map, Barrier::Opaque, b, a), sees, "{b:?} {a:?}");
            assert_eq!(cover(map, Barrier::Opaque, a, b), hidden, "{a:?} {b:?}");
        };
        check(&room, human(0, 1, 0), human(3, 1, 0), false, Cover::Full);
        check(&room, human(0, 1, 0), human(3, 2, 0), true, Cover::Some);
        check(&room, human(0, 0, 0), human(4, 0, 0), true, Cover::None);
        check(&low_wall, human(0, 0, 0), human(0, 2, 0), true, Cover::Some);
        check(&low_wall, small(0, 0, 0), small(0, 2, 0), true, Cover::Some);
    }

    /// The same rule with fractions: the segment meets the inside of a cell if it is in it for some span of time.
    fn naive_is_clear(map: &Map, barrier: Barrier, from: Cell, to: Cell) -> bool {
        let way = [to.x - from.x, to.y - from.y, to.z - from.z].map(i128::from);
        let unit: i128 = way.iter().map(|n| n.abs().max(1)).product::<i128>() * 2;
        let mut times: Vec<i128> = vec![0, unit];
        for n in way {
            times.extend((0..n.abs()).map(|k| (2 * k + 1) * unit / (2 * n.abs())));
        }
        times.sort_unstable();
        times.dedup();
        // Between two crossings the walk is in one cell: the one at the middle of the span.
        let axis = |start: i32, n: i128, twice: i128| start + ((n * twice + unit).div_euclid(2 * unit)) as i32;
        let cells: Vec<Cell> = times
            .windows(2)
            .map(|pair| {
                let twice = pair[0] + pair[1];
                cell(axis(from.x, way[0], twice), axis(from.y, way[1], twice), axis(from.z, way[2], twice))
            })
            .collect();
        let blocks = |c: Cell| {
            c != from
                && c != to
                && match barrier {
                    Barrier::Opaque => map.is_opaque(c),
                    Barrier::Solid => map.is_solid(c),
                }
        };
        cells.iter().all(|c| !blocks(*c)) && cells.windows(2).all(|pair| joins(pair[0], pair[1], &blocks))
    }

    /// Whether two neighbouring cells are joined by a shortest way through faces.
    fn joins(a: Cell, b: Cell, blocks: &dyn Fn(Cell) -> bool) -> bool {
        let nexts = [cell(b.x, a.y, a.z), cell(a.x, b.y, a.z), cell(a.x, a.y, b.z)];
        a == b || nexts.into_iter().any(|n| n != a && (n == b || !blocks(n)) && joins(n, b, blocks))
    }

    #[test]
    fn walls_are_counted_and_not_measured() {
        let map = floor(&["..#..##.#..", "..........."]);
        let check = |from: (i32, i32), to: (i32, i32), expected: u32| {
            let (from, to) = (cell(from.0, from.1, 0), cell(to.0, to.1, 0));
            assert_eq!(walls_between(&map, from, to), expected, "{from:?} {to:?}");
            assert_eq!(walls_between(&map, to, from), expected, "{to:?} {from:?}");
        };
        check((0, 0), (0, 0), 0);
        check((0, 0), (1, 0), 0);
        check((0, 0), (4, 0), 1);
        check((0, 0), (7, 0), 2);
        check((0, 0), (10, 0), 3);
        check((0, 1), (10, 1), 0);
        check((0, 0), (0, -3), 1);
    }

    proptest! {
        #[test]
        fn sight_is_symmetric(map in any_map(7, 4), a in any_body(7), b in any_body(7)) {
            for barrier in [Barrier::Opaque, Barrier::Solid] {
                let sees = line_is_clear(&map, barrier, a, b);
                prop_assert_eq!(sees, line_is_clear(&map, barrier, b, a));
                prop_assert_eq!(sees, cover(&map, barrier, a, b) != Cover::Full);
            }
        }

        #[test]
        fn the_walk_is_the_rule(
            map in any_map(8, 4),
            a in (0..8, 0..8, -1..8), b in (-1..9, -1..9, -1..8),
        ) {
            let (a, b) = (cell(a.0, a.1, a.2), cell(b.0, b.1, b.2));
            for barrier in [Barrier::Opaque, Barrier::Solid] {
                let found = segment_is_clear(&map, barrier, a, b);
                prop_assert_eq!(found, naive_is_clear(&map, barrier, a, b));
                prop_assert_eq!(found, segment_is_clear(&map, barrier, b, a));
            }
        }
    }
}
