//! The lines that the clock writes to the log, and the raising of events (clause E1): logged before anybody reacts.

use super::activity::Activity;
use super::decision::Refusal;
use super::events::{Event, Sight};
use super::lines::Cause;
use super::sim::{Queued, Sim};
use crate::content::tables::{ActionIx, Rank, StopCause};
use crate::decide::PassedOver;
use crate::log::{Line, Value};
use crate::modules::Fault;
use abi::{Cell, CheckAnswer, CheckRequest, EntityId, EventId, Intent, LadderId, Phase, Target};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

impl Sim {
    /// Raises an event and logs it.
    pub(super) fn raise(&mut self, event: Event) {
        if self.log.is_on() {
            self.log_event(&event);
        }
        self.raise_quietly(event);
    }

    /// Raises an event whose line has been written already.
    pub(super) fn raise_quietly(&mut self, mut event: Event) {
        self.event_serial += 1;
        event.serial = self.event_serial;
        event.depth = self.depth_now;
        self.set_off_hooks(&event);
        self.events.push(event);
        self.give_off_by(&event);
    }

    /// Raises the event of a phase that begins, for those who go by the public line and in the log by the true one.
    pub(super) fn raise_phase(&mut self, row: usize, phase: Phase) {
        let Some(activity) = self.actors[row].present.as_ref() else { return };
        let (id, length) = match phase {
            Phase::Prep => (super::events::name::PREP_BEGAN, activity.lengths.prep),
            Phase::Exec => (super::events::name::EXEC_BEGAN, activity.lengths.exec),
            Phase::Recover => (super::events::name::RECOVER_BEGAN, activity.lengths.recover),
        };
        let (action, target) = (activity.action, activity.target);
        let activity = (activity.serial, activity.stretch);
        if self.log.is_on() {
            let words = self.target_text(target);
            let line = self.line_of(id).actor(self.world.name(row)).action(self.action_name(action)).ticks(length.0);
            with_target(line, &words).emit();
        }
        let kind = self.content.actions[action.index()].kind;
        // While something else is shown, the true phase is for the log, and for who sees through it (clause P2).
        let sight = if self.is_masked(row) { Sight::Through } else { Sight::All };
        let event = Event { action: Some(action), activity, kind, sight, ..Event::new(id, self.world.id(row)) };
        self.raise_quietly(event);
    }

    pub(super) fn line_of(&self, id: EventId) -> Line<'_> {
        let name = self.content.names.get(&id.0).map_or("unnamed", |name| name);
        Line::new(self.tick, name)
    }

    pub(super) fn action_name(&self, ix: ActionIx) -> &str {
        &self.content.actions[ix.index()].name
    }

    fn who(&self, id: EntityId) -> Option<&str> {
        self.world.name_of(id).map(|name| &**name)
    }

    /// The word of a rung, for the log.
    pub(super) fn rung_name(&self, ladder: LadderId, rung: i32) -> Option<(&str, &str)> {
        let ladder = self.content.ladders.get(&ladder)?;
        let place = usize::try_from(rung).ok()?;
        ladder.rungs.get(place).map(|rung| (&*ladder.name, &*rung.id))
    }

    fn log_event(&self, event: &Event) {
        let condition = (!event.condition.is_none()).then(|| self.content.name(event.condition.0));
        let how = (!event.how.is_none()).then(|| self.content.name(event.how.0));
        let mut line = self.line_of(event.id);
        if let Some(actor) = self.who(event.about) {
            line = line.actor(actor);
        }
        if let Some(action) = event.action {
            line = line.action(self.action_name(action));
        }
        if let Some(by) = self.who(event.by) {
            line = line.by(by);
        }
        if let Some((ladder, rung)) = self.rung_name(event.ladder, event.rung) {
            line = line.ladder(ladder).rung(rung);
        }
        if let Some(condition) = &condition {
            line = line.kind(condition);
        }
        if let Some(how) = &how {
            line = line.text(how);
        }
        line.emit();
    }

    fn target_text(&self, target: Target) -> Shown {
        match target {
            Target::Cell(cell) => Shown::Cell([cell.x, cell.y, cell.z]),
            Target::Itself => Shown::Text("itself".into()),
            Target::Phrase(phrase) => Shown::Text(self.content.name(phrase.0)),
            other => self.world.name_of(other.entity()).map_or(Shown::None, |name| Shown::Text(Arc::clone(name))),
        }
    }

    pub(super) fn log_intent(&mut self, row: usize, intent: &Intent, decision: &'static str) {
        self.intent_seq += 1;
        let is_seated = self.actors[row].mind.is_player();
        if !(self.log.is_on() || is_seated && self.log.has_decisions()) {
            return;
        }
        let words = self.target_text(intent.target);
        let name = self.content.name(intent.action.0);
        let mut line = Line::new(self.tick, "intent").seq(self.intent_seq).decision(decision);
        if is_seated {
            line = line.seat(0_u64);
        }
        let passed_over = self.passed_over(row, decision);
        if passed_over > 0 {
            line = line.declined(passed_over);
        }
        if intent.ticks > 0 {
            line = line.ticks(intent.ticks);
        }
        let line = with_target(line.actor(self.world.name(row)).action(&name), &words);
        if is_seated { line.emit_decided() } else { line.emit() }
    }

    pub(super) fn log_refused(&self, row: usize, refusal: Refusal) {
        if !self.log.is_on() {
            return;
        }
        let line = Line::new(self.tick, "refused").actor(self.world.name(row)).reason(refusal.name());
        let Refusal::VerbLost(verb, wound) = refusal else {
            let Refusal::Guarded(phrase) = refusal else { return line.emit() };
            return line.text(&self.content.name(phrase.0)).emit();
        };
        // Which verb, and which wound took it: a refusal is where a wound is read.
        let (verb, wound) = (self.content.name(verb.0), (!wound.is_none()).then(|| self.content.name(wound.0)));
        let line = line.cause(&verb);
        wound.as_deref().map_or(line, |wound| line.kind(wound)).emit();
    }

    pub(super) fn log_stopped(&self, row: usize, causes: &[(StopCause, EntityId)]) {
        for (cause, subject) in causes {
            self.log.write(|| {
                let line = Line::new(self.tick, "stopped").actor(self.world.name(row)).cause(cause.name());
                self.who(*subject).map_or(line, |by| line.by(by))
            });
        }
    }

    pub(super) fn log_queued(&self, row: usize, rank: &Rank, event: &Event) {
        self.log.write(|| {
            let line = Line::new(self.tick, "reaction_queued").actor(self.world.name(row)).rank(rank.rank);
            let line = match rank.choices.first() {
                Some((_, action)) => line.action(self.action_name(*action)),
                None => line,
            };
            self.with_event(line, event)
        });
    }

    fn with_event<'a>(&'a self, line: Line<'a>, event: &Event) -> Line<'a> {
        let line = match self.content.names.get(&event.id.0) {
            Some(name) => line.on(name),
            None => line,
        };
        self.who(event.about).map_or(line, |by| line.by(by))
    }

    pub(super) fn log_dropped(&self, row: usize, entry: &Queued, reason: &'static str) {
        self.log.write(|| {
            let line = Line::new(self.tick, "reaction_dropped").actor(self.world.name(row)).reason(reason);
            let profile = self.actors[row].mind.reactions();
            let rank = profile.and_then(|profile| self.content.profiles[profile.index()].ranks.get(entry.rank));
            let line = match rank.and_then(|rank| rank.choices.first()) {
                Some((_, action)) => line.action(self.action_name(*action)),
                None => line,
            };
            self.with_event(line, &entry.event)
        });
    }

    pub(super) fn log_reaction_begun(&self, row: usize, entry: &Queued, intent: &Intent) {
        if !self.log.is_on() {
            return;
        }
        let name = self.content.name(intent.action.0);
        let line = Line::new(self.tick, "reaction_begun").actor(self.world.name(row)).action(&name);
        self.with_event(line, &entry.event).emit();
    }

    pub(super) fn log_chose_reaction(&self, row: usize, entry: &Queued, intent: &Intent) {
        let Some(profile) = self.actors[row].mind.reactions() else { return };
        let profile = &self.content.profiles[profile.index()];
        let Some(rank) = profile.ranks.get(entry.rank) else { return };
        self.log_chose(row, &profile.name, rank, intent, &[]);
    }

    /// Which rank of its habits decided for a player who leaves a fight to them, and why. A replay has the intent alone.
    pub(crate) fn log_by_habit(&self, row: usize, profile: &str, rank: &Rank, intent: &Intent, passed: &[PassedOver<'_>]) {
        if !self.log.is_on() {
            return;
        }
        let (reason, name) = (reason_of(rank, passed), self.content.name(intent.action.0));
        let line = Line::new(self.tick, "by_habit").actor(self.world.name(row)).profile(profile).rank(rank.rank);
        line.action(&name).reason(&reason).emit();
    }

    /// Which rank of which profile decided, and why.
    pub(crate) fn log_chose(&self, row: usize, profile: &str, rank: &Rank, intent: &Intent, passed: &[PassedOver<'_>]) {
        if !self.log.is_on() {
            return;
        }
        let (reason, name) = (reason_of(rank, passed), self.content.name(intent.action.0));
        let line = Line::new(self.tick, "chose").actor(self.world.name(row)).profile(profile).rank(rank.rank);
        line.action(&name).reason(&reason).emit();
    }

    pub(super) fn log_ended(&self, row: usize, activity: &Activity, event: EventId, by: EntityId, reason: &'static str) {
        self.log.write(|| {
            let line =
                self.line_of(event).actor(self.world.name(row)).action(self.action_name(activity.action)).reason(reason);
            self.who(by).map_or(line, |by| line.by(by))
        });
    }

    pub(super) fn log_missed(&self, cause: &Cause, reason: &'static str) {
        if !self.log.is_on() {
            return;
        }
        let words = self.target_text(cause.target);
        let mut line = Line::new(self.tick, "missed").reason(reason);
        if let Some(actor) = self.who(cause.actor) {
            line = line.actor(actor);
        }
        if let Some(action) = cause.action {
            line = line.action(self.action_name(action));
        }
        with_target(line, &words).emit();
    }

    pub(super) fn log_move(&self, event: &'static str, id: EntityId, by: Option<EntityId>, from: Cell, to: Cell) {
        self.log.write(|| {
            let mut line = Line::new(self.tick, event).from([from.x, from.y, from.z]).to([to.x, to.y, to.z]);
            if let Some(actor) = self.who(id) {
                line = line.actor(actor);
            }
            match by.and_then(|by| self.who(by)) {
                Some(by) => line.by(by),
                None => line,
            }
        });
    }

    /// A body is about to leave: from where it stands, to where its step is aimed (clause M3).
    pub(super) fn log_leaving(&self, id: EntityId, cause: &Cause) {
        let from = self.world.row(id).map_or(Cell::default(), |row| self.world.cell(row));
        let to = match cause.target {
            Target::Cell(cell) => cell,
            // Who changes places goes to where the other is.
            other => self.world.row(other.entity()).map_or(from, |row| self.world.cell(row)),
        };
        self.log_move("leaving", id, None, from, to);
    }

    pub(super) fn log_check(&self, request: &CheckRequest, answer: &CheckAnswer, mitigated: u32) {
        if !self.log.is_on() {
            return;
        }
        let kind = self.content.name(request.kind.0);
        let mut line = Line::new(self.tick, "check").kind(&kind).degree(answer.degree.name());
        line = line.chance_permille(answer.chance_permille).roll_permille(answer.roll_permille);
        if let Some(actor) = self.who(request.actor) {
            line = line.actor(actor);
        }
        if let Some(target) = self.who(request.opponent) {
            line = line.target(Value::Text(target));
        }
        if answer.is_exploit {
            line = line.exploit(1);
        }
        if mitigated > 0 {
            line = line.mitigated(mitigated);
        }
        line.emit();
    }

    pub(super) fn log_swapped(&self, swapped: &super::swap::Swapped) {
        let super::swap::Swapped { kind, id, from, to } = swapped;
        if self.log.has_decisions() {
            let line = Line::new(self.tick, "swapped").from(Value::Text(from)).to(Value::Text(to));
            line.kind(kind).module(id).emit_decided();
        }
    }

    pub(super) fn log_scope(&self, event: &'static str, row: usize) {
        self.log.write(|| Line::new(self.tick, event).actor(self.world.name(row)));
    }

    /// What was told to somebody: no part of the fight, so a replay does not make it and its hash does not hold it.
    pub(crate) fn log_told(&self, to: EntityId, text: &str) {
        self.log.write(|| {
            let line = Line::new(self.tick, "told").text(text);
            self.who(to).map_or(line, |to| line.to(Value::Text(to)))
        });
    }

    /// A ground that changed, or a zone that appeared, and where.
    pub(super) fn log_terrain(&self, event: &'static str, what: &str, at: Cell, by: EntityId) {
        self.log.write(|| {
            let line = Line::new(self.tick, event).kind(what).at([at.x, at.y, at.z]);
            self.who(by).map_or(line, |by| line.by(by))
        });
    }

    pub(super) fn log_plain(&self, event: &'static str) {
        self.log.write(|| Line::new(self.tick, event));
    }

    pub(super) fn log_note(&self, actor: EntityId, text: &str) {
        self.log.write(|| {
            let line = Line::new(self.tick, "note").text(text);
            self.who(actor).map_or(line, |actor| line.actor(actor))
        });
    }

    pub(super) fn log_joined(&self, row: usize) {
        if !self.log.is_on() {
            return;
        }
        let kind = self.content.kinds[self.world.kind(row).index()].name.clone();
        let (side, cell) = (self.content.name(self.world.side(row).0), self.world.cell(row));
        let line = Line::new(self.tick, "joined").actor(self.world.name(row)).kind(&kind).side(&side);
        line.initiative(self.places[row]).at([cell.x, cell.y, cell.z]).emit();
    }

    pub(super) fn log_fault(&self, fault: &Fault) {
        self.log.write(|| Line::new(self.tick, "fault").module(&fault.module).word(&fault.word).reason(&fault.reason));
    }

    /// Notes a fault of a module and logs it (abi: what a faulty call pushed is dropped by the caller).
    pub(crate) fn fault(&mut self, module: u32, word: &str, error: abi::CallError) {
        if error == abi::CallError::LeftOut {
            // That the game goes on without it has been said once, where it began.
            return;
        }
        let fault = self.registry.fault(module, word, error);
        self.log_fault(&fault);
        self.faults.push(fault);
    }

    /// A fault of a word that is none of a call: it went on for too long.
    pub(super) fn note_fault(&mut self, module: u32, word: &str, reason: &str) {
        let module = self.registry.modules.get(module as usize).map_or("host".to_owned(), |module| module.id.to_string());
        let fault = Fault { module, word: word.to_owned(), reason: reason.to_owned() };
        self.log_fault(&fault);
        self.faults.push(fault);
    }

    pub(super) fn log_end(&self) {
        let Some(ended) = &self.ended else { return };
        if self.log.has_decisions() {
            let hash = format!("{:016x}", self.state_hash());
            Line::new(ended.tick, "end").outcome(&ended.outcome).hash(&hash).emit_decided();
        }
    }

    /// A hash of the whole state: of two fights that are equal so far the same, in every build.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
        self.world.hash(&mut hasher);
        self.dice.hash(&mut hasher);
        self.tick.hash(&mut hasher);
        self.order.hash(&mut hasher);
        for row in &self.order {
            let actor = &self.actors[*row as usize];
            actor.present.hash(&mut hasher);
            actor.paused.hash(&mut hasher);
            actor.queue.hash(&mut hasher);
            (actor.score, actor.coin, &actor.deeds).hash(&mut hasher);
            if let Some(orders) = &actor.orders {
                // As content has them they add nothing.
                orders.hash(&mut hasher);
            }
            // Who has seen nothing adds nothing.
            actor.lessons.iter().for_each(|lesson| lesson.hash(&mut hasher));
            if actor.is_out_of_scope {
                // Whoever is in scope adds nothing: where all are, a state is the same with and without the rule.
                "out of scope".hash(&mut hasher);
            }
        }
        self.scheduled.hash(&mut hasher);
        // A window whose last tick is past is closed, whether or not that tick was visited (clauses W4, L6).
        for window in self.windows.iter().filter(|window| window.last > self.tick) {
            window.hash(&mut hasher);
        }
        self.encounter.hash(&mut hasher);
        self.rounds.iter().for_each(|rounds| rounds.hash(&mut hasher));
        hasher.finish()
    }
}

/// FNV-1a over whatever is hashed: the same in every build and on every machine of one byte order.
struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// What held, then which ranks above were passed over and why.
fn reason_of(rank: &Rank, passed: &[PassedOver<'_>]) -> String {
    // As long as most are: a reason that grows bit by bit is moved several times.
    let mut reason = String::with_capacity(512);
    let mut add = |parts: &[&str]| {
        if !reason.is_empty() {
            reason.push_str("; ");
        }
        parts.iter().for_each(|part| reason.push_str(part));
    };
    for line in &rank.when {
        add(&[&line.text]);
    }
    for passed in passed {
        add(&["not ", itoa::Buffer::new().format(passed.rank), ": ", passed.why]);
    }
    reason
}

enum Shown {
    None,
    Text(Arc<str>),
    Cell([i32; 3]),
}

fn with_target<'a>(line: Line<'a>, shown: &'a Shown) -> Line<'a> {
    match shown {
        Shown::None => line,
        Shown::Text(text) => line.target(Value::Text(text)),
        Shown::Cell(cell) => line.target(Value::Cell(*cell)),
    }
}
