//! Lines of content that name words of the host or of modules, compiled.

use super::LineIx;
use abi::{Arg, EventId};
use std::sync::Arc;

/// An argument as content gives it.
#[derive(Clone, Debug, PartialEq)]
pub enum ArgDef {
    /// The same in every call.
    Fixed(Arg),
    /// Resolved before each call.
    Who(SelectorDef),
    /// What a hand of the actor's kind deals.
    Hand(Arc<str>),
}

/// A selector as content gives it.
#[derive(Clone, Debug, PartialEq)]
pub enum SelectorDef {
    /// The actor itself.
    Itself,
    /// What the intent or activity is aimed at.
    Target,
    /// Whose event is answered.
    Actor,
    /// A word of the host, which names a cell to step to, and its arguments.
    Host(HostSelector, Vec<ArgDef>),
    /// A word of a module: its place in the registry, and its arguments.
    Word(u32, Vec<ArgDef>),
}

/// A selector that takes a search and so is the host's own (clause M12). Each names the neighbouring cell that the next
/// step of the way goes to, and has one argument: who.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum HostSelector {
    /// `flank of <who>`: the far side of who from an ally of mine.
    FlankOf,
    /// `toward <who>`: nearer.
    Toward,
    /// `away from <who>`, or `away from enemies` without the argument.
    AwayFrom,
    /// `behind <who>`: so that who stands between me and its enemies.
    Behind,
    /// `beside <who>`: next to who.
    Beside,
    /// `around <who>`: at the same distance, onward.
    Around,
    /// `before <who>`: so that I stand between who and the foe nearest to it.
    Before,
    /// `cover from <who>`: to where a part of me is hidden from who, and who is not from me.
    CoverFrom,
    /// `toward trouble`: nearer to where I sensed somebody whom I do not see. Without an argument.
    TowardTrouble,
    /// `door toward <who>`: the shut door that the next step toward who would lead into. No cell to step to, but one to open.
    DoorToward,
}

/// An effect line.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The line as it stands in content.
    pub text: Arc<str>,
    /// The word: its place in the registry.
    pub word: u32,
    /// Its arguments.
    pub args: Vec<ArgDef>,
}

/// A word that takes a search, or goes by what an actor has learned, and so is the host's own (README, Architecture).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum HostWord {
    /// `reach [who]`: within reach of my quickest attack; with an action's id, of that.
    Reach,
    /// `reach-within <ticks> ticks [of who]`: I can come within my reach in so many ticks.
    ReachWithin,
    /// `within <feet> feet [of who]`.
    Within,
    /// `in-shape [of who]`: a shape that I read as coming holds me.
    InShape,
    /// `cornered`: no step takes me farther from those I fear.
    Cornered,
    /// `flank free`: there is room on the far side of my target from an ally of mine.
    FlankFree,
    /// `cover [from who]`: something solid stands between.
    Cover,
    /// `alertness <choice> <rung>`: how much I expect trouble.
    Alertness,
    /// `awareness <choice> <rung>`: what I know of anybody whom I do not see.
    Awareness,
    /// `light <choice> <rung>`: how light it is where I am.
    Light,
    /// `times-read <action> <how> <count>`: how often I have seen an action of others through.
    TimesRead,
    /// `seen-to-work <action>`: I have seen it meet somebody.
    SeenToWork,
    /// `in-zone`: I stand in a zone that plans go round, a fire or a bed of cinders.
    InZone,
}

/// Which word a condition of a rank asks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum MindWord {
    /// The host's.
    Host(HostWord),
    /// A module's: its place in the registry.
    Word(u32),
}

/// One condition of a hook: a predicate over the truth.
#[derive(Clone, Debug, PartialEq)]
pub struct TruthLine {
    /// The line as it stands in content.
    pub text: Arc<str>,
    /// Whether it begins with `not`.
    pub is_negated: bool,
    /// The word: its place in the registry.
    pub word: u32,
    /// Its arguments.
    pub args: Vec<ArgDef>,
}

/// What is done on each event of a name: `self` is whom the event is about, `target` who brought it about.
#[derive(Clone, Debug, PartialEq)]
pub struct Hook {
    /// Its id in text; the module's where a module brings it.
    pub name: Arc<str>,
    /// On which event.
    pub event: EventId,
    /// What must hold.
    pub when: Vec<TruthLine>,
    /// What is done.
    pub lines: Vec<LineIx>,
}

/// One condition of a rank.
#[derive(Clone, Debug, PartialEq)]
pub struct MindLine {
    /// The line as it stands in content.
    pub text: Arc<str>,
    /// Whether it begins with `not`.
    pub is_negated: bool,
    /// The word.
    pub word: MindWord,
    /// Its arguments.
    pub args: Vec<ArgDef>,
    /// The same where they are all the same in every call.
    pub fixed: Option<Vec<Arg>>,
    /// Its number among the conditions of its profile: the same for those that differ by a `not` alone.
    pub number: u32,
}
