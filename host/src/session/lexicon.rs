//! Words: the texts of content that label, ask and refuse, filled with what they are about.
//!
//! Owns the filling. It never chooses among wordings by chance: a label is the same each time that it is read, so the first
//! wording counts. Happenings are not told here, the holder of `Narration` does that. All of the session calls it.

use crate::content::tables::{Content, Phrase};
use abi::{LadderId, PhraseId};

/// What a text is filled with; empty where there is no such thing.
#[derive(Copy, Clone, Debug, Default)]
pub struct Slots<'a> {
    /// Whom it is about.
    pub about: &'a str,
    /// An action, in words.
    pub action: &'a str,
    /// How, or what.
    pub how: &'a str,
    /// The marker of a rung.
    pub marker: &'a str,
}

/// A text by its id, filled. Where content has none the end of the id stands for it: something plain rather than nothing.
pub fn say(content: &Content, id: &str, slots: &Slots<'_>) -> String {
    let wording = phrase(content, id).and_then(|phrase| phrase.wordings.first());
    match wording {
        Some(wording) => fill(wording, slots),
        None => id.rsplit('/').next().unwrap_or(id).replace('-', " "),
    }
}

/// The same as a sentence: it begins with a capital.
pub fn sentence(content: &Content, id: &str, slots: &Slots<'_>) -> String {
    capital(&say(content, id, slots))
}

/// A text of content by its id.
pub fn phrase<'a>(content: &'a Content, id: &str) -> Option<&'a Phrase> {
    content.phrases.get(&PhraseId::of(id))
}

/// The marker of a rung of a ladder; empty where there is no such ladder.
pub fn marker<'a>(content: &'a Content, ladder: &str, rung: i32) -> &'a str {
    content.ladders.get(&LadderId::of(ladder)).map_or("", |ladder| ladder.marker(rung))
}

/// The rung of a measure on a ladder with cuts, and its marker.
pub fn measure<'a>(content: &'a Content, ladder: &str, value: i64) -> (i32, &'a str) {
    content.ladders.get(&LadderId::of(ladder)).map_or((0, ""), |ladder| {
        let rung = ladder.rung_of(value);
        (rung, ladder.marker(rung))
    })
}

/// With a capital at its beginning.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// With the article that fits it: `a goblin`, `an ogre`.
pub fn with_article(label: &str) -> String {
    let is_vowel = label.chars().next().is_some_and(|first| "aeiou".contains(first.to_ascii_lowercase()));
    format!("{} {label}", if is_vowel { "an" } else { "a" })
}

/// Fills `{about}` `{action}` `{how}` `{marker}`, and forms such as `{stand|stands}`: the first for `you`.
fn fill(wording: &str, slots: &Slots<'_>) -> String {
    let mut out = String::with_capacity(wording.len() + 16);
    let mut rest = wording;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((slot, behind)) = after.split_once('}') else {
            rest = after;
            break;
        };
        out.push_str(match slot {
            "about" => slots.about,
            "action" => slots.action,
            "how" => slots.how,
            "marker" => slots.marker,
            forms => match forms.split_once('|') {
                Some((yours, _)) if slots.about == "you" => yours,
                Some((_, theirs)) => theirs,
                None => forms,
            },
        });
        rest = behind;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(wording: &str, about: &str, expected: &str) {
        let slots = Slots { about, action: "a thrust", how: "north", marker: "soon" };
        assert_eq!(fill(wording, &slots), expected);
    }

    #[test]
    fn texts_are_filled_and_agree() {
        check("{about} {go|goes} {how}", "you", "you go north");
        check("{about} {go|goes} {how}", "the goblin", "the goblin goes north");
        check("{action}, {marker}", "", "a thrust, soon");
        check("left { open", "", "left  open");
    }

    #[test]
    fn a_text_that_is_not_there_is_its_own_id() {
        assert_eq!(say(&Content::default(), "core/do-back-off", &Slots::default()), "do back off");
    }

    #[test]
    fn articles_and_capitals() {
        assert_eq!(capital(&with_article("ogre")), "An ogre");
        assert_eq!(with_article("goblin scout"), "a goblin scout");
    }
}
