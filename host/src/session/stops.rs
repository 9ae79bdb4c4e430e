//! Stops: why a plan ends, or a player who is busy is asked (clauses D1, D2).
//!
//! Owns what has stopped this run already: each cause of each subject stops once until it changes, and what the player was
//! shown when it last decided is no news. What was answered then stands for as long as nothing has changed. It never decides
//! what is done. The session feeds it with what is perceived.
//!
//! A state is what the player could tell apart: how much guard is left, what kind of thing is being done, or the moment in
//! which something began. A second stab by the same goblin, when nothing else has changed, is no other state than the first.

use crate::clock::{Perceived, Reply, Sim, events::name};
use crate::content::tables::StopCause;
use abi::{ActionKind, EntityId, ReadingLevel};
use std::collections::{BTreeMap, BTreeSet};

/// One reason to stop.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stop {
    /// Of which sort.
    pub cause: StopCause,
    /// Whom it concerns.
    pub subject: EntityId,
    /// Which state of that one, and of who is stopped.
    pub state: u64,
}

impl Stop {
    /// The same for somebody who is about something else: a plan of its own, or an answer to give.
    const fn in_mode(self, mode: u64) -> Self {
        match self.cause {
            // Those begin and end by themselves: their moment is all that tells them apart.
            StopCause::Noticed | StopCause::Lost | StopCause::Wound | StopCause::Reach => self,
            _ => Self { state: self.state | (mode << MODE_SHIFT), ..self },
        }
    }
}

/// Rungs of the ladder `stage`: up to the one there is enough guard, up to the other some.
const WORKING: i64 = 1;
const GUARD_FAILING: i64 = 3;
/// In place of a rung of it: the target has given up.
pub const GIVEN_UP: u64 = 255;
/// Below it stands the state itself, from it on what the player is about.
const MODE_SHIFT: u32 = 24;
/// The mode of who could answer.
const ANSWERING: u64 = 1;
/// The mode of the first plan that is not a fight.
pub const FIRST_PLAN: u64 = 2;

/// What has stopped, what would, and what may not.
#[derive(Clone, Debug, Default)]
pub struct Stops {
    /// Every stop of this run, in order.
    pub made: Vec<Stop>,
    known: BTreeSet<Stop>,
    fresh: Vec<Stop>,
    muted: BTreeSet<(StopCause, EntityId)>,
    /// What was answered to a stop, while it stands.
    answers: BTreeMap<Stop, Reply>,
    /// Since when each foe has been within its reach or mine.
    in_reach: BTreeMap<EntityId, u64>,
    /// With which activity each foe was read to threaten last.
    threats: BTreeMap<EntityId, u64>,
}

impl Stops {
    /// Takes in something that was perceived.
    pub fn take(&mut self, sim: &Sim, you: usize, target: EntityId, heard: &Perceived) {
        let Some(stop) = stop_in(sim, you, target, heard) else { return };
        if stop.cause == StopCause::Threat {
            self.threats.insert(stop.subject, heard.event.activity.0);
        }
        if !self.fresh.contains(&stop) {
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

    /// The fresh reasons that count, in a mode, still are reasons, and have not stopped anything yet.
    pub fn due(&self, sim: &Sim, you: usize, mode: u64, counts: impl Fn(&Stop) -> bool) -> Vec<Stop> {
        let is_news = |stop: &Stop| !self.known.contains(stop) && !self.muted.contains(&(stop.cause, stop.subject));
        let current = self.fresh.iter().filter(|stop| counts(stop) && self.is_current(sim, you, stop));
        current.map(|stop| stop.in_mode(mode)).filter(is_news).collect()
    }

    /// Whether a reason still is one: what has landed for the last time threatens nobody, and who is back in line leaves no gap.
    pub fn is_current(&self, sim: &Sim, you: usize, stop: &Stop) -> bool {
        match stop.cause {
            StopCause::Threat => {
                let serial = self.threats.get(&stop.subject);
                serial.is_some_and(|serial| !sim.is_past_threat(you, stop.subject, *serial))
            }
            StopCause::Opening => {
                let other = sim.world().row(stop.subject);
                other.is_some_and(|other| sim.phase(other) == Some(abi::Phase::Recover))
            }
            _ => true,
        }
    }

    /// What was answered last to one of the fresh reasons, where that still stands.
    pub fn standing(&self) -> Option<Reply> {
        self.fresh.iter().find_map(|stop| self.answers.get(stop)).copied()
    }

    /// What was answered to a stop, where it has been made.
    pub fn answered(&self, stop: &Stop) -> Option<Reply> {
        let is_made = self.known.contains(stop) || self.muted.contains(&(stop.cause, stop.subject));
        is_made.then(|| self.answers.get(stop).copied().unwrap_or(Reply::GoOn))
    }

    /// The player has answered these.
    pub fn answer(&mut self, stops: &[Stop], reply: Reply) {
        self.answers.extend(stops.iter().map(|stop| (*stop, reply)));
    }

    /// The stop of somebody who could answer a threat.
    pub fn to_answer(sim: &Sim, you: usize, by: EntityId) -> Stop {
        Stop { cause: StopCause::Threat, subject: by, state: state_of(sim, you, by) }.in_mode(ANSWERING)
    }

    /// The stop of somebody whose target is out of reach when it would be met.
    pub fn out_of_reach(sim: &Sim, you: usize, target: EntityId) -> Stop {
        // Far from every tick that a foe could come within reach in.
        Stop { cause: StopCause::Reach, subject: target, state: guard_of(sim, you) << 8 | 1 << 63 }
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
            self.known.insert(Stop { cause: StopCause::Threat, subject: threat.by, state: state_of(sim, you, threat.by) });
        }
        self.known.extend(self.fresh.drain(..));
    }

    /// Whether there is anything that the player does not want to be stopped for.
    pub fn has_muted(&self) -> bool {
        !self.muted.is_empty()
    }

    /// The player wants to be stopped for everything again.
    pub fn unmute(&mut self) {
        self.muted.clear();
    }

    /// What the player does not want to be stopped for.
    pub fn muted(&self) -> impl Iterator<Item = (StopCause, EntityId)> + '_ {
        self.muted.iter().copied()
    }

    /// It did not want to be stopped for these before the run was left.
    pub fn mute_again(&mut self, muted: impl Iterator<Item = (StopCause, EntityId)>) {
        self.muted.extend(muted);
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
        id if id == name::BLOW && event.about == me && event.rung > 0 => {
            stop(StopCause::Struck, event.by, state_of(sim, you, event.by))
        }
        id if id == name::WOUND && event.about == me => stop(StopCause::Wound, me, event.condition.0),
        id if id == name::STAGE && (event.about == me || event.about == target) => {
            stop(StopCause::Stage, event.about, u64::from(event.rung.unsigned_abs()))
        }
        id if id == name::YIELDED && event.about == target => stop(StopCause::Stage, target, GIVEN_UP),
        id if id == name::NOISE && event.about != me => {
            let is_seen = row_of(event.about).is_some_and(|other| sim.world().perceives(you, other));
            if is_seen { None } else { stop(StopCause::Heard, event.about, u64::from(event.rung.unsigned_abs())) }
        }
        id if event.about != me && (id == name::PREP_BEGAN || id == name::EXEC_BEGAN) => {
            let other = row_of(event.about).filter(|_| heard.level >= ReadingLevel::Phase)?;
            // It was read then; what can be read of it by now is another matter.
            let is_threat = sim.is_standing_foe(other, you) && sim.threatens(other, you);
            let state = state_with(sim, you, event.kind);
            if is_threat { stop(StopCause::Threat, event.about, state) } else { None }
        }
        id if event.about != me && id == name::RECOVER_BEGAN => {
            let other = row_of(event.about).filter(|_| heard.level >= ReadingLevel::Phase)?;
            let is_open = sim.is_standing_foe(other, you) && sim.is_opening(other, you);
            if is_open { stop(StopCause::Opening, event.about, state_of(sim, you, event.about)) } else { None }
        }
        _ => None,
    }
}

/// What the player could tell apart when somebody does something: how much guard it has left itself, and what kind of thing
/// that is. How much guard the other has left is a cause of its own.
fn state_of(sim: &Sim, you: usize, subject: EntityId) -> u64 {
    let reading = sim.world().row(subject).map(|other| sim.reading(you, other));
    state_with(sim, you, reading.unwrap_or_default().kind)
}

fn state_with(sim: &Sim, you: usize, kind: ActionKind) -> u64 {
    guard_of(sim, you) << 8 | kind as u64
}

/// How much guard the player's character has left: enough, little, or none. Each change of rung is a cause of its own; what
/// others do is another matter only where the answer may be another.
fn guard_of(sim: &Sim, you: usize) -> u64 {
    match sim.world().track(you, sim.rules().stage_track) {
        rung if rung <= WORKING => 0,
        rung if rung <= GUARD_FAILING => 1,
        _ => 2,
    }
}
