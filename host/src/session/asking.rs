//! What is asked, and where this is: the words over the choices.
//!
//! Owns the way from a stop to its question. It decides nothing. The session asks it for each scene.

use super::lexicon::{Slots, marker, phrase, say, sentence};
use super::perception::doing;
use super::scene::OwnedLine;
use super::stops::Stop;
use super::{Pending, Session};
use crate::content::tables::{ActionIx, OnReact, RecoverOnReact, StopCause};
use abi::{ActorState, EntityId, Phase};

impl Session {
    /// What is asked; nothing for the choice of the next thing to do.
    pub(super) fn question(&self, row: usize) -> String {
        let content = self.sim.content();
        let name =
            |id| self.people.name(&self.sim, self.you, id).unwrap_or_else(|| say(content, "core/unseen", &Slots::default()));
        let label = |ix: ActionIx| content.actions[ix.index()].label.to_string();
        match &self.pending {
            Pending::Free | Pending::Over => String::new(),
            Pending::Ended => sentence(content, "core/ask-ended", &Slots::default()),
            Pending::GoOn => {
                let stop = self.reason();
                let about = stop.map_or_else(String::new, |stop| name(stop.subject));
                let action = self.sim.present(row).map_or_else(String::new, |activity| label(activity.action));
                let (cause, how) = stop.map_or((StopCause::Threat.name(), ""), |stop| self.cause_in_words(stop));
                let slots = Slots { about: &about, action: &action, how, ..Slots::default() };
                sentence(content, &format!("core/ask-{cause}"), &slots)
            }
            Pending::React(to, offered, _) => {
                let action = self.sim.action_ix(offered.action).map_or_else(String::new, label);
                let how = self.read_of(row, *to);
                let slots = Slots { about: &name(*to), action: &action, how: &how, ..Slots::default() };
                format!("{} {}", sentence(content, "core/ask-answer", &slots), self.cost_of_answer(row))
            }
        }
    }

    /// What is read of somebody's doing; that it is up to something where nothing is.
    fn read_of(&self, row: usize, other: EntityId) -> String {
        let read = self.sim.world().row(other).map_or_else(String::new, |other| doing(&self.sim, row, other));
        if read.is_empty() { say(self.sim.content(), "core/doing-busy", &Slots::default()) } else { read }
    }

    /// What an answer does to what is under way (clauses R6, R7), in words.
    fn cost_of_answer(&self, row: usize) -> String {
        let content = self.sim.content();
        let present = self.sim.present(row).map(|activity| &content.actions[activity.action.index()]);
        let (id, action) = match (present, self.sim.phase(row)) {
            (Some(action), Some(Phase::Prep)) if action.on_react == OnReact::Pause => ("pause", &*action.label),
            (Some(action), Some(Phase::Prep)) => ("cancel", &*action.label),
            (Some(action), Some(Phase::Recover)) if action.recover_on_react == RecoverOnReact::Carry => ("open", ""),
            _ => ("nothing", ""),
        };
        sentence(content, &format!("core/ask-answer-cost-{id}"), &Slots { action, ..Slots::default() })
    }

    /// The reason that is told of those that brought a decision: the first of them that still is one.
    fn reason(&self) -> Option<&Stop> {
        let is_over = |stop: &Stop| self.row().is_some_and(|you| !self.stops.is_current(&self.sim, you, stop));
        self.why.iter().min_by_key(|stop| (is_over(stop), **stop))
    }

    /// By which words a reason goes, and how whom it concerns is now. Who has given up has, whatever else came of it.
    fn cause_in_words(&self, stop: &Stop) -> (&'static str, &str) {
        let person = self.people.get(stop.subject);
        if person.is_some_and(|person| person.state == ActorState::Yielded) {
            return ("yielded", "");
        }
        let stage = |row| marker(self.sim.content(), &self.sim.rules().stage_ladder, self.sim.stage_of(row));
        (stop.cause.name(), self.sim.world().row(stop.subject).map_or("", stage))
    }

    /// What ended a wait, in a line: for a decision to which nothing leads that the tale tells.
    pub(super) fn why_line(&self) -> OwnedLine {
        let content = self.sim.content();
        let text = match self.reason() {
            Some(stop) => {
                let unseen = || say(content, "core/unseen", &Slots::default());
                let about = self.people.name(&self.sim, self.you, stop.subject).unwrap_or_else(unseen);
                let (cause, how) = self.cause_in_words(stop);
                let slots = Slots { about: &about, how, ..Slots::default() };
                sentence(content, &format!("core/why-{cause}"), &slots)
            }
            None => sentence(content, "core/why-nothing", &Slots::default()),
        };
        OwnedLine::plain(text, "")
    }

    /// Where this is: the words that the pack of the fight has for the place.
    pub(super) fn title(&self) -> String {
        let content = self.sim.content();
        let id = match self.fight.rsplit_once('/') {
            Some((pack, fight)) => format!("{pack}/place-{fight}"),
            None => format!("core/place-{}", self.fight),
        };
        if phrase(content, &id).is_some() { say(content, &id, &Slots::default()) } else { String::new() }
    }
}
