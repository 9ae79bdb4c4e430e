//! Reactions: collected after each processing, begun in the pass (clauses R1 to R5, R10, R11, L4).

use super::begin::Answering;
use super::control::Mind;
use super::decision::{Asks, Decision, Reply};
use super::events::{Event, Sight, name};
use super::orders::Outcome;
use super::readings::Look;
use super::sim::{Queued, Sim};
use crate::content::tables::{Does, Order, ProfileIx, Rank, Reactions, Trigger};
use abi::{EventId, Intent, Phase, ReadingLevel};
use smallvec::SmallVec;
use std::sync::Arc;

/// The trigger that a reading of `Busy` hears at each phase's start (clause P5).
const BEGAN: EventId = EventId::of("began");

/// What an event could mean to who perceives it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Heed {
    /// It is kept for telling.
    is_told: bool,
    /// It could be a cause, or one of its busy ranks names it.
    may_think: bool,
    /// One of its reactions names it.
    may_answer: bool,
}

impl Heed {
    /// Whether it means anything at all.
    pub(super) const fn is_any(self) -> bool {
        self.is_told || self.may_think || self.may_answer
    }
}

impl Sim {
    /// Collects reactions to everything raised since the last collection, before anything else (clause L4).
    pub(super) fn collect(&mut self) {
        loop {
            // What hooks on these events do comes before anybody reacts to them.
            self.work_off();
            if self.events.is_empty() {
                break;
            }
            self.collect_raised();
        }
        if self.rules.reactions == Reactions::SameTick && !self.queued.is_empty() {
            self.queue_pass();
        }
    }

    fn collect_raised(&mut self) {
        let mut events = std::mem::take(&mut self.events);
        self.counts.events += events.len() as u64;
        for event in &events {
            self.collect_for(event);
        }
        events.clear();
        // What collecting raised (that a kind was learned, say) is collected behind it.
        if self.events.is_empty() {
            self.events = events;
        }
    }

    fn collect_for(&mut self, event: &Event) {
        let Some(about) = self.world.row(event.about) else { return };
        self.feed_own(event, about);
        self.stir_by(event, about);
        if event.id == name::NOTICED || event.id == name::LOST {
            self.cause_of_perception(event, about);
        }
        let mut observers = self.observers(event, about);
        observers.sort_unstable_by_key(|(row, _)| self.places[*row as usize]);
        for (row, heed) in observers {
            self.reach_observer(event, row as usize, about, heed);
        }
    }

    /// An event reaches somebody who perceives it: it is told, gives to think, and may be answered.
    fn reach_observer(&mut self, event: &Event, row: usize, about: usize, heed: Heed) {
        if event.id == name::SAID {
            self.learn_by_speech(row, about);
        }
        if event.id == name::NOISE {
            self.stir(row);
        }
        let Some(level) = self.level_of(event, row, about) else { return };
        if heed.is_told {
            let rung = if event.id == name::NOISE { self.heard_rung(event, about, row) } else { event.rung };
            self.push_feed(&Event { rung, ..*event }, row, level);
        }
        if heed.may_think {
            self.note_causes(event, row, about, level);
        }
        if heed.may_answer {
            self.queue_for(event, row, level);
        }
    }

    /// Who perceives an event and heeds it: of those who see whom it is about, or hear it.
    ///
    /// To most events most have nothing to say. What one observer notes changes nothing about another, so all can be asked
    /// before the first is reached.
    fn observers(&self, event: &Event, about: usize) -> SmallVec<[(u32, Heed); 8]> {
        // Speech is learned from, and noise wakes, whatever else it means.
        let reaches_all = event.id == name::SAID || event.id == name::NOISE;
        let heeds = |row: &u32| {
            let heed = self.heed(event, *row as usize);
            (reaches_all || heed.is_any()).then_some((*row, heed))
        };
        match event.id {
            name::NOISE => self.hearers(event, about).iter().filter_map(heeds).collect(),
            // Whoever carries a light or a scent need not be seen itself.
            name::LIGHT | name::LIGHT_LOST => self.lookers(about).iter().filter_map(heeds).collect(),
            name::SMELL => self.smellers(event, about).iter().filter_map(heeds).collect(),
            _ => self.world.who_perceives(about).iter().filter_map(heeds).collect(),
        }
    }

    /// What an event could mean to an observer, read however well.
    pub(super) fn heed(&self, event: &Event, row: usize) -> Heed {
        Heed {
            is_told: self.is_told(event, row),
            may_think: self.may_think_of(event, row),
            may_answer: self.may_answer(event, row),
        }
    }

    /// How well the public line was read that an event told of; `Exact` for events that do not go by readings. Nothing where it
    /// tells of a public line by which this observer does not go (clause P2).
    fn level_of(&self, event: &Event, observer: usize, about: usize) -> Option<ReadingLevel> {
        if event.sight != Sight::All && (event.sight == Sight::Through) != self.sees_through(observer, about) {
            return None;
        }
        Some(match event.action {
            Some(action) if event.is_phase() || event.id == name::FLINCH => {
                let is_flinch = event.id == name::FLINCH;
                let look =
                    Look { action, phase: event.phase(), is_flinch, serial: event.activity.0, stretch: event.activity.1 };
                self.level(observer, about, &look)
            }
            _ => ReadingLevel::Exact,
        })
    }

    /// Whether an observer may queue an answer to such an event at all (clauses R1, R11).
    fn may_answer(&self, event: &Event, row: usize) -> bool {
        let Some(profile) = self.actors[row].mind.reactions() else { return false };
        event.depth < self.derived.knobs.reaction_depth
            && self.listens(profile, event)
            && self.world.may_act(row)
            && !self.actors[row].is_out_of_scope
            && self.phase(row) != Some(Phase::Exec)
    }

    /// Queues every reaction of one observer whose `on` fits (clause R1).
    fn queue_for(&mut self, event: &Event, row: usize, level: ReadingLevel) {
        let Some(profile) = self.actors[row].mind.reactions() else { return };
        let content = Arc::clone(&self.content);
        for (place, rank) in content.profiles[profile.index()].ranks.iter().enumerate() {
            if rank.does != Does::React || !rank.counts_for(None) || !rank.on.is_some_and(|on| fits(on, event, level)) {
                continue;
            }
            let entry = Queued { rank: place, event: *event, tick: self.tick };
            if self.actors[row].mind.is_player() && self.order_of(row, place) == Order::Off {
                self.queue_idle(row, entry);
                continue;
            }
            self.log_queued(row, rank, event);
            self.actors[row].queue.push(entry);
            self.queued.push(row as u32);
        }
    }

    /// Whether any rank of a profile names such an event: most profiles name few (clause R1).
    fn listens(&self, profile: ProfileIx, event: &Event) -> bool {
        names(&self.derived.listening[profile.index()], event)
    }

    /// Whether a queued entry may be begun in this tick's passes (clause R2).
    pub(super) fn is_ripe(&self, entry: &Queued) -> bool {
        self.rules.reactions == Reactions::SameTick || entry.tick < self.tick
    }

    /// Takes what a row has queued and may begin now; the rest waits for the next tick's pass.
    fn take_ripe(&mut self, row: usize) -> Vec<Queued> {
        let queue = std::mem::take(&mut self.actors[row].queue);
        let (ripe, late) = queue.into_iter().partition(|entry| self.is_ripe(entry));
        self.actors[row].queue = late;
        ripe
    }

    /// An actor's place in the pass (clauses R3 to R7). Answers a decision where a player is to be asked.
    pub(super) fn react(&mut self, row: usize) -> Option<Decision> {
        if self.is_processed(row) {
            // It has been processed in this tick already and keeps its queue for the next one's pass (clause R2).
            self.queued.push(row as u32);
            self.leave_pass();
            return None;
        }
        if let Some(reason) = self.may_not_react(row) {
            self.drop_queue(row, reason);
            self.leave_pass();
            return None;
        }
        let mut queue = self.take_ripe(row);
        queue.sort_by_key(|entry| self.rank_of_entry(row, entry));
        let moment = self.try_orders(row, &queue);
        // With the orders changed at a question, what answers that may find nothing asked any more.
        let id = self.world.id(row);
        let given = self.answer.take_if(|(actor, _)| *actor == id).map(|(_, reply)| reply);
        let chosen = self.first_that_holds(row, &queue);
        let Some((entry, place, intent)) = chosen.and_then(|(place, intent)| Some((*queue.get(place)?, place, intent)))
        else {
            self.keep_moment(row, moment, Outcome::Nothing);
            self.leave_pass();
            return None;
        };
        let rank = self.rank_at(row, &entry).map_or(0, |rank| rank.rank);
        let mut outcome = Outcome::Done(rank);
        if self.is_asked(row, &entry) {
            match given {
                None => {
                    self.actors[row].queue.extend(queue);
                    let asks = Asks::React { to: entry.event.about, offers: vec![intent], rank };
                    return Some(Decision { actor: id, asks });
                }
                Some(Reply::Do(_)) => self.log_intent(row, &intent, "reaction"),
                Some(_) => {
                    self.log_dropped(row, &entry, "declined");
                    self.actors[row].declined = (self.tick, self.declined(row) + 1);
                    self.keep_moment(row, moment, Outcome::Declined(rank));
                    self.leave_pass();
                    return None;
                }
            }
            outcome = Outcome::Wanted(rank);
        }
        for other in &queue[place + 1..] {
            self.log_dropped(row, other, "not-best");
        }
        self.keep_moment(row, moment, outcome);
        self.leave_pass();
        self.begin_reaction(row, &entry, intent);
        None
    }

    /// Clause R3: who is in Exec by now, dead, or may not act.
    fn may_not_react(&self, row: usize) -> Option<&'static str> {
        if !self.world.is_actor(row) || self.world.state(row) == abi::ActorState::Dead {
            return Some("dead");
        }
        if !self.world.may_act(row) {
            return Some("may-not-act");
        }
        (self.phase(row) == Some(Phase::Exec)).then_some("in-exec")
    }

    /// Clause R4: the lowest rank; of equals leaving before entering, then the earlier event.
    pub(super) fn rank_of_entry(&self, row: usize, entry: &Queued) -> (u32, bool, u64) {
        let rank = self.rank_at(row, entry).map_or(u32::MAX, |rank| self.precedence(row, entry.rank, rank));
        (rank, entry.event.id == name::ENTERING, entry.event.serial)
    }

    fn rank_at(&self, row: usize, entry: &Queued) -> Option<&Rank> {
        let profile = self.actors[row].mind.reactions()?;
        self.content.profiles[profile.index()].ranks.get(entry.rank)
    }

    fn first_that_holds(&mut self, row: usize, queue: &[Queued]) -> Option<(usize, Intent)> {
        let is_player = self.actors[row].mind.is_player();
        for (place, entry) in queue.iter().enumerate() {
            // It was queued before the order was taken back.
            if is_player && self.order_of(row, entry.rank) == Order::Off {
                self.log_dropped(row, entry, "off");
                continue;
            }
            match self.judge_reaction(row, entry.rank, &entry.event) {
                Ok(intent) => return Some((place, intent)),
                Err(reason) => self.log_dropped(row, entry, reason),
            }
        }
        None
    }

    /// Whether the player is asked: the order says `Ask`, and nobody asked in this exchange yet (clause D3).
    fn is_asked(&self, row: usize, entry: &Queued) -> bool {
        self.actors[row].mind.is_player() && self.order_of(row, entry.rank) == Order::Ask
    }

    /// How many reactions an actor has let pass in this tick that it was asked for.
    fn declined(&self, row: usize) -> u64 {
        let (tick, count) = self.actors[row].declined;
        if tick == self.tick { count } else { 0 }
    }

    /// How many questions of a kind, by its word, an actor has let pass in this tick: with it an entry of the log tells which
    /// question it answers (clause D5). Only a reaction can be asked for again after it was declined, in a later pass of the
    /// same tick (clause R2): every other answer leads to the actor's one processing in the tick (clause L2).
    pub(super) fn passed_over(&self, row: usize, asked: &str) -> u64 {
        if asked == "reaction" { self.declined(row) } else { 0 }
    }

    /// The same for whoever answers a decision from a log.
    #[must_use]
    pub fn passed_over_before(&self, decision: &Decision) -> u64 {
        self.world.row(decision.actor).map_or(0, |row| self.passed_over(row, decision.asks.name()))
    }

    fn begin_reaction(&mut self, row: usize, entry: &Queued, intent: Intent) {
        self.counts.decisions += 1;
        self.log_chose_reaction(row, entry, &intent);
        // What is ended or paused to make room is raised in the processing of the reaction (clause R11).
        self.depth_now = entry.event.depth + 1;
        let carried = self.make_room(row);
        let answering = Answering { depth: self.depth_now, event_actor: entry.event.about, carried };
        self.log_reaction_begun(row, entry, &intent);
        self.stamp(row);
        self.actors[row].causes.clear();
        self.actors[row].heard.clear();
        if self.begin(row, intent, Some(answering)).is_ok() {
            self.run_tick(row);
        } else {
            self.set_next(row);
        }
        self.collect();
        self.depth_now = 0;
    }

    /// Drops everything that an actor has queued.
    pub(super) fn drop_queue(&mut self, row: usize, reason: &'static str) {
        let queue = std::mem::take(&mut self.actors[row].queue);
        for entry in &queue {
            self.log_dropped(row, entry, reason);
        }
        self.actors[row].queue = queue;
        self.actors[row].queue.clear();
        self.actors[row].idle_queue.clear();
    }

    /// The standing orders or reactions of an actor.
    pub(crate) fn reaction_profile(&self, row: usize) -> Option<ProfileIx> {
        self.actors[row].mind.reactions()
    }

    /// Who decides for an actor.
    pub(crate) fn mind(&self, row: usize) -> &Mind {
        &self.actors[row].mind
    }
}

/// Whether a trigger fits an event, given how well the public line is read (clause P5).
pub(super) fn fits(on: Trigger, event: &Event, level: ReadingLevel) -> bool {
    let Trigger::Event(id, kind) = on else { return false };
    let is_kind = kind.is_none_or(|kind| kind == event.kind);
    if event.is_phase() {
        return match (id == BEGAN, kind) {
            (true, None) => level >= ReadingLevel::Busy,
            (true, Some(_)) => level >= ReadingLevel::Kind && is_kind,
            (false, _) => id == event.id && level >= ReadingLevel::Phase && is_kind,
        };
    }
    if event.id == name::FLINCH {
        return id == event.id && level >= ReadingLevel::Phase && is_kind;
    }
    id == event.id && is_kind
}

/// Whether such an event is one of those that are named.
pub(super) fn names(named: &[EventId], event: &Event) -> bool {
    named.iter().any(|id| *id == event.id || (*id == BEGAN && event.is_phase()))
}

/// The events that each profile's ranks name, of those ranks that count.
pub(super) fn listening(content: &crate::content::tables::Content, counts: impl Fn(&Rank) -> bool) -> Vec<Vec<EventId>> {
    let named = |rank: &Rank| match rank.on {
        Some(Trigger::Event(id, _)) => Some(id),
        _ => None,
    };
    let of_profile = |profile: &crate::content::tables::Profile| {
        let mut ids: Vec<EventId> = profile.ranks.iter().filter(|rank| counts(rank)).filter_map(named).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    };
    content.profiles.iter().map(of_profile).collect()
}
