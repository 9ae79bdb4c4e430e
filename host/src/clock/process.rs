//! Processing one actor in its place: the question, what happens to its activities, one tick of the present one (T10).

use super::decision::{Asks, Decision, Reply};
use super::events::name;
use super::sim::Sim;
use crate::content::tables::{StopCause, TargetRule};
use abi::{Intent, Target, Tick};

impl Sim {
    /// Processes an actor (clauses L3, T10). Answers a decision instead where a player has to take one first.
    pub(super) fn process(&mut self, row: usize) -> Option<Decision> {
        self.depth_now = self.actors[row].present.as_ref().map_or(0, |activity| activity.depth);
        if self.actors[row].present.is_some()
            && let Some(decision) = self.question(row)
        {
            return Some(decision);
        }
        let stamped_before = self.actors[row].stamp;
        self.stamp(row);
        self.actors[row].causes.clear();
        self.actors[row].heard.clear();
        if self.actors[row].present.is_none() && !self.go_on_below(row) {
            match self.select_next(row) {
                Selected::Decision(decision) => {
                    self.unstamp(row, stamped_before);
                    return Some(decision);
                }
                Selected::Nothing => {
                    let next = self.next_entry(row).map_or(u64::MAX, |tick| tick.max(self.tick + 1));
                    self.set_due(row, next);
                    self.collect();
                    return None;
                }
                Selected::Begun => {}
            }
        }
        self.run_tick(row);
        self.collect();
        self.depth_now = 0;
        None
    }

    /// Goes on with what is paused; what would be refused now is cancelled, and the next below follows (clause R6).
    fn go_on_below(&mut self, row: usize) -> bool {
        while let Some(mut activity) = self.actors[row].paused.pop() {
            let action = &self.content.actions[activity.action.index()];
            let intent = Intent { action: action.id, target: activity.target, ticks: 0 };
            let is_prep =
                activity.paused_done <= activity.lengths.prep.0 && activity.phase(activity.paused_done) == abi::Phase::Prep;
            if is_prep && let Err(refusal) = self.check_noting(row, &intent) {
                self.log_refused(row, refusal);
                self.raise_ended(row, &activity, name::CANCELLED, abi::EntityId::NONE, refusal.name());
                continue;
            }
            activity.start = Tick(self.tick - u64::from(activity.paused_done));
            self.raise_of(row, &activity, name::RESUMED);
            self.actors[row].present = Some(activity);
            return true;
        }
        false
    }

    /// Selects for a free actor and begins (clause L3).
    fn select_next(&mut self, row: usize) -> Selected {
        if self.actors[row].mind.is_player() {
            let id = self.world.id(row);
            let Some((_, reply)) = self.answer.take_if(|(actor, _)| *actor == id) else {
                return Selected::Decision(Decision { actor: id, asks: Asks::Free });
            };
            let Reply::Do(intent) = reply else {
                return Selected::Decision(Decision { actor: id, asks: Asks::Free });
            };
            return match self.commit(row, intent, "free") {
                Ok(()) => Selected::Begun,
                Err(_) => Selected::Decision(Decision { actor: id, asks: Asks::Free }),
            };
        }
        while let Some(intent) = self.take_entry(row) {
            if self.commit(row, intent, "free").is_ok() {
                return Selected::Begun;
            }
        }
        if matches!(self.actors[row].mind, super::control::Mind::Script { .. }) {
            return Selected::Nothing;
        }
        let chosen = self.choose_act(row);
        self.counts.decisions += 1;
        let intent = chosen.unwrap_or_else(|| self.idle_intent());
        if self.begin(row, intent, None).is_ok() { Selected::Begun } else { Selected::Nothing }
    }

    /// What a profile in which no rank holds does (clause L3).
    #[must_use]
    pub fn idle_intent(&self) -> Intent {
        let action = &self.content.actions[self.rules.idle.index()];
        let ticks = self.derived.knobs.idle_ticks;
        Intent { action: action.id, target: Target::None, ticks }
    }

    /// Logs, checks and begins what a player or a script commits.
    fn commit(&mut self, row: usize, intent: Intent, decision: &'static str) -> Result<(), super::decision::Refusal> {
        self.counts.decisions += 1;
        if let Err(refusal) = self.check_noting(row, &intent) {
            self.log_refused(row, refusal);
            return Err(refusal);
        }
        self.log_intent(row, &intent, decision);
        self.begin(row, intent, None)
    }

    /// The question of clause D2, for profiles and scripts too: whether to give up, or to leave a watchful wait.
    fn question(&mut self, row: usize) -> Option<Decision> {
        let done = self.done(row);
        let activity = self.actors[row].present.as_ref()?;
        if done == 0 || activity.phase(done) != abi::Phase::Prep {
            return None;
        }
        let is_edge = activity.is_at_edge(done);
        let is_watchful = self.content.actions[activity.action.index()].is_watchful;
        let causes = std::mem::take(&mut self.actors[row].causes);
        if is_watchful && !causes.is_empty() {
            return self.leave_watch(row, causes);
        }
        if self.actors[row].mind.is_player() {
            return self.ask_player(row, is_edge, causes);
        }
        let heard = std::mem::take(&mut self.actors[row].heard);
        if let Some(cancel) = self.choose_cancel(row, is_edge, &causes, &heard) {
            self.give_up(row, cancel);
        }
        None
    }

    /// Asks a player in its prep, one question however many causes (clause D2).
    fn ask_player(&mut self, row: usize, is_edge: bool, causes: Vec<(StopCause, abi::EntityId)>) -> Option<Decision> {
        let id = self.world.id(row);
        if let Some((_, reply)) = self.answer.take_if(|(actor, _)| *actor == id) {
            if reply == Reply::GiveUp {
                let cancel = if is_edge { self.rules.boundary_cancel } else { self.rules.deep_cancel };
                let intent = Intent { action: self.content.actions[cancel.index()].id, target: Target::None, ticks: 0 };
                self.log_intent(row, &intent, if is_edge { "edge" } else { "noticed" });
                self.give_up(row, intent);
            }
            return None;
        }
        let is_due =
            !causes.is_empty() || (is_edge && (self.actors[row].has_cause_since_commit || self.is_target_gone(row)));
        if !is_due {
            return None;
        }
        for cause in &causes {
            self.actors[row].stopped_for.push(*cause);
        }
        self.log_stopped(row, &causes);
        Some(Decision { actor: id, asks: Asks::GoOn { is_edge, causes } })
    }

    /// Leaves a watchful wait at no cost, if there is anything to do instead (clause T8).
    fn leave_watch(&mut self, row: usize, causes: Vec<(StopCause, abi::EntityId)>) -> Option<Decision> {
        let has_else = match &self.actors[row].mind {
            super::control::Mind::Player(_) => true,
            super::control::Mind::Script { .. } => false,
            super::control::Mind::Profile(_) => self.would_act(row),
        };
        if has_else {
            self.log_stopped(row, &causes);
            let activity = self.actors[row].present.take()?;
            self.raise_ended(row, &activity, name::SUPERSEDED, self.world.id(row), "left");
        }
        None
    }

    /// Gives up the present prep for a cancel action, which replaces it (clauses C1 to C3).
    fn give_up(&mut self, row: usize, intent: Intent) {
        if self.check_noting(row, &intent).is_err() {
            return;
        }
        let done = self.done(row);
        let Some(activity) = self.actors[row].present.take() else { return };
        let invested = activity.invested(done);
        self.raise_ended(row, &activity, name::CANCELLED, self.world.id(row), "given-up");
        self.counts.decisions += 1;
        if self.begin_with(row, intent, None, invested).is_ok() {
            self.show_what_is_given_up(row, activity.action);
        } else {
            // It passed the same check a moment ago; if a module changed its mind, the prep is given up all the same.
            self.wake(row);
        }
    }

    /// Processes the next tick of the present activity (clause T10).
    pub(super) fn run_tick(&mut self, row: usize) {
        let Some(activity) = self.actors[row].present.as_ref() else { return };
        self.depth_now = activity.depth;
        let serial = activity.serial;
        let Ok(index) = u32::try_from(self.tick - activity.start.0) else { return };
        let (prep, exec) = (activity.lengths.prep.0, activity.lengths.exec.0);
        let whole = activity.whole();
        if index == 0 || index == prep || index == prep + exec {
            self.begin_phase(row, index);
        } else if index < prep {
            self.put_on_mask(row, index);
        }
        if index == prep {
            self.first_exec(row, serial);
        }
        if index >= prep && index < prep + exec {
            self.open_windows(row, serial, index - prep);
        }
        if index + 1 == prep + exec {
            // A fall that has begun within this very tick has its own ticks to come.
            if self.is_at(row, serial) && self.is_falling(row) {
                self.land(row);
            } else {
                self.run_own(row, serial, Moment::Complete);
            }
            if self.is_at(row, serial) {
                self.teach(row);
            }
        }
        if index + 1 == whole {
            self.finish(row, serial);
        }
        self.set_next(row);
    }

    fn begin_phase(&mut self, row: usize, index: u32) {
        let Some(activity) = self.actors[row].present.as_mut() else { return };
        let phase = activity.phase_of(index);
        let bit = 1 << phase as u8;
        if activity.begun_phases & bit != 0 {
            return;
        }
        let is_first = activity.begun_phases == 0;
        activity.begun_phases |= bit;
        activity.stretch += 1;
        let was_masked = activity.broadcast.is_some();
        activity.broadcast = activity.broadcast.filter(|_| phase == abi::Phase::Prep);
        let action = activity.action;
        if is_first {
            self.choose_mask(row, index);
        }
        self.raise_phase(row, phase);
        if self.content.actions[action.index()].is_giving_up && (is_first || was_masked) {
            self.raise_own_flinch(row, is_first);
        }
        self.tell_mask(row);
    }

    /// The first exec tick: costs, the lunge of clause G5, then `on_exec`.
    fn first_exec(&mut self, row: usize, serial: u64) {
        if !self.pay(row, serial) {
            return;
        }
        self.lunge(row);
        self.run_own(row, serial, Moment::Exec);
    }

    /// Whether the present activity still is the one with this serial.
    pub(super) fn is_at(&self, row: usize, serial: u64) -> bool {
        self.actors[row].present.as_ref().is_some_and(|activity| activity.serial == serial)
    }

    fn finish(&mut self, row: usize, serial: u64) {
        if !self.is_at(row, serial) {
            return;
        }
        let Some(activity) = self.actors[row].present.take() else { return };
        self.raise_of(row, &activity, name::FINISHED);
    }

    /// Works out when an actor is due next.
    pub(super) fn set_next(&mut self, row: usize) {
        let next = match &self.actors[row].present {
            Some(activity) => {
                let done = self.done(row);
                let action = &self.content.actions[activity.action.index()];
                let prep = activity.lengths.prep.0;
                let opens = action.windows.iter().map(|window| prep + window.from);
                let shows = action.shows.iter().map(|show| show.from).filter(|from| *from < prep);
                let index = activity.next_boundary(done, opens.chain(shows));
                activity.start.0 + u64::from(index)
            }
            None if !self.actors[row].paused.is_empty() => self.tick + 1,
            None => match self.next_entry(row) {
                Some(tick) => tick.max(self.tick + 1),
                None if matches!(self.actors[row].mind, super::control::Mind::Script { .. }) => u64::MAX,
                None => self.tick + 1,
            },
        };
        self.set_due(row, next);
    }

    /// Whether an activity is a step: those in one are no obstacle to a plan (clause M10).
    pub(crate) fn is_stepping(&self, row: usize) -> bool {
        let present = self.actors[row].present.as_ref();
        present.is_some_and(|activity| self.content.actions[activity.action.index()].target == TargetRule::Step)
    }
}

/// Which of an action's own effects.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// On the first exec tick.
    Exec,
    /// On the last.
    Complete,
}

enum Selected {
    Decision(Decision),
    Begun,
    Nothing,
}
