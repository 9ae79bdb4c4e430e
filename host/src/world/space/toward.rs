//! The step that leads toward a goal (clause M12), whether or not a way ends there.
//!
//! Owns what is done where no way ends at the goal within the feet of a search. Three cases. Bodies bar it: they move, so
//! whoever stands behind them goes by the ground alone for as far as it is free, and waits for its turn there (clauses M10
//! and M6: nothing is closed for good by a body). The search had a border: a way may lead on from the place of it that
//! promises most. Else all that can be reached was searched, and a step is refused. It keeps nothing between two questions.
//! Called by whatever decides.

use super::body::Body;
use super::distance::Metric;
use super::goal::Goal;
use super::path::{NextStep, next_step};
use super::search::PathScratch;
use super::step::{Mover, Surroundings};
use abi::Cell;

/// The next step toward a goal; none where it is met, or where no step is known to lead there.
///
/// As long as nobody else moves and no way leads out of the search, whoever follows it never comes to a place twice: each step
/// leaves fewer ticks of the way over the ground.
pub fn toward(
    around: &Surroundings<'_>,
    mover: &Mover,
    goal: Goal,
    path_feet: u32,
    scratch: &mut PathScratch,
) -> Option<Cell> {
    let (beyond, is_barred) = match next_step(around, mover, goal, path_feet, scratch) {
        NextStep::Step { to, .. } => return Some(to),
        NextStep::There => return None,
        NextStep::NoWay { beyond, is_barred } => (beyond, is_barred),
    };
    if !is_barred {
        return beyond;
    }
    let ground = Surroundings { avoid: &[], ..*around };
    match next_step(&ground, mover, goal, path_feet, scratch) {
        NextStep::Step { to, .. } if around.can_step(mover, to) => Some(to),
        NextStep::Step { total_ticks, .. } => {
            let mut ticks_from = |to: Cell| {
                let there = Mover { body: mover.body.moved_to(to), ..*mover };
                match next_step(&ground, &there, goal, path_feet, scratch) {
                    NextStep::There => Some(0),
                    NextStep::Step { total_ticks, .. } => Some(total_ticks),
                    NextStep::NoWay { .. } => None,
                }
            };
            let nearer = nearer_steps(around, mover, goal);
            let left = nearer.filter_map(|to| Some((ticks_from(to)?, to)));
            left.filter(|(ticks, _)| *ticks < total_ticks).min().map(|(_, to)| to)
        }
        NextStep::There => None,
        NextStep::NoWay { beyond: over, .. } => beyond.or_else(|| over.filter(|to| around.can_step(mover, *to))),
    }
}

/// The steps that bring a mover nearer to a goal as the crow flies.
fn nearer_steps<'a>(around: &'a Surroundings<'_>, mover: &'a Mover, goal: Goal) -> impl Iterator<Item = Cell> + 'a {
    let (of, metric) = match goal {
        Goal::At(cell) => (Body::of_cell(cell), Metric::Euclid),
        Goal::Within { of, metric, .. } => (of, metric),
    };
    let now = metric.distance_squared(mover.body, of);
    around.steps(mover).filter(move |to| metric.distance_squared(mover.body.moved_to(*to), of) < now)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{any_body_of_a_kind, any_relief, cell, floor, small};
    use super::super::{Grip, Map};
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn within(of: Body, feet: u32) -> Goal {
        Goal::Within { of, feet, metric: Metric::Euclid }
    }

    fn check(rows: &[&str], body: Body, avoid: &[Body], goal: Goal, expected: Option<Cell>) {
        let map = floor(rows);
        let around = Surroundings { map: &map, avoid };
        let found = toward(&around, &Mover::walking(body), goal, 40, &mut PathScratch::default());
        assert_eq!(found, expected, "{body:?}");
    }

    #[test]
    fn clock_M12_where_nothing_leads_no_step_is_taken() {
        let parted = ["....#....", "....#....", "....#...."];
        check(&parted, small(0, 1, 0), &[], within(small(7, 1, 0), 2), None);
        // Within reach over the wall is near enough.
        check(&parted, small(0, 1, 0), &[], within(small(5, 1, 0), 2), Some(cell(1, 1, 0)));
        check(&parted, small(3, 1, 0), &[], within(small(5, 1, 0), 2), None);
    }

    #[test]
    fn clock_M12_what_lies_beyond_the_feet_of_a_search_is_come_nearer_to() {
        let row: String = ".".repeat(90);
        check(&[&row], small(0, 0, 0), &[], Goal::At(cell(80, 0, 0)), Some(cell(1, 0, 0)));
        // Around what is in the way, though that is nearer as the crow flies.
        let bay =
            [row.clone(), format!("{}#{}", ".".repeat(9), ".".repeat(80)), format!("{}#{}", "#".repeat(9), ".".repeat(80))];
        let bay: Vec<&str> = bay.iter().map(String::as_str).collect();
        check(&bay, small(8, 1, 0), &[], Goal::At(cell(80, 2, 0)), Some(cell(8, 0, 0)));
        // A dead end that is all within the feet of the search leads nowhere.
        let end = format!("{}#{}", ".".repeat(30), ".".repeat(59));
        check(&[&end], small(20, 0, 0), &[], Goal::At(cell(80, 0, 0)), None);
    }

    #[test]
    fn clock_M10_who_stands_behind_others_closes_up_and_waits_for_its_turn() {
        let corridor = ["#############", ".............", "#############"];
        let (ahead, goal) = (small(8, 1, 0), within(small(11, 1, 0), 2));
        check(&corridor, small(0, 1, 0), &[ahead], goal, Some(cell(1, 1, 0)));
        check(&corridor, small(6, 1, 0), &[ahead], goal, Some(cell(7, 1, 0)));
        check(&corridor, small(7, 1, 0), &[ahead], goal, None);
        // All places around the foe are taken: whoever stands before one that waits goes round it for as long as that is nearer.
        let hall = ["........."; 5];
        let ring = (5..8).flat_map(|x| (1..4).map(move |y| small(x, y, 0)));
        let avoid: Vec<Body> = ring.chain([small(3, 2, 0)]).collect();
        let goal = within(small(6, 2, 0), 1);
        check(&hall, small(1, 2, 0), &avoid, goal, Some(cell(2, 2, 0)));
        check(&hall, small(2, 2, 0), &avoid, goal, Some(cell(3, 1, 0)));
        check(&hall, small(3, 1, 0), &avoid, goal, Some(cell(4, 1, 0)));
        check(&hall, small(4, 1, 0), &avoid, goal, Some(cell(4, 2, 0)));
        check(&hall, small(4, 2, 0), &avoid, goal, None);
    }

    /// Follows a goal for as long as a step leads toward it, and answers where to.
    fn walked(map: &Map, mover: &Mover, avoid: &[Body], goal: Goal, path_feet: u32) -> Result<Body, TestCaseError> {
        let around = Surroundings { map, avoid };
        let (mut mover, mut been, mut scratch) = (*mover, BTreeSet::new(), PathScratch::default());
        while let Some(to) = toward(&around, &mover, goal, path_feet, &mut scratch) {
            prop_assert!(around.can_step(&mover, to), "{to:?} is no step from {:?}", mover.body.at);
            mover.body = mover.body.moved_to(to);
            prop_assert!(been.insert(to), "it comes to {to:?} again");
        }
        Ok(mover.body)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]
        #[test]
        fn clock_M12_nobody_walks_in_circles(
            map in any_relief(13, 11), size in any_body_of_a_kind(), swims in any::<bool>(),
            at in (0..13, 0..11), to in (0..13, 0..11), others in prop::collection::vec((0..13, 0..11), 0..9), feet in 1u32..4,
        ) {
            let lifted = |body: Body| (0..5).map(|z| body.moved_to(Cell { z, ..body.at })).find(|body| map.fits(*body)).unwrap_or(body);
            let mover = Mover { grip: Grip::of(swims, false), ..Mover::walking(lifted(Body { at: cell(at.0, at.1, 0), size })) };
            let foe = lifted(small(to.0, to.1, 0));
            let others = others.into_iter().map(|(x, y)| lifted(small(x, y, 0)));
            let avoid: Vec<Body> = others.chain([foe]).filter(|other| !other.overlaps(mover.body)).collect();
            if map.has_room(mover.body) {
                let end = walked(&map, &mover, &avoid, within(foe, feet), 40)?;
                let around = Surroundings { map: &map, avoid: &avoid };
                let found = next_step(&around, &mover, within(foe, feet), 40, &mut PathScratch::default());
                // Where there is a way, it leads there.
                prop_assert_eq!(matches!(found, NextStep::NoWay { .. }), !within(foe, feet).is_met(end) );
            }
        }
    }
}
