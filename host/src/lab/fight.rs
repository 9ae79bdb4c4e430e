//! Running one fight headless, from its first tick to its end.

use crate::clock::{Ended, Halt, Reply, Setup, SetupError, Sim, Visits, advance};
use crate::log::LogSwitch;

/// How one fight went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who is left, and when.
    pub ended: Ended,
    /// A hash of the whole state at the end.
    pub hash: u64,
    /// Faults of modules on the way.
    pub faults: Vec<crate::modules::Fault>,
}

/// Runs a fight to its end. Where a player would be asked, it goes on; one who is free waits.
///
/// # Errors
/// When the fight cannot be set up.
pub fn run(setup: &Setup, visits: Visits) -> Result<Outcome, SetupError> {
    let mut sim = Sim::new(setup, LogSwitch::of_this_thread())?;
    let ended = to_the_end(&mut sim, visits);
    Ok(Outcome { ended, hash: sim.state_hash(), faults: sim.faults().to_vec() })
}

/// Goes on until the fight is over.
pub fn to_the_end(sim: &mut Sim, visits: Visits) -> Ended {
    loop {
        match advance(sim, visits, u64::MAX) {
            Halt::Over(ended) => return ended,
            Halt::Asks(decision) => {
                let reply = match decision.asks {
                    crate::clock::Asks::Free => Reply::Do(sim.idle_intent()),
                    _ => Reply::GoOn,
                };
                sim.answer(decision.actor, reply);
            }
            Halt::Reached => {}
        }
    }
}
