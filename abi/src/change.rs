//! Changes: the only things that can happen. A module answers with them; the host's `world::apply` has one arm for each.
//!
//! Some are requests (`Hurt`, `Mend`, `Stimulus`, `Place`, `Begin`, `Say`): the host passes them on to the holder of the
//! role, whose own changes are applied in place. An effect that needs another kind of change asks for an addition here.

use crate::{
    ActionId, ActionKind, ActorState, Attitude, Cell, Class, ConditionId, Degree, EntityId, EventId, FactId, HarmId, KindId,
    LadderId, Phase, PhraseId, SideId, Target, Ticks, TrackId,
};
use abi_stable::{StableAbi, std_types::RString};

/// What becomes of an activity of somebody.
#[repr(u8)]
#[derive(StableAbi, Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Whose {
    /// The present activity of this actor (clause C11).
    Of(EntityId),
    /// What the acting actor has paused right below, whatever its phase (clause C11).
    Parent,
}

/// How a number is changed.
#[repr(u8)]
#[derive(StableAbi, Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// Becomes this.
    Set(i64),
    /// Becomes larger by this, or smaller where it is negative.
    Add(i64),
}

/// How a body comes to another cell.
#[repr(u8)]
#[derive(StableAbi, Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Manner {
    /// A step of its own: judged by clause M10, `entering` is raised.
    Step,
    /// Moved by another, or by a lunge: `leaving` and `entering` are raised.
    Moved,
}

/// A kind of harm and how much of it, in points of the ruleset.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Packet {
    /// Which kind.
    pub harm: HarmId,
    /// How much.
    pub points: i32,
}

/// Harm that is about to meet somebody.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hurt {
    /// Whom.
    pub target: EntityId,
    /// By whom; nobody for a fall or a fire.
    pub by: EntityId,
    /// How much of what.
    pub packet: Packet,
    /// How well the blow went.
    pub degree: Degree,
    /// Whether it met a recovering target (clause R9, `exploit`).
    pub is_exploit: bool,
}

/// An event that a module raises.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Raise {
    /// Which event; its name must be registered.
    pub event: EventId,
    /// Whose it is.
    pub about: EntityId,
    /// Who brought it about.
    pub by: EntityId,
    /// On which ladder it ranks; none where it does not.
    pub ladder: LadderId,
    /// On which rung, from 0, the least.
    pub rung: i32,
    /// Which condition it tells of, if one.
    pub condition: ConditionId,
    /// A phrase that tells how: the means by which a blow was avoided, say.
    pub how: PhraseId,
}

/// Something that happens.
#[repr(u8)]
#[derive(StableAbi, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// Somebody or something appears, and joins at the end of the tick (clause L9).
    ///
    /// Of the classes `Place`, `Object` and `Zone` nobody joins: the ground itself changes at once, exactly at `near`. `kind` is
    /// then the id of a ground, of a ground that the one there turns into with all that it hangs together with (a door), or of
    /// a zone of content (clause W5). Of the class `Object` a zone appears only where the ground burns, as a spark does.
    Spawn {
        /// What it is.
        class: Class,
        /// Of which kind.
        kind: KindId,
        /// On whose side; none for the acting actor's.
        side: SideId,
        /// As near to here as there is room.
        near: Cell,
    },
    /// An entity is taken out at the end of the tick (clause L9).
    Remove(EntityId),
    /// A body comes to another cell; a request to the ground and to who stands there (clause M10).
    ///
    /// Two of these next to each other, of which each goes to where the other's body is, are one change: both bodies come
    /// there, or neither does.
    Place {
        /// Whose body.
        entity: EntityId,
        /// Where to: its new least corner.
        cell: Cell,
        /// How.
        manner: Manner,
    },
    /// Harm; a request to the holder of `Harm`.
    Hurt(Hurt),
    /// Mending; a request to the holder of `Harm`.
    Mend {
        /// Whom.
        target: EntityId,
        /// How much, in points of the ruleset.
        points: i32,
    },
    /// A track changes.
    Track {
        /// Whose.
        entity: EntityId,
        /// Which.
        track: TrackId,
        /// How.
        by: By,
    },
    /// A condition begins, or grows.
    Condition {
        /// Whose.
        entity: EntityId,
        /// Which.
        condition: ConditionId,
        /// For how long; 0 until it is taken away.
        ticks: Ticks,
        /// Who gives it.
        source: EntityId,
    },
    /// A condition ends.
    EndCondition {
        /// Whose.
        entity: EntityId,
        /// Which.
        condition: ConditionId,
    },
    /// A fact is learned, or changes.
    Fact {
        /// Whose.
        entity: EntityId,
        /// Which.
        key: FactId,
        /// About whom, or nobody.
        about: EntityId,
        /// How its number changes.
        by: By,
        /// For how long; 0 for good.
        ticks: Ticks,
    },
    /// A modifier of a stat or of a check, for a while.
    Modifier {
        /// Whose.
        entity: EntityId,
        /// The hash of the stat's or the check's id.
        of: u64,
        /// By how many points.
        points: i32,
        /// For how long; 0 for good.
        ticks: Ticks,
    },
    /// The prep of an activity is cancelled (clauses C5, R9).
    Cancel(Whose),
    /// The exec of an activity is interrupted (clause C7).
    Interrupt(Whose),
    /// The checks of an activity against the acting actor go worse (clause R12).
    Mitigate {
        /// Whose activity.
        target: EntityId,
        /// By how many degrees.
        degrees: u32,
    },
    /// Somebody is made to begin an action; a request, refused like any intent.
    Begin {
        /// Who.
        actor: EntityId,
        /// What.
        action: ActionId,
        /// At whom.
        target: Target,
    },
    /// An effect line is run later (clause K3).
    Schedule {
        /// By this key it can be called off.
        key: u64,
        /// After so many ticks, at least 1.
        after: Ticks,
        /// Which line: from [`crate::Arg::Line`].
        line: u32,
        /// At what.
        target: Target,
        /// Whether it is called off when its maker dies.
        ends_with_maker: bool,
    },
    /// What was scheduled under this key is called off.
    Unschedule {
        /// The key.
        key: u64,
    },
    /// A zone is opened: a window without an activity (clause W5).
    Zone {
        /// Around this cell.
        center: Cell,
        /// So far.
        feet: i32,
        /// For so long.
        life: Ticks,
        /// Every so many ticks; 0 only on entering.
        period: Ticks,
        /// What it does: from [`crate::Arg::Line`].
        line: u32,
    },
    /// Something that can be sensed; a request to the holder of `Senses`.
    Stimulus {
        /// `noise`, `smell`, `light`.
        event: EventId,
        /// Who makes it.
        by: EntityId,
        /// How strong, on the ladder of the sense.
        rung: i32,
    },
    /// Speech in the world; a request to the holder of `Narration`.
    Say {
        /// Who speaks.
        actor: EntityId,
        /// What: a phrase.
        phrase: PhraseId,
    },
    /// A thing passes to somebody.
    Give {
        /// The thing.
        thing: EntityId,
        /// To whom.
        to: EntityId,
    },
    /// A thing that lies is taken up.
    Take {
        /// The thing.
        thing: EntityId,
        /// By whom.
        by: EntityId,
    },
    /// A thing is dropped where its holder stands.
    Drop {
        /// The thing.
        thing: EntityId,
    },
    /// A held thing is made ready.
    Equip {
        /// The thing.
        thing: EntityId,
    },
    /// A ready thing is put away.
    Unequip {
        /// The thing.
        thing: EntityId,
    },
    /// Some of a track is spent; where less is at hand the cost is gone (clause C10).
    UseUp {
        /// Whose.
        entity: EntityId,
        /// Which.
        track: TrackId,
        /// How much.
        amount: i64,
    },
    /// Somebody comes into another state: dies, yields, flees.
    SetState {
        /// Who.
        entity: EntityId,
        /// Which state.
        state: ActorState,
        /// By whose doing.
        by: EntityId,
    },
    /// Somebody becomes plain to see.
    Reveal {
        /// Who.
        entity: EntityId,
    },
    /// Somebody is hidden until it acts or is revealed.
    Hide {
        /// Who.
        entity: EntityId,
    },
    /// A way between two places opens.
    Link {
        /// From here.
        from: EntityId,
        /// To there.
        to: EntityId,
    },
    /// A story's clock goes on.
    Clock {
        /// Which clock.
        clock: EntityId,
        /// By so much.
        by: i64,
    },
    /// Experience is awarded.
    Award {
        /// To whom.
        entity: EntityId,
        /// How much.
        points: i64,
    },
    /// The public line of an activity shows something else (clause P2).
    Broadcast {
        /// Whose.
        entity: EntityId,
        /// What kind of action it shows.
        kind: ActionKind,
        /// Which action it shows.
        action: ActionId,
        /// Which phase it shows.
        phase: Phase,
        /// For so long.
        ticks: Ticks,
    },
    /// One side comes to see another otherwise.
    Regard {
        /// Whose view.
        entity: EntityId,
        /// Of whom.
        of: EntityId,
        /// As what.
        attitude: Attitude,
    },
    /// An event is raised.
    Raise(Raise),
    /// The run is over.
    EndRun {
        /// How: a phrase.
        outcome: PhraseId,
    },
    /// A word for the developers' log alone.
    Note(RString),
}
