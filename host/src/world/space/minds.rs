//! Questions of a mind about places: where could I strike from, am I on the far side of an ally, can I get away.
//!
//! Owns the answers to words like `flank` and `cornered`, in the geometry of bodies alone. It never knows who is
//! whose enemy, nor what anybody perceives: callers pass the boxes that count. Called by whatever works out the
//! words of profiles and standing orders.
//!
//! Every tie is broken by x, then y, then z of the place.

use super::body::Body;
use super::cells::Map;
use super::distance::{Metric, gaps};
use super::step::{DIRECTIONS, Gait, Mover, Surroundings, levels, moved};
use abi::Cell;

/// How near a body has to be to something, by the ruleset's metric.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// At most so many feet.
    pub feet: u32,
    /// By which distance.
    pub metric: Metric,
}

impl Reach {
    fn holds(self, a: Body, b: Body) -> bool {
        self.metric.within(a, b, self.feet)
    }
}

/// The cells that the mover could step to and reach the target from, by x, y, z.
pub fn steps_in_reach<'a>(
    around: &'a Surroundings<'a>,
    mover: &'a Mover,
    target: Body,
    reach: Reach,
) -> impl Iterator<Item = Cell> + 'a {
    around.steps(mover).filter(move |to| reach.holds(mover.body_at(*to), target))
}

/// All cells where the mover could stand and reach the target from, by x, y, z, into `places`, which is emptied first.
///
/// Whether there is a way to them is not asked. Where the mover stands now counts, if it is such a place.
pub fn places_in_reach(around: &Surroundings<'_>, mover: &Mover, target: Body, reach: Reach, places: &mut Vec<Cell>) {
    places.clear();
    places.extend(places_near(around, mover, target, reach));
}

fn places_near<'a>(
    around: &'a Surroundings<'a>,
    mover: &'a Mover,
    target: Body,
    reach: Reach,
) -> impl Iterator<Item = Cell> + 'a {
    // Both metrics bound each axis by the reach, so this box holds every such place; so does the map.
    let feet = i32::try_from(reach.feet).unwrap_or(i32::MAX).min(Map::MOST_FEET);
    let (size, far, end) = (mover.body.feet(), target.far(), around.map.size());
    let (x, x_end) = ((target.at.x - feet - size[0] + 1).max(0), (far.x + feet).min(end.x - 1));
    let (y, y_end) = ((target.at.y - feet - size[1] + 1).max(0), (far.y + feet).min(end.y - 1));
    let (mut z, mut z_end) = ((target.at.z - feet - size[2] + 1).max(0), (far.z + feet).min(end.z));
    let least = Cell { x, y, z };
    let (width, depth) = (x_end - x + size[0], y_end - y + size[1]);
    let holds = |z: i32| around.map.has_support(Cell { z, ..least }, width, depth, mover.grip);
    match mover.gait {
        // Most slices are air over air, and need no second look.
        Gait::Walks => {
            z = (z..=z_end).find(|z| holds(*z)).unwrap_or(z_end + 1);
            z_end = (z..=z_end).rev().find(|z| holds(*z)).unwrap_or(z_end);
        }
        Gait::Flies => (z, z_end) = (mover.body.at.z, mover.body.at.z),
    }
    let last = Cell { x: x_end, y: y_end, z: z_end };
    let near = around.avoid.iter().copied().filter(|other| {
        let (least, far) = (Cell { z, ..least }, mover.body_at(last).far());
        let end = other.far();
        let is_within = |at: i32, end: i32, least: i32, far: i32| at <= far && end >= least;
        is_within(other.at.x, end.x, least.x, far.x)
            && is_within(other.at.y, end.y, least.y, far.y)
            && is_within(other.at.z, end.z, least.z, far.z)
    });
    // In a crowd nearly everybody is too far off to be in the way of any of these places.
    let near: Vec<Body> = near.collect();
    let cells = (x..=x_end).flat_map(move |x| (y..=y_end).flat_map(move |y| (z..=z_end).map(move |z| Cell { x, y, z })));
    cells.filter(move |at| {
        let body = mover.body_at(*at);
        reach.holds(body, target)
            && !body.overlaps(target)
            && Surroundings { map: around.map, avoid: &near }.can_stand(mover, *at)
    })
}

/// Whether the mover is on the far side of the target from an ally: more than a right angle between the two, as
/// seen from the target, each along the way between nearest cells.
pub fn flanks(mover: Body, target: Body, ally: Body) -> bool {
    let (one, other) = (gaps(target, mover), gaps(target, ally));
    let product = |axis: usize| i64::from(one[axis]) * i64::from(other[axis]);
    product(0) + product(1) + product(2) < 0
}

/// The place nearest to the mover from which it reaches the target on the far side from an ally, if there is one.
pub fn flank(around: &Surroundings<'_>, mover: &Mover, target: Body, ally: Body, reach: Reach) -> Option<Cell> {
    places_near(around, mover, target, reach).filter(|at| flanks(mover.body_at(*at), target, ally)).min_by_key(|at| {
        let feet = Metric::Euclid.distance_squared(Body::of_cell(mover.body.at), Body::of_cell(*at));
        (feet, at.x, at.y, at.z)
    })
}

/// How far a body is from the nearest of some others, and from all of them together, in squares of feet.
fn distances(body: Body, others: &[Body], metric: Metric) -> (u64, u64) {
    let squares = others.iter().map(|other| metric.distance_squared(body, *other));
    squares.fold((u64::MAX, 0), |(least, sum), square| (least.min(square), sum.saturating_add(square)))
}

/// The step that takes the mover farthest from the nearest of its enemies, if any step takes it farther than now.
///
/// Of equal steps the one farther from all enemies together. Without enemies there is nothing to retreat from.
pub fn retreat(around: &Surroundings<'_>, mover: &Mover, enemies: &[Body], metric: Metric) -> Option<Cell> {
    if enemies.is_empty() {
        return None;
    }
    let (nearest_now, _) = distances(mover.body, enemies, metric);
    let mut best: Option<((u64, u64), Cell)> = None;
    let levels = levels(around.map, mover, mover.body.at);
    // The directions come by x, y, z, so only a better one replaces an earlier one. How far a step would lead is known at
    // once; whether it can be taken is only asked where it would lead farther than the best so far.
    for direction in DIRECTIONS.into_iter().filter(|direction| levels.allow(direction[2])) {
        let to = moved(mover.body.at, direction);
        let far = distances(mover.body_at(to), enemies, metric);
        let is_better = far.0 > nearest_now && best.is_none_or(|(most, _)| far > most);
        if is_better && around.can_step(mover, to) {
            best = Some((far, to));
        }
    }
    best.map(|(_, to)| to)
}

/// Whether there are enemies, and no step takes the mover farther from the nearest of them.
pub fn cornered(around: &Surroundings<'_>, mover: &Mover, enemies: &[Body], metric: Metric) -> bool {
    !enemies.is_empty() && retreat(around, mover, enemies, metric).is_none()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{any_floor, cell, floor, human, small};
    use super::*;
    use proptest::prelude::*;

    const ARM: Reach = Reach { feet: 1, metric: Metric::Euclid };

    /// A room, the mover at `m`, its enemies at `e`, all three feet high and one wide.
    fn read(rows: &[&str]) -> (Map, Mover, Vec<Body>) {
        let bodies = |sign: char| -> Vec<Body> {
            let rows = rows.iter().zip(0..);
            rows.flat_map(|(row, y)| row.chars().zip(0..).filter(move |(c, _)| *c == sign).map(move |(_, x)| small(x, y, 0)))
                .collect()
        };
        let ground: Vec<String> = rows.iter().map(|row| row.replace(['m', 'e'], ".")).collect();
        let ground: Vec<&str> = ground.iter().map(String::as_str).collect();
        (floor(&ground), Mover::walking(bodies('m')[0]), bodies('e'))
    }

    #[test]
    fn retreat_takes_the_farthest_step_and_ties_are_fixed() {
        let check = |rows: &[&str], expected: Option<(i32, i32)>| {
            let (map, mover, enemies) = read(rows);
            let around = Surroundings { map: &map, avoid: &enemies };
            let expected = expected.map(|(x, y)| cell(x, y, 0));
            assert_eq!(retreat(&around, &mover, &enemies, Metric::Euclid), expected, "{rows:?}");
            let is_cornered = !enemies.is_empty() && expected.is_none();
            assert_eq!(cornered(&around, &mover, &enemies, Metric::Euclid), is_cornered, "{rows:?}");
        };
        check(&["....", ".me.", "...."], Some((0, 0)));
        check(&["...", "em.", "..."], Some((2, 0)));
        check(&["m..", "e..", "..."], Some((1, 0)));
        check(&["m#.", "e..", "..."], None);
        check(&["me.", ".e.", "ee."], None);
        check(&["...", ".m.", "..."], None);
        check(&["e...e", "..m..", "....."], Some((2, 2)));
    }

    #[test]
    fn flanking_is_more_than_a_right_angle() {
        let check = |mover: Body, ally: Body, expected: bool| {
            let target = human(10, 10, 0);
            assert_eq!(flanks(mover, target, ally), expected, "{mover:?} {ally:?}");
            assert_eq!(flanks(ally, target, mover), expected, "{mover:?} {ally:?}");
        };
        check(small(9, 10, 0), small(12, 10, 0), true);
        check(small(9, 10, 0), small(12, 11, 0), true);
        check(small(9, 10, 0), small(10, 11, 0), false);
        check(small(9, 10, 0), small(9, 11, 0), false);
        check(human(10, 9, 0), human(11, 11, 0), true);
        check(small(10, 10, 6), small(9, 10, 0), false);
    }

    #[test]
    fn the_nearest_flanking_place_is_found() {
        let check = |rows: &[&str], ally: Body, expected: Option<(i32, i32)>| {
            let (map, mover, enemies) = read(rows);
            let around = Surroundings { map: &map, avoid: &[enemies[0], ally] };
            let found = flank(&around, &mover, enemies[0], ally, ARM);
            assert_eq!(found, expected.map(|(x, y)| cell(x, y, 0)), "{rows:?}");
        };
        check(&["......", "m..e..", "......"], small(4, 1, 0), Some((2, 1)));
        check(&["......", "m..e..", "......"], small(2, 1, 0), Some((4, 1)));
        check(&["......", "m..e#.", "......"], small(2, 1, 0), None);
    }

    #[test]
    fn places_in_reach_are_listed_in_order() {
        let (map, mover, enemies) = read(&["m..", ".e#", "..."]);
        let around = Surroundings { map: &map, avoid: &enemies };
        let mut places = vec![cell(9, 9, 9)];
        places_in_reach(&around, &mover, enemies[0], ARM, &mut places);
        assert_eq!(places, vec![cell(0, 1, 0), cell(1, 0, 0), cell(1, 2, 0)]);
        let steps: Vec<Cell> = steps_in_reach(&around, &mover, enemies[0], ARM).collect();
        assert_eq!(steps, vec![cell(0, 1, 0), cell(1, 0, 0)]);
    }

    proptest! {
        #[test]
        fn steps_in_reach_are_the_places_in_reach_that_are_steps(
            map in any_floor(8), at in (0..8, 0..8), foe in (0..8, 0..8), feet in 0u32..5,
        ) {
            let foe = human(foe.0, foe.1, 0);
            let mover = Mover::walking(small(at.0, at.1, 0));
            let around = Surroundings { map: &map, avoid: &[foe] };
            let reach = Reach { feet, metric: Metric::Euclid };
            let mut places = Vec::new();
            places_in_reach(&around, &mover, foe, reach, &mut places);
            prop_assert!(places.is_sorted());
            let steps: Vec<Cell> = steps_in_reach(&around, &mover, foe, reach).collect();
            places.retain(|place| around.can_step(&mover, *place));
            prop_assert_eq!(places, steps);
        }
    }
}
