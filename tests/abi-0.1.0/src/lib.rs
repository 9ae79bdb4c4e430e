//! The stable interface between Dungeon-Mind and its modules: what a module author needs, and nothing else.
//!
//! An author writes plain safe Rust: a type for each word or role, a [`Module`] with one literal registration list, and
//! [`export_module!`]. The host calls, the module answers; nothing calls back. Modules keep no state between calls.
//!
//! # Glossary
//! Each term is a type or a field here; one word has one meaning.
//! - *tick*, *ticks* [`Tick`], [`Ticks`]: an instant and a span of the clock.
//! - *action* [`ActionId`]: a parameter set in content. *activity*: one running instance of it, owned by one actor.
//! - *prep*, *exec*, *recover* [`Phase`]: the three phases of every activity.
//! - *intent* [`Intent`]: an action at a target, before it is begun. *refusal*: why it cannot be begun.
//! - *change* [`Change`]: the only thing that can happen. *event* [`EventId`]: what is told of it.
//! - *reaction*: an action begun out of sequence, answering an event. *depth*: how many answers deep.
//! - *window*, *zone*: a shape that does something to whom it takes.
//! - *reading* [`Reading`]: what an observer makes of another's *public line*. *broadcast* [`Change::Broadcast`]: a false one.
//! - *check* [`CheckRequest`], *difficulty*, *margin*, *degree* [`Degree`]: how well a thing is done.
//! - *ladder*, *rung*, *marker* [`LadderId`]: a fixed order of words.
//! - *track* [`TrackId`], *stat* [`StatId`], *condition* [`ConditionId`], *verb* [`VerbId`], *fact* [`FactId`]: what entities bear.
//! - *profile*, *rank*: a decision table and its rows. *standing order*: a rank of the player's.
//! - *word* [`Word`]: an effect, a predicate or a selector that content names. *role* [`Holder`]: a rule that a *ruleset* chooses.
//! - *pack*: a folder of content, with a *module* if it has code.
#![deny(missing_docs)]
#![doc = include_str!("../README.md")]

mod change;
mod check;
mod dice;
mod fault;
mod ids;
mod interface;
mod module;
mod registry;
mod roles;
mod scene;
mod situation;
mod terms;
mod units;
mod words;
mod world;

pub use change::{By, Change, Hurt, Manner, Packet, Raise, Whose};
pub use check::{CheckAnswer, CheckRequest};
pub use dice::Dice;
pub use fault::{Answer, Faulted};
pub use ids::{
    ActionId, CheckId, ConditionId, EventId, FactId, GroundId, HarmId, KindId, LadderId, ParamId, PhraseId, SideId, StatId,
    TrackId, VerbId, hash,
};
pub use interface::{CallError, State};
pub use module::{ABI_VERSION, Manifest, Module, ModuleInfo, ModuleRoot, ModuleRootRef};
pub use registry::{Holder, Hook, Named, Need, Registrar, Registration, RegistrationRef, Word};
pub use roles::*;
pub use scene::*;
pub use situation::{Deed, OwnActivity, Reading, Situation, Subject};
pub use terms::{ActionKind, ActorState, Arg, Attitude, Class, Degree, Intent, Phase, ReadingLevel, Target};
pub use units::{At, Cell, EntityId, Extent, Tick, Ticks};
pub use words::*;
pub use world::{ConditionRow, FactRow, World};

/// The few types of `abi_stable` that appear in signatures.
pub use abi_stable::std_types::{ROption, RSlice, RStr, RString, RVec};

/// What [`export_module!`] expands to, and what the host's loader needs.
#[doc(hidden)]
pub mod private {
    pub use crate::fault::{guarded, install_hook};
    pub use crate::module::{ROOT_SYMBOL, register, root_of};
    pub use abi_stable::StableAbi;
    pub use abi_stable::abi_stability::abi_checking;
    pub use abi_stable::library::{AbiHeaderRef, CheckTypeLayout, LibHeader, RootModuleResult};
    pub use abi_stable::type_layout;
}

/// Every function pointer that crosses the boundary, by interface and name; tests walk it.
pub const FUNCTIONS: &[&[&str]] = &[
    EffectHandle::FUNCTIONS,
    MindHandle::FUNCTIONS,
    TruthHandle::FUNCTIONS,
    SelectorHandle::FUNCTIONS,
    GuardHandle::FUNCTIONS,
    ResolutionHandle::FUNCTIONS,
    HarmHandle::FUNCTIONS,
    TempoHandle::FUNCTIONS,
    MovementHandle::FUNCTIONS,
    SensesHandle::FUNCTIONS,
    ReadabilityHandle::FUNCTIONS,
    RegardsHandle::FUNCTIONS,
    NarrationHandle::FUNCTIONS,
    FrontEndHandle::FUNCTIONS,
];
