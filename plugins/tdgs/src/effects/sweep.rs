//! Harm over an area, square by square, and the harm of a fall.
//!
//! Owns whom a shape takes: everybody with a cell in it but its maker, friends too, each rolled for apart. Called through
//! `effects`.

use crate::names::*;
use crate::rules::area::{self, Shape};
use crate::rules::place::{self, Body, SQUARE_FEET};
use crate::rules::roll;
use crate::view;
use abi::{Change, CheckRequest, Degree, Effect, EffectCall, EntityId, FactId, HarmId, Hurt, Out, Packet, Target, World};

/// Sides of the die of a fall.
const FALL_FACES: i64 = 6;

/// Burns, or drowns, or crushes an area.
#[derive(Debug)]
pub struct Sweep;

impl Effect for Sweep {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let (harm, points) = (HarmId(call.args.id(2)), call.args.number_or(3, 0));
        let taken = taken(world, call);
        if call.answers.len() < taken.len() {
            return taken.into_iter().for_each(|opponent| {
                let (kind, actor) = (BLAST, call.actor);
                out.check(CheckRequest { kind, actor, opponent, difficulty_points: 0, bonus_points: 0 });
            });
        }
        let packet = Packet { harm, points: i32::try_from(points).unwrap_or(i32::MAX) };
        for (target, answer) in taken.into_iter().zip(call.answers.iter()).filter(|(_, answer)| answer.degree.is_success()) {
            let (by, degree, is_exploit) = (call.actor, answer.degree, answer.is_exploit);
            out.change(Change::Hurt(Hurt { target, by, packet, degree, is_exploit }));
        }
    }
}

/// Who is in the shape, in the order of the rows.
fn taken(world: &World<'_>, call: &EffectCall<'_>) -> Vec<EntityId> {
    let Some(mine) = view::body(world, call.actor) else { return Vec::new() };
    let aimed = match call.target {
        Target::Cell(cell) => Some(Body { at: cell, extent: abi::Extent { width: 1, depth: 1, height: 1 } }),
        target => view::body(world, target.entity()),
    };
    let length = call.args.number_or(1, 0);
    // Circles and blocks lie where they are aimed, cones and lines go out from their maker.
    let is_aimed_at = [0, 3].contains(&call.args.choice(0));
    let from = if is_aimed_at { aimed.unwrap_or(mine) } else { mine };
    let toward = area::toward(aimed.map_or((0, 0), |aimed| square_of(mine, aimed)));
    let shape = match call.args.choice(0) {
        0 => Shape::Circle { radius: length },
        1 => Shape::Cone { length, toward },
        2 => Shape::Line { length, width: 1, toward },
        _ => Shape::Rectangle { width: length, length },
    };
    let is_in = |other: &view::Other| shape.takes(square_of(from, other.body)) && is_low_enough(from, other.body, length);
    view::others(world, call.actor).filter(is_in).map(|other| other.id).collect()
}

/// In which square a body is, as counted from another: any overlap is enough, so its nearest cell counts.
fn square_of(from: Body, to: Body) -> area::Square {
    let [x, y, _] = from.way(to);
    let square = |feet: i64| feet.signum() * place::squares(feet.abs());
    (square(x), square(y))
}

/// A shape is as high as it is long.
fn is_low_enough(from: Body, to: Body, length: i64) -> bool {
    from.way(to)[2].abs() <= length * SQUARE_FEET
}

/// How far the actor has fallen: the host says it as the actor lands (clause M7).
const FALLEN: FactId = FactId::of("core/fallen");

/// The harm of a fall, of so many feet or of as many as the actor fell: for who fell, and for whom it fell on (clause M8).
#[derive(Debug)]
pub struct Plunge;

impl Effect for Plunge {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let fallen = call.args.number_or(0, view::fact(world, call.actor, FALLEN)).div_euclid(SQUARE_FEET);
        let mut dice = call.dice();
        let points: i64 = (0..place::fall_dice(fallen)).map(|_| roll::face_of(dice.draw(), FALL_FACES)).sum();
        if points > 0 {
            let packet = Packet { harm: HarmId::NONE, points: i32::try_from(points).unwrap_or(i32::MAX) };
            let target = if let Target::Actor(id) = call.target { id } else { call.actor };
            let (degree, is_exploit) = (Degree::Success, false);
            out.change(Change::Hurt(Hurt { target, by: EntityId::NONE, packet, degree, is_exploit }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, id, run_at};
    use abi::{Arg, Cell, CheckAnswer};

    const FIRE_ARG: Arg = Arg::Id(FIRE.0);

    /// Everybody in a row, five feet apart, the actor first; whom a shape takes that is aimed at one of them.
    fn taken_by(choice: u32, length: i64, aimed: u32, cells: &[(i32, i32)]) -> Vec<EntityId> {
        let mut scene = Scene::default().actors(cells.len());
        for (row, (x, y)) in (0..).zip(cells) {
            scene = scene.at(row, Cell::new(*x, *y, 0));
        }
        let args = [Arg::Choice(choice), Arg::Number(length), FIRE_ARG, Arg::Number(10)];
        let (asked, settled) = run_at(&scene, &Sweep, Target::Actor(id(aimed)), &args, &[]);
        assert_eq!(settled, []);
        asked.into_iter().map(|request| request.opponent).collect()
    }

    #[test]
    fn a_circle_takes_everybody_around_whom_it_is_aimed_at_but_its_maker() {
        let row = [(0, 0), (20, 0), (25, 0), (30, 0), (20, 8)];
        assert_eq!(taken_by(0, 1, 1, &row), [id(1), id(2)]);
        assert_eq!(taken_by(0, 2, 1, &row), [id(1), id(2), id(3), id(4)]);
        assert_eq!(taken_by(0, 9, 1, &row), [id(1), id(2), id(3), id(4)]);
    }

    #[test]
    fn cones_and_lines_go_out_from_their_maker() {
        let row = [(0, 0), (10, 0), (10, 10), (0, 20), (-10, 0)];
        assert_eq!(taken_by(1, 4, 1, &row), [id(1)]);
        assert_eq!(taken_by(1, 2, 2, &row), []);
        assert_eq!(taken_by(2, 2, 1, &row), [id(1)]);
        assert_eq!(taken_by(2, 4, 3, &row), [id(3)]);
    }

    #[test]
    fn a_block_goes_east_and_south_from_its_corner() {
        let row = [(0, 0), (20, 0), (25, 6), (15, 0), (20, -5), (40, 0)];
        assert_eq!(taken_by(3, 3, 1, &row), [id(1), id(2)]);
    }

    #[test]
    fn each_is_rolled_for_apart() {
        let scene = Scene::default().actors(3);
        let args = [Arg::Choice(0), Arg::Number(5), FIRE_ARG, Arg::Number(10)];
        let answers = [Degree::Failure, Degree::Success].map(|degree| CheckAnswer { degree, ..CheckAnswer::default() });
        let (asked, settled) = run_at(&scene, &Sweep, Target::Actor(id(1)), &args, &answers);
        assert_eq!(asked, []);
        assert!(matches!(settled[..], [Change::Hurt(hurt)] if hurt.target == id(2) && hurt.packet.points == 10));
    }

    #[test]
    fn a_fall_is_a_die_of_six_for_every_two_squares() {
        let fallen = |feet| {
            let (_, settled) = run_at(&Scene::default().actors(1), &Plunge, Target::None, &[Arg::Number(feet)], &[]);
            settled.iter().map(|change| if let Change::Hurt(hurt) = change { hurt.packet.points } else { -1 }).sum::<i32>()
        };
        let landed = Scene::default().actors(2).fact(0, FALLEN, 30);
        let (_, settled) = run_at(&landed, &Plunge, Target::Actor(id(1)), &[], &[]);
        assert!(
            matches!(settled[..], [Change::Hurt(hurt)] if hurt.target == id(1) && (3..=18).contains(&hurt.packet.points))
        );
        assert_eq!(fallen(9), 0);
        assert!((1..=6).contains(&fallen(10)) && (10..=60).contains(&fallen(1000)));
    }
}
