//! What is perceived, by eyes, ears and noses, and what is made of it. Must never judge lines or distances: the host measures both.
//! Called by the host as the holder of `Senses`.
#![doc = include_str!("../README.md")]

mod rules;
mod words;

#[cfg(test)]
mod testing;

use abi::{
    ActorState, EntityId, EventId, GlanceCall, HearingCall, Module, ParamId, Params, Percept, Registrar, Senses, SightCall,
    SpreadCall, StatId, StimulusCall, VerbId, World,
};

const SIGHT: ParamId = ParamId::of("sight_feet");
const CLOSE: ParamId = ParamId::of("close_feet");
const HEARING: ParamId = ParamId::of("hearing_feet");
const ASLEEP: ParamId = ParamId::of("asleep_rungs");
const DARK: [ParamId; 3] = [ParamId::of("pitch_feet"), ParamId::of("murky_feet"), ParamId::of("dusky_feet")];
const CLEAR: ParamId = ParamId::of("clear_rungs");
const PER_RUNG: ParamId = ParamId::of("perception_points_per_rung");
const DULL: ParamId = ParamId::of("dull_wits_points");
const PERCEPTION: StatId = StatId::of("core/perception");
const WITS: StatId = StatId::of("core/wits");
/// What an average human has of both.
const AVERAGE_POINTS: i32 = 10;
const SEE: VerbId = VerbId::of("see");
const NOISE: EventId = EventId::of("noise");
const ABSENCE: EventId = EventId::of("absence");
/// The rung of the ladder `light` at which nothing can hide.
const GLARING: i32 = 4;
/// The rung of the ladder `awareness` on which one knows that somebody is there: more than that, only eyes give.
const SEARCHING: i32 = 2;

/// The module.
#[derive(Default)]
struct SensesModule;

impl Module for SensesModule {
    const ID: &'static str = "senses";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar
            .parameter("sight_feet", "How far anybody can see at all.", (1, 10_000), 120)
            .parameter("close_feet", "How near the hidden are found out, and the blinded still perceive.", (0, 1000), 5)
            .parameter(
                "hearing_feet",
                "How far the faintest sound carries; each rung louder, twice as far.",
                (1, 10_000),
                10,
            )
            .parameter("asleep_rungs", "How many rungs fainter the world sounds to a sleeper.", (0, 100), 2)
            .parameter("pitch_feet", "How far one sees where there is no light at all.", (0, 1000), 1)
            .parameter("murky_feet", "How far one sees in murk.", (0, 1000), 15)
            .parameter("dusky_feet", "How far one sees at dusk.", (0, 1000), 60)
            .parameter("clear_rungs", "From which rung on something says more than that it is there.", (0, 100), 2)
            .parameter(
                "perception_points_per_rung",
                "Points of perception above or below an average human's for which all is a rung stronger or weaker.",
                (1, 1000),
                10,
            )
            .parameter(
                "dull_wits_points",
                "Below so many points of wits one makes little of what is not clear.",
                (0, 1000),
                6,
            )
            .senses("senses", EyesAndEars);
        words::register(registrar);
        Ok(())
    }
}

abi::export_module!(SensesModule);

/// Sight along lines, hearing by loudness and distance.
#[derive(Debug)]
struct EyesAndEars;

impl Senses for EyesAndEars {
    fn sees(&self, world: &World<'_>, call: &SightCall) -> bool {
        if !is_awake(world, call.observer) {
            return false;
        }
        let is_close_only = call.is_hidden || !world.can(call.observer, SEE);
        let most_feet = if is_close_only { world.param(CLOSE).min(world.param(SIGHT)) } else { world.param(SIGHT) };
        call.has_line && i64::from(call.distance_feet) <= most_feet
    }

    fn hears(&self, world: &World<'_>, call: &HearingCall) -> i32 {
        let dulled = match world.state(call.observer) {
            ActorState::Dead | ActorState::Down => return rules::NOTHING,
            ActorState::Asleep => i32::try_from(world.param(ASLEEP)).unwrap_or(0),
            _ => 0,
        };
        rules::arriving_rung(call.rung - dulled, i64::from(call.distance_feet), world.param(HEARING))
    }

    fn sight_feet(&self, params: &Params<'_>) -> i32 {
        i32::try_from(params.get(SIGHT)).unwrap_or(i32::MAX)
    }

    fn sees_by(&self, world: &World<'_>, call: &GlanceCall) -> bool {
        let light = call.light.saturating_add(call.dark_rungs);
        let far = rules::sight_feet(light, DARK.map(|limit| world.param(limit)), world.param(SIGHT));
        let is_hidden = call.sight.is_hidden && call.light < GLARING;
        let is_near = i64::from(call.sight.distance_feet) <= far;
        is_near && self.sees(world, &SightCall { is_hidden, ..call.sight })
    }

    fn spreads(&self, _params: &Params<'_>, call: &SpreadCall) -> i32 {
        let arriving = rules::arriving_rung(call.rung, i64::from(call.distance_feet), i64::from(call.feet));
        rules::behind_walls(arriving, call.walls, call.rungs_per_wall)
    }

    fn senses(&self, world: &World<'_>, call: &StimulusCall) -> Percept {
        let nothing = Percept { rung: rules::NOTHING, awareness: 0 };
        let dulled = match world.state(call.observer) {
            ActorState::Dead | ActorState::Down => return nothing,
            ActorState::Asleep if call.event == NOISE => i32::try_from(world.param(ASLEEP)).unwrap_or(0),
            // Whoever sleeps has ears alone.
            ActorState::Asleep => return nothing,
            _ => 0,
        };
        if call.rung < 0 || call.rung <= call.mask_rung {
            return nothing;
        }
        let points = i64::from(world.stat(call.observer, PERCEPTION).saturating_sub(AVERAGE_POINTS));
        // What is not there takes wits to notice, not eyes.
        let is_sensed = call.event != ABSENCE;
        let sharp = if is_sensed { i32::try_from(points / world.param(PER_RUNG).max(1)).unwrap_or(0) } else { 0 };
        let rung = call.rung.saturating_add(call.keen_rungs).saturating_add(sharp).saturating_sub(dulled);
        if rung < 0 {
            return nothing;
        }
        let is_dull = i64::from(world.stat(call.observer, WITS)) < world.param(DULL);
        let clear = i32::try_from(world.param(CLEAR)).unwrap_or(i32::MAX);
        Percept { rung, awareness: rules::made_of(rung, call.gives, clear, is_dull, SEARCHING) }
    }
}

/// Whether somebody's eyes are open.
fn is_awake(world: &World<'_>, observer: EntityId) -> bool {
    !matches!(world.state(observer), ActorState::Dead | ActorState::Down | ActorState::Asleep)
}

#[cfg(test)]
mod tests;
