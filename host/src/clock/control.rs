//! Who decides for an actor, and how a script goes on.

use crate::content::tables::{ProfileIx, ScriptAct};
use abi::{EntityId, Intent, Target};

use super::sim::Sim;
use crate::content::tables::ScriptTarget;

/// Who decides for an actor.
#[derive(Clone, Debug)]
pub enum Mind {
    /// A profile.
    Profile(ProfileIx),
    /// A player, with standing orders if it has them.
    Player(Option<ProfileIx>),
    /// A script and how far it has come, with the reactions of a profile if it has one.
    Script {
        /// What it does.
        acts: Vec<ScriptAct>,
        /// The place of the next entry.
        next: usize,
        /// Whose reactions it uses.
        reacts: Option<ProfileIx>,
        /// The actors of the fight, by their place in its list.
        cast: Vec<EntityId>,
    },
}

impl Mind {
    /// The profile whose reactions count.
    #[must_use]
    pub const fn reactions(&self) -> Option<ProfileIx> {
        match self {
            Self::Profile(profile) => Some(*profile),
            Self::Player(orders) => *orders,
            Self::Script { reacts, .. } => *reacts,
        }
    }

    /// Whether a player decides.
    #[must_use]
    pub const fn is_player(&self) -> bool {
        matches!(self, Self::Player(_))
    }
}

impl Sim {
    /// The tick of a script's next entry.
    pub(super) fn next_entry(&self, row: usize) -> Option<u64> {
        match &self.actors[row].mind {
            Mind::Script { acts, next, .. } => acts.get(*next).map(|act| act.tick),
            _ => None,
        }
    }

    /// Takes a script's next entry if its tick has come.
    pub(super) fn take_entry(&mut self, row: usize) -> Option<Intent> {
        let now = self.tick;
        let Mind::Script { acts, next, cast, .. } = &mut self.actors[row].mind else { return None };
        let act = acts.get(*next).filter(|act| act.tick <= now)?;
        *next += 1;
        let action = &self.content.actions[act.action.index()];
        let target = match act.at {
            ScriptTarget::None if action.target == crate::content::tables::TargetRule::Itself => Target::Itself,
            ScriptTarget::None => Target::None,
            ScriptTarget::Actor(place) => cast.get(place).map_or(Target::None, |id| Target::Actor(*id)),
            ScriptTarget::Cell(cell) => Target::Cell(cell),
        };
        Some(Intent { action: action.id, target, ticks: act.ticks })
    }
}
