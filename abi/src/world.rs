//! The truth: what effects and roles read. One row for each entity, one column for each fact about it.
//!
//! Built by the host from its own columns, so a call costs a few pointers. It grows by new ids in its tables, never by
//! new fields (README, Architecture). Profiles never see it: they get a [`crate::Situation`].

use crate::{
    ActorState, At, Class, ConditionId, EntityId, Extent, FactId, KindId, ParamId, SideId, StatId, Tick, TrackId, VerbId,
    ids::{Id, place_of},
};
use abi_stable::{StableAbi, std_types::RSlice};

/// A condition that somebody has.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConditionRow {
    /// Whose it is.
    pub entity: EntityId,
    /// Which condition.
    pub condition: ConditionId,
    /// Since when.
    pub since: Tick,
    /// Until when; tick 0 is until it is taken away.
    pub until: Tick,
    /// How many times over, at least 1.
    pub stacks: u32,
    /// Who gave it.
    pub source: EntityId,
}

/// Something that somebody knows or bears, with a number to it.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FactRow {
    /// Whose it is.
    pub entity: EntityId,
    /// Which fact.
    pub key: FactId,
    /// Whom it is about, or nobody.
    pub about: EntityId,
    /// Its number.
    pub value: i64,
    /// When it ends; tick 0 is never.
    pub expires: Tick,
}

/// The truth about everything, borrowed for one call. The default is a world of nobody, for tests of modules to fill.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Default)]
pub struct World<'a> {
    /// Now.
    pub tick: Tick,
    /// The id that each row has now.
    pub ids: RSlice<'a, EntityId>,
    /// What each row is.
    pub classes: RSlice<'a, Class>,
    /// Its kind.
    pub kinds: RSlice<'a, KindId>,
    /// Its side.
    pub sides: RSlice<'a, SideId>,
    /// Where it is.
    pub places: RSlice<'a, At>,
    /// How large it is.
    pub extents: RSlice<'a, Extent>,
    /// What state it is in.
    pub states: RSlice<'a, ActorState>,
    /// Ids of the tracks, ascending.
    pub track_ids: RSlice<'a, TrackId>,
    /// Tracks, row by row.
    pub tracks: RSlice<'a, i64>,
    /// Ids of the stats, ascending.
    pub stat_ids: RSlice<'a, StatId>,
    /// Stats as they are now (modifiers counted in), row by row.
    pub stats: RSlice<'a, i32>,
    /// Ids of the verbs, ascending.
    pub verb_ids: RSlice<'a, VerbId>,
    /// Verbs, row by row: -1 lost, else by how many permille it is dearer.
    pub verbs: RSlice<'a, i32>,
    /// Conditions, ascending by entity.
    pub conditions: RSlice<'a, ConditionRow>,
    /// Facts, ascending by entity.
    pub facts: RSlice<'a, FactRow>,
    /// Ids of the ruleset's parameters, ascending.
    pub param_ids: RSlice<'a, ParamId>,
    /// Their values.
    pub params: RSlice<'a, i64>,
}

#[inline]
fn at<I: Id, T: Copy>(ids: &[I], cells: &[T], row: usize, wanted: I) -> Option<T> {
    let column = place_of(ids, wanted)?;
    cells.get(row * ids.len() + column).copied()
}

impl World<'_> {
    /// The row of an entity, if it still is the one that the id names.
    #[must_use]
    #[inline]
    pub fn row(&self, id: EntityId) -> Option<usize> {
        let row = id.index as usize;
        (self.ids.get(row) == Some(&id)).then_some(row)
    }

    /// A track of an entity; 0 where it has none.
    #[must_use]
    #[inline]
    pub fn track(&self, id: EntityId, track: TrackId) -> i64 {
        self.row(id).and_then(|row| at(&self.track_ids, &self.tracks, row, track)).unwrap_or(0)
    }

    /// A stat of an entity, modifiers counted in; 0 where it has none.
    #[must_use]
    #[inline]
    pub fn stat(&self, id: EntityId, stat: StatId) -> i32 {
        self.row(id).and_then(|row| at(&self.stat_ids, &self.stats, row, stat)).unwrap_or(0)
    }

    /// Whether an entity can do a verb at all.
    #[must_use]
    #[inline]
    pub fn can(&self, id: EntityId, verb: VerbId) -> bool {
        self.row(id).and_then(|row| at(&self.verb_ids, &self.verbs, row, verb)).unwrap_or(0) >= 0
    }

    /// A parameter of the ruleset; 0 where it has none of that name.
    #[must_use]
    #[inline]
    pub fn param(&self, param: ParamId) -> i64 {
        at(&self.param_ids, &self.params, 0, param).unwrap_or(0)
    }

    /// What somebody has, in order of the condition's id.
    pub fn conditions_of(&self, id: EntityId) -> impl Iterator<Item = &ConditionRow> {
        let rows = self.conditions.as_slice();
        let start = rows.partition_point(|row| row.entity < id);
        rows.get(start..).unwrap_or_default().iter().take_while(move |row| row.entity == id)
    }

    /// A fact of somebody about somebody, if it has one that has not ended.
    #[must_use]
    pub fn fact(&self, id: EntityId, key: FactId, about: EntityId) -> Option<i64> {
        let rows = self.facts.as_slice();
        let row = rows.binary_search_by(|row| (row.entity, row.key, row.about).cmp(&(id, key, about))).ok()?;
        let row = rows.get(row)?;
        (row.expires == Tick(0) || row.expires > self.tick).then_some(row.value)
    }

    /// In what state somebody is; an id that names nobody is dead.
    #[must_use]
    #[inline]
    pub fn state(&self, id: EntityId) -> ActorState {
        self.row(id).and_then(|row| self.states.get(row).copied()).unwrap_or(ActorState::Dead)
    }

    /// On whose side somebody is; on none where it is nobody's, or the id names nobody.
    #[must_use]
    #[inline]
    pub fn side(&self, id: EntityId) -> SideId {
        self.row(id).and_then(|row| self.sides.get(row).copied()).unwrap_or(SideId::NONE)
    }

    /// Where somebody is.
    #[must_use]
    #[inline]
    pub fn place(&self, id: EntityId) -> Option<At> {
        self.row(id).and_then(|row| self.places.get(row).copied())
    }
}
