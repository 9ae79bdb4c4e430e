//! What a search still has to look at, least ticks first.
//!
//! Owns the order alone. A search never asks for fewer ticks than it was given last, so that what is near in ticks lies in a row of
//! drawers, one for each tick, and only what is far off in a heap; that takes a third less time than a heap alone. Called by `search`.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// So many ticks beyond its start a search finds in drawers: two hundred feet of even ground.
const DRAWERS: usize = 2048;

/// Places by their ticks.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    drawers: Vec<Vec<u32>>,
    far: BinaryHeap<Reverse<(u32, u32)>>,
    /// The ticks of the first drawer.
    least: u32,
    /// The drawer that is looked at.
    at: usize,
    /// One beyond the last drawer that was used.
    end: usize,
}

impl Queue {
    /// Forgets everything, for a search none of whose places takes fewer ticks than these.
    pub fn begin(&mut self, least: u32) {
        self.drawers.resize_with(DRAWERS, Vec::new);
        self.drawers[..self.end].iter_mut().for_each(Vec::clear);
        self.far.clear();
        (self.least, self.at, self.end) = (least, 0, 0);
    }

    /// Puts a place in. Its ticks must be no fewer than those of the place that was taken out last.
    pub fn push(&mut self, ticks: u32, place: u32) {
        let drawer = (ticks - self.least) as usize;
        match self.drawers.get_mut(drawer) {
            Some(places) => {
                places.push(place);
                self.end = self.end.max(drawer + 1);
            }
            None => self.far.push(Reverse((ticks, place))),
        }
    }

    /// Takes out a place of the least ticks.
    pub fn pop(&mut self) -> Option<(u32, u32)> {
        let next = (self.at..self.end).find(|drawer| !self.drawers[*drawer].is_empty());
        let Some(next) = next else { return self.far.pop().map(|Reverse(next)| next) };
        self.at = next;
        self.drawers[next].pop().map(|place| (self.least + next as u32, place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_gives_the_least_first_as_a_heap_does(steps in prop::collection::vec((0u32..900, 0u32..5), 0..200), least in 0u32..5000) {
            let (mut queue, mut heap) = (Queue::default(), BinaryHeap::new());
            // A queue that has been used for something else is as good as new.
            queue.begin(7);
            queue.push(7, 1);
            queue.push(9_000, 2);
            queue.begin(least);
            let mut now = least;
            for (more, taken) in steps {
                queue.push(now + more, more);
                heap.push(Reverse(now + more));
                for _ in 0..taken {
                    let found = queue.pop().map(|(ticks, _)| ticks);
                    prop_assert_eq!(found, heap.pop().map(|Reverse(ticks)| ticks));
                    now = found.unwrap_or(now);
                }
            }
        }
    }
}
