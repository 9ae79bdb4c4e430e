//! A page: a scene without a map, to read and to choose from.
//!
//! Owns where its rows stand and how far they go. Called by `layout`.

use super::{put_scrolled, render_on_rule};
use crate::{
    foot,
    grid::{Area, Grid, Line, Look, fit, plain, scene_line, wrap},
    ui::Ui,
};
use abi::Scene;

/// How far a page can be scrolled down.
pub fn most_scroll(scene: &Scene<'_>, ui: &Ui, width: usize, height: usize) -> usize {
    rows_of(scene, ui, width).len().saturating_sub(area_of(width, height).height)
}

/// Where the rows of a page stand: below its title, with a margin where there is room.
fn area_of(width: usize, height: usize) -> Area {
    let margin = if width >= 30 { 2 } else { 0 };
    let top = if height >= 10 { 2 } else { 0 };
    Area { left: margin, top, width: (width - 2 * margin).min(96), height: height - top }
}

/// What a page says, what it asks, and each choice in rows of its own.
fn rows_of(scene: &Scene<'_>, ui: &Ui, width: usize) -> Vec<Line> {
    let width = area_of(width, 0).width;
    let mut rows: Vec<Line> = scene.tale.iter().flat_map(|line| wrap(&scene_line(line), width, 2)).collect();
    rows.push(Line::new());
    rows.extend(wrap(&plain(scene.question.as_str(), Look::default().bold()), width, 2));
    rows.extend(foot::entries(scene, ui).iter().flat_map(|entry| wrap(entry, width, 4)));
    rows
}

/// A scene without a map: a page to read and to choose from, over the whole screen.
pub fn render(grid: &mut Grid, scene: &Scene<'_>, ui: &Ui) {
    let (width, height) = (grid.width, grid.height);
    let (area, rows) = (area_of(width, height), rows_of(scene, ui, width));
    if area.top > 0 {
        let said = if ui.notice.is_empty() { scene.title.as_str() } else { &ui.notice };
        (0..width).for_each(|column| grid.put(0, column, '─', Look::frame()));
        render_on_rule(grid, 0, 2, &fit(plain(said, Look::default().bold()), width.saturating_sub(6)));
    }
    put_scrolled(grid, area, &rows, ui.scroll);
}

#[cfg(test)]
mod tests {
    use crate::{
        keymap::Keymap,
        layout::compose,
        testing::Stage,
        ui::{Ui, is_page},
    };

    #[test]
    fn behind_a_page_the_map_stands_where_it_was() {
        let fight = Stage::fight().scene();
        let mut page = Stage::question().scene();
        (page.map.width, page.map.center) = (0, abi::Cell::new(0, 0, 0));
        page.yourself = abi::RSlice::from_slice(&[]);
        assert!(is_page(&page));
        let mut ui = Ui::new(Keymap::read("").unwrap(), false);
        ui.take_scene(&fight);
        compose(&fight, &mut ui, 80, 24);
        // As after a few steps to the left, with the character off the middle.
        let walked = ui.window.map(|window| crate::map::Window { left: window.left - 4, ..window });
        ui.window = walked;
        for scene in [&fight, &page, &fight] {
            ui.take_scene(scene);
            compose(scene, &mut ui, 80, 24);
            assert_eq!(ui.window, walked);
        }
    }
}
