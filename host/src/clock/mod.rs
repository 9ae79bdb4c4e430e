//! The tick engine: `clock.md` is its law, and [`advance`] its heart.
//!
//! Owns the clock, everybody's activities, reactions, windows and what is scheduled. It draws dice, asks modules and applies
//! their changes through the world; it never looks at what kind of action an activity is. The session, the lab and the
//! tests call it.

mod absence;
mod activity;
mod advance;
mod arriving;
mod awareness;
mod begin;
mod causes;
mod checks;
mod consequences;
mod control;
mod decision;
mod derived;
mod end_of_tick;
mod ending;
pub mod events;
mod falling;
mod feed;
mod firelight;
mod footing;
mod foresight;
mod glows;
mod hearing;
mod holders;
mod hooks;
mod kept_readings;
mod learning;
mod lights;
mod lines;
mod logging;
mod masks;
mod order;
mod orders;
mod passes;
mod places;
mod process;
mod readings;
mod recurring;
mod roll;
mod schedule;
mod scope;
mod setup;
mod sim;
mod snapshot;
mod swap;
mod terrain;
mod windows;

pub use activity::{Activity, Broadcast};
pub use advance::{Halt, Visits, advance};
pub(crate) use causes::is_woken;
pub use control::Mind;
pub use decision::{Asks, Decision, Refusal, Reply};
pub use derived::Derived;
pub use events::Event;
pub use feed::Perceived;
pub use foresight::{Bounds, Foreseen, Threat};
pub use holders::ModuleChange;
pub(crate) use lines::ArgList;
pub use orders::{Moment, Outcome, StandingOrder, StandingOrders};
pub use setup::{Setup, SetupError, map_of};
pub use sim::{Departed, Ended, Sim};
pub use snapshot::Snapshot;
pub use swap::{SwapError, Swapped};
