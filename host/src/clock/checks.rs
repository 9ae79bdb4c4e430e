//! Checking an intent: pure, and only by what its actor can know (clause G1). A refusal costs nothing and is no event.

use super::decision::Refusal;
use super::sim::Sim;
use crate::content::tables::{Action, ActionIx, KindIx, LengthSource, TargetRule};
use crate::modules::crumb::Spot;
use crate::world::space::{Barrier, Body, Metric, Surroundings, line_is_clear};
use abi::{ActionId, Attitude, Cell, ConditionId, EntityId, Intent, Target, VerbId};

impl Sim {
    /// Whether anything but a guard refuses an intent; answers which action it is.
    ///
    /// # Errors
    /// The first reason why not.
    pub(crate) fn check_plainly(&self, row: usize, intent: &Intent, as_reaction: bool) -> Result<ActionIx, Refusal> {
        let ix = self.own_action(row, intent.action).ok_or(Refusal::Unknown)?;
        let action = &self.content.actions[ix.index()];
        if !self.world.may_act(row) {
            return Err(Refusal::MayNotAct);
        }
        if !self.is_able(row, ix) {
            return Err(Refusal::NotAble(ix));
        }
        if as_reaction && !action.is_reaction {
            return Err(Refusal::NotAReaction);
        }
        self.check_verbs(row, action)?;
        self.check_costs(row, action)?;
        self.check_target(row, action, intent.target)?;
        Ok(ix)
    }

    /// The place of an action as an actor does it: its feats may have changed it.
    pub(crate) fn own_action(&self, row: usize, action: ActionId) -> Option<ActionIx> {
        let plain = self.derived.action_ix(action)?;
        Some(self.content.kinds[self.world.kind(row).index()].own(plain))
    }

    /// Whether an actor's kind can do an action: its own, and those that the ruleset gives to everybody.
    fn is_able(&self, row: usize, ix: ActionIx) -> bool {
        let kind = &self.content.kinds[self.world.kind(row).index()];
        let rules = &self.rules;
        let is_everyones = |plain: ActionIx| kind.own(plain) == ix;
        kind.actions.contains(&ix) || [rules.idle, rules.boundary_cancel, rules.deep_cancel].into_iter().any(is_everyones)
    }

    fn check_verbs(&self, row: usize, action: &Action) -> Result<(), Refusal> {
        match action.needs.iter().find(|verb| self.world.verb(row, **verb) < 0) {
            Some(verb) => Err(Refusal::VerbLost(*verb, self.who_took(row, *verb))),
            None => Ok(()),
        }
    }

    /// The condition that took a verb away.
    pub(crate) fn who_took(&self, row: usize, verb: VerbId) -> ConditionId {
        let held = self.world.conditions_of(self.world.id(row)).iter();
        let mut takers =
            held.filter(|held| self.world.condition_def(held.condition).is_some_and(|def| def.takes.contains(&verb)));
        takers.next().map_or(ConditionId::NONE, |held| held.condition)
    }

    fn check_costs(&self, row: usize, action: &Action) -> Result<(), Refusal> {
        let short = action.costs.iter().find(|(track, amount)| self.world.track(row, *track) < *amount);
        short.map_or(Ok(()), |(track, _)| Err(Refusal::NoneLeft(*track)))
    }

    fn check_target(&self, row: usize, action: &Action, target: Target) -> Result<(), Refusal> {
        match (action.target, target) {
            (TargetRule::None, _) | (TargetRule::Itself, Target::Itself | Target::None) => Ok(()),
            (TargetRule::Itself, Target::Actor(id)) if id == self.world.id(row) => Ok(()),
            (TargetRule::Actor { reach_feet }, Target::Actor(id)) => {
                self.check_actor(row, id, reach_feet + action.advance_feet)
            }
            (TargetRule::Cell { reach_feet }, Target::Cell(cell)) => {
                let ground = self.world.map.ground_at(cell);
                if !action.grounds.is_empty() && !ground.is_some_and(|ground| action.grounds.contains(&ground)) {
                    return Err(Refusal::WrongGround);
                }
                self.check_cell(row, Body::of_cell(cell), reach_feet)
            }
            (TargetRule::Cell { .. }, Target::Actor(_)) if !action.grounds.is_empty() => Err(Refusal::WrongTarget),
            (TargetRule::Cell { reach_feet }, Target::Actor(id)) => self.check_actor(row, id, reach_feet),
            (TargetRule::Step, Target::Cell(cell)) => self.check_step(row, cell),
            _ => Err(Refusal::WrongTarget),
        }
    }

    fn check_actor(&self, row: usize, id: EntityId, reach_feet: i32) -> Result<(), Refusal> {
        let Some(other) = self.world.row(id) else { return Err(Refusal::NotPerceived) };
        if other == row {
            return Ok(());
        }
        if !self.world.perceives(row, other) {
            return Err(Refusal::NotPerceived);
        }
        self.check_cell(row, self.world.body(other), reach_feet)
    }

    fn check_cell(&self, row: usize, target: Body, reach_feet: i32) -> Result<(), Refusal> {
        self.meets(row, target, reach_feet)
    }

    /// Whether an effect of a row's body would meet a box: by reach, then by line.
    pub(super) fn meets(&self, row: usize, target: Body, reach_feet: i32) -> Result<(), Refusal> {
        let body = self.world.body(row);
        let feet = u32::try_from(reach_feet).unwrap_or(0);
        if !self.metric().within(body, target, feet) {
            return Err(Refusal::OutOfReach);
        }
        // Bodies at arm's length cannot have a wall between them that is not between their nearest cells.
        if !line_is_clear(&self.world.map, Barrier::Solid, body, target) {
            return Err(Refusal::NoLine);
        }
        Ok(())
    }

    /// Clause M10: a step is refused for ground, and for bodies that its actor perceives and that are not in a step.
    fn check_step(&self, row: usize, to: Cell) -> Result<(), Refusal> {
        let held = self.roles.movement;
        if !held
            .call(const { Spot::function("Movement::can_step") }, |role| {
                role.can_step(&self.world.view(), self.world.id(row))
            })
            .unwrap_or(true)
        {
            return Err(Refusal::Overloaded);
        }
        let mover = self.mover(row);
        let around = Surroundings { map: &self.world.map, avoid: &[] };
        // Where anything falls, one may step off an edge, and fall (clause M7).
        let may_step_off = self.rules.fall.is_some() && around.can_step_off(&mover, to);
        if !around.can_step(&mover, to) && !may_step_off {
            return Err(Refusal::NoGround);
        }
        let there = self.world.body(row).moved_to(to);
        let stays = |other| other != row && self.world.perceives(row, other) && !self.is_stepping(other);
        let in_the_way = self.world.lowest_in(there, stays);
        in_the_way.map_or(Ok(()), |other| Err(Refusal::Occupied(self.world.id(other))))
    }

    /// By which distance this ruleset measures.
    pub(crate) fn metric(&self) -> Metric {
        self.rules.metric.into()
    }

    /// What one actor is to another.
    pub(crate) fn attitude(&self, row: usize, other: usize) -> Attitude {
        self.attitude_in(&self.world.view(), row, other)
    }

    /// The same for who has the view at hand.
    pub(crate) fn attitude_in(&self, view: &abi::World<'_>, row: usize, other: usize) -> Attitude {
        if let Some(attitude) = self.world.regard(row, other) {
            return attitude;
        }
        let held = self.roles.attitude;
        let answer = held.call(const { Spot::function("Regards::toward") }, |role| {
            role.toward(view, self.world.id(row), self.world.id(other))
        });
        answer.unwrap_or(Attitude::Neutral)
    }

    /// How worn somebody is: its rung of the ruleset's ladder of stages.
    #[must_use]
    pub fn stage_of(&self, row: usize) -> i32 {
        i32::try_from(self.world.track(row, self.rules.stage_track)).unwrap_or(0)
    }

    /// Whether `other` is a foe of `row` that still fights.
    pub(crate) fn is_standing_foe(&self, other: usize, row: usize) -> bool {
        self.world.is_actor(other)
            && self.world.state(other).is_in_the_fight()
            && self.attitude(row, other) == Attitude::Hostile
    }

    /// Whether somebody stands beside an actor as a friend that still fights.
    pub(crate) fn is_standing_friend(&self, other: usize, row: usize) -> bool {
        other != row
            && self.world.is_actor(other)
            && self.world.state(other).is_in_the_fight()
            && self.attitude(row, other) == Attitude::Allied
    }

    /// How far a kind's quickest attack reaches, and the prep and exec of that attack.
    pub(crate) fn kind_reach(&self, kind: KindIx) -> (u32, u32) {
        self.derived.reaches[kind.index()]
    }
}

/// How far each kind's quickest attack reaches, and how long it takes until it lands.
///
/// The quickest attack is the offered or used action at an actor of the least prep and exec; of equals the farther.
pub(super) fn reaches(content: &crate::content::tables::Content) -> Vec<(u32, u32)> {
    let of_kind = |kind: &crate::content::tables::Kind| {
        let attacks = kind.actions.iter().filter_map(|ix| {
            let action = &content.actions[ix.index()];
            let (TargetRule::Actor { reach_feet }, LengthSource::Fixed(lengths)) = (action.target, action.lengths) else {
                return None;
            };
            if !action.is_own_blow() {
                return None;
            }
            Some((lengths.prep.0 + lengths.exec.0, std::cmp::Reverse(u32::try_from(reach_feet).unwrap_or(0))))
        });
        attacks.min().map_or((0, 0), |(ticks, reach)| (reach.0, ticks))
    };
    content.kinds.iter().map(of_kind).collect()
}
