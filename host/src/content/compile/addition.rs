//! Additions: what a pack adds to kinds and conditions of other packs.
//!
//! Owns the rule that nothing is said twice: an addition may only say what neither the entity's own file nor another
//! addition says, so the order of packs changes nothing. `load` calls it once kinds and conditions are compiled.

use super::{Desk, actor};
use crate::content::gather::{Entry, Gathered};
use crate::content::known::Sort;
use crate::content::schema::Text;
use crate::content::schema::actor::AdditionFile;
use crate::content::tables::Content;
use abi::{StatId, TrackId};
use std::collections::BTreeSet;

/// What has been said of which entity.
type Said = BTreeSet<(String, String)>;

/// Adds every addition of every pack.
pub fn additions(desk: &mut Desk<'_>, gathered: &Gathered, content: &mut Content) {
    let mut said = said_by_their_own(gathered);
    for of in gathered.additions.values() {
        match (&of.file.kind, &of.file.condition) {
            (Some(kind), None) => add_to_kind(desk, of, kind, &mut said, content),
            (None, Some(condition)) => add_to_condition(desk, of, condition, &mut said, content),
            _ => {
                let allowed = "exactly one of `kind` and `condition`: to what this is added";
                desk.report(&of.source, of.file.id.span, "an addition to nothing, or to two things", allowed);
            }
        }
    }
}

fn said_by_their_own(gathered: &Gathered) -> Said {
    let mut said = Said::new();
    for of in gathered.kinds.values() {
        let names = of.file.stats.keys().chain(of.file.tracks.keys());
        said.extend(names.map(|name| (of.id.to_string(), name.value.clone())));
    }
    for of in gathered.conditions.values() {
        said.extend(of.file.modifiers.iter().map(|(name, _)| (of.id.to_string(), name.value.clone())));
    }
    said
}

/// Whether something may be said here; a problem where it was said before.
fn is_new(desk: &mut Desk<'_>, of: &Entry<AdditionFile>, to: &Text, name: &Text, said: &mut Said) -> bool {
    let is_new = said.insert((to.value.clone(), name.value.clone()));
    if !is_new {
        let found = format!("`{}` of `{}`, which its own file or another addition says already", name.value, to.value);
        desk.report(&of.source, name.span, &found, "what nobody else says of it");
    }
    is_new
}

fn add_to_kind(desk: &mut Desk<'_>, of: &Entry<AdditionFile>, to: &Text, said: &mut Said, content: &mut Content) {
    let Some(place) = desk.place(Sort::Kind, to, &of.source) else { return };
    if let Some((name, _)) = of.file.modifiers.first() {
        desk.report(&of.source, name.span, "`modifiers` for a kind", "`stats` and `tracks` for a kind");
    }
    for (name, value) in &of.file.stats {
        let id = StatId(desk.id(Sort::Stat, name, &of.source));
        if is_new(desk, of, to, name, said)
            && let Some(kind) = content.kinds.get_mut(place as usize)
        {
            kind.stats.insert(id, *value);
        }
    }
    for (name, value) in &of.file.tracks {
        let id = TrackId(desk.id(Sort::Track, name, &of.source));
        if is_new(desk, of, to, name, said)
            && let Some(kind) = content.kinds.get_mut(place as usize)
        {
            kind.tracks.insert(id, *value);
        }
    }
}

fn add_to_condition(desk: &mut Desk<'_>, of: &Entry<AdditionFile>, to: &Text, said: &mut Said, content: &mut Content) {
    let id = abi::ConditionId(desk.id(Sort::Condition, to, &of.source));
    if let Some(name) = of.file.stats.keys().chain(of.file.tracks.keys()).next() {
        desk.report(&of.source, name.span, "`stats` or `tracks` for a condition", "`modifiers` for a condition");
    }
    for (name, points) in &of.file.modifiers {
        let what = actor::modified(desk, &of.source, name);
        if is_new(desk, of, to, name, said)
            && let Some(condition) = content.conditions.iter_mut().find(|condition| condition.id == id)
        {
            condition.modifiers.push((what, *points));
        }
    }
}

#[cfg(test)]
mod tests;
