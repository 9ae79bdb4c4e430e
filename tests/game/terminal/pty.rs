//! A terminal of the tests' own: the game runs on a pseudo-terminal, and an emulator keeps the screen that it draws.
//!
//! Owns the waiting: it reads until the screen shows what was asked for, never for a fixed time, and a deadline kills the
//! game and shows its last screen. Used by the tests of `terminal` alone.

use crate::support::{data, program, root};
use pty_process::{
    Size,
    blocking::{Command, Pty, open},
};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{Pid, Signal, kill_process},
    termios::{LocalModes, OutputModes, Termios, tcgetattr},
};
use std::{
    io::{Read, Write},
    num::NonZeroU16,
    path::PathBuf,
    process::{Child, ExitStatus},
    time::{Duration, Instant},
};
use vt100::Parser;

/// No answer takes so long, on a machine with other work either.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// What notcurses asks every terminal, and waits for without end, and what one answers that can do little.
const WHAT_ARE_YOU: &[u8] = b"\x1b[c";
const LITTLE: &[u8] = b"\x1b[?62;22c";

/// How the game is to be started.
pub struct Start {
    program: PathBuf,
    arguments: Vec<String>,
    term: Option<&'static str>,
    columns: u16,
    rows: u16,
    environment: Vec<(&'static str, String)>,
}

impl Start {
    /// The game with these arguments, on a common terminal of 80 by 24.
    pub fn play(arguments: &str) -> Self {
        let arguments = ["play"].into_iter().chain(arguments.split_whitespace()).map(str::to_owned).collect();
        let environment = Vec::new();
        Self { program: program(), arguments, term: Some("xterm-256color"), columns: 80, rows: 24, environment }
    }

    /// A shell that minds its jobs, in which the game is yet to be started.
    pub fn shell() -> Self {
        Self { program: "sh".into(), arguments: vec!["-i".to_owned()], ..Self::play("") }
    }

    /// On a terminal of another size.
    pub fn sized(self, columns: u16, rows: u16) -> Self {
        Self { columns, rows, ..self }
    }

    /// On a terminal of another name, or of none.
    pub fn term(self, term: Option<&'static str>) -> Self {
        Self { term, ..self }
    }

    /// With something more in its environment.
    pub fn env(mut self, name: &'static str, value: &str) -> Self {
        self.environment.push((name, value.to_owned()));
        self
    }

    /// Starts it.
    pub fn start(self) -> Terminal {
        let (pty, pts) = open().unwrap();
        // The size stands before the game does: notcurses asks for it at once.
        pty.resize(Size::new(self.rows, self.columns)).unwrap();
        let before = tcgetattr(&pty).unwrap();
        let mut command = Command::new(&self.program).current_dir(root()).args(&self.arguments).env_remove("NO_COLOR");
        command = command
            .env("NOTCURSES_PREFIX", notcurses())
            .env("LC_ALL", "C.UTF-8")
            .env("XDG_DATA_HOME", data())
            .env_remove("COLORTERM");
        command = command.envs(self.environment);
        command = match self.term {
            Some(term) => command.env("TERM", term),
            None => command.env_remove("TERM"),
        };
        let child = command.spawn(pts).unwrap();
        let parser = Parser::new(at_least_one(self.rows), at_least_one(self.columns), 0);
        Terminal { pty, child, parser, before, tail: Vec::new(), has_ended: false }
    }
}

fn at_least_one(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).unwrap_or(NonZeroU16::MIN)
}

/// Where notcurses was built. Without it nothing here can be tested, and that is a failure, not a test passed over.
pub fn notcurses() -> PathBuf {
    let ours = root().join("target/notcurses");
    let prefix = std::env::var_os("NOTCURSES_PREFIX").map_or(ours, PathBuf::from);
    let beside_tests = program().parent().and_then(|folder| folder.parent()).map(|target| target.join("notcurses"));
    let is_built = |prefix: &PathBuf| prefix.join("lib/libnotcurses-core.so.3").exists();
    let found = [Some(prefix.clone()), beside_tests].into_iter().flatten().find(is_built);
    found.unwrap_or_else(|| {
        panic!(
            "{} holds no notcurses, and the tests of the terminal need it: run `plugins/terminal/get-notcurses.sh`, or set \
             NOTCURSES_PREFIX to where it is installed",
            prefix.display()
        )
    })
}

/// A terminal with the game on it.
pub struct Terminal {
    pty: Pty,
    child: Child,
    parser: Parser,
    before: Termios,
    /// The last bytes, in case a question to the terminal is cut in two.
    tail: Vec<u8>,
    has_ended: bool,
}

impl Terminal {
    /// The screen as text, one line a row.
    pub fn text(&self) -> String {
        let (_, columns) = self.parser.screen().size();
        self.parser.screen().rows(0, columns.get()).map(|row| row.trim_end().to_owned() + "\n").collect()
    }

    /// The screen as the emulator keeps it.
    pub fn screen(&self) -> &vt100::Screen {
        self.parser.screen()
    }

    /// Types.
    pub fn press(&mut self, keys: &str) {
        self.send(keys.as_bytes());
    }

    /// Sends bytes, which need be no text.
    pub fn send(&mut self, bytes: &[u8]) {
        (&self.pty).write_all(bytes).unwrap();
    }

    /// Changes the size of the window, of which the game is told by a signal.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.parser.set_size(at_least_one(rows), at_least_one(columns));
        self.pty.resize(Size::new(rows, columns)).unwrap();
    }

    /// Reads until the screen is as it should be.
    #[track_caller]
    pub fn until(&mut self, what: &str, is_so: impl Fn(&str) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let text = self.text();
            if is_so(&text) {
                return;
            }
            assert!(!self.has_ended, "the game ended, expected {what}; its last screen:\n{text}");
            assert!(Instant::now() < deadline, "expected {what} and waited in vain; the screen:\n{text}");
            self.read_for(Duration::from_millis(100));
        }
    }

    /// Reads until a text stands on the screen.
    #[track_caller]
    pub fn until_shows(&mut self, text: &str) {
        self.until(text, |screen| screen.contains(text));
    }

    /// Reads on until nothing more comes: a picture that is drawn anew as a whole comes in parts.
    #[track_caller]
    pub fn rest(&mut self) {
        let deadline = Instant::now() + PATIENCE;
        while self.read_for(Duration::from_millis(100)) {
            assert!(Instant::now() < deadline, "the picture changes without end; the screen:\n{}", self.text());
        }
    }

    /// Types a key that closes in or fights on, and reads until the screen shows what came of it. The panel of tells, typed
    /// behind it, is the mark that it was taken; it is closed again. False when all is over.
    #[track_caller]
    pub fn act(&mut self, keys: &str) -> bool {
        self.press(&format!("{keys}\t"));
        self.until("the tells or the end", |screen| screen.contains("What is coming") || is_over(screen));
        if is_over(&self.text()) {
            return false;
        }
        self.press("x");
        self.until("the map again", |screen| screen.contains(" in view ─"));
        true
    }

    /// Reads what comes within a time, at once when something is there; whether anything was.
    pub fn read_for(&mut self, time: Duration) -> bool {
        let time = Timespec { tv_sec: i64::try_from(time.as_secs()).unwrap(), tv_nsec: time.subsec_nanos().into() };
        let mut polled = [PollFd::new(&self.pty, PollFlags::IN)];
        if poll(&mut polled, Some(&time)).unwrap() == 0 {
            return false;
        }
        let mut bytes = [0; 65536];
        // Linux says with an error that nobody holds the other side any more.
        match (&self.pty).read(&mut bytes) {
            Ok(count) if count > 0 => self.take(&bytes[..count]),
            _ => self.has_ended = true,
        }
        !self.has_ended
    }

    fn take(&mut self, bytes: &[u8]) {
        self.tail.extend(bytes);
        let asked = self.tail.windows(WHAT_ARE_YOU.len()).filter(|window| *window == WHAT_ARE_YOU).count();
        for _ in 0..asked {
            // A game that has just been killed reads no answer.
            let _ = (&self.pty).write_all(LITTLE);
        }
        let kept = if asked > 0 { 0 } else { self.tail.len().min(WHAT_ARE_YOU.len() - 1) };
        self.tail.drain(..self.tail.len() - kept);
        self.parser.process(bytes);
    }

    /// Sends the game a signal.
    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Reads until the game has ended.
    #[track_caller]
    pub fn end(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        while !self.has_ended {
            assert!(Instant::now() < deadline, "the game does not end; the screen:\n{}", self.text());
            self.read_for(Duration::from_millis(100));
        }
        self.child.wait().unwrap()
    }

    /// Whether lines are typed on the first screen, as a shell has it.
    pub fn is_cooked(&self) -> bool {
        let modes = tcgetattr(&self.pty).unwrap().local_modes;
        modes.contains(LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG) && !self.screen().alternate_screen()
    }

    /// The terminal is as it was before the game: nothing is left of what notcurses set.
    #[track_caller]
    pub fn is_restored(&self) {
        let modes = |termios: &Termios| {
            let codes = format!("{:?}", termios.special_codes);
            (termios.input_modes, termios.output_modes, termios.control_modes, termios.local_modes, codes)
        };
        let after = tcgetattr(&self.pty).unwrap();
        assert!(after.local_modes.contains(LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG));
        assert!(after.output_modes.contains(OutputModes::OPOST));
        assert_eq!(modes(&after), modes(&self.before), "the modes of the terminal");
        let screen = self.screen();
        let left = [
            ("the second screen", screen.alternate_screen()),
            ("a hidden cursor", screen.hide_cursor()),
            ("the keypad's mode", screen.application_keypad()),
            ("the cursor keys' mode", screen.application_cursor()),
            ("the mouse's mode", screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None),
            ("bracketed paste", screen.bracketed_paste()),
        ];
        let left: Vec<&str> = left.into_iter().filter(|(_, is_left)| *is_left).map(|(name, _)| name).collect();
        assert!(left.is_empty(), "left behind: {left:?}");
    }
}

impl Drop for Terminal {
    /// A test that failed leaves no game behind.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether all is over, and the next key leaves.
pub fn is_over(screen: &str) -> bool {
    screen.contains("key leaves.")
}
