//! Stimuli, and what bodies sense them with.
//!
//! Owns what is checked of one file by itself. `load` and `actor` call it.

use super::Desk;
use crate::content::known::Sort;
use crate::content::reading::Source;
use crate::content::schema::Text;
use crate::content::schema::stimulus::{NatureFile, StimulusFile};
use crate::content::tables::{Nature, Sense, Stimulus, ladder_of};
use abi::{EventId, KindId, LadderId};
use std::sync::Arc;

/// The events that are stimuli, as content writes them.
const EVENTS: &str = "`noise`, `smell`, `light`, `light-lost` or `absence`";
/// The most rungs by which anything is better or worse.
const MOST_RUNGS: i64 = 20;

/// Compiles one stimulus.
pub fn stimulus(desk: &mut Desk<'_>, id: &Arc<str>, source: &Source, file: &StimulusFile) -> Stimulus {
    let event = file.event.value.replace('-', "_");
    let ladder = ladder_of(&event);
    if ladder.is_none() {
        desk.report(source, file.event.span, &format!("a stimulus of the event {:?}", file.event.value), EVENTS);
    }
    let ladder = ladder.unwrap_or_default();
    let rung = file.rung.as_ref().and_then(|word| match ladder {
        "" => {
            desk.report(source, word.span, "a rung for what has no strength", "no `rung`");
            None
        }
        ladder => desk.known.find_rung(ladder, word, source, desk.problems),
    });
    let sense = file.sense.value();
    if file.feet.is_none() && sense != Sense::Mind {
        desk.report(source, file.id.span, "a stimulus without `feet`", "how far it keeps its strength: `feet: 10`");
    }
    if let Some(feet) = &file.feet {
        desk.check_range(source, feet, "feet", 1..=10_000);
    }
    desk.check_range(source, &file.wall, "rungs for a wall", 0..=MOST_RUNGS);
    if let Some(ticks) = &file.fade_ticks {
        desk.check_range(source, ticks, "ticks", 1..=100_000_000);
    }
    if !file.from.is_empty() && file.rung.is_none() {
        desk.report(
            source,
            file.id.span,
            "a stimulus of grounds or zones without `rung`",
            "how strong it is: `rung: \"plain\"`",
        );
    }
    let gives = file.gives.as_ref().and_then(|word| desk.known.find_rung("awareness", word, source, desk.problems));
    Stimulus {
        name: id.clone(),
        event: EventId(desk.name(&event)),
        ladder: if ladder.is_empty() { LadderId::NONE } else { LadderId(desk.name(ladder)) },
        sense,
        rung,
        feet: file.feet.as_ref().and_then(|feet| i32::try_from(feet.value).ok()).unwrap_or(1),
        rungs_per_wall: file.wall.value,
        is_masked: file.masked,
        gives: gives.unwrap_or(0),
        fade_ticks: file.fade_ticks.as_ref().map_or(0, |ticks| ticks.value),
        on: file.on.as_ref().map(|on| event_of(desk, source, on)),
        from: file.from.iter().map(|thing| thing_of(desk, source, thing)).collect(),
        text: desk.phrase(file.text.as_ref(), source),
        glow: desk.phrase(file.glow.as_ref(), source),
    }
}

/// A ground or a zone, by the id that it has in the one or the other.
fn thing_of(desk: &mut Desk<'_>, source: &Source, thing: &Text) -> KindId {
    let is_zone = desk.known.has(Sort::Zone, &thing.value);
    KindId(desk.id(if is_zone { Sort::Zone } else { Sort::Ground }, thing, source))
}

fn event_of(desk: &mut Desk<'_>, source: &Source, on: &Text) -> EventId {
    let spanned = Text { value: on.value.replace('-', "_"), span: on.span };
    EventId(desk.id(Sort::Event, &spanned, source))
}

/// Compiles what a body senses with.
pub fn nature(desk: &mut Desk<'_>, source: &Source, file: &NatureFile) -> Nature {
    for rungs in [&file.hear, &file.smell, &file.dark] {
        desk.check_range(source, rungs, "rungs", -MOST_RUNGS..=MOST_RUNGS);
    }
    if let Some(rounds) = &file.rounds {
        desk.check_range(source, rounds, "rounds", 1..=1000);
    }
    Nature {
        hear: file.hear.value,
        smell: file.smell.value,
        dark: file.dark.value,
        rounds: file.rounds.as_ref().map_or(0, |rounds| rounds.value),
        scent: file.scent.as_ref().and_then(|word| desk.known.find_rung("scent", word, source, desk.problems)),
    }
}
