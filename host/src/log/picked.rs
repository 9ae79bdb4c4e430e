//! Some lines of a fight, handed over one by one the moment they are written.
//!
//! Owns the choice by event, made before a line is put into text, so that a long log costs a journal nothing. It keeps nothing
//! back: whoever is called with a line can have it on disk before the engine goes on. Stacked beside a log by `fight_log`.

use super::layer::LineVisitor;
use super::line;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer};

type Take = Box<dyn FnMut(&str) + Send>;

/// Hands over the lines of some events, each with its end.
pub struct Picked {
    events: &'static [&'static str],
    take: Mutex<(String, Take)>,
}

impl Picked {
    /// Hands the lines of these events to `take`.
    pub fn new(events: &'static [&'static str], take: impl FnMut(&str) + Send + 'static) -> Self {
        Self { events, take: Mutex::new((String::new(), Box::new(take))) }
    }
}

impl<S: Subscriber> Layer<S> for Picked {
    fn on_event(&self, event: &Event<'_>, _context: Context<'_, S>) {
        let mut is_wanted = IsOneOf { events: self.events, is_it: false };
        if line::is_line(event.metadata()) {
            event.record(&mut is_wanted);
        }
        if !is_wanted.is_it {
            return;
        }
        let mut taken = self.take.lock().unwrap_or_else(PoisonError::into_inner);
        let (text, take) = &mut *taken;
        text.clear();
        event.record(&mut LineVisitor(text));
        text.push_str("}\n");
        take(text);
    }
}

/// Looks at the event's name and at nothing else.
struct IsOneOf {
    events: &'static [&'static str],
    is_it: bool,
}

impl Visit for IsOneOf {
    fn record_str(&mut self, _event: &Field, value: &str) {
        self.is_it = self.events.contains(&value);
    }

    fn record_debug(&mut self, _rest: &Field, _value: &dyn fmt::Debug) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::{FightLog, Line};
    use std::sync::Arc;

    #[test]
    fn lines_of_its_events_are_handed_over_at_once_and_the_log_has_them_all() {
        let taken = Arc::new(Mutex::new(String::new()));
        let own = Arc::clone(&taken);
        let picked = Picked::new(&["fell", "end"], move |line| own.lock().unwrap().push_str(line));
        let log = FightLog::to_memory().beside(picked);
        log.with(|| {
            Line::new(1, "fell").actor("hero").emit();
            assert_eq!(*taken.lock().unwrap(), "{\"tick\":1,\"event\":\"fell\",\"actor\":\"hero\"}\n");
            Line::new(2, "landed").actor("hero").emit();
            Line::new(3, "end").emit();
        });
        assert_eq!(taken.lock().unwrap().lines().count(), 2);
        assert_eq!(String::from_utf8(log.finish().unwrap()).unwrap().lines().count(), 3);
    }
}
