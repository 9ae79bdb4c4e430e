//! Stimuli: what can be sensed otherwise than by sight, and who senses it (clause E2).

use super::events::{Event, name};
use super::lines::Cause;
use super::sim::Sim;
use crate::modules::crumb::Spot;
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

    /// Who hears a noise and heeds it, or could be woken by it.
    pub(super) fn hearers(&self, event: &Event, about: usize) -> Vec<u32> {
        let feet = self.derived.knobs.scope_feet.max(MOST_HEARING_FEET);
        let body = self.world.body(about);
        let mut near = Vec::new();
        self.world.near(body, feet, self.metric(), &mut near);
        let view = self.world.view();
        near.retain(|row| {
            let other = *row as usize;
            // Who sleeps out of scope wakes by it, whether or not it means anything to it.
            let heeds = self.actors[other].is_out_of_scope || self.heed(event, other).is_any();
            if other == about || !heeds {
                return false;
            }
            let call = HearingCall {
                observer: self.world.id(other),
                distance_feet: i32::try_from(self.metric().distance_feet(body, self.world.body(other))).unwrap_or(i32::MAX),
                rung: event.rung,
            };
            let senses = self.roles.senses;
            let heard = senses.call(const { Spot::function("Senses::hears") }, |role| role.hears(&view, &call));
            heard.unwrap_or(-1) >= 0
        });
        near
    }
}
