//! How a tale is told: which wording, which happenings stand together, which are left out.
//!
//! Pure functions: the same call gives the same words (clause S2). They never add a fact to what they are given, never move
//! a marker from its rung, and never panic on bad content. The holder of the role in `lib.rs` calls them.

use crate::wording::{Slot, Slots, as_sentence, fill, words_of};
use abi::{Dice, EventId, Happening, RVec, TellCall, Told};

/// Steps are told as a change of nearness or footing, and not else (doctrine F13).
const LEAVING: EventId = EventId::of("leaving");
const ENTERING: EventId = EventId::of("entering");

/// A line, and which wording made it: none where no wording fits.
struct Line {
    text: String,
    wording: Option<u32>,
}

/// What happened between two decisions: one sentence for each pair of opponents (doctrine F13).
///
/// Order: one draw for each line, in the order of the lines.
pub fn tell(call: &TellCall<'_>) -> RVec<Told> {
    let happenings = call.happenings.as_slice();
    let mut exchanges = exchanges(happenings);
    keep_weightiest(&mut exchanges, happenings, call.most_lines);
    let mut dice = Dice::new(call.seed);
    let mut said: Vec<(usize, u32)> = Vec::new();
    let mut out = RVec::with_capacity(exchanges.len());
    for exchange in &exchanges {
        let Some(happening) = happenings.get(exchange.chief) else { continue };
        let avoid = avoided(happenings, happening, &said);
        let line = worded(happening, avoid, call.most_words, &mut dice);
        said.extend(line.wording.map(|wording| (exchange.chief, wording)));
        out.push(told(happenings, exchange, line));
    }
    out
}

/// One happening alone, in full.
pub fn line(happening: &Happening<'_>, seed: u64) -> Told {
    let line = worded(happening, happening.last, 0, &mut Dice::new(seed));
    told(&[*happening], &Exchange { chief: 0, all: vec![0] }, line)
}

/// What passed between the same two, or one thing that happened to nobody's opponent.
#[derive(Debug, PartialEq, Eq)]
struct Exchange {
    /// The place of the weightiest happening, its outcome.
    chief: usize,
    /// The places of all that it stands for, in order.
    all: Vec<usize>,
}

/// Groups what is to be told by pair; what belongs to no pair (0) stands alone, its repeats together.
fn exchanges(happenings: &[Happening<'_>]) -> Vec<Exchange> {
    let mut out: Vec<Exchange> = Vec::new();
    for (place, happening) in happenings.iter().enumerate().filter(|(_, happening)| is_told(happening)) {
        let belongs = |exchange: &&mut Exchange| {
            happenings.get(exchange.chief).is_some_and(|chief| is_same_exchange(chief, happening))
        };
        match out.iter_mut().find(belongs) {
            Some(exchange) => {
                exchange.all.push(place);
                // Of equals the later is the outcome.
                if happenings.get(exchange.chief).is_none_or(|chief| chief.weight <= happening.weight) {
                    exchange.chief = place;
                }
            }
            None => out.push(Exchange { chief: place, all: vec![place] }),
        }
    }
    out
}

/// Whether a happening is told between decisions at all; what is not still stands in the history.
fn is_told(happening: &Happening<'_>) -> bool {
    let is_mere_step = happening.event == LEAVING || (happening.event == ENTERING && happening.marker.is_empty());
    happening.weight > 0 && !is_mere_step
}

fn is_same_exchange(one: &Happening<'_>, other: &Happening<'_>) -> bool {
    if one.pair != other.pair {
        return false;
    }
    one.pair != 0
        || (one.event == other.event
            && one.about == other.about
            && one.by == other.by
            && one.marker == other.marker
            && one.action == other.action
            && one.how == other.how)
}

/// Leaves the least out until no more lines are left than may be, and puts the rest in the order of their outcomes.
fn keep_weightiest(exchanges: &mut Vec<Exchange>, happenings: &[Happening<'_>], most_lines: u32) {
    let weight = |exchange: &Exchange| happenings.get(exchange.chief).map_or(0, |chief| chief.weight);
    exchanges.sort_by_key(|exchange| (std::cmp::Reverse(weight(exchange)), exchange.chief));
    exchanges.truncate(usize::try_from(most_lines).unwrap_or(usize::MAX));
    exchanges.sort_by_key(|exchange| exchange.chief);
}

/// The wording not to use: the one told last, in this tale if it has the phrase already (doctrine F6).
fn avoided(happenings: &[Happening<'_>], happening: &Happening<'_>, said: &[(usize, u32)]) -> u32 {
    let same = |(place, _): &&(usize, u32)| {
        happenings.get(*place).is_some_and(|earlier| earlier.wordings.as_slice() == happening.wordings.as_slice())
    };
    said.iter().rev().find(same).map_or(happening.last, |(_, wording)| *wording)
}

/// Chooses a wording and fills it. `most_words` 0 is no limit.
///
/// Order: one draw, always.
fn worded(happening: &Happening<'_>, avoid: u32, most_words: u32, dice: &mut Dice) -> Line {
    let most_words = usize::try_from(most_words).unwrap_or(usize::MAX);
    let all = fillable(happening);
    let lines_of = |wordings: &[Wording<'_>]| -> Vec<Line> {
        let filled = wordings.iter().map(|wording| (Some(wording.place), fill(wording.text, happening)));
        let fitting = filled.filter(|(_, text)| most_words == 0 || words_of(text) <= most_words);
        fitting.map(|(wording, text)| Line { text, wording }).collect()
    };
    let without = |mut lines: Vec<Line>| {
        lines.retain(|line| line.wording != Some(avoid));
        lines
    };
    // Long names leave little room: then what tells less is told, and only at the last the same thing twice in a row.
    let mut lines = without(lines_of(&telling_most(happening, &all)));
    if lines.is_empty() {
        let any = lines_of(&all);
        lines = if any.len() == 1 { any } else { without(any) };
    }
    let place = dice.below(u32::try_from(lines.len()).unwrap_or(u32::MAX));
    match lines.into_iter().nth(usize::try_from(place).unwrap_or(0)) {
        Some(line) => line,
        None => Line { text: shortest(happening, most_words), wording: None },
    }
}

/// A wording, its place among those of its phrase, and what it tells.
#[derive(Copy, Clone)]
struct Wording<'a> {
    place: u32,
    text: &'a str,
    slots: Slots,
}

/// The wordings that can be filled with what is known, by place; where any has a place for the marker, only such.
fn fillable<'a>(happening: &Happening<'a>) -> Vec<Wording<'a>> {
    let is_known = |slot: Slot| !slot.of(happening).is_empty();
    let mut out: Vec<Wording<'a>> = (0_u32..)
        .zip(happening.wordings.as_slice())
        .map(|(place, text)| Wording { place, text: text.as_str(), slots: Slots::of(text.as_str()) })
        .filter(|wording| Slot::ALL.into_iter().all(|slot| is_known(slot) || !wording.slots.has(slot)))
        .collect();
    if is_known(Slot::Marker) {
        keep_if_any(&mut out, Slot::Marker);
    }
    out
}

/// Of these the ones that tell most of what is known.
fn telling_most<'a>(happening: &Happening<'_>, wordings: &[Wording<'a>]) -> Vec<Wording<'a>> {
    let mut out = wordings.to_vec();
    for slot in Slot::PREFERRED.into_iter().filter(|slot| !slot.of(happening).is_empty()) {
        keep_if_any(&mut out, slot);
    }
    out
}

fn keep_if_any(wordings: &mut Vec<Wording<'_>>, slot: Slot) {
    if wordings.iter().any(|wording| wording.slots.has(slot)) {
        wordings.retain(|wording| wording.slots.has(slot));
    }
}

/// Where no wording fits: who, what and the marker, and no more. A tale says something plain rather than nothing.
fn shortest(happening: &Happening<'_>, most_words: usize) -> String {
    let who = Slot::About.of(happening);
    let what = [Slot::How, Slot::Action].into_iter().map(|slot| slot.of(happening)).find(|text| !text.is_empty());
    let marker = Slot::Marker.of(happening);
    let parts: Vec<&str> = [who, what.unwrap_or(""), marker].into_iter().filter(|part| !part.is_empty()).collect();
    let full = as_sentence(&match parts.split_first() {
        None => "something happens".to_owned(),
        Some((who, [])) => (*who).to_owned(),
        Some((who, rest)) => format!("{who}: {}", rest.join(", ")),
    });
    if most_words == 0 || words_of(&full) <= most_words {
        return full;
    }
    // The marker is what must not go unsaid (doctrine F5); the name gives way to it.
    let room = most_words.saturating_sub(words_of(marker));
    let kept: Vec<&str> = who.split_whitespace().take(room).chain(marker.split_whitespace()).take(most_words).collect();
    as_sentence(&kept.join(" "))
}

fn told(happenings: &[Happening<'_>], exchange: &Exchange, line: Line) -> Told {
    let marker = happenings.get(exchange.chief).map_or("", |chief| chief.marker.as_str());
    let shown = if line.text.to_lowercase().contains(&marker.to_lowercase()) { marker } else { "" };
    let wording_of = |place: &usize| match line.wording {
        Some(wording) if *place == exchange.chief => wording,
        _ => happenings.get(*place).map_or(0, |happening| u32::try_from(happening.wordings.len()).unwrap_or(u32::MAX)),
    };
    Told {
        marker: shown.into(),
        tells: exchange.all.iter().map(|place| u32::try_from(*place).unwrap_or(u32::MAX)).collect(),
        wordings: exchange.all.iter().map(wording_of).collect(),
        text: line.text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wording::testing::blank;
    use abi::{RSlice, RStr};
    use expect_test::{Expect, expect};

    fn strs(texts: &'static [&'static str]) -> &'static [RStr<'static>] {
        Vec::leak(texts.iter().map(|text| RStr::from(*text)).collect())
    }

    fn blow(about: &'static str, by: &'static str, pair: u64, weight: i32, marker: &'static str) -> Happening<'static> {
        let wordings =
            strs(&["{by} {deal|deals} {about} a {marker} blow.", "{about} {take|takes} a {marker} blow from {by}."]);
        Happening {
            about: about.into(),
            is_about_you: about == "you",
            by: by.into(),
            is_by_you: by == "you",
            pair,
            weight,
            marker: marker.into(),
            wordings: RSlice::from_slice(wordings),
            ..blank()
        }
    }

    fn call(happenings: &[Happening<'_>], most_lines: u32, most_words: u32) -> RVec<Told> {
        tell(&TellCall { happenings: RSlice::from_slice(happenings), most_lines, most_words, seed: 3 })
    }

    fn check(happenings: &[Happening<'_>], most_lines: u32, most_words: u32, expected: Expect) {
        let show = |told: &Told| format!("{} <{}> {:?}", told.text, told.marker, told.tells.as_slice());
        let lines: Vec<String> = call(happenings, most_lines, most_words).iter().map(show).collect();
        expected.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn doctrine_f13_one_sentence_for_each_pair_of_opponents() {
        let fight = [
            blow("the goblin", "you", 1, 5, "wide"),
            blow("you", "the goblin", 1, 20, "solid"),
            blow("you", "the wolf", 2, 9, "glancing"),
            blow("the goblin", "you", 1, 7, "glancing"),
        ];
        check(
            &fight,
            6,
            16,
            expect![[r#"
                The goblin deals you a solid blow. <solid> [0, 1, 3]
                You take a glancing blow from the wolf. <glancing> [2]"#]],
        );
        check(&fight, 1, 16, expect!["The goblin deals you a solid blow. <solid> [0, 1, 3]"]);
        check(&fight, 0, 16, expect![""]);
    }

    #[test]
    fn doctrine_f13_steps_are_a_change_of_nearness_or_nothing() {
        let wordings = strs(&["{about} {come|comes} closer: {marker}.", "{about} {step|steps}."]);
        let step = |event, marker: &'static str| Happening {
            event,
            about: "the goblin".into(),
            marker: marker.into(),
            pair: 1,
            wordings: RSlice::from_slice(wordings),
            ..blank()
        };
        check(&[step(LEAVING, ""), step(ENTERING, "")], 6, 16, expect![""]);
        check(
            &[step(LEAVING, ""), step(ENTERING, "body to body")],
            6,
            16,
            expect!["The goblin comes closer: body to body. <body to body> [1]"],
        );
    }

    #[test]
    fn repeats_that_belong_to_no_pair_are_one_line() {
        let wordings = strs(&["{about} {make|makes} a {marker} sound."]);
        let noise = Happening {
            event: EventId::of("noise"),
            about: "something unseen".into(),
            marker: "muffled".into(),
            wordings: RSlice::from_slice(wordings),
            ..blank()
        };
        check(
            &[noise, Happening { weight: 0, ..noise }, noise],
            6,
            16,
            expect!["Something unseen makes a muffled sound. <muffled> [0, 2]"],
        );
    }

    #[test]
    fn a_line_that_would_be_too_long_gives_way_to_a_shorter_one() {
        let wordings = strs(&["By all that is holy, {about} {take|takes} a {marker} blow.", "{about}: {marker}."]);
        let mut hit = blow("the enormous hunched figure", "", 1, 5, "solid");
        hit.wordings = RSlice::from_slice(wordings);
        check(&[hit], 6, 6, expect!["The enormous hunched figure: solid. <solid> [0]"]);
        // What says less of it is better than its bare facts.
        let told_less = strs(&["{by} {deal|deals} {about} a {marker} blow.", "A {marker} blow finds {about}."]);
        let long =
            Happening { wordings: RSlice::from_slice(told_less), by: "the figure with sword and shield".into(), ..hit };
        check(&[long], 6, 9, expect!["A solid blow finds the enormous hunched figure. <solid> [0]"]);
        check(&[hit], 6, 3, expect!["The enormous solid. <solid> [0]"]);
        hit.wordings = RSlice::from_slice(&[]);
        check(&[hit], 6, 16, expect!["The enormous hunched figure: solid. <solid> [0]"]);
        check(&[blank()], 6, 16, expect!["Something happens. <> [0]"]);
    }

    #[test]
    fn doctrine_f6_the_wording_told_last_is_not_told_again() {
        let mut hit = blow("you", "the goblin", 1, 5, "solid");
        for seed in 0..200 {
            let told = line(&hit, seed);
            let wording = told.wordings.first().copied().unwrap_or(u32::MAX);
            assert!(wording < 2 && wording != hit.last, "seed {seed}: {told:?} after {}", hit.last);
            hit.last = wording;
        }
        // Within a tale as well: two pairs, one phrase.
        let fight = [blow("you", "the goblin", 1, 5, "solid"), blow("you", "the wolf", 2, 5, "solid")];
        let lines = call(&fight, 6, 16);
        let wordings: Vec<u32> = lines.iter().flat_map(|told| told.wordings.iter().copied()).collect();
        assert!(matches!(wordings[..], [0, 1] | [1, 0]), "{wordings:?}");
    }

    #[test]
    fn the_same_seed_tells_the_same_tale_and_seeds_differ() {
        let fight = [blow("you", "the goblin", 1, 5, "solid")];
        assert_eq!(call(&fight, 6, 16), call(&fight, 6, 16));
        let first: std::collections::BTreeSet<String> =
            (0..20).map(|seed| line(&fight[0], seed).text.into_string()).collect();
        assert_eq!(first.len(), 2);
    }
}
