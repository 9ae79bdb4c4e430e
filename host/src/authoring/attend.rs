//! What a watch brings into a fight that is played: each build is swapped in, or refused in a line that the player reads.
//!
//! Owns that line. It is called between two keys, on the thread of the game; it never waits, and changes nothing but by
//! [`Session::swap`]. `pack watch` hands it to the session's loop.

use super::watch::{News, Ready, Refusal, Watch};
use crate::clock::Setup;
use crate::session::Session;

/// Whoever looks after a watch while a fight is played.
pub struct Attendant {
    watch: Watch,
    /// The fight as it was set up.
    setup: Setup,
    notice: String,
    state: State,
}

/// What became of the last thing that was saved.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum State {
    /// Nothing, or nothing that is not told.
    Quiet,
    /// It waits for the end of a tick (clause L9).
    Waiting,
    /// It was told to be in at so many decisions.
    In(u32),
}

impl Attendant {
    /// Of this watch, for this fight.
    #[must_use]
    pub const fn new(watch: Watch, setup: Setup) -> Self {
        Self { watch, setup, notice: String::new(), state: State::Quiet }
    }

    /// Takes in what news there are, and says how things stand.
    pub fn attend(&mut self, session: &mut Session) {
        while let Some(news) = self.watch.news() {
            self.take(news, session);
        }
        match self.state {
            State::Waiting if !session.is_swap_waiting() => self.say(State::In(session.decisions()), "The new build is in."),
            // It has been read by the time of the next decision.
            State::In(decisions) if decisions != session.decisions() => self.say(State::Quiet, ""),
            _ => {}
        }
        session.set_notice(&self.notice);
    }

    fn take(&mut self, news: News, session: &mut Session) {
        match news {
            News::Begun => self.say(self.state, "A change is being built."),
            News::Refused(refusal) => self.refuse(&refusal.line),
            News::Ready(_) if session.ended().is_some() => {
                self.say(State::Quiet, "The fight is over; what was saved is in the next one.");
            }
            News::Ready(ready) => match self.swap(&ready, session) {
                Ok(()) => self.say(State::Waiting, "A new build waits: it is in as soon as something is done."),
                Err(why) => self.refuse(&why),
            },
        }
    }

    fn swap(&self, ready: &Ready, session: &mut Session) -> Result<(), String> {
        let setup = ready.game.fight_again(&self.setup).map_err(|error| Refusal::of(&error).line)?;
        session.swap(&setup).map_err(|error| error.to_string())
    }

    fn refuse(&mut self, why: &str) {
        self.say(State::Quiet, &format!("Refused, and what runs stays as it is: {why}"));
    }

    fn say(&mut self, state: State, notice: &str) {
        self.state = state;
        self.notice = notice.to_owned();
    }
}
