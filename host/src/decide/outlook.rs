//! What one actor perceives, reads and remembers, put together for one decision.
//!
//! Owns the building of an [`abi::Situation`]. Everything in it passes through the actor's perception, readings or memory.

use crate::clock::Sim;
use crate::content::tables::KindIx;
use crate::world::Memory;
use crate::world::space::{Body, PathScratch};
use abi::{
    Attitude, Cell, ConditionRow, EntityId, EventId, Extent, GroundId, OwnActivity, RSlice, Reading, Situation, Subject,
    Target, Tick,
};
use smallvec::SmallVec;
use std::cell::{OnceCell, RefCell};

/// Faults of words: module, word, and why it gave no answer.
pub(super) type Faults = RefCell<Vec<(u32, String, abi::CallError)>>;

/// Room that situations are built in, kept from one to the next.
#[derive(Default)]
pub struct Room {
    /// Everybody who is perceived or remembered: how far off, who, and the row of who is perceived.
    order: Vec<(i32, EntityId, Option<usize>)>,
    subjects: Vec<Subject>,
    conditions: Vec<ConditionRow>,
    pub(super) path: RefCell<PathScratch>,
    /// Faults of words, to be noted when the decision is over.
    pub(super) faults: Faults,
}

/// One decision of one actor: what it goes by, and what it is about.
///
/// Nothing changes while it lasts, and ranks ask much the same: so what was asked once is kept.
pub(super) struct Outlook<'a> {
    /// Whose.
    pub row: usize,
    /// What it perceives, reads and remembers.
    pub situation: Situation<'a>,
    /// What is or would be aimed at, for the word `target`.
    pub target: Target,
    /// The room it is built in.
    pub room: &'a Room,
    /// Which conditions were asked, and how they stood.
    pub asked: Asked,
    /// Whom the selectors without arguments named that were asked.
    pub named: RefCell<SmallVec<[(u32, Target); 4]>>,
    /// The bodies that a plan goes round (clause M10).
    pub avoid: OnceCell<SmallVec<[Body; 8]>>,
    /// The step that leads farthest from all foes.
    pub away: OnceCell<Option<Cell>>,
}

/// Answers to the conditions of a profile, by their number in it: equal conditions have one number.
///
/// Conditions past the room here are asked anew each time.
#[derive(Default)]
pub(super) struct Asked {
    known: std::cell::Cell<u128>,
    holds: std::cell::Cell<u128>,
}

impl Asked {
    /// What was answered before, if it was asked.
    pub fn answer(&self, number: u32) -> Option<bool> {
        let bit = 1_u128.checked_shl(number).unwrap_or(0);
        (self.known.get() & bit != 0).then(|| self.holds.get() & bit != 0)
    }

    /// Keeps an answer.
    pub fn keep(&self, number: u32, holds: bool) {
        let bit = 1_u128.checked_shl(number).unwrap_or(0);
        self.known.set(self.known.get() | bit);
        if holds {
            self.holds.set(self.holds.get() | bit);
        }
    }
}

/// The event that is being answered, and whose it was.
pub(super) type Answered = (EventId, EntityId);

impl Sim {
    /// Builds what an actor goes by, and lets `decide` go by it.
    pub(super) fn with_outlook<T>(
        &mut self,
        row: usize,
        event: Option<Answered>,
        target: Target,
        decide: impl FnOnce(&Self, &Outlook<'_>) -> T,
    ) -> T {
        let mut room = self.scratch_mut().situation.take().unwrap_or_default();
        self.fill(row, &mut room);
        let answer = {
            let outlook = Outlook {
                row,
                situation: self.situation(row, event, &room),
                target,
                room: &room,
                asked: Asked::default(),
                named: RefCell::default(),
                avoid: OnceCell::new(),
                away: OnceCell::new(),
            };
            decide(self, &outlook)
        };
        let faults = std::mem::take(&mut *room.faults.borrow_mut());
        self.scratch_mut().situation = Some(room);
        for (module, word, error) in faults {
            self.fault(module, &word, error);
        }
        answer
    }

    pub(super) fn fill(&self, row: usize, room: &mut Room) {
        let (mine, metric) = (self.world.body(row), self.metric());
        room.order.clear();
        for other in self.world.perceived_by(row) {
            let other = *other as usize;
            let far = feet(metric.distance_feet(mine, self.world.body(other)));
            room.order.push((far, self.world.id(other), Some(other)));
        }
        for (id, memory) in self.world.memories_of(row) {
            let there = Body { at: memory.cell, size: self.extent_of(memory) };
            room.order.push((feet(metric.distance_feet(mine, there)), id, None));
        }
        room.order.sort_unstable();
        room.subjects.clear();
        let view = self.world.view();
        for (far, id, seen) in &room.order {
            let subject = match seen {
                Some(other) => Some(self.subject(&view, row, *other, *far)),
                // Of somebody who is gone for good nothing more than the memory is left.
                None => self.world.memory_of(row, *id).map(|memory| self.remembered(&view, row, *id, memory, *far)),
            };
            room.subjects.extend(subject);
        }
        room.conditions.clear();
        room.conditions.extend_from_slice(self.world.conditions_of(self.world.id(row)));
    }

    /// Somebody who is perceived now.
    fn subject(&self, view: &abi::World<'_>, row: usize, other: usize, distance_feet: i32) -> Subject {
        let theirs = self.world.body(other);
        let (reach, _) = self.kind_reach(self.world.kind(other));
        let attitude = self.attitude_in(view, row, other);
        let taken_for = self.kind_seen(row, other);
        Subject {
            id: self.world.id(other),
            kind: self.content.kinds[taken_for.unwrap_or_else(|| self.world.kind(other)).index()].id,
            is_kind_known: taken_for.is_some(),
            attitude,
            is_seen: true,
            seen: Tick(self.tick()),
            cell: theirs.at,
            extent: theirs.size,
            distance_feet,
            state: self.world.state(other),
            stage: self.stage_of(other),
            reach_feet: feet(reach),
            reading: self.reading_as(row, other, attitude),
            approach_ticks: -1,
        }
    }

    /// How large somebody is as it is remembered.
    fn extent_of(&self, memory: &Memory) -> Extent {
        self.content.kinds.iter().find(|kind| kind.id == memory.kind).map(|kind| kind.extent).unwrap_or_default()
    }

    fn remembered(&self, view: &abi::World<'_>, row: usize, id: EntityId, memory: &Memory, distance_feet: i32) -> Subject {
        Subject {
            id,
            kind: memory.kind,
            is_kind_known: true,
            attitude: self.world.row(id).map_or(Attitude::Neutral, |other| self.attitude_in(view, row, other)),
            is_seen: false,
            seen: memory.seen,
            cell: memory.cell,
            extent: self.extent_of(memory),
            distance_feet,
            state: memory.state,
            stage: i32::try_from(memory.stage).unwrap_or(0),
            reach_feet: 0,
            reading: Reading::default(),
            approach_ticks: -1,
        }
    }

    /// What kind an actor takes somebody for: of its own side or kind the right one, else one that it has learned or believes to
    /// remember; nothing where it knows none.
    pub(crate) fn kind_seen(&self, row: usize, other: usize) -> Option<KindIx> {
        let kind = self.world.kind(other);
        let is_own = self.world.kind(row) == kind || self.world.side(row) == self.world.side(other);
        if is_own { Some(kind) } else { self.taken_for(row, kind) }
    }

    pub(super) fn situation<'a>(&'a self, row: usize, event: Option<Answered>, room: &'a Room) -> Situation<'a> {
        let (reach, _) = self.kind_reach(self.world.kind(row));
        let encounter = self.encounter_began();
        let params = self.world.params();
        Situation {
            tick: Tick(self.tick()),
            me: self.world.id(row),
            cell: self.world.cell(row),
            extent: self.world.body(row).size,
            state: self.world.state(row),
            stage: self.stage_of(row),
            own: self.own_activity(row),
            reach_feet: feet(reach),
            ground: self.ground_under(row),
            encounter_began: encounter.unwrap_or_default(),
            is_encounter: encounter.is_some(),
            subjects: RSlice::from_slice(&room.subjects),
            track_ids: RSlice::from_slice(self.world.track_ids()),
            tracks: RSlice::from_slice(self.world.tracks_of(row)),
            verb_ids: RSlice::from_slice(self.world.verb_ids()),
            verbs: RSlice::from_slice(self.world.verbs_of(row)),
            conditions: RSlice::from_slice(&room.conditions),
            deeds: RSlice::from_slice(self.deeds(row)),
            param_ids: params.ids,
            params: params.values,
            event: event.map_or(EventId::NONE, |(event, _)| event),
            event_actor: event.map_or(EntityId::NONE, |(_, actor)| actor),
        }
    }

    fn own_activity(&self, row: usize) -> OwnActivity {
        let Some(activity) = self.present(row) else { return OwnActivity::default() };
        let done = self.done(row);
        let action = &self.content.actions[activity.action.index()];
        OwnActivity {
            action: action.id,
            kind: action.kind,
            phase: activity.phase(done),
            invested_ticks: activity.invested(done),
            left_ticks: activity.left_of_phase(done),
            target: activity.target,
        }
    }

    fn ground_under(&self, row: usize) -> GroundId {
        let ground = self.world.map.ground_at(self.world.cell(row));
        let def = ground.and_then(|ground| self.content.grounds.get(usize::from(ground)));
        def.map_or(GroundId::NONE, |def| def.id)
    }
}

/// Whether somebody in a situation is up and a foe.
pub(super) fn is_foe(subject: &Subject) -> bool {
    subject.attitude == Attitude::Hostile && subject.state.is_in_the_fight()
}

/// The bodies of the foes that are perceived now.
pub(super) fn foes(situation: &Situation<'_>) -> SmallVec<[Body; 8]> {
    let seen = situation.subjects.iter().filter(|subject| subject.is_seen && is_foe(subject));
    seen.map(body).collect()
}

/// The box of cells of somebody in a situation.
pub(super) fn body(subject: &Subject) -> Body {
    Body { at: subject.cell, size: subject.extent }
}

fn feet(feet: u32) -> i32 {
    i32::try_from(feet).unwrap_or(i32::MAX)
}
