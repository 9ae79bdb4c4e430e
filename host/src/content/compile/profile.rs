//! Profiles: triggers, ranks, and ranks that nothing can reach.
//!
//! Owns what is checked of a decision table by itself; whether a kind can do what its profile says is `fitting`'s. `load`
//! and `fight` call it, with all actions compiled.

use super::Desk;
use crate::content::known::Sort;
use crate::content::reading::{Source, Span};
use crate::content::schema::Text;
use crate::content::schema::profile::{ProfileFile, RankFile};
use crate::content::tables::{
    Action, ActionIx, ArgDef, Does, LengthSource, MindLine, MindWord, Order, Profile, Rank, StopCause, TargetRule, Trigger,
};
use abi::{ActionKind, EventId};
use std::sync::Arc;

/// Compiles one profile.
pub fn profile(desk: &mut Desk<'_>, id: &Arc<str>, source: &Source, file: &ProfileFile, actions: &[Action]) -> Profile {
    let mut ranks: Vec<(Rank, Span)> = Vec::new();
    for row in &file.ranks.value {
        if ranks.iter().any(|(other, _)| other.rank == row.rank.value) {
            desk.report(source, row.rank.span, &format!("the rank {} again", row.rank.value), "each number once");
        }
        let span = row.rank.span;
        ranks.extend(rank(desk, source, row, actions).map(|rank| (rank, span)));
    }
    if file.ranks.value.is_empty() {
        desk.report(source, file.ranks.span, "a profile without ranks", "one rank or more");
    }
    ranks.sort_by_key(|(rank, _)| rank.rank);
    warn_of_unreachable(desk, source, &ranks, actions);
    number_conditions(&mut ranks);
    Profile {
        name: id.clone(),
        archetype: file.archetype.as_ref().map_or("", |word| &word.value.0).into(),
        ranks: ranks.into_iter().map(|(rank, _)| rank).collect(),
    }
}

fn rank(desk: &mut Desk<'_>, source: &Source, row: &RankFile, actions: &[Action]) -> Option<Rank> {
    let on = row.on.as_ref().and_then(|text| trigger(desk, source, text));
    let when: Vec<MindLine> = row.when.iter().filter_map(|text| desk.mind(text, source)).collect();
    let at = row.at.as_ref().and_then(|text| desk.selector(text, source));
    let (does, choices) = deed(desk, source, row)?;
    let mut ticks = 0;
    for (action, place) in &choices {
        let Some(place) = place else { continue };
        let Some(compiled) = actions.get(place.index()) else { continue };
        check_does(desk, source, row, does, (action, compiled));
        ticks = check_length(desk, source, row.ticks.as_ref(), (action, compiled));
        let needs_aim = !matches!(compiled.target, TargetRule::None | TargetRule::Itself);
        if needs_aim && row.at.is_none() {
            let found = format!("`{}`, which is aimed, without `at`", compiled.name);
            desk.report(source, action.span, &found, "`at:` and a selector, as `at: \"nearest enemy\"`");
        }
    }
    let weights = row.choose.as_ref().map(|list| list.value.iter().map(|choice| choice.weight.value).collect());
    let weights: Vec<u32> = weights.unwrap_or_else(|| vec![1]);
    let choices = weights.into_iter().zip(choices).filter_map(|(weight, (_, place))| place.map(|place| (weight, place)));
    let choices = choices.collect();
    let says = row.says.as_ref().map_or("", |text| &text.value).into();
    let stances = row.intents.iter().map(|word| word.value()).collect();
    Some(Rank { rank: row.rank.value, on, when, does, choices, at, ticks, order: row.order.value(), says, stances })
}

type Named<'f> = (&'f Text, Option<ActionIx>);

/// What a row does, and with which actions. Exactly one of four fields says it.
fn deed<'f>(desk: &mut Desk<'_>, source: &Source, row: &'f RankFile) -> Option<(Does, Vec<Named<'f>>)> {
    let mut given: Vec<(Does, Vec<&'f Text>)> = Vec::new();
    given.extend(row.act.iter().map(|act| (Does::Act, vec![act])));
    given.extend(row.react.iter().map(|act| (Does::React, vec![act])));
    given.extend(row.cancel.iter().map(|act| (Does::Cancel, vec![act])));
    given.extend(row.choose.iter().map(|list| (Does::Act, list.value.iter().map(|choice| &choice.act).collect())));
    if given.len() != 1 {
        let found = format!("a rank that says {} things to do", given.len());
        desk.report(source, row.rank.span, &found, "exactly one of `act`, `react`, `cancel`, `choose`");
        return None;
    }
    if let Some(list) = &row.choose {
        if list.value.is_empty() {
            desk.report(source, list.span, "nothing to choose from", "one choice or more");
        }
        for choice in &list.value {
            desk.check_range(source, &choice.weight, "a weight", 1..=1_000_000);
        }
    }
    let (does, texts) = given.pop()?;
    Some((does, texts.into_iter().map(|text| (text, desk.action_ix(text, source))).collect()))
}

fn check_does(desk: &mut Desk<'_>, source: &Source, row: &RankFile, does: Does, (text, action): (&Text, &Action)) {
    let name = &action.name;
    match does {
        Does::React if !action.is_reaction => {
            let found = format!("`{name}` as a reaction");
            desk.report(source, text.span, &found, "an action with `reaction: true` (clause R10)");
        }
        Does::Cancel if action.kind != ActionKind::Cancel => {
            desk.report(source, text.span, &format!("`{name}` as a cancel"), "an action of the kind Cancel (clause C1)");
        }
        Does::React if row.on.as_ref().is_some_and(|on| on.value == "edge" || on.value.starts_with("noticed ")) => {
            let found = format!("`{name}` as a reaction to what is no event");
            desk.report(source, text.span, &found, "`cancel` here; a reaction answers an event (clause R1)");
        }
        Does::React | Does::Cancel if row.on.is_none() => {
            let found = format!("`{name}` without what it answers");
            desk.report(source, text.span, &found, "`on:` and an event, as `on: \"prep-began spell\"`");
        }
        Does::Act if row.on.is_some() => {
            let found = format!("`act: \"{name}\"` in answer to an event");
            desk.report(source, text.span, &found, "`react` or `cancel`; or no `on`, for when its actor is free");
        }
        _ => {}
    }
}

/// The chosen length, for the one sort of action that has one (clause T8).
pub fn check_length(
    desk: &mut Desk<'_>,
    source: &Source,
    ticks: Option<&crate::content::reading::Spanned<u32>>,
    (text, action): (&Text, &Action),
) -> u32 {
    let name = &action.name;
    match (action.lengths, ticks) {
        (LengthSource::Chosen, None) => {
            desk.report(source, text.span, &format!("`{name}` without its length"), "`ticks:` and a number");
        }
        (LengthSource::Chosen, Some(ticks)) => desk.check_range(source, ticks, "a length", 1..=1_000_000),
        (_, Some(ticks)) => {
            let found = format!("`ticks` for `{name}`, whose length is not chosen");
            desk.report(source, ticks.span, &found, "no `ticks` here");
        }
        (_, None) => {}
    }
    ticks.map_or(0, |ticks| ticks.value)
}

/// `edge`, `noticed <cause>`, or an event with or without a kind of action.
fn trigger(desk: &mut Desk<'_>, source: &Source, text: &Text) -> Option<Trigger> {
    let mut tokens = text.value.split_whitespace();
    let (first, second, third) = (tokens.next().unwrap_or_default(), tokens.next(), tokens.next());
    let event = first.replace('-', "_");
    match (first, second, third) {
        ("edge", None, _) => return Some(Trigger::Edge),
        ("noticed", Some(cause), None) => {
            if let Some(cause) = StopCause::ALL.into_iter().find(|known| known.name() == cause) {
                return Some(Trigger::Noticed(cause));
            }
            let word = crate::content::reading::Spanned { value: cause.to_owned(), span: text.span };
            source.report_unknown(desk.problems, "cause", &word, StopCause::ALL.iter().map(|cause| cause.name()));
            return None;
        }
        (_, Some(kind), None) if desk.known.has(Sort::Event, &event) => {
            if let Some(kind) = ActionKind::named(kind) {
                return Some(Trigger::Event(EventId(desk.name(&event)), Some(kind)));
            }
            let word = crate::content::reading::Spanned { value: kind.to_owned(), span: text.span };
            source.report_unknown(desk.problems, "kind of action", &word, ActionKind::ALL.iter().map(|kind| kind.name()));
            return None;
        }
        (_, None, _) if desk.known.has(Sort::Event, &event) => {
            return Some(Trigger::Event(EventId(desk.name(&event)), None));
        }
        _ => {}
    }
    let word = crate::content::reading::Spanned { value: text.value.clone(), span: text.span };
    let events: Vec<String> = desk.known.ids(Sort::Event).map(|event| event.replace('_', "-")).collect();
    let known = ["edge", "noticed <cause>"].into_iter().chain(events.iter().map(String::as_str));
    source.report_unknown(desk.problems, "trigger", &word, known);
    None
}

/// Numbers the conditions of a profile, so that one that many ranks have is asked once for each decision.
fn number_conditions(ranks: &mut [(Rank, Span)]) {
    let mut known: Vec<(MindWord, Vec<ArgDef>)> = Vec::new();
    for line in ranks.iter_mut().flat_map(|(rank, _)| &mut rank.when) {
        let place = known.iter().position(|(word, args)| *word == line.word && *args == line.args);
        let place = place.unwrap_or_else(|| {
            known.push((line.word, line.args.clone()));
            known.len() - 1
        });
        line.number = u32::try_from(place).unwrap_or(u32::MAX);
    }
}

/// Whether nothing but its own words can keep a rank from being taken: its intent cannot be refused (clause G1).
fn is_sure(rank: &Rank, actions: &[Action]) -> bool {
    let is_free = |action: &Action| {
        action.needs.is_empty() && action.costs.is_empty() && matches!(action.target, TargetRule::None | TargetRule::Itself)
    };
    let all_free = rank.choices.iter().all(|(_, place)| actions.get(place.index()).is_some_and(is_free));
    all_free && !rank.choices.is_empty() && rank.order == Order::Auto
}

/// A rank is out of reach under one with the same trigger that cannot fail wherever the lower one holds.
fn warn_of_unreachable(desk: &mut Desk<'_>, source: &Source, ranks: &[(Rank, Span)], actions: &[Action]) {
    let same = |a: &MindLine, b: &MindLine| a.is_negated == b.is_negated && a.word == b.word && a.args == b.args;
    for (place, (rank, span)) in ranks.iter().enumerate() {
        let above = ranks.iter().take(place).map(|(above, _)| above).find(|above| {
            above.on == rank.on
                && (above.stances.is_empty() || above.stances == rank.stances)
                && is_sure(above, actions)
                && above.when.iter().all(|line| rank.when.iter().any(|other| same(line, other)))
        });
        if let Some(above) = above {
            let found = format!("the rank {}, which no state can reach", rank.rank);
            let why = format!("a rank that can be taken: rank {} holds whenever this one does", above.rank);
            desk.warn(source, *span, &found, &why);
        }
    }
}
