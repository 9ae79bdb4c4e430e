//! What goes wrong with a session: nothing to play, or a choice that was not made.
//!
//! Owns the words for it and nothing else. The session answers with it, the command line shows it.

use crate::lab::seats::Astray;
use std::fmt;

/// Why there is nothing to play, or why a choice was not made.
#[derive(Debug)]
pub enum SessionError {
    /// Nobody in the fight is a player's at this seat: its name, the seat, and how many seats there are.
    NoSeat(String, u32, usize),
    /// What was decided in a run that is gone on with leads elsewhere.
    Astray(Astray),
    /// There is no choice at this place.
    NoChoice(usize),
    /// It cannot be done now: why, in the game's own words.
    NotNow(String),
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSeat(fight, seat, count) => write!(
                f,
                "the fight `{fight}` has {count} actors with `control: Player`, and seat {seat} (from 0) was asked for; \
                 give an actor of it `control: Player`"
            ),
            Self::Astray(astray) => {
                write!(f, "the run was decided otherwise at tick {} than its record has it", astray.tick)
            }
            Self::NoChoice(place) => write!(f, "there is no choice number {place} (from 0) in this scene"),
            Self::NotNow(why) => write!(f, "that cannot be done now: {why}"),
        }
    }
}

impl std::error::Error for SessionError {}
