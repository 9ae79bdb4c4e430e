//! Swapping modules and content under a fight that runs: the last of what happens at the end of a tick (clause L9).
//!
//! The replacement is the same fight set up anew on the modules that are loaded now, so content has been checked and compiled
//! against them before it comes here. What the fight's own state refers to by place must stand at the same place there;
//! columns may be added. A replacement is taken whole or refused whole, with every reason. Whoever watches a pack calls
//! [`Sim::swap`]; a replay calls [`Sim::swap_at`], because a swap is an input (clause D4).

use super::setup::Setup;
use super::sim::{Due, Sim, Stage};
use crate::content::tables::{Content, LineIx};
use crate::modules::Registry;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// Why a replacement is refused: all reasons, a sentence each. What runs goes on as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwapError(pub Vec<String>);

impl fmt::Display for SwapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "what runs stays as it was, since the new build does not fit into this fight")?;
        self.0.iter().try_for_each(|reason| write!(f, "; {reason}"))
    }
}

impl std::error::Error for SwapError {}

/// What is loaded now otherwise than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swapped {
    /// `module` or `pack`.
    pub kind: &'static str,
    /// Its id.
    pub id: String,
    /// A hash of what it was: of what a module registered, of what a pack says.
    pub from: String,
    /// A hash of what it is.
    pub to: String,
}

/// A replacement that waits for the end of its tick.
#[derive(Clone)]
pub(super) struct Waiting {
    due: u64,
    setup: Box<Setup>,
}

impl Sim {
    /// Swaps modules and content at the end of the present tick, or of the next one where none is under way (clause L9).
    ///
    /// A swap that waits already is replaced. While a line that the new content lacks still runs (in a zone, a window, or
    /// because it was scheduled), the swap waits on.
    ///
    /// # Errors
    /// Every reason why the replacement does not fit this fight.
    pub fn swap(&mut self, next: &Setup) -> Result<(), SwapError> {
        let due = match self.stage {
            Stage::Between if self.is_begun => self.reached() + 1,
            _ => self.tick,
        };
        self.swap_at(due, next)
    }

    /// The same at the end of a given tick, for a replay: at once where that tick is the last that was processed.
    ///
    /// # Errors
    /// As [`Sim::swap`].
    pub fn swap_at(&mut self, tick: u64, next: &Setup) -> Result<(), SwapError> {
        let reasons = misfits(self, next);
        if !reasons.is_empty() {
            return Err(SwapError(reasons));
        }
        self.swap = Some(Waiting { due: tick, setup: Box::new(next.clone()) });
        if self.stage == Stage::Between && self.is_begun {
            self.take_swap();
        }
        Ok(())
    }

    /// Whether a swap waits for the end of its tick.
    #[must_use]
    pub const fn is_swap_waiting(&self) -> bool {
        self.swap.is_some()
    }

    /// The tick at whose end a swap is due: one to visit, whatever else happens in it (clause L6).
    pub(super) fn swap_due(&self) -> Option<u64> {
        self.swap.as_ref().map(|waiting| waiting.due)
    }

    /// Clause L9: swap of modules, at the very end of a tick.
    pub(super) fn take_swap(&mut self) {
        let Some(waiting) = self.swap.take_if(|waiting| waiting.due <= self.tick) else { return };
        if self.ended.is_some() {
            return;
        }
        let Some(lines) = self.lines_in(&waiting.setup.content) else {
            self.swap = Some(Waiting { due: self.tick + 1, ..waiting });
            return;
        };
        let changed = changes(self, &waiting.setup);
        for swapped in &changed {
            self.log_swapped(swapped);
        }
        if !changed.is_empty() {
            self.install(*waiting.setup, &lines);
        }
    }

    /// Where each line that still runs stands in other content; nothing where that lacks one.
    fn lines_in(&self, content: &Content) -> Option<BTreeMap<LineIx, LineIx>> {
        let texts: BTreeMap<&str, u32> = content.lines.iter().map(|line| &*line.text).zip(0..).collect();
        let scheduled = self.scheduled.values().filter_map(|entry| match entry.what {
            Due::Line(line) => Some(line),
            Due::Zone(_)
            | Due::Condition(..)
            | Due::Public(_)
            | Due::Fades
            | Due::Source(..)
            | Due::Round(_)
            | Due::Spread(_)
            | Due::Unheld
            | Due::ZoneBegin(..)
            | Due::ZoneEnd(..)
            | Due::Drop => None,
        });
        let running = self.windows.iter().flat_map(|window| window.def.effects.iter().copied()).chain(scheduled);
        running
            .map(|line| {
                let text = &self.content.lines.get(line.index())?.text;
                texts.get(&**text).map(|place| (line, LineIx(*place)))
            })
            .collect()
    }

    fn install(&mut self, next: Setup, lines: &BTreeMap<LineIx, LineIx>) {
        let moved = |line: LineIx| lines.get(&line).copied().unwrap_or(line);
        for line in self.windows.iter_mut().flat_map(|window| window.def.effects.iter_mut()) {
            *line = moved(*line);
        }
        for entry in self.scheduled.values_mut() {
            if let Due::Line(line) = &mut entry.what {
                *line = moved(*line);
            }
        }
        self.move_queues(&next.content);
        self.world.swap_tables(Arc::clone(&next.content), &next.rules, next.map);
        self.content = next.content;
        self.rules = next.rules;
        self.registry = next.registry;
        self.roles = next.roles;
        self.derived = next.derived;
        self.readings.forget();
    }

    /// Reactions that wait keep their rank by its number; those of a rank that is gone are dropped.
    fn move_queues(&mut self, content: &Content) {
        for row in 0..self.actors.len() {
            let Some(profile) = self.actors[row].mind.reactions() else { continue };
            let (old, new) = (&self.content.profiles[profile.index()], &content.profiles[profile.index()]);
            let place_of = |rank: usize| {
                let number = old.ranks.get(rank)?.rank;
                new.ranks.iter().position(|rank| rank.rank == number)
            };
            let keep = |entry: &mut super::sim::Queued| match place_of(entry.rank) {
                Some(place) => {
                    entry.rank = place;
                    true
                }
                None => false,
            };
            self.actors[row].queue.retain_mut(keep);
            self.actors[row].idle_queue.retain_mut(keep);
            if let Some(orders) = &mut self.actors[row].orders {
                super::orders::move_orders(orders, place_of, &new.ranks);
            }
        }
    }
}

/// What is loaded otherwise: modules by their files, packs by their texts.
fn changes(sim: &Sim, next: &Setup) -> Vec<Swapped> {
    let (old, new) = (sim.registry.logged(), next.registry.logged());
    let files = old.iter().zip(&new).filter(|((old, _), (new, _))| old.hash != new.hash);
    let modules = files.map(|((old, from), (_, to))| Swapped {
        kind: "module",
        id: old.id.clone(),
        from: (*from).to_owned(),
        to: (*to).to_owned(),
    });
    let texts = sim.content.packs.iter().zip(&next.content.packs).filter(|(old, new)| old.hash != new.hash);
    let packs = texts.map(|(old, new)| Swapped {
        kind: "pack",
        id: old.id.to_string(),
        from: old.hash.to_string(),
        to: new.hash.to_string(),
    });
    modules.chain(packs).collect()
}

/// Every reason why a replacement does not fit.
fn misfits(sim: &Sim, next: &Setup) -> Vec<String> {
    let (old, new) = (&sim.content, &next.content);
    let mut reasons = Vec::new();
    same("modules", &module_ids(&sim.registry), &module_ids(&next.registry), &mut reasons);
    let mut both = |what: &str, names: &dyn Fn(&Content) -> Vec<String>| same(what, &names(old), &names(new), &mut reasons);
    both("packs", &|content| content.packs.iter().map(|pack| pack.id.to_string()).collect());
    both("actions", &|content| content.actions.iter().map(crate::content::tables::Action::full_name).collect());
    both("kinds", &|content| content.kinds.iter().map(|kind| kind.name.to_string()).collect());
    both("profiles", &|content| content.profiles.iter().map(|profile| profile.name.to_string()).collect());
    both("stimuli", &|content| content.stimuli.iter().map(|of| of.name.to_string()).collect());
    let ground = |def: &crate::content::tables::GroundDef| {
        format!("{} ({:?}, floor {}, opaque {})", def.name, def.fill, def.has_floor, def.is_opaque)
    };
    both("grounds", &|content| content.grounds.iter().map(ground).collect());
    both("zones", &|content| content.zones.iter().map(|zone| zone.name.to_string()).collect());
    both("weathers", &|content| content.weathers.iter().map(|weather| weather.name.to_string()).collect());
    let first = &sim.world.first_map;
    if first.cells() != next.map.cells() || first.size() != next.map.size() {
        reasons.push("its map is another one: begin the fight anew".to_owned());
    }
    let mut kept = |what: &str, lost: Vec<u64>| {
        for id in lost {
            reasons.push(format!("the {what} `{}` is gone, and the fight has it: put it back", old.name(id)));
        }
    };
    let all = |ids: &mut dyn Iterator<Item = u64>| ids.collect::<Vec<u64>>();
    let lost = |old: Vec<u64>, new: Vec<u64>| old.into_iter().filter(|id| !new.contains(id)).collect::<Vec<u64>>();
    kept("track", lost(all(&mut old.tracks.iter().map(|id| id.0)), all(&mut new.tracks.iter().map(|id| id.0))));
    kept("verb", lost(all(&mut old.verbs.iter().map(|id| id.0)), all(&mut new.verbs.iter().map(|id| id.0))));
    kept("stat", lost(all(&mut old.stats.iter().map(|(id, _)| id.0)), all(&mut new.stats.iter().map(|(id, _)| id.0))));
    let conditions = |content: &Content| all(&mut content.conditions.iter().map(|def| def.id.0));
    kept("condition", lost(conditions(old), conditions(new)));
    reasons
}

fn module_ids(registry: &Registry) -> Vec<String> {
    registry.logged().into_iter().map(|(module, _)| module.id.clone()).collect()
}

/// Tables that the state refers to by place: the same names in the same order.
fn same(what: &str, old: &[String], new: &[String], reasons: &mut Vec<String>) {
    let told = |names: Vec<&String>| names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let gone: Vec<&String> = old.iter().filter(|name| !new.contains(name)).collect();
    let come: Vec<&String> = new.iter().filter(|name| !old.contains(name)).collect();
    if !gone.is_empty() {
        reasons.push(format!("of the {what} these are gone: {}; put them back, or begin the fight anew", told(gone)));
    }
    if !come.is_empty() {
        reasons.push(format!("of the {what} these are new: {}; begin the fight anew to have them", told(come)));
    }
    if old != new && reasons.is_empty() {
        reasons.push(format!("the {what} stand in another order; begin the fight anew"));
    }
}
