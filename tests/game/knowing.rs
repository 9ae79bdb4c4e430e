//! What a player is told of whom its character does not know, and of a blow that it holds back (clauses P3, C2, doctrine F9).
//!
//! Owns no rule; those are held by the stories of `tests/fights/minds` and `tests/fights/cancels`. It plays through the commands of
//! the session alone, as a front end does, and never looks behind the scene.

use crate::orders::choose;
use crate::stories::game;
use dungeon_mind::content::Overrides;
use dungeon_mind::session::{OwnedScene, Session};

/// Somebody of so much lore, who can search memory and strike, and a goblin scout that does what a script says.
fn fight(lore: i32, gap_feet: u32, acts: &str) -> Session {
    let floor = format!("[{}]", vec![format!("{:?}", ".".repeat(40)); 7].join(", "));
    let foe = 3 + gap_feet;
    let text = format!(
        "Fight(rules: \"core/dungeon-mind\", map: (legend: {{'.': \"core/stone\"}}, slices: [{floor}]), actors: [\
         (id: \"hero\", kind: \"knowing/sage\", side: \"party\", at: (2, 3, 0), control: Player),\
         (id: \"scout\", kind: \"goblins/scout\", side: \"goblins\", at: ({foe}, 3, 0), control: Script(acts: [{acts}]))], \
         stop: Never, max_ticks: 200, initiative: [\"scout\", \"hero\"], \
         actions: [(id: \"knowing/hew\", kind: Attack, ticks: (prep: 40, exec: 3, recover: 9), target: Actor(reach_feet: 5), \
         on_complete: [\"strike main-hand\"], on_react: Cancel, offered: 1, label: \"a hewing blow\", text: \"fighter/strike\")], \
         kinds: [(id: \"knowing/sage\", glyph: 's', stats: {{\"core/lore\": {lore}, \"core/wits\": 10}}, \
         hands: {{\"main-hand\": (harm: \"core/edge\", points: 1)}}, \
         actions: [\"knowing/hew\", \"core/recall\", \"core/step\", \"core/wait\"])])"
    );
    let setup = game().fight_from_text(&text, "knowing", 3, &Overrides::default()).unwrap_or_else(|error| panic!("{error}"));
    Session::new(&setup, 0, false).unwrap_or_else(|error| panic!("{error}"))
}

/// The other one on the map and in the list beside it.
fn other(scene: &OwnedScene) -> (char, char, String) {
    let body = scene.map.bodies.iter().find(|body| !body.is_you).unwrap();
    let line = scene.in_view.first().unwrap();
    (body.glyph, line.glyph, line.look.clone())
}

fn told(scene: &OwnedScene) -> Vec<&str> {
    scene.tale.iter().map(|line| line.text.as_str()).collect()
}

/// Searches memory until something has come of it.
fn recall(session: &mut Session) {
    choose(session, "recall");
    for _ in 0..5 {
        let asks = |command: &str| session.offer(command).is_some();
        if asks("recall") {
            return;
        }
        let on = ["go-on", "let-pass", "look-back"].into_iter().find(|command| asks(command));
        let offers = || session.scene().choices.iter().map(|offer| offer.command.clone()).collect::<Vec<_>>();
        let on = on.unwrap_or_else(|| panic!("{:?}: {:?}", offers(), told(session.scene())));
        choose(session, on);
    }
    panic!("{:?}", told(session.scene()));
}

#[test]
fn doctrine_f9_who_is_not_known_has_the_word_and_the_glyph_of_its_looks_until_it_is_learned() {
    let mut session = fight(1000, 20, "");
    let scene = session.scene();
    assert_eq!(other(scene), ('h', 'h', "small hunched figure".to_owned()));
    assert!(scene.texts().all(|text| !text.contains("goblin") && !text.contains("scout")), "{:#?}", told(scene));
    recall(&mut session);
    let scene = session.scene();
    assert_eq!(other(scene), ('g', 'g', "goblin scout".to_owned()));
    let learned = told(scene).into_iter().any(|line| line.contains("small hunched figure") && line.contains("goblin scout"));
    assert!(learned, "the figure is told to be what it is: {:#?}", told(scene));
}

#[test]
fn doctrine_f9_a_falsehood_is_told_as_the_truth_is_and_shows_as_what_is_believed() {
    let mut session = fight(-1000, 20, "");
    recall(&mut session);
    let scene = session.scene();
    // Only a sneak looks like a scout.
    assert_eq!(other(scene), ('g', 'g', "goblin sneak".to_owned()));
    assert!(told(scene).into_iter().any(|line| line.contains("goblin sneak")), "{:#?}", told(scene));
    assert!(scene.texts().all(|text| !text.contains("scout")), "{:#?}", told(scene));
}

#[test]
fn clock_c2_a_player_is_told_what_holding_back_costs_and_that_it_was_held_back() {
    // The scout walks out of reach while the stroke is wound up.
    let mut session = fight(0, 5, "(tick: 1, act: \"core/step\", at: (9, 3, 0))");
    choose(&mut session, "hew-once");
    let scene = session.scene();
    assert_eq!(scene.question, "The small hunched figure is out of reach. Go on with a hewing blow?");
    // Two ticks in which it is checked and three to catch the weight (`core/boundary`): the second rung of `pace`.
    assert_eq!(scene.choices[session.offer("give-up").unwrap()].pace, "quick");
    choose(&mut session, "give-up");
    assert_eq!(told(session.scene()), ["You give up a hewing blow."]);
    assert!(session.offer("hold").is_some(), "and something else can be begun");
}
