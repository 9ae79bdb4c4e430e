//! Zones and weather, as far as a file can break them.
//!
//! Owns what is checked of each by itself. It must never ask who opens one. `load` calls it.

use super::Desk;
use crate::content::reading::Source;
use crate::content::schema::action::{SparesWord, TakesWord};
use crate::content::schema::place::{WeatherFile, ZoneFile};
use crate::content::tables::{Spread, WeatherDef, ZoneDef};
use abi::KindId;
use std::sync::Arc;

/// The farthest zone, in feet, and the longest, in ticks: what is larger is a weather.
const MOST_FEET: i64 = 60;
const MOST_TICKS: i64 = 1_000_000;

/// Compiles one zone.
pub fn zone(desk: &mut Desk<'_>, id: &Arc<str>, source: &Source, file: &ZoneFile) -> ZoneDef {
    desk.check_range(source, &file.feet, "a zone in feet", 0..=MOST_FEET);
    desk.check_range(source, &file.life, "the ticks of a zone", 1..=MOST_TICKS);
    if let Some(every) = &file.every {
        desk.check_range(source, every, "the ticks of a period", 1..=MOST_TICKS);
    }
    let spread = file.spreads.as_ref().map(|spread| {
        desk.check_range(source, &spread.every, "ticks", 1..=MOST_TICKS);
        desk.check_range(source, &spread.chance_permille, "permille", 1..=1000);
        if file.feet.value != 0 {
            let found = format!("a zone of {} feet that spreads", file.feet.value);
            desk.report(source, file.feet.span, &found, "`feet: 0`: what spreads does so from cell to cell");
        }
        Spread { every_ticks: spread.every.value, chance_permille: spread.chance_permille.value }
    });
    let takes = |word| file.takes.as_ref().is_none_or(|takes| takes.value.contains(&word));
    ZoneDef {
        id: KindId(desk.name(id)),
        name: id.clone(),
        label: file.label.as_str().into(),
        glyph: file.glyph,
        feet: file.feet.value,
        life_ticks: file.life.value,
        period_ticks: file.every.as_ref().map_or(0, |every| every.value),
        takes_inside: takes(TakesWord::Inside),
        takes_entering: takes(TakesWord::Entering),
        spares_allies: file.spares == SparesWord::Allies,
        effects: desk.effects(&file.effects, source),
        is_opaque: file.opaque,
        is_shunned: file.shunned,
        spread,
        text: desk.phrase(file.text.as_ref(), source),
    }
}

/// Compiles one weather.
pub fn weather(desk: &mut Desk<'_>, id: &Arc<str>, source: &Source, file: &WeatherFile) -> WeatherDef {
    desk.check_range(source, &file.departure, "ticks", 0..=1000);
    desk.check_range(source, &file.arrival, "ticks", 0..=1000);
    WeatherDef {
        name: id.clone(),
        label: file.label.as_str().into(),
        departure_ticks: file.departure.value,
        arrival_ticks: file.arrival.value,
    }
}
