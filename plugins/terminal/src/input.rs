//! What the terminal sends, made into keys, resizes and the end of it. With `screen`, the only file that calls notcurses.
//!
//! Passes over releases, lone modifiers and sequences that nobody knows, so that no part of one is taken for a key.

use crate::{
    keys::{Code, Key, key_of_control, pad_letter},
    screen::context,
};
use notcurses::sys::{NcInput, NcInputType, NcTime, c_api};
use std::collections::VecDeque;

/// What came.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key.
    Key(Key),
    /// The terminal has another size.
    Resized,
    /// The process was stopped and goes on: the terminal may have been anything meanwhile.
    Continued,
    /// Nothing in the time given.
    Nothing,
    /// There will be no more.
    Ended,
}

/// A moment on the clock that never goes back.
#[derive(Copy, Clone, Debug)]
pub struct Moment {
    ns: i64,
}

/// So long the library's reader may take for a key: several times what it does.
const READER_US: u32 = 300;

/// A sequence that notcurses does not know arrives as Esc and loose letters: mostly at once, and where a line cuts it in two all
/// within this time. A hand is slower.
const SEQUENCE_WAIT_MS: u32 = 10;
/// So long one may go on: a clipboard takes less, and what never ends holds nobody up.
const LONGEST_SEQUENCE_MS: u32 = 500;

impl Moment {
    /// So many milliseconds from now.
    pub fn after_ms(ms: u32) -> Self {
        Self { ns: Self::now().ns + i64::from(ms) * 1_000_000 }
    }

    /// So many microseconds from now.
    fn after_us(us: u32) -> Self {
        Self { ns: Self::now().ns + i64::from(us) * 1_000 }
    }

    fn now() -> Self {
        let mut now = c_api::libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: writes into `now` and nowhere else; the monotonic clock is always there.
        unsafe { c_api::libc::clock_gettime(c_api::libc::CLOCK_MONOTONIC, &raw mut now) };
        Self { ns: now.tv_sec * 1_000_000_000 + now.tv_nsec }
    }

    /// Whether it is past.
    pub fn is_past(self) -> bool {
        self.left_ms() == 0
    }

    /// How long it is until then, in milliseconds, rounded up; 0 when it is past.
    fn left_ms(self) -> i32 {
        let left = (self.ns - Self::now().ns).max(0);
        i32::try_from((left + 999_999) / 1_000_000).unwrap_or(i32::MAX)
    }
}

/// What has been sent and not yet been taken.
#[derive(Default)]
pub struct Inputs {
    queue: VecDeque<NcInput>,
    /// Until when the rest of a sequence may come whose Esc was taken for the key.
    torn_until: Option<Moment>,
}

impl Inputs {
    /// Waits until a moment for the next thing. What is passed over takes its time, too: with nothing else until then it is nothing.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn next(&mut self, until: Moment) -> Result<Input, String> {
        loop {
            let input = self.pop(until)?;
            if input.id == 0 {
                return Ok(Input::Nothing);
            }
            if let Some(known) = self.meaning(input)? {
                return Ok(known);
            }
            if until.is_past() {
                return Ok(Input::Nothing);
            }
        }
    }

    /// What an input is, with those that belong to it; none for what is to be passed over.
    fn meaning(&mut self, input: NcInput) -> Result<Option<Input>, String> {
        let is_lone_modifier = (c_api::NCKEY_LSHIFT..=c_api::NCKEY_L5SHIFT).contains(&input.id);
        if input.evtype == NcInputType::Release as u32 || is_lone_modifier {
            return Ok(None);
        }
        let is_in_time = self.torn_until.take().is_some_and(|until| !until.is_past());
        if let Some(sequence) = Sequence::begun_in_one(&input) {
            // As a letter it means nothing.
            return Ok(self.rest_of(sequence)?.key().map(Input::Key));
        }
        if is_escape(&input) && input.modifiers == 0 {
            return Ok(self.after_escape()?.map(Input::Key));
        }
        // Some texts the library takes for a letter with alt, and what follows for keys.
        let is_begun = |sequence: &Sequence| is_in_time || (*sequence == Sequence::Text && has_alt(&input));
        if let Some(sequence) = Sequence::begun_by(&input).filter(is_begun) {
            let rest = self.rest_of(sequence)?;
            return Ok(if rest == Rest::Missing { known(&input) } else { rest.key().map(Input::Key) });
        }
        Ok(known(&input))
    }

    /// What was put back, else what comes until a moment; the id is 0 where nothing does.
    fn pop(&mut self, until: Moment) -> Result<NcInput, String> {
        self.queue.pop_front().map_or_else(|| raw(until), Ok)
    }

    /// What was put back, else what has been sent in the same piece as what was taken; the id is 0 where nothing was.
    fn pop_soon(&mut self) -> Result<NcInput, String> {
        self.queue.pop_front().map_or_else(soon, Ok)
    }

    /// Throws away what has been sent so far: keys that were held down do not answer what they have not seen.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn forget(&mut self) -> Result<(), String> {
        self.queue.clear();
        let now = Moment::after_ms(0);
        // The bound keeps a terminal that never stops sending from holding the game.
        for _ in 0..10_000 {
            let input = raw(now)?;
            if input.id == 0 {
                break;
            }
            if matches!(input.id, c_api::NCKEY_EOF | c_api::NCKEY_RESIZE) {
                self.queue.push_back(input);
                break;
            }
        }
        Ok(())
    }

    /// An Esc alone is the key, and nobody waits for it; should the rest of a sequence come after all, that is no key any more.
    /// With company it is a sequence.
    fn after_escape(&mut self) -> Result<Option<Key>, String> {
        let escape = Key::of(Code::Escape);
        let first = self.pop_soon()?;
        if first.id == 0 {
            self.torn_until = Some(Moment::after_ms(SEQUENCE_WAIT_MS));
            return Ok(Some(escape));
        }
        let rest = match Sequence::begun_by(&first) {
            Some(sequence) => self.rest_of(sequence)?,
            None => Rest::Missing,
        };
        if rest == Rest::Missing {
            self.queue.push_front(first);
            return Ok(Some(escape));
        }
        Ok(rest.key())
    }

    /// The rest of a sequence of which the beginning came.
    fn rest_of(&mut self, sequence: Sequence) -> Result<Rest, String> {
        Ok(match sequence {
            Sequence::Pad => match self.part()? {
                Some(last) => Rest::Came(char::from_u32(last.id).and_then(pad_letter).map(Key::of)),
                None => Rest::Missing,
            },
            Sequence::Control => {
                let control = self.control()?;
                if control == PASTE_BEGINS {
                    self.pass_over_paste()?;
                }
                Rest::Came(key_of_control(&control))
            }
            Sequence::Text => match self.has_passed_over_text()? {
                true => Rest::Came(None),
                false => Rest::Missing,
            },
        })
    }

    /// Passes over a control sequence; as much of it as tells a few apart.
    fn control(&mut self) -> Result<String, String> {
        // It ends with a letter or one of a few signs (ECMA-48); an old mouse says where it is behind that.
        let longest = Moment::after_ms(LONGEST_SEQUENCE_MS);
        let mut text = String::new();
        while let Some(part) = self.part()?.filter(|_| !longest.is_past()) {
            if is_letter(&part, 'M') && text.is_empty() {
                (0..3).try_for_each(|_| self.part().map(drop))?;
            }
            if text.len() < PASTE_BEGINS.len() + 1 {
                text.extend(char::from_u32(part.id));
            }
            if (0x40..=0x7e).contains(&part.id) {
                break;
            }
        }
        Ok(text)
    }

    /// Passes over what was pasted: nobody has pressed that.
    fn pass_over_paste(&mut self) -> Result<(), String> {
        let longest = Moment::after_ms(LONGEST_SEQUENCE_MS);
        while !longest.is_past() {
            let part = self.pop(Moment::after_ms(SEQUENCE_WAIT_MS))?;
            if part.id == 0 {
                break;
            }
            if is_news(&part) {
                self.queue.push_front(part);
                break;
            }
            if is_escape(&part) {
                let first = self.part()?;
                if first.is_some_and(|first| is_letter(&first, '[')) && self.control()? == PASTE_ENDS {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Passes over a text of which more has come. Nobody types on in the same moment: whether it was a text.
    fn has_passed_over_text(&mut self) -> Result<bool, String> {
        let Some(mut part) = self.part_of_text()? else { return Ok(false) };
        let longest = Moment::after_ms(LONGEST_SEQUENCE_MS);
        loop {
            // It ends with a bell, with a sign of its own, or with Esc and a stroke.
            if is_bell(&part) || part.id == ENDS_TEXT || (is_letter(&part, '\\') && has_alt(&part)) {
                return Ok(true);
            }
            match self.part_of_text()?.filter(|_| !longest.is_past()) {
                Some(next) => part = next,
                None => break,
            }
        }
        if let Some(escape) = self.queue.pop_front_if(|part| is_escape(part)) {
            let last = self.pop(Moment::after_ms(SEQUENCE_WAIT_MS))?;
            if last.id != 0 && !is_letter(&last, '\\') {
                // Another sequence cuts the text short.
                self.queue.push_front(last);
                self.queue.push_front(escape);
            }
        }
        Ok(true)
    }

    /// The next part of a text, which may have lines.
    fn part_of_text(&mut self) -> Result<Option<NcInput>, String> {
        let of_lines = [c_api::NCKEY_ENTER, c_api::NCKEY_BACKSPACE];
        match self.part()? {
            Some(part) => Ok(Some(part)),
            None => Ok(self.queue.pop_front_if(|part| of_lines.contains(&part.id))),
        }
    }

    /// The next part of a sequence. None where it is over: nothing came in time, or what came is no part of any, and is put back.
    fn part(&mut self) -> Result<Option<NcInput>, String> {
        let part = self.pop(Moment::after_ms(SEQUENCE_WAIT_MS))?;
        if is_escape(&part) || part.id >= c_api::PRETERUNICODEBASE {
            self.queue.push_front(part);
            return Ok(None);
        }
        Ok(Some(part).filter(|part| part.id != 0))
    }
}

/// What came behind the beginning of a sequence.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Rest {
    /// Its rest: a key, or something to pass over as a whole.
    Came(Option<Key>),
    /// None in time: it was no sequence, but keys.
    Missing,
}

impl Rest {
    const fn key(self) -> Option<Key> {
        match self {
            Self::Came(key) => key,
            Self::Missing => None,
        }
    }
}

/// What begins with an Esc and has no key of its own in the library.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Sequence {
    /// The number pad's.
    Pad,
    /// Numbers and a letter.
    Control,
    /// A text with an end of its own: a title, a clipboard, what a terminal says about itself.
    Text,
}

impl Sequence {
    /// The one that an input begins behind an Esc.
    fn begun_by(input: &NcInput) -> Option<Self> {
        match char::from_u32(input.id)? {
            'O' => Some(Self::Pad),
            '[' => Some(Self::Control),
            ']' | 'P' | '^' | '_' | 'X' => Some(Self::Text),
            _ => None,
        }
    }

    /// The one that an input begins by itself: a sign of eight bits in place of an Esc and a letter (ECMA-48).
    fn begun_in_one(input: &NcInput) -> Option<Self> {
        match input.id {
            0x8f => Some(Self::Pad),
            0x9b => Some(Self::Control),
            0x90 | 0x98 | 0x9d..=0x9f => Some(Self::Text),
            _ => None,
        }
    }
}

/// The sign of eight bits that ends a text.
const ENDS_TEXT: u32 = 0x9c;
/// Before and behind what is pasted, where a terminal was told to say so.
const PASTE_BEGINS: &str = "200~";
const PASTE_ENDS: &str = "201~";

/// What is no key, and never part of anything.
const fn is_news(input: &NcInput) -> bool {
    matches!(input.id, c_api::NCKEY_RESIZE | c_api::NCKEY_SIGNAL | c_api::NCKEY_EOF)
}

/// Alt as an Esc prefix sets the old flag only, other ways set the bit.
fn has_alt(input: &NcInput) -> bool {
    input.alt_p() || input.alt
}

/// The sign that rings.
fn is_bell(input: &NcInput) -> bool {
    input.id == 7 || (input.ctrl_p() && (is_letter(input, 'G') || is_letter(input, 'g')))
}

fn is_letter(input: &NcInput, letter: char) -> bool {
    input.id == u32::from(letter)
}

fn is_escape(input: &NcInput) -> bool {
    input.id == c_api::NCKEY_ESC
}

/// Waits until the library has something to hand over, or until a moment.
///
/// The library reads the keyboard in a thread of its own. Whoever waits for its word alone is woken by it, after it was woken by the
/// key: two sleeps, one after the other. So a key wakes both here, and what the other makes of it is awaited awake.
fn await_word(until: Moment) -> Result<(), String> {
    let word = word()?;
    let mut watched = [watch(word), watch(c_api::libc::STDIN_FILENO)];
    if poll(&mut watched, until.left_ms()) <= 0 || watched[0].revents != 0 || has_word_soon(word) {
        return Ok(());
    }
    // It was no key, or half of one.
    poll(&mut [watch(word)], until.left_ms());
    Ok(())
}

/// Waits awake for the library's reader, which has work to do; whether it has something to hand over.
fn has_word_soon(word: c_api::libc::c_int) -> bool {
    let soon = Moment::after_us(READER_US);
    while !soon.is_past() {
        if poll(&mut [watch(word)], 0) != 0 {
            return true;
        }
        // With one core the other thread needs it.
        std::thread::yield_now();
    }
    false
}

/// What the library says by that it has something to hand over.
fn word() -> Result<c_api::libc::c_int, String> {
    // SAFETY: the context is alive through the call, which looks up a number.
    Ok(unsafe { c_api::notcurses_inputready_fd(context()?.as_ptr()) })
}

const fn watch(fd: c_api::libc::c_int) -> c_api::libc::pollfd {
    c_api::libc::pollfd { fd, events: c_api::libc::POLLIN, revents: 0 }
}

/// How many of them there is news from; below 0 where a signal came first.
fn poll(watched: &mut [c_api::libc::pollfd], patience_ms: i32) -> i32 {
    let count = watched.len() as c_api::libc::nfds_t;
    // SAFETY: writes into the slice and nowhere else.
    unsafe { c_api::libc::poll(watched.as_mut_ptr(), count, patience_ms) }
}

/// What the library has to hand over, or what it has until a moment. It is asked first: it says that there is something once, however
/// much that is.
fn raw(until: Moment) -> Result<NcInput, String> {
    let input = take()?;
    if input.id != 0 {
        return Ok(input);
    }
    await_word(until)?;
    take()
}

/// What the library has to hand over, or has in a moment: what comes in one piece, it takes apart at once.
fn soon() -> Result<NcInput, String> {
    let input = take()?;
    if input.id != 0 || !has_word_soon(word()?) {
        return Ok(input);
    }
    take()
}

/// What the library has to hand over; the id is 0 where that is nothing.
fn take() -> Result<NcInput, String> {
    let mut input = NcInput::new_empty();
    // Now or not at all.
    let deadline = NcTime { tv_sec: 0, tv_nsec: 0 };
    let context = context()?;
    // Not `Nc::get`: version 3.11.0 of the bindings hands the library a pointer to a local that is gone.
    // SAFETY: context, deadline and input are alive through the call.
    let got = unsafe { c_api::notcurses_get(context.as_ptr(), &raw const deadline, &raw mut input) };
    if got == u32::MAX {
        return Err("notcurses could not read the terminal".to_owned());
    }
    if got == 0 {
        input.id = 0;
    }
    Ok(input)
}

/// What an input is; none for what has no meaning here.
fn known(input: &NcInput) -> Option<Input> {
    let has_ctrl = input.ctrl_p();
    let code = match input.id {
        c_api::NCKEY_RESIZE => return Some(Input::Resized),
        c_api::NCKEY_SIGNAL => return Some(Input::Continued),
        c_api::NCKEY_EOF => return Some(Input::Ended),
        id if is_escape(input) || id >= c_api::PRETERUNICODEBASE => named(id)?,
        c_api::NCKEY_TAB => Code::Tab,
        // Shift and layout are in the effective text already; with control it is the letter itself that counts.
        id => {
            let letter = char::from_u32(if input.eff_text[0] == 0 || has_ctrl { id } else { input.eff_text[0] })?;
            // Controls of eight bits are on no keyboard.
            Code::Char(Some(letter).filter(|letter| !('\u{80}'..'\u{a0}').contains(letter))?)
        }
    };
    let key = Key { code, has_shift: input.shift_p(), has_alt: has_alt(input), has_ctrl };
    Some(Input::Key(key.settled()))
}

fn named(id: u32) -> Option<Code> {
    Some(match id {
        c_api::NCKEY_UP => Code::Up,
        c_api::NCKEY_DOWN => Code::Down,
        c_api::NCKEY_LEFT => Code::Left,
        c_api::NCKEY_RIGHT => Code::Right,
        c_api::NCKEY_HOME => Code::Home,
        c_api::NCKEY_END => Code::End,
        c_api::NCKEY_PGUP => Code::PageUp,
        c_api::NCKEY_PGDOWN => Code::PageDown,
        c_api::NCKEY_INS => Code::Insert,
        c_api::NCKEY_DEL => Code::Delete,
        c_api::NCKEY_ENTER => Code::Enter,
        c_api::NCKEY_BACKSPACE => Code::Backspace,
        c_api::NCKEY_ESC => Code::Escape,
        // The corners and the middle of the number pad, where terminfo names them.
        c_api::NCKEY_ULEFT => Code::Pad('7'),
        c_api::NCKEY_URIGHT => Code::Pad('9'),
        c_api::NCKEY_DLEFT => Code::Pad('1'),
        c_api::NCKEY_DRIGHT => Code::Pad('3'),
        c_api::NCKEY_CENTER | c_api::NCKEY_BEGIN => Code::Pad('5'),
        // Higher ones nobody presses: a terminal's report of where its cursor stands has the form of F15, of F27 and so on.
        id if (c_api::NCKEY_F01..=c_api::NCKEY_F12).contains(&id) => {
            Code::Function(u8::try_from(id - c_api::NCKEY_F01 + 1).ok()?)
        }
        _ => return None,
    })
}
