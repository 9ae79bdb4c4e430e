//! Who answers at the seats where nobody sits: what a recording has for that tick, actor and decision (clauses D4, D5).
//!
//! Owns the running of a fight on recorded input, from its beginning or from a snapshot. Where the recording has nothing, the
//! answer is to go on, or none; somebody free ends the run there. `replay` and whoever resumes a game call it.

use super::recording::{Attention, Change, ChangeRecord, IntentRecord, Position, Recording, Since, SwapRecord};
use crate::clock::{Asks, Decision, Halt, Reply, Setup, Sim, Visits, advance};
use crate::modules::ModuleError;
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
    /// The next entry that the log has for that actor: its line and tick; zeros where there is none, and should be.
    pub next: (u64, u64),
    /// What could not be done, where that is the reason.
    pub why: Option<String>,
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

/// What a recording has for a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Recalled {
    /// This was answered.
    Reply(Reply),
    /// The recording ends here: what comes now has not been decided yet.
    Present {
        /// Whether the player is known to have been waited for at this very question.
        was_shown: bool,
    },
    /// The recording ends here with a change of standing orders, by which this may be asked no longer: the engine tells.
    AskedAnew,
    /// The recording goes on, but with something else: this is not the run that it tells of.
    Astray(Astray),
}

/// The decisions, swaps and changes of a recording that are still to come.
#[derive(Clone, Debug, Default)]
pub struct Seats {
    intents: BTreeMap<String, VecDeque<IntentRecord>>,
    swaps: VecDeque<SwapRecord>,
    changes: VecDeque<ChangeRecord>,
    /// The last question at which somebody is known to have been waited for.
    wait: Option<Position>,
    /// What the player attended to there.
    attention: Attention,
    /// How many entries have been given.
    given: u64,
    /// Whether somebody sits there: then who is asked where the recording ends is not answered for.
    is_continued: bool,
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
            changes: recording.changes.iter().cloned().collect(),
            has_end: recording.has_end,
            last_tick: u64::MAX,
            ..Self::default()
        }
    }

    /// For a run that is gone on with: up to the question at which the player sat. Its swaps are over: it is loaded as it was
    /// last.
    #[must_use]
    pub fn to_continue(recording: &Recording) -> Self {
        let (wait, attention) = match &recording.wait {
            Some(wait) => (Some(wait.position.clone()), wait.attention.clone()),
            None => (None, Attention::default()),
        };
        Self { wait, attention, is_continued: true, swaps: VecDeque::new(), ..Self::of(recording) }
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
        let before = self.left();
        self.intents.values_mut().for_each(|waiting| waiting.retain(|entry| entry.tick > tick));
        self.given += (before - self.left()) as u64;
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
                Halt::Asks(decision) => match self.recall(sim, &decision) {
                    Recalled::Reply(reply) => sim.answer(decision.actor, reply),
                    Recalled::Present { .. } => return Stopped::Asked(decision),
                    Recalled::AskedAnew => {}
                    Recalled::Astray(astray) => return Stopped::Astray(astray),
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

    /// Takes out the changes that were made before anybody was asked: they belong to the fight's set-up.
    ///
    /// # Errors
    /// A change names a holder that nobody registered.
    pub fn set_up(&mut self, setup: &mut Setup) -> Result<(), Astray> {
        while let Some(change) = self.changes.pop_front_if(|change| change.since == Since::Start) {
            // Nobody orders anything before there is a question.
            let Change::Modules(change) = change.change else { continue };
            setup.change_modules(change).map_err(|errors| Astray::unchanged(0, String::new(), &errors))?;
        }
        Ok(())
    }

    /// Whether modules were changed, and are still to be on this way.
    #[must_use]
    pub fn has_changes(&self) -> bool {
        self.changes.iter().any(|change| matches!(change.change, Change::Modules(_)))
    }

    /// Whether nothing of the record is left.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.left() == 0 && self.wait.is_none() && self.changes.is_empty()
    }

    /// How many decisions are left.
    #[must_use]
    pub fn left(&self) -> usize {
        self.intents.values().map(VecDeque::len).sum()
    }

    /// What the player attended to where the record ends; once.
    #[must_use]
    pub fn take_attention(&mut self) -> Attention {
        std::mem::take(&mut self.attention)
    }

    /// What was answered to a question. Changes of modules that were made just before it are carried out.
    pub fn recall(&mut self, sim: &mut Sim, decision: &Decision) -> Recalled {
        let position = Position::of(sim, decision);
        let (tick, actor) = (sim.tick(), sim.world().name_of(decision.actor).map_or("", |name| name).to_owned());
        let entry = self.take(&actor, tick, decision.asks.entry_names(), sim.passed_over_before(decision));
        let is_here = self.wait.as_ref().is_none_or(|wait| *wait <= position);
        let is_present = entry.is_none() && self.left() == 0 && is_here && self.is_continued;
        let has_ordered = match self.change(sim, decision, &position, is_present || entry.is_some()) {
            Ok(has_ordered) => has_ordered,
            Err(errors) => return Recalled::Astray(Astray::unchanged(tick, actor, &errors)),
        };
        if is_present && has_ordered && matches!(decision.asks, Asks::React { .. }) {
            return Recalled::AskedAnew;
        }
        if is_present {
            let was_shown = self.wait.take().is_some_and(|wait| wait == position);
            return Recalled::Present { was_shown };
        }
        self.given += u64::from(entry.is_some());
        match (entry, &decision.asks) {
            (Some(_), Asks::GoOn { .. }) => Recalled::Reply(Reply::GiveUp),
            (Some(entry), _) => Recalled::Reply(Reply::Do(intent_of(sim, &entry))),
            (None, Asks::Free) => self.missing(tick, actor),
            (None, _) => Recalled::Reply(Reply::GoOn),
        }
    }

    /// The recorded answer; none where somebody free is asked and there is none.
    pub fn answer(&mut self, sim: &mut Sim, decision: &Decision) -> Option<Reply> {
        match self.recall(sim, decision) {
            Recalled::Reply(reply) => Some(reply),
            Recalled::Present { .. } | Recalled::AskedAnew | Recalled::Astray(_) => None,
        }
    }

    /// Somebody free has always decided something, unless the record was left or cut off there.
    fn missing(&self, tick: u64, actor: String) -> Recalled {
        let next = self.intents.get(&actor).and_then(VecDeque::front).map(|next| (next.line_number, next.tick));
        let is_cut = !self.is_continued && !self.has_end && next.is_none();
        if is_cut {
            Recalled::Present { was_shown: false }
        } else {
            Recalled::Astray(Astray { tick, actor, next: next.unwrap_or((0, 0)), why: None })
        }
    }

    /// Carries out the changes that stand before this question; whether there was one of standing orders.
    fn change(
        &mut self,
        sim: &mut Sim,
        at: &Decision,
        position: &Position,
        takes_one: bool,
    ) -> Result<bool, Vec<ModuleError>> {
        let given = self.given;
        let is_due = |change: &mut ChangeRecord| match &change.since {
            Since::Start => true,
            Since::Entry(number) => takes_one && *number <= given,
            Since::Question(since) => since <= position,
        };
        let mut has_ordered = false;
        while let Some(change) = self.changes.pop_front_if(is_due) {
            match change.change {
                Change::Modules(change) => sim.change_modules(&change, at)?,
                Change::Orders { actor, orders, what } => {
                    has_ordered = true;
                    if let Some(row) = named(sim, &actor).and_then(|id| sim.world().row(id)) {
                        sim.change_orders(row, &orders, &what, at);
                    }
                }
            }
        }
        Ok(has_ordered)
    }

    /// The entry for this actor, tick and decision, if it is the next one. One for a later question of the same tick waits for
    /// that: so many were let pass before it (clause D5).
    fn take(&mut self, actor: &str, tick: u64, decisions: &[&str], passed_over: u64) -> Option<IntentRecord> {
        let waiting = self.intents.get_mut(actor)?;
        waiting.pop_front_if(|next| {
            next.tick == tick && decisions.contains(&next.decision.as_str()) && next.declined == passed_over
        })
    }
}

impl Astray {
    fn unchanged(tick: u64, actor: String, errors: &[ModuleError]) -> Self {
        let why = errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        Self { tick, actor, next: (0, 0), why: Some(why) }
    }
}

/// The intent that an entry names.
fn intent_of(sim: &Sim, entry: &IntentRecord) -> Intent {
    let action = ActionId::of(sim.content().now(&entry.action));
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
            declined: 0,
            action: "core/wait".to_owned(),
            target: None,
            ticks: 1,
        }
    }

    fn seats() -> Seats {
        let waiting = VecDeque::from([entry(3, "free"), entry(3, "edge"), entry(5, "free")]);
        Seats { intents: BTreeMap::from([("hero".to_owned(), waiting)]), has_end: true, ..Seats::default() }
    }

    #[test]
    fn clause_d5_an_entry_answers_its_own_question_only() {
        let mut seats = seats();
        assert_eq!(seats.take("hero", 2, &["free"], 0), None);
        assert_eq!(seats.take("hero", 3, &["reaction"], 0), None);
        assert_eq!(seats.take("gob", 3, &["free"], 0), None);
        assert_eq!(seats.take("hero", 3, &["free"], 0), Some(entry(3, "free")));
        assert_eq!(seats.take("hero", 3, &["edge", "noticed"], 0), Some(entry(3, "edge")));
    }

    #[test]
    fn clause_d5_an_entry_for_a_later_question_of_a_tick_waits_for_it() {
        let third = IntentRecord { declined: 2, ..entry(3, "reaction") };
        let waiting = VecDeque::from([third.clone(), entry(4, "reaction")]);
        let mut seats = Seats { intents: BTreeMap::from([("hero".to_owned(), waiting)]), ..Seats::default() };
        assert_eq!([0, 1].map(|before| seats.take("hero", 3, &["reaction"], before)), [None, None]);
        assert_eq!(seats.take("hero", 3, &["reaction"], 2), Some(third));
        assert_eq!(seats.take("hero", 4, &["reaction"], 0), Some(entry(4, "reaction")), "it is counted anew in each tick");
    }

    #[test]
    fn clause_l9_behind_a_snapshot_only_later_entries_are_left() {
        let swap = |tick: u64| SwapRecord { tick, kind: "pack".into(), id: "a".into(), from: "1".into(), to: "2".into() };
        let mut seats = Seats { swaps: [swap(2), swap(3), swap(4)].into(), ..seats() }.after(3);
        assert_eq!(seats.take("hero", 5, &["free"], 0), Some(entry(5, "free")));
        assert_eq!(seats.swaps.iter().map(|swap| swap.tick).collect::<Vec<_>>(), [3, 4]);
    }

    #[test]
    fn somebody_free_without_an_entry_is_astray_unless_the_log_was_cut_off_there() {
        let is_astray = |seats: &Seats, actor: &str| matches!(seats.missing(4, actor.to_owned()), Recalled::Astray(_));
        let continued = Seats { is_continued: true, has_end: false, ..seats() };
        assert!(is_astray(&continued, "hero"), "the record has another entry for it");
        assert!(is_astray(&continued, "gob"), "the run goes on, and nobody is asked twice");
        let cut = Seats { is_continued: false, ..continued.clone() };
        assert!(is_astray(&cut, "hero") && !is_astray(&cut, "gob"));
        assert!(is_astray(&Seats { has_end: true, ..cut }, "gob"), "a log with an end has every answer");
    }
}
