//! What lies on a place beside its grounds, as content writes it: zones and weather.
//!
//! Owns field names and defaults only. `compile::place` turns them into tables.

use super::action::{SparesWord, TakesWord};
use super::{Text, entities};
use crate::content::reading::Spanned;
use serde::Deserialize;

/// How a zone goes from cell to cell over ground that burns.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Spread")]
pub struct SpreadFile {
    /// After how many ticks it is tried for each neighbouring cell.
    pub every: Spanned<u32>,
    /// How likely it then is.
    pub chance_permille: Spanned<u32>,
}

/// The file of a zone: a window without an activity (clause W5).
#[derive(Debug, Deserialize)]
#[serde(rename = "Zone")]
pub struct ZoneFile {
    /// Its id.
    pub id: Text,
    /// What it is called.
    pub label: String,
    /// Its glyph.
    pub glyph: char,
    /// How far it lies around its cell; 0 is the cell alone.
    #[serde(default)]
    pub feet: Spanned<i32>,
    /// For how many ticks.
    pub life: Spanned<u32>,
    /// After how many ticks it takes those inside again; never where nothing is said.
    #[serde(default)]
    pub every: Option<Spanned<u32>>,
    /// Whom it takes; both where nothing is said.
    #[serde(default)]
    pub takes: Option<Spanned<Vec<TakesWord>>>,
    /// Whom it spares.
    #[serde(default)]
    pub spares: SparesWord,
    /// What it does to whom it takes.
    #[serde(default)]
    pub effects: Vec<Text>,
    /// Whether sight ends in it.
    #[serde(default)]
    pub opaque: bool,
    /// Whether plans go round it where it is seen.
    #[serde(default)]
    pub shunned: bool,
    /// How it spreads.
    #[serde(default)]
    pub spreads: Option<SpreadFile>,
    /// What is told when it appears.
    #[serde(default)]
    pub text: Option<Text>,
}

/// The file of a weather: a condition of a whole place (clause M5).
#[derive(Debug, Deserialize)]
#[serde(rename = "Weather")]
pub struct WeatherFile {
    /// Its id.
    pub id: Text,
    /// What it is called.
    pub label: String,
    /// Added to the departure of every ground of the place, in ticks.
    #[serde(default)]
    pub departure: Spanned<u16>,
    /// Added to the arrival, in ticks.
    #[serde(default)]
    pub arrival: Spanned<u16>,
}

entities!(ZoneFile, WeatherFile);

/// A zone that lies in the place of a fight from its beginning.
#[derive(Debug, Deserialize)]
#[serde(rename = "Zone")]
pub struct LyingFile {
    /// Which.
    pub zone: Text,
    /// The cell that it lies around.
    pub at: Spanned<(i32, i32, i32)>,
}
