//! The actors of a fight, who decides for them, and their scripts.
//!
//! Owns what is checked of actors apart from where they stand. `fight` calls it, once the fight's own content is added.

use super::{Desk, NOWHERE};
use crate::content::compile::fitting;
use crate::content::compile::profile::check_length;
use crate::content::known::Sort;
use crate::content::reading::{Source, Span, Spanned};
use crate::content::schema::fight::{ActFile, ActorFile, AimFile, ControlFile, FightFile, ReadsWord};
use crate::content::tables::{Content, Control, FightActor, Kind, KindIx, ProfileIx, ScriptAct, ScriptTarget, TargetRule};
use abi::{Cell, SideId};
use std::collections::BTreeSet;

/// The most actors of a fight; the design speaks of dozens.
const MOST_ACTORS: usize = 10_000;

/// The longest name of an actor: it stands in every line of a log, and in tables.
const LONGEST_NAME: usize = 64;

/// Whether a name may stand in logs and tables as it is: nothing in it that a terminal could take for an order.
pub fn is_name(text: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    !text.is_empty() && text.chars().count() <= LONGEST_NAME && text.chars().all(is_plain)
}

/// Compiles all actors, in the order of the file. One whose kind is unknown keeps its place.
pub fn actors(desk: &mut Desk<'_>, source: &Source, file: &FightFile, content: &Content) -> Vec<FightActor> {
    let written = &file.actors.value;
    if written.is_empty() || written.len() > MOST_ACTORS {
        desk.report(source, file.actors.span, &format!("{} actors", written.len()), &format!("1 to {MOST_ACTORS}"));
    }
    let names: Vec<&str> = written.iter().map(|actor| actor.id.value.as_str()).collect();
    let mut taken = BTreeSet::new();
    let mut actors = Vec::new();
    for actor in written {
        if !is_name(&actor.id.value) {
            let found: String = actor.id.value.chars().take(LONGEST_NAME + 1).collect();
            let allowed = format!("one word of at most {LONGEST_NAME} letters, digits and `-`, `_`, `.`, as `hero`");
            desk.report(source, actor.id.span, &format!("an actor named {found:?}"), &allowed);
        } else if !taken.insert(&actor.id.value) {
            let found = format!("a second actor `{}`", actor.id.value);
            desk.report(source, actor.id.span, &found, "each name once");
        }
        actors.push(self::actor(desk, source, actor, content, &names));
    }
    actors
}

fn actor(desk: &mut Desk<'_>, source: &Source, file: &ActorFile, content: &Content, names: &[&str]) -> FightActor {
    let kind_ix = desk.place(Sort::Kind, &file.kind, source).map_or(KindIx(u32::MAX), KindIx);
    let kind = content.kinds.get(kind_ix.index());
    if file.side.value.is_empty() {
        desk.report(source, file.side.span, "a side without a name", "a name, as `party`");
    }
    let (x, y, z) = file.at.value;
    FightActor {
        name: file.id.value.as_str().into(),
        kind: kind_ix,
        side: SideId(desk.name(&file.side.value)),
        at: Cell::new(x, y, z),
        control: control(desk, source, file, content, kind, names),
        reads_exact: file.reads == ReadsWord::Exact,
        is_asleep: file.asleep,
    }
}

fn control(
    desk: &mut Desk<'_>,
    source: &Source,
    file: &ActorFile,
    content: &Content,
    kind: Option<&Kind>,
    names: &[&str],
) -> Control {
    match file.control.as_ref().map(|control| (&control.value, control.span)) {
        Some((ControlFile::Player, _)) => Control::Player,
        Some((ControlFile::Profile(id), _)) => {
            let place = desk.place(Sort::Profile, id, source).map_or(ProfileIx(u32::MAX), ProfileIx);
            check_fits(desk, source, id.span, content, kind, place);
            Control::Profile(place)
        }
        Some((ControlFile::Script { acts, reacts }, _)) => {
            let script = script(desk, source, acts, content, kind, names);
            let reacts = reacts.as_ref().and_then(|id| {
                let place = desk.place(Sort::Profile, id, source).map(ProfileIx)?;
                check_fits(desk, source, id.span, content, kind, place);
                Some(place)
            });
            Control::Script(script, reacts)
        }
        None => match kind.map(|kind| kind.profile) {
            Some(Some(profile)) => Control::Profile(profile),
            Some(None) => {
                let found = format!("`{}` without `control`, and its kind has no profile", file.id.value);
                desk.report(source, file.id.span, &found, "`control:` Profile(\"..\"), Player or Script(acts: [..])");
                Control::Player
            }
            None => Control::Player,
        },
    }
}

fn check_fits(desk: &mut Desk<'_>, source: &Source, span: Span, content: &Content, kind: Option<&Kind>, place: ProfileIx) {
    // A kind's own profile was checked with the kind.
    if let (Some(kind), Some(profile)) = (kind, content.profiles.get(place.index()))
        && kind.profile != Some(place)
    {
        fitting::check_profile(desk, source, span, kind, profile, &content.actions);
    }
}

fn script(
    desk: &mut Desk<'_>,
    source: &Source,
    acts: &[ActFile],
    content: &Content,
    kind: Option<&Kind>,
    names: &[&str],
) -> Vec<ScriptAct> {
    let mut script: Vec<ScriptAct> = Vec::new();
    for act in acts {
        if let Some(last) = script.last().map(|last| last.tick)
            && act.tick.value < last
        {
            let found = format!("an entry at tick {} behind one at {last}", act.tick.value);
            desk.report(source, act.tick.span, &found, "entries that ascend in tick");
        }
        let action_ix = desk.action_ix(&act.act, source);
        let Some(action) = action_ix.and_then(|place| content.actions.get(place.index())) else { continue };
        if let (Some(kind), Some(place)) = (kind, action_ix)
            && !kind.can_do(place)
        {
            let found = format!("`{}`, which the kind `{}` does not have", action.name, kind.name);
            desk.report(source, act.act.span, &found, "an action of its kind's `actions`");
        }
        let ticks = check_length(desk, source, act.ticks.as_ref(), (&act.act, action));
        let at = aim(desk, source, act, action.target, names);
        let action = action_ix.unwrap_or(crate::content::tables::ActionIx(u32::MAX));
        script.push(ScriptAct { tick: act.tick.value, action, at, ticks });
    }
    script
}

/// What a script's entry aims at, which must be what its action takes.
fn aim(desk: &mut Desk<'_>, source: &Source, act: &ActFile, rule: TargetRule, names: &[&str]) -> ScriptTarget {
    let allowed = match rule {
        TargetRule::None | TargetRule::Itself => "no `at`",
        TargetRule::Actor { .. } => "`at:` and the name of an actor",
        TargetRule::Cell { .. } | TargetRule::Step => "`at:` and a cell, as `at: (3, 1, 0)`",
    };
    let nothing = Spanned { value: AimFile::Name(String::new()), span: NOWHERE };
    let aim = act.at.as_ref().unwrap_or(&nothing);
    match (rule, &aim.value) {
        (TargetRule::None | TargetRule::Itself, _) if act.at.is_none() => ScriptTarget::None,
        (TargetRule::Actor { .. }, AimFile::Name(name)) if act.at.is_some() => {
            match names.iter().position(|known| known == name) {
                Some(place) => ScriptTarget::Actor(place),
                None => {
                    let word = Spanned { value: name.clone(), span: aim.span };
                    source.report_unknown(desk.problems, "actor", &word, names.iter().copied());
                    ScriptTarget::None
                }
            }
        }
        (TargetRule::Cell { .. } | TargetRule::Step, AimFile::Cell(x, y, z)) => ScriptTarget::Cell(Cell::new(*x, *y, *z)),
        _ => {
            let span = act.at.as_ref().map_or(act.act.span, |at| at.span);
            let found = match (&act.at, &aim.value) {
                (None, _) => format!("`{}` without what it is aimed at", act.act.value),
                (_, AimFile::Name(name)) => format!("`{}` at `{name}`", act.act.value),
                (_, AimFile::Cell(x, y, z)) => format!("`{}` at the cell ({x}, {y}, {z})", act.act.value),
            };
            desk.report(source, span, &found, allowed);
            ScriptTarget::None
        }
    }
}

/// The order that is not rolled: every actor once.
pub fn initiative(desk: &mut Desk<'_>, source: &Source, file: &FightFile) -> Vec<usize> {
    let Some(order) = &file.initiative else { return Vec::new() };
    let names: Vec<&str> = file.actors.value.iter().map(|actor| actor.id.value.as_str()).collect();
    let mut places: Vec<usize> = Vec::new();
    for name in &order.value {
        match names.iter().position(|known| *known == name.value) {
            Some(place) if places.contains(&place) => {
                desk.report(source, name.span, &format!("`{}` again", name.value), "each actor once");
            }
            Some(place) => places.push(place),
            None => source.report_unknown(desk.problems, "actor", name, names.iter().copied()),
        }
    }
    let missing: Vec<&str> =
        names.iter().enumerate().filter(|(place, _)| !places.contains(place)).map(|(_, name)| *name).collect();
    if !missing.is_empty() {
        let found = format!("an order without {}", missing.join(", "));
        desk.report(source, order.span, &found, "every actor of the fight once");
    }
    places
}
