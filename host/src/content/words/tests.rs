//! Lines against a toy vocabulary.

use super::Words;
use crate::content::known::{Known, Sort};
use crate::content::problem::Problems;
use crate::content::testing::lexicon;
use expect_test::{Expect, expect};

fn toys() -> (Words, Known) {
    let mut problems = Problems::new();
    let words = Words::new(&lexicon(), &mut problems);
    assert!(problems.is_empty(), "{problems}");
    let mut known = Known::of_modules(&lexicon());
    let rungs = |list: &[&str]| list.iter().map(|&rung| rung.into()).collect();
    known.add_ladder("stage", rungs(&["fresh", "winded", "guard-failing"]));
    known.add_ladder("loudness", rungs(&["soft", "loud"]));
    known.add(Sort::Hand, "main-hand");
    known.add(Sort::Action, "core/jab");
    known.add(Sort::Condition, "core/dazed");
    (words, known)
}

fn outcome<T: std::fmt::Debug>(line: &str, read: Result<T, Vec<super::Slip>>) -> String {
    match read {
        Ok(parsed) => format!("{parsed:?}\n"),
        Err(slips) => slips
            .into_iter()
            .map(|slip| {
                let near = slip.nearest.map_or(String::new(), |near| format!("; nearest: {near}"));
                let piece = line.get(slip.start..slip.end).unwrap_or("?");
                format!("at {:?}: found {}; allowed: {}{near}\n", piece, slip.found, slip.allowed)
            })
            .collect(),
    }
}

fn check_mind(line: &str, expected: Expect) {
    let (words, known) = toys();
    let read = words.mind(&known, line).map(|line| (line.is_negated, line.word, line.args));
    expected.assert_eq(&outcome(line, read));
}

fn check_effect(line: &str, expected: Expect) {
    let (words, known) = toys();
    expected.assert_eq(&outcome(line, words.effect(&known, line)));
}

#[test]
fn a_hyphen_and_a_space_are_the_same_between_literals() {
    check_mind(
        "flank free",
        expect![[r#"
        (false, Host(FlankFree), [])
    "#]],
    );
    check_mind(
        "flank-free",
        expect![[r#"
        (false, Host(FlankFree), [])
    "#]],
    );
    check_mind(
        "ally-in 6 feet",
        expect![[r#"
        (false, Word(1), [Fixed(Number(6))])
    "#]],
    );
    check_mind(
        "not reach within 30 ticks",
        expect![[r#"
        (true, Host(ReachWithin), [Fixed(Number(30)), Fixed(Absent)])
    "#]],
    );
    check_mind(
        "stage of nearest enemy at least guard-failing",
        expect![[r#"
        (false, Word(0), [Who(Word(0, [])), Fixed(Choice(0)), Fixed(Rung(2))])
    "#]],
    );
}

#[test]
fn later_patterns_fill_the_places_of_the_first() {
    check_mind(
        "stage mine at-most winded",
        expect![[r#"
        (false, Word(0), [Fixed(Absent), Fixed(Choice(1)), Fixed(Rung(1))])
    "#]],
    );
    check_mind(
        "stage at-most winded",
        expect![[r#"
        (false, Word(0), [Fixed(Absent), Fixed(Choice(1)), Fixed(Rung(1))])
    "#]],
    );
    check_mind(
        "reach core/jab of enemy",
        expect![[r#"
        (false, Host(Reach), [Who(Word(1, [])), Fixed(Id(2386360877556137172))])
    "#]],
    );
    check_mind(
        "reach enemy",
        expect![[r#"
        (false, Host(Reach), [Who(Word(1, [])), Fixed(Absent)])
    "#]],
    );
    check_mind(
        "reach",
        expect![[r#"
        (false, Host(Reach), [Fixed(Absent), Fixed(Absent)])
    "#]],
    );
}

#[test]
fn the_longest_selector_is_meant() {
    check_mind(
        "seen nearest enemy",
        expect![[r#"
        (false, Word(3), [Who(Word(0, []))])
    "#]],
    );
    check_mind(
        "seen nearest ally of nearest ally of enemy",
        expect![[r#"
        (false, Word(3), [Who(Word(2, [Who(Word(2, [Who(Word(1, []))]))]))])
    "#]],
    );
    check_mind(
        "within 5 feet of away from enemies",
        expect![[r#"
        (false, Host(Within), [Fixed(Number(5)), Who(Host(AwayFrom, [Fixed(Absent)]))])
    "#]],
    );
}

#[test]
fn arguments_of_every_type() {
    check_mind(
        "phase recover of actor",
        expect![[r#"
        (false, Word(2), [Fixed(Phase(Recover)), Who(Actor)])
    "#]],
    );
    check_mind(
        "heard prep-began of spell",
        expect![[r#"
        (false, Word(4), [Fixed(Id(7212097348311472048)), Fixed(Kind(Spell))])
    "#]],
    );
    check_effect(
        "strike main-hand 5 points",
        expect![[r#"
        Parsed { word: 0, start: 0, args: [Plain(Hand("main-hand")), Plain(Fixed(Number(5)))] }
    "#]],
    );
    check_effect(
        "cancel parent",
        expect![[r#"
        Parsed { word: 2, start: 0, args: [] }
    "#]],
    );
    check_effect(
        "cancel target",
        expect![[r#"
        Parsed { word: 1, start: 0, args: [Plain(Who(Target))] }
    "#]],
    );
    check_effect(
        "become half-down",
        expect![[r#"
        Parsed { word: 6, start: 0, args: [Plain(Fixed(Choice(2)))] }
    "#]],
    );
    check_effect(
        "give core/dazed to target for 50 ticks",
        expect![[r#"
        Parsed { word: 5, start: 0, args: [Plain(Fixed(Id(7242437761702032755))), Plain(Who(Target)), Plain(Fixed(Number(50)))] }
    "#]],
    );
    check_effect(
        "after 5 ticks after 6 ticks noise loud",
        expect![[r#"
        Parsed { word: 4, start: 0, args: [Plain(Fixed(Number(5))), Line(Parsed { word: 4, start: 14, args: [Plain(Fixed(Number(6))), Line(Parsed { word: 3, start: 28, args: [Plain(Fixed(Rung(1)))] })] })] }
    "#]],
    );
}

#[test]
fn a_wrong_word_names_the_nearest() {
    check_mind(
        "cornred",
        expect![[r#"
            at "cornred": found `cornred`, which begins no condition; allowed: `alertness`, `ally`, `alone`, `awareness`, `cornered`, `cover`, `flank`, `heard`, `in-shape`, `in-zone`, `light`, `phase`, `reach`, `reach-within`, `seen`, `seen-to-work`, `stage`, `times-read`, `within`; nearest: cornered
        "#]],
    );
    check_effect(
        "strik main-hand",
        expect![[r#"
        at "strik": found `strik`, which begins no effect; allowed: `after`, `become`, `cancel`, `give`, `noise`, `strike`; nearest: strike
    "#]],
    );
    check_effect(
        "",
        expect![[r#"
        at "": found nothing; allowed: a line that names an effect
    "#]],
    );
    check_mind(
        "not",
        expect![[r#"
            at "not": found `not`, which begins no condition; allowed: `alertness`, `ally`, `alone`, `awareness`, `cornered`, `cover`, `flank`, `heard`, `in-shape`, `in-zone`, `light`, `phase`, `reach`, `reach-within`, `seen`, `seen-to-work`, `stage`, `times-read`, `within`
        "#]],
    );
}

#[test]
fn each_wrong_argument_is_told() {
    check_mind(
        "stage of nearst at-least guard-faling",
        expect![[r#"
            at "nearst": found `nearst` for who is meant; allowed: `self`, `target`, `actor`, `flank of <who>`, `toward <who>`, `away from <who>`, `away from enemies`, `behind <who>`, `beside <who>`, `around <who>`, `before <who>`, `cover from <who>`, `toward trouble`, `door toward <who>`, `nearest enemy`, `enemy`, `nearest ally of <who>`
            at "guard-faling": found `guard-faling` for a rung of `stage`; allowed: `fresh`, `winded`, `guard-failing`; nearest: guard-failing
        "#]],
    );
    check_mind(
        "within many feet of enemi",
        expect![[r#"
            at "many": found `many` for a number of feet; allowed: a whole number from 0 to 10000
            at "enemi": found `enemi` for who is meant; allowed: `self`, `target`, `actor`, `flank of <who>`, `toward <who>`, `away from <who>`, `away from enemies`, `behind <who>`, `beside <who>`, `around <who>`, `before <who>`, `cover from <who>`, `toward trouble`, `door toward <who>`, `nearest enemy`, `enemy`, `nearest ally of <who>`; nearest: enemy
        "#]],
    );
    check_mind(
        "within 99999999999999999999 feet",
        expect![[r#"
        at "99999999999999999999": found `99999999999999999999` for a number of feet; allowed: a whole number from 0 to 10000
    "#]],
    );
    check_mind(
        "phase windup",
        expect![[r#"
        at "windup": found `windup` for a phase; allowed: `prep`, `exec`, `recover`
    "#]],
    );
    check_mind(
        "reach core/jabb",
        expect![[r#"
        at "core/jabb": found `core/jabb` for the id of an action; allowed: `core/jab`; nearest: core/jab
    "#]],
    );
    check_effect(
        "strike main-hnd",
        expect![[r#"
        at "main-hnd": found `main-hnd` for a hand; allowed: `main-hand`; nearest: main-hand
    "#]],
    );
    check_effect(
        "after 5 ticks noise lowd",
        expect![[r#"
        at "lowd": found `lowd` for a rung of `loudness`; allowed: `soft`, `loud`; nearest: loud
    "#]],
    );
    check_effect(
        "become fledd",
        expect![[r#"
        at "fledd": found `fledd` for `yielded` or `fled` or `half-down`; allowed: `yielded`, `fled`, `half-down`; nearest: fled
    "#]],
    );
}

#[test]
fn a_line_that_breaks_off_says_what_is_missing() {
    check_mind(
        "within 5",
        expect![[r#"
            at "": found the end of the line; allowed: `feet`; the word is `within <feet> feet [of <who>]`
        "#]],
    );
    check_mind(
        "within 5 foot",
        expect![[r#"
            at "foot": found `foot`; allowed: `feet`; the word is `within <feet> feet [of <who>]`
        "#]],
    );
    check_mind(
        "alone at last",
        expect![[r#"
            at "at last": found `at last`; allowed: the end of the line; the word is `alone`
        "#]],
    );
    check_effect(
        "after 5 ticks",
        expect![[r#"
            at "": found the end of the line; allowed: an effect; the word is `after <ticks> ticks <line>`
        "#]],
    );
    check_effect(
        "after 5 ticks nose loud",
        expect![[r#"
            at "nose loud": found `nose loud`; allowed: `after`, `become`, `cancel`, `give`, `noise`, `strike`, an effect; the word is `after <ticks> ticks <line>`; nearest: noise
        "#]],
    );
}

#[test]
fn long_and_deep_lines_end() {
    let long = "seen ".repeat(5_000);
    let deep = format!("seen {}enemy", "nearest ally of ".repeat(15));
    let (words, known) = toys();
    assert!(words.mind(&known, &long).is_err());
    assert!(words.mind(&known, &deep).is_err(), "deeper than anybody means");
    assert!(words.effect(&known, &format!("{}noise loud", "after 5 ticks ".repeat(14))).is_err());
    assert!(words.mind(&known, "\u{3000}alone\u{3000}").is_ok(), "white space of any width");
}
