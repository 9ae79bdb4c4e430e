//! Falling and landing (clauses M7, M8).
//!
//! Owns when a body falls, how long that takes, and where it comes to rest. The action is the ruleset's; what the blow does is
//! that action's own line. `arriving` says when a body has come to where nothing holds it.

use super::events::{Event, name};
use super::lines::Cause;
use super::sim::{Consequence, Due, Scheduled, Sim};
use crate::world::space::{Barrier, Body, Fill, Grip, line_is_clear};
use abi::{ActorState, By, Cell, Change, EntityId, FactId, Intent, Target, Tick, Ticks};
use std::sync::Arc;

/// How far somebody has fallen, in feet: for the line of the fall's blow, in the tick in which it lands.
const FALLEN: FactId = FactId::of("core/fallen");
/// Ticks squared for a foot: a body falls 16 feet in a second of fifty ticks, so `n` feet take 12.5 times the root of `n`.
const TICKS_SQUARED_PER_FOOT: u32 = 156;
/// How far from where it lands a body may come to rest (clause M8).
const REST_FEET: i32 = 10;

impl Sim {
    /// Whether somebody is falling: nothing but death ends that.
    pub(super) fn is_falling(&self, row: usize) -> bool {
        self.actors[row].present.as_ref().is_some_and(|activity| Some(activity.action) == self.rules.fall)
    }

    /// Lists a body that has come to where nothing holds it.
    pub(super) fn note_support(&mut self, row: usize) {
        if self.rules.fall.is_some() && !self.has_footing(row, self.world.cell(row)) {
            let id = self.world.id(row);
            self.set_off(Consequence::Unsupported(id));
        }
    }

    /// The same for whom something was given or taken that may have kept it up (clause M7).
    pub(super) fn note_support_of(&mut self, id: EntityId) {
        if let Some(row) = self.world.row(id).filter(|row| self.world.is_actor(*row)) {
            self.note_support(row);
        }
    }

    /// A body that nothing holds falls: all that its actor does is over (clause M7).
    pub(super) fn check_support(&mut self, id: EntityId) {
        let (Some(row), Some(fall)) = (self.world.row(id), self.rules.fall) else { return };
        let body = self.world.body(row);
        // What came after it was listed may have brought it to rest, or have made it rise. Who has got away is no longer there to
        // fall: it is taken out at the end of the tick (clause L9).
        if self.world.state(row) == ActorState::Fled || self.has_footing(row, body.at) {
            return;
        }
        let below = self.ground_below(body, self.grip(row));
        let feet = body.at.z.abs_diff(below.at.z);
        if feet == 0 || self.is_falling(row) {
            return;
        }
        if self.world.state(row) == ActorState::Dead {
            self.drop_down(id, body, below);
            return;
        }
        self.stop_all(id, EntityId::NONE, "fell");
        self.log_move("fell", id, None, body.at, below.at);
        self.raise_quietly(Event::new(name::FELL, id));
        let intent = Intent { action: self.content.actions[fall.index()].id, target: Target::None, ticks: 0 };
        if self.begin(row, intent, None).is_err() {
            return;
        }
        let is_past = self.is_processed(row);
        if let Some(activity) = self.actors[row].present.as_mut() {
            activity.lengths.exec = fall_ticks(feet);
            activity.start = Tick(self.tick + u64::from(is_past));
        }
        self.wake(row);
    }

    /// Who is dead, and what is no body at all, falls too: it does nothing, so its fall is no activity (clause M7).
    fn drop_down(&mut self, id: EntityId, from: Body, below: Body) {
        if self.is_dropping(id) {
            return;
        }
        self.log_move("fell", id, None, from.at, below.at);
        self.raise_quietly(Event::new(name::FELL, id));
        let due = self.tick + u64::from(fall_ticks(from.at.z.abs_diff(below.at.z)).0);
        self.schedule(due, Scheduled { target: Target::Actor(id), ..Scheduled::new(id, Due::Drop) });
    }

    /// Whether somebody dead is still on its way down: its body is taken out when it has landed (clauses M7, L9).
    pub(super) fn is_dropping(&self, id: EntityId) -> bool {
        self.scheduled.values().any(|entry| entry.what == Due::Drop && entry.target.entity() == id)
    }

    /// Lists a thing that was let go where nothing holds it.
    pub(super) fn note_dropped(&mut self, thing: EntityId) {
        let Some(row) = self.world.row(thing).filter(|_| self.rules.fall.is_some()) else { return };
        let body = self.world.body(row);
        let below = self.ground_below(body, Grip::FEET);
        if below.at != body.at && !self.world.is_actor(row) {
            self.drop_down(thing, body, below);
        }
    }

    /// Somebody dead, or a thing, is on the first support below.
    pub(super) fn come_down(&mut self, id: EntityId) {
        let (Some(row), Some(fall)) = (self.world.row(id), self.rules.fall) else { return };
        if self.world.is_actor(row) {
            let cause = Cause { action: Some(fall), ..self.bare_cause(id) };
            self.land_for(row, &cause);
            self.has_state_changed = true;
        } else {
            let from = self.world.body(row);
            let below = self.ground_below(from, Grip::FEET);
            self.log_move("landed", id, None, from.at, below.at);
            self.world.place(row, below.at);
        }
        self.work_off();
    }

    /// The last tick of a fall: the body is on the first support below, and the blow is dealt (clauses M7, M8).
    pub(super) fn land(&mut self, row: usize) {
        if let Some(cause) = self.cause_of(row) {
            self.land_for(row, &cause);
        }
    }

    fn land_for(&mut self, row: usize, cause: &Cause) {
        let (id, from) = (self.world.id(row), self.world.body(row));
        let grip = self.grip(row);
        let below = self.ground_below(from, grip);
        let under = self.world.who_stands_in(below, row);
        let to = under.map_or(below.at, |other| self.rest_beside(below, row, other, grip));
        let by = under.map_or(EntityId::NONE, |other| self.world.id(other));
        self.log_move("landed", id, Some(by).filter(|by| !by.is_none()), from.at, to);
        self.world.place(row, to);
        self.raise_quietly(Event { by, ..Event::new(name::LANDED, id) });
        self.moved.push(row as u32);
        self.look(row);
        self.set_off(Consequence::Arrived(id));
        let feet = self.air_above(from, below);
        if feet == 0 {
            // Who sinks through water comes down softly.
            return;
        }
        let fallen = Change::Fact { entity: id, key: FALLEN, about: EntityId::NONE, by: By::Set(feet), ticks: Ticks(1) };
        self.carry_out(fallen, cause);
        self.deal_fall(cause, [Some(id), under.map(|other| self.world.id(other))]);
    }

    /// Each line of the fall for who fell, then for whom it fell on (clause K1).
    fn deal_fall(&mut self, cause: &Cause, whom: [Option<EntityId>; 2]) {
        let content = Arc::clone(&self.content);
        let lines = cause.action.map_or(&[][..], |ix| &content.actions[ix.index()].on_complete);
        for line in lines {
            for id in whom.into_iter().flatten() {
                self.run_line(*line, cause, Target::Actor(id));
            }
            self.work_off();
        }
    }

    /// How many feet of a way straight down lead through air: water breaks a fall.
    fn air_above(&self, from: Body, below: Body) -> i64 {
        let is_air = |z: &i32| {
            let here = from.moved_to(Cell { z: *z, ..from.at });
            let mut feet = here.cells().filter(|cell| cell.z == here.at.z);
            !feet.any(|cell| self.world.map.fill_at(cell) == Fill::Liquid)
        };
        let feet = (below.at.z..from.at.z).filter(is_air).count();
        i64::try_from(feet).unwrap_or(i64::MAX)
    }

    /// Where a body that goes straight down comes to rest.
    fn ground_below(&self, from: Body, grip: Grip) -> Body {
        let mut here = from;
        while !self.world.map.is_held(here, grip) {
            let lower = here.moved_to(Cell { z: here.at.z - 1, ..here.at });
            if !self.world.map.has_room(lower) {
                break;
            }
            here = lower;
        }
        here
    }

    /// The nearest free place beside one where another body is, through nothing solid and not upward; else on top of that body.
    fn rest_beside(&self, here: Body, row: usize, other: usize, grip: Grip) -> Cell {
        let mut best: Option<(i32, Cell)> = None;
        for (dx, dy, dz) in offsets() {
            let far = dx * dx + dy * dy + dz * dz;
            let cell = Cell { x: here.at.x + dx, y: here.at.y + dy, z: here.at.z + dz };
            if far > REST_FEET * REST_FEET || best.is_some_and(|held| held <= (far, cell)) {
                continue;
            }
            let there = here.moved_to(cell);
            let is_free = self.world.map.fits_by(there, grip) && self.world.who_stands_in(there, row).is_none();
            if is_free && line_is_clear(&self.world.map, Barrier::Solid, here, there) {
                best = Some((far, cell));
            }
        }
        best.map_or_else(|| self.on_top(here, row, other), |(_, cell)| cell)
    }

    /// On top of a body, and of whoever stands on that: nobody is below all of them, as the faller came from above.
    fn on_top(&self, here: Body, row: usize, other: usize) -> Cell {
        let mut under = Some(other);
        let mut at = here.at;
        while let Some(other) = under {
            let body = self.world.body(other);
            at.z = at.z.max(body.at.z + body.feet()[2]);
            under = self.world.who_stands_in(here.moved_to(at), row);
        }
        at
    }
}

/// How long a fall of so many feet takes.
fn fall_ticks(feet: u32) -> Ticks {
    Ticks(feet.saturating_mul(TICKS_SQUARED_PER_FOOT).isqrt().max(1))
}

/// Every offset within reach of a fall's rest, none of them upward.
fn offsets() -> impl Iterator<Item = (i32, i32, i32)> {
    let sides = -REST_FEET..=REST_FEET;
    let flat = sides.clone().flat_map(move |dx| sides.clone().map(move |dy| (dx, dy)));
    flat.flat_map(|(dx, dy)| (-REST_FEET..=0).map(move |dz| (dx, dy, dz)))
}
