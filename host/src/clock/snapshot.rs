//! Snapshots: the whole of a fight as it stood at the end of a tick, kept in memory (clauses L9, D6).
//!
//! A stop inside a tick is never kept: it is reached again from the snapshot before it and the journal since. Nothing here
//! writes to a disk and nothing here is logged, so a fight with snapshots is the same fight. The session and the saves ask.

use super::sim::{Sim, Stage};
use crate::log::LogSwitch;

/// The whole of a fight at the end of a tick.
#[derive(Clone)]
pub struct Snapshot(Box<Sim>);

impl Snapshot {
    /// The tick at whose end it was taken.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.0.tick
    }

    /// The hash of the state that it holds.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        self.0.state_hash()
    }

    /// The fight as it stood, to go on with.
    #[must_use]
    pub fn restore(&self, log: LogSwitch) -> Sim {
        let mut sim = Sim::clone(&self.0);
        sim.log = log;
        sim
    }
}

/// How often snapshots are taken, and the latest.
#[derive(Default)]
pub(super) struct Snapshots {
    /// Every so many ticks; 0 for never.
    every_ticks: u64,
    /// The tick from whose end on the next is due.
    next: u64,
    latest: Option<Snapshot>,
}

impl Clone for Snapshots {
    /// A snapshot that held the one before it would hold all before that one, too.
    fn clone(&self) -> Self {
        Self { latest: None, ..*self }
    }
}

impl Sim {
    /// Keeps a snapshot of the end of a tick every so many ticks, the latest alone; 0 ends that.
    pub fn keep_snapshots(&mut self, every_ticks: u64) {
        self.snapshots = Snapshots { every_ticks, next: self.tick, latest: self.snapshots.latest.take() };
    }

    /// The latest snapshot that was kept.
    #[must_use]
    pub fn latest_snapshot(&self) -> Option<&Snapshot> {
        self.snapshots.latest.as_ref()
    }

    /// A snapshot of now; none while the engine is inside a tick (clause D6).
    #[must_use]
    pub fn snapshot(&self) -> Option<Snapshot> {
        (self.stage == Stage::Between).then(|| Snapshot(Box::new(self.clone())))
    }

    /// Clause L9: a snapshot stands behind the hash and before a swap of modules.
    pub(super) fn take_snapshot(&mut self) {
        if self.snapshots.every_ticks == 0 || self.tick < self.snapshots.next {
            return;
        }
        self.snapshots.next = self.tick + self.snapshots.every_ticks;
        self.snapshots.latest = self.snapshot();
    }
}
