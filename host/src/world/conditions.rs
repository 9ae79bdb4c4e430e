//! Conditions and modifiers: what somebody has, and what that makes of its stats and verbs.
//!
//! Owns the reckoning of present stats and verbs from those at birth. Called by `apply` and when an entity is born.

use super::entities::{Modifier, World};
use crate::content::tables::{ConditionDef, Stacking};
use abi::{ConditionId, ConditionRow, EntityId, FactId, Tick, Ticks};

impl World {
    /// The definition of a condition.
    #[must_use]
    pub fn condition_def(&self, id: ConditionId) -> Option<&ConditionDef> {
        let conditions = &self.content.conditions;
        conditions.binary_search_by(|def| def.id.cmp(&id)).ok().map(|place| &conditions[place])
    }

    /// What somebody has, ascending by id.
    pub fn conditions_of(&self, id: EntityId) -> &[ConditionRow] {
        let start = self.conditions.partition_point(|row| row.entity < id);
        let end = self.conditions.partition_point(|row| row.entity <= id);
        &self.conditions[start..end]
    }

    /// Whether somebody has a condition.
    #[must_use]
    pub fn has(&self, id: EntityId, condition: ConditionId) -> bool {
        self.conditions_of(id).iter().any(|row| row.condition == condition)
    }

    /// Gives a condition; answers whether it is new to its bearer.
    pub(super) fn give_condition(&mut self, id: EntityId, condition: ConditionId, ticks: Ticks, source: EntityId) -> bool {
        let Some(row) = self.row(id) else { return false };
        let stacking = self.condition_def(condition).map_or(Stacking::None, |def| def.stacking);
        let until = if ticks == Ticks(0) { Tick(0) } else { self.tick + ticks };
        if until != Tick(0) {
            self.expiries.insert(until);
        }
        let place = self.conditions.binary_search_by(|held| (held.entity, held.condition).cmp(&(id, condition)));
        let is_new = match place {
            Ok(place) => {
                let held = &mut self.conditions[place];
                match stacking {
                    Stacking::None => {}
                    Stacking::Add => held.stacks += 1,
                    Stacking::Refresh => held.until = until,
                    Stacking::Highest => held.until = if until == Tick(0) { until } else { held.until.max(until) },
                }
                false
            }
            Err(place) => {
                let new = ConditionRow { entity: id, condition, since: self.tick, until, stacks: 1, source };
                self.conditions.insert(place, new);
                true
            }
        };
        self.reckon(row);
        is_new
    }

    /// Takes a condition away; answers whether its bearer had it.
    pub(super) fn take_condition(&mut self, id: EntityId, condition: ConditionId) -> bool {
        let before = self.conditions.len();
        self.conditions.retain(|held| (held.entity, held.condition) != (id, condition));
        let had = self.conditions.len() < before;
        if let (true, Some(row)) = (had, self.row(id)) {
            self.reckon(row);
        }
        had
    }

    /// Takes away what has lasted its time: conditions and modifiers. Answers whose conditions ended.
    pub fn expire(&mut self) -> Vec<ConditionRow> {
        let now = self.tick;
        if self.expiries.first().is_none_or(|first| *first > now) {
            return Vec::new();
        }
        self.expiries = self.expiries.split_off(&Tick(now.0 + 1));
        let is_over = |until: Tick| until != Tick(0) && until <= now;
        let mut ended = Vec::new();
        if self.conditions.iter().any(|held| is_over(held.until)) {
            self.conditions.retain(|held| {
                if is_over(held.until) {
                    ended.push(*held);
                }
                !is_over(held.until)
            });
        }
        let touched: Vec<EntityId> = self.modifiers.iter().filter(|m| is_over(m.until)).map(|m| m.entity).collect();
        self.modifiers.retain(|modifier| !is_over(modifier.until));
        for id in ended.iter().map(|held| held.entity).chain(touched) {
            if let Some(row) = self.row(id) {
                self.reckon(row);
            }
        }
        ended
    }

    /// When the next condition or modifier ends.
    #[must_use]
    pub fn next_expiry(&self) -> Option<Tick> {
        self.expiries.first().copied()
    }

    pub(super) fn add_modifier(&mut self, modifier: Modifier) {
        if modifier.until != Tick(0) {
            self.expiries.insert(modifier.until);
        }
        let place = self.modifiers.partition_point(|held| *held < modifier);
        self.modifiers.insert(place, modifier);
        if let Some(row) = self.row(modifier.entity) {
            self.reckon(row);
        }
    }

    /// What conditions and modifiers add to a check or a stat of a row, in points, by the hash of its id.
    #[must_use]
    pub fn modifier_points(&self, row: usize, of: u64) -> i32 {
        let id = self.ids[row];
        let from_conditions = self.conditions_of(id).iter().filter_map(|held| {
            let def = self.condition_def(held.condition)?;
            let points: i32 = def.modifiers.iter().filter(|(what, _)| *what == of).map(|(_, points)| *points).sum();
            i32::try_from(held.stacks).ok().map(|stacks| points * stacks)
        });
        let own = self.modifiers.iter().filter(|m| m.entity == id && m.of == of).map(|m| m.points);
        let feats = &self.content.kinds[self.kind_places[row].index()].check_points;
        let from_feats = feats.iter().filter(|(what, _)| *what == of).map(|(_, points)| *points);
        from_conditions.sum::<i32>() + own.sum::<i32>() + from_feats.sum::<i32>()
    }

    /// Works out a row's present stats and verbs from those at birth and all that it has.
    pub(super) fn reckon(&mut self, row: usize) {
        let id = self.ids[row];
        let (stats, verbs) = (self.stat_ids.len(), self.verb_ids.len());
        let held: Vec<ConditionRow> = self.conditions_of(id).to_vec();
        for column in 0..stats {
            let of = self.stat_ids[column].0;
            let plain = held.is_empty() && self.modifiers.is_empty();
            let points = if plain { 0 } else { self.modifier_points(row, of) };
            self.stats[row * stats + column] = self.base_stats[row * stats + column] + points;
        }
        let content = std::sync::Arc::clone(&self.content);
        let lacks = &content.kinds[self.kind_places[row].index()].lacks;
        for column in 0..verbs {
            let verb = self.verb_ids[column];
            let mut dear = if lacks.contains(&verb) { -1 } else { 0 };
            for def in held.iter().filter_map(|held| self.condition_def(held.condition)) {
                if def.takes.contains(&verb) {
                    dear = -1;
                } else if dear >= 0 {
                    dear += def.dear.iter().filter(|(what, _)| *what == verb).map(|(_, permille)| *permille).sum::<i32>();
                }
            }
            self.verbs[row * verbs + column] = dear;
        }
    }

    /// A fact that somebody knows or bears, if it has not ended.
    #[must_use]
    pub fn fact(&self, id: EntityId, key: FactId, about: EntityId) -> Option<i64> {
        let place = self.facts.binary_search_by(|row| (row.entity, row.key, row.about).cmp(&(id, key, about))).ok()?;
        let row = self.facts[place];
        (row.expires == Tick(0) || row.expires > self.tick).then_some(row.value)
    }
}
