//! Stimuli, and what a body senses them with, as content writes them.
//!
//! Owns field names and defaults only. `compile::stimulus` turns them into tables.

use super::{Text, entities, mirrors};
use crate::content::reading::Spanned;
use crate::content::tables;
use serde::Deserialize;

mirrors! {
    /// By which sense a stimulus comes.
    SenseWord => tables::Sense { Hear, Smell, See, Mind } default Hear
}

/// The file of a stimulus.
#[derive(Debug, Deserialize)]
#[serde(rename = "Stimulus")]
pub struct StimulusFile {
    /// Its id.
    pub id: Text,
    /// What it is: `noise`, `smell`, `light`, `light-lost`, `absence`.
    pub event: Text,
    /// By which sense it comes.
    pub sense: SenseWord,
    /// How strong it is at its source, on the ladder of its event; left out where whatever gives it off says so.
    #[serde(default)]
    pub rung: Option<Text>,
    /// So far it keeps its strength; each doubling beyond takes a rung.
    #[serde(default)]
    pub feet: Option<Spanned<u32>>,
    /// How many rungs a wall takes.
    #[serde(default)]
    pub wall: Spanned<i32>,
    /// Whether a steady thing that is as strong hides it.
    #[serde(default)]
    pub masked: bool,
    /// How aware it makes whom it barely reaches, on the ladder `awareness`; nothing where it is shrugged off.
    #[serde(default)]
    pub gives: Option<Text>,
    /// After how many ticks it has lost a rung; never where nothing is said.
    #[serde(default)]
    pub fade_ticks: Option<Spanned<u32>>,
    /// On which event of its own a body gives it off, with hyphens.
    #[serde(default)]
    pub on: Option<Text>,
    /// The grounds that give it off as they come about, and the zones that do as they appear.
    #[serde(default)]
    pub from: Vec<Text>,
    /// What is told of it to who does not see where it comes from.
    #[serde(default)]
    pub text: Option<Text>,
    /// What is told of a light that comes or goes where only what it falls on is seen.
    #[serde(default)]
    pub glow: Option<Text>,
}

entities!(StimulusFile);

/// What a body senses with, beyond a human's: in rungs of the ladders concerned.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Senses")]
pub struct NatureFile {
    /// By how many rungs it hears better.
    #[serde(default)]
    pub hear: Spanned<i32>,
    /// By how many it smells better.
    #[serde(default)]
    pub smell: Spanned<i32>,
    /// By how many the dark is lighter to it.
    #[serde(default)]
    pub dark: Spanned<i32>,
    /// After how many missed rounds it misses whom it should have met; it never does where nothing is said.
    #[serde(default)]
    pub rounds: Option<Spanned<u32>>,
    /// How strong the scent is that it leaves, on the ladder `scent`; none where nothing is said.
    #[serde(default)]
    pub scent: Option<Text>,
}

/// A thing of a fight that gives something off for as long as it lasts: a torch, a forge, a waterfall, an old scent.
#[derive(Debug, Deserialize)]
#[serde(rename = "Source")]
pub struct SourceFile {
    /// Its name in the fight.
    pub id: Text,
    /// What it gives off.
    pub stimulus: Text,
    /// Where it is.
    #[serde(default)]
    pub at: Option<Spanned<(i32, i32, i32)>>,
    /// Who carries it.
    #[serde(default)]
    pub by: Option<Text>,
    /// From which tick on; a scent may be older than the fight.
    #[serde(default)]
    pub from: Spanned<i64>,
    /// In which tick it goes out; never where nothing is said.
    #[serde(default)]
    pub until: Option<Spanned<u64>>,
}

/// A round: whom somebody should meet, and when.
#[derive(Debug, Deserialize)]
#[serde(rename = "Patrol")]
pub struct PatrolFile {
    /// Who walks it.
    pub who: Text,
    /// Who should meet it.
    pub met_by: Text,
    /// When it comes by first.
    pub from: Spanned<u64>,
    /// After how many ticks it comes by again.
    pub every: Spanned<u64>,
    /// How late it may be.
    #[serde(default)]
    pub late: Spanned<u64>,
}
