//! How long a choice takes and whether it comes in time, in the words of ladders (doctrine F4, F14).
//!
//! Owns the comparison of a choice with what is read of each threat. It goes by the reading, and by what is known of who
//! threatens: where neither tells when a threat lands, nothing is certain. Choices and the view call it.

use super::lexicon::{Slots, marker, measure, say};
use super::people::People;
use crate::clock::{Bounds, Sim};
use abi::{EntityId, Intent};

/// Rungs of the ladder `in-time`.
const LATE: i32 = 0;
const NEAR: i32 = 1;
const FIRST: i32 = 2;

/// What stands beside a choice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// How long it takes.
    pub pace: String,
    /// Whether it comes in time.
    pub in_time: String,
}

/// A threat, and between which ticks it lands as far as that can be told.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Looming {
    /// Who threatens.
    pub by: EntityId,
    /// The first and the last tick; nothing where nobody can say.
    pub window: Option<(u64, u64)>,
}

/// Every threat that is read.
pub fn looming(sim: &mut Sim, you: usize) -> Vec<Looming> {
    let threats = sim.threats(you);
    threats.iter().map(|threat| Looming { by: threat.by, window: sim.threat_window(you, threat) }).collect()
}

impl Looming {
    /// How soon it lands, on the ladder `imminence`; empty where that could be on more than one rung.
    pub fn imminence<'a>(&self, sim: &'a Sim) -> &'a str {
        let rung = |tick: u64| {
            let left = i64::try_from(tick.saturating_sub(sim.tick())).unwrap_or(i64::MAX);
            measure(sim.content(), "imminence", left)
        };
        match self.window {
            Some((from, until)) if rung(from).0 == rung(until).0 => rung(from).1,
            _ => "",
        }
    }
}

/// Who asks: the player's character, whom it has met, and what threatens it.
#[derive(Copy, Clone)]
pub struct Watch<'a> {
    /// Whom it has met.
    pub people: &'a People,
    /// The player's character.
    pub you: usize,
    /// What threatens it.
    pub looming: &'a [Looming],
}

impl Watch<'_> {
    /// The threat that somebody is.
    pub fn of(&self, id: EntityId) -> Option<&Looming> {
        self.looming.iter().find(|threat| threat.by == id)
    }
}

/// The words beside an intent, if it were begun now.
pub fn of_intent(sim: &mut Sim, watch: Watch<'_>, intent: &Intent, known: &mut Bounds) -> Timing {
    let Some(foreseen) = sim.foresee(watch.you, intent, known) else { return Timing::default() };
    // The jitter may carry it over a cut; the middle of what can be is the honest word.
    let middle = i64::from((foreseen.least_ticks + foreseen.most_ticks) / 2);
    let pace = measure(sim.content(), "pace", middle).1.to_owned();
    Timing { pace, in_time: against_all(sim, watch, foreseen.lands_from, foreseen.lands_until) }
}

/// The words beside giving up what has been begun: how long it is until something else can be done.
pub fn of_giving_up(sim: &mut Sim, you: usize) -> Timing {
    let pace = sim.giving_up_ticks(you).map(|ticks| measure(sim.content(), "pace", i64::from(ticks)).1.to_owned());
    Timing { pace: pace.unwrap_or_default(), in_time: String::new() }
}

/// Whether an answer surely comes after what it would answer: then there is nothing to ask.
pub fn is_surely_late(sim: &mut Sim, you: usize, by: EntityId, answer: &Intent) -> bool {
    let Some(threat) = sim.threats(you).into_iter().find(|threat| threat.by == by) else { return false };
    let window = sim.threat_window(you, &threat);
    let foreseen = sim.foresee(you, answer, &mut Bounds::default());
    foreseen.is_some_and(|foreseen| rung(window, foreseen.lands_from, foreseen.lands_until) == Some(LATE))
}

/// The words beside going on with what has been begun.
pub fn of_going_on(sim: &Sim, watch: Watch<'_>) -> Timing {
    let Some(lands) = sim.own_landing(watch.you) else { return Timing::default() };
    let left = i64::try_from(lands.saturating_sub(sim.tick())).unwrap_or(i64::MAX);
    let pace = measure(sim.content(), "pace", left).1.to_owned();
    Timing { pace, in_time: against_all(sim, watch, lands, lands) }
}

/// One word where it is the same for all threats; else one for each, and whose it is.
fn against_all(sim: &Sim, watch: Watch<'_>, from: u64, until: u64) -> String {
    let rungs: Vec<Option<i32>> = watch.looming.iter().map(|threat| rung(threat.window, from, until)).collect();
    let word = |rung: Option<i32>| match rung {
        Some(rung) => marker(sim.content(), "in-time", rung).to_owned(),
        None => say(sim.content(), "core/in-time-untold", &Slots::default()),
    };
    let Some(first) = rungs.first() else { return String::new() };
    if rungs.iter().all(|rung| rung == first) {
        return word(*first);
    }
    let me = sim.world().id(watch.you);
    let name = |id: EntityId| watch.people.name(sim, me, id).unwrap_or_default();
    let each = watch.looming.iter().zip(&rungs).map(|(threat, rung)| format!("{} for {}", word(*rung), name(threat.by)));
    each.collect::<Vec<_>>().join(", ")
}

/// Whether something that lands between two ticks comes before a threat that lands between two others; nothing where nobody
/// can say when that is: a word of the ladder would pretend to know.
fn rung(threat: Option<(u64, u64)>, from: u64, until: u64) -> Option<i32> {
    let (least, most) = threat?;
    Some(match (until < least, from > most) {
        (true, _) => FIRST,
        (_, true) => LATE,
        // It may be the same tick: it may come before or after.
        _ => NEAR,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(threat: Option<(u64, u64)>, from: u64, until: u64, expected: impl Into<Option<i32>>) {
        assert_eq!(rung(threat, from, until), expected.into(), "{threat:?} against {from} to {until}");
    }

    #[test]
    fn clause_f14_a_word_is_sure_only_where_the_reading_is() {
        check(Some((20, 20)), 15, 19, FIRST);
        check(Some((20, 20)), 16, 20, NEAR);
        check(Some((20, 20)), 20, 24, NEAR);
        check(Some((20, 20)), 21, 25, LATE);
        check(Some((20, 30)), 15, 19, FIRST);
        check(Some((20, 30)), 18, 24, NEAR);
        check(Some((20, 30)), 31, 33, LATE);
        check(None, 0, 0, None::<i32>);
    }
}
