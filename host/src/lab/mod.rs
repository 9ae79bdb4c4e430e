//! The laboratory: fights run headless, logs compared and read.
//!
//! Owns what a designer runs from the command line. It drives the engine and reads its logs; it never changes a rule.

pub mod diff;
pub mod fight;
