//! How activities end before their time: cancelled, interrupted, superseded, paused (clauses C4 to C11, R6 to R9, R12).

use super::activity::Activity;
use super::events::{Event, name};
use super::lines::Cause;
use super::sim::{Consequence, Sim};
use crate::content::tables::{Interruptible, OnReact, RecoverOnReact};
use abi::{CheckRequest, EntityId, EventId, Phase, ReadingLevel, Target, Ticks, Whose};

/// Why and by whom an activity ends.
#[derive(Copy, Clone, Debug)]
pub(super) struct Ending {
    /// By whose doing; nobody's for its own.
    pub by: EntityId,
    /// Why, for the log.
    pub reason: &'static str,
}

/// At most so many activities wait (clause R8).
const MOST_PAUSED: usize = 4;

impl Sim {
    /// The word `cancel`: lands on a Prep only (clauses C5, R9).
    pub(super) fn meet_cancel(&mut self, whose: Whose, cause: &Cause) {
        if let Whose::Parent = whose {
            self.end_parent(cause);
            return;
        }
        let Some((row, _)) = self.whose(whose, cause) else { return };
        if self.phase(row) != Some(Phase::Prep) {
            self.raise_missed(cause, "committed");
            return;
        }
        if cause.is_reaction && !self.can_read_prep(cause.actor, row) {
            self.raise_missed(cause, "unread");
            return;
        }
        if self.gets_through(row, cause) {
            self.end_present(row, Ending { by: cause.actor, reason: "cancel" });
        }
    }

    /// Clause P4: a cancel by reaction needs a reading of the prep.
    fn can_read_prep(&mut self, actor: EntityId, row: usize) -> bool {
        let Some(reader) = self.world.row(actor) else { return false };
        reader == row || self.reading_level(reader, row) >= ReadingLevel::Phase
    }

    /// The word `interrupt`: meets an Exec that is not complete (clause C7).
    pub(super) fn meet_interrupt(&mut self, whose: Whose, cause: &Cause) {
        let Some((row, None)) = self.whose(whose, cause) else { return };
        let done = self.done(row);
        let is_open = self.actors[row]
            .present
            .as_ref()
            .is_some_and(|activity| activity.phase(done) == Phase::Exec && !activity.is_complete(done));
        if !is_open {
            self.raise_missed(cause, "committed");
            return;
        }
        if self.gets_through(row, cause) {
            self.end_present(row, Ending { by: cause.actor, reason: "interrupt" });
        }
    }

    /// Clause R12; a parry that lands in Prep is too early (clause R9).
    pub(super) fn meet_mitigate(&mut self, target: EntityId, degrees: u32, cause: &Cause) {
        let Some(row) = self.world.row(target) else { return };
        if self.phase(row) != Some(Phase::Exec) {
            self.raise_missed(cause, "committed");
            return;
        }
        let Some(activity) = self.actors[row].present.as_mut() else { return };
        activity.mitigations.push((cause.actor, degrees));
        let action = activity.action;
        let event = Event {
            by: cause.actor,
            action: Some(action),
            kind: self.content.actions[action.index()].kind,
            ..Event::new(name::MITIGATED, target)
        };
        self.raise(event);
    }

    /// Whether another's effect gets through to the present activity of a row (clause C5).
    fn gets_through(&mut self, row: usize, cause: &Cause) -> bool {
        let Some(activity) = &self.actors[row].present else { return false };
        match self.content.actions[activity.action.index()].interruptible {
            Interruptible::Always => true,
            Interruptible::Never => {
                self.raise_missed(cause, "withstood");
                false
            }
            Interruptible::Check(difficulty_points) => {
                let request = CheckRequest {
                    kind: self.rules.interrupt_check,
                    actor: cause.actor,
                    opponent: self.world.id(row),
                    difficulty_points,
                    bonus_points: 0,
                };
                let is_through = self.roll(&request, cause).degree.is_success();
                if !is_through {
                    self.raise_missed(cause, "withstood");
                }
                is_through
            }
        }
    }

    /// `cancel parent`: ends what its own actor has paused right below, whatever its phase (clause C11).
    fn end_parent(&mut self, cause: &Cause) {
        let Some(row) = self.world.row(cause.actor) else { return };
        if let Some(activity) = self.actors[row].paused.pop() {
            let done = activity.paused_done;
            self.end(row, activity, done, Ending { by: cause.actor, reason: "cancel-parent" });
        }
    }

    /// Ends the present activity, by the phase it is in.
    pub(super) fn end_present(&mut self, row: usize, ending: Ending) {
        let done = self.done(row);
        if let Some(activity) = self.actors[row].present.take() {
            self.end(row, activity, done, ending);
            self.wake(row);
        }
    }

    /// Ends one activity of a row, present or paused.
    pub(super) fn end_by_serial(&mut self, row: usize, serial: u64, ending: Ending) {
        if self.is_at(row, serial) {
            self.end_present(row, ending);
            return;
        }
        let place = self.actors[row].paused.iter().position(|activity| activity.serial == serial);
        if let Some(place) = place {
            let activity = self.actors[row].paused.remove(place);
            let done = activity.paused_done;
            self.end(row, activity, done, ending);
        }
    }

    /// What another ends, or a cause of clause C7: one event, by the phase it was in (clause C6).
    fn end(&mut self, row: usize, activity: Activity, done: u32, ending: Ending) {
        let is_complete = activity.is_complete(done);
        let event = match activity.phase(done) {
            Phase::Prep => name::CANCELLED,
            Phase::Exec if !is_complete => name::INTERRUPTED,
            _ => name::SUPERSEDED,
        };
        self.raise_ended(row, &activity, event, ending.by, ending.reason);
        if event == name::INTERRUPTED {
            let lines = self.content.actions[activity.action.index()].on_interrupt.clone();
            if !lines.is_empty() {
                let cause = Cause {
                    actor: self.world.id(row),
                    action: Some(activity.action),
                    serial: activity.serial,
                    target: activity.target,
                    event_actor: activity.event_actor,
                    is_reaction: activity.depth > 0,
                };
                self.set_off(Consequence::Lines(lines, cause));
            }
        }
    }

    /// Clauses L8 and L5: everything of an actor that may not act any more is ended, queued reactions are dropped.
    pub(super) fn stop_all(&mut self, id: EntityId, by: EntityId, reason: &'static str) {
        let Some(row) = self.world.row(id) else { return };
        self.drop_queue(row, reason);
        let ending = Ending { by, reason };
        // Nothing but death ends a fall (clause M7).
        if !self.is_falling(row) || reason == "death" {
            self.end_present(row, ending);
        }
        while let Some(activity) = self.actors[row].paused.pop() {
            let done = activity.paused_done;
            self.end(row, activity, done, ending);
        }
        if !self.is_falling(row) {
            self.actors[row].due = u64::MAX;
        }
        if reason == "death" {
            self.scheduled.retain(|_, entry| !(entry.ends_with_maker && entry.maker == id));
        }
    }

    /// Makes room for a reaction by what its actor is doing (clauses R6 to R8); answers what is carried over.
    pub(super) fn make_room(&mut self, row: usize) -> Ticks {
        let done = self.done(row);
        let Some(activity) = self.actors[row].present.take() else { return Ticks(0) };
        let action = &self.content.actions[activity.action.index()];
        let itself = self.world.id(row);
        let is_full = self.actors[row].paused.len() >= MOST_PAUSED;
        match activity.phase(done) {
            Phase::Recover => {
                let left = activity.whole().saturating_sub(done);
                match action.recover_on_react {
                    RecoverOnReact::Resume if !is_full => self.pause(row, activity, done),
                    RecoverOnReact::Resume | RecoverOnReact::Supersede => {
                        self.raise_ended(row, &activity, name::SUPERSEDED, itself, "reaction");
                    }
                    RecoverOnReact::Carry => {
                        self.raise_ended(row, &activity, name::SUPERSEDED, itself, "reaction");
                        return Ticks(left);
                    }
                }
            }
            _ => match action.on_react {
                OnReact::Pause if !is_full => self.pause(row, activity, done),
                OnReact::Pause => self.raise_ended(row, &activity, name::CANCELLED, itself, "stack"),
                OnReact::Cancel => {
                    self.raise_ended(row, &activity, name::CANCELLED, itself, "reaction");
                    self.raise_flinch(row, &activity);
                }
            },
        }
        Ticks(0)
    }

    fn raise_flinch(&mut self, row: usize, activity: &Activity) {
        let kind = self.content.actions[activity.action.index()].kind;
        let event = Event {
            action: Some(activity.action),
            activity: (activity.serial, activity.stretch),
            kind,
            ..Event::new(name::FLINCH, self.world.id(row))
        };
        self.raise(event);
    }

    fn pause(&mut self, row: usize, mut activity: Activity, done: u32) {
        activity.paused_done = done;
        self.raise_of(row, &activity, name::PAUSED);
        self.actors[row].paused.push(activity);
    }

    /// Raises an event that tells of an activity, with the depth of that activity.
    pub(super) fn raise_of(&mut self, row: usize, activity: &Activity, event: EventId) {
        let kind = self.content.actions[activity.action.index()].kind;
        let told = Event { action: Some(activity.action), kind, ..Event::new(event, self.world.id(row)) };
        self.raise(told);
    }

    /// Raises the end of an activity, with who ended it and why.
    pub(super) fn raise_ended(
        &mut self,
        row: usize,
        activity: &Activity,
        event: EventId,
        by: EntityId,
        reason: &'static str,
    ) {
        self.close_windows_of(activity.serial);
        let kind = self.content.actions[activity.action.index()].kind;
        let told = Event { by, action: Some(activity.action), kind, ..Event::new(event, self.world.id(row)) };
        self.log_ended(row, activity, event, by, reason);
        self.raise_quietly(told);
    }

    /// Clause G5: the body follows its target by up to so many feet on the first exec tick.
    pub(super) fn lunge(&mut self, row: usize) {
        let Some(cause) = self.cause_of(row) else { return };
        let Some(ix) = cause.action else { return };
        let action = &self.content.actions[ix.index()];
        let (advance, rule) = (action.advance_feet, action.target);
        let (crate::content::tables::TargetRule::Actor { reach_feet }, Target::Actor(id)) = (rule, cause.target) else {
            return;
        };
        let Some(other) = self.world.row(id) else { return };
        for _ in 0..advance.max(0) {
            let feet = u32::try_from(reach_feet).unwrap_or(0);
            let (body, target) = (self.world.body(row), self.world.body(other));
            if self.metric().within(body, target, feet) {
                break;
            }
            let Some(to) = self.closer(row, target) else { break };
            let change = abi::Change::Place { entity: cause.actor, cell: to, manner: abi::Manner::Moved };
            self.carry_out(change, &cause);
            self.work_off();
            if self.world.cell(row) != to || !self.is_at(row, cause.serial) {
                break;
            }
        }
    }
}
