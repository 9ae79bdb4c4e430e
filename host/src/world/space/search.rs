//! The search for a way around (clause M12), when the straight way is not open.
//!
//! Owns the search and the memory that it works in, which the caller lends. Nothing of an earlier search is ever
//! read: each one has a stamp of its own. Called by `path` alone.
//!
//! In two parts. First the cheapest ticks to every place that a cheapest way to the goal could touch, by A*, which
//! goes on until everything is settled that costs as little as the goal. Then back from the goal along the cheapest
//! ways only, counting turns: for each place and each direction out of it the fewest turns from there. So the first
//! step is the one that M12 asks for: cheapest, then fewest turns, then least by x, y, z.
//!
//! Where no way ends at the goal, the search is asked for its border: the places from which a step would lead out of its
//! feet. The one with the least ticks there and, over open ground, on from there is where a way may go on.

use super::cells::Map;
use super::goal::{Aim, Bound};
use super::ground::Under;
use super::queue::Queue;
use super::step::{DIRECTIONS, Gait, Mover, Surroundings, levels, moved, ticks_between, way_is_clear};
use abi::Cell;
use std::collections::BinaryHeap;

/// Memory for searches. Lent to each search, so that only the first ones allocate; it carries no answers over.
#[derive(Clone, Debug, Default)]
pub struct PathScratch {
    stamp: u32,
    nodes: Vec<Node>,
    open: Queue,
    back: BinaryHeap<(u32, u32)>,
    goals: Vec<u32>,
    border: Vec<u32>,
    turns: Vec<[u16; 26]>,
}

#[derive(Copy, Clone, Debug, Default)]
struct Node {
    /// The search that wrote this node. Any other is as good as empty.
    stamp: u32,
    ticks: u32,
    /// The least ticks from here to the goal; on the way back, which asks for them no more, the row in `turns` of who has one.
    bound: u32,
    under: Under,
    can_stand: bool,
    is_settled: bool,
    /// Whether it has a row in `turns`.
    has_row: bool,
    /// Whether a body is in the way of whoever would stand there.
    is_taken: bool,
}

/// What a search found.
pub(super) enum Found {
    /// The first step of the best way, and the ticks of the whole way.
    Way(Cell, u32),
    /// No way ends at the goal.
    NoWay {
        /// The first step to the border of the search, where that is nearer than the start.
        beyond: Option<Cell>,
        /// Whether the search met a body.
        is_barred: bool,
    },
}

const NO_TICKS: u32 = u32::MAX;
const NO_TURNS: u16 = u16::MAX;

/// The box of places that a search may look at.
struct Window {
    least: Cell,
    width: i32,
    depth: i32,
    height: i32,
    centre: Cell,
    radius_squared: i64,
}

impl Window {
    fn new(map: &Map, mover: &Mover, path_feet: u32) -> Self {
        let at = mover.body.at;
        // Farther than the map is long there is nothing to find.
        let feet = path_feet.min(Map::MOST_FEET as u32) as i32;
        let size = map.size();
        let span = |at: i32, end: i32| ((at - feet).max(0), (at + feet).min(end));
        let (x, x_end) = span(at.x, size.x - 1);
        let (y, y_end) = span(at.y, size.y - 1);
        // On top of the last slice one can still stand, higher up one only flies.
        let (z, z_end) = span(at.z, size.z.max(if mover.gait == Gait::Flies { at.z } else { 0 }));
        Self {
            least: Cell { x, y, z },
            width: (x_end - x + 1).max(0),
            depth: (y_end - y + 1).max(0),
            height: (z_end - z + 1).max(0),
            centre: at,
            radius_squared: i64::from(feet) * i64::from(feet),
        }
    }

    /// How many places it holds.
    fn count(&self) -> usize {
        self.width as usize * self.depth as usize * self.height as usize
    }

    #[inline]
    fn index(&self, at: Cell) -> Option<u32> {
        let (x, y, z) = (at.x - self.least.x, at.y - self.least.y, at.z - self.least.z);
        let is_inside = x >= 0 && x < self.width && y >= 0 && y < self.depth && z >= 0 && z < self.height;
        is_inside.then(|| ((z * self.depth + y) * self.width + x) as u32)
    }

    /// Whether a place is within the feet of the search. The window is the box around those.
    fn holds(&self, at: Cell) -> bool {
        let off = [at.x - self.centre.x, at.y - self.centre.y, at.z - self.centre.z];
        off.iter().map(|n| i64::from(*n) * i64::from(*n)).sum::<i64>() <= self.radius_squared
    }

    /// Whether a step could lead from a place out of the feet of the search.
    fn is_rim(&self, at: Cell) -> bool {
        let off = [at.x - self.centre.x, at.y - self.centre.y, at.z - self.centre.z];
        off.iter().map(|n| (i64::from(n.abs()) + 1).pow(2)).sum::<i64>() > self.radius_squared
    }

    fn cell(&self, index: u32) -> Cell {
        let index = index as i32;
        let (x, rest) = (index % self.width, index / self.width);
        let (y, z) = (rest % self.depth, rest / self.depth);
        Cell { x: self.least.x + x, y: self.least.y + y, z: self.least.z + z }
    }
}

/// One search at work.
struct Search<'a> {
    around: &'a Surroundings<'a>,
    mover: &'a Mover,
    aim: &'a Aim,
    bound: Bound,
    window: Window,
    scratch: &'a mut PathScratch,
    /// Whether a body was met.
    is_barred: bool,
    /// The least ticks of a way by the border, by what is known of it.
    border_ticks: u32,
}

/// The best way within so many feet. A goal that lies beyond them is looked for no farther than the border.
pub(super) fn search(
    around: &Surroundings<'_>,
    mover: &Mover,
    aim: &Aim,
    path_feet: u32,
    scratch: &mut PathScratch,
) -> Found {
    let window = Window::new(around.map, mover, path_feet);
    let at = mover.body.at;
    let Some(start) = window.index(at) else { return Found::NoWay { beyond: None, is_barred: false } };
    scratch.begin(around.map, path_feet, window.count());
    let bound = Bound::new(*aim, mover.transfer_ticks);
    let mut search = Search { around, mover, aim, bound, window, scratch, is_barred: false, border_ticks: NO_TICKS };
    search.mark_bodies();
    let total_ticks = search.settle(start, aim.is_beyond(at, path_feet));
    let step = |rank: usize| moved(at, DIRECTIONS[rank]);
    match total_ticks {
        Some(total_ticks) => match search.first_direction(start) {
            Some(rank) => Found::Way(step(rank), total_ticks),
            None => Found::NoWay { beyond: None, is_barred: search.is_barred },
        },
        None => {
            std::mem::swap(&mut search.scratch.goals, &mut search.scratch.border);
            let beyond = search.first_direction(start).map(step);
            Found::NoWay { beyond, is_barred: search.is_barred }
        }
    }
}

impl PathScratch {
    /// Makes room for the largest search of so many feet on a map: whoever walks about in it would else pay for more of it at every
    /// few steps.
    pub fn reserve(&mut self, map: &Map, path_feet: u32) {
        let feet = path_feet.min(Map::MOST_FEET as u32) as i32;
        let side = |end: i32| (2 * feet + 1).min(end) as usize;
        let size = map.size();
        self.make_room(side(size.x) * side(size.y) * side(size.z + 1));
    }

    fn make_room(&mut self, count: usize) {
        if self.nodes.len() < count {
            self.nodes = vec![Node::default(); count];
        }
    }

    /// Begins a search that looks at so many places at most.
    fn begin(&mut self, map: &Map, path_feet: u32, count: usize) {
        if self.nodes.len() < count {
            self.reserve(map, path_feet);
        }
        // Who flies above the map has more of it.
        self.make_room(count);
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            // After 2^32 searches old stamps would look new.
            self.nodes.fill(Node::default());
            self.stamp = 1;
        }
        self.back.clear();
        self.goals.clear();
        self.border.clear();
        self.turns.clear();
    }
}

impl Search<'_> {
    /// Settles every place whose cheapest way could be part of a cheapest way to the goal, or to the border where the goal lies
    /// beyond it; the goal's ticks.
    fn settle(&mut self, start: u32, is_beyond: bool) -> Option<u32> {
        let at = self.mover.body.at;
        let node = self.open_node(start, at, true);
        node.ticks = 0;
        let from_start = node.bound;
        self.scratch.open.begin(from_start);
        self.scratch.open.push(from_start, start);
        let mut goal_ticks = None;
        while let Some((least, index)) = self.scratch.open.pop() {
            let enough = if is_beyond { Some(self.border_ticks) } else { goal_ticks };
            if enough.is_some_and(|ticks| least > ticks) {
                break;
            }
            let node = &mut self.scratch.nodes[index as usize];
            if node.is_settled {
                continue;
            }
            node.is_settled = true;
            let node = *node;
            let at = self.window.cell(index);
            if node.bound == 0 && self.aim.is_met(at) {
                goal_ticks = Some(node.ticks);
                self.scratch.goals.push(index);
            } else {
                // Only what is nearer than the start counts, or who stands still would be led away and back again.
                if goal_ticks.is_none() && node.bound < from_start && self.window.is_rim(at) {
                    self.note_border(index, at, &node);
                }
                self.spread(at, &node);
            }
        }
        goal_ticks
    }

    /// Keeps a place near the rim if a step leads out of the search from there and no other promises more.
    fn note_border(&mut self, index: u32, at: Cell, node: &Node) {
        let ticks = node.ticks.saturating_add(node.bound);
        let leads_out = |direction: [i32; 3]| {
            let to = moved(at, direction);
            !self.window.holds(to) && self.mover.fits(self.around.map, to) && self.is_way(at, direction, to)
        };
        if ticks > self.border_ticks || !DIRECTIONS.into_iter().any(leads_out) {
            return;
        }
        if ticks < self.border_ticks {
            self.scratch.border.clear();
        }
        self.border_ticks = ticks;
        self.scratch.border.push(index);
    }

    /// Offers every neighbour of a settled place the way through it.
    fn spread(&mut self, at: Cell, from: &Node) {
        let levels = levels(self.around.map, self.mover, at);
        for direction in DIRECTIONS {
            if !levels.allow(direction[2]) {
                continue;
            }
            let to = moved(at, direction);
            let Some(index) = self.window.index(to) else {
                continue;
            };
            let node = self.node(index, to);
            if !node.can_stand || node.is_settled {
                let is_taken = node.is_taken;
                self.is_barred |= is_taken;
                continue;
            }
            let (known, bound, under) = (node.ticks, node.bound, node.under);
            let ticks = from.ticks + ticks_between(self.mover, from.under, direction, under);
            if ticks < known && self.is_way(at, direction, to) {
                self.scratch.nodes[index as usize].ticks = ticks;
                self.scratch.open.push(ticks.saturating_add(bound), index);
            }
        }
    }

    /// Marks every place at which the mover would share a cell with a body that is in its way: a few for each body, instead
    /// of a look at all bodies for each place.
    fn mark_bodies(&mut self) {
        let [width, depth, height] = self.mover.body.feet();
        let (least, stamp) = (self.window.least, self.scratch.stamp);
        let far = Cell {
            x: least.x + self.window.width - 1,
            y: least.y + self.window.depth - 1,
            z: least.z + self.window.height - 1,
        };
        for body in self.around.avoid {
            let end = body.far();
            for z in (body.at.z - height + 1).max(least.z)..=end.z.min(far.z) {
                for y in (body.at.y - depth + 1).max(least.y)..=end.y.min(far.y) {
                    for x in (body.at.x - width + 1).max(least.x)..=end.x.min(far.x) {
                        if let Some(index) = self.window.index(Cell { x, y, z }) {
                            self.scratch.nodes[index as usize] = Node { stamp, is_taken: true, ..Node::default() };
                        }
                    }
                }
            }
        }
    }

    fn is_way(&self, from: Cell, direction: [i32; 3], to: Cell) -> bool {
        let map = self.around.map;
        self.mover.may_go(map, from, to) && way_is_clear(map, self.mover, from, direction)
    }

    /// The node of a place, filled in when this search sees it for the first time.
    fn node(&mut self, index: u32, at: Cell) -> &mut Node {
        if self.scratch.nodes[index as usize].stamp != self.scratch.stamp {
            // Bodies are marked already.
            let can_stand = self.window.holds(at) && self.mover.fits(self.around.map, at);
            return self.open_node(index, at, can_stand);
        }
        &mut self.scratch.nodes[index as usize]
    }

    fn open_node(&mut self, index: u32, at: Cell, can_stand: bool) -> &mut Node {
        let stamp = self.scratch.stamp;
        let mut node = Node { stamp, ticks: NO_TICKS, can_stand, ..Node::default() };
        if can_stand {
            node.bound = self.bound.ticks(at);
            node.under = self.mover.under(self.around.map, at);
        }
        let slot = &mut self.scratch.nodes[index as usize];
        *slot = node;
        slot
    }

    /// Goes back along the cheapest ways, farthest place first, and answers the best direction out of the start.
    fn first_direction(&mut self, start: u32) -> Option<usize> {
        let goal_count = self.scratch.goals.len();
        for place in 0..goal_count {
            let goal = self.scratch.goals[place];
            self.open_row(goal);
        }
        while let Some((_, index)) = self.scratch.back.pop() {
            let row = self.scratch.nodes[index as usize].bound as usize;
            let turns = self.scratch.turns[row];
            let fewest = turns.iter().copied().min().unwrap_or(NO_TURNS);
            if index == start {
                return turns.iter().position(|n| *n == fewest);
            }
            self.go_back(index, row < goal_count, &turns, fewest);
        }
        None
    }

    /// Tells each place that a cheapest way comes from how many turns are left from here.
    fn go_back(&mut self, index: u32, is_goal: bool, turns: &[u16; 26], fewest: u16) {
        let (at, node) = (self.window.cell(index), self.scratch.nodes[index as usize]);
        for (rank, direction) in DIRECTIONS.into_iter().enumerate() {
            let from = moved(at, direction.map(|n| -n));
            let Some(before) = self.window.index(from) else {
                continue;
            };
            let earlier = self.scratch.nodes[before as usize];
            let is_on_way = earlier.stamp == self.scratch.stamp
                && earlier.is_settled
                && earlier.ticks + ticks_between(self.mover, earlier.under, direction, node.under) == node.ticks
                && self.is_way(from, direction, at);
            if is_on_way {
                let row = self.open_row(before);
                let left = if is_goal { 0 } else { turns[rank].min(fewest.saturating_add(1)) };
                self.scratch.turns[row][rank] = left;
            }
        }
    }

    /// The row of turns of a place, made and queued when it is first asked for.
    fn open_row(&mut self, index: u32) -> usize {
        let node = &mut self.scratch.nodes[index as usize];
        if !node.has_row {
            (node.bound, node.has_row) = (self.scratch.turns.len() as u32, true);
            self.scratch.turns.push([NO_TURNS; 26]);
            self.scratch.back.push((node.ticks, index));
        }
        node.bound as usize
    }
}
