//! Feats, and what becomes of the actions of who has them.
//!
//! Owns what is checked of a feat by itself and of a kind's feats together: of two that set one thing nobody could say which
//! counts. `load` and `fight` call it, last of all.

use super::action::{interruptible, shows};
use super::{Desk, actor, spoken};
use crate::content::known::Sort;
use crate::content::reading::{Source, Spanned};
use crate::content::schema::Text;
use crate::content::schema::action::KindWord;
use crate::content::schema::feat::{FeatChangeFile, FeatFile, ShiftFile};
use crate::content::tables::{
    self, Action, ActionIx, Concentration, Concerns, Feat, FeatChange, Kind, LengthSource, OnReact, Shift, ShowDef, vary,
};
use abi::StatId;
use std::sync::Arc;

/// The most that a feat may add or set, in ticks or feet.
const MOST: i64 = 1_000_000;

/// Compiles one feat.
pub fn feat(desk: &mut Desk<'_>, id: &Arc<str>, source: &Source, file: &FeatFile, actions: &[Action]) -> Feat {
    desk.name(id);
    if file.about.value.trim().is_empty() {
        desk.report(source, file.about.span, "a feat of which nothing is told", "what it does, in a sentence");
    }
    if file.changes.is_empty() && file.modifiers.is_empty() {
        desk.report(source, file.id.span, "a feat that changes nothing", "`changes`, `modifiers` or both");
    }
    Feat {
        name: id.clone(),
        label: file.label.clone().unwrap_or_else(|| spoken(id)).into(),
        about: file.about.value.as_str().into(),
        changes: file.changes.iter().map(|change| self::change(desk, source, file, change, actions)).collect(),
        modifiers: file.modifiers.iter().map(|(id, points)| (actor::modified(desk, source, id), *points)).collect(),
    }
}

fn change(desk: &mut Desk<'_>, source: &Source, file: &FeatFile, change: &FeatChangeFile, actions: &[Action]) -> FeatChange {
    let concerns = Concerns {
        actions: change.actions.iter().filter_map(|text| concerned(desk, source, change, text, actions)).collect(),
        kinds: change.kinds.iter().copied().map(KindWord::value).collect(),
        reactions: change.reactions,
    };
    if change.actions.is_empty() && change.kinds.is_empty() && !change.reactions {
        let allowed = "`actions: [..]`, `kinds: [..]` or `reactions: true`: of which actions";
        desk.report(source, file.id.span, "a change of no action", allowed);
    }
    let ticks = [&change.prep, &change.exec, &change.recover].map(|shift| self::shift(desk, source, shift.as_ref()));
    FeatChange {
        concerns,
        ticks,
        advance_feet: shift(desk, source, change.advance_feet.as_ref()),
        is_reaction: change.reaction,
        on_react: change.on_react.as_ref().map(|word| word.value.value()),
        recover_on_react: change.recover_on_react.map(|word| word.value()),
        interruptible: change.interruptible.as_ref().map(|file| interruptible(desk, source, file)),
        concentration: change.concentration.map(|word| word.value()),
        readability: change.readability.value(),
        shows: shown(desk, source, change, &ticks, actions),
        on_exec: desk.effects(&change.on_exec, source),
        on_complete: desk.effects(&change.on_complete, source),
        on_interrupt: desk.effects(&change.on_interrupt, source),
    }
}

/// What a change lets its actions show: judged by the prep that the first of them has with it.
fn shown(
    desk: &mut Desk<'_>,
    source: &Source,
    change: &FeatChangeFile,
    ticks: &[Option<Shift>; 3],
    actions: &[Action],
) -> Vec<ShowDef> {
    let first = change.actions.first().and_then(|text| desk.known.place(Sort::Action, &text.value));
    let action = first.and_then(|place| actions.get(place as usize));
    let lengths = action.map_or(LengthSource::Chosen, |action| tables::lengths(action.lengths, std::iter::once(ticks)));
    shows(desk, source, &change.shows, lengths, action.is_some_and(|action| action.is_giving_up))
}

/// An action that a change names: it must be there, and have what is changed.
fn concerned(
    desk: &mut Desk<'_>,
    source: &Source,
    change: &FeatChangeFile,
    text: &Text,
    actions: &[Action],
) -> Option<ActionIx> {
    let place = desk.action_ix(text, source)?;
    let action = actions.get(place.index())?;
    let has_ticks = [&change.prep, &change.exec, &change.recover].iter().any(|shift| shift.is_some());
    if has_ticks && matches!(action.lengths, LengthSource::Ground | LengthSource::Chosen) {
        let found = format!("other ticks for `{}`, whose ticks come from the ground or the intent", action.name);
        desk.report(source, text.span, &found, "an action with ticks of its own");
    }
    let pauses = change.on_react.as_ref().map_or(action.on_react, |word| word.value.value()) == OnReact::Pause;
    let concentration = change.concentration.map_or(action.concentration, |word| word.value());
    if pauses && concentration == Concentration::Deep {
        let found = format!("`{}` made one that pauses with `concentration: Deep`", action.name);
        desk.report(source, text.span, &found, "`on_react: Cancel`, or `concentration: Light` (clause C8)");
    }
    Some(place)
}

fn shift(desk: &mut Desk<'_>, source: &Source, file: Option<&Spanned<ShiftFile>>) -> Option<Shift> {
    let file = file?;
    let (shift, value, least) = match file.value {
        ShiftFile::To(value) => (Shift::To(value), value, 0),
        ShiftFile::By(value) => (Shift::By(value), value, -MOST),
    };
    if !(least..=MOST).contains(&i64::from(value)) {
        desk.report(source, file.span, &format!("a change by {value}"), &format!("{least} to {MOST}"));
    }
    Some(shift)
}

/// Lets a kind have its feats: its actions become its own where they change them, its stats what they make of them.
pub fn endow(
    desk: &mut Desk<'_>,
    source: &Source,
    texts: &[Text],
    kind: &mut Kind,
    feats: &[Feat],
    actions: &mut Vec<Action>,
) {
    let mut own: Vec<&Feat> = Vec::new();
    for text in texts {
        let Some(place) = desk.place(Sort::Feat, text, source) else { continue };
        let Some(feat) = feats.get(place as usize) else { continue };
        if own.iter().any(|other| other.name == feat.name) {
            desk.report(source, text.span, &format!("`{}` again", text.value), "each feat once");
            continue;
        }
        if let Some((other, what)) = own.iter().find_map(|other| Some((other, clash(kind, other, feat, actions)?))) {
            let found = format!("`{}` beside `{}`, which both set {what}", feat.name, other.name);
            desk.report(source, text.span, &found, "feats of which one sets it, or both add to it with `By`");
        }
        let changes_any = |change: &FeatChange| !concerned_of(kind, change, actions).is_empty();
        if !feat.changes.is_empty() && !feat.changes.iter().any(changes_any) {
            let found = format!("`{}`, which changes no action that `{}` has", feat.name, kind.name);
            desk.warn(source, text.span, &found, "a feat that makes a difference to its bearer");
        }
        own.push(feat);
    }
    kind.feats = own.iter().map(|feat| Arc::clone(&feat.name)).collect();
    vary(kind, &own, actions);
    for (what, points) in own.iter().flat_map(|feat| &feat.modifiers) {
        match kind.stats.get_mut(&StatId(*what)) {
            Some(stat) => *stat = stat.saturating_add(*points),
            None => kind.check_points.push((*what, *points)),
        }
    }
}

/// The places of a kind's actions that a change is about.
fn concerned_of(kind: &Kind, change: &FeatChange, actions: &[Action]) -> Vec<ActionIx> {
    let is_meant =
        |place: &&ActionIx| actions.get(place.index()).is_some_and(|action| change.concerns.holds(**place, action));
    kind.actions.iter().filter(is_meant).copied().collect()
}

/// What two feats both set of one action of a kind.
fn clash(kind: &Kind, one: &Feat, other: &Feat, actions: &[Action]) -> Option<String> {
    let sets = |feat: &Feat| -> Vec<(ActionIx, &'static str)> {
        let of = |change: &FeatChange| {
            let places = concerned_of(kind, change, actions);
            places.into_iter().flat_map(|place| change.sets().into_iter().map(move |what| (place, what))).collect::<Vec<_>>()
        };
        feat.changes.iter().flat_map(of).collect()
    };
    let ours = sets(one);
    let (place, what) = sets(other).into_iter().find(|both| ours.contains(both))?;
    let action = actions.get(place.index()).map_or("?", |action| &action.name);
    Some(format!("`{what}` of `{action}`"))
}

#[cfg(test)]
mod tests;
