//! What a module registers: one literal list, built once when it is loaded, never changed after.

use crate::{
    Effect, EffectFunctions, EffectFunctionsRef, FrontEnd, FrontEndFunctions, FrontEndFunctionsRef, Guard, GuardFunctions,
    GuardFunctionsRef, Harm, HarmFunctions, HarmFunctionsRef, Mind, MindFunctions, MindFunctionsRef, Movement,
    MovementFunctions, MovementFunctionsRef, Narration, NarrationFunctions, NarrationFunctionsRef, Readability,
    ReadabilityFunctions, ReadabilityFunctionsRef, Regards, RegardsFunctions, RegardsFunctionsRef, Resolution,
    ResolutionFunctions, ResolutionFunctionsRef, Selector, SelectorFunctions, SelectorFunctionsRef, Senses, SensesFunctions,
    SensesFunctionsRef, Tempo, TempoFunctions, TempoFunctionsRef, Truth, TruthFunctions, TruthFunctionsRef,
};
use abi_stable::{
    StableAbi,
    std_types::{ROption, RSlice, RStr, RString, RVec},
};

/// A word and its functions.
#[repr(C)]
#[derive(StableAbi, Clone)]
pub struct Word<F> {
    /// Its patterns; the first names it and gives the order of its arguments.
    pub patterns: RVec<RString>,
    /// What the host is to work out for it before the call; see [`Need`].
    pub needs: u32,
    /// Its functions.
    pub functions: F,
}

/// What a predicate or selector may ask the host to work out, because it takes a search: bits of [`Word::needs`].
#[derive(Copy, Clone, Debug)]
pub struct Need;

impl Need {
    /// `Subject::approach_ticks`.
    pub const APPROACH: u32 = 1;
}

/// A name that a module defines, with a number or two to it.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// What it is: `track`, `stat`, `verb`, `event`, `harm`, `parameter`, `stimulus`, `fact`.
    pub what: RString,
    /// Its id.
    pub id: RString,
    /// What it is for, in a sentence.
    pub about: RString,
    /// For parameters: the least value that is allowed.
    pub least: i64,
    /// For parameters: the greatest.
    pub most: i64,
    /// For parameters, stats and tracks: the value that it has where nobody says.
    pub default: i64,
}

/// A hook: on an event of that name, the line is run for its actor.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Eq)]
pub struct Hook {
    /// The event.
    pub event: RString,
    /// The effect line.
    pub line: RString,
}

/// A holder of a role, by the name that a ruleset gives.
#[repr(C)]
#[derive(StableAbi, Clone)]
pub struct Holder<F> {
    /// Its name: `core`, for `Tempo: "core"`.
    pub name: RString,
    /// Its functions.
    pub functions: F,
}

/// What a module registered, as it crosses the boundary. New kinds of registrable are new fields at the end.
#[repr(C)]
#[derive(StableAbi)]
#[sabi(kind(Prefix(prefix_ref = RegistrationRef)))]
#[sabi(missing_field(option))]
pub struct Registration {
    /// Why the module refused to start; nothing where it did not.
    #[sabi(last_prefix_field)]
    pub refused: ROption<RStr<'static>>,
    /// Names.
    pub names: RSlice<'static, Named>,
    /// Hooks.
    pub hooks: RSlice<'static, Hook>,
    /// Effects.
    pub effects: RSlice<'static, Word<EffectFunctionsRef>>,
    /// Predicates over situations.
    pub minds: RSlice<'static, Word<MindFunctionsRef>>,
    /// Predicates over the truth.
    pub truths: RSlice<'static, Word<TruthFunctionsRef>>,
    /// Selectors.
    pub selectors: RSlice<'static, Word<SelectorFunctionsRef>>,
    /// Guards.
    pub guards: RSlice<'static, Word<GuardFunctionsRef>>,
    /// Holders of `Resolution`.
    pub resolution: RSlice<'static, Holder<ResolutionFunctionsRef>>,
    /// Holders of `Harm`.
    pub harm: RSlice<'static, Holder<HarmFunctionsRef>>,
    /// Holders of `Tempo`.
    pub tempo: RSlice<'static, Holder<TempoFunctionsRef>>,
    /// Holders of `Movement`.
    pub movement: RSlice<'static, Holder<MovementFunctionsRef>>,
    /// Holders of `Senses`.
    pub senses: RSlice<'static, Holder<SensesFunctionsRef>>,
    /// Holders of `Readability`.
    pub readability: RSlice<'static, Holder<ReadabilityFunctionsRef>>,
    /// Holders of `Attitude`.
    pub attitude: RSlice<'static, Holder<RegardsFunctionsRef>>,
    /// Holders of `Narration`.
    pub narration: RSlice<'static, Holder<NarrationFunctionsRef>>,
    /// Holders of `FrontEnd`.
    pub front_end: RSlice<'static, Holder<FrontEndFunctionsRef>>,
}

/// Where a module's `register` puts what it has.
#[derive(Default)]
pub struct Registrar {
    names: Vec<Named>,
    hooks: Vec<Hook>,
    effects: Vec<Word<EffectFunctionsRef>>,
    minds: Vec<Word<MindFunctionsRef>>,
    truths: Vec<Word<TruthFunctionsRef>>,
    selectors: Vec<Word<SelectorFunctionsRef>>,
    guards: Vec<Word<GuardFunctionsRef>>,
    resolution: Vec<Holder<ResolutionFunctionsRef>>,
    harm: Vec<Holder<HarmFunctionsRef>>,
    tempo: Vec<Holder<TempoFunctionsRef>>,
    movement: Vec<Holder<MovementFunctionsRef>>,
    senses: Vec<Holder<SensesFunctionsRef>>,
    readability: Vec<Holder<ReadabilityFunctionsRef>>,
    attitude: Vec<Holder<RegardsFunctionsRef>>,
    narration: Vec<Holder<NarrationFunctionsRef>>,
    front_end: Vec<Holder<FrontEndFunctionsRef>>,
}

fn patterns(list: &[&str]) -> RVec<RString> {
    list.iter().map(|pattern| RString::from(*pattern)).collect()
}

macro_rules! registers {
    ($( $(#[$doc:meta])* word $method:ident: $Trait:ident -> $list:ident / $Functions:ident; )*) => {$(
        $(#[$doc])*
        pub fn $method<T: $Trait>(&mut self, list: &[&str], value: T) -> &mut Self {
            self.$list.push(Word { patterns: patterns(list), needs: 0, functions: $Functions::of(value) });
            self
        }
    )*};
    ($( $(#[$doc:meta])* role $method:ident: $Trait:ident / $Functions:ident; )*) => {$(
        $(#[$doc])*
        pub fn $method<T: $Trait>(&mut self, name: &str, value: T) -> &mut Self {
            self.$method.push(Holder { name: name.into(), functions: $Functions::of(value) });
            self
        }
    )*};
}

impl Registrar {
    registers! {
        /// Registers an effect by its patterns.
        word effect: Effect -> effects / EffectFunctions;
        /// Registers a predicate over a situation by its patterns.
        word mind: Mind -> minds / MindFunctions;
        /// Registers a predicate over the truth by its patterns.
        word truth: Truth -> truths / TruthFunctions;
        /// Registers a selector by its patterns.
        word selector: Selector -> selectors / SelectorFunctions;
        /// Registers a guard by its name.
        word guard: Guard -> guards / GuardFunctions;
    }
    registers! {
        /// Offers to hold `Resolution`.
        role resolution: Resolution / ResolutionFunctions;
        /// Offers to hold `Harm`.
        role harm: Harm / HarmFunctions;
        /// Offers to hold `Tempo`.
        role tempo: Tempo / TempoFunctions;
        /// Offers to hold `Movement`.
        role movement: Movement / MovementFunctions;
        /// Offers to hold `Senses`.
        role senses: Senses / SensesFunctions;
        /// Offers to hold `Readability`.
        role readability: Readability / ReadabilityFunctions;
        /// Offers to hold `Attitude`.
        role attitude: Regards / RegardsFunctions;
        /// Offers to hold `Narration`.
        role narration: Narration / NarrationFunctions;
        /// Offers to hold `FrontEnd`.
        role front_end: FrontEnd / FrontEndFunctions;
    }

    /// The same as [`Registrar::mind`] for a predicate that needs something worked out: bits of [`Need`].
    pub fn mind_needing<T: Mind>(&mut self, needs: u32, list: &[&str], value: T) -> &mut Self {
        self.minds.push(Word { patterns: patterns(list), needs, functions: MindFunctions::of(value) });
        self
    }

    fn name(&mut self, what: &str, id: &str, about: &str, range: (i64, i64), default: i64) -> &mut Self {
        let (least, most) = range;
        self.names.push(Named { what: what.into(), id: id.into(), about: about.into(), least, most, default });
        self
    }

    /// Defines a track: a number that an entity carries.
    pub fn track(&mut self, id: &str, about: &str) -> &mut Self {
        self.name("track", id, about, (i64::MIN, i64::MAX), 0)
    }

    /// Defines a stat and the value of an average human.
    pub fn stat(&mut self, id: &str, about: &str, average: i64) -> &mut Self {
        self.name("stat", id, about, (i64::from(i32::MIN), i64::from(i32::MAX)), average)
    }

    /// Defines a verb that bodies can do and lose.
    pub fn verb(&mut self, id: &str, about: &str) -> &mut Self {
        self.name("verb", id, about, (0, 0), 0)
    }

    /// Defines an event beside those of clause E1.
    pub fn event(&mut self, id: &str, about: &str) -> &mut Self {
        self.name("event", id, about, (0, 0), 0)
    }

    /// Defines a kind of harm.
    pub fn harm_kind(&mut self, id: &str, about: &str) -> &mut Self {
        self.name("harm", id, about, (0, 0), 0)
    }

    /// Defines a parameter of the ruleset: its range and its default.
    pub fn parameter(&mut self, id: &str, about: &str, range: (i64, i64), default: i64) -> &mut Self {
        self.name("parameter", id, about, range, default)
    }

    /// Defines a fact that entities can know or bear.
    pub fn fact(&mut self, id: &str, about: &str) -> &mut Self {
        self.name("fact", id, about, (0, 0), 0)
    }

    /// Runs an effect line for the actor of each event of that name.
    pub fn hook(&mut self, event: &str, line: &str) -> &mut Self {
        self.hooks.push(Hook { event: event.into(), line: line.into() });
        self
    }

    pub(crate) fn finish(self, refused: Option<String>) -> Registration {
        Registration {
            refused: refused.map(|why| RStr::from(&*String::leak(why))).into(),
            names: kept(self.names),
            hooks: kept(self.hooks),
            effects: kept(self.effects),
            minds: kept(self.minds),
            truths: kept(self.truths),
            selectors: kept(self.selectors),
            guards: kept(self.guards),
            resolution: kept(self.resolution),
            harm: kept(self.harm),
            tempo: kept(self.tempo),
            movement: kept(self.movement),
            senses: kept(self.senses),
            readability: kept(self.readability),
            attitude: kept(self.attitude),
            narration: kept(self.narration),
            front_end: kept(self.front_end),
        }
    }
}

/// A list that lives as long as the process, as its library does.
fn kept<T>(list: Vec<T>) -> RSlice<'static, T> {
    RSlice::from_slice(Vec::leak(list))
}
