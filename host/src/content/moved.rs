//! Ids that have moved: what became of a thing that an older log, save or pack still calls by its old id.
//!
//! Owns the table that the packs' `moved` lists make together, with every chain followed to its end. An old id is read as
//! the new one, with a warning; one that is gone is a problem that says so. It must never hide an id that is there. `load`
//! calls it, `known` and whoever reads a log ask the table.

use super::known::Known;
use super::packs::{PACK_FILE, Pack};
use super::problem::{Problems, nearest};
use super::reading::{Limits, Source, listed, read_file};
use super::schema::pack::{MovedFile, PackFile};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// What became of each id that has moved; nothing where it is gone.
pub type Moved = BTreeMap<Arc<str>, Option<Arc<str>>>;

/// The table of all packs.
pub fn table(packs: &[Pack], known: &Known, problems: &mut Problems) -> Moved {
    let mut moves = Moved::new();
    let mut sources = Vec::new();
    for pack in packs.iter().filter(|pack| pack.has_moved) {
        // It has been read once without a problem; the places of its words are wanted again.
        let mut again = Problems::new();
        let read = read_file::<PackFile>(&pack.id, &pack.folder, Path::new(PACK_FILE), Limits::default(), &mut again);
        let Some((source, draft)) = read else { continue };
        let mut list = draft.even_broken().moved;
        list.retain(|moved| check_from(pack, packs, &source, moved, known, problems));
        for moved in &list {
            let to = moved.to.as_ref().map(|to| to.value.as_str().into());
            if moves.insert(moved.from.value.as_str().into(), to).is_some() {
                let found = format!("`{}`, which has moved already", moved.from.value);
                source.report(problems, moved.from.span, &found, "each id once", None);
            }
        }
        sources.push((source, list));
    }
    // A later pack may say where an earlier one's id went on to.
    for (source, list) in &sources {
        list.iter().for_each(|moved| check_target(source, moved, &moves, known, problems));
    }
    moves.keys().map(|from| (Arc::clone(from), end_of(&moves, from))).collect()
}

/// An id may be said to have moved by its own pack, or by one that took over from a pack that is not there.
fn check_from(
    pack: &Pack,
    packs: &[Pack],
    source: &Source,
    moved: &MovedFile,
    known: &Known,
    problems: &mut Problems,
) -> bool {
    let from = moved.from.value.as_str();
    let owner = from.split_once('/').map(|(owner, _)| owner);
    if let Some(owner) = owner.filter(|owner| *owner != pack.id)
        && packs.iter().any(|other| other.id == owner)
    {
        let found = format!("`{from}`, an id of the pack `{owner}`, which is there");
        source.report(problems, moved.from.span, &found, "own ids, and those of a pack that is not there", None);
        return false;
    }
    if known.has_any(from) {
        let found = format!("`{from}` as an id that has moved, and it is there");
        source.report(problems, moved.from.span, &found, "an id that nothing has any more", None);
        return false;
    }
    true
}

/// What an id moved to is there, or has moved in its turn.
fn check_target(source: &Source, moved: &MovedFile, moves: &Moved, known: &Known, problems: &mut Problems) {
    let Some(to) = &moved.to else { return };
    if !known.has_any(&to.value) && !moves.contains_key(to.value.as_str()) {
        let ids: Vec<&str> = known.all_ids().collect();
        let found = format!("`{}` as what became of `{}`, which nobody has", to.value, moved.from.value);
        let allowed = format!("an id that is there, or no `to` where it is gone: {}", listed(&ids));
        source.report(problems, to.span, &found, &allowed, nearest(&to.value, ids));
    } else if ends_in_a_circle(moves, &moved.from.value) {
        let found = format!("`{}`, which has moved in a circle", moved.from.value);
        source.report(problems, moved.from.span, &found, "moves that come to an end", None);
    }
}

/// Follows an id to what it is now. A circle has no end.
fn end_of(moves: &Moved, from: &str) -> Option<Arc<str>> {
    let mut here = moves.get(from)?.clone()?;
    for _ in 0..=moves.len() {
        match moves.get(&here) {
            None => return Some(here),
            Some(next) => here = next.clone()?,
        }
    }
    None
}

fn ends_in_a_circle(moves: &Moved, from: &str) -> bool {
    let mut here = from;
    for _ in 0..=moves.len() {
        match moves.get(here) {
            Some(Some(next)) => here = next,
            _ => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use crate::content::testing::Folder;
    use expect_test::{Expect, expect};

    /// What loads with this list of a pack beside the toy pack, or why nothing does.
    fn check(moved: &str, more: &[(&str, &str)], expected: Expect) {
        let pack = format!(
            "Pack(id: \"odd\", version: \"0.1.0\", abi: \"0.1\", license: \"MIT\", requires: [\"core\"],\n moved: [{moved}])"
        );
        let mut files = vec![("odd/pack.ron", pack.as_str())];
        files.extend(more);
        let folder = Folder::core_and(&files);
        let said = match folder.load() {
            Ok(loaded) => {
                let moved = loaded.content.moved.iter().map(|(from, to)| format!("{from} -> {to:?}\n"));
                moved.collect::<String>() + &loaded.warnings.to_string()
            }
            Err(problems) => problems.to_string(),
        };
        expected.assert_eq(&folder.plain(&said));
    }

    #[test]
    fn an_old_id_is_read_as_the_new_one_with_a_warning() {
        let kind = r#"Kind(id: "odd/one", label: "one", glyph: 'o', hands: {"main-hand": (harm: "core/edge", points: 10)},
    actions: ["odd/poke", "core/parry"], profile: "core/steady", stats: {"core/dexterity": 12})"#;
        check(
            "(from: \"odd/poke\", to: \"odd/prod\"), (from: \"odd/prod\", to: \"core/jab\"), (from: \"gone/x\")",
            &[("odd/kinds/one.ron", kind)],
            expect![[r#"
                gone/x -> None
                odd/poke -> Some("core/jab")
                odd/prod -> Some("core/jab")
                warning: pack odd, TEMP/odd/kinds/one.ron:2:15, actions[0]
                  2 |     actions: ["odd/poke", "core/parry"], profile: "core/steady", stats: {"core/dexterity": 12})
                    |               ^
                  found the action `odd/poke`, which has moved
                  allowed: `core/jab`, as which it is read
            "#]],
        );
    }

    #[test]
    fn what_is_gone_is_said_to_be() {
        let text = r#"Action(id: "odd/a", kind: Wait, ticks: Chosen, text: "odd/old")"#;
        check(
            "(from: \"odd/old\")",
            &[("odd/actions/a.ron", text)],
            expect![[r#"
            error: pack odd, TEMP/odd/actions/a.ron:1:54, text
              1 | Action(id: "odd/a", kind: Wait, ticks: Chosen, text: "odd/old")
                |                                                      ^
              found the phrase `odd/old`, which is gone
              allowed: `core/step`
        "#]],
        );
    }

    #[test]
    fn a_move_to_nowhere_in_a_circle_or_of_another_pack_is_refused() {
        check(
            "(from: \"core/nap\", to: \"core/wait\"), (from: \"odd/a\", to: \"core/wiat\"), (from: \"odd/b\", to: \"odd/c\"),\n \
             (from: \"odd/c\", to: \"odd/b\"), (from: \"odd/a\"), (from: \"stage\", to: \"loudness\")",
            &[],
            expect![[r#"
                error: pack odd, TEMP/odd/pack.ron:2:17, moved[0].from
                  2 |  moved: [(from: "core/nap", to: "core/wait"), (from: "odd/a", to: "core/wiat"), (from: "odd/b", to: …
                    |                 ^
                  found `core/nap`, an id of the pack `core`, which is there
                  allowed: own ids, and those of a pack that is not there

                error: pack odd, TEMP/odd/pack.ron:2:67, moved[1].to
                  2 |  moved: [(from: "core/nap", to: "core/wait"), (from: "odd/a", to: "core/wiat"), (from: "odd/b", to: …
                    |                                                                   ^
                  found `core/wiat` as what became of `odd/a`, which nobody has
                  allowed: an id that is there, or no `to` where it is gone: `core/bail`, `core/boundary`, `core/jab`, `core/parry`, `core/step`, `core/wait`, `core/steady`, `core/dummy`, `core/dazed`, `core/rock`, `core/stone`, `core/attack`, `blow`, `loudness`, `stage`, `core/step`, `core/plain`, `core/dexterity`, `core/level`, `core/lore`, `core/strength`, `core/arrows`, `core/stage`, `stand` and 42 more
                  nearest: core/wait

                error: pack odd, TEMP/odd/pack.ron:2:88, moved[2].from
                  2 | …/wait"), (from: "odd/a", to: "core/wiat"), (from: "odd/b", to: "odd/c"),
                    |                                                    ^
                  found `odd/b`, which has moved in a circle
                  allowed: moves that come to an end

                error: pack odd, TEMP/odd/pack.ron:3:9, moved[3].from
                  3 |  (from: "odd/c", to: "odd/b"), (from: "odd/a"), (from: "stage", to: "loudness")])
                    |         ^
                  found `odd/c`, which has moved in a circle
                  allowed: moves that come to an end

                error: pack odd, TEMP/odd/pack.ron:3:39, moved[4].from
                  3 |  (from: "odd/c", to: "odd/b"), (from: "odd/a"), (from: "stage", to: "loudness")])
                    |                                       ^
                  found `odd/a`, which has moved already
                  allowed: each id once

                error: pack odd, TEMP/odd/pack.ron:3:56, moved[5].from
                  3 |  (from: "odd/c", to: "odd/b"), (from: "odd/a"), (from: "stage", to: "loudness")])
                    |                                                        ^
                  found `stage` as an id that has moved, and it is there
                  allowed: an id that nothing has any more
            "#]],
        );
    }
}
