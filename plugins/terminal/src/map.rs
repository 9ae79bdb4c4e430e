//! The map's part of the picture: terrain, bodies, their trails and postures, and arrows for those beyond the edge.
//!
//! Draws only what the scene holds. Never tells anything by colour alone: posture is a style, who is beyond is an arrow, and
//! without colours what is only remembered loses its floor. Called by `layout`.

use crate::grid::{Area, Grid, Look, letter_columns};
use crate::levels::{self, Levels};
use abi::{Attitude, Cell, Ink, Level, MapBody, MapCell, MapView, Phase};
use std::collections::BTreeMap;

/// Which part of the map is shown, in cells of the screen: a cell is one foot, or five.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// The column of the map at the left.
    pub left: i32,
    /// The row of the map at the top.
    pub top: i32,
    /// Columns.
    pub width: i32,
    /// Rows.
    pub height: i32,
    /// Feet in a cell.
    pub feet: i32,
}

/// Feet in a cell when the whole surroundings are wanted.
pub const FAR_FEET: i32 = 5;

impl Window {
    /// The window after a move: it stays where it was until the character nears its edge, so that the map rests between
    /// steps; after a jump it is centred anew.
    pub fn following(old: Option<Self>, map: &MapView<'_>, area: Area, feet: i32) -> Self {
        let (width, height) = (clamp(area.width), clamp(area.height));
        let (x, y) = (map.center.x.div_euclid(feet), map.center.y.div_euclid(feet));
        let centred = Self { left: x - width / 2, top: y - height / 2, width, height, feet };
        let Some(old) = old.filter(|old| (old.feet, old.width, old.height) == (feet, width, height)) else {
            return centred;
        };
        if old.place(x, y).is_none() {
            return centred;
        }
        // A third is free to walk in on each side of the middle.
        let (margin_x, margin_y) = (width / 3, height / 3);
        let left = old.left.clamp(x - width + 1 + margin_x, (x - margin_x).max(x - width + 1 + margin_x));
        let top = old.top.clamp(y - height + 1 + margin_y, (y - margin_y).max(y - height + 1 + margin_y));
        Self { left, top, ..old }
    }

    /// Row and column of a place on the map, if it is shown.
    fn place(&self, x: i32, y: i32) -> Option<(usize, usize)> {
        let (column, row) = (x - self.left, y - self.top);
        ((0..self.width).contains(&column) && (0..self.height).contains(&row))
            .then(|| (usize::try_from(row).unwrap_or(0), usize::try_from(column).unwrap_or(0)))
    }

    fn of_cell(&self, cell: Cell) -> Option<(usize, usize)> {
        self.place(cell.x.div_euclid(self.feet), cell.y.div_euclid(self.feet))
    }
}

fn clamp(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// A map and how high its parts lie.
#[derive(Copy, Clone)]
pub struct Seen<'a> {
    /// The map.
    pub map: &'a MapView<'a>,
    /// How high its parts lie.
    pub levels: &'a Levels,
}

/// Draws the map into an area. The window may be higher than the area: then its lowest rows are covered.
pub fn draw(grid: &mut Grid, area: Area, seen: Seen<'_>, window: Window, is_mono: bool) {
    let window =
        Window { height: window.height.min(clamp(area.height)), width: window.width.min(clamp(area.width)), ..window };
    draw_ground(grid, area, seen, window, is_mono);
    let level = |place: usize| seen.levels.body(place);
    let mut bodies: Vec<(&MapBody<'_>, Level)> =
        seen.map.bodies.iter().enumerate().map(|(place, body)| (body, level(place))).collect();
    // The nearest is drawn last and so lies on top; the player's character is nearest of all, where it is on this slice.
    let height = |level: Level| [Level::Below, Level::Above, Level::Here].iter().position(|other| *other == level);
    bodies.sort_by_key(|(body, level)| (height(*level), body.is_you, std::cmp::Reverse(body.line)));
    for (body, _) in &bodies {
        draw_trail(grid, area, body, window);
    }
    // Arrows lie under bodies: whoever stands at the edge is nearer than those beyond it.
    for (body, _) in bodies.iter().filter(|(body, _)| !body.is_you) {
        draw_arrow(grid, area, body, window);
    }
    for (body, level) in &bodies {
        draw_body(grid, area, (body, *level), window, is_mono);
    }
}

fn draw_ground(grid: &mut Grid, area: Area, seen: Seen<'_>, window: Window, is_mono: bool) {
    for row in 0..window.height {
        for column in 0..window.width {
            let Some((cell, level)) = ground_at(seen, window.left + column, window.top + row, window.feet) else { continue };
            let own = letter(cell.glyph);
            if own == ' ' || (is_mono && !cell.is_seen && is_floor(own)) {
                continue;
            }
            let glyph = levels::glyph(level).unwrap_or(own);
            // Floor is turned down, so that what stands on it is what the eye finds.
            let look = match cell.is_seen {
                true if level != Level::Here => levels::shade(level, Look::of(cell.ink)),
                true if is_floor(glyph) => Look::of(cell.ink).dim(),
                true => Look::of(cell.ink),
                false => Look::faint().dim(),
            };
            let (row, column) = (usize::try_from(row).unwrap_or(0), usize::try_from(column).unwrap_or(0));
            grid.put(area.top + row, area.left + column, glyph, look);
        }
    }
}

fn is_floor(glyph: char) -> bool {
    matches!(glyph, '.' | '·' | ',' | '_')
}

/// A glyph that takes one column of a map: one that does not would shift the rest of its row.
fn letter(glyph: u32) -> char {
    let glyph = char::from_u32(glyph).unwrap_or('?');
    if glyph == '\0' {
        ' '
    } else if letter_columns(glyph) == 1 {
        glyph
    } else {
        '?'
    }
}

fn cell_at(seen: Seen<'_>, x: i32, y: i32) -> Option<(MapCell, Level)> {
    let map = seen.map;
    let column = u32::try_from(x.checked_sub(map.origin.x)?).ok().filter(|column| *column < map.width)?;
    let row = u32::try_from(y.checked_sub(map.origin.y)?).ok().filter(|row| *row < map.height)?;
    let place = row as usize * map.width as usize + column as usize;
    map.cells.as_slice().get(place).map(|cell| (*cell, seen.levels.cell(place)))
}

/// What stands for a cell of the screen: the cell itself, or what matters most of the square that it covers.
fn ground_at(seen: Seen<'_>, x: i32, y: i32, feet: i32) -> Option<(MapCell, Level)> {
    if feet == 1 {
        return cell_at(seen, x, y);
    }
    let mut counts: BTreeMap<(u32, Level), (u32, MapCell)> = BTreeMap::new();
    let mut is_seen = false;
    for dy in 0..feet {
        for dx in 0..feet {
            let found = cell_at(seen, x * feet + dx, y * feet + dy).filter(|(cell, _)| letter(cell.glyph) != ' ');
            let Some((cell, level)) = found else { continue };
            is_seen |= cell.is_seen;
            counts.entry((cell.glyph, level)).or_insert((0, cell)).0 += 1;
        }
    }
    let known: u32 = counts.values().map(|(count, _)| count).sum();
    // What is neither floor nor wall matters most, then a wall of a fifth of the square, then whatever there is most of.
    let weight = |count: u32, cell: &MapCell| match cell.ink {
        Ink::Plain | Ink::Faint => count,
        Ink::Stone if count * 5 >= known => 100 + count,
        Ink::Stone => count,
        _ => 200 + count,
    };
    let most = counts.iter().max_by_key(|(of, (count, cell))| (weight(*count, cell), std::cmp::Reverse(**of)));
    most.map(|((_, level), (_, cell))| (MapCell { is_seen, ..*cell }, *level))
}

fn draw_trail(grid: &mut Grid, area: Area, body: &MapBody<'_>, window: Window) {
    for (row, column) in body.trail.iter().filter_map(|cell| window.of_cell(*cell)) {
        grid.put(area.top + row, area.left + column, '∙', Look::of(body.ink).dim());
    }
}

/// Of a body on another level only the leading cell has its glyph: the rest of it says on which.
fn draw_body(grid: &mut Grid, area: Area, (body, level): (&MapBody<'_>, Level), window: Window, is_mono: bool) {
    let lead = levels::style(level, posture(body));
    let rest = Look { is_dim: true, is_italic: is_mono, ..lead };
    let glyph = letter(body.glyph);
    let glyph_of_rest = levels::glyph(level).unwrap_or(glyph);
    // The leading cell comes last, so that it shows where five feet put several of them into one cell.
    for (place, cell) in body.cells.iter().enumerate().rev() {
        if let Some((row, column)) = window.of_cell(*cell) {
            let (glyph, look) = if place == 0 { (glyph, lead) } else { (glyph_of_rest, rest) };
            grid.put(area.top + row, area.left + column, glyph, look);
        }
    }
}

/// The three phases are three styles: about to happen is bold, happening is reversed, over is underlined.
fn posture(body: &MapBody<'_>) -> Look {
    let look = Look::of(body.ink);
    if !body.is_busy {
        return look;
    }
    match body.posture {
        Phase::Prep => look.bold(),
        Phase::Exec => Look { is_reversed: true, ..look },
        Phase::Recover => Look { is_underlined: true, ..look },
    }
}

fn draw_arrow(grid: &mut Grid, area: Area, body: &MapBody<'_>, window: Window) {
    let Some(lead) = body.cells.first() else { return };
    if window.width <= 0 || window.height <= 0 || body.cells.iter().any(|cell| window.of_cell(*cell).is_some()) {
        return;
    }
    let (x, y) = (lead.x.div_euclid(window.feet) - window.left, lead.y.div_euclid(window.feet) - window.top);
    let (column, row) = (x.clamp(0, window.width - 1), y.clamp(0, window.height - 1));
    let glyph = arrow((x - column).signum(), (y - row).signum());
    let look = Look { is_bold: body.attitude == Attitude::Hostile, ..Look::of(body.ink) };
    let (row, column) = (usize::try_from(row).unwrap_or(0), usize::try_from(column).unwrap_or(0));
    grid.put(area.top + row, area.left + column, glyph, look);
}

fn arrow(east: i32, south: i32) -> char {
    match (east, south) {
        (1, 0) => '→',
        (1, 1) => '↘',
        (0, 1) => '↓',
        (-1, 1) => '↙',
        (-1, 0) => '←',
        (-1, -1) => '↖',
        (0, -1) => '↑',
        (1, -1) => '↗',
        _ => '·',
    }
}

/// The arrow of a direction in words; none for one that is no compass point.
pub fn arrow_of(direction: &str) -> Option<char> {
    Some(match direction {
        "north" => '↑',
        "north-east" => '↗',
        "east" => '→',
        "south-east" => '↘',
        "south" => '↓',
        "south-west" => '↙',
        "west" => '←',
        "north-west" => '↖',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Stage;
    use expect_test::{Expect, expect};

    fn check(stage: Stage, width: usize, height: usize, feet: i32, is_mono: bool, expected: &Expect) {
        let levels = stage.levels();
        let scene = stage.scene();
        let area = Area { left: 0, top: 0, width, height };
        let window = Window::following(None, &scene.map, area, feet);
        let mut grid = Grid::new(width, height);
        draw(&mut grid, area, Seen { map: &scene.map, levels: &levels }, window, is_mono);
        expected.assert_eq(&(grid.text() + "---\n" + &grid.looks()));
    }

    #[test]
    fn postures_are_three_styles_and_only_the_leading_cell_is_bright() {
        let stage = Stage::room(&["#######", "#.....#", "#.....#", "#.....#", "#######"], (3, 2))
            .body('a', &[(1, 1)], Some(Phase::Prep))
            .body('b', &[(3, 1)], Some(Phase::Exec))
            .body('c', &[(5, 1)], Some(Phase::Recover))
            .body('O', &[(1, 3), (2, 3)], None);
        check(
            stage,
            7,
            5,
            1,
            false,
            &expect![[r#"
                #######
                #a.b.c#
                #..@..#
                #OO...#
                #######
                ---
                .......
                .bdrdu.
                .dd.dd.
                ..dddd.
                .......
            "#]],
        );
    }

    #[test]
    fn creatures_beyond_the_edge_are_arrows_and_trails_lie_under_bodies() {
        let stage = Stage::room(&["...............", "...............", "..............."], (7, 1))
            .body('a', &[(0, 0)], None)
            .body('b', &[(14, 1)], None)
            .body('c', &[(8, 1)], None)
            .trail(&[(6, 1), (7, 1)]);
        check(
            stage,
            5,
            3,
            1,
            false,
            &expect![[r#"
                ←....
                .∙@c→
                .....
                ---
                bdddd
                dd..b
                ddddd
            "#]],
        );
    }

    #[test]
    fn five_feet_keep_walls_and_what_matters() {
        let stage = Stage::room(
            &[
                "####################",
                "#..................#",
                "#..........~.......#",
                "#..................#",
                "#..................#",
                "#..................#",
            ],
            (3, 3),
        )
        .body('g', &[(18, 4)], None);
        check(
            stage,
            5,
            3,
            5,
            false,
            &expect![[r#"

                  @#→
                  #..
                ---

                  ..b
                  .dd
            "#]],
        );
    }

    #[test]
    fn without_colours_what_is_remembered_has_no_floor() {
        let stage = Stage::room(&["#####", "#...#", "#####"], (2, 1)).remembered();
        check(
            stage,
            5,
            3,
            1,
            true,
            &expect![[r#"
            #####
            # @ #
            #####
            ---
            ddddd
            d . d
            ddddd
        "#]],
        );
    }

    #[test]
    fn what_lies_above_and_below_has_a_glyph_and_a_shade_of_its_own() {
        let stage = || {
            Stage::room(&["########", "#......#", "#......#", "########"], (4, 2))
                .lying(Level::Below, &[(1, 1), (1, 2), (2, 1)])
                .lying(Level::Above, &[(6, 1), (6, 2), (3, 0)])
                .body('b', &[(5, 1), (6, 1)], Some(Phase::Exec))
                .body_at(Level::Above)
                .body('g', &[(2, 1), (1, 1)], None)
                .body_at(Level::Below)
        };
        let expected = expect![[r#"
            ###'####
            #:g..b'#
            #:..@.'#
            ########
            ---
            ........
            .ddddrr.
            .ddd.d..
            ........
        "#]];
        check(stage(), 8, 4, 1, false, &expected);
    }

    #[test]
    fn the_window_rests_until_its_edge_is_near() {
        let area = Area { left: 0, top: 0, width: 9, height: 9 };
        let at = |x: i32| Stage::room(&["."], (0, 0)).at((x, 0)).scene().map;
        let first = Window::following(None, &at(0), area, 1);
        assert_eq!(first.left, -4);
        let lefts: Vec<i32> = [1, 2, 3, 4, 0, 40]
            .iter()
            .scan(first, |window, x| {
                *window = Window::following(Some(*window), &at(*x), area, 1);
                Some(window.left)
            })
            .collect();
        assert_eq!(lefts, [-4, -3, -2, -1, -3, 36]);
    }
}
