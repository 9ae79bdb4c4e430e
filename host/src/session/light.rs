//! Light for drawing: which cells of the map the player's character could make out by it.
//!
//! Owns nothing that lasts. How far one sees at which light the holder of `Senses` says, as it does of bodies; where all is lit
//! as it always was nobody asks. The view calls it.

use super::lexicon::{Slots, marker, sentence};
use super::scene::OwnedLine;
use crate::clock::Sim;
use crate::world::Steady;
use crate::world::space::Field;
use abi::Cell;
use std::ops::RangeInclusive;

/// The lights of a place, each with what it falls on.
#[derive(Debug)]
pub struct Lamps {
    /// None where all is lit.
    lamps: Option<Vec<(Field, Cell, Steady)>>,
}

impl Lamps {
    /// The lights as they fall on these slices.
    pub fn of(sim: &Sim, slices: &RangeInclusive<i32>) -> Self {
        let (world, air) = (sim.world(), &sim.world().air);
        if air.is_plain() {
            return Self { lamps: None };
        }
        let lamp = |(id, light): (abi::EntityId, Steady)| {
            let from = world.origin(world.row(id)?);
            let mut field = Field::default();
            field.look(&world.map, from, Some(sim.light_feet(light)), slices.clone());
            Some((field, from, light))
        };
        Self { lamps: Some(air.lights().filter_map(lamp).collect()) }
    }

    /// Whether somebody could make out what lies in a cell, were it in view.
    pub fn show(&self, sim: &Sim, row: usize, cell: Cell) -> bool {
        let Some(lamps) = &self.lamps else { return true };
        let falling = lamps.iter().filter(|(field, ..)| field.sees(cell));
        let light = falling.map(|(_, from, light)| sim.light_reaching(*light, *from, cell)).max();
        sim.could_see(row, cell, light.unwrap_or(-1).max(sim.world().air.ambient))
    }
}

/// How light it is about the player's character; nothing where it is as light as always.
pub fn line(sim: &Sim, you: usize) -> Option<OwnedLine> {
    if sim.world().air.is_plain() {
        return None;
    }
    let word = marker(sim.content(), "light", sim.light_on(you));
    let text = sentence(sim.content(), "core/self-light", &Slots { marker: word, ..Slots::default() });
    Some(OwnedLine::plain(text, word))
}
