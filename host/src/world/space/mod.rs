//! Space: the cubic feet of a floor, and every question that is answered by looking at them.
//!
//! Owns the map and the geometry of bodies on it: fit and support (clause M6), distance (G4), shapes (W1),
//! lines of sight and of effect, single steps and the way to a goal (M4, M12), the questions of a mind about
//! places, and the index of who is near. It never changes a body, draws dice, or knows actors, actions and sides:
//! callers pass boxes and get cells, ticks and yes or no. Called by the clock, by effects through the world's
//! views, by perception, and by whatever answers the words of profiles.
//!
//! All of it is integer arithmetic with fixed orders, so an answer is the same on every machine. What a hot path
//! needs to grow is lent by the caller (`PathScratch`, output vectors), so nothing is allocated once it is warm.
//! Coordinates stay inside plus and minus 2^30, where no distance can overflow.

#![cfg_attr(test, allow(non_snake_case, reason = "tests are named after the clauses of the clock that they hold"))]

mod body;
mod cells;
mod crowd;
mod distance;
mod field;
mod goal;
mod ground;
mod line;
mod map_error;
mod minds;
mod path;
mod queue;
mod search;
mod shape;
mod step;
mod straight;
#[cfg(test)]
mod testing;
mod toward;

pub use body::Body;
pub use cells::Map;
pub use crowd::Crowd;
pub use distance::{Metric, gaps};
pub use field::Field;
pub use goal::Goal;
pub use ground::{Fill, Grip, Ground, Holding, Under};
pub use line::{Barrier, Cover, cover, line_is_clear, segment_is_clear, walls_between};
pub use map_error::MapError;
pub use minds::{Reach, cornered, flank, flanks, places_in_reach, retreat, steps_in_reach};
pub use path::{NextStep, next_step};
pub use search::PathScratch;
pub use shape::Shape;
pub use step::{DIRECTIONS, EVEN_TRANSFER_TICKS, Gait, Mover, Surroundings};
pub use toward::toward;
