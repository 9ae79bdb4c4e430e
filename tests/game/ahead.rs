//! Thinking ahead: a choice that was thought of comes to what it would have come to, and a thought leaves no trace.
//!
//! Two games of one seed are played by the same choices, one with thoughts and one without, and held against each other at
//! every scene: what is shown, the state, and what a journal would have.

use crate::stories::game;
use dungeon_mind::content::Overrides;
use dungeon_mind::log::{DecisionLog, Picked};
use dungeon_mind::session::{Ahead, OwnedScene, Session};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Lines that a journal would have.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<String>>);

impl Lines {
    fn log(&self) -> DecisionLog {
        let own = self.clone();
        DecisionLog::new(Picked::new(move |line| own.take(line)))
    }

    fn take(&self, lines: &str) {
        self.0.lock().unwrap().push_str(lines);
    }

    fn text(&self) -> String {
        self.0.lock().unwrap().clone()
    }
}

fn begun(fight: &str, seed: u64) -> Session {
    let setup = game().fight(fight, seed, &Overrides::default()).unwrap();
    Session::new(&setup, 0, false).unwrap()
}

/// All that a scene shows.
fn picture(scene: &OwnedScene) -> String {
    let texts: Vec<&str> = scene.texts().collect();
    let OwnedScene { serial, map, in_view, choices, is_over, .. } = scene;
    format!("{serial} {is_over} {texts:?} {map:?} {in_view:?} {choices:?}")
}

/// The choices that can be made.
fn open(scene: &OwnedScene) -> Vec<usize> {
    (0..scene.choices.len()).filter(|place| scene.choices[*place].why_not.is_empty()).collect()
}

/// How many choices had been thought of before they were made, and how many of them in part.
#[derive(Default)]
struct Counts {
    thought_of: usize,
    in_part: usize,
}

/// Plays so many choices, each after another count of thoughts.
fn check(fight: &str, seed: u64, choices: usize, counts: &mut Counts) {
    let (plain_lines, lines) = (Lines::default(), Lines::default());
    let mut plain = plain_lines.log().with(|| begun(fight, seed));
    let mut session = lines.log().with(|| begun(fight, seed));
    let mut ahead = Ahead::default();
    // Any fixed sequence will do.
    let mut number = seed * 7 + 3;
    for step in 0..choices {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let open = open(session.scene());
        let Some(any) = open.get((number >> 33) as usize % open.len().max(1)).copied() else { break };
        let before = (picture(session.scene()), lines.text());
        lines.log().with(|| (0..step * 7 % 200).for_each(|_| ahead.think(&session)));
        assert!(
            before == (picture(session.scene()), lines.text()),
            "{fight}, seed {seed}, step {step}: a thought left a trace"
        );
        // Left to the sequence alone, what is thought of in part would hardly ever be chosen.
        let in_part = ahead.in_part().filter(|_| step % 2 == 0);
        let place = in_part.unwrap_or(any);
        let mut was_thought_of = false;
        let chosen = lines.log().with(|| {
            ahead.choose(&mut session, place, |decided| {
                was_thought_of = true;
                lines.take(decided);
            })
        });
        let chosen_plainly = plain_lines.log().with(|| plain.choose(place));
        counts.thought_of += usize::from(was_thought_of);
        counts.in_part += usize::from(was_thought_of && in_part.is_some());
        assert_eq!(chosen.is_ok(), chosen_plainly.is_ok(), "{fight}, seed {seed}, step {step}");
        let (one, other) = (picture(session.scene()), picture(plain.scene()));
        assert!(one == other, "{fight}, seed {seed}, step {step}:\n{one}\n{other}");
        assert_eq!(session.sim().state_hash(), plain.sim().state_hash(), "{fight}, seed {seed}, step {step}");
        assert_eq!(session.stops(), plain.stops(), "{fight}, seed {seed}, step {step}");
        assert_eq!(lines.text(), plain_lines.text(), "{fight}, seed {seed}, step {step}");
    }
}

#[test]
fn a_choice_that_was_thought_of_comes_to_the_same() {
    let mut counts = Counts::default();
    for fight in ["core/newcomer", "core/newcomer-wizard", "core/gallery"] {
        (0..4).for_each(|seed| check(fight, seed, 60, &mut counts));
    }
    assert!(counts.thought_of > 100, "only {} choices had been thought of", counts.thought_of);
    assert!(counts.in_part >= 20, "only {} of them in part", counts.in_part);
}

#[test]
fn what_was_chosen_last_is_thought_of_first() {
    let mut session = begun("core/newcomer", 1);
    let mut ahead = Ahead::default();
    let place = session.offer("east").unwrap();
    ahead.choose(&mut session, place, |_| panic!("nothing was thought of yet")).unwrap();
    ahead.think(&session);
    let mut was_thought_of = false;
    let place = session.offer("east").unwrap();
    ahead.choose(&mut session, place, |_| was_thought_of = true).unwrap();
    assert!(was_thought_of);
}

#[test]
fn a_scene_is_not_thought_about_for_ever_and_slow_scenes_end_all() {
    let mut session = begun("core/newcomer", 1);
    let mut ahead = Ahead::default();
    (0..5).for_each(|_| ahead.note_time(Duration::from_millis(9)));
    assert!(ahead.has_more(&session), "what was spent before this scene counts for another");
    (0..6).for_each(|_| ahead.note_time(Duration::from_millis(9)));
    assert!(!ahead.has_more(&session));
    let mut go_east = |ahead: &mut Ahead| {
        let place = session.offer("east").unwrap();
        ahead.choose(&mut session, place, |_| {}).unwrap();
        ahead.has_more(&session)
    };
    let slow = Duration::from_millis(30);
    for scene in 0..2 {
        assert!(go_east(&mut ahead), "scene {scene} is thought about");
        ahead.note_time(slow);
    }
    assert!(go_east(&mut ahead), "two slow scenes are a hiccup");
    for scene in 0..3 {
        assert!(go_east(&mut ahead), "scene {scene} after a quick one is thought about");
        ahead.note_time(slow);
    }
    assert!(!go_east(&mut ahead), "three slow ones are enough");
    assert!(!go_east(&mut ahead), "and that is for good");
}

#[test]
fn thoughts_come_to_an_end_and_begin_anew_with_each_scene() {
    let mut session = begun("core/newcomer", 1);
    let mut ahead = Ahead::default();
    for _ in 0..3 {
        let mut count = 0;
        while ahead.has_more(&session) {
            ahead.think(&session);
            count += 1;
            assert!(ahead.finished() <= session.scene().choices.len(), "a choice is thought of again");
            assert!(count <= 100 * session.scene().choices.len(), "a thought goes on for ever");
        }
        assert!(ahead.finished() > 0 && ahead.in_part().is_none());
        let place = session.offer("east").unwrap();
        ahead.choose(&mut session, place, |_| {}).unwrap();
    }
    let place = session.offer("habit").unwrap();
    ahead.choose(&mut session, place, |_| {}).unwrap();
    let place = session.offer("mean-press-on").unwrap();
    ahead.choose(&mut session, place, |_| {}).unwrap();
    assert!(!ahead.has_more(&session), "what is left to habit waits for nobody");
}
