//! An action as content writes it (clause T1).
//!
//! Owns field names and defaults only. `compile::action` turns it into `tables::Action`.

use super::{Text, entities, mirrors};
use crate::content::reading::Spanned;
use crate::content::tables;
use serde::Deserialize;

mirrors! {
    /// The kind of an action.
    KindWord => abi::ActionKind {
        Attack, Spell, Movement, Cancel, Feint, Guard, Talk, Wait, Recall, Item
    } default Attack
    /// What becomes of its prep when its actor reacts.
    OnReactWord => tables::OnReact { Pause, Cancel } default Cancel
    /// What becomes of its recover when its actor reacts.
    RecoverWord => tables::RecoverOnReact { Carry, Supersede, Resume } default Carry
    /// A phase that it shows.
    PhaseWord => abi::Phase { Prep, Exec, Recover } default Prep
    /// Whether a blow can break it.
    ConcentrationWord => tables::Concentration { None, Light, Deep } default None
}

/// Where its lengths come from. The nameless one is `(prep: 24, exec: 20, recover: 30)`.
#[derive(Clone, Debug, Deserialize)]
pub enum TicksFile {
    /// Given.
    #[serde(rename = "(..)")]
    Fixed {
        /// Of Prep.
        #[serde(default)]
        prep: u32,
        /// Of Exec.
        exec: Spanned<u32>,
        /// Of Recover.
        #[serde(default)]
        recover: u32,
    },
    /// From the ground.
    Ground,
    /// From what was invested in what it gives up.
    Invested {
        /// Of Prep.
        #[serde(default)]
        prep: u32,
        /// Of Recover.
        #[serde(default)]
        recover: u32,
    },
    /// From the intent.
    Chosen,
}

/// What it is aimed at.
#[derive(Clone, Debug, Default, Deserialize)]
pub enum TargetFile {
    /// Nothing.
    #[default]
    None,
    /// Its actor.
    Itself,
    /// Somebody.
    Actor {
        /// How far it reaches.
        reach_feet: i32,
    },
    /// A place.
    Cell {
        /// How far it reaches.
        reach_feet: i32,
    },
    /// A neighbouring cell.
    Step,
}

/// The shape of a window.
#[derive(Clone, Debug, Deserialize)]
pub enum ShapeFile {
    /// All around.
    Ring {
        /// So far.
        feet: i32,
    },
    /// A quarter of all around.
    Cone {
        /// So far.
        feet: i32,
    },
    /// Straight ahead.
    Line {
        /// So far.
        feet: i32,
    },
    /// Around a cell.
    Cells {
        /// So far.
        feet: i32,
    },
}

/// Whom a window takes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum TakesWord {
    /// Those in it when it opens.
    Inside,
    /// Those who come in.
    Entering,
}

/// Whom a window spares.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum SparesWord {
    /// Nobody.
    #[default]
    Nobody,
    /// Its actor's allies.
    Allies,
}

/// A window (clause W1).
#[derive(Debug, Deserialize)]
#[serde(rename = "Window")]
pub struct WindowFile {
    /// First exec tick, and the one before which it closes.
    pub exec: Spanned<(u32, u32)>,
    /// Its shape.
    pub shape: Spanned<ShapeFile>,
    /// Whom it takes; both where nothing is said.
    #[serde(default)]
    pub takes: Option<Spanned<Vec<TakesWord>>>,
    /// Whether each at most once; yes where nothing is said (clause W2).
    #[serde(default)]
    pub once: Option<bool>,
    /// Whom it spares.
    #[serde(default)]
    pub spares: SparesWord,
    /// What it does.
    #[serde(default)]
    pub effects: Vec<Text>,
}

/// Whether another's effect can end it.
#[derive(Clone, Debug, Default, Deserialize)]
pub enum InterruptibleFile {
    /// Always.
    #[default]
    Always,
    /// By a check.
    Check {
        /// Its difficulty, in points.
        difficulty: i32,
    },
    /// Never.
    Never,
}

/// How hard each phase is to read.
#[derive(Copy, Clone, Debug, Default, Deserialize)]
#[serde(rename = "Readability")]
pub struct ReadabilityFile {
    /// The wind-up.
    #[serde(default)]
    pub prep: i32,
    /// The act.
    #[serde(default)]
    pub exec: i32,
    /// The winding down.
    #[serde(default)]
    pub recover: i32,
    /// The flinch of giving it up.
    #[serde(default)]
    pub flinch: i32,
}

impl ReadabilityFile {
    /// The same for tables.
    pub const fn value(self) -> tables::ReadabilityDef {
        tables::ReadabilityDef { prep: self.prep, exec: self.exec, recover: self.recover, flinch: self.flinch }
    }
}

/// What its public line shows instead of the truth, from some tick of its prep on (clause P2).
#[derive(Debug, Deserialize)]
#[serde(rename = "Show")]
pub struct ShowFile {
    /// From which tick of its prep on.
    #[serde(default)]
    pub from: Spanned<u32>,
    /// Which action it shows; what it gives up, where it gives something up and nothing is said.
    #[serde(default)]
    pub action: Option<Text>,
    /// In which phase.
    #[serde(default)]
    pub phase: PhaseWord,
    /// For how long; until its exec begins where nothing is said.
    #[serde(default)]
    pub ticks: Option<Spanned<u32>>,
}

/// The file of an action.
#[derive(Debug, Deserialize)]
#[serde(rename = "Action")]
pub struct ActionFile {
    /// Its id.
    pub id: Text,
    /// Its kind.
    pub kind: KindWord,
    /// Its lengths.
    pub ticks: Spanned<TicksFile>,
    /// What it is aimed at.
    #[serde(default)]
    pub target: Spanned<TargetFile>,
    /// The verbs that it needs.
    #[serde(default)]
    pub needs: Vec<Text>,
    /// The grounds of the cell that it can be aimed at; any where nothing is said (clause G1).
    #[serde(default)]
    pub grounds: Vec<Text>,
    /// The guards that are asked for it (clause G1).
    #[serde(default)]
    pub guards: Vec<Text>,
    /// How far its body follows its target (clause G5).
    #[serde(default)]
    pub advance_feet: Spanned<i32>,
    /// Its windows.
    #[serde(default)]
    pub windows: Vec<WindowFile>,
    /// Effects on its first exec tick.
    #[serde(default)]
    pub on_exec: Vec<Text>,
    /// Effects on its last exec tick.
    #[serde(default)]
    pub on_complete: Vec<Text>,
    /// Effects of its interruption.
    #[serde(default)]
    pub on_interrupt: Vec<Text>,
    /// What it uses up (clause C10).
    #[serde(default)]
    pub costs: Vec<(Text, Spanned<i64>)>,
    /// Whether it can be begun out of sequence (clause R10).
    #[serde(default)]
    pub reaction: bool,
    /// What becomes of its prep when its actor reacts.
    #[serde(default)]
    pub on_react: Spanned<OnReactWord>,
    /// What becomes of its recover when its actor reacts.
    #[serde(default)]
    pub recover_on_react: RecoverWord,
    /// Whether another's effect can end it.
    #[serde(default)]
    pub interruptible: Spanned<InterruptibleFile>,
    /// Whether a blow can break it.
    #[serde(default)]
    pub concentration: ConcentrationWord,
    /// How hard it is to read.
    #[serde(default)]
    pub readability: ReadabilityFile,
    /// What it shows instead of the truth while it is in its prep (clause P2).
    #[serde(default)]
    pub shows: Vec<ShowFile>,
    /// Whether it takes its lengths as given (clause T6).
    #[serde(default)]
    pub even: bool,
    /// Whether it may be left once something is noticed (clause T8).
    #[serde(default)]
    pub watchful: bool,
    /// Whether it raises `flinch` (clause C6).
    #[serde(default)]
    pub flinches: bool,
    /// Whether foes at hand make leaving dearer (clause M11).
    #[serde(default)]
    pub engaged: bool,
    /// Its place in the player's list; 0 where it is not offered.
    #[serde(default)]
    pub offered: u32,
    /// What it is called; its stem where nothing is said.
    #[serde(default)]
    pub label: Option<String>,
    /// What doing it looks like; the phrase of its kind where nothing is said.
    #[serde(default)]
    pub text: Option<Text>,
}

entities!(ActionFile);
