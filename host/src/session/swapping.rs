//! Swapping modules and content under a fight that is played (clause L9).
//!
//! What waits is taken at the end of a tick, so while the player thinks it waits. Whoever watches a pack calls it.

use super::Session;
use crate::clock::{Setup, SwapError};

impl Session {
    /// Hands over the fight as it is on the modules and content that are loaded now; see [`crate::clock::Sim::swap`].
    ///
    /// # Errors
    /// Every reason why it does not fit; what runs goes on as it was.
    pub fn swap(&mut self, next: &Setup) -> Result<(), SwapError> {
        self.sim.swap(next)
    }

    /// A line of the house's own behind the tale, until the next scene; empty for none.
    pub fn set_notice(&mut self, notice: &str) {
        if self.scene.notice != notice {
            self.serial += 1;
            self.scene.serial = self.serial;
            notice.clone_into(&mut self.scene.notice);
        }
    }

    /// Whether a swap waits for the end of its tick.
    #[must_use]
    pub const fn is_swap_waiting(&self) -> bool {
        self.sim.is_swap_waiting()
    }
}
