//! The decision table: profiles for monsters, standing orders and autopilot for the player.
//!
//! Owns what one actor goes by ([`abi::Situation`], built here), the host's own words, and the choice among ranks. It sees a
//! situation and never the world's truth about anybody else; the clock asks it and begins what it answers. Choices of
//! equal standing are sampled from the stream `profiles`, never taken by their order.

mod guards;
mod host_words;
mod outlook;
mod seat;
mod selectors;
mod table;
mod ways;

pub use outlook::Room;
pub(crate) use table::PassedOver;
