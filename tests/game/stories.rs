//! Stories: small scripted fights of `tests/fights`, each with the log that it must leave, as readable text beside it.
//!
//! Owns what of a log a story shows and how it is compared. It must never know a rule: what is right stands in the
//! `.log.txt` files, which were written by hand from the clauses. Run by `cargo test`; `UPDATE_EXPECT=1` rewrites them.
//!
//! A story is `<topic>/<name>.fight.ron` and `<topic>/<name>.log.txt`. The text has a line for each line of the log that it
//! shows, `<tick> <event> key=value ...`. Lines at its top that begin with `#` are kept, and two of them are orders:
//! `# only: <events>` shows these instead of [`SHOWN`], `# with: <keys>` shows these beside those of [`keys_of`].
//! Each story is fought twice, jumping and visiting every tick (clause L6).

use crate::support::root;
use dungeon_mind::clock::Visits;
use dungeon_mind::content::Overrides;
use dungeon_mind::lab;
use dungeon_mind::loading::Game;
use dungeon_mind::log::FightLog;
use dungeon_mind::modules::Places;
use serde_json::{Map, Value};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// No story hangs on the dice: what is rolled cannot fail, or is not shown. So one seed will do.
const SEED: u64 = 1;

/// Everything that the clock decides; not who notices whom and how deep a wound is.
const SHOWN: &str = "prep_began exec_began recover_began finished reaction_queued reaction_begun reaction_dropped paused \
                     resumed superseded cancelled interrupted flinch missed mitigated leaving entering blocked check noise \
                     refused fault";

/// The folders of `tests/fights`; a test of its own runs each.
const TOPICS: &[&str] = &[
    "cancels",
    "classes",
    "clock",
    "consequences",
    "decisions",
    "encounters",
    "feats",
    "ground",
    "minds",
    "monsters",
    "movement",
    "order",
    "public",
    "reactions",
    "senses",
    "targets",
    "tdgs",
    "time",
    "windows",
    "wounds",
];

/// The keys of a log line that a story shows. `reason` only where a clause gives it a meaning.
fn keys_of(event: &str) -> &'static [&'static str] {
    match event {
        "prep_began" | "exec_began" | "recover_began" => &["actor", "action", "ticks", "target"],
        "reaction_queued" | "reaction_begun" => &["actor", "action", "by", "on"],
        "reaction_dropped" => &["actor", "action", "by", "on", "reason"],
        "missed" => &["actor", "action", "target", "reason"],
        "check" => &["actor", "target", "kind"],
        "leaving" | "entering" | "blocked" | "fell" | "landed" => &["actor", "by", "from", "to"],
        "blow" | "wound" | "condition" | "stage" | "died" | "noise" => &["actor", "by", "rung"],
        "refused" => &["actor", "reason", "cause", "kind"],
        "asked" | "stopped" => &["actor", "reason", "cause"],
        "awareness" => &["actor", "by", "kind", "rung"],
        "light" | "light_lost" | "smell" => &["actor", "rung"],
        "noticed" | "lost" | "absence" | "encounter_began" | "encounter_ended" => &["actor", "by"],
        "ground" | "zone" => &["kind", "at", "by"],
        "fault" => &["module", "word", "reason"],
        // Whose present activity gives something up is the news of a flinch, not which of the two it names.
        "flinch" => &["actor"],
        _ => &["actor", "action", "by"],
    }
}

/// What the first lines of an expected log order.
struct Filter<'a> {
    only: Vec<&'a str>,
    with: Vec<&'a str>,
    head: String,
}

impl<'a> Filter<'a> {
    fn of(expected: &'a str) -> Self {
        let mut filter = Self { only: SHOWN.split_whitespace().collect(), with: Vec::new(), head: String::new() };
        for line in expected.lines().take_while(|line| line.starts_with('#')) {
            filter.head.push_str(line);
            filter.head.push('\n');
            if let Some(events) = line.strip_prefix("# only:") {
                filter.only = events.split_whitespace().collect();
            } else if let Some(keys) = line.strip_prefix("# with:") {
                filter.with = keys.split_whitespace().collect();
            }
        }
        filter
    }

    /// The log as a story tells it.
    fn tell(&self, log: &str) -> String {
        let mut told = self.head.clone();
        for line in log.lines() {
            let record: Map<String, Value> = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
            let (Some(tick), Some(Value::String(event))) = (record.get("tick"), record.get("event")) else {
                panic!("a line of the log has no tick or no event: {line}");
            };
            if self.only.contains(&event.as_str()) {
                write!(told, "{tick} {event}").unwrap();
                self.tell_keys(event, &record, &mut told);
                told.push('\n');
            }
        }
        told
    }

    fn tell_keys(&self, event: &str, record: &Map<String, Value>, told: &mut String) {
        let shown = keys_of(event);
        for key in dungeon_mind::log::KEYS {
            let Some(value) = record.get(*key).filter(|_| shown.contains(key) || self.with.contains(key)) else { continue };
            let is_own_doing = *key == "by" && record.get("actor") == Some(value);
            let is_no_mitigation = *key == "mitigated" && value == 0;
            if !is_own_doing && !is_no_mitigation {
                write!(told, " {key}={}", plain(value)).unwrap();
            }
        }
    }
}

/// A value as a story writes it: a cell as `1,2,0`.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// The folder of the game's own libraries. A test build makes no other package's library, so a nested build does, once for
/// each process; when nothing has changed it costs a fraction of a second.
pub fn libraries() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let here = std::env::current_exe().unwrap();
        let target = here.ancestors().nth(3).unwrap();
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.current_dir(root()).args(["build", "--workspace", "--exclude", "game-tests", "--target-dir"]).arg(target);
        if !cfg!(debug_assertions) {
            command.arg("--release");
        }
        let output = command.output().unwrap();
        assert!(output.status.success(), "the game does not build:\n{}", String::from_utf8_lossy(&output.stderr));
        target.join(if cfg!(debug_assertions) { "debug" } else { "release" })
    })
}

/// The game with its modules, loaded once for each process.
pub fn game() -> &'static Game {
    static LOADED: OnceLock<Game> = OnceLock::new();
    LOADED.get_or_init(|| {
        let places = Places::of(&[], libraries());
        Game::load_from(&[root().join("content")], &places, false).unwrap_or_else(|error| panic!("{error}"))
    })
}

/// Fights a story and gives its log, or what the game says instead.
fn fight(story: &Path, visits: Visits) -> Result<String, String> {
    let setup = game().fight(&story.to_string_lossy(), SEED, &Overrides::default()).map_err(|error| error.to_string())?;
    let log = FightLog::to_memory();
    log.with(|| lab::fight::run(&setup, visits));
    let bytes = log.finish().map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

/// Where two texts part: some lines before, then what each has.
fn parting(expected: &str, told: &str) -> String {
    let (expected, told): (Vec<_>, Vec<_>) = (expected.lines().collect(), told.lines().collect());
    let same = expected.iter().zip(&told).take_while(|(a, b)| a == b).count();
    let mut text = String::new();
    expected[same.saturating_sub(3)..same].iter().for_each(|line| writeln!(text, "    {line}").unwrap());
    expected[same..].iter().take(6).for_each(|line| writeln!(text, "  - {line}").unwrap());
    told[same..].iter().take(6).for_each(|line| writeln!(text, "  + {line}").unwrap());
    text
}

/// What is wrong with a story, if anything is.
fn wrong(story: &Path) -> Option<String> {
    let beside = story.to_string_lossy().replace(".fight.ron", ".log.txt");
    let expected = fs::read_to_string(&beside).unwrap_or_default();
    let shown = story.strip_prefix(root()).unwrap_or(story).display();
    let replay = format!("dungeon-mind fight {shown} --seed {SEED} --log FILE");
    let (log, every) = match (fight(story, Visits::Due), fight(story, Visits::Every)) {
        (Ok(log), Ok(every)) => (log, every),
        (Err(says), _) | (_, Err(says)) => return Some(format!("{replay}\n{says}")),
    };
    if log != every {
        let parts = parting(&every, &log);
        return Some(format!("{replay}\nclause L6: jumping (+) parts from visiting every tick (-)\n{parts}"));
    }
    let told = Filter::of(&expected).tell(&log);
    if told == expected {
        return None;
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&beside, told).unwrap();
        return None;
    }
    Some(format!("{replay}\n{}", parting(&expected, &told)))
}

/// The stories of a topic, in order.
fn stories(topic: &str) -> Vec<PathBuf> {
    let folder = root().join("tests/fights").join(topic);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.to_string_lossy().ends_with(".fight.ron"));
    found.sort();
    found
}

/// Runs all stories of a topic, and tells of every one that went otherwise.
fn check(topic: &str) {
    let stories = stories(topic);
    assert!(!stories.is_empty(), "tests/fights/{topic} has no story");
    let failed: Vec<String> = stories.iter().filter_map(|story| wrong(story)).collect();
    assert!(failed.is_empty(), "{} of {} stories:\n\n{}", failed.len(), stories.len(), failed.join("\n"));
}

macro_rules! topics {
    ($($topic:ident)*) => {
        $(#[test] fn $topic() { check(stringify!($topic)); })*

        #[test]
        fn every_topic_is_run() {
            assert_eq!(TOPICS, [$(stringify!($topic)),*]);
        }
    };
}

topics! { cancels classes clock consequences decisions encounters feats ground minds monsters movement order public reactions senses targets tdgs time windows wounds }

#[test]
fn every_folder_is_a_topic_and_every_fight_has_its_log() {
    let fights = root().join("tests/fights");
    let mut folders: Vec<_> = fs::read_dir(&fights).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    folders.sort();
    assert_eq!(folders, TOPICS);
    for topic in TOPICS {
        let files = fs::read_dir(fights.join(topic)).unwrap().map(|entry| entry.unwrap().path());
        let mut stems: Vec<String> = files
            .map(|path| path.file_name().unwrap().to_string_lossy().replace(".fight.ron", "").replace(".log.txt", ""))
            .collect();
        stems.sort();
        let alone: Vec<_> = stems.chunk_by(|a, b| a == b).filter(|same| same.len() != 2).collect();
        assert!(alone.is_empty(), "in {topic}, neither half of a story stands alone: {alone:?}");
    }
}

#[test]
fn a_story_shows_what_it_orders() {
    let log = concat!(
        "{\"tick\":0,\"event\":\"fight\",\"seed\":1}\n",
        "{\"tick\":0,\"event\":\"leaving\",\"actor\":\"gob\",\"by\":\"gob\",\"from\":[1,2,0],\"to\":[2,2,0]}\n",
        "{\"tick\":3,\"event\":\"check\",\"actor\":\"gob\",\"target\":\"hero\",\"kind\":\"core/attack\",\"degree\":\"failure\",\"mitigated\":0}\n",
        "{\"tick\":3,\"event\":\"blow\",\"actor\":\"hero\",\"by\":\"gob\",\"ladder\":\"blow\",\"rung\":\"miss\"}\n",
    );
    let told = Filter::of("").tell(log);
    assert_eq!(told, "0 leaving actor=gob from=1,2,0 to=2,2,0\n3 check actor=gob target=hero kind=core/attack\n");
    let head = "# only: check blow\n# with: degree mitigated\n";
    let told = Filter::of(head).tell(log);
    let lines = "3 check actor=gob target=hero kind=core/attack degree=failure\n3 blow actor=hero by=gob rung=miss\n";
    assert_eq!(told, format!("{head}{lines}"));
}
