//! The effects of this module: light that its actor brings or puts out, and scents that it leaves.
//!
//! Must never say how far any of them goes: that stands in the stimuli of content. Called by the host, by lines that name them.

use abi::{Change, Effect, EffectCall, EventId, Out, Registrar, World};

/// Registers the effects.
pub fn register(registrar: &mut Registrar) {
    registrar
        .effect(&["light <rung:light>"], Gives(EventId::of("light")))
        .effect(&["douse"], Gives(EventId::of("light_lost")))
        .effect(&["smell <rung:scent>"], Gives(EventId::of("smell")));
}

/// The actor gives off a stimulus of this event, of the rung that the line names.
#[derive(Debug)]
struct Gives(EventId);

impl Effect for Gives {
    fn run(&self, _world: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        out.change(Change::Stimulus { event: self.0, by: call.actor, rung: call.args.rung(0) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{id, with_world};
    use abi::{ActorState, Arg, Args, RSlice};

    #[test]
    fn each_effect_is_a_stimulus_of_its_actor() {
        let check = |event: &str, args: &[Arg], rung: i32| {
            let call = EffectCall { actor: id(), args: Args { items: RSlice::from_slice(args) }, ..EffectCall::default() };
            let event = EventId::of(event);
            let mut out = Out::default();
            with_world(ActorState::Up, &[], &[], |world| Gives(event).run(world, &call, &mut out));
            let mut changes = Vec::new();
            out.drain_changes(&mut changes);
            assert_eq!(changes, [Change::Stimulus { event, by: id(), rung }]);
        };
        check("light", &[Arg::Rung(3)], 3);
        check("light_lost", &[], 0);
        check("smell", &[Arg::Rung(1)], 1);
    }
}
