//! Looking at runs: what a file tells of one, and whether going on with it would lead to where it was left.
//!
//! Changes no file. Called by `saves list` and `saves check`.

use super::error::SaveError;
use super::journal::{Facts, Journal, look};
use crate::clock::{Halt, Sim, Visits, advance};
use crate::lab::recording::{Position, Recording};
use crate::lab::seats::{Recalled, Seats};
use crate::loading::{Game, LoadError};
use crate::log::LogSwitch;
use std::fmt;
use std::path::{Path, PathBuf};

/// What a file tells of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The file.
    pub path: PathBuf,
    /// Which fight.
    pub fight: String,
    /// Its seed.
    pub seed: u64,
    /// How many decisions it has.
    pub decisions: u64,
    /// The tick at which it ended, or else the player was waited for last.
    pub tick: u64,
    /// How it stands.
    pub state: &'static str,
}

impl Checked {
    /// Reads a file.
    ///
    /// # Errors
    /// It is no journal.
    pub fn of(path: &Path) -> Result<Self, SaveError> {
        let (recording, _, is_busy) = look(path)?;
        let state = match (recording.has_end, is_busy) {
            (true, _) => "over",
            (false, true) => "being played",
            (false, false) => "to be continued",
        };
        Ok(Self {
            path: path.to_path_buf(),
            fight: recording.fight.clone(),
            seed: recording.seed,
            decisions: recording.entry_count(),
            tick: recording.wait.as_ref().filter(|_| !recording.has_end).map_or(recording.last_tick, |wait| wait.tick),
            state,
        })
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, fight, seed, decisions, tick, state } = self;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        write!(f, "{name}  {fight}, seed {seed}: {decisions} decisions, up to tick {tick}, {state}")
    }
}

/// Answers again everything that was answered, and compares the state with what the file says of it.
///
/// # Errors
/// The file is no journal, the game cannot be loaded as it was, or the run leads elsewhere.
pub fn check(path: &Path, load: impl Fn(&Facts) -> Result<Game, LoadError>) -> Result<Checked, CheckError> {
    let (recording, facts, _) = look(path).map_err(CheckError::Save)?;
    let game = load(&facts).map_err(CheckError::Load)?;
    let differences = recording.as_left().differences_from(&game);
    if !differences.is_empty() {
        return Err(CheckError::Save(SaveError::Differs(path.to_path_buf(), differences)));
    }
    let told = |what: String| CheckError::Save(SaveError::Parted(path.to_path_buf(), what));
    let Recording { fight_text, fight, seed, overrides, .. } = &recording;
    let mut setup = game.fight_from_text(fight_text, fight, *seed, overrides).map_err(CheckError::Load)?;
    let mut past = Seats::to_continue(&recording);
    let led_astray = |astray| CheckError::Save(SaveError::astray(path.to_path_buf(), &astray));
    past.set_up(&mut setup).map_err(led_astray)?;
    let mut sim = Sim::new(&setup, LogSwitch::OFF);
    loop {
        let decision = match advance(&mut sim, Visits::Due, u64::MAX) {
            Halt::Over(_) if recording.has_end && past.left() == 0 => {
                let now = format!("{:016x}", sim.state_hash());
                let was = recording.end_hash.as_deref().unwrap_or("none");
                if now != was {
                    return Err(told(format!("at its end the state's hash was {was} and is {now} now")));
                }
                break;
            }
            Halt::Over(ended) => return Err(told(format!("it is over at tick {}, and the file goes on", ended.tick))),
            Halt::Reached => continue,
            Halt::Asks(decision) => decision,
        };
        let position = Position::of(&sim, &decision);
        match past.recall(&mut sim, &decision) {
            Recalled::Reply(reply) => sim.answer(decision.actor, reply),
            Recalled::Present { .. } => {
                compare(&recording, &sim, &position).map_err(told)?;
                break;
            }
            Recalled::AskedAnew => {}
            Recalled::Astray(astray) => return Err(led_astray(astray)),
        }
    }
    Checked::of(path).map_err(CheckError::Save)
}

fn compare(recording: &Recording, sim: &Sim, position: &Position) -> Result<(), String> {
    let Some(wait) = recording.wait.as_ref().filter(|wait| wait.position == *position) else { return Ok(()) };
    let now = format!("{:016x}", sim.state_hash());
    if now == wait.hash {
        return Ok(());
    }
    Err(format!("at tick {} the state's hash was {} and is {now} now", wait.tick, wait.hash))
}

/// Why a run is not sound, or could not be looked at.
#[derive(Debug)]
pub enum CheckError {
    /// The game cannot be loaded.
    Load(LoadError),
    /// The run is not sound.
    Save(SaveError),
}

impl Journal {
    /// What a question without an answer in the file comes to.
    #[must_use]
    pub fn astray(&self, astray: &crate::lab::seats::Astray) -> SaveError {
        SaveError::astray(self.path().to_path_buf(), astray)
    }
}
