//! Pages about standing orders: looking over them, changing one, what they would have done so far, what they have done (clause D3).
//!
//! Owns the words and choices of these pages and the way back through changes. No time passes on a page. A change goes to the
//! engine, which logs it, because it is an input of a replay (clause D4); when the fight is over it is kept for the next one. The
//! session shows a page in place of the scene, and carries out what is chosen there.

use super::choices::{Does, Offer};
use super::gaze::Gaze;
use super::lexicon::{Slots, capital, measure, say, sentence};
use super::scene::{OwnedLine, OwnedScene};
use super::{Pending, Session};
use crate::clock::{Moment, Outcome, StandingOrder, StandingOrders};
use crate::content::tables::{Content, Order, Rank, Stance};
use abi::EntityId;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is shown in place of the scene.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Page {
    /// All standing orders.
    Orders,
    /// One of them, by the number of its rank.
    Order(u32),
    /// What one of them, or all together, would have done so far.
    Tried(Option<u32>),
    /// What was done unasked.
    Done,
    /// What is meant by leaving the fight to habit.
    Habit,
}

/// A change of one order.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Who decides.
    Decided(Order),
    /// One place nearer to the first.
    Earlier,
    /// One place nearer to the last.
    Later,
}

impl Edit {
    /// The word for the log.
    const fn name(self) -> &'static str {
        match self {
            Self::Decided(order) => order.name(),
            Self::Earlier => "earlier",
            Self::Later => "later",
        }
    }
}

/// What can be chosen about pages, orders, habits and looking about. No time passes for it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Aside {
    /// Looks at a page.
    Open(Page),
    /// Looks at the scene again.
    Close,
    /// Changes the order of a rank.
    Order(u32, Edit),
    /// Takes the last change of orders back.
    Undo,
    /// Wants to be asked again about all that was not to be asked about.
    Unmute,
    /// Answers by the order of this rank, and from now on unasked.
    Always(u32),
    /// Leaves the fight to habit with something meant by it, or takes it in hand.
    LeaveToHabit(Option<Stance>),
    /// Goes on by habit.
    GoOnByHabit,
    /// Looks up, down or ahead.
    Look(Gaze),
}

/// Keys for orders, in their order: none that the page itself uses.
const KEYS: &str = "abcdefghijklnopqsvwy";

impl StandingOrders {
    fn place(&self, rank: u32) -> Option<usize> {
        self.0.iter().position(|standing| standing.rank == rank)
    }

    /// The same with one order changed.
    fn edited(&self, rank: u32, edit: Edit) -> Option<Self> {
        let (mut list, place) = (self.0.clone(), self.place(rank)?);
        match edit {
            Edit::Decided(order) => list[place].order = order,
            Edit::Earlier => list.swap(place, place.checked_sub(1)?),
            Edit::Later => {
                let next = place + 1;
                if next == list.len() {
                    return None;
                }
                list.swap(place, next);
            }
        }
        Some(Self(list))
    }
}

impl Session {
    /// The standing orders as they are.
    #[must_use]
    pub const fn orders(&self) -> &StandingOrders {
        &self.orders
    }

    /// The kind whose orders they are.
    #[must_use]
    pub fn orders_kind(&self) -> &str {
        &self.kind
    }

    /// Takes over orders that were kept from another run, at the first question.
    pub fn take_orders(&mut self, orders: &StandingOrders) {
        if *orders != self.orders {
            self.set_orders(orders.clone(), "kept");
            self.undo.clear();
            self.go_on_if_changed();
            self.run();
        }
    }

    /// Changes an order.
    pub(super) fn edit_order(&mut self, rank: u32, edit: Edit) {
        let Some(orders) = self.orders.edited(rank, edit) else { return };
        let before = self.orders.clone();
        if orders != before {
            self.set_orders(orders, &format!("{} {rank}", edit.name()));
            self.undo.push(before);
        }
    }

    /// Takes the last change back.
    pub(super) fn undo_order(&mut self) {
        if let Some(before) = self.undo.pop() {
            self.set_orders(before, "undo");
        }
    }

    fn set_orders(&mut self, orders: StandingOrders, what: &str) {
        let asked = self.decision.clone();
        match (asked, self.row()) {
            (Some(decision), Some(row)) => {
                self.sim.change_orders(row, &orders, what, &decision);
                self.orders = self.sim.standing_orders(row);
                self.is_to_ask_anew |= matches!(self.pending, Pending::React(..));
            }
            // It is over: what is ordered now is for another time.
            _ => self.orders = orders,
        }
    }

    /// Lets the engine ask again what it asked before orders were changed: it may not be asked any more.
    pub(super) fn go_on_if_changed(&mut self) {
        if self.is_to_ask_anew && matches!(self.pending, Pending::React(..)) {
            self.why.clear();
            self.view.clear_trails();
            self.set_out();
        } else {
            self.show();
        }
    }

    /// The scene of a page: no map, and what is said and can be chosen.
    pub(super) fn page_scene(&mut self, page: Page) -> OwnedScene {
        let content = Arc::clone(self.sim.content());
        let plain = |id: &str| sentence(&content, id, &Slots::default());
        let (title, question, tale, choices) = match page {
            Page::Orders => ("core/page-orders", "core/ask-orders", self.orders_lines(), self.orders_choices()),
            Page::Order(rank) => ("core/page-orders", "core/ask-order", self.order_lines(rank), self.order_choices(rank)),
            Page::Tried(rank) => ("core/page-tried", "core/ask-page", self.tried_lines(rank), vec![self.back(page)]),
            Page::Done => ("core/page-done", "core/ask-page", self.done_lines(), vec![self.back(page)]),
            Page::Habit => {
                let choices = self.meanings().into_iter().chain([self.back(page)]).collect();
                ("core/page-habit", "core/ask-meaning", vec![self.plain_line("core/habit-about")], choices)
            }
        };
        OwnedScene {
            seat: self.seat,
            serial: self.serial,
            title: say(&content, title, &Slots::default()),
            question: plain(question),
            tale,
            choices,
            history: self.history(),
            content,
            ..OwnedScene::default()
        }
    }

    /// A choice that content words by its command.
    pub(super) fn aside(&self, command: &str, key: &str, aside: Aside) -> Offer {
        let label = say(self.sim.content(), &format!("core/do-{command}"), &Slots::default());
        Offer::plain(command, key, label, Does::Aside(aside))
    }

    /// A line that is always the same.
    pub(super) fn plain_line(&self, id: &str) -> OwnedLine {
        OwnedLine::plain(sentence(self.sim.content(), id, &Slots::default()), "")
    }

    /// The way back: from one order and from a trial to all orders, from there to the scene.
    fn back(&self, page: Page) -> Offer {
        let to = match page {
            Page::Order(_) | Page::Tried(None) => Some(Page::Orders),
            Page::Tried(Some(rank)) => Some(Page::Order(rank)),
            Page::Orders | Page::Done | Page::Habit => None,
        };
        self.aside("back", "x", to.map_or(Aside::Close, Aside::Open))
    }

    fn orders_lines(&self) -> Vec<OwnedLine> {
        let id = if self.orders.0.is_empty() { "core/orders-none" } else { "core/orders-about" };
        vec![self.plain_line(id)]
    }

    fn orders_choices(&self) -> Vec<Offer> {
        // What is not given stands behind, as what could be added.
        let (off, given): (Vec<&StandingOrder>, Vec<_>) = self.orders.0.iter().partition(|held| held.order == Order::Off);
        let keys = KEYS.chars().map(String::from).chain(std::iter::repeat(String::new()));
        let order = |(standing, key): (&StandingOrder, String)| {
            let label = self.order_line("core/order-line", *standing);
            Offer::plain(
                &format!("order-{}", standing.rank),
                &key,
                label,
                Does::Aside(Aside::Open(Page::Order(standing.rank))),
            )
        };
        let mut offers: Vec<Offer> = given.into_iter().chain(off).zip(keys).map(order).collect();
        if !self.orders.0.is_empty() {
            offers.push(self.aside("try-orders", "t", Aside::Open(Page::Tried(None))));
            offers.push(self.aside("review", "r", Aside::Open(Page::Done)));
        }
        if !self.undo.is_empty() {
            offers.push(self.aside("undo", "u", Aside::Undo));
        }
        if self.stops.has_muted() {
            offers.push(self.aside("unmute", "m", Aside::Unmute));
        }
        offers.push(self.back(Page::Orders));
        offers
    }

    /// An order in a line: what it says, and who decides.
    fn order_line(&self, id: &str, standing: StandingOrder) -> String {
        let content = self.sim.content();
        let decides = say(content, &format!("core/order-{}", standing.order.name()), &Slots::default());
        say(content, id, &Slots { how: &self.says(standing.rank), action: &decides, ..Slots::default() })
    }

    fn order_lines(&self, rank: u32) -> Vec<OwnedLine> {
        let Some(place) = self.orders.place(rank) else { return Vec::new() };
        vec![OwnedLine::plain(capital(&self.order_line("core/order-full", self.orders.0[place])), "")]
    }

    fn order_choices(&self, rank: u32) -> Vec<Offer> {
        let Some(place) = self.orders.place(rank) else { return vec![self.back(Page::Order(rank))] };
        let now = self.orders.0[place].order;
        let decided = [("order-auto", "a", Order::Auto), ("order-ask", "q", Order::Ask), ("order-off", "o", Order::Off)];
        let mut offers: Vec<Offer> = decided
            .into_iter()
            .filter(|(.., order)| *order != now)
            .map(|(command, key, order)| self.aside(command, key, Aside::Order(rank, Edit::Decided(order))))
            .collect();
        if place > 0 {
            offers.push(self.aside("order-earlier", "e", Aside::Order(rank, Edit::Earlier)));
        }
        if place + 1 < self.orders.0.len() {
            offers.push(self.aside("order-later", "l", Aside::Order(rank, Edit::Later)));
        }
        offers.push(self.aside("try-order", "t", Aside::Open(Page::Tried(Some(rank)))));
        if !self.undo.is_empty() {
            offers.push(self.aside("undo", "u", Aside::Undo));
        }
        offers.push(self.back(Page::Order(rank)));
        offers
    }

    /// What an order says; where content says nothing of it, its answer.
    fn says(&self, rank: u32) -> String {
        match self.rank(rank) {
            Some(rank) if !rank.says.is_empty() => rank.says.to_string(),
            Some(rank) => says_plainly(self.sim.content(), rank),
            None => String::new(),
        }
    }

    fn rank(&self, number: u32) -> Option<&Rank> {
        let profile = self.order_profile?;
        self.sim.content().profiles[profile.index()].ranks.iter().find(|rank| rank.rank == number)
    }

    fn action_of(&self, rank: u32) -> String {
        let content = self.sim.content();
        let action = self.rank(rank).and_then(|rank| rank.choices.first()).map(|(_, ix)| &content.actions[ix.index()]);
        action.map_or_else(String::new, |action| action.label.to_string())
    }

    /// Each order that would have answered, and whom: with what was done then.
    fn tried_lines(&self, rank: Option<u32>) -> Vec<OwnedLine> {
        let mut found: BTreeMap<(usize, EntityId, Came), i64> = BTreeMap::new();
        for moment in self.sim.moments().iter().filter(|moment| moment.actor == self.you) {
            let answered = match rank {
                Some(rank) => moment.held.iter().any(|(held, _)| *held == rank).then_some(rank),
                None => self.first_of(moment),
            };
            let Some(answered) = answered else { continue };
            let place = self.orders.place(answered).unwrap_or(usize::MAX);
            *found.entry((place, moment.to, came(moment.outcome, answered))).or_default() += 1;
        }
        let standing = |place: usize| self.orders.0.get(place).map(|standing| standing.rank);
        let found = found.into_iter().filter_map(|((place, whom, came), count)| {
            let text = came.text();
            Some(Counted { rank: standing(place)?, whom, text, count })
        });
        self.or_else_plain(self.counted_lines(found), "core/tried-never")
    }

    /// The order that would have answered as orders stand now.
    fn first_of(&self, moment: &Moment) -> Option<u32> {
        let holds = |standing: &&StandingOrder| {
            standing.order != Order::Off && moment.held.iter().any(|(held, _)| *held == standing.rank)
        };
        self.orders.0.iter().find(holds).map(|standing| standing.rank)
    }

    /// What was done unasked, by which order, and against whom.
    pub(super) fn done_lines(&self) -> Vec<OwnedLine> {
        let mut found: BTreeMap<(u32, EntityId), i64> = BTreeMap::new();
        for moment in self.sim.moments().iter().filter(|moment| moment.actor == self.you) {
            if let Outcome::Done(rank) = moment.outcome {
                *found.entry((rank, moment.to)).or_default() += 1;
            }
        }
        let told = |text: &'static str| move |((rank, whom), count)| Counted { rank, whom, text, count };
        let mut found: Vec<Counted> = found.into_iter().map(told("core/done-order")).collect();
        let repeats = self.repeats.iter().map(|(of, count)| (*of, *count));
        found.extend(repeats.map(told("core/done-repeat")));
        found.sort_by_key(|counted| counted.rank);
        let mut lines = self.counted_lines(found.into_iter());
        lines.extend(self.habit_lines());
        self.or_else_plain(lines, "core/done-nothing")
    }

    /// What was counted, below a heading for each order.
    fn counted_lines(&self, found: impl Iterator<Item = Counted>) -> Vec<OwnedLine> {
        let mut lines = Vec::new();
        let mut last = None;
        for counted in found {
            if last.replace(counted.rank) != Some(counted.rank) {
                lines.push(self.heading(counted.rank));
            }
            lines.push(self.counted(&counted));
        }
        lines
    }

    /// Lines, or one that says that there are none.
    fn or_else_plain(&self, lines: Vec<OwnedLine>, id: &str) -> Vec<OwnedLine> {
        if lines.is_empty() { vec![self.plain_line(id)] } else { lines }
    }

    /// What habit chose, by which of its ranks, and what was meant.
    fn habit_lines(&self) -> Vec<OwnedLine> {
        let content = self.sim.content();
        let row = content.kinds.iter().find(|kind| *kind.name == *self.kind);
        let Some(ranks) = row.and_then(|kind| kind.profile).map(|profile| &content.profiles[profile.index()].ranks) else {
            return Vec::new();
        };
        let line = |((stance, number), count): (&(Option<Stance>, u32), &i64)| {
            let rank = ranks.iter().find(|rank| rank.rank == *number)?;
            let means = stance.map_or("as-before", Stance::name);
            let means = say(content, &format!("core/means-{means}"), &Slots::default());
            let does = if rank.says.is_empty() { says_plainly(content, rank) } else { rank.says.to_string() };
            let marker = measure(content, "frequency", *count).1;
            let slots = Slots { how: &means, action: &does, marker, ..Slots::default() };
            Some(OwnedLine::plain(sentence(content, "core/done-habit", &slots), marker))
        };
        self.habits.iter().filter_map(line).collect()
    }

    fn heading(&self, rank: u32) -> OwnedLine {
        let says = self.says(rank);
        OwnedLine::plain(sentence(self.sim.content(), "core/order-heading", &Slots { how: &says, ..Slots::default() }), "")
    }

    fn counted(&self, &Counted { rank, whom, text, count }: &Counted) -> OwnedLine {
        let content = self.sim.content();
        let unseen = || say(content, "core/unseen", &Slots::default());
        let name = self.people.name(&self.sim, self.you, whom).unwrap_or_else(unseen);
        let (action, marker) = (self.action_of(rank), measure(content, "frequency", count).1);
        let slots = Slots { about: &name, action: &action, marker, ..Slots::default() };
        OwnedLine::plain(sentence(content, text, &slots), marker)
    }
}

/// How often something came of an order against somebody, and by which text that is told.
struct Counted {
    rank: u32,
    whom: EntityId,
    text: &'static str,
    count: i64,
}

/// What became of a moment in which an order would have answered.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Came {
    /// It did.
    Same,
    /// Another order did.
    Another,
    /// The player let it pass.
    Declined,
    /// Nothing was done.
    Nothing,
}

impl Came {
    const fn text(self) -> &'static str {
        match self {
            Self::Same => "core/tried-same",
            Self::Another => "core/tried-another",
            Self::Declined => "core/tried-declined",
            Self::Nothing => "core/tried-nothing",
        }
    }
}

fn came(outcome: Outcome, rank: u32) -> Came {
    match outcome {
        Outcome::Done(done) | Outcome::Wanted(done) if done == rank => Came::Same,
        Outcome::Done(_) | Outcome::Wanted(_) => Came::Another,
        Outcome::Declined(_) => Came::Declined,
        Outcome::Nothing => Came::Nothing,
    }
}

/// An order for which content has no words: what it answers with.
fn says_plainly(content: &Content, rank: &Rank) -> String {
    let action = rank.choices.first().map(|(_, ix)| &*content.actions[ix.index()].label).unwrap_or_default();
    say(content, "core/order-plain", &Slots { action, ..Slots::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rank: u32, edit: Edit, expected: Option<&str>) {
        let orders: StandingOrders = "10 ask, 20 auto, 30 off".parse().unwrap();
        let edited = orders.edited(rank, edit).map(|orders| orders.to_string());
        assert_eq!(edited.as_deref(), expected, "{rank} {edit:?}");
    }

    #[test]
    fn clause_d3_an_order_is_decided_on_and_moved() {
        check(10, Edit::Decided(Order::Off), Some("10 off, 20 auto, 30 off"));
        check(20, Edit::Earlier, Some("20 auto, 10 ask, 30 off"));
        check(20, Edit::Later, Some("10 ask, 30 off, 20 auto"));
        check(10, Edit::Earlier, None);
        check(30, Edit::Later, None);
        check(40, Edit::Later, None);
    }

    #[test]
    fn what_came_of_a_moment_is_told_of_the_order_that_is_tried() {
        assert_eq!(came(Outcome::Done(10), 10), Came::Same);
        assert_eq!(came(Outcome::Wanted(20), 10), Came::Another);
        assert_eq!(came(Outcome::Declined(20), 10), Came::Declined);
        assert_eq!(came(Outcome::Nothing, 10), Came::Nothing);
    }
}
