//! `pack.ron`: who a pack is and what it needs.
//!
//! Owns field names only. `packs` reads it, before any module is loaded.

use super::Text;
use serde::Deserialize;

/// A class that a pack brings: somebody who can be played.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Class")]
pub struct ClassFile {
    /// The kind that is played.
    pub kind: Text,
    /// The fight in which it begins.
    pub fight: Text,
}

/// The file `pack.ron`.
#[derive(Debug, Deserialize)]
#[serde(rename = "Pack")]
pub struct PackFile {
    /// Its id, which its folder bears too.
    pub id: Text,
    /// Its version, `major.minor.patch`.
    pub version: Text,
    /// The version of the stable interface that it was made for.
    pub abi: Text,
    /// Under which licence it may be handed on.
    pub license: Text,
    /// The name of its library; none for a pack of data alone.
    #[serde(default)]
    pub module: Option<Text>,
    /// Packs that must be there, and load before: `core >= 0.1`.
    #[serde(default)]
    pub requires: Vec<Text>,
    /// Packs that must not be there.
    #[serde(default)]
    pub conflicts: Vec<Text>,
    /// Classes that can be played.
    #[serde(default)]
    pub classes: Vec<ClassFile>,
    /// Ids of other packs whose files this one takes the place of.
    #[serde(default)]
    pub overrides: Vec<Text>,
    /// Ids that have moved.
    #[serde(default)]
    pub moved: Vec<MovedFile>,
    /// Notices that go along with its content.
    #[serde(default)]
    pub notices: Vec<String>,
    /// What its licence reserves.
    #[serde(default)]
    pub reserved: String,
}

/// An id that has moved.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Moved")]
pub struct MovedFile {
    /// What it was.
    pub from: Text,
    /// What it is now; nothing where the thing is gone.
    #[serde(default)]
    pub to: Option<Text>,
}
