//! Below the map: what happened, what is asked, and what can be done with its keys, its pace and whether it comes in time.
//!
//! Called by `layout`, which first asks how many rows are needed.

use crate::{
    grid::{Area, Grid, Line, Look, blanks, fit, line_columns, pieces, plain, scene_line, wrap},
    ui::Ui,
};
use abi::{Choice, Ink, Scene};

/// Columns between two choices.
const GAP: usize = 3;

/// What stands there, in rows of the width that there is for it.
#[derive(Debug)]
pub struct Foot {
    /// The sentences of the tale, each in its rows.
    sentences: Vec<Vec<Line>>,
    question: Vec<Line>,
    /// The listed choices, each in one row.
    entries: Vec<Line>,
    /// The same in so many rows as there mostly are.
    arranged: Vec<Line>,
}

/// Rows that there mostly are for choices.
const ROWS: usize = 3;

impl Foot {
    /// What a scene has to say, in so many columns.
    pub fn new(scene: &Scene<'_>, ui: &Ui, width: usize) -> Self {
        let question = plain(scene.question.as_str(), Look::default().bold());
        let entries: Vec<Line> = entries(scene, ui).into_iter().map(|entry| fit(entry, width)).collect();
        Self {
            sentences: scene.tale.iter().map(|line| wrap(&scene_line(line), width, 2)).collect(),
            question: if question.is_empty() { Vec::new() } else { wrap(&question, width, 2) },
            arranged: arrange(&entries, width, ROWS),
            entries,
        }
    }

    /// How many rows the tale takes.
    pub fn tale_rows(&self) -> usize {
        self.sentences.iter().map(Vec::len).sum()
    }

    /// How many rows question and choices take.
    pub fn choice_rows(&self) -> usize {
        self.question.len() + self.arranged.len()
    }

    /// The tale. Where it has no room its first sentences go, and a row says so; the last one is always there.
    pub fn render_tale(&self, grid: &mut Grid, area: Area, scene: &Scene<'_>) {
        if area.is_empty() {
            return;
        }
        let has_more = self.tale_rows() > area.height && self.sentences.len() > 1 && area.height > 2;
        let room = area.height - usize::from(has_more);
        let mut shown: Vec<Line> = Vec::new();
        for sentence in self.sentences.iter().rev() {
            if shown.len() + sentence.len() <= room {
                shown.splice(0..0, sentence.iter().cloned());
            } else {
                if shown.is_empty() {
                    shown = cut_off(sentence.clone(), room, area.width);
                }
                break;
            }
        }
        if has_more {
            shown.insert(0, plain("… the history has the rest", Look::faint()));
        } else {
            shown.splice(0..0, older(scene, area.height.saturating_sub(shown.len()), area.width));
        }
        grid.put_lines(area, &shown);
    }

    /// The question, and the choices below it. Where they have no room the last row says where the rest stands.
    pub fn render_choices(&self, grid: &mut Grid, area: Area, ui: &Ui) {
        let mut rows = self.question.clone();
        rows.truncate(area.height.saturating_sub(1).max(1));
        let room = area.height.saturating_sub(rows.len());
        let choices = if room == ROWS { self.arranged.clone() } else { arrange(&self.entries, area.width, room) };
        let has_more = choices.len() > room;
        rows.extend(choices);
        grid.put_lines(area, &rows);
        if has_more && room > 0 {
            let help = ui.key_names("help");
            let more = pieces(&[
                ("  … ", Look::faint()),
                (help.first().map_or("", String::as_str), Look::faint().bold()),
                (" more", Look::faint()),
            ]);
            let column = area.width.saturating_sub(line_columns(&more));
            grid.put_line(area.top + area.height - 1, area.left + column, area.width - column, &more);
        }
    }
}

/// What was told before this tale, as far as there is room for it: where the tale begins in the history, that ends.
fn older(scene: &Scene<'_>, room: usize, width: usize) -> Vec<Line> {
    let Some(first) = scene.tale.first() else { return Vec::new() };
    let begins = scene.history.iter().rposition(|line| line.text == first.text);
    let before = begins.map_or(&[][..], |place| &scene.history.as_slice()[..place]);
    let last = &before[before.len() - room.min(before.len())..];
    last.iter().map(|line| fit(plain(line.text.as_str(), Look::faint()), width)).collect()
}

/// The beginning of a sentence that has more rows than there is room for.
fn cut_off(mut sentence: Vec<Line>, room: usize, width: usize) -> Vec<Line> {
    let rest = sentence.split_off(room.max(1));
    if let (Some(last), Some(next)) = (sentence.last_mut(), rest.first()) {
        last.push((' ', Look::default()));
        last.extend(next);
        *last = fit(std::mem::take(last), width);
    }
    sentence
}

/// The listed choices, each as one line, and whether it can be done.
pub fn entries(scene: &Scene<'_>, ui: &Ui) -> Vec<Line> {
    let listed = scene.choices.iter().enumerate().filter(|(_, choice)| choice.is_listed);
    let (mut can, mut cannot) = (Vec::new(), Vec::new());
    for (index, choice) in listed {
        let key = ui.bound.shown.get(index).map_or("", String::as_str);
        if choice.why_not.is_empty() { can.push(entry(choice, key)) } else { cannot.push(entry(choice, key)) }
    }
    can.extend(cannot);
    can
}

fn entry(choice: &Choice<'_>, key: &str) -> Line {
    let can = choice.why_not.is_empty();
    let (key_look, look) = if can { (Look::of(Ink::You).bold(), Look::default()) } else { (Look::faint(), Look::faint()) };
    let faint = Look::faint();
    let mut line = pieces(&[("[", faint), (key, key_look), ("] ", faint), (choice.label.as_str(), look)]);
    if !can {
        line.extend(plain(&format!(" ({})", choice.why_not), faint));
        return line;
    }
    if !choice.pace.is_empty() {
        line.extend(pieces(&[(", ", faint), (choice.pace.as_str(), faint)]));
    }
    if !choice.in_time.is_empty() {
        line.extend(pieces(&[(", ", faint), (choice.in_time.as_str(), Look::marker())]));
    }
    line
}

/// In columns where that takes no more rows than there are, else one after the other.
fn arrange(entries: &[Line], width: usize, rows: usize) -> Vec<Line> {
    let widths: Vec<usize> = entries.iter().map(|entry| line_columns(entry)).collect();
    let widest = widths.iter().copied().max().unwrap_or(0);
    let columns = ((width + GAP) / (widest + GAP)).max(1);
    if entries.len().div_ceil(columns) <= rows {
        return entries.chunks(columns).map(|chunk| in_columns(chunk, widest + GAP)).collect();
    }
    let mut lines: Vec<Line> = Vec::new();
    let mut filled = 0;
    for (entry, entry_width) in entries.iter().zip(widths) {
        match lines.last_mut().filter(|_| filled + GAP + entry_width <= width) {
            Some(line) => {
                line.extend(blanks(GAP));
                line.extend(entry);
                filled += GAP + entry_width;
            }
            None => {
                lines.push(entry.clone());
                filled = entry_width;
            }
        }
    }
    lines
}

fn in_columns(chunk: &[Line], column_width: usize) -> Line {
    let mut row = Line::new();
    for (place, entry) in chunk.iter().enumerate() {
        row.extend(blanks((place * column_width).saturating_sub(line_columns(&row))));
        row.extend(entry);
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(labels: &[&str], width: usize, rows: usize, expected: &[&str]) {
        let entries: Vec<Line> = labels.iter().map(|label| fit(plain(label, Look::default()), width)).collect();
        let text: Vec<String> =
            arrange(&entries, width, rows).iter().map(|row| row.iter().map(|letter| letter.0).collect()).collect();
        assert_eq!(text, expected, "{labels:?} in {width} by {rows}");
    }

    #[test]
    fn choices_stand_in_columns_where_they_can() {
        check(&["a thrust", "b cut", "c jab"], 20, 2, &["a thrust   b cut", "c jab"]);
        check(&["a long one", "b x", "c y", "d z"], 19, 1, &["a long one   b x", "c y   d z"]);
        check(&["a very long one"], 8, 1, &["a very…"]);
    }
}
