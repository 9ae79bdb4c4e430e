//! What is done with bytes from a stranger: one function for each parser, and what must hold whatever the bytes are.
//!
//! Owns the promises: nothing panics, what is refused is refused with a reason that is safe to show, what is accepted can be
//! run, and a fight that ran can be had again. libFuzzer calls these (`main`), and `cargo test` with every file of
//! `tests/fuzz/corpus`.

use dungeon_mind::clock::{Setup, Visits};
use dungeon_mind::content::problem::Problems;
use dungeon_mind::content::reading::{Limits, Source, Spanned};
use dungeon_mind::content::{self, Overrides};
use dungeon_mind::lab::{diff, fight as run, recording, replay as again};
use dungeon_mind::loading::Game;
use dungeon_mind::log::{FightLog, read_all};
use dungeon_mind::modules;
use dungeon_mind::plain_text::is_order;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// What a target is.
pub type Target = fn(&Game, &[u8]);

/// All but the keymap, which is the terminal's.
pub const TARGETS: &[(&str, Target)] = &[
    ("ron", ron),
    ("pack", pack),
    ("fight", fight),
    ("words", words),
    ("log", log),
    ("diff", two_logs),
    ("replay", replay),
    ("module", module),
];

/// How long a fight of a stranger is run here.
const MOST_TICKS: u64 = 300;

/// What is told of somebody's input is told in plain signs. The command line puts a stand-in for what is left; here it is
/// the messages themselves that are held to it.
fn is_safe(told: impl Display) {
    let told = told.to_string();
    assert!(!told.is_empty(), "something was refused without a reason");
    assert!(!told.contains(is_order), "{told:?}");
}

/// Every shape that a schema can ask for.
#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(rename = "Shape", default, deny_unknown_fields)]
struct Shape {
    flag: bool,
    small: u8,
    signed: i64,
    sign: Option<char>,
    text: Spanned<String>,
    list: Vec<Spanned<Shape>>,
    map: BTreeMap<Spanned<String>, Shape>,
    signs: BTreeMap<char, Spanned<String>>,
    pair: Option<(i32, Spanned<u16>)>,
    choice: Choice,
    within: Option<Box<Shape>>,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
enum Choice {
    #[default]
    None,
    One(u32),
    Two(Spanned<i8>, String),
    Named {
        reach: u16,
        name: Option<String>,
    },
}

/// The reader: a value without a problem, or a problem at a place that is there.
pub fn ron(_: &Game, bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let source = match Source::from_text("fuzz", Path::new("a.ron"), text, Limits::default()) {
        Ok(source) => source,
        Err(problems) => return is_safe(problems),
    };
    let mut problems = Problems::new();
    let value = source.read::<Shape>(&mut problems);
    assert_eq!(value.is_some(), problems.is_empty(), "{problems}");
    let lines = u32::try_from(source.text().split('\n').count()).unwrap_or(u32::MAX);
    for problem in &problems {
        assert!(problem.line <= lines, "{problem}");
        is_safe(problem);
    }
    // Nothing hangs on what was read before.
    assert_eq!(source.read::<Shape>(&mut Problems::new()), value);
}

/// Whole packs on a disk: parts of the input behind lines `@@ pack/folder/file`.
pub fn pack(game: &Game, bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let folder = Folder::new();
    for part in text.split("@@ ").skip(1) {
        let Some((path, text)) = part.split_once('\n') else { continue };
        folder.write(path.trim_end_matches('\r'), text);
    }
    let checked = content::check(std::slice::from_ref(&folder.0), &game.registry, false);
    assert_eq!(checked.is_right, !checked.problems.has_errors());
    for problem in &checked.problems {
        is_safe(problem);
    }
    if let Ok(order) = content::pack_order(std::slice::from_ref(&folder.0)) {
        for pack in order {
            assert!(pack.folder.starts_with(&folder.0), "{}", pack.folder.display());
            assert!(pack.module.is_none_or(|name| content::packs::is_library_name(&name)));
        }
    }
}

/// A folder that goes away.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        // In memory where there is such a place: a folder is written for every input.
        let memory = Path::new("/dev/shm");
        let place = if memory.is_dir() { memory.to_path_buf() } else { std::env::temp_dir() };
        let thread = format!("{:?}", std::thread::current().id()).replace(['(', ')'], "");
        let folder = Self(place.join(format!("dungeon-mind-fuzz-{}-{thread}", std::process::id())));
        let _ = std::fs::remove_dir_all(&folder.0);
        std::fs::create_dir_all(&folder.0).unwrap_or_else(|error| panic!("{}: {error}", folder.0.display()));
        folder
    }

    /// Writes a file, if its path is one that an archive could be unpacked to. A name that the system refuses is left out.
    fn write(&self, path: &str, text: &str) {
        let path = Path::new(path);
        let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
        if path.as_os_str().is_empty() || !is_inside || path.components().count() > 4 {
            return;
        }
        let path = self.0.join(path);
        if path.parent().is_some_and(|folder| std::fs::create_dir_all(folder).is_ok()) {
            let _ = std::fs::write(path, text);
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A fight's file: refused with reasons, or fought, without a fault, and had again from its log.
pub fn fight(game: &Game, bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match game.fight_from_text(text, "fuzz", 1, &Overrides::default()) {
        Err(error) => is_safe(error),
        Ok(setup) => fought(setup),
    }
}

fn fought(mut setup: Setup) {
    let max_ticks = setup.fight.max_ticks.min(MOST_TICKS);
    setup.fight = Arc::new(content::tables::Fight { max_ticks, ..(*setup.fight).clone() });
    let log = FightLog::to_memory();
    let outcome = log.with(|| run::run(&setup, Visits::Due));
    assert!(outcome.faults.is_empty(), "{:?}", outcome.faults);
    assert!(outcome.actors.len() >= setup.fight.actors.len(), "somebody is missing in the answer");
    let bytes = log.finish().unwrap_or_else(|error| panic!("{error}"));
    let recording = recording::read(bytes.as_slice()).unwrap_or_else(|error| panic!("{error}"));
    let verdict = again::replay(&recording, &setup, bytes.as_slice()).unwrap_or_else(|error| panic!("{error}"));
    assert!(verdict.is_same, "{verdict}");
}

/// Lines of words, one a line of the input, at every place of a fight's own content that takes one.
pub fn words(game: &Game, bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let quoted = |place: usize| format!("{:?}", text.lines().nth(place).unwrap_or("")).replace("\\'", "'");
    let (effect, second, mind, selector, set) = (quoted(0), quoted(1), quoted(2), quoted(3), quoted(4));
    let fight_text = format!(
        r#"Fight(
    rules: "core/dungeon-mind",
    map: (legend: {{'.': "core/stone", 'x': "core/rock"}}, slices: [["xxxxxxxx", "x......x", "xxxxxxxx"]]),
    actions: [(id: "try", kind: Attack, ticks: (prep: 2, exec: 3, recover: 2), target: Actor(5), needs: ["swing"],
        on_exec: [{effect}], on_complete: [{second}])],
    profiles: [(id: "trier", ranks: [(rank: 1, when: [{mind}], act: "try", at: {selector}), (rank: 9, act: "core/wait", ticks: 9)])],
    kinds: [(id: "tried", label: "one", glyph: 'o', hands: {{"main-hand": (harm: "edge", points: 10)}}, actions: ["try"], profile: "trier")],
    actors: [
        (id: "one", kind: "tried", side: "red", at: (1, 1, 0)),
        (id: "two", kind: "tried", side: "blue", at: (4, 1, 0)),
    ],
    set: [{set}],
    max_ticks: 60,
)"#
    );
    // An empty line of settings is no setting.
    fight(game, fight_text.replace("set: [\"\"]", "set: []").as_bytes());
}

/// A log: what reads at all is equal to itself, and can be told.
pub fn log(_: &Game, bytes: &[u8]) {
    match read_all(bytes) {
        Ok(records) => {
            assert!(records.len() <= bytes.iter().filter(|byte| **byte == b'\n').count() + 1);
            match diff::diff(bytes, bytes) {
                Ok(itself) => assert!(itself.is_equal(), "{itself}"),
                // Of a file with no whole line nobody knows that it is a log.
                Err(error) => assert!(records.is_empty(), "{error}"),
            }
        }
        Err(error) => told(error),
    }
    if let Err(error) = recording::read(bytes) {
        told(error);
    }
}

/// Two logs, the second behind a line `@@`.
pub fn two_logs(_: &Game, bytes: &[u8]) {
    let at = bytes.windows(3).position(|part| part == b"@@\n").unwrap_or(bytes.len());
    let (first, second) = (bytes.get(..at).unwrap_or(&[]), bytes.get(at + 3..).unwrap_or(&[]));
    match (diff::diff(first, second), diff::diff(second, first)) {
        (Ok(one), Ok(other)) => {
            assert_eq!(one.is_equal(), other.is_equal());
            assert_eq!(one.is_agreed_so_far(), other.is_agreed_so_far());
            told(one);
        }
        (Err(error), Err(_)) => told(error),
        (one, other) => panic!("one way round the logs can be compared, the other way not: {one:?} {other:?}"),
    }
}

/// What is told of a log may hold any sign; the command line takes the orders out. Here: it can be told.
fn told(what: impl Display) {
    assert!(!dungeon_mind::plain_text::shown(&what.to_string()).contains(is_order));
}

/// A log as the input of a replay, whatever it says: held against the fight that stands in it.
pub fn replay(game: &Game, bytes: &[u8]) {
    // The hash of the text is put right, so that a changed fight is a fight and not a refusal.
    let Some(bytes) = with_its_hash(bytes) else { return log(game, bytes) };
    let Ok(mut recording) = recording::read(bytes.as_slice()) else { return };
    recording.last_tick = recording.last_tick.min(MOST_TICKS);
    let overrides = recording.overrides.clone();
    let setup = game.fight_from_text(&recording.fight_text, &recording.fight, recording.seed, &overrides);
    match setup {
        Err(error) => told(error),
        Ok(setup) => match again::replay(&recording, &setup, bytes.as_slice()) {
            Ok(verdict) => told(verdict),
            Err(error) => told(error),
        },
    }
    recording.differences_from(game).iter().for_each(told);
}

fn with_its_hash(bytes: &[u8]) -> Option<Vec<u8>> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let mut head: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(bytes.get(..end)?).ok()?;
    let hash = format!("{:016x}", abi::hash(head.get("fight_text")?.as_str()?));
    head.insert("fight_hash".to_owned(), hash.into());
    let mut all = serde_json::to_vec(&head).ok()?;
    all.extend_from_slice(bytes.get(end..)?);
    Some(all)
}

/// The bytes of a library: judged, and none of their code is run.
pub fn module(_: &Game, bytes: &[u8]) {
    match modules::judge(bytes) {
        Ok(facts) => assert!(!facts.id.is_empty() && !facts.id.contains(is_order)),
        Err(trouble) => is_safe(trouble),
    }
}
