//! The decisions of a fight, handed over one by one the moment they are written.
//!
//! Owns the choice by level, made before a line is put into text, so that a long log costs a journal nothing. It keeps nothing
//! back: whoever is called with a line can have it on disk before the engine goes on. Stacked beside a log by `fight_log`,
//! alone by `decision_log`.

use super::layer::LineVisitor;
use super::{DECIDED, line};
use std::sync::{Mutex, PoisonError};
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer};

type Take = Box<dyn FnMut(&str) + Send>;

/// Hands over the lines that a run can be made again from, each with its end.
pub struct Picked {
    take: Mutex<(String, Take)>,
}

impl Picked {
    /// Hands the lines to `take`.
    pub fn new(take: impl FnMut(&str) + Send + 'static) -> Self {
        Self { take: Mutex::new((String::new(), Box::new(take))) }
    }
}

impl<S: Subscriber> Layer<S> for Picked {
    fn on_event(&self, event: &Event<'_>, _context: Context<'_, S>) {
        let metadata = event.metadata();
        if !line::is_line(metadata) || *metadata.level() != DECIDED {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::{FightLog, Line};
    use std::sync::Arc;

    #[test]
    fn decisions_are_handed_over_at_once_and_the_log_has_them_all() {
        let taken = Arc::new(Mutex::new(String::new()));
        let own = Arc::clone(&taken);
        let picked = Picked::new(move |line| own.lock().unwrap().push_str(line));
        let log = FightLog::to_memory().beside(picked);
        log.with(|| {
            Line::new(1, "fell").actor("hero").emit_decided();
            assert_eq!(*taken.lock().unwrap(), "{\"tick\":1,\"event\":\"fell\",\"actor\":\"hero\"}\n");
            Line::new(2, "landed").actor("hero").emit();
            Line::new(3, "end").emit_decided();
        });
        assert_eq!(taken.lock().unwrap().lines().count(), 2);
        assert_eq!(String::from_utf8(log.finish().unwrap()).unwrap().lines().count(), 3);
    }
}
