//! Whom the words of a text mean, in every pack that ships and in every template of one.
//!
//! Owns the two slips that the filled line alone cannot show, since both look well for everybody but `you`: a form that agrees
//! with another person than the one who does it, and `of {about}` where it has to be `{about's}`. It reads the wordings of the
//! files by their quotes alone; that they parse is the content check's work. Run by `cargo test`.

use crate::habit::watch;
use crate::orders::{check_fight_replayed, lines};
use crate::stories::game;
use crate::support::root;
use dungeon_mind::content::tables::Stance;
use std::collections::{BTreeMap, BTreeSet};
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

/// Longer than any name that somebody goes by, with the word that says that it speaks; the rest of a line is what it says.
const NAME_WORDS: usize = 7;
const LINE_WORDS: usize = 16;

/// What is said aloud by an action of a pack that ships, by its text.
fn said_aloud() -> BTreeMap<String, Vec<String>> {
    let folders = fs::read_dir(root().join("content")).unwrap().map(|entry| entry.unwrap().path());
    let actions = folders.flat_map(|pack| fs::read_dir(pack.join("actions")).into_iter().flatten());
    let texts = actions.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let said: BTreeSet<String> = texts
        .flat_map(|text| {
            let said = text.split("\"say ").skip(1);
            said.filter_map(|rest| rest.split('"').next().map(str::to_owned)).collect::<Vec<_>>()
        })
        .collect();
    let wordings = |id: &String| {
        let phrase = &game().content.phrases[&abi::PhraseId::of(id)];
        phrase.wordings.iter().map(ToString::to_string).collect()
    };
    said.iter().map(|id| (id.clone(), wordings(id))).collect()
}

#[test]
fn doctrine_f13_what_is_said_aloud_fits_a_line_whoever_says_it() {
    let said = said_aloud();
    assert!(said.len() > 6, "{said:?}");
    let long = said.values().flatten().filter(|wording| wording.split_whitespace().count() > LINE_WORDS - NAME_WORDS);
    let long: Vec<&String> = long.collect();
    assert!(long.is_empty(), "nobody hears these in full: {long:#?}");
}

/// It may be a threat or an offer, and a fight turns on whether that was heard: a dragon says three things in one that is left to
/// habit, which is shown seldom.
#[test]
fn what_is_said_for_the_first_time_is_heard_among_blows() {
    let said = said_aloud();
    let mut offers = 0;
    for seed in 1..9 {
        let log = check_fight_replayed("deep/hoard", seed, |session| {
            session.leave_to_habit(Some(Stance::PressOn));
            watch(session);
        });
        let told = lines(&log, "told").join("\n").replace("\\\"", "\"");
        // The dead hear nothing.
        let alive = log.split("\"event\":\"died\",\"actor\":\"you\"").next().unwrap();
        for line in lines(alive, "said") {
            let (id, wordings) = said.iter().find(|(id, _)| line.contains(&format!("\"{id}\""))).unwrap();
            assert!(wordings.iter().any(|wording| told.contains(wording.as_str())), "seed {seed}: {id} is not told");
            offers += usize::from(id == "deep/offering-terms");
        }
    }
    assert!(offers >= 3, "only {offers} offers were made");
}
