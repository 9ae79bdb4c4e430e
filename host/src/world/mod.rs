//! The state of everything there is, and `apply`: the one place that changes it.
//!
//! Owns the columns of all entities, their conditions and facts, and who perceives whom. It knows nothing of activities:
//! the clock calls it and tells it what to change. Modules read it through [`abi::World`], built here from the columns.

mod apply;
mod bodies;
mod conditions;
mod doors;
mod entities;
mod perception;
mod senses;
pub mod space;
mod tables;

pub use apply::{Applied, Request};
pub use bodies::body_of;
pub use entities::{Birth, Modifier, World};
pub use perception::{Memory, PairChange};
pub use senses::{Air, Alert, Aware, Scent, Steady, alertness, awareness};
