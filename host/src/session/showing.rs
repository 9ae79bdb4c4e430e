//! Showing: a decision, or the end, made into the scene that the player sees.
//!
//! Owns the order in which the tale is told and the scene is filled. It answers nothing and changes nothing in the fight.
//! `Session::run` calls it when the engine stands.

use super::orders::{Aside, Page};
use super::perception::Eyes;
use super::scene::{OwnedLine, OwnedScene};
use super::timing::{self, Looming, Watch};
use super::{Offer, Pending, Session, choices, ending, knowing, view};
use crate::clock::{Asks, Bounds, Decision};
use abi::EntityId;
use std::sync::Arc;

impl Session {
    /// Shows a decision and waits for the player.
    pub(super) fn decide(&mut self, decision: &Decision) {
        self.note_asked(decision);
        self.pending = match &decision.asks {
            Asks::Free => Pending::Free,
            Asks::GoOn { .. } => Pending::GoOn,
            Asks::React { to, offers, rank } => match offers.first() {
                Some(offered) => Pending::React(*to, *offered, *rank),
                None => Pending::GoOn,
            },
        };
        if self.pending == Pending::Free {
            self.asked.clear();
        }
        self.decisions += 1;
        (self.page, self.is_to_ask_anew) = (None, false);
        if let Some(row) = self.row() {
            self.orders = self.sim.standing_orders(row);
        }
        self.tale.tell(&Eyes { sim: &self.sim, people: &self.people, you: self.you });
        if self.is_holding && self.tale.lines.is_empty() {
            // Nobody is left to guess why a wait is over.
            let line = self.why_line();
            self.tale.history.push(Arc::new(line.clone()));
            self.tale.lines.push(line);
        }
        self.show();
        // From here on they are called by what tells them apart.
        self.people.introduce();
        if let Some(row) = self.row() {
            self.stops.show(&self.sim, row);
        }
    }

    /// The fight is over. Who rested sees that before the picture goes.
    pub(super) fn finish(&mut self) {
        (self.asked_at, self.decision, self.page) = (None, None, None);
        self.plan = None;
        self.tale.tell(&Eyes { sim: &self.sim, people: &self.people, you: self.you });
        if std::mem::take(&mut self.is_resting) && self.row().is_some() {
            self.pending = Pending::Ended;
            return self.show();
        }
        self.look_back();
    }

    /// What became of everybody is the last of the tale.
    pub(super) fn look_back(&mut self) {
        self.pending = Pending::Over;
        self.show();
    }

    /// Builds the scene of this moment.
    pub(super) fn show(&mut self) {
        self.serial += 1;
        if let Some(page) = self.page {
            self.scene = self.page_scene(page);
            return;
        }
        let mut scene = OwnedScene {
            seat: self.seat,
            serial: self.serial,
            title: self.title(),
            tale: self.tale.lines.clone(),
            history: self.history(),
            content: Arc::clone(self.sim.content()),
            ..OwnedScene::default()
        };
        if let Some(row) = self.row() {
            self.mind_somebody(row);
            let looming = timing::looming(&mut self.sim, row);
            let watch = Watch { people: &self.people, you: row, looming: &looming };
            let is_over = matches!(self.pending, Pending::Ended | Pending::Over);
            scene.map = self.view.map(&self.sim, row, std::mem::take(&mut self.scene.map));
            if let Some(lines) = self.look_lines(row, &scene.map) {
                scene.tale = lines;
            }
            scene.in_view = view::in_view(&self.sim, watch);
            scene.yourself = view::yourself(&self.sim, row, is_over);
            scene.tells = view::tells(&self.sim, watch);
            if scene.in_view.is_empty() && self.pending != Pending::Over {
                scene.tells.extend(knowing::lines(&self.sim, &self.people, row, self.sound));
            }
            match self.habit.filter(|_| !is_over) {
                Some(stance) => {
                    scene.question = self.habit_question(stance);
                    scene.choices = self.habit_choices(stance);
                }
                None => {
                    scene.question = self.question(row);
                    scene.choices = self.choices(row, &looming);
                }
            }
            if self.has_numbers {
                scene.dev_numbers = view::dev_numbers(&self.sim, row);
            }
        }
        if self.pending == Pending::Over {
            scene.is_over = true;
            let (killer, wounds) = (self.killer.as_deref(), &self.wounds);
            scene.tale.extend(ending::tell(&self.sim, &self.people, self.you, killer, wounds, &self.lesson));
            scene.choices = self.choices_of_the_end();
        }
        self.scene = scene;
    }

    /// All that was told: what the last scene has of it, and what came since.
    pub(super) fn history(&mut self) -> Vec<Arc<OwnedLine>> {
        let mut history = std::mem::take(&mut self.scene.history);
        history.extend(self.tale.history.iter().skip(history.len()).cloned());
        history
    }

    /// What can still be looked at when all is over.
    fn choices_of_the_end(&self) -> Vec<Offer> {
        if self.orders().0.is_empty() {
            return Vec::new();
        }
        vec![self.aside("review", "r", Aside::Open(Page::Done)), self.aside("orders", "O", Aside::Open(Page::Orders))]
    }

    /// Minds the nearest foe where the one that was minded is not to be seen any more.
    fn mind_somebody(&mut self, row: usize) {
        let foes = choices::foes(&self.sim, row);
        if !foes.contains(&self.foe) {
            self.foe = foes.first().copied().unwrap_or(EntityId::NONE);
        }
    }

    fn choices(&mut self, row: usize, looming: &[Looming]) -> Vec<Offer> {
        let has_fought = self.has_fought;
        let (sim, people, foe) = (&mut self.sim, &self.people, self.foe);
        let mut desk = choices::Desk { sim, people, you: row, foe, looming, has_fought, bounds: Bounds::default() };
        let mut choices = match &self.pending {
            Pending::Free => desk.free(),
            Pending::GoOn => desk.go_on(),
            Pending::React(to, offered, rank) => desk.react(*to, offered, *rank),
            Pending::Ended => return desk.ended(),
            Pending::Over => return Vec::new(),
        };
        self.add_looks(&mut choices);
        choices
    }
}
