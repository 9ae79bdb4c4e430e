//! Windows and zones: shapes that do something to whom they take (clauses W1 to W5).

use super::lines::Cause;
use super::sim::{Due, Scheduled, Sim};
use crate::content::tables::{Action, LineIx, ShapeDef, WindowDef, ZoneIx};
use crate::world::space::{Body, Metric, Shape};
use abi::{Attitude, Cell, EntityId, Target, Ticks};
use std::sync::Arc;

/// A window that is open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct OpenWindow {
    /// In which order it was opened.
    pub serial: u64,
    /// Whose; zones outlive their makers.
    pub owner: EntityId,
    /// Of which activity; 0 for a zone.
    pub activity: u64,
    /// The cause that its effects are run for.
    pub cause: Cause,
    /// Where a zone lies, or where a Cone, Line or Cells shape is aimed.
    pub aim: Cell,
    /// What it is: shape, whom it takes, what it does.
    pub def: WindowDef,
    /// The last tick in which it is open (clause W4).
    pub last: u64,
    /// A zone's period; 0 for none.
    pub period: u32,
    /// Which zone of content it is, if one.
    pub zone: Option<ZoneIx>,
    /// Whom it has taken (clause W2).
    pub taken: Vec<EntityId>,
}

impl Sim {
    /// Opens the windows of the present activity that begin at this exec tick, each after the other.
    pub(super) fn open_windows(&mut self, row: usize, serial: u64, exec_tick: u32) {
        if !self.is_at(row, serial) {
            return;
        }
        let Some(cause) = self.cause_of(row) else { return };
        let Some(ix) = cause.action else { return };
        if self.content.actions[ix.index()].windows.is_empty() {
            return;
        }
        let content = Arc::clone(&self.content);
        for window in content.actions[ix.index()].windows.iter().filter(|window| window.from == exec_tick) {
            if self.is_at(row, serial) {
                self.open_window(row, window, cause);
            }
        }
    }

    fn open_window(&mut self, row: usize, window: &WindowDef, cause: Cause) {
        self.serial += 1;
        let last = self.tick + u64::from(window.to.saturating_sub(window.from).max(1)) - 1;
        let open = OpenWindow {
            serial: self.serial,
            owner: cause.actor,
            activity: cause.serial,
            cause,
            aim: self.aim_of_shape(row, window.shape, cause.target),
            def: window.clone(),
            last,
            period: 0,
            zone: None,
            taken: Vec::new(),
        };
        self.windows.push(open);
        if window.takes_inside {
            self.take_inside(self.windows.len() - 1);
        }
    }

    /// Where a shape is aimed: Cells where the activity was aimed when it began, others where the target is now (clause W4).
    fn aim_of_shape(&self, row: usize, shape: ShapeDef, target: Target) -> Cell {
        let begun = self.actors[row].present.as_ref().and_then(|activity| activity.aim.0);
        match (shape, begun) {
            (ShapeDef::Cells { .. }, Some(aim)) => aim,
            _ => self.aim_of(row, target),
        }
    }

    /// Where an activity is aimed as it begins, where that is not where its target will be (clause W4).
    pub(super) fn aim_at_begin(&self, row: usize, action: &Action, target: Target) -> Option<Cell> {
        let has_cells = action.windows.iter().any(|window| matches!(window.shape, ShapeDef::Cells { .. }));
        (has_cells && matches!(target, Target::Actor(_))).then(|| self.aim_of(row, target))
    }

    /// Where the target is, or was last perceived.
    fn aim_of(&self, row: usize, target: Target) -> Cell {
        match target {
            Target::Cell(cell) => cell,
            Target::Actor(id) => {
                let seen = self.world.row(id).filter(|other| self.world.perceives(row, *other));
                let remembered = || self.world.memories_of(row).find(|(whom, _)| *whom == id).map(|(_, memory)| memory.cell);
                seen.map(|other| self.world.body(other).eye()).or_else(remembered).unwrap_or(self.world.cell(row))
            }
            _ => self.world.cell(row),
        }
    }

    /// Takes those inside a window that opens, in initiative order (clause W1).
    pub(super) fn take_inside(&mut self, place: usize) {
        let window = &self.windows[place];
        let inside = self.inside(window);
        let (serial, cause) = (window.serial, window.cause);
        self.take(serial, &cause, &inside);
    }

    /// Everybody with a cell in a window's shape but its own actor, in initiative order.
    fn inside(&self, window: &OpenWindow) -> Vec<u32> {
        let origin = self.origin_of(window);
        let feet = match window.def.shape {
            ShapeDef::Ring { feet } | ShapeDef::Cone { feet } | ShapeDef::Line { feet } | ShapeDef::Cells { feet } => feet,
        };
        let reach = u32::try_from(feet).unwrap_or(0) + 1;
        let mut near = Vec::new();
        self.world.near(origin, reach, self.metric(), &mut near);
        near.retain(|row| self.is_taken(window, *row as usize));
        near.sort_unstable_by_key(|row| self.places[*row as usize]);
        near
    }

    fn origin_of(&self, window: &OpenWindow) -> Body {
        let is_there = matches!(window.def.shape, ShapeDef::Cells { .. }) || window.activity == 0;
        match self.world.row(window.owner) {
            Some(row) if !is_there => self.world.body(row),
            _ => Body::of_cell(window.aim),
        }
    }

    /// Whether a window would take a row where it stands now.
    fn is_taken(&self, window: &OpenWindow, row: usize) -> bool {
        let id = self.world.id(row);
        let is_own = id == window.owner && window.activity != 0;
        if is_own || (window.def.once && window.taken.contains(&id)) || self.world.state(row) == abi::ActorState::Dead {
            return false;
        }
        let origin = self.origin_of(window);
        if !shape_holds(window.def.shape, window.aim, self.metric(), origin, self.world.body(row)) {
            return false;
        }
        let owner = self.world.row(window.owner);
        !(window.def.spares_allies && owner.is_some_and(|owner| self.attitude(owner, row) == Attitude::Allied))
    }

    /// Runs a window's effects for whom it takes: each word for all of them, one after the other (clause K1). From within the
    /// list of consequences, what they set off goes to the end of that list.
    fn take(&mut self, serial: u64, cause: &Cause, rows: &[u32]) {
        let ids: Vec<EntityId> = rows.iter().map(|row| self.world.id(*row as usize)).collect();
        let Some(window) = self.windows.iter_mut().find(|window| window.serial == serial) else { return };
        window.taken.extend(&ids);
        let effects = window.def.effects.clone();
        let is_nested = self.list_length > 0;
        for line in effects {
            // A dead actor's next word is not begun (clause K2).
            let is_dead = self.world.row(cause.actor).is_none_or(|row| self.world.state(row) == abi::ActorState::Dead);
            if is_dead && cause.serial != 0 {
                return;
            }
            for id in &ids {
                self.run_line(line, cause, Target::Actor(*id));
            }
            if !is_nested {
                self.work_off();
            }
        }
    }

    /// Somebody arrived: of several windows, the one opened first takes it first (clause W3).
    pub(super) fn take_entering(&mut self, id: EntityId) {
        let Some(row) = self.world.row(id) else { return };
        let now = self.tick;
        let open: Vec<u64> =
            self.windows.iter().filter(|w| w.def.takes_entering && w.last >= now).map(|w| w.serial).collect();
        for serial in open {
            let Some(window) = self.windows.iter().find(|window| window.serial == serial) else { continue };
            let cause = window.cause;
            if window.owner == id && window.activity != 0 {
                // Its own actor was moved: whoever is in the shape now and was not taken has come in.
                let inside = self.inside(window);
                self.take(serial, &cause, &inside);
            } else if self.is_taken(window, row) {
                self.take(serial, &cause, &[row as u32]);
            }
        }
    }

    /// An early end closes the windows of an activity at once (clause W4).
    pub(super) fn close_windows_of(&mut self, activity: u64) {
        let serial = activity;
        self.windows.retain(|window| window.activity != serial || window.activity == 0);
    }

    /// Windows whose last tick this is close (clause L9).
    pub(super) fn close_windows(&mut self) {
        let now = self.tick;
        self.windows.retain(|window| window.last > now);
    }

    /// Opens a zone: a window without an activity (clause W5).
    pub(super) fn open_zone(&mut self, cause: &Cause, center: Cell, feet: i32, life: Ticks, period: Ticks, line: u32) {
        self.serial += 1;
        let zone = OpenWindow {
            serial: self.serial,
            owner: cause.actor,
            activity: 0,
            cause: Cause { serial: 0, ..*cause },
            aim: center,
            def: WindowDef {
                from: 0,
                to: life.0.max(1),
                shape: ShapeDef::Cells { feet },
                takes_inside: true,
                takes_entering: true,
                once: period.0 == 0,
                spares_allies: false,
                effects: vec![LineIx(line)],
            },
            last: self.tick + u64::from(life.0.max(1)) - 1,
            period: period.0,
            zone: None,
            taken: Vec::new(),
        };
        self.windows.push(zone);
        self.schedule_period(self.serial);
        self.take_inside(self.windows.len() - 1);
    }

    /// Every `period_ticks` after its opening, as long as it lasts, a zone takes those inside again (clause W5).
    pub(super) fn schedule_period(&mut self, serial: u64) {
        let Some(zone) = self.windows.iter().find(|window| window.serial == serial) else { return };
        let due = self.tick + u64::from(zone.period);
        if zone.period == 0 || due > zone.last {
            return;
        }
        self.schedule(due, Scheduled::new(zone.owner, Due::Zone(serial)));
    }

    /// A period of a zone is over.
    pub(super) fn zone_period(&mut self, serial: u64) {
        if let Some(place) = self.windows.iter().position(|window| window.serial == serial) {
            self.take_inside(place);
            self.schedule_period(serial);
        }
    }

    /// Whether a shape that somebody is winding up would hold another (clause D2, `threat`).
    pub(crate) fn would_hold(&self, about: usize, row: usize) -> bool {
        let Some(activity) = &self.actors[about].present else { return false };
        let action = &self.content.actions[activity.action.index()];
        let (origin, target) = (self.world.body(about), self.world.body(row));
        action.windows.iter().any(|window| {
            let aim = self.aim_of_shape(about, window.shape, activity.target);
            let from = if matches!(window.shape, ShapeDef::Cells { .. }) { Body::of_cell(aim) } else { origin };
            shape_holds(window.shape, aim, self.metric(), from, target)
        })
    }
}

fn shape_holds(shape: ShapeDef, aim: Cell, metric: Metric, origin: Body, target: Body) -> bool {
    let feet = |feet: i32| u32::try_from(feet).unwrap_or(0);
    let shape = match shape {
        ShapeDef::Ring { feet: n } | ShapeDef::Cells { feet: n } => Shape::Ring { feet: feet(n) },
        ShapeDef::Cone { feet: n } => Shape::Cone { feet: feet(n), aim },
        ShapeDef::Line { feet: n } => Shape::Line { feet: feet(n), aim },
    };
    shape.contains_body(metric, origin, target)
}
