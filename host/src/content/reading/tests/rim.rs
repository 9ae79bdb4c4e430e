//! Hostile files and later checks: limits, places, what may be opened, and the `ron` crate as referee.

use std::path::{Path, PathBuf};

use expect_test::{Expect, expect};

use super::super::super::problem::Problems;
use super::super::{Draft, Limits, Source, Spanned};
use super::{Toy, check, shown, source_of};

#[test]
fn a_nul_is_refused_with_its_place() {
    check(
        "(id: \"a\",\n kind: \0)",
        expect![[r#"
            error: pack toys, actions/toy.ron:2:8
              2 |  kind: �)
                |        ^
              found the control character U+0000 at offset 17
              allowed: text that a terminal can only show; take it out
        "#]],
    );
}

#[test]
fn brackets_in_brackets_end_at_the_limit() {
    let deep = "(id: ".to_owned() + &"[".repeat(1_000_000);
    check(
        &deep,
        expect![[r#"
        error: pack toys, actions/toy.ron:1:69
          1 | (id: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[…
            |                                                                     ^
          found 65 brackets inside one another
          allowed: at most 64
    "#]],
    );
    for text in ["((((".repeat(250_000), "{".repeat(1_000_000), "A(".repeat(500_000), "[".repeat(65) + &"]".repeat(65)] {
        let said = shown(&text, Limits::default());
        assert!(said.contains("found 65 brackets inside one another\n  allowed: at most 64"), "{said}");
    }
}

#[test]
fn a_flood_of_values_or_problems_ends_at_the_limit() {
    let limits = Limits { values: 10, problems: 3, ..Limits::default() };
    expect![[r#"
        error: pack toys, actions/toy.ron:1:34
          1 | (needs: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
            |                                  ^
          found one value too many
          allowed: at most 10 values in one file; split it
    "#]]
    .assert_eq(&shown("(needs: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])", limits));
    let limits = Limits { problems: 3, ..Limits::default() };
    expect![[r#"
        error: pack toys, actions/toy.ron:1:1
          1 | (needs: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
            | ^
          found at least 3 problems; reading stopped there
          allowed: mend these first

        error: pack toys, actions/toy.ron:1:10, needs[0]
          1 | (needs: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
            |          ^
          found the number 1
          allowed: a text in double quotes

        error: pack toys, actions/toy.ron:1:13, needs[1]
          1 | (needs: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
            |             ^
          found the number 2
          allowed: a text in double quotes

        error: pack toys, actions/toy.ron:1:16, needs[2]
          1 | (needs: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
            |                ^
          found the number 3
          allowed: a text in double quotes
    "#]]
    .assert_eq(&shown("(needs: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])", limits));
}

#[test]
fn places_count_characters_and_lines() {
    let source = source_of("äö\r\nxé!\n", Limits::default()).unwrap();
    let places: Vec<_> = [0, 2, 4, 6, 7, 9, 10, 11, 99].map(|offset| source.place(offset)).into();
    assert_eq!(places, [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 1)]);
}

/// A check behind reading, as the loaders do it: every word of `needs` must be known.
fn check_words(text: &str, expected: Expect) {
    let mut problems = Problems::new();
    let source = source_of(text, Limits::default()).unwrap();
    let draft = source.draft::<Toy>(&mut problems);
    if let Some(draft) = &draft {
        let toy = draft.look();
        for need in &toy.needs {
            if !["swing", "stand"].contains(&need.value.as_str()) {
                source.report_unknown(&mut problems, "verb", need, ["swing", "stand"]);
            }
        }
        if !toy.id.contains('/') {
            source.report(&mut problems, toy.id.span, "an id without a pack", "`pack/name`", None);
        }
    }
    assert!(draft.and_then(Draft::whole).is_none() || problems.has_errors());
    expected.assert_eq(&problems.to_string());
}

#[test]
fn later_checks_point_at_the_value() {
    let sound = "ticks: (prep: 1, exec: 1, recover: 1)";
    check_words(
        &format!("(id: \"a\", kind: Spell, {sound},\n needs: [\"stand\", \"swign\", \"fly\"])"),
        expect![[r#"
        error: pack toys, actions/toy.ron:1:6, id
          1 | (id: "a", kind: Spell, ticks: (prep: 1, exec: 1, recover: 1),
            |      ^
          found an id without a pack
          allowed: `pack/name`

        error: pack toys, actions/toy.ron:2:19, needs[1]
          2 |  needs: ["stand", "swign", "fly"])
            |                   ^
          found the verb "swign", which nobody has
          allowed: `swing`, `stand`
          nearest: swing

        error: pack toys, actions/toy.ron:2:28, needs[2]
          2 |  needs: ["stand", "swign", "fly"])
            |                            ^
          found the verb "fly", which nobody has
          allowed: `swing`, `stand`
    "#]],
    );
    // A wrong type and an unknown word are said together, and nothing is said of what stands in for the wrong type.
    check_words(
        &format!("(id: 4, kind: Spell, {sound},\n needs: [\"stand\", 7, \"fly\"])"),
        expect![[r#"
        error: pack toys, actions/toy.ron:1:6, id
          1 | (id: 4, kind: Spell, ticks: (prep: 1, exec: 1, recover: 1),
            |      ^
          found the number 4
          allowed: a text in double quotes

        error: pack toys, actions/toy.ron:2:19, needs[1]
          2 |  needs: ["stand", 7, "fly"])
            |                   ^
          found the number 7
          allowed: a text in double quotes

        error: pack toys, actions/toy.ron:2:22, needs[2]
          2 |  needs: ["stand", 7, "fly"])
            |                      ^
          found the verb "fly", which nobody has
          allowed: `swing`, `stand`
    "#]],
    );
}

/// A folder of its own below the system's folder for such things, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("dungeon-mind-reading-{name}-{}", std::process::id()));
        std::fs::create_dir_all(path.join("pack")).unwrap();
        Folder(path)
    }

    fn opened(&self, relative: &str) -> String {
        let limits = Limits { file_bytes: 100, ..Limits::default() };
        match Source::open("toys", &self.0.join("pack"), Path::new(relative), limits) {
            Ok(source) => format!("{} characters", source.text.chars().count()),
            Err(problems) => problems.to_string(),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left behind in the system's folder harms nobody, and a test that ends has nobody to tell.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn only_plain_files_of_the_pack_are_opened() {
    let folder = Folder::new("open");
    let pack = folder.0.join("pack");
    std::fs::write(folder.0.join("secret.ron"), "()").unwrap();
    std::fs::write(pack.join("good.ron"), "\u{feff}(ä)").unwrap();
    std::fs::write(pack.join("large.ron"), "x".repeat(101)).unwrap();
    std::fs::write(pack.join("latin.ron"), b"(id:\n \"\xe4\")").unwrap();
    std::fs::create_dir(pack.join("actions")).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.0.join("secret.ron"), pack.join("link.ron")).unwrap();
        std::os::unix::fs::symlink("/dev/zero", pack.join("zero.ron")).unwrap();
        std::os::unix::fs::symlink("good.ron", pack.join("inner.ron")).unwrap();
    }
    let paths = [
        "good.ron",
        "inner.ron",
        "godo.ron",
        "missing/far.ron",
        "../secret.ron",
        "/etc/passwd",
        "",
        "link.ron",
        "zero.ron",
        "actions",
        "large.ron",
        "latin.ron",
    ];
    let all: Vec<String> = paths.iter().map(|path| format!("{path:?}: {}\n", folder.opened(path))).collect();
    expect![[r#"
        "good.ron": 3 characters
        "inner.ron": 3 characters
        "godo.ron": error: pack toys, TEMP/pack/godo.ron
          found no such file
          allowed: a file of this name in the pack's folder
          nearest: good.ron

        "missing/far.ron": error: pack toys, TEMP/pack/missing/far.ron
          found no such file
          allowed: a file of this name in the pack's folder

        "../secret.ron": error: pack toys, TEMP/pack/../secret.ron
          found a path that is absolute, empty or has `.` or `..` in it
          allowed: a path below the pack's folder

        "/etc/passwd": error: pack toys, /etc/passwd
          found a path that is absolute, empty or has `.` or `..` in it
          allowed: a path below the pack's folder

        "": error: pack toys, TEMP/pack/
          found a path that is absolute, empty or has `.` or `..` in it
          allowed: a path below the pack's folder

        "link.ron": error: pack toys, TEMP/pack/link.ron
          found a link that leads out of the pack's folder
          allowed: a file inside it; copy it there

        "zero.ron": error: pack toys, TEMP/pack/zero.ron
          found a link that leads out of the pack's folder
          allowed: a file inside it; copy it there

        "actions": error: pack toys, TEMP/pack/actions
          found a folder
          allowed: a plain file

        "large.ron": error: pack toys, TEMP/pack/large.ron
          found a file of 101 bytes
          allowed: at most 100 bytes; split it

        "latin.ron": error: pack toys, TEMP/pack/latin.ron:2:3
          2 |  "
            |   ^
          found byte 0xe4 at offset 7, which is not UTF-8
          allowed: a file in UTF-8; save it so

    "#]]
    .assert_eq(&all.concat().replace(&folder.0.display().to_string(), "TEMP"));
}

/// The options of the format, as the `ron` crate knows them.
fn read_with_ron(text: &str) -> Option<Toy> {
    let extensions = ron::extensions::Extensions::IMPLICIT_SOME | ron::extensions::Extensions::UNWRAP_NEWTYPES;
    ron::Options::default().with_default_extension(extensions).from_str(text).ok()
}

/// Cuts, doubles and exchanges pieces of a sound file. No text may panic or hang; what is accepted is what `ron` reads, and
/// a refusal has a reason. The steps are a fixed sequence, so a failure comes again.
#[test]
fn whatever_is_accepted_is_what_ron_reads() {
    let sound = "Toy(id: \"toys/jab\", kind: Attack, ticks: (prep: 10, exec: 0x14, recover: 3), target: Cell(reach_feet: 5), needs: [\"a\", r#\"b\"#], windows: [(exec: (0, 20), once: true)], legend: {'#': \"r\", '.': \"s\\n\"}, text: Some(\"x\"), /* c */ share: 5)";
    let pieces = [
        "(", ")", "[", "]", "{", "}", ",", ":", "\"", "'", "\\", "/*", "*/", "//", "\n", "1", "-", "_", "0x", "r#", "None",
        "Some", "é", " ",
    ];
    let mut state = 7_u64;
    let mut draw = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    let mut accepted = 0;
    for _ in 0..20_000 {
        let mut text: Vec<char> = sound.chars().collect();
        for _ in 0..=draw(2) {
            let from = draw(text.len());
            let to = (from + draw(4)).min(text.len());
            let piece = if draw(3) == 0 { "" } else { pieces[draw(pieces.len())] };
            text.splice(from..to, piece.chars());
        }
        let text: String = text.into_iter().collect();
        let mut problems = Problems::new();
        let ours: Option<Toy> = source_of(&text, Limits::default()).unwrap().read(&mut problems);
        assert_eq!(ours.is_none(), problems.has_errors(), "{text}");
        if ours.is_some() {
            accepted += 1;
            assert_eq!(ours, read_with_ron(&text), "{text}");
        }
    }
    assert!(accepted > 1000, "only {accepted} of the texts are sound, so the comparison says little");
}

#[test]
fn a_default_is_judged_without_a_place() {
    let source = source_of("()", Limits::default()).unwrap();
    let mut problems = Problems::new();
    let word: Spanned<String> = Spanned::default();
    source.report_unknown(&mut problems, "verb", &word, ["swing"]);
    expect![[r#"
        error: pack toys, actions/toy.ron
          found the verb "", which nobody has
          allowed: `swing`
    "#]]
    .assert_eq(&problems.to_string());
}

#[test]
fn a_flood_of_slips_ends_at_the_limit() {
    let limits = Limits { problems: 5, ..Limits::default() };
    for text in [format!("(id: \"{}\")", "\\q".repeat(100)), format!("(needs: [{}])", "\"a\" ".repeat(100))] {
        let mut problems = Problems::new();
        let value: Option<Toy> = source_of(&text, limits).unwrap().read(&mut problems);
        assert!(value.is_none());
        assert!((6..=10).contains(&problems.len()), "{problems}");
        assert!(problems.to_string().contains("at least 5 slips"), "{problems}");
    }
}
