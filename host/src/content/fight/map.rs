//! The drawn map of a fight, and whether everybody's body has room on it.
//!
//! Owns the meaning of slices and rows: the first slice is the lowest, rows go from north to south, one character is one
//! foot; beyond the drawn rows all is solid, above the last slice all is open. `fight` calls it.

use super::Desk;
use crate::content::known::Sort;
use crate::content::reading::{Source, Span};
use crate::content::schema::fight::{FightFile, MapFile};
use crate::content::tables::{Content, FightActor, Fill, Kind, MOST_SIDE_FEET, ZoneIx};
use abi::{Cell, Extent};
use std::collections::BTreeMap;

/// The most cells of a drawn map: 200 by 200 by 100 feet.
const MOST_CELLS: usize = 4_000_000;
/// The most zones that lie in a place from the beginning.
const MOST_ZONES: usize = 1000;
/// What stands in a cell whose ground is not known, which is told already: no wall, so that nobody is said to be in one.
const UNKNOWN: u16 = u16::MAX;
/// What rows are filled up with where it exists; else the first solid ground.
const FILLING: &str = "core/rock";

/// Size and cells: x fastest, then y, then z.
pub fn map(desk: &mut Desk<'_>, source: &Source, file: &MapFile, content: &Content) -> ([u32; 3], Vec<u16>) {
    let legend: BTreeMap<char, Option<u16>> = file
        .legend
        .iter()
        .map(|(sign, ground)| (*sign, desk.place(Sort::Ground, ground, source).and_then(|place| u16::try_from(place).ok())))
        .collect();
    let slices = &file.slices.value;
    let depth = slices.iter().map(|slice| slice.value.len()).max().unwrap_or(0);
    let rows = slices.iter().flat_map(|slice| &slice.value);
    let width = rows.map(|row| row.value.chars().count()).max().unwrap_or(0);
    let count = width.saturating_mul(depth).saturating_mul(slices.len());
    if count == 0 || count > MOST_CELLS {
        let found = format!("a map of {width} by {depth} by {} feet", slices.len());
        desk.report(source, file.slices.span, &found, &format!("1 to {MOST_CELLS} cells"));
        return ([0; 3], Vec::new());
    }
    let longest = width.max(depth).max(slices.len());
    if longest > MOST_SIDE_FEET {
        let found = format!("a map of {width} by {depth} by {} feet", slices.len());
        desk.report(source, file.slices.span, &found, &format!("sides of at most {MOST_SIDE_FEET} feet"));
        return ([0; 3], Vec::new());
    }
    let filling = filling(desk, source, file, content);
    let mut cells = vec![filling; count];
    let mut is_told: BTreeMap<char, ()> = BTreeMap::new();
    for (z, slice) in slices.iter().enumerate() {
        for (y, row) in slice.value.iter().enumerate() {
            for (x, sign) in row.value.chars().enumerate() {
                let ground = legend.get(&sign);
                if let Some(cell) = cells.get_mut(x + width * (y + depth * z)) {
                    *cell = ground.copied().flatten().unwrap_or(UNKNOWN);
                }
                match ground {
                    Some(_) => {}
                    None if is_told.insert(sign, ()).is_some() => {}
                    None => {
                        let known: Vec<String> = legend.keys().map(|sign| format!("{sign:?}")).collect();
                        let found = format!("the character {sign:?} in the map");
                        let place = sign_span(row.span, &row.value, x);
                        desk.report(source, place, &found, &format!("those of the legend: {}", known.join(", ")));
                    }
                }
            }
        }
    }
    let feet = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    ([feet(width), feet(depth), feet(slices.len())], cells)
}

/// The zones that lie there from the beginning, in the order of the file.
pub fn zones(desk: &mut Desk<'_>, source: &Source, file: &FightFile, size: [u32; 3]) -> Vec<(ZoneIx, Cell)> {
    if let Some(last) = file.zones.get(MOST_ZONES) {
        desk.report(source, last.at.span, "more zones than a place can begin with", &format!("at most {MOST_ZONES}"));
    }
    let mut zones = Vec::new();
    for lying in file.zones.iter().take(MOST_ZONES) {
        let zone = desk.place(Sort::Zone, &lying.zone, source).map(ZoneIx);
        let (x, y, z) = lying.at.value;
        let is_inside = [x, y, z].iter().zip(size).all(|(at, side)| u32::try_from(*at).is_ok_and(|at| at < side));
        if !is_inside {
            let found = format!("a zone around ({x}, {y}, {z})");
            desk.report(source, lying.at.span, &found, "a cell of the drawn map");
        }
        zones.extend(zone.map(|zone| (zone, Cell::new(x, y, z))));
    }
    zones
}

/// The place of one character of a row that stands in its file as it is.
fn sign_span(span: Span, row: &str, place: usize) -> Span {
    if span.is_nowhere() || span.end() - span.start() != row.len() + 2 {
        return span;
    }
    let before: usize = row.chars().take(place).map(char::len_utf8).sum();
    let here = row.chars().nth(place).map_or(1, char::len_utf8);
    Span::new(span.start() + 1 + before, span.start() + 1 + before + here)
}

/// The ground with which ragged rows are filled up. Only a map that needs one must have one.
fn filling(desk: &mut Desk<'_>, source: &Source, file: &MapFile, content: &Content) -> u16 {
    let is_solid = |place: &usize| content.grounds.get(*place).is_some_and(|ground| ground.fill == Fill::Solid);
    let named = content.grounds.iter().position(|ground| *ground.name == *FILLING).filter(is_solid);
    let found = named.or_else(|| (0..content.grounds.len()).find(is_solid));
    let slices = &file.slices.value;
    let first = slices.iter().flat_map(|slice| &slice.value).map(|row| row.value.chars().count()).next().unwrap_or(0);
    let rows = slices.first().map_or(0, |slice| slice.value.len());
    let is_even = slices
        .iter()
        .all(|slice| slice.value.len() == rows && slice.value.iter().all(|row| row.value.chars().count() == first));
    if found.is_none() && !is_even {
        desk.report(source, file.slices.span, "rows of different lengths, and no solid ground to fill them up", "even rows");
    }
    found.and_then(|place| u16::try_from(place).ok()).unwrap_or(0)
}

/// Every cell of a body.
fn body(at: Cell, extent: Extent) -> impl Iterator<Item = Cell> {
    let (width, depth, height) = (i32::from(extent.width), i32::from(extent.depth), i32::from(extent.height));
    (0..height).flat_map(move |z| {
        (0..depth).flat_map(move |y| {
            (0..width).map(move |x| Cell::new(at.x.saturating_add(x), at.y.saturating_add(y), at.z.saturating_add(z)))
        })
    })
}

/// What keeps a body out of a cell, in words; nothing where it can be.
fn wall(([width, depth, height], cells): ([u32; 3], &[u16]), content: &Content, cell: Cell) -> Option<String> {
    let inside = |value: i32, size: u32| u32::try_from(value).ok().filter(|value| *value < size);
    let (x, y) = match (inside(cell.x, width), inside(cell.y, depth)) {
        (Some(x), Some(y)) => (x, y),
        _ => return Some("beyond the drawn rows, where all is solid".to_owned()),
    };
    if cell.z < 0 {
        return Some("below the lowest slice, where all is solid".to_owned());
    }
    let z = inside(cell.z, height)?;
    let place = usize::try_from(x + width * (y + depth * z)).ok()?;
    let ground = content.grounds.get(usize::from(*cells.get(place)?))?;
    (ground.fill == Fill::Solid).then(|| format!("`{}`, which is solid", ground.name))
}

/// No body begins in a wall, and no two share a cell (clause M6).
pub fn check_bodies(
    desk: &mut Desk<'_>,
    source: &Source,
    file: &FightFile,
    content: &Content,
    map: ([u32; 3], &[u16]),
    actors: &[FightActor],
) {
    if map.1.is_empty() {
        return;
    }
    let kinds = actors.iter().filter_map(|actor| content.kinds.get(actor.kind.index()));
    let count =
        |kind: &Kind| usize::from(kind.extent.width) * usize::from(kind.extent.depth) * usize::from(kind.extent.height);
    let all: usize = kinds.map(count).sum();
    if all > MOST_CELLS {
        let found = format!("bodies of {all} cells in all");
        desk.report(source, file.actors.span, &found, &format!("at most {MOST_CELLS}: fewer actors, or smaller ones"));
        return;
    }
    let mut taken: BTreeMap<Cell, &str> = BTreeMap::new();
    for (actor, written) in actors.iter().zip(&file.actors.value) {
        let Some(kind) = content.kinds.get(actor.kind.index()) else { continue };
        let place = |cell: Cell| format!("({}, {}, {})", cell.x, cell.y, cell.z);
        let blocked = body(actor.at, kind.extent).find_map(|cell| wall(map, content, cell).map(|why| (cell, why)));
        if let Some((cell, why)) = blocked {
            let found = format!("the body of `{}` in a wall: its cell {} is {why}", actor.name, place(cell));
            desk.report(source, written.at.span, &found, "a place where the whole body is in open or liquid cells");
        }
        let crowded = body(actor.at, kind.extent).find_map(|cell| taken.get(&cell).map(|other| (cell, *other)));
        if let Some((cell, other)) = crowded {
            let found = format!("`{}` and `{other}` in one place: both have the cell {}", actor.name, place(cell));
            desk.report(source, written.at.span, &found, "places in which no two bodies share a cell (clause M6)");
        }
        for cell in body(actor.at, kind.extent) {
            taken.entry(cell).or_insert(&actor.name);
        }
    }
}
