//! What a player's plans ask of the decision table: the next step of a way, and what a profile would do in its place.
//!
//! Nothing here draws dice or logs a choice: what a plan commits is an intent like any other, and a replay has only that
//! (clause D4). The session calls it.

use super::outlook::Answered;
use crate::clock::Sim;
use crate::content::tables::{ArgDef, Does, HostSelector, ProfileIx, SelectorDef};
use abi::{ActionId, Arg, Cell, EntityId, Intent, Target};
use std::sync::Arc;

impl Sim {
    /// The cell of the next step of a way that has to do with somebody; with nobody, with all foes.
    pub(crate) fn way(&mut self, row: usize, selector: HostSelector, who: EntityId) -> Option<Cell> {
        let args = if who.is_none() { Vec::new() } else { vec![ArgDef::Fixed(Arg::Who(Target::Actor(who)))] };
        let selector = SelectorDef::Host(selector, args);
        let found = self.with_outlook(row, None, Target::Actor(who), |sim, outlook| sim.select(outlook, &selector));
        match found {
            Target::Cell(cell) => Some(cell),
            _ => None,
        }
    }

    /// What a profile would do in a free actor's place: the options of the first rank that holds, with their weights.
    pub(crate) fn options(&mut self, row: usize, profile: ProfileIx) -> Vec<(u32, Intent)> {
        let content = Arc::clone(&self.content);
        let ranks =
            content.profiles[profile.index()].ranks.iter().filter(|rank| rank.does == Does::Act && rank.on.is_none());
        self.with_outlook(row, None, Target::None, |sim, outlook| {
            ranks.into_iter().find_map(|rank| sim.judge_any(outlook, rank).ok()).unwrap_or_default().into_vec()
        })
    }

    /// Whether a profile would give this answer to what somebody does.
    pub(crate) fn would_answer(&mut self, row: usize, profile: ProfileIx, action: ActionId, answered: Answered) -> bool {
        let content = Arc::clone(&self.content);
        let target = Target::Actor(answered.1);
        let is_it = |choices: &[(u32, crate::content::tables::ActionIx)]| {
            choices.iter().any(|(_, ix)| content.actions[ix.index()].id == action)
        };
        let ranks = content.profiles[profile.index()].ranks.iter();
        let answers = ranks.filter(|rank| rank.does == Does::React && is_it(&rank.choices));
        self.with_outlook(row, Some(answered), target, |sim, outlook| {
            answers.into_iter().any(|rank| sim.judge_any(outlook, rank).is_ok())
        })
    }
}
