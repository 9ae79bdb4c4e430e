//! A line of content against the patterns of all words: which word, which arguments, or what is wrong with it.
//!
//! Owns the matching. A line is matched strictly first, and nothing is noted on the way, since nearly all lines fit. Where no
//! word fits it is matched with every argument taken as it stands, so that a wrong argument is said as such and not as a wrong
//! word; and where that fits none either, strictly again with a note of where each word was left. It must never know files:
//! offsets are into the line. `Words` calls it.

use super::pattern::{ArgKind, Part, Unit, Word, with_article};
use super::{SelectorHead, Words};
use crate::content::known::{Known, Sort};
use crate::content::problem::nearest;
use crate::content::reading::listed;
use crate::content::tables::{ArgDef, SelectorDef};
use abi::{ActionKind, Arg, Phase};
use std::collections::{BTreeMap, BTreeSet};

/// Longest line, in pieces; content's own have about ten.
const MOST_PIECES: usize = 64;
/// Most selectors or lines inside one another.
const MOST_DEPTH: u32 = 6;

/// Something wrong with a line, at byte offsets into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// First byte.
    pub start: usize,
    /// First byte behind.
    pub end: usize,
    /// What stands there.
    pub found: String,
    /// What may stand there.
    pub allowed: String,
    /// The most likely one.
    pub nearest: Option<String>,
}

/// An argument that was read.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// A value, a selector or a hand.
    Plain(ArgDef),
    /// An effect line inside this one.
    Line(Box<Parsed>),
}

/// A line that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    /// The word's place in its list.
    pub word: usize,
    /// Where in the text it begins; a line inside another does not begin at 0.
    pub start: usize,
    /// Its arguments, in the order of the first pattern.
    pub args: Vec<Given>,
}

/// A stretch of the line between spaces and hyphens.
#[derive(Copy, Clone)]
struct Piece {
    start: usize,
    end: usize,
    /// The first piece behind its token, which ends at a space.
    token_end: usize,
}

/// How far one reading has come.
#[derive(Clone)]
struct State {
    at: usize,
    literals: usize,
    args: Vec<Given>,
    slips: Vec<Slip>,
}

impl State {
    /// The better of two readings has fewer slips, then more of them with a likely word, then more literals.
    fn rank(&self) -> (usize, usize, std::cmp::Reverse<usize>) {
        let unlikely = self.slips.iter().filter(|slip| slip.nearest.is_none()).count();
        (self.slips.len(), unlikely, std::cmp::Reverse(self.literals))
    }
}

/// One line under one look.
pub(super) struct Matcher<'a> {
    words: &'a Words,
    known: &'a Known,
    text: &'a str,
    pieces: Vec<Piece>,
    is_lenient: bool,
    /// Whether it is noted what was expected where no word went on.
    is_noting: bool,
    depth: u32,
    farthest: usize,
    expected: BTreeSet<String>,
}

fn split(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut from = 0;
    for token in text.split(char::is_whitespace) {
        let first = pieces.len();
        let mut start = from;
        for part in token.split('-') {
            if !part.is_empty() {
                pieces.push(Piece { start, end: start + part.len(), token_end: 0 });
            }
            start += part.len() + 1;
        }
        let token_end = pieces.len();
        pieces.iter_mut().skip(first).for_each(|piece| piece.token_end = token_end);
        // White space may be longer than a byte.
        from += token.len();
        from += text.get(from..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    }
    pieces
}

/// Reads `text` from byte `from` on as one of `list`.
///
/// # Errors
/// Every wrong argument, or where and why no word fits. Never an empty list.
pub(super) fn read<'w>(
    words: &Words,
    known: &Known,
    text: &str,
    from: usize,
    noun: &str,
    list: impl Iterator<Item = (usize, &'w Word)> + Clone,
) -> Result<Parsed, Vec<Slip>> {
    let pieces = split(text);
    let first = pieces.iter().position(|piece| piece.start >= from).unwrap_or(pieces.len());
    let whole = |found: String, allowed: &str| {
        vec![Slip { start: from, end: text.len(), found, allowed: allowed.into(), nearest: None }]
    };
    if first == pieces.len() {
        return Err(whole("nothing".to_owned(), &format!("a line that names {}", with_article(noun))));
    }
    if pieces.len() > MOST_PIECES {
        return Err(whole(format!("a line of {} words", pieces.len()), &format!("at most {MOST_PIECES}")));
    }
    let new = |is_lenient, is_noting| Matcher {
        words,
        known,
        text,
        pieces: pieces.clone(),
        is_lenient,
        is_noting,
        depth: 0,
        farthest: first,
        expected: BTreeSet::new(),
    };
    if let Some((parsed, _)) = new(false, false).line(list.clone(), first) {
        return Ok(parsed);
    }
    if let Some((_, slips)) = new(true, false).line(list.clone(), first) {
        return Err(slips);
    }
    let mut strict = new(false, true);
    strict.line(list.clone(), first);
    Err(vec![strict.why_not(noun, first, list)])
}

impl Matcher<'_> {
    /// The best reading of all that is left as one of the words.
    fn line<'w>(&mut self, list: impl Iterator<Item = (usize, &'w Word)>, at: usize) -> Option<(Parsed, Vec<Slip>)> {
        let mut best: Option<(usize, State)> = None;
        for (place, word) in list {
            for state in self.word(word, at) {
                let is_whole = state.at == self.pieces.len();
                if !is_whole {
                    self.expect(state.at, || "the end of the line".to_owned());
                }
                if is_whole && best.as_ref().is_none_or(|(_, other)| state.rank() < other.rank()) {
                    best = Some((place, state));
                }
            }
        }
        let start = self.pieces.get(at).map_or(self.text.len(), |piece| piece.start);
        best.map(|(word, state)| (Parsed { word, start, args: state.args }, state.slips))
    }

    /// All readings of one word, the best for each end.
    fn word(&mut self, word: &Word, at: usize) -> Vec<State> {
        let mut ends = Vec::new();
        for parts in &word.patterns {
            if !self.is_noting && !self.may_begin(parts, at) {
                continue;
            }
            let absent = Given::Plain(ArgDef::Fixed(Arg::Absent));
            let new = State { at, literals: 0, args: vec![absent; word.arg_names.len()], slips: Vec::new() };
            ends.extend(self.parts(parts, vec![new]));
        }
        best_of_each_end(ends)
    }

    /// Whether a pattern may fit here, by its first part alone: most words are ruled out by it.
    fn may_begin(&self, parts: &[Part], at: usize) -> bool {
        match parts.first() {
            Some(Part::Literal(phrases)) => phrases.iter().any(|phrase| self.starts_with(at, phrase)),
            _ => true,
        }
    }

    fn parts(&mut self, parts: &[Part], mut states: Vec<State>) -> Vec<State> {
        for part in parts {
            let mut next = Vec::new();
            for state in states {
                match part {
                    Part::Literal(phrases) => next.extend(self.literal(phrases, &state)),
                    Part::Arg(slot, kind) => next.extend(self.arg(*slot, kind, &state)),
                    Part::Optional(inner) => {
                        next.extend(self.parts(inner, vec![state.clone()]));
                        next.push(state);
                    }
                }
            }
            states = best_of_each_end(next);
            if states.is_empty() {
                break;
            }
        }
        states
    }

    fn literal(&mut self, phrases: &[Vec<String>], state: &State) -> Vec<State> {
        let mut next = Vec::new();
        for phrase in phrases {
            if self.starts_with(state.at, phrase) {
                let literals = state.literals + phrase.len();
                next.push(State { at: state.at + phrase.len(), literals, ..state.clone() });
            } else {
                self.expect(state.at, || format!("`{}`", phrase.join("-")));
            }
        }
        next
    }

    fn starts_with(&self, at: usize, phrase: &[String]) -> bool {
        phrase.iter().enumerate().all(|(offset, wanted)| self.piece(at + offset) == Some(wanted))
    }

    fn piece(&self, at: usize) -> Option<&str> {
        self.pieces.get(at).and_then(|piece| self.text.get(piece.start..piece.end))
    }

    /// From here to the next space, and the first piece behind it.
    fn token(&self, at: usize) -> Option<(&str, usize)> {
        let piece = self.pieces.get(at)?;
        let last = self.pieces.get(piece.token_end.checked_sub(1)?)?;
        Some((self.text.get(piece.start..last.end)?, piece.token_end))
    }

    fn expect(&mut self, at: usize, what: impl FnOnce() -> String) {
        if !self.is_noting {
            return;
        }
        if at > self.farthest {
            self.farthest = at;
            self.expected.clear();
        }
        if at == self.farthest {
            self.expected.insert(what());
        }
    }

    /// All readings of one argument.
    fn arg(&mut self, slot: usize, kind: &ArgKind, state: &State) -> Vec<State> {
        let readings: Vec<(usize, usize, Given, Vec<Slip>)> = match kind {
            ArgKind::Who => self.who(state.at),
            ArgKind::Line => self.inner_line(state.at),
            ArgKind::Choice(phrases) => self.choice(phrases, state.at),
            _ => self
                .plain(kind, state.at)
                .into_iter()
                .map(|(end, value)| (end, 0, Given::Plain(value), Vec::new()))
                .collect(),
        };
        if readings.is_empty() {
            self.expect(state.at, || kind.described());
            return if self.is_lenient { self.slip(kind, state).into_iter().collect() } else { Vec::new() };
        }
        let filled = readings.into_iter().map(|(at, literals, given, slips)| {
            let mut next = State { at, literals: state.literals + literals, ..state.clone() };
            if let Some(arg) = next.args.get_mut(slot) {
                *arg = given;
            }
            next.slips.extend(slips);
            next
        });
        filled.collect()
    }

    /// An argument of one token.
    fn plain(&self, kind: &ArgKind, at: usize) -> Option<(usize, ArgDef)> {
        if let ArgKind::Number(unit) = kind {
            let number = number_of(self.piece(at)?, *unit)?;
            return Some((at + 1, ArgDef::Fixed(Arg::Number(number))));
        }
        let (token, end) = self.token(at)?;
        let value = match kind {
            ArgKind::Rung(ladder) => {
                let place = self.known.rungs(ladder)?.iter().position(|rung| **rung == *token)?;
                Arg::Rung(i32::try_from(place).ok()?)
            }
            ArgKind::Phase => Arg::Phase(Phase::named(token)?),
            ArgKind::ActionKind => Arg::Kind(ActionKind::named(token)?),
            ArgKind::Id(sort) => Arg::Id(abi::hash(&self.id(*sort, token)?)),
            ArgKind::Hand => {
                return self.known.has(Sort::Hand, token).then(|| (end, ArgDef::Hand(token.into())));
            }
            _ => return None,
        };
        Some((end, ArgDef::Fixed(value)))
    }

    /// The id that a token names. Events are written with hyphens or underscores.
    fn id(&self, sort: Option<Sort>, token: &str) -> Option<String> {
        let event = token.replace('-', "_");
        match sort {
            Some(Sort::Event) | None if self.known.has(Sort::Event, &event) => Some(event),
            Some(sort) => self.known.now(sort, token).map(str::to_owned),
            None => self.known.all_ids().any(|id| id == token).then(|| token.to_owned()),
        }
    }

    fn choice(&self, phrases: &[Vec<String>], at: usize) -> Vec<(usize, usize, Given, Vec<Slip>)> {
        let fitting = phrases.iter().enumerate().filter(|(_, phrase)| self.starts_with(at, phrase));
        let given = fitting.map(|(place, phrase)| {
            let choice = Arg::Choice(u32::try_from(place).unwrap_or(u32::MAX));
            (at + phrase.len(), phrase.len(), Given::Plain(ArgDef::Fixed(choice)), Vec::new())
        });
        given.collect()
    }

    fn who(&mut self, at: usize) -> Vec<(usize, usize, Given, Vec<Slip>)> {
        let who = |selector| Given::Plain(ArgDef::Who(selector));
        let mut readings = Vec::new();
        if let Some((token, end)) = self.token(at) {
            let plain = match token {
                "self" => Some(SelectorDef::Itself),
                "target" => Some(SelectorDef::Target),
                "actor" => Some(SelectorDef::Actor),
                _ => None,
            };
            readings.extend(plain.map(|selector| (end, 1, who(selector), Vec::new())));
        }
        for (end, literals, selector, slips) in self.selectors(at) {
            readings.push((end, literals, who(selector), slips));
        }
        readings
    }

    /// Every selector that the line goes on with.
    fn selectors(&mut self, at: usize) -> Vec<(usize, usize, SelectorDef, Vec<Slip>)> {
        if self.depth >= MOST_DEPTH {
            return Vec::new();
        }
        self.depth += 1;
        let words = self.words;
        let mut found = Vec::new();
        for (head, word) in &words.selectors {
            for state in self.word(word, at) {
                found.push((state.at, state.literals, selector(*head, state.args), state.slips));
            }
        }
        self.depth -= 1;
        found
    }

    fn inner_line(&mut self, at: usize) -> Vec<(usize, usize, Given, Vec<Slip>)> {
        if self.depth >= MOST_DEPTH || at >= self.pieces.len() {
            return Vec::new();
        }
        self.depth += 1;
        let words = self.words;
        let read = self.line(words.effects.iter().enumerate(), at);
        self.depth -= 1;
        read.into_iter().map(|(line, slips)| (self.pieces.len(), 0, Given::Line(Box::new(line)), slips)).collect()
    }

    /// Takes one token for a wrong argument.
    fn slip(&self, kind: &ArgKind, state: &State) -> Option<State> {
        let (token, end) = self.token(state.at)?;
        let piece = self.pieces.get(state.at)?;
        let (allowed, near) = self.allowed(kind, token);
        let found = match kind {
            ArgKind::Number(unit) => format!("`{token}` for a number of {}", unit.name()),
            _ => format!("`{token}` for {}", kind.described()),
        };
        let slip = Slip { start: piece.start, end: piece.start + token.len(), found, allowed, nearest: near };
        let mut next = State { at: end, ..state.clone() };
        next.slips.push(slip);
        Some(next)
    }

    /// What may stand where `token` stands, and which of it is most like it.
    fn allowed(&self, kind: &ArgKind, token: &str) -> (String, Option<String>) {
        let known: Vec<String> = match kind {
            ArgKind::Number(unit) => return (format!("a whole number from 0 to {}", unit.most()), None),
            ArgKind::Rung(ladder) => match self.known.rungs(ladder) {
                Some(rungs) => rungs.iter().map(|rung| rung.to_string()).collect(),
                None => return (format!("a rung of the ladder `{ladder}`, which no pack has"), None),
            },
            ArgKind::Phase => Phase::ALL.iter().map(|phase| phase.name().to_owned()).collect(),
            ArgKind::ActionKind => ActionKind::ALL.iter().map(|kind| kind.name().to_owned()).collect(),
            ArgKind::Id(Some(sort)) => self.known.ids(*sort).map(str::to_owned).collect(),
            ArgKind::Id(None) => self.known.all_ids().map(str::to_owned).collect(),
            ArgKind::Hand => self.known.ids(Sort::Hand).map(str::to_owned).collect(),
            ArgKind::Choice(phrases) => phrases.iter().map(|phrase| phrase.join("-")).collect(),
            ArgKind::Who => self.words.selector_texts(),
            ArgKind::Line => self.words.effects.iter().flat_map(Word::heads).collect(),
        };
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        (listed(&known), nearest(token, known.iter().copied()))
    }

    /// The patterns of the words that begin as the line does: the quickest way to see what is wrong with it.
    fn patterns<'w>(&self, first: usize, list: impl Iterator<Item = (usize, &'w Word)>) -> String {
        const MOST: usize = 4;
        let (token, _) = self.token(first).unwrap_or_default();
        let begins = |text: &&String| text.split_whitespace().next() == token.split_whitespace().next();
        let texts: Vec<String> =
            list.flat_map(|(_, word)| word.texts.iter().filter(begins)).map(|text| format!("`{text}`")).take(MOST).collect();
        if texts.is_empty() { String::new() } else { format!("; the word is {}", texts.join(" or ")) }
    }

    /// Why no word fits: an unknown word, or where the nearest pattern was left.
    fn why_not<'w>(&self, noun: &str, first: usize, list: impl Iterator<Item = (usize, &'w Word)>) -> Slip {
        let start = self.pieces.get(self.farthest).map_or(self.text.len(), |piece| piece.start);
        if self.farthest > first {
            let rest = self.text.get(start..).unwrap_or_default().trim_end();
            let found = if rest.is_empty() { "the end of the line".to_owned() } else { format!("`{rest}`") };
            let expected: Vec<&str> = self.expected.iter().map(String::as_str).collect();
            let (token, _) = self.token(self.farthest).unwrap_or_default();
            let near = nearest(token, expected.iter().map(|word| word.trim_matches('`')));
            let allowed = format!("{}{}", expected.join(", "), self.patterns(first, list));
            return Slip { start, end: start + rest.len(), found, allowed, nearest: near };
        }
        let mut heads: BTreeMap<String, ()> = BTreeMap::new();
        heads.extend(list.flat_map(|(_, word)| word.heads().collect::<Vec<_>>()).map(|head| (head, ())));
        let heads: Vec<&str> = heads.keys().map(String::as_str).collect();
        let (token, _) = self.token(first).unwrap_or_default();
        let near = nearest(token, heads.iter().copied());
        let found = format!("`{token}`, which begins no {noun}");
        Slip { start, end: start + token.len(), found, allowed: listed(&heads), nearest: near }
    }
}

/// Of readings that end at the same piece only the best can matter.
fn best_of_each_end(states: Vec<State>) -> Vec<State> {
    if states.len() < 2 {
        return states;
    }
    let mut best: BTreeMap<usize, State> = BTreeMap::new();
    for state in states {
        match best.get(&state.at) {
            Some(other) if other.rank() <= state.rank() => {}
            _ => {
                best.insert(state.at, state);
            }
        }
    }
    best.into_values().collect()
}

fn number_of(piece: &str, unit: Unit) -> Option<i64> {
    let is_number = !piece.is_empty() && piece.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| piece.parse().ok()).flatten().filter(|number| *number <= unit.most())
}

/// A selector with its arguments. Selectors have no lines in them: their patterns were checked.
fn selector(head: SelectorHead, args: Vec<Given>) -> SelectorDef {
    let plain = args.into_iter().filter_map(|given| match given {
        Given::Plain(arg) => Some(arg),
        Given::Line(_) => None,
    });
    match head {
        SelectorHead::Host(word) => SelectorDef::Host(word, plain.collect()),
        SelectorHead::Word(place) => SelectorDef::Word(place, plain.collect()),
    }
}
