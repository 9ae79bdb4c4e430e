//! Changes of modules while a fight runs: one is left out, or another holder takes a role.
//!
//! Owns what such a change means to a running fight and the line that a replay finds it by (clause D4: a change of modules is
//! an input). It loads nothing and judges nothing. Called by whoever answers the engine's questions, between two processings
//! (clause D6).

use super::decision::Decision;
use super::setup::Setup;
use super::sim::Sim;
use crate::log::{Line, Value};
use crate::modules::{ModuleError, Registry, Roles};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A change among the modules of a fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModuleChange {
    /// Nothing of this module is called any more. What it defined stays.
    LeftOut(String),
    /// Another holder of a role, by the role and the name.
    Holder(String, String),
}

/// What a fight calls: the modules, and the holders of its ruleset's roles by name and by handle.
pub(super) struct Holding<'a> {
    pub registry: &'a mut Arc<Registry>,
    pub roles: &'a mut Roles,
    pub names: BTreeMap<Arc<str>, Arc<str>>,
}

impl Holding<'_> {
    /// Carries out a change; all of it, or nothing where there is no such role or holder. A module that is not there is left
    /// out already.
    pub(super) fn change(&mut self, change: &ModuleChange) -> Result<(), Vec<ModuleError>> {
        match change {
            ModuleChange::LeftOut(id) => {
                if let Some(module) = self.registry.module_named(id) {
                    *self.registry = Arc::new(self.registry.without(module));
                    *self.roles = self.roles.without(module);
                }
            }
            ModuleChange::Holder(role, name) => {
                self.names.insert(role.as_str().into(), name.as_str().into());
                *self.roles = self.registry.roles(&self.names)?;
            }
        }
        Ok(())
    }
}

impl Setup {
    /// Changes the modules before the fight begins.
    ///
    /// # Errors
    /// There is no such role, or nobody of that name to hold it; nothing has changed then.
    pub fn change_modules(&mut self, change: ModuleChange) -> Result<(), Vec<ModuleError>> {
        let mut rules = (*self.rules).clone();
        let mut holding =
            Holding { registry: &mut self.registry, roles: &mut self.roles, names: std::mem::take(&mut rules.roles.0) };
        holding.change(&change)?;
        rules.roles.0 = holding.names;
        self.rules = Arc::new(rules);
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
        let mut rules = (*self.rules).clone();
        let mut holding =
            Holding { registry: &mut self.registry, roles: &mut self.roles, names: std::mem::take(&mut rules.roles.0) };
        let changed = holding.change(change);
        rules.roles.0 = holding.names;
        if changed.is_ok() {
            self.rules = Arc::new(rules);
            self.log_change(change, Some(before));
        }
        changed
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
