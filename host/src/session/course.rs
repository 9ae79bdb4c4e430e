//! The course of a fight from one decision to the next.
//!
//! Owns the loop between the engine and the player: the engine stops whenever somebody has to decide, what was perceived until
//! then is taken in, and whatever has an answer already is answered. `Session::choose` sets out on it and goes all the way;
//! `ahead` goes in pieces.

use super::perception::Eyes;
use super::{Session, ending, knowing, tale};
use crate::clock::{Asks, Halt, Perceived, Reply, Visits, advance, events::name};
use abi::{ActionKind, ActorState};

impl Session {
    /// A choice is made: time goes on from here.
    pub(super) fn set_out(&mut self) {
        self.look_ahead();
        self.is_under_way = true;
    }

    /// Goes on until the player has to decide, or the fight is over.
    pub(super) fn run(&mut self) {
        while self.is_under_way {
            self.run_until(u64::MAX);
        }
    }

    /// Goes on to the next halt of the engine, and no farther than a tick. What comes of it is the same in pieces of any length.
    pub(super) fn run_until(&mut self, tick: u64) {
        let halt = advance(&mut self.sim, Visits::Due, tick);
        if halt != Halt::Reached {
            self.absorb();
            self.is_under_way = self.goes_on_after(halt);
        }
    }

    /// Answers what the engine has halted for; whether it goes on then.
    fn goes_on_after(&mut self, halt: Halt) -> bool {
        let decision = match halt {
            Halt::Asks(decision) => decision,
            Halt::Over(_) => {
                self.finish();
                return false;
            }
            Halt::Reached => return true,
        };
        if self.recall(&decision) {
            return !self.has_stopped(&decision);
        }
        if decision.actor != self.you {
            // Another seat that nobody sits at stands still.
            let idle = matches!(decision.asks, Asks::Free).then(|| Reply::Do(self.sim.idle_intent()));
            self.sim.answer(decision.actor, idle.unwrap_or(Reply::GoOn));
            return true;
        }
        let reply = self.settle(&decision);
        match reply {
            Some(reply) => self.sim.answer(self.you, reply),
            None => self.decide(&decision),
        }
        reply.is_some()
    }

    /// What was perceived, in order: for names, for reasons to stop, for the tale and the map.
    fn absorb(&mut self) {
        let row = self.row();
        if let Some(row) = row {
            tale::meet_all(&self.sim, row, &mut self.people);
            self.wounds = ending::wounds(&self.sim, self.you);
        }
        let (you, feed) = (self.you, self.sim.take_feed());
        let feed: Vec<Perceived> = feed.into_iter().filter(|perceived| perceived.by == you).collect();
        for (place, perceived) in feed.iter().enumerate() {
            self.note_fate(perceived);
            self.note_fight(perceived);
            self.lesson.take(you, perceived);
            if let Some(row) = row {
                self.stops.take(&self.sim, row, self.target(), perceived);
            }
            self.view.take(perceived);
            let eyes = Eyes { sim: &self.sim, people: &self.people, you: self.you };
            self.tale.take(&eyes, perceived, feed.get(place + 1..).unwrap_or_default());
        }
    }

    /// Blows at or by the player's character are a fight; a sound from nobody in view is something to go by.
    fn note_fight(&mut self, perceived: &Perceived) {
        let event = &perceived.event;
        let is_mine = event.about == self.you || event.by == self.you;
        let is_blow = [name::BLOW, name::MISSED].contains(&event.id);
        self.has_fought |= is_mine && is_blow;
        let is_attack = matches!(event.kind, ActionKind::Attack | ActionKind::Spell);
        let is_begun = event.id == name::EXEC_BEGAN && event.about == self.you && event.depth == 0 && is_attack;
        if let Some(plan) = self.plan.as_mut()
            && (is_begun || (is_blow && event.by == self.you))
        {
            plan.note_attack(is_blow);
        }
        let world = self.sim.world();
        let is_seen = |you: usize| world.row(event.about).is_some_and(|other| world.perceives(you, other));
        if event.id == name::NOISE && event.about != self.you && self.row().is_some_and(|you| !is_seen(you)) {
            self.sound = Some(knowing::Sound { from: perceived.at, rung: event.rung });
        }
    }

    fn note_fate(&mut self, perceived: &Perceived) {
        let event = &perceived.event;
        let state = match event.id {
            id if id == name::DIED => ActorState::Dead,
            id if id == name::YIELDED => ActorState::Yielded,
            id if id == name::FLED => ActorState::Fled,
            id if id == name::WOUND && event.about == self.you && !self.wounds.contains(&event.condition) => {
                return self.wounds.push(event.condition);
            }
            _ => return,
        };
        self.people.befall(event.about, state);
        if state == ActorState::Dead && event.about == self.you && !event.by.is_none() {
            let eyes = Eyes { sim: &self.sim, people: &self.people, you: self.you };
            self.killer = Some(eyes.name(event.by, perceived.tick));
        }
    }
}
