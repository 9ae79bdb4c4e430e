//! What is wrong with a pack, said so that its author can mend it.
//!
//! Owns `Problem` (one finding with its place), `Problems` (always a list, always sorted) and `nearest` (the known word
//! an author most likely meant). It must never read a file, end the program or print: `reading` and the semantic checks
//! fill the list, the command line shows it and chooses the exit code.

use super::packs::PACK_FILE;
use crate::plain_text::shown_in_line;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

/// Most problems that are kept of one load. A pack can have millions, and nobody mends more than this at once.
const MOST_KEPT: usize = 2_000;
/// Most that are shown where not all are asked for.
const MOST_SHOWN: usize = 50;
/// Widest piece of a source line that is shown, in characters. A line longer than this is shown around its caret.
const EXCERPT_CHARS: usize = 100;
/// Longest `found` or `allowed` text that is kept, in characters.
const TEXT_CHARS: usize = 800;
/// Longest word for which a neighbour is sought, in characters; edit distance costs the product of both lengths.
const NEAREST_CHARS: usize = 80;

/// Whether a problem keeps the content from being loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing of the load is handed out.
    Error,
    /// The content loads; a strict check refuses it.
    Warning,
}

/// The source line of a problem, cut to a bounded width and made safe to show.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Excerpt {
    text: String,
    caret: usize,
}

impl Excerpt {
    /// Cuts `line` around the 1-based character `column`.
    ///
    /// Only the characters that can be shown are looked at, so a line of megabytes costs one walk up to its caret.
    pub fn new(line: &str, column: u32) -> Self {
        let caret = usize::try_from(column.saturating_sub(1)).unwrap_or(0);
        let from = if caret < EXCERPT_CHARS * 3 / 4 { 0 } else { caret - EXCERPT_CHARS / 2 };
        let mut rest = line.chars().skip(from);
        let mut text: String = rest.by_ref().take(EXCERPT_CHARS).map(shown_in_line).collect();
        if rest.next().is_some() {
            text.push('…');
        }
        let mut caret = caret - from;
        if from > 0 {
            text.insert(0, '…');
            caret += 1;
        }
        Excerpt { text: text.trim_end().to_owned(), caret }
    }
}

/// One thing that is wrong, and what would be right.
///
/// What is wrong with a pack as such comes first, since the rest may follow from it; else file, line and column decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Path of the file, as far as it was given.
    pub file: PathBuf,
    /// 1-based; 0 when the problem is about the whole file.
    pub line: u32,
    /// 1-based, in characters; 0 when the problem is about the whole file.
    pub column: u32,
    /// Id of the pack that holds the file.
    pub pack: String,
    /// Dotted path of the value inside the file (`ticks.prep`, `ranks[2].act`); empty for the file itself.
    pub field: String,
    /// What stands there.
    pub found: String,
    /// What may stand there.
    pub allowed: String,
    /// The allowed word that is most like the one found.
    pub nearest: Option<String>,
    /// Whether it stops the load.
    pub severity: Severity,
    /// The source line, when there is one.
    pub excerpt: Option<Excerpt>,
}

impl Problem {
    /// A problem with a whole file or folder, which has no line to point at.
    pub fn of_file(pack: &str, file: impl Into<PathBuf>, found: &str, allowed: &str) -> Self {
        Problem {
            file: file.into(),
            line: 0,
            column: 0,
            pack: pack.to_owned(),
            field: String::new(),
            found: bounded(found),
            allowed: bounded(allowed),
            nearest: None,
            severity: Severity::Error,
            excerpt: None,
        }
    }

    /// The same problem as one that does not stop the load.
    #[must_use]
    pub fn warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }
}

impl Ord for Problem {
    fn cmp(&self, other: &Self) -> Ordering {
        fn place(problem: &Problem) -> (bool, &Path, u32, u32) {
            (!problem.file.ends_with(PACK_FILE), &problem.file, problem.line, problem.column)
        }
        fn text(problem: &Problem) -> (&str, &str, &str, &str, Option<&str>, Severity) {
            let Problem { pack, field, found, allowed, nearest, severity, .. } = problem;
            (pack, field, found, allowed, nearest.as_deref(), *severity)
        }
        place(self).cmp(&place(other)).then_with(|| text(self).cmp(&text(other)))
    }
}

impl PartialOrd for Problem {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Cuts a text that came out of somebody's file to a bounded length and makes it safe to show.
pub fn bounded(text: &str) -> String {
    let mut characters = text.chars();
    let mut kept: String = characters.by_ref().take(TEXT_CHARS).map(shown_in_line).collect();
    if characters.next().is_some() {
        kept.push('…');
    }
    kept
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(out, "{severity}: pack {}, {}", bounded(&self.pack), bounded(&self.file.display().to_string()))?;
        if self.line > 0 {
            write!(out, ":{}:{}", self.line, self.column)?;
        }
        if !self.field.is_empty() {
            write!(out, ", {}", bounded(&self.field))?;
        }
        if let Some(excerpt) = &self.excerpt {
            let margin = self.line.to_string();
            write!(out, "\n  {margin} | {}", excerpt.text)?;
            write!(out, "\n  {:width$} | {:caret$}^", "", "", width = margin.len(), caret = excerpt.caret)?;
        }
        write!(out, "\n  found {}\n  allowed: {}", self.found, self.allowed)?;
        match &self.nearest {
            Some(nearest) => write!(out, "\n  nearest: {}", bounded(nearest)),
            None => Ok(()),
        }
    }
}

/// Every problem of a load. A load goes on after a problem, so that its author sees all of them at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    /// Sorted, each once, the first of them where there were too many.
    list: BTreeSet<Problem>,
    /// How many were found that are not kept; one that was found twice may count twice.
    left_off: usize,
    has_errors: bool,
}

impl Problems {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one problem; one that is already in the list is not said twice.
    pub fn push(&mut self, problem: Problem) {
        self.has_errors |= problem.severity == Severity::Error;
        self.list.insert(problem);
        if self.list.len() > MOST_KEPT {
            self.list.pop_last();
            self.left_off = self.left_off.saturating_add(1);
        }
    }

    /// Adds those of another list.
    pub fn merge(&mut self, others: Self) {
        self.left_off = self.left_off.saturating_add(others.left_off);
        self.has_errors |= others.has_errors;
        self.extend(others.list);
    }

    /// Whether there are so many that looking for more, or for what somebody may have meant, is no use to anybody.
    pub fn is_full(&self) -> bool {
        self.list.len() >= MOST_KEPT
    }

    /// Whether there is neither an error nor a warning.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Number of errors and warnings, those that are not kept too.
    pub fn len(&self) -> usize {
        self.list.len().saturating_add(self.left_off)
    }

    /// Whether something stops the load.
    pub fn has_errors(&self) -> bool {
        self.has_errors
    }

    /// All that are kept, by file, line and column.
    pub fn iter(&self) -> std::collections::btree_set::Iter<'_, Problem> {
        self.list.iter()
    }

    /// As text, all that are kept; the list itself shows the first of them.
    pub fn all(&self) -> All<'_> {
        All(self)
    }

    /// `value` when nothing stops the load, else this list. Warnings are handed back with the value.
    pub fn settle<T>(self, value: Option<T>) -> Result<(T, Problems), Problems> {
        match value {
            Some(value) if !self.has_errors() => Ok((value, self)),
            _ => Err(self),
        }
    }

    fn write(&self, out: &mut fmt::Formatter<'_>, most: usize, advice: &str) -> fmt::Result {
        for (index, problem) in self.list.iter().take(most).enumerate() {
            if index > 0 {
                out.write_str("\n")?;
            }
            writeln!(out, "{problem}")?;
        }
        let rest = self.len().saturating_sub(most);
        if rest > 0 { writeln!(out, "\nand {rest} more; {advice}") } else { Ok(()) }
    }
}

/// All problems of a list that are kept, as text.
#[derive(Clone, Copy, Debug)]
pub struct All<'a>(&'a Problems);

impl fmt::Display for All<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(out, MOST_KEPT, "mend these first")
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        let mut problems = Self::new();
        problems.push(problem);
        problems
    }
}

impl Extend<Problem> for Problems {
    fn extend<I: IntoIterator<Item = Problem>>(&mut self, problems: I) {
        problems.into_iter().for_each(|problem| self.push(problem));
    }
}

impl<'a> IntoIterator for &'a Problems {
    type Item = &'a Problem;
    type IntoIter = std::collections::btree_set::Iter<'a, Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(out, MOST_SHOWN, "mend these first, or see them with `content check --all`")
    }
}

impl std::error::Error for Problems {}

/// The known word an author most likely meant by `wanted`, or none when nothing is near.
///
/// Near is at most a third of the longer word in edits (an exchange of neighbours is one edit, upper and lower case are
/// the same). An id whose last part is the wanted one is near too: `stab` finds `goblins/stab`. Of two equally near
/// words the first of `known` is taken.
pub fn nearest<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let wanted = wanted.to_lowercase();
    let wanted_chars = wanted.chars().count();
    if wanted_chars == 0 || wanted_chars > NEAREST_CHARS {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    for word in known {
        let word_chars = word.chars().count();
        if word_chars > NEAREST_CHARS {
            continue;
        }
        let longer = wanted_chars.max(word_chars);
        let bound = if longer < 2 { 0 } else { (longer / 3).max(1) };
        let lower = word.to_lowercase();
        let distance = match last_part(&lower) == last_part(&wanted) {
            true => 1,
            // Each letter that one has more is an edit at least.
            false if wanted_chars.abs_diff(word_chars) > bound => continue,
            false => strsim::osa_distance(&wanted, &lower),
        };
        if distance <= bound && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, word));
        }
    }
    best.map(|(_, word)| word.to_owned())
}

/// What follows the last `/` of an id.
fn last_part(id: &str) -> &str {
    id.rsplit('/').next().unwrap_or(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(wanted: &str, known: &[&str], expected: Option<&str>) {
        assert_eq!(nearest(wanted, known.iter().copied()).as_deref(), expected, "nearest to {wanted:?}");
    }

    #[test]
    fn a_slip_finds_its_word() {
        let fields = ["prep", "exec", "recover"];
        check("perp", &fields, Some("prep"));
        check("Recover", &fields, Some("recover"));
        check("rcover", &fields, Some("recover"));
        check("colour", &fields, None);
        check("", &fields, None);
        check(&"x".repeat(4000), &fields, None);
        check("stab", &["goblins/stay", "goblins/stab"], Some("goblins/stab"));
        check("goblin/stab", &["goblins/taunt", "goblins/stab"], Some("goblins/stab"));
        check("e", &["x", "f"], None);
    }

    fn check_shown(line: &str, column: u32, expected: Expect) {
        let mut problem = Problem::of_file("core", "a.ron", "this", "that");
        problem.line = 7;
        problem.column = column;
        problem.excerpt = Some(Excerpt::new(line, column));
        expected.assert_eq(&problem.to_string());
    }

    #[test]
    fn a_long_line_is_cut_around_its_caret() {
        check_shown(
            &format!("{}!{}", "a".repeat(5000), "b".repeat(5000)),
            5001,
            expect![[r#"
            error: pack core, a.ron:7:5001
              7 | …aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb…
                |                                                    ^
              found this
              allowed: that"#]],
        );
    }

    #[test]
    fn control_signs_do_not_reach_the_terminal() {
        check_shown(
            "\tid: \u{1b}[2J",
            7,
            expect![[r#"
            error: pack core, a.ron:7:7
              7 |  id: �[2J
                |       ^
              found this
              allowed: that"#]],
        );
    }

    #[test]
    fn problems_are_sorted_and_said_once() {
        let at = |file: &str, line, column| {
            let mut problem = Problem::of_file("core", file, "this", "that");
            (problem.line, problem.column) = (line, column);
            problem
        };
        let mut problems = Problems::new();
        problems.extend([at("b.ron", 1, 1), at("a.ron", 10, 2), at("a.ron", 9, 30), at("a.ron", 9, 4), at("b.ron", 1, 1)]);
        let places: Vec<String> = problems.iter().map(|p| format!("{}:{}:{}", p.file.display(), p.line, p.column)).collect();
        assert_eq!(places, ["a.ron:9:4", "a.ron:9:30", "a.ron:10:2", "b.ron:1:1"]);
        assert_eq!(problems.clone().settle(Some(())), Err(problems));
    }

    #[test]
    fn warnings_do_not_stop_a_load() {
        let mut problems = Problems::new();
        problems.push(Problem::of_file("core", "a.ron", "this", "that").warning());
        assert!(!problems.has_errors());
        assert_eq!(problems.clone().settle(Some(3)), Ok((3, problems)));
    }
}
