//! A log in memory that stops growing.
//!
//! Owns the bound: what comes behind it is dropped, and whoever runs the fight is told to stop. A stranger's log can name a
//! fight of any length; held against a log, one that is longer than that is another fight already. `replay` calls it.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a log in memory has reached its bound.
#[derive(Clone, Debug, Default)]
pub struct Full(Arc<AtomicBool>);

impl Full {
    /// Whether something was dropped.
    pub fn is_reached(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Keeps so many bytes and drops the rest.
#[derive(Debug)]
pub struct Bounded {
    bytes: Vec<u8>,
    most_bytes: usize,
    full: Full,
}

impl Bounded {
    /// An empty one, and the sign of its being full.
    pub fn new(most_bytes: usize) -> (Self, Full) {
        let full = Full::default();
        (Self { bytes: Vec::new(), most_bytes, full: full.clone() }, full)
    }

    /// What was kept.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

impl io::Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = self.most_bytes.saturating_sub(self.bytes.len());
        let kept = bytes.get(..room.min(bytes.len())).unwrap_or_default();
        self.bytes.extend_from_slice(kept);
        if kept.len() < bytes.len() {
            self.full.0.store(true, Ordering::Relaxed);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    #[test]
    fn what_is_too_much_is_dropped_and_told() {
        let (mut log, full) = Bounded::new(5);
        log.write_all(b"abc").unwrap();
        assert!(!full.is_reached());
        log.write_all(b"def").unwrap();
        log.write_all(b"g").unwrap();
        assert!(full.is_reached());
        assert_eq!(log.into_bytes(), b"abcde");
    }
}
