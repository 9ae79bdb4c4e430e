//! The tree of a file, given to serde until every problem is known.
//!
//! serde stops at the first error of a value. So a value is read again and again: each time something is wrong the finding
//! is noted, the wrong place is marked, and in the next run a stand-in is given there. The runs end when the whole value is
//! made (then all findings are known) or nothing more can be stood in for. A file without problems is read once.
//!
//! Owns that loop and the RON options. It must never say one finding twice, nor one that only a stand-in caused, and
//! never run more often than its limit. `Source::draft` calls it.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde::de::DeserializeOwned;

use super::super::problem::nearest;
use super::parse::{Name, Node};
use super::{Limits, Span, listed, tree};

mod access;
mod fail;
mod values;

pub(super) use fail::Fail;
use fail::What;

/// Upper bound on values looked at over all runs; about a second of work in a debug build.
const WORK_VALUES: u32 = 4_000_000;
/// A large file may still be read this often.
const LEAST_RUNS: u32 = 8;

/// One problem, as far as the tree can tell.
#[derive(Debug)]
pub(super) struct Finding {
    /// Number of the value it is about.
    pub node: u32,
    /// Name of the field inside that value, where it is about one.
    pub field: Option<String>,
    pub span: Span,
    pub found: String,
    pub allowed: String,
    pub nearest: Option<String>,
}

/// What the runs have learnt so far.
#[derive(Default)]
struct Run {
    /// Values to be stood in for.
    marks: BTreeSet<u32>,
    /// Fields that are missing, by the value that misses them.
    absent: BTreeSet<(u32, &'static str)>,
    /// What a field with an unknown name was most likely meant to be, by the place of the name.
    meant: RefCell<BTreeMap<Span, Option<&'static str>>>,
    /// Places about which something is said already.
    said: RefCell<BTreeSet<(Span, u32)>>,
    findings: RefCell<Vec<Finding>>,
    most_findings: usize,
}

/// serde's deserializer over one value of the tree.
#[derive(Clone, Copy)]
struct Feed<'t> {
    node: &'t Node,
    run: &'t Run,
}

/// The value of the tree, if one can be made, and every finding. With findings, or values that are broken from the start, the
/// value holds stand-ins.
pub(super) fn feed<T: DeserializeOwned>(root: &Node, broken: &[u32], limits: Limits) -> (Option<T>, Vec<Finding>) {
    let values = tree::numbers_below(root, root.id).end().saturating_add(1);
    let most_runs = (WORK_VALUES / values).max(LEAST_RUNS).min(limits.problems.saturating_mul(4));
    let most_findings = usize::try_from(limits.problems).unwrap_or(usize::MAX);
    let mut run = Run { most_findings, marks: broken.iter().copied().collect(), ..Run::default() };
    let mut value = None;
    let mut is_done = false;
    for _ in 0..most_runs {
        match T::deserialize(Feed { node: root, run: &run }) {
            Ok(read) => {
                value = Some(read);
                is_done = true;
            }
            Err(fail) => is_done = !run.learn(root, fail),
        }
        if is_done || run.is_full() {
            break;
        }
    }
    if !is_done || run.is_full() {
        run.say_there_are_more(root);
        value = None;
    }
    (value, run.findings.into_inner())
}

impl Run {
    fn is_full(&self) -> bool {
        self.findings.borrow().len() >= self.most_findings
    }

    fn say_there_are_more(&self, root: &Node) {
        let count = self.findings.borrow().len();
        self.findings.borrow_mut().push(Finding {
            node: root.id,
            field: None,
            span: root.span,
            found: format!("at least {count} problems; reading stopped there"),
            allowed: "mend these first".to_owned(),
            nearest: None,
        });
    }

    /// Whether nothing was said of this place and value yet, and there is room to say it.
    fn is_news(&self, span: Span, node: u32) -> bool {
        !self.is_full() && self.said.borrow_mut().insert((span, node))
    }

    fn note(&self, finding: Finding) {
        self.findings.borrow_mut().push(finding);
    }

    /// Notes a failed run and marks what to stand in for. No when there is nothing left to mark.
    fn learn(&mut self, root: &Node, fail: Fail) -> bool {
        let (at, span) = fail.place.unwrap_or((root.id, root.span));
        let below = tree::numbers_below(root, at);
        let is_marked = self.marks.contains(&at);
        let has_stand_ins = self.marks.range(below.clone()).next().is_some()
            || self.absent.range((at, "")..).take_while(|(id, _)| below.contains(id)).next().is_some();
        match fail.what {
            What::StandIn => {}
            // A stand-in did not please the type, which says nothing about the file.
            _ if is_marked => {}
            // A check over several fields may have failed because of a stand-in for one of them.
            What::Custom(_) if has_stand_ins => {}
            What::Missing { field, owner, known } => {
                if self.absent.insert((at, field)) {
                    let found = format!("{owner} without its field `{field}`");
                    let allowed = format!("the fields {}", listed(known));
                    self.note(Finding { node: at, field: Some(field.to_owned()), span, found, allowed, nearest: None });
                    return true;
                }
            }
            What::Custom(found) => self.note_value(at, span, found, "a value that passes this check".to_owned(), None),
            What::Value { found, allowed } => self.note_value(at, span, found, allowed, None),
            What::Variant { found, known } => {
                let near = nearest(&found, known.iter().copied());
                self.note_value(at, span, format!("the name `{found}`"), listed(known), near);
            }
        }
        self.mark(root, at)
    }

    fn note_value(&self, node: u32, span: Span, found: String, allowed: String, nearest: Option<String>) {
        if self.is_news(span, node) {
            self.note(Finding { node, field: None, span, found, allowed, nearest });
        }
    }

    /// Marks the value, or the nearest one around it that is not marked yet.
    fn mark(&mut self, root: &Node, at: u32) -> bool {
        let mut at = at;
        while !self.marks.insert(at) {
            match tree::parent_of(root, at) {
                Some(parent) => at = parent,
                None => return false,
            }
        }
        true
    }

    /// Says that a struct or variant bears another name than its type.
    fn note_name(&self, node: &Node, name: &Name, wanted: &str) {
        if self.is_news(name.span, node.id) {
            self.note(Finding {
                node: node.id,
                field: None,
                span: name.span,
                found: format!("the name `{}`", name.text),
                allowed: format!("`{wanted}`, or no name"),
                nearest: nearest(&name.text, [wanted]),
            });
        }
    }

    /// The fields of a struct as its type knows them. Notes unknown and repeated ones; an unknown one that is near a known
    /// one that is absent is read as that one, so that its value is looked at too.
    fn known_fields<'t>(
        &self,
        node: &Node,
        written: &'t [(Name, Node)],
        known: &'static [&'static str],
    ) -> Vec<(&'static str, &'t Node)> {
        let mut fields: BTreeMap<&'static str, &'t Node> = BTreeMap::new();
        let mut unknown = Vec::new();
        for (name, value) in written {
            match known.iter().find(|field| **field == name.text) {
                Some(field) if fields.contains_key(field) => {
                    self.note_field(node, name, "a second field", "each field once", None);
                }
                Some(field) => {
                    fields.insert(field, value);
                }
                None => unknown.push((name, value)),
            }
        }
        for (name, value) in unknown {
            if let Some(field) = self.meaning(node, name, known, &fields) {
                fields.entry(field).or_insert(value);
            }
        }
        // In the order of the text, so that the first finding of a run is the first of the file.
        let mut fields: Vec<_> = fields.into_iter().collect();
        fields.sort_by_key(|(_, value)| value.id);
        fields
    }

    fn meaning(
        &self,
        node: &Node,
        name: &Name,
        known: &'static [&'static str],
        present: &BTreeMap<&'static str, &Node>,
    ) -> Option<&'static str> {
        if let Some(meant) = self.meant.borrow().get(&name.span) {
            return *meant;
        }
        if self.is_full() {
            return None;
        }
        let free = known.iter().copied().filter(|field| !present.contains_key(field));
        let near = nearest(&name.text, free).or_else(|| nearest(&name.text, known.iter().copied()));
        self.note_field(node, name, "an unknown field", &listed(known), near.clone());
        let meant = near.and_then(|near| known.iter().copied().find(|field| *field == near));
        self.meant.borrow_mut().insert(name.span, meant);
        meant
    }

    fn note_field(&self, node: &Node, name: &Name, what: &str, allowed: &str, nearest: Option<String>) {
        if self.is_news(name.span, node.id) {
            self.note(Finding {
                node: node.id,
                field: Some(name.text.clone()),
                span: name.span,
                found: format!("{what} `{}`", name.text),
                allowed: allowed.to_owned(),
                nearest,
            });
        }
    }
}
