//! What a player's character is told of a light that appears or goes out (clause E2, doctrine F3).
//!
//! Owns the words' occasion alone: whether the light itself is seen, or what it falls on, and where that is. It changes nothing of the
//! world. Whose bearer is in view is told of as an event of that one; this is for lights that nobody in view carries. `lights`
//! calls it when all has been judged anew.

use super::events::{Event, name};
use super::sim::Sim;
use crate::content::tables::{Fill, StimulusIx};
use crate::world::Steady;
use crate::world::space::{Body, Field};
use abi::{Cell, EntityId, ReadingLevel};

impl Sim {
    /// A light of a row has come or gone: tells the players' characters that can see it or its glow.
    pub(super) fn tell_light(&mut self, stimulus: StimulusIx, about: usize, light: Steady, maker: EntityId) {
        let told = &self.content.stimuli[stimulus.index()];
        let (event, text, glow, ladder) = (told.event, told.text, told.glow, told.ladder);
        let (id, at) = (self.world.id(about), self.world.origin(about));
        let players = (0..self.actors.len()).filter(|row| self.actors[*row].mind.is_player() && self.world.may_act(*row));
        let players: Vec<usize> =
            players.filter(|row| self.world.id(*row) != maker && !self.knows_bearer(*row, about)).collect();
        for row in players {
            let (how, cell, reaching) = match self.has_line_to(row, at) {
                true => (text, at, light.rung),
                false => match self.glow_of(row, at, light) {
                    Some((cell, rung)) => (glow, cell, rung),
                    None => continue,
                },
            };
            // What lies where it burns is told of by what it is.
            if how.is_none() || (event == name::LIGHT && how == text && self.is_told_of_a_zone(row)) {
                continue;
            }
            let rung = if event == name::LIGHT { reaching } else { self.world.air.ambient };
            let told = Event { ladder, rung, how, ..Event::new(event, id) };
            self.push_feed_at(&told, row, ReadingLevel::Exact, cell);
        }
    }

    /// Whether a row is told of a light as something that happens to its bearer: one that it sees, or saw by that light.
    fn knows_bearer(&self, row: usize, about: usize) -> bool {
        let id = self.world.id(about);
        let saw = || self.world.memories_of(row).any(|(whom, _)| whom == id);
        let in_line = || self.has_line_to(row, self.world.origin(about));
        self.world.is_actor(about) && (about == row || self.world.perceives(row, about) || (in_line() && saw()))
    }

    /// Whether a row is told in this tick of a zone that it sees.
    pub(super) fn is_told_of_a_zone(&self, row: usize) -> bool {
        let me = self.world.id(row);
        self.feed.iter().any(|told| told.by == me && told.tick == self.tick && told.event.id == name::ZONE)
    }

    /// Of what a light falls on and somebody sees the brightest place, and how light it makes that; of equals the nearest to the
    /// light. Nothing where it makes nothing in view lighter than it is without.
    fn glow_of(&self, row: usize, from: Cell, light: Steady) -> Option<(Cell, i32)> {
        let map = &self.world.map;
        let size = map.size();
        let (mut seen, mut lit) = (Field::default(), Field::default());
        let feet = self.light_feet(light);
        seen.look(map, self.world.body(row).eye(), None, 0..=size.z);
        lit.look(map, from, Some(feet), 0..=size.z);
        let span = |at: i32, end: i32| (at - feet).max(0)..=(at + feet).min(end - 1);
        let (ys, zs) = (span(from.y, size.y), span(from.z, size.z));
        let cells = span(from.x, size.x).flat_map(|x| {
            let zs = zs.clone();
            ys.clone().flat_map(move |y| zs.clone().map(move |z| Cell { x, y, z }))
        });
        let shown = cells.filter(|cell| lit.sees(*cell) && seen.sees(*cell) && self.shows_light(*cell));
        let metric = self.metric();
        let far = |cell: Cell| metric.distance_squared(Body::of_cell(from), Body::of_cell(cell));
        let nearest = shown.min_by_key(|cell| (far(*cell), *cell))?;
        let rung = self.light_reaching(light, from, nearest);
        (rung > self.world.air.ambient).then_some((nearest, rung))
    }

    /// Whether there is anything in a cell for light to fall on.
    fn shows_light(&self, at: Cell) -> bool {
        let ground = self.world.map.ground_at(at).and_then(|ground| self.content.grounds.get(usize::from(ground)));
        ground.is_some_and(|ground| ground.fill != Fill::Open || ground.has_floor)
    }
}
