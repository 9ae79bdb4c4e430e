//! A module that was built against a released interface and is loaded into whatever came after it: one word of each kind that a
//! fight uses, and one role of each sort of answer.
//!
//! It may use nothing that the first release lacks.

use abi::{
    Args, Change, CheckAnswer, CheckCall, CheckId, CheckRequest, Degree, Effect, EffectCall, EntityId, Harm, Hurt,
    Lengths, LengthsCall, Mind, Module, Out, Registrar, Resolution, Situation, Tempo, Ticks, World,
};

struct Veteran;

impl Effect for Veteran {
    fn run(&self, _: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        if call.answers.is_empty() {
            let (kind, opponent) = (CheckId::of("core/attack"), call.target.entity());
            out.check(CheckRequest { kind, actor: call.actor, opponent, difficulty_points: 0, bonus_points: 0 });
            return;
        }
        for answer in call.answers.iter().filter(|answer| answer.degree >= Degree::Success) {
            out.change(Change::Note(format!("drilled: {:?}", answer.degree).into()));
        }
    }
}

impl Mind for Veteran {
    fn holds(&self, situation: &Situation<'_>, _: &Args<'_>) -> bool {
        !situation.subjects.is_empty()
    }
}

impl Resolution for Veteran {
    fn draws(&self, _: CheckId) -> u32 {
        1
    }

    fn resolve(&self, call: &CheckCall<'_>) -> CheckAnswer {
        let is_odd = call.draws.first().is_some_and(|draw| draw % 2 == 1);
        let degree = if is_odd { Degree::Success } else { Degree::Failure };
        CheckAnswer { degree, ..CheckAnswer::default() }
    }
}

impl Tempo for Veteran {
    fn initiative(&self, _: &World<'_>, actor: EntityId, _: bool, _: u64) -> i32 {
        i32::try_from(actor.index).unwrap_or_default()
    }

    fn lengths(&self, call: &LengthsCall<'_>) -> Lengths {
        Lengths { recover: Ticks(call.given.recover.0 + 1), ..call.given }
    }
}

impl Harm for Veteran {
    fn hurt(&self, _: &World<'_>, hurt: &Hurt, _: u64, out: &mut Out) {
        out.change(Change::Note(format!("hurt for {}", hurt.packet.points).into()));
    }

    fn mend(&self, _: &World<'_>, _: EntityId, _: i32, _: &mut Out) {}

    fn born(&self, _: &World<'_>, _: EntityId, _: u64, _: &mut Out) {}
}

#[derive(Default)]
struct Built;

impl Module for Built {
    const ID: &'static str = "veteran";
    const VERSION: &'static str = "0.1.0";

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar.effect(&["drill"], Veteran).mind(&["is in company"], Veteran);
        registrar.resolution("veteran", Veteran).tempo("veteran", Veteran).harm("veteran", Veteran);
        Ok(())
    }
}

abi::export_module!(Built);
