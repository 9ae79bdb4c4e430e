//! What content has become once it is checked: tables of plain values that refer to each other by place.
//!
//! Owns the static definitions that fights run on. Nothing here changes after loading, and nothing here is read from a
//! file: `content::load` makes it, the clock, the world and the minds read it. Live state is elsewhere.

mod action;
mod feat;
mod fight;
mod kind;
mod language;
mod place;
mod places;
mod profile;
mod rules;
mod stimulus;
mod words;

pub use action::*;
pub use feat::*;
pub use fight::*;
pub use kind::*;
pub use language::*;
pub use place::*;
pub use places::*;
pub use profile::*;
pub use rules::*;
pub use stimulus::*;
pub use words::*;

use abi::{LadderId, PhraseId, StatId, TrackId, VerbId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Who a pack is, for the first line of a log.
#[derive(Clone, Debug)]
pub struct PackInfo {
    /// Its id.
    pub id: Arc<str>,
    /// Its version.
    pub version: Arc<str>,
    /// A hash of its RON but its fights, in hexadecimal; a fight's own text stands in the log.
    pub hash: Arc<str>,
    /// The classes that it brings.
    pub classes: Vec<super::packs::ClassInfo>,
    /// Its folder.
    pub folder: std::path::PathBuf,
}

/// All content, checked and compiled.
#[derive(Clone, Debug, Default)]
pub struct Content {
    /// The packs, in load order.
    pub packs: Vec<PackInfo>,
    /// Actions, ascending by name, then those that feats have changed for some kind; a fight's own stand behind, as do its
    /// profiles and kinds.
    pub actions: Vec<Action>,
    /// Feats, ascending by name.
    pub feats: Vec<Feat>,
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
    /// Stimuli, ascending by name.
    pub stimuli: Vec<Stimulus>,
    /// Zones, ascending by name.
    pub zones: Vec<ZoneDef>,
    /// Weathers, ascending by name.
    pub weathers: Vec<WeatherDef>,
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
    /// What is done on events, ascending by event; of one event those of modules first, then by name.
    pub hooks: Vec<Hook>,
    /// What became of ids that have moved; nothing where the thing is gone.
    pub moved: BTreeMap<Arc<str>, Option<Arc<str>>>,
}

impl Content {
    /// The actions as everybody does them: each id once, and as long as no fight has added its own, each in its place.
    pub fn plain_actions(&self) -> impl Iterator<Item = &Action> {
        self.actions.iter().filter(|action| action.varied.is_none())
    }

    /// The text of an id; its number in hexadecimal where nobody ever named it.
    #[must_use]
    pub fn name(&self, id: u64) -> Arc<str> {
        self.names.get(&id).cloned().unwrap_or_else(|| format!("#{id:016x}").into())
    }

    /// What an id of an older log is called now; itself where it has not moved.
    #[must_use]
    pub fn now<'a>(&'a self, id: &'a str) -> &'a str {
        self.moved.get(id).and_then(Option::as_deref).unwrap_or(id)
    }
}
