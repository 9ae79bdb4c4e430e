//! By what a body is held up, and how it moves because of that (clauses M6, M7, M9).
//!
//! Owns the question to the holder of `Movement`, which is asked only where it could matter: on even floors every body is
//! held by what is under its feet. Must never move anybody. Checks, falls, arrivals and plans call it.

use super::sim::Sim;
use crate::modules::crumb::Spot;
use crate::world::space::{Body, EVEN_TRANSFER_TICKS, Gait, Grip, Mover, Under};
use abi::{Cell, Footing};

impl Sim {
    /// By what somebody is held up beside floors.
    fn footing(&self, row: usize) -> Footing {
        let flies = self.content.kinds[self.world.kind(row).index()].flies;
        if !flies && !self.world.map.has_holding_cells() {
            return Footing::default();
        }
        let held = self.roles.movement;
        let footing = held.call(const { Spot::function("Movement::footing") }, |role| {
            role.footing(&self.world.view(), self.world.id(row))
        });
        // A holder that was built before there was anything else knows of floors alone.
        let footing = footing.unwrap_or_default();
        // Who cannot move a limb beats no wing and holds on to nothing.
        let can_act = self.world.state(row).may_act();
        Footing {
            swims: footing.swims && can_act,
            climbs: footing.climbs && can_act,
            flies: footing.flies && flies && can_act,
        }
    }

    /// A row's body as something that moves.
    pub(crate) fn mover(&self, row: usize) -> Mover {
        let footing = self.footing(row);
        Mover {
            body: self.world.body(row),
            gait: if footing.flies { Gait::Flies } else { Gait::Walks },
            grip: Grip::of(footing.swims, footing.climbs),
            transfer_ticks: EVEN_TRANSFER_TICKS,
        }
    }

    /// What holds a row's body up, wings aside.
    pub(super) fn grip(&self, row: usize) -> Grip {
        let footing = self.footing(row);
        Grip::of(footing.swims, footing.climbs)
    }

    /// Whether a row's body could be at a cell without falling from it. A floor answers at once, whoever stands on it.
    pub(crate) fn has_footing(&self, row: usize, cell: Cell) -> bool {
        let there = self.world.body(row).moved_to(cell);
        self.world.map.is_supported(there) || self.is_held_up(row, there)
    }

    fn is_held_up(&self, row: usize, there: Body) -> bool {
        let mover = self.mover(row);
        mover.gait == Gait::Flies || self.world.map.is_held(there, mover.grip)
    }

    /// What the ground under a row's body asks for, here and at another cell.
    pub(super) fn grounds_of(&self, row: usize, to: Cell) -> (Under, Under) {
        let mover = self.mover(row);
        (mover.under(&self.world.map, mover.body.at), mover.under(&self.world.map, to))
    }
}
