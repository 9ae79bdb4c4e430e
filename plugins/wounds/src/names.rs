//! Ids that this module uses in more than one file.
//!
//! Owns nothing but names. Called by `harm` and the tests.

use abi::{EventId, LadderId, ParamId, StatId, TrackId};

pub const AVOIDANCE: TrackId = TrackId::of("wounds/avoidance");
pub const CAPACITY: TrackId = TrackId::of("wounds/capacity");
pub const STAGE: TrackId = TrackId::of("wounds/stage");

/// What capacity is drawn around.
pub const AVOIDANCE_STAT: StatId = StatId::of("core/avoidance");
pub const POWER: StatId = StatId::of("core/power");

pub const BLOW_EVENT: EventId = EventId::of("blow");
pub const STAGE_EVENT: EventId = EventId::of("stage");
pub const BLOW_LADDER: LadderId = LadderId::of("blow");
pub const STAGE_LADDER: LadderId = LadderId::of("stage");

pub const BIRTH_SPREAD: ParamId = ParamId::of("birth_spread_permille");
pub const WORKING: ParamId = ParamId::of("stage_working_permille");
pub const WINDED: ParamId = ParamId::of("stage_winded_permille");
pub const GUARD_FAILING: ParamId = ParamId::of("stage_guard_failing_permille");
pub const EXPOSED: ParamId = ParamId::of("stage_exposed_permille");
pub const BEST_WHEN_WOUNDED: ParamId = ParamId::of("stage_best_when_wounded");
pub const HIT: ParamId = ParamId::of("blow_hit_points");
pub const HEAVY: ParamId = ParamId::of("blow_heavy_points");
pub const CRUSHING: ParamId = ParamId::of("blow_crushing_points");
pub const THROUGH: ParamId = ParamId::of("through_permille");
pub const SEVERE_FROM: ParamId = ParamId::of("severe_from");
pub const DEADLY_WOUNDS: ParamId = ParamId::of("deadly_wounds");
pub const COUP_KILLS: ParamId = ParamId::of("coup_kills");
pub const WARD_POWER: ParamId = ParamId::of("ward_power_points");
