//! Looking up and down: another slice of the map in place of the own one, and what is to be seen on it in words.
//!
//! Owns the choices for it and their words. No time passes, and nothing of it is kept: as soon as time goes on the character looks
//! ahead again. The view knows which slices there are and draws them.

use super::choices::{Does, Offer};
use super::directions;
use super::knowing;
use super::lexicon::{Slots, measure, say, sentence};
use super::orders::Aside;
use super::scene::{OwnedLine, OwnedMap};
use super::{Pending, Session};
use crate::world::space::Body;
use abi::Cell;

/// Where to look.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Gaze {
    /// To the next slice up.
    Up,
    /// To the next slice down.
    Down,
    /// At the own one.
    Ahead,
}

impl Gaze {
    const fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Ahead => "ahead",
        }
    }
}

/// What came of looking somewhere.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Looked {
    gaze: Gaze,
    /// Whether there was anything to look at.
    has_found: bool,
}

/// So many grounds are told of a slice.
const MOST_GROUNDS: usize = 3;

impl Session {
    /// Looks up, down or ahead.
    pub(super) fn look(&mut self, gaze: Gaze) {
        let Some(row) = self.row() else { return };
        let next = match gaze {
            Gaze::Ahead => Some(self.sim.world().cell(row).z),
            Gaze::Up | Gaze::Down => self.view.next_slice(&self.sim, row, gaze == Gaze::Up),
        };
        let has_found = next.is_some();
        if let Some(slice) = next {
            self.view.gaze_at(Some(slice).filter(|slice| *slice != self.sim.world().cell(row).z));
        }
        self.looked = Some(Looked { gaze, has_found }).filter(|_| self.view.is_gazing() || !has_found);
        self.show();
    }

    /// Time goes on: whoever acts looks ahead.
    pub(super) const fn look_ahead(&mut self) {
        self.looked = None;
        self.view.gaze_at(None);
    }

    /// What looking about adds to what can be chosen.
    pub(super) fn add_looks(&self, choices: &mut Vec<Offer>) {
        let Some(row) = self.row() else { return };
        let world = self.sim.world();
        let is_elsewhere = |other: &u32| world.cell(*other as usize).z != world.cell(row).z;
        let is_flat = world.map.size().z <= 1 && !world.perceived_by(row).iter().any(is_elsewhere);
        if is_flat && !self.view.is_gazing() {
            return;
        }
        if self.view.is_gazing() {
            let label = say(self.sim.content(), "core/do-look-ahead", &Slots::default());
            let ahead = Offer::plain("back", "x", label, Does::Aside(Aside::Look(Gaze::Ahead)));
            let place = if self.pending == Pending::Free { 0 } else { choices.len() };
            choices.insert(place, ahead);
        }
        choices.push(self.aside("look-up", "<", Aside::Look(Gaze::Up)).unlisted());
        choices.push(self.aside("look-down", ">", Aside::Look(Gaze::Down)).unlisted());
    }

    /// What is to be seen where the character looks, in place of the tale; nothing while it looks ahead.
    pub(super) fn look_lines(&self, row: usize, map: &OwnedMap) -> Option<Vec<OwnedLine>> {
        let looked = self.looked?;
        let content = self.sim.content();
        if !looked.has_found {
            return Some(vec![self.plain_line(&format!("core/look-{}-nothing", looked.gaze.name()))]);
        }
        let feet = i64::from(map.origin.z - self.sim.world().cell(row).z);
        let marker = measure(content, "height", feet).1;
        let mut grounds = self.view.grounds(&self.sim, row).into_iter();
        let first = grounds.next();
        let how =
            first.map_or_else(|| say(content, "core/look-air", &Slots::default()), |found| self.ground_in_words(row, found));
        let id = format!("core/look-{}", looked.gaze.name());
        let mut lines =
            vec![OwnedLine::plain(sentence(content, &id, &Slots { how: &how, marker, ..Slots::default() }), marker)];
        let others: Vec<String> = grounds.take(MOST_GROUNDS - 1).map(|found| self.ground_in_words(row, found)).collect();
        if !others.is_empty() {
            let slots = Slots { how: &others.join(", "), ..Slots::default() };
            lines.push(OwnedLine::plain(sentence(content, "core/look-more", &slots), ""));
        }
        lines.extend(self.bodies_there(row, map));
        Some(lines)
    }

    fn ground_in_words(&self, row: usize, (ground, cell): (u16, Cell)) -> String {
        let content = self.sim.content();
        let label = content.grounds.get(usize::from(ground)).map_or("", |ground| &*ground.label);
        let there = Body::of_cell(cell);
        let me = self.sim.world().body(row);
        // Right above and below there is no direction to tell.
        match directions::of(me, there) {
            "" => label.to_owned(),
            _ => format!("{label} {}", knowing::way(&self.sim, me, there)),
        }
    }

    /// Who stands or flies there, in one line.
    fn bodies_there(&self, row: usize, map: &OwnedMap) -> Option<OwnedLine> {
        let world = self.sim.world();
        let is_there = |other: &usize| world.cell(*other).z == map.origin.z;
        let there = world.perceived_by(row).iter().map(|other| *other as usize).filter(is_there);
        let names: Vec<String> = there.filter_map(|other| self.people.name(&self.sim, self.you, world.id(other))).collect();
        let slots = Slots { about: &names.join(", "), ..Slots::default() };
        let text = sentence(self.sim.content(), "core/look-who", &slots);
        (!names.is_empty()).then(|| OwnedLine::plain(text, ""))
    }
}
