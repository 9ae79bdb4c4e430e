//! Kinds of packs under other ids: the same body with less guard, with empty hands, or without a verb.
//!
//! Owns the change of a kind's text and nothing of what is made of it. `monsters.rs` and its scenes call it.

use crate::support::root;
use std::fs;

/// The kind of a pack under another id: its guard in percent, with nothing left of what it carries, and without some verbs.
pub fn variant(kind: &str, id: &str, guard_percent: i64, lacks: &[&str]) -> String {
    let (pack, name) = kind.split_once('/').unwrap();
    let path = root().join(format!("content/{pack}/kinds/{name}.ron"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let text = lines.collect::<Vec<_>>().join("\n");
    let fields = text.split_once("Kind(").unwrap().1.replace(&format!("id: \"{kind}\""), &format!("id: \"{id}\""));
    let (before, after) = fields.split_once("\"core/avoidance\": ").unwrap();
    let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
    let guard = digits.parse::<i64>().unwrap() * guard_percent / 100;
    let mut fields = format!("{before}\"core/avoidance\": {guard}{}", &after[digits.len()..]);
    if let Some((before, after)) = fields.split_once("tracks: {\"") {
        let (name, rest) = after.split_once("\": ").unwrap();
        fields =
            format!("{before}tracks: {{\"{name}\": 0{}", rest.trim_start_matches(|letter: char| letter.is_ascii_digit()));
    }
    let lacks: String = lacks.iter().map(|verb| format!("\"{verb}\", ")).collect();
    if !lacks.is_empty() {
        fields = match fields.split_once("lacks: [") {
            Some((before, after)) => format!("{before}lacks: [{lacks}{after}"),
            None => format!("{}    lacks: [{lacks}],\n)", fields.trim_end().trim_end_matches(')')),
        };
    }
    format!("({fields}")
}
