//! Learning kinds: what a player's character has come to know something as (doctrine F9).
//!
//! A kind is learned when one of it is heard to speak, or when a whole encounter was spent in its sight. What is known is a
//! fact of the character, so that it is saved, hashed and replayed like all else. Passes and encounters call it.

use super::events::{Event, name};
use super::sim::Sim;
use abi::{By, Change, EntityId, FactId, Ticks};

impl Sim {
    /// Somebody is heard to speak by a player's character who sees it.
    pub(super) fn learn_by_speech(&mut self, row: usize, about: usize) {
        if self.world.perceives(row, about) {
            self.learn_kind(row, about);
        }
    }

    /// An encounter is over: whoever is still in sight has been watched for long enough.
    pub(super) fn learn_by_encounter(&mut self) {
        for row in 0..self.actors.len() {
            for about in self.world.perceived_by(row).to_vec() {
                self.learn_kind(row, about as usize);
            }
        }
    }

    fn learn_kind(&mut self, row: usize, about: usize) {
        if !self.actors[row].mind.is_player() || self.knows_kind(row, about) {
            return;
        }
        let entity = self.world.id(row);
        let kind = self.content.kinds[self.world.kind(about).index()].id;
        let change = Change::Fact { entity, key: FactId(kind.0), about: EntityId::NONE, by: By::Set(1), ticks: Ticks(0) };
        let cause = self.bare_cause(entity);
        self.carry_out(change, &cause);
        self.raise(Event { by: self.world.id(about), ..Event::new(name::LEARNED, entity) });
    }
}
