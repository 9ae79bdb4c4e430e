//! Which stat stands against which, and what places and conditions are worth.

use super::*;
use crate::testing::{Scene, id};
use abi::{Cell, RSlice};

const BLOW: Doing = Doing {
    actor: id(0),
    action: abi::ActionId::NONE,
    kind: ActionKind::Attack,
    reach_feet: 5,
    is_answer: false,
    magnitude: 0,
};
const THROW: Doing = Doing { reach_feet: 30, ..BLOW };
const SPELL: Doing = Doing { kind: ActionKind::Spell, reach_feet: 40, ..BLOW };
const TALK: Doing = Doing { kind: ActionKind::Talk, reach_feet: 30, ..BLOW };

/// Everybody with stats of ten, side by side.
fn scene(count: usize) -> Scene {
    let rows = 0..u32::try_from(count).unwrap();
    let ten = [STRENGTH, DEXTERITY, REFLEX, CONSTITUTION, INTELLIGENCE, WISDOM, CHARISMA];
    let scene = rows
        .clone()
        .fold(Scene::default().actors(count), |scene, row| ten.into_iter().fold(scene, |scene, of| scene.stat(row, of, 10)));
    rows.fold(scene, |scene, row| scene.at(row, Cell::new(i32::try_from(row).unwrap() * 2, 0, 0)))
}

fn asked(scene: &Scene, doing: &Doing, kind: CheckId, asking: (i32, i32), draws: [u64; 3]) -> CheckAnswer {
    let opponent = if [CONCENTRATION, INTERRUPT].contains(&kind) { EntityId::NONE } else { id(1) };
    let (difficulty_points, bonus_points) = asking;
    let request = CheckRequest { kind, actor: id(0), opponent, difficulty_points, bonus_points };
    scene.with_world(|world| {
        let call = CheckCall {
            kind,
            skill_points: bonus_points,
            difficulty_points,
            is_exploit: false,
            draws: RSlice::from_slice(&draws),
            params: Params { ids: world.param_ids, values: world.params },
        };
        StatAgainstStat.resolve_in(world, &request, doing, &call)
    })
}

/// So many faces of twenty succeed.
fn check(scene: &Scene, doing: &Doing, kind: CheckId, faces: i32) {
    let told = asked(scene, doing, kind, (0, 0), [0; 3]).chance_permille;
    assert_eq!(told, faces * 50, "{kind:?} {doing:?}");
}

#[test]
fn blows_go_by_strength_what_flies_by_dexterity_spells_by_a_mind() {
    let even = scene(2);
    for doing in [BLOW, THROW, SPELL] {
        check(&even, &doing, ATTACK, 10);
    }
    check(&scene(2).stat(0, STRENGTH, 14), &BLOW, ATTACK, 14);
    check(&scene(2).stat(0, DEXTERITY, 14), &BLOW, ATTACK, 10);
    check(&scene(2).stat(0, DEXTERITY, 14), &THROW, ATTACK, 14);
    check(&scene(2).stat(0, INTELLIGENCE, 14), &SPELL, ATTACK, 14);
    check(&scene(2).stat(0, WISDOM, 14).stat(0, DIVINE, 1), &SPELL, ATTACK, 14);
    check(&scene(2).stat(1, REFLEX, 14), &BLOW, ATTACK, 6);
    check(&scene(2).stat(1, WISDOM, 14), &SPELL, ATTACK, 6);
}

#[test]
fn equipment_adds_to_the_roll_and_to_reflex() {
    check(&scene(2).stat(0, HIT_BONUS, 1), &BLOW, ATTACK, 11);
    check(&scene(2).stat(1, EVASION, 2), &BLOW, ATTACK, 8);
    check(&scene(2).stat(1, EVASION, -2), &BLOW, ATTACK, 12);
    check(&scene(2).stat(1, EVASION, 2), &SPELL, ATTACK, 10);
}

#[test]
fn who_cannot_answer_has_a_reflex_of_nothing() {
    // Conditions take far more from it than anybody has; evasion is no help then.
    check(&scene(2).stat(1, REFLEX, -990).stat(1, EVASION, 2), &BLOW, ATTACK, 19);
    check(&scene(2).stat(0, STRENGTH, 5).stat(1, REFLEX, -990), &BLOW, ATTACK, 15);
}

#[test]
fn what_comes_over_a_whole_body() {
    check(&scene(2).stat(0, INTELLIGENCE, 13), &SPELL, BLAST, 13);
    check(&scene(2).stat(0, CHARISMA, 13), &TALK, BLAST, 13);
    check(&scene(2).stat(0, STRENGTH, 13).stat(1, STRENGTH, 12), &BLOW, BLAST, 11);
    check(&scene(2).stat(0, WISDOM, 13), &BLOW, NOTICE, 13);
    check(&scene(2).stat(0, STRENGTH, 13), &BLOW, WREST, 13);
}

#[test]
fn concentration_goes_against_the_last_harm() {
    for (harm, faces) in [(5, 15), (10, 10), (15, 5), (20, 1)] {
        check(&scene(2).track(0, LAST_HARM, harm), &BLOW, CONCENTRATION, faces);
    }
}

#[test]
fn points_of_the_shared_scale_are_five_to_a_face() {
    let chance = |kind, asking| asked(&scene(2), &BLOW, kind, asking, [0; 3]).chance_permille;
    assert_eq!(chance(INTERRUPT, (15, 0)), 350, "a difficulty of fifteen is a stat of thirteen");
    assert_eq!(chance(ATTACK, (0, 10)), 600, "a bonus of ten is two faces");
    assert_eq!(chance(CheckId::of("somebody/else"), (10, 25)), 650);
}

#[test]
fn numbers_and_sides_help_a_blow_and_do_not_add_up() {
    let around = |cells: &[(i32, i32)]| {
        let scene = scene(2 + cells.len()).at(0, Cell::new(-2, 0, 0)).at(1, Cell::new(0, 0, 0));
        let places = (2..).zip(cells);
        places.fold(scene, |scene, (row, (x, y))| scene.at(row, Cell::new(*x, *y, 0)).side(row, 1))
    };
    check(&around(&[(0, 2)]), &BLOW, ATTACK, 10);
    check(&around(&[(2, 0)]), &BLOW, ATTACK, 12);
    check(&around(&[(2, 0), (0, 2)]), &BLOW, ATTACK, 14);
    check(&around(&[(2, 0), (0, 2), (0, -2), (2, 2)]), &BLOW, ATTACK, 16);
    check(&around(&[(30, 0), (0, 30), (0, -30)]), &BLOW, ATTACK, 10);
    let with_friends_of_the_target = around(&[(2, 0), (0, 2)]).side(2, 2).side(3, 2);
    check(&with_friends_of_the_target, &BLOW, ATTACK, 10);
}

#[test]
fn height_distance_and_cover_count() {
    check(&scene(2).at(0, Cell::new(0, 0, 3)), &BLOW, ATTACK, 12);
    check(&scene(2).at(0, Cell::new(0, 0, 3)).param(HEIGHT, 0), &BLOW, ATTACK, 10);
    check(&scene(2).at(1, Cell::new(16, 0, 0)), &THROW, ATTACK, 10);
    check(&scene(2).at(1, Cell::new(30, 0, 0)), &THROW, ATTACK, 8);
    let behind = |bodies: usize| {
        let scene = scene(2 + bodies).at(1, Cell::new(16, 0, 0));
        (2..).take(bodies).fold(scene, |scene, row| scene.at(row, Cell::new(3 * i32::try_from(row).unwrap(), 0, 0)))
    };
    check(&behind(1), &THROW, ATTACK, 8);
    check(&behind(2), &THROW, ATTACK, 6);
    check(&behind(2), &BLOW, ATTACK, 10);
}

#[test]
fn conditions_count_that_change_no_stat() {
    let with = |row, condition, source| scene(2).condition(row, condition, id(source));
    check(&with(0, FRIGHTENED, 1), &BLOW, ATTACK, 8);
    check(&with(0, FRIGHTENED, 1), &BLOW, WREST, 8);
    check(&with(0, FRIGHTENED, 1).state(1, ActorState::Dead), &BLOW, ATTACK, 10);
    check(&with(0, INVISIBLE, 0), &BLOW, ATTACK, 14);
    check(&with(1, INVISIBLE, 1), &BLOW, ATTACK, 6);
    check(&with(0, BLINDED, 1), &BLOW, ATTACK, 6);
    check(&with(1, PRONE, 0), &BLOW, ATTACK, 12);
    check(&with(1, PRONE, 0), &THROW, ATTACK, 8);
    check(&with(1, CHARMED, 0), &TALK, BLAST, 14);
}

#[test]
fn some_things_cannot_be_done_at_all() {
    let with = |row, condition, source| scene(2).condition(row, condition, id(source));
    for (scene, doing, kind) in [
        (with(0, CHARMED, 1), BLOW, ATTACK),
        (with(0, GRAPPLED, 0), BLOW, ATTACK),
        (with(0, BLINDED, 1), BLOW, NOTICE),
        (with(1, DEAFENED, 0), TALK, BLAST),
    ] {
        let best = asked(&scene, &doing, kind, (0, 0), [u64::MAX; 3]);
        assert_eq!((best.chance_permille, best.degree), (0, Degree::Failure), "{kind:?}");
    }
    check(&with(0, GRAPPLED, 1), &BLOW, ATTACK, 10);
}

#[test]
fn luck_is_the_actor_s_own() {
    check(&scene(2).stat(0, LUCK, 3).stat(0, STRENGTH, 0), &BLOW, ATTACK, 13);
    check(&scene(2).stat(0, LUCK, -3).stat(0, STRENGTH, 20), &BLOW, ATTACK, 8);
    check(&scene(2).stat(1, LUCK, 9), &BLOW, ATTACK, 10);
}

#[test]
fn whether_and_how_much_are_dice_of_their_own() {
    let at = |draws| asked(&scene(2), &BLOW, ATTACK, (0, 0), draws);
    let best = at([u64::MAX, 0, 0]);
    assert_eq!((best.degree, best.magnitude, best.roll_permille, best.margin_points), (Degree::CriticalSuccess, 1, 0, 9));
    assert_eq!((at([u64::MAX, u64::MAX, 0]).magnitude, at([0, u64::MAX, 0]).degree), (4, Degree::CriticalFailure));
    assert_eq!(StatAgainstStat.draws(ATTACK), 3);
}
