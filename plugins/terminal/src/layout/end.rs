//! The end: what became of the player, and below it what can be done.
//!
//! Shows it from its beginning: where there is no room for all of it, it is read on in. Called by `layout`.

use super::{put_scrolled, render_on_rule};
use crate::{
    foot,
    grid::{Area, Grid, Line, Look, fit, plain, scene_line, wrap},
    ui::Ui,
};
use abi::{Ink, Scene};

/// What became of the player: what is told, and below it what can be done, which always stands there.
struct End {
    told: Vec<Line>,
    keys: Vec<Line>,
    room: usize,
}

impl End {
    fn of(scene: &Scene<'_>, ui: &Ui, width: usize, height: usize) -> Self {
        let text_width = end_width(width);
        let mut told: Vec<Line> = Vec::new();
        for line in scene.tale.iter() {
            told.extend(wrap(&scene_line(line), text_width, 0));
            told.push(Line::new());
        }
        let others = foot::entries(scene, ui);
        let leaves = if others.is_empty() { "Any key leaves." } else { "Any other key leaves." };
        let mut keys: Vec<Line> = others.iter().flat_map(|entry| wrap(entry, text_width, 4)).collect();
        keys.push(plain(leaves, Look::faint()));
        if told.len() + keys.len() > height {
            told.pop();
            if height > 1 && ui.scroll + height < told.len() + keys.len() {
                keys.pop();
                keys.push(plain("Space reads on, any other key leaves.", Look::faint()));
            }
            // On a very small screen it is the last of them that counts.
            keys.drain(..keys.len().saturating_sub((height / 2).max(1)));
        }
        let room = height - keys.len().min(height);
        Self { told, keys, room }
    }

    fn most_scroll(&self) -> usize {
        if self.room == 0 { 0 } else { self.told.len().saturating_sub(self.room) }
    }
}

fn end_width(width: usize) -> usize {
    width.saturating_sub(4).clamp(1, 60)
}

/// How far what is told can be scrolled down, and how many of its rows are read at once.
pub fn extent(scene: &Scene<'_>, ui: &Ui, width: usize, height: usize) -> (usize, usize) {
    let end = End::of(scene, ui, width, height);
    // The last row of a page says that there is more.
    (end.most_scroll(), end.room.saturating_sub(1))
}

/// Draws it in the middle of an empty screen, where it fits.
pub fn render(grid: &mut Grid, scene: &Scene<'_>, ui: &Ui) {
    let (width, height) = (grid.width, grid.height);
    let End { told, keys, room } = End::of(scene, ui, width, height);
    let top = room.saturating_sub(told.len()) / 2;
    let (left, width_of_text) = ((width - end_width(width).min(width)) / 2, end_width(width));
    let shown = told.len().min(room);
    put_scrolled(grid, Area { left, top, width: width_of_text, height: shown }, &told, ui.scroll);
    grid.put_lines(Area { left, top: top + shown, width: width_of_text, height: keys.len() }, &keys);
    let title = scene.title.as_str();
    if top > 2 && !title.is_empty() {
        (0..width).for_each(|column| grid.put(0, column, '─', Look::frame()));
        render_on_rule(grid, 0, 2, &fit(plain(title, Look::of(Ink::Plain)), width.saturating_sub(6)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{keymap::Keymap, keys::Key, layout::compose, testing::Stage, ui::Outcome};

    /// Presses a key and draws what comes of it; nothing where it leaves.
    fn press(ui: &mut Ui, scene: &Scene<'_>, key: &str) -> Option<String> {
        let outcome = ui.press(Key::named(key).unwrap(), scene);
        (outcome == Outcome::Redraw).then(|| compose(scene, ui, 60, 12).text())
    }

    #[test]
    fn what_does_not_fit_is_read_from_its_beginning_to_its_end() {
        let scene = Stage::over_at_length().scene();
        let mut ui = Ui::new(Keymap::read("").unwrap(), false);
        ui.take_scene(&scene);
        let first = compose(&scene, &mut ui, 60, 12).text();
        assert!(first.contains("the first of it") && first.contains("↓ more") && first.contains("reads on"), "{first}");
        let last = press(&mut ui, &scene, "space").unwrap();
        assert!(!last.contains("the first of it") && last.contains("the last of it"), "{last}");
        assert!(last.contains("Any key leaves.") && !last.contains("more"), "{last}");
        assert_eq!(press(&mut ui, &scene, "page-up"), Some(first), "back again");
        assert!(press(&mut ui, &scene, "space").is_some());
        assert_eq!(press(&mut ui, &scene, "space"), None, "all is read, so it leaves");
    }

    #[test]
    fn any_other_key_leaves_whatever_is_left_to_read() {
        for (stage, keys) in
            [(Stage::over(), &["space", "down", "x"][..]), (Stage::over_at_length(), &["x", "escape", "enter"])]
        {
            let scene = stage.scene();
            for key in keys {
                let mut ui = Ui::new(Keymap::read("").unwrap(), false);
                ui.take_scene(&scene);
                compose(&scene, &mut ui, 60, 12);
                assert_eq!(press(&mut ui, &scene, key), None, "{key}");
            }
        }
    }
}
