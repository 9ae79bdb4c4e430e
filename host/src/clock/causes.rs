//! Causes: why somebody in its prep, or in a watchful wait, is asked again (clauses D2, T8, L3).

use super::events::{Event, name};
use super::passes::fits;
use super::sim::Sim;
use crate::content::tables::{Does, StopCause, Trigger};
use abi::{EntityId, Phase, ReadingLevel, Target};

impl Sim {
    /// Whether an event of another could give an observer anything to think about: it is asked in its prep, or listens.
    pub(super) fn may_think_of(&self, event: &Event, row: usize) -> bool {
        let tells_cause =
            matches!(event.id, name::PREP_BEGAN | name::EXEC_BEGAN | name::RECOVER_BEGAN | name::STAGE | name::NOISE);
        self.actors[row].present.is_some()
            && ((tells_cause && self.is_asked_in_prep(row)) || self.is_named_by_busy_ranks(event, row))
    }

    /// Notes what an event of another gives an observer to think about.
    pub(super) fn note_causes(&mut self, event: &Event, row: usize, about: usize, level: ReadingLevel) {
        if self.is_asked_in_prep(row)
            && let Some(cause) = self.cause_in(event, row, about, level)
        {
            self.note_cause(row, cause, event.about);
        }
        self.note_heard(event, row, level);
    }

    /// What an event about somebody gives that one to think about: blows, wounds, stages of its own.
    pub(super) fn note_own_cause(&mut self, event: &Event, row: usize) {
        let cause = match event.id {
            id if id == name::BLOW && event.rung > 0 => StopCause::Struck,
            id if id == name::WOUND => StopCause::Wound,
            id if id == name::STAGE => StopCause::Stage,
            _ => return,
        };
        self.note_cause(row, cause, event.about);
    }

    /// Somebody is perceived from now on, or not any more: a cause for who perceives.
    pub(super) fn cause_of_perception(&mut self, event: &Event, row: usize) {
        let is_target = self.target_of(row) == event.by;
        if event.id == name::NOTICED {
            self.note_cause(row, StopCause::Noticed, event.by);
        } else if is_target {
            self.note_cause(row, StopCause::Lost, event.by);
        }
    }

    fn cause_in(&self, event: &Event, row: usize, about: usize, level: ReadingLevel) -> Option<StopCause> {
        let is_foe = || self.is_standing_foe(about, row);
        match event.id {
            id if id == name::PREP_BEGAN || id == name::EXEC_BEGAN => {
                (level >= ReadingLevel::Phase && is_foe() && self.threatens(about, row)).then_some(StopCause::Threat)
            }
            id if id == name::RECOVER_BEGAN => {
                (level >= ReadingLevel::Phase && is_foe() && self.is_opening(about, row)).then_some(StopCause::Opening)
            }
            id if id == name::STAGE => (self.target_of(row) == event.about).then_some(StopCause::Stage),
            id if id == name::NOISE => Some(StopCause::Heard),
            _ => None,
        }
    }

    /// Whether what somebody seems to be doing is aimed at another, or its shape would hold it (clause P5).
    pub(crate) fn threatens(&self, about: usize, row: usize) -> bool {
        let Some(activity) = &self.actors[about].present else { return false };
        let aimed = activity.target.entity() == self.world.id(row);
        if self.is_masked(about) && !self.sees_through(row, about) {
            let shown = self.mask_line(about).and_then(|line| line.ix);
            return aimed && shown.is_some_and(|ix| self.content.actions[ix.index()].is_harmful());
        }
        let action = &self.content.actions[activity.action.index()];
        action.is_harmful() && (aimed || self.would_hold(about, row))
    }

    /// A foe in reach begins a recover longer than my quickest attack (clause D2, `opening`).
    pub(crate) fn is_opening(&self, about: usize, row: usize) -> bool {
        let Some(activity) = &self.actors[about].present else { return false };
        let (reach, quickest) = self.kind_reach(self.world.kind(row));
        let is_near = self.metric().within(self.world.body(row), self.world.body(about), reach);
        is_near && activity.lengths.recover.0 > quickest
    }

    /// Notes a cause for somebody's next processing; one for one subject stops once until it changes (clause D2).
    pub(super) fn note_cause(&mut self, row: usize, cause: StopCause, subject: EntityId) {
        if !self.is_asked_in_prep(row) {
            return;
        }
        let actor = &mut self.actors[row];
        let is_state = matches!(cause, StopCause::Reach | StopCause::Heard);
        if is_state && actor.stopped_for.contains(&(cause, subject)) {
            return;
        }
        if !actor.causes.contains(&(cause, subject)) {
            actor.causes.push((cause, subject));
        }
        actor.has_cause_since_commit = true;
        self.wake(row);
    }

    /// Whether anybody would ask or leave: a player in its prep, a watchful wait, a profile with busy ranks.
    fn is_asked_in_prep(&self, row: usize) -> bool {
        let Some(activity) = &self.actors[row].present else { return false };
        if activity.phase(self.done(row)) != Phase::Prep {
            return false;
        }
        let is_watchful = self.content.actions[activity.action.index()].is_watchful;
        is_watchful || self.actors[row].mind.is_player() || self.has_busy_ranks(row)
    }

    /// Notes an event that one of the busy ranks of an actor names (clauses C3, L3).
    fn note_heard(&mut self, event: &Event, row: usize, level: ReadingLevel) {
        let super::control::Mind::Profile(profile) = self.actors[row].mind else { return };
        if !self.is_named_by_busy_ranks(event, row) {
            return;
        }
        let ranks = &self.content.profiles[profile.index()].ranks;
        let is_named =
            ranks.iter().any(|rank| rank.does == Does::Cancel && rank.on.is_some_and(|on| fits(on, event, level)));
        if is_named {
            self.actors[row].heard.push(*event);
            self.wake(row);
        }
    }

    /// Whether any rank that gives up what its actor is doing names such an event.
    fn is_named_by_busy_ranks(&self, event: &Event, row: usize) -> bool {
        let super::control::Mind::Profile(profile) = self.actors[row].mind else { return false };
        super::passes::names(&self.derived.busy_listening[profile.index()], event)
    }

    /// Whether an actor's profile has ranks that give up what it is doing.
    pub(super) fn has_busy_ranks(&self, row: usize) -> bool {
        match self.actors[row].mind {
            super::control::Mind::Profile(profile) => self.derived.busy[profile.index()],
            _ => false,
        }
    }

    /// At whom an actor's present activity is aimed.
    pub(super) fn target_of(&self, row: usize) -> EntityId {
        self.actors[row].present.as_ref().map_or(EntityId::NONE, |activity| activity.target.entity())
    }

    /// Whether the target of the present activity is out of reach, as its actor sees it (clause D2).
    pub(crate) fn is_target_gone(&self, row: usize) -> bool {
        let Some(activity) = &self.actors[row].present else { return false };
        let action = &self.content.actions[activity.action.index()];
        let (crate::content::tables::TargetRule::Actor { reach_feet }, Target::Actor(id)) = (action.target, activity.target)
        else {
            return false;
        };
        let Some(other) = self.world.row(id) else { return true };
        self.meets(row, self.world.body(other), reach_feet + action.advance_feet).is_err()
    }
}

/// Whether each profile has ranks that give up what it is doing.
pub(super) fn busy(content: &crate::content::tables::Content) -> Vec<bool> {
    content.profiles.iter().map(|profile| profile.ranks.iter().any(|rank| rank.does == Does::Cancel)).collect()
}

/// Whether a busy rank is consulted: at the edge, for a cause, or for an event that it names.
pub(crate) fn is_woken(on: Option<Trigger>, is_edge: bool, causes: &[(StopCause, EntityId)], heard: &[Event]) -> bool {
    match on {
        Some(Trigger::Edge) => is_edge,
        Some(Trigger::Noticed(cause)) => causes.iter().any(|(held, _)| *held == cause),
        Some(on @ Trigger::Event(..)) => heard.iter().any(|event| fits(on, event, ReadingLevel::Exact)),
        None => false,
    }
}
