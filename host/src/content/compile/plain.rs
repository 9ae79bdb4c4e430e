//! Grounds, checks, ladders and texts.
//!
//! Owns what is checked of one file by itself. `load` calls it.

use super::{Desk, inside, spoken};
use crate::content::known::Sort;
use crate::content::problem::nearest;
use crate::content::reading::{Source, listed};
use crate::content::schema::Text;
use crate::content::schema::plain::{CheckFile, GroundFile, LadderFile, RungFile, TextFile};
use crate::content::tables::{CheckDef, Fill, GroundDef, Holding, Ladder, Phrase, RungDef};
use abi::{CheckId, GroundId, LadderId, PhraseId, StatId};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Compiles one ground.
pub fn ground(desk: &mut Desk<'_>, id: &Arc<str>, source: &Source, file: &GroundFile) -> GroundDef {
    let fill = file.fill.value();
    if file.floor == Some(true) && fill == Fill::Solid {
        desk.report(source, file.id.span, "a solid ground with a floor", "`floor: false`: nobody stands inside it");
    }
    let holding = file.holds.value();
    if holding != Holding::Nobody && (fill == Fill::Solid || file.floor == Some(true)) {
        let found = format!("`holds: {holding:?}` in a ground that holds everybody");
        desk.report(source, file.id.span, &found, "`holds` where there is no floor and nothing solid");
    }
    GroundDef {
        id: GroundId(desk.name(id)),
        name: id.clone(),
        fill,
        has_floor: file.floor.unwrap_or(fill == Fill::Open && holding == Holding::Nobody),
        departure_ticks: file.departure,
        arrival_ticks: file.arrival,
        opposing_ticks: file.transfer,
        holding,
        turns_to: other_ground(desk, source, file.turns.as_ref()),
        burns_to: other_ground(desk, source, file.burns.as_ref()),
        text: desk.phrase(file.text.as_ref(), source),
        is_opaque: file.opaque.unwrap_or(fill == Fill::Solid),
        glyph: file.glyph,
        label: file.label.clone().unwrap_or_else(|| spoken(id)).into(),
    }
}

/// The place of a ground that another one becomes.
fn other_ground(desk: &mut Desk<'_>, source: &Source, text: Option<&Text>) -> Option<u16> {
    let place = desk.place(Sort::Ground, text?, source)?;
    u16::try_from(place).ok()
}

/// Compiles one check.
pub fn check(desk: &mut Desk<'_>, id: &Arc<str>, source: &Source, file: &CheckFile) -> CheckDef {
    desk.check_range(source, &file.base, "points", -1000..=1000);
    CheckDef {
        id: CheckId(desk.name(id)),
        name: id.clone(),
        stat: StatId(desk.id(Sort::Stat, &file.stat, source)),
        against: file.against.as_ref().map(|stat| StatId(desk.id(Sort::Stat, stat, source))),
        base_points: file.base.value,
        is_aimed: file.aimed,
    }
}

/// Compiles one ladder.
pub fn ladder(desk: &mut Desk<'_>, id: &Arc<str>, source: &Source, file: &LadderFile) -> Ladder {
    let rungs = &file.rungs.value;
    if rungs.len() < 2 {
        let found = format!("a ladder of {}", rungs.len());
        desk.report(source, file.rungs.span, &found, "two rungs or more, the least first");
    }
    check_rungs(desk, source, rungs);
    let cuts = &file.cuts.value;
    let ascends = cuts.iter().zip(cuts.iter().skip(1)).all(|(lower, higher)| lower < higher);
    if !cuts.is_empty() && (!ascends || cuts.len() + 1 != rungs.len()) {
        let allowed = format!("{} ascending numbers: the greatest value of each rung but the last", rungs.len().max(1) - 1);
        desk.report(source, file.cuts.span, &format!("{} cuts {cuts:?}", cuts.len()), &allowed);
    }
    Ladder {
        id: LadderId(desk.name(id)),
        name: id.clone(),
        about: file.about.as_str().into(),
        rungs: rungs.iter().map(rung).collect(),
        cuts: cuts.clone(),
    }
}

fn marker(file: &RungFile) -> String {
    file.marker.clone().unwrap_or_else(|| file.id.value.replace('-', " "))
}

fn rung(file: &RungFile) -> RungDef {
    RungDef { id: file.id.value.as_str().into(), marker: marker(file).into(), meaning: file.meaning.as_str().into() }
}

/// Within a ladder no word and no marker comes twice (doctrine F4).
fn check_rungs(desk: &mut Desk<'_>, source: &Source, rungs: &[RungFile]) {
    let mut words = BTreeSet::new();
    let mut markers = BTreeSet::new();
    for file in rungs {
        if file.id.value.is_empty() || file.id.value.contains(char::is_whitespace) {
            desk.report(source, file.id.span, &format!("a rung {:?}", file.id.value), "one word, as `guard-failing`");
        }
        if !words.insert(file.id.value.as_str()) {
            desk.report(source, file.id.span, &format!("the rung `{}` again", file.id.value), "each rung once");
        }
        if !markers.insert(marker(file)) {
            let found = format!("the marker {:?} again", marker(file));
            desk.report(source, file.id.span, &found, "a marker of its own for each rung");
        }
    }
}

/// What a wording may have filled in, besides forms as `{stand|stands}`, of which the first is the one for you.
const PLACEHOLDERS: [&str; 7] = ["about", "by", "marker", "action", "how", "about's", "by's"];

/// Every brace belongs to a placeholder, and every placeholder is known: whoever fills a wording only passes over them.
fn check_placeholders(desk: &mut Desk<'_>, source: &Source, wording: &Text) {
    let text = wording.value.as_str();
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find(['{', '}'])) {
        let start = at + found;
        let rest = text.get(start..).unwrap_or("");
        let brace = |of: &str| format!("`{of}` that belongs to no placeholder");
        if rest.starts_with('}') {
            desk.report(source, inside(wording, start, start + 1), &brace("}"), "`{` before it, or a wording without it");
            at = start + 1;
            continue;
        }
        let end = rest.get(1..).and_then(|rest| rest.find(['{', '}'])).map(|end| start + 1 + end);
        let Some(end) = end.filter(|end| text.get(*end..).is_some_and(|rest| rest.starts_with('}'))) else {
            desk.report(source, inside(wording, start, start + 1), &brace("{"), "`}` behind the placeholder's name");
            at = start + 1;
            continue;
        };
        let name = text.get(start + 1..end).unwrap_or("");
        if !name.contains('|') && !PLACEHOLDERS.contains(&name) {
            let allowed = format!("{}, or forms as `{{stand|stands}}`", listed(&PLACEHOLDERS));
            let span = inside(wording, start, end + 1);
            let near = nearest(name, PLACEHOLDERS);
            source.report(desk.problems, span, &format!("the placeholder `{{{name}}}`"), &allowed, near);
        }
        at = end + 1;
    }
}

/// Compiles one text.
pub fn phrase(desk: &mut Desk<'_>, id: &Arc<str>, source: &Source, file: &TextFile) -> Phrase {
    if file.wordings.value.is_empty() {
        desk.report(source, file.wordings.span, "a text without a wording", "one wording or more");
    }
    for wording in &file.wordings.value {
        check_placeholders(desk, source, wording);
    }
    Phrase {
        id: PhraseId(desk.name(id)),
        name: id.clone(),
        wordings: file.wordings.value.iter().map(|wording| wording.value.as_str().into()).collect(),
    }
}
