//! Scope: who is near enough to a player to be played at all (clause L7).
//!
//! Owns who sleeps because nobody is near. It is judged at the end of a tick and nowhere else; a sleeper is not processed, queues
//! nothing and rolls nothing, while what was scheduled and what ends by itself go on for it as for all. In a fight whose file
//! says nothing all are in scope, and nothing here costs anything. `end_of_tick` calls it; `passes` says whom something stirred.

use super::events::{Event, name};
use super::sim::Sim;
use crate::content::tables::Scope as Rule;
use std::collections::BTreeSet;

/// Who is in scope, where that is not everybody.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// Whether any file has asked for it.
    pub is_judged: bool,
    /// The rows that are awake, ascending.
    awake: BTreeSet<u32>,
    /// Sleepers whom something reached in this tick.
    stirred: BTreeSet<u32>,
    /// The rows of players, and of those of the side that stands for one where no player plays.
    players: BTreeSet<u32>,
    friends: BTreeSet<u32>,
}

impl Scope {
    pub(super) fn of(rule: Rule) -> Self {
        Self { is_judged: rule == Rule::Near, ..Self::default() }
    }
}

impl Sim {
    /// Whether an actor is in scope: one that is not sleeps.
    #[must_use]
    pub fn is_in_scope(&self, row: usize) -> bool {
        !self.actors[row].is_out_of_scope
    }

    /// Somebody has joined, and is in scope until it is judged.
    pub(super) fn join_scope(&mut self, row: usize) {
        if !self.scope.is_judged {
            return;
        }
        self.scope.awake.insert(row as u32);
        if self.actors[row].mind.is_player() {
            self.scope.players.insert(row as u32);
        } else if self.world.side(row) == self.player_side {
            self.scope.friends.insert(row as u32);
        }
    }

    /// Somebody is gone.
    pub(super) fn leave_scope(&mut self, row: usize) {
        let scope = &mut self.scope;
        for rows in [&mut scope.awake, &mut scope.stirred, &mut scope.players, &mut scope.friends] {
            rows.remove(&(row as u32));
        }
        self.actors[row].is_out_of_scope = false;
    }

    /// A stimulus reaches somebody, who wakes at the end of this tick if it sleeps.
    pub(super) fn stir(&mut self, row: usize) {
        if self.actors[row].is_out_of_scope {
            self.scope.stirred.insert(row as u32);
        }
    }

    /// A blow is felt by whom it meets.
    pub(super) fn stir_by(&mut self, event: &Event, about: usize) {
        if event.id == name::BLOW {
            self.stir(about);
        }
    }

    /// Clause L7, at the end of a tick: who is far off, free, and aware of no enemy falls asleep; who is near, was reached by
    /// something, is aware of an enemy, or was given something to do is awake. Judged in initiative order.
    pub(super) fn judge_scope(&mut self) {
        if !self.scope.is_judged {
            return;
        }
        let near = self.near_players();
        let stirred = std::mem::take(&mut self.scope.stirred);
        let sleepy: Vec<u32> = self.scope.awake.iter().copied().filter(|row| self.may_sleep(*row, &near)).collect();
        let aware = self.foes.iter().map(|(observer, _)| *observer);
        let awake =
            near.iter().copied().chain(stirred).chain(aware).filter(|row| self.actors[*row as usize].is_out_of_scope);
        let mut woken: Vec<u32> = awake.collect::<BTreeSet<u32>>().into_iter().collect();
        woken.sort_unstable_by_key(|row| self.places[*row as usize]);
        let mut asleep = sleepy;
        asleep.sort_unstable_by_key(|row| self.places[*row as usize]);
        for row in asleep {
            self.fall_out_of_scope(row as usize);
        }
        for row in woken {
            self.come_into_scope(row as usize);
        }
    }

    /// The rows within `scope_feet` of a player-controlled actor; where no player plays, of the side that stands for one.
    fn near_players(&self) -> BTreeSet<u32> {
        let centers = if self.scope.players.is_empty() { &self.scope.friends } else { &self.scope.players };
        let (mut near, mut found) = (BTreeSet::new(), Vec::new());
        for row in centers {
            near.insert(*row);
            self.world.near(self.world.body(*row as usize), self.derived.knobs.scope_feet, self.metric(), &mut found);
            near.extend(found.iter().copied().filter(|row| self.world.is_actor(*row as usize)));
        }
        near
    }

    fn may_sleep(&self, row: u32, near: &BTreeSet<u32>) -> bool {
        let is_aware = self.foes.range((row, 0)..(row + 1, 0)).next().is_some();
        let actor = &self.actors[row as usize];
        !near.contains(&row) && !is_aware && self.is_free(row as usize) && actor.queue.is_empty()
    }

    fn fall_out_of_scope(&mut self, row: usize) {
        self.scope.awake.remove(&(row as u32));
        let actor = &mut self.actors[row];
        actor.is_out_of_scope = true;
        actor.due = u64::MAX;
        actor.causes.clear();
        actor.heard.clear();
        self.log_scope("slept", row);
    }

    /// Who wakes is free, and is first processed in the next tick; in an encounter it rolls now (clauses L7, N1).
    fn come_into_scope(&mut self, row: usize) {
        self.scope.awake.insert(row as u32);
        self.actors[row].is_out_of_scope = false;
        self.log_scope("woke", row);
        if self.encounter.is_some() {
            self.roll_initiative(row);
            self.sort_order();
        }
        self.set_due(row, self.tick + 1);
    }
}
