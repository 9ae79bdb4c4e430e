//! What modules registered, as content sees it: names, patterns of words, holders of roles, hooks.
//!
//! Owns the view of the registry that content is checked against, and the names that the host itself brings (events of
//! clause E1, parameters of the clock). It must never call a module. `load`, `fight` and the tests make one; `known`,
//! `words` and `ruleset` read it.

use crate::modules::Registry;
use std::collections::BTreeMap;

/// The events of clause E1, and `began`, which tells of any phase to who reads no more than that (clause P5).
pub const HOST_EVENTS: &[&str] = &[
    "began",
    "prep_began",
    "exec_began",
    "recover_began",
    "finished",
    "flinch",
    "cancelled",
    "interrupted",
    "superseded",
    "paused",
    "resumed",
    "missed",
    "mitigated",
    "leaving",
    "entering",
    "blocked",
    "fell",
    "landed",
    "check",
    "blow",
    "wound",
    "condition",
    "stage",
    "died",
    "noticed",
    "lost",
    "noise",
    "smell",
    "light",
    "light_lost",
    "absence",
    "learned",
    "said",
    "encounter_began",
    "encounter_ended",
    "yielded",
    "fled",
];

/// A name that a module registered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// What it is: `track`, `stat`, `verb`, `event`, `harm`, `parameter`, `fact`.
    pub what: String,
    /// Its id.
    pub id: String,
    /// The least value of a parameter.
    pub least: i64,
    /// The greatest.
    pub most: i64,
    /// The value where nobody says.
    pub default: i64,
    /// Which module.
    pub module: String,
}

/// A word that a module registered. Its place in the list is its place in the registry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordForm {
    /// Its patterns.
    pub patterns: Vec<String>,
    /// Which module.
    pub module: String,
}

/// An effect line that a module hooked to an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookForm {
    /// The event.
    pub event: String,
    /// The line.
    pub line: String,
    /// Which module.
    pub module: String,
}

/// All that content may name of modules.
#[derive(Clone, Debug, Default)]
pub struct Lexicon {
    /// Names.
    pub names: Vec<Name>,
    /// Effects.
    pub effects: Vec<WordForm>,
    /// Predicates over situations.
    pub minds: Vec<WordForm>,
    /// Selectors.
    pub selectors: Vec<WordForm>,
    /// Predicates over the truth.
    pub truths: Vec<WordForm>,
    /// Guards.
    pub guards: Vec<WordForm>,
    /// Hooks.
    pub hooks: Vec<HookForm>,
    /// The names of those who offer to hold a role, by role.
    pub holders: BTreeMap<String, Vec<String>>,
}

/// The range and the default of a parameter.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least value.
    pub least: i64,
    /// The greatest.
    pub most: i64,
    /// The value where nobody says.
    pub default: i64,
}

/// The parameters of the clock: name, least, greatest, default. Source: the clause behind each.
const HOST_PARAMETERS: &[(&str, i64, i64, i64)] = &[
    ("jitter_ticks", 0, 50, 2),                     // I4
    ("terrain_weight_permille", 0, 5000, 500),      // M5
    ("initiative_permille_per_point", 0, 1000, 0),  // I4: off
    ("initiative_cap_permille", 0, 999, 300),       // I4; a shave of all would leave no tick
    ("reaction_depth", 0, 64, 4),                   // R11
    ("min_cancel_ticks", 1, 1000, 4),               // C3; C2: never zero
    ("cancel_factor_permille", 0, 10_000, 500),     // C3
    ("calm_ticks", 1, 1_000_000, 600),              // N1
    ("scope_feet", 1, 10_000, 120),                 // L7
    ("path_feet", 1, 500, 40),                      // M12
    ("engaged_departure_ticks", 0, 1000, 8),        // M11
    ("idle_ticks", 1, 10_000, 10),                  // L3
    ("concentration_from", 0, 64, 2),               // C8
    ("concentration_base_points", -1000, 1000, 0),  // C8: an even chance for the average
    ("concentration_points_per_rung", 0, 1000, 5),  // C8: a harder blow is harder to bear
    ("exploit_points", 0, 1000, 10),                // R9
    ("cover_points", 0, 1000, 0),                   // G3: what is half hidden is harder to hit; off
    ("stirred_ticks", 1, 10_000_000, 250),          // L6: five seconds of pricked ears
    ("stirred_again_ticks", 1, 10_000_000, 50),     // L6: a second to think
    ("searching_ticks", 1, 10_000_000, 1500),       // L6: half a minute
    ("alertness_ticks", 1, 100_000_000, 6000),      // L6: two minutes for a rung
    ("recalled_lore_points", 0, 1000, 10),          // P3: what is remembered well of a kind
    ("mistaken_lore_points", 0, 1000, 10),          // P3: what is remembered wrongly of one takes off
    ("threat_foe_permille_per_stage", 0, 200, 140), // F8: this and the next three are fitted to fights
    ("threat_own_permille_per_stage", 0, 200, 40),  // F8
    ("threat_won_permille", 0, 100_000, 1500),      // F8
    ("threat_lost_permille", 1, 100_000, 8000),     // F8
];

impl Lexicon {
    /// What the loaded modules registered.
    pub fn of(registry: &Registry) -> Self {
        let module = |place: u32| {
            let found = usize::try_from(place).ok().and_then(|place| registry.modules.get(place));
            found.map(|module| module.id.clone()).unwrap_or_default()
        };
        let form = |place, patterns: &Vec<String>| WordForm { patterns: patterns.clone(), module: module(place) };
        let name = |name: &crate::modules::RegisteredName| Name {
            what: name.what.clone(),
            id: name.id.clone(),
            least: name.least,
            most: name.most,
            default: name.default,
            module: module(name.module),
        };
        let hook = |hook: &crate::modules::HookDef| HookForm {
            event: hook.event.clone(),
            line: hook.line.clone(),
            module: module(hook.module),
        };
        let mut holders: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for place in 0..u32::try_from(registry.modules.len()).unwrap_or(u32::MAX) {
            for offer in registry.roles_of(place) {
                if let Some((role, holder)) = offer.split_once(' ') {
                    holders.entry(role.to_owned()).or_default().push(holder.to_owned());
                }
            }
        }
        Lexicon {
            names: registry.names.iter().map(name).collect(),
            effects: registry.effects.iter().map(|word| form(word.module, &word.patterns)).collect(),
            minds: registry.minds.iter().map(|word| form(word.module, &word.patterns)).collect(),
            selectors: registry.selectors.iter().map(|word| form(word.module, &word.patterns)).collect(),
            truths: registry.truths.iter().map(|word| form(word.module, &word.patterns)).collect(),
            guards: registry.guards.iter().map(|word| form(word.module, &word.patterns)).collect(),
            hooks: registry.hooks.iter().map(hook).collect(),
            holders,
        }
    }

    /// Every parameter that a ruleset may set, with its range.
    pub fn parameters(&self) -> BTreeMap<&str, Range> {
        let mut all: BTreeMap<&str, Range> =
            HOST_PARAMETERS.iter().map(|&(name, least, most, default)| (name, Range { least, most, default })).collect();
        for name in self.names.iter().filter(|name| name.what == "parameter") {
            let range = Range { least: name.least, most: name.most, default: name.default };
            all.entry(&name.id).or_insert(range);
        }
        all
    }

    /// What a module registered under this noun.
    pub fn named(&self, what: &str) -> impl Iterator<Item = &Name> {
        self.names.iter().filter(move |name| name.what == what)
    }
}
