//! `content check`: every problem and warning of all packs and their fights, and what each action says of being stopped.
//!
//! Owns the report. It must never change what loading does: it loads as the game does. The command line calls it.

use super::fight::{self, Overrides, Prepared};
use super::gather::{FIGHTS, files, id_of};
use super::lexicon::Lexicon;
use super::packs::{PACK_FILE, Pack, even_broken};
use super::problem::{Problem, Problems, nearest};
use super::reading::{Limits, Source, listed};
use super::tables::{Concentration, Content, Control, Interruptible, OnReact, RecoverOnReact};
use super::{Loaded, load_packs};
use crate::modules::Registry;
use std::collections::BTreeMap;
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
    match load_packs(&packs, lexicon) {
        Ok(Loaded { content, warnings }) => {
            problems.merge(warnings);
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
    let played = prepared.fight.actors.iter().filter(|actor| matches!(actor.control, Control::Player));
    played.filter_map(|actor| prepared.content.kinds.get(actor.kind.index())).map(|kind| Arc::clone(&kind.name)).collect()
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
              allowed: the fields `rules`, `map`, `weather`, `actors`, `stop`, `scope`, `light`, `sources`, `patrols`, `max_ticks`, `actions`, `profiles`, `kinds`, `feats`, `hooks`, `initiative`, `set`

            error: pack core, TEMP/core/fights/duel.ron:1:1, map
              1 | Fight(rules: "core/plane")
                | ^
              found `Fight` without its field `map`
              allowed: the fields `rules`, `map`, `weather`, `actors`, `stop`, `scope`, `light`, `sources`, `patrols`, `max_ticks`, `actions`, `profiles`, `kinds`, `feats`, `hooks`, `initiative`, `set`

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
}
