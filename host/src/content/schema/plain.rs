//! Small files: grounds, checks, ladders, texts, hooks.
//!
//! Owns field names and defaults only. `compile::plain` and `compile::hooks` turn them into tables.

use super::{Text, entities, mirrors};
use crate::content::reading::Spanned;
use crate::content::tables;
use serde::Deserialize;

mirrors! {
    /// What fills a cell (clause M6).
    FillWord => tables::Fill { Open, Solid, Liquid } default Open
    /// Who is held up by it although it has no floor (clause M6).
    HoldsWord => tables::Holding { Nobody, Swimmers, Climbers } default Nobody
}

/// The file of a ground.
#[derive(Debug, Deserialize)]
#[serde(rename = "Ground")]
pub struct GroundFile {
    /// Its id.
    pub id: Text,
    /// What fills the cell.
    #[serde(default)]
    pub fill: FillWord,
    /// Whether one can stand in it; yes where it is open and nothing is said.
    #[serde(default)]
    pub floor: Option<bool>,
    /// How hard it is to leave, in ticks.
    #[serde(default)]
    pub departure: u16,
    /// How hard it is to come to rest on, in ticks.
    #[serde(default)]
    pub arrival: u16,
    /// How much it opposes whoever goes through it, in ticks that are added to the transfer along one axis.
    #[serde(default)]
    pub transfer: u16,
    /// Who is held up by it although it has no floor.
    #[serde(default)]
    pub holds: HoldsWord,
    /// Whether it stops sight; yes where it is solid and nothing is said.
    #[serde(default)]
    pub opaque: Option<bool>,
    /// What it becomes when somebody opens or shuts it, with all of its kind that it hangs together with.
    #[serde(default)]
    pub turns: Option<Text>,
    /// What is left of it when it has burnt; it does not burn where nothing is said.
    #[serde(default)]
    pub burns: Option<Text>,
    /// What whoever looks on is told when cells become it.
    #[serde(default)]
    pub text: Option<Text>,
    /// Its glyph.
    pub glyph: char,
    /// What it is called.
    #[serde(default)]
    pub label: Option<String>,
}

/// The file of a check.
#[derive(Debug, Deserialize)]
#[serde(rename = "Check")]
pub struct CheckFile {
    /// Its id.
    pub id: Text,
    /// The actor's stat.
    pub stat: Text,
    /// The opponent's; none where there is a difficulty alone.
    #[serde(default)]
    pub against: Option<Text>,
    /// Added to the difficulty, in points.
    #[serde(default)]
    pub base: Spanned<i32>,
    /// Whether cover is in its way.
    #[serde(default)]
    pub aimed: bool,
}

/// A rung.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Rung")]
pub struct RungFile {
    /// Its word in content.
    pub id: Text,
    /// Its marker in text; its word where nothing is said.
    #[serde(default)]
    pub marker: Option<String>,
    /// What it means.
    #[serde(default)]
    pub meaning: String,
}

/// The file of a ladder, the least rung first (doctrine F4).
#[derive(Debug, Deserialize)]
#[serde(rename = "Ladder")]
pub struct LadderFile {
    /// Its id, without its pack's.
    pub id: Text,
    /// What it ranks.
    #[serde(default)]
    pub about: String,
    /// Its rungs.
    pub rungs: Spanned<Vec<RungFile>>,
    /// Where it ranks a measure: the greatest value of each rung but the last.
    #[serde(default)]
    pub cuts: Spanned<Vec<i64>>,
}

/// The file of a text.
#[derive(Debug, Deserialize)]
#[serde(rename = "Text")]
pub struct TextFile {
    /// Its id.
    pub id: Text,
    /// Its wordings.
    pub wordings: Spanned<Vec<Text>>,
}

/// The file of a hook.
#[derive(Debug, Deserialize)]
#[serde(rename = "Hook")]
pub struct HookFile {
    /// Its id.
    pub id: Text,
    /// On which event, with hyphens.
    pub on: Text,
    /// World words that must hold of whom the event is about.
    #[serde(default)]
    pub when: Vec<Text>,
    /// What is done.
    pub effects: Spanned<Vec<Text>>,
}

entities!(GroundFile, CheckFile, LadderFile, TextFile, HookFile);
