//! The whole picture: which part of the screen holds what at which size, and the calm frame around it.
//!
//! Pure: a scene, a size and the screen's own state give a grid. Down to one cell it never fails; what has no room is left
//! out, the least important first. Called by `front_end`.

use crate::{
    foot,
    grid::{Area, Grid, Line, Look, fit, line_columns, pieces, plain, scene_line, wrap},
    map::{self, Window},
    panels, side,
    ui::{Panel, Ui},
};
use abi::{Ink, Scene};

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

/// Divides the screen.
pub fn areas(scene: &Scene<'_>, ui: &Ui, width: usize, height: usize) -> Areas {
    if width >= WIDE_COLUMNS && height >= WIDE_ROWS {
        wide_areas(scene, ui, width, height)
    } else {
        narrow_areas(scene, width, height)
    }
}

/// At 80 by 24 that is a map of 52 by 17, a side of 27, three rows of tale and three of choices.
fn wide_areas(scene: &Scene<'_>, ui: &Ui, width: usize, height: usize) -> Areas {
    let side_width = (width * 27 / 80).clamp(20, 42);
    let map_width = width - side_width - 1;
    let (tale_rows, choice_rows) = if height < HIGH_ROWS { (3, 3) } else { (5, 4) };
    let map_rows = height - 1 - tale_rows - choice_rows;
    let tale_needed = foot::tale_rows(scene, width - 2).clamp(tale_rows, tale_rows + 3);
    let choices_needed = foot::choice_rows(scene, ui, width - 2).clamp(choice_rows, choice_rows + 2);
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

/// Brings the screen's state in line with a size: the map's window follows the character, a panel's scroll ends where it ends.
pub fn settle(scene: &Scene<'_>, ui: &mut Ui, width: usize, height: usize) -> Areas {
    let areas = areas(scene, ui, width, height);
    let whole = Area { height: areas.map.height + areas.covered_rows, ..areas.map };
    if !whole.is_empty() {
        ui.window = Some(Window::following(ui.window, &scene.map, whole, ui.feet()));
    }
    if ui.panel != Panel::Closed {
        ui.scroll = ui.scroll.min(panels::most_scroll(scene, ui, panel_area(&areas, width, height)));
    }
    areas
}

/// A panel lies over map and side; on a small screen over everything.
fn panel_area(areas: &Areas, width: usize, height: usize) -> Area {
    Area { left: 0, top: 0, width, height: areas.rule.unwrap_or(height) }
}

/// Draws everything.
pub fn render(scene: &Scene<'_>, ui: &mut Ui, width: usize, height: usize) -> Grid {
    let areas = settle(scene, ui, width, height);
    let mut grid = Grid::new(width, height);
    if scene.is_over {
        render_end(&mut grid, scene);
        return grid;
    }
    if let Some(rule) = areas.rule {
        render_frame(&mut grid, scene, ui, &areas, rule);
    }
    if ui.panel == Panel::Closed {
        if let Some(window) = ui.window {
            map::draw(&mut grid, areas.map, &scene.map, window, ui.is_mono);
        }
        if areas.rule.is_some() {
            side::render_wide(&mut grid, areas.side, scene);
        } else {
            side::render_narrow(&mut grid, areas.side, scene);
        }
        render_numbers(&mut grid, areas.map, scene);
    }
    foot::render_tale(&mut grid, areas.tale, scene);
    foot::render_choices(&mut grid, areas.choices, scene, ui);
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
        grid.put(rule, column, glyph, Look::faint());
    }
    for row in (0..rule).filter(|_| has_bar) {
        grid.put(row, areas.map.width, '│', Look::faint());
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

/// What became of the player, in the middle of an empty screen.
fn render_end(grid: &mut Grid, scene: &Scene<'_>) {
    let (width, height) = (grid.width, grid.height);
    let text_width = width.saturating_sub(4).clamp(1, 60);
    let mut rows: Vec<Line> = Vec::new();
    for line in scene.tale.iter() {
        rows.extend(wrap(&scene_line(line), text_width, 0));
        rows.push(Line::new());
    }
    rows.push(plain("Any key leaves.", Look::faint()));
    let skipped = rows.len().saturating_sub(height);
    let top = (height - (rows.len() - skipped)) / 2;
    for (row, line) in rows.iter().skip(skipped).enumerate() {
        grid.put_line(top + row, (width.saturating_sub(text_width)) / 2, text_width, line);
    }
    let title = scene.title.as_str();
    if top > 2 && !title.is_empty() {
        (0..width).for_each(|column| grid.put(0, column, '─', Look::faint()));
        render_on_rule(grid, 0, 2, &fit(plain(title, Look::of(Ink::Plain)), width.saturating_sub(6)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{keymap::Keymap, testing::Stage};
    use expect_test::{Expect, expect};

    fn draw(scene: &Scene<'_>, width: usize, height: usize, change: impl Fn(&mut Ui)) -> String {
        let mut ui = Ui::new(Keymap::read("").unwrap(), false);
        ui.take_scene(scene);
        change(&mut ui);
        render(scene, &mut ui, width, height).text()
    }

    fn check(stage: Stage, width: usize, height: usize, expected: &Expect) {
        expected.assert_eq(&draw(&stage.scene(), width, height, |_| ()));
    }

    fn check_panel(panel: Panel, width: usize, height: usize, expected: &Expect) {
        expected.assert_eq(&draw(&Stage::fight().scene(), width, height, |ui| ui.panel = panel));
    }

    #[test]
    fn a_fight_at_80_by_24() {
        check(
            Stage::fight(),
            80,
            24,
            &expect![[r#"
                      ############################################  │ You are winded.
                      #..........................................#  │ Your left arm bleeds
                      #..........................................# →│   badly; you cannot draw.
                      #..........................................#  ├─ in view ─────────────────
                      #..........................................#  │ h! hunched figure        ↗
                      #..........................................#  │    a leap away, north-east
                      #........................h∙∙∙..............#  │    a stab, any moment
                      #..........................................#  │    winded, legible
                      #...................@......................#  │ o! ogre in a torn hide   ↘
                      #..........................................#  │    a sprint away
                      #.............................oo...........#  │    gathering itself
                      #.............................oo...........#  │    winded, legible
                      #..........................................#  │ w+ woman with a lantern  →
                      ############################################  │    at the edge of sight
                                                                    │    winded, legible
                                                                    │
                ── the lower hall ──────────────────────────────────┴───────────────── ? keys ──
                 The hunched figure lunges and you turn the blade: a graze.
                 The ogre is winding down, and its guard is failing.

                 [a] a thrust, steady, too late          [d] a jab, quick, a near thing
                 [r] back off, quick, first              [c] circle, steady, too late
                 [space] hold                            [.] wait a moment, instant
                 [f] fight on as before                  [s] a sweeping cut (no room to swing)
            "#]],
        );
    }

    #[test]
    fn a_crowd_at_80_by_24() {
        check(
            Stage::crowd(),
            80,
            24,
            &expect![[r#"
                      ############################################  │ You are winded.
                      #..........................................#  │ Your left arm bleeds
                      #..........................................# →│   badly; you cannot draw.
                      #..........................................#  ├─ in view ─────────────────
                      #..........................................#  │ s! spearman in grey soon ↖
                      #..........................................#  │ s! spearman in grey soon ↖
                      #........................h∙∙∙..............#  │ s! spearman in grey soon ↖
                      #..........................................#  │ s! spearman in grey soon ↖
                      #...................@......................#  │ s! spearman in grey soon ↖
                      #..........................................#  │ s! spearman in grey soon ↖
                      #.............................oo...........#  │ s! spearman in grey soon ↖
                      #.............................oo...........#  │ s! spearman in grey soon ↖
                ── the lower hall ──────────────────────────────────┴───────────────── ? keys ──
                 … the history has the rest
                 The spearman in grey thrusts, and you barely get out of the way of it: a near
                   miss again.
                 The spearman in grey thrusts, and you barely get out of the way of it: a near
                   miss again.

                 [a] a thrust, steady, too late   [d] a jab, quick, a near thing
                 [r] back off, quick, first   [c] circle, steady, too late   [space] hold
                 [.] wait a moment, instant   [f] fight on as before
                 [t] a thrust, steady, too late   [e] a jab, quick, a near thing
                 [o] back off, quick, first   [i] circle, steady, too late   [g] hold  … ? more
            "#]],
        );
    }

    #[test]
    fn a_question_at_80_by_24() {
        check(
            Stage::question().with_numbers(),
            80,
            24,
            &expect![[r#"
                 tick 240 ########################################  │ You are winded.
                 hunched figure: 14 of 30 .......................#  │ Your left arm bleeds
                      #..........................................# →│   badly; you cannot draw.
                      #..........................................#  ├─ in view ─────────────────
                      #..........................................#  │ h! hunched figure        ↗
                      #..........................................#  │    a leap away, north-east
                      #........................h∙∙∙..............#  │    a stab, any moment
                      #..........................................#  │    winded, legible
                      #...................@......................#  │
                      #..........................................#  │ o! ogre in a torn hide   ↘
                      #.............................oo...........#  │    a sprint away
                      #.............................oo...........#  │    gathering itself
                      #..........................................#  │    winded, legible
                      ############################################  │
                                                                    │ w+ woman with a lantern  →
                                                                    │    at the edge of sight
                                                                    │    winded, legible
                ── the lower hall ──────────────────────────────────┴───────────────── ? keys ──
                 The hunched figure lunges and you turn the blade: a graze.
                 The ogre is winding down, and its guard is failing.

                 The hunched figure begins a stab. Answer it?
                 [y] turn the blade, quick, first   [x] let it come

            "#]],
        );
    }

    #[test]
    fn a_fight_at_120_by_40() {
        check(
            Stage::fight(),
            120,
            40,
            &expect![[r#"
                                                                                               │ You are winded.
                                                                                               │ Your left arm bleeds badly; you cannot
                                                                                               │   draw.
                                                                                               ├─ in view ──────────────────────────────
                                                                                               │ h! hunched figure                     ↗
                                                                                               │    a leap away, north-east
                                                                                               │    a stab, any moment
                                   ############################################                │    winded, legible
                                   #..........................................#                │
                                   #..........................................#               →│ o! ogre in a torn hide                ↘
                                   #..........................................#                │    a sprint away, south-east
                                   #..........................................#                │    gathering itself
                                   #..........................................#                │    winded, legible
                                   #........................h∙∙∙..............#                │
                                   #..........................................#                │ w+ woman with a lantern               →
                                   #...................@......................#                │    at the edge of sight, east
                                   #..........................................#                │    winded, legible
                                   #.............................oo...........#                │
                                   #.............................oo...........#                │
                                   #..........................................#                │
                                   ############################################                │
                                                                                               │
                                                                                               │
                                                                                               │
                                                                                               │
                                                                                               │
                                                                                               │
                                                                                               │
                                                                                               │
                                                                                               │
                ── the lower hall ─────────────────────────────────────────────────────────────┴────────────────────────────── ? keys ──
                 The hunched figure lunges and you turn the blade: a graze.
                 The ogre is winding down, and its guard is failing.



                 [a] a thrust, steady, too late          [d] a jab, quick, a near thing          [r] back off, quick, first
                 [c] circle, steady, too late            [space] hold                            [.] wait a moment, instant
                 [f] fight on as before                  [s] a sweeping cut (no room to swing)

            "#]],
        );
    }

    #[test]
    fn small_screens_keep_what_matters_most() {
        check(
            Stage::fight(),
            40,
            12,
            &expect![[r#"
                #........................h∙∙∙..........↗
                #.......................................
                #...................@...................
                #.......................................
                #.............................oo........
                h! hunched figure           any moment ↗
                o! ogre in a torn hide   a sprint away ↘
                You are winded. Your left arm bleeds
                The ogre is winding down, and its guard
                  is failing.
                [a] a thrust, steady, too late
                [d] a jab, quick, a near thing  … ? more
            "#]],
        );
        check(
            Stage::fight(),
            10,
            3,
            &expect![[r#"
                .........↗
                .....@...↘
                The ogre…
            "#]],
        );
        check(
            Stage::fight(),
            30,
            1,
            &expect![[r#"
                The ogre is winding down, and…
            "#]],
        );
        check(
            Stage::fight(),
            1,
            1,
            &expect![[r#"
                @
            "#]],
        );
    }

    #[test]
    fn panels_at_80_by_24() {
        check_panel(
            Panel::Tells,
            80,
            24,
            &expect![[r#"

                  What is coming

                  The hunched figure draws back its knife: any moment.

                  Who is in view

                  h! hunched figure: a leap away, north-east; a stab, any moment; winded,
                     legible
                  o! ogre in a torn hide: a sprint away, south-east; gathering itself; winded,
                     legible
                  w+ woman with a lantern: at the edge of sight, east; winded, legible

                  Yourself

                  You are winded.                                                       ↓ more
                ── the lower hall ──────────────────────────────────────── escape closes this ──
                 The hunched figure lunges and you turn the blade: a graze.
                 The ogre is winding down, and its guard is failing.

                 [a] a thrust, steady, too late          [d] a jab, quick, a near thing
                 [r] back off, quick, first              [c] circle, steady, too late
                 [space] hold                            [.] wait a moment, instant
                 [f] fight on as before                  [s] a sweeping cut (no room to swing)
            "#]],
        );
        check_panel(
            Panel::Ladder(0),
            80,
            24,
            &expect![[r#"

                  stage: how much guard somebody has left
                  from the least to the most

                  fresh          The whole guard is there.
                  winded         Breath is short and the guard is thinning; rest would bring
                                 it back.
                  guard failing  A good blow more may find its way through.
                  wounded        The body itself is damaged.

                  ← → stage pace





                ── the lower hall ──────────────────────────────────────── escape closes this ──
                 The hunched figure lunges and you turn the blade: a graze.
                 The ogre is winding down, and its guard is failing.

                 [a] a thrust, steady, too late          [d] a jab, quick, a near thing
                 [r] back off, quick, first              [c] circle, steady, too late
                 [space] hold                            [.] wait a moment, instant
                 [f] fight on as before                  [s] a sweeping cut (no room to swing)
            "#]],
        );
        check_panel(
            Panel::Help,
            80,
            24,
            &expect![[r#"

                  What you can do

                  [a] a thrust, steady, too late
                  [d] a jab, quick, a near thing
                  [r] back off, quick, first
                  [c] circle, steady, too late
                  [space] hold
                  [.] wait a moment, instant
                  [f] fight on as before
                  [s] a sweeping cut (no room to swing)

                  Where to

                     y   k   u
                     h   @   l                                                          ↓ more
                ── the lower hall ──────────────────────────────────────── escape closes this ──
                 The hunched figure lunges and you turn the blade: a graze.
                 The ogre is winding down, and its guard is failing.

                 [a] a thrust, steady, too late          [d] a jab, quick, a near thing
                 [r] back off, quick, first              [c] circle, steady, too late
                 [space] hold                            [.] wait a moment, instant
                 [f] fight on as before                  [s] a sweeping cut (no room to swing)
            "#]],
        );
        check_panel(
            Panel::Leave,
            40,
            12,
            &expect![[r#"

                  Leave? All is kept as it is. Q or
                  ctrl-c once more leaves, any other
                  key stays.








            "#]],
        );
    }

    #[test]
    fn the_end_fills_the_middle() {
        check(
            Stage::over(),
            60,
            16,
            &expect![[r#"
            ── the lower hall ──────────────────────────────────────────




              The knife goes in under the arm.

              You sit down against the wall of the lower hall, and do
              not get up again.

              Any key leaves.





        "#]],
        );
        check(
            Stage::over(),
            1,
            1,
            &expect![[r#"
            A
        "#]],
        );
    }

    #[test]
    fn no_size_is_too_small_and_a_crowd_keeps_the_character_in_sight() {
        let widths = [0, 1, 2, 3, 5, 8, 13, 20, 29, 30, 40, 59, 60, 61, 80, 120];
        let heights = [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 15, 16, 17, 24, 40];
        let mut cases = Vec::new();
        for panel in [Panel::Tells, Panel::Ladder(9), Panel::History, Panel::Help, Panel::KeyTest, Panel::Leave] {
            cases.push((Stage::fight().scene(), panel));
        }
        for stage in [Stage::fight, Stage::crowd, Stage::question, Stage::over] {
            cases.push((stage().scene(), Panel::Closed));
        }
        for (scene, panel) in cases {
            for (width, height) in widths.iter().flat_map(|width| heights.iter().map(|height| (*width, *height))) {
                let text = draw(&scene, width, height, |ui| (ui.panel, ui.scroll) = (panel, 1000));
                assert_eq!(text.lines().count(), height.max(1), "{width} by {height} with {panel:?}");
                let has_map = height >= 2 && width > 0 && panel == Panel::Closed && !scene.is_over;
                assert!(!has_map || text.contains('@'), "no character at {width} by {height}:\n{text}");
            }
        }
    }

    #[test]
    fn no_digit_stands_on_a_screen_that_was_not_asked_for_numbers() {
        for stage in [Stage::fight, Stage::crowd, Stage::question, Stage::over] {
            for (panel, size) in [
                (Panel::Closed, (80, 24)),
                (Panel::Tells, (120, 40)),
                (Panel::Ladder(0), (80, 24)),
                (Panel::History, (80, 24)),
            ] {
                let text = draw(&stage().scene(), size.0, size.1, |ui| ui.panel = panel);
                assert!(!text.chars().any(|letter| letter.is_ascii_digit()), "{text}");
            }
        }
    }
}
