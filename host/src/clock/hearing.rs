//! Stimuli: what can be sensed otherwise than by sight, and who senses it (clause E2).

use super::events::{Event, name};
use super::lines::Cause;
use super::sim::Sim;
use abi::{EntityId, EventId, HearingCall, LadderId};

/// How far a noise is asked after at least: who sleeps out of scope may hear it, and wakes by it (clause L7).
const MOST_HEARING_FEET: u32 = 120;

impl Sim {
    /// Something can be sensed: it is told to whom the holder of `Senses` lets sense it.
    pub(super) fn stimulate(&mut self, event: EventId, by: EntityId, rung: i32, cause: &Cause) {
        let ladder = if event == name::NOISE { LadderId::of("loudness") } else { LadderId::NONE };
        let told = Event { ladder, rung, action: cause.action, ..Event::new(event, by) };
        self.raise(told);
    }

    /// Who hears a noise.
    pub(super) fn hearers(&self, event: &Event, about: usize) -> Vec<u32> {
        let feet = self.derived.knobs.scope_feet.max(MOST_HEARING_FEET);
        let body = self.world.body(about);
        let mut near = Vec::new();
        self.world.near(body, feet, self.metric(), &mut near);
        let hears = |row: &u32| {
            let other = *row as usize;
            let call = HearingCall {
                observer: self.world.id(other),
                distance_feet: i32::try_from(self.metric().distance_feet(body, self.world.body(other))).unwrap_or(i32::MAX),
                rung: event.rung,
            };
            let heard = self.roles.senses.handle.hears(&self.world.view(), &call).unwrap_or(-1);
            other != about && heard >= 0
        };
        near.retain(hears);
        near
    }
}
