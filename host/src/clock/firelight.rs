//! The light of zones: what burns lights its surroundings as a torch does (clauses W5, E3).
//!
//! Owns the things that stand for such a light in the world, and their going out. Content says which zone gives which light:
//! a stimulus of the event `light` with the zone in its `from`. It must never say how light it is anywhere: `lights` does, as of
//! every light. `terrain` tells it of zones that appear and end. Where it is as light as that already, a fire adds nothing, and
//! nothing is done.

use super::events::name;
use super::sim::Sim;
use crate::content::tables::{ZoneDef, ZoneIx};
use crate::world::space::Body;
use crate::world::{Birth, Steady};
use abi::{Cell, Class, EntityId, KindId, SideId};

/// Fires that burn within so many feet of each other light as one: a stride, and nobody could tell them apart by their light.
const ONE_LIGHT_FEET: u32 = 5;

impl Sim {
    /// The light that a zone gives, where that is more than there is without it.
    fn light_of_zone(&self, zone: KindId) -> Option<Steady> {
        let given = self.derived.given_off_by.iter().filter(|(of, ..)| *of == zone);
        let lights = given.filter(|(_, ix, _)| self.content.stimuli[ix.index()].event == name::LIGHT);
        let mut lights = lights.map(|(_, stimulus, rung)| Steady { stimulus: *stimulus, rung: *rung });
        lights.find(|light| light.rung > self.world.air.ambient)
    }

    /// Whether a zone gives light that is to go out with it.
    pub(super) fn gives_light(&self, def: &ZoneDef) -> bool {
        self.light_of_zone(def.id).is_some()
    }

    /// A zone lies somewhere from now on. Light that only spreads is no light that appears.
    pub(super) fn zone_lights(&mut self, def: &ZoneDef, at: Cell, maker: EntityId, is_new: bool) {
        let Some(light) = self.light_of_zone(def.id) else { return };
        if self.has_lamp_near(light, at) {
            return;
        }
        let id = self.spawn_lamp(def, at);
        if is_new {
            self.make_light(id, light, maker);
        } else {
            self.world.air.set_light(id, light);
            self.relight();
        }
    }

    /// A zone is over. Another of its kind that burns beside it gives the light from now on; where none burns so near that it
    /// would be as light as before, the light has gone out.
    pub(super) fn zone_darkens(&mut self, zone: ZoneIx, def: &ZoneDef, at: Cell) {
        let Some(light) = self.light_of_zone(def.id) else { return };
        let Some(lamp) = self.lamps(light).find(|(_, cell)| *cell == at).map(|(id, _)| id) else { return };
        let burning: Vec<Cell> = self.lying(zone).collect();
        let bright_feet = u32::try_from(self.content.stimuli[light.stimulus.index()].feet).unwrap_or(0);
        let goes_on = burning.iter().any(|cell| self.is_near(*cell, at, bright_feet));
        if goes_on {
            self.world.air.take_light(lamp);
        } else {
            self.lose_light(lamp);
        }
        self.gone.push(lamp);
        for cell in burning {
            if self.is_near(cell, at, ONE_LIGHT_FEET) && !self.has_lamp_near(light, cell) {
                let id = self.spawn_lamp(def, cell);
                self.world.air.set_light(id, light);
            }
        }
        if goes_on {
            self.relight();
        }
    }

    fn is_near(&self, one: Cell, other: Cell, feet: u32) -> bool {
        self.metric().within(Body::of_cell(one), Body::of_cell(other), feet)
    }

    fn has_lamp_near(&self, light: Steady, at: Cell) -> bool {
        self.lamps(light).any(|(_, cell)| self.is_near(cell, at, ONE_LIGHT_FEET))
    }

    /// The things that give the light of a zone, and where. Nobody carries one.
    fn lamps(&self, light: Steady) -> impl Iterator<Item = (EntityId, Cell)> + '_ {
        let same = self.world.air.lights().filter(move |(_, given)| *given == light);
        same.filter_map(|(id, _)| Some((id, self.world.origin(self.world.row(id)?))))
    }

    fn spawn_lamp(&mut self, def: &ZoneDef, at: Cell) -> EntityId {
        // A thing has a kind only because every row has one.
        let kind = self.world.kind(0);
        let birth = Birth { class: Class::Thing, kind, side: SideId::NONE, cell: at, name: def.label.clone() };
        let id = self.world.spawn(birth);
        self.lie(id);
        id
    }
}
