//! Whom the words of a text mean, in every pack that ships and in every template of one.
//!
//! Owns the two slips that the filled line alone cannot show, since both look well for everybody but `you`: a form that agrees
//! with another person than the one who does it, and `of {about}` where it has to be `{about's}`. It reads the wordings of the
//! files by their quotes alone; that they parse is the content check's work. Run by `cargo test`.

use crate::support::root;
use std::fs;
use std::path::{Path, PathBuf};

/// What may be followed by `of` and a person: after all else something is somebody's, and `of you` is no English.
const BEFORE_OF: &[&str] = &[
    "aware",
    "end",
    "hold",
    "note",
    "nothing",
    "out",
    "scent",
    "short",
    "sight",
    "smells",
    "something",
    "track",
    "{marker}",
];

/// What is wrong with a wording, if anything is.
fn slip(wording: &str) -> Option<String> {
    let mut named = None;
    let mut doer = None;
    // The person that stands right before what comes next.
    let mut beside = None;
    let mut before = String::new();
    for part in wording.split_inclusive('}') {
        let (text, inside) = part.split_once('{').unwrap_or((part, ""));
        let inside = inside.trim_end_matches('}');
        before.push_str(text);
        let person = inside.strip_suffix("'s").unwrap_or(inside);
        if inside.contains('|') {
            match (beside.filter(|_| text.trim().is_empty()), doer) {
                (Some(person), _) => doer = Some(person),
                (None, Some(doer)) if named != Some(doer) => {
                    return Some(format!("`{{{inside}}}` agrees with `{}`, not with `{doer}`", named.unwrap_or("")));
                }
                (None, _) => {}
            }
            beside = None;
        } else if matches!(person, "about" | "by") {
            let words: Vec<&str> = before.split_whitespace().collect();
            if let [.., thing, "of"] = words[..]
                && person == inside
                && !BEFORE_OF.contains(&thing.to_lowercase().as_str())
            {
                return Some(format!("`{thing} of {{{inside}}}` reads `{thing} of you`; write `{{{inside}'s}} {thing}`"));
            }
            named = Some(person);
            beside = Some(person).filter(|_| person == inside);
        } else {
            beside = None;
        }
        before.push_str(&format!("{{{inside}}}"));
    }
    None
}

/// All files of texts below a folder of packs, in order.
fn texts(packs: &Path) -> Vec<PathBuf> {
    let entries = |folder: &Path| fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries(packs).flat_map(|pack| entries(&pack.join("texts")).collect::<Vec<_>>()).collect();
    files.sort();
    files
}

#[test]
fn doctrine_f6_forms_agree_with_who_does_it_and_what_is_yours_is_called_so() {
    let files: Vec<PathBuf> = ["content", "host/templates"].iter().flat_map(|packs| texts(&root().join(packs))).collect();
    assert!(files.len() > 300, "only {} texts were found", files.len());
    let mut slips = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let wordings = text.lines().filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\","));
        let found = wordings.filter_map(|wording| Some(format!("{}: {wording}: {}", file.display(), slip(wording)?)));
        slips.extend(found);
    }
    assert!(slips.is_empty(), "{}", slips.join("\n"));
}

#[test]
fn slips_are_found_where_there_are_any() {
    let check = |wording: &str, expected: Option<&str>| assert_eq!(slip(wording).as_deref(), expected, "{wording}");
    check(
        "{about} {guard|guards} against {by} and {lose|loses} {action}.",
        Some("`{lose|loses}` agrees with `by`, not with `about`"),
    );
    check("The shield of {about} is set.", Some("`shield of {about}` reads `shield of you`; write `{about's} shield`"));
    check("{by} {are|is} out of reach, and {about} {waste|wastes} {action}.", None);
    check("{about} {draw|draws} back and {wait|waits} for {by}.", None);
    check("Life goes out of {about}.", None);
    check("A blow goes {marker} of {about}.", None);
    check("{about} {see|sees} {by's} habits.", None);
}
