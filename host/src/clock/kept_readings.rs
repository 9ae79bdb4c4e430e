//! Readings that were judged already (clause P3).
//!
//! Owns a table of what the holder of `Readability` answered, for it is asked again and again about the same stretch of a
//! public line: by the event that begins it, by every decision until the next. The same call gives the same answer (abi), so
//! whether an answer is still kept can change nothing. It is no part of the state. `readings` alone asks it.

use abi::{EntityId, ReadingLevel};
use std::cell::{Cell, RefCell};

/// All that a reading is judged from, the draw by the ids that it is keyed with.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Judged {
    pub observer: EntityId,
    pub subject: EntityId,
    pub serial: u64,
    pub stretch: u32,
    pub difficulty_points: i32,
    pub lore_points: i32,
    pub wits_points: i32,
    pub times_read: u32,
}

type Slot = Cell<Option<(Judged, ReadingLevel)>>;

/// At most so many answers are kept: 4 MB, which holds all pairs of 256 who see each other.
const MOST_SLOTS: usize = 1 << 16;

/// What was judged last for each pair, as far as there is room: where pairs share a slot, the later one has it.
#[derive(Debug, Default)]
pub(super) struct KeptReadings {
    slots: RefCell<Vec<Slot>>,
    /// How many slots lie between an observer's and the next one's.
    width: usize,
}

impl Clone for KeptReadings {
    /// What is kept is no part of the state: a copy has as much room, and nothing in it.
    fn clone(&self) -> Self {
        Self { slots: RefCell::new(vec![Cell::new(None); self.slots.borrow().len()]), width: self.width }
    }
}

impl KeptReadings {
    /// Makes room for the pairs of so many actors; what was kept is forgotten where there was too little.
    pub fn make_room(&mut self, actors: usize) {
        let width = actors.next_power_of_two().max(4);
        if self.width < width {
            self.width = width;
            self.slots = RefCell::new(vec![Cell::new(None); width.saturating_mul(width).min(MOST_SLOTS)]);
        }
    }

    /// Forgets all answers: from now on another holder gives them, or by other parameters.
    pub fn forget(&mut self) {
        self.slots.get_mut().fill(Cell::new(None));
    }

    /// The level of a reading: the one that was kept, or that is judged now.
    pub fn level(&self, judged: Judged, judge: impl FnOnce() -> ReadingLevel) -> ReadingLevel {
        let slots = self.slots.borrow();
        let (observer, subject) = (judged.observer.index as usize, judged.subject.index as usize);
        // The number of slots is a power of two.
        let place = (observer * self.width + subject) & slots.len().wrapping_sub(1);
        let Some(slot) = slots.get(place) else { return judge() };
        if let Some((kept, level)) = slot.get()
            && kept == judged
        {
            return level;
        }
        let level = judge();
        slot.set(Some((judged, level)));
        level
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(observer: u32, subject: u32, stretch: u32) -> Judged {
        let id = |index| EntityId { index, generation: 0 };
        let (observer, subject) = (id(observer), id(subject));
        Judged { observer, subject, serial: 1, stretch, difficulty_points: 0, lore_points: 0, wits_points: 0, times_read: 0 }
    }

    #[test]
    fn an_answer_is_kept_for_what_it_was_given_to_and_for_nothing_else() {
        let mut kept = KeptReadings::default();
        let ask = |kept: &KeptReadings, judged, answer| kept.level(judged, || answer);
        assert_eq!(ask(&kept, judged(0, 1, 1), ReadingLevel::Kind), ReadingLevel::Kind, "without room it is judged anew");
        assert_eq!(ask(&kept, judged(0, 1, 1), ReadingLevel::Busy), ReadingLevel::Busy);
        kept.make_room(2);
        assert_eq!(ask(&kept, judged(0, 1, 1), ReadingLevel::Kind), ReadingLevel::Kind);
        assert_eq!(ask(&kept, judged(1, 0, 1), ReadingLevel::Busy), ReadingLevel::Busy);
        assert_eq!(ask(&kept, judged(0, 1, 1), ReadingLevel::Exact), ReadingLevel::Kind);
        assert_eq!(ask(&kept, judged(0, 1, 2), ReadingLevel::Exact), ReadingLevel::Exact);
        assert_eq!(ask(&kept, judged(0, 1, 1), ReadingLevel::Phase), ReadingLevel::Phase, "the later one has the slot");
        kept.forget();
        assert_eq!(ask(&kept, judged(1, 0, 1), ReadingLevel::Exact), ReadingLevel::Exact);
        assert_eq!(ask(&kept, judged(40_000, 3, 1), ReadingLevel::Kind), ReadingLevel::Kind);
    }
}
