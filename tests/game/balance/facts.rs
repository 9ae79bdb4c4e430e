//! What the log of one fight says about how it went: stages, wounds, nerve, flanks, and which blows met.
//!
//! Owns the counting of one fight. It reads nothing but the log and knows no rule; what would be a good figure stands in
//! `balance.rs`, which is the only one to call it.

use dungeon_mind::log::{Reader, Record};
use std::collections::{BTreeMap, BTreeSet};

/// A goblin's friends count as beside it within so many feet, as in the goblins' own profiles.
const BESIDE_FEET: i32 = 20;
/// A friend of an attacker takes part in a flank within so many feet of its target (parameter `flank_feet`).
const FLANK_FEET: i32 = 8;
/// What a goblin makes of its nerve shows within so many ticks: the longest blow that it can be in takes 45.
const NERVE_TICKS: u64 = 100;
/// Bodies of all that fight here: cells in x and y.
const BODY: [i32; 2] = [2, 1];

/// What one actor did and suffered.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// Which side it was on.
    pub side: String,
    /// Every rung of `stage` that it showed.
    pub stages: BTreeSet<String>,
    /// How many wounds it took.
    pub wounds: usize,
    /// `died`, `yielded`, `fled`, or nothing.
    pub end: Option<String>,
    /// How often a phase of an action began, by both names.
    pub begun: BTreeMap<String, u64>,
    /// How often a blow of it hurt somebody, by action.
    pub hits: BTreeMap<String, u64>,
    at: [i32; 3],
    stage: String,
}

impl Part {
    /// How often it began an action; one without a prep begins with its exec.
    pub fn begun_of(&self, action: &str) -> u64 {
        let of = |event: &str| self.begun.get(&format!("{event} {action}")).copied();
        of("prep_began").or_else(|| of("exec_began")).unwrap_or(0)
    }

    /// How often a blow of an action hurt somebody.
    pub fn hits_of(&self, action: &str) -> u64 {
        self.hits.get(action).copied().unwrap_or(0)
    }
}

/// The moment in which a goblin was winded first.
#[derive(Clone, Debug)]
pub struct Nerve {
    /// How many friends were beside it.
    pub friends: usize,
    /// Whether it ran or gave up on that.
    pub has_broken: bool,
    actor: String,
    until: u64,
    is_open: bool,
    has_acted: bool,
}

/// One fight.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The side that is left, or why it ended.
    pub outcome: String,
    /// The tick of its end.
    pub ticks: u64,
    /// Who took part.
    pub parts: BTreeMap<String, Part>,
    /// Each goblin that was winded and had the time to do something about it.
    pub nerves: Vec<Nerve>,
    /// Blows begun by goblins with a friend still in the fight.
    pub in_groups: u64,
    /// Those of them that came from a flank.
    pub from_flanks: u64,
}

impl Facts {
    /// Reads a log.
    pub fn of(log: &[u8]) -> Self {
        let mut facts = Self::default();
        let mut reader = Reader::new(log);
        while let Some(raw) = reader.next_raw().unwrap() {
            // Most of a log is of no interest here, and reading it would take longer than the fight.
            if has_news(raw.bytes) {
                facts.read(&raw.parse().unwrap());
            }
        }
        facts.nerves.retain(|nerve| nerve.has_acted);
        facts
    }

    /// What became of one.
    pub fn part(&self, actor: &str) -> &Part {
        self.parts.get(actor).unwrap_or_else(|| panic!("nobody is called {actor}: {:?}", self.parts.keys()))
    }

    fn read(&mut self, record: &Record) {
        let of = |key: &str| record.text(key).unwrap_or_default().to_owned();
        let (event, actor) = (record.event.as_str(), of("actor"));
        match event {
            "end" => (self.outcome, self.ticks) = (of("outcome"), record.tick),
            "joined" => {
                let at = record.cell("at").unwrap();
                let stages = BTreeSet::from(["fresh".to_owned()]);
                self.parts.insert(actor, Part { side: of("side"), stages, at, ..Part::default() });
            }
            "entering" => self.part_mut(&actor).at = record.cell("to").unwrap(),
            "stage" => self.stage(record.tick, &actor, of("rung")),
            "wound" => self.part_mut(&actor).wounds += 1,
            "died" | "yielded" | "fled" => self.part_mut(&actor).end = Some(event.to_owned()),
            "prep_began" | "exec_began" => self.begun(record.tick, event, &actor, &of("action"), &of("target")),
            "blow" if of("rung") != "miss" => *self.part_mut(&of("by")).hits.entry(of("action")).or_default() += 1,
            _ => {}
        }
    }

    fn part_mut(&mut self, actor: &str) -> &mut Part {
        self.parts.entry(actor.to_owned()).or_default()
    }

    fn stage(&mut self, tick: u64, actor: &str, rung: String) {
        let part = self.part_mut(actor);
        let was_better = matches!(part.stage.as_str(), "" | "fresh" | "working");
        part.stages.insert(rung.clone());
        part.stage = rung;
        let is_first = was_better && !matches!(part.stage.as_str(), "fresh" | "working");
        if is_first && part.side == "goblins" {
            let friends = self.friends(actor).filter(|friend| gap(self.parts[actor].at, friend.at) <= BESIDE_FEET).count();
            let (actor, until) = (actor.to_owned(), tick + NERVE_TICKS);
            self.nerves.push(Nerve { friends, has_broken: false, actor, until, is_open: true, has_acted: false });
        }
    }

    fn begun(&mut self, tick: u64, event: &str, actor: &str, action: &str, target: &str) {
        *self.part_mut(actor).begun.entry(format!("{event} {action}")).or_default() += 1;
        for nerve in self.nerves.iter_mut().filter(|nerve| nerve.actor == actor && nerve.is_open) {
            nerve.is_open = tick <= nerve.until;
            nerve.has_acted |= nerve.is_open;
            nerve.has_broken |= nerve.is_open && matches!(action, "goblins/flee" | "goblins/yield");
        }
        let is_blow = event == "exec_began" && matches!(action, "goblins/stab" | "goblins/club");
        if is_blow && self.friends(actor).next().is_some() {
            self.in_groups += 1;
            self.from_flanks += u64::from(self.is_flanking(actor, target));
        }
    }

    /// The others of a side that are still in the fight.
    fn friends<'a>(&'a self, actor: &'a str) -> impl Iterator<Item = &'a Part> {
        let side = &self.parts[actor].side;
        let others = self.parts.iter().filter(move |(name, part)| *name != actor && part.side == *side);
        others.map(|(_, part)| part).filter(|part| part.end.is_none())
    }

    /// Whether a friend stands near the target on its far side: more than a right angle between the two.
    fn is_flanking(&self, actor: &str, target: &str) -> bool {
        let Some(target) = self.parts.get(target) else { return false };
        let mine = way(target.at, self.parts[actor].at);
        self.friends(actor).any(|friend| {
            let theirs = way(target.at, friend.at);
            let is_near = theirs[0] * theirs[0] + theirs[1] * theirs[1] <= FLANK_FEET * FLANK_FEET;
            is_near && mine[0] * theirs[0] + mine[1] * theirs[1] < 0
        })
    }
}

/// Whether a line has one of the events that are counted.
fn has_news(line: &[u8]) -> bool {
    const NEWS: [&str; 11] =
        ["end", "joined", "entering", "stage", "wound", "died", "yielded", "fled", "prep_began", "exec_began", "blow"];
    // A line opens with its tick and its event.
    let head = String::from_utf8_lossy(&line[..line.len().min(60)]);
    let event = head.split("\"event\":\"").nth(1).and_then(|rest| rest.split('"').next());
    event.is_some_and(|event| NEWS.contains(&event))
}

/// From nearest cell to nearest cell of two bodies, along x and y.
fn way(from: [i32; 3], to: [i32; 3]) -> [i32; 2] {
    [0, 1].map(|axis| {
        let ahead = (to[axis] - (from[axis] + BODY[axis] - 1)).max(0);
        let behind = (from[axis] - (to[axis] + BODY[axis] - 1)).max(0);
        ahead - behind
    })
}

fn gap(from: [i32; 3], to: [i32; 3]) -> i32 {
    let [x, y] = way(from, to);
    (x * x + y * y).isqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two goblins on either side of a hero at (10, 0), and what happens then.
    fn check(lines: &[&str]) -> Facts {
        let joined = [("hero", "party", 10), ("gob", "goblins", 7), ("snik", "goblins", 14)];
        let joined = joined.map(|(actor, side, x)| {
            format!(r#"{{"tick":0,"event":"joined","actor":"{actor}","at":[{x},0,0],"kind":"k/k","side":"{side}"}}"#)
        });
        let head = r#"{"tick":0,"event":"fight","seed":0}"#.to_owned();
        let lines = lines.iter().map(|line| (*line).to_owned());
        let log: Vec<String> = [head].into_iter().chain(joined).chain(lines).collect();
        Facts::of((log.join("\n") + "\n").as_bytes())
    }

    const WINDED: &str = r#"{"tick":5,"event":"stage","actor":"gob","rung":"winded"}"#;

    #[test]
    fn a_blow_with_a_friend_beyond_the_foe_comes_from_a_flank() {
        let stab = r#"{"tick":1,"event":"exec_began","actor":"gob","action":"goblins/stab","ticks":4,"target":"hero"}"#;
        let moves = r#"{"tick":2,"event":"entering","actor":"snik","from":[14,0,0],"to":[7,1,0]}"#;
        let facts = check(&[stab, moves, stab, r#"{"tick":3,"event":"yielded","actor":"snik"}"#, stab]);
        assert_eq!((facts.from_flanks, facts.in_groups), (1, 2), "beyond, then beside, then alone");
        assert_eq!(facts.part("gob").begun_of("goblins/stab"), 3);
    }

    #[test]
    fn a_nerve_is_judged_by_what_is_done_soon() {
        let nerve = |lines: &[&str]| {
            let facts = check(lines);
            facts.nerves.iter().map(|nerve| (nerve.friends, nerve.has_broken)).collect::<Vec<_>>()
        };
        let does = |tick: u64, action: &str| {
            format!(r#"{{"tick":{tick},"event":"exec_began","actor":"gob","action":"{action}","ticks":1}}"#)
        };
        assert_eq!(nerve(&[WINDED, &does(9, "goblins/snarl")]), [(1, false)]);
        assert_eq!(nerve(&[WINDED, &does(9, "goblins/lose-nerve"), &does(20, "goblins/flee")]), [(1, true)]);
        assert_eq!(nerve(&[WINDED, &does(9, "goblins/snarl"), &does(400, "goblins/flee")]), [(1, false)]);
        assert_eq!(nerve(&[WINDED]), [], "it had no time to do anything");
        let far = r#"{"tick":2,"event":"entering","actor":"snik","from":[14,0,0],"to":[40,0,0]}"#;
        assert_eq!(nerve(&[far, WINDED, &does(9, "goblins/yield")]), [(0, true)]);
    }

    #[test]
    fn stages_wounds_and_blows_are_counted() {
        let facts = check(&[
            WINDED,
            r#"{"tick":6,"event":"blow","actor":"gob","action":"fighter/strike","by":"hero","ladder":"blow","rung":"hit"}"#,
            r#"{"tick":7,"event":"blow","actor":"gob","action":"fighter/strike","by":"hero","ladder":"blow","rung":"miss"}"#,
            r#"{"tick":7,"event":"wound","actor":"gob","by":"hero","kind":"wounds/split-brow"}"#,
            r#"{"tick":8,"event":"died","actor":"gob","by":"hero"}"#,
            r#"{"tick":9,"event":"end","outcome":"party","hash":"0"}"#,
        ]);
        let gob = facts.part("gob");
        assert_eq!((gob.wounds, gob.end.as_deref(), facts.outcome.as_str(), facts.ticks), (1, Some("died"), "party", 9));
        assert!(gob.stages.contains("fresh") && gob.stages.contains("winded"));
        assert_eq!(facts.part("hero").hits_of("fighter/strike"), 1);
    }
}
