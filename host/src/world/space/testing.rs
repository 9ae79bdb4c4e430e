//! What the tests of `space` share: short builders, maps drawn as text, and strategies. Only built for tests.

use super::{Body, Fill, Ground, Map};
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

/// Air, rock, stone floor, log, fog, glass, water over a bed.
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
    ];
    (0..).zip(kinds).map(|(id, ground)| Ground { id: abi::GroundId(id), ..ground }).collect()
}

/// A map from slices of rows, slice 0 first, in the signs ` #.=%G~` of [`grounds`].
pub(super) fn drawn(slices: &[&[&str]]) -> Map {
    let size = cell(slices[0][0].len() as i32, slices[0].len() as i32, slices.len() as i32);
    let cells = slices
        .iter()
        .flat_map(|rows| rows.iter())
        .flat_map(|row| row.chars())
        .map(|sign| " #.=%G~".find(sign).unwrap() as u16)
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
