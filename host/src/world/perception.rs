//! Who perceives whom, and what is remembered of those who are out of sight.
//!
//! Owns the pairs and the memories. Whether one can see another is the holder of `Senses`' to say: the clock asks it and
//! tells the answer here (clause E3). A memory is what was last perceived, and never more.

use super::entities::World;
use abi::{ActorState, Cell, EntityId, KindId, Tick};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

/// What an observer remembers of somebody whom it does not perceive now.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Memory {
    /// When it was last perceived.
    pub seen: Tick,
    /// Where.
    pub cell: Cell,
    /// In which state.
    pub state: ActorState,
    /// On which rung of the ladder `stage`.
    pub stage: i64,
    /// Of which kind it was.
    pub kind: KindId,
}

/// What changed between an observer and a subject.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PairChange {
    /// It is perceived from now on.
    Noticed,
    /// It is not perceived any more.
    Lost,
}

/// All pairs.
#[derive(Clone, Debug, Default)]
pub(super) struct Sight {
    /// For each row, the rows that it perceives, ascending.
    sees: Vec<Vec<u32>>,
    /// For each row, the rows that perceive it, ascending.
    seen_by: Vec<Vec<u32>>,
    memories: BTreeMap<(u32, EntityId), Memory>,
}

impl Sight {
    pub(super) fn grow(&mut self, rows: usize) {
        self.sees.resize(rows, Vec::new());
        self.seen_by.resize(rows, Vec::new());
    }

    /// Forgets a row, which is about to hold somebody else.
    pub(super) fn forget(&mut self, row: usize, id: EntityId) {
        for other in std::mem::take(&mut self.sees[row]) {
            take(&mut self.seen_by[other as usize], row as u32);
        }
        for other in std::mem::take(&mut self.seen_by[row]) {
            take(&mut self.sees[other as usize], row as u32);
        }
        self.memories.retain(|(observer, subject), _| *observer != row as u32 && *subject != id);
    }
}

fn put(list: &mut Vec<u32>, row: u32) -> bool {
    match list.binary_search(&row) {
        Ok(_) => false,
        Err(place) => {
            list.insert(place, row);
            true
        }
    }
}

fn take(list: &mut Vec<u32>, row: u32) -> bool {
    list.binary_search(&row).map(|place| list.remove(place)).is_ok()
}

impl Hash for Sight {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.sees.hash(state);
        self.memories.hash(state);
    }
}

impl World {
    /// Whether an observer perceives a subject now.
    #[must_use]
    pub fn perceives(&self, observer: usize, subject: usize) -> bool {
        self.sight.sees[observer].binary_search(&(subject as u32)).is_ok()
    }

    /// The rows that a row perceives, ascending.
    #[must_use]
    pub fn perceived_by(&self, observer: usize) -> &[u32] {
        &self.sight.sees[observer]
    }

    /// The rows that perceive a row, ascending.
    #[must_use]
    pub fn who_perceives(&self, subject: usize) -> &[u32] {
        &self.sight.seen_by[subject]
    }

    /// Whom an observer remembers and does not perceive, ascending by id.
    pub fn memories_of(&self, observer: usize) -> impl Iterator<Item = (EntityId, &Memory)> {
        let row = observer as u32;
        let least = EntityId { index: 0, generation: 0 };
        self.sight.memories.range((row, least)..(row + 1, least)).map(|((_, id), memory)| (*id, memory))
    }

    /// What an observer remembers of somebody whom it does not perceive.
    #[must_use]
    pub fn memory_of(&self, observer: usize, id: EntityId) -> Option<&Memory> {
        self.sight.memories.get(&(observer as u32, id))
    }

    /// Notes whether an observer perceives a subject from now on; answers what changed, if anything did.
    pub fn perceive(&mut self, observer: usize, subject: usize, sees: bool, stage: i64) -> Option<PairChange> {
        let (o, s) = (observer as u32, subject as u32);
        let id = self.ids[subject];
        if sees {
            if !put(&mut self.sight.sees[observer], s) {
                return None;
            }
            put(&mut self.sight.seen_by[subject], o);
            self.sight.memories.remove(&(o, id));
            return Some(PairChange::Noticed);
        }
        if !take(&mut self.sight.sees[observer], s) {
            return None;
        }
        take(&mut self.sight.seen_by[subject], o);
        let memory = Memory {
            seen: self.tick,
            cell: self.places[subject].cell,
            state: self.states[subject],
            stage,
            kind: self.kinds[subject],
        };
        self.sight.memories.insert((o, id), memory);
        Some(PairChange::Lost)
    }

    /// Whether somebody hides.
    #[must_use]
    pub fn is_hidden(&self, row: usize) -> bool {
        self.hidden[row]
    }
}
