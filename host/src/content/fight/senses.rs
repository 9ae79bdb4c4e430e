//! What a fight says of its place for the senses: how light it is, what gives something off there, who should be met when.
//!
//! Owns what is checked of these. `fight` calls it, once the fight's actors are known.

use super::Desk;
use crate::content::known::Sort;
use crate::content::reading::{Source, listed};
use crate::content::schema::Text;
use crate::content::schema::fight::FightFile;
use crate::content::schema::stimulus::{PatrolFile, SourceFile};
use crate::content::tables::{self, LIT, Round, SourcePlace, StimulusIx};
use abi::Cell;
use std::collections::BTreeSet;

/// The most sources and the most rounds of a fight.
const MOST: usize = 1000;
/// How old a scent may be at the beginning of a fight, in ticks: a year.
const OLDEST_TICKS: i64 = 1_600_000_000;

/// How light the place is; lit where nothing is said.
pub fn light(desk: &mut Desk<'_>, source: &Source, file: &FightFile) -> i32 {
    let rung = file.light.as_ref().and_then(|word| desk.known.find_rung("light", word, source, desk.problems));
    rung.unwrap_or(LIT)
}

/// The things that give something off, in the order of the file.
pub fn sources(desk: &mut Desk<'_>, source: &Source, file: &FightFile) -> Vec<tables::Source> {
    let mut taken: BTreeSet<&str> = file.actors.value.iter().map(|actor| actor.id.value.as_str()).collect();
    if let Some(last) = file.sources.get(MOST) {
        desk.report(source, last.id.span, "more sources than a place can have", &format!("at most {MOST}"));
    }
    let mut sources = Vec::new();
    for written in file.sources.iter().take(MOST) {
        if !super::actors::is_name(&written.id.value) || !taken.insert(&written.id.value) {
            let found = format!("a source named {:?}", written.id.value);
            desk.report(source, written.id.span, &found, "one word that nothing else in this fight is called");
        }
        sources.extend(one_source(desk, source, file, written));
    }
    sources
}

fn one_source(desk: &mut Desk<'_>, source: &Source, file: &FightFile, written: &SourceFile) -> Option<tables::Source> {
    desk.check_range(source, &written.from, "ticks", -OLDEST_TICKS..=OLDEST_TICKS);
    if let Some(until) =
        written.until.as_ref().filter(|until| i64::try_from(until.value).is_ok_and(|n| n <= written.from.value))
    {
        desk.report(source, until.span, "an end before the beginning", "`until` behind `from`");
    }
    let place = match (&written.at, &written.by) {
        (Some(at), None) => {
            let (x, y, z) = at.value;
            Some(SourcePlace::At(Cell::new(x, y, z)))
        }
        (None, Some(by)) => actor(desk, source, file, by).map(SourcePlace::With),
        _ => {
            let allowed = "either `at: (x, y, z)` or `by:` an actor of this fight";
            desk.report(source, written.id.span, "a source that is not in one place", allowed);
            None
        }
    };
    let stimulus = desk.place(Sort::Stimulus, &written.stimulus, source).map(StimulusIx)?;
    let until = written.until.as_ref().map(|until| until.value);
    Some(tables::Source { name: written.id.value.as_str().into(), stimulus, place: place?, from: written.from.value, until })
}

/// The rounds, in the order of the file.
pub fn rounds(desk: &mut Desk<'_>, source: &Source, file: &FightFile) -> Vec<Round> {
    if let Some(last) = file.patrols.get(MOST) {
        desk.report(source, last.who.span, "more patrols than can be kept apart", &format!("at most {MOST}"));
    }
    file.patrols.iter().take(MOST).filter_map(|written| round(desk, source, file, written)).collect()
}

fn round(desk: &mut Desk<'_>, source: &Source, file: &FightFile, written: &PatrolFile) -> Option<Round> {
    for ticks in [&written.from, &written.every, &written.late] {
        if ticks.value > 10_000_000 {
            desk.report(source, ticks.span, &format!("{} ticks", ticks.value), "at most 10000000");
        }
    }
    if written.every.value == 0 {
        desk.report(source, written.every.span, "a patrol every 0 ticks", "1 or more");
        return None;
    }
    let (who, met_by) = (actor(desk, source, file, &written.who), actor(desk, source, file, &written.met_by));
    if who.is_some() && who == met_by {
        desk.report(source, written.met_by.span, "somebody who is to meet itself", "another actor of this fight");
    }
    let (from, every, late) = (written.from.value, written.every.value, written.late.value);
    Some(Round { who: who?, met_by: met_by?, from, every, late })
}

/// The place of an actor of this fight.
fn actor(desk: &mut Desk<'_>, source: &Source, file: &FightFile, name: &Text) -> Option<usize> {
    let names: Vec<&str> = file.actors.value.iter().map(|actor| actor.id.value.as_str()).collect();
    let place = names.iter().position(|held| *held == name.value);
    if place.is_none() {
        let near = crate::content::problem::nearest(&name.value, names.iter().copied());
        source.report(desk.problems, name.span, &format!("the actor `{}`", name.value), &listed(&names), near);
    }
    place
}
