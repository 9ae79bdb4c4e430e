//! Absence: a patrol that does not come back, missed by whom it should have met (clause L7).
//!
//! Owns the rounds of a fight. Each is judged when it is overdue, by schedule, and never polled: who has seen the other since the
//! round was due has met it. Setting up a fight and the schedule call it.

use super::events::{Event, name};
use super::hearing::Given;
use super::sim::{Due, Scheduled, Sim};
use crate::content::tables::{Fight, StimulusIx};
use abi::{ActorState, EntityId};

/// A round, and how often in a row it was missed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Rounds {
    who: EntityId,
    met_by: EntityId,
    every: u64,
    late: u64,
    missed: u32,
}

impl Sim {
    /// The rounds of a fight's file.
    pub(super) fn plan_rounds(&mut self, fight: &Fight, cast: &[EntityId]) {
        for round in &fight.rounds {
            let (Some(who), Some(met_by)) = (cast.get(round.who), cast.get(round.met_by)) else { continue };
            let rounds = Rounds { who: *who, met_by: *met_by, every: round.every, late: round.late, missed: 0 };
            self.rounds.push(rounds);
            self.schedule_round(self.rounds.len() - 1, round.from + round.late);
        }
    }

    fn schedule_round(&mut self, place: usize, tick: u64) {
        let Some(rounds) = self.rounds.get(place) else { return };
        let entry = Scheduled { ends_with_maker: true, ..Scheduled::new(rounds.met_by, Due::Round(place as u32)) };
        self.schedule(tick.max(self.tick + 1), entry);
    }

    /// A round is overdue: whoever should have met it has, or misses it as often as its nature lets it.
    pub(super) fn judge_round(&mut self, place: u32) {
        let place = place as usize;
        let Some(rounds) = self.rounds.get(place).copied() else { return };
        let Some(row) = self.world.row(rounds.met_by) else { return };
        self.schedule_round(place, self.tick + rounds.every);
        let due = self.tick.saturating_sub(rounds.late);
        if self.has_met(row, rounds.who, due) {
            self.rounds[place].missed = 0;
            return;
        }
        self.rounds[place].missed = rounds.missed.saturating_add(1);
        let patience = self.nature(row).map_or(0, |nature| nature.rounds);
        let is_awake = self.world.may_act(row);
        if is_awake && patience > 0 && self.rounds[place].missed >= patience {
            self.miss(row, rounds.who);
        }
    }

    /// Whether somebody has seen another since a tick, or knows that it will not come again.
    fn has_met(&self, row: usize, who: EntityId, since: u64) -> bool {
        if self.world.row(who).is_some_and(|other| self.world.perceives(row, other)) {
            return true;
        }
        self.world.memory_of(row, who).is_some_and(|memory| memory.seen.0 >= since || memory.state == ActorState::Dead)
    }

    /// Somebody misses another.
    fn miss(&mut self, row: usize, who: EntityId) {
        let id = self.world.id(row);
        self.raise(Event { by: who, ..Event::new(name::ABSENCE, id) });
        let found = self.content.stimuli.iter().zip(0..).find(|(stimulus, _)| stimulus.event == name::ABSENCE);
        let Some((_, place)) = found else { return };
        let at = self.world.memory_of(row, who).map_or(self.world.cell(row), |memory| memory.cell);
        let given = Given { stimulus: StimulusIx(place), rung: 0, by: who, at };
        let here = Given { at: self.world.body(row).eye(), ..given };
        let percept = self.taken_in(row, here, 0);
        self.become_aware(row, who, at, percept, given.stimulus);
    }
}
