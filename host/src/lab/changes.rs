//! Where a question stands in a run, and what hangs on that: changes of modules and of standing orders, and where the player was
//! waited for.
//!
//! Owns the words for such places and how a log has them. Nothing here is run. `recording` reads them, `seats` finds them again,
//! the journal of a run writes them.

use super::recording::{RecordingError, lacks, text, texts};
use crate::clock::{Asks, Decision, ModuleChange, Sim, StandingOrders};
use crate::log::Record;

/// Where in a run a question stood. Later ones are greater.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// How many processings came before it.
    pub processings: u64,
    /// Its place among the questions between two processings: reactions come first.
    place: usize,
}

/// The words of clause D5, in the order in which they can come between two processings.
const DECISIONS: [&str; 4] = ["reaction", "noticed", "edge", "free"];

impl Position {
    /// Where the engine stands now.
    #[must_use]
    pub fn of(sim: &Sim, decision: &Decision) -> Self {
        let place = DECISIONS.iter().position(|name| *name == decision.asks.name());
        Self { processings: sim.counts().processings, place: place.unwrap_or(DECISIONS.len()) }
    }

    /// The word of its decision.
    #[must_use]
    pub fn decision(&self) -> &'static str {
        DECISIONS.get(self.place).copied().unwrap_or("free")
    }
}

impl Asks {
    /// The decisions of clause D5 whose entries answer it.
    #[must_use]
    pub const fn entry_names(&self) -> &'static [&'static str] {
        match self {
            Self::Free => &["free"],
            Self::GoOn { .. } => &["edge", "noticed"],
            Self::React { .. } => &["reaction"],
        }
    }
}

/// From when on a change of modules holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Since {
    /// From the beginning.
    Start,
    /// From the question at which it stands.
    Question(Position),
    /// From the question that the entry of this number answered, counted from 0 over all seats.
    Entry(u64),
}

/// What can be changed on the way (clause D4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Which modules are called.
    Modules(ModuleChange),
    /// The standing orders of a seat.
    Orders {
        /// Whose.
        actor: String,
        /// All of them from here on.
        orders: StandingOrders,
        /// What was changed, in a word: for whoever reads the log.
        what: String,
    },
}

/// A change, and from when on it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeRecord {
    /// What changed.
    pub change: Change,
    /// From when on.
    pub since: Since,
}

/// What a player attends to: no part of the fight, and kept so that who goes on with a run finds it as it was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attention {
    /// The foe that is minded, by its name; empty for nobody.
    pub minds: String,
    /// What is waved away: the word of a cause, a blank, and the name of whom it concerns.
    pub waved: Vec<String>,
}

/// Where the player is waited for now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// When.
    pub tick: u64,
    /// At which question.
    pub position: Position,
    /// The hash of the whole state.
    pub hash: u64,
    /// What the player attends to.
    pub attention: Attention,
}

/// A question at which the player was waited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitRecord {
    /// In which line.
    pub line_number: u64,
    /// When.
    pub tick: u64,
    /// Where.
    pub position: Position,
    /// The hash of the state there, in hexadecimal digits.
    pub hash: String,
    /// What the player attended to.
    pub attention: Attention,
}

/// Reads where a question stood.
fn position(record: &Record) -> Result<Position, RecordingError> {
    let processings = record.count("processings").ok_or_else(|| lacks(record, "processings", "a whole number from 0"))?;
    let decision = text(record, "decision")?;
    let place = DECISIONS.iter().position(|name| *name == decision);
    let place = place.ok_or_else(|| lacks(record, "decision", "`reaction`, `noticed`, `edge` or `free`"))?;
    Ok(Position { processings, place })
}

/// Reads a change of modules, or of standing orders.
pub(super) fn change(record: &Record) -> Result<ChangeRecord, RecordingError> {
    let change = match record.event.as_str() {
        "ordered" => {
            let orders = text(record, "text")?.parse();
            let orders = orders.map_err(|()| lacks(record, "text", "orders, as in `10 ask, 20 auto, 30 off`"))?;
            let what = record.text("reason").unwrap_or_default().to_owned();
            Change::Orders { actor: text(record, "actor")?, orders, what }
        }
        "left_out" => Change::Modules(ModuleChange::LeftOut(text(record, "module")?)),
        _ => Change::Modules(ModuleChange::Holder(text(record, "kind")?, text(record, "text")?)),
    };
    let since = match record.count("entry") {
        Some(number) => Since::Entry(number),
        None if record.fields.contains_key("processings") => Since::Question(position(record)?),
        None => Since::Start,
    };
    Ok(ChangeRecord { change, since })
}

/// Reads where the player was waited for.
pub(super) fn wait(record: &Record) -> Result<WaitRecord, RecordingError> {
    let (line_number, tick) = (record.line_number, record.tick);
    let minds = record.text("minds").unwrap_or_default().to_owned();
    let waved = if record.fields.contains_key("waved") { texts(record, "waved")? } else { Vec::new() };
    let attention = Attention { minds, waved };
    Ok(WaitRecord { line_number, tick, position: position(record)?, hash: text(record, "hash")?, attention })
}
