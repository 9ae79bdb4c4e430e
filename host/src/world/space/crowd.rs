//! Who is near: an index over all bodies of a floor.
//!
//! Owns a copy of where each body is, by key, and buckets of 16 by 16 feet that say who to look at. It never decides
//! who matters: it answers in the order of keys, and the caller sorts by initiative or side. `world::apply` alone
//! changes it, together with the bodies themselves; scope, perception, shapes and arrivals ask it.

use super::body::Body;
use super::cells::Map;
use super::distance::Metric;

/// Bits of a coordinate inside one bucket: 16 feet, about the reach of what is asked most often.
const BUCKET_BITS: u32 = 4;

/// Bodies by key, and by where they are.
#[derive(Clone, Debug)]
pub struct Crowd {
    /// By key: keys are rows, and rows are used again.
    bodies: Vec<Option<Body>>,
    columns: usize,
    rows: usize,
    /// Each body stands in the bucket of its least corner; one off the map in the nearest bucket.
    buckets: Vec<Vec<(u32, Body)>>,
    /// The greatest extents so far: how far a body can reach out of its bucket.
    most_width: i32,
    most_depth: i32,
}

impl Crowd {
    /// An empty index for a map.
    pub fn new(map: &Map) -> Self {
        let count = |feet: i32| ((feet - 1) as usize >> BUCKET_BITS) + 1;
        let (columns, rows) = (count(map.size().x), count(map.size().y));
        let buckets = vec![Vec::new(); columns * rows];
        Self { bodies: Vec::new(), columns, rows, buckets, most_width: 1, most_depth: 1 }
    }

    /// Puts a body in, or moves it there; answers where it was.
    pub fn place(&mut self, key: u32, body: Body) -> Option<Body> {
        let [width, depth, _] = body.feet();
        self.most_width = self.most_width.max(width);
        self.most_depth = self.most_depth.max(depth);
        let row = key as usize;
        if row >= self.bodies.len() {
            self.bodies.resize(row + 1, None);
        }
        let before = self.bodies[row].replace(body);
        let bucket = self.bucket_of(body);
        match before.map(|before| self.bucket_of(before)) {
            Some(old) if old == bucket => {
                for entry in self.buckets[bucket].iter_mut().filter(|entry| entry.0 == key) {
                    entry.1 = body;
                }
            }
            old => {
                if let Some(old) = old {
                    self.buckets[old].retain(|entry| entry.0 != key);
                }
                self.buckets[bucket].push((key, body));
            }
        }
        before
    }

    /// Takes a body out; answers where it was.
    pub fn remove(&mut self, key: u32) -> Option<Body> {
        let body = self.bodies.get_mut(key as usize)?.take()?;
        let bucket = self.bucket_of(body);
        self.buckets[bucket].retain(|entry| entry.0 != key);
        Some(body)
    }

    /// Where a body is.
    pub fn body(&self, key: u32) -> Option<Body> {
        self.bodies.get(key as usize).copied().flatten()
    }

    /// All bodies, by key.
    pub fn bodies(&self) -> impl Iterator<Item = (u32, Body)> {
        (0_u32..).zip(&self.bodies).filter_map(|(key, body)| body.map(|body| (key, body)))
    }

    /// Who is within so many feet of a box, by key, into `found`, which is emptied first.
    ///
    /// A box that is itself in the index finds itself. Within 0 feet are those who share a cell with it.
    pub fn within(&self, of: Body, feet: u32, metric: Metric, found: &mut Vec<u32>) {
        found.clear();
        self.visit(of, feet, |key, body| {
            if metric.within(of, body, feet) {
                found.push(key);
            }
        });
        found.sort_unstable();
    }

    /// The lowest key of those that share a cell with a box and count.
    pub fn lowest_in(&self, of: Body, counts: impl Fn(u32) -> bool) -> Option<u32> {
        let mut lowest: Option<u32> = None;
        self.visit(of, 0, |key, body| {
            if lowest.is_none_or(|least| key < least) && body.overlaps(of) && counts(key) {
                lowest = Some(key);
            }
        });
        lowest
    }

    /// The same with the bodies.
    pub fn bodies_within(&self, of: Body, feet: u32, metric: Metric, found: &mut Vec<(u32, Body)>) {
        found.clear();
        self.visit(of, feet, |key, body| {
            if metric.within(of, body, feet) {
                found.push((key, body));
            }
        });
        found.sort_unstable_by_key(|(key, _)| *key);
    }

    /// Shows everybody in the buckets that could hold somebody so near.
    fn visit(&self, of: Body, feet: u32, mut see: impl FnMut(u32, Body)) {
        let feet = i32::try_from(feet).unwrap_or(i32::MAX).min(2 * Map::MOST_FEET);
        let far = of.far();
        let x = bucket_along(of.at.x - feet - self.most_width + 1, self.columns);
        let y = bucket_along(of.at.y - feet - self.most_depth + 1, self.rows);
        let x_end = bucket_along(far.x + feet, self.columns);
        let y_end = bucket_along(far.y + feet, self.rows);
        for row in y..=y_end {
            for bucket in &self.buckets[row * self.columns + x..=row * self.columns + x_end] {
                for (key, body) in bucket {
                    see(*key, *body);
                }
            }
        }
    }

    fn bucket_of(&self, body: Body) -> usize {
        bucket_along(body.at.y, self.rows) * self.columns + bucket_along(body.at.x, self.columns)
    }
}

/// The bucket of a coordinate, the nearest one for what lies off the map.
fn bucket_along(feet: i32, count: usize) -> usize {
    (feet.max(0) as usize >> BUCKET_BITS).min(count - 1)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{any_extent, cell, floor, human};
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn field() -> Map {
        let row = ".".repeat(50);
        floor(&[row.as_str(); 40])
    }

    #[test]
    fn bodies_are_found_by_key_after_they_move_and_leave() {
        let mut crowd = Crowd::new(&field());
        let check = |crowd: &Crowd, feet: u32, expected: &[u32]| {
            let mut found = vec![77];
            crowd.within(human(10, 10, 0), feet, Metric::Euclid, &mut found);
            assert_eq!(found, expected, "within {feet} feet");
        };
        assert_eq!(crowd.place(9, human(10, 10, 0)), None);
        crowd.place(5, human(12, 10, 0));
        crowd.place(7, human(40, 30, 0));
        check(&crowd, 0, &[9]);
        check(&crowd, 1, &[5, 9]);
        check(&crowd, 40, &[5, 7, 9]);
        assert_eq!(crowd.place(7, human(10, 11, 0)), Some(human(40, 30, 0)));
        check(&crowd, 1, &[5, 7, 9]);
        assert_eq!(crowd.remove(5), Some(human(12, 10, 0)));
        assert_eq!(crowd.remove(5), None);
        check(&crowd, 1, &[7, 9]);
        assert_eq!(crowd.body(7), Some(human(10, 11, 0)));
    }

    proptest! {
        #[test]
        fn the_index_finds_whom_a_look_at_everybody_finds(
            moves in proptest::collection::vec(
                (0u32..20, (-9..60, -9..50, -3..9), any_extent(), any::<bool>()), 1..60,
            ),
            asked in proptest::collection::vec(((-9..60, -9..50, -3..9), 0u32..40), 1..8),
        ) {
            let mut crowd = Crowd::new(&field());
            let mut plain = BTreeMap::new();
            for (key, at, size, leaves) in moves {
                let body = Body { at: cell(at.0, at.1, at.2), size };
                if leaves {
                    prop_assert_eq!(crowd.remove(key), plain.remove(&key));
                } else {
                    prop_assert_eq!(crowd.place(key, body), plain.insert(key, body));
                }
            }
            for (at, odd) in [((10, 10, 0), true), ((10, 10, 0), false), ((30, 20, 0), true)] {
                let of = Body { at: cell(at.0, at.1, at.2), size: human(0, 0, 0).size };
                let counts = |key: &u32| (key % 2 == 1) == odd;
                let expected = plain.iter().filter(|(key, body)| counts(key) && body.overlaps(of)).map(|(key, _)| *key).next();
                prop_assert_eq!(crowd.lowest_in(of, |key| counts(&key)), expected);
            }
            prop_assert!(crowd.bodies().eq(plain.iter().map(|(key, body)| (*key, *body))));
            let mut found = Vec::new();
            for (at, feet) in asked {
                let of = human(at.0, at.1, at.2);
                for metric in [Metric::Euclid, Metric::Chebyshev] {
                    crowd.bodies_within(of, feet, metric, &mut found);
                    let near = plain.iter().filter(|(_, body)| metric.within(of, **body, feet));
                    prop_assert!(found.iter().copied().eq(near.map(|(key, body)| (*key, *body))));
                }
            }
        }
    }
}
