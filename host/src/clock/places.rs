//! Where the engine goes next: which tick, which actor in it.
//!
//! Owns the cursor. The engine's way visits only what is due; the plain loop's way visits everything. Work can arise for an
//! actor whose place in the tick is still to come, so the tick's own work is a set ordered by place.

use super::advance::Visits;
use super::lines::Cause;
use super::sim::{Due, Queued, Scheduled, Sim, Stage};
use abi::Tick;
use std::collections::VecDeque;

impl Sim {
    /// The next tick to visit; none when nothing can happen any more.
    pub(super) fn next_tick(&self, visits: Visits) -> Option<u64> {
        let from = if self.is_begun { self.tick + 1 } else { 0 };
        if visits == Visits::Every {
            return (from < self.max_ticks).then_some(from);
        }
        // Whoever is far off falls asleep at the end of the first tick, whether or not anything else happens in it (clause L7).
        if self.scope.is_judged && !self.is_begun {
            return Some(0);
        }
        let is_about_to_meet = self.encounter.is_none() && !self.foes.is_empty();
        if !self.queued.is_empty() || is_about_to_meet {
            return (from < self.max_ticks).then_some(from);
        }
        let unaware_since = self.encounter.and_then(|encounter| encounter.unaware_since);
        let calm = unaware_since.map(|since| since + self.derived.knobs.calm_ticks - 1);
        let due = self.wheel.next(from);
        let scheduled = self.scheduled.keys().next().map(|(tick, _)| *tick);
        let expiry = self.world.next_expiry().map(|tick| tick.0);
        let next = [due, scheduled, expiry, calm, self.swap_due()].into_iter().flatten().min()?;
        (next.max(from) < self.max_ticks).then_some(next.max(from))
    }

    /// All ticks up to this one are over, whether or not they were visited.
    pub(super) fn pass_over(&mut self, tick: u64) {
        self.reached = Some(tick);
    }

    /// The last tick that is over or under way; `tick` stands still while the engine passes over those in which nothing happens.
    pub(crate) fn reached(&self) -> u64 {
        self.reached.unwrap_or(self.tick)
    }

    /// Begins a tick.
    pub(super) fn open_tick(&mut self, tick: u64, visits: Visits) {
        self.tick = tick;
        self.is_begun = true;
        self.reached = None;
        self.world.tick = Tick(tick);
        self.visits = visits;
        self.stage = Stage::Scheduled;
        self.cursor = 0;
        let mut rows = std::mem::take(&mut self.scratch.rows);
        rows.clear();
        self.wheel.take(tick, &mut rows);
        self.work.clear();
        for row in rows.drain(..) {
            if self.actors[row as usize].due == tick {
                self.work.push((self.places[row as usize], row));
            }
        }
        self.work.sort_unstable_by(|a, b| b.cmp(a));
        self.scratch.rows = rows;
    }

    /// Puts something on the schedule, behind what is due in the same tick already (clauses K3, L1).
    pub(super) fn schedule(&mut self, due: u64, entry: Scheduled) {
        self.serial += 1;
        self.scheduled.insert((due, self.serial), entry);
    }

    /// Clause L1 (a): what ends by itself, then what was scheduled, in the order in which it was.
    pub(super) fn run_scheduled(&mut self) {
        for ended in self.world.expire() {
            self.condition_ended(ended.entity, ended.condition);
        }
        while let Some(entry) = self.scheduled.first_entry() {
            if entry.key().0 > self.tick {
                break;
            }
            let due = entry.remove();
            let cause = Cause::of_scheduled(&due);
            match due.what {
                Due::Line(line) => {
                    self.run_line(line, &cause, due.target);
                    self.work_off();
                }
                Due::Zone(serial) => self.zone_period(serial),
                Due::Condition(condition, since) => self.recur(due.target.entity(), condition, since),
                Due::Public(serial) => self.broadcast_over(due.maker, serial),
                Due::Spread(serial) => self.spread_zone(serial),
                Due::Unheld => {
                    self.note_support_of(due.target.entity());
                    self.work_off();
                }
                Due::ZoneBegin(zone, at) => self.zone_begins(zone, at),
                Due::ZoneEnd(zone, at) => self.zone_over(zone, at),
                Due::Drop => self.come_down(due.target.entity()),
                Due::Fades => self.fade(due.maker, due.target.entity()),
                Due::Source(stimulus, begins) => self.turn_source(due.maker, stimulus, begins),
                Due::Round(place) => self.judge_round(place),
            }
        }
        self.collect();
    }

    /// Clause L1 (b): the pass over what was queued in the tick before.
    pub(super) fn open_pass(&mut self) {
        self.stage = Stage::Pass;
        self.queue_pass();
    }

    /// Makes a pass of all rows with something queued that may be begun now, by place.
    pub(super) fn queue_pass(&mut self) {
        let mut rows = std::mem::take(&mut self.queued);
        rows.sort_unstable_by_key(|row| (self.places[*row as usize], *row));
        rows.dedup();
        let mut pass = VecDeque::new();
        for row in rows {
            let actor = &self.actors[row as usize];
            let waiting = actor.queue.iter().chain(&actor.idle_queue);
            let (ripe, late): (Vec<&Queued>, Vec<&Queued>) = waiting.partition(|entry| self.is_ripe(entry));
            let may_be_treated = !self.is_processed(row as usize);
            if !ripe.is_empty() && may_be_treated {
                pass.push_back(row);
            }
            if !late.is_empty() || !may_be_treated {
                self.queued.push(row);
            }
        }
        if !pass.is_empty() {
            self.passes.push_back(pass);
        }
    }

    /// The next actor of the passes that are open.
    pub(super) fn next_in_pass(&mut self) -> Option<usize> {
        loop {
            let pass = self.passes.front_mut()?;
            match pass.front() {
                Some(row) => return Some(*row as usize),
                None => {
                    self.passes.pop_front();
                }
            }
        }
    }

    /// Takes the actor that was just treated out of its pass.
    pub(super) fn leave_pass(&mut self) {
        if let Some(pass) = self.passes.front_mut() {
            pass.pop_front();
        }
    }

    /// Clause L1 (c): the actor loop.
    pub(super) fn open_loop(&mut self) {
        self.stage = Stage::Loop;
        self.cursor = 0;
        if self.visits == Visits::Every {
            self.work = self.order.iter().rev().map(|row| (self.places[*row as usize], *row)).collect();
        }
    }

    /// The next actor to process; those processed in the pass are skipped (clauses L1, L2).
    pub(super) fn next_due(&mut self) -> Option<usize> {
        while let Some((place, row)) = self.work.last().copied() {
            let actor = row as usize;
            let is_due = self.visits == Visits::Every || self.actors[actor].due == self.tick;
            // Who falls falls on, whatever has become of it (clause M7).
            let may_act = self.world.may_act(actor) || self.is_falling(actor);
            let is_awake = may_act && !self.actors[actor].is_out_of_scope;
            if is_due && self.actors[actor].stamp <= self.tick && is_awake {
                self.cursor = place;
                return Some(actor);
            }
            self.work.pop();
        }
        // Every place is past now: whoever is made due from here on is due in the next tick.
        self.cursor = u32::MAX;
        None
    }

    /// Makes an actor due in this tick, whose place is still to come.
    pub(super) fn add_work(&mut self, row: usize) {
        let entry = (self.places[row], row as u32);
        let before = self.work.partition_point(|held| *held > entry);
        if self.work.get(before) != Some(&entry) {
            self.work.insert(before, entry);
        }
    }

    /// Says that an actor has been processed in this tick, from the start of its processing (clause T9).
    pub(super) fn stamp(&mut self, row: usize) {
        self.actors[row].stamp = self.tick + 1;
        if self.actors[row].due <= self.tick {
            self.actors[row].due = u64::MAX;
        }
        self.counts.processings += 1;
    }

    /// Takes a stamp back: its actor stopped for a decision before any of its tick was done, so its place is still to come
    /// (clause D6).
    pub(super) fn unstamp(&mut self, row: usize, before: u64) {
        self.actors[row].stamp = before;
        self.actors[row].due = self.tick;
        self.add_work(row);
        self.counts.processings -= 1;
    }
}
