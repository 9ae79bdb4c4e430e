//! The order in which actors stand (clauses N1, I1, I2), and who perceives a standing foe.

use super::events::{Event, name};
use super::sim::{Encounter, Sim};
use crate::content::tables::LIT;
use crate::dice::Purpose;
use crate::modules::crumb::Spot;
use crate::world::PairChange;
use crate::world::space::{Barrier, line_is_clear};
use abi::{CallError, EntityId, GlanceCall, SightCall};

/// Whether one sees another, as the holder of `Senses` says.
#[derive(Copy, Clone, Debug)]
pub(super) struct Glance {
    /// The places of both in the order.
    order: (u32, u32),
    observer: usize,
    subject: usize,
    sees: Result<bool, CallError>,
}

impl Sim {
    /// Works out the order anew: scores and coins count in an encounter only (clauses N1, I2).
    pub(super) fn sort_order(&mut self) {
        if self.is_order_fixed {
            self.number_places();
            return;
        }
        let in_encounter = self.encounter.is_some();
        let [dexterity, level] = self.rules.order_stats;
        let mut rows = std::mem::take(&mut self.order);
        rows.sort_by_cached_key(|row| {
            let row = *row as usize;
            let actor = &self.actors[row];
            let (score, coin) = if in_encounter { (actor.score, actor.coin) } else { (0, false) };
            let is_player_side = self.world.side(row) == self.player_side;
            let stats = (self.world.stat(row, dexterity), self.world.stat(row, level));
            (std::cmp::Reverse((score, stats, is_player_side, coin)), self.world.id(row))
        });
        self.order = rows;
        self.number_places();
    }

    fn number_places(&mut self) {
        for (place, row) in self.order.iter().enumerate() {
            self.places[*row as usize] = place as u32;
        }
    }

    /// An encounter begins: all in scope roll, by id (clauses N1, I1).
    pub(super) fn begin_encounter(&mut self) {
        self.encounter = Some(Encounter { began: self.tick, unaware_since: None });
        self.log_plain("encounter_began");
        let mut rows = self.order.clone();
        rows.retain(|row| self.is_in_scope(*row as usize));
        rows.sort_unstable_by_key(|row| self.world.id(*row as usize));
        for row in rows {
            self.roll_initiative(row as usize);
        }
        for actor in &mut self.actors {
            actor.deeds.clear();
        }
        self.sort_order();
        self.tell_everybody(name::ENCOUNTER_BEGAN);
    }

    /// Rolls somebody's initiative.
    ///
    /// Order: one draw of the stream `initiative`; none where the fight fixes the order.
    pub(super) fn roll_initiative(&mut self, row: usize) {
        if self.is_order_fixed {
            return;
        }
        let seed = self.dice.draw(Purpose::Initiative);
        let is_seen_by = |observer: &u32| self.foes.contains(&(*observer, row as u32));
        let is_unseen = !self.world.who_perceives(row).iter().any(is_seen_by);
        let held = self.roles.tempo;
        match held.call(const { Spot::function("Tempo::initiative") }, |role| {
            role.initiative(&self.world.view(), self.world.id(row), is_unseen, seed)
        }) {
            Ok(score) => self.actors[row].score = score,
            Err(error) => self.fault(held.module, "initiative", error),
        }
    }

    /// Ends the encounter.
    pub(super) fn end_encounter(&mut self) {
        self.encounter = None;
        self.log_plain("encounter_ended");
        self.sort_order();
        self.tell_everybody(name::ENCOUNTER_ENDED);
        self.learn_by_encounter();
    }

    /// What happens to all at once is told to the player's characters; nobody reacts to it.
    fn tell_everybody(&mut self, event: abi::EventId) {
        let players: Vec<usize> = (0..self.actors.len()).filter(|row| self.actors[*row].mind.is_player()).collect();
        for row in players {
            let event = Event::new(event, self.world.id(row));
            self.feed_own(&event, row);
        }
    }

    /// Judges who perceives a row and whom it perceives, observers in initiative order (clause E3).
    pub(super) fn look(&mut self, row: usize) {
        self.look_all(&[row]);
    }

    /// The same for several at once: what changed concerns them all.
    pub(super) fn look_all(&mut self, rows: &[usize]) {
        let mut glances = std::mem::take(&mut self.scratch.glances);
        for row in rows {
            self.glance(*row, &mut glances);
        }
        glances.sort_unstable_by_key(|glance| glance.order);
        if rows.len() > 1 {
            glances.dedup_by_key(|glance| glance.order);
        }
        for glance in glances.drain(..) {
            let sees = glance.sees.unwrap_or_else(|error| {
                self.fault(self.roles.senses.module, "sees", error);
                false
            });
            self.judge_pair(glance.observer, glance.subject, sees);
        }
        self.scratch.glances = glances;
    }

    /// Who sees whom, of a row and everybody in range of it, in the order in which it is to be told.
    fn glance(&mut self, row: usize, glances: &mut Vec<Glance>) {
        let senses = self.roles.senses;
        let feet = senses
            .call(const { Spot::function("Senses::sight_feet") }, |role| role.sight_feet(&self.world.params()))
            .unwrap_or(0);
        let body = self.world.body(row);
        let mut near = std::mem::take(&mut self.scratch.rows);
        self.world.near(body, u32::try_from(feet).unwrap_or(0), self.metric(), &mut near);
        near.extend_from_slice(self.world.perceived_by(row));
        near.extend_from_slice(self.world.who_perceives(row));
        near.sort_unstable();
        near.dedup();
        let view = self.world.view();
        let is_plain = self.world.air.is_plain();
        let light = if is_plain { LIT } else { self.light_on(row) };
        for other in near.drain(..).map(|other| other as usize).filter(|other| *other != row && self.world.is_actor(*other))
        {
            let theirs = self.world.body(other);
            let has_line = line_is_clear(&self.world.map, Barrier::Opaque, body, theirs);
            let distance_feet = i32::try_from(self.metric().distance_feet(body, theirs)).unwrap_or(i32::MAX);
            let other_light = if is_plain { LIT } else { self.light_on(other) };
            for (observer, subject, light) in [(row, other, other_light), (other, row, light)] {
                let order = (self.places[observer], self.places[subject]);
                let call = self.sight_call(observer, subject, distance_feet, has_line);
                let sees =
                    if is_plain { self.sees(&view, observer, &call) } else { self.sees_by(&view, observer, call, light) };
                glances.push(Glance { order, observer, subject, sees });
            }
        }
        self.scratch.rows = near;
    }

    fn sight_call(&self, observer: usize, subject: usize, distance_feet: i32, has_line: bool) -> SightCall {
        SightCall {
            observer: self.world.id(observer),
            subject: self.world.id(subject),
            distance_feet,
            has_line,
            is_hidden: self.world.is_hidden(subject),
        }
    }

    /// Where all is lit as it always was.
    fn sees(&self, view: &abi::World<'_>, observer: usize, call: &SightCall) -> Result<bool, CallError> {
        let sees = self.roles.senses.call(const { Spot::function("Senses::sees") }, |role| role.sees(view, call));
        sees.map(|sees| sees && self.world.may_act(observer))
    }

    /// At the light that falls on the subject. A holder that was built before there was any goes without it.
    pub(super) fn sees_by(
        &self,
        view: &abi::World<'_>,
        observer: usize,
        sight: SightCall,
        light: i32,
    ) -> Result<bool, CallError> {
        let dark_rungs = self.nature(observer).map_or(0, |nature| nature.dark);
        let call = GlanceCall { sight, light, dark_rungs };
        match self.roles.senses.call(const { Spot::function("Senses::sees_by") }, |role| role.sees_by(view, &call)) {
            Err(CallError::Missing) => self.sees(view, observer, &sight),
            sees => sees.map(|sees| sees && self.world.may_act(observer)),
        }
    }

    fn judge_pair(&mut self, observer: usize, subject: usize, sees: bool) {
        if self.world.perceives(observer, subject) == sees {
            // Nearly every step changes nothing.
            return;
        }
        let stage = self.world.track(subject, self.rules.stage_track);
        let Some(change) = self.world.perceive(observer, subject, sees, stage) else { return };
        let event = match change {
            PairChange::Noticed => name::NOTICED,
            PairChange::Lost => name::LOST,
        };
        let told = Event { by: self.world.id(subject), ..Event::new(event, self.world.id(observer)) };
        self.raise(told);
        self.judge_foe(observer, subject);
        self.awareness_by_sight(observer, subject, sees);
    }

    fn judge_foe(&mut self, observer: usize, subject: usize) {
        let is_foe = self.world.perceives(observer, subject)
            && self.world.state(observer).is_in_the_fight()
            && self.is_standing_foe(subject, observer);
        let pair = (observer as u32, subject as u32);
        if is_foe {
            self.foes.insert(pair);
        } else {
            self.foes.remove(&pair);
        }
    }

    /// Judges anew who is a standing foe of a row, whose state changed.
    pub(super) fn judge_foes(&mut self, row: usize) {
        for observer in self.world.who_perceives(row).to_vec() {
            self.judge_foe(observer as usize, row);
        }
        for subject in self.world.perceived_by(row).to_vec() {
            self.judge_foe(row, subject as usize);
        }
    }

    /// Two who ran into each other notice each other, whatever the light (clause M10).
    pub(super) fn notice_each_other(&mut self, row: usize, other: usize) {
        let (first, second) = if self.places[row] < self.places[other] { (row, other) } else { (other, row) };
        self.judge_pair(first, second, true);
        self.judge_pair(second, first, true);
    }

    /// Judges a row's body for the last time: nobody perceives what is gone.
    pub(super) fn unlook(&mut self, id: EntityId) {
        let Some(row) = self.world.row(id) else { return };
        self.foes.retain(|(observer, subject)| *observer != row as u32 && *subject != row as u32);
    }
}
