//! Carrying out changes, and working off what they set off (clauses K1, K2).

use super::activity::Broadcast;
use super::ending::Ending;
use super::events::{Event, name};
use super::lines::Cause;
use super::sim::{Consequence, Due, Joiner, Scheduled, Sim};
use crate::content::tables::{Concentration, LineIx};
use crate::dice::Purpose;
use crate::modules::crumb::Spot;
use crate::world::{Applied, Request};
use abi::{ActorState, By, Change, CheckRequest, ConditionId, EntityId, Intent, Phase, Raise, Target, Tick, Whose};
use std::sync::Arc;

impl Sim {
    /// Carries out the changes of one answer, in order.
    pub(super) fn carry_out_all(&mut self, changes: &mut Vec<Change>, cause: &Cause) {
        let mut changes = changes.drain(..).peekable();
        while let Some(change) = changes.next() {
            match changes.peek().and_then(|next| self.exchange_of(&change, next)) {
                Some(exchange) => {
                    changes.next();
                    self.exchange(exchange);
                }
                None => self.carry_out(change, cause),
            }
        }
    }

    /// Applies one change at once, raises what is to be told of it, and lists what it sets off.
    pub(super) fn carry_out(&mut self, change: Change, cause: &Cause) {
        let dropped = if let Change::Drop { thing } = change { thing } else { EntityId::NONE };
        match self.world.apply(change) {
            Applied::Quiet | Applied::TrackChanged(..) => {}
            Applied::ConditionBegan(id, condition) => self.condition_began(id, condition, cause),
            Applied::ConditionEnded(id, condition) => self.condition_ended(id, condition),
            Applied::StateChanged(id, state, by) => self.state_changed(id, state, by),
            Applied::CostGone(id, _) => self.set_off(Consequence::CostGone(id)),
            Applied::Asks(request) => self.meet(request, cause),
        }
        if !dropped.is_none() {
            self.note_dropped(dropped);
        }
    }

    fn condition_began(&mut self, id: EntityId, condition: ConditionId, cause: &Cause) {
        let Some(def) = self.world.condition_def(condition) else { return };
        let (is_wound, rung) = (def.is_wound, def.rung);
        let event = Event {
            by: cause.actor,
            condition,
            rung: if is_wound { rung } else { 0 },
            ladder: if is_wound { abi::LadderId::of("hurt") } else { abi::LadderId::NONE },
            ..Event::new(if is_wound { name::WOUND } else { name::CONDITION }, id)
        };
        self.raise(event);
        self.set_off(Consequence::VerbLost(id));
        self.note_support_of(id);
        self.schedule_recurrence(id, condition, self.tick);
    }

    pub(super) fn condition_ended(&mut self, id: EntityId, condition: ConditionId) {
        let event = Event { condition, rung: -1, ..Event::new(name::CONDITION, id) };
        self.raise(event);
        self.note_support_of(id);
    }

    fn state_changed(&mut self, id: EntityId, state: ActorState, by: EntityId) {
        self.has_state_changed = true;
        let told = match state {
            ActorState::Dead => Some(name::DIED),
            ActorState::Yielded => Some(name::YIELDED),
            ActorState::Fled => Some(name::FLED),
            _ => None,
        };
        if let Some(told) = told {
            self.raise(Event { by, ..Event::new(told, id) });
        }
        if let Some(row) = self.world.row(id) {
            self.judge_foes(row);
            if state.may_act() {
                self.wake(row);
            }
        }
        let reason = if state == ActorState::Dead { "death" } else { "may-not-act" };
        if !state.may_act() {
            self.set_off(Consequence::Stopped(id, by, reason));
        }
        self.note_support_of(id);
    }

    /// Does what the world cannot: through the clock, or the holder of a role.
    fn meet(&mut self, request: Request, cause: &Cause) {
        match request {
            Request::Hurt(hurt) => {
                let rolled = self.scratch.magnitudes.iter().rev().find(|(whom, _)| *whom == hurt.target);
                let doing = self.doing_of(cause, rolled.map_or(0, |(_, magnitude)| *magnitude));
                self.ask_harm(cause, hurt.target, |roles, view, seed, out| {
                    let told = const { Spot::function("Harm::hurt_in") };
                    match roles.harm.call(told, |role| role.hurt_in(view, &hurt, &doing, seed, out)) {
                        Err(abi::CallError::Missing) => {
                            roles.harm.call(const { Spot::function("Harm::hurt") }, |role| role.hurt(view, &hurt, seed, out))
                        }
                        answer => answer,
                    }
                });
            }
            Request::Mend(target, points) => self.ask_harm(cause, target, |roles, view, _, out| {
                roles.harm.call(const { Spot::function("Harm::mend") }, |role| role.mend(view, target, points, out))
            }),
            Request::Place(id, cell, manner) => self.come_to(id, cell, manner),
            Request::Cancel(whose) => self.meet_cancel(whose, cause),
            Request::Interrupt(whose) => self.meet_interrupt(whose, cause),
            Request::Mitigate(target, degrees) => self.meet_mitigate(target, degrees, cause),
            Request::Begin(id, action, target) => self.make_begin(id, Intent { action, target, ticks: 0 }),
            Request::Schedule(key, after, line, target, ends_with_maker) => {
                let entry = Scheduled { key, maker: cause.actor, what: Due::Line(LineIx(line)), target, ends_with_maker };
                self.schedule(self.tick + u64::from(after.0.max(1)), entry);
            }
            Request::Unschedule(key) => self.scheduled.retain(|_, entry| entry.key != key),
            Request::Zone(center, feet, life, period, line) => self.open_zone(cause, center, feet, life, period, line),
            Request::Stimulus(event, by, rung) => self.stimulate(event, by, rung, cause),
            Request::Say(id, phrase) => {
                if !self.content.phrases.contains_key(&phrase) {
                    self.fault_of_the_word("it says a phrase that no pack has; expected one with a file in `texts`");
                }
                self.raise(Event { how: phrase, ..Event::new(name::SAID, id) });
            }
            Request::Broadcast(id, kind, action, phase, ticks) => {
                let until = self.now() + ticks;
                self.broadcast(id, Broadcast { kind, action, phase, since: self.now(), until });
            }
            Request::Ground(cell, ground) => self.make_ground(cell, ground, cause),
            Request::Turn(cell, ground) => self.turn_ground(cell, ground, cause),
            Request::Lay(cell, zone) => self.lay_zone(cell, zone, cause),
            Request::Spawn(class, kind, side, near) => {
                let side =
                    if side.is_none() { self.world.row(cause.actor).map_or(side, |row| self.world.side(row)) } else { side };
                self.joiners.push(Joiner { class, kind, side, near, by: cause.actor });
            }
            Request::Remove(id) => self.gone.push(id),
            Request::Raise(raise) => self.raise_for(&raise, cause),
            Request::EndRun(phrase) => {
                let outcome = self.content.name(phrase.0);
                self.ended = Some(super::sim::Ended { outcome, tick: self.tick });
            }
            Request::Look(id) => {
                if let Some(row) = self.world.row(id) {
                    self.look(row);
                }
            }
            Request::Note(text) => self.log_note(cause.actor, &text),
        }
    }

    fn ask_harm(
        &mut self,
        cause: &Cause,
        target: EntityId,
        call: impl Fn(&crate::modules::Roles, &abi::World<'_>, u64, &mut abi::Out) -> Result<(), abi::CallError>,
    ) {
        if self.world.row(target).is_none_or(|row| self.world.state(row) == ActorState::Dead) {
            return;
        }
        let seed = self.dice.draw(Purpose::Harm);
        let mut out = abi::Out::default();
        if let Err(error) = call(&self.roles, &self.world.view(), seed, &mut out) {
            self.fault(self.roles.harm.module, "harm", error);
            return;
        }
        self.settle(&mut out, cause);
    }

    /// Carries out what the holder of a role answered.
    pub(super) fn settle(&mut self, out: &mut abi::Out, cause: &Cause) {
        let mut changes = Vec::new();
        out.drain_changes(&mut changes);
        self.carry_out_all(&mut changes, cause);
    }

    fn raise_for(&mut self, raise: &Raise, cause: &Cause) {
        let event = Event {
            by: raise.by,
            action: cause.action,
            ladder: raise.ladder,
            rung: raise.rung,
            condition: raise.condition,
            how: raise.how,
            ..Event::new(raise.event, raise.about)
        };
        if raise.event == name::LEAVING {
            self.log_leaving(raise.about, cause);
            self.raise_quietly(event);
        } else {
            self.raise(event);
        }
        if raise.event == name::BLOW && raise.rung > 0 {
            self.teach_that_it_works(cause);
            self.set_off(Consequence::Concentration(raise.about, raise.rung, raise.by));
        }
    }

    /// Somebody is made to begin an action: refused like any intent.
    fn make_begin(&mut self, id: EntityId, intent: Intent) {
        let Some(row) = self.world.row(id) else { return };
        if self.actors[row].present.is_some() {
            return;
        }
        if let Err(refusal) = self.check_noting(row, &intent) {
            self.log_refused(row, refusal);
            return;
        }
        if self.begin(row, intent, None).is_ok() {
            // A sleeper wakes at the end of the tick and is first processed in the next (clause L7).
            let is_past = self.is_processed(row) || self.actors[row].is_out_of_scope;
            self.stir(row);
            if let (true, Some(activity)) = (is_past, self.actors[row].present.as_mut()) {
                activity.start = Tick(self.tick + 1);
            }
            self.wake(row);
        }
    }

    /// Works off one consequence.
    pub(super) fn work_off_one(&mut self, consequence: Consequence) {
        match consequence {
            Consequence::Lines(lines, cause) => {
                for line in lines {
                    self.run_line(line, &cause, cause.target);
                }
            }
            Consequence::Concentration(id, rung, by) => self.try_concentration(id, rung, by),
            Consequence::Broken(id, serial, by) => {
                if let Some(row) = self.world.row(id) {
                    self.end_by_serial(row, serial, Ending { by, reason: "concentration" });
                }
            }
            Consequence::VerbLost(id) => self.end_lost_verbs(id),
            Consequence::Stopped(id, by, reason) => self.stop_all(id, by, reason),
            Consequence::Arrived(id) => self.take_entering(id),
            Consequence::Unsupported(id) => self.check_support(id),
            Consequence::Hook(place, event) => self.run_hook(place, &event),
            Consequence::CostGone(id) => {
                if let Some(row) = self.world.row(id) {
                    self.end_present(row, Ending { by: EntityId::NONE, reason: "cost" });
                }
            }
        }
    }

    /// One check for each activity that a blow could break (clause C8).
    fn try_concentration(&mut self, id: EntityId, rung: i32, by: EntityId) {
        let Some(row) = self.world.row(id) else { return };
        let done = self.done(row);
        let mut tried: Vec<u64> = Vec::new();
        let knobs = self.derived.knobs;
        let present = self.actors[row].present.iter().map(|activity| (activity, done));
        let paused = self.actors[row].paused.iter().rev().map(|activity| (activity, activity.paused_done));
        for (activity, done) in present.chain(paused) {
            let concentration = self.content.actions[activity.action.index()].concentration;
            let counts = match concentration {
                Concentration::None => false,
                Concentration::Light => i64::from(rung) >= knobs.concentration_from,
                Concentration::Deep => true,
            };
            if counts && activity.phase(done) != Phase::Recover && !activity.is_complete(done) {
                tried.push(activity.serial);
            }
        }
        for serial in tried {
            let difficulty = knobs.concentration_base_points + knobs.concentration_points_per_rung * i64::from(rung);
            let request = CheckRequest {
                kind: self.rules.concentration_check,
                actor: id,
                opponent: EntityId::NONE,
                difficulty_points: i32::try_from(difficulty).unwrap_or(0),
                bonus_points: 0,
            };
            let cause = self.bare_cause(id);
            let answer = self.roll(&request, &cause);
            if !answer.degree.is_success() {
                self.set_off(Consequence::Broken(id, serial, by));
            }
        }
    }

    /// A cause without an activity.
    pub(super) const fn bare_cause(&self, actor: EntityId) -> Cause {
        Cause { actor, action: None, serial: 0, target: Target::None, event_actor: EntityId::NONE, is_reaction: false }
    }

    /// Ends every activity of somebody that needs a verb which is lost now (clause C7).
    fn end_lost_verbs(&mut self, id: EntityId) {
        let Some(row) = self.world.row(id) else { return };
        let content = Arc::clone(&self.content);
        let lost = |sim: &Self, ix: crate::content::tables::ActionIx| {
            content.actions[ix.index()].needs.iter().any(|verb| sim.world.verb(row, *verb) < 0)
        };
        let all = self.actors[row].present.iter().chain(&self.actors[row].paused);
        let doomed: Vec<u64> = all.filter(|activity| lost(self, activity.action)).map(|activity| activity.serial).collect();
        for serial in doomed {
            self.end_by_serial(row, serial, Ending { by: EntityId::NONE, reason: "verb-lost" });
        }
    }

    /// Pays what the present activity costs, on its first exec tick (clause C10). Answers whether it could.
    pub(super) fn pay(&mut self, row: usize, serial: u64) -> bool {
        let Some(cause) = self.cause_of(row) else { return false };
        if cause.action.is_none_or(|ix| self.content.actions[ix.index()].costs.is_empty()) {
            return self.is_at(row, serial);
        }
        let content = Arc::clone(&self.content);
        let costs = cause.action.map_or(&[][..], |ix| &content.actions[ix.index()].costs);
        let id = self.world.id(row);
        if costs.iter().any(|(track, amount)| self.world.track(row, *track) < *amount) {
            self.end_present(row, Ending { by: EntityId::NONE, reason: "cost" });
            self.work_off();
            return false;
        }
        for (track, amount) in costs {
            self.carry_out(Change::Track { entity: id, track: *track, by: By::Add(-amount) }, &cause);
        }
        self.is_at(row, serial)
    }

    /// The activity that a change means (clause C11).
    pub(super) fn whose(&self, whose: Whose, cause: &Cause) -> Option<(usize, Option<usize>)> {
        match whose {
            Whose::Of(id) => self.world.row(id).map(|row| (row, None)),
            Whose::Parent => {
                let row = self.world.row(cause.actor)?;
                let top = self.actors[row].paused.len().checked_sub(1)?;
                Some((row, Some(top)))
            }
        }
    }
}
