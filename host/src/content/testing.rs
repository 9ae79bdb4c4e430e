//! For tests of content: a small lexicon, a small pack, and a folder that goes away.

use super::lexicon::{HookForm, Lexicon, Name, WordForm};
use super::problem::Problems;
use super::{Loaded, load_packs, pack_order, read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// What the toy module `core` registers.
pub fn lexicon() -> Lexicon {
    let name = |what: &str, id: &str, range: (i64, i64), default| Name {
        what: what.into(),
        id: id.into(),
        least: range.0,
        most: range.1,
        default,
        module: "core".into(),
    };
    let words = |list: &[&[&str]]| -> Vec<WordForm> {
        let form = |patterns: &&[&str]| WordForm {
            patterns: patterns.iter().map(|&text| text.to_owned()).collect(),
            module: "core".into(),
        };
        list.iter().map(form).collect()
    };
    let any = (i64::from(i32::MIN), i64::from(i32::MAX));
    let stat = |id, average| name("stat", id, any, average);
    let mut names = vec![
        name("parameter", "spread_points", (1, 100), 20),
        name("track", "core/stage", any, 0),
        name("track", "core/arrows", any, 0),
        name("harm", "core/edge", (0, 0), 0),
        name("event", "sprang", (0, 0), 0),
        stat("core/dexterity", 10),
        stat("core/strength", 10),
        stat("core/level", 1),
        stat("core/lore", 0),
    ];
    names.extend(["swing", "stand", "step"].map(|verb| name("verb", verb, (0, 0), 0)));
    let holders =
        crate::modules::ROLE_NAMES.iter().map(|role| ((*role).to_owned(), vec!["core".to_owned(), "tdgs".to_owned()]));
    Lexicon {
        names,
        effects: words(&[
            &["strike <hand> [<points:count> points]"],
            &["cancel <who>"],
            &["cancel parent"],
            &["noise <rung:loudness>"],
            &["after <ticks> ticks <line>"],
            &["give <id:condition> to <who> [for <ticks> ticks]"],
            &["become <choice:yielded|fled|half-down>"],
        ]),
        minds: words(&[
            &[
                "stage [of <who>] <choice:at-least|at-most> <rung:stage>",
                "stage mine <choice:at-least|at-most> <rung:stage>",
            ],
            &["ally within <feet> feet", "ally in <feet> feet"],
            &["phase <phase> [of <who>]"],
            &["seen [<who>]"],
            &["heard <id:event> of <kind>"],
            &["alone"],
        ]),
        selectors: words(&[&["nearest enemy"], &["enemy"], &["nearest ally of <who>"]]),
        truths: words(&[&["carries at-least <count> <id:track>"], &["calm"]]),
        guards: words(&[&["only by daylight"]]),
        hooks: vec![HookForm { event: "died".into(), line: "noise loud".into(), module: "core".into() }],
        holders: holders.collect(),
    }
}

/// The files of the toy pack `core`.
pub const CORE: &[(&str, &str)] = &[
    ("core/pack.ron", r#"Pack(id: "core", version: "0.1.0", abi: "0.1", license: "MIT OR Apache-2.0", module: "core")"#),
    ("core/ladders/stage.ron", r#"Ladder(id: "stage", rungs: [(id: "fresh"), (id: "winded"), (id: "guard-failing")])"#),
    ("core/ladders/blow.ron", r#"Ladder(id: "blow", rungs: [(id: "miss"), (id: "graze"), (id: "hit")])"#),
    ("core/ladders/loudness.ron", r#"Ladder(id: "loudness", rungs: [(id: "soft"), (id: "loud")], cuts: [10])"#),
    ("core/grounds/rock.ron", r##"Ground(id: "core/rock", fill: Solid, glyph: '#')"##),
    ("core/grounds/stone.ron", r#"Ground(id: "core/stone", glyph: '.', label: "worn stone")"#),
    ("core/checks/attack.ron", r#"Check(id: "core/attack", stat: "core/dexterity", against: "core/level")"#),
    (
        "core/conditions/dazed.ron",
        r#"Condition(id: "core/dazed", label: "dazed", takes: ["step"], modifiers: [("core/attack", -10)])"#,
    ),
    ("core/texts/step.ron", r#"Text(id: "core/step", wordings: ["{about} steps"])"#),
    ("core/actions/wait.ron", r#"Action(id: "core/wait", kind: Wait, ticks: Chosen, even: true, watchful: true)"#),
    (
        "core/actions/step.ron",
        r#"Action(id: "core/step", kind: Movement, ticks: Ground, target: Step, needs: ["step"], engaged: true, text: "core/step")"#,
    ),
    (
        "core/actions/boundary.ron",
        r#"Action(id: "core/boundary", kind: Cancel, ticks: (exec: 2, recover: 2), even: true, flinches: true)"#,
    ),
    (
        "core/actions/bail.ron",
        r#"Action(id: "core/bail", kind: Cancel, ticks: Invested(recover: 2), even: true, flinches: true)"#,
    ),
    (
        "core/actions/jab.ron",
        r#"Action(
    id: "core/jab", kind: Attack, ticks: (prep: 4, exec: 3, recover: 6), target: Actor(3), needs: ["swing", "stand"],
    windows: [(exec: (0, 3), shape: Ring(feet: 3), takes: [Entering], spares: Allies, effects: ["strike main-hand 5 points"])],
    on_complete: ["strike main-hand", "after 20 ticks noise loud"], costs: [("core/arrows", 1)],
    interruptible: Check(difficulty: 15), readability: (prep: 1, flinch: 2),
)"#,
    ),
    (
        "core/actions/parry.ron",
        r#"Action(id: "core/parry", kind: Guard, ticks: (exec: 2, recover: 6), reaction: true, on_exec: ["cancel actor"])"#,
    ),
    (
        "core/profiles/steady.ron",
        r#"Profile(id: "core/steady", archetype: Skirmisher, ranks: [
    (rank: 10, on: "prep-began attack", when: ["not stage mine at-least guard-failing"], react: "core/parry"),
    (rank: 20, on: "edge", when: ["alone"], cancel: "core/boundary"),
    (rank: 30, when: ["reach nearest enemy"], choose: [(weight: 3, act: "core/jab")], at: "nearest enemy"),
    (rank: 40, when: ["not reach nearest enemy", "ally in 6 feet"], act: "core/step", at: "flank of nearest enemy"),
    (rank: 90, act: "core/wait", ticks: 10),
])"#,
    ),
    (
        "core/kinds/dummy.ron",
        r#"Kind(id: "core/dummy", label: "dummy", glyph: 'd', hands: {"main-hand": (harm: "core/edge", points: 10)},
    actions: ["core/jab", "core/parry"], profile: "core/steady", stats: {"core/dexterity": 12})"#,
    ),
    ("core/rules/plain.ron", RULES),
];

/// The toy ruleset.
pub const RULES: &str = r#"Ruleset(
    id: "core/plain",
    roles: {"resolution": "core", "harm": "core", "tempo": "core", "movement": "core", "senses": "core", "readability": "core",
        "attitude": "core", "narration": "core"},
    order_stats: ("core/dexterity", "core/level"), reading_stats: ("core/lore", "core/lore"),
    concentration_check: "core/attack", interrupt_check: "core/attack",
    boundary_cancel: "core/boundary", deep_cancel: "core/bail", idle: "core/wait", stage_track: "core/stage",
    parameters: {"jitter_ticks": 0, "concentration_from": hit},
)"#;

/// A folder of packs that goes away with the test.
pub struct Folder(pub PathBuf);

impl Folder {
    /// Writes files, each path below the folder.
    pub fn of(files: &[(&str, &str)]) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("dungeon-mind-content-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = Folder(std::env::temp_dir().join(name));
        for (path, text) in files {
            folder.write(path, text);
        }
        folder
    }

    /// The toy pack, with other files beside it or in place of its own.
    pub fn core_and(files: &[(&str, &str)]) -> Self {
        let folder = Self::of(CORE);
        files.iter().for_each(|(path, text)| folder.write(path, text));
        folder
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("the temporary folder can be written");
        std::fs::write(path, text).expect("the temporary folder can be written");
    }

    pub fn roots(&self) -> Vec<PathBuf> {
        vec![self.0.clone()]
    }

    pub fn load(&self) -> Result<Loaded, Problems> {
        pack_order(&self.roots()).and_then(|packs| load_packs(&packs, read(&packs), &lexicon()))
    }

    /// A text without this folder's name, which differs from run to run.
    pub fn plain(&self, text: &str) -> String {
        text.replace(&self.0.display().to_string(), "TEMP")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that stays behind hurts nobody.
        std::fs::remove_dir_all(&self.0).ok();
    }
}
