//! The next step to a goal (clause M12).
//!
//! Owns the order in which ways are tried: there already, straight, search. It keeps nothing between two questions, so
//! an answer is always as if computed afresh. Ways by a floor's way-points, beyond `path_feet`, are for the caller, who
//! names the next way-point as the goal. Called by `toward`, and by whoever asks how long a way takes.

use super::goal::Goal;
use super::search::{Found, PathScratch, search};
use super::step::{Mover, Surroundings};
use super::straight::straight;
use abi::Cell;

/// What to do next on the way to a goal.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// Nothing: the goal is met where the mover is.
    There,
    /// Step to a cell.
    Step {
        /// Where the least corner goes.
        to: Cell,
        /// Ticks of the whole way, this step included.
        total_ticks: u32,
    },
    /// No way within the feet that were allowed ends at the goal.
    NoWay {
        /// The step toward where a way may lead on beyond those feet, if that is nearer than here.
        beyond: Option<Cell>,
        /// Whether a body stood in the way of the search: without it there may be a way.
        is_barred: bool,
    },
}

/// The first step of the cheapest way to a goal that never leaves `path_feet` around where the mover is.
///
/// Cheapest in ticks: departure, transfer and arrival of every step, on the grounds alone. Of equal ways the one
/// with fewer turns; of those the one whose first step comes first by x, y, z. The surroundings say which bodies
/// are in the way; a goal that is a body need not be left out, as nobody steps into it.
pub fn next_step(
    around: &Surroundings<'_>,
    mover: &Mover,
    goal: Goal,
    path_feet: u32,
    scratch: &mut PathScratch,
) -> NextStep {
    let aim = goal.aim(mover.body.size);
    let at = mover.body.at;
    if aim.is_met(at) {
        return NextStep::There;
    }
    if let Some((to, total_ticks)) = straight(around, mover, &aim, path_feet) {
        return match aim.is_beyond(at, path_feet) {
            true => NextStep::NoWay { beyond: Some(to), is_barred: false },
            false => NextStep::Step { to, total_ticks },
        };
    }
    match search(around, mover, &aim, path_feet, scratch) {
        Found::Way(to, total_ticks) => NextStep::Step { to, total_ticks },
        Found::NoWay { beyond, is_barred } => NextStep::NoWay { beyond, is_barred },
    }
}

#[cfg(test)]
mod tests {
    use super::super::step::{DIRECTIONS, Gait, moved};
    use super::super::testing::{any_body_of_a_kind, any_extent, any_floor, any_map, any_relief, cell, floor, human, small};
    use super::super::{Body, Grip, Map, Metric};
    use super::*;
    use proptest::prelude::*;

    fn within(of: Body, feet: u32) -> Goal {
        Goal::Within { of, feet, metric: Metric::Euclid }
    }

    fn step(x: i32, y: i32, total_ticks: u32) -> NextStep {
        NextStep::Step { to: cell(x, y, 0), total_ticks }
    }

    fn check(rows: &[&str], body: Body, avoid: &[Body], goal: Goal, expected: NextStep) {
        let map = floor(rows);
        let around = Surroundings { map: &map, avoid };
        let mover = Mover::walking(body);
        let found = next_step(&around, &mover, goal, 40, &mut PathScratch::default());
        assert_eq!(found, expected);
    }

    /// No way, and nothing beyond.
    const NO_WAY: NextStep = NextStep::NoWay { beyond: None, is_barred: false };

    #[test]
    fn clock_M12_straight_where_the_way_is_open() {
        let open = ["..........", "..........", "..........", ".........."];
        check(&open, human(0, 0, 0), &[], Goal::At(cell(0, 0, 0)), NextStep::There);
        check(&open, human(0, 0, 0), &[], Goal::At(cell(5, 0, 0)), step(1, 0, 50));
        // One turn either way; the step along y alone comes first by x, y, z only when it is the one that is left.
        check(&open, human(0, 0, 0), &[], Goal::At(cell(5, 2, 0)), step(1, 0, 58));
        check(&open, human(0, 3, 0), &[], Goal::At(cell(5, 1, 0)), step(1, 2, 58));
        check(&open, human(5, 3, 0), &[], Goal::At(cell(0, 3, 0)), step(4, 3, 50));
        check(&open, human(0, 0, 0), &[human(7, 0, 0)], within(human(7, 0, 0), 2), step(1, 0, 40));
        check(&open, human(0, 0, 0), &[], within(human(2, 1, 0), 2), NextStep::There);
    }

    #[test]
    fn clock_M12_around_what_is_in_the_way() {
        let pillar = ["......", "..#...", "......"];
        check(&pillar, small(1, 1, 0), &[], Goal::At(cell(3, 1, 0)), step(1, 0, 40));
        check(&pillar, small(1, 1, 0), &[small(1, 0, 0)], Goal::At(cell(3, 1, 0)), step(1, 2, 40));
        let closed = ["..#...", "..#...", "..#..."];
        check(&closed, small(1, 1, 0), &[], Goal::At(cell(3, 1, 0)), NO_WAY);
        // Over the log it would be 10 + 20 and 15 + 10, past it, by its corners, 14 and 14.
        let log = ["....", ".=..", ".=.."];
        check(&log, small(0, 1, 0), &[], Goal::At(cell(2, 1, 0)), step(1, 0, 28));
    }

    #[test]
    fn clock_M12_not_farther_than_path_feet() {
        let row: String = ".".repeat(60);
        let map = floor(&[&row]);
        let around = Surroundings { map: &map, avoid: &[] };
        let mover = Mover::walking(small(0, 0, 0));
        let check = |x: i32, path_feet: u32, expected: NextStep| {
            let goal = Goal::At(cell(x, 0, 0));
            let found = next_step(&around, &mover, goal, path_feet, &mut PathScratch::default());
            assert_eq!(found, expected, "to {x}");
        };
        check(40, 40, step(1, 0, 400));
        let beyond = NextStep::NoWay { beyond: Some(cell(1, 0, 0)), is_barred: false };
        check(41, 40, beyond);
        check(3, 2, beyond);
    }

    #[test]
    fn a_flyer_goes_over_pits_but_not_through_bodies() {
        let map = floor(&["=#=", "=#=", "==="]);
        let around = Surroundings { map: &map, avoid: &[small(1, 2, 1)] };
        let mut mover = Mover::walking(small(0, 0, 1));
        mover.gait = Gait::Flies;
        let mut scratch = PathScratch::default();
        let goal = Goal::At(cell(2, 0, 1));
        let barred = NextStep::NoWay { beyond: None, is_barred: true };
        assert_eq!(next_step(&around, &mover, goal, 40, &mut scratch), barred);
        let around = Surroundings { map: &map, avoid: &[] };
        let expected = NextStep::Step { to: cell(0, 1, 1), total_ticks: 60 };
        assert_eq!(next_step(&around, &mover, goal, 40, &mut scratch), expected);
    }

    const TICK: u64 = 1 << 20;
    const TURN: u64 = 1 << 5;

    /// The answer by a published Dijkstra over places and directions. What a way costs says all that clause M12 asks for: its
    /// ticks, then its turns, then the place of its first step among the directions, of which there are fewer than a `TURN`.
    fn oracle(around: &Surroundings<'_>, mover: &Mover, goal: Goal, path_feet: u32) -> NextStep {
        if goal.is_met(mover.body) {
            return NextStep::There;
        }
        let start = Body::of_cell(mover.body.at);
        let allows = |to: Cell| Metric::Euclid.within(start, Body::of_cell(to), path_feet);
        let leave = |at: Cell| -> Vec<(Cell, usize, u64)> {
            let mover = Mover { body: mover.body.moved_to(at), ..*mover };
            let step = |(rank, way)| {
                let to = moved(at, way);
                let is_step = allows(to) && around.can_step(&mover, to);
                let ticks = around.step_ticks(&mover, to).filter(|_| is_step)?;
                Some((to, rank, u64::from(ticks) * TICK))
            };
            DIRECTIONS.into_iter().enumerate().filter_map(step).collect()
        };
        let mut left = std::collections::BTreeMap::new();
        let found = pathfinding::prelude::dijkstra(
            &(mover.body.at, None),
            |(at, before)| {
                let before = *before;
                let ways: &Vec<_> = left.entry(*at).or_insert_with(|| leave(*at));
                let reckoned = ways.iter().map(move |(to, rank, cost)| {
                    let more = before.map_or(*rank as u64, |before| if before == *rank { 0 } else { TURN });
                    ((*to, Some(*rank)), cost + more)
                });
                reckoned.collect::<Vec<_>>()
            },
            |(at, _)| goal.is_met(mover.body.moved_to(*at)),
        );
        found.map_or(NO_WAY, |(way, total)| NextStep::Step { to: way[1].0, total_ticks: (total / TICK) as u32 })
    }

    fn agrees(map: &Map, mover: &Mover, avoid: &[Body], goal: Goal, path_feet: u32) -> Result<(), TestCaseError> {
        if !map.has_room(mover.body) {
            return Ok(());
        }
        let avoid: Vec<Body> = avoid.iter().copied().filter(|b| !b.overlaps(mover.body)).collect();
        let around = Surroundings { map, avoid: &avoid };
        let mut scratch = PathScratch::default();
        let found = next_step(&around, mover, goal, path_feet, &mut scratch);
        let is_there = match found {
            NextStep::NoWay { .. } => NO_WAY,
            found => found,
        };
        prop_assert_eq!(is_there, oracle(&around, mover, goal, path_feet));
        // A scratch that has been used for something else changes nothing.
        next_step(&around, mover, Goal::At(cell(0, 0, 0)), 7, &mut scratch);
        prop_assert_eq!(found, next_step(&around, mover, goal, path_feet, &mut scratch));
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]
        #[test]
        fn clock_M12_is_what_dijkstra_says_on_floors(
            map in any_floor(9), size in any_extent(),
            at in (0..9, 0..9), to in (0..9, 0..9), other in (0..9, 0..9), feet in 0u32..4,
            path_feet in prop_oneof![Just(40u32), 2u32..9],
            ticks in prop_oneof![3 => Just([10u16, 14, 17]), 1 => Just([11, 15, 19]), 1 => Just([10, 10, 10])],
        ) {
            let body = Body { at: cell(at.0, at.1, 0), size };
            let mover = Mover { transfer_ticks: ticks, ..Mover::walking(body) };
            let foe = small(to.0, to.1, 0);
            let avoid = [foe, human(other.0, other.1, 0)];
            let metric = if feet == 3 { Metric::Chebyshev } else { Metric::Euclid };
            let goal = if feet == 0 { Goal::At(foe.at) } else { Goal::Within { of: foe, feet, metric } };
            agrees(&map, &mover, &avoid[usize::from(feet == 0)..], goal, path_feet)?;
        }

        #[test]
        fn clock_M12_is_what_dijkstra_says_in_the_open(
            at in (0..16, 0..16), to in (0..16, 0..16), other in (0..16, 0..16), feet in 0u32..6,
            metric in prop_oneof![Just(Metric::Euclid), Just(Metric::Chebyshev)],
        ) {
            let row = ".".repeat(16);
            let map = floor(&[row.as_str(); 16]);
            let foe = human(to.0, to.1, 0);
            let goal = if feet == 0 { Goal::At(foe.at) } else { Goal::Within { of: foe, feet, metric } };
            let mover = Mover::walking(human(at.0, at.1, 0));
            let avoid = [foe, small(other.0, other.1, 0)];
            agrees(&map, &mover, &avoid[usize::from(feet == 0)..], goal, 40)?;
        }

        #[test]
        fn clock_M12_is_what_dijkstra_says_in_three_dimensions(
            map in any_map(5, 4), size in any_extent(), flies in any::<bool>(),
            at in (0..5, 0..5, 0..5), to in (0..5, 0..5, 0..5),
        ) {
            let mut mover = Mover::walking(Body { at: cell(at.0, at.1, at.2), size });
            mover.gait = if flies { Gait::Flies } else { Gait::Walks };
            let goal = Goal::At(cell(to.0, to.1, to.2));
            agrees(&map, &mover, &[], goal, 40)?;
            agrees(&map, &mover, &[], within(small(to.0, to.1, to.2), 1), 40)?;
        }
    }

    /// Lifted to where the ground first holds it, if it does anywhere.
    fn on_the_ground(map: &Map, body: Body) -> Body {
        let at_height = |z| body.moved_to(Cell { z, ..body.at });
        (0..5).map(at_height).find(|body| map.fits(*body)).unwrap_or(body)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]
        #[test]
        fn clock_M12_is_what_dijkstra_says_on_a_thousand_floors_for_bodies_of_all_sizes(
            map in any_relief(13, 11), size in any_body_of_a_kind(), swims in any::<bool>(), climbs in any::<bool>(), flies in 0..8,
            at in (0..13, 0..11, 0..4), to in (0..13, 0..11, 0..4), other in (0..13, 0..11),
            feet in 0u32..4, path_feet in prop_oneof![3 => Just(40u32), 1 => 4u32..12],
        ) {
            let body = on_the_ground(&map, Body { at: cell(at.0, at.1, at.2), size });
            let gait = if flies == 0 { Gait::Flies } else { Gait::Walks };
            let mover = Mover { grip: Grip::of(swims, climbs), gait, ..Mover::walking(body) };
            let foe = on_the_ground(&map, small(to.0, to.1, to.2));
            let goal = if feet == 0 { Goal::At(foe.at) } else { within(foe, feet) };
            let avoid = [foe, on_the_ground(&map, human(other.0, other.1, 0))];
            agrees(&map, &mover, &avoid[usize::from(feet == 0)..], goal, path_feet)?;
        }
    }
}
