//! Events: what is told of what happens, once, in order, before anybody answers it (clause E1).

use abi::{ActionKind, ConditionId, EntityId, EventId, LadderId, PhraseId};

use crate::content::tables::ActionIx;

macro_rules! names {
    ($($(#[$doc:meta])* $NAME:ident = $text:literal;)*) => {
        $($(#[$doc])* pub const $NAME: EventId = EventId::of($text);)*
        /// Every event of clause E1, by its name in the log.
        pub const ALL: &[(EventId, &str)] = &[$(($NAME, $text)),*];
    };
}

/// The names of clause E1. Triggers write a hyphen for each underscore.
pub mod name {
    use abi::EventId;
    names! {
        /// A prep began.
        PREP_BEGAN = "prep_began";
        /// An exec began.
        EXEC_BEGAN = "exec_began";
        /// A recover began.
        RECOVER_BEGAN = "recover_began";
        /// An activity is over, all of it.
        FINISHED = "finished";
        /// Somebody gives up a prep of its own (clause C6).
        FLINCH = "flinch";
        /// A prep was ended.
        CANCELLED = "cancelled";
        /// An exec was ended.
        INTERRUPTED = "interrupted";
        /// A recover was ended.
        SUPERSEDED = "superseded";
        /// An activity waits for a reaction.
        PAUSED = "paused";
        /// It goes on.
        RESUMED = "resumed";
        /// An effect met nobody (clause G3).
        MISSED = "missed";
        /// An activity's checks go worse (clause R12).
        MITIGATED = "mitigated";
        /// A body is about to leave.
        LEAVING = "leaving";
        /// A body arrived.
        ENTERING = "entering";
        /// A body could not arrive (clause M10).
        BLOCKED = "blocked";
        /// A body fell.
        FELL = "fell";
        /// A body landed.
        LANDED = "landed";
        /// A check was rolled.
        CHECK = "check";
        /// A blow met somebody, or its guard.
        BLOW = "blow";
        /// A blow wounded.
        WOUND = "wound";
        /// A condition began or ended.
        CONDITION = "condition";
        /// Somebody came to another rung of the ladder `stage`.
        STAGE = "stage";
        /// Somebody died.
        DIED = "died";
        /// Somebody is perceived from now on.
        NOTICED = "noticed";
        /// Somebody is not perceived any more.
        LOST = "lost";
        /// Something is to be heard.
        NOISE = "noise";
        /// Something is to be smelled.
        SMELL = "smell";
        /// A light appeared.
        LIGHT = "light";
        /// A light went out.
        LIGHT_LOST = "light_lost";
        /// Somebody is missed.
        ABSENCE = "absence";
        /// Something was learned.
        LEARNED = "learned";
        /// Somebody spoke.
        SAID = "said";
        /// An encounter began.
        ENCOUNTER_BEGAN = "encounter_began";
        /// An encounter ended.
        ENCOUNTER_ENDED = "encounter_ended";
        /// Somebody gave up.
        YIELDED = "yielded";
        /// Somebody got away.
        FLED = "fled";
        /// Something lies on the ground that was not there, as fire; told to who sees it.
        ZONE = "zone";
    }
}

/// The kind of an event that shows no action: never asked, for nothing but events of activities goes by it.
const EVENT_KIND: ActionKind = ActionKind::ALL[0];

/// Whom an event reaches of those who perceive it, by what they make of a public line that shows what is not so (clause P2).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sight {
    /// Everybody.
    #[default]
    All,
    /// Who sees through it.
    Through,
    /// Who does not.
    Fooled,
}

/// One event.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// Which.
    pub id: EventId,
    /// Whose activity, body or state it tells of.
    pub about: EntityId,
    /// Who brought it about.
    pub by: EntityId,
    /// Of which action's activity it tells, where of one.
    pub action: Option<ActionIx>,
    /// Of which activity, and of which stretch of its public line: 0 for none.
    pub activity: (u64, u32),
    /// What kind of action its public line shows.
    pub kind: ActionKind,
    /// Whom it reaches of those who perceive it.
    pub sight: Sight,
    /// How many answers deep it is (clause R11).
    pub depth: u32,
    /// In which order it was raised.
    pub serial: u64,
    /// On which ladder it ranks.
    pub ladder: LadderId,
    /// On which rung.
    pub rung: i32,
    /// Which condition it tells of.
    pub condition: ConditionId,
    /// How, in words.
    pub how: PhraseId,
}

impl Event {
    /// An event about somebody, with nothing more to it.
    #[must_use]
    pub const fn new(id: EventId, about: EntityId) -> Self {
        Self {
            id,
            about,
            by: EntityId::NONE,
            action: None,
            activity: (0, 0),
            kind: EVENT_KIND,
            sight: Sight::All,
            depth: 0,
            serial: 0,
            ladder: LadderId::NONE,
            rung: 0,
            condition: ConditionId::NONE,
            how: PhraseId::NONE,
        }
    }

    /// The phase that it tells of, where it begins one.
    #[must_use]
    pub fn phase(&self) -> abi::Phase {
        match self.id {
            id if id == name::EXEC_BEGAN => abi::Phase::Exec,
            id if id == name::RECOVER_BEGAN => abi::Phase::Recover,
            _ => abi::Phase::Prep,
        }
    }

    /// Whether it begins a phase: those go by readings of the public line (clause P5).
    #[must_use]
    pub fn is_phase(&self) -> bool {
        self.id == name::PREP_BEGAN || self.id == name::EXEC_BEGAN || self.id == name::RECOVER_BEGAN
    }
}
