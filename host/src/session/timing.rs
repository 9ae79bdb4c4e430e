//! How long a choice takes and whether it comes in time, in the words of ladders (doctrine F4, F14).
//!
//! Owns the comparison of a choice with what is read of each threat. It goes by the reading alone: where it cannot be told
//! when a threat lands, nothing is certain. Choices call it.

use super::lexicon::{marker, measure};
use super::people::People;
use crate::clock::{Sim, Threat};
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

/// The words beside an intent, if it were begun now.
pub fn of_intent(sim: &mut Sim, people: &People, you: usize, intent: &Intent) -> Timing {
    let Some(foreseen) = sim.foresee(you, intent) else { return Timing::default() };
    // The jitter may carry it over a cut; the middle of what can be is the honest word.
    let middle = i64::from((foreseen.least_ticks + foreseen.most_ticks) / 2);
    let pace = measure(sim.content(), "pace", middle).1.to_owned();
    Timing { pace, in_time: against_all(sim, people, you, foreseen.lands_from, foreseen.lands_until) }
}

/// The words beside going on with what has been begun.
pub fn of_going_on(sim: &Sim, people: &People, you: usize) -> Timing {
    let Some(lands) = sim.own_landing(you) else { return Timing::default() };
    let left = i64::try_from(lands.saturating_sub(sim.tick())).unwrap_or(i64::MAX);
    let pace = measure(sim.content(), "pace", left).1.to_owned();
    Timing { pace, in_time: against_all(sim, people, you, lands, lands) }
}

/// One word for each threat; whose it is where there are several.
fn against_all(sim: &Sim, people: &People, you: usize, from: u64, until: u64) -> String {
    let threats = sim.threats(you);
    let content = sim.content();
    let word = |threat: &Threat| marker(content, "in-time", rung(threat, from, until));
    if let [threat] = &threats[..] {
        return word(threat).to_owned();
    }
    let me = sim.world().id(you);
    let name = |id: EntityId| people.name(sim, me, id).unwrap_or_default();
    let each: Vec<String> = threats.iter().map(|threat| format!("{} for {}", word(threat), name(threat.by))).collect();
    each.join(", ")
}

/// Whether something that lands between two ticks comes before a threat.
fn rung(threat: &Threat, from: u64, until: u64) -> i32 {
    match threat.lands {
        Some(lands) if until < lands => FIRST,
        Some(lands) if from > lands => LATE,
        // The same tick, or nobody can say when: it may come before or after.
        _ => NEAR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lands: Option<u64>, from: u64, until: u64, expected: i32) {
        let threat = Threat { by: EntityId::NONE, serial: 1, phase: abi::Phase::Prep, lands };
        assert_eq!(rung(&threat, from, until), expected, "{lands:?} against {from} to {until}");
    }

    #[test]
    fn clause_f14_a_word_is_sure_only_where_the_reading_is() {
        check(Some(20), 15, 19, FIRST);
        check(Some(20), 16, 20, NEAR);
        check(Some(20), 20, 24, NEAR);
        check(Some(20), 21, 25, LATE);
        check(None, 0, 0, NEAR);
    }
}
