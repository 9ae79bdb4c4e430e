//! Standing orders of a player: who decides on each answer that its orders have words for, and in which order (clauses D3, D4, R4).
//!
//! Owns what was changed of the orders that content gives a kind, and the moments in which any of them could have answered, for
//! whoever asks what an order would have done. A change is an input of a replay and stands in the log. Moments are no part of the
//! state: nothing in a fight asks for them. The pass goes by these orders, the session changes them.

use super::decision::Decision;
use super::events::Event;
use super::sim::{Queued, Sim};
use crate::content::tables::{Does, Order, ProfileIx, Rank};
use crate::log::{Line, Value};
use abi::{EntityId, EventId, Intent};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// An order by the number of its rank, and who decides on it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct StandingOrder {
    /// The number of its rank.
    pub rank: u32,
    /// Who decides.
    pub order: Order,
}

/// All of somebody's orders, the first that fits before the rest (clause R4).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StandingOrders(pub Vec<StandingOrder>);

impl Order {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Ask, Self::Off];

    /// The word of logs and texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Ask => "ask",
            Self::Off => "off",
        }
    }
}

impl fmt::Display for StandingOrders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, StandingOrder { rank, order }) in self.0.iter().enumerate() {
            let comma = if place > 0 { ", " } else { "" };
            write!(f, "{comma}{rank} {}", order.name())?;
        }
        Ok(())
    }
}

impl FromStr for StandingOrders {
    type Err = ();

    /// Reads what `Display` writes.
    fn from_str(text: &str) -> Result<Self, ()> {
        let one = |text: &str| {
            let (rank, word) = text.trim().split_once(' ').ok_or(())?;
            let order = Order::ALL.into_iter().find(|order| order.name() == word).ok_or(())?;
            Ok(StandingOrder { rank: rank.parse().map_err(|_| ())?, order })
        };
        text.split(',').map(one).collect::<Result<_, _>>().map(Self)
    }
}

/// One order as it stands: the place of its rank in the profile, and who decides on it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Standing {
    place: usize,
    order: Order,
}

/// What became of a moment in which some order could have answered.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The order of this rank answered by itself.
    Done(u32),
    /// The player was asked about the order of this rank, and wanted it.
    Wanted(u32),
    /// The player was asked about it, and did not.
    Declined(u32),
    /// Nothing was answered.
    Nothing,
}

/// A moment in which some order of a player could have answered, whatever it said then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// When.
    pub tick: u64,
    /// Whose orders.
    pub actor: EntityId,
    /// What could be answered.
    pub on: EventId,
    /// Whose doing it was.
    pub to: EntityId,
    /// The ranks whose words held and whose intent would not have been refused, by number.
    pub held: Vec<(u32, Intent)>,
    /// What became of it.
    pub outcome: Outcome,
}

/// So many moments are kept of a fight; more than that nobody looks back on.
const MOST_MOMENTS: usize = 4096;

impl Sim {
    /// The standing orders of a player's character, the first that fits before the rest; none of whoever has none.
    #[must_use]
    pub fn standing_orders(&self, row: usize) -> StandingOrders {
        let ranks = self.order_ranks(row);
        let named = |standing: &Standing| {
            ranks.get(standing.place).map(|rank| StandingOrder { rank: rank.rank, order: standing.order })
        };
        match &self.actors[row].orders {
            Some(orders) => StandingOrders(orders.iter().filter_map(named).collect()),
            None => StandingOrders(of_content(ranks).iter().filter_map(named).collect()),
        }
    }

    /// The ranks that the standing orders of a player's character are made of; none of whoever is no player.
    #[must_use]
    pub fn order_ranks(&self, row: usize) -> &[Rank] {
        let profile = self.orders_profile(row);
        profile.map_or(&[], |profile| &self.content.profiles[profile.index()].ranks)
    }

    fn orders_profile(&self, row: usize) -> Option<ProfileIx> {
        self.actors[row].mind.reactions().filter(|_| self.actors[row].mind.is_player())
    }

    /// Changes the standing orders from here on, and logs where that was: before the answer to this question. Ranks that there are
    /// not are left out, and what the list leaves out stands behind it as content has it. `what` says in a word what was changed.
    pub fn change_orders(&mut self, row: usize, orders: &StandingOrders, what: &str, before: &Decision) {
        let Some(profile) = self.orders_profile(row) else { return };
        let known = of_content(self.order_ranks(row));
        let ranks = self.order_ranks(row);
        let place_of = |standing: &StandingOrder| {
            let place = ranks.iter().position(|rank| rank.rank == standing.rank && rank.does == Does::React)?;
            Some(Standing { place, order: standing.order })
        };
        let mut all: Vec<Standing> = Vec::new();
        for standing in orders.0.iter().filter_map(place_of).chain(known.iter().copied()) {
            if !all.iter().any(|other| other.place == standing.place) {
                all.push(standing);
            }
        }
        // Orders as content has them are none of one's own: such a state is the same as one in which nothing was ever changed.
        self.actors[row].orders = (all != known).then_some(all);
        if self.log.has_decisions() {
            let name = Arc::clone(&self.content.profiles[profile.index()].name);
            let (text, place) = (orders.to_string(), [("processings", Value::Count(self.counts.processings))]);
            let line = Line::new(self.tick, "ordered").actor(self.world.name(row)).profile(&name).text(&text);
            line.reason(what).decision(before.asks.name()).extras(&place).emit_decided();
        }
    }

    /// Who decides on the order of a rank, by the place of that in the profile; of whoever is no player it does not ask.
    pub(super) fn order_of(&self, row: usize, place: usize) -> Order {
        match &self.actors[row].orders {
            Some(orders) => orders.iter().find(|standing| standing.place == place).map_or(Order::Off, |found| found.order),
            None => self.order_ranks(row).get(place).map_or(Order::Auto, |rank| rank.order),
        }
    }

    /// The place of an order among those of its player, where that was changed; else the number of its rank.
    pub(super) fn precedence(&self, row: usize, place: usize, rank: &Rank) -> u32 {
        match &self.actors[row].orders {
            Some(orders) => {
                let found = orders.iter().position(|standing| standing.place == place);
                found.and_then(|found| u32::try_from(found).ok()).unwrap_or(u32::MAX)
            }
            None => rank.rank,
        }
    }

    /// The moments so far in which some order of a player could have answered, the earliest first.
    #[must_use]
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// Notes an event that an order names which is not to be answered, for the moment that it may be.
    pub(super) fn queue_idle(&mut self, row: usize, entry: Queued) {
        self.actors[row].idle_queue.push(entry);
        self.queued.push(row as u32);
    }

    /// Which orders of a player would have held among what is ripe, whoever decides on them. Draws nothing and logs nothing.
    pub(super) fn try_orders(&mut self, row: usize, queue: &[Queued]) -> Option<Moment> {
        if !self.actors[row].mind.is_player() {
            return None;
        }
        let idle = std::mem::take(&mut self.actors[row].idle_queue);
        let mut entries: Vec<Queued> =
            queue.iter().chain(idle.iter().filter(|entry| self.is_ripe(entry))).copied().collect();
        self.actors[row].idle_queue = idle;
        entries.sort_by_key(|entry| self.rank_of_entry(row, entry));
        let mut found: Option<Moment> = None;
        for entry in entries {
            let Some(rank) = self.order_ranks(row).get(entry.rank).map(|rank| rank.rank) else { continue };
            let Ok(intent) = self.judge_reaction(row, entry.rank, &entry.event) else { continue };
            let (tick, actor) = (self.tick, self.world.id(row));
            let Event { id: on, about: to, .. } = entry.event;
            let moment = found.get_or_insert(Moment { tick, actor, on, to, held: Vec::new(), outcome: Outcome::Nothing });
            if moment.to == to && !moment.held.iter().any(|(other, _)| *other == rank) {
                moment.held.push((rank, intent));
            }
        }
        found
    }

    /// Keeps a moment with what became of it.
    pub(super) fn keep_moment(&mut self, row: usize, moment: Option<Moment>, outcome: Outcome) {
        let now = self.tick;
        let is_same_tick = self.rules.reactions == crate::content::tables::Reactions::SameTick;
        self.actors[row].idle_queue.retain(|entry| !is_same_tick && entry.tick >= now);
        if let Some(moment) = moment.filter(|_| self.moments.len() < MOST_MOMENTS) {
            self.moments.push(Moment { outcome, ..moment });
        }
    }
}

/// The orders of a profile as content has them.
fn of_content(ranks: &[Rank]) -> Vec<Standing> {
    let reactions = ranks.iter().enumerate().filter(|(_, rank)| rank.does == Does::React);
    reactions.map(|(place, rank)| Standing { place, order: rank.order }).collect()
}

/// Orders keep their rank by its number where content is swapped under them (clause L9): those of a rank that is gone are dropped,
/// and what is new stands behind as content has it.
pub(super) fn move_orders(orders: &mut Vec<Standing>, place_of: impl Fn(usize) -> Option<usize>, ranks: &[Rank]) {
    orders.retain_mut(|standing| match place_of(standing.place) {
        Some(place) => {
            standing.place = place;
            true
        }
        None => false,
    });
    for standing in of_content(ranks) {
        if !orders.iter().any(|other| other.place == standing.place) {
            orders.push(standing);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clause_d4_orders_are_read_as_they_are_written() {
        let check = |text: &str, count: Option<usize>| {
            let read = text.parse::<StandingOrders>().ok();
            assert_eq!(read.as_ref().map(|orders| orders.0.len()), count, "{text:?}");
            if let Some(orders) = read {
                assert_eq!(orders.to_string(), text);
            }
        };
        check("10 auto", Some(1));
        check("30 off, 10 ask, 20 auto", Some(3));
        for wrong in ["", "ten auto", "10", "10 never", "10 auto,", "10 auto 20 off"] {
            check(wrong, None);
        }
    }
}
