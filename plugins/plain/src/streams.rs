//! The standard streams, without ever waiting longer than asked: lines that come in, text that goes out.
//!
//! Owns what was read and is no line yet, and what could not be written yet. It never knows what a line means. `front`
//! calls it. A reader that has gone away, and an input that has ended, are answers here and never errors.

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fd::AsFd,
    io::Errno,
};

/// A line that nobody types: what is longer is cut, so that an endless line cannot fill the memory.
const LONGEST_LINE_BYTES: usize = 4096;

/// What one write may be at most: POSIX promises that a pipe that is ready takes so much without blocking (`PIPE_BUF`).
const WRITE_BYTES: usize = 512;

/// What may wait to be read by the other end; more than that is taken for an end that will never read.
const MOST_PENDING_BYTES: usize = 4 << 20;

/// What waiting for a line came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line, without its end; bytes that are no text are replaced.
    Line(String),
    /// Nothing yet.
    Nothing,
    /// The input has ended.
    Ended,
}

/// Lines from a stream.
#[derive(Debug, Default)]
pub struct Input {
    bytes: Vec<u8>,
    /// How many of them belong to the line that has no end yet.
    open_bytes: usize,
    has_ended: bool,
}

impl Input {
    /// The next line, waiting for more input at most so long, and once only.
    pub fn line(&mut self, source: impl AsFd, patience_ms: u32) -> Heard {
        if let Some(line) = self.take_line() {
            return Heard::Line(line);
        }
        if !self.has_ended {
            self.read_what_is_there(&source, patience_ms);
        }
        match self.take_line() {
            Some(line) => Heard::Line(line),
            None if self.has_ended => Heard::Ended,
            None => Heard::Nothing,
        }
    }

    fn read_what_is_there(&mut self, source: &impl AsFd, patience_ms: u32) {
        match wait_for(source, PollFlags::IN, patience_ms) {
            Ready::Yes => {}
            Ready::No => return,
            Ready::Never => {
                self.has_ended = true;
                return;
            }
        }
        let mut chunk = [0_u8; 4096];
        match rustix::io::read(source, &mut chunk) {
            Ok(0) => self.has_ended = true,
            Ok(count) => self.feed(chunk.get(..count).unwrap_or_default()),
            // A signal came, or another reader was faster: there is nothing yet.
            Err(Errno::INTR | Errno::AGAIN) => {}
            Err(_) => self.has_ended = true,
        }
    }

    fn feed(&mut self, bytes: &[u8]) {
        for byte in bytes {
            if *byte == b'\n' {
                self.open_bytes = 0;
            } else if self.open_bytes == LONGEST_LINE_BYTES {
                continue;
            } else {
                self.open_bytes += 1;
            }
            self.bytes.push(*byte);
        }
    }

    /// The first whole line; at the end of the input what is left is one.
    fn take_line(&mut self) -> Option<String> {
        let end = self.bytes.iter().position(|byte| *byte == b'\n');
        let line: Vec<u8> = match end {
            Some(end) => self.bytes.drain(..=end).collect(),
            None if self.has_ended && !self.bytes.is_empty() => std::mem::take(&mut self.bytes),
            None => return None,
        };
        Some(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned())
    }
}

/// Text on its way to a stream.
#[derive(Debug, Default)]
pub struct Output {
    pending: Vec<u8>,
    has_closed: bool,
}

impl Output {
    /// Puts text behind what waits.
    pub fn push(&mut self, text: &str) {
        if !self.has_closed {
            self.pending.extend_from_slice(text.as_bytes());
            self.has_closed = self.pending.len() > MOST_PENDING_BYTES;
        }
    }

    /// Writes what the other end takes, waiting at most so long for it to take anything. False while some is left.
    pub fn flush(&mut self, sink: impl AsFd, patience_ms: u32) -> bool {
        let mut written = 0;
        let mut patience_ms = patience_ms;
        while written < self.pending.len() && !self.has_closed {
            match wait_for(&sink, PollFlags::OUT, patience_ms) {
                Ready::Yes => {}
                Ready::No => break,
                Ready::Never => self.has_closed = true,
            }
            // What was waited for was the first byte; the rest goes as fast as it is taken.
            patience_ms = 0;
            let end = self.pending.len().min(written + WRITE_BYTES);
            match rustix::io::write(&sink, self.pending.get(written..end).unwrap_or_default()) {
                Ok(count) => written += count,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Err(_) => self.has_closed = true,
            }
        }
        self.pending.drain(..written.min(self.pending.len()));
        self.pending.is_empty()
    }

    /// Whether nobody reads any more.
    pub const fn has_closed(&self) -> bool {
        self.has_closed
    }
}

/// Whether a stream can be used.
enum Ready {
    Yes,
    No,
    /// It is not open at all.
    Never,
}

fn wait_for(stream: &impl AsFd, what: PollFlags, patience_ms: u32) -> Ready {
    let patience = Timespec { tv_sec: i64::from(patience_ms / 1000), tv_nsec: i64::from(patience_ms % 1000) * 1_000_000 };
    let mut streams = [PollFd::new(stream, what)];
    match poll(&mut streams, Some(&patience)) {
        Ok(0) | Err(Errno::INTR | Errno::AGAIN) => Ready::No,
        Ok(_) if streams.iter().any(|stream| stream.revents().contains(PollFlags::NVAL)) => Ready::Never,
        // A hang-up or an error counts as ready: the read or the write that follows says what it is.
        Ok(_) => Ready::Yes,
        Err(_) => Ready::Never,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    fn check(typed: &[u8], expected: &[Heard]) {
        let (source, mut keys) = std::io::pipe().unwrap();
        keys.write_all(typed).unwrap();
        drop(keys);
        let mut input = Input::default();
        let mut heard = Vec::new();
        // Every read answers at once, since the other end is closed; far more calls than there can be lines.
        for _ in 0..typed.len() + 8 {
            match input.line(&source, 1000) {
                Heard::Nothing => {}
                Heard::Ended => break,
                line => heard.push(line),
            }
        }
        assert_eq!(heard, expected);
        assert_eq!(input.line(&source, 1000), Heard::Ended, "the end stays the end");
    }

    fn line(text: &str) -> Heard {
        Heard::Line(text.to_owned())
    }

    #[test]
    fn lines_come_in_order_whatever_ends_them() {
        check(b"north\nhold\r\nquit", &[line("north"), line("hold"), line("quit")]);
        check(b"\n\n", &[line(""), line("")]);
        check(b"", &[]);
    }

    #[test]
    fn odd_bytes_are_a_line_like_any_other() {
        check(b"\xff\xfe\x00\x1b[A\n", &[line("\u{fffd}\u{fffd}\0\u{1b}[A")]);
        let endless = [vec![b'x'; 3 * LONGEST_LINE_BYTES], b"\nhold\n".to_vec()].concat();
        check(&endless, &[line(&"x".repeat(LONGEST_LINE_BYTES)), line("hold")]);
    }

    #[test]
    fn a_line_that_nobody_types_is_not_waited_for() {
        let (source, mut keys) = std::io::pipe().unwrap();
        let mut input = Input::default();
        assert_eq!(input.line(&source, 1), Heard::Nothing);
        keys.write_all(b"ho").unwrap();
        assert_eq!(input.line(&source, 1), Heard::Nothing);
        keys.write_all(b"ld\n").unwrap();
        assert_eq!(input.line(&source, 1), line("hold"));
    }

    #[test]
    fn a_reader_that_has_gone_closes_the_output() {
        let (reader, sink) = std::io::pipe().unwrap();
        drop(reader);
        let mut output = Output::default();
        output.push("The goblin swings wide.\n");
        output.flush(&sink, 1);
        assert!(output.has_closed());
    }

    #[test]
    fn a_reader_that_is_slow_loses_nothing_and_holds_nothing_up() {
        let (mut reader, sink) = std::io::pipe().unwrap();
        let text = "The goblin swings wide.\n".repeat(40_000);
        let mut output = Output::default();
        output.push(&text);
        assert!(!output.flush(&sink, 1), "no pipe holds that much");
        let mut read = Vec::new();
        let mut chunk = [0_u8; 60_000];
        while read.len() < text.len() {
            let count = reader.read(&mut chunk).unwrap();
            read.extend_from_slice(&chunk[..count]);
            output.flush(&sink, 0);
        }
        assert!(output.flush(&sink, 0) && !output.has_closed());
        assert_eq!(read, text.into_bytes());
    }

    #[test]
    fn an_output_that_is_never_read_is_given_up() {
        let mut output = Output::default();
        output.push(&"x".repeat(MOST_PENDING_BYTES));
        assert!(!output.has_closed());
        output.push("x");
        assert!(output.has_closed());
    }
}
