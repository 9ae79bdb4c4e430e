//! A small world for this crate's unit tests: the one who hides, a friend, a foe at hand, a foe who is down, a foe far away.
//!
//! Owns columns to borrow views from. Must never stand in for the host: it applies nothing.

use crate::hiding::IN_SHADOW;
use abi::{
    ActionId, ActorState, Arg, Args, At, Attitude, Cell, Change, CheckAnswer, Class, ConditionRow, Degree, Effect,
    EffectCall, EntityId, Extent, KindId, Out, ParamId, RSlice, SideId, Situation, Subject, Target, Tick, World,
};

const HUMAN: Extent = Extent { width: 2, depth: 1, height: 6 };

/// The entity in this row.
pub fn id(row: u32) -> EntityId {
    EntityId { index: row, generation: 1 }
}

/// That somebody is hidden.
pub fn hidden(row: u32) -> ConditionRow {
    ConditionRow { entity: id(row), condition: IN_SHADOW, since: Tick(0), until: Tick(0), stacks: 1, source: id(row) }
}

/// An answer of a degree.
pub fn answer(degree: Degree) -> CheckAnswer {
    CheckAnswer { degree, ..CheckAnswer::default() }
}

fn params() -> (Vec<ParamId>, Vec<i64>) {
    let mut all = [("critical_harm_permille", 2000), ("watched_feet", 60), ("unseen_points", 30), ("hiding_feet", 6)]
        .map(|(name, value)| (ParamId::of(name), value));
    all.sort_unstable();
    all.into_iter().unzip()
}

/// Runs one round of an effect: who is asked against whom, and what changes.
pub fn run(
    effect: &impl Effect,
    held: &[ConditionRow],
    actor: EntityId,
    target: Target,
    args: &[Arg],
    answers: &[CheckAnswer],
) -> (Vec<(EntityId, EntityId)>, Vec<Change>) {
    let sides = ["party", "party", "foes", "foes", "foes"].map(SideId::of);
    let states = [ActorState::Up, ActorState::Up, ActorState::Up, ActorState::Down, ActorState::Up];
    let places = [0, 4, 10, 14, 90].map(|x| At { cell: Cell::new(x, 0, 0), ..At::default() });
    let ids = [0, 1, 2, 3, 4].map(id);
    let ((param_ids, params), mut out) = (params(), Out::default());
    let world = World {
        ids: RSlice::from_slice(&ids),
        classes: RSlice::from_slice(&[Class::Actor; 5]),
        kinds: RSlice::from_slice(&[KindId::NONE; 5]),
        sides: RSlice::from_slice(&sides),
        places: RSlice::from_slice(&places),
        extents: RSlice::from_slice(&[HUMAN; 5]),
        states: RSlice::from_slice(&states),
        conditions: RSlice::from_slice(held),
        param_ids: RSlice::from_slice(&param_ids),
        params: RSlice::from_slice(&params),
        ..World::default()
    };
    let call = EffectCall {
        actor,
        action: ActionId::of("rogue/ambush"),
        target,
        args: Args { items: RSlice::from_slice(args) },
        answers: RSlice::from_slice(answers),
        ..EffectCall::default()
    };
    effect.run(&world, &call, &mut out);
    let asked = out.checks().iter().map(|check| (check.actor, check.opponent)).collect();
    let mut changes = Vec::new();
    out.drain_changes(&mut changes);
    (asked, changes)
}

/// Looks at what somebody goes by who sees one foe, so many feet off.
pub fn with_situation<T>(held: &[ConditionRow], distance_feet: i32, look: impl FnOnce(&Situation<'_>) -> T) -> T {
    let foe = Subject {
        id: id(2),
        is_kind_known: true,
        attitude: Attitude::Hostile,
        is_seen: true,
        extent: HUMAN,
        distance_feet,
        state: ActorState::Up,
        reach_feet: 5,
        ..Subject::default()
    };
    let (subjects, (param_ids, params)) = ([foe], params());
    look(&Situation {
        me: id(0),
        extent: HUMAN,
        state: ActorState::Up,
        reach_feet: 5,
        is_encounter: true,
        subjects: RSlice::from_slice(&subjects),
        conditions: RSlice::from_slice(held),
        param_ids: RSlice::from_slice(&param_ids),
        params: RSlice::from_slice(&params),
        ..Situation::default()
    })
}
