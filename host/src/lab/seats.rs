//! Who answers at the seats where nobody sits: what a recording has for that tick, actor and decision (clauses D4, D5).
//!
//! Owns the running of a fight on recorded input, from its beginning or from a snapshot. Where the recording has nothing, the
//! answer is to go on, or none; somebody free ends the run there. `replay` and whoever resumes a game call it.

use super::recording::{IntentRecord, Recording, SwapRecord};
use crate::clock::{Asks, Decision, Halt, Reply, Setup, Sim, Visits, advance};
use abi::{ActionId, Cell, EntityId, Intent, PhraseId, Target};
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};

/// A question of the engine that a recording has no answer to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Astray {
    /// When it was asked.
    pub tick: u64,
    /// Who.
    pub actor: String,
    /// The next entry that the log has for that actor: its line and tick.
    pub next: (u64, u64),
}

/// Where a run on recorded input stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The fight is over.
    Over,
    /// The tick at which the recording ends is over, and nobody is asked.
    Ended,
    /// Somebody free is asked, and the recording is at its end: the player's own answer comes next.
    Asked(Decision),
    /// Somebody free is asked, and the recording goes on otherwise.
    Astray(Astray),
}

/// The decisions and swaps of a recording that are still to come.
#[derive(Clone, Debug)]
pub struct Seats {
    intents: BTreeMap<String, VecDeque<IntentRecord>>,
    swaps: VecDeque<SwapRecord>,
    has_end: bool,
    /// The last tick that is run.
    last_tick: u64,
}

impl Seats {
    /// All that a recording has.
    #[must_use]
    pub fn of(recording: &Recording) -> Self {
        Self {
            intents: recording.intents.clone(),
            swaps: recording.swaps.iter().cloned().collect(),
            has_end: recording.has_end,
            last_tick: u64::MAX,
        }
    }

    /// No farther than to the end of this tick, for whoever asks what a recording says and not how it would go on.
    #[must_use]
    pub fn until(mut self, last_tick: u64) -> Self {
        self.last_tick = last_tick;
        self
    }

    /// What came after a snapshot: a swap at the end of its tick came behind it, intents in it came before (clause L9).
    #[must_use]
    pub fn after(mut self, tick: u64) -> Self {
        self.intents.values_mut().for_each(|waiting| waiting.retain(|entry| entry.tick > tick));
        self.swaps.retain(|swap| swap.tick >= tick);
        self
    }

    /// Runs to the end of the fight, or to the question at which the recording ends.
    ///
    /// `swap_in` gives the fight on the modules of a recorded swap, where they are to be had; where not, what is loaded stays.
    pub fn run(&mut self, sim: &mut Sim, mut swap_in: impl FnMut(&SwapRecord) -> Option<Setup>) -> Stopped {
        loop {
            // A swap at the end of a tick is handed over as soon as the ticks before it are processed.
            let until = self.swaps.front().map_or(u64::MAX, |swap| swap.tick.saturating_sub(1));
            match advance(sim, Visits::Due, until.min(self.last_tick)) {
                Halt::Over(_) => return Stopped::Over,
                Halt::Reached if self.last_tick <= until => return Stopped::Ended,
                Halt::Reached => {
                    let tick = until + 1;
                    self.take_swaps(sim, tick, &mut swap_in);
                }
                Halt::Asks(decision) => match self.answer(sim, &decision) {
                    Some(reply) => sim.answer(decision.actor, reply),
                    None => return self.stopped(sim, decision),
                },
            }
        }
    }

    fn take_swaps(&mut self, sim: &mut Sim, tick: u64, swap_in: &mut impl FnMut(&SwapRecord) -> Option<Setup>) {
        while let Some(swap) = self.swaps.pop_front_if(|swap| swap.tick <= tick) {
            if let Some(setup) = swap_in(&swap) {
                // One that does not fit is left out: the comparison of the logs tells what came of it.
                let _ = sim.swap_at(swap.tick, &setup);
            }
        }
    }

    /// The recorded answer; none where somebody free is asked and there is none.
    pub fn answer(&mut self, sim: &Sim, decision: &Decision) -> Option<Reply> {
        let actor = sim.world().name_of(decision.actor).map_or("", |name| name);
        let decisions: &[&str] = match decision.asks {
            Asks::Free => &["free"],
            Asks::GoOn { .. } => &["edge", "noticed"],
            Asks::React { .. } => &["reaction"],
        };
        match (self.take(actor, sim.tick(), decisions), &decision.asks) {
            (Some(_), Asks::GoOn { .. }) => Some(Reply::GiveUp),
            (Some(entry), _) => Some(Reply::Do(intent_of(sim, &entry))),
            (None, Asks::Free) => None,
            (None, _) => Some(Reply::GoOn),
        }
    }

    /// The entry for this actor, tick and decision, if it is the next one.
    fn take(&mut self, actor: &str, tick: u64, decisions: &[&str]) -> Option<IntentRecord> {
        let waiting = self.intents.get_mut(actor)?;
        waiting.pop_front_if(|next| next.tick == tick && decisions.contains(&next.decision.as_str()))
    }

    fn stopped(&self, sim: &Sim, decision: Decision) -> Stopped {
        let actor = sim.world().name_of(decision.actor).map_or("", |name| name).to_owned();
        let waiting = self.intents.get(&actor).and_then(VecDeque::front);
        let next = waiting.map(|next| (next.line_number, next.tick));
        // A recording that has an end has an answer to every such question.
        match next.or(self.has_end.then_some((0, 0))) {
            Some(next) => Stopped::Astray(Astray { tick: sim.tick(), actor, next }),
            None => Stopped::Asked(decision),
        }
    }
}

/// The intent that an entry names.
fn intent_of(sim: &Sim, entry: &IntentRecord) -> Intent {
    let action = ActionId::of(&entry.action);
    let target = match &entry.target {
        None => Target::None,
        Some(Value::Array(numbers)) => cell(numbers).map_or(Target::None, Target::Cell),
        Some(Value::String(name)) => match named(sim, name) {
            Some(id) => Target::Actor(id),
            None if name == "itself" => Target::Itself,
            None => Target::Phrase(PhraseId::of(name)),
        },
        Some(_) => Target::None,
    };
    Intent { action, target, ticks: entry.ticks }
}

fn cell(numbers: &[Value]) -> Option<Cell> {
    let number = |place: usize| numbers.get(place)?.as_i64().and_then(|number| i32::try_from(number).ok());
    Some(Cell::new(number(0)?, number(1)?, number(2)?))
}

fn named(sim: &Sim, name: &str) -> Option<EntityId> {
    let world = sim.world();
    let mut rows = (0..world.row_count()).filter(|row| world.is_actor(*row));
    rows.find(|row| **world.name(*row) == *name).map(|row| world.id(row))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(tick: u64, decision: &str) -> IntentRecord {
        IntentRecord {
            line_number: tick,
            tick,
            decision: decision.to_owned(),
            action: "core/wait".to_owned(),
            target: None,
            ticks: 1,
        }
    }

    fn seats() -> Seats {
        let waiting = VecDeque::from([entry(3, "free"), entry(3, "edge"), entry(5, "free")]);
        Seats {
            intents: BTreeMap::from([("hero".to_owned(), waiting)]),
            swaps: VecDeque::new(),
            has_end: true,
            last_tick: u64::MAX,
        }
    }

    #[test]
    fn clause_d5_an_entry_answers_its_own_question_only() {
        let mut seats = seats();
        assert_eq!(seats.take("hero", 2, &["free"]), None);
        assert_eq!(seats.take("hero", 3, &["reaction"]), None);
        assert_eq!(seats.take("gob", 3, &["free"]), None);
        assert_eq!(seats.take("hero", 3, &["free"]), Some(entry(3, "free")));
        assert_eq!(seats.take("hero", 3, &["edge", "noticed"]), Some(entry(3, "edge")));
    }

    #[test]
    fn clause_l9_behind_a_snapshot_only_later_entries_are_left() {
        let swap = |tick: u64| SwapRecord { tick, kind: "pack".into(), id: "a".into(), from: "1".into(), to: "2".into() };
        let mut seats = Seats { swaps: [swap(2), swap(3), swap(4)].into(), ..seats() }.after(3);
        assert_eq!(seats.take("hero", 5, &["free"]), Some(entry(5, "free")));
        assert_eq!(seats.swaps.iter().map(|swap| swap.tick).collect::<Vec<_>>(), [3, 4]);
    }
}
