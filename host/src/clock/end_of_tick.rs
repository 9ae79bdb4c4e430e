//! The end of the tick: clause L1 (d), in the order of clause L9.

use super::control::Mind;
use super::sim::{ActorClock, Departed, Ended, Joiner, Sim, Stage};
use crate::content::tables::Stop;
use crate::dice::Purpose;
use crate::modules::crumb::Spot;
use abi::{ActorState, Class, EntityId, SideId, Tick};
use std::sync::Arc;

impl Sim {
    /// Windows close; the dead and the gone are taken out; the new join; scope; encounter; is it over; hash; snapshot; swap
    /// of modules (clause L9).
    pub(super) fn end_tick(&mut self) {
        self.collect();
        while !self.passes.is_empty() {
            // Under `SameTick` everybody has been processed by now: what is queued waits for the next tick.
            self.passes.pop_front();
        }
        self.stage = Stage::Between;
        self.close_windows();
        self.judge_fled();
        // Who got away is told before it is gone.
        self.collect();
        self.take_out();
        self.let_join();
        self.judge_scope();
        self.judge_encounter();
        self.judge_over();
        self.moved.clear();
        self.has_state_changed = false;
        self.collect();
        if self.ended.is_none() && self.tick + 1 >= self.max_ticks {
            self.run_out();
        }
        if self.ended.is_some() {
            self.tell_end();
        }
        self.take_snapshot();
        self.take_swap();
    }

    /// The time is over: the end stands in the last tick that there is.
    pub(super) fn run_out(&mut self) {
        if self.ended.is_none() {
            self.tick = self.max_ticks.saturating_sub(1);
            self.world.tick = Tick(self.tick);
            self.ended = Some(Ended { outcome: "time".into(), tick: self.tick });
        }
        self.tell_end();
    }

    /// The last line of the log, once.
    fn tell_end(&mut self) {
        if !self.is_end_told {
            self.is_end_told = true;
            self.log_end();
        }
    }

    /// Whoever is far from every enemy and unaware of any has got away; where scope is judged it merely falls out of that.
    fn judge_fled(&mut self) {
        if self.scope.is_judged {
            return;
        }
        let feet = self.derived.knobs.scope_feet;
        for place in 0..self.moved.len() {
            let row = self.moved[place] as usize;
            let is_in = self.world.is_actor(row) && self.world.state(row) == ActorState::Up;
            if !is_in || self.foes.range((row as u32, 0)..(row as u32 + 1, 0)).next().is_some() {
                continue;
            }
            let mut near = Vec::new();
            self.world.near(self.world.body(row), feet, self.metric(), &mut near);
            let has_enemy_near =
                near.iter().any(|other| *other as usize != row && self.is_standing_foe(*other as usize, row));
            let has_enemy = (0..self.world.row_count()).any(|other| other != row && self.is_standing_foe(other, row));
            if has_enemy && !has_enemy_near {
                let id = self.world.id(row);
                let cause = self.bare_cause(id);
                self.carry_out(abi::Change::SetState { entity: id, state: ActorState::Fled, by: EntityId::NONE }, &cause);
                self.work_off();
            }
        }
    }

    fn take_out(&mut self) {
        if self.has_state_changed {
            let is_out = |id: &EntityId| {
                let state = self.world.row(*id).map(|row| self.world.state(row));
                matches!(state, Some(ActorState::Fled)) || (state == Some(ActorState::Dead) && !self.is_dropping(*id))
            };
            let out: Vec<EntityId> = self.order.iter().map(|row| self.world.id(*row as usize)).filter(is_out).collect();
            self.gone.extend(out);
        }
        if self.gone.is_empty() {
            return;
        }
        for id in std::mem::take(&mut self.gone) {
            let Some(row) = self.world.row(id) else { continue };
            self.unlook(id);
            self.leave_scope(row);
            self.listeners.retain(|held| *held != row as u32);
            self.leave_things(id);
            self.actors[row].present = None;
            self.actors[row].paused.clear();
            self.actors[row].queue.clear();
            self.actors[row].idle_queue.clear();
            self.actors[row].due = u64::MAX;
            self.order.retain(|held| *held != row as u32);
            if self.world.is_actor(row) {
                let (name, kind) = (Arc::clone(self.world.name(row)), self.world.kind(row));
                let (side, state) = (self.world.side(row), self.world.state(row));
                self.departed.push(Departed { name, kind, side, state });
            }
            self.world.remove(id);
            self.has_state_changed = true;
            self.sort_order();
        }
    }

    fn let_join(&mut self) {
        if self.joiners.is_empty() {
            return;
        }
        for joiner in std::mem::take(&mut self.joiners) {
            self.join(&joiner);
        }
    }

    fn join(&mut self, joiner: &Joiner) {
        let kind = self.content.name(joiner.kind.0);
        self.serial += 1;
        let stem = kind.rsplit('/').next().unwrap_or("somebody");
        let name = format!("{stem}-{}", self.serial);
        let Some(birth) = self.world.birth(joiner.class, joiner.kind, joiner.side, joiner.near, &name) else {
            self.log_note(joiner.by, "nobody could join: there is no room, or no such kind");
            return;
        };
        let profile = self.content.kinds[birth.kind.index()].profile;
        let id = self.world.spawn(birth);
        if joiner.class == Class::Actor {
            let mind = profile
                .map_or_else(|| Mind::Script { acts: Vec::new(), next: 0, reacts: None, cast: Vec::new() }, Mind::Profile);
            self.enrol(id, mind, false);
            self.enter(id);
        }
    }

    /// Gives an entity its place on the clock.
    pub(super) fn enrol(&mut self, id: EntityId, mind: Mind, reads_exact: bool) {
        let row = id.index as usize;
        self.make_room_for(id);
        let coin = self.dice.keyed("coin", &[u64::from(id.index), u64::from(id.generation)]) & 1 == 1;
        self.actors[row] = ActorClock::new(mind, reads_exact, coin);
        self.order.push(row as u32);
        self.join_scope(row);
        self.join_listeners(row);
        self.readings.make_room(self.actors.len());
        self.be_born(id);
    }

    /// Room on the clock for a row, which may be that of a thing: things stand in no order and decide nothing.
    pub(super) fn make_room_for(&mut self, id: EntityId) {
        while self.actors.len() <= id.index as usize {
            self.actors.push(nobody());
            self.places.push(0);
        }
    }

    /// A row is that of a thing from now on, whoever had it before: it decides nothing.
    pub(super) fn lie(&mut self, id: EntityId) {
        self.make_room_for(id);
        self.actors[id.index as usize] = nobody();
    }

    /// The holder of `Harm` gives a body what it begins with.
    fn be_born(&mut self, id: EntityId) {
        let seed = self.dice.draw(Purpose::Births);
        let mut out = abi::Out::default();
        let held = self.roles.harm;
        if let Err(error) =
            held.call(const { Spot::function("Harm::born") }, |role| role.born(&self.world.view(), id, seed, &mut out))
        {
            self.fault(held.module, "born", error);
            return;
        }
        self.settle(&mut out, &self.bare_cause(id));
        // What a birth changes is no news to anybody, and sets nothing off.
        self.events.clear();
        self.list.clear();
    }

    /// Somebody who joined perceives and is perceived, and is first processed in the next tick (clause L9).
    fn enter(&mut self, id: EntityId) {
        let row = id.index as usize;
        if self.encounter.is_some() {
            self.roll_initiative(row);
        }
        self.sort_order();
        self.log_joined(row);
        self.look(row);
        self.set_due(row, self.tick + 1);
        self.has_state_changed = true;
    }

    /// Clause N1: an encounter begins when anyone becomes aware of a foe, and ends when nobody was for long enough.
    pub(super) fn judge_encounter(&mut self) {
        let is_aware = !self.foes.is_empty();
        let (now, calm) = (self.tick, self.derived.knobs.calm_ticks);
        match &mut self.encounter {
            None if is_aware => self.begin_encounter(),
            None => {}
            Some(encounter) if is_aware => encounter.unaware_since = None,
            Some(encounter) => {
                let since = *encounter.unaware_since.get_or_insert(now);
                if now + 1 >= since + calm {
                    self.end_encounter();
                }
            }
        }
    }

    /// Whether a side is left alone, or no player lives (clause L8; a side is judged at the end of the tick).
    fn judge_over(&mut self) {
        if self.ended.is_some() || self.stop == Stop::Never || !self.has_state_changed {
            return;
        }
        let mut sides: Vec<SideId> = Vec::new();
        for row in self.order.iter().map(|row| *row as usize) {
            if self.world.state(row).is_in_the_fight() && !sides.contains(&self.world.side(row)) {
                sides.push(self.world.side(row));
            }
        }
        if sides.len() <= 1 {
            let outcome: Arc<str> = sides.first().map_or("nobody".into(), |side| self.content.name(side.0));
            self.ended = Some(Ended { outcome, tick: self.tick });
        }
    }
}

/// What stands on the clock for a row that decides nothing.
fn nobody() -> ActorClock {
    let mind = Mind::Script { acts: Vec::new(), next: 0, reacts: None, cast: Vec::new() };
    ActorClock::new(mind, false, false)
}
