//! Everything that is tested from outside of the crates, as one binary of many modules.

#[cfg(test)]
mod modules;
#[cfg(test)]
mod support;
