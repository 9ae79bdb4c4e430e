//! A fight: its map, its actors, and what it brings of its own, ready to begin.
//!
//! Owns everything that is checked before the first tick of a fight: bodies in walls, two actors in one place, scripts out
//! of order, a ruleset that is not there. It must never change the content it is given: what a fight brings of its own is
//! added to a copy. The command line, the lab, replays and the tests call it through `content::fight`.

use super::compile::{Desk, Lines, action, actor, feat, fitting, hooks, profile};
use super::everyone::everyones;
use super::known::{Known, Sort};
use super::lexicon::Lexicon;
use super::problem::{Problem, Problems};
use super::reading::{Source, Span};
use super::ruleset::{self, BadSetting};
use super::schema::Text;
use super::schema::fight::FightFile;
use super::tables::{ActionIx, Content, Fight, Ruleset, WeatherIx};
use super::words::Words;
use std::sync::Arc;

mod actors;
mod map;
mod senses;

/// How many ticks a fight has where its file does not say.
const MAX_TICKS: u64 = 20_000;
/// How many it may have: fifty-five hours. A fight that never stops must end some day, whoever wrote it.
const LONGEST_TICKS: u64 = 10_000_000;

/// What the command line changes of a fight's ruleset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    /// Another ruleset: `--rules ID`.
    pub rules: Option<String>,
    /// Other holders: `--module ROLE=NAME`.
    pub holders: Vec<String>,
    /// Other parameters: `--set "NAME VALUE"`.
    pub sets: Vec<String>,
}

/// A fight with the content that it brings and the rules that it goes by.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// All content, the fight's own behind.
    pub content: Content,
    /// The ruleset, with everything set.
    pub ruleset: Ruleset,
    /// The fight.
    pub fight: Fight,
    /// What does not keep it from beginning.
    pub warnings: Problems,
}

/// Compiles a fight from its text.
pub fn prepare(
    source: &Source,
    name: &str,
    content: &Content,
    lexicon: &Lexicon,
    over: &Overrides,
) -> Result<Prepared, Problems> {
    let mut problems = Problems::new();
    let Some(draft) = source.draft::<FightFile>(&mut problems) else { return Err(problems) };
    let file = draft.look();
    let words = Words::new(lexicon, &mut problems);
    let known = known_with(content, lexicon, file);
    let mut desk = Desk {
        words: &words,
        known: &known,
        lexicon,
        problems: &mut problems,
        lines: Lines::of(content.lines.clone()),
        names: content.names.clone(),
    };
    let mut content = content.clone();
    let ruleset = rules(&mut desk, source, file, &content, over);
    add_own(&mut desk, source, file, &mut content);
    let (size, cells) = map::map(&mut desk, source, &file.map, &content);
    let weather = file.weather.iter().filter_map(|text| desk.place(Sort::Weather, text, source).map(WeatherIx)).collect();
    let zones = map::zones(&mut desk, source, file, size);
    let actors = actors::actors(&mut desk, source, file, &content);
    map::check_bodies(&mut desk, source, file, &content, (size, &cells), &actors);
    let initiative = actors::initiative(&mut desk, source, file);
    let light = senses::light(&mut desk, source, file);
    let sources = senses::sources(&mut desk, source, file);
    let rounds = senses::rounds(&mut desk, source, file);
    let max_ticks = file.max_ticks.as_ref().map_or(MAX_TICKS, |ticks| ticks.value);
    if let Some(ticks) = &file.max_ticks
        && !(1..=LONGEST_TICKS).contains(&ticks.value)
    {
        let found = format!("a fight of {} ticks", ticks.value);
        desk.report(source, ticks.span, &found, &format!("1 to {LONGEST_TICKS}"));
    }
    let own_hooks = file.hooks.iter().map(|own| hooks::hook(&mut desk, &own.id.value.as_str().into(), source, own));
    let all_hooks = content.hooks.drain(..).chain(own_hooks).collect();
    content.hooks = hooks::in_order(all_hooks);
    content.lines = desk.lines.list;
    content.names = desk.names;
    let fight = Fight {
        size,
        cells,
        weather,
        zones,
        actors,
        initiative,
        stop: file.stop.value(),
        scope: file.scope.value(),
        light,
        sources,
        rounds,
        max_ticks,
        source: source.text().into(),
        name: name.into(),
    };
    let prepared = ruleset.map(|ruleset| Prepared { content, ruleset, fight, warnings: Problems::new() });
    problems.settle(prepared).map(|(prepared, warnings)| Prepared { warnings, ..prepared })
}

/// The ids of the content, and behind them the fight's own.
fn known_with(content: &Content, lexicon: &Lexicon, file: &FightFile) -> Known {
    let mut known = Known::of_content(lexicon, content);
    let own = [
        (Sort::Action, content.actions.len(), file.actions.iter().map(|own| &own.id).collect::<Vec<_>>()),
        (Sort::Profile, content.profiles.len(), file.profiles.iter().map(|own| &own.id).collect()),
        (Sort::Kind, content.kinds.len(), file.kinds.iter().map(|own| &own.id).collect()),
        (Sort::Feat, content.feats.len(), file.feats.iter().map(|own| &own.id).collect()),
    ];
    for (sort, first, ids) in own {
        for (place, id) in (first..).zip(ids) {
            if !known.has(sort, &id.value) {
                known.place_at(sort, &id.value, u32::try_from(place).unwrap_or(u32::MAX));
            }
        }
    }
    for hand in file.kinds.iter().flat_map(|kind| kind.hands.keys()) {
        known.add(Sort::Hand, &hand.value);
    }
    known
}

fn check_own_id<'a>(
    desk: &mut Desk<'_>,
    source: &Source,
    sort: Sort,
    id: &Text,
    mut others: impl Iterator<Item = &'a Arc<str>>,
) {
    if id.value.is_empty() || id.value.contains(char::is_whitespace) {
        desk.report(source, id.span, &format!("the id {:?}", id.value), "one word, as `jab`");
    }
    if others.any(|other| **other == *id.value) {
        let found = format!("a second {} `{}`", sort.noun(), id.value);
        desk.report(source, id.span, &found, "an id that no pack and nothing else in this fight has");
    }
}

/// Adds the fight's own actions, profiles, feats and kinds behind the content's.
fn add_own(desk: &mut Desk<'_>, source: &Source, file: &FightFile, content: &mut Content) {
    for own in &file.actions {
        check_own_id(desk, source, Sort::Action, &own.id, content.actions.iter().map(|other| &other.name));
        let id: Arc<str> = own.id.value.as_str().into();
        content.actions.push(action::action(desk, &id, source, own));
    }
    for own in &file.profiles {
        check_own_id(desk, source, Sort::Profile, &own.id, content.profiles.iter().map(|other| &other.name));
        let id: Arc<str> = own.id.value.as_str().into();
        let profile = profile::profile(desk, &id, source, own, &content.actions);
        fitting::check_archetype(desk, source, own.id.span, &profile);
        content.profiles.push(profile);
    }
    for own in &file.feats {
        check_own_id(desk, source, Sort::Feat, &own.id, content.feats.iter().map(|other| &other.name));
        let id: Arc<str> = own.id.value.as_str().into();
        content.feats.push(feat::feat(desk, &id, source, own, &content.actions));
    }
    let everyones: Vec<ActionIx> = everyones(desk.known, content.rulesets.values());
    for own in &file.kinds {
        check_own_id(desk, source, Sort::Kind, &own.id, content.kinds.iter().map(|other| &other.name));
        let id: Arc<str> = own.id.value.as_str().into();
        let mut kind = actor::kind(desk, &id, source, own, &everyones);
        if let (Some(place), Some(text)) = (kind.profile, &own.profile)
            && let Some(profile) = content.profiles.get(place.index())
        {
            fitting::check_profile(desk, source, text.span, &kind, profile, &content.actions);
        }
        feat::endow(desk, source, &own.feats, &mut kind, &content.feats, &mut content.actions);
        content.kinds.push(kind);
    }
}

/// The ruleset, with what the fight sets and then what the command line sets.
fn rules(desk: &mut Desk<'_>, source: &Source, file: &FightFile, content: &Content, over: &Overrides) -> Option<Ruleset> {
    let named = |id: &str| content.rulesets.get(content.now(id));
    let from_file = named(&file.rules.value);
    if from_file.is_none() || content.now(&file.rules.value) != file.rules.value {
        desk.place(Sort::Ruleset, &file.rules, source);
    }
    let mut ruleset = match &over.rules {
        None => from_file?.clone(),
        Some(rules) => match named(rules) {
            Some(ruleset) => ruleset.clone(),
            None => {
                let known: Vec<&str> = content.rulesets.keys().map(|id| &**id).collect();
                let mut problem = from_outside("--rules", &format!("`{rules}`"), &super::reading::listed(&known));
                problem.nearest = super::problem::nearest(rules, known);
                desk.problems.push(problem);
                return None;
            }
        },
    };
    ruleset::set_all(desk, source, &mut ruleset, &file.set);
    for text in &over.holders {
        if let Err(bad) = ruleset::set_holder(&mut ruleset, desk.lexicon, text) {
            desk.problems.push(outside("--module", bad));
        }
    }
    for text in &over.sets {
        if let Err(bad) = ruleset::set(&mut ruleset, desk.known, desk.lexicon, text) {
            desk.problems.push(outside("--set", bad));
        }
    }
    Some(ruleset)
}

fn from_outside(option: &str, found: &str, allowed: &str) -> Problem {
    Problem::of_file("command line", option, found, allowed)
}

fn outside(option: &str, bad: BadSetting) -> Problem {
    let mut problem = from_outside(option, &bad.found, &bad.allowed);
    problem.nearest = bad.nearest;
    problem
}

/// The place of nothing in particular, for what a fight leaves out.
const NOWHERE: Span = Span::NOWHERE;

#[cfg(test)]
mod tests;
