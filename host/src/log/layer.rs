//! The layer that turns lines into bytes.
//!
//! Owns the buffer and the writer behind it, and the first error that writing met. It never
//! panics over a full disk, never writes what is not a line of a fight, and never reads a clock.
//! Installed by `fight_log`, or stacked under other layers by whoever sets up `tracing`.

use super::json::Json as _;
use super::line;
use std::fmt::{self, Write as _};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tracing::field::{Field, Visit};
use tracing::span;
use tracing::subscriber::Interest;
use tracing::{Event, Level, Metadata, Subscriber};
use tracing_subscriber::layer::{Context, Layer};

/// How much is gathered before it is written: few system calls, and still in the cache.
const BUFFER_BYTES: usize = 64 * 1024;

/// Where lines go: a buffer, a writer behind it, and the first error that it met.
#[derive(Debug)]
pub struct Sink<W: io::Write> {
    buffer: String,
    writer: Option<W>,
    error: Option<io::Error>,
}

impl<W: io::Write> Sink<W> {
    /// Gathers lines for `writer`.
    #[must_use]
    pub fn new(writer: W) -> Self {
        Self { buffer: String::with_capacity(BUFFER_BYTES + 1024), writer: Some(writer), error: None }
    }

    /// True if a write has failed: nothing is written after that, so that a log never has a hole.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.error.is_some()
    }

    /// Writes what is gathered and hands the writer back; later lines are dropped.
    ///
    /// # Errors
    /// The first error that any write met.
    pub fn finish(&mut self) -> io::Result<W> {
        self.hand_over();
        let writer = self.writer.take();
        match (self.error.take(), writer) {
            (Some(error), _) => Err(error),
            (None, Some(mut writer)) => writer.flush().map(|()| writer),
            (None, None) => Err(io::Error::other("the log was finished before")),
        }
    }

    /// Writes what is gathered, and sees it on its way: whatever ends the process after this loses nothing of it.
    pub fn flush(&mut self) {
        self.hand_over();
        if let (Some(writer), None) = (&mut self.writer, &self.error) {
            self.error = writer.flush().err();
        }
    }

    /// Writes what is gathered to the writer, unless an earlier write failed.
    #[cold]
    fn hand_over(&mut self) {
        if let (Some(writer), None) = (&mut self.writer, &self.error) {
            self.error = writer.write_all(self.buffer.as_bytes()).err();
        }
        self.buffer.clear();
    }
}

/// What is gathered when a log is dropped unfinished is still written; its error has nobody left
/// to go to, which is why callers finish.
impl<W: io::Write> Drop for Sink<W> {
    fn drop(&mut self) {
        self.hand_over();
        if let Some(writer) = &mut self.writer {
            let _ = writer.flush();
        }
    }
}

/// Writes each line of a fight to its sink and ignores all else.
#[derive(Debug)]
pub struct FightLayer<W: io::Write + Send> {
    sink: Arc<Mutex<Sink<W>>>,
}

impl<W: io::Write + Send> FightLayer<W> {
    /// A layer that writes to `sink`, of which the caller keeps a share to finish it.
    #[must_use]
    pub fn new(sink: Arc<Mutex<Sink<W>>>) -> Self {
        Self { sink }
    }
}

/// A panic elsewhere on a thread that held the lock leaves at worst a torn line, which readers
/// take as such; the log of what led there is then worth the most.
pub(super) fn lock<W: io::Write>(sink: &Mutex<Sink<W>>) -> MutexGuard<'_, Sink<W>> {
    sink.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<S: Subscriber, W: io::Write + Send + 'static> Layer<S> for FightLayer<W> {
    fn on_event(&self, event: &Event<'_>, _context: Context<'_, S>) {
        if !line::is_line(event.metadata()) {
            return;
        }
        let mut sink = lock(&self.sink);
        event.record(&mut LineVisitor(&mut sink.buffer));
        sink.buffer.push_str("}\n");
        if sink.buffer.len() >= BUFFER_BYTES {
            sink.hand_over();
        }
    }
}

/// Writes the fields of one line: `tick`, `event` and the rest, visited in this order, of which
/// each has a type of its own.
///
/// Writing to a `String` cannot fail, so the results of `fmt` carry nothing.
pub(super) struct LineVisitor<'a>(pub &'a mut String);

impl Visit for LineVisitor<'_> {
    fn record_u64(&mut self, _tick: &Field, value: u64) {
        self.0.push_str("{\"tick\":");
        let _ = value.write_json(self.0);
    }

    fn record_str(&mut self, _event: &Field, value: &str) {
        self.0.push_str(",\"event\":");
        let _ = value.write_json(self.0);
    }

    fn record_debug(&mut self, _rest: &Field, value: &dyn fmt::Debug) {
        let _ = write!(self.0, "{value:?}");
    }
}

/// The subscriber under our layers: lets lines of fights through, up to a level, and knows no spans.
///
/// It refuses other targets and levels here, where the refusal is kept for each callsite, and not in the
/// layer, where it would silence the other layers of a stack too.
pub(super) struct FightsOnly(pub Level);

impl Subscriber for FightsOnly {
    fn register_callsite(&self, metadata: &'static Metadata<'static>) -> Interest {
        if self.enabled(metadata) { Interest::always() } else { Interest::never() }
    }

    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == super::TARGET && *metadata.level() <= self.0
    }

    fn new_span(&self, _span: &span::Attributes<'_>) -> span::Id {
        // Nothing asks for it again; an id must only not be zero.
        span::Id::from_u64(1)
    }

    fn record(&self, _span: &span::Id, _values: &span::Record<'_>) {}

    fn record_follows_from(&self, _span: &span::Id, _follows: &span::Id) {}

    fn event(&self, _event: &Event<'_>) {}

    fn enter(&self, _span: &span::Id) {}

    fn exit(&self, _span: &span::Id) {}
}

#[cfg(test)]
mod tests {
    use super::{BUFFER_BYTES, FightLayer, FightsOnly, Sink};
    use crate::log::Line;
    use std::io;
    use std::sync::{Arc, Mutex};
    use tracing_subscriber::layer::SubscriberExt as _;

    /// A disk with room for so many bytes, which remembers what it got.
    #[derive(Clone, Default)]
    struct Disk {
        room_bytes: usize,
        written: Arc<Mutex<Vec<u8>>>,
    }

    impl Disk {
        fn text(&self) -> String {
            self.written.lock().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
        }
    }

    impl io::Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut written = self.written.lock().map_err(|_| io::Error::other("poisoned"))?;
            if written.len() + bytes.len() > self.room_bytes {
                return Err(io::ErrorKind::StorageFull.into());
            }
            written.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Runs `trace` under a layer on a disk with room for `room_bytes`; gives what stands on the
    /// disk before the sink is dropped and after, and whether finishing went well, if it was asked.
    fn check(
        room_bytes: usize,
        is_finished: bool,
        trace: impl FnOnce(),
    ) -> (String, String, Option<Result<(), io::ErrorKind>>) {
        let disk = Disk { room_bytes, ..Disk::default() };
        let sink = Arc::new(Mutex::new(Sink::new(disk.clone())));
        let subscriber = FightsOnly(crate::log::FOLLOWS).with(FightLayer::new(Arc::clone(&sink)));
        tracing::subscriber::with_default(subscriber, trace);
        let before = disk.text();
        let finished = is_finished.then(|| super::lock(&sink).finish().map(drop).map_err(|error| error.kind()));
        drop(sink);
        (before, disk.text(), finished)
    }

    #[test]
    fn only_lines_of_fights_are_written() {
        let (_, after, finished) = check(BUFFER_BYTES, true, || {
            tracing::info!(actor = "hero", "not ours");
            tracing::info!(target: "fight", actor = "hero", "not through the one callsite");
            tracing::info_span!(target: "fight", "line").in_scope(|| Line::new(1, "fell").emit());
        });
        assert_eq!(after, "{\"tick\":1,\"event\":\"fell\"}\n");
        assert_eq!(finished, Some(Ok(())));
    }

    #[test]
    fn a_sink_that_is_dropped_unfinished_writes_what_it_holds() {
        let (before, after, _) = check(BUFFER_BYTES, false, || Line::new(1, "fell").emit());
        assert_eq!(before, "");
        assert_eq!(after, "{\"tick\":1,\"event\":\"fell\"}\n");
    }

    #[test]
    fn a_full_disk_is_reported_and_leaves_no_hole() {
        let many_lines = || (0..20_000).for_each(|tick| Line::new(tick, "finished").emit());
        let (_, all, finished) = check(usize::MAX / 2, true, many_lines);
        assert_eq!(finished, Some(Ok(())));
        let (_, after, finished) = check(BUFFER_BYTES * 2, true, many_lines);
        assert_eq!(finished, Some(Err(io::ErrorKind::StorageFull)));
        assert!(!after.is_empty() && after.len() < all.len() && all.starts_with(&after));
    }

    #[test]
    fn a_sink_is_finished_once() {
        let mut sink = Sink::new(Vec::new());
        assert!(sink.finish().is_ok());
        assert!(sink.finish().is_err());
    }
}
