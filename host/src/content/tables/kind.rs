//! Kinds of bodies, what can befall them, what they stand on, what they are tried by.

use super::{ActionIx, ProfileIx};
use abi::{CheckId, ConditionId, Extent, GroundId, KindId, Packet, PhraseId, StatId, TrackId, VerbId};
use std::collections::BTreeMap;
use std::sync::Arc;

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
    /// The glyph of what it looks like, to who does not know it.
    pub look_glyph: char,
    /// Its body.
    pub extent: Extent,
    /// Whether it can fly as long as it has its verb.
    pub flies: bool,
    /// Its stats, by id.
    pub stats: BTreeMap<StatId, i32>,
    /// Tracks that it is born with, beside those of `Harm`.
    pub tracks: BTreeMap<TrackId, i64>,
    /// What its hands deal, by name.
    pub hands: BTreeMap<Arc<str>, Packet>,
    /// What it can do, each as its feats have made it.
    pub actions: Vec<ActionIx>,
    /// The actions that its feats have changed: the place of what others do, and of what it does.
    pub varied: Vec<(ActionIx, ActionIx)>,
    /// What it has learned to do otherwise than others.
    pub feats: Vec<Arc<str>>,
    /// What its feats add to checks, by the hash of the check's id, in points.
    pub check_points: Vec<(u64, i32)>,
    /// The profile that it acts by where nobody says.
    pub profile: Option<ProfileIx>,
    /// The player's standing orders where it is played.
    pub orders: Option<ProfileIx>,
    /// Verbs that its body never has.
    pub lacks: Vec<VerbId>,
    /// How well others know it, in points of lore.
    pub lore_points: i32,
    /// How dangerous it is when fresh, where a trained fighter is a hundred; zero where nobody has measured it (clause F8).
    pub danger_points: u32,
    /// What it senses with; none for who notices nothing but what it sees.
    pub nature: Option<super::Nature>,
}

impl Kind {
    /// What it does where others do this.
    #[must_use]
    pub fn own(&self, plain: ActionIx) -> ActionIx {
        self.varied.iter().find(|(other, _)| *other == plain).map_or(plain, |(_, own)| *own)
    }

    /// Whether it can do an action, whatever its feats have made of it.
    #[must_use]
    pub fn can_do(&self, plain: ActionIx) -> bool {
        self.actions.contains(&self.own(plain))
    }
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
    /// After how many ticks its effects come round again; 0 for never.
    pub period_ticks: u32,
    /// What happens to its bearer each time.
    pub effects: Vec<super::LineIx>,
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
    /// How much it opposes whoever goes through it, in ticks along one axis.
    pub opposing_ticks: u16,
    /// Who is held up by it although it has no floor.
    pub holding: Holding,
    /// What it becomes when it is opened or shut, by its place in `Content::grounds`.
    pub turns_to: Option<u16>,
    /// What is left of it when it has burnt.
    pub burns_to: Option<u16>,
    /// What whoever looks on is told when cells become it.
    pub text: PhraseId,
    /// Whether one can see through it.
    pub is_opaque: bool,
    /// Its glyph.
    pub glyph: char,
    /// What it is called.
    pub label: Arc<str>,
}

impl GroundDef {
    /// Whether it costs nothing to leave it, to come to rest on it, or to go through it (clause M2).
    #[must_use]
    pub const fn is_even(&self) -> bool {
        self.departure_ticks == 0 && self.arrival_ticks == 0 && self.opposing_ticks == 0
    }
}

/// What fills a cell (clause M6).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fill {
    /// Air. Bodies and effects pass.
    #[default]
    Open,
    /// Rock, wood, ice. Nothing passes, and bodies stand on it.
    Solid,
    /// Water, mud. Bodies pass; it holds nobody up unless it has a floor.
    Liquid,
}

/// Who is held up by a ground that has no floor (clause M6).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Holding {
    /// Nobody.
    #[default]
    Nobody,
    /// Who swims: deep water.
    Swimmers,
    /// Who climbs: a ladder, a net.
    Climbers,
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
    /// Whether cover makes it harder, by the ruleset's `cover_points`.
    pub is_aimed: bool,
}
