//! Changes of modules while a fight runs: one is left out, or another holder takes a role.
//!
//! Owns what such a change means to a running fight and the line that a replay finds it by (clause D4: a change of modules is
//! an input). It loads nothing and judges nothing. Called by whoever answers the engine's questions, between two processings
//! (clause D6).

use super::decision::Decision;
use super::setup::Setup;
use super::sim::Sim;
use crate::content::tables::Ruleset;
use crate::log::{Line, Value};
use crate::modules::{ModuleError, Registry, Roles};
use std::sync::Arc;

/// A change among the modules of a fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModuleChange {
    /// Nothing of this module is called any more. What it defined stays.
    LeftOut(String),
    /// Another holder of a role, by the role and the name.
    Holder(String, String),
}

/// Carries out a change among the modules that a fight calls, the holders of its ruleset's roles, and their names; all of it,
/// or nothing where there is no such role or holder. A module that is not there is left out already.
fn change_among(
    registry: &mut Arc<Registry>,
    roles: &mut Roles,
    rules: &mut Arc<Ruleset>,
    change: &ModuleChange,
) -> Result<(), Vec<ModuleError>> {
    match change {
        ModuleChange::LeftOut(id) => {
            if let Some(module) = registry.module_named(id) {
                *registry = Arc::new(registry.without(module));
                *roles = roles.without(module);
            }
        }
        ModuleChange::Holder(role, name) => {
            let mut names = rules.roles.0.clone();
            names.insert(role.as_str().into(), name.as_str().into());
            *roles = registry.roles(&names)?;
            Arc::make_mut(rules).roles.0 = names;
        }
    }
    Ok(())
}

impl Setup {
    /// Changes the modules before the fight begins.
    ///
    /// # Errors
    /// There is no such role, or nobody of that name to hold it; nothing has changed then.
    pub fn change_modules(&mut self, change: ModuleChange) -> Result<(), Vec<ModuleError>> {
        change_among(&mut self.registry, &mut self.roles, &mut self.rules, &change)?;
        self.changes.push(change);
        Ok(())
    }
}

impl Sim {
    /// Changes the modules from here on, and logs where that was: before the answer to this question.
    ///
    /// # Errors
    /// There is no such role, or nobody of that name to hold it; nothing has changed then.
    pub fn change_modules(&mut self, change: &ModuleChange, before: &Decision) -> Result<(), Vec<ModuleError>> {
        change_among(&mut self.registry, &mut self.roles, &mut self.rules, change)?;
        self.log_change(change, Some(before));
        Ok(())
    }

    /// The line that a replay finds the change by.
    pub(super) fn log_change(&self, change: &ModuleChange, before: Option<&Decision>) {
        if !self.log.is_on() {
            return;
        }
        let place = [("processings", Value::Count(self.counts.processings))];
        let line = match change {
            ModuleChange::LeftOut(id) => Line::new(self.tick, "left_out").module(id),
            ModuleChange::Holder(role, name) => Line::new(self.tick, "holder").kind(role).text(name),
        };
        match before {
            Some(decision) => line.decision(decision.asks.name()).extras(&place).emit(),
            None => line.emit(),
        }
    }
}
