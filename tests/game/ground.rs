//! What a player is shown of ground that changes: fire, fog and weather on the screen, and in words.
//!
//! Owns no rule; those are held by the stories of `tests/fights/ground`. It never looks behind the scene.

use crate::stories::game;
use dungeon_mind::content::Overrides;
use dungeon_mind::session::{OwnedScene, Session};
use std::collections::BTreeSet;

/// A fighter far from a foe, and a friend who lays a zone between them in the first tick.
fn fight(zone: &str) -> String {
    let floor = format!("[{}]", vec![format!("{:?}", ".".repeat(40)); 7].join(", "));
    let air = format!("[{}]", vec![format!("{:?}", " ".repeat(40)); 7].join(", "));
    let slices = [vec![floor], vec![air; 8]].concat().join(", ");
    format!(
        "Fight(rules: \"core/dungeon-mind\", map: (legend: {{'.': \"core/stone\", ' ': \"core/air\"}}, slices: [{slices}]), \
         weather: [\"core/rain\"], actors: [\
         (id: \"hero\", kind: \"fighter/fighter\", side: \"party\", at: (2, 3, 0), control: Player),\
         (id: \"friend\", kind: \"ground/friend\", side: \"party\", at: (2, 5, 0), \
         control: Script(acts: [(tick: 0, act: \"ground/lay\", at: (12, 3, 0))])),\
         (id: \"snik\", kind: \"goblins/sneak\", side: \"goblins\", at: (34, 3, 0), control: Profile(\"goblins/sneak\"))], \
         stop: Never, max_ticks: 400, \
         actions: [(id: \"ground/lay\", kind: Spell, ticks: (prep: 0, exec: 1, recover: 0), target: Cell(reach_feet: 30), \
         on_exec: [\"lay {zone}\"])], \
         kinds: [(id: \"ground/friend\", glyph: 'f', actions: [\"ground/lay\", \"core/wait\"])])"
    )
}

/// Every scene of the first decisions.
fn scenes(zone: &str) -> Vec<OwnedScene> {
    let setup = game().fight_from_text(&fight(zone), "ground", 3, &Overrides::default());
    let setup = setup.unwrap_or_else(|error| panic!("{error}"));
    let mut session = Session::new(&setup, 0, false).unwrap_or_else(|error| panic!("{error}"));
    let mut scenes = vec![session.scene().clone()];
    while !session.scene().is_over && scenes.len() < 4 {
        let commands = ["look-back", "let-pass", "go-on", "hold"];
        let offers = || session.scene().choices.iter().map(|offer| offer.command.clone()).collect::<Vec<_>>();
        let place = commands.into_iter().find_map(|command| session.offer(command));
        let place = place.unwrap_or_else(|| panic!("none of {commands:?} in {:?}", offers()));
        session.choose(place).unwrap_or_else(|error| panic!("{error}"));
        scenes.push(session.scene().clone());
    }
    scenes
}

/// How many of the zone's signs the map shows in any scene, and whether its words were told.
fn check(zone: &str, sign: char, signs: usize, told: &[&str]) {
    let scenes = scenes(zone);
    let drawn = |scene: &OwnedScene| scene.map.cells.iter().filter(|cell| cell.glyph == u32::from(sign)).count();
    let most = scenes.iter().map(drawn).max().unwrap_or(0);
    assert!(most >= signs, "{zone}: {most} of {sign} on the map");
    let history = &scenes.last().unwrap().history;
    let is_told = told.iter().any(|words| history.iter().any(|line| line.text.contains(words)));
    assert!(is_told, "{zone} was not told: {:?}", history.iter().map(|line| &line.text).collect::<Vec<_>>());
}

#[test]
fn clock_w5_a_zone_is_drawn_and_told_where_it_is_seen() {
    check("core/fire", '!', 1, &["ire", "lames", "burns"]);
    check("core/fog", '*', 1, &["og ", "thickens"]);
}

#[test]
fn clock_m5_the_weather_is_told_beside_what_is_underfoot() {
    let scenes = scenes("core/fire");
    let lines: Vec<&str> = scenes[0].yourself.iter().map(|line| line.text.as_str()).collect();
    assert!(lines.iter().any(|line| line.contains("rain")), "{lines:?}");
}

/// A fighter between two shut doors, of which one is within its reach.
fn between_doors() -> Session {
    let row = |sign: char| format!("{:?}", ".....D......D.....".replace('.', &sign.to_string()));
    let slice = |sign: char| format!("[{}]", vec![row(sign); 3].join(", "));
    let slices = [vec![slice('.')], vec![slice(' '); 7]].concat().join(", ");
    let text = format!(
        "Fight(rules: \"core/dungeon-mind\", map: (legend: {{'.': \"core/stone\", ' ': \"core/air\", \
         'D': \"core/shut-door\"}}, slices: [{slices}]), \
         actors: [(id: \"hero\", kind: \"fighter/fighter\", side: \"party\", at: (7, 1, 0), control: Player)], \
         stop: Never, max_ticks: 400)"
    );
    let setup = game().fight_from_text(&text, "doors", 3, &Overrides::default());
    Session::new(&setup.unwrap_or_else(|error| panic!("{error}")), 0, false).unwrap_or_else(|error| panic!("{error}"))
}

fn labels(session: &Session) -> Vec<(String, String, String)> {
    let doors = session.scene().choices.iter().filter(|offer| offer.label.contains("door"));
    doors.map(|offer| (offer.command.clone(), offer.key.clone(), offer.label.clone())).collect()
}

#[test]
fn a_door_within_reach_is_offered_with_its_direction_and_opens_when_it_is_chosen() {
    let offer = |command: &str, key: &str, label: &str| vec![(command.to_owned(), key.to_owned(), label.to_owned())];
    let mut session = between_doors();
    assert_eq!(labels(&session), offer("open", "E", "opening a shut door, west"));
    session.choose(session.offer("open").unwrap()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(labels(&session), offer("shut", "S", "shutting an open door, west"));
    let told = session.scene().history.iter().any(|line| line.text.contains("door") && line.text.contains("open"));
    let told = told || session.scene().history.iter().any(|line| line.text.contains("gap") || line.text.contains("is free"));
    assert!(told, "{:?}", session.scene().history.iter().map(|line| &line.text).collect::<Vec<_>>());
}

/// What stands on the map for the door while a friend opens it, in thick fog or in plain sight, once it stands open.
fn door_opened_by_a_friend(fog: &str) -> (char, bool) {
    let slice = |sign: char| {
        format!("[{}]", vec![format!("{:?}", ".........D......".replace('.', &sign.to_string())); 3].join(", "))
    };
    let slices = [vec![slice('.')], vec![slice(' '); 7]].concat().join(", ");
    let text = format!(
        "Fight(rules: \"core/dungeon-mind\", map: (legend: {{'.': \"core/stone\", ' ': \"core/air\", \
         'D': \"core/shut-door\"}}, slices: [{slices}]), actors: [\
         (id: \"hero\", kind: \"fighter/fighter\", side: \"party\", at: (1, 1, 0), control: Player),\
         (id: \"friend\", kind: \"ground/friend\", side: \"party\", at: (7, 2, 0), \
         control: Script(acts: [{fog}(tick: 20, act: \"core/open\", at: (9, 2, 0))]))], \
         stop: Never, max_ticks: 400, initiative: [\"hero\", \"friend\"], actions: [(id: \"ground/lay\", kind: Spell, \
         ticks: (prep: 0, exec: 1, recover: 0), target: Cell(reach_feet: 30), on_exec: [\"lay core/fog\"])], \
         kinds: [(id: \"ground/friend\", glyph: 'f', actions: [\"ground/lay\", \"core/open\", \"core/wait\"])])"
    );
    let setup = game().fight_from_text(&text, "doors", 3, &Overrides::default());
    let setup = setup.unwrap_or_else(|error| panic!("{error}"));
    let mut session = Session::new(&setup, 0, false).unwrap_or_else(|error| panic!("{error}"));
    let glyph = |session: &Session| {
        let map = &session.scene().map;
        let place = (1 - map.origin.y) * i32::try_from(map.width).unwrap() + 9 - map.origin.x;
        map.cells[usize::try_from(place).unwrap()]
    };
    assert_eq!(glyph(&session).glyph, u32::from('+'), "at first the door is shut");
    for _ in 0..5 {
        session.choose(session.offer("moment").unwrap()).unwrap_or_else(|error| panic!("{error}"));
    }
    let shown = glyph(&session);
    (char::from_u32(shown.glyph).unwrap(), shown.is_seen)
}

#[test]
fn a_door_that_is_opened_out_of_sight_stays_as_it_was_seen() {
    assert_eq!(door_opened_by_a_friend(""), ('/', true));
    let fog = "(tick: 0, act: \"ground/lay\", at: (8, 1, 2)), ";
    assert_eq!(door_opened_by_a_friend(fog), ('+', false));
}

/// What a player's map shows for a fire that burns behind a door which a friend shuts at 10 and opens at 400, by tick.
#[test]
fn clock_w5_a_fire_out_of_sight_is_drawn_faint_until_it_is_seen_to_have_burnt_down() {
    let slice =
        |sign: char| format!("[{}]", vec![format!("{:?}", "......D.....".replace('.', &sign.to_string())); 3].join(", "));
    let slices = [vec![slice('.')], vec![slice(' '); 7]].concat().join(", ");
    let text = format!(
        "Fight(rules: \"core/dungeon-mind\", map: (legend: {{'.': \"core/stone\", ' ': \"core/air\", \
         'D': \"core/open-door\"}}, slices: [{slices}]), actors: [\
         (id: \"hero\", kind: \"fighter/fighter\", side: \"party\", at: (1, 1, 0), control: Player),\
         (id: \"friend\", kind: \"ground/friend\", side: \"party\", at: (4, 2, 0), control: Script(acts: [\
         (tick: 10, act: \"core/shut\", at: (6, 2, 0)), (tick: 400, act: \"core/open\", at: (6, 2, 0))]))], \
         zones: [(zone: \"core/fire\", at: (9, 1, 0))], \
         stop: Never, max_ticks: 600, initiative: [\"hero\", \"friend\"], \
         kinds: [(id: \"ground/friend\", glyph: 'f', actions: [\"core/open\", \"core/shut\", \"core/wait\"])])"
    );
    let setup = game().fight_from_text(&text, "doors", 3, &Overrides::default());
    let setup = setup.unwrap_or_else(|error| panic!("{error}"));
    let mut session = Session::new(&setup, 0, false).unwrap_or_else(|error| panic!("{error}"));
    let mut check = |tick: u64, sign: char, is_seen: bool| {
        while session.sim().tick() < tick {
            session.choose(session.offer("moment").unwrap()).unwrap_or_else(|error| panic!("{error}"));
        }
        let map = &session.scene().map;
        let place = (1 - map.origin.y) * i32::try_from(map.width).unwrap() + 9 - map.origin.x;
        let cell = map.cells[usize::try_from(place).unwrap()];
        assert_eq!((char::from_u32(cell.glyph).unwrap(), cell.is_seen), (sign, is_seen), "at {}", session.sim().tick());
    };
    check(5, '!', true);
    check(100, '!', false);
    // It burnt down at 300, and nobody has seen it.
    check(350, '!', false);
    check(450, '.', true);
}

/// What lies or stands there and who goes there are told apart by their signs alone.
#[test]
fn no_ground_and_no_zone_has_the_sign_of_a_creature() {
    let content = &game().content;
    let creatures: BTreeSet<char> = content.kinds.iter().flat_map(|kind| [kind.glyph, kind.look_glyph]).collect();
    // Who lies dead, and what somebody has left where it went.
    let own = ['%', '∙'];
    let grounds = content.grounds.iter().map(|ground| (ground.glyph, &ground.name));
    let zones = content.zones.iter().map(|zone| (zone.glyph, &zone.name));
    let alike = grounds.chain(zones).filter(|(glyph, _)| creatures.contains(glyph) || own.contains(glyph));
    assert_eq!(alike.collect::<Vec<_>>(), []);
    assert!(creatures.is_disjoint(&own.into()), "{creatures:?}");
}
