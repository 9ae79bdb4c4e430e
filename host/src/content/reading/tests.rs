//! A toy schema, broken in every way, and the list its author would see.

use std::collections::BTreeMap;
use std::path::Path;

use expect_test::{Expect, expect};
use serde::Deserialize;

use super::super::problem::Problems;
use super::{Limits, Source, Spanned};

#[derive(Debug, Deserialize, PartialEq)]
struct Toy {
    id: Spanned<String>,
    kind: ToyKind,
    ticks: ToyTicks,
    #[serde(default)]
    target: ToyTarget,
    #[serde(default)]
    needs: Vec<Spanned<String>>,
    #[serde(default)]
    windows: Vec<ToyWindow>,
    #[serde(default)]
    legend: BTreeMap<char, String>,
    text: Option<String>,
    #[serde(default)]
    share: Share,
}

#[derive(Debug, Deserialize, PartialEq)]
enum ToyKind {
    Attack,
    Spell,
    Movement,
}

#[derive(Debug, Deserialize, PartialEq)]
struct ToyTicks {
    prep: u32,
    exec: u32,
    recover: u32,
}

#[derive(Debug, Default, Deserialize, PartialEq)]
enum ToyTarget {
    #[default]
    None,
    Actor(u32),
    Cell {
        reach_feet: u32,
    },
}

#[derive(Debug, Deserialize, PartialEq)]
struct ToyWindow {
    exec: (u32, u32),
    #[serde(default)]
    once: bool,
}

/// A type with a check of its own.
#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(try_from = "u32")]
struct Share(u32);

impl TryFrom<u32> for Share {
    type Error = String;

    fn try_from(permille: u32) -> Result<Self, String> {
        if permille <= 1000 { Ok(Share(permille)) } else { Err(format!("a share of {permille} permille, above 1000")) }
    }
}

fn source_of(text: &str, limits: Limits) -> Result<Source, Problems> {
    Source::from_text("toys", Path::new("actions/toy.ron"), text, limits)
}

/// What an author sees: the list of problems, or the value.
fn shown(text: &str, limits: Limits) -> String {
    let mut problems = Problems::new();
    let value: Option<Toy> = match source_of(text, limits) {
        Ok(source) => source.read(&mut problems),
        Err(refused) => {
            problems.merge(refused);
            None
        }
    };
    assert_eq!(value.is_none(), problems.has_errors(), "a value or a reason, never both and never neither");
    match value {
        Some(value) => format!("{} {:?} {:?}\n", value.id.value, value.kind, value.ticks),
        None => problems.to_string(),
    }
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&shown(text, Limits::default()));
}

#[test]
fn a_sound_file_reads_with_all_the_liberties_of_the_format() {
    check(
        "\u{feff}// A comment.\nToy(\n id: \"toys/jab\", kind: Attack, /* one /* in another */ */\n ticks: (prep: 1_0, exec: 0x14, recover: 30,),\n target: Cell(reach_feet: 5), needs: [\"swing\", r#\"st\"and\"#], windows: [(exec: (0, 20))],\n legend: {'#': \"rock\", '\\u{2e}': \"st\\tone\"}, text: \"jab\", share: 500,\n)\n// The end.",
        expect![[r#"
            toys/jab Attack ToyTicks { prep: 10, exec: 20, recover: 30 }
        "#]],
    );
}

#[test]
fn two_wrong_types_in_one_file() {
    check(
        "Toy(\n  id: 5,\n  kind: Attack,\n  ticks: (prep: \"long\", exec: -1, recover: 2.5),\n)",
        expect![[r#"
        error: pack toys, actions/toy.ron:2:7, id
          2 |   id: 5,
            |       ^
          found the number 5
          allowed: a text in double quotes

        error: pack toys, actions/toy.ron:4:17, ticks.prep
          4 |   ticks: (prep: "long", exec: -1, recover: 2.5),
            |                 ^
          found the text "long"
          allowed: a whole number from 0 to 4294967295

        error: pack toys, actions/toy.ron:4:31, ticks.exec
          4 |   ticks: (prep: "long", exec: -1, recover: 2.5),
            |                               ^
          found the number -1
          allowed: a whole number from 0 to 4294967295

        error: pack toys, actions/toy.ron:4:44, ticks.recover
          4 |   ticks: (prep: "long", exec: -1, recover: 2.5),
            |                                            ^
          found `2.5`
          allowed: a whole number (decimal, 0x, 0o or 0b) that fits 64 bits
    "#]],
    );
}

#[test]
fn unknown_fields_name_the_nearest_and_their_values_are_read() {
    check(
        "(id: \"a\", knid: Atack, ticks: (perp: 1, exec: 1, recover: 1), colour: 3)",
        expect![[r#"
        error: pack toys, actions/toy.ron:1:11, knid
          1 | (id: "a", knid: Atack, ticks: (perp: 1, exec: 1, recover: 1), colour: 3)
            |           ^
          found an unknown field `knid`
          allowed: `id`, `kind`, `ticks`, `target`, `needs`, `windows`, `legend`, `text`, `share`
          nearest: kind

        error: pack toys, actions/toy.ron:1:17, knid
          1 | (id: "a", knid: Atack, ticks: (perp: 1, exec: 1, recover: 1), colour: 3)
            |                 ^
          found the name `Atack`
          allowed: `Attack`, `Spell`, `Movement`
          nearest: Attack

        error: pack toys, actions/toy.ron:1:32, ticks.perp
          1 | (id: "a", knid: Atack, ticks: (perp: 1, exec: 1, recover: 1), colour: 3)
            |                                ^
          found an unknown field `perp`
          allowed: `prep`, `exec`, `recover`
          nearest: prep

        error: pack toys, actions/toy.ron:1:63, colour
          1 | (id: "a", knid: Atack, ticks: (perp: 1, exec: 1, recover: 1), colour: 3)
            |                                                               ^
          found an unknown field `colour`
          allowed: `id`, `kind`, `ticks`, `target`, `needs`, `windows`, `legend`, `text`, `share`
    "#]],
    );
}

#[test]
fn every_missing_field_is_said() {
    check(
        "(kind: Attack, ticks: (exec: 4))",
        expect![[r#"
            error: pack toys, actions/toy.ron:1:1, id
              1 | (kind: Attack, ticks: (exec: 4))
                | ^
              found `Toy` without its field `id`
              allowed: the fields `id`, `kind`, `ticks`, `target`, `needs`, `windows`, `legend`, `text`, `share`

            error: pack toys, actions/toy.ron:1:23, ticks.prep
              1 | (kind: Attack, ticks: (exec: 4))
                |                       ^
              found `ToyTicks` without its field `prep`
              allowed: the fields `prep`, `exec`, `recover`

            error: pack toys, actions/toy.ron:1:23, ticks.recover
              1 | (kind: Attack, ticks: (exec: 4))
                |                       ^
              found `ToyTicks` without its field `recover`
              allowed: the fields `prep`, `exec`, `recover`
        "#]],
    );
}

#[test]
fn wrong_variants() {
    check(
        "(id: \"a\", kind: Movment, ticks: (prep: 1, exec: 1, recover: 1), target: Cel(reach_feet: 3), share: 5)",
        expect![[r#"
            error: pack toys, actions/toy.ron:1:17, kind
              1 | (id: "a", kind: Movment, ticks: (prep: 1, exec: 1, recover: 1), target: Cel(reach_feet: 3), share: 5…
                |                 ^
              found the name `Movment`
              allowed: `Attack`, `Spell`, `Movement`
              nearest: Movement

            error: pack toys, actions/toy.ron:1:73, target
              1 | (id: "a", kind: Movment, ticks: (prep: 1, exec: 1, recover: 1), target: Cel(reach_feet: 3), share: 5…
                |                                                                         ^
              found the name `Cel`
              allowed: `None`, `Actor`, `Cell`
              nearest: Cell
        "#]],
    );
    check(
        "(id: \"a\", kind: Attack(3), ticks: (prep: 1, exec: 1, recover: 1), target: Cell(reach_feat: true))",
        expect![[r#"
            error: pack toys, actions/toy.ron:1:17, kind
              1 | (id: "a", kind: Attack(3), ticks: (prep: 1, exec: 1, recover: 1), target: Cell(reach_feat: true))
                |                 ^
              found `Attack(..)` with 1 inside
              allowed: `Attack` alone

            error: pack toys, actions/toy.ron:1:80, target.reach_feat
              1 | …cks: (prep: 1, exec: 1, recover: 1), target: Cell(reach_feat: true))
                |                                                    ^
              found an unknown field `reach_feat`
              allowed: `reach_feet`
              nearest: reach_feet

            error: pack toys, actions/toy.ron:1:92, target.reach_feat
              1 | …1, exec: 1, recover: 1), target: Cell(reach_feat: true))
                |                                                    ^
              found `true`
              allowed: a whole number from 0 to 4294967295
        "#]],
    );
}

#[test]
fn lists_and_tuples_fail_element_by_element() {
    check(
        "(id: \"a\", kind: Spell, ticks: (prep: 1, exec: 1, recover: 1), needs: [\"a\", 'b', \"c\", 4],\n windows: [(exec: (1, 2, 3)), (exec: (0, 1), once: 1), (exec: (7)), (once: true)])",
        expect![[r#"
            error: pack toys, actions/toy.ron:1:76, needs[1]
              1 | …cks: (prep: 1, exec: 1, recover: 1), needs: ["a", 'b', "c", 4],
                |                                                    ^
              found the character 'b'
              allowed: a text in double quotes

            error: pack toys, actions/toy.ron:1:86, needs[3]
              1 | …: 1, exec: 1, recover: 1), needs: ["a", 'b', "c", 4],
                |                                                    ^
              found the number 4
              allowed: a text in double quotes

            error: pack toys, actions/toy.ron:2:19, windows[0].exec
              2 |  windows: [(exec: (1, 2, 3)), (exec: (0, 1), once: 1), (exec: (7)), (once: true)])
                |                   ^
              found a tuple of 3
              allowed: `(..)` with 2 values

            error: pack toys, actions/toy.ron:2:52, windows[1].once
              2 |  windows: [(exec: (1, 2, 3)), (exec: (0, 1), once: 1), (exec: (7)), (once: true)])
                |                                                    ^
              found the number 1
              allowed: true or false

            error: pack toys, actions/toy.ron:2:63, windows[2].exec
              2 |  windows: [(exec: (1, 2, 3)), (exec: (0, 1), once: 1), (exec: (7)), (once: true)])
                |                                                               ^
              found a tuple of 1
              allowed: `(..)` with 2 values

            error: pack toys, actions/toy.ron:2:69, windows[3].exec
              2 |  windows: [(exec: (1, 2, 3)), (exec: (0, 1), once: 1), (exec: (7)), (once: true)])
                |                                                                     ^
              found `ToyWindow` without its field `exec`
              allowed: the fields `exec`, `once`
        "#]],
    );
}

#[test]
fn repeated_fields_and_keys() {
    check(
        "(id: \"a\", kind: Spell, id: \"b\", ticks: (prep: 1, exec: 1, recover: 1), legend: {'a': \"x\", 'b': \"y\", 'a': \"z\"})",
        expect![[r#"
            error: pack toys, actions/toy.ron:1:24, id
              1 | (id: "a", kind: Spell, id: "b", ticks: (prep: 1, exec: 1, recover: 1), legend: {'a': "x", 'b': "y", …
                |                        ^
              found a second field `id`
              allowed: each field once

            error: pack toys, actions/toy.ron:1:101, legend['a']
              1 | …xec: 1, recover: 1), legend: {'a': "x", 'b': "y", 'a': "z"})
                |                                                    ^
              found the character 'a' as a key again
              allowed: each key once
        "#]],
    );
}

#[test]
fn a_wrong_name_and_a_check_of_the_type() {
    check(
        "Toi(id: \"a\", kind: Spell, ticks: Tiks(prep: 1, exec: 1, recover: 1), share: 1001)",
        expect![[r#"
        error: pack toys, actions/toy.ron:1:1
          1 | Toi(id: "a", kind: Spell, ticks: Tiks(prep: 1, exec: 1, recover: 1), share: 1001)
            | ^
          found the name `Toi`
          allowed: `Toy`, or no name
          nearest: Toy

        error: pack toys, actions/toy.ron:1:34, ticks
          1 | Toi(id: "a", kind: Spell, ticks: Tiks(prep: 1, exec: 1, recover: 1), share: 1001)
            |                                  ^
          found the name `Tiks`
          allowed: `ToyTicks`, or no name

        error: pack toys, actions/toy.ron:1:77, share
          1 | …ticks: Tiks(prep: 1, exec: 1, recover: 1), share: 1001)
            |                                                    ^
          found a share of 1001 permille, above 1000
          allowed: a value that passes this check
    "#]],
    );
}

#[test]
fn syntax_slips() {
    // Reading goes on behind a forgotten comma and a wrong escape.
    check(
        "(id: \"a\\q\" kind: Spell, ticks: (prep: 1, exec: true, recover: 1))",
        expect![[r#"
            error: pack toys, actions/toy.ron:1:8, id
              1 | (id: "a\q" kind: Spell, ticks: (prep: 1, exec: true, recover: 1))
                |        ^
              found the escape `\q`
              allowed: \" \' \\ \n \t \x41 \u{1F409}, and no control character

            error: pack toys, actions/toy.ron:1:12
              1 | (id: "a\q" kind: Spell, ticks: (prep: 1, exec: true, recover: 1))
                |            ^
              found `kind`
              allowed: `,` or `)`

            error: pack toys, actions/toy.ron:1:48, ticks.exec
              1 | (id: "a\q" kind: Spell, ticks: (prep: 1, exec: true, recover: 1))
                |                                                ^
              found `true`
              allowed: a whole number from 0 to 4294967295
        "#]],
    );
    check(
        "(id: \"a\", kind = Spell)",
        expect![[r#"
        error: pack toys, actions/toy.ron:1:16
          1 | (id: "a", kind = Spell)
            |                ^
          found `=`
          allowed: `:` and the value
    "#]],
    );
}

#[test]
fn what_never_closes_and_what_does_not_fit() {
    check(
        "(id: \"a, kind: Spell)",
        expect![[r#"
        error: pack toys, actions/toy.ron:1:6
          1 | (id: "a, kind: Spell)
            |      ^
          found a quote that never closes
          allowed: `"` at its end
    "#]],
    );
    check(
        "(id: \"a\", needs: [\"x\", )",
        expect![[r#"
        error: pack toys, actions/toy.ron:1:24
          1 | (id: "a", needs: ["x", )
            |                        ^
          found `)`
          allowed: a value: a number, "text", 'c', true, false, a name, `(`, `[` or `{`
    "#]],
    );
    check(
        "(id: 99999999999999999999)",
        expect![[r#"
            error: pack toys, actions/toy.ron:1:1, kind
              1 | (id: 99999999999999999999)
                | ^
              found `Toy` without its field `kind`
              allowed: the fields `id`, `kind`, `ticks`, `target`, `needs`, `windows`, `legend`, `text`, `share`

            error: pack toys, actions/toy.ron:1:1, ticks
              1 | (id: 99999999999999999999)
                | ^
              found `Toy` without its field `ticks`
              allowed: the fields `id`, `kind`, `ticks`, `target`, `needs`, `windows`, `legend`, `text`, `share`

            error: pack toys, actions/toy.ron:1:6, id
              1 | (id: 99999999999999999999)
                |      ^
              found `99999999999999999999`
              allowed: a whole number (decimal, 0x, 0o or 0b) that fits 64 bits
        "#]],
    );
    check(
        "/* (id: 4)",
        expect![[r#"
        error: pack toys, actions/toy.ron:1:1
          1 | /* (id: 4)
            | ^
          found a comment that never ends
          allowed: `*/` where the comment ends
    "#]],
    );
}

#[test]
fn an_empty_file() {
    check(
        "",
        expect![[r#"
        error: pack toys, actions/toy.ron:1:1
          1 | 
            | ^
          found an empty file
          allowed: one value, as `Name(field: value)`
    "#]],
    );
    check(
        "  // nothing\n",
        expect![[r#"
        error: pack toys, actions/toy.ron:2:1
          2 | 
            | ^
          found an empty file
          allowed: one value, as `Name(field: value)`
    "#]],
    );
}

#[test]
fn trailing_garbage() {
    check(
        "(id: \"a\", kind: Spell, ticks: (prep: 1, exec: 1, recover: 1)) )",
        expect![[r#"
        error: pack toys, actions/toy.ron:1:63
          1 | (id: "a", kind: Spell, ticks: (prep: 1, exec: 1, recover: 1)) )
            |                                                               ^
          found `)`
          allowed: the end of the file, since its one value is complete
    "#]],
    );
}

mod rim;
