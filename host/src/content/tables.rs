//! What content has become once it is checked: tables of plain values that refer to each other by place.
//!
//! Owns the static definitions that fights run on. Nothing here changes after loading, and nothing here is read from a
//! file: `content::load` makes it, the clock, the world and the minds read it. Live state is elsewhere.

use abi::{
    ActionId, ActionKind, Arg, CheckId, ConditionId, EventId, Extent, GroundId, KindId, LadderId, Lengths, Packet, ParamId,
    Phase, PhraseId, SideId, StatId, TrackId, VerbId,
};
use std::collections::BTreeMap;
use std::sync::Arc;

macro_rules! places {
    ($($(#[$doc:meta])* $Name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $Name(pub u32);
        impl $Name {
            /// As an index into its table.
            #[must_use]
            pub const fn index(self) -> usize { self.0 as usize }
        }
    )*};
}

places! {
    /// The place of an action in `Content::actions`.
    ActionIx;
    /// The place of a kind in `Content::kinds`.
    KindIx;
    /// The place of a profile in `Content::profiles`.
    ProfileIx;
    /// The place of an effect line in `Content::lines`.
    LineIx;
}

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
}

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

/// A word that takes a search and so is the host's own (README, Architecture).
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
}

/// Which word a condition of a rank asks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum MindWord {
    /// The host's.
    Host(HostWord),
    /// A module's: its place in the registry.
    Word(u32),
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
}

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

/// A kind of actor.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its id.
    pub id: KindId,
    /// Its id in text.
    pub name: Arc<str>,
    /// What it is called once it is known: `goblin sneak`.
    pub label: Arc<str>,
    /// What it looks like to who does not know it: `hunched figure`.
    pub look: Arc<str>,
    /// Its glyph.
    pub glyph: char,
    /// Its body.
    pub extent: Extent,
    /// Its stats, by id.
    pub stats: BTreeMap<StatId, i32>,
    /// Tracks that it is born with, beside those of `Harm`.
    pub tracks: BTreeMap<TrackId, i64>,
    /// What its hands deal, by name.
    pub hands: BTreeMap<Arc<str>, Packet>,
    /// What it can do.
    pub actions: Vec<ActionIx>,
    /// The profile that it acts by where nobody says.
    pub profile: Option<ProfileIx>,
    /// The player's standing orders where it is played.
    pub orders: Option<ProfileIx>,
    /// Verbs that its body never has.
    pub lacks: Vec<VerbId>,
    /// How well others know it, in points of lore.
    pub lore_points: i32,
}

/// A condition.
#[derive(Clone, Debug)]
pub struct ConditionDef {
    /// Its id.
    pub id: ConditionId,
    /// Its id in text.
    pub name: Arc<str>,
    /// What it is called: `a cracked rib`.
    pub label: Arc<str>,
    /// What it does, in words, for whom it is told to.
    pub effect: Arc<str>,
    /// Verbs that it takes away.
    pub takes: Vec<VerbId>,
    /// Verbs that it makes dearer, by permille.
    pub dear: Vec<(VerbId, i32)>,
    /// Stats and checks that it changes, by the hash of the id, in points.
    pub modifiers: Vec<(u64, i32)>,
    /// What happens when it is given again.
    pub stacking: Stacking,
    /// Whether rest takes it away.
    pub is_rested_away: bool,
    /// Whether it is a wound: `wound` is raised, not `condition`.
    pub is_wound: bool,
    /// How bad it is, on the ladder `hurt`.
    pub rung: i32,
    /// The share of wounds that it makes up, for the holder of `Harm`.
    pub weight: u32,
}

/// What happens when a condition is given to who has it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stacking {
    /// Nothing.
    #[default]
    None,
    /// It is there one more time.
    Add,
    /// It lasts as long as if it were new.
    Refresh,
    /// The longer of both counts.
    Highest,
}

/// A ground.
#[derive(Clone, Debug)]
pub struct GroundDef {
    /// Its id.
    pub id: GroundId,
    /// Its id in text.
    pub name: Arc<str>,
    /// What fills the cell.
    pub fill: Fill,
    /// Whether one can stand in it.
    pub has_floor: bool,
    /// How hard it is to leave, in ticks.
    pub departure_ticks: u16,
    /// How hard it is to come to rest on, in ticks.
    pub arrival_ticks: u16,
    /// Whether one can see through it.
    pub is_opaque: bool,
    /// Its glyph.
    pub glyph: char,
    /// What it is called.
    pub label: Arc<str>,
}

/// What fills a cell (clause M6).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fill {
    /// Air.
    #[default]
    Open,
    /// Rock.
    Solid,
    /// Water.
    Liquid,
}

/// A kind of check: which stats stand against each other.
#[derive(Clone, Debug)]
pub struct CheckDef {
    /// Its id.
    pub id: CheckId,
    /// Its id in text.
    pub name: Arc<str>,
    /// The actor's stat.
    pub stat: StatId,
    /// The opponent's stat; none where there is a difficulty alone.
    pub against: Option<StatId>,
    /// Added to the difficulty.
    pub base_points: i32,
}

/// One rung of a ladder.
#[derive(Clone, Debug)]
pub struct RungDef {
    /// Its word in content: `guard-failing`.
    pub id: Arc<str>,
    /// Its marker in text: `guard failing`.
    pub marker: Arc<str>,
    /// What it means, in words.
    pub meaning: Arc<str>,
}

/// A ladder, the least rung first (doctrine F4).
#[derive(Clone, Debug)]
pub struct Ladder {
    /// Its id.
    pub id: LadderId,
    /// Its id in text.
    pub name: Arc<str>,
    /// What it ranks.
    pub about: Arc<str>,
    /// Its rungs.
    pub rungs: Vec<RungDef>,
    /// Where it ranks a measure: the greatest value of each rung but the last.
    pub cuts: Vec<i64>,
}

impl Ladder {
    /// The rung of a measure, by the cuts: the first whose cut is not below it.
    #[must_use]
    pub fn rung_of(&self, value: i64) -> i32 {
        let place = self.cuts.iter().position(|cut| value <= *cut).unwrap_or(self.cuts.len());
        i32::try_from(place).unwrap_or(i32::MAX)
    }

    /// The marker of a rung; the nearest one where it is out of range.
    #[must_use]
    pub fn marker(&self, rung: i32) -> &str {
        let last = self.rungs.len().saturating_sub(1);
        let place = usize::try_from(rung).unwrap_or(0).min(last);
        self.rungs.get(place).map_or("", |rung| &rung.marker)
    }
}

/// A set of wordings.
#[derive(Clone, Debug)]
pub struct Phrase {
    /// Its id.
    pub id: PhraseId,
    /// Its id in text.
    pub name: Arc<str>,
    /// The wordings.
    pub wordings: Vec<Arc<str>>,
}

/// How reactions are begun (clause R2).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reactions {
    /// In the pass of the next tick.
    #[default]
    NextTick,
    /// Right after they are collected.
    SameTick,
}

/// How distance is measured (clause G4).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// As the crow flies.
    #[default]
    Euclid,
    /// The longest axis.
    Chebyshev,
}

/// The names by which a ruleset names the holder of each role.
#[derive(Clone, Debug, Default)]
pub struct RoleNames(pub BTreeMap<Arc<str>, Arc<str>>);

/// A ruleset: the holder of each role and every open parameter of the clock.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// Its id in text.
    pub name: Arc<str>,
    /// The holder of each role.
    pub roles: RoleNames,
    /// How reactions are begun.
    pub reactions: Reactions,
    /// How distance is measured.
    pub metric: Metric,
    /// Parameters, ascending by id: the host's and the modules'.
    pub param_ids: Vec<ParamId>,
    /// Their values.
    pub params: Vec<i64>,
    /// The stats by which the order goes (clause I2): dexterity, level.
    pub order_stats: [StatId; 2],
    /// The check of clause C8.
    pub concentration_check: CheckId,
    /// The check of clauses C5 and C7.
    pub interrupt_check: CheckId,
    /// The action of clause C2.
    pub boundary_cancel: ActionIx,
    /// The action of clause C3.
    pub deep_cancel: ActionIx,
    /// What a profile in which no rank holds does (clause L3).
    pub idle: ActionIx,
    /// The track on which the rung of the ladder `stage` stands.
    pub stage_track: TrackId,
    /// The stats that readings go by: lore and wits.
    pub reading_stats: [StatId; 2],
}

impl Ruleset {
    /// A parameter; 0 where the ruleset has none of that name.
    #[must_use]
    pub fn param(&self, id: ParamId) -> i64 {
        let place = self.param_ids.binary_search(&id).ok();
        place.and_then(|place| self.params.get(place).copied()).unwrap_or(0)
    }
}

/// When a fight is over.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Stop {
    /// When at most one side is left.
    #[default]
    OneSideLeft,
    /// Not before its ticks are over.
    Never,
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
}

/// A fight as its file gives it, ready to begin.
#[derive(Clone, Debug)]
pub struct Fight {
    /// The cells: width, depth, slices, and the ground of each, x fastest, then y, then z.
    pub size: [u32; 3],
    /// The ground of each cell, by its place in `Content::grounds`.
    pub cells: Vec<u16>,
    /// Who fights.
    pub actors: Vec<FightActor>,
    /// The order, not rolled; empty where it is (clause I1).
    pub initiative: Vec<usize>,
    /// When it is over.
    pub stop: Stop,
    /// Ticks 0 to this, half-open.
    pub max_ticks: u64,
    /// The text of the file, for the first line of the log.
    pub source: Arc<str>,
    /// Its name, for messages.
    pub name: Arc<str>,
}

/// Who a pack is, for the first line of a log.
#[derive(Clone, Debug)]
pub struct PackInfo {
    /// Its id.
    pub id: Arc<str>,
    /// Its version.
    pub version: Arc<str>,
    /// A hash of its RON but its fights, in hexadecimal; a fight's own text stands in the log.
    pub hash: Arc<str>,
    /// Its folder.
    pub folder: std::path::PathBuf,
}

/// All content, checked and compiled.
#[derive(Clone, Debug, Default)]
pub struct Content {
    /// The packs, in load order.
    pub packs: Vec<PackInfo>,
    /// Actions, ascending by name; a fight's own stand behind, as do its profiles and kinds.
    pub actions: Vec<Action>,
    /// Effect lines.
    pub lines: Vec<Line>,
    /// Profiles, ascending by name.
    pub profiles: Vec<Profile>,
    /// Kinds, ascending by name.
    pub kinds: Vec<Kind>,
    /// Conditions, ascending by id.
    pub conditions: Vec<ConditionDef>,
    /// Grounds, ascending by name.
    pub grounds: Vec<GroundDef>,
    /// Checks, ascending by id.
    pub checks: Vec<CheckDef>,
    /// Ladders, by id.
    pub ladders: BTreeMap<LadderId, Ladder>,
    /// Phrases, by id.
    pub phrases: BTreeMap<PhraseId, Phrase>,
    /// Rulesets by name.
    pub rulesets: BTreeMap<Arc<str>, Ruleset>,
    /// The text of every id that content or a module has named.
    pub names: BTreeMap<u64, Arc<str>>,
    /// Verbs, ascending by id.
    pub verbs: Vec<VerbId>,
    /// Tracks, ascending by id.
    pub tracks: Vec<TrackId>,
    /// Stats, ascending by id, with the value of an average human.
    pub stats: Vec<(StatId, i32)>,
    /// Lines that modules hooked to events.
    pub hooks: Vec<(EventId, LineIx)>,
}

impl Content {
    /// The text of an id; its number in hexadecimal where nobody ever named it.
    #[must_use]
    pub fn name(&self, id: u64) -> Arc<str> {
        self.names.get(&id).cloned().unwrap_or_else(|| format!("#{id:016x}").into())
    }

    /// The place of an action.
    #[must_use]
    pub fn action_ix(&self, id: ActionId) -> Option<ActionIx> {
        let found = self.actions.iter().position(|action| action.id == id)?;
        u32::try_from(found).ok().map(ActionIx)
    }
}
