//! Beginning an activity: its effective lengths (clause T6) and its entry on the clock.

use super::activity::Activity;
use super::decision::Refusal;
use super::sim::Sim;
use crate::content::tables::{Action, ActionIx, LengthSource};
use crate::dice::Purpose;
use crate::modules::crumb::Spot;
use crate::world::space::Metric;
use abi::{CallError, Cell, Doing, EntityId, Intent, Lengths, LengthsCall, StepCall, Target, Through, Tick, Ticks};

/// What a reaction brings along.
#[derive(Copy, Clone, Debug)]
pub(super) struct Answering {
    /// Its depth (clause R11).
    pub depth: u32,
    /// Whose event it answers.
    pub event_actor: EntityId,
    /// What is carried into its recover (clause R7).
    pub carried: Ticks,
}

impl Sim {
    /// Begins an activity for an actor that has no present one.
    pub(super) fn begin(&mut self, row: usize, intent: Intent, answering: Option<Answering>) -> Result<(), Refusal> {
        self.begin_with(row, intent, answering, Ticks(0))
    }

    /// The same, for a cancel that gives up so many ticks of prep (clause C3).
    pub(super) fn begin_with(
        &mut self,
        row: usize,
        intent: Intent,
        answering: Option<Answering>,
        invested: Ticks,
    ) -> Result<(), Refusal> {
        let ix = self.own_action(row, intent.action).ok_or(Refusal::Unknown)?;
        let content = std::sync::Arc::clone(&self.content);
        let action = &content.actions[ix.index()];
        let mut lengths = self.lengths(row, action, &intent, invested, answering.is_some())?;
        if let Some(answering) = answering {
            lengths.recover = lengths.recover.max(answering.carried);
        }
        self.serial += 1;
        let activity = Activity {
            serial: self.serial,
            action: ix,
            target: intent.target,
            aim: super::activity::Aim(self.aim_at_begin(row, action, intent.target)),
            lengths,
            start: Tick(self.tick),
            paused_done: 0,
            depth: answering.map_or(0, |answering| answering.depth),
            event_actor: answering.map_or(EntityId::NONE, |answering| answering.event_actor),
            mitigations: Vec::new(),
            broadcast: None,
            stretch: 0,
            begun_phases: 0,
        };
        self.actors[row].present = Some(activity);
        self.actors[row].has_cause_since_commit = false;
        self.note_deed(row, ix);
        Ok(())
    }

    fn note_deed(&mut self, row: usize, ix: ActionIx) {
        let action = self.content.actions[ix.index()].id;
        let last = Tick(self.tick);
        let deeds = &mut self.actors[row].deeds;
        match deeds.binary_search_by(|deed| deed.action.cmp(&action)) {
            Ok(place) => {
                deeds[place].times += 1;
                deeds[place].last = last;
            }
            Err(place) => deeds.insert(place, abi::Deed { action, times: 1, last }),
        }
    }

    /// The effective lengths (clause T6).
    fn lengths(
        &mut self,
        row: usize,
        action: &Action,
        intent: &Intent,
        invested: Ticks,
        is_answer: bool,
    ) -> Result<Lengths, Refusal> {
        let given = self.given_lengths(row, action, intent, invested)?;
        let mut lengths = if action.is_even { given } else { self.effective(row, action, given, is_answer)? };
        lengths.exec = lengths.exec.max(Ticks(1));
        if action.is_engaged {
            lengths.prep += self.engaged_ticks(row);
        }
        Ok(lengths)
    }

    pub(super) fn given_lengths(
        &mut self,
        row: usize,
        action: &Action,
        intent: &Intent,
        invested: Ticks,
    ) -> Result<Lengths, Refusal> {
        match action.lengths {
            LengthSource::Fixed(lengths) => Ok(lengths),
            LengthSource::Chosen => {
                let ticks = intent.ticks.max(1);
                Ok(Lengths { prep: Ticks(ticks - 1), exec: Ticks(1), recover: Ticks(0) })
            }
            LengthSource::Invested { prep, recover } => {
                let (factor, least) = (self.derived.knobs.cancel_factor_permille, self.derived.knobs.min_cancel_ticks);
                let exec = least + (u64::from(invested.0) * factor).div_ceil(1000);
                Ok(Lengths {
                    prep: Ticks(prep),
                    exec: Ticks(u32::try_from(exec).unwrap_or(u32::MAX)),
                    recover: Ticks(recover),
                })
            }
            LengthSource::Ground => {
                let to = match intent.target {
                    Target::Cell(to) => to,
                    // Who changes places goes to where the other is.
                    Target::Actor(id) => {
                        self.world.row(id).map(|other| self.world.cell(other)).ok_or(Refusal::NotPerceived)?
                    }
                    _ => return Err(Refusal::WrongTarget),
                };
                self.step_lengths(row, to)
            }
        }
    }

    /// What a step takes by the ground and the holder of `Movement` (clauses M2, M4).
    fn step_lengths(&mut self, row: usize, to: Cell) -> Result<Lengths, Refusal> {
        let body = self.world.body(row);
        let ways = [to.x - body.at.x, to.y - body.at.y, to.z - body.at.z];
        let axes = ways.iter().filter(|n| **n != 0).count();
        // A wide body that takes another's place goes more than one cell, and takes as long as so many steps.
        let cells = ways.iter().map(|n| n.unsigned_abs()).max().unwrap_or(1).max(1);
        let (here, there) = self.grounds_of(row, to);
        let id = self.world.id(row);
        let held = self.roles.movement;
        let call = StepCall {
            actor: id,
            axes: u32::try_from(axes).unwrap_or(3).clamp(1, 3),
            departure: Ticks(u32::from(here.departure_ticks)),
            arrival: Ticks(u32::from(there.arrival_ticks)),
            params: self.world.params(),
        };
        let opposing = Ticks(u32::from(here.opposing_ticks.max(there.opposing_ticks)));
        let through = Through { opposing, rise_feet: ways[2] };
        let step = held.call(const { Spot::function("Movement::step_through") }, |role| {
            role.step_through(&self.world.view(), &call, &through)
        });
        let step = match step {
            // One that was built before anything opposed a body goes by the ground alone.
            Err(CallError::Missing) => {
                held.call(const { Spot::function("Movement::step") }, |role| role.step(&self.world.view(), &call))
            }
            answer => answer,
        };
        let step = step.map_err(|error| {
            self.fault(held.module, "step", error);
            Refusal::NoGround
        })?;
        Ok(Lengths { exec: Ticks(step.exec.0.saturating_mul(cells)), ..step })
    }

    fn effective(&mut self, row: usize, action: &Action, given: Lengths, is_answer: bool) -> Result<Lengths, Refusal> {
        // The jitter is drawn once for each activity, also where both lengths are 0 (clause I4).
        let seed = self.dice.draw(Purpose::Tempo);
        let (ground_prep, ground_recover) = self.ground_share(row, action);
        let dear: i32 = action.needs.iter().map(|verb| self.world.verb(row, *verb).max(0)).sum();
        let held = self.roles.tempo;
        let call = LengthsCall {
            given,
            ground_prep,
            ground_recover,
            dear_permille: dear,
            initiative: if self.encounter.is_some() { self.actors[row].score } else { 0 },
            seed,
            params: self.world.params(),
        };
        self.ask_lengths(row, action, is_answer, &call).map_err(|error| {
            self.fault(held.module, "lengths", error);
            Refusal::MayNotAct
        })
    }

    /// What the holder of `Tempo` says to a call; one that was built before it could be told more goes by the call alone.
    pub(super) fn ask_lengths(
        &self,
        row: usize,
        action: &Action,
        is_answer: bool,
        call: &LengthsCall<'_>,
    ) -> Result<Lengths, CallError> {
        let doing = Doing {
            actor: self.world.id(row),
            action: action.id,
            kind: action.kind,
            reach_feet: super::roll::reach_feet(action),
            is_answer,
            magnitude: 0,
        };
        let tempo = self.roles.tempo;
        let view = self.world.view();
        match tempo.call(const { Spot::function("Tempo::lengths_in") }, |role| role.lengths_in(&view, &doing, call)) {
            Err(CallError::Missing) => tempo.call(const { Spot::function("Tempo::lengths") }, |role| role.lengths(call)),
            answer => answer,
        }
    }

    /// The ground's share in the phases of every action that is not a step (clause M5).
    pub(super) fn ground_share(&self, row: usize, action: &Action) -> (Ticks, Ticks) {
        if action.lengths == LengthSource::Ground {
            return (Ticks(0), Ticks(0));
        }
        let weight = self.derived.knobs.terrain_weight_permille;
        let under = self.mover(row).under(&self.world.map, self.world.cell(row));
        let share = |ticks: u16| Ticks(u32::from(ticks) * weight / 1000);
        (share(under.departure_ticks), share(under.arrival_ticks))
    }

    /// What foes at hand add to a departure: once for each, at most twice (clause M11).
    pub(super) fn engaged_ticks(&self, row: usize) -> Ticks {
        let each = self.derived.knobs.engaged_departure_ticks;
        let body = self.world.body(row);
        let metric = self.rules.metric.into();
        let near = self.world.who_perceives(row).iter().map(|other| *other as usize);
        // Nearness first: it is known at once, and rules out nearly everybody.
        let engaged = near
            .filter(|other| {
                Metric::within(metric, self.world.body(*other), body, self.reach(*other))
                    && self.phase(*other) != Some(abi::Phase::Recover)
                    && self.is_standing_foe(*other, row)
            })
            .take(2)
            .count();
        Ticks(each * u32::try_from(engaged).unwrap_or(2))
    }

    /// How far an actor's quickest attack reaches, in feet.
    pub(crate) fn reach(&self, row: usize) -> u32 {
        self.kind_reach(self.world.kind(row)).0
    }
}
