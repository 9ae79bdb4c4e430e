//! Units: instants, spans, cells, bodies. Integers only, and a type of its own for each unit that meets another.

use abi_stable::StableAbi;
use std::ops::{Add, AddAssign, Sub};

/// An instant of the clock. About ten ticks are one foot of even ground, so one is about 20 ms of fiction.
#[repr(transparent)]
#[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tick(pub u64);

/// A span of the clock.
#[repr(transparent)]
#[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticks(pub u32);

impl Add<Ticks> for Tick {
    type Output = Tick;
    fn add(self, span: Ticks) -> Tick {
        Tick(self.0 + u64::from(span.0))
    }
}

impl Sub for Tick {
    type Output = Ticks;
    /// The span from `earlier` to `self`; none when `earlier` is later.
    fn sub(self, earlier: Tick) -> Ticks {
        Ticks(u32::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(u32::MAX))
    }
}

impl Add for Ticks {
    type Output = Ticks;
    fn add(self, other: Ticks) -> Ticks {
        Ticks(self.0 + other.0)
    }
}

impl AddAssign for Ticks {
    fn add_assign(&mut self, other: Ticks) {
        self.0 += other.0;
    }
}

/// One cubic foot of a place: x to the east, y to the south, z upward.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Feet to the east.
    pub x: i32,
    /// Feet to the south.
    pub y: i32,
    /// Feet upward.
    pub z: i32,
}

impl Cell {
    /// The cell at these coordinates.
    #[must_use]
    pub const fn new(x: i32, y: i32, z: i32) -> Self {
        Self { x, y, z }
    }
}

/// The box of cells that a body fills, from its least corner (clause M6). Bodies do not turn.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Extent {
    /// Feet along x.
    pub width: u8,
    /// Feet along y.
    pub depth: u8,
    /// Feet along z.
    pub height: u8,
}

/// A generational id of an entity: stale ones name nobody, never somebody else.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntityId {
    /// The row of the entity in every column of [`crate::World`].
    pub index: u32,
    /// How often the row has been used before.
    pub generation: u32,
}

impl EntityId {
    /// Nobody.
    pub const NONE: Self = Self { index: u32::MAX, generation: 0 };

    /// Whether this names nobody.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.index == u32::MAX
    }
}

impl Default for EntityId {
    fn default() -> Self {
        Self::NONE
    }
}

/// Where an entity is: a place (a floor of many cells, or a location of one) and its least cell there.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct At {
    /// The place.
    pub place: EntityId,
    /// The least corner of the body, at its feet.
    pub cell: Cell,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_never_runs_backward() {
        assert_eq!(Tick(7) + Ticks(5), Tick(12));
        assert_eq!(Tick(12) - Tick(7), Ticks(5));
        assert_eq!(Tick(7) - Tick(12), Ticks(0));
    }
}
