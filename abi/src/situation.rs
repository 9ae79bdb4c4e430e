//! What one actor perceives, reads and remembers: all that a decision may go by.
//!
//! Built once for each actor and tick, when first asked. There is no way from here to the truth, so a monster cannot
//! cheat: the type has no room for it (README, Architecture).

use crate::{
    ActionId, ActionKind, ActorState, Attitude, Cell, ConditionRow, EntityId, EventId, Extent, GroundId, KindId, ParamId,
    Phase, ReadingLevel, Target, Tick, Ticks, TrackId, VerbId, ids::place_of,
};
use abi_stable::{StableAbi, std_types::RSlice};

/// What an observer reads of another's public line (clause P3). Fields beyond `level` hold only what that level tells.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reading {
    /// How much is read.
    pub level: ReadingLevel,
    /// From `Kind`: what kind of action.
    pub kind: ActionKind,
    /// From `Phase`: which phase.
    pub phase: Phase,
    /// `Exact`: which action.
    pub action: ActionId,
    /// From `Phase`: how long the phase has gone on.
    pub since_ticks: Ticks,
    /// `Exact`: how long the phase still lasts.
    pub left_ticks: Ticks,
    /// `Exact`: how long until the action's effects land; from `Phase` 0.
    pub until_blow_ticks: Ticks,
    /// From `Phase`: whether it is aimed at the observer, or its shape holds the observer.
    pub is_at_me: bool,
}

/// Somebody else, as perceived or remembered.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Who.
    pub id: EntityId,
    /// What it is taken for.
    pub kind: KindId,
    /// Whether its kind has been met and learned.
    pub is_kind_known: bool,
    /// What it is to me.
    pub attitude: Attitude,
    /// Whether it is perceived now; else this is a memory.
    pub is_seen: bool,
    /// When it was last perceived.
    pub seen: Tick,
    /// Its least cell, now or when last perceived.
    pub cell: Cell,
    /// How large it is.
    pub extent: Extent,
    /// From my nearest cell to its nearest (clause G4), the root rounded down.
    pub distance_feet: i32,
    /// Its state, as far as can be seen.
    pub state: ActorState,
    /// Its rung on the ladder `stage`, 0 the best.
    pub stage: i32,
    /// How far it is known to reach; its longest attack where its kind is known, else its body's.
    pub reach_feet: i32,
    /// My reading of what it is doing.
    pub reading: Reading,
    /// Ticks that I would need to come within my reach of it; -1 where there is no way or nobody asked.
    pub approach_ticks: i32,
}

impl Default for Subject {
    /// Nobody, about whom nothing was asked: for tests of modules to fill.
    fn default() -> Self {
        Self {
            id: EntityId::NONE,
            kind: KindId::NONE,
            is_kind_known: false,
            attitude: Attitude::default(),
            is_seen: false,
            seen: Tick::default(),
            cell: Cell::default(),
            extent: Extent::default(),
            distance_feet: 0,
            state: ActorState::default(),
            stage: 0,
            reach_feet: 0,
            reading: Reading::default(),
            approach_ticks: -1,
        }
    }
}

/// How often I did something, and when last.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Deed {
    /// What.
    pub action: ActionId,
    /// How often since the encounter began.
    pub times: u32,
    /// When I last began it.
    pub last: Tick,
}

/// What I am doing.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct OwnActivity {
    /// Which action; none when free.
    pub action: ActionId,
    /// Its kind.
    pub kind: ActionKind,
    /// The phase of the tick that was processed last (clause T9).
    pub phase: Phase,
    /// How many ticks of prep have been processed.
    pub invested_ticks: Ticks,
    /// Ticks left in the phase.
    pub left_ticks: Ticks,
    /// At whom.
    pub target: Target,
}

/// What one actor goes by, borrowed for one call. The default is of nobody alone, for tests of modules to fill.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Default)]
pub struct Situation<'a> {
    /// Now.
    pub tick: Tick,
    /// Who I am.
    pub me: EntityId,
    /// Where I stand.
    pub cell: Cell,
    /// How large I am.
    pub extent: Extent,
    /// In what state I am.
    pub state: ActorState,
    /// My rung on the ladder `stage`, 0 the best.
    pub stage: i32,
    /// What I am doing.
    pub own: OwnActivity,
    /// How far my quickest attack reaches.
    pub reach_feet: i32,
    /// The ground under me.
    pub ground: GroundId,
    /// Since when the encounter has gone on, as far as I know; tick 0 with `is_encounter` false.
    pub encounter_began: Tick,
    /// Whether there is an encounter.
    pub is_encounter: bool,
    /// Everybody else whom I perceive or remember, nearest first, then by id.
    pub subjects: RSlice<'a, Subject>,
    /// Ids of the tracks, ascending.
    pub track_ids: RSlice<'a, TrackId>,
    /// My tracks.
    pub tracks: RSlice<'a, i64>,
    /// Ids of the verbs, ascending.
    pub verb_ids: RSlice<'a, VerbId>,
    /// My verbs: -1 lost, else by how many permille it is dearer.
    pub verbs: RSlice<'a, i32>,
    /// My conditions.
    pub conditions: RSlice<'a, ConditionRow>,
    /// What I did in this encounter, ascending by action.
    pub deeds: RSlice<'a, Deed>,
    /// Ids of the ruleset's parameters, ascending.
    pub param_ids: RSlice<'a, ParamId>,
    /// Their values.
    pub params: RSlice<'a, i64>,
    /// The event that is being answered; none outside reactions.
    pub event: EventId,
    /// Whose event it was.
    pub event_actor: EntityId,
}

impl Situation<'_> {
    /// Somebody whom I perceive or remember.
    #[must_use]
    #[inline]
    pub fn subject(&self, target: Target) -> Option<&Subject> {
        let id = target.entity();
        self.subjects.iter().find(|subject| subject.id == id)
    }

    /// My track; 0 where there is none of that name.
    #[must_use]
    #[inline]
    pub fn track(&self, track: TrackId) -> i64 {
        let column = place_of(&self.track_ids, track);
        column.and_then(|column| self.tracks.get(column).copied()).unwrap_or(0)
    }

    /// Whether I can do a verb at all.
    #[must_use]
    #[inline]
    pub fn can(&self, verb: VerbId) -> bool {
        let column = place_of(&self.verb_ids, verb);
        column.and_then(|column| self.verbs.get(column).copied()).unwrap_or(0) >= 0
    }

    /// How often I did an action in this encounter, and when last.
    #[must_use]
    #[inline]
    pub fn deed(&self, action: ActionId) -> Deed {
        let deeds = self.deeds.as_slice();
        deeds
            .binary_search_by(|deed| deed.action.cmp(&action))
            .ok()
            .and_then(|row| deeds.get(row).copied())
            .unwrap_or(Deed { action, ..Deed::default() })
    }

    /// Those who are up, perceived now, and what I ask for.
    #[inline]
    pub fn seen(&self, attitude: Attitude) -> impl Iterator<Item = &Subject> {
        self.subjects.iter().filter(move |s| s.is_seen && s.attitude == attitude && s.state.is_in_the_fight())
    }
}
