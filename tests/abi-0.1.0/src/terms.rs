//! Closed terms of the clock and of words: phases, kinds of action, targets, degrees, readings, attitudes, arguments.

use crate::{ActionId, Cell, EntityId, Packet, PhraseId};
use abi_stable::StableAbi;

macro_rules! terms {
    ($($(#[$doc:meta])* $Name:ident { $($(#[$vdoc:meta])* $Variant:ident = $text:literal,)* })*) => {$(
        $(#[$doc])*
        #[repr(u8)]
        #[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $Name { $($(#[$vdoc])* $Variant,)* }

        impl $Name {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$Variant),*];

            /// The word that content and logs use.
            #[must_use]
            pub const fn name(self) -> &'static str { match self { $(Self::$Variant => $text),* } }

            /// The one with this word.
            #[must_use]
            pub fn named(word: &str) -> Option<Self> { match word { $($text => Some(Self::$Variant),)* _ => None } }
        }
    )*};
}

terms! {
    /// The three phases of every activity (clause T2).
    Phase {
        /// The wind-up: readable, interruptible.
        #[default] Prep = "prep",
        /// The action happens: committed.
        Exec = "exec",
        /// Winding down: open to exploit.
        Recover = "recover",
    }
    /// What kind of action a body shows; a reading of `Kind` tells this much (clause P3).
    ActionKind {
        /// A blow.
        #[default] Attack = "attack",
        /// A spell.
        Spell = "spell",
        /// A step, a rise, a fall.
        Movement = "movement",
        /// Giving up what was begun.
        Cancel = "cancel",
        /// Showing what is not so.
        Feint = "feint",
        /// A parry, a block, a ward.
        Guard = "guard",
        /// Speech.
        Talk = "talk",
        /// Doing nothing on purpose.
        Wait = "wait",
        /// Searching one's memory.
        Recall = "recall",
        /// Using a thing.
        Item = "item",
    }
    /// How well a check went; bands are the ruleset's.
    Degree {
        /// Badly wrong.
        CriticalFailure = "critical-failure",
        /// Not done.
        #[default] Failure = "failure",
        /// Done.
        Success = "success",
        /// Done as well as it can be.
        CriticalSuccess = "critical-success",
    }
    /// How much of another's public line an observer reads (clause P3).
    ReadingLevel {
        /// Nothing at all.
        #[default] Nothing = "nothing",
        /// That something is being done.
        Busy = "busy",
        /// What kind of thing.
        Kind = "kind",
        /// Kind, phase, and how long it has gone on.
        Phase = "phase",
        /// Which action, which phase, how long is left.
        Exact = "exact",
    }
    /// What one is to another, as the holder of `Attitude` says.
    Attitude {
        /// Neither friend nor foe.
        #[default] Neutral = "neutral",
        /// A friend.
        Allied = "allied",
        /// A foe.
        Hostile = "hostile",
    }
    /// What state an actor is in.
    ActorState {
        /// On its feet.
        #[default] Up = "up",
        /// Conscious of nothing, not dead.
        Down = "down",
        /// Dazed: may not act.
        Stunned = "stunned",
        /// Asleep.
        Asleep = "asleep",
        /// Has given up.
        Yielded = "yielded",
        /// Has got away.
        Fled = "fled",
        /// Dead.
        Dead = "dead",
    }
    /// The class of an entity.
    Class {
        /// A free row.
        #[default] Free = "free",
        /// Somebody.
        Actor = "actor",
        /// Something that can be carried.
        Thing = "thing",
        /// Something that cannot: a door, a lever.
        Object = "object",
        /// A way between places.
        Link = "link",
        /// A floor, a location.
        Place = "place",
        /// A lasting effect on cells (clause W5).
        Zone = "zone",
        /// A clock of a story.
        Clock = "clock",
        /// A goal.
        Goal = "goal",
    }
}

impl ActorState {
    /// Whether an actor in this state may act at all (clause L8).
    #[must_use]
    pub const fn may_act(self) -> bool {
        matches!(self, Self::Up | Self::Yielded)
    }

    /// Whether an actor in this state still counts for its side.
    #[must_use]
    pub const fn is_in_the_fight(self) -> bool {
        matches!(self, Self::Up | Self::Stunned | Self::Asleep)
    }
}

impl Degree {
    /// The degree so many steps lower, never below the worst.
    #[must_use]
    pub fn lowered(self, steps: u32) -> Self {
        let index = (self as usize).saturating_sub(steps as usize);
        Self::ALL.get(index).copied().unwrap_or(Self::CriticalFailure)
    }

    /// Whether the thing was done.
    #[must_use]
    pub const fn is_success(self) -> bool {
        matches!(self, Self::Success | Self::CriticalSuccess)
    }
}

/// What an intent is aimed at (clause G1).
#[repr(u8)]
#[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// Nothing.
    #[default]
    None,
    /// The actor itself.
    Itself,
    /// Somebody: followed wherever it goes (clause G2).
    Actor(EntityId),
    /// A cell: stays where it is.
    Cell(Cell),
    /// A thing.
    Thing(EntityId),
    /// An object.
    Object(EntityId),
    /// A way between places.
    Link(EntityId),
    /// A place.
    Place(EntityId),
    /// Something to say.
    Phrase(PhraseId),
}

impl Target {
    /// The entity that is aimed at, if any.
    #[must_use]
    pub const fn entity(self) -> EntityId {
        match self {
            Self::Actor(id) | Self::Thing(id) | Self::Object(id) | Self::Link(id) | Self::Place(id) => id,
            _ => EntityId::NONE,
        }
    }
}

/// One argument of a word in content, already checked against the word's pattern.
#[repr(u8)]
#[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Arg {
    /// An optional part of the pattern that the line left out.
    #[default]
    Absent,
    /// A number of feet, ticks, permille or things; which one, the pattern says.
    Number(i64),
    /// A rung of the ladder that the pattern names, from 0, the least.
    Rung(i32),
    /// A phase.
    Phase(Phase),
    /// A kind of action.
    Kind(ActionKind),
    /// An id: the hash of the name in the line.
    Id(u64),
    /// One of the alternatives of the pattern, by its place, from 0.
    Choice(u32),
    /// Who was meant, resolved before the call.
    Who(Target),
    /// What a hand of the actor's kind deals: the kind of harm and how much of it.
    Packet(Packet),
    /// Another effect line, compiled by the host, to be handed back in [`crate::Change::Schedule`] or [`crate::Change::Zone`].
    Line(u32),
}

/// What an actor intends: an action at a target. Player, profile, script and replay enter by this door.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Intent {
    /// Which action.
    pub action: ActionId,
    /// At what.
    pub target: Target,
    /// For an action whose length is chosen (a wait): that length in ticks; else 0.
    pub ticks: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_is_found_by_its_own_word() {
        for kind in ActionKind::ALL {
            assert_eq!(ActionKind::named(kind.name()), Some(*kind));
        }
        assert_eq!(Phase::named("windup"), None);
    }

    #[test]
    fn mitigation_stops_at_the_worst_degree() {
        assert_eq!(Degree::CriticalSuccess.lowered(1), Degree::Success);
        assert_eq!(Degree::Failure.lowered(9), Degree::CriticalFailure);
    }
}
