//! The effects `hide`, `emerge` and `found`: out of sight, and in it again.
//!
//! Owns who may notice somebody hide, and that the condition and the hiding come and go together. Must never judge who sees
//! whom: the host asks the senses again after each of these changes. Called for one target at a time (clause K1).

use crate::rules;
use abi::{
    ActorState, Cell, Change, CheckId, CheckRequest, ConditionId, Effect, EffectCall, EntityId, EventId, Extent, LadderId,
    Out, ParamId, PhraseId, Raise, Target, Ticks, World,
};

/// What somebody has who is hidden by this module.
pub const IN_SHADOW: ConditionId = ConditionId::of("rogue/in-shadow");
/// Somebody tried to hide and was seen to.
pub const SPOTTED: EventId = EventId::of("spotted");
const HOW_SPOTTED: PhraseId = PhraseId::of("rogue/spotted");
const NOTICE: CheckId = CheckId::of("core/notice");
const WATCHED: ParamId = ParamId::of("watched_feet");

/// Out of sight, if no foe that is near enough to notice does.
#[derive(Debug)]
pub struct Hide;

impl Effect for Hide {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let actor = call.actor;
        let watchers = watchers(world, actor, world.param(WATCHED));
        if call.answers.is_empty() && !watchers.is_empty() {
            for watcher in watchers {
                let (kind, opponent) = (NOTICE, actor);
                out.check(CheckRequest { kind, actor: watcher, opponent, difficulty_points: 0, bonus_points: 0 });
            }
            return;
        }
        // The answers come in the order in which they were asked for.
        let mut seen_by = watchers.iter().zip(call.answers.iter()).filter(|(_, answer)| answer.degree.is_success());
        if let Some((by, _)) = seen_by.next() {
            out.change(Change::Raise(Raise {
                event: SPOTTED,
                about: actor,
                by: *by,
                ladder: LadderId::NONE,
                rung: 0,
                condition: ConditionId::NONE,
                how: HOW_SPOTTED,
            }));
            return;
        }
        out.change(Change::Hide { entity: actor });
        out.change(Change::Condition { entity: actor, condition: IN_SHADOW, ticks: Ticks(0), source: actor });
    }
}

/// In sight again, of one's own accord.
#[derive(Debug)]
pub struct Emerge;

impl Effect for Emerge {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        emerge(world, call.actor, out);
    }
}

/// In sight again because a foe has noticed it: the actor is who noticed, the target whom.
#[derive(Debug)]
pub struct Found;

impl Effect for Found {
    fn run(&self, world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        let Target::Actor(found) = call.target else { return };
        if is_foe(world, found, call.actor) {
            emerge(world, found, out);
        }
    }
}

/// Ends both the hiding and the condition, where there is one.
pub fn emerge(world: &World<'_>, entity: EntityId, out: &mut Out) {
    if is_hidden(world, entity) {
        out.change(Change::Reveal { entity });
        out.change(Change::EndCondition { entity, condition: IN_SHADOW });
    }
}

/// Whether somebody is hidden by this module.
pub fn is_hidden(world: &World<'_>, entity: EntityId) -> bool {
    world.conditions_of(entity).any(|held| held.condition == IN_SHADOW)
}

/// The foes of somebody who are up and within so many feet, by row.
fn watchers(world: &World<'_>, of: EntityId, feet: i64) -> Vec<EntityId> {
    let Some(own) = body(world, of) else { return Vec::new() };
    let is_near = |id: &EntityId| body(world, *id).is_some_and(|body| rules::within(own, body, feet));
    world.ids.iter().copied().filter(|id| is_foe(world, of, *id)).filter(is_near).collect()
}

/// Whether another is on another side, and can fight.
fn is_foe(world: &World<'_>, of: EntityId, other: EntityId) -> bool {
    let (own, theirs) = (world.side(of), world.side(other));
    !own.is_none() && !theirs.is_none() && own != theirs && world.state(other) == ActorState::Up
}

/// Where somebody stands and how large it is.
fn body(world: &World<'_>, id: EntityId) -> Option<(Cell, Extent)> {
    let row = world.row(id)?;
    Some((world.places.get(row)?.cell, *world.extents.get(row)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{answer, hidden, id, run};
    use abi::Degree;

    fn vanished() -> Vec<Change> {
        let (entity, condition, source) = (id(0), IN_SHADOW, id(0));
        vec![Change::Hide { entity }, Change::Condition { entity, condition, ticks: Ticks(0), source }]
    }

    fn seen_again(row: u32) -> Vec<Change> {
        vec![Change::Reveal { entity: id(row) }, Change::EndCondition { entity: id(row), condition: IN_SHADOW }]
    }

    #[test]
    fn foes_that_are_near_and_up_may_notice_and_one_is_enough() {
        // Row 1 is a friend, row 2 a foe at hand, row 3 a foe who is down, row 4 one who is far away.
        let asked = run(&Hide, &[], id(0), Target::Itself, &[], &[]);
        assert_eq!(asked.0, [(id(2), id(0))]);
        assert_eq!(asked.1, []);
        assert_eq!(run(&Hide, &[], id(0), Target::Itself, &[], &[answer(Degree::Failure)]).1, vanished());
        let spotted = run(&Hide, &[], id(0), Target::Itself, &[], &[answer(Degree::Success)]).1;
        let [Change::Raise(told)] = &spotted[..] else { panic!("{spotted:?}") };
        assert_eq!((told.event, told.about, told.by), (SPOTTED, id(0), id(2)), "it is told who saw it");
    }

    #[test]
    fn who_is_hidden_can_be_seen_again_and_nobody_else() {
        assert_eq!(run(&Emerge, &[hidden(0)], id(0), Target::Itself, &[], &[]).1, seen_again(0));
        assert_eq!(run(&Emerge, &[], id(0), Target::Itself, &[], &[]).1, []);
    }

    #[test]
    fn foes_find_and_friends_do_not() {
        let found_by = |row| run(&Found, &[hidden(0)], id(row), Target::Actor(id(0)), &[], &[]).1;
        assert_eq!(found_by(2), seen_again(0));
        assert_eq!(found_by(1), []);
        assert_eq!(found_by(3), [], "who is down tells nobody");
    }
}
