//! From what files say to tables: the desk at which every file is checked.
//!
//! Owns the helpers that all sorts of entities share: finding ids, compiling lines, naming. It must never read a file and
//! never stop at a problem; what it makes is used only if there was none. `load` and `fight` own the order of the work.

use super::known::{Known, Sort};
use super::lexicon::Lexicon;
use super::problem::{Problem, Problems};
use super::reading::{Source, Span, Spanned};
use super::schema::Text;
use super::tables::{ActionIx, ArgDef, Line, LineIx, MindLine, SelectorDef, TruthLine};
use super::words::{Given, Parsed, Slip, Words};
use abi::{Arg, PhraseId, VerbId};
use std::collections::BTreeMap;
use std::sync::Arc;

pub mod action;
pub mod actor;
pub mod addition;
pub mod archetype;
pub mod feat;
pub mod fitting;
pub mod hooks;
pub mod place;
pub mod plain;
pub mod profile;
pub mod readings;
pub mod stimulus;

/// Effect lines; equal ones are kept once.
#[derive(Debug, Default)]
pub struct Lines {
    /// The lines.
    pub list: Vec<Line>,
    places: BTreeMap<Arc<str>, LineIx>,
}

impl Lines {
    /// Lines that are there already, to be added to.
    pub fn of(list: Vec<Line>) -> Self {
        let places = list.iter().zip(0..).map(|(line, place)| (line.text.clone(), LineIx(place))).collect();
        Lines { list, places }
    }

    /// The place of a line. Its words and so its arguments follow from its text.
    fn keep(&mut self, parsed: Parsed, text: &str) -> LineIx {
        let line_text: Arc<str> = text.get(parsed.start..).unwrap_or_default().trim().into();
        if let Some(place) = self.places.get(&line_text) {
            return *place;
        }
        let args = parsed.args.into_iter().map(|given| match given {
            Given::Plain(arg) => arg,
            Given::Line(inner) => ArgDef::Fixed(Arg::Line(self.keep(*inner, text).0)),
        });
        let args = args.collect();
        let place = LineIx(u32::try_from(self.list.len()).unwrap_or(u32::MAX));
        self.places.insert(line_text.clone(), place);
        self.list.push(Line { text: line_text, word: u32::try_from(parsed.word).unwrap_or(u32::MAX), args });
        place
    }
}

/// Where content is checked.
#[derive(Debug)]
pub struct Desk<'a> {
    /// All words.
    pub words: &'a Words,
    /// All ids.
    pub known: &'a Known,
    /// What modules registered.
    pub lexicon: &'a Lexicon,
    /// Everything that is wrong so far.
    pub problems: &'a mut Problems,
    /// Effect lines so far.
    pub lines: Lines,
    /// The text of every id so far.
    pub names: BTreeMap<u64, Arc<str>>,
}

impl Desk<'_> {
    /// A problem at a place.
    pub fn report(&mut self, source: &Source, span: Span, found: &str, allowed: &str) {
        source.report(self.problems, span, found, allowed, None);
    }

    /// Something that does not stop the load.
    pub fn warn(&mut self, source: &Source, span: Span, found: &str, allowed: &str) {
        if !span.is_stand_in() {
            self.problems.push(source.problem(span, "", found, allowed, None).warning());
        }
    }

    /// Checks a number that stands in a file.
    pub fn check_range<T>(&mut self, source: &Source, number: &Spanned<T>, what: &str, range: std::ops::RangeInclusive<i64>)
    where
        T: Copy + Into<i64>,
    {
        let value: i64 = number.value.into();
        if !range.contains(&value) {
            let allowed = format!("{} to {}", range.start(), range.end());
            self.report(source, number.span, &format!("{what} of {value}"), &allowed);
        }
    }

    /// Keeps the text of an id. Two texts with one hash would be one thing to the game.
    pub fn name(&mut self, text: &str) -> u64 {
        let id = abi::hash(text);
        let other = self.names.entry(id).or_insert_with(|| text.into());
        if **other != *text {
            let found = format!("the ids `{other}` and `{text}`, which have one hash");
            self.problems.push(Problem::of_file("?", "names", &found, "another name for one of them"));
        }
        id
    }

    /// The text that a file names, if it names one.
    pub fn phrase(&mut self, text: Option<&Text>, source: &Source) -> PhraseId {
        text.map_or(PhraseId::NONE, |text| PhraseId(self.id(Sort::Phrase, text, source)))
    }

    /// The hash of an id that must exist; 0 where it does not.
    pub fn id(&mut self, sort: Sort, text: &Text, source: &Source) -> u64 {
        match self.known.find(sort, text, source, self.problems) {
            Some(_) => self.name(self.known.now(sort, &text.value).unwrap_or(&text.value)),
            None => 0,
        }
    }

    /// The place of an id that must exist.
    pub fn place(&mut self, sort: Sort, text: &Text, source: &Source) -> Option<u32> {
        self.known.find(sort, text, source, self.problems)
    }

    /// The place of an action that must exist.
    pub fn action_ix(&mut self, text: &Text, source: &Source) -> Option<ActionIx> {
        self.place(Sort::Action, text, source).map(ActionIx)
    }

    /// Verbs that must exist.
    pub fn verbs(&mut self, texts: &[Text], source: &Source) -> Vec<VerbId> {
        texts.iter().map(|text| VerbId(self.id(Sort::Verb, text, source))).collect()
    }

    /// Compiles effect lines.
    pub fn effects(&mut self, texts: &[Text], source: &Source) -> Vec<LineIx> {
        texts.iter().filter_map(|text| self.effect(text, source)).collect()
    }

    fn effect(&mut self, text: &Text, source: &Source) -> Option<LineIx> {
        match self.words.effect(self.known, &text.value) {
            Ok(parsed) => Some(self.lines.keep(parsed, &text.value)),
            Err(slips) => {
                self.slips(text, source, slips);
                None
            }
        }
    }

    /// Compiles a condition of a rank.
    pub fn mind(&mut self, text: &Text, source: &Source) -> Option<MindLine> {
        self.words.mind(self.known, &text.value).map_err(|slips| self.slips(text, source, slips)).ok()
    }

    /// Compiles a condition of a hook.
    pub fn truth(&mut self, text: &Text, source: &Source) -> Option<TruthLine> {
        self.words.truth(self.known, &text.value).map_err(|slips| self.slips(text, source, slips)).ok()
    }

    /// Compiles guards.
    pub fn guards(&mut self, texts: &[Text], source: &Source) -> Vec<u32> {
        let mut places = Vec::new();
        for text in texts {
            match self.words.guard(self.known, &text.value) {
                Ok(place) => places.push(place),
                Err(slips) => self.slips(text, source, slips),
            }
        }
        places
    }

    /// Compiles a selector.
    pub fn selector(&mut self, text: &Text, source: &Source) -> Option<SelectorDef> {
        self.words.selector(self.known, &text.value).map_err(|slips| self.slips(text, source, slips)).ok()
    }

    fn slips(&mut self, text: &Text, source: &Source, slips: Vec<Slip>) {
        for slip in slips {
            let span = inside(text, slip.start, slip.end);
            source.report(self.problems, span, &slip.found, &slip.allowed, slip.nearest);
        }
    }
}

/// The place of a part of a text, where the text stands in its file as it is; else that of the whole text.
fn inside(text: &Text, start: usize, end: usize) -> Span {
    let (from, to) = (text.span.start(), text.span.end());
    if text.span.is_nowhere() {
        return text.span;
    }
    match (to - from).checked_sub(text.value.len()) {
        // Two quotes and no escapes.
        Some(2) => Span::new(from + 1 + start, from + 1 + end),
        Some(0) => Span::new(from + start, from + end),
        _ => text.span,
    }
}

/// What a thing is called where its file does not say: its stem with spaces.
pub fn spoken(id: &str) -> String {
    id.rsplit('/').next().unwrap_or(id).replace('-', " ")
}
