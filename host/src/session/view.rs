//! The view: what the player's character perceives at this moment, made into a scene.
//!
//! Owns what has been seen of the ground and where bodies stood since the last decision. Everything goes through the
//! character's own perception and readings (doctrine F9). The session asks it at each decision.

use super::directions;
use super::lexicon::{Slots, capital, marker, measure, phrase, sentence};
use super::light::{self, Lamps};
use super::perception::doing;
use super::scene::{OwnedBody, OwnedInView, OwnedLine, OwnedMap};
use super::tale::nearness_rung;
use super::threat;
use super::timing::{Looming, Watch};
use crate::clock::{Perceived, Sim, events::name};
use crate::content::tables::Fill;
use crate::world::space::Field;
use abi::{Attitude, Cell, EntityId, Ink, MapCell, Phase, ReadingLevel};
use std::collections::{BTreeMap, BTreeSet};

/// How far the map goes to each side, in feet: as far as anybody sees in a room, and no screen shows more.
const MAP_FEET: i32 = 60;

/// What is remembered for drawing.
#[derive(Clone, Debug, Default)]
pub struct View {
    seen: BTreeSet<Cell>,
    field: Field,
    trails: BTreeMap<EntityId, Vec<Cell>>,
    /// Where somebody was seen to die: its body lies there.
    fallen: BTreeSet<Cell>,
}

/// What lies where somebody has died.
const FALLEN: char = '%';

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

    /// The map around the player's character.
    pub fn map(&mut self, sim: &Sim, you: usize) -> OwnedMap {
        let (world, body) = (sim.world(), sim.world().body(you));
        let size = world.map.size();
        let z = body.at.z;
        let origin = Cell { x: (body.at.x - MAP_FEET).max(0), y: (body.at.y - MAP_FEET).max(0), z };
        let end = Cell { x: (body.at.x + MAP_FEET).min(size.x), y: (body.at.y + MAP_FEET).min(size.y), z };
        let eye = body.eye();
        self.field.look(&world.map, eye, None, z..=eye.z);
        let lamps = Lamps::of(sim, &(z..=eye.z));
        let zones = sim.zone_glyphs(&(z..=eye.z));
        let mut cells = Vec::new();
        for y in origin.y..end.y {
            for x in origin.x..end.x {
                let cell = self.cell(sim, (you, &lamps), Cell { x, y, z });
                // What burns or drifts is drawn where it is seen, and is not remembered.
                let lies = zones.get(&(x, y)).filter(|_| cell.is_seen);
                cells.push(lies.map_or(cell, |glyph| MapCell { glyph: u32::from(*glyph), ink: Ink::Danger, ..cell }));
            }
        }
        let feet = |count: i32| u32::try_from(count).unwrap_or(0);
        OwnedMap {
            origin,
            width: feet(end.x - origin.x),
            height: feet(end.y - origin.y),
            cells,
            center: body.at,
            bodies: self.bodies(sim, you),
        }
    }

    fn cell(&mut self, sim: &Sim, (you, lamps): (usize, &Lamps), cell: Cell) -> MapCell {
        let is_seen = self.sees(sim, you, cell) && lamps.show(sim, you, cell);
        if is_seen {
            self.seen.insert(cell);
        }
        let ground = sim.world().map.ground_at(cell).and_then(|ground| sim.content().grounds.get(usize::from(ground)));
        match ground {
            Some(_) if self.fallen.contains(&cell) => MapCell { glyph: u32::from(FALLEN), ink: Ink::Faint, is_seen },
            Some(ground) if is_seen || self.seen.contains(&cell) => {
                let ink = if ground.fill == Fill::Solid { Ink::Stone } else { Ink::Plain };
                MapCell { glyph: u32::from(ground.glyph), ink, is_seen }
            }
            _ => MapCell { glyph: u32::from(' '), ink: Ink::Plain, is_seen: false },
        }
    }

    /// Whether a body sees a cell: its own cells, and what nothing opaque hides. The eye looks down to floors and across to walls.
    fn sees(&self, sim: &Sim, you: usize, cell: Cell) -> bool {
        let body = sim.world().body(you);
        // Above the last slice all is air, so one slice of it stands for all.
        let level = Cell { z: body.eye().z.min(sim.world().map.size().z), ..cell };
        body.holds(cell) || self.field.sees(cell) || self.field.sees(level)
    }

    fn bodies(&self, sim: &Sim, you: usize) -> Vec<OwnedBody> {
        let in_view = in_view_order(sim, you);
        let lines = in_view.iter().enumerate().map(|(line, other)| (*other, u32::try_from(line).unwrap_or(u32::MAX)));
        std::iter::once((you, 0)).chain(lines).map(|(row, line)| self.body(sim, you, row, line)).collect()
    }

    fn body(&self, sim: &Sim, you: usize, row: usize, line: u32) -> OwnedBody {
        let (world, reading) = (sim.world(), sim.reading(you, row));
        let body = world.body(row);
        let slice = world.cell(you).z;
        let is_you = row == you;
        let attitude = if is_you { Attitude::Allied } else { sim.attitude(you, row) };
        OwnedBody {
            cells: body.cells().filter(|cell| cell.z == slice).collect(),
            glyph: sim.content().kinds[world.kind(row).index()].glyph,
            ink: if is_you { Ink::You } else { ink_of(attitude) },
            attitude,
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
        glyph: content.kinds[world.kind(other).index()].glyph,
        ink: ink_of(sim.attitude(you, other)),
        look: watch.people.full_name(sim, me, id).unwrap_or_default(),
        nearness: marker(content, "nearness", nearness_rung(sim, you, other)).to_owned(),
        direction: directions::of(world.body(you), world.body(other)).to_owned(),
        doing: doing(sim, you, other),
        imminence: watch.of(id).map_or_else(String::new, |threat| threat.imminence(sim).to_owned()),
        stage: marker(content, &sim.rules().stage_ladder, sim.stage_of(other)).to_owned(),
        // Of somebody who does nothing there is nothing to read, surely or not.
        sureness: if is_read { marker(content, "sureness", level as i32).to_owned() } else { String::new() },
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
    lines.extend(threat_line(sim, you));
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
