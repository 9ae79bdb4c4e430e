//! What lies over the map when it is asked for: tells, ladders, history, keys, the key test, and leaving.
//!
//! Pure: lines out of a scene. Called by `layout`, which clears nothing itself: a panel covers its area.

use crate::{
    foot,
    grid::{Area, Grid, Line, Look, blanks, line_columns, pieces, plain, scene_line, wrap},
    keymap::{DIRECTIONS, PLAY_COMMANDS, SCREEN_COMMANDS},
    side,
    ui::{Panel, Ui},
};
use abi::{Ink, Scene, SceneLine};

/// Columns left free on both sides where there is room.
const MARGIN: usize = 2;

/// How many columns the keys of the help take where there is room.
const KEY_COLUMNS: usize = 22;

/// Draws the open panel.
pub fn render(grid: &mut Grid, area: Area, scene: &Scene<'_>, ui: &Ui) {
    for row in 0..area.height {
        grid.put_line(area.top + row, area.left, area.width, &blanks(area.width));
    }
    let (inner, rows) = lay_out(scene, ui, area);
    grid.put_lines(inner, rows.get(ui.scroll.min(rows.len())..).unwrap_or(&[]));
    if rows.len() > ui.scroll + inner.height && inner.height > 1 {
        let more = plain("  ↓ more", Look::faint());
        let column = inner.width.saturating_sub(line_columns(&more));
        grid.put_line(inner.top + inner.height - 1, inner.left + column, inner.width - column, &more);
    }
}

/// How far the open panel can be scrolled down.
pub fn most_scroll(scene: &Scene<'_>, ui: &Ui, area: Area) -> usize {
    let (inner, rows) = lay_out(scene, ui, area);
    rows.len().saturating_sub(inner.height)
}

fn lay_out(scene: &Scene<'_>, ui: &Ui, area: Area) -> (Area, Vec<Line>) {
    let margin = if area.width >= 30 { MARGIN } else { 0 };
    let top = usize::from(area.height >= 10);
    let inner = Area {
        left: area.left + margin,
        top: area.top + top,
        width: (area.width - 2 * margin).min(96),
        height: area.height - top,
    };
    (inner, content(scene, ui, inner.width))
}

fn content(scene: &Scene<'_>, ui: &Ui, width: usize) -> Vec<Line> {
    match ui.panel {
        Panel::Closed => Vec::new(),
        Panel::Tells => tells(scene, width),
        Panel::Ladder(place) => ladder(scene, place, width),
        Panel::History => history(scene, width),
        Panel::Help => help(scene, ui, width),
        Panel::KeyTest => key_test(scene, ui, width),
        Panel::Leave => leave(ui, width),
    }
}

fn heading(text: &str) -> Line {
    plain(text, Look::default().bold())
}

fn scene_lines(lines: &[SceneLine<'_>], width: usize) -> Vec<Line> {
    lines.iter().flat_map(|line| wrap(&scene_line(line), width, 2)).collect()
}

fn tells(scene: &Scene<'_>, width: usize) -> Vec<Line> {
    let mut rows = vec![heading("What is coming"), Line::new()];
    if scene.tells.is_empty() {
        rows.push(plain("Nothing against you that you can read.", Look::faint()));
    }
    rows.extend(scene_lines(scene.tells.as_slice(), width));
    if !scene.in_view.is_empty() {
        rows.extend([Line::new(), heading("Who is in view"), Line::new()]);
        rows.extend(scene.in_view.iter().flat_map(|who| wrap(&side::in_full(who), width, 3)));
    }
    if !scene.yourself.is_empty() {
        rows.extend([Line::new(), heading("Yourself"), Line::new()]);
        rows.extend(scene_lines(scene.yourself.as_slice(), width));
    }
    rows
}

fn ladder(scene: &Scene<'_>, place: usize, width: usize) -> Vec<Line> {
    let Some(ladder) = scene.ladders.get(place) else {
        return vec![plain("There are no ladders here.", Look::faint())];
    };
    let mut rows = wrap(
        &pieces(&[
            (ladder.name.as_str(), Look::default().bold()),
            (": ", Look::default()),
            (ladder.about.as_str(), Look::default()),
        ]),
        width,
        2,
    );
    rows.extend([plain("from the least to the most", Look::faint()), Line::new()]);
    let column = ladder.rungs.iter().map(|rung| rung.marker.chars().count()).max().unwrap_or(0);
    let column = if column + 20 <= width { column + 2 } else { 2 };
    for rung in ladder.rungs.iter() {
        let mut row = plain(rung.marker.as_str(), Look::marker());
        row.extend(blanks(column.saturating_sub(line_columns(&row)).max(1)));
        let meaning = wrap(&plain(rung.meaning.as_str(), Look::default()), width.saturating_sub(column).max(1), 0);
        let mut meaning = meaning.into_iter();
        if line_columns(&row) <= column {
            row.extend(meaning.next().unwrap_or_default());
        }
        rows.push(row);
        rows.extend(meaning.map(|line| [blanks(column), line].concat()));
    }
    let names: Vec<&str> = scene.ladders.iter().map(|ladder| ladder.name.as_str()).collect();
    rows.push(Line::new());
    let mut index = plain("← →  ", Look::faint());
    for (at, name) in names.iter().enumerate() {
        let look = if at == place { Look { is_underlined: true, ..Look::default().bold() } } else { Look::faint() };
        index.extend(plain(name, look));
        index.extend(plain(" ", Look::default()));
    }
    rows.extend(wrap(&index, width, 5));
    rows
}

fn history(scene: &Scene<'_>, width: usize) -> Vec<Line> {
    let mut rows = vec![heading("What has been told"), Line::new()];
    if scene.history.is_empty() {
        rows.push(plain("Nothing yet.", Look::faint()));
    }
    rows.extend(scene_lines(scene.history.as_slice(), width));
    rows
}

fn help(scene: &Scene<'_>, ui: &Ui, width: usize) -> Vec<Line> {
    let mut rows = vec![heading("What you can do"), Line::new()];
    rows.extend(foot::entries(scene, ui).iter().flat_map(|entry| wrap(entry, width, 2)));
    rows.extend([Line::new(), heading("Where to"), Line::new()]);
    let compass = |places: [usize; 3]| {
        let words = places.map(|place| match DIRECTIONS.get(place) {
            Some((command, ..)) => {
                let names = ui.key_names(command);
                let letter = names.iter().find(|name| name.len() == 1 && name.chars().all(char::is_alphabetic));
                letter.or_else(|| names.iter().find(|name| name.len() == 1)).cloned().unwrap_or_default()
            }
            None => "@".to_owned(),
        });
        pieces(&[("   ", Look::default()), (&words.join("   "), Look::of(Ink::You).bold())])
    };
    rows.extend([compass([7, 0, 1]), compass([6, 8, 2]), compass([5, 4, 3])]);
    let goes_on = "An attack's letter strikes again and again until something changes. For a single blow, bind a key to its command with -once behind, such as strike-once.";
    let about = "Arrows and the number pad do the same. A direction is a stride; toward the foe that you face it closes in, and within reach it strikes. With shift, with alt, or after the key of one foot it is a single foot.";
    for text in [about, goes_on] {
        rows.extend(wrap(&plain(text, Look::default()), width, 0));
    }
    rows.extend([Line::new(), heading("Listed or not, wherever it can be done"), Line::new()]);
    rows.extend(PLAY_COMMANDS.iter().flat_map(|(command, named, about)| {
        let mut keys = ui.key_names(command);
        keys.extend(
            Some((*named).to_owned()).filter(|named| !named.is_empty() && ui.is_free(named) && !keys.contains(named)),
        );
        key_rows(&keys, about, width)
    }));
    rows.extend([Line::new(), heading("The screen"), Line::new()]);
    rows.extend(SCREEN_COMMANDS.iter().flat_map(|(command, _, about)| key_rows(&ui.key_names(command), about, width)));
    rows.extend([Line::new(), heading("Signs"), Line::new()]);
    rows.push(posture_line());
    let signs = "In the list ! marks a foe and + a friend. On the map % is where somebody has died. Arrows at the map's edge point to those beyond it; dots are where somebody has been since your last move.";
    rows.extend(wrap(&plain(signs, Look::default()), width, 0));
    rows
}

/// Keys, and beside them what they do.
fn key_rows(keys: &[String], about: &str, width: usize) -> Vec<Line> {
    let column = if width >= 60 { KEY_COLUMNS } else { 2 };
    let mut row = plain(&keys.join(" "), Look::of(Ink::You).bold());
    let mut about = wrap(&plain(about, Look::default()), width.saturating_sub(column).max(1), 0).into_iter();
    if line_columns(&row) < column {
        row.extend(blanks(column - line_columns(&row)));
        row.extend(about.next().unwrap_or_default());
    }
    let below = about.map(|line| [blanks(column), line].concat());
    [row].into_iter().chain(below).collect()
}

fn posture_line() -> Line {
    let (foe, plain_look) = (Look::of(Ink::Foe), Look::default());
    pieces(&[
        ("g", foe.bold()),
        (" bold: about to act   ", plain_look),
        ("g", Look { is_reversed: true, ..foe }),
        (" reversed: acting   ", plain_look),
        ("g", Look { is_underlined: true, ..foe }),
        (" underlined: recovering", plain_look),
    ])
}

fn key_test(scene: &Scene<'_>, ui: &Ui, width: usize) -> Vec<Line> {
    let mut rows = vec![heading("Press any key"), Line::new()];
    match ui.last_key {
        Some(key) => {
            let (name, meaning) = (key.to_string(), ui.meaning(key, scene));
            let row = pieces(&[(&name, Look::marker()), (" here means: ", Look::default()), (&meaning, Look::default())]);
            rows.extend(wrap(&row, width, 2));
        }
        None => rows.push(plain("It says what the key is called and what it does.", Look::default())),
    }
    rows.extend([Line::new(), plain("escape closes this", Look::faint())]);
    rows
}

fn leave(ui: &Ui, width: usize) -> Vec<Line> {
    let keys = ui.key_names("leave").join(" or ");
    let row = pieces(&[
        ("Leave? ", Look::default().bold()),
        ("Unless its start said that this run is not kept, --continue goes on with it. ", Look::default()),
        (&keys, Look::of(Ink::You).bold()),
        (" once more leaves, any other key stays.", Look::default()),
    ]);
    wrap(&row, width, 0)
}
