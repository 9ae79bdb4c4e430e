//! The plain loop: every tick and every actor, one tick of its activity at a time, with books kept beside the engine's.
//!
//! Owns those books, and the player's stand-in, which answers in both ways of running alike. The engine works out how many
//! ticks of an activity are over from the tick in which it began; the books count them, one for each processing. The two must
//! agree at the end of every tick (clauses T2, T9, L2, L6). The differential tests call it.

use super::bodies::{Bodies, Held};
use super::dice::Stream;
use abi::{EntityId, Intent, Lengths, Phase, Target};
use dungeon_mind::clock::{Asks, Decision, Halt, Reply, Setup, Sim, Visits, advance};
use dungeon_mind::log::LogSwitch;
use std::collections::BTreeMap;

/// What a run saw beside its log.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub hash: u64,
    pub processings: u64,
    /// Ticks of activities whose count was held against the engine's arithmetic.
    pub ticks_counted: u64,
    /// Ticks at whose end it was held that nobody had been processed twice, and nobody left out.
    pub ticks_held: u64,
    /// Activities of the greatest depth that the ruleset lets be answered.
    pub deepest: u64,
    /// What of the bodies was held against the rule.
    pub held: Held,
    /// What the player's stand-in was asked, and how its intents went.
    pub answers: Answers,
}

/// What was asked of the player's stand-in.
#[derive(Copy, Clone, Debug, Default)]
pub struct Answers {
    pub free: u64,
    pub edge: u64,
    pub noticed: u64,
    pub reaction: u64,
    /// Intents that the check allowed, and that were begun.
    pub allowed: u64,
    /// Intents that the check refused, and that were refused.
    pub refused: u64,
}

/// Runs a fight by jumping from event to event.
pub fn jump(setup: &Setup, log: LogSwitch) -> Seen {
    let mut sim = Sim::new(setup, log);
    let mut player = Player::new(setup.seed);
    while !player.go_on(&mut sim, Visits::Due, u64::MAX) {}
    let (processings, hash) = (sim.counts().processings, sim.state_hash());
    Seen { hash, processings, answers: player.answers, ..Seen::default() }
}

/// Runs a fight by visiting everything, and keeps books.
pub fn plod(setup: &Setup, reaction_depth: u32, log: LogSwitch) -> Seen {
    let mut sim = Sim::new(setup, log);
    let mut player = Player::new(setup.seed);
    let mut books = Books::default();
    let mut seen = Seen::default();
    let mut bodies = Bodies::of(&sim);
    for tick in 0.. {
        let before = Roll::of(&sim);
        let is_over = player.go_on(&mut sim, Visits::Every, tick);
        if is_over && sim.tick() < tick {
            break;
        }
        books.keep(&sim, &mut seen, reaction_depth);
        seen.ticks_held += u64::from(before.hold(&sim));
        bodies.hold(&sim, &mut seen.held);
        if is_over {
            break;
        }
    }
    (seen.processings, seen.hash, seen.answers) = (sim.counts().processings, sim.state_hash(), player.answers);
    seen
}

/// How many ticks of each activity have been processed, counted.
#[derive(Debug, Default)]
struct Books {
    counts: BTreeMap<u64, u32>,
}

impl Books {
    fn keep(&mut self, sim: &Sim, seen: &mut Seen, reaction_depth: u32) {
        let now = sim.tick();
        for row in (0..sim.world().row_count()).filter(|row| sim.world().is_actor(*row)) {
            let Some(activity) = sim.present(row) else {
                assert_eq!(sim.phase(row), None, "tick {now}: who does nothing is in no phase (clause T9)");
                continue;
            };
            let count = self.counts.entry(activity.serial).or_default();
            // What was begun for its actor behind its place is processed in the next tick first.
            *count += u32::from(sim.processed_last(row) == Some(now) && activity.start.0 <= now);
            let whole = activity.lengths.prep.0 + activity.lengths.exec.0 + activity.lengths.recover.0;
            let name = sim.world().name(row);
            assert_eq!(sim.ticks_done(row), *count, "tick {now}, {name}: ticks of its activity (clauses T9, L6)");
            assert!(*count < whole, "tick {now}, {name}: an activity with all {whole} ticks processed is over (clause T2)");
            assert_eq!(sim.phase(row), Some(phase(activity.lengths, *count)), "tick {now}, {name}: its phase (clause T9)");
            seen.ticks_counted += 1;
            seen.deepest += u64::from(*count == 1 && activity.depth == reaction_depth);
        }
    }
}

/// The phase of the tick that was processed last, by a plain walk through the lengths (clause T2).
fn phase(lengths: Lengths, count: u32) -> Phase {
    let last = count.max(1);
    if last <= lengths.prep.0 {
        Phase::Prep
    } else if last <= lengths.prep.0 + lengths.exec.0 {
        Phase::Exec
    } else {
        Phase::Recover
    }
}

/// Who was there when a tick began.
struct Roll {
    there: Vec<(usize, EntityId, bool)>,
    processings: u64,
}

impl Roll {
    fn of(sim: &Sim) -> Self {
        let rows = (0..sim.world().row_count()).filter(|row| sim.world().is_actor(*row));
        Self {
            there: rows.map(|row| (row, sim.world().id(row), may_act(sim, row))).collect(),
            processings: sim.counts().processings,
        }
    }

    /// Nobody was processed twice, and nobody who could act was left out. Not said where somebody was taken out.
    fn hold(&self, sim: &Sim) -> bool {
        let now = sim.tick();
        if self.there.iter().any(|(row, id, _)| !sim.world().is_actor(*row) || sim.world().id(*row) != *id) {
            return false;
        }
        let is_stamped = |row: usize| sim.processed_last(row) == Some(now);
        let stamped = self.there.iter().filter(|(row, ..)| is_stamped(*row)).count() as u64;
        let processings = sim.counts().processings - self.processings;
        let left_out = self.there.iter().find(|(row, _, could)| *could && may_act(sim, *row) && !is_stamped(*row));
        assert_eq!(left_out, None, "tick {now}: who may act is processed in every tick (clause L1)");
        assert_eq!(processings, stamped, "tick {now}: processings, and actors that were processed (clause L2)");
        true
    }
}

/// Whether somebody is to be processed: who may act, and is in scope (clauses L7, L8).
fn may_act(sim: &Sim, row: usize) -> bool {
    sim.world().state(row).may_act() && sim.is_in_scope(row)
}

/// Stands for the player: what it answers hangs on the seed, the tick, and how often it was asked there.
pub struct Player {
    seed: u64,
    asked: (u64, u32, u64),
    /// Whom the last answer would make begin, and whether the check allowed it.
    owed: Option<(u64, EntityId, bool)>,
    answers: Answers,
}

impl Player {
    pub const fn new(seed: u64) -> Self {
        Self {
            seed,
            asked: (0, 0, 0),
            owed: None,
            answers: Answers { free: 0, edge: 0, noticed: 0, reaction: 0, allowed: 0, refused: 0 },
        }
    }

    /// Goes on until tick `until` is processed; answers whether the fight is over.
    fn go_on(&mut self, sim: &mut Sim, visits: Visits, until: u64) -> bool {
        loop {
            let halt = advance(sim, visits, until);
            self.hold_check(sim, &halt);
            match halt {
                Halt::Over(_) => return true,
                Halt::Reached => return false,
                Halt::Asks(decision) => self.answer(sim, &decision),
            }
        }
    }

    /// An intent is asked for again if and only if the check said that it would be refused (clause G1).
    pub fn hold_check(&mut self, sim: &Sim, halt: &Halt) {
        let Some((tick, actor, is_allowed)) = self.owed.take() else { return };
        let is_again =
            matches!(halt, Halt::Asks(Decision { actor: asked, asks: Asks::Free }) if *asked == actor && sim.tick() == tick);
        assert_eq!(
            is_again,
            !is_allowed,
            "tick {tick}: the check {} the intent",
            if is_allowed { "allows" } else { "refuses" }
        );
        self.answers.allowed += u64::from(is_allowed);
        self.answers.refused += u64::from(!is_allowed);
    }

    pub fn answer(&mut self, sim: &mut Sim, decision: &Decision) {
        let (tick, row) = (sim.tick(), decision.actor.index);
        let times = if (self.asked.0, self.asked.1) == (tick, row) { self.asked.2 + 1 } else { 0 };
        self.asked = (tick, row, times);
        let mut dice = Stream::keyed(&[self.seed, tick, u64::from(row), times]);
        let reply = match &decision.asks {
            Asks::Free => {
                self.answers.free += 1;
                let intent = if times > 6 { sim.idle_intent() } else { any_intent(sim, row as usize, &mut dice) };
                self.owed = Some((tick, decision.actor, sim.check(row as usize, &intent, false).is_ok()));
                Reply::Do(intent)
            }
            Asks::GoOn { is_edge, .. } => {
                *(if *is_edge { &mut self.answers.edge } else { &mut self.answers.noticed }) += 1;
                if dice.percent(25) { Reply::GiveUp } else { Reply::GoOn }
            }
            Asks::React { offers, .. } => {
                self.answers.reaction += 1;
                if dice.percent(60) { Reply::Do(offers[0]) } else { Reply::GoOn }
            }
        };
        sim.answer(decision.actor, reply);
    }
}

/// Something that its kind can do, at somebody, at a cell nearby, or at nothing.
fn any_intent(sim: &Sim, row: usize, dice: &mut Stream) -> Intent {
    let world = sim.world();
    let kind = &sim.content().kinds[world.kind(row).index()];
    let action = &sim.content().actions[dice.of(&kind.actions).index()];
    let mut at = world.cell(row);
    (at.x, at.y) = (at.x + i32::try_from(dice.between(-1, 1)).unwrap(), at.y + i32::try_from(dice.between(-1, 1)).unwrap());
    let rows: Vec<usize> = (0..world.row_count()).filter(|row| world.is_actor(*row)).collect();
    let target = match dice.between(0, 9) {
        0 => Target::None,
        1 => Target::Itself,
        2..=4 => Target::Cell(at),
        _ => Target::Actor(world.id(dice.of(&rows))),
    };
    Intent { action: action.id, target, ticks: u32::try_from(dice.between(1, 20)).unwrap() }
}
