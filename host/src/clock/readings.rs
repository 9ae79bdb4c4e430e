//! Readings: what an observer makes of another's public line (clauses P1 to P5).
//!
//! The draw is by key, once for each observer, activity and stretch of unchanged public line; the reading is judged from it
//! whenever it is needed, so it never changes by looking again.

use super::activity::Activity;
use super::kept_readings::Judged;
use super::sim::Sim;
use crate::content::tables::{Action, ActionIx};
use crate::modules::crumb::Spot;
use abi::{
    ActionId, Attitude, CallError, Lengths, Phase, RSlice, ReadCall, Reading, ReadingChances, ReadingLevel, Target, Tick,
    Ticks,
};

/// One stretch of a public line, to be read.
#[derive(Copy, Clone, Debug)]
pub(super) struct Look {
    /// Which action it shows.
    pub action: ActionIx,
    /// Which phase.
    pub phase: Phase,
    /// Whether it is read by the flinch of giving something up (clause C6).
    pub is_flinch: bool,
    /// Of which activity.
    pub serial: u64,
    /// Which stretch.
    pub stretch: u32,
}

/// What a public line shows.
#[derive(Copy, Clone, Debug)]
pub(crate) struct PublicLine {
    /// What kind of action.
    pub kind: abi::ActionKind,
    /// Which action.
    pub action: ActionId,
    /// The same, by its place, where the shown action exists.
    pub ix: Option<ActionIx>,
    /// Which phase.
    pub phase: Phase,
    /// Since when it shows what is not so; none where it is what it shows.
    pub masked_since: Option<Tick>,
    /// Of which activity, and which stretch of its public line.
    pub activity: (u64, u32),
}

impl Sim {
    /// The public line of an actor as an observer sees it: the true one where it sees through what is shown (clause P2).
    pub(crate) fn line_seen(&self, observer: usize, subject: usize) -> Option<PublicLine> {
        if self.is_masked(subject) && !self.sees_through(observer, subject) {
            return self.mask_line(subject);
        }
        self.true_line(subject)
    }

    /// What an actor is truly doing; none when it is free.
    pub(super) fn true_line(&self, row: usize) -> Option<PublicLine> {
        let (activity, done) = self.foremost(row)?;
        let action = &self.content.actions[activity.action.index()];
        Some(PublicLine {
            kind: action.kind,
            action: action.id,
            ix: Some(activity.action),
            phase: activity.phase(done),
            masked_since: None,
            activity: (activity.serial, activity.stretch),
        })
    }

    /// The activity that an actor is seen in: the present one, else what waits uppermost; and how many of its ticks are done.
    pub(super) fn foremost(&self, row: usize) -> Option<(&Activity, u32)> {
        match &self.actors[row].present {
            Some(activity) => Some((activity, self.done(row))),
            None => self.actors[row].paused.last().map(|activity| (activity, activity.paused_done)),
        }
    }

    /// The same activity, for whom it does not matter how far it is.
    pub(super) fn uppermost(&self, row: usize) -> Option<&Activity> {
        self.actors[row].present.as_ref().or_else(|| self.actors[row].paused.last())
    }

    /// How well an observer reads somebody's public line now.
    pub(crate) fn reading_level(&self, observer: usize, subject: usize) -> ReadingLevel {
        let Some(line) = self.line_seen(observer, subject) else { return ReadingLevel::Nothing };
        self.level_of_line(observer, subject, &line, || self.attitude(observer, subject))
    }

    fn level_of_line(
        &self,
        observer: usize,
        subject: usize,
        line: &PublicLine,
        attitude: impl FnOnce() -> Attitude,
    ) -> ReadingLevel {
        let Some(action) = line.ix else { return ReadingLevel::Busy };
        let is_flinch = self.content.actions[action.index()].is_giving_up;
        let (serial, stretch) = line.activity;
        self.level_as(observer, subject, &Look { action, phase: line.phase, is_flinch, serial, stretch }, attitude)
    }

    /// How well an observer reads one stretch of a public line, which may be over by now (clause P3).
    pub(super) fn level(&self, observer: usize, subject: usize, look: &Look) -> ReadingLevel {
        self.level_as(observer, subject, look, || self.attitude(observer, subject))
    }

    /// The same for who knows already what the subject is to the observer.
    fn level_as(&self, observer: usize, subject: usize, look: &Look, attitude: impl FnOnce() -> Attitude) -> ReadingLevel {
        if observer == subject || self.actors[observer].reads_exact || attitude() == Attitude::Allied {
            return ReadingLevel::Exact;
        }
        let readability = &self.content.actions[look.action.index()].readability;
        let difficulty_points = if look.is_flinch { readability.flinch } else { readability.of(look.phase) };
        let [lore, wits] = self.rules.reading_stats;
        let judged = Judged {
            observer: self.world.id(observer),
            subject: self.world.id(subject),
            serial: look.serial,
            stretch: look.stretch,
            difficulty_points,
            lore_points: self.world.stat(observer, lore) + self.lore_of(observer, subject),
            wits_points: self.world.stat(observer, wits),
            times_read: self.times_read(observer, self.content.actions[look.action.index()].id),
        };
        self.readings.level(judged, || self.judge_reading(&judged))
    }

    fn judge_reading(&self, judged: &Judged) -> ReadingLevel {
        let keys =
            [u64::from(judged.observer.index), u64::from(judged.subject.index), judged.serial, u64::from(judged.stretch)];
        let call = ReadCall {
            observer: judged.observer,
            subject: judged.subject,
            draw: self.dice.keyed("readings", &keys),
            difficulty_points: judged.difficulty_points,
            lore_points: judged.lore_points,
            wits_points: judged.wits_points,
            times_read: judged.times_read,
            params: self.world.params(),
        };
        let chances = ReadingChances { rows: RSlice::from_slice(&self.rules.readings) };
        let held = self.roles.readability;
        let told = const { Spot::function("Readability::read_in") };
        let asked = held.call(told, |role| role.read_in(&call, &chances));
        // A module that was built before there were tables goes by figures of its own.
        let answer = asked.or_else(|error| match error {
            CallError::Missing => held.call(const { Spot::function("Readability::read") }, |role| role.read(&call)),
            error => Err(error),
        });
        answer.unwrap_or(ReadingLevel::Nothing)
    }

    /// What an observer reads of somebody, with as much in it as the level tells.
    pub(crate) fn reading(&self, observer: usize, subject: usize) -> Reading {
        self.reading_with(observer, subject, || self.attitude(observer, subject))
    }

    /// The same for who knows already what the subject is to the observer.
    pub(crate) fn reading_as(&self, observer: usize, subject: usize, attitude: Attitude) -> Reading {
        self.reading_with(observer, subject, || attitude)
    }

    fn reading_with(&self, observer: usize, subject: usize, attitude: impl FnOnce() -> Attitude) -> Reading {
        let Some(line) = self.line_seen(observer, subject) else { return Reading::default() };
        let level = self.level_of_line(observer, subject, &line, attitude);
        if level == ReadingLevel::Nothing {
            return Reading::default();
        }
        let mut reading = Reading { level, ..Reading::default() };
        if level >= ReadingLevel::Kind {
            reading.kind = line.kind;
        }
        if level >= ReadingLevel::Phase {
            reading.phase = line.phase;
            reading.is_at_me = self.threatens(subject, observer);
            self.read_times(subject, &line, &mut reading, level == ReadingLevel::Exact);
        }
        if level == ReadingLevel::Exact {
            reading.action = line.action;
        }
        reading
    }

    fn read_times(&self, subject: usize, line: &PublicLine, reading: &mut Reading, is_exact: bool) {
        if let Some(since) = line.masked_since {
            self.read_mask_times(subject, line, since, reading, is_exact);
            return;
        }
        let Some(activity) = &self.actors[subject].present else { return };
        let done = self.done(subject);
        let (prep, exec) = (activity.lengths.prep.0, activity.lengths.exec.0);
        let began = match line.phase {
            Phase::Prep => 0,
            Phase::Exec => prep,
            Phase::Recover => prep + exec,
        };
        reading.since_ticks = Ticks(done.saturating_sub(began));
        if is_exact {
            reading.left_ticks = activity.left_of_phase(done);
            reading.until_blow_ticks = Ticks(self.blow_index(activity).saturating_sub(done.saturating_sub(1)));
        }
    }

    /// The number of the tick of an activity in which its effects land first.
    pub(crate) fn blow_index(&self, activity: &super::activity::Activity) -> u32 {
        let action = &self.content.actions[activity.action.index()];
        self.lands_at(action, activity.lengths, activity.target)
    }

    /// The number of the tick in which what an action is for happens: the noise of a stroke is not yet its blow.
    pub(super) fn lands_at(&self, action: &Action, lengths: Lengths, target: Target) -> u32 {
        let (prep, exec) = (lengths.prep.0, lengths.exec.0);
        let opens = action.windows.iter().map(|window| window.from).min();
        let meets_in_exec = action.on_exec.iter().any(|line| self.is_aimed(*line, target));
        match (meets_in_exec, opens) {
            (true, _) => prep,
            (false, Some(from)) => prep + from,
            (false, None) if action.on_complete.is_empty() && !action.on_exec.is_empty() => prep,
            (false, None) => (prep + exec).saturating_sub(1),
        }
    }
}
