//! How a difference of two logs is told: the place, the fields, what stood before, both lines.
//!
//! Owns the words and the layout, nothing of the comparison. Readable without knowing JSON, and
//! never more than a screen for each parting: long texts are shown around where they part.

use super::{DiffError, Difference, End, Ended, FieldDifference, Parting, Side};
use crate::log::Record;
use serde_json::Value;
use std::fmt;

/// How much of a long text is shown; ids and reasons fit, a whole fight file does not.
const SHOWN_CHARACTERS: usize = 60;

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Equal { lines } => writeln!(f, "The logs are equal: {}.", counted(*lines)),
            Self::Ended(ended) => ended.fmt(f),
            Self::Parted(parting) => parting.fmt(f),
        }
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = counted(self.lines);
        writeln!(f, "The logs agree for {lines}; then one ends before the other:")?;
        writeln!(f, "  first   {}", self.first)?;
        writeln!(f, "  second  {}", self.second)?;
        write_before(f, &self.before)
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ends => f.write_str("ends here"),
            Self::Torn { bytes_count } => {
                write!(f, "is torn here, after {bytes_count} bytes of the next line")
            }
            Self::GoesOn(record) => write!(f, "goes on with {}", Plain(record)),
        }
    }
}

impl fmt::Display for Parting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "The logs part at line {}, tick ", self.first.line_number)?;
        write_either(f, &self.first.tick, &self.second.tick)?;
        f.write_str(", event ")?;
        write_either(f, &self.first.event, &self.second.event)?;
        f.write_str(":\n")?;
        if self.fields.is_empty() {
            f.write_str(
                "  both lines say the same and are only written differently (order of keys, \
                 spaces, escapes or line end)\n",
            )?;
        }
        for field in &self.fields {
            field.fmt(f)?;
        }
        write_before(f, &self.before)?;
        f.write_str("The line itself:\n")?;
        writeln!(f, "  first   {}", Plain(&self.first))?;
        writeln!(f, "  second  {}", Plain(&self.second))?;
        if let Some(beyond) = &self.beyond_first_line {
            write!(f, "Beyond the first line: {beyond}")?;
        }
        Ok(())
    }
}

impl fmt::Display for FieldDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |value: &Option<Value>| value.as_ref().map_or_else(|| "(absent)".to_owned(), Value::to_string);
        let (first, second) = (shown(&self.first), shown(&self.second));
        let same = first.chars().zip(second.chars()).take_while(|(a, b)| a == b).count();
        writeln!(f, "  {}", self.key)?;
        writeln!(f, "    first   {}", excerpt(&first, same))?;
        writeln!(f, "    second  {}", excerpt(&second, same))
    }
}

/// One thing if both logs agree on it, else both.
fn write_either<T: fmt::Display + PartialEq>(f: &mut fmt::Formatter<'_>, first: &T, second: &T) -> fmt::Result {
    if first == second { write!(f, "{first}") } else { write!(f, "{first} (in the second {second})") }
}

fn write_before(f: &mut fmt::Formatter<'_>, before: &[Record]) -> fmt::Result {
    if !before.is_empty() {
        f.write_str("The lines before, in both:\n")?;
    }
    before.iter().try_for_each(|record| writeln!(f, "  {}", Plain(record)))
}

fn counted(lines: u64) -> String {
    match lines {
        1 => "1 line".to_owned(),
        _ => format!("{lines} lines"),
    }
}

/// A record on one line of readable text, its keys in the order of the log.
struct Plain<'a>(&'a Record);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(record) = self;
        write!(f, "line {}, tick {}: {}", record.line_number, record.tick, record.event)?;
        for (key, value) in record.in_log_order() {
            let text = match value {
                Value::String(text) if !text.is_empty() && text.chars().all(is_bare) => text.clone(),
                _ => value.to_string(),
            };
            write!(f, " {key}={}", excerpt(&text, 0))?;
        }
        Ok(())
    }
}

/// True for what needs no quotes to be read as one text: what ids are made of.
fn is_bare(character: char) -> bool {
    character.is_alphanumeric() || "/-_.".contains(character)
}

/// A text, or the part of it around one of its characters where it is too long to be shown.
fn excerpt(text: &str, about: usize) -> String {
    let length = text.chars().count();
    if length <= SHOWN_CHARACTERS {
        return text.to_owned();
    }
    let start = about.saturating_sub(SHOWN_CHARACTERS / 3).min(length - SHOWN_CHARACTERS);
    let shown: String = text.chars().skip(start).take(SHOWN_CHARACTERS).collect();
    let before = if start > 0 { "..." } else { "" };
    let after = if start + SHOWN_CHARACTERS < length { "..." } else { "" };
    format!("{before}{shown}{after}")
}

impl fmt::Display for DiffError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let log = match self.side {
            Side::First => "the first log",
            Side::Second => "the second log",
        };
        write!(f, "{log}, {}", self.error)
    }
}

impl std::error::Error for DiffError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

#[cfg(test)]
mod tests {
    use crate::lab::diff::diff;
    use crate::lab::diff::tests::{CHECK, SAME};
    use expect_test::{Expect, expect};

    fn check(first: &str, second: &str, expected: Expect) {
        let told = match diff(first.as_bytes(), second.as_bytes()) {
            Ok(difference) => difference.to_string(),
            Err(error) => error.to_string(),
        };
        expected.assert_eq(&told);
    }

    fn log(lines: &[&str]) -> String {
        lines.concat()
    }

    #[test]
    fn equal_logs() {
        check(
            &log(&[SAME, CHECK]),
            &log(&[SAME, CHECK]),
            expect![[r#"
            The logs are equal: 5 lines.
        "#]],
        );
        check(
            CHECK,
            CHECK,
            expect![[r#"
            The logs are equal: 1 line.
        "#]],
        );
        check(
            "",
            "",
            expect![[r#"
            The logs are equal: 0 lines.
        "#]],
        );
        // Torn at the same place is the same.
        check(
            &SAME[..100],
            &SAME[..100],
            expect![[r#"
            The logs are equal: 2 lines.
        "#]],
        );
    }

    #[test]
    fn a_field_differs() {
        let other = CHECK.replace("512", "498").replace("\"hit\"", "\"miss\"").replace(",\"zeal\":1", "");
        check(
            &log(&[SAME, CHECK]),
            &log(&[SAME, &other]),
            expect![[r#"
            The logs part at line 5, tick 29, event check:
              roll_permille
                first   512
                second  498
              degree
                first   "hit"
                second  "miss"
              zeal
                first   1
                second  (absent)
            The lines before, in both:
              line 2, tick 0: joined actor=gob at=[7,1,0] initiative=1
              line 3, tick 0: encounter_began
              line 4, tick 0: prep_began actor=hero action=core/strike ticks=20 target=gob
            The line itself:
              first   line 5, tick 29: check actor=hero roll_permille=512 degree=hit zeal=1
              second  line 5, tick 29: check actor=hero roll_permille=498 degree=miss
        "#]],
        );
        let other = CHECK.replace("\"degree\"", "\"by\":\"gob, the second\",\"degree\"");
        check(
            CHECK,
            &other,
            expect![[r#"
            The logs part at line 1, tick 29, event check:
              by
                first   (absent)
                second  "gob, the second"
            The line itself:
              first   line 1, tick 29: check actor=hero roll_permille=512 degree=hit zeal=1
              second  line 1, tick 29: check actor=hero by="gob, the second" roll_permille=512 degree=hit zeal=1
        "#]],
        );
    }

    #[test]
    fn another_tick_or_event() {
        let other = CHECK.replace("29", "30").replace("\"check\"", "\"missed\"");
        check(
            &log(&[SAME, CHECK]),
            &log(&[SAME, &other]),
            expect![[r#"
            The logs part at line 5, tick 29 (in the second 30), event check (in the second missed):
              tick
                first   29
                second  30
              event
                first   "check"
                second  "missed"
            The lines before, in both:
              line 2, tick 0: joined actor=gob at=[7,1,0] initiative=1
              line 3, tick 0: encounter_began
              line 4, tick 0: prep_began actor=hero action=core/strike ticks=20 target=gob
            The line itself:
              first   line 5, tick 29: check actor=hero roll_permille=512 degree=hit zeal=1
              second  line 5, tick 30: missed actor=hero roll_permille=512 degree=hit zeal=1
        "#]],
        );
    }

    #[test]
    fn the_same_said_in_another_order_is_a_difference_too() {
        let other = CHECK.replace("\"tick\":29,\"event\":\"check\"", "\"event\":\"check\",\"tick\":29");
        check(
            CHECK,
            &other,
            expect![[r#"
            The logs part at line 1, tick 29, event check:
              both lines say the same and are only written differently (order of keys, spaces, escapes or line end)
            The line itself:
              first   line 1, tick 29: check actor=hero roll_permille=512 degree=hit zeal=1
              second  line 1, tick 29: check actor=hero roll_permille=512 degree=hit zeal=1
        "#]],
        );
        check(
            CHECK,
            CHECK.trim_end(),
            expect![[r#"
                The logs agree for 0 lines; then one ends before the other:
                  first   goes on with line 1, tick 29: check actor=hero roll_permille=512 degree=hit zeal=1
                  second  is torn here, after 86 bytes of the next line
            "#]],
        );
    }

    #[test]
    fn one_is_a_prefix_of_the_other() {
        check(
            SAME,
            &log(&[SAME, CHECK]),
            expect![[r#"
            The logs agree for 4 lines; then one ends before the other:
              first   ends here
              second  goes on with line 5, tick 29: check actor=hero roll_permille=512 degree=hit zeal=1
            The lines before, in both:
              line 2, tick 0: joined actor=gob at=[7,1,0] initiative=1
              line 3, tick 0: encounter_began
              line 4, tick 0: prep_began actor=hero action=core/strike ticks=20 target=gob
        "#]],
        );
        check(
            &log(&[CHECK, SAME]),
            CHECK,
            expect![[r#"
            The logs agree for 1 line; then one ends before the other:
              first   goes on with line 2, tick 0: joined actor=hero at=[2,1,0] initiative=0
              second  ends here
            The lines before, in both:
              line 1, tick 29: check actor=hero roll_permille=512 degree=hit zeal=1
        "#]],
        );
        check(
            "",
            CHECK,
            expect![[r#"
            The logs agree for 0 lines; then one ends before the other:
              first   ends here
              second  goes on with line 1, tick 29: check actor=hero roll_permille=512 degree=hit zeal=1
        "#]],
        );
    }

    #[test]
    fn one_is_torn() {
        check(
            &log(&[CHECK, &SAME[..50]]),
            &log(&[CHECK, SAME]),
            expect![[r#"
            The logs agree for 1 line; then one ends before the other:
              first   is torn here, after 50 bytes of the next line
              second  goes on with line 2, tick 0: joined actor=hero at=[2,1,0] initiative=0
            The lines before, in both:
              line 1, tick 29: check actor=hero roll_permille=512 degree=hit zeal=1
        "#]],
        );
        check(
            &log(&[CHECK, &SAME[..50]]),
            CHECK,
            expect![[r#"
            The logs agree for 1 line; then one ends before the other:
              first   is torn here, after 50 bytes of the next line
              second  ends here
            The lines before, in both:
              line 1, tick 29: check actor=hero roll_permille=512 degree=hit zeal=1
        "#]],
        );
    }

    #[test]
    fn another_seed_is_told_and_then_looked_beyond() {
        let head = |seed: u64, text: &str| {
            format!("{{\"tick\":0,\"event\":\"fight\",\"seed\":{seed},\"fight_text\":\"{text}\"}}\n")
        };
        let long = "The same for a long while, as fight files are, and then ";
        check(
            &log(&[&head(1, &format!("{long}{long}this, and on")), SAME, CHECK]),
            &log(&[&head(2, &format!("{long}{long}that, and on")), SAME, &CHECK.replace("512", "7")]),
            expect![[r#"
                The logs part at line 1, tick 0, event fight:
                  seed
                    first   1
                    second  2
                  fight_text
                    first   ...for a long while, as fight files are, and then this, and on"
                    second  ...for a long while, as fight files are, and then that, and on"
                The line itself:
                  first   line 1, tick 0: fight seed=1 fight_text="The same for a long while, as fight files are, and then The...
                  second  line 1, tick 0: fight seed=2 fight_text="The same for a long while, as fight files are, and then The...
                Beyond the first line: The logs part at line 6, tick 29, event check:
                  roll_permille
                    first   512
                    second  7
                The lines before, in both:
                  line 3, tick 0: joined actor=gob at=[7,1,0] initiative=1
                  line 4, tick 0: encounter_began
                  line 5, tick 0: prep_began actor=hero action=core/strike ticks=20 target=gob
                The line itself:
                  first   line 6, tick 29: check actor=hero roll_permille=512 degree=hit zeal=1
                  second  line 6, tick 29: check actor=hero roll_permille=7 degree=hit zeal=1
            "#]],
        );
        check(
            &log(&[&head(1, ""), SAME]),
            &log(&[&head(2, ""), SAME]),
            expect![[r#"
                The logs part at line 1, tick 0, event fight:
                  seed
                    first   1
                    second  2
                The line itself:
                  first   line 1, tick 0: fight seed=1 fight_text=""
                  second  line 1, tick 0: fight seed=2 fight_text=""
                Beyond the first line: The logs are equal: 4 lines.
            "#]],
        );
    }

    #[test]
    fn what_is_no_log_is_named() {
        check(
            "hello\n",
            "hello\n",
            expect![
                "the first log, line 1, column 1: expected value; expected one JSON object with `tick` and `event`, as --log writes it"
            ],
        );
        check(
            CHECK,
            &log(&[CHECK, "hello\n"]),
            expect![
                "the second log, line 2, column 1: expected value; expected one JSON object with `tick` and `event`, as --log writes it"
            ],
        );
        check(
            &log(&[CHECK, SAME]),
            &log(&[CHECK, "hello"]),
            expect![
                "the second log, line 2, column 1: expected value; expected one JSON object with `tick` and `event`, as --log writes it"
            ],
        );
    }
}
