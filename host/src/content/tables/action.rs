//! Actions: parameter sets of the clock, with their windows (clauses T1, W1).

use super::LineIx;
use abi::{ActionId, ActionKind, Lengths, Phase, PhraseId, Ticks, TrackId, VerbId};
use std::sync::Arc;

/// Where the three lengths of an action come from.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum LengthSource {
    /// From content.
    Fixed(Lengths),
    /// From the ground and the holder of `Movement` (clauses M2, M4).
    Ground,
    /// Exec by what was invested in what it gives up (clause C3); prep and recover from content.
    Invested {
        /// Prep of the cancel itself.
        prep: u32,
        /// Recover of the cancel itself.
        recover: u32,
    },
    /// Prep is one less than the length chosen by the intent, exec 1, recover 0 (clause T8).
    Chosen,
}

/// What an action is aimed at.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum TargetRule {
    /// Nothing.
    None,
    /// Its actor.
    Itself,
    /// An actor within so many feet when its effects land.
    Actor {
        /// How far it reaches.
        reach_feet: i32,
    },
    /// A cell within so many feet.
    Cell {
        /// How far it reaches.
        reach_feet: i32,
    },
    /// One of the 26 neighbouring cells (clause M1).
    Step,
}

/// The shape of a window or zone, from its actor's body (clause W1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum ShapeDef {
    /// All around.
    Ring {
        /// So far.
        feet: i32,
    },
    /// A quarter of all around, toward the target.
    Cone {
        /// So far.
        feet: i32,
    },
    /// Straight toward the target.
    Line {
        /// So far.
        feet: i32,
    },
    /// Around the cell that is aimed at.
    Cells {
        /// So far.
        feet: i32,
    },
}

/// A window of an action (clause W1).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WindowDef {
    /// The first exec tick at which it is open, from 0.
    pub from: u32,
    /// The exec tick before which it closes.
    pub to: u32,
    /// Its shape.
    pub shape: ShapeDef,
    /// Whether it takes those inside when it opens.
    pub takes_inside: bool,
    /// Whether it takes those who come in.
    pub takes_entering: bool,
    /// Whether it takes each at most once (clause W2).
    pub once: bool,
    /// Whether it spares allies.
    pub spares_allies: bool,
    /// What it does to each.
    pub effects: Vec<LineIx>,
}

/// What becomes of a prep when its actor reacts (clause R6).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum OnReact {
    /// It waits, and goes on after.
    Pause,
    /// It is given up.
    Cancel,
}

/// What becomes of a recover when its actor reacts (clause R7).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum RecoverOnReact {
    /// What was left is carried into the reaction's own recover.
    Carry,
    /// What was left is dropped.
    Supersede,
    /// What was left goes on after.
    Resume,
}

/// Whether another's effect can end it (clauses C5, C7).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Interruptible {
    /// Always.
    Always,
    /// By a check of this difficulty, in points.
    Check(i32),
    /// Never.
    Never,
}

/// Whether a blow can break it (clause C8).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Concentration {
    /// No blow can.
    None,
    /// A blow from the ruleset's rung `concentration_from` up.
    Light,
    /// Every blow.
    Deep,
}

/// How hard each phase is to read, in points.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ReadabilityDef {
    /// The wind-up.
    pub prep: i32,
    /// The act.
    pub exec: i32,
    /// The winding down.
    pub recover: i32,
    /// The flinch of giving it up.
    pub flinch: i32,
}

impl ReadabilityDef {
    /// The points of a phase.
    #[must_use]
    pub const fn of(&self, phase: Phase) -> i32 {
        match phase {
            Phase::Prep => self.prep,
            Phase::Exec => self.exec,
            Phase::Recover => self.recover,
        }
    }
}

/// What the public line of an action shows instead of the truth, from some tick of its prep on (clause P2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct ShowDef {
    /// From which tick of its prep on.
    pub from: u32,
    /// Which action; none for what it gives up.
    pub action: Option<ActionId>,
    /// In which phase.
    pub phase: Phase,
    /// For how long; none for until its exec begins.
    pub ticks: Option<Ticks>,
}

/// An action: a parameter set (clause T1).
#[derive(Clone, Debug)]
pub struct Action {
    /// Its id.
    pub id: ActionId,
    /// Its id in text.
    pub name: Arc<str>,
    /// Its kind, as it shows.
    pub kind: ActionKind,
    /// Its lengths.
    pub lengths: LengthSource,
    /// What it is aimed at.
    pub target: TargetRule,
    /// The verbs that it needs.
    pub needs: Vec<VerbId>,
    /// The grounds of the cell that it can be aimed at, by their places in `Content::grounds`; any where there are none (clause G1).
    pub grounds: Vec<u16>,
    /// The guards that are asked for it, by their places in the registry (clause G1).
    pub guards: Vec<u32>,
    /// How far its body follows the target on its first exec tick (clause G5).
    pub advance_feet: i32,
    /// Its windows.
    pub windows: Vec<WindowDef>,
    /// What it does on its first exec tick.
    pub on_exec: Vec<LineIx>,
    /// What it does on its last exec tick.
    pub on_complete: Vec<LineIx>,
    /// What happens when its exec is interrupted.
    pub on_interrupt: Vec<LineIx>,
    /// What it uses up on its first exec tick (clause C10).
    pub costs: Vec<(TrackId, i64)>,
    /// Whether it can be begun out of sequence (clause R10).
    pub is_reaction: bool,
    /// What becomes of its prep when its actor reacts.
    pub on_react: OnReact,
    /// What becomes of its recover when its actor reacts.
    pub recover_on_react: RecoverOnReact,
    /// Whether another's effect can end it.
    pub interruptible: Interruptible,
    /// Whether a blow can break it.
    pub concentration: Concentration,
    /// How hard it is to read.
    pub readability: ReadabilityDef,
    /// What it shows instead of the truth while it is in its prep; its own readability is how hard that is to see through.
    pub shows: Vec<ShowDef>,
    /// Whether it takes its lengths as given (clause T6).
    pub is_even: bool,
    /// Whether it may be left at no cost once something is noticed (clause T8).
    pub is_watchful: bool,
    /// Whether it gives up another: it raises `flinch` after its first phase event (clause C6).
    pub is_giving_up: bool,
    /// Whether foes at hand make leaving dearer (clause M11).
    pub is_engaged: bool,
    /// Whether it is offered to a player, and in which order; 0 where it is not.
    pub offered: u32,
    /// What it is called: `a thrust`.
    pub label: Arc<str>,
    /// What doing it looks like: `{about} draws back a fist`; the phrase of its kind where it has none.
    pub text: PhraseId,
    /// Where it is another's action as some feats have changed it for one kind: which, and by which feats.
    pub varied: Option<super::Varied>,
}

impl Action {
    /// Its id, and the feats that made it what it is: `fighter/thrust (fighter/flowing-blade)`. No two actions share it.
    #[must_use]
    pub fn full_name(&self) -> String {
        match &self.varied {
            None => self.name.to_string(),
            Some(varied) => format!("{} ({})", self.name, varied.by.join(", ")),
        }
    }

    /// Whether seeing it through teaches anything: a step is as the ground makes it, and what takes its lengths as given has
    /// nothing to be seen (clauses M2, T6).
    #[must_use]
    pub fn teaches(&self) -> bool {
        !self.is_even && self.lengths != LengthSource::Ground
    }

    /// Whether it is a blow that is begun of one's own accord: what a body is quick or slow with, and how far it reaches.
    #[must_use]
    pub fn is_own_blow(&self) -> bool {
        self.kind == ActionKind::Attack && !self.is_reaction
    }

    /// Whether it is of a kind that does harm: what one looks out for (clause D2, `threat`).
    #[must_use]
    pub fn is_harmful(&self) -> bool {
        matches!(self.kind, ActionKind::Attack | ActionKind::Spell)
    }
}
