//! Feats as content writes them: what somebody has learned to do otherwise than others.
//!
//! Owns field names and defaults only. `compile::feat` turns them into `tables::Feat`.

use super::action::{ConcentrationWord, InterruptibleFile, KindWord, OnReactWord, ReadabilityFile, RecoverWord, ShowFile};
use super::{Text, entities};
use crate::content::reading::Spanned;
use serde::Deserialize;

/// How a number of an action changes.
#[derive(Copy, Clone, Debug, Deserialize)]
pub enum ShiftFile {
    /// It becomes this.
    To(i32),
    /// It grows by this, or shrinks where it is negative.
    By(i32),
}

/// What a feat changes of some of its bearer's actions.
#[derive(Debug, Deserialize)]
#[serde(rename = "Change")]
pub struct FeatChangeFile {
    /// These actions.
    #[serde(default)]
    pub actions: Vec<Text>,
    /// All of its bearer's actions of these kinds.
    #[serde(default)]
    pub kinds: Vec<KindWord>,
    /// All of its bearer's reactions.
    #[serde(default)]
    pub reactions: bool,
    /// Ticks of Prep.
    #[serde(default)]
    pub prep: Option<Spanned<ShiftFile>>,
    /// Ticks of Exec.
    #[serde(default)]
    pub exec: Option<Spanned<ShiftFile>>,
    /// Ticks of Recover.
    #[serde(default)]
    pub recover: Option<Spanned<ShiftFile>>,
    /// How far its body follows its target (clause G5).
    #[serde(default)]
    pub advance_feet: Option<Spanned<ShiftFile>>,
    /// Whether it can be begun out of sequence (clause R10).
    #[serde(default)]
    pub reaction: Option<bool>,
    /// What becomes of its prep when its actor reacts (clause R6).
    #[serde(default)]
    pub on_react: Option<Spanned<OnReactWord>>,
    /// What becomes of its recover when its actor reacts (clause R7).
    #[serde(default)]
    pub recover_on_react: Option<RecoverWord>,
    /// Whether another's effect can end it (clause C5).
    #[serde(default)]
    pub interruptible: Option<Spanned<InterruptibleFile>>,
    /// Whether a blow can break it (clause C8).
    #[serde(default)]
    pub concentration: Option<ConcentrationWord>,
    /// By how much harder each phase is to read.
    #[serde(default)]
    pub readability: ReadabilityFile,
    /// What it shows instead of the truth while it is in its prep, beside its own (clause P2).
    #[serde(default)]
    pub shows: Vec<ShowFile>,
    /// Further effects on its first exec tick, behind its own.
    #[serde(default)]
    pub on_exec: Vec<Text>,
    /// Further effects on its last exec tick.
    #[serde(default)]
    pub on_complete: Vec<Text>,
    /// Further effects of its interruption.
    #[serde(default)]
    pub on_interrupt: Vec<Text>,
}

/// The file of a feat.
#[derive(Debug, Deserialize)]
#[serde(rename = "Feat")]
pub struct FeatFile {
    /// Its id.
    pub id: Text,
    /// What it is called.
    #[serde(default)]
    pub label: Option<String>,
    /// What it does, in words, for whom it is told to.
    pub about: Text,
    /// What it changes of actions.
    #[serde(default)]
    pub changes: Vec<FeatChangeFile>,
    /// Stats and checks that it changes, in points.
    #[serde(default)]
    pub modifiers: Vec<(Text, i32)>,
}

entities!(FeatFile);
