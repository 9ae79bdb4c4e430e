//! Rulesets: holders of roles, parameters, and changing one parameter from outside.
//!
//! Owns which parameters there are and in what range. It must never call a holder. `load` compiles rulesets with it;
//! `fight` applies `set` entries and `--set`, `--module` and `--rules` of the command line.

use super::compile::{Desk, readings};
use super::known::{Known, Sort};
use super::lexicon::{Lexicon, Range};
use super::problem::nearest;
use super::reading::{Source, Span, listed};
use super::schema::Text;
use super::schema::ruleset::{ParamFile, RulesetFile};
use super::tables::{Action, ActionIx, LengthSource, Metric, Reactions, RoleNames, Ruleset};
use crate::modules::ROLE_NAMES;
use abi::{ActionKind, CheckId, ParamId, StatId, TrackId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The parameter that is a rung, and of which ladder (clause C8).
const RUNG_PARAMETER: (&str, &str) = ("concentration_from", "blow");

/// Why a parameter cannot be set so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadSetting {
    /// What was asked for.
    pub found: String,
    /// What can be.
    pub allowed: String,
    /// The most likely one.
    pub nearest: Option<String>,
}

fn bad(found: String, allowed: &str) -> BadSetting {
    BadSetting { found, allowed: allowed.to_owned(), nearest: None }
}

/// Compiles one ruleset.
pub fn ruleset(
    desk: &mut Desk<'_>,
    id: &Arc<str>,
    source: &Source,
    file: &RulesetFile,
    actions: &[Action],
    tables: &readings::Tables,
) -> Ruleset {
    let roles = roles(desk, source, file);
    let (param_ids, params) = defaults(desk);
    let mut ruleset = Ruleset {
        name: id.clone(),
        roles,
        reactions: file.reactions.value(),
        metric: file.metric.value(),
        param_ids,
        params,
        order_stats: stats(desk, source, &file.order_stats),
        concentration_check: CheckId(desk.id(Sort::Check, &file.concentration_check, source)),
        interrupt_check: CheckId(desk.id(Sort::Check, &file.interrupt_check, source)),
        boundary_cancel: role_action(desk, source, &file.boundary_cancel, actions, "a boundary cancel", |action| {
            action.kind == ActionKind::Cancel && matches!(action.lengths, LengthSource::Fixed(_))
        }),
        deep_cancel: role_action(desk, source, &file.deep_cancel, actions, "a deep cancel", |action| {
            action.kind == ActionKind::Cancel && matches!(action.lengths, LengthSource::Invested { .. })
        }),
        idle: role_action(desk, source, &file.idle, actions, "what is done when nothing is to be done", |action| {
            matches!(action.lengths, LengthSource::Chosen)
        }),
        fall: file.fall.as_ref().map(|fall| {
            role_action(desk, source, fall, actions, "a fall", |action| {
                action.is_even && matches!(action.lengths, LengthSource::Fixed(_))
            })
        }),
        stage_track: TrackId(desk.id(Sort::Track, &file.stage_track, source)),
        stage_ladder: ladder(desk, source, file),
        texts: texts(desk, source, file),
        reading_stats: stats(desk, source, &file.reading_stats),
        readings: readings::of_ruleset(desk, source, file, tables),
    };
    for (name, value) in &file.parameters {
        let text = match &value.value {
            ParamFile::Number(number) => number.to_string(),
            ParamFile::Word(word) => word.clone(),
        };
        if let Err(bad) = set_parameter(&mut ruleset, desk.known, desk.lexicon, &name.value, &text) {
            source.report(desk.problems, name.span, &bad.found, &bad.allowed, bad.nearest);
        }
    }
    ruleset
}

/// The ladder that `stage` is told on. Profiles name rungs of `stage`, so another ladder has as many.
fn ladder(desk: &mut Desk<'_>, source: &Source, file: &RulesetFile) -> Arc<str> {
    const STAGE: &str = "stage";
    let Some(text) = &file.stage_ladder else { return STAGE.into() };
    desk.id(Sort::Ladder, text, source);
    let rungs = |ladder: &str| desk.known.rungs(ladder).map(<[_]>::len);
    if let (Some(found), Some(allowed)) = (rungs(&text.value), rungs(STAGE))
        && found != allowed
    {
        let found = format!("`{}` with {found} rungs in the place of `{STAGE}`", text.value);
        desk.report(source, text.span, &found, &format!("a ladder of {allowed} rungs, as `{STAGE}` has"));
    }
    text.value.as_str().into()
}

/// The pack whose texts come first. It has some text, or its name is a mistake.
fn texts(desk: &mut Desk<'_>, source: &Source, file: &RulesetFile) -> Arc<str> {
    let Some(text) = &file.texts else { return "".into() };
    let packs: BTreeSet<&str> = desk.known.ids(Sort::Phrase).filter_map(|id| id.split('/').next()).collect();
    if !packs.contains(text.value.as_str()) {
        source.report_unknown(desk.problems, "pack with texts", text, packs.iter().copied());
    }
    text.value.as_str().into()
}

fn stats(desk: &mut Desk<'_>, source: &Source, (first, second): &(Text, Text)) -> [StatId; 2] {
    [StatId(desk.id(Sort::Stat, first, source)), StatId(desk.id(Sort::Stat, second, source))]
}

/// An action that has a part in the rules, and must be fit for it.
fn role_action(
    desk: &mut Desk<'_>,
    source: &Source,
    text: &Text,
    actions: &[Action],
    part: &str,
    is_fit: impl Fn(&Action) -> bool,
) -> ActionIx {
    let Some(place) = desk.action_ix(text, source) else { return ActionIx(u32::MAX) };
    if actions.get(place.index()).is_some_and(|action| !is_fit(action)) {
        let allowed = "boundary_cancel: the kind Cancel with fixed ticks; deep_cancel: the kind Cancel with `ticks: Invested(..)`; \
                       idle: `ticks: Chosen`; fall: `even: true` with fixed ticks (clauses C2, C3, L3, M7)";
        desk.report(source, text.span, &format!("`{}` as {part}", text.value), allowed);
    }
    place
}

/// Every role and its holder. A role that is left out and a holder that nobody is are problems.
fn roles(desk: &mut Desk<'_>, source: &Source, file: &RulesetFile) -> RoleNames {
    let mut roles = RoleNames::default();
    for (role, holder) in &file.roles.value {
        if !ROLE_NAMES.contains(&role.value.as_str()) {
            source.report_unknown(desk.problems, "role", role, ROLE_NAMES.iter().copied());
            continue;
        }
        if let Err(bad) = check_holder(desk.lexicon, &role.value, &holder.value) {
            source.report(desk.problems, holder.span, &bad.found, &bad.allowed, bad.nearest);
        }
        roles.0.insert(role.value.as_str().into(), holder.value.as_str().into());
    }
    for role in ROLE_NAMES.iter().filter(|role| !roles.0.contains_key(**role)) {
        let holders = desk.lexicon.holders.get(*role).cloned().unwrap_or_default();
        let holders: Vec<&str> = holders.iter().map(String::as_str).collect();
        let allowed = format!("`\"{role}\": \"..\"` with one of {}", listed(&holders));
        desk.report(source, file.roles.span, &format!("no holder of the role `{role}`"), &allowed);
    }
    roles
}

fn check_holder(lexicon: &Lexicon, role: &str, holder: &str) -> Result<(), BadSetting> {
    let holders = lexicon.holders.get(role).map(Vec::as_slice).unwrap_or_default();
    if holders.iter().any(|known| known == holder) {
        return Ok(());
    }
    let known: Vec<&str> = holders.iter().map(String::as_str).collect();
    Err(BadSetting {
        found: format!("`{holder}` as the holder of `{role}`, which no module offers"),
        allowed: listed(&known),
        nearest: nearest(holder, known.iter().copied()),
    })
}

/// Every parameter with its default, ascending by id.
fn defaults(desk: &mut Desk<'_>) -> (Vec<ParamId>, Vec<i64>) {
    let lexicon = desk.lexicon;
    let all: BTreeMap<ParamId, i64> =
        lexicon.parameters().into_iter().map(|(name, range)| (ParamId(desk.name(name)), range.default)).collect();
    all.into_iter().unzip()
}

/// Changes one thing of a ruleset: `jitter_ticks 0`, `initiative_speed off`, `initiative_speed shave 5 200`,
/// `reactions same-tick`, `metric chebyshev`.
///
/// # Errors
/// Why not.
pub fn set(ruleset: &mut Ruleset, known: &Known, lexicon: &Lexicon, text: &str) -> Result<(), BadSetting> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        ["reactions", word] => {
            ruleset.reactions = match *word {
                "next-tick" => Reactions::NextTick,
                "same-tick" => Reactions::SameTick,
                _ => return Err(bad(format!("`{text}`"), "`reactions next-tick` or `reactions same-tick`")),
            };
            Ok(())
        }
        ["metric", word] => {
            ruleset.metric = match *word {
                "euclid" => Metric::Euclid,
                "chebyshev" => Metric::Chebyshev,
                _ => return Err(bad(format!("`{text}`"), "`metric euclid` or `metric chebyshev`")),
            };
            Ok(())
        }
        ["initiative_speed", "off"] => set_parameter(ruleset, known, lexicon, "initiative_permille_per_point", "0"),
        ["initiative_speed", "shave", points, cap] => {
            set_parameter(ruleset, known, lexicon, "initiative_permille_per_point", points)?;
            set_parameter(ruleset, known, lexicon, "initiative_cap_permille", cap)
        }
        ["initiative_speed", ..] => Err(bad(
            format!("`{text}`"),
            "`initiative_speed off` or `initiative_speed shave 5 200`: permille per point, cap",
        )),
        [name, value] => set_parameter(ruleset, known, lexicon, name, value),
        _ => Err(bad(format!("`{text}`"), "a parameter and its value, as `jitter_ticks 0`")),
    }
}

fn set_parameter(ruleset: &mut Ruleset, known: &Known, lexicon: &Lexicon, name: &str, text: &str) -> Result<(), BadSetting> {
    let all = lexicon.parameters();
    let Some(Range { least, most, .. }) = all.get(name).copied() else {
        let names = || all.keys().copied().chain(["reactions", "metric", "initiative_speed"]);
        return Err(BadSetting {
            found: format!("the parameter `{name}`, which nobody has"),
            allowed: listed(&names().collect::<Vec<_>>()),
            nearest: nearest(name, names()),
        });
    };
    let rungs = if name == RUNG_PARAMETER.0 { known.rungs(RUNG_PARAMETER.1).unwrap_or_default() } else { &[] };
    let as_rung = rungs.iter().position(|rung| **rung == *text).and_then(|place| i64::try_from(place).ok());
    let value = as_rung.or_else(|| text.parse().ok()).filter(|value| (least..=most).contains(value));
    let Some(value) = value else {
        let words: Vec<&str> = rungs.iter().map(|rung| &**rung).collect();
        let more = if words.is_empty() { String::new() } else { format!("; or {}", listed(&words)) };
        return Err(BadSetting {
            found: format!("`{text}` for the parameter `{name}`"),
            allowed: format!("a whole number from {least} to {most}{more}"),
            nearest: nearest(text, words.iter().copied()),
        });
    };
    let place = ruleset.param_ids.binary_search(&ParamId::of(name)).ok();
    if let Some(param) = place.and_then(|place| ruleset.params.get_mut(place)) {
        *param = value;
    }
    Ok(())
}

/// Gives a role to another holder: `movement=tdgs`.
///
/// # Errors
/// Why not.
pub fn set_holder(ruleset: &mut Ruleset, lexicon: &Lexicon, text: &str) -> Result<(), BadSetting> {
    let Some((role, holder)) = text.split_once('=').map(|(role, holder)| (role.trim(), holder.trim())) else {
        return Err(bad(format!("`{text}`"), "a role and who holds it, as `resolution=tdgs`"));
    };
    if !ROLE_NAMES.contains(&role) {
        return Err(BadSetting {
            found: format!("the role `{role}`, which nobody has"),
            allowed: listed(ROLE_NAMES),
            nearest: nearest(role, ROLE_NAMES.iter().copied()),
        });
    }
    check_holder(lexicon, role, holder)?;
    ruleset.roles.0.insert(role.into(), holder.into());
    Ok(())
}

/// Applies the `set` entries of a file.
pub fn set_all(desk: &mut Desk<'_>, source: &Source, ruleset: &mut Ruleset, entries: &[Text]) {
    for text in entries {
        if let Err(bad) = set(ruleset, desk.known, desk.lexicon, &text.value) {
            let span: Span = text.span;
            source.report(desk.problems, span, &bad.found, &bad.allowed, bad.nearest);
        }
    }
}
