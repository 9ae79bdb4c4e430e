//! Doors: what of the ground at hand can be opened, shut or worked otherwise (clause G1).
//!
//! Owns which cells hang together as one thing that is offered once, and what each is called. It offers what the actions of the
//! player's kind say of the grounds that they are for, and knows no ground itself. The choices call it.

use super::choices::{Desk, Offer, at};
use super::directions;
use super::lexicon::Slots;
use crate::content::tables::{Action, TargetRule};
use crate::world::space::Body;
use abi::{Cell, Extent, Intent, Target};

/// Capitals that front ends and other commands have a use for: strides by a foot, orders, habit, and the screen's own.
const TAKEN_CAPITALS: &str = "HJKLYUBNOATXPZQ";

/// A door beside the player's character, as one thing.
struct Door {
    intent: Intent,
    label: String,
    /// In which direction it lies.
    way: &'static str,
}

impl Desk<'_> {
    /// What can be done with the ground within reach: for each action the nearest such thing first, by its own name, then those
    /// in other directions, by theirs.
    pub(super) fn doors(&mut self) -> Vec<Offer> {
        let content = self.sim.content().clone();
        let kind = &content.kinds[self.sim.world().kind(self.you).index()];
        let actions = kind.actions.iter().map(|ix| &content.actions[ix.index()]);
        let mut offers = Vec::new();
        let mut taken = TAKEN_CAPITALS.to_owned();
        for action in actions.filter(|action| !action.grounds.is_empty()) {
            let name = action.name.rsplit('/').next().unwrap_or(&action.name);
            // A capital of its name, so that no door ever takes the letter of an attack.
            let capitals = name.chars().map(|letter| letter.to_ascii_uppercase()).chain('A'..='Z');
            let key = capitals.into_iter().find(|letter| letter.is_ascii_uppercase() && !taken.contains(*letter));
            taken.extend(key);
            for (place, door) in self.doors_for(action).into_iter().enumerate() {
                let command = if place == 0 { name.to_owned() } else { format!("{name}-{}", door.way) };
                let slots = Slots { about: &door.label, action: &action.label, how: door.way, ..Slots::default() };
                let text = if door.way.is_empty() { "core/do-act-here" } else { "core/do-act-there" };
                let label = self.say(text, &slots);
                let key = key.filter(|_| place == 0).map(String::from).unwrap_or_default();
                offers.push(self.begin(&command, &key, label, door.intent));
            }
        }
        offers
    }

    /// The things that an action is for and that would not be refused, nearest first, one in each direction.
    fn doors_for(&self, action: &Action) -> Vec<Door> {
        let TargetRule::Cell { reach_feet } = action.target else { return Vec::new() };
        let (map, mine) = (&self.sim.world().map, self.sim.world().body(self.you));
        let metric = self.sim.metric();
        let is_for = |cell: &Cell| map.ground_at(*cell).is_some_and(|ground| action.grounds.contains(&ground));
        let mut near: Vec<(u64, Cell)> = mine
            .grown(reach_feet)
            .cells()
            .filter(is_for)
            .map(|cell| (metric.distance_squared(mine, Body::of_cell(cell)), cell))
            .collect();
        near.sort_unstable();
        let mut doors: Vec<Door> = Vec::new();
        let mut known: Vec<Cell> = Vec::new();
        for (_, cell) in near {
            if known.contains(&cell) {
                continue;
            }
            let intent = at(action, Target::Cell(cell));
            if self.sim.check(self.you, &intent, false).is_err() {
                continue;
            }
            let cells = self.sim.patch(cell).unwrap_or_else(|| vec![cell]);
            let way = directions::of(mine, around(cell, &cells));
            known.extend(cells);
            let ground = map.ground_at(cell).and_then(|ground| self.sim.content().grounds.get(usize::from(ground)));
            if let Some(ground) = ground.filter(|_| doors.iter().all(|door| door.way != way)) {
                doors.push(Door { intent, label: ground.label.to_string(), way });
            }
        }
        doors
    }
}

/// The box around cells that hang together, as far as it lies in the height of one of them: a door is as far off as its foot.
fn around(one: Cell, cells: &[Cell]) -> Body {
    let level = cells.iter().filter(|cell| cell.z == one.z);
    let (mut least, mut far) = (one, one);
    for cell in level {
        (least.x, least.y) = (least.x.min(cell.x), least.y.min(cell.y));
        (far.x, far.y) = (far.x.max(cell.x), far.y.max(cell.y));
    }
    let side = |from: i32, to: i32| u8::try_from(to - from + 1).unwrap_or(u8::MAX);
    Body { at: least, size: Extent { width: side(least.x, far.x), depth: side(least.y, far.y), height: 1 } }
}
