//! Fights: who stands where, on what, and who decides for them.

use super::{ActionIx, KindIx, ProfileIx};
use abi::{Cell, SideId};
use std::sync::Arc;

/// The longest side of a map, in feet.
pub const MOST_SIDE_FEET: usize = 1024;

/// When a fight is over.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Stop {
    /// When at most one side is left.
    #[default]
    OneSideLeft,
    /// Not before its ticks are over.
    Never,
}

/// Who is in scope (clause L7).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Everybody, always.
    #[default]
    All,
    /// Who is near a player, as in a dungeon; the others sleep.
    Near,
}

/// One entry of a script.
#[derive(Clone, Debug)]
pub struct ScriptAct {
    /// When, or as soon after as its actor is free.
    pub tick: u64,
    /// What.
    pub action: ActionIx,
    /// At whom: the id of an actor of the fight, a cell, or nothing.
    pub at: ScriptTarget,
    /// For an action whose length is chosen.
    pub ticks: u32,
}

/// What a script aims at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptTarget {
    /// Nothing, or what the action takes by itself.
    None,
    /// An actor of the fight, by its place in the list.
    Actor(usize),
    /// A cell.
    Cell(abi::Cell),
}

/// Who decides for an actor.
#[derive(Clone, Debug)]
pub enum Control {
    /// A profile.
    Profile(ProfileIx),
    /// A player.
    Player,
    /// A script, with the reactions of a profile if it has one.
    Script(Vec<ScriptAct>, Option<ProfileIx>),
}

/// An actor of a fight.
#[derive(Clone, Debug)]
pub struct FightActor {
    /// Its name in the fight and the log.
    pub name: Arc<str>,
    /// Its kind.
    pub kind: KindIx,
    /// Its side.
    pub side: SideId,
    /// Where it begins.
    pub at: abi::Cell,
    /// Who decides for it.
    pub control: Control,
    /// Whether all its readings are `Exact`.
    pub reads_exact: bool,
    /// Whether it begins asleep.
    pub is_asleep: bool,
}

/// A fight as its file gives it, ready to begin.
#[derive(Clone, Debug)]
pub struct Fight {
    /// The cells: width, depth, slices, and the ground of each, x fastest, then y, then z.
    pub size: [u32; 3],
    /// The ground of each cell, by its place in `Content::grounds`.
    pub cells: Vec<u16>,
    /// The conditions of the place.
    pub weather: Vec<super::WeatherIx>,
    /// The zones that lie there from the beginning, and where.
    pub zones: Vec<(super::ZoneIx, Cell)>,
    /// Who fights.
    pub actors: Vec<FightActor>,
    /// The order, not rolled; empty where it is (clause I1).
    pub initiative: Vec<usize>,
    /// When it is over.
    pub stop: Stop,
    /// Who is in scope.
    pub scope: Scope,
    /// How light it is where nothing gives light, on the ladder `light`.
    pub light: i32,
    /// What gives something off there.
    pub sources: Vec<super::Source>,
    /// Who should be met when.
    pub rounds: Vec<super::Round>,
    /// Ticks 0 to this, half-open.
    pub max_ticks: u64,
    /// The text of the file, for the first line of the log.
    pub source: Arc<str>,
    /// Its name, for messages.
    pub name: Arc<str>,
}

impl Fight {
    /// Those that a player plays, in their order; nobody where a fight can only be watched.
    pub fn played(&self) -> impl Iterator<Item = &FightActor> {
        self.actors.iter().filter(|actor| matches!(actor.control, Control::Player))
    }
}
