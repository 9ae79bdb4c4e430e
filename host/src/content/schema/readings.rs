//! How likely readings are, as content writes it.
//!
//! Owns field names and defaults only. `compile::readings` turns them into tables.

use super::{Text, entities};
use crate::content::reading::Spanned;
use serde::Deserialize;

/// The chances at so many points of lore over difficulty, each of at least such a reading, in permille.
#[derive(Debug, Deserialize)]
#[serde(rename = "Chances")]
pub struct ChancesFile {
    /// Lore over difficulty.
    pub points: Spanned<i32>,
    /// That something is done.
    #[serde(default)]
    pub busy: i32,
    /// What kind of thing.
    #[serde(default)]
    pub kind: i32,
    /// Which phase.
    #[serde(default)]
    pub phase: i32,
    /// Which action.
    #[serde(default)]
    pub exact: i32,
}

/// The file of a table of readings (clause P3).
#[derive(Debug, Deserialize)]
#[serde(rename = "Readings")]
pub struct ReadingsFile {
    /// Its id.
    pub id: Text,
    /// Its rows, ascending in points.
    pub rows: Spanned<Vec<ChancesFile>>,
}

entities!(ReadingsFile);
