//! Signals that end or stop the game: noted where they come, obeyed once the terminal has been given back.
//!
//! notcurses would stop from within the handler, which meets whatever the interrupted thread was doing with the screen, and
//! does not watch for a hang-up at all. So its handlers for these three are replaced after it has started: the next `ask`
//! answers that nobody is there any more, and `close` lets the signal do what it would have done. A second one is obeyed at once.

use libc::{SIG_DFL, SIGHUP, SIGINT, SIGTERM, SIGTSTP, c_int, kill, raise, sigaction, sigemptyset, sighandler_t, signal};
use std::mem::zeroed;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

const WATCHED: [c_int; 3] = [SIGHUP, SIGINT, SIGTERM];

/// The signal that came, 0 while none has.
static CAME: AtomicI32 = AtomicI32::new(0);

/// Whether the game is to stop and wait for the shell.
static STOPS: AtomicBool = AtomicBool::new(false);

extern "C" fn note(number: c_int) {
    if CAME.swap(number, Ordering::Relaxed) != 0 {
        end_by(number);
    }
}

extern "C" fn note_stop(_: c_int) {
    STOPS.store(true, Ordering::Relaxed);
}

/// Lets a signal do what it does by default.
fn end_by(number: c_int) {
    // SAFETY: both calls may be made from a handler, and touch nothing of ours.
    unsafe {
        signal(number, SIG_DFL);
        raise(number);
    }
}

/// Watches from now on; called after notcurses has set its own handlers.
pub fn watch() {
    for number in WATCHED {
        handle(number, note);
    }
    handle(SIGTSTP, note_stop);
}

/// The handler as the system takes it: the address of a function that gets the signal's number.
fn handle(number: c_int, handler: extern "C" fn(c_int)) {
    // SAFETY: the struct is plain data that is valid as zeros; the handlers only use atomics and calls that are allowed in them.
    unsafe {
        let mut action: sigaction = zeroed();
        action.sa_sigaction = handler as sighandler_t;
        sigemptyset(&raw mut action.sa_mask);
        sigaction(number, &raw const action, null_mut());
    }
}

/// Whether the process was told to stop since it was last asked.
pub fn is_to_stop() -> bool {
    STOPS.swap(false, Ordering::Relaxed)
}

/// Stops here, with all of its process group as the terminal's own key would, until the shell lets it go on. Called when the
/// terminal is the shell's.
pub fn stop_here() {
    // SAFETY: touches nothing of ours; a group that no shell watches is not stopped, and goes on at once.
    unsafe {
        signal(SIGTSTP, SIG_DFL);
        kill(0, SIGTSTP);
    }
}

/// Whether a signal came that ends the game.
pub fn came() -> bool {
    CAME.load(Ordering::Relaxed) != 0
}

/// Ends the process by the signal that came, if one did; called when the terminal is the shell's again.
pub fn obey() {
    match CAME.swap(0, Ordering::Relaxed) {
        0 => {}
        number => end_by(number),
    }
}
