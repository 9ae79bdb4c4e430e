//! Every id that content may refer to, by its sort, with its place in its table.
//!
//! Owns the difference between an id that exists and one that does not, and the sentence that says so. An id counts as
//! soon as its file is there, even if the file has errors, so that one mistake is told once. `gather` and `fight` fill
//! it, all compiling reads it.

use super::lexicon::{HOST_EVENTS, Lexicon};
use super::moved::Moved;
use super::problem::{Problems, nearest};
use super::reading::{Source, Spanned, listed};
use super::tables::Content;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What an id is the id of.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// An action.
    Action,
    /// A profile.
    Profile,
    /// A kind of actor.
    Kind,
    /// A condition.
    Condition,
    /// A ground.
    Ground,
    /// A zone.
    Zone,
    /// A weather.
    Weather,
    /// A check.
    Check,
    /// A ladder, without its pack's name.
    Ladder,
    /// A set of wordings.
    Phrase,
    /// A ruleset.
    Ruleset,
    /// A stat.
    Stat,
    /// A track.
    Track,
    /// A verb.
    Verb,
    /// An event, with underscores.
    Event,
    /// A kind of harm.
    Harm,
    /// A key of facts.
    Fact,
    /// A hand of some kind of actor.
    Hand,
    /// A feat.
    Feat,
    /// A stimulus.
    Stimulus,
    /// A table of readings.
    Readings,
}

impl Sort {
    /// All, with the noun by which patterns and messages call them.
    pub const ALL: [(Self, &'static str); 21] = [
        (Self::Action, "action"),
        (Self::Profile, "profile"),
        (Self::Kind, "kind"),
        (Self::Condition, "condition"),
        (Self::Ground, "ground"),
        (Self::Zone, "zone"),
        (Self::Weather, "weather"),
        (Self::Check, "check"),
        (Self::Ladder, "ladder"),
        (Self::Phrase, "phrase"),
        (Self::Ruleset, "ruleset"),
        (Self::Stat, "stat"),
        (Self::Track, "track"),
        (Self::Verb, "verb"),
        (Self::Event, "event"),
        (Self::Harm, "harm"),
        (Self::Fact, "fact"),
        (Self::Hand, "hand"),
        (Self::Feat, "feat"),
        (Self::Stimulus, "stimulus"),
        (Self::Readings, "readings"),
    ];

    /// What messages call it.
    pub fn noun(self) -> &'static str {
        Self::ALL.iter().find(|(sort, _)| *sort == self).map_or("id", |(_, noun)| noun)
    }
}

/// The place of an id whose file did not read: in no table.
pub const NO_PLACE: u32 = u32::MAX;

/// All ids.
#[derive(Clone, Debug, Default)]
pub struct Known {
    sorts: BTreeMap<Sort, BTreeMap<Arc<str>, u32>>,
    rungs: BTreeMap<Arc<str>, Vec<Arc<str>>>,
    /// Ids that have moved.
    pub moved: Moved,
}

impl Known {
    /// What the host and the modules bring.
    pub fn of_modules(lexicon: &Lexicon) -> Self {
        let mut known = Known::default();
        for event in HOST_EVENTS {
            known.add(Sort::Event, event);
        }
        for name in &lexicon.names {
            if let Some((sort, _)) = Sort::ALL.iter().find(|(_, noun)| *noun == name.what) {
                known.add(*sort, &name.id);
            }
        }
        known
    }

    /// What modules and compiled content bring, at the places that it has there.
    pub fn of_content(lexicon: &Lexicon, content: &Content) -> Self {
        let mut known = Self::of_modules(lexicon);
        known.place_all(Sort::Action, content.plain_actions().map(|action| &action.name));
        known.place_all(Sort::Profile, content.profiles.iter().map(|profile| &profile.name));
        known.place_all(Sort::Kind, content.kinds.iter().map(|kind| &kind.name));
        known.place_all(Sort::Condition, content.conditions.iter().map(|condition| &condition.name));
        known.place_all(Sort::Ground, content.grounds.iter().map(|ground| &ground.name));
        known.place_all(Sort::Zone, content.zones.iter().map(|zone| &zone.name));
        known.place_all(Sort::Weather, content.weathers.iter().map(|weather| &weather.name));
        known.place_all(Sort::Check, content.checks.iter().map(|check| &check.name));
        known.place_all(Sort::Phrase, content.phrases.values().map(|phrase| &phrase.name));
        known.place_all(Sort::Feat, content.feats.iter().map(|feat| &feat.name));
        known.place_all(Sort::Stimulus, content.stimuli.iter().map(|stimulus| &stimulus.name));
        known.place_all(Sort::Ruleset, content.rulesets.keys());
        for ladder in content.ladders.values() {
            known.add_ladder(&ladder.name, ladder.rungs.iter().map(|rung| rung.id.clone()).collect());
        }
        for hand in content.kinds.iter().flat_map(|kind| kind.hands.keys()) {
            known.add(Sort::Hand, hand);
        }
        known.moved = content.moved.clone();
        known
    }

    fn place_all<'a>(&mut self, sort: Sort, names: impl Iterator<Item = &'a Arc<str>>) {
        for (place, name) in names.enumerate() {
            self.place_at(sort, name, u32::try_from(place).unwrap_or(u32::MAX));
        }
    }

    /// Adds an id whose place does not matter, or is settled later by `settle`.
    pub fn add(&mut self, sort: Sort, id: &str) {
        self.sorts.entry(sort).or_default().entry(id.into()).or_insert(0);
    }

    /// Adds an id at a place.
    pub fn place_at(&mut self, sort: Sort, id: &str, place: u32) {
        let ids = self.sorts.entry(sort).or_default();
        if place == NO_PLACE {
            // Another pack may have a file of that id that did read.
            ids.entry(id.into()).or_insert(place);
        } else {
            ids.insert(id.into(), place);
        }
    }

    /// Adds a ladder and its rungs, the least first.
    pub fn add_ladder(&mut self, id: &str, rungs: Vec<Arc<str>>) {
        self.add(Sort::Ladder, id);
        self.rungs.insert(id.into(), rungs);
    }

    /// Gives every id the place that it has among its sort, in ascending order.
    pub fn settle(&mut self) {
        for ids in self.sorts.values_mut() {
            for (place, (_, value)) in ids.iter_mut().enumerate() {
                *value = u32::try_from(place).unwrap_or(u32::MAX);
            }
        }
    }

    /// The place of an id.
    pub fn place(&self, sort: Sort, id: &str) -> Option<u32> {
        self.sorts.get(&sort)?.get(id).copied()
    }

    /// Whether there is such an id.
    pub fn has(&self, sort: Sort, id: &str) -> bool {
        self.place(sort, id).is_some()
    }

    /// Whether anything has this id.
    pub fn has_any(&self, id: &str) -> bool {
        self.sorts.values().any(|ids| ids.contains_key(id))
    }

    /// What is meant by an id: itself, or what it has moved to. None where there is no such thing.
    pub fn now<'a>(&'a self, sort: Sort, id: &'a str) -> Option<&'a str> {
        if self.has(sort, id) {
            return Some(id);
        }
        self.moved.get(id)?.as_deref().filter(|now| self.has(sort, now))
    }

    /// All ids of a sort, ascending.
    pub fn ids(&self, sort: Sort) -> impl Iterator<Item = &str> {
        self.sorts.get(&sort).into_iter().flat_map(|ids| ids.keys().map(|id| &**id))
    }

    /// All ids there are.
    pub fn all_ids(&self) -> impl Iterator<Item = &str> {
        self.sorts.values().flat_map(|ids| ids.keys().map(|id| &**id))
    }

    /// The rungs of a ladder.
    pub fn rungs(&self, ladder: &str) -> Option<&[Arc<str>]> {
        self.rungs.get(ladder).map(Vec::as_slice)
    }

    /// The place of an id that content names, or a problem at its place.
    pub fn find(&self, sort: Sort, id: &Spanned<String>, source: &Source, problems: &mut Problems) -> Option<u32> {
        let noun = sort.noun();
        match self.now(sort, &id.value) {
            Some(now) if now != id.value => {
                let found = format!("the {noun} `{}`, which has moved", id.value);
                let moved = source.problem(id.span, "", &found, &format!("`{now}`, as which it is read"), None);
                problems.push(moved.warning());
            }
            Some(_) => {}
            None if self.moved.get(id.value.as_str()).is_some_and(Option::is_none) => {
                let found = format!("the {noun} `{}`, which is gone", id.value);
                source.report(problems, id.span, &found, &listed(&self.ids(sort).collect::<Vec<_>>()), None);
            }
            None => source.report_unknown(problems, noun, id, self.ids(sort)),
        }
        self.place(sort, self.now(sort, &id.value)?)
    }

    /// The rung of a ladder that content names, or a problem at its place.
    pub fn find_rung(&self, ladder: &str, word: &Spanned<String>, source: &Source, problems: &mut Problems) -> Option<i32> {
        let Some(rungs) = self.rungs(ladder) else {
            let near = nearest(ladder, self.ids(Sort::Ladder));
            let found = format!("a rung of the ladder `{ladder}`, which no pack has");
            source.report(problems, word.span, &found, &listed(&self.ids(Sort::Ladder).collect::<Vec<_>>()), near);
            return None;
        };
        let place = rungs.iter().position(|rung| **rung == *word.value);
        if place.is_none() {
            source.report_unknown(problems, &format!("rung of `{ladder}`"), word, rungs.iter().map(|rung| &**rung));
        }
        place.and_then(|place| i32::try_from(place).ok())
    }
}
