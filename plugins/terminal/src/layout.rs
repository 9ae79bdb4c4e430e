//! The whole picture: which part of the screen holds what at which size, and the calm frame around it.
//!
//! Pure: a scene, a size and the screen's own state give a grid. Down to one cell it never fails; what has no room is left
//! out, the least important first. Called by `front_end`.

mod end;
mod page;

use crate::{
    foot::Foot,
    grid::{Area, Grid, Line, Look, fit, line_columns, pieces, plain},
    map::{self, Seen, Window},
    panels, side,
    ui::{Panel, Ui, is_page},
};
use abi::Scene;

/// What lies where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Areas {
    /// The map, as much of it as is not covered.
    pub map: Area,
    /// Rows of the map that the foot covers for this scene, so that the map itself does not shift.
    pub covered_rows: usize,
    /// Yourself and who is in view.
    pub side: Area,
    /// The rule below the map; none on small screens.
    pub rule: Option<usize>,
    /// What happened.
    pub tale: Area,
    /// What is asked and what can be done.
    pub choices: Area,
}

/// Below this the parts stand one below the other.
const WIDE_COLUMNS: usize = 60;
const WIDE_ROWS: usize = 16;
/// Where there are that many rows, tale and choices get more of them.
const HIGH_ROWS: usize = 30;

fn is_wide(width: usize, height: usize) -> bool {
    width >= WIDE_COLUMNS && height >= WIDE_ROWS
}

/// Divides the screen.
fn areas(scene: &Scene<'_>, foot: &Foot, width: usize, height: usize) -> Areas {
    if is_wide(width, height) { wide_areas(foot, width, height) } else { narrow_areas(scene, width, height) }
}

/// What stands below the map, in the columns that there are for it: on a wide screen with a margin at each side.
fn foot_of(scene: &Scene<'_>, ui: &Ui, width: usize, height: usize) -> Foot {
    Foot::new(scene, ui, if is_wide(width, height) { width - 2 } else { width })
}

/// At 80 by 24 that is a map of 52 by 17, a side of 27, three rows of tale and three of choices.
fn wide_areas(foot: &Foot, width: usize, height: usize) -> Areas {
    let side_width = (width * 27 / 80).clamp(20, 42);
    let map_width = width - side_width - 1;
    let (tale_rows, choice_rows) = if height < HIGH_ROWS { (3, 3) } else { (8, 5) };
    let map_rows = height - 1 - tale_rows - choice_rows;
    let tale_needed = foot.tale_rows().clamp(tale_rows, tale_rows + 3);
    let choices_needed = foot.choice_rows().clamp(choice_rows, choice_rows + 2);
    let covered_rows = (tale_needed - tale_rows + choices_needed - choice_rows).min(map_rows / 3);
    let rule = map_rows - covered_rows;
    let choices_top = height - choices_needed;
    Areas {
        map: Area { left: 0, top: 0, width: map_width, height: rule },
        covered_rows,
        side: Area { left: map_width + 1, top: 0, width: side_width, height: rule },
        rule: Some(rule),
        tale: Area { left: 1, top: rule + 1, width: width - 2, height: choices_top - rule - 1 },
        choices: Area { left: 1, top: choices_top, width: width - 2, height: choices_needed },
    }
}

/// The map keeps about half; what was told comes before what can be done, and that before who is in view.
fn narrow_areas(scene: &Scene<'_>, width: usize, height: usize) -> Areas {
    let rows = |least: usize, ample: usize| usize::from(height >= least) + usize::from(height >= ample);
    let (tale_rows, choice_rows, side_rows) = (rows(3, 9), rows(4, 10), rows(6, 8) + rows(11, 20));
    let map_rows = height - (tale_rows + choice_rows + side_rows).min(height);
    if height == 1 && width >= 20 {
        let line = Area { left: 0, top: 0, width, height: 1 };
        let is_asked = !scene.question.is_empty() || scene.tale.is_empty();
        let (tale, choices) = if is_asked { (Area::default(), line) } else { (line, Area::default()) };
        return Areas { tale, choices, ..Areas::default() };
    }
    let area = |top: usize, height: usize| Area { left: 0, top, width, height };
    Areas {
        map: area(0, map_rows),
        covered_rows: 0,
        side: area(map_rows, side_rows),
        rule: None,
        tale: area(map_rows + side_rows, tale_rows),
        choices: area(map_rows + side_rows + tale_rows, choice_rows),
    }
}

/// So many rows a key turns over: what was read last stays in sight.
const MOST_PAGE_ROWS: usize = 10;

/// Brings the screen's state in line with a size: the map's window follows the character, a panel's scroll ends where it ends.
fn settle(scene: &Scene<'_>, ui: &mut Ui, foot: &Foot, width: usize, height: usize) -> Areas {
    let areas = areas(scene, foot, width, height);
    let whole = Area { height: areas.map.height + areas.covered_rows, ..areas.map };
    // A page has no map, and what was shown of one stands as it was when it is closed.
    if !whole.is_empty() && scene.map.width > 0 {
        ui.window = Some(Window::following(ui.window, &scene.map, whole, ui.feet()));
    }
    ui.page_rows = MOST_PAGE_ROWS.min(height.saturating_sub(2));
    if scene.is_over {
        let (most, shown) = end::extent(scene, ui, width, height);
        (ui.most_scroll, ui.page_rows) = (most, MOST_PAGE_ROWS.min(shown));
        ui.scroll = ui.scroll.min(ui.most_scroll);
    } else if is_page(scene) && ui.panel == Panel::Closed {
        ui.scroll = ui.scroll.min(page::most_scroll(scene, ui, width, height));
    } else if ui.panel != Panel::Closed {
        ui.scroll = ui.scroll.min(panels::most_scroll(scene, ui, panel_area(&areas, width, height)));
    }
    areas
}

/// A panel lies over map and side; on a small screen over everything.
fn panel_area(areas: &Areas, width: usize, height: usize) -> Area {
    Area { left: 0, top: 0, width, height: areas.rule.unwrap_or(height) }
}

/// Settles the state and draws everything.
pub fn compose(scene: &Scene<'_>, ui: &mut Ui, width: usize, height: usize) -> Grid {
    let foot = foot_of(scene, ui, width, height);
    let areas = settle(scene, ui, &foot, width, height);
    let mut grid = Grid::new(width, height);
    if scene.is_over {
        end::render(&mut grid, scene, ui);
        return grid;
    }
    if is_page(scene) && ui.panel == Panel::Closed {
        page::render(&mut grid, scene, ui);
        return grid;
    }
    if let Some(rule) = areas.rule {
        render_frame(&mut grid, scene, ui, &areas, rule);
    }
    if ui.panel == Panel::Closed {
        if let Some(window) = ui.window {
            let seen = Seen { map: &scene.map, levels: &ui.levels };
            map::draw(&mut grid, areas.map, seen, window, ui.is_mono);
        }
        if areas.rule.is_some() {
            side::render_wide(&mut grid, areas.side, scene, &ui.levels);
        } else {
            side::render_narrow(&mut grid, areas.side, scene, &ui.levels);
        }
        render_numbers(&mut grid, areas.map, scene);
    }
    foot.render_tale(&mut grid, areas.tale, scene);
    foot.render_choices(&mut grid, areas.choices, ui);
    if ui.panel != Panel::Closed {
        panels::render(&mut grid, panel_area(&areas, width, height), scene, ui);
    } else if areas.rule.is_none() && !ui.notice.is_empty() && height > 1 {
        render_notice(&mut grid, ui);
    }
    grid
}

/// The bar between map and side, and the rule that names the place or says what the screen has to say.
fn render_frame(grid: &mut Grid, scene: &Scene<'_>, ui: &Ui, areas: &Areas, rule: usize) {
    let has_bar = ui.panel == Panel::Closed;
    for column in 0..grid.width {
        let glyph = if has_bar && column == areas.map.width { '┴' } else { '─' };
        grid.put(rule, column, glyph, Look::frame());
    }
    for row in (0..rule).filter(|_| has_bar) {
        grid.put(row, areas.map.width, '│', Look::frame());
    }
    let width = grid.width;
    let said = if ui.notice.is_empty() {
        plain(scene.title.as_str(), Look::default())
    } else {
        plain(&ui.notice, Look::default().bold())
    };
    if !said.is_empty() {
        render_on_rule(grid, rule, 2, &fit(said, width.saturating_sub(20)));
    }
    let keys = if ui.panel == Panel::Closed { help_hint(ui) } else { plain("escape closes this", Look::faint()) };
    if ui.notice.is_empty() {
        let start = width.saturating_sub(line_columns(&keys) + 4);
        render_on_rule(grid, rule, start, &keys);
    }
}

fn help_hint(ui: &Ui) -> Line {
    let keys = ui.key_names("help");
    pieces(&[(keys.first().map_or("", String::as_str), Look::faint().bold()), (" keys", Look::faint())])
}

fn render_on_rule(grid: &mut Grid, row: usize, column: usize, line: &Line) {
    let width = grid.width.saturating_sub(column);
    let mut padded = plain(" ", Look::default());
    padded.extend(line);
    padded.extend(plain(" ", Look::default()));
    grid.put_line(row, column, width, &padded);
}

/// Small screens have no rule: what the screen has to say covers the first row until the next key.
fn render_notice(grid: &mut Grid, ui: &Ui) {
    let width = grid.width;
    let look = Look { is_reversed: true, ..Look::default() };
    grid.put_line(0, 0, width, &fit(plain(&ui.notice, look), width));
}

/// The developers' overlay, which only exists where it was asked for.
fn render_numbers(grid: &mut Grid, area: Area, scene: &Scene<'_>) {
    for (row, text) in scene.dev_numbers.iter().take(area.height).enumerate() {
        let look = Look { is_reversed: true, ..Look::faint() };
        grid.put_line(area.top + row, area.left, area.width, &fit(plain(&format!(" {text} "), look), area.width));
    }
}

/// Rows from the one that was scrolled to, and a sign where there are more below.
fn put_scrolled(grid: &mut Grid, area: Area, rows: &[Line], scroll: usize) {
    grid.put_lines(area, rows.get(scroll.min(rows.len())..).unwrap_or(&[]));
    if rows.len() > scroll + area.height && area.height > 1 {
        let more = plain("  ↓ more", Look::faint());
        let column = area.width.saturating_sub(line_columns(&more));
        grid.put_line(area.top + area.height - 1, area.left + column, area.width - column, &more);
    }
}

#[cfg(test)]
mod tests;
