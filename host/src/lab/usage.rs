//! Which actions and ranks fights use, counted over many seeds.
//!
//! Owns the counts and the table of `fight --report`. It reads the logs of fights, so it counts what a designer can look up
//! there, and knows nothing that is not in them; it never judges whether a count is good. The command line calls it.

use super::fight::Outcome;
use super::shares::{Interval, Share};
use crate::clock::Setup;
use crate::content::tables::{Control, ProfileIx};
use crate::log::{ReadError, Reader, Record};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::BufRead;

/// Counts over some fights.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Usage {
    /// How many fights.
    pub fights: u64,
    /// How often each outcome came.
    pub outcomes: BTreeMap<String, u64>,
    /// How long the fights took, ascending.
    pub ticks: Vec<u64>,
    /// By kind of actor and action.
    pub actions: Vec<ActionUse>,
    /// By profile and rank.
    pub ranks: Vec<RankUse>,
    /// By what stood behind or before a check against somebody.
    pub checks: Vec<CheckUse>,
    /// How often a module failed.
    pub faults: u64,
}

/// What became of an action of a kind of actor.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ActionUse {
    /// The kind of actor.
    pub kind: String,
    /// The action.
    pub action: String,
    /// In how many fights it reached its exec.
    pub fights: u64,
    /// How often it was begun as a reaction.
    pub reactions: u64,
    /// How often it reached its exec.
    pub execs: u64,
    /// How often it was gone through with.
    pub finished: u64,
    /// How often its actor gave it up.
    pub cancelled: u64,
    /// How often somebody else put an end to it.
    pub interrupted: u64,
    /// How often it met nobody.
    pub missed: u64,
}

/// How often a rank decided.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RankUse {
    /// The profile.
    pub profile: String,
    /// The rank.
    pub rank: i64,
    /// What it does.
    pub actions: String,
    /// In how many fights it decided.
    pub fights: u64,
    /// How often it decided.
    pub times: u64,
}

/// What came of checks against somebody under one circumstance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CheckUse {
    /// Nothing that counts; an opening (clause R9); a guard (clause R12); both.
    pub circumstance: &'static str,
    /// How many succeeded, of all.
    pub met: Share,
    /// How many wounded, of all.
    pub wounding: Share,
    /// The share of those that wounded, in permille.
    pub wounding_permille: Option<Interval>,
    /// How that share stands to the one of the first circumstance, in permille.
    pub against_plain_permille: Option<Interval>,
}

/// The circumstances of a check, by whether there was an opening and whether there was a guard.
const CIRCUMSTANCES: [&str; 4] = ["plain", "into a recover", "against a guard", "both"];

/// Counts while fights come in.
#[derive(Debug, Default)]
pub struct Counter {
    usage: Usage,
    actions: BTreeMap<(String, String), ActionUse>,
    ranks: BTreeMap<(String, i64), RankUse>,
    met: [Share; 4],
    wounding: [Share; 4],
}

impl Counter {
    /// A counter that knows the ranks of everybody in a fight: those that never decide are told too.
    #[must_use]
    pub fn of(setup: &Setup) -> Self {
        let mut counter = Self::default();
        for profile in profiles_of(setup) {
            let profile = &setup.content.profiles[profile.index()];
            for rank in &profile.ranks {
                let names = rank.choices.iter().map(|(_, ix)| &*setup.content.actions[ix.index()].name);
                let actions = names.collect::<Vec<_>>().join(" | ");
                let (profile, rank) = (profile.name.to_string(), i64::from(rank.rank));
                counter.ranks.insert((profile.clone(), rank), RankUse { profile, rank, actions, fights: 0, times: 0 });
            }
        }
        counter
    }

    /// Counts one fight: how it went, and its log.
    ///
    /// # Errors
    /// What is given is no log.
    pub fn add(&mut self, outcome: &Outcome, log: impl BufRead) -> Result<(), ReadError> {
        self.usage.fights += 1;
        *self.usage.outcomes.entry(outcome.ended.outcome.to_string()).or_default() += 1;
        self.usage.ticks.push(outcome.ended.tick);
        self.usage.faults += u64::try_from(outcome.faults.len()).unwrap_or(u64::MAX);
        let mut fight = OneFight::default();
        let mut reader = Reader::new(log);
        while let Some(record) = reader.next_record()? {
            self.count(&record, &mut fight);
        }
        fight.actions.iter().for_each(|key| self.actions.entry(key.clone()).or_default().fights += 1);
        fight.ranks.iter().for_each(|key| self.ranks.entry(key.clone()).or_default().fights += 1);
        Ok(())
    }

    fn count(&mut self, record: &Record, fight: &mut OneFight) {
        let of = |key: &str| record.text(key).unwrap_or_default().to_owned();
        match record.event.as_str() {
            "joined" => {
                fight.kinds.insert(of("actor"), of("kind"));
            }
            "check" if !of("target").is_empty() => self.count_check(record, fight),
            "wound" => {
                // One wound for one blow: a second from the same is no second blow.
                let blow = fight
                    .blow
                    .take_if(|blow| blow.tick == record.tick && blow.actor == of("by") && blow.target == of("actor"));
                if let Some(blow) = blow {
                    self.wounding[blow.circumstance].count += 1;
                }
            }
            "chose" => {
                let key = (of("profile"), record.integer("rank").unwrap_or_default());
                let used = self.ranks.entry(key.clone()).or_default();
                (used.profile, used.rank) = key.clone();
                used.times += 1;
                if used.actions.is_empty() {
                    used.actions = of("action");
                }
                fight.ranks.insert(key);
            }
            event => {
                let kind = fight.kinds.get(&of("actor")).cloned().unwrap_or_default();
                let key = (kind, of("action"));
                let Some(column) = column_of(event).filter(|_| !key.1.is_empty()) else { return };
                let used = self.actions.entry(key.clone()).or_default();
                (used.kind, used.action) = key.clone();
                *column(used) += 1;
                if event == "exec_began" {
                    fight.actions.insert(key);
                }
            }
        }
    }

    fn count_check(&mut self, record: &Record, fight: &mut OneFight) {
        let of = |key: &str| record.text(key).unwrap_or_default().to_owned();
        let circumstance =
            usize::from(record.integer("exploit").is_some()) + 2 * usize::from(record.integer("mitigated").is_some());
        let is_met = matches!(&*of("degree"), "success" | "critical-success");
        self.met[circumstance] = self.met[circumstance].and(Share { count: u64::from(is_met), of: 1 });
        self.wounding[circumstance].of += 1;
        fight.blow = Some(Blow { tick: record.tick, actor: of("actor"), target: of("target"), circumstance });
    }

    /// The counts, in order.
    #[must_use]
    pub fn finish(self) -> Usage {
        let mut usage = self.usage;
        let plain = self.wounding[0];
        let rows = CIRCUMSTANCES.into_iter().zip(self.met.into_iter().zip(self.wounding)).enumerate();
        let rows = rows.filter(|(_, (_, (met, _)))| met.of > 0).map(|(place, (circumstance, (met, wounding)))| CheckUse {
            circumstance,
            met,
            wounding,
            wounding_permille: wounding.interval(),
            against_plain_permille: if place == 0 { None } else { wounding.against(plain) },
        });
        usage.checks = rows.collect();
        usage.ticks.sort_unstable();
        usage.actions = self.actions.into_values().collect();
        usage.ranks = self.ranks.into_values().collect();
        usage
    }
}

/// What is known of the fight that is being counted.
#[derive(Debug, Default)]
struct OneFight {
    kinds: BTreeMap<String, String>,
    actions: BTreeSet<(String, String)>,
    ranks: BTreeSet<(String, i64)>,
    blow: Option<Blow>,
}

/// The check that was rolled last against somebody.
#[derive(Debug)]
struct Blow {
    tick: u64,
    actor: String,
    target: String,
    circumstance: usize,
}

type Column = fn(&mut ActionUse) -> &mut u64;

/// Which count of an action an event adds to.
fn column_of(event: &str) -> Option<Column> {
    Some(match event {
        "reaction_begun" => |used| &mut used.reactions,
        "exec_began" => |used| &mut used.execs,
        "finished" => |used| &mut used.finished,
        "cancelled" => |used| &mut used.cancelled,
        "interrupted" => |used| &mut used.interrupted,
        "missed" => |used| &mut used.missed,
        _ => return None,
    })
}

/// The profiles that decide in a fight, each once.
fn profiles_of(setup: &Setup) -> BTreeSet<ProfileIx> {
    let of_actor = |actor: &crate::content::tables::FightActor| match &actor.control {
        Control::Profile(profile) => Some(*profile),
        Control::Script(_, reacts) => *reacts,
        Control::Player => setup.content.kinds[actor.kind.index()].orders,
    };
    setup.fight.actors.iter().filter_map(of_actor).collect()
}

impl Usage {
    /// The ranks that never decided, by profile. Whether that is a fault is the reader's to say: some wait for what did not come.
    #[must_use]
    pub fn starving(&self) -> BTreeMap<&str, String> {
        let mut never: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for used in self.ranks.iter().filter(|used| used.times == 0) {
            never.entry(&used.profile).or_default().push(used.rank.to_string());
        }
        never.into_iter().map(|(profile, ranks)| (profile, ranks.join(", "))).collect()
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let median = self.ticks.get(self.ticks.len() / 2).copied().unwrap_or(0);
        let (least, most) = (self.ticks.first().copied().unwrap_or(0), self.ticks.last().copied().unwrap_or(0));
        writeln!(f, "{} fights; ticks: least {least}, median {median}, most {most}", self.fights)?;
        for (outcome, times) in &self.outcomes {
            let Some(share) = (Share { count: *times, of: self.fights }).interval() else { continue };
            let percent = |permille: u64| format!("{}.{}", permille / 10, permille % 10);
            let [least, middle, most] = [share.least, share.middle, share.most].map(percent);
            writeln!(f, "  {outcome}: {times} ({middle} %, in nineteen of twenty {least} to {most} %)")?;
        }
        writeln!(f)?;
        let title = ["kind", "action", "fights", "execs", "finished", "reactions", "cancelled", "interrupted", "missed"];
        let row = |used: &ActionUse| {
            let ActionUse { kind, action, fights, reactions, execs, finished, cancelled, interrupted, missed } = used;
            let counts = [fights, execs, finished, reactions, cancelled, interrupted, missed].map(u64::to_string);
            [kind.clone(), action.clone()].into_iter().chain(counts).collect()
        };
        write_table(f, &title, self.actions.iter().map(row))?;
        writeln!(f)?;
        let row = |used: &RankUse| {
            let RankUse { profile, rank, actions, fights, times } = used;
            vec![profile.clone(), rank.to_string(), actions.clone(), fights.to_string(), times.to_string()]
        };
        write_table(f, &["profile", "rank", "does", "fights", "times"], self.ranks.iter().map(row))?;
        for (profile, ranks) in self.starving() {
            writeln!(f, "never taken in {profile}: {ranks}")?;
        }
        if !self.checks.is_empty() {
            writeln!(f)?;
            let title = ["checks", "times", "met", "wounding", "wounding permille", "permille of plain"];
            write_table(f, &title, self.checks.iter().map(check_row))?;
        }
        if self.faults > 0 {
            writeln!(f, "\nmodules failed {} times; `--log FILE` with one seed says where", self.faults)?;
        }
        Ok(())
    }
}

/// Each figure in permille with the interval that holds it in nineteen cases of twenty.
fn check_row(used: &CheckUse) -> Vec<String> {
    let CheckUse { circumstance, met, wounding, wounding_permille, against_plain_permille } = used;
    let shown = |figure: &Option<Interval>| figure.map_or_else(|| "-".to_owned(), |figure| figure.to_string());
    let counts = [met.of, met.count, wounding.count].map(|count| count.to_string());
    let figures = [shown(wounding_permille), shown(against_plain_permille)];
    [(*circumstance).to_owned()].into_iter().chain(counts).chain(figures).collect()
}

/// Columns: words to the left, counts to the right.
fn write_table(f: &mut fmt::Formatter<'_>, title: &[&str], rows: impl Iterator<Item = Vec<String>>) -> fmt::Result {
    let title: Vec<String> = title.iter().map(|&word| word.to_owned()).collect();
    let rows: Vec<Vec<String>> = std::iter::once(title).chain(rows).collect();
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len)).map(|column| width(column).unwrap_or(0)).collect();
    // The first row of counts tells which columns are counts.
    let is_count =
        |column: usize| rows.get(1).and_then(|row| row.get(column)).is_some_and(|cell| cell.parse::<i64>().is_ok());
    for row in &rows {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| match is_count(column) {
            true => format!("{cell:>width$}"),
            false => format!("{cell:<width$}"),
        });
        writeln!(f, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Ended;
    use expect_test::expect;

    const LOG: &str = r#"{"tick":0,"event":"joined","actor":"hero","kind":"fighter/fighter"}
{"tick":0,"event":"chose","actor":"hero","action":"fighter/strike","profile":"fighter/steady","rank":50}
{"tick":0,"event":"prep_began","actor":"hero","action":"fighter/strike","ticks":18}
{"tick":18,"event":"exec_began","actor":"hero","action":"fighter/strike","ticks":6}
{"tick":20,"event":"missed","actor":"hero","action":"fighter/strike","reason":"gone"}
{"tick":40,"event":"finished","actor":"hero","action":"fighter/strike"}
{"tick":41,"event":"reaction_begun","actor":"hero","action":"fighter/guard","by":"gob","on":"prep_began"}
{"tick":44,"event":"interrupted","actor":"hero","action":"fighter/guard","by":"gob"}
{"tick":50,"event":"check","actor":"hero","target":"gob","kind":"core/attack","degree":"success"}
{"tick":50,"event":"wound","actor":"gob","by":"hero"}
{"tick":50,"event":"wound","actor":"gob","by":"hero"}
{"tick":51,"event":"check","actor":"gob","target":"hero","kind":"core/attack","degree":"failure","mitigated":1}
{"tick":51,"event":"check","actor":"hero","target":"gob","kind":"core/attack","degree":"critical-success","exploit":1}
{"tick":52,"event":"wound","actor":"gob","by":"hero"}
{"tick":52,"event":"check","actor":"hero","kind":"core/recall","degree":"success"}
"#;

    #[test]
    fn counts_are_tables() {
        let mut counter = Counter::default();
        let (profile, actions) = ("fighter/steady".to_owned(), "fighter/thrust".to_owned());
        counter.ranks.insert((profile.clone(), 40), RankUse { profile, rank: 40, actions, fights: 0, times: 0 });
        for (outcome, tick) in [("party", 90), ("nobody", 70), ("party", 80)] {
            let ended = Ended { outcome: outcome.into(), tick };
            let outcome = Outcome { ended, hash: 0, actors: Vec::new(), faults: Vec::new() };
            counter.add(&outcome, LOG.as_bytes()).unwrap();
        }
        expect![[r#"
            3 fights; ticks: least 70, median 80, most 90
              nobody: 1 (33.3 %, in nineteen of twenty 6.1 to 79.3 %)
              party: 2 (66.6 %, in nineteen of twenty 20.7 to 93.9 %)

            kind             action          fights  execs  finished  reactions  cancelled  interrupted  missed
            fighter/fighter  fighter/guard        0      0         0          3          0            3       0
            fighter/fighter  fighter/strike       3      3         3          0          0            0       3

            profile         rank  does            fights  times
            fighter/steady    40  fighter/thrust       0      0
            fighter/steady    50  fighter/strike       3      3
            never taken in fighter/steady: 40

            checks           times  met  wounding  wounding permille  permille of plain
            plain                3    3         3  1000 [438, 1000]   -
            into a recover       3    3         0  0 [0, 562]         -
            against a guard      3    0         0  0 [0, 562]         -
        "#]]
        .assert_eq(&counter.finish().to_string());
    }
}
