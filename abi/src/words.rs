//! Words: what modules register for content to name: effects, two kinds of predicates, selectors, guards.
//!
//! A word is registered with one pattern or more, for instance `"within <feet> feet of <who>"`. The host checks every line
//! of content against the patterns and hands the arguments over in the order in which the first pattern names them.

use crate::{
    ActionId, ActionKind, Arg, CallError, Change, CheckAnswer, CheckRequest, Dice, EntityId, Faulted, Intent, Packet, Phase,
    PhraseId, Situation, State, Target, World, fault::guarded, interface::interface,
};
use abi_stable::{
    StableAbi,
    prefix_type::PrefixTypeTrait,
    std_types::{RResult, RSlice, RVec},
};

/// The arguments of one line of content, checked when it was loaded. An accessor asks by place, from 0.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Default)]
pub struct Args<'a> {
    /// The arguments.
    pub items: RSlice<'a, Arg>,
}

impl Args<'_> {
    #[inline]
    fn item(&self, place: usize) -> Arg {
        self.items.get(place).copied().unwrap_or_default()
    }

    /// A number, or `default` where the line leaves it out.
    #[must_use]
    #[inline]
    pub fn number_or(&self, place: usize, default: i64) -> i64 {
        if let Arg::Number(number) = self.item(place) { number } else { default }
    }

    /// A rung, from 0; 0 where the line leaves it out.
    #[must_use]
    #[inline]
    pub fn rung(&self, place: usize) -> i32 {
        if let Arg::Rung(rung) = self.item(place) { rung } else { 0 }
    }

    /// A phase, if the line names one.
    #[must_use]
    #[inline]
    pub fn phase(&self, place: usize) -> Option<Phase> {
        if let Arg::Phase(phase) = self.item(place) { Some(phase) } else { None }
    }

    /// A kind of action, if the line names one.
    #[must_use]
    #[inline]
    pub fn kind(&self, place: usize) -> Option<ActionKind> {
        if let Arg::Kind(kind) = self.item(place) { Some(kind) } else { None }
    }

    /// The hash of an id; 0 where the line leaves it out.
    #[must_use]
    #[inline]
    pub fn id(&self, place: usize) -> u64 {
        if let Arg::Id(id) = self.item(place) { id } else { 0 }
    }

    /// Which alternative, from 0; 0 where the line leaves it out.
    #[must_use]
    #[inline]
    pub fn choice(&self, place: usize) -> u32 {
        if let Arg::Choice(choice) = self.item(place) { choice } else { 0 }
    }

    /// Who was meant, or `default` where the line leaves it out. `Target::None` is: there is no such one now.
    #[must_use]
    #[inline]
    pub fn who_or(&self, place: usize, default: Target) -> Target {
        if let Arg::Who(who) = self.item(place) { who } else { default }
    }

    /// A line to be run later, if there is one.
    #[must_use]
    #[inline]
    pub fn line(&self, place: usize) -> Option<u32> {
        if let Arg::Line(line) = self.item(place) { Some(line) } else { None }
    }

    /// The blow of a hand, as its actor's kind has it; nothing where it has none.
    #[must_use]
    #[inline]
    pub fn packet(&self, place: usize) -> Option<Packet> {
        if let Arg::Packet(packet) = self.item(place) { Some(packet) } else { None }
    }
}

/// One call of an effect: for one target (clause K1), in one of its rounds. The default is of nobody, for tests of modules to
/// fill.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Default)]
pub struct EffectCall<'a> {
    /// Who does it.
    pub actor: EntityId,
    /// In which action; none for what was scheduled.
    pub action: ActionId,
    /// To whom or where, this time.
    pub target: Target,
    /// In a reaction: whose event is answered.
    pub event_actor: EntityId,
    /// What the content line says.
    pub args: Args<'a>,
    /// The answers to all checks asked for so far, in the order of the questions.
    pub answers: RSlice<'a, CheckAnswer>,
    /// For the dice of this call, drawn by the host whether used or not (clause S2).
    pub seed: u64,
}

impl EffectCall<'_> {
    /// The dice of this call.
    #[must_use]
    pub const fn dice(&self) -> Dice {
        Dice::new(self.seed)
    }
}

/// Where a call puts its answer: it can push and nothing else. What a faulty call pushed is dropped.
#[repr(C)]
#[derive(StableAbi, Debug, Default)]
pub struct Out {
    checks: RVec<CheckRequest>,
    changes: RVec<Change>,
}

impl Out {
    /// Asks for a check; the effect is called again with the answer.
    #[inline]
    pub fn check(&mut self, request: CheckRequest) {
        self.checks.push(request);
    }

    /// Settles on a change.
    #[inline]
    pub fn change(&mut self, change: Change) {
        self.changes.push(change);
    }

    /// The checks asked for, for the host.
    #[must_use]
    #[inline]
    pub fn checks(&self) -> &[CheckRequest] {
        &self.checks
    }

    /// Takes the changes out, for the host; the room is kept.
    #[inline]
    pub fn drain_changes(&mut self, into: &mut Vec<Change>) {
        into.extend(self.changes.drain(..));
    }

    /// Forgets everything, for the host; the room is kept.
    #[inline]
    pub fn clear(&mut self) {
        self.checks.clear();
        self.changes.clear();
    }

    /// Forgets the checks, for the host, which has rolled them.
    #[inline]
    pub fn clear_checks(&mut self) {
        self.checks.clear();
    }
}

interface! {
    /// An effect: what an action does on its first or last exec tick, in a window, when interrupted, or later.
    Effect / EffectFunctions / EffectFunctionsRef / EffectHandle {
        /// One round: push checks to be called again with their answers, or settle with changes. At most eight rounds.
        fn run(world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) -> ();
    }
}

interface! {
    /// A `mind` word: a predicate over what one actor perceives, reads and remembers.
    Mind / MindFunctions / MindFunctionsRef / MindHandle {
        /// Whether it holds. Draws nothing.
        fn holds(situation: &Situation<'_>, args: &Args<'_>) -> bool;
    }
}

interface! {
    /// A `world` word: a predicate over the truth, for locks, goals, feats and spawns.
    Truth / TruthFunctions / TruthFunctionsRef / TruthHandle {
        /// Whether it holds for this actor. Draws nothing.
        fn holds(world: &World<'_>, actor: EntityId, args: &Args<'_>) -> bool;
    }
}

interface! {
    /// A selector: names somebody or some place, as one actor sees it.
    Selector / SelectorFunctions / SelectorFunctionsRef / SelectorHandle {
        /// Who or where; `Target::None` where there is no such one. Draws nothing.
        fn select(situation: &Situation<'_>, args: &Args<'_>) -> Target;
    }
}

interface! {
    /// A guard: may refuse an intent, with words. Asked last, when nothing else refuses it (clause G1): for the actions that name
    /// it, or for all.
    Guard / GuardFunctions / GuardFunctionsRef / GuardHandle {
        /// The phrase that says why not, or [`PhraseId::NONE`]. Draws nothing.
        fn refuses(situation: &Situation<'_>, intent: &Intent) -> PhraseId;
    }
}
