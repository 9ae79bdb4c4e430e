//! `apply`: the one place that changes the world, with one arm for each change.
//!
//! It never draws dice, never calls a module and never begins an activity. What only the clock can do it hands back as a
//! [`Request`]; what somebody could tell of it hands back as [`Applied`], and the clock raises the events.

use super::entities::{Birth, Modifier, World};
use abi::{
    ActionId, ActionKind, ActorState, Attitude, By, Cell, Change, Class, ConditionId, EntityId, FactRow, Hurt, KindId,
    Manner, Phase, PhraseId, Raise, SideId, Target, Tick, Ticks, TrackId, Whose,
};
use std::hash::{Hash, Hasher};

/// What only the clock, or the holder of a role, can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Harm, for the holder of `Harm`.
    Hurt(Hurt),
    /// Mending, for the holder of `Harm`.
    Mend(EntityId, i32),
    /// A body wants to come to a cell.
    Place(EntityId, Cell, Manner),
    /// An activity is cancelled.
    Cancel(Whose),
    /// An activity is interrupted.
    Interrupt(Whose),
    /// An activity's checks go worse.
    Mitigate(EntityId, u32),
    /// Somebody is made to begin something.
    Begin(EntityId, ActionId, Target),
    /// A line is run later.
    Schedule(u64, Ticks, u32, Target, bool),
    /// What was scheduled is called off.
    Unschedule(u64),
    /// A zone is opened.
    Zone(Cell, i32, Ticks, Ticks, u32),
    /// Something can be sensed.
    Stimulus(abi::EventId, EntityId, i32),
    /// Somebody speaks.
    Say(EntityId, PhraseId),
    /// The public line shows something else.
    Broadcast(EntityId, ActionKind, ActionId, Phase, Ticks),
    /// A cell gets this ground.
    Ground(Cell, KindId),
    /// What hangs together at a cell turns into this ground, if it is one that does.
    Turn(Cell, KindId),
    /// A zone of content is opened at a cell.
    Lay(Cell, KindId),
    /// Somebody appears, and joins at the end of the tick.
    Spawn(Class, KindId, SideId, Cell),
    /// Somebody is taken out at the end of the tick.
    Remove(EntityId),
    /// An event is raised.
    Raise(Raise),
    /// The run is over.
    EndRun(PhraseId),
    /// Whom somebody can perceive has to be judged anew.
    Look(EntityId),
    /// A word for the log.
    Note(abi::RString),
}

/// What came of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Applied {
    /// Nothing that anybody could tell.
    Quiet,
    /// Somebody has a condition that is new to it.
    ConditionBegan(EntityId, ConditionId),
    /// Somebody is rid of a condition.
    ConditionEnded(EntityId, ConditionId),
    /// Somebody came into another state.
    StateChanged(EntityId, ActorState, EntityId),
    /// A track changed from one number to another.
    TrackChanged(EntityId, TrackId, i64),
    /// More was to be used up than was at hand (clause C10).
    CostGone(EntityId, TrackId),
    /// The clock has to do it.
    Asks(Request),
}

impl World {
    /// Carries out one change.
    pub fn apply(&mut self, change: Change) -> Applied {
        match change {
            // What appears on a place is no entity of its own: it is there at once.
            Change::Spawn { class: Class::Place, kind, near, .. } => Applied::Asks(Request::Ground(near, kind)),
            Change::Spawn { class: Class::Object, kind, near, .. } => Applied::Asks(Request::Turn(near, kind)),
            Change::Spawn { class: Class::Zone, kind, near, .. } => Applied::Asks(Request::Lay(near, kind)),
            Change::Spawn { class, kind, side, near } => Applied::Asks(Request::Spawn(class, kind, side, near)),
            Change::Remove(id) => Applied::Asks(Request::Remove(id)),
            Change::Place { entity, cell, manner } => Applied::Asks(Request::Place(entity, cell, manner)),
            Change::Hurt(hurt) => Applied::Asks(Request::Hurt(hurt)),
            Change::Mend { target, points } => Applied::Asks(Request::Mend(target, points)),
            Change::Track { entity, track, by } => self.change_track(entity, track, by),
            Change::Condition { entity, condition, ticks, source } => {
                let is_new = self.give_condition(entity, condition, ticks, source);
                if is_new { Applied::ConditionBegan(entity, condition) } else { Applied::Quiet }
            }
            Change::EndCondition { entity, condition } => {
                let had = self.take_condition(entity, condition);
                if had { Applied::ConditionEnded(entity, condition) } else { Applied::Quiet }
            }
            Change::Fact { entity, key, about, by, ticks } => {
                let expires = self.until(ticks);
                self.change_fact(FactRow { entity, key, about, value: 0, expires }, by)
            }
            Change::Modifier { entity, of, points, ticks } => {
                let until = self.until(ticks);
                self.add_modifier(Modifier { entity, of, points, until });
                Applied::Quiet
            }
            Change::Cancel(whose) => Applied::Asks(Request::Cancel(whose)),
            Change::Interrupt(whose) => Applied::Asks(Request::Interrupt(whose)),
            Change::Mitigate { target, degrees } => Applied::Asks(Request::Mitigate(target, degrees)),
            Change::Begin { actor, action, target } => Applied::Asks(Request::Begin(actor, action, target)),
            Change::Schedule { key, after, line, target, ends_with_maker } => {
                Applied::Asks(Request::Schedule(key, after, line, target, ends_with_maker))
            }
            Change::Unschedule { key } => Applied::Asks(Request::Unschedule(key)),
            Change::Zone { center, feet, life, period, line } => {
                Applied::Asks(Request::Zone(center, feet, life, period, line))
            }
            Change::Stimulus { event, by, rung } => Applied::Asks(Request::Stimulus(event, by, rung)),
            Change::Say { actor, phrase } => Applied::Asks(Request::Say(actor, phrase)),
            Change::Give { thing, to } => self.hold(thing, to),
            Change::Take { thing, by } => self.hold(thing, by),
            Change::Drop { thing } => self.drop_thing(thing),
            Change::Equip { thing } => self.ready(thing, true),
            Change::Unequip { thing } => self.ready(thing, false),
            Change::UseUp { entity, track, amount } => self.use_up(entity, track, amount),
            Change::SetState { entity, state, by } => self.set_state(entity, state, by),
            Change::Reveal { entity } => self.hide(entity, false),
            Change::Hide { entity } => self.hide(entity, true),
            Change::Link { from, to } => self.link(from, to),
            Change::Clock { clock, by } => self.change_fact_of("core/clock", clock, by),
            Change::Award { entity, points } => self.change_fact_of("core/experience", entity, points),
            Change::Broadcast { entity, kind, action, phase, ticks } => {
                Applied::Asks(Request::Broadcast(entity, kind, action, phase, ticks))
            }
            Change::Regard { entity, of, attitude } => self.set_regard(entity, of, attitude),
            Change::Raise(raise) => Applied::Asks(Request::Raise(raise)),
            Change::EndRun { outcome } => Applied::Asks(Request::EndRun(outcome)),
            Change::Note(text) => Applied::Asks(Request::Note(text)),
        }
    }

    fn until(&self, ticks: Ticks) -> Tick {
        if ticks == Ticks(0) { Tick(0) } else { self.tick + ticks }
    }

    fn change_track(&mut self, entity: EntityId, track: TrackId, by: By) -> Applied {
        let width = self.track_ids.len();
        let (Some(row), Ok(column)) = (self.row(entity), self.track_ids.binary_search(&track)) else {
            return Applied::Quiet;
        };
        let held = &mut self.tracks[row * width + column];
        let before = *held;
        *held = match by {
            By::Set(value) => value,
            By::Add(value) => held.saturating_add(value),
        };
        if *held == before { Applied::Quiet } else { Applied::TrackChanged(entity, track, before) }
    }

    fn use_up(&mut self, entity: EntityId, track: TrackId, amount: i64) -> Applied {
        let has = self.row(entity).map_or(0, |row| self.track(row, track));
        if has < amount {
            return Applied::CostGone(entity, track);
        }
        self.change_track(entity, track, By::Add(-amount))
    }

    fn change_fact(&mut self, fact: FactRow, by: By) -> Applied {
        let key = |row: &FactRow| (row.entity, row.key, row.about);
        let place = self.facts.binary_search_by(|row| key(row).cmp(&key(&fact)));
        let held = place.map_or(0, |place| self.facts[place].value);
        let value = match by {
            By::Set(value) => value,
            By::Add(value) => held.saturating_add(value),
        };
        let new = FactRow { value, ..fact };
        match place {
            Ok(place) => self.facts[place] = new,
            Err(place) => self.facts.insert(place, new),
        }
        Applied::Quiet
    }

    fn change_fact_of(&mut self, key: &str, entity: EntityId, by: i64) -> Applied {
        let fact = FactRow { entity, key: abi::FactId::of(key), about: EntityId::NONE, value: 0, expires: Tick(0) };
        self.change_fact(fact, By::Add(by))
    }

    fn hold(&mut self, thing: EntityId, holder: EntityId) -> Applied {
        if let (Some(row), Some(_)) = (self.row(thing), self.row(holder)) {
            self.holders[row] = holder;
            self.ready[row] = false;
        }
        Applied::Quiet
    }

    fn drop_thing(&mut self, thing: EntityId) -> Applied {
        let Some(row) = self.row(thing) else { return Applied::Quiet };
        if let Some(holder) = self.row(self.holders[row]) {
            self.places[row] = self.places[holder];
        }
        self.holders[row] = EntityId::NONE;
        self.ready[row] = false;
        Applied::Quiet
    }

    fn ready(&mut self, thing: EntityId, is_ready: bool) -> Applied {
        if let Some(row) = self.row(thing) {
            self.ready[row] = is_ready && !self.holders[row].is_none();
        }
        Applied::Quiet
    }

    fn set_state(&mut self, entity: EntityId, state: ActorState, by: EntityId) -> Applied {
        let Some(row) = self.row(entity) else { return Applied::Quiet };
        // The dead stay dead: whatever comes after a death in one list of consequences finds them so (clause K2).
        if self.states[row] == state || self.states[row] == ActorState::Dead {
            return Applied::Quiet;
        }
        self.states[row] = state;
        Applied::StateChanged(entity, state, by)
    }

    fn hide(&mut self, entity: EntityId, is_hidden: bool) -> Applied {
        let Some(row) = self.row(entity) else { return Applied::Quiet };
        if self.hidden[row] == is_hidden {
            return Applied::Quiet;
        }
        self.hidden[row] = is_hidden;
        Applied::Asks(Request::Look(entity))
    }

    fn link(&mut self, from: EntityId, to: EntityId) -> Applied {
        if self.row(from).is_some() && self.row(to).is_some() && !self.links.contains(&(from, to)) {
            self.links.push((from, to));
        }
        Applied::Quiet
    }

    fn set_regard(&mut self, entity: EntityId, of: EntityId, attitude: Attitude) -> Applied {
        self.regards.insert((entity, of), attitude);
        Applied::Quiet
    }

    /// Moves a body; the clock has judged that it may go there (clause M10).
    pub fn place(&mut self, row: usize, cell: Cell) {
        self.put(row, cell);
    }

    /// Brings somebody in where there is room for it: the least corner of its body, if there is any.
    #[must_use]
    pub fn place_for(&self, kind: KindId, near: Cell) -> Option<(crate::content::tables::KindIx, Cell)> {
        let place = self.content.kinds.iter().position(|held| held.id == kind)?;
        let cell = self.room_near(near, self.content.kinds[place].extent, usize::MAX)?;
        Some((crate::content::tables::KindIx(place as u32), cell))
    }

    /// A birth for [`World::spawn`] from what a change asked for.
    #[must_use]
    pub fn birth(&self, class: Class, kind: KindId, side: SideId, near: Cell, name: &str) -> Option<Birth> {
        let (kind, cell) = self.place_for(kind, near)?;
        Some(Birth { class, kind, side, cell, name: name.into() })
    }
}

impl Hash for World {
    /// Everything that lasts, in a fixed order.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.tick.0.hash(state);
        self.map.digest().hash(state);
        self.ids.hash(state);
        self.classes.hash(state);
        self.kinds.hash(state);
        self.sides.hash(state);
        self.places.hash(state);
        self.states.hash(state);
        self.hidden.hash(state);
        self.holders.hash(state);
        self.ready.hash(state);
        hash_columns(&self.track_ids, &self.tracks, |_| 0, state);
        hash_columns(&self.stat_ids, &self.stats, |column| self.content.stats[column].1, state);
        hash_columns(&self.verb_ids, &self.verbs, |_| 0, state);
        self.conditions.hash(state);
        self.facts.hash(state);
        self.modifiers.hash(state);
        self.regards.hash(state);
        self.sight.hash(state);
        self.air.hash(state);
        self.links.hash(state);
    }
}

/// Columns by their ids, without what is as it would be anyway: a pack that brings a track or a stat of its own changes no state
/// of a fight that does not use it.
fn hash_columns<I: Hash, V: Hash + PartialEq>(ids: &[I], values: &[V], usual: impl Fn(usize) -> V, state: &mut impl Hasher) {
    for (place, value) in values.iter().enumerate() {
        let column = place % ids.len();
        if *value != usual(column) {
            (place / ids.len(), &ids[column], value).hash(state);
        }
    }
}
