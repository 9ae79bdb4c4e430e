//! What the player's character perceives, event by event, for telling (doctrine F9): never more than it reads.

use super::events::{Event, name};
use super::sim::Sim;
use abi::{Cell, EntityId, ReadingLevel};

/// Something that a player's character perceived.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Perceived {
    /// Whose character.
    pub by: EntityId,
    /// What happened.
    pub event: Event,
    /// How well it was read, where it goes by readings.
    pub level: ReadingLevel,
    /// In which tick.
    pub tick: u64,
    /// Where whom it is about stood then.
    pub at: Cell,
}

impl Sim {
    /// An event about somebody reaches that one itself.
    pub(super) fn feed_own(&mut self, event: &Event, row: usize) {
        if self.actors[row].mind.is_player() {
            self.push_feed(event, row, ReadingLevel::Exact);
        }
        self.note_own_cause(event, row);
    }

    /// Whether an event about somebody is told to who perceives it: to a player's character, and nothing inward.
    pub(super) fn is_told(&self, event: &Event, row: usize) -> bool {
        // That somebody else notices, loses sight of or learns something is not to be seen on it.
        let inward = [name::NOTICED, name::LOST, name::CHECK, name::LEARNED];
        let is_inward = inward.contains(&event.id);
        self.actors[row].mind.is_player() && !is_inward
    }

    /// Keeps an event for telling.
    pub(super) fn push_feed(&mut self, event: &Event, row: usize, level: ReadingLevel) {
        let at = self.world.row(event.about).map_or(Cell::default(), |about| self.world.cell(about));
        self.push_feed_at(event, row, level, at);
    }

    /// The same of something that happened at a cell.
    pub(super) fn push_feed_at(&mut self, event: &Event, row: usize, level: ReadingLevel, at: Cell) {
        self.feed.push(Perceived { by: self.world.id(row), event: *event, level, tick: self.tick, at });
    }
}
