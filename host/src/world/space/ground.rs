//! Grounds: what fills a cell, whom it holds up, and what it asks of a step (clauses M2, M6).
//!
//! Owns the properties of one kind of ground and the bits in which a map keeps them for each cell. It never knows where any
//! ground lies. Called by `cells`, and by everything that asks a map.

use abi::GroundId;

pub use crate::content::tables::{Fill, Holding};

/// By what a body is held up, as far as it can make use of it: floors always, water and ladders by what it can do.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grip(u8);

impl Grip {
    /// By floors and what is solid alone.
    pub const FEET: Self = Self(SUPPORT);

    /// Of a body that can do so much.
    pub const fn of(swims: bool, climbs: bool) -> Self {
        Self(SUPPORT | if swims { SWIM } else { 0 } | if climbs { CLIMB } else { 0 })
    }

    /// The traits of cells that hold it up.
    pub(super) const fn mask(self) -> u8 {
        self.0
    }
}

/// What the ground under a body asks of a step, in ticks.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Under {
    /// Added to the prep of a step that leaves it.
    pub departure_ticks: u16,
    /// The recover of a step that arrives on it.
    pub arrival_ticks: u16,
    /// Added to the transfer along one axis, whether a step leaves it or arrives.
    pub opposing_ticks: u16,
}

impl Under {
    /// Even ground asks for nothing.
    pub const EVEN: Self = Self { departure_ticks: 0, arrival_ticks: 0, opposing_ticks: 0 };

    pub(super) const fn plus(self, more: Self) -> Self {
        Self {
            departure_ticks: self.departure_ticks.saturating_add(more.departure_ticks),
            arrival_ticks: self.arrival_ticks.saturating_add(more.arrival_ticks),
            opposing_ticks: self.opposing_ticks.saturating_add(more.opposing_ticks),
        }
    }

    pub(super) fn worst(self, other: Self) -> Self {
        Self {
            departure_ticks: self.departure_ticks.max(other.departure_ticks),
            arrival_ticks: self.arrival_ticks.max(other.arrival_ticks),
            opposing_ticks: self.opposing_ticks.max(other.opposing_ticks),
        }
    }
}

/// What the map needs to know of one kind of ground.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ground {
    /// Which ground it is: a state is hashed by that, so that a ground which a fight does not use changes nothing of it.
    pub id: GroundId,
    /// What fills the cell.
    pub fill: Fill,
    /// Whether the cell has a floor at its lower face. It holds bodies up, and parts the cell from the one below.
    pub has_floor: bool,
    /// Added to the prep of a step that leaves it.
    pub departure_ticks: u16,
    /// The recover of a step that arrives on it.
    pub arrival_ticks: u16,
    /// Added to the transfer of a step that leaves it or arrives on it, along one axis.
    pub opposing_ticks: u16,
    /// Who is held up by it although it has no floor.
    pub holding: Holding,
    /// Whether sight ends in it.
    pub is_opaque: bool,
}

impl Ground {
    /// What nothing fills, nothing stands on and nothing hides.
    pub const AIR: Self = Self {
        id: GroundId::NONE,
        fill: Fill::Open,
        has_floor: false,
        departure_ticks: 0,
        arrival_ticks: 0,
        opposing_ticks: 0,
        holding: Holding::Nobody,
        is_opaque: false,
    };

    pub(super) const fn under(self) -> Under {
        Under {
            departure_ticks: self.departure_ticks,
            arrival_ticks: self.arrival_ticks,
            opposing_ticks: self.opposing_ticks,
        }
    }
}

/// What a ground in a slot adds to the digest of its map. Sums of these come out the same in whatever order cells change.
pub(super) fn part_of_digest(slot: usize, ground: GroundId) -> u64 {
    // The finalizer of splitmix64, so that no two slots and grounds are alike.
    let mut mixed = ground.0 ^ (slot as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Nothing can be in the cell.
pub(super) const SOLID: u8 = 1;
/// Sight ends in the cell.
pub(super) const OPAQUE: u8 = 2;
/// A body's footprint is held up here: the cell has a floor, or solid below.
pub(super) const SUPPORT: u8 = 4;
/// Leaving, crossing or arriving here costs ticks.
pub(super) const ROUGH: u8 = 8;
/// Whoever swims is held up here.
pub(super) const SWIM: u8 = 16;
/// Whoever climbs is held up here.
pub(super) const CLIMB: u8 = 32;
