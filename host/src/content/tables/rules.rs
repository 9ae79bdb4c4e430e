//! Rulesets: the holder of each role and every open parameter of the clock.

use super::ActionIx;
use abi::{CheckId, ParamId, ReadingChance, StatId, TrackId};
use std::collections::BTreeMap;
use std::sync::Arc;

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
    /// How a body falls (clause M7); none where nothing falls.
    pub fall: Option<ActionIx>,
    /// The track on which the rung of the ladder `stage` stands.
    pub stage_track: TrackId,
    /// The ladder of which that track is a rung.
    pub stage_ladder: Arc<str>,
    /// The pack whose texts tell of events before those of `narration`; empty for none.
    pub texts: Arc<str>,
    /// The stats that readings go by: lore and wits.
    pub reading_stats: [StatId; 2],
    /// How likely readings are, by lore over difficulty (clause P3); no rows where nothing is hidden.
    pub readings: Arc<[ReadingChance]>,
}

impl Ruleset {
    /// A parameter; 0 where the ruleset has none of that name.
    #[must_use]
    pub fn param(&self, id: ParamId) -> i64 {
        let place = self.param_ids.binary_search(&id).ok();
        place.and_then(|place| self.params.get(place).copied()).unwrap_or(0)
    }
}
