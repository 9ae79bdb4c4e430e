//! The terminal as the shell left it: kept before the game has it, and given back when the game could not.
//!
//! Owns the modes of the terminal, whether its streams wait, and what has to be sent to one that a screen was taken away from.
//! Used by the supervisor; a game that ends by itself gives its terminal back itself.

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use std::io::{self, IsTerminal, Write as _};
use std::os::fd::{AsFd, BorrowedFd};

/// What undoes a screen: a frame that was begun, keys by another protocol, modes of mouse, paste, cursor keys and keypad, colours,
/// a hidden cursor, the alternate screen.
const UNDO: &[u8] = b"\x1b[?2026l\x1b[<u\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?2004l\x1b[?1l\x1b>\x1b[0m\x1b[?25h\x1b[?1049l\x1b[?25h\r";

/// What is set at the terminal, if there is one.
pub struct KeptTerminal {
    modes: Option<Termios>,
    /// The flags of the standard streams, which the child shares: whether to read from them waits, above all.
    flags: [Option<OFlags>; 3],
}

impl KeptTerminal {
    /// Keeps what is set now.
    #[must_use]
    pub fn now() -> Self {
        let modes = on_streams(|stream| tcgetattr(stream).ok()).into_iter().flatten().next();
        Self { modes, flags: on_streams(|stream| fcntl_getfl(stream).ok()) }
    }

    /// Whether somebody can be asked something.
    #[must_use]
    pub fn is_there() -> bool {
        io::stdin().is_terminal() && io::stderr().is_terminal()
    }

    /// Gives the terminal back as it was. Keys that were meant for the game are forgotten: they are no answers to what is
    /// asked now. `had_screen`: a screen was drawn, and is taken off.
    pub fn restore(&self, had_screen: bool) {
        let mut flags = self.flags.into_iter();
        on_streams(|stream| flags.next().flatten().map(|flags| fcntl_setfl(stream, flags)));
        if had_screen && io::stdout().is_terminal() {
            let mut out = io::stdout().lock();
            // A terminal that is gone needs nothing undone.
            let _ = out.write_all(UNDO).and_then(|()| out.flush());
        }
        if let Some(modes) = &self.modes {
            let set = |stream: BorrowedFd<'_>| tcsetattr(stream, OptionalActions::Flush, modes).ok();
            let mut is_set = false;
            on_streams(|stream| {
                is_set = is_set || set(stream).is_some();
            });
        }
    }
}

/// Asks each of the standard streams: input, output, errors.
fn on_streams<T>(mut ask: impl FnMut(BorrowedFd<'_>) -> T) -> [T; 3] {
    [ask(io::stdin().as_fd()), ask(io::stdout().as_fd()), ask(io::stderr().as_fd())]
}
