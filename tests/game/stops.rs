//! What stops a plan, or who is busy: a threat does as long as it is one (clauses D1, D2).
//!
//! Fights of two, body to body, with a foe that does what its script says.

use crate::stories::game;
use crate::support::scratch;
use dungeon_mind::content::Overrides;
use dungeon_mind::content::tables::StopCause;
use dungeon_mind::session::Session;
use std::fs;

/// Nobody here reads what is so hard to read.
const UNREADABLE: u32 = 200;

/// A fight in which the hero may swing at a foe, or poke; the foe does `story/threat` in tick 3. How well the hero reads is given,
/// and what the threat is like. By lore it reads of what is plain at least the phase.
fn session(name: &str, reads: &str, threat: &str) -> Session {
    let aim = if threat.contains("target: Actor") { ", at: \"hero\"" } else { "" };
    let fight = format!(
        r#"Fight(
            rules: "core/dungeon-mind",
            map: (legend: {{ '.': "core/stone" }}, slices: [["............", "............", "............"]]),
            actors: [
                (id: "hero", kind: "story/human", side: "party", at: (1, 1, 0), {reads} control: Player),
                (id: "foe", kind: "story/human", side: "foes", at: (3, 1, 0), control: Script(acts: [(tick: 3, act: "story/threat"{aim})])),
            ],
            stop: Never,
            max_ticks: 100,
            actions: [
                (id: "story/poke", kind: Attack, ticks: (prep: 0, exec: 10, recover: 2), target: Actor(reach_feet: 8), on_complete: ["strike main-hand"], offered: 1, label: "a poke"),
                (id: "story/swing", kind: Attack, ticks: (prep: 14, exec: 2, recover: 2), target: Actor(reach_feet: 8), on_complete: ["strike main-hand"], offered: 2, label: "a swing"),
                (id: "story/threat", kind: Attack, {threat}),
            ],
            kinds: [(
                id: "story/human", glyph: 'h', stats: {{ "core/attack": -1000, "core/lore": 15 }},
                hands: {{ "main-hand": (harm: "core/edge", points: 1) }},
                actions: ["story/poke", "story/swing", "story/threat", "core/step", "core/wait"],
            )],
            initiative: ["hero", "foe"],
            set: ["jitter_ticks 0", "terrain_weight_permille 0", "initiative_speed off", "engaged_departure_ticks 0"],
        )"#
    );
    let path = scratch(&format!("stops-{name}")).join("fight.fight.ron");
    fs::write(&path, fight).unwrap();
    let setup = game().fight(&path.to_string_lossy(), 1, &Overrides::default()).unwrap_or_else(|error| panic!("{error}"));
    Session::new(&setup, 0, false).unwrap_or_else(|error| panic!("{error}"))
}

/// A foe that strikes all around it for so many ticks, each of them once or again.
fn ring(exec_ticks: u32, once: bool) -> String {
    format!(
        r#"ticks: (prep: 0, exec: {exec_ticks}, recover: 40), target: None, windows: [(exec: (0, {exec_ticks}),
            shape: Ring(feet: 6), takes: [Inside, Entering], once: {once}, effects: ["strike main-hand"])]"#
    )
}

/// A foe whose stroke ends after so many ticks; how hard it is to read while it lasts is given.
fn stroke(prep_ticks: u32, exec_ticks: u32, exec_points: u32) -> String {
    format!(
        r#"ticks: (prep: {prep_ticks}, exec: {exec_ticks}, recover: 40), target: Actor(reach_feet: 8),
            readability: (prep: 0, exec: {exec_points}, recover: 0, flinch: 0), on_complete: ["strike main-hand"]"#
    )
}

/// In which tick the foe's threat of tick 3 stops a swing, which asks while it is prepared, and a poke, which ends in tick 12.
#[track_caller]
fn check(name: &str, reads: &str, threat: &str, swing: Option<u64>, poke: Option<u64>) {
    let stopped_at = |command: &str| {
        let mut session = session(name, reads, threat);
        let place = session.offer(command).unwrap();
        session.choose(place).unwrap();
        let is_threat = session.stops().iter().any(|stop| stop.cause == StopCause::Threat);
        is_threat.then(|| session.sim().tick())
    };
    assert_eq!((stopped_at("swing"), stopped_at("poke")), (swing, poke));
}

const TO_THE_TICK: &str = "reads: Exact,";

#[test]
fn clause_d2_what_lands_again_threatens_until_it_has_landed_for_the_last_time() {
    check("lands-again", TO_THE_TICK, &ring(30, false), Some(4), Some(12));
    check("lands-again", TO_THE_TICK, &ring(30, true), None, None);
    check("lands-again", TO_THE_TICK, &ring(1, false), None, None);
    check("lands-again", TO_THE_TICK, &stroke(0, 5, 0), Some(4), None);
}

#[test]
fn clause_d2_what_can_be_read_no_longer_threatens_until_it_is_over() {
    check("read-no-longer", "", &stroke(4, 20, 0), Some(4), Some(12));
    check("read-no-longer", "", &stroke(4, 20, UNREADABLE), Some(4), Some(12));
    check("read-no-longer", "", &stroke(2, 2, UNREADABLE), Some(4), None);
}

/// A foe that gives up in tick 6, while the hero is at its first stroke: that is over in tick 12, or in tick 18, and there is no second.
#[test]
fn clause_d1_nobody_goes_on_striking_who_has_given_up() {
    let yields = r#"ticks: (prep: 2, exec: 2, recover: 0), target: None, on_complete: ["become yielded"]"#;
    for command in ["poke", "swing"] {
        let mut session = session(&format!("given-up-{command}"), TO_THE_TICK, yields);
        let place = session.offer(command).unwrap();
        session.choose(place).unwrap();
        assert!(session.sim().tick() <= 18, "{command}: stopped at {}", session.sim().tick());
        let is_known = |text: &str| text.contains("gives up") || text.contains("given up") || text.contains("fight");
        let told: Vec<&str> = session.scene().texts().collect();
        assert!(told.iter().any(|text| is_known(text)), "{command}: {told:?}");
    }
}
