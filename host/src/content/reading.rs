//! A pack's file in, a typed value out, or every problem of the file with its place.
//!
//! Owns the way from bytes to values: what may be opened, the places in it, and one set of RON options (`implicit_some`,
//! `unwrap_newtypes`, unknown and repeated fields are errors). It must never know what content means, never panic on any
//! input, and never hand out a value of a file that has an error. The loader of packs calls it; the schemas are plain
//! serde types with `Spanned` around whatever a later check may want to point at.
//!
//! `parse` makes the tree, `feed` gives it to serde, `stand_in` fills the holes behind a problem so that reading goes on.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use crate::plain_text::is_order;

use super::problem::{Excerpt, Problem, Problems, Severity, bounded, nearest};

mod feed;
mod opening;
mod parse;
mod span;
mod stand_in;
mod tree;

pub use span::{Span, Spanned};

/// Most known words that a message lists.
const LISTED_WORDS: usize = 24;

/// Bounds on one file. They are far above honest content and far below what would hurt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Largest file, in bytes.
    pub file_bytes: u64,
    /// Most brackets inside one another.
    pub depth: u32,
    /// Most values (numbers, texts, lists, structs ...) in one file.
    pub values: u32,
    /// Most problems said of one file; one more says that there are others.
    pub problems: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { file_bytes: 4 << 20, depth: 64, values: 250_000, problems: 200 }
    }
}

/// The text of one file, and its name in messages.
#[derive(Debug)]
pub struct Source {
    pack: String,
    file: PathBuf,
    text: String,
    line_starts: Vec<usize>,
    limits: Limits,
    tree: OnceCell<parse::Tree>,
}

/// A value read from a file that may have problems: good enough to look for more, not to be used.
///
/// Where the file was wrong a stand-in took the place; `Source::report` says nothing about those.
#[derive(Debug)]
pub struct Draft<T> {
    value: T,
    is_whole: bool,
}

impl<T> Draft<T> {
    /// For checks alone.
    pub fn look(&self) -> &T {
        &self.value
    }

    /// The value, if its file read without an error. Problems found by later checks are the caller's list to judge.
    pub fn whole(self) -> Option<T> {
        self.is_whole.then_some(self.value)
    }

    /// The value with its stand-ins. The caller's list has an error where there are any, and must be settled in the end.
    pub fn even_broken(self) -> T {
        self.value
    }
}

impl Source {
    /// Reads `relative` below the folder `root` of the pack `pack`.
    ///
    /// Errors: a path that leaves the folder (also by a link), anything but a plain file, a file over the limit, one that
    /// is missing, unreadable, not UTF-8 or holds a control character. A byte order mark is passed over.
    pub fn open(pack: &str, root: &Path, relative: &Path, limits: Limits) -> Result<Self, Problems> {
        let bytes = opening::read_bytes(pack, root, relative, limits)?;
        Self::from_bytes(pack, &root.join(relative), bytes, limits)
    }

    /// Reads a file that somebody named outright, wherever it lies. Errors as for `open`, but a link is followed.
    pub fn open_named(pack: &str, path: &Path, limits: Limits) -> Result<Self, Problems> {
        Self::from_bytes(pack, path, opening::read_named(pack, path, limits)?, limits)
    }

    fn from_bytes(pack: &str, file: &Path, bytes: Vec<u8>, limits: Limits) -> Result<Self, Problems> {
        match String::from_utf8(bytes) {
            Ok(text) => Self::from_text(pack, file, &text, limits),
            Err(wrong) => {
                let offset = wrong.utf8_error().valid_up_to();
                let before = String::from_utf8_lossy(wrong.as_bytes().get(..offset).unwrap_or(&[])).into_owned();
                let source = Self::placed(pack, file, &before, limits);
                let byte = wrong.as_bytes().get(offset).copied().unwrap_or(0);
                let found = format!("byte 0x{byte:02x} at offset {offset}, which is not UTF-8");
                Err(source.problem(Span::new(offset, offset), "", &found, "a file in UTF-8; save it so", None).into())
            }
        }
    }

    /// A text that is no file of its own: a test, or a part of a save.
    pub fn from_text(pack: &str, file: &Path, text: &str, limits: Limits) -> Result<Self, Problems> {
        let source = Self::placed(pack, file, text.strip_prefix('\u{feff}').unwrap_or(text), limits);
        let mut signs = source.text.char_indices();
        match signs.find(|(at, sign)| is_order(*sign) && !source.text.get(*at..).unwrap_or("").starts_with("\r\n")) {
            Some((offset, sign)) => {
                let found = format!("the control character U+{:04X} at offset {offset}", u32::from(sign));
                let allowed = "text that a terminal can only show; take it out";
                Err(source.problem(Span::new(offset, offset + sign.len_utf8()), "", &found, allowed, None).into())
            }
            None => Ok(source),
        }
    }

    fn placed(pack: &str, file: &Path, text: &str, limits: Limits) -> Self {
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Source {
            pack: pack.to_owned(),
            file: file.to_owned(),
            text: text.to_owned(),
            line_starts,
            limits,
            tree: OnceCell::new(),
        }
    }

    /// The text, without a byte order mark.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value of the whole file, if it has no error. Every problem goes into `problems`.
    pub fn read<T: DeserializeOwned>(&self, problems: &mut Problems) -> Option<T> {
        self.draft(problems).and_then(Draft::whole)
    }

    /// As `read`, but a file with errors still yields something that later checks can look at, where that is possible.
    /// So a wrong type and an unknown id in one file are said together.
    pub fn draft<T: DeserializeOwned>(&self, problems: &mut Problems) -> Option<Draft<T>> {
        let tree = self.tree();
        let mut is_whole = tree.slips.is_empty();
        problems.extend(tree.slips.iter().map(|slip| self.problem(slip.span, "", &slip.found, &slip.allowed, None)));
        if tree.slips.len() >= usize::try_from(self.limits.problems).unwrap_or(usize::MAX) {
            let found = format!("at least {} slips; reading stopped there", tree.slips.len());
            problems.push(self.problem(Span::new(0, 1), "", &found, "mend these first", None));
        }
        let root = tree.root.as_ref()?;
        let (value, findings) = feed::feed::<T>(root, &tree.broken, self.limits);
        is_whole &= findings.is_empty();
        for finding in findings {
            let mut field = tree::path_to(root, finding.node);
            if let Some(inner) = finding.field {
                tree::push_field(&mut field, &inner);
            }
            problems.push(self.problem(finding.span, &field, &finding.found, &finding.allowed, finding.nearest));
        }
        value.map(|value| Draft { value, is_whole })
    }

    fn tree(&self) -> &parse::Tree {
        let bounds = parse::Bounds { depth: self.limits.depth, values: self.limits.values, slips: self.limits.problems };
        self.tree.get_or_init(|| parse::parse(&self.text, bounds))
    }

    /// Line and column of a byte offset, both from 1, the column in characters. An offset behind the end is the end.
    pub fn place(&self, offset: usize) -> (u32, u32) {
        let (line, start) = self.line_of(offset);
        let before = self.text.get(start..).unwrap_or("").char_indices();
        let column = before.take_while(|(at, _)| start + at < offset).count();
        (u32::try_from(line + 1).unwrap_or(u32::MAX), u32::try_from(column + 1).unwrap_or(u32::MAX))
    }

    /// Index and first offset of the line that holds `offset`.
    fn line_of(&self, offset: usize) -> (usize, usize) {
        let line = self.line_starts.partition_point(|&start| start <= offset).saturating_sub(1);
        (line, self.line_starts.get(line).copied().unwrap_or(0))
    }

    /// A problem at `span`. An empty `field` is filled in from the place (`ranks[2].act`). A value that stands nowhere, as
    /// the default of a field that was left out, makes a problem of the whole file.
    pub fn problem(&self, span: Span, field: &str, found: &str, allowed: &str, nearest: Option<String>) -> Problem {
        if span.is_nowhere() {
            let mut problem = Problem::of_file(&self.pack, &self.file, found, allowed);
            problem.field = field.to_owned();
            problem.nearest = nearest;
            return problem;
        }
        let (line, column) = self.place(span.start());
        let (_, start) = self.line_of(span.start());
        let text = self.text.get(start..).unwrap_or("");
        let excerpt = Excerpt::new(text.split('\n').next().unwrap_or(""), column);
        let field = if field.is_empty() { self.field_at(span) } else { field.to_owned() };
        Problem {
            file: self.file.clone(),
            line,
            column,
            pack: self.pack.clone(),
            field,
            found: bounded(found),
            allowed: bounded(allowed),
            nearest,
            severity: Severity::Error,
            excerpt: Some(excerpt),
        }
    }

    /// Path of the value at `span`; empty before the file is parsed, and for the root.
    fn field_at(&self, span: Span) -> String {
        match self.tree.get().and_then(|tree| tree.root.as_ref()) {
            Some(root) => tree::path_at(root, span),
            None => String::new(),
        }
    }

    /// Notes a problem that a check found behind reading, unless it is about a stand-in of a draft.
    pub fn report(&self, problems: &mut Problems, span: Span, found: &str, allowed: &str, nearest: Option<String>) {
        if !span.is_stand_in() {
            problems.push(self.problem(span, "", found, allowed, nearest));
        }
    }

    /// Notes that `word` is none of the `known` ones. `noun` says what it should have been: "action", "verb".
    pub fn report_unknown<'a>(
        &self,
        problems: &mut Problems,
        noun: &str,
        word: &Spanned<String>,
        known: impl IntoIterator<Item = &'a str>,
    ) {
        let mut known: Vec<&str> = known.into_iter().collect();
        // What the pack itself has is meant before what others have.
        let is_ours = |id: &str| id.split_once('/').is_some_and(|(pack, _)| pack == self.pack);
        known.sort_by_key(|id| !is_ours(id));
        // Nobody reads that many problems, and looking for what was meant costs the most of each.
        let near = if problems.is_full() { None } else { nearest(&word.value, known.iter().copied()) };
        let found = format!("the {noun} {:?}, which nobody has", word.value);
        let mut allowed = listed(&known);
        if let Some((_, name)) = word.value.split_once('/').filter(|_| noun == "phrase" && is_ours(&word.value)) {
            allowed = format!("one that has its file, here `texts/{name}.ron`; or {allowed}");
        }
        self.report(problems, word.span, &found, &allowed, near);
    }
}

/// Opens and reads one file in one go: its source, for later checks, and the draft. Every problem goes into `problems`.
pub fn read_file<T: DeserializeOwned>(
    pack: &str,
    root: &Path,
    relative: &Path,
    limits: Limits,
    problems: &mut Problems,
) -> Option<(Source, Draft<T>)> {
    match Source::open(pack, root, relative, limits) {
        Ok(source) => source.draft(problems).map(|draft| (source, draft)),
        Err(refused) => {
            problems.merge(refused);
            None
        }
    }
}

/// The known words as a message shows them: the first few, and how many more there are.
pub fn listed(known: &[&str]) -> String {
    if known.is_empty() {
        return "nothing; there is none to choose from".to_owned();
    }
    let mut text = known.iter().take(LISTED_WORDS).map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    if known.len() > LISTED_WORDS {
        text.push_str(&format!(" and {} more", known.len() - LISTED_WORDS));
    }
    text
}

#[cfg(test)]
mod tests;
