//! Grounds that change, and zones that lie on them (clauses W5, M5, M7, E3).
//!
//! Owns what follows when a cell gets another ground or a zone appears, spreads and ends: who is in the way, who falls, who
//! sees whom now. Windows take whom a zone holds, as for any window. `consequences` and the schedule call it.

use super::events::{Event, name};
use super::lines::Cause;
use super::sim::{Due, Scheduled, Sim};
use super::windows::OpenWindow;
use crate::content::tables::{Fill, GroundDef, ShapeDef, WeatherDef, WindowDef, ZoneDef, ZoneIx};
use crate::world::space::{Body, DIRECTIONS, Metric};
use abi::{Cell, EntityId, GroundId, KindId, PhraseId};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The most cells that turn as one: the widest gate there is. What hangs together over more stays as it is.
const MOST_CELLS: usize = 1024;

impl Sim {
    fn ground_def(&self, at: Cell) -> Option<&GroundDef> {
        self.world.map.ground_at(at).and_then(|ground| self.content.grounds.get(usize::from(ground)))
    }

    fn ground_ix(&self, id: KindId) -> Option<u16> {
        let place = self.content.grounds.iter().position(|def| def.id == GroundId(id.0))?;
        u16::try_from(place).ok()
    }

    /// One cell gets another ground.
    pub(super) fn make_ground(&mut self, at: Cell, ground: KindId, cause: &Cause) {
        match self.ground_ix(ground) {
            Some(ground) if self.world.map.ground_at(at).is_some() => self.change_cells(&[at], ground, cause),
            _ => self.raise_missed(cause, "no-ground"),
        }
    }

    /// What hangs together with a cell and is of its ground turns into another, if that ground is what it turns into.
    pub(super) fn turn_ground(&mut self, at: Cell, into: KindId, cause: &Cause) {
        if let Some(zone) = self.zone_ix(into) {
            return self.kindle(at, zone, cause);
        }
        let ground = self.ground_ix(into).filter(|ground| self.ground_def(at).and_then(|def| def.turns_to) == Some(*ground));
        match ground.and_then(|ground| Some((ground, self.patch(at)?))) {
            Some((ground, cells)) => self.change_cells(&cells, ground, cause),
            None => self.raise_missed(cause, "no-ground"),
        }
    }

    /// The cells of one ground that hang together through faces, by x, y, z; nothing where they are too many.
    pub(crate) fn patch(&self, at: Cell) -> Option<Vec<Cell>> {
        let ground = self.world.map.ground_at(at)?;
        let mut cells = BTreeSet::from([at]);
        let mut open = vec![at];
        while let Some(here) = open.pop() {
            for [x, y, z] in DIRECTIONS.into_iter().filter(|way| way.iter().map(|n| n.abs()).sum::<i32>() == 1) {
                let next = Cell { x: here.x + x, y: here.y + y, z: here.z + z };
                if self.world.map.ground_at(next) == Some(ground) && cells.insert(next) {
                    open.push(next);
                }
            }
            if cells.len() > MOST_CELLS {
                return None;
            }
        }
        Some(cells.into_iter().collect())
    }

    /// Cells get another ground, all or none: nothing closes on a body (clause M10).
    fn change_cells(&mut self, cells: &[Cell], ground: u16, cause: &Cause) {
        let Some(def) = self.content.grounds.get(usize::from(ground)) else { return };
        let (id, name, text) = (KindId(def.id.0), Arc::clone(&def.name), def.text);
        let is_solid = def.fill == Fill::Solid;
        let in_the_way = |at: &Cell| self.world.lowest_in(Body::of_cell(*at), |_| true);
        if is_solid && let Some(other) = cells.iter().find_map(in_the_way) {
            let (by, at) = (self.world.id(other), cells.first().copied().unwrap_or_default());
            self.log_move("blocked", cause.actor, Some(by), at, at);
            self.raise_quietly(Event { by, ..Event::new(name::BLOCKED, cause.actor) });
            return;
        }
        let sight = |sim: &Self| cells.iter().map(|at| sim.world.map.is_opaque(*at)).collect::<Vec<_>>();
        let before = sight(self);
        let mut lookers = self.who_looks_on(text, cells);
        for at in cells {
            self.world.set_ground(*at, ground);
        }
        if let Some(at) = cells.first() {
            self.log_terrain("ground", &name, *at, cause.actor);
        }
        lookers.extend(self.who_looks_on(text, cells));
        self.tell_lookers(text, &lookers);
        self.note_support_near(cells);
        if before != sight(self) {
            self.relight();
        }
        // Who sees it by now has eyes for it.
        if let Some(at) = cells.first() {
            self.give_off_of(id, cause.actor, *at);
        }
    }

    /// Whoever stands at hand may have lost what held it up (clause M7).
    fn note_support_near(&mut self, cells: &[Cell]) {
        let mut rows = BTreeSet::new();
        let mut near = Vec::new();
        for at in cells {
            self.world.near(Body::of_cell(*at), 1, Metric::Chebyshev, &mut near);
            rows.extend(near.iter().copied());
        }
        rows.into_iter().for_each(|row| self.note_support(row as usize));
    }

    /// A zone of content appears around a cell (clause W5).
    pub(super) fn lay_zone(&mut self, at: Cell, zone: KindId, cause: &Cause) {
        match self.zone_ix(zone) {
            Some(zone) => self.open_content_zone(zone, at, cause, true),
            None => self.raise_missed(cause, "no-ground"),
        }
    }

    /// A zone catches where the ground burns and it does not lie yet; elsewhere nothing comes of it.
    fn kindle(&mut self, at: Cell, zone: ZoneIx, cause: &Cause) {
        if self.would_catch(zone, at) {
            self.open_content_zone(zone, at, cause, true);
        }
    }

    fn zone_ix(&self, id: KindId) -> Option<ZoneIx> {
        let place = self.content.zones.iter().position(|def| def.id == id)?;
        u32::try_from(place).ok().map(ZoneIx)
    }

    /// Whether the ground of a cell burns, and is not burning by this zone already.
    fn would_catch(&self, zone: ZoneIx, at: Cell) -> bool {
        self.ground_def(at).is_some_and(|def| def.burns_to.is_some()) && self.lying(zone).all(|cell| cell != at)
    }

    fn open_content_zone(&mut self, zone: ZoneIx, at: Cell, cause: &Cause, is_told: bool) {
        let content = Arc::clone(&self.content);
        let Some(def) = content.zones.get(zone.index()) else { return };
        self.serial += 1;
        let serial = self.serial;
        let window = zone_window(def, zone, serial, at, self.tick, cause);
        let last = window.last;
        self.windows.push(window);
        self.log_terrain("zone", &def.name, at, cause.actor);
        self.schedule_period(serial);
        if let Some(spread) = def.spread {
            self.schedule(self.tick + u64::from(spread.every_ticks), Scheduled::new(cause.actor, Due::Spread(serial)));
        }
        if def.spread.is_some() || def.is_opaque || self.gives_light(def) {
            self.schedule(last + 1, Scheduled::new(cause.actor, Due::ZoneEnd(zone, at)));
        }
        if is_told {
            // Before it hides itself.
            self.tell_lookers(def.text, &self.who_looks_on(def.text, &[at]));
        }
        if def.is_opaque {
            cells_around(self.metric(), at, def.feet).for_each(|cell| self.world.veil(cell, true));
            self.relight();
        }
        // It is heard before it is seen by: whoever is shown by its light needs to be heard no more.
        self.give_off_of(def.id, cause.actor, at);
        self.zone_lights(def, at, cause.actor, is_told);
        let place = self.windows.iter().position(|window| window.serial == serial);
        if let Some(place) = place.filter(|_| def.takes_inside) {
            self.take_inside(place);
        }
    }

    /// The characters of players that see any of some cells: whom something is told, if there is anything to tell.
    fn who_looks_on(&self, text: PhraseId, cells: &[Cell]) -> BTreeSet<usize> {
        if text.is_none() {
            return BTreeSet::new();
        }
        let is_seen = |row: &usize| cells.iter().any(|at| self.has_line_to(*row, *at));
        let rows = (0..self.actors.len()).filter(|row| self.actors[*row].mind.is_player() && self.world.may_act(*row));
        rows.filter(is_seen).collect()
    }

    /// What appears on a place is told to whoever looks on (doctrine F3).
    fn tell_lookers(&mut self, how: PhraseId, lookers: &BTreeSet<usize>) {
        for row in lookers {
            let event = Event { how, ..Event::new(name::ZONE, self.world.id(*row)) };
            self.feed_own(&event, *row);
        }
    }

    /// What spreads tries each cell beside its own, in the order of directions; each try is a draw by key (clause S4).
    pub(super) fn spread_zone(&mut self, serial: u64) {
        let Some(window) = self.windows.iter().find(|window| window.serial == serial) else { return };
        let (Some(zone), at, cause, last) = (window.zone, window.aim, window.cause, window.last) else { return };
        let Some(spread) = self.content.zones.get(zone.index()).and_then(|def| def.spread) else { return };
        for [x, y, z] in DIRECTIONS {
            let next = Cell { x: at.x + x, y: at.y + y, z: at.z + z };
            if !self.would_catch(zone, next) {
                continue;
            }
            let axes = [next.x, next.y, next.z].map(|n| u64::from(n.unsigned_abs()));
            let draw = self.dice.keyed("zones", &[serial, self.tick, axes[0], axes[1], axes[2]]);
            if draw % 1000 < u64::from(spread.chance_permille) {
                self.open_content_zone(zone, next, &cause, false);
            }
        }
        self.work_off();
        if self.tick + u64::from(spread.every_ticks) <= last {
            self.schedule(self.tick + u64::from(spread.every_ticks), Scheduled::new(cause.actor, Due::Spread(serial)));
        }
    }

    /// What lies there from the beginning appears before anybody does anything.
    pub(super) fn zone_begins(&mut self, zone: ZoneIx, at: Cell) {
        let cause = self.bare_cause(EntityId::NONE);
        self.open_content_zone(zone, at, &cause, true);
        self.work_off();
    }

    /// A zone is over: what burnt is something else now, and sight is free again.
    pub(super) fn zone_over(&mut self, zone: ZoneIx, at: Cell) {
        let content = Arc::clone(&self.content);
        let Some(def) = content.zones.get(zone.index()) else { return };
        if def.is_opaque {
            cells_around(self.metric(), at, def.feet).for_each(|cell| self.world.veil(cell, false));
            self.relight();
        }
        self.zone_darkens(zone, def, at);
        if def.spread.is_some()
            && let Some(burnt) = self.ground_def(at).and_then(|ground| ground.burns_to)
        {
            let cause = self.bare_cause(EntityId::NONE);
            self.change_cells(&[at], burnt, &cause);
        }
        self.work_off();
    }

    /// The zones of content that lie somewhere now: what each is, and around which cell.
    pub(crate) fn zones(&self) -> impl Iterator<Item = (&ZoneDef, Cell)> {
        self.all_lying().filter_map(|(zone, at)| Some((self.content.zones.get(zone.index())?, at)))
    }

    /// Around which cells one of them lies now.
    pub(super) fn lying(&self, zone: ZoneIx) -> impl Iterator<Item = Cell> {
        self.all_lying().filter(move |(other, _)| *other == zone).map(|(_, at)| at)
    }

    fn all_lying(&self) -> impl Iterator<Item = (ZoneIx, Cell)> {
        let lie = self.windows.iter().filter(|window| window.last >= self.tick);
        lie.filter_map(|window| Some((window.zone?, window.aim)))
    }

    /// What stands for the zones of some slices on a map, by cell; of several the one that appeared last.
    pub(crate) fn zone_glyphs(&self, slices: &RangeInclusive<i32>) -> BTreeMap<Cell, char> {
        let cells =
            self.zones().flat_map(|(def, at)| cells_around(self.metric(), at, def.feet).map(|cell| (cell, def.glyph)));
        cells.filter(|(cell, _)| slices.contains(&cell.z)).collect()
    }

    /// The weather of the place.
    pub(crate) fn weathers(&self) -> impl Iterator<Item = &WeatherDef> {
        self.weather.iter().filter_map(|weather| self.content.weathers.get(weather.index()))
    }

    /// Whether somebody stands in a zone that plans go round: who stands in one knows it.
    pub(crate) fn is_in_shunned_zone(&self, row: usize) -> bool {
        let mine = self.world.body(row);
        let reaches =
            |def: &ZoneDef, at| self.metric().within(Body::of_cell(at), mine, u32::try_from(def.feet).unwrap_or(0));
        self.zones().any(|(def, at)| def.is_shunned && reaches(def, at))
    }

    /// The boxes of the zones that an actor sees and would rather go round; those that it stands in bar no way out.
    pub(crate) fn shunned_by(&self, row: usize) -> impl Iterator<Item = Body> {
        let mine = self.world.body(row);
        let boxes = self.zones().filter(|(def, _)| def.is_shunned).map(|(def, at)| (Body::of_cell(at).grown(def.feet), at));
        boxes.filter(move |(there, at)| !there.overlaps(mine) && self.has_line_to(row, *at)).map(|(there, _)| there)
    }
}

fn zone_window(def: &ZoneDef, zone: ZoneIx, serial: u64, at: Cell, now: u64, cause: &Cause) -> OpenWindow {
    OpenWindow {
        serial,
        owner: cause.actor,
        activity: 0,
        cause: Cause { serial: 0, ..*cause },
        aim: at,
        def: WindowDef {
            from: 0,
            to: def.life_ticks,
            shape: ShapeDef::Cells { feet: def.feet },
            takes_inside: def.takes_inside,
            takes_entering: def.takes_entering,
            once: def.period_ticks == 0,
            spares_allies: def.spares_allies,
            effects: def.effects.clone(),
        },
        last: now + u64::from(def.life_ticks.max(1)) - 1,
        period: def.period_ticks,
        zone: Some(zone),
        taken: Vec::new(),
    }
}

/// The cells within so many feet of one, by the distance that windows go by (clause G4).
fn cells_around(metric: Metric, at: Cell, feet: i32) -> impl Iterator<Item = Cell> {
    let reach = u32::try_from(feet).unwrap_or(0);
    let within = move |cell: &Cell| metric.within(Body::of_cell(at), Body::of_cell(*cell), reach);
    Body::of_cell(at).grown(feet).cells().filter(within)
}
