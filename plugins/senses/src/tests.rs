//! What the holder of `Senses` answers, call by call.

use super::*;
use crate::testing::{id, with_world};

fn sees(state: ActorState, lost: &[&str], distance_feet: i32, has_line: bool, is_hidden: bool) -> bool {
    let call = SightCall { observer: id(), distance_feet, has_line, is_hidden, ..SightCall::default() };
    with_world(state, lost, &[("sight_feet", 120), ("close_feet", 5)], |world| EyesAndEars.sees(world, &call))
}

fn hears(state: ActorState, rung: i32, distance_feet: i32) -> i32 {
    let call = HearingCall { observer: id(), distance_feet, rung };
    with_world(state, &[], &[("hearing_feet", 10), ("asleep_rungs", 2)], |world| EyesAndEars.hears(world, &call))
}

#[test]
fn sight_takes_a_line_and_ends_at_its_limit() {
    assert!(sees(ActorState::Up, &[], 120, true, false));
    assert!(!sees(ActorState::Up, &[], 121, true, false));
    assert!(!sees(ActorState::Up, &[], 3, false, false));
}

#[test]
fn the_hidden_are_seen_only_close_by_and_the_blinded_see_no_farther() {
    assert!(sees(ActorState::Up, &[], 5, true, true));
    assert!(!sees(ActorState::Up, &[], 6, true, true));
    assert!(sees(ActorState::Up, &["see"], 5, true, false));
    assert!(!sees(ActorState::Up, &["see"], 6, true, false));
}

#[test]
fn who_sleeps_hears_less_and_sees_nothing() {
    assert!(!sees(ActorState::Asleep, &[], 3, true, false));
    assert!(sees(ActorState::Stunned, &[], 3, true, false));
    assert_eq!((hears(ActorState::Up, 3, 10), hears(ActorState::Asleep, 3, 10)), (3, 1));
    assert_eq!((hears(ActorState::Asleep, 1, 10), hears(ActorState::Dead, 4, 1)), (-1, -1));
}

#[test]
fn the_host_is_told_how_far_to_look() {
    let params = [("sight_feet", 60)];
    let feet = |world: &World<'_>| EyesAndEars.sight_feet(&Params { ids: world.param_ids, values: world.params });
    assert_eq!(with_world(ActorState::Up, &[], &params, feet), 60);
}

fn sees_by(light: i32, dark_rungs: i32, distance_feet: i32, is_hidden: bool) -> bool {
    let sight = SightCall { observer: id(), distance_feet, has_line: true, is_hidden, ..SightCall::default() };
    let params = [("sight_feet", 120), ("close_feet", 5), ("pitch_feet", 1), ("murky_feet", 15), ("dusky_feet", 60)];
    let call = GlanceCall { sight, light, dark_rungs };
    with_world(ActorState::Up, &[], &params, |world| EyesAndEars.sees_by(world, &call))
}

#[test]
fn less_light_is_less_sight_and_keen_eyes_make_up_for_it() {
    for (light, feet) in [(0, 1), (1, 15), (2, 60), (3, 120), (4, 120)] {
        assert!(sees_by(light, 0, feet, false) && !sees_by(light, 0, feet + 1, false), "light {light}");
    }
    assert!(sees_by(0, 1, 15, false) && !sees_by(0, 1, 16, false));
    assert!(sees_by(0, 3, 120, false));
}

#[test]
fn in_glaring_light_nobody_hides() {
    assert!(!sees_by(3, 0, 30, true) && sees_by(4, 0, 30, true));
    // Keen eyes make the dark lighter, not lamplight glaring.
    assert!(!sees_by(3, 2, 30, true));
}

/// What an actor makes of a stimulus.
fn made_of(state: ActorState, event: &str, (rung, mask_rung): (i32, i32), keen_rungs: i32) -> (i32, i32) {
    let params = [("asleep_rungs", 2), ("clear_rungs", 2), ("perception_points_per_rung", 10), ("dull_wits_points", -100)];
    let call = StimulusCall { observer: id(), event: EventId::of(event), rung, mask_rung, keen_rungs, gives: 1 };
    // Nobody has stats in this world, so perception is ten points below an average human's: a rung less.
    let percept = with_world(state, &[], &params, |world| EyesAndEars.senses(world, &call));
    (percept.rung, percept.awareness)
}

#[test]
fn a_steady_sound_masks_what_is_not_louder() {
    let up = |rungs| made_of(ActorState::Up, "noise", rungs, 1);
    assert_eq!([up((2, -1)), up((2, 1)), up((2, 2)), up((2, 3))], [(2, 2), (2, 2), (-1, 0), (-1, 0)]);
}

#[test]
fn nature_state_and_clearness_count() {
    assert_eq!(made_of(ActorState::Up, "noise", (1, -1), 0), (0, 1));
    assert_eq!(made_of(ActorState::Up, "noise", (0, -1), 0), (-1, 0));
    assert_eq!(made_of(ActorState::Asleep, "noise", (3, -1), 1), (1, 1));
    assert_eq!(made_of(ActorState::Asleep, "smell", (3, -1), 1), (-1, 0));
    assert_eq!(made_of(ActorState::Down, "noise", (4, -1), 9), (-1, 0));
}

#[test]
fn a_stimulus_spreads_by_feet_and_walls() {
    let spreads = |distance_feet, walls| {
        let call = SpreadCall { event: NOISE, rung: 3, feet: 10, distance_feet, walls, rungs_per_wall: 2 };
        EyesAndEars.spreads(&Params::default(), &call)
    };
    assert_eq!([spreads(10, 0), spreads(20, 0), spreads(10, 1), spreads(20, 1), spreads(10, 2)], [3, 2, 1, 0, -1]);
}
