//! Awareness of one, and alertness: what stimuli make of whoever takes them in (clauses E2, L6, L7).
//!
//! Owns the two memories: what one is aware of without seeing it, which fades rung by rung by schedule, and how much one expects
//! trouble, which fades when asked. A stimulus is neither: it is over as it is met with. `hearing`, `lights` and `absence` call it.

use super::events::{Event, name};
use super::sim::{Due, Scheduled, Sim};
use crate::content::tables::{Nature, StimulusIx, StopCause};
use crate::log::Line;
use crate::world::{Alert, Aware, alertness, awareness};
use abi::{ActorState, Attitude, Cell, Change, EntityId, LadderId, Percept, ReadingLevel, Target};

/// The ladder of what one knows of somebody.
const AWARENESS: LadderId = LadderId::of("awareness");

impl Sim {
    /// What a row's body senses with; none where it notices only what it sees.
    pub(super) fn nature(&self, row: usize) -> Option<Nature> {
        self.content.kinds[self.world.kind(row).index()].nature
    }

    /// Notes a row that takes in stimuli.
    pub(super) fn join_listeners(&mut self, row: usize) {
        if self.world.is_actor(row) && self.nature(row).is_some() {
            self.listeners.push(row as u32);
        }
    }

    /// How long a rung of awareness lasts, in ticks.
    fn lasts(&self, rung: i32) -> u64 {
        match rung {
            awareness::UNAWARE => 0,
            awareness::STIRRED => self.derived.knobs.stirred_ticks,
            _ => self.derived.knobs.searching_ticks,
        }
    }

    /// Somebody takes in a stimulus of another whom it does not see.
    pub(super) fn become_aware(&mut self, row: usize, of: EntityId, at: Cell, percept: Percept, stimulus: StimulusIx) {
        if percept.rung < 0 || percept.awareness <= awareness::UNAWARE {
            return;
        }
        self.wake_sleeper(row, of);
        if self.world.row(of).is_some_and(|other| self.world.perceives(row, other)) {
            return;
        }
        let now = self.tick;
        let before = self.world.air.awareness(row, of);
        let held = before.map_or(awareness::UNAWARE, |aware| aware.rung);
        // What comes a second time, after one has had time to think, is somebody.
        let is_again = before.is_some_and(|aware| now >= aware.since + self.derived.knobs.stirred_again_ticks);
        let again = if is_again { held + 1 } else { held };
        let rung = percept.awareness.max(again).min(awareness::SEARCHING);
        let since = before.filter(|aware| aware.rung == rung).map_or(now, |aware| aware.since);
        self.world.air.set_aware(row, of, Aware { rung, since, until: now + self.lasts(rung), cell: at });
        self.expect_trouble(row, rung + 1);
        if before.is_none() {
            self.schedule_fading(row, of, now + self.lasts(rung));
        }
        self.stir(row);
        if rung > held {
            self.log_awareness(row, of, rung, Some(stimulus));
            self.tell_awareness(row, of, at, percept.rung, stimulus);
            self.note_cause(row, StopCause::Heard, of);
        }
    }

    /// A sleeper is woken by whatever makes it aware of anything.
    fn wake_sleeper(&mut self, row: usize, by: EntityId) {
        if self.world.state(row) == ActorState::Asleep {
            let id = self.world.id(row);
            let cause = self.bare_cause(id);
            self.carry_out(Change::SetState { entity: id, state: ActorState::Up, by }, &cause);
            self.log_scope("woke", row);
            self.look(row);
        }
    }

    /// Somebody expects trouble from now on, at least so much.
    pub(super) fn expect_trouble(&mut self, row: usize, rung: i32) {
        if rung >= self.alertness(row) {
            self.world.air.set_alert(row, Alert { rung: rung.min(alertness::ALARMED), tick: self.tick });
        }
    }

    /// How much somebody expects trouble, on the ladder `alertness`.
    #[must_use]
    pub fn alertness(&self, row: usize) -> i32 {
        if self.world.state(row) == ActorState::Asleep {
            return alertness::ASLEEP;
        }
        let of_row = (row as u32, 0)..(row as u32 + 1, 0);
        if self.foes.range(of_row).next().is_some() {
            return alertness::ALARMED;
        }
        let per_rung = self.derived.knobs.alertness_ticks;
        let aware = self.world.air.aware_of(row).map(|(_, aware)| aware.rung + 1).max();
        self.world.air.remembered_alertness(row, self.tick, per_rung).max(aware.unwrap_or(alertness::UNAWARE))
    }

    /// The rung of what somebody is most aware of without seeing it, and where that was; of equals what came last. Friends are no
    /// trouble: their voices and steps are known.
    pub(crate) fn most_aware(&self, row: usize) -> Option<Aware> {
        let is_friend = |of: EntityId| self.world.row(of).is_some_and(|of| self.attitude(row, of) == Attitude::Allied);
        let strangers = self.world.air.aware_of(row).filter(|(of, _)| !is_friend(*of));
        strangers.map(|(_, aware)| aware).max_by_key(|aware| (aware.rung, aware.until, aware.cell))
    }

    /// A pair has come to see, or no longer sees: sight is more than being aware, and what is lost is looked for.
    pub(super) fn awareness_by_sight(&mut self, row: usize, other: usize, sees: bool) {
        if self.nature(row).is_none() {
            return;
        }
        let id = self.world.id(other);
        if sees {
            self.world.air.take_aware(row, id);
        } else if self.is_standing_foe(other, row) && self.world.state(row) != ActorState::Dead {
            let until = self.tick + self.lasts(awareness::SEARCHING);
            let cell = self.world.cell(other);
            self.world.air.set_aware(row, id, Aware { rung: awareness::SEARCHING, since: self.tick, until, cell });
            self.world.air.set_alert(row, Alert { rung: alertness::ALARMED, tick: self.tick });
            self.schedule_fading(row, id, until);
            self.log_awareness(row, id, awareness::SEARCHING, None);
        }
    }

    fn schedule_fading(&mut self, row: usize, of: EntityId, until: u64) {
        let fades = Scheduled::new(self.world.id(row), Due::Fades);
        self.schedule(until.max(self.tick + 1), Scheduled { target: Target::Actor(of), ends_with_maker: true, ..fades });
    }

    /// The time of a rung of awareness is over, unless something new has come.
    pub(super) fn fade(&mut self, observer: EntityId, of: EntityId) {
        let Some(row) = self.world.row(observer) else { return };
        let Some(aware) = self.world.air.awareness(row, of) else { return };
        if aware.until > self.tick {
            self.schedule_fading(row, of, aware.until);
            return;
        }
        let rung = aware.rung - 1;
        if rung <= awareness::UNAWARE {
            self.world.air.take_aware(row, of);
        } else {
            let until = self.tick + self.lasts(rung);
            self.world.air.set_aware(row, of, Aware { rung, since: self.tick, until, ..aware });
            self.schedule_fading(row, of, until);
        }
        self.log_awareness(row, of, rung, None);
    }

    /// A line of the log that nobody can react to: what somebody is aware of is to be seen on nobody.
    fn log_awareness(&self, row: usize, of: EntityId, rung: i32, stimulus: Option<StimulusIx>) {
        self.log.write(|| {
            let mut line = Line::new(self.tick, "awareness").actor(self.world.name(row));
            if let Some(by) = self.world.name_of(of) {
                line = line.by(by);
            }
            if let Some((ladder, rung)) = self.rung_name(AWARENESS, rung) {
                line = line.ladder(ladder).rung(rung);
            }
            match stimulus.and_then(|ix| self.content.stimuli.get(ix.index())) {
                Some(stimulus) => line.kind(&stimulus.name),
                None => line,
            }
        });
    }

    /// A player's character is told of what it senses and does not see; noises of others are events, and told as such.
    fn tell_awareness(&mut self, row: usize, of: EntityId, at: Cell, rung: i32, stimulus: StimulusIx) {
        let Some(stimulus) = self.content.stimuli.get(stimulus.index()) else { return };
        let is_own_event = stimulus.on.is_none() && stimulus.from.is_empty() && stimulus.event != name::SMELL;
        // Light is told by `glows`: to whoever sees it, or what it falls on.
        let is_own_event = is_own_event || stimulus.event == name::LIGHT || stimulus.event == name::LIGHT_LOST;
        // What is seen as it comes about is told of by that.
        let is_in_view = !stimulus.from.is_empty() && self.is_told_of_a_zone(row);
        if self.actors[row].mind.is_player() && !is_own_event && !is_in_view {
            let event = Event { ladder: stimulus.ladder, rung, how: stimulus.text, ..Event::new(stimulus.event, of) };
            self.push_feed_at(&event, row, ReadingLevel::Exact, at);
        }
    }
}
