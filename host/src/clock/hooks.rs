//! Hooks: what is done on an event, whoever raised it (README, Architecture).
//!
//! Owns when a hook runs: it goes on the list of clause K1 as its event is raised, so it runs before anybody reacts, and one
//! that sets itself off is ended there. `when` is asked as it runs, on the truth. `logging` calls it for every event.

use super::events::Event;
use super::lines::Cause;
use super::sim::{Consequence, Sim};
use crate::content::tables::TruthLine;
use abi::{Args, EntityId, RSlice, Target};
use std::sync::Arc;

impl Sim {
    /// Puts the hooks of an event on the list.
    pub(super) fn set_off_hooks(&mut self, event: &Event) {
        if self.content.hooks.is_empty() {
            return;
        }
        let first = self.content.hooks.partition_point(|hook| hook.event < event.id);
        let many = self.content.hooks[first..].iter().take_while(|hook| hook.event == event.id).count();
        for place in first..first + many {
            self.set_off(Consequence::Hook(place, *event));
        }
    }

    /// Runs one hook, if its words hold.
    pub(super) fn run_hook(&mut self, place: usize, event: &Event) {
        let content = Arc::clone(&self.content);
        let Some(hook) = content.hooks.get(place) else { return };
        let target = if event.by.is_none() { Target::None } else { Target::Actor(event.by) };
        let cause =
            Cause { actor: event.about, action: None, serial: 0, target, event_actor: event.about, is_reaction: false };
        if hook.when.iter().all(|line| self.is_true(line, &cause, target)) {
            for line in &hook.lines {
                self.run_line(*line, &cause, target);
            }
        }
    }

    /// Whether a world word holds of whom the event is about. One that fails neither holds nor, negated, lets a hook through.
    fn is_true(&mut self, line: &TruthLine, cause: &Cause, target: Target) -> bool {
        let registry = Arc::clone(&self.registry);
        let Some(word) = registry.truths.get(line.word as usize) else { return false };
        let args = self.effect_args(&line.args, cause, target);
        let id: EntityId = cause.actor;
        match word.call(|word| word.holds(&self.world.view(), id, &Args { items: RSlice::from_slice(&args) })) {
            Ok(holds) => holds != line.is_negated,
            Err(error) => {
                self.fault(word.module, &line.text, error);
                false
            }
        }
    }
}
