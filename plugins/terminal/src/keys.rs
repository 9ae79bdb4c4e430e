//! Keys: what was pressed, and the words by which keymaps and scenes name it.
//!
//! Pure: `input` makes keys out of what the terminal sends, `keymap` binds them to commands.

use std::fmt;

/// What was pressed, apart from what was held.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Code {
    /// A letter, a digit or a sign, as the layout and shift made it.
    Char(char),
    /// A key of the number pad, where the terminal tells it apart.
    Pad(char),
    /// F1 to F12.
    Function(u8),
    /// Arrow.
    Up,
    /// Arrow.
    Down,
    /// Arrow.
    Left,
    /// Arrow.
    Right,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Insert.
    Insert,
    /// Delete.
    Delete,
    /// Enter.
    Enter,
    /// Tab.
    Tab,
    /// Escape.
    Escape,
    /// Backspace.
    Backspace,
}

/// A key and what was held with it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// What was pressed.
    pub code: Code,
    /// Whether shift was held; never for letters and signs, where it is in the letter.
    pub has_shift: bool,
    /// Whether alt was held.
    pub has_alt: bool,
    /// Whether control was held.
    pub has_ctrl: bool,
}

const NAMED: &[(&str, Code)] = &[
    ("up", Code::Up),
    ("down", Code::Down),
    ("left", Code::Left),
    ("right", Code::Right),
    ("home", Code::Home),
    ("end", Code::End),
    ("page-up", Code::PageUp),
    ("page-down", Code::PageDown),
    ("insert", Code::Insert),
    ("delete", Code::Delete),
    ("enter", Code::Enter),
    ("tab", Code::Tab),
    ("escape", Code::Escape),
    ("backspace", Code::Backspace),
    ("space", Code::Char(' ')),
    ("minus", Code::Char('-')),
];

impl Key {
    /// A key with nothing held.
    pub const fn of(code: Code) -> Self {
        Self { code, has_shift: false, has_alt: false, has_ctrl: false }
    }

    /// A letter or sign with nothing held.
    pub const fn char(letter: char) -> Self {
        Self::of(Code::Char(letter))
    }

    /// The same key with shift held.
    pub const fn shifted(self) -> Self {
        Self { has_shift: true, ..self }
    }

    /// The same key as it counts for keymaps: shift is in the letter itself, and control is held with small letters.
    pub fn settled(self) -> Self {
        match self.code {
            Code::Char(letter) if self.has_ctrl => {
                Self { code: Code::Char(letter.to_ascii_lowercase()), has_shift: false, ..self }
            }
            Code::Char(_) => Self { has_shift: false, ..self },
            _ => self,
        }
    }

    /// The key of a name such as `k`, `space`, `shift-left`, `ctrl-c`, `pad-4`, `f1`.
    pub fn named(name: &str) -> Option<Self> {
        let mut held = Self::char(' ');
        let mut rest = name;
        loop {
            if let Some(after) = rest.strip_prefix("shift-").filter(|after| !after.is_empty()) {
                (held.has_shift, rest) = (true, after);
            } else if let Some(after) = rest.strip_prefix("alt-").filter(|after| !after.is_empty()) {
                (held.has_alt, rest) = (true, after);
            } else if let Some(after) = rest.strip_prefix("ctrl-").filter(|after| !after.is_empty()) {
                (held.has_ctrl, rest) = (true, after);
            } else {
                break;
            }
        }
        let code = code_named(rest)?;
        let code = match code {
            Code::Char(letter) if held.has_shift => Code::Char(letter.to_uppercase().next()?),
            code => code,
        };
        Some(Self { code, ..held }.settled())
    }
}

fn code_named(name: &str) -> Option<Code> {
    let mut letters = name.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return (!letter.is_control()).then_some(Code::Char(letter));
    }
    if let Some((_, code)) = NAMED.iter().find(|(word, _)| *word == name) {
        return Some(*code);
    }
    if let Some(sign) = name.strip_prefix("pad-") {
        let mut signs = sign.chars();
        return signs.next().filter(|sign| signs.next().is_none() && "0123456789+-*/.,=".contains(*sign)).map(Code::Pad);
    }
    let number = name.strip_prefix('f')?.parse().ok()?;
    (1..=12).contains(&number).then_some(Code::Function(number))
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (is_held, word) in [(self.has_ctrl, "ctrl-"), (self.has_alt, "alt-"), (self.has_shift, "shift-")] {
            if is_held {
                f.write_str(word)?;
            }
        }
        if let Some((word, _)) = NAMED.iter().find(|(_, code)| *code == self.code && self.code != Code::Char('-')) {
            return f.write_str(word);
        }
        match self.code {
            Code::Char(letter) => write!(f, "{letter}"),
            Code::Pad(sign) => write!(f, "pad-{sign}"),
            Code::Function(number) => write!(f, "F{number}"),
            // Every other code is in the table.
            _ => Ok(()),
        }
    }
}

/// What `ESC O x` means, the number pad's own way of speaking, which notcurses hands over letter by letter.
pub fn pad_letter(letter: char) -> Option<Code> {
    Some(match letter {
        'p' => Code::Pad('0'),
        'q' => Code::Pad('1'),
        'r' => Code::Pad('2'),
        's' => Code::Pad('3'),
        't' => Code::Pad('4'),
        'u' => Code::Pad('5'),
        'v' => Code::Pad('6'),
        'w' => Code::Pad('7'),
        'x' => Code::Pad('8'),
        'y' => Code::Pad('9'),
        'j' => Code::Pad('*'),
        'k' => Code::Pad('+'),
        'l' => Code::Pad(','),
        'm' => Code::Pad('-'),
        'n' => Code::Pad('.'),
        'o' => Code::Pad('/'),
        'X' => Code::Pad('='),
        'M' => Code::Enter,
        _ => return None,
    })
}

/// The key that a control sequence is, which the library takes apart: one that was torn, or that follows one.
pub fn key_of_control(control: &str) -> Option<Key> {
    let (numbers, last) = control.split_at(control.len().checked_sub(1)?);
    let (number, held) = numbers.split_once(';').unwrap_or((numbers, "1"));
    let code = match (number, last) {
        ("" | "1", "A") => Code::Up,
        ("" | "1", "B") => Code::Down,
        ("" | "1", "C") => Code::Right,
        ("" | "1", "D") => Code::Left,
        ("" | "1", "H") | ("1" | "7", "~") => Code::Home,
        ("" | "1", "F") | ("4" | "8", "~") => Code::End,
        ("2", "~") => Code::Insert,
        ("3", "~") => Code::Delete,
        ("5", "~") => Code::PageUp,
        ("6", "~") => Code::PageDown,
        _ => return None,
    };
    // One more than a bit for each: shift, alt, control.
    let held = held.parse::<u8>().ok()?.checked_sub(1).filter(|held| *held < 8)?;
    let key = Key { code, has_shift: held & 1 != 0, has_alt: held & 2 != 0, has_ctrl: held & 4 != 0 };
    Some(key.settled())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: Option<Key>) {
        assert_eq!(Key::named(name), expected, "{name}");
    }

    #[test]
    fn names_give_keys() {
        check("k", Some(Key::char('k')));
        check("K", Some(Key::char('K')));
        check("shift-k", Some(Key::char('K')));
        check("ctrl-C", Some(Key { has_ctrl: true, ..Key::char('c') }));
        check("space", Some(Key::char(' ')));
        check("-", Some(Key::char('-')));
        check("shift-left", Some(Key::of(Code::Left).shifted()));
        check("pad-4", Some(Key::of(Code::Pad('4'))));
        check("f12", Some(Key::of(Code::Function(12))));
        for wrong in ["", "f0", "f13", "pad-", "pad-x", "pad-44", "hyper-x", "shift-", "leftt"] {
            check(wrong, None);
        }
    }

    #[test]
    fn the_pad_s_own_letters_are_keys_of_the_pad() {
        let pad: Vec<Option<Code>> = "pqrstuvwxy".chars().map(pad_letter).collect();
        assert_eq!(pad, "0123456789".chars().map(|sign| Some(Code::Pad(sign))).collect::<Vec<_>>());
        assert_eq!((pad_letter('M'), pad_letter('P')), (Some(Code::Enter), None));
    }

    #[test]
    fn what_a_key_is_called_names_it_again() {
        let names = ["a", "?", "-", "space", "enter", "tab", "page-up", "shift-home", "alt-left", "pad-7", "ctrl-l"];
        for name in names {
            let key = Key::named(name).unwrap();
            assert_eq!(Key::named(&key.to_string().to_lowercase()), Some(key), "{name}");
        }
    }

    #[test]
    fn a_control_sequence_may_be_a_key() {
        let check = |control: &str, name: Option<&str>| {
            assert_eq!(key_of_control(control), name.map(|name| Key::named(name).unwrap()), "{control}");
        };
        check("C", Some("right"));
        check("1;2A", Some("shift-up"));
        check("1;5D", Some("ctrl-left"));
        check("5~", Some("page-up"));
        check("5;7R", None);
        check("1;0A", None);
        check("1;256A", None);
        check("20~", None);
        check("", None);
        check("200~", None);
    }
}
