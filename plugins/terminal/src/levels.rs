//! How high the parts of a map lie: on the slice that is shown, above it or below it, and how each is drawn.
//!
//! Owns the glyphs of above and below, and what the host told last. Never tells a level by colour alone: it is a glyph too.
//! `front_end` fills it, the map and the side draw by it.

use crate::grid::Look;
use abi::{Ink, Level, MapLevels, Scene};

/// What was told of one scene; of any other all lies on its slice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    of: Option<(u32, u64)>,
    cells: Vec<Level>,
    bodies: Vec<Level>,
}

impl Levels {
    /// Keeps what the host tells.
    pub fn take(&mut self, told: &MapLevels<'_>) {
        self.of = Some((told.seat, told.serial));
        self.cells = told.cells.to_vec();
        self.bodies = told.bodies.to_vec();
    }

    /// Forgets what was told of another scene.
    pub fn settle(&mut self, scene: &Scene<'_>) {
        if self.of != Some((scene.seat, scene.serial)) {
            *self = Self::default();
        }
    }

    /// Of a cell of the map, by its place.
    pub fn cell(&self, place: usize) -> Level {
        self.cells.get(place).copied().unwrap_or_default()
    }

    /// Of a body of the map, by its place.
    pub fn body(&self, place: usize) -> Level {
        self.bodies.get(place).copied().unwrap_or_default()
    }
}

/// The glyph that stands for whatever is not on the slice: high in its cell for what is above, a pair, as of depth, for below.
pub const fn glyph(level: Level) -> Option<char> {
    match level {
        Level::Here => None,
        Level::Above => Some('\''),
        Level::Below => Some(':'),
    }
}

/// The shade of ground: what is above is the lightest, what is below the darkest.
pub fn shade(level: Level, look: Look) -> Look {
    match level {
        Level::Here => look,
        Level::Above => Look::of(Ink::Plain),
        Level::Below => Look::faint().dim(),
    }
}

/// The style of a body: italic above, turned down below.
pub const fn style(level: Level, look: Look) -> Look {
    match level {
        Level::Here => look,
        Level::Above => Look { is_italic: true, ..look },
        Level::Below => Look { is_dim: true, ..look },
    }
}
