//! What the tests of `space` share: short builders, maps drawn as text, and strategies. Only built for tests.

use super::{Body, Fill, Ground, Holding, Map};
use abi::{Cell, Extent};
use proptest::prelude::*;

pub(super) const fn cell(x: i32, y: i32, z: i32) -> Cell {
    Cell { x, y, z }
}

pub(super) const HUMAN: Extent = Extent { width: 2, depth: 1, height: 6 };
pub(super) const SMALL: Extent = Extent { width: 1, depth: 1, height: 3 };

pub(super) fn human(x: i32, y: i32, z: i32) -> Body {
    Body { at: cell(x, y, z), size: HUMAN }
}

pub(super) fn small(x: i32, y: i32, z: i32) -> Body {
    Body { at: cell(x, y, z), size: SMALL }
}

/// Air, rock, stone floor, log, fog, glass, water over a bed, deep water, a ladder.
pub(super) fn grounds() -> Vec<Ground> {
    let air = Ground::AIR;
    let stone = Ground { has_floor: true, ..air };
    let kinds = [
        air,
        Ground { fill: Fill::Solid, is_opaque: true, ..air },
        stone,
        Ground { departure_ticks: 15, arrival_ticks: 20, ..stone },
        Ground { is_opaque: true, ..stone },
        Ground { fill: Fill::Solid, ..air },
        Ground { fill: Fill::Liquid, departure_ticks: 4, arrival_ticks: 3, ..stone },
        Ground { fill: Fill::Liquid, opposing_ticks: 6, holding: Holding::Swimmers, ..air },
        Ground { opposing_ticks: 5, holding: Holding::Climbers, ..air },
    ];
    (0..).zip(kinds).map(|(id, ground)| Ground { id: abi::GroundId(id), ..ground }).collect()
}

/// A map from slices of rows, slice 0 first, in the signs ` #.=%G~wH` of [`grounds`].
pub(super) fn drawn(slices: &[&[&str]]) -> Map {
    let size = cell(slices[0][0].len() as i32, slices[0].len() as i32, slices.len() as i32);
    let cells = slices
        .iter()
        .flat_map(|rows| rows.iter())
        .flat_map(|row| row.chars())
        .map(|sign| " #.=%G~wH".find(sign).unwrap() as u16)
        .collect();
    Map::new(size, grounds(), cells).unwrap()
}

/// The rows as slice 0, and seven slices of air above it, in which `#` goes on upwards.
pub(super) fn floor(rows: &[&str]) -> Map {
    let above: Vec<String> = rows.iter().map(|row| row.replace(['.', '=', '~'], " ")).collect();
    let above: Vec<&str> = above.iter().map(String::as_str).collect();
    let mut slices: Vec<&[&str]> = vec![rows];
    slices.extend(std::iter::repeat_n(above.as_slice(), 7));
    drawn(&slices)
}

pub(super) fn any_cell(reach: i32) -> impl Strategy<Value = Cell> {
    (-reach..reach, -reach..reach, -reach..reach).prop_map(|(x, y, z)| cell(x, y, z))
}

pub(super) fn any_extent() -> impl Strategy<Value = Extent> {
    (1u8..4, 1u8..3, 1u8..5).prop_map(|(width, depth, height)| Extent { width, depth, height })
}

pub(super) fn any_body(reach: i32) -> impl Strategy<Value = Body> {
    (any_cell(reach), any_extent()).prop_map(|(at, size)| Body { at, size })
}

/// Maps of any grounds in three dimensions, most cells of which are air.
pub(super) fn any_map(side: i32, height: i32) -> impl Strategy<Value = Map> {
    let ground = prop_oneof![12 => Just(0u16), 3 => Just(1u16), 4 => 2u16..7];
    let count = (side * side * height) as usize;
    proptest::collection::vec(ground, count)
        .prop_map(move |cells| Map::new(cell(side, side, height), grounds(), cells).unwrap())
}

/// One floor with air above: walls, rough grounds and stone.
pub(super) fn any_floor(side: i32) -> impl Strategy<Value = Map> {
    let sign = prop_oneof![12 => Just('.'), 3 => Just('#'), 1 => Just('='), 1 => Just('~')];
    proptest::collection::vec(sign, (side * side) as usize).prop_map(move |signs| {
        let rows: Vec<String> = signs.chunks(side as usize).map(|row| row.iter().collect()).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        floor(&rows)
    })
}

/// Ground two feet above the lowest: kerbs to step up on, dips and pits, a deep pool, boards over nothing, ladders, and walls, of
/// which some floors have none and some many. What stands in the columns is said from the lowest slice up.
pub(super) fn any_relief(width: i32, depth: i32) -> impl Strategy<Value = Map> {
    const SLICES: usize = 8;
    let column = |walls: u32, rough: u32| {
        prop_oneof![
            30 => Just("##."),
            walls => Just("########"),
            rough => prop_oneof![
                3 => Just("###"),
                2 => Just("#."),
                1 => Just("####"),
                2 => prop_oneof![Just("##="), Just("##~")],
                1 => prop_oneof![Just("."), Just("www"), Just("  ."), Just("HHHH"), Just("##HHH#")],
            ],
        ]
    };
    let count = (width * depth) as usize;
    let density = prop_oneof![Just((0, 2)), Just((2, 0)), Just((3, 6)), Just((6, 3)), Just((1, 30))];
    let columns = density.prop_flat_map(move |(walls, rough)| proptest::collection::vec(column(walls, rough), count));
    columns.prop_map(move |columns| {
        let sign = |column: &str, slice: usize| column.chars().nth(slice).unwrap_or(' ');
        let row = |slice: usize, row: &[&str]| row.iter().map(|column| sign(column, slice)).collect::<String>();
        let slice = |slice: usize| columns.chunks(width as usize).map(|part| row(slice, part)).collect::<Vec<_>>();
        let slices: Vec<Vec<String>> = (0..SLICES).map(slice).collect();
        let rows: Vec<Vec<&str>> = slices.iter().map(|rows| rows.iter().map(String::as_str).collect()).collect();
        drawn(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>())
    })
}

/// From a rat to a young dragon.
pub(super) fn any_body_of_a_kind() -> impl Strategy<Value = Extent> {
    let sizes = [(1, 1, 1), (1, 1, 3), (2, 1, 6), (2, 1, 3), (2, 2, 3), (3, 2, 9), (6, 4, 5)];
    proptest::sample::select(sizes.to_vec()).prop_map(|(width, depth, height)| Extent { width, depth, height })
}
