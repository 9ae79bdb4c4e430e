//! Stimuli: what can be sensed, how far it goes, and what it gives whom it reaches.

use super::StimulusIx;
use abi::{Cell, EventId, KindId, LadderId, PhraseId};
use std::sync::Arc;

/// By which sense a stimulus comes.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sense {
    /// Ears.
    #[default]
    Hear,
    /// The nose.
    Smell,
    /// Eyes.
    See,
    /// Knowing what should be so.
    Mind,
}

/// A stimulus.
#[derive(Clone, Debug)]
pub struct Stimulus {
    /// Its id in text.
    pub name: Arc<str>,
    /// What it is.
    pub event: EventId,
    /// The ladder on which it ranks; none for what has no strength.
    pub ladder: LadderId,
    /// By which sense it comes.
    pub sense: Sense,
    /// How strong it is at its source; none where whatever gives it off says so.
    pub rung: Option<i32>,
    /// So far it keeps its strength.
    pub feet: i32,
    /// How many rungs a wall takes.
    pub rungs_per_wall: i32,
    /// Whether a steady thing that is as strong hides it.
    pub is_masked: bool,
    /// How aware it makes whom it barely reaches, on the ladder `awareness`.
    pub gives: i32,
    /// After how many ticks it has lost a rung; 0 for never.
    pub fade_ticks: u32,
    /// On which event of its own a body gives it off.
    pub on: Option<EventId>,
    /// The grounds and zones that give it off as they come about.
    pub from: Vec<KindId>,
    /// What is told of it; nothing of its own where content says nothing.
    pub text: PhraseId,
    /// What is told of a light where only what it falls on is seen.
    pub glow: PhraseId,
}

/// What a body senses with, beyond a human's, in rungs.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Nature {
    /// By how many rungs it hears better.
    pub hear: i32,
    /// By how many it smells better.
    pub smell: i32,
    /// By how many the dark is lighter to it.
    pub dark: i32,
    /// After how many missed rounds it misses somebody; 0 for never.
    pub rounds: u32,
    /// How strong the scent is that it leaves; none where it leaves none.
    pub scent: Option<i32>,
}

impl Nature {
    /// By how many rungs it is better at a sense.
    #[must_use]
    pub const fn keen_rungs(&self, sense: Sense) -> i32 {
        match sense {
            Sense::Hear => self.hear,
            Sense::Smell => self.smell,
            Sense::See => self.dark,
            Sense::Mind => 0,
        }
    }
}

/// Where a source is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SourcePlace {
    /// At a cell.
    At(Cell),
    /// With an actor of the fight, by its place in the list.
    With(usize),
}

/// A thing of a fight that gives something off.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name in the fight and the log.
    pub name: Arc<str>,
    /// What it gives off.
    pub stimulus: StimulusIx,
    /// Where it is.
    pub place: SourcePlace,
    /// From which tick on.
    pub from: i64,
    /// In which tick it goes out.
    pub until: Option<u64>,
}

/// A round: whom somebody should meet, and when. Actors are named by their place in the fight's list.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Who walks it.
    pub who: usize,
    /// Who should meet it.
    pub met_by: usize,
    /// When it comes by first.
    pub from: u64,
    /// After how many ticks it comes by again.
    pub every: u64,
    /// How late it may be.
    pub late: u64,
}

/// The ladder on which the strength of an event's stimuli ranks; nothing for an event that is no stimulus.
#[must_use]
pub fn ladder_of(event: &str) -> Option<&'static str> {
    Some(match event {
        "noise" => "loudness",
        "smell" => "scent",
        "light" | "light_lost" => "light",
        "absence" => "",
        _ => return None,
    })
}

/// The rung of the ladder `light` at which nothing is different from what it always was.
pub const LIT: i32 = 3;
