//! Entities: one row for each, one column for each fact about it.
//!
//! A row is used again once its entity is gone, under the next generation, so that a stale id names nobody. Columns are laid
//! out as [`abi::World`] wants them: building the view copies nothing.

use super::perception::Sight;
use super::space::{Body, Crowd, Map};
use crate::content::tables::{Content, KindIx, Ruleset};
use abi::{
    ActorState, At, Attitude, Cell, Class, ConditionRow, EntityId, Extent, FactRow, KindId, ParamId, RSlice, SideId, StatId,
    Tick, TrackId, VerbId, place_of,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A change of a stat or a check, for a while.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Modifier {
    /// Whose.
    pub entity: EntityId,
    /// The hash of the id of the stat or the check.
    pub of: u64,
    /// By how many points.
    pub points: i32,
    /// Until when; tick 0 for good.
    pub until: Tick,
}

/// What an entity is born with.
#[derive(Clone, Debug)]
pub struct Birth {
    /// What it is.
    pub class: Class,
    /// Of which kind.
    pub kind: KindIx,
    /// On which side.
    pub side: SideId,
    /// Where.
    pub cell: Cell,
    /// Its name in the log.
    pub name: Arc<str>,
}

/// The state of everything there is.
#[derive(Clone)]
pub struct World {
    /// Now.
    pub tick: Tick,
    /// The ground as it is now.
    pub map: Arc<Map>,
    /// The ground as it was drawn.
    pub first_map: Arc<Map>,
    /// What has become of it since: the ground of each cell that changed.
    pub(super) changed_cells: BTreeMap<Cell, u16>,
    /// The ground with all doors open; nothing where none is shut. It follows from what is above, and is no state of its own.
    pub(super) opened: Option<Arc<Map>>,
    pub(super) content: Arc<Content>,
    pub(super) ids: Vec<EntityId>,
    pub(super) classes: Vec<Class>,
    pub(super) kinds: Vec<KindId>,
    pub(super) kind_places: Vec<KindIx>,
    pub(super) sides: Vec<SideId>,
    pub(super) places: Vec<At>,
    pub(super) extents: Vec<Extent>,
    pub(super) states: Vec<ActorState>,
    pub(super) names: Vec<Arc<str>>,
    pub(super) hidden: Vec<bool>,
    pub(super) holders: Vec<EntityId>,
    pub(super) ready: Vec<bool>,
    pub(super) track_ids: Vec<TrackId>,
    pub(super) tracks: Vec<i64>,
    pub(super) stat_ids: Vec<StatId>,
    /// What each was born with.
    pub(super) base_stats: Vec<i32>,
    /// What each has now, conditions and modifiers counted in.
    pub(super) stats: Vec<i32>,
    pub(super) verb_ids: Vec<VerbId>,
    pub(super) verbs: Vec<i32>,
    pub(super) conditions: Vec<ConditionRow>,
    pub(super) facts: Vec<FactRow>,
    pub(super) modifiers: Vec<Modifier>,
    /// When conditions and modifiers end.
    pub(super) expiries: BTreeSet<Tick>,
    pub(super) regards: BTreeMap<(EntityId, EntityId), Attitude>,
    pub(super) param_ids: Vec<ParamId>,
    pub(super) params: Vec<i64>,
    pub(super) crowd: Crowd,
    pub(super) sight: Sight,
    /// What is in the air, and what everybody has noticed of it.
    pub air: super::senses::Air,
    /// Ways between places.
    pub(super) links: Vec<(EntityId, EntityId)>,
}

impl World {
    /// A world with nobody in it.
    #[must_use]
    pub fn new(content: Arc<Content>, rules: &Ruleset, map: Arc<Map>) -> Self {
        let crowd = Crowd::new(&map);
        Self {
            tick: Tick(0),
            first_map: Arc::clone(&map),
            opened: super::doors::with_all_open(&content, &map),
            map,
            changed_cells: BTreeMap::new(),
            track_ids: content.tracks.clone(),
            stat_ids: content.stats.iter().map(|(id, _)| *id).collect(),
            verb_ids: content.verbs.clone(),
            param_ids: rules.param_ids.clone(),
            params: rules.params.clone(),
            content,
            ids: Vec::new(),
            classes: Vec::new(),
            kinds: Vec::new(),
            kind_places: Vec::new(),
            sides: Vec::new(),
            places: Vec::new(),
            extents: Vec::new(),
            states: Vec::new(),
            names: Vec::new(),
            hidden: Vec::new(),
            holders: Vec::new(),
            ready: Vec::new(),
            tracks: Vec::new(),
            base_stats: Vec::new(),
            stats: Vec::new(),
            verbs: Vec::new(),
            conditions: Vec::new(),
            facts: Vec::new(),
            modifiers: Vec::new(),
            expiries: BTreeSet::new(),
            regards: BTreeMap::new(),
            crowd,
            sight: Sight::default(),
            air: super::senses::Air::default(),
            links: Vec::new(),
        }
    }

    /// The truth, as modules read it.
    #[must_use]
    pub fn view(&self) -> abi::World<'_> {
        abi::World {
            tick: self.tick,
            ids: RSlice::from_slice(&self.ids),
            classes: RSlice::from_slice(&self.classes),
            kinds: RSlice::from_slice(&self.kinds),
            sides: RSlice::from_slice(&self.sides),
            places: RSlice::from_slice(&self.places),
            extents: RSlice::from_slice(&self.extents),
            states: RSlice::from_slice(&self.states),
            track_ids: RSlice::from_slice(&self.track_ids),
            tracks: RSlice::from_slice(&self.tracks),
            stat_ids: RSlice::from_slice(&self.stat_ids),
            stats: RSlice::from_slice(&self.stats),
            verb_ids: RSlice::from_slice(&self.verb_ids),
            verbs: RSlice::from_slice(&self.verbs),
            conditions: RSlice::from_slice(&self.conditions),
            facts: RSlice::from_slice(&self.facts),
            param_ids: RSlice::from_slice(&self.param_ids),
            params: RSlice::from_slice(&self.params),
        }
    }

    /// How many rows there are, free ones too.
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.ids.len()
    }

    /// The row of an entity, if the id still names one.
    #[must_use]
    pub fn row(&self, id: EntityId) -> Option<usize> {
        let row = id.index as usize;
        (self.ids.get(row) == Some(&id) && self.classes[row] != Class::Free).then_some(row)
    }

    /// The id of a row.
    #[must_use]
    pub fn id(&self, row: usize) -> EntityId {
        self.ids[row]
    }

    /// Whether a row holds an actor whose body is still there.
    #[must_use]
    pub fn is_actor(&self, row: usize) -> bool {
        self.classes[row] == Class::Actor
    }

    /// Whether a row holds an actor that may act (clause L8).
    #[must_use]
    pub fn may_act(&self, row: usize) -> bool {
        self.classes[row] == Class::Actor && self.states[row].may_act()
    }

    /// The state of a row's actor.
    #[must_use]
    pub fn state(&self, row: usize) -> ActorState {
        self.states[row]
    }

    /// The name of a row's entity in the log.
    #[must_use]
    pub fn name(&self, row: usize) -> &Arc<str> {
        &self.names[row]
    }

    /// The name of an entity in the log; nothing for nobody.
    #[must_use]
    pub fn name_of(&self, id: EntityId) -> Option<&Arc<str>> {
        let row = id.index as usize;
        (self.ids.get(row) == Some(&id)).then(|| &self.names[row])
    }

    /// The side of a row's entity.
    #[must_use]
    pub fn side(&self, row: usize) -> SideId {
        self.sides[row]
    }

    /// The kind of a row's entity.
    #[must_use]
    pub fn kind(&self, row: usize) -> KindIx {
        self.kind_places[row]
    }

    /// Where a row's entity is.
    #[must_use]
    pub fn cell(&self, row: usize) -> Cell {
        self.places[row].cell
    }

    /// The box of cells of a row's body.
    #[must_use]
    pub fn body(&self, row: usize) -> Body {
        Body { at: self.places[row].cell, size: self.extents[row] }
    }

    /// A stat as it is now.
    #[must_use]
    pub fn stat(&self, row: usize, stat: StatId) -> i32 {
        let column = place_of(&self.stat_ids, stat);
        column.map_or(0, |column| self.stats[row * self.stat_ids.len() + column])
    }

    /// A track.
    #[must_use]
    pub fn track(&self, row: usize, track: TrackId) -> i64 {
        let column = place_of(&self.track_ids, track);
        column.map_or(0, |column| self.tracks[row * self.track_ids.len() + column])
    }

    /// All tracks of a row.
    #[must_use]
    pub fn tracks_of(&self, row: usize) -> &[i64] {
        let width = self.track_ids.len();
        &self.tracks[row * width..(row + 1) * width]
    }

    /// All verbs of a row: -1 lost, else by how many permille it is dearer.
    #[must_use]
    pub fn verbs_of(&self, row: usize) -> &[i32] {
        let width = self.verb_ids.len();
        &self.verbs[row * width..(row + 1) * width]
    }

    /// A verb of a row: -1 lost, else by how many permille it is dearer.
    #[must_use]
    pub fn verb(&self, row: usize, verb: VerbId) -> i32 {
        place_of(&self.verb_ids, verb).map_or(0, |column| self.verbs_of(row)[column])
    }

    /// Ids of the tracks, ascending.
    #[must_use]
    pub fn track_ids(&self) -> &[TrackId] {
        &self.track_ids
    }

    /// Ids of the verbs, ascending.
    #[must_use]
    pub fn verb_ids(&self) -> &[VerbId] {
        &self.verb_ids
    }

    /// The parameters of the ruleset.
    #[must_use]
    pub fn params(&self) -> abi::Params<'_> {
        abi::Params { ids: RSlice::from_slice(&self.param_ids), values: RSlice::from_slice(&self.params) }
    }

    /// What an actor was told to think of another, where it was.
    #[must_use]
    pub fn regard(&self, row: usize, other: usize) -> Option<Attitude> {
        if self.regards.is_empty() {
            return None;
        }
        self.regards.get(&(self.ids[row], self.ids[other])).copied()
    }

    /// Brings an entity into the world. Its tracks beside those of its kind are the holder of `Harm`'s.
    pub fn spawn(&mut self, birth: Birth) -> EntityId {
        let content = Arc::clone(&self.content);
        let kind = &content.kinds[birth.kind.index()];
        let row = self.free_row();
        self.classes[row] = birth.class;
        self.kinds[row] = kind.id;
        self.kind_places[row] = birth.kind;
        self.sides[row] = birth.side;
        self.places[row] = At { place: EntityId::NONE, cell: birth.cell };
        self.extents[row] = kind.extent;
        self.states[row] = ActorState::Up;
        self.names[row] = birth.name;
        let (tracks, stats) = (self.track_ids.len(), self.stat_ids.len());
        for (column, id) in self.track_ids.iter().enumerate() {
            self.tracks[row * tracks + column] = kind.tracks.get(id).copied().unwrap_or(0);
        }
        for (column, (id, average)) in content.stats.iter().enumerate() {
            self.base_stats[row * stats + column] = kind.stats.get(id).copied().unwrap_or(*average);
        }
        self.reckon(row);
        if birth.class == Class::Actor {
            let body = self.body(row);
            self.crowd.place(row as u32, body);
        }
        self.ids[row]
    }

    fn free_row(&mut self) -> usize {
        if let Some(row) = self.classes.iter().position(|class| *class == Class::Free) {
            self.ids[row].generation += 1;
            self.hidden[row] = false;
            self.holders[row] = EntityId::NONE;
            self.ready[row] = false;
            return row;
        }
        let row = self.ids.len();
        self.ids.push(EntityId { index: row as u32, generation: 0 });
        self.classes.push(Class::Free);
        self.kinds.push(KindId::NONE);
        self.kind_places.push(KindIx(0));
        self.sides.push(SideId::NONE);
        self.places.push(At::default());
        self.extents.push(Extent::default());
        self.states.push(ActorState::Up);
        self.names.push(Arc::from(""));
        self.hidden.push(false);
        self.holders.push(EntityId::NONE);
        self.ready.push(false);
        self.tracks.resize((row + 1) * self.track_ids.len(), 0);
        self.base_stats.resize((row + 1) * self.stat_ids.len(), 0);
        self.stats.resize((row + 1) * self.stat_ids.len(), 0);
        self.verbs.resize((row + 1) * self.verb_ids.len(), 0);
        self.sight.grow(row + 1);
        row
    }

    /// Takes an entity out: its row is free from now on, and ids of it name nobody.
    pub fn remove(&mut self, id: EntityId) {
        let Some(row) = self.row(id) else { return };
        if self.classes[row] == Class::Actor {
            self.crowd.remove(row as u32);
        }
        self.classes[row] = Class::Free;
        self.conditions.retain(|condition| condition.entity != id);
        self.facts.retain(|fact| fact.entity != id);
        self.modifiers.retain(|modifier| modifier.entity != id);
        self.regards.retain(|(who, whom), _| *who != id && *whom != id);
        self.sight.forget(row, id);
        self.air.forget(row, id);
    }
}
