//! A fight as its file gives it.
//!
//! Owns field names and defaults only. `fight` turns it into a table.

use super::place::LyingFile;
use super::stimulus::{PatrolFile, SourceFile};
use super::{Text, action::ActionFile, actor::KindFile, feat::FeatFile, mirrors, plain::HookFile, profile::ProfileFile};
use crate::content::reading::Spanned;
use crate::content::tables;
use serde::Deserialize;
use serde::de::{Error, SeqAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;

mirrors! {
    /// When it is over.
    StopWord => tables::Stop { OneSideLeft, Never } default OneSideLeft
    /// Who is in scope: everybody, or who is within `scope_feet` of a player (clause L7).
    ScopeWord => tables::Scope { All, Near } default All
}

/// How well an actor reads the others.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum ReadsWord {
    /// As its lore allows.
    #[default]
    ByLore,
    /// All and exactly.
    Exact,
}

/// The drawn map.
#[derive(Debug, Deserialize)]
#[serde(rename = "Map")]
pub struct MapFile {
    /// What each character stands for.
    pub legend: BTreeMap<char, Text>,
    /// The slices, the lowest first; rows from north to south.
    pub slices: Spanned<Vec<Spanned<Vec<Text>>>>,
}

/// What a script aims at: an actor's name, or a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AimFile {
    /// Somebody.
    Name(String),
    /// A cell.
    Cell(i32, i32, i32),
}

impl<'de> Deserialize<'de> for AimFile {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = AimFile;
            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("the name of an actor of this fight, or a cell `(x, y, z)`")
            }
            fn visit_str<E: Error>(self, name: &str) -> Result<AimFile, E> {
                Ok(AimFile::Name(name.to_owned()))
            }
            fn visit_unit<E: Error>(self) -> Result<AimFile, E> {
                Ok(AimFile::Name(String::new()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<AimFile, A::Error> {
                let mut cell = [0; 3];
                for (place, part) in cell.iter_mut().enumerate() {
                    *part = parts.next_element()?.ok_or_else(|| Error::invalid_length(place, &"a cell `(x, y, z)`"))?;
                }
                if parts.next_element::<i32>()?.is_some() {
                    return Err(Error::invalid_length(4, &"a cell `(x, y, z)`"));
                }
                let [x, y, z] = cell;
                Ok(AimFile::Cell(x, y, z))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// One entry of a script.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Act")]
pub struct ActFile {
    /// When, at the earliest.
    pub tick: Spanned<u64>,
    /// What.
    pub act: Text,
    /// At whom or where.
    #[serde(default)]
    pub at: Option<Spanned<AimFile>>,
    /// For an action whose length is chosen.
    #[serde(default)]
    pub ticks: Option<Spanned<u32>>,
}

/// Who decides for an actor.
#[derive(Debug, Deserialize)]
pub enum ControlFile {
    /// A profile.
    Profile(Text),
    /// A player.
    Player,
    /// A script.
    Script {
        /// Its entries.
        #[serde(default)]
        acts: Vec<ActFile>,
        /// A profile of which only the reactions are used.
        #[serde(default)]
        reacts: Option<Text>,
    },
}

/// An actor.
#[derive(Debug, Deserialize)]
#[serde(rename = "Actor")]
pub struct ActorFile {
    /// Its name in the fight.
    pub id: Text,
    /// Its kind.
    pub kind: Text,
    /// Its side.
    pub side: Text,
    /// The least corner of its body, at its feet.
    pub at: Spanned<(i32, i32, i32)>,
    /// Who decides for it; its kind's profile where nothing is said.
    #[serde(default)]
    pub control: Option<Spanned<ControlFile>>,
    /// How well it reads.
    #[serde(default)]
    pub reads: ReadsWord,
    /// Whether it begins asleep.
    #[serde(default)]
    pub asleep: bool,
}

/// The file of a fight.
#[derive(Debug, Deserialize)]
#[serde(rename = "Fight")]
pub struct FightFile {
    /// The ruleset.
    pub rules: Text,
    /// The map.
    pub map: MapFile,
    /// The conditions of the place, as rain or darkness (clause M5).
    #[serde(default)]
    pub weather: Vec<Text>,
    /// The zones that lie there from the beginning (clause W5).
    #[serde(default)]
    pub zones: Vec<LyingFile>,
    /// Who fights.
    pub actors: Spanned<Vec<ActorFile>>,
    /// When it is over.
    #[serde(default)]
    pub stop: StopWord,
    /// Who is in scope.
    #[serde(default)]
    pub scope: ScopeWord,
    /// How light the place is, on the ladder `light`; lit where nothing is said.
    #[serde(default)]
    pub light: Option<Text>,
    /// What gives something off there.
    #[serde(default)]
    pub sources: Vec<SourceFile>,
    /// Who should be met when.
    #[serde(default)]
    pub patrols: Vec<PatrolFile>,
    /// Ticks 0 to this, half-open; 20000 where nothing is said.
    #[serde(default)]
    pub max_ticks: Option<Spanned<u64>>,
    /// Actions of its own.
    #[serde(default)]
    pub actions: Vec<ActionFile>,
    /// Profiles of its own.
    #[serde(default)]
    pub profiles: Vec<ProfileFile>,
    /// Kinds of its own.
    #[serde(default)]
    pub kinds: Vec<KindFile>,
    /// Feats of its own.
    #[serde(default)]
    pub feats: Vec<FeatFile>,
    /// Hooks of its own.
    #[serde(default)]
    pub hooks: Vec<HookFile>,
    /// The order, not rolled.
    #[serde(default)]
    pub initiative: Option<Spanned<Vec<Text>>>,
    /// Parameters of the ruleset, as with `--set`.
    #[serde(default)]
    pub set: Vec<Text>,
}
