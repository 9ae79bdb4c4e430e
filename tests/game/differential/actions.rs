//! Random actions: strokes, areas, reactions, and everything that an effect line can set off.
//!
//! Owns the text of an action in a fight file. What it makes a body say is a mark: no log tells which window or which
//! scheduled effect a line came from, so each sort says a phrase of its own ([`MARKS`]). The generator of fights calls it.

use super::dice::Stream;

/// An action as a fight file writes it, and what is known of it.
#[derive(Clone, Debug)]
pub struct Action {
    pub text: String,
    pub fact: ActionFact,
}

/// What the counting of clauses has to know of an action.
#[derive(Clone, Debug, Default)]
pub struct ActionFact {
    pub id: String,
    pub prep: i64,
    pub recover: i64,
    pub is_even: bool,
    pub is_reaction: bool,
    pub has_window: bool,
    pub advances: bool,
    /// The name of what it is aimed at: `None`, `Itself`, `Actor`, `Cell`.
    pub target: String,
    pub recover_on_react: &'static str,
}

/// A phrase for each place that an effect can come from; said aloud, it marks the log.
pub const MARKS: &[(&str, &str)] = &[
    ("W1 ring, inside", "core/doing-attack"),
    ("W1 ring, entering", "core/doing-busy"),
    ("W1 cone, inside", "core/doing-cancel"),
    ("W1 cone, entering", "core/doing-exec"),
    ("W1 line, inside", "core/doing-feint"),
    ("W1 line, entering", "core/doing-guard"),
    ("W1 cells, inside", "core/doing-item"),
    ("W1 cells, entering", "core/doing-movement"),
    ("W5 a zone takes", "core/doing-prep"),
    ("W5 a zone's period", "core/doing-recall"),
    ("K3 scheduled", "core/doing-recover"),
    ("K3 ends with its maker", "core/doing-spell"),
    ("C7 on_interrupt", "core/doing-talk"),
    ("T4 on_exec", "core/do-act"),
    ("T4 on_complete", "core/do-answer"),
    ("K1 a hook runs", "core/do-back-off"),
];

pub fn mark(clause: &str) -> &'static str {
    MARKS.iter().find(|(held, _)| *held == clause).map(|(_, phrase)| *phrase).unwrap()
}

/// The actions of a fight: some strokes, some areas, some reactions, and some odd ones.
pub fn actions(dice: &mut Stream) -> Vec<Action> {
    let mut actions = Vec::new();
    for _ in 0..dice.between(2, 3) {
        actions.push(stroke(dice, actions.len()));
    }
    for _ in 0..dice.between(1, 2) {
        actions.push(area(dice, actions.len()));
    }
    for _ in 0..dice.between(2, 4) {
        actions.push(reaction(dice, actions.len()));
    }
    for _ in 0..dice.between(1, 2) {
        actions.push(odd(dice, actions.len()));
    }
    actions
}

/// A phase's length: none at all in a fifth of them, and now and then one in which much can change.
fn length(dice: &mut Stream, most: i64) -> i64 {
    match dice.between(0, 9) {
        0 | 1 => 0,
        2 => dice.between(30, 70),
        _ => dice.between(1, most),
    }
}

struct Draft {
    fact: ActionFact,
    kind: &'static str,
    exec: i64,
    target: String,
    more: Vec<String>,
}

impl Draft {
    fn new(dice: &mut Stream, place: usize, kind: &'static str, target: String) -> Self {
        let is_even = dice.percent(8);
        let recover_on_react = dice.of(&["Carry", "Supersede", "Resume"]);
        let (prep, recover) = (length(dice, 30), length(dice, 30));
        let id = format!("fuzz/act{place}");
        let aims = target.split('(').next().unwrap_or_default().to_owned();
        let fact = ActionFact { id, prep, recover, is_even, target: aims, recover_on_react, ..ActionFact::default() };
        Self { fact, kind, exec: dice.between(1, 12), target, more: Vec::new() }
    }

    fn finish(mut self, dice: &mut Stream) -> Action {
        let is_deep = dice.percent(12);
        self.more.push(match dice.between(0, 9) {
            0..=3 => "interruptible: Always".into(),
            4..=8 => format!("interruptible: Check(difficulty: {})", dice.between(-40, 40)),
            _ => "interruptible: Never".into(),
        });
        self.more.push(match (is_deep, dice.percent(35)) {
            (true, _) => "concentration: Deep, on_react: Cancel".into(),
            (false, true) => format!("concentration: Light, on_react: {}", dice.of(&["Pause", "Cancel"])),
            (false, false) => format!("on_react: {}", dice.of(&["Pause", "Pause", "Cancel"])),
        });
        if dice.percent(30) {
            self.more.push(format!("needs: [{}]", dice.of(&["\"grip\"", "\"throw\"", "\"swing\"", "\"cast\", \"grip\""])));
        }
        let has_cost = self.more.iter().any(|field| field.starts_with("costs"));
        if !has_cost && dice.percent(50) {
            self.more.push("costs: [(\"goblins/rocks\", 1)]".into());
        }
        if self.fact.prep > 1 && dice.percent(25) {
            self.more.push(shows(dice, self.fact.prep));
        }
        let readable = |dice: &mut Stream| dice.between(0, 3);
        self.more.push(format!(
            "readability: (prep: {}, exec: {}, recover: {}, flinch: {})",
            readable(dice),
            readable(dice),
            readable(dice),
            readable(dice)
        ));
        let ActionFact { id, prep, recover, is_even, is_reaction, recover_on_react, .. } = &self.fact;
        let text = format!(
            "(id: {id:?}, kind: {}, ticks: (prep: {prep}, exec: {}, recover: {recover}), target: {}, even: {is_even}, \
             reaction: {is_reaction}, recover_on_react: {recover_on_react}, {})",
            self.kind,
            self.exec,
            self.target,
            self.more.join(", ")
        );
        Action { text, fact: self.fact }
    }
}

/// One or two masks in a prep (clause P2): a stroke in some phase, a cancel, or a step.
fn shows(dice: &mut Stream, prep: i64) -> String {
    let mut shown = Vec::new();
    for _ in 0..dice.between(1, 2) {
        let action = dice.of(&["fuzz/act0", "fuzz/act0", "fuzz/act1", "core/boundary", "core/step"]);
        let ticks = if dice.percent(50) { format!(", ticks: {}", dice.between(1, 12)) } else { String::new() };
        let (from, phase) = (dice.between(0, prep - 1), dice.of(&["Prep", "Exec", "Recover"]));
        shown.push(format!("(from: {from}, action: {action:?}, phase: {phase}{ticks})"));
    }
    format!("shows: [{}]", shown.join(", "))
}

fn list(name: &str, lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| format!("{line:?}")).collect();
    format!("{name}: [{}]", lines.join(", "))
}

fn stroke(dice: &mut Stream, place: usize) -> Action {
    let reach = dice.of(&[1, 3, 5, 8, 20, 20, 20]);
    let kind = dice.of(&["Attack", "Attack", "Spell"]);
    let mut draft = Draft::new(dice, place, kind, format!("Actor(reach_feet: {reach})"));
    if dice.percent(30) {
        draft.fact.advances = true;
        draft.more.push(format!("advance_feet: {}", dice.between(1, 4)));
    }
    let mut on_exec = vec![format!("say {}", mark("T4 on_exec"))];
    if dice.percent(40) {
        on_exec.push(effect(dice));
    }
    let on_complete = vec![format!("say {}", mark("T4 on_complete")), blow(dice), effect(dice)];
    draft.more.push(list("on_exec", &on_exec));
    draft.more.push(list("on_complete", &on_complete));
    if dice.percent(50) {
        draft.more.push(list("on_interrupt", &[format!("say {}", mark("C7 on_interrupt")), effect(dice)]));
    }
    draft.finish(dice)
}

fn area(dice: &mut Stream, place: usize) -> Action {
    let shape = dice.of(&["ring", "cone", "line", "line", "cells"]);
    let target = match (shape, dice.between(0, 1)) {
        ("ring", 0) => "None".to_owned(),
        ("cells", 0) => format!("Cell(reach_feet: {})", dice.between(3, 20)),
        _ => format!("Actor(reach_feet: {})", dice.between(3, 20)),
    };
    let mut draft = Draft::new(dice, place, "Spell", target);
    draft.exec = if dice.percent(65) { dice.between(20, 50) } else { dice.between(1, 20) };
    draft.fact.has_window = true;
    let mut windows = Vec::new();
    for side in ["Inside", "Entering"] {
        let from = if dice.percent(70) { 0 } else { dice.between(0, draft.exec - 1) };
        let to = if dice.percent(70) { draft.exec } else { dice.between(from + 1, draft.exec) };
        let feet = dice.between(2, if shape == "line" { 20 } else { 10 });
        let name = match shape {
            "ring" => "Ring",
            "cone" => "Cone",
            "line" => "Line",
            _ => "Cells",
        };
        let said = format!("say {}", mark(&format!("W1 {shape}, {}", side.to_lowercase())));
        let mut effects = vec![said, blow(dice)];
        if dice.percent(40) {
            effects.push(effect(dice));
        }
        windows.push(format!(
            "(exec: ({from}, {to}), shape: {name}(feet: {feet}), takes: [{side}], once: {}, spares: {}, {})",
            dice.percent(60),
            dice.of(&["Nobody", "Allies"]),
            list("effects", &effects)
        ));
    }
    draft.more.push(format!("windows: [{}]", windows.join(", ")));
    if dice.percent(50) {
        draft.more.push(list("on_interrupt", &[format!("say {}", mark("C7 on_interrupt")), effect(dice)]));
    }
    draft.finish(dice)
}

fn reaction(dice: &mut Stream, place: usize) -> Action {
    let target = match dice.between(0, 9) {
        0 => "Itself".to_owned(),
        1 => "None".to_owned(),
        _ => format!("Actor(reach_feet: {})", dice.of(&[5, 10, 30])),
    };
    let kind = dice.of(&["Guard", "Attack", "Spell"]);
    let mut draft = Draft::new(dice, place, kind, target);
    draft.fact.is_reaction = true;
    if dice.percent(70) {
        draft.fact.prep = 0;
    }
    draft.exec = dice.between(1, 8);
    let answers =
        ["cancel actor", "interrupt actor", "mitigate actor 1", "mitigate actor 2", "strike main-hand", "cancel parent"];
    let (first, second) = (dice.of(&answers), dice.of(&answers));
    draft.more.push(list("on_exec", &[first.to_owned()]));
    draft.more.push(list("on_complete", &[second.to_owned(), effect(dice)]));
    draft.finish(dice)
}

/// What few actions do: falling down and getting up, calling for help, giving up.
fn odd(dice: &mut Stream, place: usize) -> Action {
    let mut draft = Draft::new(dice, place, "Talk", "None".into());
    let (lines, cost): (Vec<String>, &str) = match dice.between(0, 9) {
        0..=3 => {
            let up = format!("after {} ticks become up", dice.between(1, 30));
            (vec![up, "become down".into(), "noise plain".into()], "")
        }
        4..=6 => (vec![format!("bring {} fuzz/friend", dice.between(1, 2))], "costs: [(\"goblins/friends\", 1)]"),
        7 => (vec!["become yielded".into()], ""),
        8 => (vec!["become fled".into()], ""),
        _ => (vec!["mend self 20".into(), "take goblins/off-balance from self".into()], ""),
    };
    let moment = dice.of(&["on_exec", "on_complete"]);
    draft.more.push(list(moment, &lines));
    if !cost.is_empty() {
        draft.more.push(cost.to_owned());
    }
    draft.finish(dice)
}

fn blow(dice: &mut Stream) -> String {
    match dice.between(0, 9) {
        0..=5 => "strike main-hand".into(),
        6 => format!("strike off-hand {} points", dice.between(1, 40)),
        7 | 8 => format!("blast core/fire {} against target", dice.between(2, 30)),
        _ => format!("harm core/frost {} to target", dice.of(&[2, 10, 70, 70])),
    }
}

/// Any effect at all.
fn effect(dice: &mut Stream) -> String {
    let who = dice.of(&["target", "target", "self"]);
    let ticks = dice.between(1, 40);
    match dice.between(0, 22) {
        0 => format!("cancel {who}"),
        1 => format!("interrupt {who}"),
        2 => "mitigate target 1".into(),
        3 | 4 => format!("push target {} feet", dice.between(1, 4)),
        5 => format!("give wounds/broken-fingers to {who} for {ticks} ticks"),
        6 => format!("afflict goblins/off-balance on {who} by core/blast for {ticks} ticks"),
        7 => format!("give wounds/broken-ribs to {who} for {ticks} ticks"),
        8 => format!("take wounds/broken-fingers from {who}"),
        9 => "track goblins/rocks add 2 of self".into(),
        21 => "recall target".into(),
        22 => format!("show {} fuzz/act0 {} for {ticks} ticks", dice.of(&["attack", "spell"]), dice.of(&["prep", "exec"])),
        19 => "track goblins/rocks set 0 of target".into(),
        10 => format!("after {ticks} ticks track goblins/rocks set 0 of self"),
        11 => format!("noise {}", dice.of(&["faint", "plain", "loud"])),
        12 | 13 => format!("after {ticks} ticks say {}", mark("K3 scheduled")),
        14 => format!("if-alive after {ticks} ticks say {}", mark("K3 ends with its maker")),
        15 => format!("after {ticks} ticks {}", plain(dice)),
        16 => format!("zone {} feet for {ticks} ticks say {}", dice.between(0, 6), mark("W5 a zone takes")),
        17 if dice.percent(30) => {
            let period = dice.between(4, 15);
            format!(
                "zone {} feet for {ticks} ticks every {period} ticks say {}",
                dice.between(1, 6),
                mark("W5 a zone's period")
            )
        }
        17 => format!("after {ticks} ticks become {}", dice.of(&["down", "up"])),
        18 => format!("zone {} feet for {ticks} ticks {}", dice.between(0, 5), plain(dice)),
        _ => format!("mend {who} {}", dice.between(1, 10)),
    }
}

/// An effect that can be scheduled or lie about in a zone.
fn plain(dice: &mut Stream) -> String {
    dice.of(&[
        "harm core/fire 3 to target",
        "harm core/fire 60 to target",
        "blast core/shock 9 against target",
        "cancel target",
        "interrupt target",
        "push target 2 feet",
        "give wounds/broken-fingers to target for 15 ticks",
        "strike main-hand",
        "track goblins/rocks set 0 of target",
    ])
    .to_owned()
}
