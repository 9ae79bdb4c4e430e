//! Light: what gives it, how light it is where somebody is, and who sees whom by it (clause E3).
//!
//! Owns the changes of light. Where all is lit as it always was nothing here costs anything. `hearing` hands over light that is
//! brought or put out, `arriving` bodies that carry it, `order` asks how light it is.

use super::events::{Event, name};
use super::hearing::Given;
use super::sim::{Due, Scheduled, Sim};
use crate::content::tables::{self, Fight, SourcePlace};
use crate::world::space::{Barrier, Body, line_is_clear};
use crate::world::{Birth, Steady};
use abi::{Cell, Change, Class, EntityId};
use std::sync::Arc;

/// A ladder of more rungs would reach over every map.
const MOST_DOUBLINGS: u32 = 10;
/// Farther than any screen shows.
const MOST_LIGHT_FEET: i32 = 200;

impl Sim {
    /// How light it is where a body is, on the ladder `light`.
    #[must_use]
    pub fn light_on(&self, row: usize) -> i32 {
        let mut most = self.world.air.ambient;
        for (id, light) in self.world.air.lights() {
            let Some(source) = self.world.row(id).filter(|_| light.rung > most) else { continue };
            let from = self.world.origin(source);
            let is_own = source == row || self.world.holder(source) == self.world.id(row);
            if is_own || self.has_line_to(row, from) {
                let stimulus = &self.content.stimuli[light.stimulus.index()];
                most = most.max(self.arriving(stimulus, light.rung, from, row).unwrap_or(-1));
            }
        }
        most
    }

    /// How light a light makes a cell on which it falls, on the ladder `light`.
    pub(crate) fn light_reaching(&self, light: Steady, from: Cell, at: Cell) -> i32 {
        let stimulus = &self.content.stimuli[light.stimulus.index()];
        self.arriving_at(stimulus, light.rung, from, Body::of_cell(at)).unwrap_or(-1)
    }

    /// How far a light is looked for at most, in feet: a doubling for each of its rungs, and nobody sees farther.
    pub(crate) fn light_feet(&self, light: Steady) -> i32 {
        let stimulus = &self.content.stimuli[light.stimulus.index()];
        let doublings = u32::try_from(light.rung).unwrap_or(0).min(MOST_DOUBLINGS);
        stimulus.feet.saturating_mul(1 << doublings).min(MOST_LIGHT_FEET)
    }

    /// Whether somebody could make out what lies in a cell with so much light on it, were it in view.
    pub(crate) fn could_see(&self, row: usize, at: Cell, light: i32) -> bool {
        let id = self.world.id(row);
        let feet = self.metric().distance_feet(self.world.body(row), Body::of_cell(at));
        let distance_feet = i32::try_from(feet).unwrap_or(i32::MAX);
        let sight = abi::SightCall { observer: id, subject: id, distance_feet, has_line: true, is_hidden: false };
        self.sees_by(&self.world.view(), row, sight, light).unwrap_or(false)
    }

    /// Somebody gives light from now on.
    pub(super) fn bring_light(&mut self, by: EntityId, light: Steady) {
        self.make_light(by, light, by);
    }

    /// The same of something that somebody else lit: it is no news to that one.
    pub(super) fn make_light(&mut self, by: EntityId, light: Steady, maker: EntityId) {
        let Some(row) = self.world.row(by) else { return };
        if self.world.air.light_of(by) == Some(light) {
            return;
        }
        self.world.air.set_light(by, light);
        self.light_changed(name::LIGHT, row, light, maker);
    }

    /// Somebody's light goes out.
    pub(super) fn lose_light(&mut self, by: EntityId) {
        let Some(row) = self.world.row(by) else { return };
        if let Some(light) = self.world.air.take_light(by) {
            self.light_changed(name::LIGHT_LOST, row, light, by);
        }
    }

    /// A light appeared or went out: who sees whom is judged anew, and whoever saw the light itself is aware of that.
    fn light_changed(&mut self, event: abi::EventId, row: usize, light: Steady, maker: EntityId) {
        let (id, at) = (self.world.id(row), self.world.origin(row));
        let ladder = self.content.stimuli[light.stimulus.index()].ladder;
        let rung = if event == name::LIGHT { light.rung } else { self.world.air.ambient };
        self.raise(Event { ladder, rung, ..Event::new(event, id) });
        self.relight();
        let Some(stimulus) = self.told_light(event) else { return };
        self.tell_light(stimulus, row, light, maker);
        for row in self.seers(at, maker) {
            let given = Given { stimulus, rung: light.rung, by: id, at };
            let percept = self.taken_in(row as usize, given, light.rung);
            self.become_aware(row as usize, id, at, percept, stimulus);
        }
    }

    /// Whoever sees where a row's light is or was, in initiative order.
    pub(super) fn lookers(&self, about: usize) -> Vec<u32> {
        let (at, but) = (self.world.origin(about), self.world.id(about));
        self.order.iter().copied().filter(|row| self.looks_at(*row as usize, at, but)).collect()
    }

    /// Whoever sees a cell and takes in what it sees, in initiative order.
    fn seers(&self, at: Cell, but: EntityId) -> Vec<u32> {
        let mut rows: Vec<u32> = self.listeners.clone();
        rows.retain(|row| self.looks_at(*row as usize, at, but));
        rows.sort_unstable_by_key(|row| self.places[*row as usize]);
        rows
    }

    /// Whether somebody else has open eyes and a line to a cell.
    fn looks_at(&self, row: usize, at: Cell, but: EntityId) -> bool {
        self.world.id(row) != but && self.world.may_act(row) && self.has_line_to(row, at)
    }

    /// Whether a body has a line of sight to a cell: the one that it has to a body of one cell there, so that who looks on, whoever
    /// notices a light and who goes round a fire see the same (clause E3).
    pub(super) fn has_line_to(&self, row: usize, at: Cell) -> bool {
        line_is_clear(&self.world.map, Barrier::Opaque, Body::of_cell(at), self.world.body(row))
    }

    /// The stimulus of content that a light's coming or going is: one with an event of its own to be given off on.
    fn told_light(&self, event: abi::EventId) -> Option<tables::StimulusIx> {
        let mut stimuli = self.content.stimuli.iter().zip(0..);
        stimuli.find(|(stimulus, _)| stimulus.on == Some(event)).map(|(_, place)| tables::StimulusIx(place))
    }

    /// The light has changed: all pairs are judged anew (clause E3).
    pub(super) fn relight(&mut self) {
        let rows: Vec<usize> = self.order.iter().map(|row| *row as usize).collect();
        self.look_all(&rows);
    }

    /// A body that carries a light has come elsewhere.
    pub(super) fn light_moved(&mut self, row: usize) {
        if self.world.air.lights().next().is_none() {
            return;
        }
        let id = self.world.id(row);
        let carries = |(light, _): (EntityId, Steady)| {
            light == id || self.world.row(light).is_some_and(|thing| self.world.holder(thing) == id)
        };
        if self.world.air.lights().any(carries) {
            self.relight();
        }
    }

    /// Whoever is taken out leaves what it held where it was, and a light of its own goes out with it.
    pub(super) fn leave_things(&mut self, id: EntityId) {
        self.lose_light(id);
        let things: Vec<EntityId> =
            (0..self.world.row_count()).filter(|row| self.world.holder(*row) == id).map(|row| self.world.id(row)).collect();
        for thing in things {
            self.world.apply(Change::Drop { thing });
            if self.world.air.light_of(thing).is_some() {
                self.relight();
            }
        }
    }

    /// The things of a fight's file that give something off join it; what begins at once is there before anybody looks.
    pub(super) fn place_sources(&mut self, fight: &Fight, cast: &[EntityId]) {
        for source in &fight.sources {
            // A thing has a kind only because every row has one.
            let Some(first) = fight.actors.first() else { return };
            let (cell, holder) = match source.place {
                SourcePlace::At(cell) => (cell, None),
                SourcePlace::With(place) => (fight.actors.get(place).map_or(first.at, |actor| actor.at), cast.get(place)),
            };
            let name = Arc::clone(&source.name);
            let id = self.world.spawn(Birth { class: Class::Thing, kind: first.kind, side: abi::SideId::NONE, cell, name });
            self.make_room_for(id);
            if let Some(holder) = holder {
                self.world.apply(Change::Give { thing: id, to: *holder });
            }
            let begins = u64::try_from(source.from).unwrap_or(0);
            if begins == 0 {
                self.begin_source(id, source);
            } else {
                self.schedule(begins, Scheduled::new(id, Due::Source(source.stimulus, true)));
            }
            if let Some(until) = source.until {
                self.schedule(until, Scheduled::new(id, Due::Source(source.stimulus, false)));
            }
        }
    }

    /// What a source gives off before the first tick is there without a word.
    fn begin_source(&mut self, id: EntityId, source: &tables::Source) {
        let stimulus = &self.content.stimuli[source.stimulus.index()];
        let (event, rung) = (stimulus.event, stimulus.rung.unwrap_or(0));
        let steady = Steady { stimulus: source.stimulus, rung };
        match event {
            name::LIGHT => self.world.air.set_light(id, steady),
            name::NOISE => self.world.air.set_sound(id, steady),
            _ => {
                let row = id.index as usize;
                let cell = self.world.origin(row);
                let scent = crate::world::Scent { stimulus: source.stimulus, rung, tick: source.from, cell };
                self.world.air.set_scent(id, scent);
            }
        }
    }

    /// A source begins or ends in the middle of a fight.
    pub(super) fn turn_source(&mut self, id: EntityId, ix: tables::StimulusIx, begins: bool) {
        let Some(row) = self.world.row(id) else { return };
        let stimulus = &self.content.stimuli[ix.index()];
        let (event, rung) = (stimulus.event, stimulus.rung.unwrap_or(0));
        let steady = Steady { stimulus: ix, rung };
        match (event, begins) {
            (name::LIGHT, true) => self.bring_light(id, steady),
            (name::LIGHT, false) => self.lose_light(id),
            (name::NOISE, true) => {
                self.world.air.set_sound(id, steady);
                self.give_off(Given { stimulus: ix, rung, by: id, at: self.world.origin(row) }, rung);
            }
            (name::NOISE, false) => {
                self.world.air.take_sound(id);
            }
            (_, true) => {
                let given = Given { stimulus: ix, rung, by: id, at: self.world.origin(row) };
                self.leave_scent(given, i64::try_from(self.tick).unwrap_or(i64::MAX));
            }
            (_, false) => {}
        }
    }
}
