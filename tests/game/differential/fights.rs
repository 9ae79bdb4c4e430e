//! Random fights: a map, two to eight actors, who decides for them, and what of the ruleset is set otherwise.
//!
//! Owns the text of a fight file, which its seed fixes. It must never look at the engine; what it knows of the fight beside
//! the text ([`Facts`]) is for counting clauses only. The differential tests call it.

use super::actions::{self, Action, ActionFact};
use super::air::Air;
use super::dice::Stream;
use super::heights::Heights;
use super::land::Land;
use super::profiles;
use std::fmt::Write as _;

/// A fight, and the seed that gave it.
#[derive(Clone, Debug)]
pub struct Fight {
    pub seed: u64,
    pub text: String,
    pub facts: Facts,
}

/// What the counting of clauses has to know that no log says.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    pub actions: Vec<ActionFact>,
    pub is_same_tick: bool,
    pub is_chebyshev: bool,
    pub has_jitter: bool,
    pub has_shave: bool,
    pub has_terrain: bool,
    pub has_engaged: bool,
    pub is_order_fixed: bool,
    pub is_near: bool,
    pub reaction_depth: u32,
    /// How long a step along one axis takes.
    pub step_ticks: i64,
}

/// A person stands on two by one feet, a goblin on one.
const BODIES: &[(i64, i64, i64)] = &[(2, 1, 6), (2, 1, 6), (1, 1, 4)];
const GROUNDS: &str = "'.': \"core/stone\", '#': \"core/rock\", 'O': \"core/pillar\", ',': \"core/mud\", \
                       ';': \"core/rubble\", ' ': \"core/air\", '=': \"core/log\", '~': \"core/water\"";

/// The fight of a seed. Where heights leave no room for somebody, it has none.
pub fn fight(seed: u64) -> Fight {
    let level = || unless_crowded(seed, Heights::none()).expect("on level ground there is room for all");
    unless_crowded(seed, Heights::of(seed)).unwrap_or_else(level)
}

/// The fight of a seed; nothing where not everybody could stand somewhere.
fn unless_crowded(seed: u64, mut heights: Heights) -> Option<Fight> {
    let mut dice = Stream::new(seed);
    let (width, height) = (dice.between(9, 22), dice.between(5, 13));
    let rows = heights.dig(rows(&mut dice, width, height));
    // Two to eight, fewer more often: what many do together shows in a few fights, and those take the most time.
    let many = dice.between(2, 8).min(dice.between(2, 8));
    let names: Vec<String> = (0..many).map(|place| format!("a{place}")).collect();
    let mut facts = Facts::default();
    let sets = sets(&mut dice, &mut facts);
    let actions = actions::actions(&mut dice);
    let ids: Vec<String> = actions.iter().map(|action| action.fact.id.clone()).collect();
    let profiles = profiles::profiles(&mut dice, &actions);
    let kinds = dice.between(1, 3);
    let mut text = String::from("Fight(\n    rules: \"core/dungeon-mind\",\n");
    let mut land = Land::of(seed);
    let legend = heights.legend(land.legend(GROUNDS));
    writeln!(text, "    map: (legend: {{ {legend} }}, slices: [{}]),", slices(&mut dice, heights.below(), &rows)).unwrap();
    let bodies: Vec<(i64, i64, i64)> = (0..kinds).map(|_| heights.body(dice.of(BODIES))).collect();
    text.push_str("    actors: [\n");
    let mut air = Air::of(seed);
    let actors = actors(&mut dice, &mut heights, &rows, &names, &bodies, &actions, profiles.len());
    let actors = heights.lift(air.actors(actors));
    text.push_str(&actors);
    let standing: Vec<String> = names.iter().filter(|name| actors.contains(&format!("id: {name:?}"))).cloned().collect();
    if heights.has_any && standing.len() < names.len() {
        return None;
    }
    let stop = dice.of(&["Never", "Never", "OneSideLeft"]);
    let scope = if facts.is_near { "Near" } else { "All" };
    writeln!(text, "    ],\n    stop: {stop}, scope: {scope}, max_ticks: {},", dice.between(80, 240)).unwrap();
    text.push_str(&air.place(&standing, (width, height)));
    text.push_str(&land.weather());
    writeln!(text, "    actions: [").unwrap();
    actions.iter().for_each(|action| writeln!(text, "        {},", land.action(air.action(action.text.clone()))).unwrap());
    writeln!(text, "    ],\n    profiles: [").unwrap();
    profiles.iter().for_each(|profile| writeln!(text, "        {},", air.profile(profile.clone())).unwrap());
    writeln!(text, "    ],\n    feats: [{}],\n    kinds: [", feats(&mut dice)).unwrap();
    for (place, body) in bodies.iter().enumerate() {
        let calls = dice.between(0, 2);
        let kind = kind(&mut dice, &format!("kind{place}"), (*body, calls), &ids, profiles.len());
        writeln!(text, "        {},", heights.kind(air.kind(kind))).unwrap();
    }
    // Who was brought brings nobody, or a fight would never stop to grow.
    let friend = kind(&mut dice, "friend", ((1, 1, 4), 0), &ids, profiles.len());
    writeln!(text, "        {friend},").unwrap();
    text.push_str("    ],\n");
    if dice.percent(20) {
        let event = dice.of(&["entering", "blow", "flinch", "noise", "finished", "died", "noticed", "condition"]);
        writeln!(
            text,
            "    hooks: [(id: \"fuzz/hook\", on: {event:?}, effects: [\"say {}\"])],",
            actions::mark("K1 a hook runs")
        )
        .unwrap();
    }
    facts.is_order_fixed = dice.percent(20);
    if facts.is_order_fixed {
        writeln!(text, "    initiative: [{}],", quoted(&shuffled(&mut dice, names))).unwrap();
    }
    writeln!(text, "    set: [{}],\n)", quoted(&sets)).unwrap();
    facts.actions = actions.into_iter().map(|action| action.fact).collect();
    Some(Fight { seed, text, facts })
}

/// A feat for strokes and one for answers; who has them, its kind says.
fn feats(dice: &mut Stream) -> String {
    let shift = |dice: &mut Stream| match dice.between(0, 2) {
        0 => format!("To({})", dice.between(0, 6)),
        _ => format!("By({})", dice.between(-12, 6)),
    };
    let (prep, recover) = (shift(dice), shift(dice));
    let strokes = format!(
        "(actions: [\"fuzz/act0\"], prep: {prep}, recover: {recover}, on_exec: [\"noise faint\"], readability: (prep: 2, flinch: 1))"
    );
    let answers = format!("(reactions: true, recover_on_react: {}, exec: By(1))", dice.of(&["Supersede", "Resume"]));
    format!(
        "(id: \"fuzz/feat0\", about: \"quicker\", changes: [{strokes}]), (id: \"fuzz/feat1\", about: \"surer\", \
         changes: [{answers}], modifiers: [(\"core/lore\", 5), (\"core/attack\", 5)])"
    )
}

fn quoted(items: &[String]) -> String {
    items.iter().map(|item| format!("{item:?}")).collect::<Vec<_>>().join(", ")
}

fn shuffled(dice: &mut Stream, mut items: Vec<String>) -> Vec<String> {
    for place in (1..items.len()).rev() {
        items.swap(place, usize::try_from(dice.between(0, i64::try_from(place).unwrap())).unwrap());
    }
    items
}

/// Stone, with walls and pillars in it, rough ground in some fights, and in some a wall across with a way through.
fn rows(dice: &mut Stream, width: i64, height: i64) -> Vec<String> {
    let (walls, rough) = (dice.of(&[0, 2, 6]), dice.of(&[0, 0, 15, 40]));
    let across = if dice.percent(65) { dice.between(3, width - 4) } else { -1 };
    let way = dice.between(0, height - 2);
    let mut cell = |x: i64, y: i64| match dice.between(0, 99) {
        _ if x == across && y != way && y != way + 1 => '#',
        _ if x == across => '.',
        roll if roll < walls => dice.of(&['#', 'O']),
        roll if roll < walls + rough => dice.of(&[',', ';', '=', '~']),
        _ => '.',
    };
    (0..height).map(|y| (0..width).map(|x| cell(x, y)).collect()).collect()
}

/// The slices of a map: its walls end below everybody's eyes, or above them.
fn slices(dice: &mut Stream, below: Vec<Vec<String>>, rows: &[String]) -> String {
    let above: Vec<String> = rows.iter().map(|row| row.replace([',', ';', '=', '~', '.', '_', 'H'], " ")).collect();
    let high = if dice.percent(85) { 7 } else { 0 };
    let slices = below.iter().map(Vec::as_slice).chain([rows]).chain(std::iter::repeat_n(&above[..], high));
    slices.map(|rows| format!("[{}]", quoted(rows))).collect::<Vec<_>>().join(", ")
}

/// What is set otherwise than the ruleset has it.
fn sets(dice: &mut Stream, facts: &mut Facts) -> Vec<String> {
    let jitter = dice.of(&[0, 0, 1, 2, 5]);
    let terrain = dice.of(&[0, 0, 500, 1000]);
    let engaged = dice.of(&[0, 8, 8, 3]);
    facts.has_jitter = jitter > 0;
    facts.has_terrain = terrain > 0;
    facts.has_engaged = engaged > 0;
    facts.has_shave = dice.percent(30);
    facts.is_same_tick = dice.percent(35);
    facts.is_chebyshev = dice.percent(25);
    facts.reaction_depth = u32::try_from(dice.of(&[1, 2, 4, 4])).unwrap();
    let speed =
        if facts.has_shave { format!("shave {} {}", dice.between(1, 40), dice.between(50, 600)) } else { "off".into() };
    facts.step_ticks = dice.of(&[10, 10, 6, 3]);
    facts.is_near = dice.percent(30);
    // Who sees far is aware of its enemies, and so never sleeps.
    let sight = if facts.is_near { dice.of(&[12, 6, 3]) } else { dice.of(&[120, 120, 12, 7]) };
    vec![
        format!("jitter_ticks {jitter}"),
        format!("terrain_weight_permille {terrain}"),
        format!("engaged_departure_ticks {engaged}"),
        format!("initiative_speed {speed}"),
        format!("reactions {}", if facts.is_same_tick { "same-tick" } else { "next-tick" }),
        format!("metric {}", if facts.is_chebyshev { "chebyshev" } else { "euclid" }),
        format!("reaction_depth {}", facts.reaction_depth),
        format!("concentration_from {}", dice.of(&["graze", "hit", "heavy"])),
        format!("min_cancel_ticks {}", dice.between(1, 6)),
        format!("cancel_factor_permille {}", dice.of(&[0, 333, 500, 1000])),
        format!("calm_ticks {}", dice.of(&[1, 5, 20, 600])),
        format!("idle_ticks {}", dice.between(1, 20)),
        format!("sight_feet {sight}"),
        format!("deadly_wounds {}", dice.of(&[1, 1, 3])),
        format!("step_ticks {}", facts.step_ticks),
        format!("scope_feet {}", if facts.is_near { dice.of(&[20, 10, 7, 5]) } else { 120 }),
    ]
}

fn actors(
    dice: &mut Stream,
    heights: &mut Heights,
    rows: &[String],
    names: &[String],
    bodies: &[(i64, i64, i64)],
    actions: &[Action],
    profiles: usize,
) -> String {
    let mut free: Vec<Vec<bool>> =
        rows.iter().map(|row| row.chars().map(|cell| !matches!(cell, '#' | 'O' | ' ' | '_' | 'H')).collect()).collect();
    let sides = dice.between(2, 3);
    let mut text = String::new();
    for (place, name) in names.iter().enumerate() {
        let kind = dice.between(0, i64::try_from(bodies.len()).unwrap() - 1);
        let (wide, deep, _) = bodies[usize::try_from(kind).unwrap()];
        let size = (usize::try_from(wide).unwrap(), usize::try_from(deep).unwrap());
        let Some((x, y)) = room(dice, &mut free, size) else { continue };
        let (at_x, at_y, z) = heights.over_somebody((x, y), size);
        let side = if place < 2 { i64::try_from(place).unwrap() } else { dice.between(0, sides - 1) };
        let side = ["party", "goblins", "beasts"][usize::try_from(side).unwrap()];
        let reads = dice.of(&["Exact", "ByLore"]);
        let control = control(dice, names, actions, profiles, (x, y));
        writeln!(
            text,
            "        (id: {name:?}, kind: \"fuzz/kind{kind}\", side: {side:?}, at: ({at_x}, {at_y}, {z}), reads: {reads}, control: {control}),"
        )
        .unwrap();
    }
    text
}

/// A place where a body can stand; those next to it stay free for others only by chance.
fn room(dice: &mut Stream, free: &mut [Vec<bool>], (wide, deep): (usize, usize)) -> Option<(usize, usize)> {
    for _ in 0..200 {
        let y = usize::try_from(dice.next() % (free.len() + 1 - deep) as u64).unwrap();
        let x = usize::try_from(dice.next() % (free[y].len() - wide) as u64).unwrap();
        if free[y..y + deep].iter().all(|row| row[x..x + wide].iter().all(|is_free| *is_free)) {
            free[y..y + deep].iter_mut().for_each(|row| row[x..x + wide].fill(false));
            return Some((x, y));
        }
    }
    None
}

fn control(dice: &mut Stream, names: &[String], actions: &[Action], profiles: usize, at: (usize, usize)) -> String {
    let profile = dice.between(0, i64::try_from(profiles).unwrap() - 1);
    match dice.between(0, 99) {
        0..=54 => format!("Profile(\"fuzz/profile{profile}\")"),
        55..=64 => "Player".to_owned(),
        _ => {
            let reacts = if dice.percent(75) { format!(", reacts: \"fuzz/profile{profile}\"") } else { String::new() };
            format!("Script(acts: [{}]{reacts})", acts(dice, names, actions, at))
        }
    }
}

fn acts(dice: &mut Stream, names: &[String], actions: &[Action], at: (usize, usize)) -> String {
    let (x, y) = (i64::try_from(at.0).unwrap(), i64::try_from(at.1).unwrap());
    let mut tick = dice.of(&[0, 0, 1, 7, 40]);
    let mut acts = Vec::new();
    for _ in 0..dice.between(1, 14) {
        acts.push(match dice.between(0, 9) {
            0 => format!("(tick: {tick}, act: \"core/wait\", ticks: {})", dice.between(1, 40)),
            1 | 2 => {
                let (to_x, to_y) = (x + dice.between(-1, 1), y + dice.between(-1, 1));
                format!("(tick: {tick}, act: \"core/step\", at: ({}, {}, 0))", to_x.max(0), to_y.max(0))
            }
            _ => {
                let fact = &actions[usize::try_from(dice.next() % actions.len() as u64).unwrap()].fact;
                let at = match &*fact.target {
                    "Actor" => {
                        format!(", at: {:?}", names[usize::try_from(dice.next() % names.len().min(4) as u64).unwrap()])
                    }
                    "Cell" => {
                        let (to_x, to_y) = (x + dice.between(-5, 5), y + dice.between(-3, 3));
                        format!(", at: ({}, {}, 0)", to_x.max(0), to_y.max(0))
                    }
                    _ => String::new(),
                };
                format!("(tick: {tick}, act: {:?}{at})", fact.id)
            }
        });
        tick += dice.of(&[1, 2, 5, 10, 30, 60]);
    }
    acts.join(", ")
}

/// A kind that can do everything that the fight brings, hurts a little or a lot, and is hard or easy to kill.
fn kind(dice: &mut Stream, name: &str, (body, calls): ((i64, i64, i64), i64), ids: &[String], profiles: usize) -> String {
    let actions: Vec<String> = ids.iter().cloned().chain(["core/step".into(), "core/wait".into()]).collect();
    let (x, y, z) = body;
    let profile = |dice: &mut Stream| dice.between(0, i64::try_from(profiles).unwrap() - 1);
    let (profile, orders) = (profile(dice), profile(dice));
    format!(
        "(id: \"fuzz/{name}\", glyph: 'k', body: ({x}, {y}, {z}), stats: {{ \"core/attack\": {}, \"core/power\": {}, \
         \"core/resolve\": {}, \"core/dexterity\": {}, \"core/perception\": {}, \"core/lore\": {}, \"core/avoidance\": {}, \
         \"core/burden\": {} }}, tracks: {{ \"goblins/rocks\": {}, \"goblins/friends\": {calls} }}, \
         hands: {{ \"main-hand\": (harm: \"core/edge\", points: {}), \"off-hand\": (harm: \"core/blunt\", points: {}) }}, \
         actions: [{}], feats: [{}], profile: \"fuzz/profile{profile}\", orders: \"fuzz/profile{orders}\")",
        dice.between(-10, 40),
        dice.between(-20, 40),
        dice.between(-40, 40),
        dice.between(5, 15),
        dice.between(5, 15),
        dice.between(-10, 40),
        dice.of(&[5, 30, 60, 200]),
        dice.of(&[0, 0, 60, 90]),
        dice.between(0, 9),
        dice.of(&[3, 8, 15, 30, 60]),
        dice.between(1, 8),
        quoted(&actions),
        dice.of(&["", "", "\"fuzz/feat0\"", "\"fuzz/feat1\"", "\"fuzz/feat0\", \"fuzz/feat1\""]),
    )
}
