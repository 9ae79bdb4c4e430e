//! What is asked, and where this is: the words over the choices.
//!
//! Owns the way from a stop to its question. It decides nothing. The session asks it for each scene.

use super::lexicon::{Slots, phrase, say, sentence};
use super::{Pending, Session};
use crate::content::tables::{ActionIx, StopCause};

impl Session {
    /// What is asked; nothing for the choice of the next thing to do.
    pub(super) fn question(&self, row: usize) -> String {
        let content = self.sim.content();
        let name =
            |id| self.people.name(&self.sim, self.you, id).unwrap_or_else(|| say(content, "core/unseen", &Slots::default()));
        let label = |ix: ActionIx| content.actions[ix.index()].label.to_string();
        match &self.pending {
            Pending::Free | Pending::Over => String::new(),
            Pending::GoOn => {
                let stop = self.why.iter().min();
                let about = stop.map_or_else(String::new, |stop| name(stop.subject));
                let action = self.sim.present(row).map_or_else(String::new, |activity| label(activity.action));
                let cause = stop.map_or(StopCause::Threat, |stop| stop.cause).name();
                let slots = Slots { about: &about, action: &action, ..Slots::default() };
                sentence(content, &format!("core/ask-{cause}"), &slots)
            }
            Pending::React(to, offered) => {
                let action = content.action_ix(offered.action).map_or_else(String::new, label);
                sentence(content, "core/ask-answer", &Slots { about: &name(*to), action: &action, ..Slots::default() })
            }
        }
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
