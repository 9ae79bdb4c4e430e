//! Conditions that come round: what happens to their bearers again and again for as long as they last.
//!
//! Owns the next time of each. Nothing is polled: a condition that comes round is a scheduled effect of the clock, and who
//! has lost it by then, or has it anew, is passed over. `consequences` begins it, the schedule brings it back.

use super::lines::Cause;
use super::sim::{Due, Scheduled, Sim};
use abi::{ActorState, ConditionId, EntityId, Target};
use std::sync::Arc;

impl Sim {
    /// When a condition comes round next; nothing for one that never does.
    pub(super) fn schedule_recurrence(&mut self, id: EntityId, condition: ConditionId, since: u64) {
        let period = self.world.condition_def(condition).map_or(0, |def| def.period_ticks);
        if period == 0 {
            return;
        }
        let comes_round = Scheduled::new(id, Due::Condition(condition, since));
        self.schedule(self.tick + u64::from(period), Scheduled { target: Target::Actor(id), ..comes_round });
    }

    /// A condition comes round: its effects happen to its bearer, who has it still and has had it ever since.
    pub(super) fn recur(&mut self, id: EntityId, condition: ConditionId, since: u64) {
        let is_held = self.world.conditions_of(id).iter().any(|held| held.condition == condition && held.since.0 == since);
        if !is_held || self.world.row(id).is_none_or(|row| self.world.state(row) == ActorState::Dead) {
            return;
        }
        let content = Arc::clone(&self.content);
        let held = content.conditions.binary_search_by(|def| def.id.cmp(&condition));
        let lines = held.map_or(&[][..], |place| &content.conditions[place].effects);
        let cause = Cause { target: Target::Actor(id), ..self.bare_cause(id) };
        for line in lines {
            self.run_line(*line, &cause, cause.target);
            self.work_off();
        }
        self.schedule_recurrence(id, condition, since);
    }
}
