//! Decision tables: what wakes a rank, what it asks, what it does (formats: Profile).

use super::{ActionIx, MindLine, SelectorDef};
use abi::{ActionKind, EventId};
use std::sync::Arc;

/// What wakes a rank that is not consulted when its actor is free.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trigger {
    /// An event, and of which kind of action, where it says so: `prep-began spell`.
    Event(EventId, Option<ActionKind>),
    /// The edge of one's own prep.
    Edge,
    /// Something that a player would be asked for (clause D2): `noticed threat`.
    Noticed(StopCause),
}

/// Why a busy actor is asked (clause D2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StopCause {
    /// A new creature.
    Noticed,
    /// A prep or exec read as aimed at me, or whose shape holds me.
    Threat,
    /// A blow met me.
    Struck,
    /// I am wounded.
    Wound,
    /// My stage, or my target's, changed.
    Stage,
    /// A foe in reach begins a recover longer than my quickest attack.
    Opening,
    /// A foe first comes within its reach or mine.
    Reach,
    /// My target is lost.
    Lost,
    /// Something was heard.
    Heard,
}

impl StopCause {
    /// All, in the order in which they are told.
    pub const ALL: [Self; 9] = [
        Self::Noticed,
        Self::Threat,
        Self::Struck,
        Self::Wound,
        Self::Stage,
        Self::Opening,
        Self::Reach,
        Self::Lost,
        Self::Heard,
    ];

    /// The word that content and logs use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Noticed => "noticed",
            Self::Threat => "threat",
            Self::Struck => "struck",
            Self::Wound => "wound",
            Self::Stage => "stage",
            Self::Opening => "opening",
            Self::Reach => "reach",
            Self::Lost => "lost",
            Self::Heard => "heard",
        }
    }
}

/// What a rank does when it is taken.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Does {
    /// Begins an action when its actor is free.
    Act,
    /// Begins a reaction (clause R1).
    React,
    /// Gives up what its actor is doing (clauses C2, C3).
    Cancel,
}

/// How the player's reactions are decided (clause D3).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// Taken without asking.
    #[default]
    Auto,
    /// Asked in the pass.
    Ask,
    /// Not taken.
    Off,
}

/// What a player means by leaving a fight to its habits: it shifts which ranks count.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stance {
    /// To make an end of it.
    #[default]
    PressOn,
    /// To stay, and let them come.
    Hold,
    /// To get away.
    BreakOff,
    /// To win without more harm than it takes.
    SpareThem,
}

impl Stance {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::PressOn, Self::Hold, Self::BreakOff, Self::SpareThem];

    /// The word of the command line, of logs and of texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PressOn => "press-on",
            Self::Hold => "hold",
            Self::BreakOff => "break-off",
            Self::SpareThem => "spare-them",
        }
    }
}

/// One row of a decision table.
#[derive(Clone, Debug)]
pub struct Rank {
    /// Its number: unique in its profile, the lowest first.
    pub rank: u32,
    /// What wakes it; none for when its actor is free.
    pub on: Option<Trigger>,
    /// What must hold.
    pub when: Vec<MindLine>,
    /// What it does.
    pub does: Does,
    /// Which actions, by weight; one entry where there is no choice.
    pub choices: Vec<(u32, ActionIx)>,
    /// At whom.
    pub at: Option<SelectorDef>,
    /// For an action whose length is chosen.
    pub ticks: u32,
    /// For the player's standing orders.
    pub order: Order,
    /// What it says to the player whose order it is; empty where its trigger and its answer have to do.
    pub says: Arc<str>,
    /// It counts only for who means one of these; for everybody where there are none.
    pub stances: Vec<Stance>,
}

impl Rank {
    /// Whether it counts for somebody who means this; monsters mean nothing of the kind.
    #[must_use]
    pub fn counts_for(&self, stance: Option<Stance>) -> bool {
        self.stances.is_empty() || stance.is_some_and(|stance| self.stances.contains(&stance))
    }

    /// Whether it says what somebody who means this does when it is free.
    #[must_use]
    pub fn is_act_for(&self, stance: Option<Stance>) -> bool {
        self.does == Does::Act && self.on.is_none() && self.counts_for(stance)
    }
}

/// A decision table.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Its id in text.
    pub name: Arc<str>,
    /// What kind of fighter it makes.
    pub archetype: Arc<str>,
    /// Its rows, the lowest first.
    pub ranks: Vec<Rank>,
}
