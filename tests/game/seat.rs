//! What a seat is offered and told, through whole fights: the order of choices, what a direction does, what is known of those
//! who are out of sight, and that the history has every sentence that was told.
//!
//! Owns no policy of its own: it plays as `pace` does. It never looks behind the scene.

use crate::pace::{impatient, plain, play};
use crate::stories::game;
use dungeon_mind::content::Overrides;
use dungeon_mind::log::FightLog;
use dungeon_mind::session::{OwnedMap, OwnedScene, Session};
use std::sync::LazyLock;

const FIGHTS: [&str; 2] = ["core/newcomer", "core/newcomer-wizard"];
const DIRECTIONS: [&str; 8] = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/// Every scene of a few fights of both classes, by both policies, without their maps; played once for all tests.
fn scenes() -> &'static [(String, OwnedScene)] {
    static SCENES: LazyLock<Vec<(String, OwnedScene)>> = LazyLock::new(|| {
        let mut scenes = Vec::new();
        for (fight, policy) in
            FIGHTS.into_iter().flat_map(|fight| [(fight, plain as fn(&Session) -> &'static str), (fight, impatient)])
        {
            for seed in 0..8 {
                play(fight, seed, policy, |scene| {
                    let scene = OwnedScene { map: OwnedMap::default(), ..scene.clone() };
                    scenes.push((format!("{fight}, seed {seed}"), scene));
                });
            }
        }
        scenes
    });
    &SCENES
}

fn each_scene(mut see: impl FnMut(&str, &OwnedScene)) {
    scenes().iter().for_each(|(run, scene)| see(run, scene));
}

#[test]
fn what_can_be_done_stands_before_what_cannot() {
    each_scene(|run, scene| {
        let listed: Vec<bool> =
            scene.choices.iter().filter(|offer| offer.is_listed).map(|offer| offer.why_not.is_empty()).collect();
        assert!(listed.is_sorted_by(|before, after| before >= after), "{run}: {listed:?}");
    });
}

#[test]
fn a_direction_begins_no_spell() {
    let spells = ["fire", "push of air", "ward"];
    let mut blows = 0;
    each_scene(|run, scene| {
        for offer in scene.choices.iter().filter(|offer| DIRECTIONS.contains(&&*offer.command)) {
            assert!(!spells.iter().any(|spell| offer.label.contains(spell)), "{run}: {} is {}", offer.command, offer.label);
            blows += usize::from(offer.label.contains("a blow with the staff") || offer.label.contains("stroke"));
        }
    });
    assert!(blows > 0, "no direction ever was a blow");
}

/// What comes to no blow is chosen anew each time; an attack goes on by itself, a step after its target included.
#[test]
fn a_push_is_done_once_at_a_time() {
    let mut pushed = 0;
    for seed in 0..12 {
        let setup = game().fight("core/newcomer-wizard", seed, &Overrides::default()).unwrap();
        let log = FightLog::to_memory();
        let pushes = log.with(|| {
            let mut session = Session::new(&setup, 0, false).unwrap();
            for _ in 0..60 {
                if let Some(place) = session.offer("push") {
                    session.choose(place).unwrap();
                    return 1;
                }
                let Some(place) = session.offer(plain(&session)).filter(|_| session.ended().is_none()) else { break };
                session.choose(place).unwrap();
            }
            0
        });
        let text = String::from_utf8(log.finish().unwrap()).unwrap();
        let is_push = |line: &&str| line.contains("\"event\":\"intent\"") && line.contains("\"action\":\"wizard/push\"");
        assert_eq!(text.lines().filter(is_push).filter(|line| line.contains("\"seat\":")).count(), pushes, "seed {seed}");
        pushed += pushes;
    }
    assert!(pushed > 0, "nobody ever came so near");
}

#[test]
fn there_is_a_fight_to_go_on_with_only_once_there_was_one() {
    let (mut first, mut later) = (0, 0);
    for fight in FIGHTS {
        let mut is_first = true;
        play(fight, 3, plain, |scene| {
            let offered = scene.choices.iter().any(|offer| offer.command == "fight-on" && offer.why_not.is_empty());
            if std::mem::take(&mut is_first) {
                first += usize::from(offered);
            } else {
                later += usize::from(offered);
            }
        });
    }
    assert_eq!(first, 0);
    assert!(later > 0);
}

#[test]
fn doctrine_f13_what_is_told_stands_in_the_history_by_the_same_words() {
    each_scene(|run, scene| {
        let told = scene.tale.iter().filter(|_| !scene.is_over);
        for line in told {
            assert!(scene.history.iter().any(|full| full.text == line.text), "{run}: {:?} is not in the history", line.text);
        }
    });
}

#[test]
fn with_nobody_in_view_the_screen_says_what_is_known_and_offers_to_look() {
    let (mut alone, mut sought) = (0, 0);
    each_scene(|run, scene| {
        if scene.is_over || !scene.in_view.is_empty() {
            return;
        }
        alone += 1;
        assert!(!scene.tells.is_empty(), "{run}: nothing is known");
        let first = scene.choices.iter().find(|offer| offer.is_listed).map(|offer| &*offer.command);
        assert!(
            first.is_some_and(|first| ["seek", "hold", "go-on", "look-back"].contains(&first)),
            "{run}: {first:?} comes first"
        );
        sought += usize::from(first == Some("seek"));
    });
    assert!(alone > 10 && sought > 0, "alone {alone} times, {sought} times with somebody to look for");
}

#[test]
fn nobody_is_in_the_middle_of_anything_when_it_is_over() {
    each_scene(|run, scene| {
        let busy = scene.yourself.iter().find(|line| line.text.contains("busy with"));
        assert!(!scene.is_over || busy.is_none(), "{run}: {busy:?}");
    });
}

#[test]
fn a_question_says_what_its_answers_cost_and_none_is_asked_that_comes_too_late() {
    let (mut given_up, mut answered) = (0, 0);
    each_scene(|run, scene| {
        for offer in &scene.choices {
            match &*offer.command {
                "give-up" => {
                    given_up += 1;
                    assert!(!offer.pace.is_empty(), "{run}: nobody says how long it takes to give up: {}", scene.question);
                }
                "do-it" => {
                    answered += 1;
                    assert_ne!(offer.in_time, "too late", "{run}: {} is no answer: {}", offer.label, scene.question);
                }
                _ => {}
            }
        }
    });
    assert!(given_up > 0 && answered > 0, "given up {given_up} times, answered {answered} times");
}

#[test]
fn doctrine_f12_the_end_says_what_a_fight_turned_on() {
    let phrases = game().content.phrases.values();
    let is_reason = |name: &str| ["core/end-found-", "core/end-gave-"].iter().any(|stem| name.starts_with(stem));
    let reasons: Vec<&str> = phrases
        .filter(|phrase| is_reason(&phrase.name))
        .flat_map(|phrase| phrase.wordings.iter().map(|wording| &**wording))
        .collect();
    let has_reason = |seed: &u64| {
        let session = play("core/newcomer", *seed, plain, |_| ());
        session.scene().tale.iter().any(|line| reasons.contains(&line.text.as_str()))
    };
    let told = (0..50).filter(has_reason).count();
    assert!(told >= 40, "only {told} of fifty ends give a reason of {reasons:?}");
}
