//! What lies on a place beside its grounds: zones and weather.

use super::LineIx;
use abi::{KindId, PhraseId};
use std::sync::Arc;

/// How a zone goes from cell to cell over ground that burns (clause W5).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spread {
    /// After how many ticks it is tried for each neighbouring cell.
    pub every_ticks: u32,
    /// How likely it then is.
    pub chance_permille: u32,
}

/// A zone: a window without an activity (clause W5).
#[derive(Clone, Debug)]
pub struct ZoneDef {
    /// Its id, by which a change names it.
    pub id: KindId,
    /// Its id in text.
    pub name: Arc<str>,
    /// What it is called.
    pub label: Arc<str>,
    /// Its glyph.
    pub glyph: char,
    /// How far it lies around its cell.
    pub feet: i32,
    /// For how many ticks.
    pub life_ticks: u32,
    /// After how many ticks it takes those inside again; 0 for never.
    pub period_ticks: u32,
    /// Whether it takes those inside.
    pub takes_inside: bool,
    /// Whether it takes who comes in.
    pub takes_entering: bool,
    /// Whether it spares its maker's allies.
    pub spares_allies: bool,
    /// What it does to whom it takes.
    pub effects: Vec<LineIx>,
    /// Whether sight ends in it.
    pub is_opaque: bool,
    /// Whether plans go round it.
    pub is_shunned: bool,
    /// How it spreads, if it does.
    pub spread: Option<Spread>,
    /// What is told when it appears.
    pub text: PhraseId,
}

/// A condition of a whole place (clause M5).
#[derive(Clone, Debug)]
pub struct WeatherDef {
    /// Its id in text.
    pub name: Arc<str>,
    /// What it is called.
    pub label: Arc<str>,
    /// Added to every departure.
    pub departure_ticks: u16,
    /// Added to every arrival.
    pub arrival_ticks: u16,
}
