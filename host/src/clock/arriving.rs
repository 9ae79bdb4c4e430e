//! Bodies that come to other cells: the truth decides, first come first served (clauses M3, M10).
//!
//! Owns what a change of place needs: room, nearness, the events in their order, and who is noticed. The world moves the
//! bodies; windows take who arrived from the list of clause K1. `consequences` calls it.

use super::events::{Event, name};
use super::sim::{Consequence, Sim};
use crate::world::space::{Body, Metric};
use abi::{Cell, Change, EntityId, Manner};

/// Two bodies that take each other's place: who does it, and with whom.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Exchange {
    row: usize,
    other: usize,
}

impl Sim {
    /// A body comes to a cell: the truth decides, first come first served (clauses M3, M10).
    pub(super) fn come_to(&mut self, id: EntityId, cell: Cell, manner: Manner) {
        let Some(row) = self.world.row(id) else { return };
        let (body, there) = (self.world.body(row), self.world.body(row).moved_to(cell));
        let is_next = (body.at.x - cell.x).abs() <= 1 && (body.at.y - cell.y).abs() <= 1 && (body.at.z - cell.z).abs() <= 1;
        let taken = self.world.who_stands_in(there, row);
        // Nobody is moved through a wall, whoever moves it (clauses M4, M8).
        let is_way = is_next && self.mover(row).way_is_clear(&self.world.map, cell);
        if taken.is_some() || !is_way || !self.may_be_at(row, there) {
            self.block(row, taken, cell);
            return;
        }
        if manner == Manner::Moved {
            self.log_move("leaving", id, None, body.at, cell);
            self.raise_quietly(Event::new(name::LEAVING, id));
        }
        self.world.place(row, cell);
        self.arrived(row, EntityId::NONE, body.at);
    }

    /// Whether the ground lets a body come to a place: one that nothing holds there falls, where anything falls.
    fn may_be_at(&self, row: usize, there: Body) -> bool {
        self.world.map.has_room(there) && (self.rules.fall.is_some() || self.has_footing(row, there.at))
    }

    fn fits_at(&self, row: usize, there: Body) -> bool {
        self.world.map.has_room(there) && self.has_footing(row, there.at)
    }

    /// Whether two changes next to each other are one: each body goes to where the other is.
    pub(super) fn exchange_of(&self, first: &Change, second: &Change) -> Option<Exchange> {
        let (Change::Place { entity, cell, .. }, Change::Place { entity: other, cell: back, .. }) = (first, second) else {
            return None;
        };
        let (row, other) = (self.world.row(*entity)?, self.world.row(*other)?);
        let is_one = row != other && self.world.cell(other) == *cell && self.world.cell(row) == *back;
        is_one.then_some(Exchange { row, other })
    }

    /// Two bodies change places, both or neither (clause M10): they must be next to each other, and neither in a step.
    pub(super) fn exchange(&mut self, Exchange { row, other }: Exchange) {
        let (mine, theirs) = (self.world.body(row), self.world.body(other));
        let (there, back) = (mine.moved_to(theirs.at), theirs.moved_to(mine.at));
        let third = self.who_else_stands_in(there, [row, other]).or_else(|| self.who_else_stands_in(back, [row, other]));
        let is_next = self.metric().within(mine, theirs, 1);
        let is_roomy = self.fits_at(row, there) && self.fits_at(other, back) && !Metric::Euclid.within(there, back, 0);
        let is_way = |row: usize, to: Cell| self.mover(row).way_is_clear(&self.world.map, to);
        let is_free = is_next && is_roomy && is_way(row, theirs.at) && is_way(other, mine.at);
        if third.is_some() || !is_free || self.is_in_step(other) {
            self.block(row, third.or(Some(other)), there.at);
            return;
        }
        let id = self.world.id(other);
        self.log_move("leaving", id, Some(self.world.id(row)), theirs.at, mine.at);
        let by = self.world.id(row);
        self.raise_quietly(Event { by, ..Event::new(name::LEAVING, id) });
        self.world.place(row, theirs.at);
        self.world.place(other, mine.at);
        self.arrived(row, EntityId::NONE, mine.at);
        self.arrived(other, by, theirs.at);
    }

    /// Whether somebody is in the exec of a step.
    fn is_in_step(&self, row: usize) -> bool {
        self.is_stepping(row) && self.phase(row) == Some(abi::Phase::Exec)
    }

    fn who_else_stands_in(&self, body: Body, but: [usize; 2]) -> Option<usize> {
        let mut found = Vec::new();
        self.world.near(body, 0, Metric::Euclid, &mut found);
        found.into_iter().map(|row| row as usize).find(|row| !but.contains(row))
    }

    /// The body stays, and who is in the way is named; both notice each other.
    fn block(&mut self, row: usize, taken: Option<usize>, to: Cell) {
        let id = self.world.id(row);
        let by = taken.map_or(EntityId::NONE, |other| self.world.id(other));
        self.log_move("blocked", id, Some(by), self.world.cell(row), to);
        self.raise_quietly(Event { by, ..Event::new(name::BLOCKED, id) });
        if let Some(other) = taken {
            self.notice_each_other(row, other);
        }
    }

    /// A body has come from a cell to where it is now.
    fn arrived(&mut self, row: usize, by: EntityId, from: Cell) {
        let id = self.world.id(row);
        self.log_move("entering", id, (!by.is_none()).then_some(by), from, self.world.cell(row));
        self.raise_quietly(Event { by, ..Event::new(name::ENTERING, id) });
        self.moved.push(row as u32);
        self.look(row);
        self.light_moved(row);
        self.smell_around(row);
        self.set_off(Consequence::Arrived(id));
        self.note_support(row);
    }
}
