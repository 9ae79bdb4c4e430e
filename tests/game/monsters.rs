//! What monsters are held to: no stat that makes up for a mind, and a mind that is worth more than one.
//!
//! Owns the bounds; the bodies that are met stand in the packs, and `monsters/bodies.rs` changes them. It must never bend a
//! number of content to fit: where a bound fails, content has changed. Run by `cargo test`.

mod bodies;
mod degenerate;
mod endings;
mod played;
mod starvation;

use crate::stories::game;
use dungeon_mind::clock::{Setup, Visits};
use dungeon_mind::content::Overrides;
use dungeon_mind::content::tables::{Does, Kind};
use dungeon_mind::lab;
use rayon::prelude::*;

/// A fight made ready.
fn setup(name: &str, text: &str) -> Setup {
    game().fight_from_text(text, name, 0, &Overrides::default()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// How a fight ends with one seed: which side is left, or `time`.
fn outcome(setup: &Setup, seed: u64) -> String {
    let ended = lab::fight::run(&Setup { seed, ..setup.clone() }, Visits::Due);
    assert_eq!(ended.faults, [], "seed {seed}");
    ended.ended.outcome.to_string()
}

/// All kinds of a pack that act by a profile of their own.
fn kinds_of(pack: &str) -> Vec<&'static Kind> {
    let content = &game().content;
    let is_own = |kind: &&Kind| kind.name.split_once('/').is_some_and(|(of, _)| of == pack);
    content.kinds.iter().filter(is_own).filter(|kind| kind.profile.is_some()).collect()
}

/// How often a chief's body is met, with the seeds from 0.
const BODY_SEEDS: u64 = 60;

/// How many of a thousand fights a fighter loses to one body that goes by this profile.
fn lost_to(profile: &str) -> u64 {
    let known = bodies::variant("goblins/chief", "test/goblin", 100, &[]);
    // The body of a chief with the hands of both: what it does is up to the profile.
    let body = known.replacen(
        "actions: [",
        r#"tracks: {"goblins/rocks": 2}, actions: ["goblins/stab", "goblins/throw-rock", "goblins/taunt", "goblins/dodge-back",
            "goblins/call-out", "goblins/flee", "goblins/slip-away", "goblins/yield", "goblins/lose-nerve", "goblins/snarl", "#,
        1,
    );
    let rows = vec![format!("\"{}\"", ".".repeat(60)); 24].join(", ");
    let text = format!(
        r#"Fight(rules: "core/dungeon-mind", map: (legend: {{'.': "core/stone"}}, slices: [[{rows}]]), actors: [
            (id: "hero", kind: "fighter/fighter", side: "party", at: (20, 12, 0), control: Profile("fighter/steady")),
            (id: "gob", kind: "test/goblin", side: "goblins", at: (40, 12, 0), control: Profile("{profile}"))],
            stop: OneSideLeft, max_ticks: 20000, kinds: [{body}])"#
    );
    let setup = setup(profile, &text);
    let lost = (0..BODY_SEEDS).into_par_iter().filter(|seed| outcome(&setup, *seed) == "goblins").count();
    u64::try_from(lost).unwrap() * 1000 / BODY_SEEDS
}

#[test]
fn one_body_is_a_worse_foe_with_a_better_mind() {
    let (sneak, chief) = (lost_to("goblins/sneak"), lost_to("goblins/chief"));
    assert!(chief >= sneak + 150, "a fighter loses {sneak} of a thousand to a sneak's profile, {chief} to a chief's");
}

/// What is body and not skill: how large, strong, heavy and lasting somebody is.
const BODY: [&str; 4] = ["core/strength", "core/burden", "core/poise", "core/avoidance"];

#[test]
fn nothing_in_the_deep_is_better_than_a_fighter_but_in_its_body() {
    let content = &game().content;
    let body = BODY.map(abi::StatId::of);
    let mut above = Vec::new();
    for kind in kinds_of("deep") {
        for (stat, value) in kind.stats.iter().filter(|(stat, _)| !body.contains(stat)) {
            let most = kinds_of("fighter").iter().filter_map(|fighter| fighter.stats.get(stat).copied()).max();
            if most.is_none_or(|most| *value > most) {
                above.push(format!("{}: {} {value} above {most:?}", kind.name, content.name(stat.0)));
            }
        }
    }
    assert!(above.is_empty(), "{}", above.join("\n"));
}

#[test]
fn who_lives_in_the_deep_has_a_profile_of_many_ranks_and_answers() {
    let content = &game().content;
    for kind in kinds_of("deep") {
        let ranks = &content.profiles[kind.profile.unwrap().index()].ranks;
        let answers = ranks.iter().filter(|rank| rank.does == Does::React).count();
        assert!(answers >= 1 && ranks.len() >= 9, "{}: {} ranks, {answers} of them answers", kind.name, ranks.len());
        assert!(kind.danger_points > 0, "{}", kind.name);
    }
    let duelist = kinds_of("deep").into_iter().find(|kind| &*kind.name == "deep/duelist").unwrap();
    let ranks = content.profiles[duelist.profile.unwrap().index()].ranks.iter();
    let acts = ranks.filter(|rank| rank.does == Does::Act).flat_map(|rank| &rank.choices);
    let attacks = acts.filter(|(_, ix)| content.actions[ix.index()].kind == abi::ActionKind::Attack);
    assert_eq!(attacks.count(), 0, "a duelist that only answers begins no blow of its own");
}
