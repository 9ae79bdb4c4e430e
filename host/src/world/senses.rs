//! What is in the air: light, steady sounds and scents, and what everybody has noticed of it.
//!
//! Owns who gives off what, what each is aware of without seeing it, and the slow memory of trouble. It never judges how strong
//! anything is somewhere: the holder of `Senses` does, asked by the clock. Nothing here counts down (clause L6): all is kept as
//! the tick in which it began or ends.

use super::entities::World;
use crate::content::tables::{LIT, StimulusIx};
use abi::{Cell, EntityId};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

/// A rung of the ladder `awareness`: what one knows of somebody whom one does not see.
pub mod awareness {
    /// Nothing.
    pub const UNAWARE: i32 = 0;
    /// That something was there.
    pub const STIRRED: i32 = 1;
    /// That somebody is there.
    pub const SEARCHING: i32 = 2;
}

/// A rung of the ladder `alertness`: how much one expects trouble.
pub mod alertness {
    /// Asleep.
    pub const ASLEEP: i32 = 0;
    /// Awake, and thinking of something else.
    pub const UNAWARE: i32 = 1;
    /// Knowing who is there, and where.
    pub const ALARMED: i32 = 4;
}

/// What one is aware of without seeing it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Aware {
    /// On the ladder `awareness`.
    pub rung: i32,
    /// Since when it has been on this rung.
    pub since: u64,
    /// When it falls a rung unless something new comes.
    pub until: u64,
    /// Where it was sensed last.
    pub cell: Cell,
}

/// The last trouble, which is forgotten slowly.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Alert {
    /// On the ladder `alertness`.
    pub rung: i32,
    /// When.
    pub tick: u64,
}

/// Something that is given off for as long as it lasts.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Steady {
    /// Which stimulus.
    pub stimulus: StimulusIx,
    /// How strong at its source.
    pub rung: i32,
}

/// A scent that was left somewhere.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scent {
    /// Which stimulus.
    pub stimulus: StimulusIx,
    /// How strong it was.
    pub rung: i32,
    /// When it was left; before the fight where it is below 0.
    pub tick: i64,
    /// Where.
    pub cell: Cell,
}

/// So many feet of a trail are one scent, the freshest of them.
const TRAIL_FEET: i32 = 5;

/// All of it.
#[derive(Clone, Debug)]
pub struct Air {
    /// How light it is where nothing gives light.
    pub ambient: i32,
    lights: BTreeMap<EntityId, Steady>,
    sounds: BTreeMap<EntityId, Steady>,
    scents: BTreeMap<(EntityId, Cell), Scent>,
    aware: BTreeMap<(u32, EntityId), Aware>,
    alert: BTreeMap<u32, Alert>,
}

impl Default for Air {
    fn default() -> Self {
        Self {
            ambient: LIT,
            lights: BTreeMap::new(),
            sounds: BTreeMap::new(),
            scents: BTreeMap::new(),
            aware: BTreeMap::new(),
            alert: BTreeMap::new(),
        }
    }
}

impl Hash for Air {
    /// What is not there adds nothing, so that a state in which nothing is in the air hashes as it did before there was any.
    fn hash<H: Hasher>(&self, state: &mut H) {
        if self.ambient != LIT {
            ("ambient", self.ambient).hash(state);
        }
        self.lights.iter().for_each(|light| ("light", light).hash(state));
        self.sounds.iter().for_each(|sound| ("sound", sound).hash(state));
        self.scents.iter().for_each(|scent| ("scent", scent).hash(state));
        self.aware.iter().for_each(|aware| ("aware", aware).hash(state));
        self.alert.iter().for_each(|alert| ("alert", alert).hash(state));
    }
}

impl Air {
    /// Whether all is lit as it always was: then nobody need ask how light it is anywhere.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.ambient == LIT && self.lights.is_empty()
    }

    /// Who gives off something steady, in order of ids.
    pub fn lights(&self) -> impl Iterator<Item = (EntityId, Steady)> + '_ {
        self.lights.iter().map(|(id, steady)| (*id, *steady))
    }

    /// Who makes a steady sound.
    pub fn sounds(&self) -> impl Iterator<Item = (EntityId, Steady)> + '_ {
        self.sounds.iter().map(|(id, steady)| (*id, *steady))
    }

    /// All scents, by who left them.
    pub fn scents(&self) -> impl Iterator<Item = (EntityId, Scent)> + '_ {
        self.scents.iter().map(|((id, _), scent)| (*id, *scent))
    }

    /// The light that somebody gives.
    #[must_use]
    pub fn light_of(&self, id: EntityId) -> Option<Steady> {
        self.lights.get(&id).copied()
    }

    /// What a row is aware of without seeing it, in order of ids.
    pub fn aware_of(&self, row: usize) -> impl Iterator<Item = (EntityId, Aware)> + '_ {
        let least = EntityId { index: 0, generation: 0 };
        let row = row as u32;
        self.aware.range((row, least)..(row + 1, least)).map(|((_, id), aware)| (*id, *aware))
    }

    /// The same of one.
    #[must_use]
    pub fn awareness(&self, row: usize, id: EntityId) -> Option<Aware> {
        self.aware.get(&(row as u32, id)).copied()
    }

    /// How much a row expects trouble from what it remembers alone, falling a rung every so many ticks.
    #[must_use]
    pub fn remembered_alertness(&self, row: usize, now: u64, ticks_per_rung: u64) -> i32 {
        let Some(alert) = self.alert.get(&(row as u32)) else { return alertness::UNAWARE };
        let fallen = now.saturating_sub(alert.tick) / ticks_per_rung.max(1);
        let fallen = i32::try_from(fallen).unwrap_or(i32::MAX);
        alert.rung.saturating_sub(fallen).max(alertness::UNAWARE)
    }

    /// Notes what a row is aware of.
    pub fn set_aware(&mut self, row: usize, id: EntityId, aware: Aware) {
        self.aware.insert((row as u32, id), aware);
    }

    /// A row is aware of somebody no more, or sees it. Answers what it was aware of.
    pub fn take_aware(&mut self, row: usize, id: EntityId) -> Option<Aware> {
        self.aware.remove(&(row as u32, id))
    }

    /// A row is given to expect trouble.
    pub fn set_alert(&mut self, row: usize, alert: Alert) {
        self.alert.insert(row as u32, alert);
    }

    /// Somebody gives light from now on.
    pub fn set_light(&mut self, id: EntityId, light: Steady) {
        self.lights.insert(id, light);
    }

    /// Somebody's light goes out. Answers what it was.
    pub fn take_light(&mut self, id: EntityId) -> Option<Steady> {
        self.lights.remove(&id)
    }

    /// Somebody makes a steady sound from now on.
    pub fn set_sound(&mut self, id: EntityId, sound: Steady) {
        self.sounds.insert(id, sound);
    }

    /// A steady sound ends. Answers what it was.
    pub fn take_sound(&mut self, id: EntityId) -> Option<Steady> {
        self.sounds.remove(&id)
    }

    /// Somebody leaves a scent.
    pub fn set_scent(&mut self, id: EntityId, scent: Scent) {
        let part = |n: i32| n.div_euclid(TRAIL_FEET);
        let place = Cell { x: part(scent.cell.x), y: part(scent.cell.y), z: part(scent.cell.z) };
        self.scents.insert((id, place), scent);
    }

    /// Forgets a row, which is about to hold somebody else. What it left in the air stays, and so does what others know of it.
    pub(super) fn forget(&mut self, row: usize, id: EntityId) {
        self.lights.remove(&id);
        self.sounds.remove(&id);
        self.aware.retain(|(observer, _), _| *observer != row as u32);
        self.alert.remove(&(row as u32));
    }
}

impl World {
    /// The cell that a row's light or sound comes from: the eye of whoever carries it.
    #[must_use]
    pub fn origin(&self, row: usize) -> Cell {
        match self.row(self.holders[row]) {
            Some(holder) => self.body(holder).eye(),
            None if self.is_actor(row) => self.body(row).eye(),
            None => self.places[row].cell,
        }
    }

    /// Who holds a thing; nobody where it lies.
    #[must_use]
    pub fn holder(&self, row: usize) -> EntityId {
        self.holders[row]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trouble_is_forgotten_a_rung_at_a_time() {
        let mut air = Air::default();
        let check =
            |air: &Air, now: u64, expected: i32| assert_eq!(air.remembered_alertness(3, now, 100), expected, "{now}");
        check(&air, 0, alertness::UNAWARE);
        air.set_alert(3, Alert { rung: 3, tick: 50 });
        for (now, expected) in [(50, 3), (149, 3), (150, 2), (249, 2), (250, 1), (9_000, 1)] {
            check(&air, now, expected);
        }
    }

    #[test]
    fn a_trail_keeps_the_freshest_scent_of_each_stretch() {
        let mut air = Air::default();
        let id = EntityId { index: 1, generation: 0 };
        let scent = |x: i32, tick: i64| Scent { stimulus: StimulusIx(0), rung: 1, tick, cell: Cell { x, y: 0, z: 0 } };
        for (x, tick) in [(0, 1), (4, 2), (5, 3), (-1, 4)] {
            air.set_scent(id, scent(x, tick));
        }
        let kept: Vec<i32> = air.scents().map(|(_, scent)| scent.cell.x).collect();
        assert_eq!(kept, [-1, 4, 5]);
    }
}
