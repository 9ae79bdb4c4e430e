//! One holder of each role. The rules are as simple as can be.

use abi::{
    ActorState, Asked, Attitude, By, Change, CheckAnswer, CheckCall, CheckId, Degree, EntityId, Footing, FrontEnd,
    Happening, Harm, HearingCall, Hurt, Lengths, LengthsCall, MapLevels, Movement, Narration, OpenCall, Out, Params,
    RString, RVec, ReadCall, Readability, ReadingLevel, Regards, Reply, Resolution, Scenes, Senses, SightCall, StepCall,
    TellCall, Tempo, Ticks, Told, TrackId, World,
};

/// Holds them all.
pub struct All;

impl Resolution for All {
    fn draws(&self, _: CheckId) -> u32 {
        2
    }

    fn resolve(&self, call: &CheckCall<'_>) -> CheckAnswer {
        let margin_points = call.skill_points - call.difficulty_points;
        let degree = if margin_points >= 0 { Degree::Success } else { Degree::Failure };
        CheckAnswer { degree, margin_points, is_exploit: call.is_exploit, ..CheckAnswer::default() }
    }
}

fn track(entity: EntityId, by: i64) -> Change {
    Change::Track { entity, track: TrackId::of("everything/track"), by: By::Add(by) }
}

impl Harm for All {
    fn hurt(&self, _: &World<'_>, hurt: &Hurt, _: u64, out: &mut Out) {
        out.change(track(hurt.target, -i64::from(hurt.packet.points)));
    }

    fn mend(&self, _: &World<'_>, target: EntityId, points: i32, out: &mut Out) {
        out.change(track(target, i64::from(points)));
    }

    fn born(&self, _: &World<'_>, entity: EntityId, _: u64, out: &mut Out) {
        out.change(track(entity, 100));
    }
}

impl Tempo for All {
    fn initiative(&self, _: &World<'_>, _: EntityId, is_unseen: bool, _: u64) -> i32 {
        if is_unseen { 20 } else { 10 }
    }

    fn lengths(&self, call: &LengthsCall<'_>) -> Lengths {
        call.given
    }
}

impl Movement for All {
    fn step(&self, _: &World<'_>, call: &StepCall<'_>) -> Lengths {
        Lengths { prep: call.departure, exec: Ticks(call.axes), recover: call.arrival }
    }

    fn can_step(&self, _: &World<'_>, actor: EntityId) -> bool {
        !actor.is_none()
    }

    fn footing(&self, _: &World<'_>, actor: EntityId) -> Footing {
        Footing { swims: !actor.is_none(), ..Footing::default() }
    }
}

impl Senses for All {
    fn sees(&self, _: &World<'_>, call: &SightCall) -> bool {
        call.has_line && !call.is_hidden
    }

    fn hears(&self, _: &World<'_>, call: &HearingCall) -> i32 {
        call.rung - call.distance_feet / 10
    }

    fn sight_feet(&self, params: &Params<'_>) -> i32 {
        60 + i32::try_from(params.ids.len()).unwrap_or_default()
    }
}

impl Readability for All {
    fn read(&self, call: &ReadCall<'_>) -> ReadingLevel {
        if call.lore_points >= call.difficulty_points { ReadingLevel::Exact } else { ReadingLevel::Busy }
    }
}

impl Regards for All {
    fn toward(&self, _: &World<'_>, actor: EntityId, other: EntityId) -> Attitude {
        if actor == other { Attitude::Allied } else { Attitude::Hostile }
    }

    fn is_standing(&self, state: ActorState) -> bool {
        state.is_in_the_fight()
    }
}

impl Narration for All {
    fn tell(&self, call: &TellCall<'_>) -> RVec<Told> {
        call.happenings.iter().map(|happening| self.line(happening, call.seed)).collect()
    }

    fn line(&self, happening: &Happening<'_>, _: u64) -> Told {
        Told { text: format!("{} moves.", happening.about).into(), ..Told::default() }
    }
}

impl FrontEnd for All {
    fn open(&self, call: &OpenCall<'_>) -> RString {
        if call.has_colour { RString::new() } else { "colour is all it can draw".into() }
    }

    fn show(&self, _: &Scenes<'_>) {}

    fn ask(&self, scenes: &Scenes<'_>, _: u32) -> Asked {
        Asked { seat: u32::try_from(scenes.seats.len()).unwrap_or_default(), reply: Reply::Quit }
    }

    fn close(&self) {}

    fn levels(&self, _: &MapLevels<'_>) {}
}
