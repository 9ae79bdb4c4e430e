//! Tests of the shipped words: every text of `content/narration`, filled as it will be, holds doctrine F2, F5, F6, F7, F13.
//!
//! Test code only. It reads the RON by its literals alone, since a module never reads files; the content check parses it.

use crate::{
    rules,
    wording::{Slot, Slots, testing::blank, words_of},
};
use abi::{EventId, Happening, RSlice, RStr, TellCall};
use std::collections::{BTreeMap, BTreeSet};

macro_rules! texts {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../content/narration/texts/", $name, ".ron")))),*]
    };
}
macro_rules! ladders {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../content/narration/ladders/", $name, ".ron")))),*]
    };
}

const TEXTS: &[(&str, &str)] = texts![
    "absence",
    "blocked",
    "blow",
    "blow-fall",
    "blow-guarded",
    "blow-guarded-off",
    "blow-miss",
    "blow-turned",
    "blow-wounding",
    "cancelled",
    "cancelled-answer",
    "cancelled-guard",
    "cancelled-held",
    "cancelled-own",
    "check",
    "condition",
    "condition-ended",
    "died",
    "down",
    "encounter-began",
    "encounter-ended",
    "entering",
    "entering-farther",
    "entering-footing",
    "entering-nearer",
    "exec-began",
    "exec-began-attack",
    "exec-began-cancel",
    "exec-began-feint",
    "exec-began-guard",
    "exec-began-item",
    "exec-began-movement",
    "exec-began-recall",
    "exec-began-spell",
    "exec-began-talk",
    "exec-began-wait",
    "fell",
    "finished",
    "fled",
    "flinch",
    "interrupted",
    "landed",
    "learned",
    "leaving",
    "light",
    "light-lost",
    "lost",
    "missed",
    "missed-committed",
    "missed-gone",
    "missed-line",
    "missed-reach",
    "missed-unread",
    "missed-withstood",
    "mitigated",
    "noise",
    "noticed",
    "paused",
    "prep-began",
    "prep-began-attack",
    "prep-began-cancel",
    "prep-began-feint",
    "prep-began-guard",
    "prep-began-item",
    "prep-began-movement",
    "prep-began-recall",
    "prep-began-spell",
    "prep-began-talk",
    "prep-began-wait",
    "recover-began",
    "recover-began-attack",
    "recover-began-movement",
    "recover-began-spell",
    "resumed",
    "said",
    "smell",
    "stage",
    "stage-exposed",
    "stage-fresh",
    "stage-guard-failing",
    "stage-winded",
    "stage-working",
    "stage-wounded",
    "superseded",
    "up",
    "wound",
    "yielded",
];

const LADDERS: &[(&str, &str)] = ladders![
    "alertness",
    "amount",
    "awareness",
    "blow",
    "footing",
    "frequency",
    "height",
    "hurt",
    "imminence",
    "in-time",
    "light",
    "load",
    "loudness",
    "nearness",
    "pace",
    "scent",
    "stage",
    "sureness",
    "sway",
    "threat",
];

/// Told at nearly every decision: for whatever is known, there are four wordings (doctrine F6).
const COMMON: &[&str] = &[
    "blow",
    "blow-guarded",
    "blow-guarded-off",
    "blow-miss",
    "blow-turned",
    "blow-wounding",
    "wound",
    "missed",
    "missed-reach",
    "cancelled",
    "interrupted",
    "flinch",
    "prep-began",
    "prep-began-attack",
    "prep-began-spell",
    "prep-began-guard",
    "exec-began",
    "exec-began-attack",
    "exec-began-spell",
    "exec-began-guard",
    "recover-began",
    "recover-began-attack",
    "recover-began-spell",
    "finished",
    "paused",
    "resumed",
    "mitigated",
    "entering",
    "entering-nearer",
    "entering-farther",
    "stage",
    "noticed",
    "lost",
    "died",
    "noise",
    "blocked",
];

/// The ladders whose rungs an event is ranked on, by its text; those not named need no rung, and may have one.
fn ranked_on(text: &str) -> Option<&'static str> {
    Some(match text {
        "blow" | "blow-guarded" | "blow-guarded-off" | "blow-miss" | "blow-turned" | "blow-wounding" | "blow-fall" => "blow",
        "wound" => "hurt",
        "check" => "sway",
        "noise" => "loudness",
        "light" | "light-lost" => "light",
        "smell" => "scent",
        "entering" | "entering-nearer" | "entering-farther" => "nearness",
        "entering-footing" => "footing",
        _ if text.starts_with("stage") => "stage",
        _ => return None,
    })
}

/// What may stand at the end of a line that has no place for a marker.
const APPENDED: [&str; 2] = ["imminence", "alertness"];

/// The texts of events that may come with a rung or without.
const MAY_RANK: [&str; 4] = ["prep-began", "exec-began", "noticed", "learned"];

/// The literals in a file of RON that follow `before`.
fn literals<'a>(source: &'a str, before: &str) -> Vec<&'a str> {
    source.split(before).skip(1).filter_map(|after| after.split('"').next()).collect()
}

fn wordings(source: &'static str) -> Vec<RStr<'static>> {
    let (_, list) = source.split_once("wordings: [").expect("a text has wordings");
    literals(list, "        \"").into_iter().map(RStr::from).collect()
}

/// Every marker: its words, its ladder and the id of its rung.
fn markers() -> Vec<(&'static str, &'static str, &'static str)> {
    let of = |(ladder, source): &(&'static str, &'static str)| {
        let rungs = literals(source, "(id: \"").into_iter().zip(literals(source, "marker: \""));
        rungs.map(|(rung, marker)| (marker, *ladder, rung)).collect::<Vec<_>>()
    };
    LADDERS.iter().flat_map(of).collect()
}

/// The words of a line, without its stops, in lower case, each between blanks.
fn tokens(line: &str) -> String {
    let kept: String =
        line.to_lowercase().chars().map(|c| if matches!(c, '.' | ',' | ':' | ';' | '!' | '?') { ' ' } else { c }).collect();
    format!(" {} ", kept.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// What a reader who knows the ladders alone finds in a line (doctrine F7).
fn recovered(line: &str) -> Vec<&'static str> {
    let line = tokens(line);
    markers().into_iter().map(|(marker, ..)| marker).filter(|marker| line.contains(&format!(" {marker} "))).collect()
}

/// Every way in which an event may be known: what of `by`, `action`, `how` is filled, and from whose eyes it is seen.
fn cases(name: &str, wordings: &'static [RStr<'static>]) -> Vec<Happening<'static>> {
    let told = |slot| wordings.iter().any(|wording| Slots::of(wording).has(slot));
    let mut out = Vec::new();
    for bits in 0..8_u8 {
        let (by, action, how) = (bits & 1 != 0, bits & 2 != 0, bits & 4 != 0);
        if (by && !told(Slot::By)) || (action && !told(Slot::Action)) || (how && !told(Slot::How)) {
            continue;
        }
        let means = if name == "blow-turned" { "by turning the blade" } else { "a cut across the brow" };
        let base = Happening {
            event: EventId::of(name),
            action: if action { "a bolt of frost" } else { "" }.into(),
            how: if how { means } else { "" }.into(),
            wordings: RSlice::from_slice(wordings),
            ..blank()
        };
        let (you, it, other) = ("you", "the goblin sneak", if by { "something unseen" } else { "" });
        out.push(Happening { about: you.into(), is_about_you: true, by: other.into(), ..base });
        out.push(Happening { about: it.into(), by: other.into(), ..base });
        if by {
            out.push(Happening { about: it.into(), by: you.into(), is_by_you: true, ..base });
        }
    }
    out
}

/// The rungs on which a text may have to be told; an empty one where it may go without.
fn rungs(name: &str) -> Vec<&'static str> {
    let all = markers();
    let on = |ladder: &str| all.iter().filter(|(_, its, _)| *its == ladder).map(|(marker, ..)| *marker).collect::<Vec<_>>();
    let of_rung = |rung: &str| {
        all.iter().filter(|(_, ladder, id)| *ladder == "stage" && *id == rung).map(|(marker, ..)| *marker).collect()
    };
    match (name, name.strip_prefix("stage-")) {
        ("blow-miss" | "blow-guarded-off", _) => vec!["wide"],
        ("blow" | "blow-guarded" | "blow-turned" | "blow-wounding" | "blow-fall", _) => {
            on("blow").into_iter().filter(|marker| *marker != "wide").collect()
        }
        (_, Some(rung)) => of_rung(rung),
        _ => match ranked_on(name) {
            Some(ladder) => on(ladder),
            None if MAY_RANK.iter().any(|start| name.starts_with(start)) => {
                [""].into_iter().chain(APPENDED.into_iter().flat_map(on)).collect()
            }
            None => vec![""],
        },
    }
}

/// Runs every shipped text through everything that may be known about it, and each wording that may then be told.
fn each_line(mut check: impl FnMut(&str, &Happening<'_>, &BTreeSet<String>)) {
    for (name, source) in TEXTS {
        let wordings: &'static [RStr<'static>] = Vec::leak(wordings(source));
        for case in cases(name, wordings) {
            for marker in rungs(name) {
                let case = Happening { marker: marker.into(), ..case };
                let lines = (0..40).map(|seed| rules::line(&case, seed).text.into_string()).collect();
                check(name, &case, &lines);
            }
        }
    }
}

#[test]
fn doctrine_f4_a_marker_belongs_to_one_rung_and_is_part_of_no_other() {
    let all = markers();
    assert!(all.len() > 70, "{}", all.len());
    let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
    for (marker, ladder, _) in &all {
        assert_eq!(seen.insert(marker, ladder), None, "{marker} stands twice");
        let longer = all.iter().find(|(other, ..)| other != marker && other.contains(marker));
        assert_eq!(longer, None, "{marker} of {ladder} is part of another marker");
    }
}

#[test]
fn doctrine_f4_meanings_use_no_marker_but_their_own() {
    for (ladder, source) in LADDERS {
        let own = literals(source, "marker: \"");
        let rungs = literals(source, "meaning: \"").into_iter().zip(&own);
        for (meaning, marker) in rungs
            .map(|(meaning, own)| (meaning, Some(*own)))
            .chain(literals(source, "about: \"").into_iter().map(|about| (about, None)))
        {
            let foreign: Vec<_> = recovered(meaning).into_iter().filter(|found| Some(*found) != marker).collect();
            assert!(foreign.is_empty(), "{ladder}: {meaning:?} has {foreign:?}");
        }
    }
}

#[test]
fn doctrine_f5_f7_each_line_carries_the_marker_of_its_rung_and_no_other() {
    each_line(|name, case, lines| {
        let expected: Vec<&str> = [case.marker.as_str()].into_iter().filter(|marker| !marker.is_empty()).collect();
        for line in lines {
            assert_eq!(recovered(line), expected, "{name}: {line}");
        }
    });
}

#[test]
fn doctrine_f6_there_are_at_least_four_wordings_for_each_common_event() {
    each_line(|name, case, lines| {
        let least = if COMMON.contains(&name) { 4 } else { 2 };
        let known = (case.by, case.action, case.how, case.marker);
        assert!(lines.len() >= least, "{name}: {} of {least} for {known:?}: {lines:#?}", lines.len());
    });
    for (name, source) in TEXTS {
        assert!(wordings(source).len() >= 4, "{name}");
    }
}

#[test]
fn doctrine_f1_f2_f13_lines_are_short_and_numberless_and_of_this_world() {
    const NEVER: &[&str] = &[
        "one",
        "two",
        "three",
        "half",
        "second",
        "once",
        "twice",
        "both",
        "double",
        "percent",
        "card",
        "deck",
        "dice",
        "turn",
        "round",
        "initiative",
        "hit point",
        "saving throw",
        "armour class",
        "level-up",
        "level",
        "points",
        "hp",
    ];
    const SLIPS: &[&str] =
        &["you is", "you has", "it are", "sneak are", "unseen are", "sneak have", "a instant", "a evenly"];
    let mut faults = BTreeSet::new();
    each_line(|name, _, lines| {
        for line in lines {
            let flat = tokens(line);
            let has = |list: &[&str]| list.iter().any(|word| flat.contains(&format!(" {word} ")));
            let looks_wrong = !line.starts_with(char::is_uppercase)
                || !line.ends_with('.')
                || line.contains("  ")
                || line.contains(|c: char| c.is_ascii_digit() || matches!(c, '{' | '}' | '|'));
            if words_of(line) > 16 || looks_wrong || has(NEVER) || has(SLIPS) {
                faults.insert(format!("{name} ({} words): {line}", words_of(line)));
            }
        }
    });
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn doctrine_f3_every_event_of_clause_e1_has_words() {
    let events = "prep_began exec_began recover_began finished flinch cancelled interrupted superseded paused resumed missed \
        mitigated leaving entering blocked fell landed check blow wound condition stage died noticed lost noise smell light \
        light_lost absence learned said encounter_began encounter_ended yielded fled";
    let missing: Vec<&str> =
        events.split_whitespace().filter(|event| !TEXTS.iter().any(|(name, _)| *name == event.replace('_', "-"))).collect();
    assert!(missing.is_empty(), "no words for {missing:?}");
    for (name, source) in TEXTS {
        assert!(source.contains(&format!("id: \"narration/{name}\"")), "{name} has another id");
    }
}

#[test]
fn doctrine_f13_long_names_leave_a_sentence() {
    let mut faults = BTreeSet::new();
    for (name, source) in TEXTS {
        let wordings: &'static [RStr<'static>] = Vec::leak(wordings(source));
        for case in cases(name, wordings).into_iter().filter(|case| !case.is_about_you && !case.is_by_you) {
            let by = if case.by.is_empty() { "" } else { "the squat broad figure" };
            let action = if case.action.is_empty() { "" } else { "a step back behind the guard" };
            let (about, marker) = ("the figure with sword and shield", rungs(name).pop().unwrap_or_default());
            let case =
                [Happening { about: about.into(), by: by.into(), action: action.into(), marker: marker.into(), ..case }];
            let call = TellCall { happenings: RSlice::from_slice(&case), most_lines: 1, most_words: 16, seed: 1 };
            let told = rules::tell(&call);
            let has_wording =
                told.iter().flat_map(|told| told.wordings.iter()).any(|place| (*place as usize) < wordings.len());
            if told.iter().any(|told| words_of(&told.text) > 16) || (!has_wording && !told.is_empty()) {
                faults.insert(format!("{name}: {told:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn doctrine_f13_a_fight_of_one_against_three_reads_in_few_words() {
    let wordings: &'static [RStr<'static>] = TEXTS
        .iter()
        .find(|(name, _)| *name == "blow-turned")
        .map(|(_, source)| &*Vec::leak(wordings(source)))
        .unwrap_or_default();
    let blow = |pair: u64, weight: i32| Happening {
        about: "you".into(),
        is_about_you: true,
        by: "the goblin sneak".into(),
        how: "by turning the blade".into(),
        marker: "punishing".into(),
        pair,
        weight,
        wordings: RSlice::from_slice(wordings),
        ..blank()
    };
    let fight: Vec<Happening<'_>> =
        (0..30).map(|place| blow(1 + place % 3, i32::try_from(place).unwrap_or(1) + 1)).collect();
    for seed in 0..500 {
        let told = rules::tell(&TellCall { happenings: RSlice::from_slice(&fight), most_lines: 6, most_words: 16, seed });
        assert_eq!(told.len(), 3, "seed {seed}");
        let lines: BTreeSet<&str> = told.iter().map(|told| told.text.as_str()).collect();
        assert!(lines.iter().all(|line| words_of(line) <= 16), "seed {seed}: {lines:?}");
        assert!(told.windows(2).all(|two| two[0].text != two[1].text), "seed {seed}: {lines:?}");
        let tells: usize = told.iter().map(|told| told.tells.len()).sum();
        assert_eq!(tells, fight.len(), "seed {seed}");
    }
}
