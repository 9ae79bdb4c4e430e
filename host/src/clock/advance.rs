//! The heart of the engine: one function that reads like clause L1.

use super::decision::Decision;
use super::sim::{Ended, Sim, Stage};

/// Why the engine stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// A player has to decide; [`Sim::answer`] first, then go on (clause D6).
    Asks(Decision),
    /// The fight is over.
    Over(Ended),
    /// The tick that was to be reached has been processed, all of it.
    Reached,
}

/// Which ticks and actors are visited. Both ways give the same fight, byte for byte (clause L6).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Visits {
    /// Only those for whom something can happen: the engine.
    Due,
    /// Every tick and every actor: the plain loop that the tests hold against it.
    Every,
}

/// Goes on until a player has to decide, the fight is over, or tick `until` has been processed.
///
/// A tick runs in four parts (clause L1): what was scheduled, the reaction pass, the actor loop, its end.
pub fn advance(sim: &mut Sim, visits: Visits, until: u64) -> Halt {
    loop {
        match sim.stage() {
            Stage::Between => {
                if let Some(ended) = sim.ended() {
                    return Halt::Over(ended);
                }
                match sim.next_tick(visits) {
                    Some(tick) if tick <= until => sim.open_tick(tick, visits),
                    Some(_) => {
                        sim.pass_over(until);
                        return Halt::Reached;
                    }
                    None => sim.run_out(),
                }
            }
            Stage::Scheduled => {
                sim.run_scheduled();
                sim.open_pass();
            }
            Stage::Pass => match sim.next_in_pass() {
                Some(row) => {
                    if let Some(decision) = sim.react(row) {
                        return Halt::Asks(decision);
                    }
                }
                None => sim.open_loop(),
            },
            Stage::Loop => match sim.next_in_pass() {
                Some(row) => {
                    if let Some(decision) = sim.react(row) {
                        return Halt::Asks(decision);
                    }
                }
                None => match sim.next_due() {
                    Some(row) => {
                        if let Some(decision) = sim.process(row) {
                            return Halt::Asks(decision);
                        }
                    }
                    None => sim.end_tick(),
                },
            },
        }
    }
}
