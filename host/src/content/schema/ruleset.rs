//! A ruleset as content writes it.
//!
//! Owns field names and defaults only. `ruleset` turns it into a table.

use super::{Text, entities, mirrors};
use crate::content::reading::Spanned;
use crate::content::tables;
use serde::Deserialize;
use serde::de::{Error, Visitor};
use std::collections::BTreeMap;
use std::fmt;

mirrors! {
    /// How reactions are begun (clause R2).
    ReactionsWord => tables::Reactions { NextTick, SameTick } default NextTick
    /// How distance is measured (clause G4).
    MetricWord => tables::Metric { Euclid, Chebyshev } default Euclid
}

/// The value of a parameter: a whole number, or a rung's word where the parameter is a rung.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamFile {
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
}

impl<'de> Deserialize<'de> for ParamFile {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl Visitor<'_> for Either {
            type Value = ParamFile;
            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a whole number, or the word of a rung")
            }
            fn visit_i64<E: Error>(self, number: i64) -> Result<ParamFile, E> {
                Ok(ParamFile::Number(number))
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<ParamFile, E> {
                i64::try_from(number).map(ParamFile::Number).map_err(|_| E::custom("a number that is too large"))
            }
            fn visit_str<E: Error>(self, word: &str) -> Result<ParamFile, E> {
                Ok(ParamFile::Word(word.to_owned()))
            }
            fn visit_unit<E: Error>(self) -> Result<ParamFile, E> {
                Ok(ParamFile::Number(0))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// The file of a ruleset.
#[derive(Debug, Deserialize)]
#[serde(rename = "Ruleset")]
pub struct RulesetFile {
    /// Its id.
    pub id: Text,
    /// How reactions are begun.
    #[serde(default)]
    pub reactions: ReactionsWord,
    /// How distance is measured.
    #[serde(default)]
    pub metric: MetricWord,
    /// The holder of each role.
    pub roles: Spanned<BTreeMap<Text, Text>>,
    /// The stats by which the order goes (clause I2).
    pub order_stats: (Text, Text),
    /// The stats that readings go by.
    pub reading_stats: (Text, Text),
    /// How likely readings are (clause P3); the table `usual` of the holder's own pack where nothing is said.
    #[serde(default)]
    pub readings: Option<Text>,
    /// The check of clause C8.
    pub concentration_check: Text,
    /// The check of clauses C5 and C7.
    pub interrupt_check: Text,
    /// The action of clause C2.
    pub boundary_cancel: Text,
    /// The action of clause C3.
    pub deep_cancel: Text,
    /// What a profile in which no rank holds does (clause L3).
    pub idle: Text,
    /// How a body falls (clause M7); none where nothing falls.
    #[serde(default)]
    pub fall: Option<Text>,
    /// The track of the ladder `stage`.
    pub stage_track: Text,
    /// The ladder of that track; `stage` where nothing is said.
    #[serde(default)]
    pub stage_ladder: Option<Text>,
    /// The pack whose texts tell of events before those of `narration`; none where nothing is said.
    #[serde(default)]
    pub texts: Option<Text>,
    /// Parameters that differ from their defaults.
    #[serde(default)]
    pub parameters: BTreeMap<Text, Spanned<ParamFile>>,
}

entities!(RulesetFile);
