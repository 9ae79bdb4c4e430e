//! Doors as a plan sees them: the ground with all that could be opened standing open.
//!
//! Owns that second map, which is there only where anything is shut, and keeps it in step with the first. It must never be asked
//! what is there: only what could be. `set_ground` keeps it, and whatever looks for a way through doors reads it.

use super::entities::World;
use super::space::Map;
use crate::content::tables::{Content, Fill};
use abi::Cell;
use std::sync::Arc;

impl World {
    /// What a cell is when it has been opened; nothing where that changes nothing of who gets through.
    pub(crate) fn opened_at(&self, at: Cell) -> Option<u16> {
        opened(&self.content, self.map.ground_at(at)?)
    }

    /// The ground as it would be with all doors open; nothing where there are none that are shut.
    pub(crate) const fn with_doors_open(&self) -> Option<&Arc<Map>> {
        self.opened.as_ref()
    }

    /// Looks for doors all over the ground.
    pub(super) fn find_doors(&mut self) {
        self.opened = with_all_open(&self.content, &self.map);
    }

    /// A cell has another ground than before.
    pub(super) fn keep_doors(&mut self, at: Cell, ground: u16) {
        let opened = opened(&self.content, ground);
        match &mut self.opened {
            Some(map) => {
                // Where it lies outside there is no cell to change.
                let _ = Arc::make_mut(map).set(at, opened.unwrap_or(ground));
            }
            None if opened.is_some() => self.find_doors(),
            None => {}
        }
    }
}

/// A map with all doors open; nothing where none is shut.
pub(super) fn with_all_open(content: &Content, map: &Arc<Map>) -> Option<Arc<Map>> {
    let size = map.size();
    let cells = (0..size.z).flat_map(|z| (0..size.y).flat_map(move |y| (0..size.x).map(move |x| Cell { x, y, z })));
    let is_any =
        (0_u16..).zip(&*content.grounds).any(|(ground, _)| map.count_of(ground) > 0 && opened(content, ground).is_some());
    let shut = cells.filter(|_| is_any).filter_map(|at| Some((at, opened(content, map.ground_at(at)?)?)));
    let mut open: Option<Map> = None;
    for (at, ground) in shut {
        let _ = open.get_or_insert_with(|| Map::clone(map)).set(at, ground);
    }
    open.map(Arc::new)
}

/// What a ground becomes that is shut and can be opened.
fn opened(content: &Content, ground: u16) -> Option<u16> {
    let def = content.grounds.get(usize::from(ground)).filter(|def| def.fill == Fill::Solid)?;
    def.turns_to.filter(|open| content.grounds.get(usize::from(*open)).is_some_and(|open| open.fill != Fill::Solid))
}
