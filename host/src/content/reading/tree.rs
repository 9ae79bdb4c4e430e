//! Ways through the tree of values: children, parents, and the dotted path of a value.
//!
//! Owns how a place inside a file is named in a problem (`ranks[2].act`). It never changes the tree. Used only when there
//! is a problem to tell, so it may be slow.

use super::Span;
use super::parse::{Kind, Node};

/// How a child hangs on its parent.
enum Step<'t> {
    Field(&'t str),
    Item(usize),
    Key(&'t Node),
    /// The one value inside `Some(..)` or `Name(..)` needs no name of its own.
    Inside,
}

fn children(node: &Node) -> Vec<(Step<'_>, &Node)> {
    match &node.kind {
        Kind::List(items) => items.iter().enumerate().map(|(index, item)| (Step::Item(index), item)).collect(),
        Kind::Tuple(Some(_), items) if items.len() == 1 => items.iter().map(|item| (Step::Inside, item)).collect(),
        Kind::Tuple(_, items) => items.iter().enumerate().map(|(index, item)| (Step::Item(index), item)).collect(),
        Kind::Map(entries) => {
            entries.iter().flat_map(|(key, value)| [(Step::Key(key), key), (Step::Key(key), value)]).collect()
        }
        Kind::Record(_, fields) => fields.iter().map(|(name, value)| (Step::Field(&name.text), value)).collect(),
        Kind::Bool(_) | Kind::Integer(_) | Kind::Char(_) | Kind::Text(_) | Kind::Word(_) => Vec::new(),
    }
}

/// From the root down, every child for which `goes_on` says yes. Stops at the first that has none.
fn walk(root: &Node, goes_on: impl Fn(&Node) -> bool) -> (String, Vec<&Node>) {
    let mut path = String::new();
    let mut chain = vec![root];
    let mut node = root;
    // Children are in the order of the text, so the last that fits is the one that holds the place.
    while let Some((step, child)) = children(node).into_iter().rfind(|(_, child)| goes_on(child)) {
        match step {
            Step::Field(name) => push_field(&mut path, name),
            Step::Item(index) => path.push_str(&format!("[{index}]")),
            Step::Key(key) => path.push_str(&format!("[{}]", shown_key(key))),
            Step::Inside => {}
        }
        chain.push(child);
        node = child;
    }
    (path, chain)
}

/// Appends a field's name to a path.
pub(super) fn push_field(path: &mut String, name: &str) {
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(name);
}

/// Path of the value with this number.
pub(super) fn path_to(root: &Node, id: u32) -> String {
    walk_to(root, id).0
}

/// Path of the innermost value that holds the place.
pub(super) fn path_at(root: &Node, span: Span) -> String {
    walk(root, |child| child.span.start() <= span.start() && span.start() < child.span.end()).0
}

/// Number of the value around the one with this number; none for the root.
pub(super) fn parent_of(root: &Node, id: u32) -> Option<u32> {
    let (_, chain) = walk_to(root, id);
    chain.iter().rev().nth(1).map(|node| node.id)
}

/// The value with this number and all values inside it, as the range of their numbers.
pub(super) fn numbers_below(root: &Node, id: u32) -> std::ops::RangeInclusive<u32> {
    let (_, chain) = walk_to(root, id);
    let mut last = chain.last().copied().unwrap_or(root);
    while let Some((_, child)) = children(last).pop() {
        last = child;
    }
    id..=last.id
}

/// A value behind the wanted one has a higher number and one before it a lower, so the last that is not higher holds it;
/// the wanted value itself ends the walk, since all below it are higher.
fn walk_to(root: &Node, id: u32) -> (String, Vec<&Node>) {
    walk(root, |child| child.id <= id)
}

/// What a value is, in words for a message.
pub(super) fn describe(node: &Node) -> String {
    match &node.kind {
        Kind::Bool(value) => format!("`{value}`"),
        Kind::Integer(value) => format!("the number {value}"),
        Kind::Char(value) => format!("the character {value:?}"),
        Kind::Text(value) => format!("the text {value:?}"),
        Kind::Word(value) => format!("the name `{value}`"),
        Kind::List(items) => format!("a list of {}", items.len()),
        Kind::Map(entries) => format!("a map of {}", entries.len()),
        Kind::Tuple(None, items) if items.is_empty() => "`()`".to_owned(),
        Kind::Tuple(None, items) => format!("a tuple of {}", items.len()),
        Kind::Tuple(Some(name), items) => {
            format!("`{}(..)` with {} inside", name.text, items.len())
        }
        Kind::Record(None, _) => "a struct `(field: ..)`".to_owned(),
        Kind::Record(Some(name), _) => format!("`{}(field: ..)`", name.text),
    }
}

/// A key as it stands in a path.
fn shown_key(key: &Node) -> String {
    match &key.kind {
        Kind::Text(value) => format!("{value:?}"),
        Kind::Char(value) => format!("{value:?}"),
        Kind::Integer(value) => value.to_string(),
        Kind::Word(value) => value.clone(),
        _ => describe(key),
    }
}
