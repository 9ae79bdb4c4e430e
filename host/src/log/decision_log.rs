//! What listens to the decisions of a fight alone.
//!
//! Owns the dispatch for a game that keeps a journal and no log: whatever follows from the decisions is not even made into
//! lines then. It keeps nothing; each line goes where its [`Picked`] puts it. Opened by `cli`, and by the session for what has
//! not been decided yet.

use super::DECIDED;
use super::fight_log::keep_company;
use super::layer::FightsOnly;
use super::picked::Picked;
use tracing::dispatcher::{self, Dispatch};
use tracing_subscriber::layer::SubscriberExt as _;

/// Hands over the decisions of whatever runs inside of it.
#[derive(Debug)]
pub struct DecisionLog {
    dispatch: Dispatch,
}

impl DecisionLog {
    /// One that hands them to `picked`.
    #[must_use]
    pub fn new(picked: Picked) -> Self {
        keep_company();
        Self { dispatch: Dispatch::new(FightsOnly(DECIDED).with(picked)) }
    }

    /// Runs `fight`; what is decided on this thread meanwhile goes here, and nothing to an outer log.
    pub fn with<T>(&self, fight: impl FnOnce() -> T) -> T {
        dispatcher::with_default(&self.dispatch, fight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::{FightLog, Line, LogSwitch};
    use std::sync::{Arc, Mutex};

    #[test]
    fn what_follows_is_not_made_and_what_is_decided_is_handed_over_at_once() {
        let taken = Arc::new(Mutex::new(String::new()));
        let own = Arc::clone(&taken);
        let log = DecisionLog::new(Picked::new(move |line| own.lock().unwrap().push_str(line)));
        log.with(|| {
            let switch = LogSwitch::of_this_thread();
            assert!(switch.has_decisions() && !switch.is_on());
            switch.write(|| panic!("nobody reads it"));
            Line::new(1, "fell").emit();
            Line::new(2, "intent").actor("hero").emit_decided();
            assert_eq!(*taken.lock().unwrap(), "{\"tick\":2,\"event\":\"intent\",\"actor\":\"hero\"}\n");
        });
    }

    #[test]
    fn inside_a_log_it_takes_the_decisions_and_gives_them_back() {
        let count = Arc::new(Mutex::new(0));
        let own = Arc::clone(&count);
        let inner = DecisionLog::new(Picked::new(move |_| *own.lock().unwrap() += 1));
        let outer = FightLog::to_memory();
        outer.with(|| {
            inner.with(|| Line::new(1, "intent").emit_decided());
            assert!(LogSwitch::of_this_thread().is_on());
            Line::new(2, "end").emit_decided();
        });
        assert_eq!(*count.lock().unwrap(), 1);
        assert_eq!(String::from_utf8(outer.finish().unwrap()).unwrap(), "{\"tick\":2,\"event\":\"end\"}\n");
    }
}
