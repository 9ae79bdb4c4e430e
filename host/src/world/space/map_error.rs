//! Why a map could not be built or changed, in words. Owns nothing else; `cells` answers with it.

use super::cells::Map;
use abi::Cell;
use std::fmt;

/// Why a map could not be built or changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapError {
    /// An axis is shorter than one foot or longer than [`Map::MOST_FEET`].
    Size {
        /// The size that was asked for.
        found: Cell,
    },
    /// The number of cells is not width times depth times height.
    Count {
        /// How many came.
        found: usize,
        /// How many the size asks for.
        expected: usize,
    },
    /// A cell names a ground that the table does not have.
    UnknownGround {
        /// Where.
        at: Cell,
        /// The index found there.
        found: u16,
        /// How many grounds the table has.
        grounds: usize,
    },
    /// The cell lies outside the box and cannot be changed.
    Outside {
        /// The cell.
        at: Cell,
    },
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { found } => write!(
                f,
                "a map of {} by {} by {} feet: each side must be from 1 to {}; draw more, or split the floor",
                found.x,
                found.y,
                found.z,
                Map::MOST_FEET
            ),
            Self::Count { found, expected } => write!(
                f,
                "{found} cells where the map's size asks for {expected}: make all rows and all slices equally long"
            ),
            Self::UnknownGround { at, found, grounds } => write!(
                f,
                "ground {found} at ({}, {}, {}), but the table has {grounds} grounds: add it to the legend",
                at.x, at.y, at.z
            ),
            Self::Outside { at } => {
                write!(f, "the cell ({}, {}, {}) lies outside the map and cannot change: name one inside", at.x, at.y, at.z)
            }
        }
    }
}

impl std::error::Error for MapError {}
