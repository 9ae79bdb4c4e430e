//! Pure functions of the rules: rolls, bodies, harm, places, areas, time.
//!
//! Owns the arithmetic and every constant that the rules print. Must never see a view. Called by the holders and effects.
//!
//! Shares are permille and every division rounds down, as the rules ask. Hit points are the rules' own word and stay in here:
//! whoever plays is told rungs of the ladder `vigour`.

pub mod area;
pub mod body;
pub mod harm;
pub mod place;
pub mod roll;
pub mod time;
