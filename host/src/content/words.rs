//! Words: how lines of content name code, and the host's own ones.
//!
//! Owns all words that may stand in content, from the modules and from the host, and turns a line into its compiled form
//! or into what is wrong with it. It must never call a module. `compile` calls it for every line.

use super::known::Known;
use super::lexicon::{Lexicon, WordForm};
use super::problem::{Problem, Problems};
use super::tables::{ArgDef, HostSelector, HostWord, MindLine, MindWord, SelectorDef, TruthLine};
use matching::read;
pub use matching::{Given, Parsed, Slip};
use pattern::{ArgKind, Part, Word};

mod matching;
mod pattern;

/// The predicates that take a search, with their patterns. Arguments are in the order of the first pattern, those that it
/// lacks behind: `Reach` has who and action.
const HOST_MINDS: &[(HostWord, &[&str])] = &[
    (HostWord::Reach, &["reach [<who>]", "reach <id:action> [of <who>]"]),
    (HostWord::ReachWithin, &["reach-within <ticks> ticks [of <who>]"]),
    (HostWord::Within, &["within <feet> feet [of <who>]"]),
    (HostWord::InShape, &["in-shape [of <who>]"]),
    (HostWord::Cornered, &["cornered"]),
    (HostWord::FlankFree, &["flank free"]),
    (HostWord::Cover, &["cover [from <who>]"]),
    (HostWord::Alertness, &["alertness <choice:at-least|at-most|exactly> <rung:alertness>"]),
    (HostWord::Awareness, &["awareness <choice:at-least|at-most|exactly> <rung:awareness>"]),
    (HostWord::Light, &["light <choice:at-least|at-most|exactly> <rung:light>"]),
    (HostWord::TimesRead, &["times-read <id:action> <choice:at-least|at-most|exactly> <count>"]),
    (HostWord::SeenToWork, &["seen-to-work <id:action>"]),
    (HostWord::InZone, &["in-zone"]),
];

/// The selectors that take a search (clause M12).
const HOST_SELECTORS: &[(HostSelector, &[&str])] = &[
    (HostSelector::FlankOf, &["flank of <who>"]),
    (HostSelector::Toward, &["toward <who>"]),
    (HostSelector::AwayFrom, &["away from <who>", "away from enemies"]),
    (HostSelector::Behind, &["behind <who>"]),
    (HostSelector::Beside, &["beside <who>"]),
    (HostSelector::Around, &["around <who>"]),
    (HostSelector::Before, &["before <who>"]),
    (HostSelector::CoverFrom, &["cover from <who>"]),
    (HostSelector::TowardTrouble, &["toward trouble"]),
    (HostSelector::DoorToward, &["door toward <who>"]),
];

/// Whose a selector is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum SelectorHead {
    /// The host's.
    Host(HostSelector),
    /// A module's: its place in the registry.
    Word(u32),
}

/// All words.
#[derive(Debug, Default)]
pub struct Words {
    effects: Vec<Word>,
    minds: Vec<(MindWord, Word)>,
    selectors: Vec<(SelectorHead, Word)>,
    truths: Vec<Word>,
    guards: Vec<Word>,
}

impl Words {
    /// The words of the host and of all modules. A pattern that does not parse is a problem of its module.
    pub fn new(lexicon: &Lexicon, problems: &mut Problems) -> Self {
        let mut words = Words::default();
        for (word, patterns) in HOST_MINDS {
            words.minds.extend(host_word(patterns, problems).map(|parsed| (MindWord::Host(*word), parsed)));
        }
        for (word, patterns) in HOST_SELECTORS {
            words.selectors.extend(host_word(patterns, problems).map(|parsed| (SelectorHead::Host(*word), parsed)));
        }
        words.effects = module_words(&lexicon.effects, "effect", problems);
        let minds = module_words(&lexicon.minds, "predicate", problems);
        words.minds.extend(minds.into_iter().zip(0..).map(|(word, place)| (MindWord::Word(place), word)));
        words.truths = module_words(&lexicon.truths, "world word", problems);
        words.guards = module_words(&lexicon.guards, "guard", problems);
        let selectors = module_words(&lexicon.selectors, "selector", problems);
        words.selectors.extend(selectors.into_iter().zip(0..).map(|(word, place)| (SelectorHead::Word(place), word)));
        words
    }

    /// An effect line.
    ///
    /// # Errors
    /// Every slip in it.
    pub fn effect(&self, known: &Known, text: &str) -> Result<Parsed, Vec<Slip>> {
        read(self, known, text, 0, "effect", self.effects.iter().enumerate())
    }

    /// A condition of a rank, which may begin with `not`.
    ///
    /// # Errors
    /// Every slip in it.
    pub fn mind(&self, known: &Known, text: &str) -> Result<MindLine, Vec<Slip>> {
        let (is_negated, from) = negation(text);
        let list = self.minds.iter().map(|(_, word)| word).enumerate();
        let parsed = read(self, known, text, from, "condition", list)?;
        let word = self.minds.get(parsed.word).map_or(MindWord::Word(u32::MAX), |(word, _)| *word);
        let args = plain(parsed.args);
        let fixed = |arg: &ArgDef| if let ArgDef::Fixed(arg) = arg { Some(*arg) } else { None };
        let fixed = args.iter().map(fixed).collect();
        Ok(MindLine { text: text.trim().into(), is_negated, word, args, fixed, number: 0 })
    }

    /// A condition of a hook, which is over the truth and may begin with `not`.
    ///
    /// # Errors
    /// Every slip in it.
    pub fn truth(&self, known: &Known, text: &str) -> Result<TruthLine, Vec<Slip>> {
        let (is_negated, from) = negation(text);
        let parsed = read(self, known, text, from, "world word", self.truths.iter().enumerate())?;
        let word = u32::try_from(parsed.word).unwrap_or(u32::MAX);
        Ok(TruthLine { text: text.trim().into(), is_negated, word, args: plain(parsed.args) })
    }

    /// A guard: its place in the registry.
    ///
    /// # Errors
    /// Every slip in it.
    pub fn guard(&self, known: &Known, text: &str) -> Result<u32, Vec<Slip>> {
        let parsed = read(self, known, text, 0, "guard", self.guards.iter().enumerate())?;
        Ok(u32::try_from(parsed.word).unwrap_or(u32::MAX))
    }

    /// A selector: `self`, `target`, `actor`, or a registered one.
    ///
    /// # Errors
    /// Every slip in it.
    pub fn selector(&self, known: &Known, text: &str) -> Result<SelectorDef, Vec<Slip>> {
        match text.trim() {
            "self" => return Ok(SelectorDef::Itself),
            "target" => return Ok(SelectorDef::Target),
            "actor" => return Ok(SelectorDef::Actor),
            _ => {}
        }
        let list = self.selectors.iter().map(|(_, word)| word).enumerate();
        let parsed = read(self, known, text, 0, "selector", list)?;
        let args = plain(parsed.args);
        Ok(match self.selectors.get(parsed.word) {
            Some((SelectorHead::Host(word), _)) => SelectorDef::Host(*word, args),
            Some((SelectorHead::Word(place), _)) => SelectorDef::Word(*place, args),
            None => SelectorDef::Target,
        })
    }

    /// How each selector may be written.
    fn selector_texts(&self) -> Vec<String> {
        let plain = ["self", "target", "actor"].map(str::to_owned);
        plain.into_iter().chain(self.selectors.iter().flat_map(|(_, word)| word.texts.clone())).collect()
    }
}

/// Whether a condition begins with `not`, and where the rest of it begins.
fn negation(text: &str) -> (bool, usize) {
    let trimmed = text.trim_start();
    let is_negated = trimmed.strip_prefix("not").is_some_and(|rest| rest.starts_with(char::is_whitespace));
    (is_negated, if is_negated { text.len() - trimmed.len() + "not".len() } else { 0 })
}

/// Arguments of a word that takes no line.
fn plain(args: Vec<Given>) -> Vec<ArgDef> {
    let plain = |given| match given {
        Given::Plain(arg) => Some(arg),
        Given::Line(_) => None,
    };
    args.into_iter().filter_map(plain).collect()
}

fn host_word(patterns: &[&str], problems: &mut Problems) -> Option<Word> {
    let form = WordForm { patterns: patterns.iter().map(|&text| text.to_owned()).collect(), module: "host".to_owned() };
    module_words(std::slice::from_ref(&form), "word", problems).pop()
}

/// A word whose patterns are wrong keeps its place, and matches nothing.
fn module_words(forms: &[WordForm], noun: &str, problems: &mut Problems) -> Vec<Word> {
    forms
        .iter()
        .map(|form| {
            checked_word(form, noun).unwrap_or_else(|wrong| {
                let found = format!("the module `{}`, which registers an {noun} with {wrong}", form.module);
                problems.push(Problem::of_file(
                    &form.module,
                    "its library",
                    &found,
                    "patterns of the README's language; report it to its author",
                ));
                Word { texts: Vec::new(), patterns: Vec::new(), arg_names: Vec::new() }
            })
        })
        .collect()
}

fn checked_word(form: &WordForm, noun: &str) -> Result<Word, String> {
    let word = Word::parse(&form.patterns)?;
    let is_line = |part: &Part| matches!(part, Part::Arg(_, ArgKind::Line));
    let holds_line = |part: &Part| is_line(part) || matches!(part, Part::Optional(inner) if inner.iter().any(is_line));
    if noun != "effect" && word.patterns.iter().flatten().any(holds_line) {
        return Err("a `<line>`, which only effects can take".to_owned());
    }
    if noun == "guard" && !word.arg_names.is_empty() {
        return Err(format!("an argument `<{}>`: a guard is told the intent and nothing else", word.arg_names.join(">, <")));
    }
    Ok(word)
}

#[cfg(test)]
mod tests;
