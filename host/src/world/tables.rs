//! Changing the tables under a world that lives: what everybody has moves to the columns of the new ones (clause L9).
//!
//! Owns the moving of columns. The clock has judged that nothing that is in use is gone; what is new begins with what a body
//! of its kind is born with.

use super::entities::World;
use super::space::Map;
use crate::content::tables::{Content, Ruleset};
use std::sync::Arc;

impl World {
    /// Puts other tables under everybody: content, the ruleset's parameters, and the ground.
    pub fn swap_tables(&mut self, content: Arc<Content>, rules: &Ruleset, map: Arc<Map>) {
        let kind = |row: usize| content.kinds.get(self.kind_places[row].index());
        let track_ids = content.tracks.clone();
        let born = |row: usize, place: usize| {
            let id: &abi::TrackId = &track_ids[place];
            kind(row).and_then(|kind| kind.tracks.get(id).copied()).unwrap_or(0)
        };
        let tracks = moved(&self.track_ids, &self.tracks, &track_ids, self.ids.len(), born);
        let stat_ids: Vec<abi::StatId> = content.stats.iter().map(|(id, _)| *id).collect();
        let born = |row: usize, place: usize| {
            let (id, average) = &content.stats[place];
            kind(row).and_then(|kind| kind.stats.get(id).copied()).unwrap_or(*average)
        };
        let base_stats = moved(&self.stat_ids, &self.base_stats, &stat_ids, self.ids.len(), born);
        (self.track_ids, self.tracks) = (track_ids, tracks);
        (self.stats, self.base_stats) = (base_stats.clone(), base_stats);
        self.stat_ids = stat_ids;
        self.verb_ids.clone_from(&content.verbs);
        self.verbs = vec![0; self.verb_ids.len() * self.ids.len()];
        (self.param_ids, self.params) = (rules.param_ids.clone(), rules.params.clone());
        (self.content, self.first_map) = (content, Arc::clone(&map));
        let veiled = std::mem::replace(&mut self.map, map);
        self.find_doors();
        for (at, ground) in self.changed_cells.clone() {
            self.set_ground(at, ground);
        }
        if veiled.has_veils() {
            Arc::make_mut(&mut self.map).take_veils(&veiled);
        }
        for row in 0..self.ids.len() {
            self.reckon(row);
        }
    }
}

/// The values of rows under other columns; a column that was not there is filled by `born`, from row and column.
fn moved<I: Ord, V: Copy>(old: &[I], values: &[V], new: &[I], rows: usize, born: impl Fn(usize, usize) -> V) -> Vec<V> {
    let places: Vec<Option<usize>> = new.iter().map(|id| old.binary_search(id).ok()).collect();
    let value = |row: usize, place: usize| match places[place] {
        Some(held) => values[row * old.len() + held],
        None => born(row, place),
    };
    (0..rows).flat_map(|row| (0..new.len()).map(move |place| (row, place))).map(|(row, place)| value(row, place)).collect()
}

#[cfg(test)]
mod tests {
    use super::moved;

    #[test]
    fn columns_are_kept_by_their_id_and_new_ones_are_filled() {
        let born = |row: usize, place: usize| i64::try_from(100 * (row + 1) + place).unwrap();
        assert_eq!(moved(&[2, 5], &[20, 50, 21, 51], &[1, 2, 5, 9], 2, born), [100, 20, 50, 103, 200, 21, 51, 203]);
        assert_eq!(moved(&[2, 5], &[20, 50, 21, 51], &[5], 2, born), [50, 51]);
    }
}
