//! Lines of output: cleaned, and broken between words where they are too long.
//!
//! Pure. It never knows what a line says. `layout` makes every line with it.

use unicode_width::UnicodeWidthStr;

/// Columns of a line: what every terminal has, and a screen reader does not mind.
const WIDTH_COLUMNS: usize = 80;

/// One line of output, with those that it goes on in: nothing in a text may move a cursor, ring a bell or end the line. Lines
/// after the first stand in by more than the first does.
pub fn row(text: &str) -> String {
    let clean: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let indent = clean.len() - clean.trim_start_matches(' ').len();
    let mut out = " ".repeat(indent);
    let mut columns = indent;
    let mut is_first = true;
    for word in clean.split(' ').filter(|word| !word.is_empty()) {
        let width = word.width();
        if !is_first && columns + 1 + width > WIDTH_COLUMNS {
            out.push('\n');
            columns = indent + 2;
            out.push_str(&" ".repeat(columns));
            is_first = true;
        }
        if !is_first {
            out.push(' ');
            columns += 1;
        }
        out.push_str(word);
        columns += width;
        is_first = false;
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let out = row(text);
        assert!(out.lines().all(|line| line.width() <= WIDTH_COLUMNS), "{out}");
        // With a bar before each line: expectations lose the blanks that all their lines begin with.
        let barred: String = out.lines().map(|line| format!("|{line}\n")).collect();
        expected.assert_eq(&barred);
    }

    #[test]
    fn no_text_can_steer_the_terminal() {
        check(
            "a\u{1b}[2Jb\n\u{7}",
            expect![[r#"
                |a [2Jb
            "#]],
        );
    }

    #[test]
    fn a_long_line_is_broken_between_words_and_stands_in() {
        check(
            "  foe, hunched figure, at blade's length, to your north-east: drawing back for a stab, soon; winded",
            expect![[r#"
                |  foe, hunched figure, at blade's length, to your north-east: drawing back for a
                |    stab, soon; winded
            "#]],
        );
        let word = "x".repeat(200);
        assert_eq!(row(&format!("a {word} b")), format!("a\n  {word}\n  b\n"));
    }
}
