//! Running one fight headless, from its first tick to its end.
//!
//! Owns what stands for a player where nobody sits: it goes on, and when it is free it waits. It never writes or prints; the
//! command line and the tests call it, inside [`crate::log::FightLog::with`] where they want a log.

use crate::clock::{Asks, Ended, Halt, Reply, Setup, Sim, Visits, advance};
use crate::content::tables::{Fight, KindIx};
use crate::log::LogSwitch;
use crate::modules::Fault;
use abi::{ActorState, SideId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How one fight went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who is left, and when.
    pub ended: Ended,
    /// A hash of the whole state at the end.
    pub hash: u64,
    /// What became of everybody, in the order in which they came.
    pub actors: Vec<Standing>,
    /// Faults of modules on the way.
    pub faults: Vec<Fault>,
}

/// What became of an actor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Its name in the fight.
    pub name: Arc<str>,
    /// Its kind.
    pub kind: Arc<str>,
    /// Its side.
    pub side: Arc<str>,
    /// How it is.
    pub state: &'static str,
}

/// Runs a fight to its end. Where a player would be asked, it goes on; one who is free waits.
#[must_use]
pub fn run(setup: &Setup, visits: Visits) -> Outcome {
    let mut sim = Sim::new(setup, LogSwitch::of_this_thread());
    let ended = to_the_end(&mut sim, visits);
    Outcome { ended, hash: sim.state_hash(), actors: standings(&sim, &setup.fight), faults: sim.faults().to_vec() }
}

/// Goes on until the fight is over.
pub fn to_the_end(sim: &mut Sim, visits: Visits) -> Ended {
    loop {
        match advance(sim, visits, u64::MAX) {
            Halt::Over(ended) => return ended,
            Halt::Asks(decision) => {
                let reply = match decision.asks {
                    Asks::Free => Reply::Do(sim.idle_intent()),
                    Asks::GoOn { .. } | Asks::React { .. } => Reply::GoOn,
                };
                sim.answer(decision.actor, reply);
            }
            Halt::Reached => {}
        }
    }
}

/// How everybody is who was ever there: those of the fight in its order, then those who joined.
#[must_use]
pub fn standings(sim: &Sim, fight: &Fight) -> Vec<Standing> {
    let world = sim.world();
    let standing = |name: &Arc<str>, kind: KindIx, side: SideId, state: &'static str| Standing {
        name: Arc::clone(name),
        kind: Arc::clone(&sim.content().kinds[kind.index()].name),
        side: sim.content().name(side.0),
        state,
    };
    let here = (0..world.row_count()).filter(|row| world.is_actor(*row));
    let here = here.map(|row| standing(world.name(row), world.kind(row), world.side(row), world.state(row).name()));
    let gone = sim.departed().iter().map(|gone| {
        let state = match gone.state {
            ActorState::Dead | ActorState::Fled => gone.state.name(),
            // An effect took it away as it was.
            _ => "gone",
        };
        standing(&gone.name, gone.kind, gone.side, state)
    });
    let mut all: Vec<Standing> = here.chain(gone).collect();
    let places: BTreeMap<&str, usize> = (0..).zip(&fight.actors).map(|(place, actor)| (&*actor.name, place)).collect();
    all.sort_by_key(|standing| places.get(&*standing.name).copied().unwrap_or(usize::MAX));
    all
}
