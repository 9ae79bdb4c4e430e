//! What can be foreseen of an action before it is begun, and of the threats that are read (doctrine F14).
//!
//! Owns no state and draws no dice: whatever is asked here may be asked often or never (clause S4). It goes by the
//! player's own body and by readings, never by what somebody hides. The session calls it for the words beside a choice.

use super::activity::Activity;
use super::sim::Sim;
use crate::content::tables::{Action, LengthSource, TargetRule};
use abi::{ActionId, EntityId, Intent, Lengths, LengthsCall, Phase, Reading, ReadingLevel, Target, Ticks};

/// How long an action would take, if it were begun now: the jitter of clause I4 lies between the two.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Foreseen {
    /// Prep and exec, at least.
    pub least_ticks: u32,
    /// Prep and exec, at most.
    pub most_ticks: u32,
    /// The first tick in which what it is for can happen.
    pub lands_from: u64,
    /// The last one.
    pub lands_until: u64,
}

/// What was found of one actor's preps in one moment: of those that are alike only the first is looked into.
#[derive(Clone, Debug, Default)]
pub struct Bounds(Vec<Bound>);

/// Between which ticks the preps of an action are that has such lengths; nothing where nobody can say.
#[derive(Copy, Clone, Debug)]
struct Bound {
    action: ActionId,
    given: Lengths,
    range: Option<(u32, u32)>,
}

/// Something that is read as aimed at an observer, and has not landed yet.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// Who threatens.
    pub by: EntityId,
    /// With which activity: no two of a fight have the same.
    pub serial: u64,
    /// In which phase it is.
    pub phase: Phase,
    /// The tick in which it lands, where that is read.
    pub lands: Option<u64>,
}

/// So many draws show how far the jitter reaches; what they miss is added from the ruleset's own bound.
const SAMPLES: u64 = 16;

impl Sim {
    /// How long an intent would take and when it would land, if it were begun in this tick. `known` holds for this actor until
    /// anything happens.
    pub(crate) fn foresee(&mut self, row: usize, intent: &Intent, known: &mut Bounds) -> Option<Foreseen> {
        let content = std::sync::Arc::clone(&self.content);
        let action = &content.actions[self.own_action(row, intent.action)?.index()];
        let given = self.given_lengths(row, action, intent, Ticks(0)).ok()?;
        let (least, most) = if action.is_even {
            (given.prep.0, given.prep.0)
        } else {
            let alike = known.0.iter().find(|bound| (bound.action, bound.given) == (action.id, given)).copied();
            let bound = alike.unwrap_or_else(|| {
                let bound = Bound { action: action.id, given, range: self.prep_range(row, action, given) };
                known.0.push(bound);
                bound
            });
            bound.range?
        };
        let engaged = if action.is_engaged { self.engaged_ticks(row).0 } else { 0 };
        let exec = given.exec.0.max(1);
        let lands = |prep: u32| {
            let lengths = Lengths { prep: Ticks(prep + engaged), exec: Ticks(exec), recover: given.recover };
            self.tick + u64::from(self.lands_at(action, lengths, intent.target))
        };
        Some(Foreseen {
            least_ticks: least + engaged + exec,
            most_ticks: most + engaged + exec,
            lands_from: lands(least),
            lands_until: lands(most),
        })
    }

    /// Between which bounds the effective prep will be (clause T6).
    fn prep_range(&self, row: usize, action: &Action, given: Lengths) -> Option<(u32, u32)> {
        let (ground_prep, ground_recover) = self.ground_share(row, action);
        let call = |seed: u64| LengthsCall {
            given,
            ground_prep,
            ground_recover,
            dear_permille: action.needs.iter().map(|verb| self.world.verb(row, *verb).max(0)).sum(),
            initiative: if self.encounter.is_some() { self.actors[row].score } else { 0 },
            seed: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            params: self.world.params(),
        };
        // Whoever is asked in the pass is asked for an answer (clause D3).
        let is_answer = self.stage == super::sim::Stage::Pass;
        let sample = |seed: u64| self.ask_lengths(row, action, is_answer, &call(seed)).ok().map(|lengths| lengths.prep.0);
        let samples: Vec<u32> = (1..=SAMPLES).filter_map(sample).collect();
        let (least, most) = (samples.iter().min().copied()?, samples.iter().max().copied()?);
        if given.prep.0 == 0 {
            return Some((least, most));
        }
        // Each sample is off by at most twice the jitter, whichever of them was drawn.
        let width = self.derived.knobs.jitter_ticks * 2;
        Some((most.saturating_sub(width).min(least).max(1), (least + width).max(most)))
    }

    /// What an observer reads as aimed at it and still to land.
    pub(crate) fn threats(&self, row: usize) -> Vec<Threat> {
        let perceived = self.world.perceived_by(row).iter().map(|other| *other as usize);
        perceived.filter(|other| self.is_standing_foe(*other, row)).filter_map(|other| self.threat_of(row, other)).collect()
    }

    fn threat_of(&self, row: usize, other: usize) -> Option<Threat> {
        let reading = self.reading(row, other);
        if reading.level < ReadingLevel::Phase || !reading.is_at_me || reading.phase == Phase::Recover {
            return None;
        }
        let activity = self.actors[other].present.as_ref()?;
        let is_exact = reading.level == ReadingLevel::Exact
            && self.line_seen(row, other).is_some_and(|line| line.masked_since.is_none());
        let lands = activity.start.0 + u64::from(self.blow_index(activity));
        if is_exact && self.has_passed(other, lands) {
            return None;
        }
        let (by, serial, phase) = (self.world.id(other), activity.serial, reading.phase);
        Some(Threat { by, serial, phase, lands: is_exact.then_some(lands) })
    }

    /// Whether what an observer has read as aimed at it, in an activity, threatens it no more as far as that one can tell: it has
    /// landed for the last time, or is over, or shows that it is nothing of the kind. What can be read no longer threatens on
    /// until it is over.
    pub(crate) fn is_past_threat(&self, row: usize, by: EntityId, serial: u64) -> bool {
        let Some(other) = self.world.row(by).filter(|other| self.is_standing_foe(*other, row)) else { return true };
        let reading = self.reading(row, other);
        if self.world.perceives(row, other) && reading.level >= ReadingLevel::Phase {
            return !reading.is_at_me || reading.phase == Phase::Recover || self.has_landed_for_good(row, other, &reading);
        }
        self.line_seen(row, other).is_none_or(|line| line.activity.0 != serial || line.phase == Phase::Recover)
    }

    /// Whether an observer who reads to the tick what is aimed at it can see that all that could come has come.
    fn has_landed_for_good(&self, row: usize, other: usize, reading: &Reading) -> bool {
        let Some(activity) = self.actors[other].present.as_ref() else { return false };
        let is_exact = reading.level == ReadingLevel::Exact
            && self.line_seen(row, other).is_some_and(|line| line.masked_since.is_none());
        is_exact && self.has_passed(other, activity.start.0 + u64::from(self.last_blow_index(row, activity)))
    }

    /// Whether an actor has been through a tick.
    fn has_passed(&self, row: usize, tick: u64) -> bool {
        tick < self.tick || (tick == self.tick && self.is_processed(row))
    }

    /// The number of the last tick of an activity in which it can meet somebody: a window takes who comes in as long as it is
    /// open, but those whom it takes once it has taken.
    fn last_blow_index(&self, row: usize, activity: &Activity) -> u32 {
        let action = &self.content.actions[activity.action.index()];
        let (prep, exec) = (activity.lengths.prep.0, activity.lengths.exec.0);
        let me = self.world.id(row);
        let has_taken = |from: u32| {
            self.windows.iter().any(|open| {
                open.activity == activity.serial && open.def.from == from && open.def.once && open.taken.contains(&me)
            })
        };
        let windows = action.windows.iter().filter(|window| !has_taken(window.from));
        let closes = windows.map(|window| prep + window.to.max(window.from + 1) - 1).max();
        let meets_in_the_end = action.on_complete.iter().any(|line| self.is_aimed(*line, activity.target));
        let ends = meets_in_the_end.then_some((prep + exec).saturating_sub(1));
        self.blow_index(activity).max(closes.unwrap_or(0)).max(ends.unwrap_or(0))
    }

    /// How long it takes to give up what is being prepared now, in ticks (clauses C2, C3); nothing where nothing is.
    pub(crate) fn giving_up_ticks(&mut self, row: usize) -> Option<u32> {
        let done = self.done(row);
        let activity = self.present(row)?;
        let (is_edge, invested) = (activity.is_at_edge(done), activity.invested(done));
        let cancel = if is_edge { self.rules.boundary_cancel } else { self.rules.deep_cancel };
        let content = std::sync::Arc::clone(&self.content);
        let action = &content.actions[cancel.index()];
        let intent = Intent { action: action.id, target: abi::Target::None, ticks: 0 };
        let lengths = self.given_lengths(row, action, &intent, invested).ok()?;
        Some(lengths.prep.0.saturating_add(lengths.exec.0).saturating_add(lengths.recover.0))
    }

    /// Between which ticks a threat lands, as far as its observer can tell: to the tick where it is read exactly; where its
    /// phase is read, by what such a body can do, if its kind is known. Nothing where neither is.
    pub(crate) fn threat_window(&mut self, row: usize, threat: &Threat) -> Option<(u64, u64)> {
        if let Some(lands) = threat.lands {
            return Some((lands, lands));
        }
        let other = self.world.row(threat.by)?;
        let content = std::sync::Arc::clone(&self.content);
        // Who takes it for another kind expects what those do.
        let kind = &content.kinds[self.kind_seen(row, other)?.index()];
        let reading = self.reading(row, other);
        let fitting =
            kind.actions.iter().map(|ix| &content.actions[ix.index()]).filter(|action| action.kind == reading.kind);
        let windows: Vec<(u64, u64)> =
            fitting.filter_map(|action| self.usual_window(row, other, &reading, action)).collect();
        let from = windows.iter().map(|window| window.0).min()?;
        let until = windows.iter().map(|window| window.1).max()?;
        Some((from.max(self.tick), until))
    }

    /// When it would land if it were this action; nothing where it cannot be.
    fn usual_window(&mut self, row: usize, other: usize, reading: &Reading, action: &Action) -> Option<(u64, u64)> {
        let LengthSource::Fixed(lengths) = action.lengths else { return None };
        let target = match action.target {
            TargetRule::Actor { .. } => Target::Actor(self.world.id(row)),
            TargetRule::Cell { .. } => Target::Cell(self.world.cell(row)),
            TargetRule::None => Target::None,
            TargetRule::Step | TargetRule::Itself => return None,
        };
        let (tick, since) = (self.tick, u64::from(reading.since_ticks.0));
        let (from, until) = match reading.phase {
            Phase::Recover => return None,
            // The blow is somewhere in what is left of it.
            Phase::Exec => (tick, (tick + u64::from(lengths.exec.0.max(1))).saturating_sub(since + 1)),
            Phase::Prep if lengths.prep.0 == 0 => return None,
            Phase::Prep => {
                let foreseen =
                    self.foresee(other, &Intent { action: action.id, target, ticks: 0 }, &mut Bounds::default())?;
                (foreseen.lands_from.saturating_sub(since), foreseen.lands_until.saturating_sub(since))
            }
        };
        (until >= tick).then_some((from, until))
    }

    /// When an actor's own present activity lands.
    pub(crate) fn own_landing(&self, row: usize) -> Option<u64> {
        let activity = self.actors[row].present.as_ref()?;
        Some(activity.start.0 + u64::from(self.blow_index(activity)))
    }
}
