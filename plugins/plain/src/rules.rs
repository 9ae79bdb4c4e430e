//! What a typed line means, given what can be answered.
//!
//! Pure: a line and a scene in, a meaning out. It never prints and never carries anything out; `front` calls it.

use abi::{Choice, Scene};

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Nothing: an empty line.
    Nothing,
    /// One of the choices, by its place.
    Choice(u32),
    /// A choice that cannot be made now, by its place.
    NotNow(u32),
    /// It may be any of these, by their places.
    Several(Vec<u32>),
    /// How to answer, and everything that can be.
    Help,
    /// All that is perceived, again.
    Look,
    /// Every tell that lasts.
    Tells,
    /// What was told: everything, or only what has these words; empty for the latest.
    History(String),
    /// The ladders by name.
    Ladders,
    /// One ladder, by its place.
    Ladder(usize),
    /// A ladder that there is not.
    NoLadder(String),
    /// The player leaves.
    Quit,
    /// Nothing that is known.
    Unknown(String),
}

/// What a line means. A key that the scene offers comes before everything, then the words of this front end, then the names
/// of commands, then beginnings: so no choice can be hidden, and no word changes its meaning from one scene to the next.
pub fn meaning(line: &str, scene: &Scene<'_>) -> Meaning {
    let typed: String = line.chars().filter(|letter| !letter.is_control()).collect();
    let typed = typed.trim();
    if typed.is_empty() {
        return Meaning::Nothing;
    }
    let choices = scene.choices.as_slice();
    if let Some(place) = choices.iter().position(|choice| !choice.key.is_empty() && choice.key.as_str() == typed) {
        return chosen(place, choices);
    }
    let lower = typed.to_lowercase();
    own_word(&lower, scene).unwrap_or_else(|| named(&lower, choices))
}

/// The words of this front end.
fn own_word(lower: &str, scene: &Scene<'_>) -> Option<Meaning> {
    let (word, rest) = lower.split_once(char::is_whitespace).unwrap_or((lower, ""));
    let rest = rest.trim();
    Some(match (word, rest) {
        ("?" | "help", "") => Meaning::Help,
        ("look" | "=", "") => Meaning::Look,
        ("tells" | "!", "") => Meaning::Tells,
        ("quit" | "exit", "") => Meaning::Quit,
        ("history", rest) => Meaning::History(rest.to_owned()),
        ("ladder" | "ladders", "") => Meaning::Ladders,
        ("ladder" | "ladders", name) => ladder(name, scene),
        _ => return None,
    })
}

/// A ladder by its name, by the beginning of it, or by one of its markers.
fn ladder(name: &str, scene: &Scene<'_>) -> Meaning {
    let ladders = scene.ladders.as_slice();
    let by = |test: &dyn Fn(&str) -> bool| ladders.iter().position(|ladder| test(&ladder.name.as_str().to_lowercase()));
    let by_marker =
        || ladders.iter().position(|ladder| ladder.rungs.iter().any(|rung| rung.marker.as_str().to_lowercase() == name));
    match by(&|its| its == name).or_else(by_marker).or_else(|| by(&|its| its.starts_with(name))) {
        Some(place) => Meaning::Ladder(place),
        None => Meaning::NoLadder(name.to_owned()),
    }
}

/// A choice by its command or label, or by the beginning of either.
fn named(lower: &str, choices: &[Choice<'_>]) -> Meaning {
    let texts = |choice: &Choice<'_>| [choice.key, choice.command, choice.label].map(|text| text.as_str().to_lowercase());
    let matching = |test: &dyn Fn(&str) -> bool| -> Vec<usize> {
        let fits = |choice: &Choice<'_>| texts(choice).iter().any(|text| !text.is_empty() && test(text));
        choices.iter().enumerate().filter(|(_, choice)| fits(choice)).map(|(place, _)| place).collect()
    };
    let exact = matching(&|text| text == lower);
    let found =
        if exact.is_empty() { matching(&|text| text.starts_with(lower) || bare(text).starts_with(lower)) } else { exact };
    match found[..] {
        [] => Meaning::Unknown(lower.chars().take(40).collect()),
        [place] => chosen(place, choices),
        _ => Meaning::Several(found.into_iter().map(number).collect()),
    }
}

/// A label without its article: who types `thrust` means `a thrust`.
fn bare(label: &str) -> &str {
    ["a ", "an ", "the "].iter().find_map(|article| label.strip_prefix(article)).unwrap_or(label)
}

fn chosen(place: usize, choices: &[Choice<'_>]) -> Meaning {
    let is_barred = choices.get(place).is_some_and(|choice| !choice.why_not.is_empty());
    if is_barred { Meaning::NotNow(number(place)) } else { Meaning::Choice(number(place)) }
}

fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::SceneBuilder;

    fn check(line: &str, expected: Meaning) {
        let mut builder = SceneBuilder::fight();
        builder
            .choice("", "north", "step north")
            .choice("", "north-east", "step north-east")
            .choice("L", "listen", "listen");
        assert_eq!(meaning(line, &builder.scene()), expected, "{line:?}");
    }

    #[test]
    fn keys_commands_labels_and_their_beginnings_choose() {
        check("k", Meaning::Choice(0));
        check(" K ", Meaning::Choice(0));
        check("attack", Meaning::Choice(0));
        check("a thrust", Meaning::Choice(0));
        check("thr", Meaning::Choice(0));
        check("SPACE", Meaning::Choice(1));
        check("hold", Meaning::Choice(1));
        check("L", Meaning::Choice(5));
    }

    #[test]
    fn an_exact_name_beats_longer_ones_and_a_beginning_must_fit_one_alone() {
        check("north", Meaning::Choice(3));
        check("north-e", Meaning::Choice(4));
        check("nor", Meaning::Several(vec![3, 4]));
    }

    #[test]
    fn what_cannot_be_done_is_not_chosen() {
        check("cast", Meaning::NotNow(2));
        check("c", Meaning::NotNow(2));
    }

    #[test]
    fn the_words_of_the_front_end_are_known_everywhere() {
        check("?", Meaning::Help);
        check("look", Meaning::Look);
        check("!", Meaning::Tells);
        check("history goblin", Meaning::History("goblin".into()));
        check("ladder", Meaning::Ladders);
        check("ladder sta", Meaning::Ladder(0));
        check("ladder guard failing", Meaning::Ladder(0));
        check("ladder luck", Meaning::NoLadder("luck".into()));
        check("quit", Meaning::Quit);
    }

    #[test]
    fn odd_lines_mean_nothing_or_are_unknown() {
        check("", Meaning::Nothing);
        check("\u{1b}\u{7}\0 ", Meaning::Nothing);
        check("\u{fffd}\u{fffd}", Meaning::Unknown("\u{fffd}\u{fffd}".into()));
        check(&"x".repeat(5000), Meaning::Unknown("x".repeat(40)));
    }
}
