//! A module whose every function panics, saying which one it is.
//!
//! Its effect is told by its first argument how: 0 with words made on the spot, 1 with fixed words, 2 with something else than
//! words, 3 with something that panics again when it is dropped, 4 after it has pushed a change.

use abi::{
    ActorState, Args, Asked, Attitude, Change, CheckAnswer, CheckCall, CheckId, CheckRequest, Doing, Effect, EffectCall,
    EntityId, Footing, FrontEnd, GlanceCall, Guard, Happening, Harm, HearingCall, Hurt, Intent, Lengths, LengthsCall,
    MapLevels, Mind, Module, Movement, Narration, OpenCall, Out, Params, Percept, PhraseId, RString, RVec, ReadCall,
    Readability, ReadingChances, ReadingLevel, Regards, Registrar, Resolution, Scenes, Selector, Senses, SightCall,
    Situation, SpreadCall, StepCall, StimulusCall, Target, TellCall, Tempo, Through, Told, Truth, World,
};
use std::panic::panic_any;

struct Bad;

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("the payload goes off");
    }
}

impl Effect for Bad {
    fn run(&self, _: &World<'_>, call: &EffectCall<'_>, out: &mut Out) {
        match call.args.number_or(0, 0) {
            0 => panic!("Effect::run at {} words", call.args.items.len()),
            2 => panic_any(7_u32),
            3 => panic_any(Bomb),
            4 => {
                out.change(Change::Remove(call.actor));
                panic!("Effect::run after a change")
            }
            _ => panic!("Effect::run"),
        }
    }
}

macro_rules! bad {
    ($($Trait:ident { $(fn $name:ident($($arg:ty),*) -> $ret:ty;)* })*) => {$(
        impl $Trait for Bad {
            $(fn $name(&self, $(_: $arg),*) -> $ret { panic!(concat!(stringify!($Trait), "::", stringify!($name))) })*
        }
    )*};
}

bad! {
    Mind { fn holds(&Situation<'_>, &Args<'_>) -> bool; }
    Truth { fn holds(&World<'_>, EntityId, &Args<'_>) -> bool; }
    Selector { fn select(&Situation<'_>, &Args<'_>) -> Target; }
    Guard { fn refuses(&Situation<'_>, &Intent) -> PhraseId; }
    Resolution {
        fn draws(CheckId) -> u32;
        fn resolve(&CheckCall<'_>) -> CheckAnswer;
        fn resolve_in(&World<'_>, &CheckRequest, &Doing, &CheckCall<'_>) -> CheckAnswer;
    }
    Harm {
        fn hurt(&World<'_>, &Hurt, u64, &mut Out) -> ();
        fn mend(&World<'_>, EntityId, i32, &mut Out) -> ();
        fn born(&World<'_>, EntityId, u64, &mut Out) -> ();
        fn hurt_in(&World<'_>, &Hurt, &Doing, u64, &mut Out) -> ();
    }
    Tempo {
        fn initiative(&World<'_>, EntityId, bool, u64) -> i32;
        fn lengths(&LengthsCall<'_>) -> Lengths;
        fn lengths_in(&World<'_>, &Doing, &LengthsCall<'_>) -> Lengths;
    }
    Movement {
        fn step(&World<'_>, &StepCall<'_>) -> Lengths;
        fn can_step(&World<'_>, EntityId) -> bool;
        fn step_through(&World<'_>, &StepCall<'_>, &Through) -> Lengths;
        fn footing(&World<'_>, EntityId) -> Footing;
    }
    Senses {
        fn sees(&World<'_>, &SightCall) -> bool;
        fn hears(&World<'_>, &HearingCall) -> i32;
        fn sight_feet(&Params<'_>) -> i32;
        fn sees_by(&World<'_>, &GlanceCall) -> bool;
        fn spreads(&Params<'_>, &SpreadCall) -> i32;
        fn senses(&World<'_>, &StimulusCall) -> Percept;
    }
    Readability {
        fn read(&ReadCall<'_>) -> ReadingLevel;
        fn read_in(&ReadCall<'_>, &ReadingChances<'_>) -> ReadingLevel;
    }
    Regards { fn toward(&World<'_>, EntityId, EntityId) -> Attitude; fn is_standing(ActorState) -> bool; }
    Narration { fn tell(&TellCall<'_>) -> RVec<Told>; fn line(&Happening<'_>, u64) -> Told; }
    FrontEnd {
        fn open(&OpenCall<'_>) -> RString;
        fn show(&Scenes<'_>) -> ();
        fn ask(&Scenes<'_>, u32) -> Asked;
        fn close() -> ();
        fn levels(&MapLevels<'_>) -> ();
    }
}

#[derive(Default)]
struct Misbehaving;

impl Module for Misbehaving {
    const ID: &'static str = "misbehaving";
    const VERSION: &'static str = "0.1.0";

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar
            .effect(&["misbehave <count>"], Bad)
            .mind(&["misbehaves"], Bad)
            .truth(&["misbehaves"], Bad)
            .selector(&["who misbehaves"], Bad)
            .guard(&["misbehaves"], Bad);
        registrar
            .resolution("misbehaving", Bad)
            .harm("misbehaving", Bad)
            .tempo("misbehaving", Bad)
            .movement("misbehaving", Bad)
            .senses("misbehaving", Bad)
            .readability("misbehaving", Bad)
            .attitude("misbehaving", Bad)
            .narration("misbehaving", Bad)
            .front_end("misbehaving", Bad);
        Ok(())
    }
}

abi::export_module!(Misbehaving);
