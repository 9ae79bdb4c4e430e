//! Dungeon-Mind: the host. It owns the clock, the world and the seeded dice; every rule and every face is a module.
//!
//! Read `clock::advance` first: the heart of the engine in one function. The README's Architecture section tells how the
//! rooms of this house hang together and which promises hold between them.

pub mod authoring;
pub mod clock;
pub mod content;
pub mod decide;
pub mod dice;
pub mod lab;
pub mod loading;
pub mod log;
pub mod modules;
pub mod plain_file;
pub mod plain_text;
pub mod saves;
pub mod session;
#[cfg(unix)]
pub mod supervisor;
pub mod world;
