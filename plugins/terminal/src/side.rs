//! Beside the map: yourself, a body in words, and who is in view, the nearest first.
//!
//! Gives the nearest the most room. Never shows more than the scene says, and says attitude by a sign as well as by colour.
//! Called by `layout`.

use crate::{
    grid::{Area, Grid, Line, Look, blanks, fit, line_columns, marked, pieces, plain, scene_line, wrap},
    levels::{self, Levels},
    map::arrow_of,
};
use abi::{InView, Ink, Scene};

/// At most so many are listed.
const MOST_IN_VIEW: usize = 8;

/// Yourself above, a rule, and who is in view below.
pub fn render_wide(grid: &mut Grid, area: Area, scene: &Scene<'_>, levels: &Levels) {
    let text = Area { left: area.left + 1, width: area.width.saturating_sub(1), ..area };
    let mut rows: Vec<Line> = scene.yourself.iter().flat_map(|line| wrap(&scene_line(line), text.width, 2)).collect();
    let most = text.height / 2;
    if rows.len() > most {
        rows.truncate(most);
        if let Some(last) = rows.last_mut() {
            last.extend(plain(" …", Look::faint()));
            *last = fit(std::mem::take(last), text.width);
        }
    }
    grid.put_lines(text, &rows);
    let rule = text.top + rows.len();
    if rule >= area.top + area.height {
        return;
    }
    (0..area.width).for_each(|column| grid.put(rule, area.left + column, '─', Look::frame()));
    if area.left > 0 {
        grid.put(rule, area.left - 1, '├', Look::frame());
    }
    grid.put_line(rule, area.left + 1, text.width, &plain(" in view ", Look::faint()));
    let list = Area { top: rule + 1, height: area.top + area.height - rule - 1, ..text };
    render_list(grid, list, scene, levels);
}

fn render_list(grid: &mut Grid, area: Area, scene: &Scene<'_>, levels: &Levels) {
    if scene.in_view.is_empty() {
        let mut rows = vec![plain("nobody", Look::faint())];
        rows.extend(scene.tells.iter().flat_map(|line| wrap(&scene_line(line), area.width, 2)));
        grid.put_lines(area, &rows);
        return;
    }
    let has_more = scene.in_view.len() > MOST_IN_VIEW && area.height > MOST_IN_VIEW;
    let rows = area.height - usize::from(has_more);
    let places: Vec<Place> = places(scene, levels);
    let listed = || scene.in_view.iter().zip(&places).take(MOST_IN_VIEW.min(rows));
    let entries: Vec<Entry> = listed().map(|(who, place)| entry(who, *place, area.width)).collect();
    let wanted: Vec<[usize; 2]> = entries.iter().map(|entry| [entry.core, entry.rows.len()]).collect();
    let granted = grant(&wanted, rows);
    let total: usize = granted.iter().sum();
    let gap = usize::from(total + entries.len() <= rows + 1);
    let mut row = area.top;
    for (((who, place), entry), granted) in listed().zip(&entries).zip(granted) {
        let lines = if granted == 1 { vec![short_entry(who, *place, area.width)] } else { entry.rows[..granted].to_vec() };
        grid.put_lines(Area { top: row, height: granted, ..area }, &lines);
        row += granted + gap;
    }
    if has_more {
        grid.put_line(area.top + rows, area.left, area.width, &plain("and others beyond them", Look::faint()));
    }
}

/// How many rows each gets, of its core and of all: all get one, then the nearest get all that they have to say.
fn grant(entries: &[[usize; 2]], rows: usize) -> Vec<usize> {
    let mut granted = vec![1; entries.len()];
    let mut left = rows.saturating_sub(entries.len());
    // First what it does and where it is, then what else can be told of it.
    for place in [0, 1] {
        for (given, entry) in granted.iter_mut().zip(entries) {
            // Two rows of three would leave out the more important one, so it is all of them or none.
            let wanted = entry[place].saturating_sub(*given);
            if wanted <= left {
                *given += wanted;
                left -= wanted;
            }
        }
    }
    granted
}

/// A sign for what it is to you, so that colour is not needed.
fn sign(ink: Ink) -> &'static str {
    match ink {
        Ink::Foe | Ink::Danger => "!",
        Ink::Friend => "+",
        _ => " ",
    }
}

fn head(who: &InView<'_>, room: usize) -> Line {
    let glyph = char::from_u32(who.glyph).unwrap_or('?').to_string();
    let look = shortened(who.look.as_str(), room.saturating_sub(3));
    pieces(&[
        (&glyph, Look::of(who.ink).bold()),
        (sign(who.ink), Look::of(who.ink)),
        (" ", Look::default()),
        (&look, Look::of(who.ink)),
    ])
}

/// A name in so many columns: what it has with it goes first, then what stands between its first word, which tells it from
/// others of its looks, and its last, then that first word. Never a part of a word.
fn shortened(look: &str, room: usize) -> String {
    let bare = [" hung ", " that ", " behind ", " with ", " in "]
        .iter()
        .fold(look, |name, word| name.split(word).next().unwrap_or(name));
    let (first, last) = (bare.split(' ').next().unwrap_or(bare), bare.rsplit(' ').next().unwrap_or(bare));
    let shorter = [look.to_owned(), bare.to_owned(), format!("{first} {last}"), last.to_owned()];
    let fits = |name: &&String| name.chars().count() <= room;
    shorter.iter().find(fits).cloned().unwrap_or_else(|| last.to_owned())
}

/// Where somebody is, in glyphs: the level, where it is another, and an arrow.
type Place = [Option<char>; 2];

/// The glyphs of all in view.
fn places(scene: &Scene<'_>, levels: &Levels) -> Vec<Place> {
    let mut found: Vec<Place> = scene.in_view.iter().map(|who| [None, arrow_of(who.direction.as_str())]).collect();
    for (place, body) in scene.map.bodies.iter().enumerate().filter(|(_, body)| !body.is_you) {
        if let Some(found) = found.get_mut(body.line as usize) {
            found[0] = levels::glyph(levels.body(place));
        }
    }
    found
}

fn place_line(place: Place, who: &InView<'_>) -> Line {
    place.into_iter().flatten().map(|glyph| (glyph, Look::of(who.ink).bold())).collect()
}

/// What can be told of somebody in rows, the first of which are its core: how soon stands there, and is never cut.
struct Entry {
    rows: Vec<Line>,
    core: usize,
}

/// What it looks like and an arrow; how near; what it does and how soon; what else can be told.
fn entry(who: &InView<'_>, place: Place, width: usize) -> Entry {
    let (direction, place) = (who.direction.as_str(), place_line(place, who));
    let room = width.saturating_sub(line_columns(&place).max(1) + 1);
    let mut first = fit(head(who, room), room);
    if !place.is_empty() {
        first.extend(blanks(width.saturating_sub(line_columns(&first) + line_columns(&place))));
        first.extend(place);
    }
    let mut rows = vec![first];
    let (nearness, height) = who.nearness.as_str().split_once(", ").unwrap_or((who.nearness.as_str(), ""));
    let in_full = join(&[nearness, direction]);
    let where_it_is = if in_full.chars().count() + 3 <= width { in_full } else { nearness.to_owned() };
    if !where_it_is.is_empty() {
        rows.push(indented(plain(&where_it_is, Look::default()), width));
    }
    let doing = doing(who);
    if !doing.is_empty() {
        // It takes a row more before how soon is cut.
        rows.extend(wrap(&doing, width.saturating_sub(3).max(1), 0).into_iter().map(|row| indented(row, width)));
    }
    let core = rows.len().max(3);
    if !height.is_empty() {
        rows.push(indented(plain(height, Look::default()), width));
    }
    let rest = join(&[who.stage.as_str(), who.sureness.as_str(), who.threat.as_str()]);
    if !rest.is_empty() {
        rows.push(indented(plain(&rest, Look::faint()), width));
    }
    Entry { core: core.min(rows.len()), rows }
}

/// How near, without how high: for that there is a glyph.
fn bare(nearness: &str) -> &str {
    nearness.split(", ").next().unwrap_or(nearness)
}

fn doing(who: &InView<'_>) -> Line {
    let text = join(&[who.doing.as_str(), who.imminence.as_str()]);
    marked(&text, who.imminence.as_str(), Look::default())
}

fn join(words: &[&str]) -> String {
    words.iter().filter(|word| !word.is_empty()).copied().collect::<Vec<_>>().join(", ")
}

fn indented(line: Line, width: usize) -> Line {
    let mut row = blanks(3);
    row.extend(line);
    fit(row, width)
}

/// One row: what must not be cut stands at the end, how soon or else how near, and the arrow.
fn short_entry(who: &InView<'_>, place: Place, width: usize) -> Line {
    let mut tail = plain(" ", Look::default());
    if who.imminence.is_empty() {
        tail.extend(plain(bare(who.nearness.as_str()), Look::default()));
    } else {
        tail.extend(plain(who.imminence.as_str(), Look::marker()));
    }
    let place = place_line(place, who);
    if !place.is_empty() {
        tail.extend(blanks(1));
        tail.extend(place);
    }
    let room = width.saturating_sub(line_columns(&tail));
    let mut row = fit(head(who, room), room);
    row.extend(blanks(room.saturating_sub(line_columns(&row))));
    row.extend(tail);
    fit(row, width)
}

/// Everything about one of those in view, as a sentence for the panel.
pub fn in_full(who: &InView<'_>) -> Line {
    let mut row = head(who, usize::MAX);
    let place = join(&[who.nearness.as_str(), who.direction.as_str()]);
    let doing = doing(who);
    let rest = join(&[who.stage.as_str(), who.sureness.as_str(), who.threat.as_str()]);
    for (part, mark) in [(plain(&place, Look::default()), ": "), (doing, "; "), (plain(&rest, Look::faint()), "; ")] {
        if !part.is_empty() {
            row.extend(plain(mark, Look::default()));
            row.extend(part);
        }
    }
    row
}

/// On a small screen: the nearest, one row each, and yourself in the last row.
pub fn render_narrow(grid: &mut Grid, area: Area, scene: &Scene<'_>, levels: &Levels) {
    if area.is_empty() {
        return;
    }
    let places = places(scene, levels);
    let nearest = scene.in_view.iter().zip(&places).take(area.height.div_ceil(2));
    let shown: Vec<Line> = nearest.map(|(who, place)| short_entry(who, *place, area.width)).collect();
    let mut yourself = Line::new();
    for line in scene.yourself.iter() {
        if !yourself.is_empty() {
            yourself.push((' ', Look::default()));
        }
        yourself.extend(scene_line(line));
    }
    let mut rows = shown;
    rows.extend(wrap(&yourself, area.width, 0));
    if rows.len() > area.height {
        rows.truncate(area.height);
    }
    let last = rows.len();
    if let Some(row) = rows.get_mut(last.saturating_sub(1)) {
        *row = fit(std::mem::take(row), area.width);
    }
    grid.put_lines(area, &rows);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rows_of: &[usize], rows: usize, expected: &[usize]) {
        let entries: Vec<[usize; 2]> = rows_of.iter().map(|count| [(*count).min(3), *count]).collect();
        assert_eq!(grant(&entries, rows), expected, "{rows_of:?} in {rows}");
    }

    #[test]
    fn a_name_is_shortened_by_whole_words() {
        let check = |room: usize, expected: &str| assert_eq!(shortened("lanky small hunched figure", room), expected);
        check(26, "lanky small hunched figure");
        check(25, "lanky figure");
        check(11, "figure");
        check(3, "figure");
        assert_eq!(shortened("figure with sword and shield", 20), "figure");
        assert_eq!(shortened("ogre in a torn hide", 12), "ogre");
        assert_eq!(shortened("tall figure that waits", 20), "tall figure");
        assert_eq!(shortened("broad figure behind a tall shield", 20), "broad figure");
        assert_eq!(shortened("bent figure hung with bones", 11), "bent figure");
    }

    #[test]
    fn how_soon_is_never_cut() {
        let who = InView {
            glyph: u32::from('g'),
            ink: Ink::Foe,
            look: "squat figure with a club".into(),
            nearness: "a leap away".into(),
            direction: "north-east".into(),
            doing: "a blow with a club in the making".into(),
            imminence: "soon".into(),
            stage: "fresh".into(),
            sureness: "legible".into(),
            threat: "".into(),
        };
        let text = |line: &Line| line.iter().map(|(letter, _)| *letter).collect::<String>();
        let shown = |entry: &Entry| entry.rows.iter().map(text).collect::<Vec<_>>();
        let place = [None, Some('→')];
        let told = entry(&who, place, 26);
        let rows = shown(&told);
        assert_eq!(
            rows[1..],
            ["   a leap away, north-east", "   a blow with a club in", "   the making, soon", "   fresh, legible"]
        );
        assert_eq!(told.core, 4, "with what it does goes how soon");
        for width in 16..60 {
            let told = entry(&who, place, width);
            assert!(shown(&told)[..told.core].concat().contains("soon"), "{width}");
            assert!(text(&short_entry(&who, place, width)).contains("soon"), "{width}");
        }
        let idle = InView { doing: "".into(), imminence: "".into(), ..who };
        assert_eq!(entry(&idle, place, 26).core, 3);
    }

    #[test]
    fn the_nearest_get_the_most_room() {
        check(&[4, 4, 4], 20, &[4, 4, 4]);
        check(&[4, 4, 4], 10, &[4, 3, 3]);
        check(&[4, 4, 4], 7, &[3, 3, 1]);
        check(&[4, 4, 4], 3, &[1, 1, 1]);
        check(&[4, 2, 4], 5, &[3, 1, 1]);
    }
}
