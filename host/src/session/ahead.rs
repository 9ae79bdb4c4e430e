//! Thinking ahead: while the player thinks, what would come of each choice is worked out on a copy of the session.
//!
//! Owns the copies, for the one scene that is on the screen, and what was decided in them: no journal has a word of it until the
//! choice is made. The choice that is made is then there already, and what the others would have come to is forgotten. A copy has
//! the dice, too, so what comes of a choice is the same, thought of or not. `play` gives it its turns between two keys: a long
//! thought is thought in pieces, so that a key waits for none.

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
    /// The one that is being thought of.
    under_way: Option<Thought>,
    thoughts: Vec<Thought>,
    /// Commands by when they were chosen last, the latest last: who has struck strikes again.
    chosen: Vec<String>,
    /// How long has been thought about this scene.
    spent: Duration,
    /// Whether a piece of a thought about this scene was slow.
    is_slow: bool,
    /// How many scenes before it had slow ones, one after the other: a key waits for the end of a piece, so after a few there are
    /// no more.
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
/// A piece of a thought that takes longer is slow: whoever presses a key meanwhile would notice.
const MOST_OF_A_PIECE: Duration = Duration::from_millis(20);
/// Ticks of a piece: a long wait among many foes is thought of in pieces of some tenths of a millisecond.
const PIECE_TICKS: u64 = 25;
/// So many slow scenes one after the other are no hiccup of the machine.
const MOST_SLOW: u32 = 3;

impl Default for Ahead {
    fn default() -> Self {
        let decided = Arc::new(Mutex::new(String::new()));
        let own = Arc::clone(&decided);
        let aside = DecisionLog::new(Picked::new(move |line| {
            own.lock().unwrap_or_else(PoisonError::into_inner).push_str(line);
        }));
        let (left, thoughts, chosen) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            aside,
            decided,
            scene: 0,
            left,
            under_way: None,
            thoughts,
            chosen,
            spent: Duration::ZERO,
            is_slow: false,
            slow: 0,
        }
    }
}

impl Ahead {
    /// How many choices of the scene that was thought about last have been thought of to the end.
    pub fn finished(&self) -> usize {
        self.thoughts.len()
    }

    /// The place of the choice of that scene that has been thought of in part.
    pub fn in_part(&self) -> Option<usize> {
        self.under_way.as_ref().map(|thought| thought.place)
    }

    /// Whether there is anything left to think of.
    pub fn has_more(&mut self, session: &Session) -> bool {
        if self.scene != session.serial {
            self.turn_to(session);
        }
        self.under_way.is_some() || !self.left.is_empty()
    }

    /// Thinks a piece farther: of the choice that is likeliest to be made of those that are left.
    pub fn think(&mut self, session: &Session) {
        if !self.has_more(session) {
            return;
        }
        let thought = match self.under_way.take() {
            Some(thought) => Some(self.think_on(thought)),
            None => self.left.pop().and_then(|place| self.think_of(session, place)),
        };
        match thought {
            Some(thought) if thought.session.is_under_way => self.under_way = Some(thought),
            thought => self.thoughts.extend(thought),
        }
    }

    /// Makes a choice on a copy, as far as no time passes for it; none where it cannot be made.
    fn think_of(&self, session: &Session, place: usize) -> Option<Thought> {
        let mut thought = Thought { place, session: session.clone(), decided: String::new() };
        let begun = self.beside(&mut thought, |session| session.begin(place));
        begun.ok().map(|()| thought)
    }

    fn think_on(&self, mut thought: Thought) -> Thought {
        let until = thought.session.sim.reached() + PIECE_TICKS;
        self.beside(&mut thought, |session| session.run_until(until));
        thought
    }

    /// Does something to the copy; what is decided in it is noted in the thought.
    fn beside<T>(&self, thought: &mut Thought, deed: impl FnOnce(&mut Session) -> T) -> T {
        let done = self.aside.with(|| deed(&mut thought.session));
        let mut decided = self.decided.lock().unwrap_or_else(PoisonError::into_inner);
        thought.decided.push_str(&decided);
        decided.clear();
        done
    }

    /// Notes how long a piece took, for whoever has a clock: a scene is not thought about for ever.
    pub fn note_time(&mut self, took: Duration) {
        self.spent += took;
        self.is_slow |= took > MOST_OF_A_PIECE;
        if self.spent > MOST_OF_A_SCENE {
            self.left.clear();
            self.under_way = None;
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
        let mut thoughts = self.thoughts.iter_mut().chain(&mut self.under_way);
        let thought = thoughts.find(|thought| is_of_this_scene && thought.place == place);
        match thought {
            None => session.choose(place),
            Some(thought) => {
                decide(&thought.decided);
                // What was stays where the thought was, and goes with the others when there is time.
                std::mem::swap(session, &mut thought.session);
                // One that was not thought to its end goes on as if nothing had been thought of.
                session.run();
                Ok(())
            }
        }
    }

    /// A new scene: the old thoughts are forgotten.
    fn turn_to(&mut self, session: &Session) {
        self.scene = session.serial;
        self.thoughts.clear();
        (self.under_way, self.spent) = (None, Duration::ZERO);
        if self.slow < MOST_SLOW {
            self.slow = if self.is_slow { self.slow + 1 } else { 0 };
        }
        self.is_slow = false;
        self.left.clear();
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
