//! What actors come to know: of actions by seeing them through, of kinds by meeting them or by searching memory (clause P3,
//! doctrine F9).
//!
//! Owns the lessons of each actor, and what it takes a kind for. A kind is a fact of the actor, so that it is saved, hashed and
//! replayed like all else: 1 where it is known, more where it is known well, and below 0 where it is taken for another, which is
//! believed until the truth is met. It is learned when one of it is heard to speak, or when a whole encounter was spent in its
//! sight. Passes, processing, consequences and encounters call it.

use super::events::{Event, name};
use super::lines::Cause;
use super::sim::Sim;
use crate::content::tables::KindIx;
use abi::{ActionId, By, Change, EntityId, FactId, ReadingLevel, Ticks};

/// What an actor has seen of an action that others do.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Lesson {
    /// Which action.
    pub action: ActionId,
    /// How often it was seen through to the end of its exec, and read for what kind of thing it was.
    pub times_read: u8,
    /// How often it was seen to meet somebody.
    pub times_worked: u8,
}

impl Sim {
    /// How often an actor has seen such an action through.
    pub(crate) fn times_read(&self, row: usize, action: ActionId) -> u32 {
        self.lesson(row, action).map_or(0, |lesson| u32::from(lesson.times_read))
    }

    /// How often an actor has seen such an action meet somebody.
    pub(crate) fn times_worked(&self, row: usize, action: ActionId) -> u32 {
        self.lesson(row, action).map_or(0, |lesson| u32::from(lesson.times_worked))
    }

    fn lesson(&self, row: usize, action: ActionId) -> Option<&Lesson> {
        let lessons = &self.actors[row].lessons;
        lessons.binary_search_by(|lesson| lesson.action.cmp(&action)).ok().map(|place| &lessons[place])
    }

    fn lesson_mut(&mut self, row: usize, action: ActionId) -> &mut Lesson {
        let lessons = &mut self.actors[row].lessons;
        let place = match lessons.binary_search_by(|lesson| lesson.action.cmp(&action)) {
            Ok(place) => place,
            Err(place) => {
                lessons.insert(place, Lesson { action, times_read: 0, times_worked: 0 });
                place
            }
        };
        &mut lessons[place]
    }

    /// The exec of an action that teaches something has been seen through to its last tick: by all who perceive it and read at
    /// least its kind. What had been begun as something else shows what it is by then.
    pub(super) fn teach(&mut self, row: usize) {
        let Some(line) = self.true_line(row) else { return };
        let Some(ix) = line.ix.filter(|ix| self.content.actions[ix.index()].teaches()) else { return };
        let (serial, stretch) = line.activity;
        let look = super::readings::Look { action: ix, phase: line.phase, is_flinch: false, serial, stretch };
        for place in 0..self.world.who_perceives(row).len() {
            let observer = self.world.who_perceives(row)[place] as usize;
            if self.world.may_act(observer) && self.level(observer, row, &look) >= ReadingLevel::Kind {
                let lesson = self.lesson_mut(observer, line.action);
                lesson.times_read = lesson.times_read.saturating_add(1);
            }
        }
    }

    /// A blow of an action has met somebody: whoever perceives who dealt it has seen it work.
    pub(super) fn teach_that_it_works(&mut self, cause: &Cause) {
        let (Some(row), Some(ix)) = (self.world.row(cause.actor), cause.action) else { return };
        let action = self.content.actions[ix.index()].id;
        for place in 0..self.world.who_perceives(row).len() {
            let observer = self.world.who_perceives(row)[place] as usize;
            let lesson = self.lesson_mut(observer, action);
            lesson.times_worked = lesson.times_worked.saturating_add(1);
        }
    }

    /// What an actor takes a kind for: itself or, mistakenly, another; nothing where it does not know it.
    pub(crate) fn taken_for(&self, row: usize, kind: KindIx) -> Option<KindIx> {
        let value = self.known_of(row, kind)?;
        if value >= 0 {
            return Some(kind);
        }
        let look = &self.content.kinds[kind.index()].look;
        let others = self.content.kinds.iter().zip(0..).filter(|(_, place)| *place != kind.0);
        let (alike, unlike): (Vec<_>, Vec<_>) = others.partition(|(other, _)| other.look == *look);
        // It is taken for something that looks like it, if there is anything; else any other is as good.
        let others = if alike.is_empty() { unlike } else { alike };
        let count = i64::try_from(others.len()).unwrap_or(1).max(1);
        others.get(usize::try_from((-1 - value).rem_euclid(count)).unwrap_or(0)).map(|(_, place)| KindIx(*place))
    }

    fn known_of(&self, row: usize, kind: KindIx) -> Option<i64> {
        self.world.fact(self.world.id(row), FactId(self.content.kinds[kind.index()].id.0), EntityId::NONE)
    }

    /// What one kind's ways are worth to an observer's readings, in points: how well it is known to all, and what this one
    /// remembers of it, rightly or wrongly.
    pub(super) fn lore_of(&self, observer: usize, subject: usize) -> i32 {
        let kind = self.world.kind(subject);
        let own = match self.known_of(observer, kind) {
            Some(value) if value < 0 => -self.derived.knobs.mistaken_lore_points,
            Some(value) if value > 1 => self.derived.knobs.recalled_lore_points,
            _ => 0,
        };
        self.content.kinds[kind.index()].lore_points + own
    }

    /// Somebody is heard to speak by who sees it.
    pub(super) fn learn_by_speech(&mut self, row: usize, about: usize) {
        if self.world.perceives(row, about) {
            self.learn_kind(row, about);
        }
    }

    /// An encounter is over: whoever is still in sight has been watched for long enough.
    pub(super) fn learn_by_encounter(&mut self) {
        for row in 0..self.actors.len() {
            for about in self.world.perceived_by(row).to_vec() {
                self.learn_kind(row, about as usize);
            }
        }
    }

    /// A kind is known from now on; what was believed of it falsely is put right.
    fn learn_kind(&mut self, row: usize, about: usize) {
        let kind = self.world.kind(about);
        let is_own = self.world.kind(row) == kind || self.world.side(row) == self.world.side(about);
        if is_own || self.taken_for(row, kind) == Some(kind) {
            return;
        }
        let (entity, key) = (self.world.id(row), FactId(self.content.kinds[kind.index()].id.0));
        let change = Change::Fact { entity, key, about: EntityId::NONE, by: By::Set(1), ticks: Ticks(0) };
        let cause = self.bare_cause(entity);
        self.carry_out(change, &cause);
        self.raise(Event { by: self.world.id(about), ..Event::new(name::LEARNED, entity) });
    }
}
