//! What blows, mending and birth do to one body.

use super::*;
use crate::testing::{Scene, id};
use abi::{Packet, ParamId, StatId};

const EDGE: HarmId = HarmId::of("core/edge");

/// A striker with a sword, row 0, and a body of so many hit points, row 1.
fn scene(points: i64) -> Scene {
    Scene::default().actors(2).stat(0, STRENGTH, 12).stat(0, DEXTERITY, 14).stat(0, INTELLIGENCE, 15).whole(1, points)
}

const SWORD: Doing = Doing {
    actor: id(0),
    action: abi::ActionId::NONE,
    kind: ActionKind::Attack,
    reach_feet: 5,
    is_answer: false,
    magnitude: 1,
};

fn hurt_by(scene: &Scene, doing: &Doing, harm: HarmId, points: i32, degree: Degree) -> Vec<Change> {
    let hurt = Hurt { target: id(1), by: doing.actor, packet: Packet { harm, points }, degree, is_exploit: false };
    answered(scene, |world, out| HitPoints.hurt_in(world, &hurt, doing, 3, out))
}

fn answered(scene: &Scene, call: impl FnOnce(&World<'_>, &mut Out)) -> Vec<Change> {
    let mut out = Out::default();
    scene.with_world(|world| call(world, &mut out));
    let mut changes = Vec::new();
    out.drain_changes(&mut changes);
    changes
}

/// Takes a blow of a sword and tells what is left, which rung it has, and in what state it leaves the body.
fn struck(scene: &mut Scene, doing: &Doing, points: i32, degree: Degree) -> (i64, i64, ActorState) {
    let changes = hurt_by(scene, doing, EDGE, points, degree);
    scene.take(&changes);
    left(scene)
}

fn left(scene: &Scene) -> (i64, i64, ActorState) {
    scene.with_world(|world| (world.track(id(1), POINTS), world.track(id(1), VIGOUR), world.state(id(1))))
}

fn blow_told(changes: &[Change]) -> (i32, PhraseId) {
    let mut told = changes.iter().filter_map(|change| match change {
        Change::Raise(raise) if raise.event == BLOW_EVENT => Some((raise.rung, raise.how)),
        _ => None,
    });
    told.next_back().unwrap()
}

#[test]
fn a_blow_is_the_stat_behind_it_and_the_bonus_of_the_weapon() {
    let check = |doing: Doing, points, expected| {
        let mut scene = scene(100);
        assert_eq!(100 - struck(&mut scene, &doing, points, Degree::Success).0, expected, "{doing:?}");
    };
    check(SWORD, 10, 12 + 4);
    check(SWORD, 6, 12 + 2);
    check(Doing { reach_feet: 30, ..SWORD }, 3, 14 + 1);
    check(Doing { reach_feet: 80, ..SWORD }, 10, 14 + 4);
    check(Doing { kind: ActionKind::Spell, reach_feet: 40, ..SWORD }, 10, 15 + 4);
    // What nobody rolled for is as large as it says.
    check(Doing { magnitude: 0, ..SWORD }, 7, 7);
    check(Doing { actor: EntityId::NONE, ..SWORD }, 7, 7);
}

#[test]
fn a_weapon_may_add_dice_and_a_healer_strikes_by_wisdom() {
    let dealt = |scene: Scene, doing| 100 - struck(&mut scene.clone(), &doing, 0, Degree::Success).0;
    let blade = scene(100).stat(0, DAMAGE_DICE, 2);
    assert!((12 + 2..=12 + 8).contains(&dealt(blade, SWORD)));
    let healer = scene(100).stat(0, DIVINE, 1).stat(0, WISDOM, 11);
    assert_eq!(dealt(healer, Doing { kind: ActionKind::Spell, ..SWORD }), 11);
}

#[test]
fn a_natural_20_deals_more_by_its_magnitude() {
    let dealt = |magnitude| 100 - struck(&mut scene(100), &Doing { magnitude, ..SWORD }, 10, Degree::CriticalSuccess).0;
    assert_eq!([dealt(1), dealt(2), dealt(3), dealt(4)], [20, 24, 28, 32]);
}

#[test]
fn a_body_goes_through_its_rungs_falls_and_dies() {
    let mut body = scene(60);
    let told: Vec<_> = (0..4).map(|_| struck(&mut body, &SWORD, 10, Degree::Success)).collect();
    let (up, dead) = (ActorState::Up, ActorState::Dead);
    assert_eq!(told, [(44, 1, up), (28, 2, up), (12, 3, up), (0, 5, dead)]);
    let mut weak = scene(60).track(1, POINTS, 19);
    assert_eq!(struck(&mut weak, &SWORD, 10, Degree::Success), (3, 5, ActorState::Down), "a twentieth of sixty");
    assert!(weak.with_world(|world| view::has(world, id(1), UNCONSCIOUS)));
    assert_eq!(hurt_by(&scene(60).state(1, ActorState::Dead), &SWORD, EDGE, 10, Degree::Success), []);
}

#[test]
fn who_has_fallen_gets_up_when_enough_is_given_back() {
    let mut body = scene(60).track(1, POINTS, 19);
    struck(&mut body, &SWORD, 10, Degree::Success);
    let mend = |body: &mut Scene, points| {
        let changes = answered(body, |world, out| HitPoints.mend(world, id(1), points, out));
        body.take(&changes);
        left(body)
    };
    assert_eq!(mend(&mut body, 1), (4, 4, ActorState::Up));
    assert_eq!(mend(&mut body, 500), (60, 0, ActorState::Up));
    assert_eq!(mend(&mut body, -5), (60, 0, ActorState::Up));
    assert!(!body.with_world(|world| view::has(world, id(1), UNCONSCIOUS)));
    let mut dead = scene(60).state(1, ActorState::Dead).track(1, POINTS, 0);
    assert_eq!(mend(&mut dead, 50), (0, 0, ActorState::Dead));
}

#[test]
fn a_pool_goes_first_then_armour_and_one_point_always_gets_through() {
    let mut shielded = scene(60).track(1, POOL, 20).stat(1, DEFLECTION, 500);
    assert_eq!(struck(&mut shielded, &SWORD, 10, Degree::Success).0, 60);
    let changes = hurt_by(&shielded, &SWORD, EDGE, 10, Degree::Success);
    shielded.take(&changes);
    assert_eq!(shielded.with_world(|world| (world.track(id(1), POOL), world.track(id(1), POINTS))), (0, 54));
    assert_eq!(struck(&mut shielded, &SWORD, 10, Degree::Success).0, 46);
    let mut frail = scene(60).stat(1, DEFLECTION, 990).stat(0, STRENGTH, 1);
    assert_eq!(struck(&mut frail, &SWORD, 0, Degree::Success).0, 59);
}

#[test]
fn what_is_soaked_whole_is_told_so() {
    let soaked = hurt_by(&scene(60).track(1, POOL, 50), &SWORD, EDGE, 10, Degree::Success);
    assert_eq!(blow_told(&soaked), (GRAZE, SOAKED));
    let rungs = [0, 10, 30].map(|points| blow_told(&hurt_by(&scene(60), &SWORD, EDGE, points, Degree::Success)));
    assert_eq!(rungs, [(3, PhraseId::NONE), (3, PhraseId::NONE), (4, PhraseId::NONE)]);
    let light = hurt_by(&scene(600), &SWORD, EDGE, 0, Degree::Success);
    assert_eq!(blow_told(&light), (GRAZE, PhraseId::NONE));
}

#[test]
fn armour_is_worn_down_by_the_greatest_blows_until_the_scene_is_over() {
    let mail = || scene(200).stat(1, DEFLECTION, 500);
    let worn = |magnitude, degree| {
        let mut body = mail();
        struck(&mut body, &Doing { magnitude, ..SWORD }, 10, degree);
        body.with_world(|world| view::armour(world, id(1)).deflection_permille)
    };
    assert_eq!(worn(4, Degree::CriticalSuccess), 400);
    assert_eq!((worn(3, Degree::CriticalSuccess), worn(4, Degree::Success)), (500, 500));
    let changes = hurt_by(&mail(), &Doing { magnitude: 4, ..SWORD }, EDGE, 10, Degree::CriticalSuccess);
    assert!(changes.iter().any(|change| matches!(change, Change::Fact { ticks: Ticks(6000), .. })));
}

#[test]
fn kinds_of_harm_meet_what_a_body_makes_of_them() {
    let taken = |stat: &str, permille, harm| {
        let mut body = scene(100).track(1, POINTS, 50).stat(1, StatId::of(stat), permille);
        let changes = hurt_by(&body, &SWORD, harm, 10, Degree::Success);
        body.take(&changes);
        50 - left(&body).0
    };
    assert_eq!(taken("tdgs/resists-edge", 500, EDGE), 8);
    assert_eq!(taken("tdgs/suffers-edge", 500, EDGE), 24);
    assert_eq!(taken("tdgs/drinks-edge", 1000, EDGE), -16);
    assert_eq!(taken("tdgs/resists-edge", 100_000, EDGE), 0);
    assert_eq!(taken("tdgs/resists-edge", 500, FIRE), 16);
    assert_eq!(taken("tdgs/resists-edge", 500, HarmId::NONE), 16, "what has no kind goes by all of it");
}

#[test]
fn the_charmed_do_not_harm_who_charms_them() {
    let charmed = scene(60).condition(0, CHARMED, id(1));
    assert_eq!(hurt_by(&charmed, &SWORD, EDGE, 10, Degree::Success), []);
    let elsewhere = scene(60).condition(0, CHARMED, id(0));
    assert_ne!(hurt_by(&elsewhere, &SWORD, EDGE, 10, Degree::Success), []);
}

#[test]
fn what_ails_a_body_goes_past_armour() {
    let mut body = scene(60).track(1, POOL, 50).stat(1, DEFLECTION, 750);
    let changes = answered(&body, |world, out| ail(world, id(1), id(0), (HarmId::NONE, 7), out));
    body.take(&changes);
    assert_eq!(left(&body).0, 53);
    let mut damp = scene(60).stat(1, StatId::of("tdgs/resists-fire"), 500);
    let changes = answered(&damp, |world, out| ail(world, id(1), id(0), (FIRE, 7), out));
    damp.take(&changes);
    assert_eq!(left(&damp).0, 57);
}

#[test]
fn birth_gives_five_for_each_point_of_constitution_whatever_the_level() {
    for level in [1, 50] {
        let scene = Scene::default().actors(1).stat(0, CONSTITUTION, 12).stat(0, StatId::of("core/level"), level);
        let changes = answered(&scene, |world, out| HitPoints.born(world, id(0), 9, out));
        assert!(changes.contains(&Change::Track { entity: id(0), track: POINTS, by: By::Set(60) }), "level {level}");
    }
}

#[test]
fn what_constitution_is_lost_takes_its_points_along() {
    let mut weakened = scene(60).stat(1, CONSTITUTION, 8);
    assert_eq!(struck(&mut weakened, &SWORD, 10, Degree::Success).0, 40 - 16);
}

#[test]
fn a_failure_that_a_ruleset_lets_glance_does_half() {
    let mut body = scene(60).param(ParamId::of("glancing_harm_permille"), 500);
    assert_eq!(struck(&mut body, &SWORD, 10, Degree::Failure).0, 52);
}
