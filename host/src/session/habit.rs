//! Autopilot: a fight that is left to the habits of the player's kind, with something meant by it (clauses D1, D4).
//!
//! Owns whether that is so, what is meant, and what the player is shown and can say meanwhile. What habits do is the decision
//! table's: the same profile by which the kind fights where nobody plays it, with the ranks that count for what is meant. All that
//! comes of it are intents like any other, so a replay needs nothing of this. `play` goes on by it where no key is pressed.

use super::Session;
use super::choices::{Does, Offer};
use super::lexicon::{Slots, say, sentence};
use super::orders::{Aside, Page};
use super::plans::{Plan, What};
use crate::content::tables::Stance;
use abi::EntityId;

/// The keys by which it is said what is meant, in the order of [`Stance::ALL`].
const KEYS: [&str; 4] = ["p", "h", "b", "s"];

impl Session {
    /// What is meant by leaving the fight to habit; nothing where the player decides itself.
    #[must_use]
    pub const fn habit(&self) -> Option<Stance> {
        self.habit
    }

    /// Leaves the fight to habit, from what is shown on; without a meaning the player takes it in hand. No time passes for it.
    pub fn leave_to_habit(&mut self, stance: Option<Stance>) {
        if self.pending == super::Pending::Over {
            return;
        }
        (self.habit, self.page) = (stance, None);
        self.go_on_if_changed();
        self.run();
    }

    /// Goes on by habit to the next thing that is shown.
    pub fn go_on_by_habit(&mut self) {
        let Some(stance) = self.habit else { return };
        (self.is_holding, self.is_resting, self.page) = (false, false, None);
        self.has_fought = true;
        match self.pending {
            super::Pending::Free => self.begin_plan(What::Habit(stance), EntityId::NONE),
            super::Pending::GoOn | super::Pending::React(..) => self.answer_by_habit(stance),
            super::Pending::Ended => self.look_back(),
            super::Pending::Over => {}
        }
        self.run();
    }

    /// A question that was there before the fight was left to habit is answered by it.
    fn answer_by_habit(&mut self, stance: Stance) {
        let Some(decision) = self.decision.clone() else { return };
        self.plan = Some(Plan::new(What::Habit(stance), EntityId::NONE, self.decisions()));
        self.is_to_ask_anew = false;
        if let Some(reply) = self.settle(&decision) {
            let plan = self.plan.take();
            self.reply(reply, plan);
        }
    }

    /// Counts what habit chose, for the review.
    pub(super) fn count_habit(&mut self, plan: &Plan) {
        if let (Some(stance), Some(rank)) = (plan.habit(), plan.rank) {
            *self.habits.entry((stance, rank)).or_default() += 1;
        }
    }

    /// What stands over the choices of who only watches.
    pub(super) fn habit_question(&self, stance: Stance) -> String {
        let content = self.sim.content();
        let means = say(content, &format!("core/means-{}", stance.name()), &Slots::default());
        sentence(content, "core/ask-habit", &Slots { how: &means, ..Slots::default() })
    }

    /// What who only watches can say.
    pub(super) fn habit_choices(&self, stance: Stance) -> Vec<Offer> {
        let go_on = say(self.sim.content(), "core/do-habit-on", &Slots::default());
        let mut offers = vec![
            Offer::plain("go-on", "g", go_on, Does::Aside(Aside::GoOnByHabit)),
            self.aside("take-over", "t", Aside::LeaveToHabit(None)),
        ];
        let same = Does::Aside(Aside::LeaveToHabit(Some(stance)));
        offers.extend(self.meanings().into_iter().filter(|offer| offer.does != same));
        offers.push(self.aside("orders", "O", Aside::Open(Page::Orders)).unlisted());
        offers
    }

    /// Everything that can be meant.
    pub(super) fn meanings(&self) -> Vec<Offer> {
        let offer = |(stance, key): (Stance, &str)| {
            self.aside(&format!("mean-{}", stance.name()), key, Aside::LeaveToHabit(Some(stance)))
        };
        Stance::ALL.into_iter().zip(KEYS).map(offer).collect()
    }
}
