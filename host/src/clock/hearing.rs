//! Stimuli: what can be sensed otherwise than by sight, and who takes it in (clause E2).
//!
//! Owns the way of a stimulus from its source to whoever is there: how far off, behind how many walls, under which steady sound.
//! How strong it still is and what is made of it the holder of `Senses` says; what it makes of somebody is `awareness`'s.

use super::events::{Event, name};
use super::lines::Cause;
use super::sim::Sim;
use crate::content::tables::{Nature, Sense, Stimulus, StimulusIx};
use crate::modules::crumb::Spot;
use crate::world::space::{Body, walls_between};
use crate::world::{Scent, Steady};
use abi::{CallError, Cell, EntityId, EventId, HearingCall, KindId, LadderId, Percept, SpreadCall, StimulusCall};
use std::sync::Arc;

/// How far a noise is asked after at least: who sleeps out of scope may hear it, and wakes by it (clause L7).
const MOST_HEARING_FEET: u32 = 120;
/// Nobody perceives it.
const NOTHING: Percept = Percept { rung: -1, awareness: 0 };

/// A stimulus at its source.
#[derive(Copy, Clone, Debug)]
pub(super) struct Given {
    pub stimulus: StimulusIx,
    /// How strong.
    pub rung: i32,
    /// Who gives it off, or left it.
    pub by: EntityId,
    /// Where.
    pub at: Cell,
}

impl Sim {
    /// Something can be sensed: light and scents last, a noise is told to whom the holder of `Senses` lets hear it.
    pub(super) fn stimulate(&mut self, event: EventId, by: EntityId, rung: i32, cause: &Cause) {
        let stimulus = self.derived.stimulus_for(event);
        match (event, stimulus) {
            (name::LIGHT, Some(stimulus)) => return self.bring_light(by, Steady { stimulus, rung }),
            (name::LIGHT_LOST, _) => return self.lose_light(by),
            _ => {}
        }
        let ladder = match stimulus {
            Some(ix) => self.content.stimuli[ix.index()].ladder,
            None if event == name::NOISE => LadderId::of("loudness"),
            None => LadderId::NONE,
        };
        let told = Event { ladder, rung, action: cause.action, ..Event::new(event, by) };
        self.raise(told);
        let (Some(stimulus), Some(row)) = (stimulus, self.world.row(by)) else { return };
        let given = Given { stimulus, rung, by, at: self.world.origin(row) };
        if event == name::SMELL {
            self.leave_scent(given, i64::try_from(self.tick).unwrap_or(i64::MAX));
        } else {
            self.give_off(given, rung);
        }
    }

    /// What a body gives off by an event of its own: steps are heard, and a trail is left.
    pub(super) fn give_off_by(&mut self, event: &Event) {
        if self.listeners.is_empty() || self.derived.given_off.iter().all(|(on, ..)| *on != event.id) {
            return;
        }
        let Some(row) = self.world.row(event.about) else { return };
        let derived = Arc::clone(&self.derived);
        for (_, stimulus, rung) in derived.given_off.iter().filter(|(on, ..)| *on == event.id) {
            let at = self.world.origin(row);
            self.give_off(Given { stimulus: *stimulus, rung: *rung, by: event.about, at }, *rung);
        }
    }

    /// What a ground gives off as it comes about, or a zone as it appears.
    pub(super) fn give_off_of(&mut self, thing: KindId, by: EntityId, at: Cell) {
        if self.listeners.is_empty() || self.derived.given_off_by.iter().all(|(of, ..)| *of != thing) {
            return;
        }
        let (derived, content) = (Arc::clone(&self.derived), Arc::clone(&self.content));
        // Light lasts: it is `firelight`'s.
        let is_over_at_once = |ix: StimulusIx| content.stimuli[ix.index()].event != name::LIGHT;
        for (_, stimulus, rung) in derived.given_off_by.iter().filter(|(of, ix, _)| *of == thing && is_over_at_once(*ix)) {
            self.give_off(Given { stimulus: *stimulus, rung: *rung, by, at }, *rung);
        }
    }

    /// Somebody has come somewhere: it leaves its scent, and meets those that hang there.
    pub(super) fn smell_around(&mut self, row: usize) {
        if !self.listeners.is_empty() {
            self.leave_trail(row);
            self.sniff(row);
        }
    }

    /// A stimulus goes out to everybody who could take it in and does not see its source, in initiative order. `rung` is how strong
    /// it is by now.
    pub(super) fn give_off(&mut self, given: Given, rung: i32) {
        let giver = self.world.row(given.by);
        let is_met = |row: &u32| {
            let row = *row as usize;
            giver.is_none_or(|giver| giver != row && !self.world.perceives(row, giver))
        };
        let mut rows: Vec<u32> = self.listeners.iter().copied().filter(is_met).collect();
        rows.sort_unstable_by_key(|row| self.places[*row as usize]);
        for row in rows {
            self.meet_stimulus(row as usize, given, rung);
        }
    }

    /// Somebody meets a stimulus, which was so strong at its source.
    fn meet_stimulus(&mut self, row: usize, given: Given, rung: i32) {
        let is_seen = self.world.row(given.by).is_some_and(|other| self.world.perceives(row, other));
        if is_seen || !self.world.is_actor(row) {
            return;
        }
        let percept = self.taken_in(row, given, rung);
        self.become_aware(row, given.by, given.at, percept, given.stimulus);
    }

    /// What somebody makes of a stimulus; nothing where the holder failed. One that was built before there were stimuli is no fault.
    pub(super) fn taken_in(&mut self, row: usize, given: Given, rung: i32) -> Percept {
        match self.percept(row, given, rung) {
            Ok(percept) => percept,
            Err(CallError::Missing) => NOTHING,
            Err(error) => {
                self.fault(self.roles.senses.module, "senses", error);
                NOTHING
            }
        }
    }

    /// What somebody makes of a stimulus.
    pub(super) fn percept(&self, row: usize, given: Given, rung: i32) -> Result<Percept, CallError> {
        let stimulus = &self.content.stimuli[given.stimulus.index()];
        let arriving = self.arriving(stimulus, rung, given.at, row)?;
        if arriving < 0 {
            return Ok(NOTHING);
        }
        let nature = self.nature(row).unwrap_or_default();
        let mask_rung = if stimulus.is_masked { self.mask(row, given.by)? } else { -1 };
        let call = StimulusCall {
            observer: self.world.id(row),
            event: stimulus.event,
            rung: arriving,
            mask_rung,
            keen_rungs: keen(nature, stimulus),
            gives: stimulus.gives,
        };
        let view = self.world.view();
        self.roles.senses.call(const { Spot::function("Senses::senses") }, |role| role.senses(&view, &call))
    }

    /// How strong a stimulus is where somebody is; below 0 where nothing of it gets there.
    pub(super) fn arriving(&self, stimulus: &Stimulus, rung: i32, from: Cell, row: usize) -> Result<i32, CallError> {
        self.arriving_at(stimulus, rung, from, self.world.body(row))
    }

    /// The same of a place.
    pub(super) fn arriving_at(&self, stimulus: &Stimulus, rung: i32, from: Cell, body: Body) -> Result<i32, CallError> {
        let feet = self.metric().distance_feet(Body::of_cell(from), body);
        // What comes by the eye was judged along a line already: glass is no wall to it.
        let walls = if stimulus.sense == Sense::See { 0 } else { walls_between(&self.world.map, from, body.eye()) };
        let call = SpreadCall {
            event: stimulus.event,
            rung,
            feet: stimulus.feet,
            distance_feet: i32::try_from(feet).unwrap_or(i32::MAX),
            walls: i32::try_from(walls).unwrap_or(i32::MAX),
            rungs_per_wall: stimulus.rungs_per_wall,
        };
        let params = self.world.params();
        self.roles.senses.call(const { Spot::function("Senses::spreads") }, |role| role.spreads(&params, &call))
    }

    /// The loudest steady sound where somebody is, but that of the source in question; below 0 for none.
    fn mask(&self, row: usize, but: EntityId) -> Result<i32, CallError> {
        let mut most = -1;
        for (id, sound) in self.world.air.sounds().filter(|(id, _)| *id != but) {
            let Some(source) = self.world.row(id) else { continue };
            let stimulus = &self.content.stimuli[sound.stimulus.index()];
            most = most.max(self.arriving(stimulus, sound.rung, self.world.origin(source), row)?);
        }
        Ok(most)
    }

    /// Who hears a noise and heeds it, or could be woken by it.
    pub(super) fn hearers(&self, event: &Event, about: usize) -> Vec<u32> {
        let feet = self.derived.knobs.scope_feet.max(MOST_HEARING_FEET);
        let mut near = Vec::new();
        self.world.near(self.world.body(about), feet, self.metric(), &mut near);
        near.retain(|row| {
            let other = *row as usize;
            // Who sleeps out of scope wakes by it, whether or not it means anything to it.
            let heeds = self.actors[other].is_out_of_scope || self.heed(event, other).is_any();
            other != about && heeds && self.heard_rung(event, about, other) >= 0
        });
        near
    }

    /// Who smells what somebody leaves now.
    pub(super) fn smellers(&self, event: &Event, about: usize) -> Vec<u32> {
        let Some(stimulus) = self.derived.stimulus_for(name::SMELL) else { return Vec::new() };
        let given = Given { stimulus, rung: event.rung, by: event.about, at: self.world.origin(about) };
        let smells = |row: &u32| {
            let other = *row as usize;
            other != about && self.percept(other, given, event.rung).is_ok_and(|percept| percept.rung >= 0)
        };
        self.order.iter().copied().filter(smells).collect()
    }

    /// How loud a noise is to somebody, on the ladder `loudness`; below 0 where it is not heard.
    pub(super) fn heard_rung(&self, event: &Event, about: usize, row: usize) -> i32 {
        if let Some(stimulus) = self.derived.stimulus_for(name::NOISE) {
            let given = Given { stimulus, rung: event.rung, by: event.about, at: self.world.origin(about) };
            match self.percept(row, given, event.rung) {
                Ok(percept) => return percept.rung,
                // A holder that was built before there were walls says how loud it is without them.
                Err(CallError::Missing) => {}
                Err(_) => return -1,
            }
        }
        let feet = self.metric().distance_feet(self.world.body(about), self.world.body(row));
        let call = HearingCall {
            observer: self.world.id(row),
            distance_feet: i32::try_from(feet).unwrap_or(i32::MAX),
            rung: event.rung,
        };
        let view = self.world.view();
        let senses = self.roles.senses;
        senses.call(const { Spot::function("Senses::hears") }, |role| role.hears(&view, &call)).unwrap_or(-1)
    }

    /// A body with a scent leaves it where it comes to.
    fn leave_trail(&mut self, row: usize) {
        let Some(rung) = self.nature(row).and_then(|nature| nature.scent) else { return };
        let Some(stimulus) = self.derived.stimulus_for(name::SMELL) else { return };
        let given = Given { stimulus, rung, by: self.world.id(row), at: self.world.cell(row) };
        self.leave_scent(given, i64::try_from(self.tick).unwrap_or(i64::MAX));
    }

    /// A scent is left, and reaches who is there now.
    pub(super) fn leave_scent(&mut self, given: Given, tick: i64) {
        let scent = Scent { stimulus: given.stimulus, rung: given.rung, tick, cell: given.at };
        self.world.air.set_scent(given.by, scent);
        self.give_off(given, self.scent_now(&scent));
    }

    /// Whoever comes somewhere meets the scents that hang there, of each maker the strongest.
    pub(super) fn sniff(&mut self, row: usize) {
        if self.nature(row).is_none() {
            return;
        }
        let me = self.world.id(row);
        let mut met: Vec<(EntityId, Scent)> = self.world.air.scents().filter(|(by, _)| *by != me).collect();
        met.sort_by_key(|(by, scent)| (*by, std::cmp::Reverse(self.scent_now(scent)), std::cmp::Reverse(scent.tick)));
        for (by, scent) in met {
            let given = Given { stimulus: scent.stimulus, rung: scent.rung, by, at: scent.cell };
            self.meet_stimulus(row, given, self.scent_now(&scent));
        }
    }

    /// How strong a scent still is where it was left: computed when asked (clause L6).
    fn scent_now(&self, scent: &Scent) -> i32 {
        let fade = i64::from(self.content.stimuli[scent.stimulus.index()].fade_ticks);
        let age = i64::try_from(self.tick).unwrap_or(i64::MAX).saturating_sub(scent.tick).max(0);
        let lost = age.checked_div(fade).unwrap_or(0);
        scent.rung.saturating_sub(i32::try_from(lost).unwrap_or(i32::MAX)).max(-1)
    }
}

/// By how many rungs a nature is better at taking in a stimulus; keen eyes count in the glance, not here.
const fn keen(nature: Nature, stimulus: &Stimulus) -> i32 {
    match stimulus.sense {
        Sense::See => 0,
        sense => nature.keen_rungs(sense),
    }
}
