//! Everything that is tested from outside of the crates, as one binary of many modules.

#[cfg(test)]
mod ahead;
#[cfg(test)]
mod bad_input;
#[cfg(test)]
mod balance;
#[cfg(test)]
mod classes;
#[cfg(test)]
mod cli;
#[cfg(test)]
mod differential;
#[cfg(test)]
mod everything;
#[cfg(test)]
mod faults;
#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod ground;
#[cfg(test)]
mod habit;
#[cfg(test)]
mod knowing;
#[cfg(test)]
mod layers;
#[cfg(test)]
mod levels;
#[cfg(test)]
mod minds;
#[cfg(test)]
mod modules;
#[cfg(test)]
mod monsters;
#[cfg(test)]
mod orders;
#[cfg(test)]
mod pace;
#[cfg(test)]
mod packs;
#[cfg(test)]
mod replays;
#[cfg(test)]
mod seat;
#[cfg(test)]
mod senses;
#[cfg(test)]
mod stops;
#[cfg(test)]
mod stories;
#[cfg(test)]
mod strangers;
#[cfg(test)]
mod support;
#[cfg(test)]
mod swapping;
#[cfg(test)]
mod tdgs;
#[cfg(test)]
mod terminal;
#[cfg(test)]
mod threat;
#[cfg(test)]
mod tidy;
#[cfg(test)]
mod together;
#[cfg(test)]
mod wordings;
