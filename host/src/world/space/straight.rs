//! The straight way (clause M12): what most steps are, answered without a search.
//!
//! Owns the proof that makes it the same answer as the search's. It never answers unless it can prove that; then
//! the search is asked. Called by `path` alone.
//!
//! The proof. Over open and even ground the cheapest way to an offset of `a >= b >= c` feet along the three axes
//! consists of `c` steps along all of them, `b - c` along two and `a - b` along one, in any order and in no other
//! mixture, as long as a further axis in a step costs less than the one before it. So it takes at least one turn
//! fewer than it has kinds of steps, and ways with just so many turns walk each kind in one run. Nothing is cheaper
//! on other ground. Hence, of the runs in all orders, the first open one by the first step is what M12 asks for.

use super::body::Body;
use super::distance::Metric;
use super::goal::{Aim, shares};
use super::ground::{ROUGH, SUPPORT, Under};
use super::step::{Gait, Mover, Surroundings, moved, rank_of};
use abi::Cell;

/// Most ends that are weighed against each other. Where there are more, the search decides.
const MOST_ENDS: usize = 8;

/// The cheapest ends of level ways: how many feet to go along x and y to each.
struct Ends {
    list: [(i32, i32); MOST_ENDS],
    count: usize,
    total_ticks: u32,
}

/// One order of the runs of a way: direction and steps of each; a run of no steps stands last.
type Runs = [([i32; 3], i32); 2];

/// The first step of the straight way and the ticks of the whole way, or none if there is no proof.
///
/// The way has to lie within `path_feet`, like the search's; a goal beyond them is gone for as far as they reach.
pub(super) fn straight(around: &Surroundings<'_>, mover: &Mover, aim: &Aim, path_feet: u32) -> Option<(Cell, u32)> {
    let at = mover.body.at;
    if around.map.under(mover.body) != Under::EVEN {
        return None;
    }
    let gaps = aim.gaps(at);
    if gaps[2] != 0 || !runs_are_cheapest(mover.transfer_ticks) {
        // Ways up and down are rare and rarely straight.
        return None;
    }
    let is_beyond = aim.is_beyond(at, path_feet);
    let ends = cheapest_ends(aim, gaps, mover)?;
    let list = &ends.list[..ends.count];
    let orders = |end: &(i32, i32)| runs([gaps[0].signum(), gaps[1].signum()], *end);
    // Directions have ranks below 26: the orders are tried from the least first step on, each step by its ends.
    let mut tried = 0;
    loop {
        let ranks = list.iter().flat_map(orders).map(|runs| rank_of(runs[0].0));
        let rank = ranks.filter(|rank| *rank >= tried).min()?;
        let mut ways = list.iter().flat_map(orders).filter(|runs| rank_of(runs[0].0) == rank);
        if let Some(runs) = ways.find(|runs| way_is_open(around, mover, (runs, is_beyond), path_feet)) {
            return Some((moved(at, runs[0].0), ends.total_ticks));
        }
        tried = rank + 1;
    }
}

/// Whether level ways have the only mixture of steps that the proof needs.
fn runs_are_cheapest(transfer_ticks: [u16; 3]) -> bool {
    let [one, two, three] = transfer_ticks.map(u32::from);
    0 < one && one < two && two < three && two < 2 * one
}

/// The level ways that cost the least and, of these, turn the least; none where they are too many to weigh.
fn cheapest_ends(aim: &Aim, gaps: [i32; 3], mover: &Mover) -> Option<Ends> {
    let [per_long, per_short, _] = shares(mover.transfer_ticks);
    let (x, y) = (gaps[0].abs(), gaps[1].abs());
    let feet = i32::try_from(aim.feet).ok()?;
    let mut ends = Ends { list: [(0, 0); MOST_ENDS], count: 0, total_ticks: 0 };
    let mut best = (u64::MAX, false);
    for left_x in 0..=x.min(feet) {
        let left_y = match aim.metric {
            Metric::Chebyshev => feet,
            // The square is not negative, as left_x is at most feet.
            Metric::Euclid => (i64::from(feet).pow(2) - i64::from(left_x).pow(2)).isqrt() as i32,
        };
        let (go_x, go_y) = (x - left_x, y - left_y.min(y));
        let (long, short) = (go_x.max(go_y), go_x.min(go_y));
        let ticks = per_long * u64::from(long.unsigned_abs()) + per_short * u64::from(short.unsigned_abs());
        let found = (ticks, short > 0 && long > short);
        if found < best {
            (best, ends.count) = (found, 0);
        }
        if found == best {
            *ends.list.get_mut(ends.count)? = (go_x, go_y);
            ends.count += 1;
        }
    }
    ends.total_ticks = u32::try_from(best.0).ok()?;
    Some(ends)
}

/// The orders in which a way to an end can be walked with the fewest turns: one, or two.
fn runs([x, y]: [i32; 2], (go_x, go_y): (i32, i32)) -> impl Iterator<Item = Runs> {
    let both = ([x, y, 0], go_x.min(go_y));
    let single = if go_x > go_y { ([x, 0, 0], go_x - go_y) } else { ([0, y, 0], go_y - go_x) };
    let has_one = both.1 == 0 || single.1 == 0;
    let first = if both.1 == 0 { [single, both] } else { [both, single] };
    let second = (!has_one).then_some([single, both]);
    std::iter::once(first).chain(second)
}

/// Whether a way lies within the allowed feet, over even ground, past no wall and no body. Of a way to a goal that lies beyond them
/// only what is within them is looked at.
fn way_is_open(around: &Surroundings<'_>, mover: &Mover, (runs, is_beyond): (&Runs, bool), path_feet: u32) -> bool {
    let start = Body::of_cell(mover.body.at);
    // Every place of a straight way is nearer than its end.
    let is_near = |at: Cell| Metric::Euclid.within(start, Body::of_cell(at), path_feet);
    let along = |at: Cell, [x, y, _]: [i32; 3], steps: i32| Cell { x: at.x + x * steps, y: at.y + y * steps, z: at.z };
    let mut at = mover.body.at;
    let mut left = 0;
    for (direction, steps) in runs {
        let most = if is_beyond { (0..=*steps).rfind(|n| is_near(along(at, *direction, *n))).unwrap_or(0) } else { *steps };
        if most > 0 && !run_is_open(around, mover, at, *direction, most) {
            return false;
        }
        (at, left) = (along(at, *direction, most), left + steps - most);
        if left > 0 {
            break;
        }
    }
    is_near(at) && at != mover.body.at
}

/// Whether a run is open: at once where nothing at all is in the box around it, else step by step.
fn run_is_open(around: &Surroundings<'_>, mover: &Mover, from: Cell, direction: [i32; 3], steps: i32) -> bool {
    let [x, y, _] = direction;
    let end = Cell { x: from.x + x * steps, y: from.y + y * steps, z: from.z };
    let (least, far) = swept(mover, from, end);
    block_is_open(around, mover, least, far) || {
        let mut at = from;
        (0..steps).all(|_| {
            let before = at;
            at = moved(at, direction);
            step_is_open(around, mover, before, at)
        })
    }
}

/// The box that holds a body at two places and everywhere between.
fn swept(mover: &Mover, a: Cell, b: Cell) -> (Cell, Cell) {
    let least = Cell { x: a.x.min(b.x), y: a.y.min(b.y), z: a.z.min(b.z) };
    let (a, b) = (mover.body_at(a).far(), mover.body_at(b).far());
    (least, Cell { x: a.x.max(b.x), y: a.y.max(b.y), z: a.z.max(b.z) })
}

fn meets_box(other: Body, least: Cell, far: Cell) -> bool {
    let end = other.far();
    other.at.x <= far.x
        && least.x <= end.x
        && other.at.y <= far.y
        && least.y <= end.y
        && other.at.z <= far.z
        && least.z <= end.z
}

/// Whether a block holds no wall, no body and nothing but even ground.
fn block_is_open(around: &Surroundings<'_>, mover: &Mover, least: Cell, far: Cell) -> bool {
    let (width, depth) = (far.x - least.x + 1, far.y - least.y + 1);
    around.map.columns_are_clear(least, width, depth, far.z - least.z + 1)
        && ground_is_even(around, mover, least, width, depth)
        && !around.avoid.iter().any(|other| meets_box(*other, least, far))
}

/// Whether every column of a block holds a walking body up and costs nothing.
fn ground_is_even(around: &Surroundings<'_>, mover: &Mover, least: Cell, width: i32, depth: i32) -> bool {
    let wanted = if mover.gait == Gait::Walks { SUPPORT } else { 0 };
    (least.y..least.y + depth).all(|y| {
        let row = Cell { x: least.x, y, z: least.z };
        let traits = around.map.row_traits(row, width).iter();
        traits.fold(true, |even, traits| even & (traits & (wanted | ROUGH) == wanted))
    })
}

/// Whether one level step is open and even: the box around both places is clear, the new place holds.
fn step_is_open(around: &Surroundings<'_>, mover: &Mover, from: Cell, to: Cell) -> bool {
    let least = Cell { x: from.x.min(to.x), y: from.y.min(to.y), z: from.z };
    let [width, depth, height] = mover.body.feet();
    let (around_width, around_depth) = (width + (to.x - from.x).abs(), depth + (to.y - from.y).abs());
    let body = mover.body_at(to);
    around.map.columns_are_clear(least, around_width, around_depth, height)
        && (ground_is_even(around, mover, to, width, depth)
            || (mover.fits(around.map, to) && around.map.under(body) == Under::EVEN))
        && !around.avoid.iter().any(|other| other.overlaps(body))
}
