//! A scene that owns what it shows, and lends it to a front end as an [`abi::Scene`].
//!
//! Owns the words, cells and choices of one moment. It computes nothing: `view` and `choices` fill it, `play` lends it.

use super::choices::Offer;
use crate::content::tables::Content;
use abi::{
    Attitude, Cell, Choice, InView, Ink, LadderView, Level, MapBody, MapCell, MapLevels, MapView, Phase, RSlice, RStr, Rung,
    Scene, SceneLine,
};
use std::sync::Arc;

/// A line with its ink.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnedLine {
    /// The words.
    pub text: String,
    /// The marker that stands out.
    pub marker: String,
    /// The ink.
    pub ink: Ink,
}

impl OwnedLine {
    /// A line in plain ink.
    pub fn plain(text: String, marker: &str) -> Self {
        Self { text, marker: marker.to_owned(), ink: Ink::Plain }
    }

    fn lend(&self) -> SceneLine<'_> {
        SceneLine { text: self.text.as_str().into(), marker: self.marker.as_str().into(), ink: self.ink }
    }
}

/// A body on the map.
#[derive(Clone, Debug)]
pub struct OwnedBody {
    /// Its cells on this slice, the leading one first; those of its lowest where it has none on this one.
    pub cells: Vec<Cell>,
    /// Its glyph.
    pub glyph: char,
    /// Its ink.
    pub ink: Ink,
    /// How high it lies, seen from the slice that is shown.
    pub level: Level,
    /// What it is to the player's character.
    pub attitude: Attitude,
    /// Whether it is that character.
    pub is_you: bool,
    /// Whether it shows that it is doing something.
    pub is_busy: bool,
    /// Which phase it shows.
    pub posture: Phase,
    /// Where it stood since the last decision.
    pub trail: Vec<Cell>,
    /// The place of its line among those in view.
    pub line: u32,
}

/// The map around the player's character.
#[derive(Clone, Debug, Default)]
pub struct OwnedMap {
    /// The cell of the first one.
    pub origin: Cell,
    /// Cells in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// The cells, row by row.
    pub cells: Vec<MapCell>,
    /// How high each of them lies, seen from the slice that is shown.
    pub levels: Vec<Level>,
    /// Where the player's character stands.
    pub center: Cell,
    /// Who is perceived.
    pub bodies: Vec<OwnedBody>,
}

/// One of those in view.
#[derive(Clone, Debug, Default)]
pub struct OwnedInView {
    /// The glyph.
    pub glyph: char,
    /// Its ink.
    pub ink: Ink,
    /// What it looks like.
    pub look: String,
    /// How near.
    pub nearness: String,
    /// In which direction.
    pub direction: String,
    /// What it is doing.
    pub doing: String,
    /// How soon.
    pub imminence: String,
    /// How hurt it looks.
    pub stage: String,
    /// How surely it is read.
    pub sureness: String,
}

/// Everything that one seat sees.
#[derive(Clone, Debug, Default)]
pub struct OwnedScene {
    /// Which seat.
    pub seat: u32,
    /// Changes with each decision.
    pub serial: u64,
    /// Where this is.
    pub title: String,
    /// The map.
    pub map: OwnedMap,
    /// Who is in view, nearest first.
    pub in_view: Vec<OwnedInView>,
    /// The player's character, a body in words.
    pub yourself: Vec<OwnedLine>,
    /// What happened since the last decision.
    pub tale: Vec<OwnedLine>,
    /// A line of the house's own, which no character perceives: it is shown behind the tale.
    pub notice: String,
    /// All that was told.
    pub history: Vec<Arc<OwnedLine>>,
    /// Every tell that lasts.
    pub tells: Vec<OwnedLine>,
    /// What is asked.
    pub question: String,
    /// What can be answered.
    pub choices: Vec<Offer>,
    /// Where the ladders stand.
    pub content: Arc<Content>,
    /// Whether the run is over.
    pub is_over: bool,
    /// The developers' overlay.
    pub dev_numbers: Vec<String>,
}

impl OwnedScene {
    /// Lends the scene for one call.
    pub fn lend<T>(&self, show: impl FnOnce(&Scene<'_>) -> T) -> T {
        let bodies: Vec<MapBody<'_>> = self.map.bodies.iter().map(body).collect();
        let in_view: Vec<InView<'_>> = self.in_view.iter().map(in_view).collect();
        let (yourself, mut tale) = (lend_all(&self.yourself), lend_all(&self.tale));
        if !self.notice.is_empty() {
            tale.push(SceneLine { text: self.notice.as_str().into(), marker: "".into(), ink: Ink::Plain });
        }
        let history: Vec<SceneLine<'_>> = self.history.iter().map(|line| line.lend()).collect();
        let tells = lend_all(&self.tells);
        let choices: Vec<Choice<'_>> = self.choices.iter().map(choice).collect();
        let rungs: Vec<Vec<Rung<'_>>> = self.content.ladders.values().map(rungs).collect();
        let ladders: Vec<LadderView<'_>> = self.content.ladders.values().zip(&rungs).map(ladder).collect();
        let dev_numbers: Vec<RStr<'_>> = self.dev_numbers.iter().map(|text| text.as_str().into()).collect();
        show(&Scene {
            seat: self.seat,
            serial: self.serial,
            title: self.title.as_str().into(),
            map: MapView {
                origin: self.map.origin,
                width: self.map.width,
                height: self.map.height,
                cells: RSlice::from_slice(&self.map.cells),
                center: self.map.center,
                bodies: RSlice::from_slice(&bodies),
            },
            in_view: RSlice::from_slice(&in_view),
            yourself: RSlice::from_slice(&yourself),
            tale: RSlice::from_slice(&tale),
            history: RSlice::from_slice(&history),
            tells: RSlice::from_slice(&tells),
            question: self.question.as_str().into(),
            choices: RSlice::from_slice(&choices),
            ladders: RSlice::from_slice(&ladders),
            is_over: self.is_over,
            dev_numbers: RSlice::from_slice(&dev_numbers),
        })
    }

    /// Lends how high the parts of the map lie, where any lies above or below the slice that is shown.
    pub fn lend_levels<T>(&self, tell: impl FnOnce(&MapLevels<'_>) -> T) -> Option<T> {
        let bodies: Vec<Level> = self.map.bodies.iter().map(|body| body.level).collect();
        let has_levels = self.map.levels.iter().chain(&bodies).any(|level| *level != Level::Here);
        has_levels.then(|| {
            let (cells, bodies) = (RSlice::from_slice(&self.map.levels), RSlice::from_slice(&bodies));
            tell(&MapLevels { seat: self.seat, serial: self.serial, cells, bodies })
        })
    }

    /// Every text that stands on the screen, but for keys, names of commands and the developers' overlay (doctrine F2).
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let lines = self.yourself.iter().chain(&self.tale).chain(self.history.iter().map(|line| &**line)).chain(&self.tells);
        let lines = lines.map(|line| &*line.text);
        let seen = self.in_view.iter().flat_map(|who| {
            [&*who.look, &who.nearness, &who.direction, &who.doing, &who.imminence, &who.stage, &who.sureness]
        });
        let choices = self.choices.iter().flat_map(|offer| [&*offer.label, &offer.pace, &offer.in_time, &offer.why_not]);
        [&*self.title, &self.question].into_iter().chain(lines).chain(seen).chain(choices)
    }
}

fn lend_all(lines: &[OwnedLine]) -> Vec<SceneLine<'_>> {
    lines.iter().map(OwnedLine::lend).collect()
}

fn body(body: &OwnedBody) -> MapBody<'_> {
    MapBody {
        cells: RSlice::from_slice(&body.cells),
        glyph: u32::from(body.glyph),
        ink: body.ink,
        attitude: body.attitude,
        is_you: body.is_you,
        is_busy: body.is_busy,
        posture: body.posture,
        trail: RSlice::from_slice(&body.trail),
        line: body.line,
    }
}

fn in_view(who: &OwnedInView) -> InView<'_> {
    InView {
        glyph: u32::from(who.glyph),
        ink: who.ink,
        look: who.look.as_str().into(),
        nearness: who.nearness.as_str().into(),
        direction: who.direction.as_str().into(),
        doing: who.doing.as_str().into(),
        imminence: who.imminence.as_str().into(),
        stage: who.stage.as_str().into(),
        sureness: who.sureness.as_str().into(),
        // Nobody has measured yet what is spoken here (doctrine F8): so nothing is.
        threat: "".into(),
    }
}

fn choice(offer: &Offer) -> Choice<'_> {
    Choice {
        command: offer.command.as_str().into(),
        key: offer.key.as_str().into(),
        label: offer.label.as_str().into(),
        pace: offer.pace.as_str().into(),
        in_time: offer.in_time.as_str().into(),
        why_not: offer.why_not.as_str().into(),
        is_listed: offer.is_listed,
    }
}

fn rungs(ladder: &crate::content::tables::Ladder) -> Vec<Rung<'_>> {
    ladder.rungs.iter().map(|rung| Rung { marker: (&*rung.marker).into(), meaning: (&*rung.meaning).into() }).collect()
}

fn ladder<'a>((ladder, rungs): (&'a crate::content::tables::Ladder, &'a Vec<Rung<'a>>)) -> LadderView<'a> {
    LadderView { name: (&*ladder.name).into(), about: (&*ladder.about).into(), rungs: RSlice::from_slice(rungs) }
}
