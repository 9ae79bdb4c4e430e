//! Going on with a run: what was decided before is given again, and the player is asked where the record ends.
//!
//! Owns the way from the record to the present. What was perceived on it is taken in as ever, so that names, wounds and reasons
//! to stop are known; plans are over, and what had been told stands in the history. Called by `Session::run` for every
//! question, until the record is used up.

use super::perception::Eyes;
use super::{Session, SessionError};
use crate::clock::{Decision, Reply, Setup};
use crate::content::tables::StopCause;
use crate::lab::recording::{Attention, Position, Waiting};
use crate::lab::seats::{Recalled, Seats};

impl Session {
    /// A run from its beginning up to the first decision of a seat.
    ///
    /// # Errors
    /// Nobody sits there.
    pub fn new(setup: &Setup, seat: u32, has_numbers: bool) -> Result<Self, SessionError> {
        Self::resume(setup, seat, has_numbers, Seats::default())
    }

    /// Where the player is waited for; nowhere when all is over.
    #[must_use]
    pub fn waiting(&self) -> Option<Waiting> {
        let position = self.asked_at.clone()?;
        Some(Waiting { tick: self.sim.tick(), position, hash: self.sim.state_hash(), attention: self.attention() })
    }

    fn attention(&self) -> Attention {
        let name = |id| self.sim.world().name_of(id).map(|name| name.to_string());
        let waved = self.stops.muted().filter_map(|(cause, id)| Some(format!("{} {}", cause.name(), name(id)?)));
        Attention { minds: name(self.foe).unwrap_or_default(), waved: waved.collect() }
    }

    /// Attends to what was attended to before the run was left. Who is not there any more is not minded either.
    fn attend_again(&mut self, attention: &Attention) {
        let world = self.sim.world();
        let found = |name: &str| (0..world.row_count()).find(|row| **world.name(*row) == *name).map(|row| world.id(row));
        let stop = |text: &String| {
            let (cause, name) = text.split_once(' ')?;
            Some((StopCause::ALL.into_iter().find(|known| known.name() == cause)?, found(name)?))
        };
        self.foe = found(&attention.minds).unwrap_or(self.foe);
        self.stops.mute_again(attention.waved.iter().filter_map(stop));
    }

    /// Answers a question from the record, as long as that goes; whether it did, or nobody is to be asked at all.
    pub(super) fn recall(&mut self, decision: &Decision) -> bool {
        if self.past.is_over() {
            return false;
        }
        let has_changes = self.past.has_changes();
        let is_mine = decision.actor == self.you;
        match self.past.recall(&mut self.sim, decision) {
            Recalled::Reply(reply) => {
                // With a module changed, its words may be what was changed: then nothing of the past is told again.
                if is_mine && !has_changes && matches!(reply, Reply::Do(_)) {
                    self.tale.tell(&Eyes { sim: &self.sim, people: &self.people, you: self.you });
                }
                if is_mine && !has_changes {
                    self.look_around();
                }
                self.view.clear_trails();
                self.sim.answer(decision.actor, reply);
                true
            }
            Recalled::AskedAnew => true,
            // Whoever sat nowhere left no record.
            Recalled::Present { .. } | Recalled::Astray(_) if !is_mine => false,
            Recalled::Astray(astray) => {
                self.astray = Some(astray);
                true
            }
            Recalled::Present { was_shown } => {
                let attention = self.past.take_attention();
                self.attend_again(&attention);
                let answer = self.settle(decision).filter(|_| !was_shown);
                match answer {
                    Some(reply) => self.sim.answer(self.you, reply),
                    None => self.decide(decision),
                }
                true
            }
        }
    }

    /// Takes in what is seen, as a picture of this moment would: what of it was remembered then is remembered again.
    fn look_around(&mut self) {
        if let Some(row) = self.row() {
            let last = std::mem::take(&mut self.scene.map);
            self.scene.map = self.view.map(&self.sim, row, last);
        }
    }

    /// Whether the way to the present has ended: the player is asked, or the record leads elsewhere.
    pub(super) fn has_stopped(&self, decision: &Decision) -> bool {
        self.astray.is_some() || self.asked_at.as_ref() == Some(&Position::of(&self.sim, decision))
    }

    /// Notes where the player is asked.
    pub(super) fn note_asked(&mut self, decision: &Decision) {
        self.asked_at = Some(Position::of(&self.sim, decision));
        self.decision = Some(decision.clone());
    }
}
