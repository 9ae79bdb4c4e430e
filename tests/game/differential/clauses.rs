//! Which clauses a log exercised, and how often.
//!
//! Owns the table of the report. It reads a log line by line and keeps, for each actor, what it did last; it must never ask
//! the engine, which is what is tested. The differential tests call it.

use super::actions::{ActionFact, MARKS};
use super::fights::Facts;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How often each clause was exercised.
#[derive(Clone, Debug, Default)]
pub struct Counts(BTreeMap<&'static str, u64>);

/// Every clause that must be exercised; those of [`MARKS`] come to it.
const CLAUSES: &[&str] = &[
    "T2 a whole activity",
    "T3 no prep",
    "T3 no recover",
    "T6 lengths worked out",
    "T6 even",
    "T8 a wait left",
    "T9 ticks counted",
    "L2 nobody twice",
    "L3 chosen",
    "L3 a script's act",
    "L5 died",
    "L6 ticks jumped over",
    "L7 slept",
    "L7 woke",
    "L8 down: a prep",
    "L8 down: an exec",
    "L8 down: a recover",
    "L9 joined",
    "R1 queued",
    "R2 next tick",
    "R2 same tick",
    "R3 in Exec by then",
    "R3 words fail",
    "R3 refused",
    "R3 may not act",
    "R4 not the best",
    "R5 two in one pass",
    "R6 paused",
    "R6 cancelled",
    "R6 resumed",
    "R6 refused when going on",
    "R7 carry",
    "R7 supersede",
    "R7 resume",
    "R8 no fifth",
    "R9 unread",
    "R9 committed",
    "R9 exploit",
    "R11 deepest",
    "R12 mitigated",
    "R12 a check goes worse",
    "C2 boundary",
    "C3 deep",
    "C5 cancelled",
    "C5 a check",
    "C5 withstood",
    "C6 flinch",
    "P2 shown",
    "P3 learned",
    "C7 interrupted",
    "C7 concentration",
    "C7 verb lost",
    "C7 death",
    "C8 a check",
    "C9 same tick",
    "C10 gone by then",
    "C10 none left",
    "C11 parent",
    "D2 asked in prep",
    "D2 asked at the edge",
    "D3 asked to react",
    "D1 allowed, and begun",
    "G1 refused, as checked",
    "G2 a cell",
    "G3 out of reach",
    "G3 no line",
    "G3 dead or gone",
    "G4 Chebyshev",
    "G5 advanced",
    "I2 fixed order",
    "I4 jitter",
    "I4 shave",
    "K1 several taken at once",
    "K2 two died in one tick",
    "N1 began",
    "N1 ended",
    "W2 again",
    "W4 ended early",
    "M3 left",
    "M3 arrived",
    "M4 diagonal",
    "M5 ground",
    "M10 blocked",
    "M10 refused",
    "M10 places changed",
    "G1 guarded",
    "M11 engaged",
    "M13 load or balance",
    "E3 noticed",
    "E3 lost",
    "P5 began",
    "W5 a zone appears",
    "M7 a ground changes",
    "M7 fell",
    "M8 landed where somebody is",
    "M6 bodies apart",
    "M4 ways through the open",
    "M8 ways up or down",
];

impl Counts {
    pub fn add(&mut self, clause: &'static str, count: u64) {
        *self.0.entry(clause).or_default() += count;
    }

    pub fn merge(&mut self, other: &Self) {
        other.0.iter().for_each(|(clause, count)| self.add(clause, *count));
    }

    fn of(&self, clause: &str) -> u64 {
        self.0.get(clause).copied().unwrap_or(0)
    }

    fn all() -> impl Iterator<Item = &'static str> {
        CLAUSES.iter().copied().chain(MARKS.iter().map(|(clause, _)| *clause))
    }

    /// The table, and the clauses that were exercised less than so often.
    pub fn report(&self, least: u64) -> (String, Vec<&'static str>) {
        let mut clauses: Vec<&'static str> = Self::all().collect();
        clauses.sort_unstable();
        let mut table = String::new();
        clauses.iter().for_each(|clause| writeln!(table, "{:>10}  {clause}", self.of(clause)).unwrap());
        clauses.retain(|clause| self.of(clause) < least);
        (table, clauses)
    }
}

/// A line of the log: the fields that clauses hang on.
#[derive(Copy, Clone, Debug, Default)]
struct Line<'a> {
    tick: u64,
    event: &'a str,
    actor: &'a str,
    action: &'a str,
    reason: &'a str,
    text: &'a str,
    raw: &'a str,
}

/// The value of a key, without its quotes; nothing where the line does not have it.
fn field<'a>(line: &'a str, key: &str) -> &'a str {
    let Some(at) = line.find(key) else { return "" };
    let rest = &line[at + key.len()..];
    match rest.strip_prefix('"') {
        Some(text) => text.split('"').next().unwrap_or_default(),
        None => rest.split([',', '}']).next().unwrap_or_default(),
    }
}

impl<'a> Line<'a> {
    fn of(raw: &'a str) -> Self {
        Self {
            tick: field(raw, "\"tick\":").parse().unwrap(),
            event: field(raw, "\"event\":"),
            actor: field(raw, "\"actor\":"),
            action: field(raw, "\"action\":"),
            reason: field(raw, "\"reason\":"),
            text: field(raw, "\"text\":"),
            raw,
        }
    }

    fn ticks(&self) -> i64 {
        field(self.raw, "\"ticks\":").parse().unwrap_or(0)
    }
}

/// What an actor did last.
#[derive(Clone, Debug, Default)]
struct Doing<'a> {
    phase: &'a str,
    action: &'a str,
    paused: Vec<&'a str>,
    ended: Option<u64>,
    refused: bool,
    said: (u64, &'a str),
    windows_in: u64,
}

/// Reads one log.
struct Reader<'a> {
    facts: &'a Facts,
    doing: BTreeMap<&'a str, Doing<'a>>,
    died: (u64, u64),
    reacted: (u64, u64),
    counts: Counts,
}

/// What a log exercised.
pub fn count(log: &str, facts: &Facts) -> Counts {
    let mut reader =
        Reader { facts, doing: BTreeMap::new(), died: (u64::MAX, 0), reacted: (u64::MAX, 0), counts: Counts::default() };
    // The first line carries the whole fight, and the last one only its end.
    for raw in log.lines().skip(1) {
        reader.read(Line::of(raw));
    }
    reader.counts
}

impl<'a> Reader<'a> {
    fn fact(&self, action: &str) -> Option<&'a ActionFact> {
        let facts = self.facts;
        facts.actions.iter().find(|fact| fact.id == action)
    }

    fn one(&mut self, clause: &'static str) {
        self.counts.add(clause, 1);
    }

    fn when(&mut self, holds: bool, clause: &'static str) {
        self.counts.add(clause, u64::from(holds));
    }

    fn read(&mut self, line: Line<'a>) {
        match line.event {
            "prep_began" | "exec_began" | "recover_began" => self.phase(line),
            "finished" => self.finished(line),
            "reaction_queued" | "reaction_begun" | "reaction_dropped" => self.reaction(line),
            "paused" | "resumed" => self.aside(line),
            "cancelled" | "interrupted" | "superseded" => self.ended(line),
            "said" => self.said(line),
            "leaving" | "entering" | "blocked" => self.moved(line),
            "missed" => self.missed(line),
            "check" => self.check(line),
            "refused" => self.refused(line),
            "died" => {
                self.one("L5 died");
                self.died = if self.died.0 == line.tick { (line.tick, self.died.1 + 1) } else { (line.tick, 1) };
                self.when(self.died.1 == 2, "K2 two died in one tick");
            }
            _ => self.plain(line),
        }
        if line.event != "refused"
            && let Some(doing) = self.doing.get_mut(line.actor)
        {
            doing.refused = false;
        }
    }

    fn plain(&mut self, line: Line<'a>) {
        match line.event {
            "chose" => self.one("L3 chosen"),
            "intent" => self.when(!line.raw.contains("\"seat\":"), "L3 a script's act"),
            "joined" => self.when(line.tick > 0, "L9 joined"),
            "flinch" => self.one("C6 flinch"),
            "shown" => self.one("P2 shown"),
            "learned" => self.one("P3 learned"),
            "mitigated" => self.one("R12 mitigated"),
            "encounter_began" => self.one("N1 began"),
            "encounter_ended" => self.one("N1 ended"),
            "noticed" => self.one("E3 noticed"),
            "lost" => self.one("E3 lost"),
            "zone" => self.one("W5 a zone appears"),
            "ground" => self.one("M7 a ground changes"),
            "fell" => self.one("M7 fell"),
            "landed" => self.when(line.raw.contains("\"by\":"), "M8 landed where somebody is"),
            "slept" => self.one("L7 slept"),
            "woke" => self.one("L7 woke"),
            _ => {}
        }
    }

    fn phase(&mut self, line: Line<'a>) {
        let fact = self.fact(line.action);
        let facts = self.facts;
        let doing = self.doing.entry(line.actor).or_default();
        let is_begun = line.event == "prep_began" || (line.event == "exec_began" && doing.phase != "prep_began");
        let is_same_tick = is_begun && doing.ended == Some(line.tick) && line.action != "core/boundary";
        (doing.phase, doing.action) = (line.event, line.action);
        self.when(is_begun && line.event == "exec_began", "T3 no prep");
        self.when(is_same_tick, "C9 same tick");
        self.when(is_begun && line.raw.contains("\"target\":["), "G2 a cell");
        self.when(is_begun && facts.is_chebyshev, "G4 Chebyshev");
        self.when(is_begun && facts.is_order_fixed, "I2 fixed order");
        if line.action == "core/boundary" {
            self.when(is_begun, "C2 boundary");
        } else if line.action == "core/bail" {
            self.when(is_begun, "C3 deep");
        } else if line.action == "core/step" {
            self.step(line);
        }
        let Some(fact) = fact else { return };
        self.when(is_begun && fact.is_even, "T6 even");
        let given = if line.event == "prep_began" { fact.prep } else { fact.recover };
        if line.event != "exec_began" && line.ticks() != given {
            self.one("T6 lengths worked out");
            self.when(facts.has_jitter && !facts.has_terrain && !facts.has_shave, "I4 jitter");
            self.when(facts.has_shave && !facts.has_terrain && !facts.has_jitter && line.ticks() < given, "I4 shave");
            self.when(facts.has_terrain && !facts.has_shave && !facts.has_jitter, "M5 ground");
        }
    }

    fn step(&mut self, line: Line<'a>) {
        // On even ground a departure is nothing but what foes at hand add to it.
        self.when(line.event == "prep_began" && self.facts.has_engaged, "M11 engaged");
        let along = |permille: i64| self.facts.step_ticks * permille / 1000;
        let is_plain = [along(1000), along(1414), along(1732)].contains(&line.ticks());
        let is_diagonal = line.ticks() == along(1414) && along(1414) > along(1000);
        self.when(line.event == "exec_began" && !is_plain, "M13 load or balance");
        self.when(line.event == "exec_began" && is_diagonal, "M4 diagonal");
    }

    fn finished(&mut self, line: Line<'a>) {
        let doing = self.doing.entry(line.actor).or_default();
        let is_short = doing.phase == "exec_began";
        doing.phase = "";
        self.one("T2 a whole activity");
        self.when(is_short, "T3 no recover");
    }

    fn reaction(&mut self, line: Line<'a>) {
        match (line.event, line.reason) {
            ("reaction_queued", _) => self.one("R1 queued"),
            ("reaction_begun", _) => {
                self.one(if self.facts.is_same_tick { "R2 same tick" } else { "R2 next tick" });
                self.when(line.raw.contains("_began\""), "P5 began");
                self.reacted = if self.reacted.0 == line.tick { (line.tick, self.reacted.1 + 1) } else { (line.tick, 1) };
                self.when(self.reacted.1 == 2, "R5 two in one pass");
            }
            (_, "in-exec") => self.one("R3 in Exec by then"),
            (_, "when") => self.one("R3 words fail"),
            (_, "not-best") => self.one("R4 not the best"),
            (_, "may-not-act" | "dead" | "death") => self.one("R3 may not act"),
            (_, "declined") => {}
            _ => self.one("R3 refused"),
        }
    }

    fn aside(&mut self, line: Line<'a>) {
        let doing = self.doing.entry(line.actor).or_default();
        if line.event == "paused" {
            let was = doing.phase;
            doing.paused.push(was);
            doing.phase = "";
            self.one(if was == "recover_began" { "R7 resume" } else { "R6 paused" });
        } else {
            doing.phase = doing.paused.pop().unwrap_or_default();
            doing.action = line.action;
            self.one("R6 resumed");
        }
    }

    fn ended(&mut self, line: Line<'a>) {
        let fact = self.fact(line.action);
        let doing = self.doing.entry(line.actor).or_default();
        let was_refused = doing.refused;
        doing.phase = "";
        doing.ended = Some(line.tick);
        self.when(line.event == "interrupted" && fact.is_some_and(|fact| fact.has_window), "W4 ended early");
        match (line.reason, line.event) {
            ("left", _) => self.one("T8 a wait left"),
            ("reaction", "cancelled") => self.one("R6 cancelled"),
            ("reaction", _) => match fact.map_or("", |fact| fact.recover_on_react) {
                "Carry" => self.one("R7 carry"),
                "Supersede" => self.one("R7 supersede"),
                "Resume" => self.one("R8 no fifth"),
                _ => {}
            },
            ("stack", _) => self.one("R8 no fifth"),
            ("cancel", _) => self.one("C5 cancelled"),
            ("interrupt", _) => self.one("C7 interrupted"),
            ("concentration", _) => self.one("C7 concentration"),
            ("verb-lost", _) if !was_refused => self.one("C7 verb lost"),
            ("death", _) => self.one("C7 death"),
            ("may-not-act", "cancelled") => self.one("L8 down: a prep"),
            ("may-not-act", "interrupted") => self.one("L8 down: an exec"),
            ("may-not-act", _) => self.one("L8 down: a recover"),
            ("cost", _) => self.one("C10 gone by then"),
            ("cancel-parent", _) => self.one("C11 parent"),
            ("given-up", _) => {}
            _ if was_refused => self.one("R6 refused when going on"),
            _ => {}
        }
    }

    fn said(&mut self, line: Line<'a>) {
        let Some((clause, _)) = MARKS.iter().find(|(_, phrase)| *phrase == line.text) else { return };
        self.one(clause);
        let doing = self.doing.entry(line.actor).or_default();
        let is_again = doing.said == (line.tick, line.text);
        doing.said = (line.tick, line.text);
        if clause.ends_with("inside") {
            self.when(is_again, "K1 several taken at once");
        } else if clause.ends_with("entering") {
            let doing = self.doing.entry(line.actor).or_default();
            doing.windows_in += 1;
            let is_more = doing.windows_in > 1;
            self.when(is_more, "W2 again");
        }
    }

    fn moved(&mut self, line: Line<'a>) {
        match line.event {
            "leaving" => self.one("M3 left"),
            "blocked" => self.one("M10 blocked"),
            _ => {
                self.one("M3 arrived");
                let action =
                    self.doing.get(line.actor).filter(|doing| doing.phase == "exec_began").map_or("", |doing| doing.action);
                let advances = self.fact(action).is_some_and(|fact| fact.advances);
                self.when(advances, "G5 advanced");
                self.when(action == "core/swap", "M10 places changed");
            }
        }
    }

    fn missed(&mut self, line: Line<'a>) {
        match line.reason {
            "unread" => self.one("R9 unread"),
            "committed" => self.one("R9 committed"),
            "withstood" => self.one("C5 withstood"),
            "out-of-reach" => self.one("G3 out of reach"),
            "no-line" => self.one("G3 no line"),
            "dead" | "gone" => self.one("G3 dead or gone"),
            _ => {}
        }
    }

    fn check(&mut self, line: Line<'a>) {
        let kind = field(line.raw, "\"kind\":");
        let target = field(line.raw, "\"target\":");
        self.when(kind == "core/concentration", "C8 a check");
        self.when(kind == "core/interrupt", "C5 a check");
        self.when(line.raw.contains("\"mitigated\":"), "R12 a check goes worse");
        let is_exploit = self.doing.get(target).is_some_and(|doing| doing.phase == "recover_began");
        self.when(is_exploit, "R9 exploit");
    }

    fn refused(&mut self, line: Line<'a>) {
        self.doing.entry(line.actor).or_default().refused = true;
        match line.reason {
            "none-left" => self.one("C10 none left"),
            "occupied" => self.one("M10 refused"),
            "guarded" => self.one("G1 guarded"),
            _ => {}
        }
    }
}
