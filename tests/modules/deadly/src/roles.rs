//! The roles that rules have, held as simply as a game can be played with.

use crate::{Deadly, deeds::at};
use abi::{
    ActorState, Attitude, CheckAnswer, CheckCall, CheckId, CheckRequest, Doing, EntityId, Footing, GlanceCall, Harm,
    HearingCall, Hurt, Lengths, LengthsCall, Movement, Out, Params, Percept, ReadCall, Readability, ReadingChances,
    ReadingLevel, Regards, Resolution, Senses, SightCall, SpreadCall, StepCall, StimulusCall, Tempo, Through, Ticks, World,
};

impl Resolution for Deadly {
    fn draws(&self, _: CheckId) -> u32 {
        at("Resolution::draws");
        1
    }

    fn resolve(&self, _: &CheckCall<'_>) -> CheckAnswer {
        at("Resolution::resolve");
        CheckAnswer::default()
    }

    fn resolve_in(&self, _: &World<'_>, _: &CheckRequest, _: &Doing, _: &CheckCall<'_>) -> CheckAnswer {
        at("Resolution::resolve_in");
        CheckAnswer::default()
    }
}

impl Harm for Deadly {
    fn hurt(&self, _: &World<'_>, _: &Hurt, _: u64, _: &mut Out) {
        at("Harm::hurt");
    }

    fn hurt_in(&self, _: &World<'_>, _: &Hurt, _: &Doing, _: u64, _: &mut Out) {
        at("Harm::hurt_in");
    }

    fn mend(&self, _: &World<'_>, _: EntityId, _: i32, _: &mut Out) {
        at("Harm::mend");
    }

    fn born(&self, _: &World<'_>, _: EntityId, _: u64, _: &mut Out) {
        at("Harm::born");
    }
}

impl Tempo for Deadly {
    fn initiative(&self, _: &World<'_>, _: EntityId, _: bool, _: u64) -> i32 {
        at("Tempo::initiative");
        10
    }

    fn lengths(&self, call: &LengthsCall<'_>) -> Lengths {
        at("Tempo::lengths");
        call.given
    }

    fn lengths_in(&self, _: &World<'_>, _: &Doing, call: &LengthsCall<'_>) -> Lengths {
        at("Tempo::lengths_in");
        call.given
    }
}

impl Movement for Deadly {
    fn step(&self, _: &World<'_>, call: &StepCall<'_>) -> Lengths {
        at("Movement::step");
        Lengths { prep: call.departure, exec: Ticks(10), recover: call.arrival }
    }

    fn can_step(&self, _: &World<'_>, _: EntityId) -> bool {
        at("Movement::can_step");
        true
    }

    fn step_through(&self, _: &World<'_>, call: &StepCall<'_>, _: &Through) -> Lengths {
        at("Movement::step_through");
        Lengths { prep: call.departure, exec: Ticks(10), recover: call.arrival }
    }

    fn footing(&self, _: &World<'_>, _: EntityId) -> Footing {
        at("Movement::footing");
        Footing::default()
    }
}

impl Senses for Deadly {
    fn sees(&self, _: &World<'_>, call: &SightCall) -> bool {
        at("Senses::sees");
        call.has_line && !call.is_hidden
    }

    fn hears(&self, _: &World<'_>, _: &HearingCall) -> i32 {
        at("Senses::hears");
        -1
    }

    fn sight_feet(&self, _: &Params<'_>) -> i32 {
        at("Senses::sight_feet");
        60
    }

    fn sees_by(&self, _: &World<'_>, call: &GlanceCall) -> bool {
        at("Senses::sees_by");
        call.sight.has_line
    }

    fn spreads(&self, _: &Params<'_>, call: &SpreadCall) -> i32 {
        at("Senses::spreads");
        call.rung
    }

    fn senses(&self, _: &World<'_>, call: &StimulusCall) -> Percept {
        at("Senses::senses");
        Percept { rung: call.rung, awareness: call.gives }
    }
}

impl Readability for Deadly {
    fn read(&self, _: &ReadCall<'_>) -> ReadingLevel {
        at("Readability::read");
        ReadingLevel::Kind
    }

    fn read_in(&self, _: &ReadCall<'_>, _: &ReadingChances<'_>) -> ReadingLevel {
        at("Readability::read_in");
        ReadingLevel::Kind
    }
}

impl Regards for Deadly {
    fn toward(&self, world: &World<'_>, actor: EntityId, other: EntityId) -> Attitude {
        at("Regards::toward");
        let side = |id: EntityId| world.sides.get(id.index as usize).copied();
        if side(actor) == side(other) { Attitude::Allied } else { Attitude::Hostile }
    }

    fn is_standing(&self, state: ActorState) -> bool {
        at("Regards::is_standing");
        state.is_in_the_fight()
    }
}
