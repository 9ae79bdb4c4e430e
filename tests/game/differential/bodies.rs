//! What must hold of bodies at the end of every tick, whatever happened in it (clauses M6 to M8).
//!
//! Owns the rule said cell by cell: no two bodies share a cell, none stands in anything solid or has a floor through it, and whoever
//! has come from one place to another could have gone there through open cells. Must never ask the engine what fits where. The
//! plain loop calls it.

use abi::{Cell, EntityId, Extent};
use dungeon_mind::clock::Sim;
use dungeon_mind::world::space::{Body, Fill, Map};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Where everybody was when the tick before was over, and on which ground.
pub struct Bodies {
    map: Arc<Map>,
    at: BTreeMap<EntityId, Body>,
}

/// What was held against the rule.
#[derive(Copy, Clone, Debug, Default)]
pub struct Held {
    /// Pairs of bodies.
    pub pairs: u64,
    /// Ways of bodies that moved, and those of them that led to another height.
    pub ways: u64,
    pub ways_up_or_down: u64,
}

impl Bodies {
    pub fn of(sim: &Sim) -> Self {
        Self { map: Arc::clone(&sim.world().map), at: bodies(sim).collect() }
    }

    /// Holds everybody against the rule, and remembers where they are.
    pub fn hold(&mut self, sim: &Sim, held: &mut Held) {
        let now = Self::of(sim);
        let tick = sim.tick();
        let name = |id: &EntityId| sim.world().row(*id).map(|row| sim.world().name(row).to_owned()).unwrap_or_default();
        if now.at == self.at && Arc::ptr_eq(&now.map, &self.map) {
            // Nothing has moved, neither bodies nor the ground.
            return;
        }
        let all: Vec<(&EntityId, &Body)> = now.at.iter().collect();
        for (place, (id, body)) in all.iter().enumerate() {
            assert!(has_room(&[&now.map], **body), "tick {tick}: {} is in a wall or a floor: {body:?} (M6)", name(id));
            for (other, there) in &all[place + 1..] {
                assert!(
                    !share(**body, **there),
                    "tick {tick}: {} and {} share a cell: {body:?} (M6)",
                    name(id),
                    name(other)
                );
                held.pairs += 1;
            }
            let Some(before) = self.at.get(*id).filter(|before| *before != *body) else { continue };
            let is_way = is_way(&[&self.map, &now.map], *before, **body);
            assert!(is_way, "tick {tick}: {} went through something: {before:?} to {body:?} (M4, M8)", name(id));
            held.ways += 1;
            held.ways_up_or_down += u64::from(before.at.z != body.at.z);
        }
        *self = now;
    }
}

fn bodies(sim: &Sim) -> impl Iterator<Item = (EntityId, Body)> {
    let world = sim.world();
    (0..world.row_count()).filter(|row| world.is_actor(*row)).map(|row| (world.id(row), world.body(row)))
}

fn cells(body: Body) -> impl Iterator<Item = Cell> {
    let [width, depth, height] = [body.size.width, body.size.depth, body.size.height].map(i32::from);
    let Cell { x, y, z } = body.at;
    (x..x + width).flat_map(move |x| (y..y + depth).flat_map(move |y| (z..z + height).map(move |z| Cell { x, y, z })))
}

fn share(one: Body, other: Body) -> bool {
    let overlap = |a: i32, feet: u8, b: i32, other_feet: u8| a < b + i32::from(other_feet) && b < a + i32::from(feet);
    overlap(one.at.x, one.size.width, other.at.x, other.size.width)
        && overlap(one.at.y, one.size.depth, other.at.y, other.size.depth)
        && overlap(one.at.z, one.size.height, other.at.z, other.size.height)
}

/// Whether a cell is solid on each of some maps; beside and below the drawn cells all is, above them nothing.
fn is_solid(maps: &[&Map], at: Cell) -> bool {
    let is_solid = |map: &&Map| match map.ground_at(at) {
        Some(ground) => map.grounds()[usize::from(ground)].fill == Fill::Solid,
        None => at.z < 0 || at.x < 0 || at.y < 0 || at.x >= map.size().x || at.y >= map.size().y,
    };
    maps.iter().all(is_solid)
}

/// Whether a floor parts a cell from the one below on each of some maps.
fn is_floored(maps: &[&Map], at: Cell) -> bool {
    let has_floor = |map: &&Map| map.ground_at(at).is_some_and(|ground| map.grounds()[usize::from(ground)].has_floor);
    maps.iter().all(has_floor)
}

fn has_room(maps: &[&Map], body: Body) -> bool {
    cells(body).all(|cell| !is_solid(maps, cell) && (cell.z == body.at.z || !is_floored(maps, cell)))
}

/// Whether a body can be moved from one place to another, a foot along one axis at a time, through open cells alone: it is looked
/// for in the box around both and a foot more. What was open before the tick or after it counts as open.
fn is_way(maps: &[&Map], from: Body, to: Body) -> bool {
    let span = |one: i32, other: i32| one.min(other) - 1..=one.max(other) + 1;
    let spans = [span(from.at.x, to.at.x), span(from.at.y, to.at.y), span(from.at.z, to.at.z)];
    let mut seen = BTreeSet::from([from.at]);
    let mut open = vec![from];
    while let Some(here) = open.pop() {
        if here.at == to.at {
            return true;
        }
        for (x, y, z) in [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)] {
            let at = Cell { x: here.at.x + x, y: here.at.y + y, z: here.at.z + z };
            let there = Body { at, ..here };
            let is_near = spans[0].contains(&at.x) && spans[1].contains(&at.y) && spans[2].contains(&at.z);
            // Up and down lead through the floors between: those lie inside the box around both.
            let both = Body {
                at: Cell { z: at.z.min(here.at.z), ..at },
                size: Extent { height: here.size.height + u8::from(z != 0), ..here.size },
            };
            if is_near && has_room(maps, both) && seen.insert(at) {
                open.push(there);
            }
        }
    }
    false
}
