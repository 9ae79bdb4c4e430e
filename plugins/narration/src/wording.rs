//! One wording: what its placeholders are, which of them it uses, and how it is filled.
//!
//! Owns the little language of the texts. It never chooses between wordings and never reads a file; `rules` calls it. A
//! wording that is badly made is filled as well as can be: refusing it is the content check's work, at load.

use abi::Happening;

/// What a placeholder stands for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Whose the event is.
    About,
    /// Who brought it about.
    By,
    /// The marker of the rung.
    Marker,
    /// The action, in words.
    Action,
    /// By which means; which wound.
    How,
}

impl Slot {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::About, Self::By, Self::Marker, Self::Action, Self::How];

    /// What a wording had better tell where it is known, the most important first.
    pub const PREFERRED: [Self; 3] = [Self::How, Self::By, Self::Action];

    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "about" => Self::About,
            "by" => Self::By,
            "marker" => Self::Marker,
            "action" => Self::Action,
            "how" => Self::How,
            _ => return None,
        })
    }

    /// What stands there for a happening.
    pub fn of<'a>(self, happening: &Happening<'a>) -> &'a str {
        match self {
            Self::About => happening.about.as_str(),
            Self::By => happening.by.as_str(),
            Self::Marker => happening.marker.as_str(),
            Self::Action => happening.action.as_str(),
            Self::How => happening.how.as_str(),
        }
    }
}

/// A part of a wording.
#[derive(Debug, PartialEq, Eq)]
enum Piece<'a> {
    Text(&'a str),
    Slot(Slot),
    /// What is somebody's: `your`, `the goblin's`.
    Owner(Slot),
    /// The form for `you`, and the one for everybody else.
    Forms(&'a str, &'a str),
}

/// The parts of a wording. A brace that is never closed is text, and so is a placeholder that nobody knows.
fn pieces(wording: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = wording;
    let next = move || {
        let find = |from: usize, brace: u8| rest.bytes().skip(from).position(|byte| byte == brace).map(|at| from + at);
        let braces = find(0, b'{').and_then(|from| Some((from, find(from, b'}')?)));
        match braces {
            _ if rest.is_empty() => None,
            Some((0, end)) => {
                let inside = &rest[1..end];
                rest = &rest[end + 1..];
                Some(piece(inside))
            }
            Some((from, _)) => {
                let before = &rest[..from];
                rest = &rest[from..];
                Some(Piece::Text(before))
            }
            None => Some(Piece::Text(std::mem::take(&mut rest))),
        }
    };
    std::iter::from_fn(next)
}

/// What stands between two braces.
fn piece(inside: &str) -> Piece<'_> {
    if let Some((you, other)) = inside.split_once('|') {
        return Piece::Forms(you, other);
    }
    let owner = inside.strip_suffix("'s").and_then(Slot::named).filter(|slot| matches!(slot, Slot::About | Slot::By));
    match (owner, Slot::named(inside)) {
        (Some(slot), _) => Piece::Owner(slot),
        (None, Some(slot)) => Piece::Slot(slot),
        (None, None) => Piece::Text(inside),
    }
}

/// The placeholders that a wording has.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Slots(u8);

impl Slots {
    /// Those of a wording.
    pub fn of(wording: &str) -> Self {
        let bits = pieces(wording).map(|piece| match piece {
            Piece::Slot(slot) | Piece::Owner(slot) => 1 << slot as u8,
            Piece::Text(_) | Piece::Forms(..) => 0,
        });
        Self(bits.fold(0, |all, bit| all | bit))
    }

    /// Whether this one is among them.
    pub const fn has(self, slot: Slot) -> bool {
        self.0 & 1 << slot as u8 != 0
    }
}

/// Fills a wording. A marker that the wording has no place for is put at its end, so that no rung goes unsaid (doctrine F5).
pub fn fill(wording: &str, happening: &Happening<'_>) -> String {
    let mut out = String::with_capacity(wording.len() + 32);
    // Forms agree with the person named last before them, as a reader expects.
    let mut is_you = happening.is_about_you;
    for piece in pieces(wording) {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Forms(you, other) => out.push_str(if is_you { you } else { other }),
            Piece::Slot(slot) => {
                is_you = is_person_you(slot, happening).unwrap_or(is_you);
                push_agreeing(&mut out, slot.of(happening));
            }
            Piece::Owner(slot) => {
                is_you = is_person_you(slot, happening).unwrap_or(is_you);
                push_owner(&mut out, slot.of(happening), is_you);
            }
        }
    }
    let marker = happening.marker.as_str();
    if !marker.is_empty() && !Slots::of(wording).has(Slot::Marker) {
        append_marker(&mut out, marker);
    }
    as_sentence(&out)
}

/// Whether a placeholder names you; none where it names nobody.
fn is_person_you(slot: Slot, happening: &Happening<'_>) -> Option<bool> {
    match slot {
        Slot::About => Some(happening.is_about_you),
        Slot::By => Some(happening.is_by_you),
        Slot::Marker | Slot::Action | Slot::How => None,
    }
}

fn push_owner(out: &mut String, name: &str, is_you: bool) {
    if is_you {
        out.push_str("your");
    } else {
        out.push_str(name);
        out.push_str(if name.ends_with('s') { "'" } else { "'s" });
    }
}

/// Adds a word, making an `a` right before it `an` where a vowel follows.
fn push_agreeing(out: &mut String, word: &str) {
    let stands_after_a = matches!(out.rsplit(' ').nth(1), Some("a" | "A")) && out.ends_with(' ');
    if stands_after_a && word.starts_with(['a', 'e', 'i', 'o', 'u']) {
        out.pop();
        out.push_str("n ");
    }
    out.push_str(word);
}

fn append_marker(out: &mut String, marker: &str) {
    let kept = out.trim_end_matches(['.', '!', ' ']).len();
    out.truncate(kept);
    out.push_str(if out.contains(':') { ", " } else { ": " });
    out.push_str(marker);
}

/// A sentence: it begins with a capital, each of its sentences does, and it ends with a stop.
pub fn as_sentence(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 1);
    let mut is_start = true;
    for letter in text.trim().chars() {
        // A stop within a word ends nothing; the blank after it makes it an end.
        if letter == ' ' && out.ends_with(['.', '!', '?']) {
            is_start = true;
        }
        if is_start && letter.is_alphabetic() {
            out.extend(letter.to_uppercase());
            is_start = false;
        } else {
            out.push(letter);
        }
    }
    if !out.is_empty() && !out.ends_with(['.', '!', '?', '"', '\u{201d}', '\u{2026}']) {
        out.push('.');
    }
    out
}

/// How many words a line has.
pub fn words_of(text: &str) -> usize {
    text.split_whitespace().count()
}

#[cfg(test)]
pub mod testing {
    use abi::{EventId, Happening, LadderId, RSlice};

    /// A happening with nothing in it, for tests to fill.
    pub fn blank<'a>() -> Happening<'a> {
        Happening {
            event: EventId::of("blow"),
            about: "".into(),
            is_about_you: false,
            by: "".into(),
            is_by_you: false,
            pair: 0,
            weight: 10,
            ladder: LadderId::NONE,
            marker: "".into(),
            action: "".into(),
            how: "".into(),
            wordings: RSlice::from_slice(&[]),
            last: u32::MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{testing::blank, *};
    use expect_test::{Expect, expect};

    /// The wording as told by you, to you, and of others.
    fn check(wording: &str, expected: Expect) {
        let goblin = Happening { marker: "instant".into(), how: "by ducking".into(), ..blank() };
        let seen = [
            Happening { about: "the goblin".into(), by: "you".into(), is_by_you: true, ..goblin },
            Happening { about: "you".into(), is_about_you: true, by: "the goblin".into(), ..goblin },
            Happening { about: "the goblin".into(), by: "the guard".into(), ..goblin },
        ];
        let lines: Vec<String> = seen.iter().map(|happening| fill(wording, happening)).collect();
        expected.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn forms_agree_with_who_was_named_last() {
        check(
            "{by} {aim|aims} a {marker} blow; {about} {escape|escapes} it {how}.",
            expect![[r#"
                You aim an instant blow; the goblin escapes it by ducking.
                The goblin aims an instant blow; you escape it by ducking.
                The guard aims an instant blow; the goblin escapes it by ducking."#]],
        );
    }

    #[test]
    fn what_is_somebodys_is_yours_or_its() {
        check(
            "{by's} {marker} stroke eats into {about's} guard, and {about} {give|gives} ground.",
            expect![[r#"
                Your instant stroke eats into the goblin's guard, and the goblin gives ground.
                The goblin's instant stroke eats into your guard, and you give ground.
                The guard's instant stroke eats into the goblin's guard, and the goblin gives ground."#]],
        );
    }

    #[test]
    fn a_marker_without_a_place_stands_at_the_end() {
        check(
            "{about} {notice|notices} {by}.",
            expect![[r#"
                The goblin notices you: instant.
                You notice the goblin: instant.
                The goblin notices the guard: instant."#]],
        );
        check(
            "{about} {shift|shifts}: a step.",
            expect![[r#"
                The goblin shifts: a step, instant.
                You shift: a step, instant.
                The goblin shifts: a step, instant."#]],
        );
    }

    #[test]
    fn a_badly_made_wording_is_filled_as_well_as_can_be() {
        check(
            "{about} {nonsense} {marker} {open",
            expect![[r#"
                The goblin nonsense instant {open.
                You nonsense instant {open.
                The goblin nonsense instant {open."#]],
        );
    }

    #[test]
    fn sentences_begin_with_a_capital_and_end_with_a_stop() {
        assert_eq!(as_sentence("it is over. you live"), "It is over. You live.");
        assert_eq!(as_sentence("the goblin says: \"die!\""), "The goblin says: \"die!\"");
        assert_eq!(as_sentence(""), "");
    }
}
