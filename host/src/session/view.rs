//! The view: what the player's character perceives at this moment, made into a scene.
//!
//! Owns what has been seen of the ground and where bodies stood since the last decision. Everything goes through the
//! character's own perception and readings (doctrine F9). The session asks it at each decision.

use super::directions;
use super::drifts::{Drifts, Zones};
use super::levels::{self, Columns, Part, Sketch};
use super::lexicon::{Slots, capital, marker, measure, phrase, sentence};
use super::light::{self, Lamps};
use super::perception::doing;
use super::remembered::Remembered;
use super::scene::{OwnedBody, OwnedInView, OwnedLine, OwnedMap};
use super::tale::nearness_rung;
use super::threat;
use super::timing::{Looming, Watch};
use crate::clock::{Perceived, Sim, events::name};
use crate::content::tables::{Fill, GroundDef};
use crate::world::space::{Body, Field};
use abi::{Attitude, Cell, EntityId, Ink, Level, MapCell, Phase, ReadingLevel};
use std::collections::{BTreeMap, BTreeSet};

/// How far the map goes to each side, in feet: as far as anybody sees in a room, and no screen shows more.
const MAP_FEET: i32 = 60;

/// What is remembered for drawing.
#[derive(Clone, Debug, Default)]
pub struct View {
    seen: Remembered,
    /// What burnt or drifted on it then.
    drifts: Drifts,
    field: Field,
    sketch: Sketch,
    trails: BTreeMap<EntityId, Vec<Cell>>,
    /// Where somebody was seen to die: its body lies there.
    fallen: BTreeSet<Cell>,
    /// Another slice than its own, where the character looks at one.
    gaze: Option<i32>,
}

/// What lies where somebody has died.
const FALLEN: char = '%';
/// The ground of a cell above the last slice.
const NO_GROUND: u16 = u16::MAX;
/// The top of even solid, and the bottom of the map: a floor that nobody laid.
const BARE: char = '.';
/// A cell of which nothing is known.
const BLANK: (MapCell, Level) = (MapCell { glyph: ' ' as u32, ink: Ink::Plain, is_seen: false }, Level::Here);

impl View {
    /// Takes in where a body was that moved.
    pub fn take(&mut self, perceived: &Perceived) {
        if perceived.event.id == name::DIED {
            self.fallen.insert(perceived.at);
        }
        if perceived.event.id == name::LEAVING {
            let trail = self.trails.entry(perceived.event.about).or_default();
            if trail.last() != Some(&perceived.at) {
                trail.push(perceived.at);
            }
        }
    }

    /// The player has decided: trails begin anew.
    pub fn clear_trails(&mut self) {
        self.trails.clear();
    }

    /// The map around the player's character, on the slice that it looks at: its own, or another. Written where the last one
    /// stood, since a picture of that size is not to be found anew for each key.
    pub fn map(&mut self, sim: &Sim, you: usize, last: OwnedMap) -> OwnedMap {
        let (world, body) = (sim.world(), sim.world().body(you));
        let size = world.map.size();
        let slice = self.slice(sim, you);
        let origin = Cell { x: (body.at.x - MAP_FEET).max(0), y: (body.at.y - MAP_FEET).max(0), z: slice };
        let end = Cell { x: (body.at.x + MAP_FEET).min(size.x), y: (body.at.y + MAP_FEET).min(size.y), z: slice };
        let eye = body.eye();
        let drawn = 0..=size.z;
        self.seen.settle(size);
        self.field.look(&world.map, eye, None, drawn.clone());
        let lamps = Lamps::of(sim, &drawn);
        let zones = Zones::of(sim, slice..=slice + eye.z - body.at.z);
        let columns = Columns::new(world, sim.content(), eye.z);
        self.sketch.settle(columns, sim.content(), slice);
        let mut map = OwnedMap { origin, center: body.at, ..last };
        map.cells.clear();
        map.levels.clear();
        for y in origin.y..end.y {
            for x in origin.x..end.x {
                let at = Cell { x, y, z: slice };
                let (cell, level) = if self.may_show(body, at) { self.cell(sim, (you, &lamps, columns), at) } else { BLANK };
                let lies = self.drifts.glyph(&zones, at, cell.is_seen);
                let burning = lies.map(|glyph| MapCell { glyph: u32::from(glyph), ink: Ink::Danger, ..cell });
                map.cells.push(burning.unwrap_or(cell));
                map.levels.push(if burning.is_some() { Level::Here } else { level });
            }
        }
        let feet = |count: i32| u32::try_from(count).unwrap_or(0);
        (map.width, map.height) = (feet(end.x - origin.x), feet(end.y - origin.y));
        map.bodies = self.bodies(sim, you, slice);
        map
    }

    /// Whether the character looks at another slice than its own.
    pub const fn is_gazing(&self) -> bool {
        self.gaze.is_some()
    }

    /// Looks at another slice, or at its own again.
    pub const fn gaze_at(&mut self, slice: Option<i32>) {
        self.gaze = slice;
    }

    /// The next slice up or down on which somebody is seen, or ground to stand on; its own one too.
    pub fn next_slice(&self, sim: &Sim, you: usize, is_up: bool) -> Option<i32> {
        let world = sim.world();
        let (now, size) = (self.slice(sim, you), world.map.size());
        let is_on_the_way = |z: &i32| if is_up { *z > now } else { *z < now };
        let bodies = world.perceived_by(you).iter().map(|other| world.cell(*other as usize).z);
        let bodies = bodies.chain([world.cell(you).z]).filter(is_on_the_way);
        let lamps = Lamps::of(sim, &(0..=size.z));
        let columns = Columns::new(world, sim.content(), world.body(you).eye().z);
        let is_ground = |cell: Cell| self.field.sees(cell) && columns.can_be_stood_in(cell) && lamps.show(sim, you, cell);
        let has_ground = |z: &i32| (0..size.y).any(|y| (0..size.x).any(|x| is_ground(Cell { x, y, z: *z })));
        // Above the last slice nothing is drawn, and nothing is there to stand on.
        if is_up {
            let grounds = (now + 1..size.z).find(has_ground);
            bodies.chain(grounds).min()
        } else {
            let grounds = (0..now.min(size.z)).rev().find(has_ground);
            bodies.chain(grounds).max()
        }
    }

    /// What is to be stood on, on the slice that is looked at and in view: each ground once, where it is nearest.
    pub fn grounds(&self, sim: &Sim, you: usize) -> Vec<(u16, Cell)> {
        let (world, slice) = (sim.world(), self.slice(sim, you));
        let (size, from) = (world.map.size(), world.cell(you));
        let lamps = Lamps::of(sim, &(0..=size.z));
        let columns = Columns::new(world, sim.content(), world.body(you).eye().z);
        let mut nearest: BTreeMap<u16, (i32, Cell)> = BTreeMap::new();
        for at in (0..size.y).flat_map(|y| (0..size.x).map(move |x| Cell { x, y, z: slice })) {
            let mut parts = columns.parts(at).into_iter().flatten();
            let part = parts.find(|part| part.level == Level::Here && columns.can_be_stood_in(part.feet));
            let part = part.filter(|part| self.sees(sim, you, *part) && lamps.show(sim, you, part.feet));
            let Some((part, ground)) = part.and_then(|part| Some((part, world.map.ground_at(part.cell)?))) else { continue };
            let far = (at.x - from.x).pow(2) + (at.y - from.y).pow(2);
            let held = nearest.entry(ground).or_insert((far, part.feet));
            *held = (*held).min((far, part.feet));
        }
        let mut found: Vec<(i32, Cell, u16)> =
            nearest.into_iter().map(|(ground, (far, cell))| (far, cell, ground)).collect();
        found.sort_unstable();
        found.into_iter().map(|(_, cell, ground)| (ground, cell)).collect()
    }

    /// The slice that is looked at.
    fn slice(&self, sim: &Sim, you: usize) -> i32 {
        self.gaze.unwrap_or_else(|| sim.world().cell(you).z)
    }

    /// Whether anything of a column may be seen or remembered; of most of a large map nothing is, and then nobody looks closer.
    fn may_show(&self, body: Body, at: Cell) -> bool {
        let is_own = body.holds(Cell { z: body.at.z, ..at });
        let lies = || self.fallen.iter().any(|cell| (cell.x, cell.y) == (at.x, at.y));
        is_own || self.field.sees_column(at) || self.seen.knows_column(at) || lies()
    }

    fn cell(&mut self, sim: &Sim, by: (usize, &Lamps, Columns<'_>), at: Cell) -> (MapCell, Level) {
        let (you, lamps, columns) = by;
        let parts = self.sketch.parts(columns, at);
        let mut parts = parts.iter().flatten().copied();
        let seen = parts.clone().find(|part| self.sees(sim, you, *part) && lamps.show(sim, you, part.feet));
        let is_known = |part: &Part| self.seen.get(part.cell).is_some() || self.fallen.contains(&part.feet);
        let is_seen = seen.is_some();
        // What has gone from a cell since is remembered all the same.
        let gone = || self.seen.get(at).is_some().then_some(Part { cell: at, feet: at, level: Level::Here });
        let Some(part) = seen.or_else(|| parts.find(is_known)).or_else(gone) else {
            return BLANK;
        };
        if is_seen {
            self.seen.take(part.cell, sim.world().map.ground_at(part.cell).unwrap_or(NO_GROUND));
        }
        (self.drawn(sim, part, is_seen), part.level)
    }

    fn drawn(&self, sim: &Sim, part: Part, is_seen: bool) -> MapCell {
        if self.fallen.contains(&part.feet) {
            return MapCell { glyph: u32::from(FALLEN), ink: Ink::Faint, is_seen };
        }
        let ground = self.seen.get(part.cell);
        let ground = ground.and_then(|ground| sim.content().grounds.get(usize::from(ground)));
        let is_wall = ground.is_some_and(|ground| ground.fill == Fill::Solid) && part.feet == part.cell;
        let is_bare =
            |ground: &GroundDef| ground.glyph == ' ' || (ground.fill == Fill::Solid && !is_wall && ground.is_even());
        let glyph = ground.filter(|ground| !is_bare(ground)).map_or(BARE, |ground| ground.glyph);
        MapCell { glyph: u32::from(glyph), ink: if is_wall { Ink::Stone } else { Ink::Plain }, is_seen }
    }

    /// Whether a body sees a part of a column: its own cells, and what nothing opaque hides. On its own slice the eye looks down to
    /// floors and across to walls.
    fn sees(&self, sim: &Sim, you: usize, part: Part) -> bool {
        let body = sim.world().body(you);
        // Above the last slice all is air, so one slice of it stands for all.
        let across = Cell { z: body.eye().z.min(sim.world().map.size().z), ..part.cell };
        let is_own = part.level == Level::Here && self.gaze.is_none();
        body.holds(part.feet)
            || self.field.sees(part.cell)
            || self.field.sees(part.feet)
            || (is_own && self.field.sees(across))
    }

    fn bodies(&self, sim: &Sim, you: usize, slice: i32) -> Vec<OwnedBody> {
        let in_view = in_view_order(sim, you);
        let lines = in_view.iter().enumerate().map(|(line, other)| (*other, u32::try_from(line).unwrap_or(u32::MAX)));
        std::iter::once((you, 0)).chain(lines).map(|(row, line)| self.body(sim, (you, slice), row, line)).collect()
    }

    fn body(&self, sim: &Sim, (you, slice): (usize, i32), row: usize, line: u32) -> OwnedBody {
        let (world, reading) = (sim.world(), sim.reading(you, row));
        let body = world.body(row);
        let level = levels::of_body(body, slice);
        let slice = if level == Level::Here { slice } else { body.at.z };
        let is_you = row == you;
        let attitude = if is_you { Attitude::Allied } else { sim.attitude(you, row) };
        OwnedBody {
            cells: body.cells().filter(|cell| cell.z == slice).collect(),
            glyph: glyph_of(sim, you, row),
            ink: if is_you { Ink::You } else { ink_of(attitude) },
            attitude,
            level,
            is_you,
            is_busy: reading.level >= ReadingLevel::Busy && !sim.is_free(row),
            posture: if reading.level >= ReadingLevel::Phase { reading.phase } else { Phase::Prep },
            trail: self.trails.get(&world.id(row)).cloned().unwrap_or_default(),
            line,
        }
    }
}

fn ink_of(attitude: Attitude) -> Ink {
    match attitude {
        Attitude::Hostile => Ink::Foe,
        Attitude::Allied => Ink::Friend,
        Attitude::Neutral => Ink::Other,
    }
}

/// The rows of those who are perceived, nearest first.
fn in_view_order(sim: &Sim, you: usize) -> Vec<usize> {
    let world = sim.world();
    let far = |other: usize| sim.metric().distance_squared(world.body(you), world.body(other));
    let mut rows: Vec<usize> = world.perceived_by(you).iter().map(|other| *other as usize).collect();
    rows.sort_by_key(|other| (far(*other), world.id(*other)));
    rows
}

/// The glyph of somebody: of what it is taken for, or of what it looks like where its kind is not known (doctrine F9).
fn glyph_of(sim: &Sim, you: usize, other: usize) -> char {
    let kinds = &sim.content().kinds;
    match sim.kind_seen(you, other) {
        Some(kind) => kinds[kind.index()].glyph,
        None => kinds[sim.world().kind(other).index()].look_glyph,
    }
}

/// Who is in view, nearest first.
pub fn in_view(sim: &Sim, watch: Watch<'_>) -> Vec<OwnedInView> {
    in_view_order(sim, watch.you).into_iter().map(|other| one_in_view(sim, watch, other)).collect()
}

fn one_in_view(sim: &Sim, watch: Watch<'_>, other: usize) -> OwnedInView {
    let (world, content, you) = (sim.world(), sim.content(), watch.you);
    let (me, id) = (world.id(you), world.id(other));
    let level = sim.reading(you, other).level;
    let is_read = level > ReadingLevel::Nothing;
    OwnedInView {
        glyph: glyph_of(sim, you, other),
        ink: ink_of(sim.attitude(you, other)),
        look: watch.people.full_name(sim, me, id).unwrap_or_default(),
        nearness: nearness(sim, you, other),
        direction: directions::of(world.body(you), world.body(other)).to_owned(),
        doing: doing(sim, you, other),
        imminence: watch.of(id).map_or_else(String::new, |threat| threat.imminence(sim).to_owned()),
        stage: marker(content, &sim.rules().stage_ladder, sim.stage_of(other)).to_owned(),
        // Of somebody who does nothing there is nothing to read, surely or not.
        sureness: if is_read { marker(content, "sureness", level as i32).to_owned() } else { String::new() },
    }
}

/// How near somebody is, and how high where that is not as high as the player's character.
fn nearness(sim: &Sim, you: usize, other: usize) -> String {
    let (world, content) = (sim.world(), sim.content());
    let near = marker(content, "nearness", nearness_rung(sim, you, other));
    match world.cell(other).z - world.cell(you).z {
        0 => near.to_owned(),
        feet => format!("{near}, {}", measure(content, "height", i64::from(feet)).1),
    }
}

/// The player's character, a body in words: its guard, what it is doing, and all that is wrong with it.
pub fn yourself(sim: &Sim, you: usize, is_over: bool) -> Vec<OwnedLine> {
    let (world, content) = (sim.world(), sim.content());
    let word = marker(content, &sim.rules().stage_ladder, sim.stage_of(you));
    // Some markers are no adjectives: for those content has words of their own.
    let own = format!("core/self-stage-{}", word.replace(' ', "-"));
    let id = if phrase(content, &own).is_some() { own.as_str() } else { "core/self-stage" };
    let mut lines = vec![OwnedLine::plain(sentence(content, id, &Slots { marker: word, ..Slots::default() }), word)];
    if let Some(activity) = sim.present(you).filter(|_| !is_over) {
        let action = &content.actions[activity.action.index()].label;
        let text = sentence(content, "core/self-doing", &Slots { action, ..Slots::default() });
        lines.push(OwnedLine::plain(text, ""));
    }
    // Above all that can be long: where there is no room the last lines go.
    lines.extend(threat_line(sim, you));
    for held in world.conditions_of(world.id(you)) {
        let Some(def) = world.condition_def(held.condition) else { continue };
        // What a condition is to who has it may have words of its own.
        let own = format!("{}-self", def.name);
        let id = if phrase(content, &own).is_some() { own.as_str() } else { "core/self-condition" };
        let text = sentence(content, id, &Slots { how: &def.label, action: &def.effect, ..Slots::default() });
        let ink = if def.is_wound { Ink::Danger } else { Ink::Plain };
        lines.push(OwnedLine { text, marker: String::new(), ink });
    }
    lines.extend(ground_line(sim, you));
    lines.extend(sim.weathers().map(|weather| {
        let slots = Slots { how: &weather.label, ..Slots::default() };
        OwnedLine::plain(sentence(sim.content(), "core/self-weather", &slots), "")
    }));
    lines.extend(light::line(sim, you));
    lines
}

/// What is underfoot, where it costs anything to leave it or to come to rest on it (clause M2): the worst of it.
fn ground_line(sim: &Sim, you: usize) -> Option<OwnedLine> {
    let (map, content) = (&sim.world().map, sim.content());
    let body = sim.world().body(you);
    let feet = body.cells().filter(|cell| cell.z == body.at.z).filter_map(|cell| map.ground_at(cell));
    let grounds = feet.filter_map(|ground| content.grounds.get(usize::from(ground)));
    let worst = grounds.max_by_key(|ground| ground.departure_ticks + ground.arrival_ticks)?;
    let is_plain = worst.departure_ticks + worst.arrival_ticks == 0;
    let text = sentence(content, "core/self-ground", &Slots { how: &worst.label, ..Slots::default() });
    (!is_plain).then(|| OwnedLine::plain(text, ""))
}

/// What the character thinks of its chances against all foes in view together (doctrine F8).
fn threat_line(sim: &Sim, you: usize) -> Option<OwnedLine> {
    let is_foe = |other: &usize| sim.is_standing_foe(*other, you);
    let foes: Vec<usize> = sim.world().perceived_by(you).iter().map(|other| *other as usize).filter(is_foe).collect();
    let word = measure(sim.content(), "threat", threat::of_fight(sim, you, &foes)?).1;
    let text = sentence(sim.content(), "core/self-threat", &Slots { marker: word, ..Slots::default() });
    Some(OwnedLine::plain(text, word))
}

/// Every tell that lasts: who is about to do what to the player's character (doctrine F10).
pub fn tells(sim: &Sim, watch: Watch<'_>) -> Vec<OwnedLine> {
    let (world, content) = (sim.world(), sim.content());
    let me = world.id(watch.you);
    let tell = |threat: &Looming| {
        let name = watch.people.name(sim, me, threat.by)?;
        let action = doing(sim, watch.you, world.row(threat.by)?);
        let word = threat.imminence(sim);
        let id = if word.is_empty() { "core/tell-threat-unsure" } else { "core/tell-threat" };
        let text =
            capital(&sentence(content, id, &Slots { about: &name, action: &action, marker: word, ..Slots::default() }));
        Some(OwnedLine { text, marker: word.to_owned(), ink: Ink::Danger })
    };
    watch.looming.iter().filter_map(tell).collect()
}

/// The developers' overlay.
pub fn dev_numbers(sim: &Sim, you: usize) -> Vec<String> {
    let (world, content) = (sim.world(), sim.content());
    let mut lines = vec![format!("tick {}", sim.tick())];
    for row in std::iter::once(you).chain(in_view_order(sim, you)) {
        let tracks = world.track_ids().iter().zip(world.tracks_of(row)).filter(|(_, value)| **value != 0);
        let tracks: Vec<String> = tracks.map(|(id, value)| format!("{} {value}", content.name(id.0))).collect();
        let phase = match (sim.present(row), sim.phase(row)) {
            (Some(activity), Some(phase)) => {
                format!(
                    "{} {} {}/{}",
                    content.actions[activity.action.index()].name,
                    phase.name(),
                    sim.done(row),
                    activity.whole()
                )
            }
            _ => "free".to_owned(),
        };
        lines.push(format!("{}: {phase}; {}", world.name(row), tracks.join(", ")));
    }
    lines
}
