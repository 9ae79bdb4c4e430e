//! Masks: a public line that shows what is not so (clause P2), who sees through it, and what is told of it to whom.
//!
//! Owns when a mask is put on and when it falls. It never changes what happens: effects, windows and gates go by the truth
//! (clause P5). Whoever reads the true action exactly, by that action's own readability, goes by the truth as well (clause P3:
//! the quality of a feint is how hard its own action is to read); friends always do. Processing, changes and readings call it.

use super::activity::{Activity, Broadcast};
use super::events::{Event, Sight, name};
use super::readings::{Look, PublicLine};
use super::sim::{Due, Scheduled, Sim};
use crate::content::tables::{Action, ActionIx, LengthSource, ShowDef};
use crate::log::Line;
use abi::{Attitude, EntityId, Phase, Reading, ReadingLevel, Target, Tick, Ticks};
use std::sync::Arc;

impl Sim {
    /// Whether what an actor shows is not so.
    pub(super) fn is_masked(&self, row: usize) -> bool {
        self.uppermost(row).is_some_and(|activity| self.mask_of(activity).is_some())
    }

    fn mask_of(&self, activity: &Activity) -> Option<Broadcast> {
        activity.broadcast.filter(|mask| mask.until > self.now())
    }

    /// What an actor's mask shows, where it has one.
    pub(super) fn mask_line(&self, row: usize) -> Option<PublicLine> {
        let activity = self.uppermost(row)?;
        let mask = self.mask_of(activity)?;
        Some(PublicLine {
            kind: mask.kind,
            action: mask.action,
            ix: self.own_action(row, mask.action),
            phase: mask.phase,
            masked_since: Some(mask.since),
            activity: (activity.serial, activity.stretch),
        })
    }

    /// Whether an observer sees through what somebody shows: it reads the true action exactly, or is a friend.
    pub(super) fn sees_through(&self, observer: usize, subject: usize) -> bool {
        let Some((activity, done)) = self.foremost(subject) else { return false };
        if self.mask_of(activity).is_none() || self.actors[observer].reads_exact {
            return false;
        }
        if observer == subject || self.attitude(observer, subject) == Attitude::Allied {
            return true;
        }
        let action = activity.action;
        let is_flinch = self.content.actions[action.index()].is_giving_up;
        let (phase, serial, stretch) = (activity.phase(done), activity.serial, activity.stretch);
        self.level(observer, subject, &Look { action, phase, is_flinch, serial, stretch }) == ReadingLevel::Exact
    }

    /// Takes the mask that an action puts on in this tick of its prep, without telling anybody yet.
    pub(super) fn choose_mask(&mut self, row: usize, index: u32) -> bool {
        let Some(activity) = &self.actors[row].present else { return false };
        let content = Arc::clone(&self.content);
        let shows = &content.actions[activity.action.index()].shows;
        let is_now = |show: &&ShowDef| show.from == index && index < activity.lengths.prep.0;
        let Some((show, action)) = shows.iter().filter(is_now).find_map(|show| Some((show, show.action?))) else {
            return false;
        };
        let Some(ix) = self.own_action(row, action) else { return false };
        self.wear(row, self.mask_from(show, &content.actions[ix.index()]));
        true
    }

    /// Puts on the mask that an action has for this tick of its prep.
    pub(super) fn put_on_mask(&mut self, row: usize, index: u32) {
        if self.choose_mask(row, index) {
            if let Some(activity) = self.actors[row].present.as_mut() {
                activity.stretch += 1;
            }
            self.tell_mask(row);
        }
    }

    /// A cancel that shows what it gives up: it looks as if that went on.
    pub(super) fn show_what_is_given_up(&mut self, row: usize, given_up: ActionIx) {
        let Some(activity) = &self.actors[row].present else { return };
        let content = Arc::clone(&self.content);
        let mut shows = content.actions[activity.action.index()].shows.iter();
        let Some(show) = shows.find(|show| show.from == 0 && show.action.is_none()) else { return };
        self.wear(row, self.mask_from(show, &content.actions[given_up.index()]));
    }

    /// The mask that is put on now to show an action.
    fn mask_from(&self, show: &ShowDef, action: &Action) -> Broadcast {
        let until = show.ticks.map_or(Tick(u64::MAX), |ticks| self.now() + ticks);
        Broadcast { kind: action.kind, action: action.id, phase: show.phase, since: self.now(), until }
    }

    /// The public line shows something else from now on (clause P2).
    pub(super) fn broadcast(&mut self, id: EntityId, mask: Broadcast) {
        let Some(row) = self.world.row(id) else { return };
        let Some(activity) = self.actors[row].present.as_mut() else { return };
        activity.stretch += 1;
        self.wear(row, mask);
        self.tell_mask(row);
    }

    fn wear(&mut self, row: usize, mask: Broadcast) {
        let Some(activity) = self.actors[row].present.as_mut() else { return };
        activity.broadcast = Some(mask);
        let serial = activity.serial;
        if mask.until < Tick(u64::MAX) {
            let falls = Scheduled::new(self.world.id(row), Due::Public(serial));
            self.schedule(mask.until.0.max(self.tick + 1), Scheduled { ends_with_maker: true, ..falls });
        }
        self.log_shown(row, &mask);
    }

    /// Tells those who are fooled of the phase that is shown now, and of the flinch of what looks like giving up (clause C6).
    pub(super) fn tell_mask(&mut self, row: usize) {
        if !self.is_masked(row) {
            return;
        }
        let Some(line) = self.mask_line(row) else { return };
        self.raise_line(row, &line, Sight::Fooled);
        if line.ix.is_some_and(|ix| self.content.actions[ix.index()].is_giving_up) {
            self.raise_quietly(self.flinch_of(row, &line, Sight::Fooled));
        }
    }

    /// The time of a mask is over: the line shows the true phase again, which is told to those who go by it (clause P2).
    pub(super) fn broadcast_over(&mut self, id: EntityId, serial: u64) {
        let Some(row) = self.world.row(id).filter(|row| self.is_at(*row, serial)) else { return };
        let now = self.now();
        let Some(activity) = self.actors[row].present.as_mut() else { return };
        // Another may have been put on since, or the true exec may have begun.
        if activity.broadcast.is_none_or(|mask| mask.until > now) {
            return;
        }
        activity.broadcast = None;
        activity.stretch += 1;
        let Some(line) = self.true_line(row) else { return };
        self.raise_line(row, &line, Sight::All);
        if line.ix.is_some_and(|ix| self.content.actions[ix.index()].is_giving_up) {
            self.raise_own_flinch(row, false);
        }
    }

    fn raise_line(&mut self, row: usize, line: &PublicLine, sight: Sight) {
        let id = match line.phase {
            Phase::Prep => name::PREP_BEGAN,
            Phase::Exec => name::EXEC_BEGAN,
            Phase::Recover => name::RECOVER_BEGAN,
        };
        let (action, activity, kind) = (line.ix, line.activity, line.kind);
        self.raise_quietly(Event { action, activity, kind, sight, ..Event::new(id, self.world.id(row)) });
    }

    /// The flinch of a cancel (clause C6): to be seen by all, or where something else is shown by who sees through it. When a
    /// mask falls it is to be seen by the others, too, and is no news to the log.
    pub(super) fn raise_own_flinch(&mut self, row: usize, is_new: bool) {
        let Some(line) = self.true_line(row) else { return };
        let sight = if self.is_masked(row) { Sight::Through } else { Sight::All };
        let event = self.flinch_of(row, &line, sight);
        if is_new { self.raise(event) } else { self.raise_quietly(event) }
    }

    fn flinch_of(&self, row: usize, line: &PublicLine, sight: Sight) -> Event {
        let (action, activity, kind) = (line.ix, line.activity, line.kind);
        Event { action, activity, kind, sight, ..Event::new(name::FLINCH, self.world.id(row)) }
    }

    /// How long the phase that is shown has gone on, and how long it should last, by the action that is shown.
    pub(super) fn read_mask_times(
        &self,
        subject: usize,
        line: &PublicLine,
        since: Tick,
        reading: &mut Reading,
        is_exact: bool,
    ) {
        let gone = (self.now() - since).0;
        reading.since_ticks = Ticks(gone);
        let Some(action) = line.ix.map(|ix| &self.content.actions[ix.index()]).filter(|_| is_exact) else { return };
        let LengthSource::Fixed(lengths) = action.lengths else { return };
        let target = self.uppermost(subject).map_or(Target::None, |activity| activity.target);
        let lands = self.lands_at(action, lengths, target);
        let (phase, before) = match line.phase {
            Phase::Prep => (lengths.prep.0, 0),
            Phase::Exec => (lengths.exec.0, lengths.prep.0),
            Phase::Recover => (lengths.recover.0, lengths.prep.0 + lengths.exec.0),
        };
        reading.left_ticks = Ticks(phase.saturating_sub(gone));
        reading.until_blow_ticks = Ticks(lands.saturating_sub(before + gone));
    }

    /// What somebody shows from now on, for the log alone.
    fn log_shown(&self, row: usize, mask: &Broadcast) {
        if !self.log.is_on() {
            return;
        }
        let shown = self.content.name(mask.action.0);
        let line = Line::new(self.tick, "shown").actor(self.world.name(row)).action(&shown).kind(mask.phase.name());
        let ticks = (mask.until < Tick(u64::MAX)).then(|| (mask.until - mask.since).0);
        match ticks {
            Some(ticks) => line.ticks(ticks).emit(),
            None => line.emit(),
        }
    }
}
