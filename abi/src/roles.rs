//! Roles: what a ruleset names one holder of. Each call is pure, or pushes changes; none keeps anything between calls.

use crate::{
    ActionId, ActionKind, ActorState, Attitude, CallError, CheckAnswer, CheckId, CheckRequest, EntityId, EventId, Faulted,
    Hurt, Out, ParamId, ReadingLevel, State, Ticks, World, fault::guarded, ids::place_of, interface::interface,
};
use abi_stable::{
    StableAbi,
    prefix_type::PrefixTypeTrait,
    std_types::{RResult, RSlice},
};

/// The parameters of the ruleset, ascending by id.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug)]
pub struct Params<'a> {
    /// Ids, ascending.
    pub ids: RSlice<'a, ParamId>,
    /// Their values.
    pub values: RSlice<'a, i64>,
}

impl Params<'_> {
    /// A parameter; 0 where the ruleset has none of that name.
    #[must_use]
    #[inline]
    pub fn get(&self, id: ParamId) -> i64 {
        let place = place_of(&self.ids, id);
        place.and_then(|place| self.values.get(place).copied()).unwrap_or(0)
    }
}

/// A check, with everything counted that counts.
#[repr(C)]
#[derive(StableAbi, Copy, Clone)]
pub struct CheckCall<'a> {
    /// Which kind.
    pub kind: CheckId,
    /// The actor's stat for it, its modifiers, and the bonus asked for.
    pub skill_points: i32,
    /// The opponent's stat against it with its modifiers, or the difficulty alone.
    pub difficulty_points: i32,
    /// Whether the opponent is in Recover (clause R9): the ruleset's `exploit` counts.
    pub is_exploit: bool,
    /// As many draws as `draws` asked for, from the stream `resolution`.
    pub draws: RSlice<'a, u64>,
    /// The ruleset.
    pub params: Params<'a>,
}

/// In whose doing a role is asked: a rule may go by what kind of action it is, and how far that reaches.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Doing {
    /// Who does it; nobody for a fall or a fire.
    pub actor: EntityId,
    /// Which action; none for what was scheduled.
    pub action: ActionId,
    /// What kind of action; of no meaning where there is none.
    pub kind: ActionKind,
    /// How far it reaches, in feet; 0 where it is aimed at nobody.
    pub reach_feet: i32,
    /// Whether it is begun out of sequence, as an answer (clause R10).
    pub is_answer: bool,
    /// The magnitude of the check that was rolled against whom it is about, in the same call of a word; 0 where none was.
    pub magnitude: i32,
}

/// What a holder that goes by figures alone answers to [`Resolution::resolve_in`].
fn resolve_plainly<T: Resolution + ?Sized>(
    holder: &T,
    _world: &World<'_>,
    _request: &CheckRequest,
    _doing: &Doing,
    call: &CheckCall<'_>,
) -> CheckAnswer {
    holder.resolve(call)
}

/// What a holder that asks nothing of the action answers to [`Harm::hurt_in`].
fn hurt_plainly<T: Harm + ?Sized>(holder: &T, world: &World<'_>, hurt: &Hurt, _doing: &Doing, seed: u64, out: &mut Out) {
    holder.hurt(world, hurt, seed, out);
}

/// What a holder that asks nothing of the action answers to [`Tempo::lengths_in`].
fn lengths_plainly<T: Tempo + ?Sized>(holder: &T, _world: &World<'_>, _doing: &Doing, call: &LengthsCall<'_>) -> Lengths {
    holder.lengths(call)
}

interface! {
    /// Decides how well a check goes.
    Resolution / ResolutionFunctions / ResolutionFunctionsRef / ResolutionHandle {
        /// How many draws a check of this kind takes, always the same.
        fn draws(kind: CheckId) -> u32;
        /// The answer, before mitigation. The same call gives the same answer.
        fn resolve(call: &CheckCall<'_>) -> CheckAnswer;
    }
    grown {
        /// The same for a holder that goes by who stands where and what is being done; the host asks this one.
        fn resolve_in(world: &World<'_>, request: &CheckRequest, doing: &Doing, call: &CheckCall<'_>) -> CheckAnswer
            = resolve_plainly;
    }
}

interface! {
    /// Decides what harm does to a body.
    Harm / HarmFunctions / HarmFunctionsRef / HarmHandle {
        /// Harm meets somebody: push what comes of it, and raise `blow`.
        ///
        /// Order: `seed` is one draw of the stream `harm`.
        fn hurt(world: &World<'_>, hurt: &Hurt, seed: u64, out: &mut Out) -> ();
        /// Somebody is mended by so many points.
        fn mend(world: &World<'_>, target: EntityId, points: i32, out: &mut Out) -> ();
        /// Somebody is born: push the tracks that it begins with.
        ///
        /// Order: `seed` is one draw of the stream `births`.
        fn born(world: &World<'_>, entity: EntityId, seed: u64, out: &mut Out) -> ();
    }
    grown {
        /// As `hurt`, for a holder that goes by the action and its magnitude; the host asks this one.
        fn hurt_in(world: &World<'_>, hurt: &Hurt, doing: &Doing, seed: u64, out: &mut Out) -> () = hurt_plainly;
    }
}

/// Three lengths.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lengths {
    /// Of Prep.
    pub prep: Ticks,
    /// Of Exec, at least 1.
    pub exec: Ticks,
    /// Of Recover.
    pub recover: Ticks,
}

/// What the effective lengths of an activity come from (clause T6).
#[repr(C)]
#[derive(StableAbi, Copy, Clone)]
pub struct LengthsCall<'a> {
    /// The lengths of the action.
    pub given: Lengths,
    /// The ground's share that is added to prep (clause M5).
    pub ground_prep: Ticks,
    /// The ground's share that is added to recover (clause M5).
    pub ground_recover: Ticks,
    /// What wounded verbs and conditions add.
    pub dear_permille: i32,
    /// The actor's initiative, 0 outside an encounter.
    pub initiative: i32,
    /// For the jitter of clause I4: one draw of the stream `tempo`.
    pub seed: u64,
    /// The ruleset.
    pub params: Params<'a>,
}

interface! {
    /// Decides in which order actors stand and how long their activities take.
    Tempo / TempoFunctions / TempoFunctionsRef / TempoHandle {
        /// Somebody's initiative for an encounter (clause I1). `is_unseen`: it joins unseen by any enemy.
        ///
        /// Order: `seed` is one draw of the stream `initiative`.
        fn initiative(world: &World<'_>, actor: EntityId, is_unseen: bool, seed: u64) -> i32;
        /// The effective lengths of an activity that is not `even`.
        fn lengths(call: &LengthsCall<'_>) -> Lengths;
    }
    grown {
        /// As `lengths`, for a holder that goes by the actor and the kind of action; the host asks this one.
        fn lengths_in(world: &World<'_>, doing: &Doing, call: &LengthsCall<'_>) -> Lengths = lengths_plainly;
    }
}

/// One step over ground (clauses M2, M4, M13).
#[repr(C)]
#[derive(StableAbi, Copy, Clone)]
pub struct StepCall<'a> {
    /// Who steps.
    pub actor: EntityId,
    /// Along how many axes, 1 to 3.
    pub axes: u32,
    /// The departure difficulty of the worst cell under the body now.
    pub departure: Ticks,
    /// The arrival difficulty of the worst cell under the body there.
    pub arrival: Ticks,
    /// The ruleset.
    pub params: Params<'a>,
}

/// What a step goes through, beside the ground under the body before and after (clause M2).
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Through {
    /// What opposes the body on the way, in ticks along one axis: water, a thicket. 0 where nothing does.
    pub opposing: Ticks,
    /// How many feet the step leads up; below 0 it leads down.
    pub rise_feet: i32,
}

/// By what a body is held up where it has no floor (clauses M6, M7, M9).
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Footing {
    /// It swims: deep water holds it.
    pub swims: bool,
    /// It climbs: a ladder holds it.
    pub climbs: bool,
    /// It flies: air holds it, if its kind has wings.
    pub flies: bool,
}

/// What a holder that knows of no opposition answers to [`Movement::step_through`].
fn step_plainly<T: Movement + ?Sized>(holder: &T, world: &World<'_>, call: &StepCall<'_>, _through: &Through) -> Lengths {
    holder.step(world, call)
}

/// What a holder that says nothing of it answers to [`Movement::footing`]: only floors hold.
fn afoot<T: Movement + ?Sized>(_holder: &T, _world: &World<'_>, _actor: EntityId) -> Footing {
    Footing::default()
}

interface! {
    /// Decides what a step takes.
    Movement / MovementFunctions / MovementFunctionsRef / MovementHandle {
        /// Prep, exec and recover of a step, before clause T6. The same call in the same world gives the same answer.
        fn step(world: &World<'_>, call: &StepCall<'_>) -> Lengths;
        /// Whether somebody may step at all under what it carries (clause M13).
        fn can_step(world: &World<'_>, actor: EntityId) -> bool;
    }
    grown {
        /// As `step`, for a holder that goes by what opposes the body on its way; the host asks this one.
        fn step_through(world: &World<'_>, call: &StepCall<'_>, through: &Through) -> Lengths = step_plainly;
        /// By what somebody is held up where it has no floor; asked only where there is deep water or something to climb, and
        /// of kinds with wings. The same call in the same world gives the same answer.
        fn footing(world: &World<'_>, actor: EntityId) -> Footing = afoot;
    }
}

/// Whether one can perceive another, in figures.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, Default)]
pub struct SightCall {
    /// Who looks.
    pub observer: EntityId,
    /// At whom.
    pub subject: EntityId,
    /// How far off.
    pub distance_feet: i32,
    /// Whether there is a clear line between some cell of each.
    pub has_line: bool,
    /// Whether the subject hides.
    pub is_hidden: bool,
}

/// Whether one can hear something, in figures.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, Default)]
pub struct HearingCall {
    /// Who listens.
    pub observer: EntityId,
    /// How far off the source is.
    pub distance_feet: i32,
    /// How loud it is, on the ladder `loudness`.
    pub rung: i32,
}

/// Whether one can see another at the light that falls on it, in figures. Since 0.1.1.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, Default)]
pub struct GlanceCall {
    /// Who looks at whom, how far off, along which line.
    pub sight: SightCall,
    /// How light it is where the subject is, on the ladder `light`.
    pub light: i32,
    /// By how many rungs the observer's eyes are better in the dark than a human's.
    pub dark_rungs: i32,
}

/// How a stimulus goes out from its source, in figures. Since 0.1.1.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, Default)]
pub struct SpreadCall {
    /// `noise`, `smell`, `light`, `light_lost`, `absence`.
    pub event: EventId,
    /// How strong it is at its source, on the ladder of its sense.
    pub rung: i32,
    /// So far it is as strong as at its source.
    pub feet: i32,
    /// How far off it is met with.
    pub distance_feet: i32,
    /// How many walls stand between.
    pub walls: i32,
    /// How many rungs each of them takes.
    pub rungs_per_wall: i32,
}

/// Whether somebody takes in a stimulus that has come to where it is, in figures. Since 0.1.1.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, Default)]
pub struct StimulusCall {
    /// Who.
    pub observer: EntityId,
    /// `noise`, `smell`, `light`, `light_lost`, `absence`.
    pub event: EventId,
    /// How strong it is where the observer is; 0 for what has no ladder.
    pub rung: i32,
    /// The loudest steady thing of its sense where the observer is, which masks it; below 0 for none.
    pub mask_rung: i32,
    /// By how many rungs the observer's nature is better at this sense than a human's.
    pub keen_rungs: i32,
    /// What it gives who barely takes it in, on the ladder `awareness`.
    pub gives: i32,
}

/// What somebody makes of a stimulus. Since 0.1.1.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Percept {
    /// How strong it seems, on the ladder of its sense; below 0: it is not taken in.
    pub rung: i32,
    /// How aware of its source it makes, on the ladder `awareness`; 0: it is shrugged off.
    pub awareness: i32,
}

/// What a holder that knows no light answers to [`Senses::sees_by`].
fn sees_plainly<T: Senses + ?Sized>(holder: &T, world: &World<'_>, call: &GlanceCall) -> bool {
    holder.sees(world, &call.sight)
}

/// What a holder that says nothing of walls answers to [`Senses::spreads`]: as strong as at its source, and no farther.
fn spreads_plainly<T: Senses + ?Sized>(_holder: &T, _params: &Params<'_>, call: &SpreadCall) -> i32 {
    if call.distance_feet <= call.feet && call.walls == 0 { call.rung } else { -1 }
}

/// What a holder that makes nothing of stimuli answers to [`Senses::senses`].
fn senses_plainly<T: Senses + ?Sized>(_holder: &T, _world: &World<'_>, call: &StimulusCall) -> Percept {
    if call.rung > call.mask_rung {
        Percept { rung: call.rung, awareness: call.gives }
    } else {
        Percept { rung: -1, awareness: 0 }
    }
}

interface! {
    /// Decides what is perceived.
    Senses / SensesFunctions / SensesFunctionsRef / SensesHandle {
        /// Whether the observer sees the subject.
        fn sees(world: &World<'_>, call: &SightCall) -> bool;
        /// How loud it is to the observer, on the ladder `loudness`; below 0: not heard.
        fn hears(world: &World<'_>, call: &HearingCall) -> i32;
        /// How far anybody can see at all, in feet: the host looks no farther.
        fn sight_feet(params: &Params<'_>) -> i32;
    }
    grown {
        /// As `sees`, at the light that falls on the subject. The host asks this one.
        fn sees_by(world: &World<'_>, call: &GlanceCall) -> bool = sees_plainly;
        /// How strong a stimulus still is somewhere, on the ladder of its sense; below 0: nothing of it gets there. Stronger at its
        /// source is never weaker anywhere.
        fn spreads(params: &Params<'_>, call: &SpreadCall) -> i32 = spreads_plainly;
        /// What somebody makes of a stimulus that has come to it.
        fn senses(world: &World<'_>, call: &StimulusCall) -> Percept = senses_plainly;
    }
}

/// What a reading is judged from (clause P3).
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, Default)]
pub struct ReadCall<'a> {
    /// Who reads.
    pub observer: EntityId,
    /// Whom.
    pub subject: EntityId,
    /// Drawn by key for this observer, activity and stretch of unchanged public line.
    pub draw: u64,
    /// How hard the phase is to read, in points.
    pub difficulty_points: i32,
    /// What the observer knows of such things, in points.
    pub lore_points: i32,
    /// How sharp the observer is, in points.
    pub wits_points: i32,
    /// How often the observer has read this action before.
    pub times_read: u32,
    /// The ruleset.
    pub params: Params<'a>,
}

impl Default for Params<'_> {
    fn default() -> Self {
        Self { ids: RSlice::EMPTY, values: RSlice::EMPTY }
    }
}

/// How likely a reading is at so many points of lore over difficulty: a row of the table that a ruleset names.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadingChance {
    /// Lore over difficulty.
    pub points: i32,
    /// How often it is `Busy` at least.
    pub busy_permille: i32,
    /// How often it is `Kind` at least.
    pub kind_permille: i32,
    /// How often it is `Phase` at least.
    pub phase_permille: i32,
    /// How often it is `Exact`.
    pub exact_permille: i32,
}

/// The table of a ruleset, ascending in points; no column falls, and none rises within a row.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug)]
pub struct ReadingChances<'a> {
    /// Its rows; none where the ruleset has no table.
    pub rows: RSlice<'a, ReadingChance>,
}

/// What a holder that goes by no table answers to [`Readability::read_in`].
fn read_plainly<T: Readability + ?Sized>(holder: &T, call: &ReadCall<'_>, _chances: &ReadingChances<'_>) -> ReadingLevel {
    holder.read(call)
}

interface! {
    /// Decides how well intentions are read.
    Readability / ReadabilityFunctions / ReadabilityFunctionsRef / ReadabilityHandle {
        /// The reading. The same call gives the same answer.
        fn read(call: &ReadCall<'_>) -> ReadingLevel;
    }
    grown {
        /// The same for a holder that goes by the ruleset's table of chances; the host asks this one.
        fn read_in(call: &ReadCall<'_>, chances: &ReadingChances<'_>) -> ReadingLevel = read_plainly;
    }
}

interface! {
    /// Decides who is what to whom.
    Regards / RegardsFunctions / RegardsFunctionsRef / RegardsHandle {
        /// What `other` is to `actor`, whose state is `state` and `other_state`.
        fn toward(world: &World<'_>, actor: EntityId, other: EntityId) -> Attitude;
        /// Whether a side still fights through an actor in this state.
        fn is_standing(state: ActorState) -> bool;
    }
}
