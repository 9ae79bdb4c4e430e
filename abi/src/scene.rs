//! Scenes: what the player's character perceives, in words, glyphs and rungs, and the intents that are offered.
//!
//! A map screen, a line reader and a turn sheet draw the same scene. Nothing in it could hold somebody's health, a chance or
//! a time as a number (doctrine F2); the developers' overlay is a type of its own, empty unless asked for.

use crate::{Attitude, CallError, Cell, EventId, Faulted, LadderId, Phase, State, fault::guarded, interface::interface};
use abi_stable::{
    StableAbi,
    prefix_type::PrefixTypeTrait,
    std_types::{RResult, RSlice, RStr, RString, RVec},
};

/// Something that the player's character perceived, with the words that content has for it.
#[repr(C)]
#[derive(StableAbi, Copy, Clone)]
pub struct Happening<'a> {
    /// Which event.
    pub event: EventId,
    /// Whose, in words: `you`, `the goblin`, `something unseen`.
    pub about: RStr<'a>,
    /// Whether it is the player's character.
    pub is_about_you: bool,
    /// Who brought it about, in words; empty where nobody did.
    pub by: RStr<'a>,
    /// Whether that is the player's character.
    pub is_by_you: bool,
    /// A number that is the same for the same two opponents, for telling exchanges (doctrine F13).
    pub pair: u64,
    /// How much it matters: the least first to be left out.
    pub weight: i32,
    /// On which ladder it ranks; none where it does not.
    pub ladder: LadderId,
    /// The marker of its rung; empty where it does not rank.
    pub marker: RStr<'a>,
    /// The action it tells of, in words; empty where unread.
    pub action: RStr<'a>,
    /// How, in words: by which means a blow was avoided; which wound.
    pub how: RStr<'a>,
    /// The wordings that content offers, with `{about}` `{by}` `{marker}` `{action}` `{how}` and forms for `you`.
    pub wordings: RSlice<'a, RStr<'a>>,
    /// The place in `wordings` of the one told last; as many as there are where none was.
    pub last: u32,
}

/// One line of the tale.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// The sentence.
    pub text: RString,
    /// The marker in it that stands out; empty where none does.
    pub marker: RString,
    /// Which happenings it tells, by place in the call.
    pub tells: RVec<u32>,
    /// For each of those, which wording was used; as many as there are where none was.
    pub wordings: RVec<u32>,
}

/// What happened between two decisions.
#[repr(C)]
#[derive(StableAbi, Copy, Clone)]
pub struct TellCall<'a> {
    /// All of it, in order.
    pub happenings: RSlice<'a, Happening<'a>>,
    /// At most so many lines (doctrine F13).
    pub most_lines: u32,
    /// At most so many words a line (doctrine F13).
    pub most_words: u32,
    /// One draw of the stream `narration`.
    pub seed: u64,
}

interface! {
    /// Decides how it is told.
    Narration / NarrationFunctions / NarrationFunctionsRef / NarrationHandle {
        /// What happened between two decisions, as exchanges (doctrine F13).
        fn tell(call: &TellCall<'_>) -> RVec<Told>;
        /// One happening alone, in full, for the history.
        fn line(happening: &Happening<'_>, seed: u64) -> Told;
    }
}

/// The role that a colour plays; front ends choose the colour, and never tell anything by it alone (doctrine F10).
#[repr(u8)]
#[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Ink {
    /// Plain.
    #[default]
    Plain,
    /// Faint: remembered, far, done.
    Faint,
    /// The player's character.
    You,
    /// A foe.
    Foe,
    /// A friend.
    Friend,
    /// Who is neither.
    Other,
    /// A marker word that stands out.
    Marker,
    /// Danger.
    Danger,
    /// Walls and pillars.
    Stone,
    /// Light and fire.
    Fire,
}

/// One cell of the map as it is seen or remembered.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct MapCell {
    /// The glyph, a Unicode scalar value; a blank where nothing is known.
    pub glyph: u32,
    /// Its ink.
    pub ink: Ink,
    /// Whether it is seen now; else it is remembered, or unknown with a blank.
    pub is_seen: bool,
}

/// How high something lies, seen from the slice that a map shows.
#[repr(u8)]
#[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// On it.
    #[default]
    Here,
    /// Above it: a floor overhead, or the top of what stands there.
    Above,
    /// Below it.
    Below,
}

/// How high the parts of a map lie: two columns beside the map's own.
#[repr(C)]
#[derive(StableAbi, Copy, Clone)]
pub struct MapLevels<'a> {
    /// Of which seat's map.
    pub seat: u32,
    /// Of which scene's: for any other all lies on the slice that is shown.
    pub serial: u64,
    /// Of each cell of the map, in the order of [`MapView::cells`].
    pub cells: RSlice<'a, Level>,
    /// Of each body, in the order of [`MapView::bodies`].
    pub bodies: RSlice<'a, Level>,
}

/// A body on the map.
#[repr(C)]
#[derive(StableAbi, Copy, Clone)]
pub struct MapBody<'a> {
    /// Its cells on this slice, the leading one first; the others are its glyph, dimmer. Where it has none on this slice, those of
    /// its lowest.
    pub cells: RSlice<'a, Cell>,
    /// Its glyph.
    pub glyph: u32,
    /// Its ink.
    pub ink: Ink,
    /// What it is to the player's character.
    pub attitude: Attitude,
    /// Whether it is the player's character.
    pub is_you: bool,
    /// Whether it shows that it is doing something, as read.
    pub is_busy: bool,
    /// Which phase it shows, where that is read.
    pub posture: Phase,
    /// The cells where it stood since the last decision, oldest first.
    pub trail: RSlice<'a, Cell>,
    /// The place of its line among those in view.
    pub line: u32,
}

/// The map around the player's character.
#[repr(C)]
#[derive(StableAbi, Copy, Clone)]
pub struct MapView<'a> {
    /// The cell of `cells[0]`; its `z` is the slice that is shown.
    pub origin: Cell,
    /// Cells in a row.
    pub width: u32,
    /// Rows, from north to south.
    pub height: u32,
    /// The cells, row by row.
    pub cells: RSlice<'a, MapCell>,
    /// Where the player's character stands.
    pub center: Cell,
    /// The bodies that are perceived, the player's character's too.
    pub bodies: RSlice<'a, MapBody<'a>>,
}

/// A line of words in which one marker may stand out.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, Default)]
pub struct SceneLine<'a> {
    /// The words.
    pub text: RStr<'a>,
    /// The marker in them that stands out; empty where none does.
    pub marker: RStr<'a>,
    /// The ink of the line.
    pub ink: Ink,
}

/// Who is in view, in words: one line for each, nearest first.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug)]
pub struct InView<'a> {
    /// The glyph on the map.
    pub glyph: u32,
    /// Its ink.
    pub ink: Ink,
    /// What it looks like.
    pub look: RStr<'a>,
    /// How near, on the ladder `nearness`.
    pub nearness: RStr<'a>,
    /// In which direction: `north-east`.
    pub direction: RStr<'a>,
    /// What it is doing, as read; empty where nothing is.
    pub doing: RStr<'a>,
    /// How soon, on the ladder `imminence`; empty where unread.
    pub imminence: RStr<'a>,
    /// How hurt it looks, on the ladder `stage`.
    pub stage: RStr<'a>,
    /// How surely it is read, on the ladder `sureness`.
    pub sureness: RStr<'a>,
    /// Whether one would fight it again, on the ladder `threat`; empty where unknown.
    pub threat: RStr<'a>,
}

/// Something that the player may choose.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug)]
pub struct Choice<'a> {
    /// The name by which keys are bound to it: `north`, `attack`, `hold`.
    pub command: RStr<'a>,
    /// The key that it has by default, in words: `k`, `space`; empty where a direction stands for it.
    pub key: RStr<'a>,
    /// What it does, in words.
    pub label: RStr<'a>,
    /// How long it takes, on the ladder `pace`; empty where that is open.
    pub pace: RStr<'a>,
    /// Whether it comes in time (doctrine F14); empty where nothing threatens.
    pub in_time: RStr<'a>,
    /// Why it cannot be done now; empty where it can.
    pub why_not: RStr<'a>,
    /// Whether it stands in the list; else only its key works.
    pub is_listed: bool,
}

/// A rung of a ladder, for the screen that explains it.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug)]
pub struct Rung<'a> {
    /// Its marker.
    pub marker: RStr<'a>,
    /// What it means.
    pub meaning: RStr<'a>,
}

/// A ladder, from its least rung to its most.
#[repr(C)]
#[derive(StableAbi, Copy, Clone)]
pub struct LadderView<'a> {
    /// Its name.
    pub name: RStr<'a>,
    /// What it ranks.
    pub about: RStr<'a>,
    /// Its rungs, the least first.
    pub rungs: RSlice<'a, Rung<'a>>,
}

/// What one seat sees.
#[repr(C)]
#[derive(StableAbi, Copy, Clone)]
pub struct Scene<'a> {
    /// Which seat.
    pub seat: u32,
    /// Changes with each decision: a front end that has shown this one need not draw it again.
    pub serial: u64,
    /// Where this is, in words.
    pub title: RStr<'a>,
    /// The map.
    pub map: MapView<'a>,
    /// Who is in view, nearest first.
    pub in_view: RSlice<'a, InView<'a>>,
    /// The player's character, a body in words.
    pub yourself: RSlice<'a, SceneLine<'a>>,
    /// What happened since the last decision.
    pub tale: RSlice<'a, SceneLine<'a>>,
    /// All that was told, oldest first, for the history.
    pub history: RSlice<'a, SceneLine<'a>>,
    /// Every tell that lasts (doctrine F10).
    pub tells: RSlice<'a, SceneLine<'a>>,
    /// What is asked; empty for the choice of the next thing to do.
    pub question: RStr<'a>,
    /// What can be answered.
    pub choices: RSlice<'a, Choice<'a>>,
    /// The ladders.
    pub ladders: RSlice<'a, LadderView<'a>>,
    /// Whether the run is over; then `tale` tells what became of the player.
    pub is_over: bool,
    /// The developers' overlay: empty unless it was asked for.
    pub dev_numbers: RSlice<'a, RStr<'a>>,
}

/// What every seat sees.
#[repr(C)]
#[derive(StableAbi, Copy, Clone)]
pub struct Scenes<'a> {
    /// One for each seat.
    pub seats: RSlice<'a, Scene<'a>>,
}

/// What a front end needs to begin.
#[repr(C)]
#[derive(StableAbi, Copy, Clone)]
pub struct OpenCall<'a> {
    /// The keymap, in RON; empty for the default.
    pub keymap: RStr<'a>,
    /// Whether colours may be used.
    pub has_colour: bool,
}

/// What a player answered.
#[repr(u8)]
#[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Reply {
    /// Nothing yet: ask again.
    #[default]
    Nothing,
    /// One of the choices, by its place.
    Choice(u32),
    /// The player leaves.
    Quit,
    /// Nobody can answer any more: the input ended.
    Closed,
}

/// An answer and whose it is.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Which seat.
    pub seat: u32,
    /// What was answered.
    pub reply: Reply,
}

/// What a front end that shows one slice alone makes of [`FrontEnd::levels`].
fn levels_unshown<T: FrontEnd + ?Sized>(_front_end: &T, _levels: &MapLevels<'_>) {}

interface! {
    /// Shows scenes and asks for intents. The one role with a state: about the screen only, never saved.
    FrontEnd / FrontEndFunctions / FrontEndFunctionsRef / FrontEndHandle {
        /// Takes the screen. An empty answer is success; else why it cannot be had, in a sentence.
        fn open(call: &OpenCall<'_>) -> RString;
        /// Shows what is seen.
        fn show(scenes: &Scenes<'_>) -> ();
        /// Waits at most so long for an answer, drawing whatever only concerns the screen in the meantime.
        fn ask(scenes: &Scenes<'_>, patience_ms: u32) -> Asked;
        /// Leaves the terminal as it was found. May be called twice.
        fn close() -> ();
    }
    grown {
        /// Tells how high the parts of a map lie that is shown next. Not called for a scene of which all lies on the slice that
        /// is shown.
        fn levels(levels: &MapLevels<'_>) -> () = levels_unshown;
    }
}
