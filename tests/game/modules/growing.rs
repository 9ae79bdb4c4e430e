//! The interface grows at its end: older and newer modules go on working, and what is laid out otherwise is refused.

use super::{
    loaded, refused, told,
    views::{HERO, world},
};
use crate::support::{library, library_against};
use abi::{CallError, Change, EffectCall, Lengths, Out, Params, StepCall, Ticks};
use dungeon_mind::modules::ROLE_NAMES;
use expect_test::expect;
use std::sync::Arc;

const UNDO: &str = "
        fn run(world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) -> ();
        /// Takes it back.
        fn undo(world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) -> ();";
const RUN: &str = "
        fn run(world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) -> ();";
const FOOTING: &str = "
        /// By what somebody is held up where it has no floor; asked only where there is deep water or something to climb, and
        /// of kinds with wings. The same call in the same world gives the same answer.
        fn footing(world: &World<'_>, actor: EntityId) -> Footing = afoot;";

#[test]
fn a_newer_module_works_in_this_game() {
    let next = format!("version = \"{}\"", next_patch());
    let this = format!("version = \"{}\"", abi::ABI_VERSION);
    let file = library_against("newer", "newer", &[("Cargo.toml", &this, &next), ("src/words.rs", RUN, UNDO)]);
    let registry = loaded(&[file]);
    assert_eq!(registry.modules[0].abi, next_patch());
    let call = EffectCall { actor: HERO, ..EffectCall::default() };
    let (mut out, mut changes) = (Out::default(), Vec::new());
    registry.effects[0].handle.run(&world(), &call, &mut out).unwrap();
    out.drain_changes(&mut changes);
    assert_eq!(changes, [Change::Remove(HERO)]);
}

fn next_patch() -> String {
    let (minor, patch) = abi::ABI_VERSION.rsplit_once('.').unwrap();
    format!("{minor}.{}", patch.parse::<u32>().unwrap() + 1)
}

#[test]
fn an_older_module_works_and_what_it_lacks_is_a_fault() {
    let file = library_against("older", "older", &[("src/roles.rs", FOOTING, "")]);
    let registry = loaded(&[library("everything"), file]);
    assert_eq!(registry.roles_of(1), ["movement older"]);
    let holder = |role| if role == "movement" { "older" } else { "everything" };
    let names = ROLE_NAMES.iter().map(|role| (Arc::from(*role), Arc::from(holder(*role)))).collect();
    let movement = registry.roles(&names).unwrap().movement;
    assert_eq!(movement.module, 1);
    let movement = movement.handle;
    let call = StepCall { actor: HERO, axes: 1, departure: Ticks(4), arrival: Ticks(6), params: Params::default() };
    let expected = Lengths { prep: Ticks(4), exec: Ticks(1), recover: Ticks(6) };
    assert_eq!(movement.step(&world(), &call), Ok(expected));
    assert_eq!(movement.can_step(&world(), HERO), Ok(true));
    let error = movement.footing(&world(), HERO).unwrap_err();
    assert_eq!(error, CallError::Missing);
    expect!["`movement` of the module `older` failed: it was built before this function existed"]
        .assert_eq(&registry.fault(1, "movement", error).to_string());
}

/// A span of the clock becomes twice as wide, and nothing says so.
const WIDER: [(&str, &str, &str); 3] = [
    ("src/units.rs", "pub struct Ticks(pub u32);", "pub struct Ticks(pub u64);"),
    (
        "src/units.rs",
        "Ticks(u32::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(u32::MAX))",
        "Ticks(self.0.saturating_sub(earlier.0))",
    ),
    ("src/units.rs", "Tick(self.0 + u64::from(span.0))", "Tick(self.0 + span.0)"),
];

#[test]
fn a_changed_layout_under_the_same_version_is_refused_in_a_line() {
    let text = told(&refused(&[library_against("changed", "changed", &WIDER)]));
    assert!(text.len() < 900, "{text}");
    expect![[r#"
        libchanged.so: it claims a version of the interface that fits, but its data are laid out otherwise: at `module.register.effects.run.param_3.changes.ticks` (type `u64`) the type u64 was found, u32 expected; at `module.register.effects.run.param_3.changes.ticks` (type `Ticks`) a size in bytes of 8 was found, 4 expected, an alignment of 8 was found, 4 expected; at `module.register.minds.holds.param_1.subjects.reading` (type `Reading`) a size in bytes of 48 was found, 32 expected; and 8 more that come of it; build it again against this game's `dungeon-mind-abi`
    "#]].assert_eq(&text);
}

#[test]
fn a_changed_layout_in_an_older_module_is_told_the_right_way_round() {
    let edits: Vec<_> = WIDER.into_iter().chain([("src/roles.rs", FOOTING, "")]).collect();
    let text = told(&refused(&[library_against("changed", "changed-older", &edits)]));
    assert!(text.contains("the type u64 was found, u32 expected"), "{text}");
}
