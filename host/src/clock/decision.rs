//! Decisions: what the engine stops for, what can be answered, and why an intent is refused.

use crate::content::tables::{ActionIx, StopCause};
use abi::{ConditionId, EntityId, Intent, PhraseId, TrackId, VerbId};

/// What a player-controlled actor is asked (clauses D1 to D3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asks {
    /// It is free: what now?
    Free,
    /// It is in its prep: go on, or give it up?
    GoOn {
        /// Whether this is the edge.
        is_edge: bool,
        /// Why it is asked.
        causes: Vec<(StopCause, EntityId)>,
    },
    /// It could react.
    React {
        /// Whose event it would answer.
        to: EntityId,
        /// What it could do, the best first: the action, and at whom.
        offers: Vec<Intent>,
        /// By the order of which rank it could do the first of them.
        rank: u32,
    },
}

impl Asks {
    /// The word of clause D5.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::GoOn { is_edge: true, .. } => "edge",
            Self::GoOn { .. } => "noticed",
            Self::React { .. } => "reaction",
        }
    }
}

/// A stop of the engine, between two processings (clause D6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Who is asked.
    pub actor: EntityId,
    /// What.
    pub asks: Asks,
}

/// An answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// Begin this.
    Do(Intent),
    /// Go on; or: do not react.
    GoOn,
    /// Give up what was begun.
    GiveUp,
}

/// Why an intent cannot be begun: expected, and no error. It costs nothing and is no event (clause G1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// There is no such action.
    Unknown,
    /// It is not among what this kind can do.
    NotAble(ActionIx),
    /// It may not act now.
    MayNotAct,
    /// A wound took the verb away; the wound, where one did.
    VerbLost(VerbId, ConditionId),
    /// It is aimed at the wrong sort of thing.
    WrongTarget,
    /// Who is not perceived cannot be named (clause G2).
    NotPerceived,
    /// It is too far off.
    OutOfReach,
    /// Something solid stands between.
    NoLine,
    /// What it uses up is not at hand (clause C10).
    NoneLeft(TrackId),
    /// The ground does not let a body stand there.
    NoGround,
    /// Nothing that its actor knows of leads there (clause M12).
    NoWay,
    /// The cell is of no ground that it is for.
    WrongGround,
    /// Somebody who stays there is in the way (clause M10).
    Occupied(EntityId),
    /// It carries too much to step.
    Overloaded,
    /// It cannot be begun out of sequence.
    NotAReaction,
    /// A module said so, in a phrase.
    Guarded(PhraseId),
}

impl Refusal {
    /// The word for the log.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::NotAble(_) => "not-able",
            Self::MayNotAct => "may-not-act",
            Self::VerbLost(..) => "verb-lost",
            Self::WrongTarget => "wrong-target",
            Self::NotPerceived => "not-perceived",
            Self::OutOfReach => "out-of-reach",
            Self::NoLine => "no-line",
            Self::NoneLeft(_) => "none-left",
            Self::NoGround => "no-ground",
            Self::NoWay => "no-way",
            Self::WrongGround => "wrong-ground",
            Self::Occupied(_) => "occupied",
            Self::Overloaded => "overloaded",
            Self::NotAReaction => "not-a-reaction",
            Self::Guarded(_) => "guarded",
        }
    }
}
