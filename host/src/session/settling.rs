//! Settling: what the session answers without asking the player (clauses D1 to D3).
//!
//! Owns the way from a stop of the engine to the answer that a plan, a standing answer or habit has for it. It never shows
//! anything; where it has no answer the reason stands in `why`, and the session asks. `Session::run` calls it.

use super::Session;
use super::plans::{Plan, What};
use super::stops::{Stop, Stops};
use super::timing;
use crate::clock::{Asks, Decision, Reply, events::name};
use crate::content::tables::{LengthSource, StopCause};
use abi::{EntityId, Intent};

impl Session {
    /// The answer where no player has to be asked: a plan goes on, or there is no news.
    pub(super) fn settle(&mut self, decision: &Decision) -> Option<Reply> {
        match &decision.asks {
            Asks::Free => self.next_of_plan().map(Reply::Do),
            Asks::GoOn { is_edge, causes } => {
                self.settle_by_habit(*is_edge, causes).or_else(|| self.settle_go_on(*is_edge && causes.is_empty()))
            }
            Asks::React { to, offers, rank } => self.settle_reaction(*to, offers.first()?, *rank),
        }
    }

    /// The next intent of the plan, unless a cause ends it or it is done (clause D1).
    fn next_of_plan(&mut self) -> Option<Intent> {
        let row = self.row()?;
        self.stops.take_reach(&self.sim, row);
        let mut plan = self.plan.take()?;
        let due = self.stops.due(&self.sim, row, plan.mode, |stop| plan.stops_for(stop));
        if !due.is_empty() {
            self.stops.make(&due);
            self.why = due;
            return None;
        }
        let intent = plan.next(&mut self.sim, row, &mut self.dice)?;
        self.count_habit(&plan);
        self.plan = Some(plan);
        Some(intent)
    }

    /// The question of clause D2 of somebody who leaves the fight to its habits: they answer it.
    fn settle_by_habit(&mut self, is_edge: bool, causes: &[(StopCause, EntityId)]) -> Option<Reply> {
        let row = self.row()?;
        let Some(What::Habit(stance)) = self.plan.as_ref().map(|plan| plan.what) else { return None };
        if is_edge && self.sim.is_target_gone(row) {
            return Some(Reply::GiveUp);
        }
        let profile = self.sim.content().kinds[self.sim.world().kind(row).index()].profile?;
        let gives_up = self.sim.would_give_up(row, profile, Some(stance), is_edge, causes).is_some();
        Some(if gives_up { Reply::GiveUp } else { Reply::GoOn })
    }

    /// The question of clause D2: asked only for news; what has stopped once does not stop again until it changes.
    fn settle_go_on(&mut self, is_bare_edge: bool) -> Option<Reply> {
        let row = self.row()?;
        let fights_on = self.plan.as_ref().is_some_and(|plan| plan.what == What::FightOn);
        let due = if is_bare_edge && self.sim.is_target_gone(row) {
            if fights_on {
                return Some(Reply::GiveUp);
            }
            let stop = Stops::out_of_reach(&self.sim, row, self.target());
            if let Some(reply) = self.stops.answered(&stop) {
                return Some(reply);
            }
            vec![stop]
        } else if self.is_stepping(row) {
            // A step is over before anything could be made of giving it up: what ends the plan ends it there.
            Vec::new()
        } else {
            let plan = self.plan.as_ref();
            let counts = |stop: &Stop| plan.map_or(stop.cause != StopCause::Reach, |plan| plan.stops_for(stop));
            self.stops.due(&self.sim, row, plan.map_or(0, |plan| plan.mode), counts)
        };
        if due.is_empty() {
            return Some(if fights_on { Reply::GoOn } else { self.stops.standing().unwrap_or(Reply::GoOn) });
        }
        self.stops.make(&due);
        self.why = due;
        None
    }

    fn is_stepping(&self, row: usize) -> bool {
        let action = self.sim.present(row).map(|activity| &self.sim.content().actions[activity.action.index()]);
        action.is_some_and(|action| action.lengths == LengthSource::Ground)
    }

    /// The question of clause D3: at most one in an exchange; the profile answers where the fight goes on by itself.
    fn settle_reaction(&mut self, to: EntityId, offered: &Intent, rank: u32) -> Option<Reply> {
        let row = self.row()?;
        if let Some(stance) = self.plan.as_ref().and_then(Plan::habit) {
            let profile = self.sim.content().kinds[self.sim.world().kind(row).index()].profile;
            let answered = (name::PREP_BEGAN, to);
            let would = profile.is_some_and(|profile| self.sim.would_answer(row, profile, stance, offered, answered));
            return Some(if would { Reply::Do(*offered) } else { Reply::GoOn });
        }
        // What comes too late for certain is no answer, so there is nothing to ask.
        if timing::is_surely_late(&mut self.sim, row, to, offered) {
            return Some(Reply::GoOn);
        }
        let stop = Stops::to_answer(&self.sim, row, to);
        if std::mem::take(&mut self.is_to_ask_anew) {
            // It was asked already, under other orders.
            self.why = vec![stop];
            return None;
        }
        match self.stops.answered(&stop) {
            Some(Reply::Do(_)) => {
                *self.repeats.entry((rank, to)).or_default() += 1;
                return Some(Reply::Do(*offered));
            }
            Some(_) => return Some(Reply::GoOn),
            None if self.asked.contains(&to) => return Some(Reply::GoOn),
            None => {}
        }
        self.asked.insert(to);
        self.stops.make(&[stop]);
        self.why = vec![stop];
        None
    }
}
