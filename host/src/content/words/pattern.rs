//! Patterns of words: `"within <feet> feet [of <who>]"` as a list of parts.
//!
//! Owns the pattern language. It must never look at a line of content: `matching` does. A pattern that does not parse is a
//! mistake of the module that registered it, and is said with its name.

use crate::content::known::Sort;

/// What an argument is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgKind {
    /// A number, and what of.
    Number(Unit),
    /// A rung of a ladder.
    Rung(String),
    /// A phase.
    Phase,
    /// A kind of action.
    ActionKind,
    /// An id, of one sort or of any.
    Id(Option<Sort>),
    /// One of several phrases, each as its pieces.
    Choice(Vec<Vec<String>>),
    /// Somebody or some place.
    Who,
    /// A hand.
    Hand,
    /// The rest of the line, which is an effect line.
    Line,
}

impl ArgKind {
    /// An argument in a sentence.
    pub fn described(&self) -> String {
        match self {
            Self::Number(unit) => format!("a number of {}", unit.name()),
            Self::Rung(ladder) => format!("a rung of `{ladder}`"),
            Self::Phase => "a phase".to_owned(),
            Self::ActionKind => "a kind of action".to_owned(),
            Self::Id(Some(sort)) => format!("the id of {}", with_article(sort.noun())),
            Self::Id(None) => "an id".to_owned(),
            Self::Choice(phrases) => {
                phrases.iter().map(|phrase| format!("`{}`", phrase.join("-"))).collect::<Vec<_>>().join(" or ")
            }
            Self::Who => "who is meant".to_owned(),
            Self::Hand => "a hand".to_owned(),
            Self::Line => "an effect".to_owned(),
        }
    }
}

/// A noun and the article before it.
pub fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// What a number counts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Feet.
    Feet,
    /// Ticks.
    Ticks,
    /// Thousandths.
    Permille,
    /// Things.
    Count,
}

impl Unit {
    /// All, with their names.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Feet, "feet"), (Self::Ticks, "ticks"), (Self::Permille, "permille"), (Self::Count, "count")];

    /// The name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(unit, _)| *unit == self).map_or("count", |(_, name)| name)
    }

    /// The greatest number that makes sense; anything above is a slip of the finger.
    pub fn most(self) -> i64 {
        match self {
            Self::Feet => 10_000,
            Self::Ticks => 10_000_000,
            Self::Permille | Self::Count => 1_000_000,
        }
    }
}

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// One of several phrases, each as its pieces. Which one, the module is not told.
    Literal(Vec<Vec<String>>),
    /// An argument, and its place in the word's list.
    Arg(usize, ArgKind),
    /// A group that may be left out.
    Optional(Vec<Part>),
}

/// A word: its patterns and how many arguments it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its patterns as they were registered.
    pub texts: Vec<String>,
    /// The same, parsed.
    pub patterns: Vec<Vec<Part>>,
    /// The name of each argument, in the order in which the first pattern names them.
    pub arg_names: Vec<String>,
}

impl Word {
    /// Parses all patterns of one word.
    ///
    /// # Errors
    /// A sentence that says what is wrong with which pattern.
    pub fn parse(patterns: &[String]) -> Result<Self, String> {
        let mut word = Word { texts: patterns.to_vec(), patterns: Vec::new(), arg_names: Vec::new() };
        if patterns.is_empty() {
            return Err("a word without a pattern".to_owned());
        }
        for text in patterns {
            let parts = Parser { names: &mut word.arg_names, seen: Vec::new() }
                .pattern(text)
                .map_err(|wrong| format!("the pattern {text:?}: {wrong}"))?;
            word.patterns.push(parts);
        }
        Ok(word)
    }

    /// The first literal of each pattern, for messages.
    pub fn heads(&self) -> impl Iterator<Item = String> + '_ {
        self.patterns.iter().filter_map(|parts| match parts.first() {
            Some(Part::Literal(phrases)) => phrases.first().map(|pieces| pieces.join("-")),
            _ => None,
        })
    }
}

/// The pieces of a literal: a hyphen and a space are the same.
pub fn pieces(text: &str) -> Vec<String> {
    text.split(|c: char| c == '-' || c.is_whitespace()).filter(|piece| !piece.is_empty()).map(str::to_owned).collect()
}

struct Parser<'a> {
    names: &'a mut Vec<String>,
    seen: Vec<String>,
}

impl Parser<'_> {
    fn pattern(&mut self, text: &str) -> Result<Vec<Part>, String> {
        let spaced = text.replace('[', " [ ").replace(']', " ] ");
        let mut parts = Vec::new();
        let mut group: Option<Vec<Part>> = None;
        for token in spaced.split_whitespace() {
            match (token, group.take()) {
                ("[", None) => group = Some(Vec::new()),
                ("[", Some(_)) => return Err("a `[` inside `[ .. ]`".to_owned()),
                ("]", Some(inner)) if inner.is_empty() => return Err("an empty `[ ]`".to_owned()),
                ("]", Some(inner)) => parts.push(Part::Optional(inner)),
                ("]", None) => return Err("a `]` without its `[`".to_owned()),
                (_, Some(mut inner)) => {
                    inner.push(self.part(token)?);
                    group = Some(inner);
                }
                (_, None) => parts.push(self.part(token)?),
            }
        }
        if group.is_some() {
            return Err("a `[` without its `]`".to_owned());
        }
        match parts.first() {
            Some(Part::Literal(_)) => {}
            _ => return Err("it must begin with a literal word, by which it is found".to_owned()),
        }
        check_line_is_last(&parts)?;
        Ok(parts)
    }

    fn part(&mut self, token: &str) -> Result<Part, String> {
        let Some(inner) = token.strip_prefix('<') else {
            if token.contains(['<', '>']) {
                return Err(format!("`{token}`: an argument stands alone, as `<type>` or `<name:type>`"));
            }
            return Ok(Part::Literal(phrases(token)?));
        };
        let inner = inner.strip_suffix('>').ok_or_else(|| format!("`{token}` without its `>`"))?;
        let (name, kind) = named_kind(inner)?;
        Ok(Part::Arg(self.slot(name), kind))
    }

    /// The place of an argument: by its name, or by its type where it has none, counting those of one name.
    fn slot(&mut self, name: &str) -> usize {
        let count = self.seen.iter().filter(|seen| *seen == name).count();
        self.seen.push(name.to_owned());
        let mut same = self.names.iter().enumerate().filter(|(_, known)| *known == name).map(|(place, _)| place);
        match same.nth(count) {
            Some(place) => place,
            None => {
                self.names.push(name.to_owned());
                self.names.len() - 1
            }
        }
    }
}

fn phrases(text: &str) -> Result<Vec<Vec<String>>, String> {
    let phrases: Vec<Vec<String>> = text.split('|').map(pieces).collect();
    if phrases.iter().any(Vec::is_empty) { Err(format!("`{text}` with an empty alternative")) } else { Ok(phrases) }
}

/// The name and the type of `<..>`. Types with a narrower part of their own (`id:action`) are no names.
fn named_kind(inner: &str) -> Result<(&str, ArgKind), String> {
    match inner.split_once(':') {
        Some(("id" | "rung" | "choice", _)) => Ok((inner, arg_kind(inner)?)),
        Some((name, rest)) => Ok((name, arg_kind(rest)?)),
        None => Ok((inner, arg_kind(inner)?)),
    }
}

fn arg_kind(text: &str) -> Result<ArgKind, String> {
    if let Some((unit, _)) = Unit::ALL.iter().find(|(_, name)| *name == text) {
        return Ok(ArgKind::Number(*unit));
    }
    match (text, text.split_once(':')) {
        ("phase", _) => Ok(ArgKind::Phase),
        ("kind", _) => Ok(ArgKind::ActionKind),
        ("id", _) => Ok(ArgKind::Id(None)),
        ("who", _) => Ok(ArgKind::Who),
        ("hand", _) => Ok(ArgKind::Hand),
        ("line", _) => Ok(ArgKind::Line),
        (_, Some(("rung", ladder))) if !ladder.is_empty() => Ok(ArgKind::Rung(ladder.to_owned())),
        (_, Some(("choice", list))) => Ok(ArgKind::Choice(phrases(list)?)),
        (_, Some(("id", noun))) => match Sort::ALL.iter().find(|(_, name)| *name == noun) {
            Some((sort, _)) => Ok(ArgKind::Id(Some(*sort))),
            None => Err(format!("`id:{noun}`: there are no ids of that sort")),
        },
        _ => Err(format!(
            "`{text}` is no type; there are feet, ticks, permille, count, rung:LADDER, phase, kind, id, id:SORT, \
             choice:a|b, who, hand, line"
        )),
    }
}

/// A line takes all that follows, so nothing can stand behind it.
fn check_line_is_last(parts: &[Part]) -> Result<(), String> {
    let is_line = |part: &Part| matches!(part, Part::Arg(_, ArgKind::Line));
    let holds_line = |part: &Part| is_line(part) || matches!(part, Part::Optional(inner) if inner.iter().any(is_line));
    match parts.iter().position(holds_line) {
        Some(place) if place + 1 < parts.len() => Err("something behind `<line>`, which takes all the rest".to_owned()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(patterns: &[&str]) -> Result<Word, String> {
        Word::parse(&patterns.iter().map(|&text| text.to_owned()).collect::<Vec<_>>())
    }

    fn check_names(patterns: &[&str], names: &[&str]) {
        assert_eq!(parsed(patterns).expect("the patterns are right").arg_names, names);
    }

    fn check_wrong(pattern: &str, why: &str) {
        let wrong = parsed(&[pattern]).expect_err("the pattern is wrong");
        assert!(wrong.contains(why), "{pattern:?} gave {wrong:?}");
    }

    #[test]
    fn arguments_are_in_the_order_of_the_first_pattern() {
        check_names(&["within <feet> feet [of <who>]"], &["feet", "who"]);
        check_names(
            &[
                "stage [of <who>] <choice:at-least|at-most> <rung:stage>",
                "stage mine <choice:at-least|at-most> <rung:stage>",
            ],
            &["who", "choice:at-least|at-most", "rung:stage"],
        );
        check_names(&["a <from:count> <to:count>", "b <to:count>"], &["from", "to"]);
        check_names(&["a <count> <count>", "b <count>"], &["count", "count"]);
        check_names(&["a", "b <id:action>"], &["id:action"]);
    }

    #[test]
    fn a_wrong_pattern_says_why() {
        check_wrong("<who> near", "must begin with a literal");
        check_wrong("a [b [c]]", "`[` inside");
        check_wrong("a b]", "without its `[`");
        check_wrong("a [b", "without its `]`");
        check_wrong("a <foot>", "is no type");
        check_wrong("a <id:colour>", "no ids of that sort");
        check_wrong("a <line> b", "behind `<line>`");
        check_wrong("a x<feet>", "stands alone");
        check_wrong("a||b", "empty alternative");
    }

    #[test]
    fn a_hyphen_is_a_space_in_literals() {
        assert_eq!(
            parsed(&["flank-free"]).map(|word| word.patterns),
            parsed(&["flank free"]).map(|word| {
                let pieces: Vec<String> = word.patterns[0]
                    .iter()
                    .flat_map(|part| match part {
                        Part::Literal(phrases) => phrases[0].clone(),
                        _ => Vec::new(),
                    })
                    .collect();
                vec![vec![Part::Literal(vec![pieces])]]
            })
        );
    }
}
