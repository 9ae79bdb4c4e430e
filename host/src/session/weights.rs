//! How much each happening matters: the least are left out first (doctrine F13).
//!
//! Owns the numbers and nothing else; 0 is for the history alone. They rank happenings against each other and have no unit.
//! Whatever ends somebody comes before whatever wounds, that before news, that before blows, and those before steps.

use crate::clock::{Event, events::name};
use abi::EntityId;

/// From here on a line is told even where three have been (doctrine F13: at most three in the median, six ever).
pub const VITAL: i32 = 60;
/// A blow that changed how somebody stands: vital, and before any change of stage.
pub const DECISIVE: i32 = 66;
/// What one does oneself and nothing else tells of.
pub const OWN_DEED: i32 = 10;
/// A change of nearness.
pub const NEARNESS: i32 = 15;

/// The weight of an event that is no phase.
pub fn of(event: &Event, you: EntityId) -> i32 {
    let is_yours = event.about == you;
    let yours = |weight: i32, more: i32| if is_yours { weight + more } else { weight };
    match event.id {
        id if id == name::DIED => yours(100, 50),
        id if id == name::WOUND => yours(85, 20),
        id if id == name::YIELDED || id == name::FLED => 80,
        id if id == name::FELL || id == name::LANDED => yours(62, 10),
        id if id == name::STAGE => yours(55, 10),
        id if id == name::NOTICED => 65,
        id if id == name::LEARNED => 58,
        id if id == name::INTERRUPTED || id == name::CANCELLED => 56,
        id if id == name::LOST => 50,
        id if id == name::CONDITION => 48,
        id if id == name::BLOW => yours(36, 4) + 4 * event.rung.clamp(0, 4),
        id if id == name::MISSED || id == name::BLOCKED => 34,
        id if id == name::SAID || id == name::ZONE => 32,
        id if id == name::NOISE || id == name::LIGHT || id == name::LIGHT_LOST || id == name::ABSENCE => 30,
        id if id == name::ENCOUNTER_ENDED => 28,
        id if id == name::MITIGATED => 12,
        id if id == name::ENCOUNTER_BEGAN || id == name::PAUSED || id == name::RESUMED => 0,
        // What modules register beside these is told before steps, and after all that hurts.
        _ => 20,
    }
}

/// The weight of a phase that begins, or of a flinch.
pub fn of_phase(event: &Event, is_yours: bool, is_at_you: bool) -> i32 {
    match event.id {
        id if id == name::FLINCH => 40,
        _ if is_yours => 0,
        id if id == name::PREP_BEGAN && is_at_you => 33,
        id if id == name::PREP_BEGAN => 18,
        id if id == name::EXEC_BEGAN => 11,
        _ => 8,
    }
}
