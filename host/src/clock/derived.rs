//! What follows from content and ruleset alone, worked out once for all fights of a setup.

use super::{causes, checks, passes};
use crate::content::tables::{ActionIx, Content, Does, Ruleset, Stimulus, StimulusIx};
use abi::{ActionId, EventId, KindId, ParamId};

/// The parameters of the ruleset that the clock itself goes by.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Knobs {
    pub calm_ticks: u64,
    pub idle_ticks: u32,
    pub concentration_from: i64,
    pub concentration_base_points: i64,
    pub concentration_points_per_rung: i64,
    pub jitter_ticks: u32,
    pub reaction_depth: u32,
    pub cancel_factor_permille: u64,
    pub min_cancel_ticks: u64,
    pub terrain_weight_permille: u32,
    pub engaged_departure_ticks: u32,
    pub cover_points: i32,
    pub scope_feet: u32,
    pub path_feet: u32,
    pub stirred_ticks: u64,
    pub stirred_again_ticks: u64,
    pub searching_ticks: u64,
    pub alertness_ticks: u64,
    pub recalled_lore_points: i32,
    pub mistaken_lore_points: i32,
}

impl Knobs {
    fn of(rules: &Ruleset) -> Self {
        let whole = |name: &str| u64::try_from(rules.param(ParamId::of(name))).unwrap_or(0);
        let small = |name: &str| u32::try_from(rules.param(ParamId::of(name))).unwrap_or(0);
        let points = |name: &str| i32::try_from(rules.param(ParamId::of(name))).unwrap_or(0);
        Self {
            calm_ticks: whole("calm_ticks"),
            idle_ticks: small("idle_ticks"),
            concentration_from: rules.param(ParamId::of("concentration_from")),
            concentration_base_points: rules.param(ParamId::of("concentration_base_points")),
            concentration_points_per_rung: rules.param(ParamId::of("concentration_points_per_rung")),
            jitter_ticks: small("jitter_ticks"),
            reaction_depth: small("reaction_depth"),
            cancel_factor_permille: whole("cancel_factor_permille"),
            min_cancel_ticks: whole("min_cancel_ticks"),
            terrain_weight_permille: small("terrain_weight_permille"),
            engaged_departure_ticks: small("engaged_departure_ticks"),
            cover_points: points("cover_points"),
            scope_feet: small("scope_feet"),
            path_feet: small("path_feet"),
            stirred_ticks: whole("stirred_ticks"),
            stirred_again_ticks: whole("stirred_again_ticks"),
            searching_ticks: whole("searching_ticks"),
            alertness_ticks: whole("alertness_ticks"),
            recalled_lore_points: points("recalled_lore_points"),
            mistaken_lore_points: points("mistaken_lore_points"),
        }
    }
}

/// What follows from content and ruleset alone.
#[derive(Clone, Debug)]
pub struct Derived {
    pub(crate) knobs: Knobs,
    /// For each kind: how far its quickest attack reaches, and how long it takes until it lands.
    pub(crate) reaches: Vec<(u32, u32)>,
    /// For each profile: the events that its ranks name.
    pub(crate) listening: Vec<Vec<EventId>>,
    /// For each profile: the events that those of its ranks name that give up what their actor is doing.
    pub(crate) busy_listening: Vec<Vec<EventId>>,
    /// For each profile: whether it has ranks that give up what its actor is doing.
    pub(crate) busy: Vec<bool>,
    /// The stimuli that bodies give off by events of their own: on which, and how strong.
    pub(crate) given_off: Vec<(EventId, StimulusIx, i32)>,
    /// The stimuli that grounds and zones give off as they come about: which, and how strong.
    pub(crate) given_off_by: Vec<(KindId, StimulusIx, i32)>,
    /// The stimuli of which whatever gives them off says how strong they are, by what they are.
    said_of: Vec<(EventId, StimulusIx)>,
    /// The ids of all actions, ascending.
    action_ids: Vec<ActionId>,
    /// The place of each of them.
    action_places: Vec<ActionIx>,
}

impl Derived {
    /// Works it out.
    #[must_use]
    pub fn of(content: &Content, rules: &Ruleset) -> Self {
        let places = (0_u32..).map(ActionIx);
        // What feats have made of an action is found by its bearer (`Sim::own_action`).
        let plain = content.actions.iter().zip(places).filter(|(action, _)| action.varied.is_none());
        let mut actions: Vec<_> = plain.map(|(action, place)| (action.id, place)).collect();
        actions.sort_unstable();
        Self {
            knobs: Knobs::of(rules),
            reaches: checks::reaches(content),
            listening: passes::listening(content, |_| true),
            busy_listening: passes::listening(content, |rank| rank.does == Does::Cancel),
            busy: causes::busy(content),
            given_off: given_off(content),
            given_off_by: given_off_by(content),
            said_of: said_of(content),
            action_ids: actions.iter().map(|(id, _)| *id).collect(),
            action_places: actions.iter().map(|(_, place)| *place).collect(),
        }
    }

    /// The stimulus of content for whatever gives off such an event with a rung of its own.
    pub(crate) fn stimulus_for(&self, event: EventId) -> Option<StimulusIx> {
        self.said_of.iter().find(|(of, _)| *of == event).map(|(_, stimulus)| *stimulus)
    }

    /// The place of an action.
    pub(crate) fn action_ix(&self, id: ActionId) -> Option<ActionIx> {
        self.action_places.get(abi::place_of(&self.action_ids, id)?).copied()
    }
}

fn said_of(content: &Content) -> Vec<(EventId, StimulusIx)> {
    let stimuli = content.stimuli.iter().zip(0..).filter(|(stimulus, _)| stimulus.rung.is_none() && stimulus.on.is_none());
    stimuli.map(|(stimulus, place)| (stimulus.event, StimulusIx(place))).collect()
}

fn given_off_by(content: &Content) -> Vec<(KindId, StimulusIx, i32)> {
    let stimuli = content.stimuli.iter().zip(0..);
    let of = |(stimulus, place): (&'_ Stimulus, u32)| {
        let rung = stimulus.rung?;
        Some(stimulus.from.iter().map(|thing| (*thing, StimulusIx(place), rung)).collect::<Vec<_>>())
    };
    stimuli.filter_map(of).flatten().collect()
}

fn given_off(content: &Content) -> Vec<(EventId, StimulusIx, i32)> {
    let stimuli = content.stimuli.iter().zip(0..);
    stimuli.filter_map(|(stimulus, place)| Some((stimulus.on?, StimulusIx(place), stimulus.rung?))).collect()
}
