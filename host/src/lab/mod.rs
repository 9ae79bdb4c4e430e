//! The laboratory: fights run headless, replayed, compared and counted.
//!
//! Owns what a designer runs from the command line. It drives the engine and reads its logs; it never changes a rule.

mod bounded;
mod changes;
pub mod diff;
pub mod fight;
pub mod recording;
pub mod replay;
pub mod seats;
pub mod shares;
pub mod usage;
