//! Every function that crosses the boundary is called in a real library: once for its answer, once for its panic.

use super::{
    loaded,
    views::{HERO, happening, situation, world},
};
use crate::support::library;
use abi::{
    ActorState, Arg, Args, CallError, Change, CheckCall, CheckId, CheckRequest, Degree, Doing, EffectCall, EntityId,
    GlanceCall, HarmId, HearingCall, Hurt, Intent, Lengths, LengthsCall, MapLevels, OpenCall, Out, Packet, Params, RSlice,
    RStr, ReadCall, ReadingChances, Scenes, SightCall, SpreadCall, StepCall, StimulusCall, Target, TellCall, Through, Ticks,
};
use dungeon_mind::modules::crumb::Spot;
use dungeon_mind::modules::{ROLE_NAMES, Registry, Roles};
use expect_test::expect;
use std::{fmt::Debug, sync::Arc, time::Instant};

/// The functions of this interface in this order, so that adding one without a case fails.
fn all_functions() -> impl Iterator<Item = &'static str> {
    abi::FUNCTIONS.iter().flat_map(|interface| interface.iter().copied())
}

fn effect_call(items: &[Arg]) -> EffectCall<'_> {
    EffectCall {
        actor: HERO,
        target: Target::Itself,
        args: Args { items: RSlice::from_slice(items) },
        seed: 5,
        ..EffectCall::default()
    }
}

/// A registry with one module, and that module as the holder of every role.
fn holding(name: &str) -> (Registry, Roles) {
    let registry = loaded(&[library(name)]);
    let names = ROLE_NAMES.iter().map(|role| (Arc::from(*role), Arc::from(name))).collect();
    let roles = registry.roles(&names).unwrap();
    (registry, roles)
}

pub type Answered = Result<String, CallError>;

fn said<T: Debug>(answer: Result<T, CallError>) -> Answered {
    answer.map(|answer| format!("{answer:?}"))
}

/// What a call that answers with changes pushed.
fn pushed(call: impl FnOnce(&mut Out) -> Result<(), CallError>) -> Answered {
    let mut out = Out::default();
    call(&mut out)?;
    let mut changes = Vec::new();
    out.drain_changes(&mut changes);
    let texts: Vec<String> = changes.iter().map(|change| format!("{change:?}")).collect();
    Ok(texts.join(" "))
}

/// Calls one function of the interface by its name.
pub fn call(registry: &Registry, roles: &Roles, function: &str) -> Answered {
    match function.split_once("::").unwrap().0 {
        "Effect" | "Mind" | "Truth" | "Selector" | "Guard" => call_word(registry, function),
        "Narration" | "FrontEnd" => call_face(registry, roles, function),
        _ => call_role(roles, function),
    }
}

fn call_word(registry: &Registry, function: &str) -> Answered {
    let items = [Arg::Number(1)];
    let args = Args { items: RSlice::from_slice(&items) };
    match function {
        "Effect::run" => pushed(|out| registry.effects[0].call(|word| word.run(&world(), &effect_call(&items), out))),
        "Mind::holds" => said(registry.minds[0].call(|word| word.holds(&situation(), &args))),
        "Truth::holds" => said(registry.truths[0].call(|word| word.holds(&world(), HERO, &args))),
        "Selector::select" => said(registry.selectors[0].call(|word| word.select(&situation(), &args))),
        "Guard::refuses" => {
            said(registry.guards[0].call(|word| word.refuses(&situation(), &Intent { ticks: 9, ..Intent::default() })))
        }
        _ => panic!("`{function}` crosses the boundary and has no case in this test"),
    }
}

fn call_role(roles: &Roles, function: &str) -> Answered {
    let spot = Spot::function(function);
    let params = Params::default();
    let given = Lengths { prep: Ticks(24), exec: Ticks(20), recover: Ticks(30) };
    let packet = Packet { harm: HarmId::of("everything/harm"), points: 7 };
    let hurt = Hurt { target: HERO, by: HERO, packet, degree: Degree::Success, is_exploit: false };
    let check = CheckCall {
        kind: CheckId::of("core/attack"),
        skill_points: 30,
        difficulty_points: 20,
        is_exploit: true,
        draws: RSlice::EMPTY,
        params,
    };
    let lengths = LengthsCall {
        given,
        ground_prep: Ticks(0),
        ground_recover: Ticks(0),
        dear_permille: 0,
        initiative: 0,
        seed: 0,
        params,
    };
    let request = CheckRequest { kind: check.kind, actor: HERO, opponent: HERO, difficulty_points: 20, bonus_points: 0 };
    let doing = Doing { actor: HERO, ..Doing::default() };
    let step = StepCall { actor: HERO, axes: 2, departure: Ticks(5), arrival: Ticks(8), params };
    let sight = SightCall { observer: HERO, subject: HERO, distance_feet: 30, has_line: true, is_hidden: false };
    let hearing = HearingCall { observer: HERO, distance_feet: 30, rung: 4 };
    let read = ReadCall { lore_points: 2, difficulty_points: 1, ..ReadCall::default() };
    match function {
        "Resolution::draws" => said(roles.resolution.call(spot, |role| role.draws(check.kind))),
        "Resolution::resolve" => said(roles.resolution.call(spot, |role| role.resolve(&check)).map(|answer| answer.degree)),
        "Resolution::resolve_in" => {
            let answer = roles.resolution.call(spot, |role| role.resolve_in(&world(), &request, &doing, &check));
            said(answer.map(|answer| answer.degree))
        }
        "Harm::hurt" => pushed(|out| roles.harm.call(spot, |role| role.hurt(&world(), &hurt, 1, out))),
        "Harm::mend" => pushed(|out| roles.harm.call(spot, |role| role.mend(&world(), HERO, 3, out))),
        "Harm::born" => pushed(|out| roles.harm.call(spot, |role| role.born(&world(), HERO, 1, out))),
        "Harm::hurt_in" => pushed(|out| roles.harm.call(spot, |role| role.hurt_in(&world(), &hurt, &doing, 1, out))),
        "Tempo::initiative" => said(roles.tempo.call(spot, |role| role.initiative(&world(), HERO, true, 1))),
        "Tempo::lengths" => said(roles.tempo.call(spot, |role| role.lengths(&lengths))),
        "Tempo::lengths_in" => said(roles.tempo.call(spot, |role| role.lengths_in(&world(), &doing, &lengths))),
        "Movement::step" => said(roles.movement.call(spot, |role| role.step(&world(), &step))),
        "Movement::can_step" => said(roles.movement.call(spot, |role| role.can_step(&world(), HERO))),
        "Movement::step_through" => {
            let through = Through { opposing: Ticks(7), rise_feet: -1 };
            said(roles.movement.call(spot, |role| role.step_through(&world(), &step, &through)))
        }
        "Movement::footing" => said(roles.movement.call(spot, |role| role.footing(&world(), HERO))),
        "Senses::sees" => said(roles.senses.call(spot, |role| role.sees(&world(), &sight))),
        "Senses::hears" => said(roles.senses.call(spot, |role| role.hears(&world(), &hearing))),
        "Senses::sight_feet" => said(roles.senses.call(spot, |role| role.sight_feet(&params))),
        "Senses::sees_by" => {
            let glance = GlanceCall { sight, light: 3, dark_rungs: 0 };
            said(roles.senses.call(spot, |role| role.sees_by(&world(), &glance)))
        }
        "Senses::spreads" => {
            let spread = SpreadCall { rung: 4, feet: 40, distance_feet: 30, ..SpreadCall::default() };
            said(roles.senses.call(spot, |role| role.spreads(&params, &spread)))
        }
        "Senses::senses" => {
            let stimulus = StimulusCall { observer: HERO, rung: 4, mask_rung: 3, gives: 1, ..StimulusCall::default() };
            said(roles.senses.call(spot, |role| role.senses(&world(), &stimulus)))
        }
        "Readability::read" => said(roles.readability.call(spot, |role| role.read(&read))),
        "Readability::read_in" => {
            let chances = ReadingChances { rows: RSlice::EMPTY };
            said(roles.readability.call(spot, |role| role.read_in(&read, &chances)))
        }
        "Regards::toward" => said(roles.attitude.call(spot, |role| role.toward(&world(), HERO, EntityId::NONE))),
        "Regards::is_standing" => said(roles.attitude.call(spot, |role| role.is_standing(ActorState::Stunned))),
        _ => panic!("`{function}` crosses the boundary and has no case in this test"),
    }
}

fn call_face(registry: &Registry, roles: &Roles, function: &str) -> Answered {
    let front_end = registry.front_ends().next().and_then(|name| registry.front_end(name)).unwrap();
    let spot = Spot::function(function);
    let narration = roles.narration;
    let happenings = [happening()];
    let tell = TellCall { happenings: RSlice::from_slice(&happenings), most_lines: 3, most_words: 16, seed: 1 };
    let scenes = Scenes { seats: RSlice::EMPTY };
    match function {
        "Narration::tell" => said(
            narration
                .call(spot, |role| role.tell(&tell))
                .map(|told| told.iter().map(|told| told.text.clone()).collect::<Vec<_>>()),
        ),
        "Narration::line" => said(narration.call(spot, |role| role.line(&happening(), 1)).map(|told| told.text)),
        "FrontEnd::open" => {
            said(front_end.call(spot, |role| role.open(&OpenCall { keymap: RStr::from_str(""), has_colour: false })))
        }
        "FrontEnd::show" => said(front_end.call(spot, |role| role.show(&scenes))),
        "FrontEnd::ask" => said(front_end.call(spot, |role| role.ask(&scenes, 10))),
        "FrontEnd::levels" => {
            let levels = MapLevels { seat: 0, serial: 1, cells: RSlice::EMPTY, bodies: RSlice::EMPTY };
            said(front_end.call(spot, |role| role.levels(&levels)))
        }
        "FrontEnd::close" => said(front_end.call(spot, |role| role.close())),
        _ => panic!("`{function}` crosses the boundary and has no case in this test"),
    }
}

#[test]
fn every_function_gives_its_answer() {
    let (registry, roles) = holding("everything");
    let answers: String =
        all_functions().map(|name| format!("{name}: {}\n", call(&registry, &roles, name).unwrap())).collect();
    expect![[r#"
        Effect::run: Track { entity: EntityId { index: 3, generation: 1 }, track: TrackId(6988362165227900148), by: Add(1) }
        Mind::holds: true
        Truth::holds: true
        Selector::select: Actor(EntityId { index: 3, generation: 1 })
        Guard::refuses: PhraseId(15732223293880594288)
        Resolution::draws: 2
        Resolution::resolve: Success
        Resolution::resolve_in: Success
        Harm::hurt: Track { entity: EntityId { index: 3, generation: 1 }, track: TrackId(6988362165227900148), by: Add(-7) }
        Harm::mend: Track { entity: EntityId { index: 3, generation: 1 }, track: TrackId(6988362165227900148), by: Add(3) }
        Harm::born: Track { entity: EntityId { index: 3, generation: 1 }, track: TrackId(6988362165227900148), by: Add(100) }
        Harm::hurt_in: Track { entity: EntityId { index: 3, generation: 1 }, track: TrackId(6988362165227900148), by: Add(-7) }
        Tempo::initiative: 20
        Tempo::lengths: Lengths { prep: Ticks(24), exec: Ticks(20), recover: Ticks(30) }
        Tempo::lengths_in: Lengths { prep: Ticks(24), exec: Ticks(20), recover: Ticks(30) }
        Movement::step: Lengths { prep: Ticks(5), exec: Ticks(2), recover: Ticks(8) }
        Movement::can_step: true
        Movement::step_through: Lengths { prep: Ticks(5), exec: Ticks(2), recover: Ticks(8) }
        Movement::footing: Footing { swims: true, climbs: false, flies: false }
        Senses::sees: true
        Senses::hears: 1
        Senses::sight_feet: 60
        Senses::sees_by: true
        Senses::spreads: 4
        Senses::senses: Percept { rung: 4, awareness: 1 }
        Readability::read: Exact
        Readability::read_in: Exact
        Regards::toward: Hostile
        Regards::is_standing: true
        Narration::tell: ["the goblin moves."]
        Narration::line: "the goblin moves."
        FrontEnd::open: "colour is all it can draw"
        FrontEnd::show: ()
        FrontEnd::ask: Asked { seat: 0, reply: Quit }
        FrontEnd::close: ()
        FrontEnd::levels: ()
    "#]]
    .assert_eq(&answers);
}

#[test]
fn a_panic_in_any_function_is_a_fault_that_says_where() {
    let (registry, roles) = holding("misbehaving");
    for name in all_functions() {
        let error = call(&registry, &roles, name).expect_err(name);
        assert_eq!(error, CallError::Panicked, "{name}");
        let fault = registry.fault(0, name, error);
        assert_eq!((&*fault.module, &*fault.word), ("misbehaving", name));
        assert!(fault.reason.contains(".rs:") && fault.reason.ends_with(&format!(": {name}")), "{}", fault.reason);
    }
}

#[test]
fn a_panic_with_anything_in_it_is_a_fault() {
    let (registry, _) = holding("misbehaving");
    let mut reasons = String::new();
    for how in 0..=4 {
        let mut out = Out::default();
        let items = [Arg::Number(how)];
        let error = registry.effects[0].handle.run(&world(), &effect_call(&items), &mut out).unwrap_err();
        let reason = registry.fault(0, "misbehave", error).reason;
        let (_, words) = reason.split_once(".rs:").unwrap();
        reasons += &format!("{}\n", words.split_once(": ").unwrap().1);
        // What it pushed before it failed is there, for the host to drop.
        let mut changes = Vec::new();
        out.drain_changes(&mut changes);
        assert_eq!(changes.is_empty(), how != 4);
    }
    expect![[r#"
        Effect::run at 1 words
        Effect::run
        a panic without words
        a panic without words
        Effect::run after a change
    "#]]
    .assert_eq(&reasons);
    let again = registry.fault(0, "misbehave", CallError::Panicked).reason;
    expect!["it left no word of why"].assert_eq(&again);
}

#[test]
fn panics_of_two_threads_do_not_mix() {
    let (registry, _) = holding("misbehaving");
    let fault_of = |count: usize| {
        let items = vec![Arg::Number(0); count];
        let answer = registry.effects[0].handle.run(&world(), &effect_call(&items), &mut Out::default());
        registry.fault(0, "misbehave", answer.unwrap_err()).reason
    };
    std::thread::scope(|scope| {
        for thread in 1..=4 {
            scope.spawn(move || {
                for _ in 0..50 {
                    let reason = fault_of(thread);
                    assert!(reason.ends_with(&format!("Effect::run at {thread} words")), "{reason}");
                }
            });
        }
    });
}

#[test]
fn a_call_through_a_handle_costs_nanoseconds() {
    const CALLS: u32 = 200_000;
    let (registry, _) = holding("everything");
    let (effect, mind) = (registry.effects[0].handle, registry.minds[0].handle);
    let (world, situation, items) = (world(), situation(), [Arg::Number(1)]);
    let args = Args { items: RSlice::from_slice(&items) };
    let call = effect_call(&items);
    let (mut out, mut changes) = (Out::default(), Vec::<Change>::new());
    let (mut applied, mut held) = (0, 0);
    let began = Instant::now();
    for _ in 0..CALLS {
        effect.run(&world, &call, &mut out).unwrap();
        out.drain_changes(&mut changes);
        applied += changes.len();
        changes.clear();
    }
    let effect_nanos = began.elapsed().as_nanos() / u128::from(CALLS);
    let began = Instant::now();
    for _ in 0..CALLS {
        held += u32::from(mind.holds(&situation, &args).unwrap());
    }
    let mind_nanos = began.elapsed().as_nanos() / u128::from(CALLS);
    println!("{effect_nanos} ns for an effect call with one change, {mind_nanos} ns for a predicate");
    assert_eq!((applied, held), (CALLS as usize, CALLS));
    // A generous bound, for busy machines and unoptimised builds: a call that allocated or locked would break it.
    assert!(effect_nanos < 2_000 && mind_nanos < 2_000, "{effect_nanos} ns, {mind_nanos} ns");
}
