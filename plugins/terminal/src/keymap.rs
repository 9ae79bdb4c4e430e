//! Keymaps: which key gives which command, from a preset and the player's own RON.
//!
//! Commands are names: the scene's choices have theirs, and so have the screen's own ([`SCREEN_COMMANDS`]). This file never
//! decides what a command does. Called by `ui` for each scene and each key.

use crate::keys::{Code, Key};
use abi::Choice;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The screen's own commands, the keys that always give them, and what they do.
pub const SCREEN_COMMANDS: &[(&str, &[&str], &str)] = &[
    ("tells", &["tab", "T"], "everything that tells what is coming"),
    ("ladders", &["/", "X"], "what the marker words mean, from least to most"),
    ("history", &["P", "f4"], "what has been told so far"),
    ("zoom", &["Z", "z", "="], "one or five feet in each cell of the map"),
    ("one-foot", &["-", "pad--", "'"], "the next direction goes one foot only"),
    ("help", &["?", "f1"], "these keys"),
    ("keys", &["f2"], "shows what a key is called and what it does"),
    ("redraw", &["ctrl-l"], "draws everything again"),
    ("suspend", &["ctrl-z"], "leaves the game waiting, and gives the terminal to the shell"),
    (
        "leave",
        &["Q", "ctrl-c"],
        "leaves the game; `--continue` goes on with a run, unless its start said that it is not kept",
    ),
];

/// What a scene offers at most moments without a place in its list: the command, the key that the scene names itself where a
/// keymap has none for it, and what it does.
pub const PLAY_COMMANDS: &[(&str, &str, &str)] = &[
    ("hold", "space", "hold until something changes"),
    ("moment", "", "wait a moment"),
    ("breath", "", "wait a breath"),
    ("while", "", "wait a while"),
    ("fight-on", "", "fight on as before, until something changes"),
    ("back-off", "", "back off"),
    ("circle", "o", "walk around the foe that you face"),
    ("next-foe", "v", "face another foe"),
    ("look-up", "<", "look a slice up"),
    ("look-down", ">", "look a slice down"),
    ("back", "", "look ahead again; leave what stands in place of the map"),
    ("orders", "O", "your standing orders: what answers for you, unasked or after a question"),
    ("habit", "A", "leave the fight to habit, and say what you mean by it"),
    ("take-over", "t", "take the fight in hand again"),
];

/// The eight directions: command, vi letter, number pad, arrow or its neighbour.
pub const DIRECTIONS: &[(&str, char, char, Code)] = &[
    ("north", 'k', '8', Code::Up),
    ("north-east", 'u', '9', Code::PageUp),
    ("east", 'l', '6', Code::Right),
    ("south-east", 'n', '3', Code::PageDown),
    ("south", 'j', '2', Code::Down),
    ("south-west", 'b', '1', Code::End),
    ("west", 'h', '4', Code::Left),
    ("north-west", 'y', '7', Code::Home),
];

/// Keys of commands that a scene may offer, besides the key that it names itself.
const OTHERS: &[(&str, &[&str])] = &[
    ("hold", &["0", "pad-0", "insert"]),
    ("moment", &["5", "pad-5", "."]),
    ("breath", &["pad-.", "delete", ","]),
    ("while", &["pad-=", ";"]),
    ("back-off", &["pad-/", "backspace"]),
    ("circle", &["pad-*", "*"]),
    ("fight-on", &["enter", "pad-+", "+"]),
    ("back", &["escape"]),
];

/// Which of the preset's groups of keys are bound.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
enum Preset {
    /// vi letters, arrows and digits.
    #[default]
    Full,
    /// Arrows and digits, so that all letters are free.
    Arrows,
    /// Arrows, digits, and the letters w a s d with q e z c for the corners.
    Wasd,
}

/// The player's file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename = "Keymap", default, deny_unknown_fields)]
struct KeymapFile {
    preset: Preset,
    bind: Vec<(String, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Binding {
    command: String,
    /// Whether the player bound it: then it comes before the key that a choice names.
    is_own: bool,
}

/// Which key gives which command.
#[derive(Clone, Debug, Default)]
pub struct Keymap {
    bindings: BTreeMap<Key, Binding>,
    /// The keys of each command, the player's own first.
    by_command: BTreeMap<String, Vec<Key>>,
}

/// The keys of one scene's choices.
#[derive(Clone, Debug, Default)]
pub struct Bound {
    /// The choice that each key gives, in the order of keys.
    by_key: Vec<(Key, u32)>,
    /// For each listed choice the name of the key to show; empty for others, and where it has none.
    pub shown: Vec<String>,
}

impl Bound {
    /// All keys that give a choice.
    pub fn keys(&self) -> impl Iterator<Item = Key> {
        self.by_key.iter().map(|(key, _)| *key)
    }

    /// The choice that a key gives.
    pub fn choice(&self, key: Key) -> Option<u32> {
        self.place(key).ok().map(|place| self.by_key[place].1)
    }

    /// Where a key stands, or else would stand.
    fn place(&self, key: Key) -> Result<usize, usize> {
        self.by_key.binary_search_by_key(&key, |(held, _)| *held)
    }

    /// The keys of a choice.
    fn keys_of(&self, index: u32) -> impl Iterator<Item = Key> {
        self.by_key.iter().filter(move |(_, held)| *held == index).map(|(key, _)| *key)
    }
}

impl Keymap {
    /// A keymap from the player's RON, or the default where that is empty.
    ///
    /// # Errors
    /// A sentence with the place: not RON, an unknown key or preset. An unknown command is none: content brings its own.
    pub fn read(text: &str) -> Result<Self, String> {
        let file: KeymapFile = if text.trim().is_empty() {
            KeymapFile::default()
        } else {
            let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
            options.from_str(text).map_err(|error| {
                format!(
                    "the keymap cannot be read: {error}; expected such as \
                     `Keymap(preset: Full, bind: [(\"x\", \"attack\")])`"
                )
            })?
        };
        let mut keymap = Self::default();
        keymap.take_preset(file.preset);
        for (name, command) in &file.bind {
            let key = Key::named(name).ok_or_else(|| {
                format!(
                    "the keymap binds `{name}` to `{command}`, and there is no key of that name; expected a letter or sign, \
                     or a name such as `space`, `shift-left`, `ctrl-k`, `alt-up`, `pad-4`, `f5`"
                )
            })?;
            keymap.bindings.insert(key, Binding { command: command.clone(), is_own: true });
        }
        for is_own in [true, false] {
            for (key, binding) in keymap.bindings.iter().filter(|(_, binding)| binding.is_own == is_own) {
                keymap.by_command.entry(binding.command.clone()).or_default().push(*key);
            }
        }
        Ok(keymap)
    }

    fn take_preset(&mut self, preset: Preset) {
        for (command, keys, _) in SCREEN_COMMANDS {
            self.bind_all(keys, command);
        }
        for (command, keys) in OTHERS {
            self.bind_all(keys, command);
        }
        for (place, (command, vi, digit, arrow)) in DIRECTIONS.iter().enumerate() {
            let letter = match preset {
                Preset::Full => Some(*vi),
                Preset::Arrows => None,
                Preset::Wasd => "wedcszaq".chars().nth(place),
            };
            let step = format!("step-{command}");
            if let Some(letter) = letter {
                self.bind(Key::char(letter), command);
                self.bind(Key::char(letter.to_ascii_uppercase()), &step);
            }
            self.bind(Key::char(*digit), command);
            // With alt as with shift: some terminals keep shift and arrows for themselves.
            for plain in [Key::of(Code::Pad(*digit)), Key::of(*arrow)] {
                self.bind(plain, command);
                self.bind(plain.shifted(), &step);
                self.bind(Key { has_alt: true, ..plain }, &step);
            }
        }
    }

    fn bind_all(&mut self, names: &[&str], command: &str) {
        for key in names.iter().filter_map(|name| Key::named(name)) {
            self.bind(key, command);
        }
    }

    fn bind(&mut self, key: Key, command: &str) {
        self.bindings.insert(key, Binding { command: command.to_owned(), is_own: false });
    }

    /// The command of a key.
    pub fn command(&self, key: Key) -> Option<&str> {
        self.bindings.get(&key).map(|binding| binding.command.as_str())
    }

    /// The keys of a command, the player's own first.
    pub fn keys_of(&self, command: &str) -> &[Key] {
        self.by_command.get(command).map_or(&[], Vec::as_slice)
    }

    /// Gives each choice its keys. A key means one thing only, and what is shown is what works: the keymap's commands come
    /// first, then the key that a choice names, then any free letter for a listed choice that has none yet.
    pub fn bind_choices(&self, choices: &[Choice<'_>]) -> Bound {
        let indexed = || (0_u32..).zip(choices);
        let of_commands =
            indexed().flat_map(|(index, choice)| self.keys_of(choice.command.as_str()).iter().map(move |key| (*key, index)));
        let named = indexed().filter_map(|(index, choice)| Some((Key::named(choice.key.as_str())?, index)));
        let named = named.filter(|(key, _)| !self.is_own_screen_key(*key));
        let mut by_key: Vec<(Key, u32)> = of_commands.chain(named).collect();
        // Of those that want the same key the first one gets it.
        by_key.sort_by_key(|(key, _)| *key);
        by_key.dedup_by_key(|(key, _)| *key);
        let mut bound = Bound { by_key, shown: vec![String::new(); choices.len()] };
        for (index, choice) in indexed().filter(|(_, choice)| choice.is_listed) {
            if bound.keys_of(index).next().is_none()
                && let Some(key) = self.free_key(&bound, choice)
                && let Err(place) = bound.place(key)
            {
                bound.by_key.insert(place, (key, index));
            }
        }
        for (index, choice) in indexed().filter(|(_, choice)| choice.is_listed) {
            bound.shown[index as usize] = shown_key(bound.keys_of(index), Key::named(choice.key.as_str()));
        }
        bound
    }

    fn is_own_screen_key(&self, key: Key) -> bool {
        let is_screens = |binding: &Binding| SCREEN_COMMANDS.iter().any(|(command, ..)| *command == binding.command);
        self.bindings.get(&key).is_some_and(|binding| binding.is_own && is_screens(binding))
    }

    fn free_key(&self, bound: &Bound, choice: &Choice<'_>) -> Option<Key> {
        let letters = choice.command.as_str().chars().chain(choice.label.as_str().chars()).chain('a'..='z').chain('A'..='Z');
        letters
            .filter(char::is_ascii_alphabetic)
            .map(Key::char)
            .find(|key| bound.place(*key).is_err() && !self.bindings.contains_key(key))
    }
}

/// The key of a choice that stands in the list: the one that the scene names if it works, else a letter rather than a named key.
fn shown_key(keys: impl Iterator<Item = Key>, named: Option<Key>) -> String {
    let rank = |key: &Key| match key.code {
        Code::Char(letter) => (u8::from(letter.is_ascii_digit()), key.has_ctrl || key.has_alt),
        Code::Pad(_) => (3, true),
        _ => (2, key.has_shift || key.has_alt),
    };
    let best = keys.min_by_key(|key| (Some(*key) != named, rank(key), *key));
    best.map(|key| key.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice<'a>(command: &'a str, key: &'a str, is_listed: bool) -> Choice<'a> {
        Choice {
            command: command.into(),
            key: key.into(),
            label: command.into(),
            pace: "".into(),
            in_time: "".into(),
            why_not: "".into(),
            is_listed,
        }
    }

    fn check(keymap: &str, key: &str, choices: &[Choice<'_>], expected: Option<u32>) {
        let bound = Keymap::read(keymap).unwrap().bind_choices(choices);
        assert_eq!(bound.choice(Key::named(key).unwrap()), expected, "{key} with {keymap:?}");
    }

    #[test]
    fn a_direction_has_a_letter_an_arrow_a_digit_and_the_pad() {
        let choices = [choice("north", "", false), choice("step-north", "", false)];
        for key in ["k", "up", "8", "pad-8"] {
            check("", key, &choices, Some(0));
        }
        for key in ["K", "shift-up", "alt-up", "shift-pad-8", "alt-pad-8"] {
            check("", key, &choices, Some(1));
        }
        check("Keymap(preset: Arrows)", "k", &choices, None);
        check("Keymap(preset: Wasd)", "w", &choices, Some(0));
        check("Keymap(preset: Wasd)", "W", &choices, Some(1));
        for (place, (command, ..)) in DIRECTIONS.iter().enumerate() {
            let keymap = Keymap::read("Keymap(preset: Wasd)").unwrap();
            let letter = "wedcszaq".chars().nth(place).unwrap();
            assert_eq!(keymap.command(Key::char(letter)), Some(*command));
        }
    }

    #[test]
    fn a_key_means_one_thing_and_what_is_shown_works() {
        let choices = [choice("north", "", false), choice("kick", "k", true), choice("thrust", "t", true)];
        let bound = Keymap::read("").unwrap().bind_choices(&choices);
        assert_eq!(bound.choice(Key::char('k')), Some(0), "a direction keeps its letter");
        assert_eq!(bound.shown, ["", "i", "t"], "only what is listed is shown");
        assert_eq!(bound.choice(Key::char('i')), Some(1));
        let asked = [choice("yes", "y", true), choice("no", "n", true)];
        check("", "y", &asked, Some(0));
        check("", "n", &asked, Some(1));
    }

    #[test]
    fn two_choices_of_one_command_have_two_keys() {
        let choices = [choice("attack", "a", true), choice("attack", "a", true)];
        let bound = Keymap::read("").unwrap().bind_choices(&choices);
        assert_eq!(bound.shown, ["a", "t"]);
    }

    #[test]
    fn the_player_s_own_keys_come_first() {
        let choices = [choice("attack", "a", true), choice("kick", "z", true)];
        check("Keymap(bind: [(\"x\", \"attack\")])", "x", &choices, Some(0));
        check("", "z", &choices, Some(1));
        check("Keymap(bind: [(\"z\", \"zoom\")])", "z", &choices, None);
    }

    #[test]
    fn wrong_keymaps_are_refused_with_their_place() {
        let why = |text: &str| Keymap::read(text).unwrap_err();
        expect_test::expect![[r#"the keymap cannot be read: 1:16-1:19: Unexpected variant named `Vii` in enum `Preset`, expected one of `Full`, `Arrows`, or `Wasd` instead; expected such as `Keymap(preset: Full, bind: [("x", "attack")])`"#]].assert_eq(&why("Keymap(preset: Vii)"));
        expect_test::expect!["the keymap binds `hyper-x` to `attack`, and there is no key of that name; expected a letter or sign, or a name such as `space`, `shift-left`, `ctrl-k`, `alt-up`, `pad-4`, `f5`"].assert_eq(&why("Keymap(bind: [(\"hyper-x\", \"attack\")])"));
    }
}
