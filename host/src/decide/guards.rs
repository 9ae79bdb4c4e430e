//! Guards: modules that may refuse an intent, with words (clause G1).
//!
//! Owns the asking. A guard is asked last, when nothing else refuses the intent, and sees what the actor sees and nothing more.
//! One that fails refuses nothing. The check of an intent calls it.

use super::outlook::{Faults, Outlook, Room};
use crate::clock::{Refusal, Sim};
use crate::content::tables::ActionIx;
use abi::{Intent, Situation};

impl Sim {
    /// Whether an actor may begin an intent now, and what failed on the way: for whoever is about to begin it.
    ///
    /// # Errors
    /// The first reason why not.
    pub(crate) fn check_noting(&mut self, row: usize, intent: &Intent) -> Result<(), Refusal> {
        let faults = Faults::default();
        let checked = self.check_with(row, intent, false, &faults);
        for (module, word, error) in faults.take() {
            self.fault(module, &word, error);
        }
        checked
    }

    /// Whether an actor may begin an intent now.
    ///
    /// # Errors
    /// The first reason why not.
    pub fn check(&self, row: usize, intent: &Intent, as_reaction: bool) -> Result<(), Refusal> {
        // A screen checks what it offers, and nothing that a screen does may stand in a log (clause S4).
        self.check_with(row, intent, as_reaction, &Faults::default())
    }

    fn check_with(&self, row: usize, intent: &Intent, as_reaction: bool, faults: &Faults) -> Result<(), Refusal> {
        let ix = self.check_plainly(row, intent, as_reaction)?;
        if self.has_no_guards(ix) {
            return Ok(());
        }
        let mut room = Room::default();
        self.fill(row, &mut room);
        self.ask_guards(&self.situation(row, None, &room), ix, intent, faults)
    }

    /// The same in the middle of a decision, for which the situation is built already.
    pub(super) fn check_in(&self, outlook: &Outlook<'_>, intent: &Intent, as_reaction: bool) -> Result<(), Refusal> {
        let ix = self.check_plainly(outlook.row, intent, as_reaction)?;
        if self.has_no_guards(ix) {
            return Ok(());
        }
        self.ask_guards(&outlook.situation, ix, intent, &outlook.room.faults)
    }

    fn has_no_guards(&self, ix: ActionIx) -> bool {
        self.registry.guards_for_all.is_empty() && self.content.actions[ix.index()].guards.is_empty()
    }

    fn ask_guards(&self, situation: &Situation<'_>, ix: ActionIx, intent: &Intent, faults: &Faults) -> Result<(), Refusal> {
        let own = &self.content.actions[ix.index()].guards;
        for place in own.iter().chain(&self.registry.guards_for_all) {
            let Some(guard) = self.registry.guards.get(*place as usize) else { continue };
            match guard.call(|word| word.refuses(situation, intent)) {
                Ok(phrase) if phrase.is_none() => {}
                Ok(phrase) => return Err(Refusal::Guarded(phrase)),
                Err(error) => {
                    let name = guard.patterns.first().cloned().unwrap_or_default();
                    faults.borrow_mut().push((guard.module, name, error));
                }
            }
        }
        Ok(())
    }
}
