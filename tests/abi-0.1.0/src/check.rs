//! Checks: an effect asks for them, the host rolls them through the holder of `Resolution`, and the effect settles.

use crate::{CheckId, Degree, EntityId};
use abi_stable::StableAbi;

/// A check that an effect asks for. The answers come in the order of the questions.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct CheckRequest {
    /// Which kind; content maps it to stats.
    pub kind: CheckId,
    /// Who tries.
    pub actor: EntityId,
    /// Against whom; nobody where it goes against a difficulty alone.
    pub opponent: EntityId,
    /// Where there is no opponent: the difficulty; else added to the opponent's.
    pub difficulty_points: i32,
    /// Added to the actor's side.
    pub bonus_points: i32,
}

/// What came of it.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CheckAnswer {
    /// How well it went, mitigation counted in.
    pub degree: Degree,
    /// By how many points it was made or missed.
    pub margin_points: i32,
    /// A number of the ruleset for how much (TDGS rolls it apart), else 0.
    pub magnitude: i32,
    /// The chance of at least a success before it was rolled.
    pub chance_permille: i32,
    /// The roll, 0 the best that can be rolled.
    pub roll_permille: i32,
    /// Whether it met a recovering opponent (clause R9).
    pub is_exploit: bool,
}
