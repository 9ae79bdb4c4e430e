//! `content check`: every problem and warning of all packs and their fights, and what each action says of being stopped.
//!
//! Owns the report. It must never change what loading does: it loads as the game does. The command line calls it.

use super::fight::{self, Overrides, Prepared};
use super::gather::{FIGHTS, files, id_of};
use super::lexicon::Lexicon;
use super::packs::{PACK_FILE, Pack, even_broken};
use super::problem::{Problem, Problems, nearest};
use super::reading::{Limits, Source, listed};
use super::tables::{Concentration, Content, Does, Interruptible, LengthSource, OnReact, RecoverOnReact};
use super::{Loaded, load_packs, read};
use crate::modules::Registry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

/// What a check found.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Problems and warnings, by file, line and column.
    pub problems: Problems,
    /// The table of all actions; empty where the packs do not load.
    pub table: String,
    /// Whether all is right: no problem, and with `strict` no warning.
    pub is_right: bool,
}

/// Checks all packs below `roots`, with all their fights.
pub fn check(roots: &[PathBuf], registry: &Registry, is_strict: bool) -> Checked {
    check_with(roots, &Lexicon::of(registry), is_strict)
}

/// The same against a lexicon.
pub fn check_with(roots: &[PathBuf], lexicon: &Lexicon, is_strict: bool) -> Checked {
    let (order, mut problems) = even_broken(roots);
    let packs = order.unwrap_or_default();
    let mut shown = String::new();
    let mut players = Players::new();
    match load_packs(&packs, read(&packs), lexicon) {
        Ok(Loaded { content, warnings }) => {
            problems.merge(warnings);
            check_reactions(&packs, &content, &mut problems);
            players = check_fights(&packs, &content, lexicon, &mut problems);
            shown = table(&content);
        }
        Err(wrong) => problems.merge(wrong),
    }
    check_classes(&packs, &players, &mut problems);
    let is_right = if is_strict { problems.is_empty() } else { !problems.has_errors() };
    Checked { problems, table: shown, is_right }
}

/// Whom somebody can play in each fight that is right, by the fight's id.
type Players = BTreeMap<String, Vec<Arc<str>>>;

fn check_fights(packs: &[Pack], content: &Content, lexicon: &Lexicon, problems: &mut Problems) -> Players {
    let mut players = Players::new();
    for pack in packs {
        for file in files(pack, FIGHTS) {
            let id = id_of(pack, FIGHTS, &file);
            let prepared = Source::open(&pack.id, &pack.folder, &file, Limits::default())
                .and_then(|source| fight::prepare(&source, &id, content, lexicon, &Overrides::default()));
            match prepared {
                Ok(prepared) => {
                    players.insert(id, players_of(&prepared));
                    problems.merge(prepared.warnings);
                }
                Err(wrong) => problems.merge(wrong),
            }
        }
    }
    players
}

fn players_of(prepared: &Prepared) -> Vec<Arc<str>> {
    let played = prepared.fight.played();
    played.filter_map(|actor| prepared.content.kinds.get(actor.kind.index())).map(|kind| Arc::clone(&kind.name)).collect()
}

/// The most ticks of prep and of exec of a reaction: it is begun a tick after what it answers (clause R2), and has to be there
/// while that still lasts.
const MOST_REACTION_TICKS: (u32, u32) = (4, 6);

/// What somebody does by its profile when it is free.
fn actions_done_unasked(content: &Content) -> BTreeSet<&Arc<str>> {
    let ranks = content.profiles.iter().flat_map(|profile| &profile.ranks);
    let choices = ranks.filter(|rank| rank.does == Does::Act).flat_map(|rank| &rank.choices);
    choices.map(|(_, action)| &content.actions[action.index()].name).collect()
}

/// A reaction is short and padded behind (clause R10): its recover is what it costs, and where that is little nobody ever pays.
/// What a feat has made of one is that feat's own purpose, and what is also done unasked, as a rock is thrown, has the lengths
/// of that.
fn check_reactions(packs: &[Pack], content: &Content, problems: &mut Problems) {
    let (most_prep, most_exec) = MOST_REACTION_TICKS;
    let unasked = actions_done_unasked(content);
    for action in content.plain_actions().filter(|action| action.is_reaction && !unasked.contains(&action.name)) {
        let LengthSource::Fixed(lengths) = action.lengths else { continue };
        let (prep, exec, recover) = (lengths.prep.0, lengths.exec.0, lengths.recover.0);
        let padding = 2 * (prep + exec);
        let wrong = [
            (prep > most_prep, format!("a reaction with a prep of {prep} ticks"), format!("at most {most_prep}")),
            (exec > most_exec, format!("a reaction with an exec of {exec} ticks"), format!("at most {most_exec}")),
            (
                recover < padding,
                format!("a reaction with a recover of {recover} ticks"),
                format!("at least {padding}, twice its prep and exec"),
            ),
        ];
        let name = action.name.split_once('/').unwrap_or_default();
        let Some(pack) = packs.iter().find(|pack| pack.id == name.0) else { continue };
        for (_, found, allowed) in wrong.into_iter().filter(|(is_wrong, ..)| *is_wrong) {
            let file = pack.folder.join("actions").join(format!("{}.ron", name.1));
            let mut problem = Problem::of_file(&pack.id, file, &found, &allowed).warning();
            problem.field = "ticks".to_owned();
            problems.push(problem);
        }
    }
}

/// A class is a kind that there is, played in a fight that there is.
fn check_classes(packs: &[Pack], players: &Players, problems: &mut Problems) {
    let ids = |folder: &str| -> Vec<String> {
        packs.iter().flat_map(|pack| files(pack, folder).into_iter().map(|file| id_of(pack, folder, &file))).collect()
    };
    let (kinds, fights) = (ids("kinds"), ids(FIGHTS));
    for pack in packs {
        for (place, class) in pack.classes.iter().enumerate() {
            let mut report = |field: &str, found: String, allowed: String, near: Option<String>| {
                let mut problem = Problem::of_file(&pack.id, pack.folder.join(PACK_FILE), &found, &allowed);
                problem.field = format!("classes[{place}].{field}");
                problem.nearest = near;
                problems.push(problem);
            };
            let mut check_id = |field: &str, noun: &str, id: &String, known: &[String]| {
                if known.contains(id) {
                    return true;
                }
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                report(
                    field,
                    format!("the {noun} {id:?}, which nobody has"),
                    listed(&known),
                    nearest(id, known.iter().copied()),
                );
                false
            };
            let is_known = check_id("kind", "kind", &class.kind, &kinds) & check_id("fight", "fight", &class.fight, &fights);
            let played = players.get(&class.fight).filter(|_| is_known);
            if played.is_some_and(|played| !played.iter().any(|kind| **kind == *class.kind)) {
                let found = format!("the fight {:?}, in which nobody plays `{}`", class.fight, class.kind);
                let allowed = format!("a fight that has an actor of the kind `{}` with `control: Player`", class.kind);
                report("fight", found, allowed, None);
            }
        }
    }
}

/// Pause, cancel, interruptible and concentration of all actions, in columns.
fn table(content: &Content) -> String {
    let mut rows = vec![["action", "in prep", "in recover", "interruptible", "concentration"].map(str::to_owned)];
    for action in &content.actions {
        let on_react = match action.on_react {
            OnReact::Pause => "pause",
            OnReact::Cancel => "cancel",
        };
        let recover = match action.recover_on_react {
            RecoverOnReact::Carry => "carry",
            RecoverOnReact::Supersede => "supersede",
            RecoverOnReact::Resume => "resume",
        };
        let interruptible = match action.interruptible {
            Interruptible::Always => "always".to_owned(),
            Interruptible::Check(difficulty) => format!("check {difficulty}"),
            Interruptible::Never => "never".to_owned(),
        };
        let concentration = match action.concentration {
            Concentration::None => "none",
            Concentration::Light => "light",
            Concentration::Deep => "deep",
        };
        let name = action.full_name();
        let texts = [&*name, on_react, recover, &interruptible, concentration];
        rows.push(texts.map(str::to_owned));
    }
    columns(&rows)
}

fn columns(rows: &[[String; 5]]) -> String {
    let mut widths = [0; 5];
    for row in rows {
        for (width, text) in widths.iter_mut().zip(row) {
            *width = text.chars().count().max(*width);
        }
    }
    let line = |row: &[String; 5]| {
        let cells: Vec<String> = row.iter().zip(widths).map(|(text, width)| format!("{text:width$}")).collect();
        format!("{}\n", cells.join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::check_with;
    use crate::content::testing::{Folder, lexicon};
    use expect_test::expect;

    #[test]
    fn check_lists_what_can_be_stopped_and_how() {
        let folder = Folder::core_and(&[("core/fights/duel.ron", "Fight(rules: \"core/plane\")")]);
        let checked = check_with(&folder.roots(), &lexicon(), false);
        expect![[r#"
            action         in prep  in recover  interruptible  concentration
            core/bail      cancel   carry       always         none
            core/boundary  cancel   carry       always         none
            core/jab       cancel   carry       check 15       none
            core/parry     cancel   carry       always         none
            core/step      cancel   carry       always         none
            core/wait      cancel   carry       always         none
        "#]]
        .assert_eq(&checked.table);
        expect![[r#"
            error: pack core, TEMP/core/fights/duel.ron:1:1, actors
              1 | Fight(rules: "core/plane")
                | ^
              found `Fight` without its field `actors`
              allowed: the fields `rules`, `map`, `weather`, `zones`, `actors`, `stop`, `scope`, `light`, `sources`, `patrols`, `max_ticks`, `actions`, `profiles`, `kinds`, `feats`, `hooks`, `initiative`, `set`

            error: pack core, TEMP/core/fights/duel.ron:1:1, map
              1 | Fight(rules: "core/plane")
                | ^
              found `Fight` without its field `map`
              allowed: the fields `rules`, `map`, `weather`, `zones`, `actors`, `stop`, `scope`, `light`, `sources`, `patrols`, `max_ticks`, `actions`, `profiles`, `kinds`, `feats`, `hooks`, `initiative`, `set`

            error: pack core, TEMP/core/fights/duel.ron:1:14, rules
              1 | Fight(rules: "core/plane")
                |              ^
              found the ruleset "core/plane", which nobody has
              allowed: `core/plain`
              nearest: core/plain
        "#]].assert_eq(&folder.plain(&checked.problems.to_string()));
        assert!(!checked.is_right);
        let folder = Folder::core_and(&[("core/odd/x.ron", "")]);
        assert!(check_with(&folder.roots(), &lexicon(), false).is_right);
        assert!(!check_with(&folder.roots(), &lexicon(), true).is_right, "a warning is enough for a strict check");
    }

    #[test]
    fn a_reaction_that_comes_late_or_costs_nothing_is_worth_a_word() {
        let action = |id: &str, ticks: &str| {
            format!(r#"Action(id: "core/{id}", kind: Guard, ticks: {ticks}, reaction: true, text: "core/step")"#)
        };
        let right = [("fine", "(exec: 2, recover: 4)"), ("at-most", "(prep: 4, exec: 6, recover: 20)")];
        let wrong = [
            ("late", "(prep: 5, exec: 1, recover: 12)"),
            ("long", "(exec: 7, recover: 14)"),
            ("free", "(exec: 2, recover: 3)"),
        ];
        let files: Vec<(String, String)> = right
            .into_iter()
            .chain(wrong)
            .chain([("thrown", "(prep: 16, exec: 3, recover: 12)")])
            .map(|(id, ticks)| (format!("core/actions/{id}.ron"), action(id, ticks)))
            .chain([(
                "core/profiles/thrower.ron".to_owned(),
                r#"Profile(id: "core/thrower", ranks: [(rank: 1, act: "core/thrown")])"#.to_owned(),
            )])
            .collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let folder = Folder::core_and(&files);
        let checked = check_with(&folder.roots(), &lexicon(), false);
        expect![[r#"
            warning: pack core, TEMP/core/actions/free.ron, ticks
              found a reaction with a recover of 3 ticks
              allowed: at least 4, twice its prep and exec

            warning: pack core, TEMP/core/actions/late.ron, ticks
              found a reaction with a prep of 5 ticks
              allowed: at most 4

            warning: pack core, TEMP/core/actions/long.ron, ticks
              found a reaction with an exec of 7 ticks
              allowed: at most 6
        "#]]
        .assert_eq(&folder.plain(&checked.problems.to_string()));
        assert!(checked.is_right, "it is only worth a word");
    }
}
