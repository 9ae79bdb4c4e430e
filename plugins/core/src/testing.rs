//! Small worlds and situations for this crate's unit tests.
//!
//! Owns columns to borrow views from. Must never stand in for the host: it has no clock and applies nothing.

use abi::{
    ActorState, Arg, Args, At, Attitude, Cell, Change, CheckAnswer, CheckRequest, Class, Effect, EffectCall, EntityId,
    Extent, KindId, Mind, Out, ParamId, RSlice, SideId, Situation, StatId, Subject, Target, Tick, World,
};

/// The entity in this row.
pub fn id(row: u32) -> EntityId {
    EntityId { index: row, generation: 1 }
}

/// Columns of a world.
#[derive(Debug, Default)]
pub struct Stage {
    ids: Vec<EntityId>,
    sides: Vec<SideId>,
    states: Vec<ActorState>,
    places: Vec<At>,
    stats: Vec<(usize, StatId, i32)>,
    params: Vec<(ParamId, i64)>,
}

impl Stage {
    /// So many actors, all up, without a side.
    pub fn actors(mut self, count: u32) -> Self {
        self.ids = (0..count).map(id).collect();
        self.sides = vec![SideId::NONE; self.ids.len()];
        self.states = vec![ActorState::Up; self.ids.len()];
        self.places = (0..count).map(|row| At { cell: Cell::new(row as i32 * 4, 0, 0), ..At::default() }).collect();
        self
    }

    /// The side of a row; an empty name is none.
    pub fn side(mut self, row: usize, name: &str) -> Self {
        self.sides[row] = if name.is_empty() { SideId::NONE } else { SideId::of(name) };
        self
    }

    /// The state of a row.
    pub fn state(mut self, row: usize, state: ActorState) -> Self {
        self.states[row] = state;
        self
    }

    /// A stat of a row.
    pub fn stat(mut self, row: usize, name: &str, value: i32) -> Self {
        self.stats.push((row, StatId::of(name), value));
        self
    }

    /// Parameters of the ruleset, by name.
    pub fn params(mut self, set: &[(&str, i64)]) -> Self {
        self.params.extend(set.iter().map(|(name, value)| (ParamId::of(name), *value)));
        self.params.sort_unstable();
        self
    }

    /// The parameters as columns.
    pub fn param_columns(&self) -> (Vec<ParamId>, Vec<i64>) {
        self.params.iter().copied().unzip()
    }

    /// Lends the world.
    pub fn with_world<T>(&self, look: impl FnOnce(&World<'_>) -> T) -> T {
        let rows = self.ids.len();
        let mut stat_ids: Vec<StatId> = self.stats.iter().map(|(_, stat, _)| *stat).collect();
        stat_ids.sort_unstable();
        stat_ids.dedup();
        let mut stats = vec![0; rows * stat_ids.len()];
        for (row, stat, value) in &self.stats {
            let column = stat_ids.binary_search(stat).unwrap();
            stats[row * stat_ids.len() + column] = *value;
        }
        let (param_ids, params) = self.param_columns();
        let (classes, kinds, extents) =
            (vec![Class::Actor; rows], vec![KindId::NONE; rows], vec![Extent { width: 2, depth: 1, height: 6 }; rows]);
        look(&World {
            tick: Tick(100),
            ids: RSlice::from_slice(&self.ids),
            classes: RSlice::from_slice(&classes),
            kinds: RSlice::from_slice(&kinds),
            sides: RSlice::from_slice(&self.sides),
            places: RSlice::from_slice(&self.places),
            extents: RSlice::from_slice(&extents),
            states: RSlice::from_slice(&self.states),
            stat_ids: RSlice::from_slice(&stat_ids),
            stats: RSlice::from_slice(&stats),
            param_ids: RSlice::from_slice(&param_ids),
            params: RSlice::from_slice(&params),
            ..World::default()
        })
    }
}

/// Runs one round of an effect of actor 0 and hands over what it pushed.
pub fn run(
    stage: &Stage,
    effect: &impl Effect,
    target: Target,
    args: &[Arg],
    answers: &[CheckAnswer],
) -> (Vec<CheckRequest>, Vec<Change>) {
    let mut out = Out::default();
    let call = EffectCall {
        actor: id(0),
        action: abi::ActionId::of("tests/action"),
        target,
        args: Args { items: RSlice::from_slice(args) },
        answers: RSlice::from_slice(answers),
        ..EffectCall::default()
    };
    stage.with_world(|world| effect.run(world, &call, &mut out));
    let checks = out.checks().to_vec();
    let mut changes = Vec::new();
    out.drain_changes(&mut changes);
    (checks, changes)
}

/// Somebody whom the situation's actor perceives.
pub fn subject(row: u32, attitude: Attitude, distance_feet: i32) -> Subject {
    Subject {
        id: id(row),
        attitude,
        is_seen: true,
        seen: Tick(100),
        cell: Cell::new(distance_feet, 0, 0),
        extent: Extent { width: 2, depth: 1, height: 6 },
        distance_feet,
        state: ActorState::Up,
        reach_feet: 5,
        ..Subject::default()
    }
}

/// The situation of actor 0 among these, in tick 100 of an encounter that began in tick 40.
pub fn situation(subjects: &[Subject]) -> Situation<'_> {
    Situation {
        tick: Tick(100),
        me: id(0),
        extent: Extent { width: 2, depth: 1, height: 6 },
        state: ActorState::Up,
        reach_feet: 5,
        ground: abi::GroundId::of("core/stone"),
        encounter_began: Tick(40),
        is_encounter: true,
        subjects: RSlice::from_slice(subjects),
        ..Situation::default()
    }
}

/// Whether a word holds with these arguments.
pub fn holds(word: &impl Mind, situation: &Situation<'_>, args: &[Arg]) -> bool {
    word.holds(situation, &Args { items: RSlice::from_slice(args) })
}
