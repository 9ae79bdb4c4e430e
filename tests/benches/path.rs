//! How fast a way is found on a floor of 200 by 120 feet and twelve slices: through rooms, up a flight of steps, all across, and
//! where there is none.
//!
//! Every bench holds what its way costs against A* of the crate `pathfinding` over the same steps, which is timed beside it.
//! Run `cargo bench -p game-tests --bench path`; the aim is in the README.

use abi::{Cell, Extent};
use divan::Bencher;
use dungeon_mind::world::space::{
    Body, Fill, Goal, Ground, Map, Metric, Mover, NextStep, PathScratch, Surroundings, next_step,
};
use pathfinding::prelude::astar;

fn main() {
    divan::main();
}

const SIZE: Cell = Cell { x: 200, y: 120, z: 12 };
/// A person, and a young dragon.
const HUMAN: Extent = Extent { width: 2, depth: 1, height: 6 };
const DRAGON: Extent = Extent { width: 6, depth: 4, height: 5 };
/// The place of air and of rock among the grounds.
const AIR: u16 = 0;
const ROCK: u16 = 1;
const RUBBLE: u16 = 2;
/// The ground lies above a foot of rock; the gallery in the east is four feet higher.
const GROUND: i32 = 1;
const GALLERY: i32 = 5;

/// Rooms of twenty feet with doorways of seven, rubble strewn about, and in the east a gallery with one flight of steps.
fn rooms() -> Map {
    let rubble = Ground { has_floor: true, departure_ticks: 3, arrival_ticks: 4, ..Ground::AIR };
    let rock = Ground { fill: Fill::Solid, is_opaque: true, ..Ground::AIR };
    let is_wall = |x: i32, y: i32| {
        let (across, down) = (x % 20, y % 20);
        let is_doorway = |along: i32, other: i32| (8..15).contains(&along) && (x / 20 + y / 20 + other) % 3 != 0;
        (across == 0 && !is_doorway(down, 0)) || (down == 0 && !is_doorway(across, 1))
    };
    let height = |x: i32, y: i32| match x {
        // A foot up for every foot on, in one row of rooms only.
        150..153 if (40..60).contains(&y) => GROUND + x - 149,
        _ if x >= 150 => GALLERY,
        _ => GROUND,
    };
    let ground = |x: i32, y: i32, z: i32| match () {
        () if x == 0 || y == 0 || x == SIZE.x - 1 || y == SIZE.y - 1 || z < height(x, y) => ROCK,
        () if is_wall(x, y) && x < 140 => ROCK,
        () if z == height(x, y) && (x * 7 + y * 13) % 11 == 0 => RUBBLE,
        () => AIR,
    };
    let cells = (0..SIZE.z).flat_map(|z| (0..SIZE.y).flat_map(move |y| (0..SIZE.x).map(move |x| (x, y, z))));
    let cells = cells.map(|(x, y, z)| ground(x, y, z)).collect();
    Map::new(SIZE, vec![Ground::AIR, rock, rubble], cells).unwrap_or_else(|error| panic!("{error}"))
}

/// A way: who goes, from where to where, and how far it may lead.
struct Way {
    mover: Mover,
    goal: Goal,
    path_feet: u32,
}

fn way(name: &str) -> Way {
    let cell = |x, y, z| Cell { x, y, z };
    let (size, from, to, path_feet) = match name {
        "next room" => (HUMAN, cell(45, 50, GROUND), cell(65, 70, GROUND), 40),
        "dragon" => (DRAGON, cell(45, 48, GROUND), cell(68, 70, GROUND), 40),
        "gallery" => (HUMAN, cell(145, 70, GROUND), cell(152, 75, GALLERY), 40),
        "all across" => (HUMAN, cell(5, 5, GROUND), cell(190, 110, GALLERY), 400),
        "no way" => (HUMAN, cell(45, 50, GROUND), cell(60, 60, GROUND), 40),
        _ => panic!("no way {name}"),
    };
    let of = Body { at: to, size: Extent { width: 1, depth: 1, height: 1 } };
    // The cell of the last one is in a wall, and a foot of it is on either side.
    let goal = if name == "no way" { Goal::At(to) } else { Goal::Within { of, feet: 1, metric: Metric::Euclid } };
    Way { mover: Mover::walking(Body { at: from, size }), goal, path_feet }
}

const WAYS: [&str; 5] = ["next room", "dragon", "gallery", "all across", "no way"];

/// What the way costs by the peer: nothing where there is none.
fn by_peer(map: &Map, way: &Way) -> Option<u32> {
    let around = Surroundings { map, avoid: &[] };
    let start = way.mover.body;
    let at = |cell: Cell| Mover { body: Body { at: cell, size: start.size }, ..way.mover };
    let point = |at: Cell| Body { at, size: Extent { width: 1, depth: 1, height: 1 } };
    let is_near = |cell: &Cell| Metric::Euclid.within(point(start.at), point(*cell), way.path_feet);
    let steps = |here: &Cell| {
        let mover = at(*here);
        let near = around.steps(&mover).filter(is_near);
        near.filter_map(|cell| Some((cell, around.step_ticks(&mover, cell)?))).collect::<Vec<_>>()
    };
    let (to, spared) = match way.goal {
        Goal::At(to) => (to, 0),
        Goal::Within { of, feet, .. } => {
            (of.at, feet + u32::from(start.size.width.max(start.size.depth).max(start.size.height)))
        }
    };
    // Ten ticks a foot along the longest axis, but for what a body's size and the goal spare.
    let least = |here: &Cell| {
        let far = [here.x - to.x, here.y - to.y, here.z - to.z].into_iter().map(i32::unsigned_abs).max().unwrap_or(0);
        far.saturating_sub(spared) * 10
    };
    astar(&start.at, steps, least, |cell| way.goal.is_met(at(*cell).body)).map(|(_, ticks)| ticks)
}

fn ticks(answer: NextStep) -> Option<u32> {
    match answer {
        NextStep::Step { total_ticks, .. } => Some(total_ticks),
        NextStep::There | NextStep::NoWay { .. } => None,
    }
}

/// The game's own search.
#[divan::bench(args = WAYS)]
fn ours(bencher: Bencher, name: &str) {
    let (map, way, mut scratch) = (rooms(), way(name), PathScratch::default());
    let expected = by_peer(&map, &way);
    assert_eq!(expected.is_none(), name == "no way");
    let around = Surroundings { map: &map, avoid: &[] };
    bencher.bench_local(|| {
        let found = next_step(&around, &way.mover, way.goal, way.path_feet, &mut scratch);
        assert_eq!(ticks(found), expected);
    });
}

/// The same by the crate `pathfinding`.
#[divan::bench(args = WAYS, max_time = 2)]
fn by_a_peer(bencher: Bencher, name: &str) {
    let (map, way) = (rooms(), way(name));
    bencher.bench_local(|| divan::black_box(by_peer(&map, &way)));
}
