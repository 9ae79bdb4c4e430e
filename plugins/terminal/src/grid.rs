//! A picture made of styled cells, and the lines of styled letters that fill it.
//!
//! Owns how wide text is and how it wraps. It knows no scene and no terminal: `layout` and its parts paint it, `screen`
//! sends it out, and tests read it as plain text.

use abi::{Ink, SceneLine};
use unicode_width::UnicodeWidthChar;

/// How a letter looks, apart from what it is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The role of its colour.
    pub ink: Ink,
    /// Whether the colour is turned down.
    pub is_dim: bool,
    /// Whether it is bold.
    pub is_bold: bool,
    /// Whether it is underlined.
    pub is_underlined: bool,
    /// Whether it is italic.
    pub is_italic: bool,
    /// Whether ink and ground are exchanged.
    pub is_reversed: bool,
}

impl Look {
    /// Plain letters of an ink.
    pub fn of(ink: Ink) -> Self {
        Self { ink, ..Self::default() }
    }

    /// The same, bold.
    pub fn bold(self) -> Self {
        Self { is_bold: true, ..self }
    }

    /// The same, turned down.
    pub fn dim(self) -> Self {
        Self { is_dim: true, ..self }
    }

    /// A marker word: bold, so that it stands out without colour too.
    pub fn marker() -> Self {
        Self::of(Ink::Marker).bold()
    }

    /// The frame: there without being looked at.
    pub fn frame() -> Self {
        Self::faint().dim()
    }

    /// What may be passed over: hints, the remembered.
    pub fn faint() -> Self {
        Self::of(Ink::Faint)
    }
}

/// Letters with their looks.
pub type Line = Vec<(char, Look)>;

/// One cell. The right half of a wide letter has the glyph NUL.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// What stands there.
    pub glyph: char,
    /// How it looks.
    pub look: Look,
}

/// A part of a picture.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// Its first column.
    pub left: usize,
    /// Its first row.
    pub top: usize,
    /// Its columns.
    pub width: usize,
    /// Its rows.
    pub height: usize,
}

impl Area {
    /// Whether nothing fits into it.
    pub fn is_empty(&self) -> bool {
        self.width == 0 || self.height == 0
    }
}

/// A picture of a fixed size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Its columns.
    pub width: usize,
    /// Its rows.
    pub height: usize,
    spots: Vec<Spot>,
}

impl Grid {
    /// An empty picture.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, height, spots: vec![Spot { glyph: ' ', look: Look::default() }; width * height] }
    }

    /// The cells of a row; none where there is no such row.
    pub fn row(&self, row: usize) -> &[Spot] {
        self.spots.get(row * self.width..(row + 1) * self.width).unwrap_or(&[])
    }

    /// The letters of a row that differ from an older picture of the same size, with their columns from left to right; all of
    /// them where there is none. A wide letter stands at its left half.
    pub fn changes<'a>(&'a self, row: usize, old: Option<&'a Self>) -> impl Iterator<Item = (usize, Spot)> + 'a {
        let before = old.map_or(&[][..], |old| old.row(row));
        let is_changed = move |(column, spot): &(usize, Spot)| before.get(*column) != Some(spot) && spot.glyph != '\0';
        self.row(row).iter().copied().enumerate().filter(is_changed)
    }

    /// Puts one letter; one that does not fit is left out, a control character is a blank.
    pub fn put(&mut self, row: usize, column: usize, glyph: char, look: Look) {
        let glyph = if glyph.is_control() { ' ' } else { glyph };
        let width = letter_columns(glyph);
        if row >= self.height || width == 0 || column + width > self.width {
            return;
        }
        let place = row * self.width + column;
        self.mend_halves(place, width, row);
        self.spots[place] = Spot { glyph, look };
        if width == 2 {
            self.spots[place + 1] = Spot { glyph: '\0', look };
        }
    }

    /// A wide letter of which one half is overwritten would leave the other: then that half becomes a blank.
    fn mend_halves(&mut self, place: usize, width: usize, row: usize) {
        let end = (row + 1) * self.width;
        if self.spots[place].glyph == '\0' && place > row * self.width {
            self.spots[place - 1].glyph = ' ';
        }
        if place + width < end && self.spots[place + width].glyph == '\0' {
            self.spots[place + width].glyph = ' ';
        }
    }

    /// Puts a line, cut at a width, and answers the column after it.
    pub fn put_line(&mut self, row: usize, column: usize, width: usize, line: &[(char, Look)]) -> usize {
        let mut at = column;
        for &(glyph, look) in line {
            let columns = letter_columns(glyph);
            if at + columns > column + width {
                break;
            }
            self.put(row, at, glyph, look);
            at += columns;
        }
        at
    }

    /// Puts lines into an area, one below the other, as many as fit.
    pub fn put_lines(&mut self, area: Area, lines: &[Line]) {
        for (row, line) in lines.iter().take(area.height).enumerate() {
            self.put_line(area.top + row, area.left, area.width, line);
        }
    }

    /// The letters of all rows, without blanks at the right.
    #[cfg(test)]
    pub fn text(&self) -> String {
        let rows = (0..self.height).map(|row| {
            let letters: String = self.row(row).iter().map(|spot| spot.glyph).filter(|glyph| *glyph != '\0').collect();
            letters.trim_end().to_owned()
        });
        rows.collect::<Vec<_>>().join("\n") + "\n"
    }

    /// The looks of all rows: `b` bold, `r` reversed, `u` underlined, `d` dim, `.` none, blank where nothing stands.
    #[cfg(test)]
    pub fn looks(&self) -> String {
        let letter = |spot: &Spot| match spot.look {
            _ if spot.glyph == ' ' => ' ',
            look if look.is_reversed => 'r',
            look if look.is_underlined => 'u',
            look if look.is_bold => 'b',
            look if look.is_dim || look.ink == Ink::Faint => 'd',
            _ => '.',
        };
        let rows = (0..self.height).map(|row| self.row(row).iter().map(letter).collect::<String>().trim_end().to_owned());
        rows.collect::<Vec<_>>().join("\n") + "\n"
    }
}

/// How many columns a letter takes: none for a combining mark, which is left out.
pub fn letter_columns(glyph: char) -> usize {
    // Most of what is drawn is plain letters and frames, and each is asked about several times in a picture.
    if matches!(glyph, ' '..='~' | '─'..='╿') { 1 } else { glyph.width().unwrap_or(1) }
}

/// How many columns a line takes.
pub fn line_columns(line: &[(char, Look)]) -> usize {
    line.iter().map(|(glyph, _)| letter_columns(*glyph)).sum()
}

/// A text in one look.
pub fn plain(text: &str, look: Look) -> Line {
    pieces(&[(text, look)])
}

/// Several texts, each in its look, one after the other.
pub fn pieces(parts: &[(&str, Look)]) -> Line {
    let mut line = Line::with_capacity(parts.iter().map(|(text, _)| text.len()).sum());
    for (text, look) in parts {
        line.extend(text.chars().map(|glyph| (glyph, *look)));
    }
    line
}

/// A text with its marker made to stand out. A marker at the head of a sentence is found for all its capital.
pub fn marked(text: &str, marker: &str, look: Look) -> Line {
    let mut line = plain(text, look);
    let wanted: Vec<char> = marker.chars().collect();
    if wanted.is_empty() || wanted.len() > line.len() {
        return line;
    }
    let is_there = |start: usize| (0..wanted.len()).all(|i| line[start + i].0.eq_ignore_ascii_case(&wanted[i]));
    if let Some(start) = (0..=line.len() - wanted.len()).find(|start| is_there(*start)) {
        line[start..start + wanted.len()].iter_mut().for_each(|letter| letter.1 = Look::marker());
    }
    line
}

/// A line of a scene.
pub fn scene_line(line: &SceneLine<'_>) -> Line {
    marked(line.text.as_str(), line.marker.as_str(), Look::of(line.ink))
}

/// Cuts a line to a width, behind a whole word where there is one; what is cut off shows as an ellipsis.
pub fn fit(mut line: Line, width: usize) -> Line {
    if line_columns(&line) <= width {
        return line;
    }
    let look = line.last().map_or_else(Look::default, |letter| letter.1);
    let mut cut = None;
    while !line.is_empty() && line_columns(&line) + 1 > width {
        cut = line.pop();
    }
    if cut.is_some_and(|letter| letter.0 != ' ')
        && let Some(blank) = line.iter().rposition(|letter| letter.0 == ' ')
        && line[..blank].iter().any(|letter| letter.0 != ' ')
    {
        line.truncate(blank);
    }
    while line.last().is_some_and(|letter| letter.0 == ' ' || letter.0 == ',') {
        line.pop();
    }
    if width > 0 {
        line.push(('…', look));
    }
    line
}

/// Breaks a line at its blanks so that it fits a width; the second and later rows are indented.
pub fn wrap(line: &[(char, Look)], width: usize, indent: usize) -> Vec<Line> {
    let mut rows: Vec<Line> = Vec::new();
    let mut row: Line = Vec::with_capacity(line.len().min(width));
    // The columns of the row so far.
    let mut filled = 0;
    let indent = if indent * 2 < width { indent } else { 0 };
    for word in line.split(|letter| letter.0 == ' ').filter(|word| !word.is_empty()) {
        let is_first = filled <= if rows.is_empty() { 0 } else { indent };
        if !is_first && filled + 1 + line_columns(word) > width {
            rows.push(std::mem::replace(&mut row, blanks(indent)));
            filled = indent;
        } else if !is_first {
            // The blank takes the look of the word before it where both look alike, so that an underline does not break.
            let look = row.last().filter(|before| before.1 == word[0].1).map_or_else(Look::default, |before| before.1);
            row.push((' ', look));
            filled += 1;
        }
        for &letter in word {
            let columns = letter_columns(letter.0);
            if filled + columns > width && !row.is_empty() {
                rows.push(std::mem::replace(&mut row, blanks(indent)));
                filled = indent;
            }
            row.push(letter);
            filled += columns;
        }
    }
    if !row.is_empty() || rows.is_empty() {
        rows.push(row);
    }
    rows
}

/// So many blanks.
pub fn blanks(count: usize) -> Line {
    vec![(' ', Look::default()); count]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_wrap(text: &str, width: usize, expected: &[&str]) {
        let rows: Vec<String> = wrap(&plain(text, Look::default()), width, 2)
            .iter()
            .map(|row| row.iter().map(|letter| letter.0).collect())
            .collect();
        assert_eq!(rows, expected, "{text:?} in {width}");
    }

    #[test]
    fn lines_wrap_at_blanks_and_long_words_are_broken() {
        check_wrap("the goblin lunges at you", 12, &["the goblin", "  lunges at", "  you"]);
        check_wrap("unpronounceable", 6, &["unpron", "  ounc", "  eabl", "  e"]);
        check_wrap("", 6, &[""]);
        check_wrap("ab", 1, &["a", "b"]);
    }

    #[test]
    fn what_differs_from_the_picture_before_is_found_letter_by_letter() {
        let grid = |text: &str| {
            let mut grid = Grid::new(6, 1);
            grid.put_line(0, 0, 6, &plain(text, Look::default()));
            grid
        };
        let changes = |old: Option<&Grid>, new: &Grid| -> String {
            new.changes(0, old).map(|(column, spot)| format!("{column}{} ", spot.glyph)).collect()
        };
        let check = |old: &str, new: &str, expected: &str| {
            assert_eq!(changes(Some(&grid(old)), &grid(new)), expected, "{old:?} to {new:?}");
        };
        check("sword", "sword", "");
        check("sword", "swarm", "2a 4m ");
        check("sword", "word", "0w 1o 2r 3d 4  ");
        check("a龍b", "axyb", "1x 2y ");
        check("a龍b", "a b", "1  2b 3  ");
        check("ab龍", "a龍c", "1龍 3c ");
        check("龍b", "a龍", "0a 1龍 ");
        assert_eq!(changes(None, &grid("x龍")), "0x 1龍 3  4  5  ");
        let mut bold = grid("sword");
        bold.put(0, 4, 'd', Look::default().bold());
        assert_eq!(changes(Some(&grid("sword")), &bold), "4d ");
    }

    #[test]
    fn wide_letters_never_leave_a_half() {
        let mut grid = Grid::new(4, 1);
        grid.put_line(0, 0, 4, &plain("龍龍", Look::default()));
        grid.put(0, 1, 'x', Look::default());
        assert_eq!(grid.text(), " x龍\n");
        grid.put(0, 3, '龍', Look::default());
        assert_eq!(grid.text(), " x龍\n", "a wide letter does not fit the last column");
        grid.put(0, 2, '\n', Look::default());
        assert_eq!(grid.text(), " x\n");
    }

    #[test]
    fn what_is_cut_ends_in_an_ellipsis() {
        let cut =
            |text: &str, width| fit(plain(text, Look::default()), width).iter().map(|letter| letter.0).collect::<String>();
        assert_eq!(cut("hunched figure", 14), "hunched figure");
        assert_eq!(cut("hunched figure", 9), "hunched…");
        assert_eq!(cut("a hunched figure", 12), "a hunched…", "no word is cut");
        assert_eq!(cut("  figure", 5), "  fi…", "but where it is the only one");
        assert_eq!(cut("hunched", 1), "…");
        assert_eq!(cut("hunched", 0), "");
    }

    #[test]
    fn a_marker_stands_out_whatever_its_capital() {
        let bold = |text: &str, marker: &str| -> String {
            marked(text, marker, Look::default())
                .iter()
                .map(|letter| if letter.1.is_bold { letter.0 } else { '.' })
                .collect()
        };
        assert_eq!(bold("Guard failing now.", "guard failing"), "Guard failing.....");
        assert_eq!(bold("nothing here", "exposed"), "............");
    }
}
