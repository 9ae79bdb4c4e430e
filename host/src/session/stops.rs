//! Stops: why a plan ends, or a player who is busy is asked (clauses D1, D2).
//!
//! Owns what has stopped this run already: each cause of each subject stops once until it changes, and what the player was
//! shown when it last decided is no news. It never decides what is done. The session feeds it with what is perceived.

use crate::clock::{Perceived, Sim, events::name};
use crate::content::tables::StopCause;
use abi::{EntityId, ReadingLevel};
use std::collections::{BTreeMap, BTreeSet};

/// One reason to stop.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stop {
    /// Of which sort.
    pub cause: StopCause,
    /// Whom it concerns.
    pub subject: EntityId,
    /// Which state of that one: the number of its activity, or the tick in which the state began.
    pub state: u64,
}

/// What has stopped, what would, and what may not.
#[derive(Clone, Debug, Default)]
pub struct Stops {
    /// Every stop of this run, in order.
    pub made: Vec<Stop>,
    known: BTreeSet<Stop>,
    fresh: Vec<Stop>,
    muted: BTreeSet<(StopCause, EntityId)>,
    /// Since when each foe has been within its reach or mine.
    in_reach: BTreeMap<EntityId, u64>,
}

impl Stops {
    /// Takes in something that was perceived.
    pub fn take(&mut self, sim: &Sim, you: usize, target: EntityId, heard: &Perceived) {
        if let Some(stop) = stop_in(sim, you, target, heard)
            && !self.fresh.contains(&stop)
        {
            self.fresh.push(stop);
        }
    }

    /// Judges anew who is within reach; who has just come is a reason of the sort `reach`.
    pub fn take_reach(&mut self, sim: &Sim, you: usize) {
        let world = sim.world();
        let near = |other: &u32| {
            let other = *other as usize;
            let feet = sim.reach(you).max(sim.reach(other));
            sim.is_standing_foe(other, you) && sim.metric().within(world.body(you), world.body(other), feet)
        };
        let there: Vec<EntityId> =
            world.perceived_by(you).iter().filter(|other| near(other)).map(|other| world.id(*other as usize)).collect();
        self.in_reach.retain(|id, _| there.contains(id));
        for id in there {
            let since = *self.in_reach.entry(id).or_insert_with(|| sim.tick());
            let stop = Stop { cause: StopCause::Reach, subject: id, state: since };
            if since == sim.tick() && !self.fresh.contains(&stop) {
                self.fresh.push(stop);
            }
        }
    }

    /// The fresh reasons that count and have not stopped anything yet.
    pub fn due(&self, counts: impl Fn(&Stop) -> bool) -> Vec<Stop> {
        let is_news = |stop: &&Stop| !self.known.contains(stop) && !self.muted.contains(&(stop.cause, stop.subject));
        self.fresh.iter().filter(is_news).filter(|stop| counts(stop)).copied().collect()
    }

    /// Whether this very thing has stopped the run before.
    pub fn has_made(&self, stop: &Stop) -> bool {
        self.made.contains(stop)
    }

    /// The player is stopped for these, and shown the rest.
    pub fn make(&mut self, stops: &[Stop]) {
        for stop in stops {
            self.known.insert(*stop);
            self.made.push(*stop);
        }
    }

    /// The player decides: what is shown now is no news later.
    pub fn show(&mut self, sim: &Sim, you: usize) {
        for threat in sim.threats(you) {
            self.known.insert(Stop { cause: StopCause::Threat, subject: threat.by, state: threat.serial });
        }
        self.known.extend(self.fresh.drain(..));
    }

    /// The player does not want to be stopped for this any more (clause D2: never for this one).
    pub fn mute(&mut self, stops: &[Stop]) {
        self.muted.extend(stops.iter().map(|stop| (stop.cause, stop.subject)));
    }
}

/// What a perceived event gives to think about (clause D2).
fn stop_in(sim: &Sim, you: usize, target: EntityId, heard: &Perceived) -> Option<Stop> {
    let event = &heard.event;
    let me = sim.world().id(you);
    let stop = |cause, subject, state| Some(Stop { cause, subject, state });
    let row_of = |id| sim.world().row(id);
    match event.id {
        id if id == name::NOTICED && event.about == me => {
            row_of(event.by).filter(|other| sim.is_standing_foe(*other, you))?;
            stop(StopCause::Noticed, event.by, heard.tick)
        }
        id if id == name::LOST && event.about == me && event.by == target => stop(StopCause::Lost, target, heard.tick),
        id if id == name::BLOW && event.about == me && event.rung > 0 => stop(StopCause::Struck, event.by, heard.tick),
        id if id == name::WOUND && event.about == me => stop(StopCause::Wound, me, event.condition.0),
        id if id == name::STAGE && (event.about == me || event.about == target) => {
            stop(StopCause::Stage, event.about, heard.tick)
        }
        id if id == name::NOISE && event.about != me => {
            let is_seen = row_of(event.about).is_some_and(|other| sim.world().perceives(you, other));
            if is_seen { None } else { stop(StopCause::Heard, event.about, u64::from(event.rung.unsigned_abs())) }
        }
        id if event.about != me && (id == name::PREP_BEGAN || id == name::EXEC_BEGAN) => {
            let other = row_of(event.about).filter(|_| heard.level >= ReadingLevel::Phase)?;
            let is_threat = sim.is_standing_foe(other, you) && sim.reading(you, other).is_at_me;
            if is_threat { stop(StopCause::Threat, event.about, sim.serial_of(other)) } else { None }
        }
        id if event.about != me && id == name::RECOVER_BEGAN => {
            let other = row_of(event.about).filter(|_| heard.level >= ReadingLevel::Phase)?;
            let is_open = sim.is_standing_foe(other, you) && sim.is_opening(other, you);
            if is_open { stop(StopCause::Opening, event.about, sim.serial_of(other)) } else { None }
        }
        _ => None,
    }
}
