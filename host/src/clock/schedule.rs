//! What is due when: a timing wheel for actors.
//!
//! The wheel has 256 slots, a bit for each that is not empty, and an overflow for what is farther off; a slot is sorted by
//! initiative only when its tick comes (README, Architecture: a quarter of a heap's cost). Entries are never taken out: an
//! actor that is due at another tick by then is passed over. All slots share one pool, so that a fight allocates once.

use std::collections::BTreeMap;

const SLOTS: usize = 256;
const NIL: u32 = u32::MAX;

/// A row in a slot, and the entry behind it.
#[derive(Copy, Clone, Debug)]
struct Entry {
    row: u32,
    next: u32,
}

/// Rows by the tick in which they are due.
#[derive(Clone, Debug)]
pub struct Wheel {
    heads: [u32; SLOTS],
    filled: [u64; SLOTS / 64],
    pool: Vec<Entry>,
    /// The first entry of the pool that is free.
    free: u32,
    now: u64,
    beyond: BTreeMap<u64, Vec<u32>>,
}

impl Default for Wheel {
    fn default() -> Self {
        Self {
            heads: [NIL; SLOTS],
            filled: [0; SLOTS / 64],
            pool: Vec::with_capacity(16),
            free: NIL,
            now: 0,
            beyond: BTreeMap::new(),
        }
    }
}

impl Wheel {
    /// Notes that a row is due at a tick, which is not past.
    pub fn add(&mut self, tick: u64, row: u32) {
        if tick - self.now < SLOTS as u64 {
            self.put(tick, row);
        } else {
            self.beyond.entry(tick).or_default().push(row);
        }
    }

    fn put(&mut self, tick: u64, row: u32) {
        let slot = (tick % SLOTS as u64) as usize;
        let entry = Entry { row, next: self.heads[slot] };
        self.heads[slot] = if self.free == NIL {
            self.pool.push(entry);
            self.pool.len() as u32 - 1
        } else {
            let place = self.free;
            self.free = self.pool[place as usize].next;
            self.pool[place as usize] = entry;
            place
        };
        self.filled[slot / 64] |= 1 << (slot % 64);
    }

    /// The next tick from `from` on in which a row may be due.
    #[must_use]
    pub fn next(&self, from: u64) -> Option<u64> {
        let start = from.max(self.now);
        let mut offset = 0;
        while offset < SLOTS as u64 {
            let slot = ((start + offset) % SLOTS as u64) as usize;
            let word = self.filled[slot / 64] >> (slot % 64);
            if word == 0 {
                offset += 64 - (slot % 64) as u64;
                continue;
            }
            let tick = start + offset + u64::from(word.trailing_zeros());
            if tick < self.now + SLOTS as u64 {
                return Some(tick);
            }
            break;
        }
        self.beyond.keys().next().copied()
    }

    /// Takes out the rows of a tick, in no particular order, into `rows`; the wheel goes on to that tick.
    pub fn take(&mut self, tick: u64, rows: &mut Vec<u32>) {
        self.now = tick;
        while let Some(entry) = self.beyond.first_entry() {
            if *entry.key() >= tick + SLOTS as u64 {
                break;
            }
            let (due, late) = entry.remove_entry();
            for row in late {
                self.put(due.max(tick), row);
            }
        }
        let slot = (tick % SLOTS as u64) as usize;
        let mut place = std::mem::replace(&mut self.heads[slot], NIL);
        while place != NIL {
            let entry = self.pool[place as usize];
            rows.push(entry.row);
            self.pool[place as usize].next = self.free;
            self.free = place;
            place = entry.next;
        }
        self.filled[slot / 64] &= !(1 << (slot % 64));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_added_comes_out_at_its_tick(adds in prop::collection::vec((0_u64..900, 0_u32..50), 1..60)) {
            let mut wheel = Wheel::default();
            let mut expected: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
            for (tick, row) in adds {
                wheel.add(tick, row);
                expected.entry(tick).or_default().push(row);
            }
            let mut from = 0;
            for (tick, mut rows) in expected {
                prop_assert_eq!(wheel.next(from), Some(tick));
                let mut found = Vec::new();
                wheel.take(tick, &mut found);
                found.sort_unstable();
                rows.sort_unstable();
                prop_assert_eq!(found, rows);
                from = tick + 1;
            }
            prop_assert_eq!(wheel.next(from), None);
        }
    }
}
