//! What a player's plans ask of the decision table: the next step of a way, and what a profile would do in its place.
//!
//! Nothing here draws dice: what a plan commits is an intent like any other, and a replay has only that (clause D4). By which rank
//! it came is told to the log in a line that a replay passes over. The session calls it.

use super::outlook::Answered;
use super::table::weighted;
use crate::clock::Sim;
use crate::content::tables::{ArgDef, Does, HostSelector, ProfileIx, Rank, SelectorDef, Stance, StopCause};
use abi::{Arg, Cell, EntityId, Intent, Target};
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

    /// What a profile does in a free actor's place, by the first rank that holds and counts for what the player means; `seed`
    /// decides where that has several. The log has which rank it was, and why (clause D3).
    pub(crate) fn choose_by_habit(
        &mut self,
        row: usize,
        profile: ProfileIx,
        stance: Option<Stance>,
        seed: u64,
    ) -> Option<(u32, Intent)> {
        let content = Arc::clone(&self.content);
        let table = &content.profiles[profile.index()];
        let counts = |rank: &Rank| rank.is_act_for(stance);
        let (rank, options, passed) = self.first_rank_that_holds(row, table, None, Target::None, counts)?;
        let intent = weighted(&options, seed)?;
        self.log_by_habit(row, &table.name, rank, &intent, &passed);
        Some((rank.rank, intent))
    }

    /// By which rank a profile would give up what a busy actor is about; by none where it would go on.
    pub(crate) fn would_give_up(
        &mut self,
        row: usize,
        profile: ProfileIx,
        stance: Option<Stance>,
        is_edge: bool,
        causes: &[(StopCause, EntityId)],
    ) -> Option<u32> {
        let content = Arc::clone(&self.content);
        let table = &content.profiles[profile.index()];
        let is_woken = |rank: &Rank| {
            rank.does == Does::Cancel && rank.counts_for(stance) && crate::clock::is_woken(rank.on, is_edge, causes, &[])
        };
        let about = causes.first().map(|(_, subject)| (abi::EventId::NONE, *subject));
        let target = self.present(row).map_or(Target::None, |activity| activity.target);
        let (rank, options, _) = self.first_rank_that_holds(row, table, about, target, is_woken)?;
        let (_, intent) = *options.first()?;
        self.log_by_habit(row, &table.name, rank, &intent, &[]);
        Some(rank.rank)
    }

    /// Whether a profile would give this answer to what somebody does; the log has by which rank.
    pub(crate) fn would_answer(
        &mut self,
        row: usize,
        profile: ProfileIx,
        stance: Option<Stance>,
        answer: &Intent,
        answered: Answered,
    ) -> bool {
        let content = Arc::clone(&self.content);
        let table = &content.profiles[profile.index()];
        let is_it = |choices: &[(u32, crate::content::tables::ActionIx)]| {
            choices.iter().any(|(_, ix)| content.actions[ix.index()].id == answer.action)
        };
        let mut answers =
            table.ranks.iter().filter(|rank| rank.does == Does::React && rank.counts_for(stance) && is_it(&rank.choices));
        let found = self.with_outlook(row, Some(answered), Target::Actor(answered.1), |sim, outlook| {
            answers.find(|rank| sim.judge_any(outlook, rank).is_ok())
        });
        if let Some(rank) = found {
            self.log_by_habit(row, &table.name, rank, answer, &[]);
        }
        found.is_some()
    }
}
