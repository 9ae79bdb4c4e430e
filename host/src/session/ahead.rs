//! Thinking ahead: while the player thinks, what would come of each choice is worked out on a copy of the session.
//!
//! Owns the copies, for the one scene that is on the screen, and what was decided in them: no journal has a word of it until the
//! choice is made. The choice that is made is then there already, and what the others would have come to is forgotten. A copy has
//! the dice, too, so what comes of a choice is the same, thought of or not. `play` gives it its turns between two keys.

use super::Session;
use super::choices::{Does, Offer};
use super::error::SessionError;
use crate::log::{DecisionLog, Picked};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// What the choices of a scene come to, as far as it has been thought of.
pub struct Ahead {
    /// Takes what is decided in a thought.
    aside: DecisionLog,
    decided: Arc<Mutex<String>>,
    /// The serial of the scene whose choices these are.
    scene: u64,
    /// Places of choices that are still to be thought of, the likeliest last.
    left: Vec<usize>,
    thoughts: Vec<Thought>,
    /// Commands by when they were chosen last, the latest last: who has struck strikes again.
    chosen: Vec<String>,
    /// How long has been thought about this scene.
    spent: Duration,
    /// How many thoughts were slow: a key waits for the end of one, so after a few there are no more.
    slow: u32,
}

/// What a choice comes to.
struct Thought {
    place: usize,
    session: Session,
    /// Lines for the journal, each with its end.
    decided: String,
}

/// How long one scene is thought about at most: three times what a scene of a common fight takes, and no more than a blink of
/// work for nothing.
const MOST_OF_A_SCENE: Duration = Duration::from_millis(50);
/// A thought that takes longer is slow: whoever presses a key meanwhile would notice.
const MOST_OF_A_THOUGHT: Duration = Duration::from_millis(20);
/// So many slow ones are no hiccup of the machine.
const MOST_SLOW: u32 = 3;

impl Default for Ahead {
    fn default() -> Self {
        let decided = Arc::new(Mutex::new(String::new()));
        let own = Arc::clone(&decided);
        let aside = DecisionLog::new(Picked::new(move |line| {
            own.lock().unwrap_or_else(PoisonError::into_inner).push_str(line);
        }));
        let (left, thoughts, chosen) = (Vec::new(), Vec::new(), Vec::new());
        Self { aside, decided, scene: 0, left, thoughts, chosen, spent: Duration::ZERO, slow: 0 }
    }
}

impl Ahead {
    /// Whether there is anything left to think of.
    pub fn has_more(&mut self, session: &Session) -> bool {
        if self.scene != session.serial {
            self.turn_to(session);
        }
        !self.left.is_empty()
    }

    /// Thinks of one choice: the one that is likeliest to be made of those that are left.
    pub fn think(&mut self, session: &Session) {
        if !self.has_more(session) {
            return;
        }
        let Some(place) = self.left.pop() else { return };
        let mut next = session.clone();
        let chosen = self.aside.with(|| next.choose(place));
        let decided = std::mem::take(&mut *self.decided.lock().unwrap_or_else(PoisonError::into_inner));
        if chosen.is_ok() {
            self.thoughts.push(Thought { place, session: next, decided });
        }
    }

    /// Notes how long a thought took, for whoever has a clock: a scene is not thought about for ever.
    pub fn note_time(&mut self, took: Duration) {
        self.spent += took;
        self.slow += u32::from(took > MOST_OF_A_THOUGHT);
        if self.spent > MOST_OF_A_SCENE || self.slow >= MOST_SLOW {
            self.left.clear();
        }
    }

    /// Makes a choice, and goes on to the next decision. `decide` is given what was decided in a thought before it comes true,
    /// as lines of a log, each with its end; what is decided now goes to the log of this thread.
    ///
    /// # Errors
    /// As [`Session::choose`].
    pub fn choose(&mut self, session: &mut Session, place: usize, decide: impl FnOnce(&str)) -> Result<(), SessionError> {
        if let Some(offer) = session.scene.choices.get(place) {
            self.chosen.retain(|command| *command != offer.command);
            self.chosen.push(offer.command.clone());
        }
        let is_of_this_scene = self.scene == session.serial;
        let thought = self.thoughts.iter_mut().find(|thought| is_of_this_scene && thought.place == place);
        match thought {
            None => session.choose(place),
            Some(thought) => {
                decide(&thought.decided);
                // What was stays where the thought was, and goes with the others when there is time.
                std::mem::swap(session, &mut thought.session);
                Ok(())
            }
        }
    }

    /// A new scene: the old thoughts are forgotten.
    fn turn_to(&mut self, session: &Session) {
        self.scene = session.serial;
        self.thoughts.clear();
        self.left.clear();
        self.spent = Duration::ZERO;
        if self.slow >= MOST_SLOW || session.habit.is_some() {
            return;
        }
        let choices = &session.scene.choices;
        self.left.extend((0..choices.len()).rev().filter(|place| takes_time(&choices[*place])));
        let recency = |place: &usize| self.chosen.iter().position(|command| *command == choices[*place].command);
        self.left.sort_by_key(recency);
    }
}

/// Whether a choice can be made and lets time go on; all else costs nothing worth a thought.
fn takes_time(offer: &Offer) -> bool {
    let takes = !matches!(offer.does, Does::Nothing | Does::Aside(_) | Does::Mind(_) | Does::LookBack);
    takes && offer.why_not.is_empty()
}
