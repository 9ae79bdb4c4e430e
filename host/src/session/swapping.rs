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

    /// Whether a swap waits for the end of its tick.
    #[must_use]
    pub const fn is_swap_waiting(&self) -> bool {
        self.sim.is_swap_waiting()
    }
}
