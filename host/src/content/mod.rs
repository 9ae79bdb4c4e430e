//! Content: packs of RON in, checked tables out, or every problem with its file, line and column.
//!
//! Owns the way from folders to [`tables::Content`]. Nothing is half loaded: one error of one pack and there is no
//! content, but all errors of all packs are told. It must never run a fight nor call a module. The session, the lab, the
//! replays and the command line call it.

use crate::modules::Registry;
use compile::{Desk, Lines, action, actor, addition, feat, fitting, hooks, place, plain, profile, readings, stimulus};
use everyone::everyones;
use gather::{FIGHTS, Gathered, files, gather, id_of};
use known::{Known, NO_PLACE, Sort};
use lexicon::Lexicon;
use packs::Pack;
use problem::{Problem, Problems, nearest};
use reading::{Limits, Source, listed};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tables::{Content, Fight, PackInfo, Ruleset};
use words::Words;

mod check;
mod compile;
mod everyone;
mod fight;
mod gather;
mod known;
mod lexicon;
pub mod moved;
mod overrides;
pub mod packs;
pub mod problem;
pub mod reading;
mod ruleset;
mod schema;
mod show;
pub mod tables;
mod words;

pub use check::{Checked, check};
pub use fight::{Overrides, Prepared};
pub use packs::{even_broken, pack_order};
pub use show::show;

/// Content, and what its authors should hear about although it loads.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The tables.
    pub content: Content,
    /// What a strict check refuses.
    pub warnings: Problems,
}

/// The files of packs, read but not yet understood: for that the modules are needed.
#[derive(Debug)]
pub struct Files {
    gathered: Gathered,
    problems: Problems,
}

/// Reads the files of packs that are in order.
pub fn read(packs: &[Pack]) -> Files {
    let mut problems = Problems::new();
    Files { gathered: gather(packs, &mut problems), problems }
}

/// Loads all packs below `roots`, checked against what the modules registered.
///
/// # Errors
/// Every problem of every pack.
pub fn load(roots: &[PathBuf], registry: &Registry) -> Result<Loaded, Problems> {
    let packs = pack_order(roots)?;
    load_read(&packs, read(&packs), registry)
}

/// The same for packs whose files have been read.
///
/// # Errors
/// Every problem of every pack.
pub fn load_read(packs: &[Pack], files: Files, registry: &Registry) -> Result<Loaded, Problems> {
    load_packs(packs, files, &Lexicon::of(registry))
}

fn load_packs(packs: &[Pack], files: Files, lexicon: &Lexicon) -> Result<Loaded, Problems> {
    let Files { gathered, mut problems } = files;
    let mut known = known_of(lexicon, &gathered);
    known.moved = moved::table(packs, &known, &mut problems);
    let words = Words::new(lexicon, &mut problems);
    let mut desk = Desk {
        words: &words,
        known: &known,
        lexicon,
        problems: &mut problems,
        lines: Lines::default(),
        names: BTreeMap::new(),
    };
    let mut content = compiled(&mut desk, &gathered);
    let mut hooks = desk.module_hooks();
    hooks.extend(gathered.hooks.values().map(|of| hooks::hook(&mut desk, &of.id, &of.source, &of.file)));
    content.hooks = hooks::in_order(hooks);
    content.lines = desk.lines.list;
    content.names = desk.names;
    content.moved = known.moved.clone();
    content.packs = packs.iter().zip(&gathered.hashes).map(|(pack, hash)| info(pack, hash)).collect();
    problems.settle(Some(content)).map(|(content, warnings)| Loaded { content, warnings })
}

fn info(pack: &Pack, hash: &str) -> PackInfo {
    PackInfo {
        id: pack.id.as_str().into(),
        version: pack.version.as_str().into(),
        hash: hash.into(),
        classes: pack.classes.clone(),
        folder: pack.folder.clone(),
    }
}

/// Every id, with the place that it will have: content is sorted by id.
fn known_of(lexicon: &Lexicon, gathered: &Gathered) -> Known {
    let mut known = Known::of_modules(lexicon);
    let sorts: [(Sort, Vec<&Arc<str>>); 13] = [
        (Sort::Action, gathered.actions.keys().collect()),
        (Sort::Profile, gathered.profiles.keys().collect()),
        (Sort::Kind, gathered.kinds.keys().collect()),
        (Sort::Condition, gathered.conditions.keys().collect()),
        (Sort::Feat, gathered.feats.keys().collect()),
        (Sort::Ground, gathered.grounds.keys().collect()),
        (Sort::Zone, gathered.zones.keys().collect()),
        (Sort::Weather, gathered.weathers.keys().collect()),
        (Sort::Check, gathered.checks.keys().collect()),
        (Sort::Phrase, gathered.texts.keys().collect()),
        (Sort::Readings, gathered.readings.keys().collect()),
        (Sort::Ruleset, gathered.rulesets.keys().collect()),
        (Sort::Stimulus, gathered.stimuli.keys().collect()),
    ];
    for (sort, ids) in sorts {
        ids.into_iter().for_each(|id| known.add(sort, id));
    }
    for ladder in gathered.ladders.values() {
        known.add_ladder(&ladder.id, ladder.file.rungs.value.iter().map(|rung| rung.id.value.as_str().into()).collect());
    }
    let mut unread = Vec::new();
    // Nothing refers to an addition, so one that did not read is missed by nobody.
    for (folder, id) in gathered.unread.iter().filter(|(folder, _)| *folder != "additions") {
        let sort = match *folder {
            "actions" => Sort::Action,
            "checks" => Sort::Check,
            "conditions" => Sort::Condition,
            "feats" => Sort::Feat,
            "grounds" => Sort::Ground,
            "kinds" => Sort::Kind,
            "ladders" => Sort::Ladder,
            "profiles" => Sort::Profile,
            "readings" => Sort::Readings,
            "rules" => Sort::Ruleset,
            "stimuli" => Sort::Stimulus,
            "weathers" => Sort::Weather,
            "zones" => Sort::Zone,
            // Nothing refers to a hook.
            "hooks" => continue,
            _ => Sort::Phrase,
        };
        unread.push((sort, id));
    }
    for hand in gathered.kinds.values().flat_map(|kind| kind.file.hands.keys()) {
        known.add(Sort::Hand, &hand.value);
    }
    known.settle();
    for (sort, id) in unread {
        // It is there, but in no table: whoever looks its place up finds nothing, and says nothing.
        known.place_at(sort, id, NO_PLACE);
    }
    known
}

/// All tables, each after those that it needs compiled.
fn compiled(desk: &mut Desk<'_>, gathered: &Gathered) -> Content {
    let mut content = Content::default();
    let lexicon = desk.lexicon;
    content.grounds = gathered.grounds.values().map(|of| plain::ground(desk, &of.id, &of.source, &of.file)).collect();
    content.stimuli = gathered.stimuli.values().map(|of| stimulus::stimulus(desk, &of.id, &of.source, &of.file)).collect();
    content.zones = gathered.zones.values().map(|of| place::zone(desk, &of.id, &of.source, &of.file)).collect();
    content.weathers = gathered.weathers.values().map(|of| place::weather(desk, &of.id, &of.source, &of.file)).collect();
    content.checks = gathered.checks.values().map(|of| plain::check(desk, &of.id, &of.source, &of.file)).collect();
    content.checks.sort_by_key(|check| check.id);
    let ladders = gathered.ladders.values().map(|of| plain::ladder(desk, &of.id, &of.source, &of.file));
    content.ladders = ladders.map(|ladder| (ladder.id, ladder)).collect();
    let phrases = gathered.texts.values().map(|of| plain::phrase(desk, &of.id, &of.source, &of.file));
    content.phrases = phrases.map(|phrase| (phrase.id, phrase)).collect();
    let conditions = gathered.conditions.values().map(|of| actor::condition(desk, &of.id, &of.source, &of.file));
    content.conditions = conditions.collect();
    content.conditions.sort_by_key(|condition| condition.id);
    content.actions = gathered.actions.values().map(|of| action::action(desk, &of.id, &of.source, &of.file)).collect();
    let feats = gathered.feats.values().map(|of| feat::feat(desk, &of.id, &of.source, &of.file, &content.actions));
    content.feats = feats.collect();
    let problems_before = desk.problems.len();
    let tables = gathered.readings.values();
    let tables = tables.map(|of| (of.id.clone(), readings::readings(desk, &of.id, &of.source, &of.file))).collect();
    for of in gathered.rulesets.values() {
        let ruleset: Ruleset = ruleset::ruleset(desk, &of.id, &of.source, &of.file, &content.actions, &tables);
        content.rulesets.insert(of.id.clone(), ruleset);
    }
    // Where a ruleset is broken, nobody knows which actions are everybody's.
    let are_rules_right = desk.problems.len() == problems_before;
    for of in gathered.profiles.values() {
        let profile = profile::profile(desk, &of.id, &of.source, &of.file, &content.actions);
        let span = of.file.archetype.as_ref().map_or(of.file.id.span, |archetype| archetype.span);
        fitting::check_archetype(desk, &of.source, span, &profile);
        content.profiles.push(profile);
    }
    kinds(desk, gathered, &mut content, are_rules_right);
    addition::additions(desk, gathered, &mut content);
    // Behind the additions, which say what a body is by the rules of another pack.
    let Content { kinds, feats, actions, .. } = &mut content;
    for (kind, of) in kinds.iter_mut().zip(gathered.kinds.values()) {
        feat::endow(desk, &of.source, &of.file.feats, kind, feats, actions);
    }
    let ids = |what| lexicon.named(what).map(|name| (abi::hash(&name.id), &*name.id)).collect::<BTreeMap<u64, &str>>();
    for name in &lexicon.names {
        desk.name(&name.id);
    }
    content.verbs = ids("verb").into_keys().map(abi::VerbId).collect();
    content.tracks = ids("track").into_keys().map(abi::TrackId).collect();
    let stats: BTreeMap<abi::StatId, i32> =
        lexicon.named("stat").map(|stat| (abi::StatId::of(&stat.id), i32::try_from(stat.default).unwrap_or(0))).collect();
    content.stats = stats.into_iter().collect();
    lexicon::HOST_EVENTS.iter().for_each(|event| {
        desk.name(event);
    });
    content
}

fn kinds(desk: &mut Desk<'_>, gathered: &Gathered, content: &mut Content, are_rules_right: bool) {
    let everyones = everyones(desk.known, content.rulesets.values());
    for of in gathered.kinds.values() {
        let kind = actor::kind(desk, &of.id, &of.source, &of.file, &everyones);
        if are_rules_right
            && let (Some(place), Some(text)) = (kind.profile, &of.file.profile)
            && let Some(profile) = content.profiles.get(place.index())
        {
            fitting::check_profile(desk, &of.source, text.span, &kind, profile, &content.actions);
        }
        if are_rules_right
            && let (Some(place), Some(text)) = (kind.orders, &of.file.orders)
            && let Some(orders) = content.profiles.get(place.index())
        {
            fitting::check_orders(desk, &of.source, text.span, &kind, orders, &content.actions);
        }
        content.kinds.push(kind);
    }
}

/// Prepares a fight: `which` is a file, or the id of a fight of a loaded pack. `sets` are as with `--set`.
///
/// # Errors
/// Every problem of the fight.
pub fn fight(
    which: &str,
    content: &Content,
    registry: &Registry,
    sets: &[String],
) -> Result<(Content, Ruleset, Fight), Problems> {
    let overrides = Overrides { sets: sets.to_vec(), ..Overrides::default() };
    let prepared = prepare_fight(which, content, registry, &overrides)?;
    Ok((prepared.content, prepared.ruleset, prepared.fight))
}

/// As [`fight`], with all that the command line can change, and with the warnings.
///
/// # Errors
/// Every problem of the fight.
pub fn prepare_fight(
    which: &str,
    content: &Content,
    registry: &Registry,
    overrides: &Overrides,
) -> Result<Prepared, Problems> {
    fight::prepare(&fight_source(which, content)?, which, content, &Lexicon::of(registry), overrides)
}

/// A fight from a text that was kept, as in a log or a replay.
///
/// # Errors
/// Every problem of the fight.
pub fn fight_from_text(
    text: &str,
    name: &str,
    content: &Content,
    registry: &Registry,
    overrides: &Overrides,
) -> Result<Prepared, Problems> {
    let source = Source::from_text("fight", Path::new(name), text, Limits::default())?;
    fight::prepare(&source, name, content, &Lexicon::of(registry), overrides)
}

/// The ids of a pack's fights, ascending.
pub fn fights_of(pack: &Pack) -> Vec<String> {
    files(pack, FIGHTS).iter().map(|file| id_of(pack, FIGHTS, file)).collect()
}

/// The text of a fight, by its file or its id.
fn fight_source(which: &str, content: &Content) -> Result<Source, Problems> {
    let path = Path::new(which);
    let lies_there = std::fs::metadata(path);
    if lies_there.as_ref().is_ok_and(|about| !about.is_dir()) {
        return Source::open_named("fight", path, Limits::default());
    }
    let mut known = BTreeMap::new();
    for info in &content.packs {
        let pack = Pack {
            id: info.id.to_string(),
            version: info.version.to_string(),
            folder: info.folder.clone(),
            ..Pack::default()
        };
        for file in files(&pack, FIGHTS) {
            known.insert(id_of(&pack, FIGHTS, &file), (pack.clone(), file));
        }
    }
    if let Some((pack, file)) = known.get(which) {
        return Source::open(&pack.id, &pack.folder, file, Limits::default());
    }
    let ids: Vec<&str> = known.keys().map(String::as_str).collect();
    let allowed = format!("a file, or one of {}", listed(&ids));
    let found =
        if lies_there.is_ok() { "a folder, and no fight of a pack" } else { "no such file, and no such fight of a pack" };
    let mut problem = Problem::of_file("fight", which, found, &allowed);
    problem.nearest = nearest(which, ids);
    Err(problem.into())
}

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
