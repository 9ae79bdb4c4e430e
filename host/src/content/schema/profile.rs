//! Profiles and standing orders as content writes them.
//!
//! Owns field names and defaults only. `compile::profile` turns them into tables.

use super::{Bare, Text, entities, mirrors};
use crate::content::reading::Spanned;
use crate::content::tables;
use serde::Deserialize;

mirrors! {
    /// How a standing order is decided (clause D3).
    OrderWord => tables::Order { Auto, Ask, Off } default Auto
}

mirrors! {
    /// What a player means by leaving a fight to its habits.
    StanceWord => tables::Stance { PressOn, Hold, BreakOff, SpareThem } default PressOn
}

/// One of several actions to choose from.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Choice")]
pub struct ChoiceFile {
    /// Its weight.
    pub weight: Spanned<u32>,
    /// The action.
    pub act: Text,
}

/// One row.
#[derive(Debug, Deserialize)]
#[serde(rename = "Rank")]
pub struct RankFile {
    /// Its number.
    pub rank: Spanned<u32>,
    /// What wakes it.
    #[serde(default)]
    pub on: Option<Text>,
    /// What must hold.
    #[serde(default)]
    pub when: Vec<Text>,
    /// The action that it begins.
    #[serde(default)]
    pub act: Option<Text>,
    /// The reaction that it begins.
    #[serde(default)]
    pub react: Option<Text>,
    /// The cancel by which it gives up.
    #[serde(default)]
    pub cancel: Option<Text>,
    /// Actions to choose from.
    #[serde(default)]
    pub choose: Option<Spanned<Vec<ChoiceFile>>>,
    /// At whom.
    #[serde(default)]
    pub at: Option<Text>,
    /// For an action whose length is chosen.
    #[serde(default)]
    pub ticks: Option<Spanned<u32>>,
    /// How it is decided where it is a standing order.
    #[serde(default)]
    pub order: OrderWord,
    /// What it says to the player whose order it is.
    #[serde(default)]
    pub says: Option<Text>,
    /// It counts for a player who leaves the fight to its habits and means one of these, and for nobody else.
    #[serde(default)]
    pub intents: Vec<StanceWord>,
}

/// The file of a profile.
#[derive(Debug, Deserialize)]
#[serde(rename = "Profile")]
pub struct ProfileFile {
    /// Its id.
    pub id: Text,
    /// What kind of fighter it makes.
    #[serde(default)]
    pub archetype: Option<Spanned<Bare>>,
    /// Its rows.
    pub ranks: Spanned<Vec<RankFile>>,
}

entities!(ProfileFile);
