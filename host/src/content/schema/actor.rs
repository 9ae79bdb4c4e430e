//! Kinds of actors and the conditions they can be in, as content writes them.
//!
//! Owns field names and defaults only. `compile::actor` turns them into tables.

use super::stimulus::NatureFile;
use super::{Text, entities, mirrors};
use crate::content::reading::Spanned;
use crate::content::tables;
use serde::Deserialize;
use std::collections::BTreeMap;

mirrors! {
    /// What happens when a condition is given again.
    StackingWord => tables::Stacking { None, Add, Refresh, Highest } default None
}

/// What a hand deals.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Hand")]
pub struct HandFile {
    /// The kind of harm.
    pub harm: Text,
    /// How much of it.
    pub points: Spanned<i32>,
}

/// The file of a kind.
#[derive(Debug, Deserialize)]
#[serde(rename = "Kind")]
pub struct KindFile {
    /// Its id.
    pub id: Text,
    /// What it is called.
    #[serde(default)]
    pub label: Option<String>,
    /// What it looks like to who does not know it.
    #[serde(default)]
    pub look: Option<String>,
    /// Its glyph.
    pub glyph: char,
    /// The glyph of what it looks like, to who does not know it; its own where nothing is said.
    #[serde(default)]
    pub look_glyph: Option<char>,
    /// Its body in feet: along x, y and z. A human's where nothing is said (clause M6).
    #[serde(default)]
    pub body: Option<Spanned<(u8, u8, u8)>>,
    /// Whether it has wings, or else what keeps it in the air (clause M9).
    #[serde(default)]
    pub flies: bool,
    /// Its stats; the others are an average human's.
    #[serde(default)]
    pub stats: BTreeMap<Text, i32>,
    /// Tracks that it is born with.
    #[serde(default)]
    pub tracks: BTreeMap<Text, i64>,
    /// What its hands deal.
    #[serde(default)]
    pub hands: BTreeMap<Text, HandFile>,
    /// What it can do.
    #[serde(default)]
    pub actions: Vec<Text>,
    /// The profile that it acts by.
    #[serde(default)]
    pub profile: Option<Text>,
    /// The player's standing orders where it is played.
    #[serde(default)]
    pub orders: Option<Text>,
    /// What it has learned to do otherwise than others.
    #[serde(default)]
    pub feats: Vec<Text>,
    /// Verbs that its body never has.
    #[serde(default)]
    pub lacks: Vec<Text>,
    /// How well others know it.
    #[serde(default)]
    pub lore_points: i32,
    /// How dangerous it is when fresh, where a trained fighter is a hundred; nothing where nobody has measured it.
    #[serde(default)]
    pub danger_points: u32,
    /// What it senses with beyond a human's; nothing for who notices only what it sees.
    #[serde(default)]
    pub senses: Option<NatureFile>,
}

/// The file of a condition.
#[derive(Debug, Deserialize)]
#[serde(rename = "Condition")]
pub struct ConditionFile {
    /// Its id.
    pub id: Text,
    /// What it is called.
    pub label: String,
    /// What it does, in words.
    #[serde(default)]
    pub effect: String,
    /// Verbs that it takes away.
    #[serde(default)]
    pub takes: Vec<Text>,
    /// After how many ticks its effects come round again; never where nothing is said.
    #[serde(default)]
    pub every: Option<Spanned<u32>>,
    /// What happens to its bearer each time that it comes round; the bearer is the actor and the target of each line.
    #[serde(default)]
    pub effects: Vec<Text>,
    /// Verbs that it makes dearer, by permille.
    #[serde(default)]
    pub dear: Vec<(Text, Spanned<i32>)>,
    /// Stats and checks that it changes, in points.
    #[serde(default)]
    pub modifiers: Vec<(Text, i32)>,
    /// What happens when it is given again.
    #[serde(default)]
    pub stacking: StackingWord,
    /// Whether rest takes it away.
    #[serde(default)]
    pub rested_away: bool,
    /// Whether it is a wound.
    #[serde(default)]
    pub wound: bool,
    /// How bad it is, on the ladder `hurt`.
    #[serde(default)]
    pub hurt: Option<Text>,
    /// The share of wounds that it makes up.
    #[serde(default)]
    pub weight: u32,
}

/// The file of an addition: what a pack adds to a kind or a condition of another pack, in names of its own.
///
/// So a pack of rules can say what a foreign body is by these rules, and the body's own pack need not know of it.
#[derive(Debug, Deserialize)]
#[serde(rename = "Addition")]
pub struct AdditionFile {
    /// Its id.
    pub id: Text,
    /// The kind that it adds to.
    #[serde(default)]
    pub kind: Option<Text>,
    /// The condition that it adds to.
    #[serde(default)]
    pub condition: Option<Text>,
    /// Stats of a kind.
    #[serde(default)]
    pub stats: BTreeMap<Text, i32>,
    /// Tracks that a kind is born with.
    #[serde(default)]
    pub tracks: BTreeMap<Text, i64>,
    /// Stats and checks that a condition changes, in points.
    #[serde(default)]
    pub modifiers: Vec<(Text, i32)>,
}

entities!(KindFile, ConditionFile, AdditionFile);
