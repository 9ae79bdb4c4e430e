//! How fast one looks around: the field of view on open floors of 200 by 200, on one level and on twelve, and what a peer takes
//! for one level.
//!
//! Every bench checks how many cells it saw. Run `cargo bench -p game-tests --bench vision`; the aims are in the README.

use abi::Cell;
use divan::Bencher;
use dungeon_mind::world::space::{Field, Ground, Map};

fn main() {
    divan::main();
}

const SIDE: i32 = 200;
const SLICES: i32 = 12;
/// Farther than any corner of the map.
const ALL: i32 = 300;
/// The eye of somebody who stands in the middle.
const EYE: Cell = Cell { x: 100, y: 100, z: 5 };

fn open(slices: i32) -> Map {
    let cells = vec![0; usize::try_from(SIDE * SIDE * slices).unwrap_or(0)];
    Map::new(Cell { x: SIDE, y: SIDE, z: slices }, vec![Ground::AIR], cells).unwrap_or_else(|error| panic!("{error}"))
}

/// How many cells lie in a sphere around the eye, between two slices.
fn sphere(feet: i32, slices: std::ops::Range<i32>) -> u32 {
    let is_near = |x: i32, y: i32, z: i32| (x - EYE.x).pow(2) + (y - EYE.y).pow(2) + (z - EYE.z).pow(2) <= feet * feet;
    let counts = slices.flat_map(|z| (0..SIDE).flat_map(move |y| (0..SIDE).map(move |x| is_near(x, y, z))));
    counts.map(u32::from).sum()
}

/// One level.
#[divan::bench(args = [8, 30, ALL])]
fn one_level(bencher: Bencher, feet: i32) {
    let (map, mut field) = (open(SLICES), Field::default());
    let expected = sphere(feet, EYE.z..EYE.z + 1);
    bencher.bench_local(|| {
        field.look(&map, EYE, Some(feet), EYE.z..=EYE.z);
        assert_eq!(field.count(), expected);
    });
}

/// All slices.
#[divan::bench(args = [8, 30, ALL])]
fn three_dimensions(bencher: Bencher, feet: i32) {
    let (map, mut field) = (open(SLICES), Field::default());
    let expected = sphere(feet, 0..SLICES);
    bencher.bench_local(|| {
        field.look(&map, EYE, Some(feet), 0..=SLICES - 1);
        assert_eq!(field.count(), expected);
    });
}

/// The same level by the crate `symmetric-shadowcasting`, which knows one level and no distance: it is told that beyond it all is
/// rock.
#[divan::bench(args = [8, 30, ALL])]
fn one_level_by_a_peer(bencher: Bencher, feet: i32) {
    let far = isize::try_from(feet).unwrap_or(0);
    let (side, middle) = (isize::try_from(SIDE).unwrap_or(0), (100, 100));
    let mut seen = vec![false; usize::try_from(SIDE * SIDE).unwrap_or(0)];
    let is_far = move |(x, y): (isize, isize)| (x - 100).pow(2) + (y - 100).pow(2) > far * far;
    let is_out = move |(x, y): (isize, isize)| !(0..side).contains(&x) || !(0..side).contains(&y);
    bencher.bench_local(|| {
        seen.fill(false);
        let mut is_blocking = |at: (isize, isize)| is_out(at) || is_far(at);
        let mut mark = |at: (isize, isize)| {
            if !is_out(at) && !is_far(at) {
                let place = usize::try_from(at.1 * side + at.0).unwrap_or(0);
                seen[place] = true;
            }
        };
        symmetric_shadowcasting::compute_fov(middle, &mut is_blocking, &mut mark);
        divan::black_box(&seen);
    });
}
