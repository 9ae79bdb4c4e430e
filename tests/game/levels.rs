//! Above, here and below, through a session: what a map of one slice shows of the others, looking up and down in words, the way
//! back, and that none of it is anything to the fight.
//!
//! Owns no rule of what is drawn how: that is tested beside the terminal's map. It plays through the commands of the session alone.

use crate::orders::{check_same_when_replayed, choose};
use crate::stories::game;
use crate::support::root;
use abi::{Cell, Level};
use dungeon_mind::content::Overrides;
use dungeon_mind::log::FightLog;
use dungeon_mind::session::{OwnedMap, Session};

const SEED: u64 = 3;

/// The hall with galleries; its goblins stand still.
fn hall() -> Session {
    let path = root().join("content/core/fights/gallery.ron");
    let text = std::fs::read_to_string(path).unwrap();
    let text = text.replace("Profile(\"goblins/brawler\")", "Script()").replace("Profile(\"goblins/scout\")", "Script()");
    let setup = game().fight_from_text(&text, "core/gallery", SEED, &Overrides::default());
    Session::new(&setup.unwrap_or_else(|error| panic!("{error}")), 0, false).unwrap_or_else(|error| panic!("{error}"))
}

fn at(map: &OwnedMap, x: i32, y: i32) -> (char, Level) {
    let place = usize::try_from((y - map.origin.y) * i32::try_from(map.width).unwrap() + x - map.origin.x).unwrap();
    (char::from_u32(map.cells[place].glyph).unwrap(), map.levels[place])
}

fn here(session: &Session) -> Cell {
    let world = session.sim().world();
    world.cell(world.row(session.you()).unwrap())
}

#[track_caller]
fn check_tale(session: &Session, expected: &[&str]) {
    let tale: Vec<&str> = session.scene().tale.iter().map(|line| &*line.text).collect();
    assert_eq!(tale, expected);
}

/// Looks up until nothing else is to be seen there; the slices on the way.
fn look_all_the_way(session: &mut Session, command: &str) -> Vec<i32> {
    let mut slices = Vec::new();
    loop {
        let before = session.scene().map.origin.z;
        choose(session, command);
        let now = session.scene().map.origin.z;
        if now == before {
            return slices;
        }
        slices.push(now);
    }
}

fn level_of(session: &Session, line: u32) -> Level {
    let bodies = &session.scene().map.bodies;
    bodies.iter().find(|body| !body.is_you && body.line == line).unwrap().level
}

#[test]
fn a_map_shows_what_is_above_and_below_its_slice() {
    let session = hall();
    let map = &session.scene().map;
    assert_eq!(map.origin.z, 4);
    assert_eq!(at(map, 4, 7), ('.', Level::Here), "the floor");
    assert_eq!(at(map, 6, 4), ('≡', Level::Here), "the first step is a foot of what stands on the slice");
    assert_eq!(at(map, 8, 4), ('≡', Level::Above), "the third has its top above");
    assert_eq!(at(map, 10, 3), ('#', Level::Here), "the gallery is too high to be seen on");
    assert_eq!(at(map, 21, 8), ('╪', Level::Above), "the bridge hangs over the floor");
    assert_eq!((level_of(&session, 0), level_of(&session, 1)), (Level::Above, Level::Here));
    let nearness: Vec<&str> = session.scene().in_view.iter().map(|who| &*who.nearness).collect();
    assert_eq!(nearness, ["a sprint away, well above", "a sprint away"]);
}

#[test]
fn a_key_looks_one_slice_up_or_down_and_another_ahead_again() {
    let mut session = hall();
    let tale: Vec<String> = session.scene().tale.iter().map(|line| line.text.clone()).collect();
    choose(&mut session, "look-down");
    check_tale(&session, &["You look down: there is nothing below to be seen."]);
    choose(&mut session, "look-up");
    check_tale(&session, &["You look up: a stair to the north-east, just above."]);
    assert_eq!(at(&session.scene().map, 4, 7), ('.', Level::Below));
    assert_eq!(at(&session.scene().map, 6, 4), ('≡', Level::Here));
    let you = session.scene().map.bodies.iter().find(|body| body.is_you).unwrap();
    assert_eq!((you.level, you.cells[0].z), (Level::Here, 5), "a body is on every slice that it stands in");
    let slices = look_all_the_way(&mut session, "look-up");
    assert_eq!(slices, [6, 7, 8, 9, 10, 11], "up the stair, and on to the bridge");
    choose(&mut session, "back");
    let after: Vec<String> = session.scene().tale.iter().map(|line| line.text.clone()).collect();
    assert_eq!((after, session.scene().map.origin.z), (tale, 4));
    assert!(session.offer("back").is_none());
}

#[test]
fn from_a_slice_above_who_stands_there_is_named_and_who_stands_below_is_below() {
    let mut session = hall();
    look_all_the_way(&mut session, "look-up");
    let tale: Vec<&str> = session.scene().tale.iter().map(|line| &*line.text).collect();
    assert_eq!(tale[0], "You look up: there is nothing but air.");
    choose(&mut session, "look-down");
    choose(&mut session, "look-up");
    check_tale(
        &session,
        &[
            "You look up: rock to the south, well above.",
            "There is a stair to the north-east, a swaying bridge to the east too.",
            "Seen there: the small hunched figure.",
        ],
    );
    assert_eq!((level_of(&session, 0), level_of(&session, 1)), (Level::Here, Level::Below));
}

#[test]
fn who_acts_looks_ahead_again_and_walks_up_a_stair() {
    let mut session = hall();
    let mut ways = Vec::new();
    while ways.len() < 40 {
        let you = here(&session);
        let way = if you.y > 4 { "step-north" } else { "step-east" };
        if you.x >= 9 {
            break;
        }
        choose(&mut session, "look-up");
        choose(&mut session, way);
        assert_eq!(session.scene().map.origin.z, here(&session).z, "after {way}");
        ways.push(way);
    }
    assert!(here(&session).z > 6, "{ways:?}");
    assert_eq!(at(&session.scene().map, 4, 7), ('.', Level::Below), "the floor of the hall lies below the stair");
    choose(&mut session, "look-down");
    let told = &session.scene().tale[0].text;
    assert!(told.starts_with("You look down: "), "{told}");
}

#[test]
fn looking_about_takes_no_time_and_is_no_part_of_the_fight() {
    let play = |looks: &[&str]| {
        let log = FightLog::to_memory();
        log.with(|| {
            let mut session = hall();
            for way in ["north", "east", "hold"] {
                looks.iter().for_each(|command| choose(&mut session, command));
                choose(&mut session, way);
            }
        });
        log.finish().unwrap()
    };
    let looked = play(&["look-up", "look-up", "look-down", "back"]);
    assert_eq!(looked, play(&[]));
    check_same_when_replayed(&looked, SEED);
}

#[test]
fn doctrine_f2_f13_what_is_seen_up_and_down_is_told_shortly_and_without_digits() {
    let mut session = hall();
    let mut told = 0;
    for command in ["look-up", "look-down"] {
        for _ in 0..9 {
            choose(&mut session, command);
            for text in session.scene().texts() {
                assert!(!text.contains(char::is_numeric), "{text}");
            }
            for line in &session.scene().tale {
                assert!(line.text.split_whitespace().count() <= 16, "{}", line.text);
                told += 1;
            }
        }
    }
    assert!(told > 18);
    assert_eq!(session.scene().map.origin.z, here(&session).z);
}
