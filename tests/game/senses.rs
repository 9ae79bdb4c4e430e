//! What must hold of the senses on any floor whatever: who sees is seen, and louder is never heard less far.
//!
//! Owns a thousand random floors with bodies on them, in the dark and in the light, and what a player is told of what it hears. The
//! rules are the modules' own. Run by `cargo test`.

use crate::orders::choose;
use crate::stories::game;
use dungeon_mind::clock::{Sim, Visits, advance};
use dungeon_mind::content::Overrides;
use dungeon_mind::content::tables::Sense;
use dungeon_mind::log::LogSwitch;
use dungeon_mind::session::Session;
use rayon::prelude::*;
use std::fmt::Write as _;

const FLOORS: u64 = 1000;
const SIDE: usize = 24;
/// The bodies of a floor, the first of which makes the noises.
const BODIES: usize = 8;
const LOUD: [&str; 5] = ["faint", "quiet", "plain", "loud", "deafening"];
/// Between two noises, in ticks: longer than anybody here remembers.
const APART_TICKS: u64 = 10;

/// Numbers of a seed, each as likely as any other.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % most as u64).unwrap()
    }
}

/// A floor of walls that go up, panes of glass, and some low walls; bodies of one foot by one stand where there is room.
fn floor(seed: u64) -> String {
    let mut numbers = Numbers(seed);
    let mut rows = vec![vec!['.'; SIDE]; SIDE];
    for _ in 0..SIDE * SIDE / 4 {
        let (x, y) = (numbers.below(SIDE), numbers.below(SIDE));
        rows[y][x] = ['#', '#', '#', 'G', 'l'][numbers.below(5)];
    }
    let slice = |is_low: bool| {
        let sign = |sign: &char| match sign {
            'l' if is_low => '#',
            'l' => ' ',
            '.' if !is_low => ' ',
            other => *other,
        };
        let rows: Vec<String> = rows.iter().map(|row| format!("{:?}", row.iter().map(sign).collect::<String>())).collect();
        format!("[{}]", rows.join(", "))
    };
    let slices: Vec<String> = (0..6).map(|z| slice(z < 2)).collect();
    let mut text = format!(
        "Fight(rules: \"core/dungeon-mind\", map: (legend: {{'.': \"core/stone\", '#': \"core/rock\", 'G': \"core/glass\", \
         ' ': \"core/air\"}}, slices: [{}]),\nactors: [\n",
        slices.join(", ")
    );
    let mut placed = 0;
    while placed < BODIES {
        let (x, y) = (numbers.below(SIDE), numbers.below(SIDE));
        if rows[y][x] != '.' {
            continue;
        }
        rows[y][x] = 'x';
        let acts: Vec<String> = LOUD.iter().zip(0..).map(|(rung, place)| act(rung, place)).collect();
        let acts = if placed == 0 { acts.join(", ") } else { String::new() };
        let side = ["east", "west"][placed % 2];
        writeln!(
            text,
            "(id: \"a{placed}\", kind: \"floor/body\", side: {side:?}, at: ({x}, {y}, 0), control: Script(acts: [{acts}])),"
        )
        .unwrap();
        placed += 1;
    }
    let light = ["pitch", "murky", "dusky", "lit", "glaring"][numbers.below(5)];
    let actions: Vec<String> = LOUD
        .iter()
        .map(|rung| {
            format!("(id: \"floor/{rung}\", kind: Talk, ticks: (prep: 0, exec: 1, recover: 0), on_exec: [\"noise {rung}\"])")
        })
        .collect();
    let names: Vec<String> = LOUD.iter().map(|rung| format!("\"floor/{rung}\"")).collect();
    write!(
        text,
        "], stop: Never, light: {light:?}, max_ticks: 100, actions: [{}], kinds: [(id: \"floor/body\", glyph: 'b', \
         body: (1, 1, 5), senses: (), actions: [{}, \"core/wait\"])], \
         set: [\"jitter_ticks 0\", \"stirred_ticks 1\", \"searching_ticks 1\"])",
        actions.join(", "),
        names.join(", ")
    )
    .unwrap();
    text
}

fn act(rung: &str, place: u64) -> String {
    format!("(tick: {}, act: \"floor/{rung}\")", place * APART_TICKS)
}

fn sim(seed: u64) -> Sim {
    let text = floor(seed);
    let setup = game().fight_from_text(&text, "floor", seed, &Overrides::default());
    Sim::new(&setup.unwrap_or_else(|error| panic!("floor {seed} is none: {error}")), LogSwitch::OFF)
}

/// At equal light and with equal eyes, who sees is seen; and somebody is, on some floors.
#[test]
fn clock_e2_who_sees_is_seen_on_a_thousand_floors() {
    let seen: usize = (0..FLOORS)
        .into_par_iter()
        .map(|seed| {
            let sim = sim(seed);
            let world = sim.world();
            let pairs = (0..BODIES).flat_map(|one| (0..one).map(move |other| (one, other)));
            let of_pair = |(one, other): (usize, usize)| {
                let sees = world.perceives(one, other);
                assert_eq!(sees, world.perceives(other, one), "floor {seed}: a{one} and a{other}");
                usize::from(sees)
            };
            pairs.map(of_pair).sum::<usize>()
        })
        .sum();
    let pairs = FLOORS as usize * BODIES * (BODIES - 1) / 2;
    assert!(seen > pairs / 20 && seen < pairs * 19 / 20, "{seen} of {pairs} pairs see each other: such floors show nothing");
}

/// Of two noises from one place the louder reaches everybody whom the softer one reaches, and is nowhere fainter to anybody.
#[test]
fn clock_e2_louder_is_never_heard_less_far() {
    let reached: usize = (0..FLOORS)
        .into_par_iter()
        .map(|seed| {
            let mut sim = sim(seed);
            let maker = sim.world().id(0);
            let mut before = [0; BODIES];
            let mut reached = 0;
            for (loud, place) in LOUD.iter().zip(0..) {
                advance(&mut sim, Visits::Due, place * APART_TICKS);
                let now: [i32; BODIES] =
                    std::array::from_fn(|row| sim.world().air.awareness(row, maker).map_or(0, |aware| aware.rung));
                for row in 1..BODIES {
                    assert!(now[row] >= before[row], "floor {seed}: a{row} made less of {loud} than of less");
                    reached += usize::from(now[row] > before[row]);
                }
                before = now;
            }
            reached
        })
        .sum();
    assert!(reached > FLOORS as usize, "{reached} times a louder noise reached somebody: such floors show nothing");
}

/// A hall in the dark with the player in its west; somebody does something in its east.
fn heard(act: &str, from: i32, at: (i32, i32, i32), has_wall: bool) -> Vec<String> {
    let slice = |ground: &str| {
        let wall = if has_wall { "#" } else { ground };
        let row = format!("{:?}", ground.repeat(6) + wall + &ground.repeat(5) + "D" + &ground.repeat(17));
        format!("[{row}, {row}, {row}]")
    };
    let slices = [slice("."), slice(" "), slice(" "), slice(" "), slice(" "), slice(" ")].join(", ");
    let text = format!(
        r#"Fight(
            rules: "core/dungeon-mind",
            map: (legend: {{'.': "core/stone", ' ': "core/air", 'D': "core/shut-door", '#': "core/rock"}}, slices: [{slices}]),
            actors: [
                (id: "you", kind: "fighter/fighter", side: "party", at: (2, 1, 0), control: Player),
                (id: "other", kind: "hall/other", side: "foes", at: ({from}, 1, 0),
                 control: Script(acts: [(tick: 20, act: {act:?}, at: {at:?})])),
            ],
            stop: Never, light: "pitch", max_ticks: 300,
            actions: [(id: "hall/kindle", kind: Spell, ticks: (prep: 0, exec: 1, recover: 0), target: Cell(reach_feet: 30),
                       on_exec: ["lay core/fire"])],
            kinds: [(id: "hall/other", glyph: 'o', hands: {{"main-hand": (harm: "core/edge", points: 1)}},
                     actions: ["core/open", "core/step", "core/wait", "hall/kindle"])],
            set: ["jitter_ticks 0"],
        )"#
    );
    let setup = game().fight_from_text(&text, "hall", 5, &Overrides::default());
    let setup = setup.unwrap_or_else(|error| panic!("{error}"));
    let mut session = Session::new(&setup, 0, false).unwrap_or_else(|error| panic!("{error}"));
    choose(&mut session, "hold");
    session.scene().tale.iter().map(|line| line.text.clone()).collect()
}

/// The player is told what it hears: which sort of sound, how loud, from which side, and how near once it is sure of somebody.
#[track_caller]
fn check_heard(act: &str, at: [i32; 2], has_wall: bool, words: &[&str], loud: &str, from: &str) {
    let tale = heard(act, at[0], (at[1], 1, 0), has_wall);
    let line = tale.first().unwrap_or_else(|| panic!("{act}: nothing is told"));
    let has_word = words.iter().any(|word| line.to_lowercase().contains(word));
    assert!(has_word && line.contains(loud) && line.to_lowercase().contains(from), "{act}: {tale:?}");
    assert!(!line.contains(char::is_numeric) && line.split_whitespace().count() <= 16, "{line}");
}

#[test]
fn doctrine_f9_what_is_heard_is_told_by_what_it_is() {
    check_heard("core/step", [9, 10], false, &["step", "foot", "leather"], "muffled", "to the east");
    check_heard("core/open", [9, 12], true, &["door", "hinges", "wood"], "muffled", "to the east");
    check_heard("hall/kindle", [16, 14], false, &["fire", "flames", "crackling"], "faint", "to the east");
}

/// What is told to a player in the dark, at the west end of a passage that turns a corner in the east, of a source of the file.
fn sensed(source: &str) -> Vec<String> {
    const ROWS: [&str; 8] =
        ["##########", "#........#", "########.#", "########.#", "########.#", "########.#", "########.#", "##########"];
    let slice = |ground: &str| {
        let rows: Vec<String> = ROWS.iter().map(|row| format!("{:?}", row.replace('.', ground))).collect();
        format!("[{}]", rows.join(", "))
    };
    let slices = [vec![slice(".")], vec![slice(" "); 6]].concat().join(", ");
    let text = format!(
        r#"Fight(
            rules: "core/dungeon-mind",
            map: (legend: {{'.': "core/stone", ' ': "core/air", '#': "core/rock"}}, slices: [{slices}]),
            actors: [(id: "you", kind: "fighter/fighter", side: "party", at: (1, 1, 0), control: Player)],
            sources: [(id: "thing", {source})],
            stop: Never, light: "pitch", max_ticks: 120, set: ["jitter_ticks 0"],
        )"#
    );
    let setup = game().fight_from_text(&text, "passage", 5, &Overrides::default());
    let setup = setup.unwrap_or_else(|error| panic!("{error}"));
    let mut session = Session::new(&setup, 0, false).unwrap_or_else(|error| panic!("{error}"));
    while session.offer("moment").is_some() && !session.scene().is_over {
        choose(&mut session, "moment");
    }
    session.scene().history.iter().map(|line| line.text.clone()).collect()
}

/// The words of a text, in which it is told.
fn is_told_as(line: &str, id: &str, words: [&str; 2]) -> bool {
    let phrase = &game().content.phrases[&abi::PhraseId::of(id)];
    let (line, plain) = (line.to_lowercase(), |text: &str| text.replace(['{', '}'], "").to_lowercase());
    let parts = |wording: &str| wording.split(['{', '}']).step_by(2).map(plain).collect::<Vec<_>>();
    phrase.wordings.iter().any(|wording| parts(wording).iter().all(|part| line.contains(part.as_str())))
        && words.iter().all(|word| line.contains(word))
}

#[track_caller]
fn check_sensed(source: &str, told: &[(&str, [&str; 2])]) {
    let history = sensed(source);
    assert_eq!(history.len(), told.len(), "{source}: {history:?}");
    for (line, (id, words)) in history.iter().zip(told) {
        assert!(is_told_as(line, id, *words), "{source}: {line}, and not {id} with {words:?}");
        assert!(!line.contains(char::is_numeric) && line.split_whitespace().count() <= 16, "{line}");
    }
}

#[test]
fn doctrine_f9_a_light_is_told_by_where_it_is_or_by_what_it_falls_on() {
    let torch = |at: &str| format!("stimulus: \"senses/torch\", at: {at}, from: 20, until: 60");
    let seen = ["to the east, at blade's length", "lamplit"];
    check_sensed(&torch("(6, 1, 0)"), &[("senses/light-seen", seen), ("senses/dark-seen", [seen[0], "pitch-black"])]);
    let glow = ["to the east", "lamplit"];
    check_sensed(&torch("(8, 6, 0)"), &[("senses/glow-seen", glow), ("senses/glow-gone", [glow[0], "pitch-black"])]);
}

#[test]
fn doctrine_f9_a_scent_is_told_by_where_it_hangs() {
    check_sensed(
        "stimulus: \"senses/spoor\", at: (5, 1, 0), from: 20",
        &[("senses/scent", ["to the east", "heavy-hanging"])],
    );
    // A wall holds it back.
    check_sensed("stimulus: \"senses/spoor\", at: (8, 6, 0), from: 20", &[]);
}

/// Whatever is sensed of somebody who is not seen has words, with its strength and where it comes from.
#[test]
fn doctrine_f3_f5_f6_every_stimulus_that_is_told_has_words() {
    let content = &game().content;
    let mut told = 0;
    for stimulus in content.stimuli.iter().filter(|stimulus| stimulus.on.is_some() || !stimulus.from.is_empty()) {
        // That a zone gives light is told as a light that appears.
        let is_light = stimulus.sense == Sense::See;
        if is_light && stimulus.on.is_none() {
            continue;
        }
        let texts = if is_light { vec![stimulus.text, stimulus.glow] } else { vec![stimulus.text] };
        texts.into_iter().for_each(|text| check_words(&stimulus.name, text));
        told += 1;
    }
    for stimulus in content.stimuli.iter().filter(|stimulus| stimulus.sense == Sense::Smell) {
        check_words(&stimulus.name, stimulus.text);
        told += 1;
    }
    assert!(told >= 8, "{told}");
}

#[track_caller]
fn check_words(name: &str, text: abi::PhraseId) {
    let content = &game().content;
    let phrase = content.phrases.get(&text).unwrap_or_else(|| panic!("{name} has no words"));
    assert!(phrase.wordings.len() >= 4, "{name}");
    for wording in &phrase.wordings {
        let has = |slot: &str| wording.matches(slot).count() == 1;
        assert!(has("{marker}") && has("{how}"), "{name}: {wording}");
        let markers = content.ladders.values().flat_map(|ladder| &ladder.rungs).map(|rung| &*rung.marker);
        let foreign: Vec<&str> = markers.filter(|marker| wording.contains(marker)).collect();
        assert!(foreign.is_empty(), "{name}: {wording} has {foreign:?}");
    }
}
