//! The field of view: every cell that an eye sees, at once.
//!
//! Owns symmetric shadowcasting in three dimensions, in whole numbers. It never asks how light it is or who hides, and never
//! judges bodies: between two of those `line` has the rule. Called by whoever draws what is seen, and by light, which falls where
//! it would be seen from.
//!
//! The rule. Space around the eye is six pyramids. In each, a ray is a pair of slopes, and a square of slopes is followed from
//! depth to depth: opaque cells cut it into smaller ones, and what is left of it lights cells. An open cell is seen when the ray
//! to its middle is left; so a floor that sees another is seen from there, exactly. An opaque cell is seen when any ray ends in it.

use super::cells::Map;
use super::ground::OPAQUE;
use abi::Cell;
use std::ops::RangeInclusive;

/// An edge of a beam: a slope that is followed from depth to depth. At the one that it has come to it lies `rest` parts of `den`
/// above a whole number.
#[derive(Copy, Clone, Debug)]
struct Edge {
    floor: i32,
    rest: i32,
    den: i32,
    /// What a depth more comes to: whole numbers, and parts.
    rise: (i32, i32),
}

impl Edge {
    /// At depth 1, so many cells aside.
    const fn whole(cells: i32) -> Self {
        Self { floor: cells, rest: 0, den: 1, rise: (cells, 0) }
    }

    /// At a depth, where a cell ends and the next one begins.
    const fn behind(cell: i32, depth: i32) -> Self {
        let (num, den) = (2 * cell + 1, 2 * depth);
        Self { floor: cell, rest: depth, den, rise: (num.div_euclid(den), num.rem_euclid(den)) }
    }

    /// The same edge at the next depth. A slope is divided once and then added up.
    fn deeper(self) -> Self {
        let (floor, rest) = (self.floor + self.rise.0, self.rest + self.rise.1);
        if rest < self.den { Self { floor, rest, ..self } } else { Self { floor: floor + 1, rest: rest - self.den, ..self } }
    }

    fn ceil(self) -> i32 {
        self.floor + i32::from(self.rest > 0)
    }

    /// The cell whose middle is nearest, of two equally near the higher.
    fn nearest_up(self) -> i32 {
        self.floor + i32::from(2 * self.rest >= self.den)
    }

    /// The same, of two equally near the lower.
    fn nearest_down(self) -> i32 {
        self.floor + i32::from(2 * self.rest > self.den)
    }
}

/// A square of slopes that nothing has cut off before this depth.
#[derive(Copy, Clone, Debug)]
struct Beam {
    depth: i32,
    /// Along the axis whose cells are looked at together.
    run: (Edge, Edge),
    /// Along the other.
    band: (Edge, Edge),
}

impl Beam {
    fn deeper(&self) -> Self {
        let both = |edges: (Edge, Edge)| (edges.0.deeper(), edges.1.deeper());
        Self { depth: self.depth + 1, run: both(self.run), band: both(self.band) }
    }
}

/// One of the six pyramids: which way it opens, and how its cells lie in the map and in the field.
#[derive(Copy, Clone, Debug)]
struct Pyramid {
    axis: usize,
    run: usize,
    band: usize,
    ahead: i32,
}

impl Pyramid {
    const ALL: [Self; 6] = [
        Self { axis: 1, run: 0, band: 2, ahead: 1 },
        Self { axis: 1, run: 0, band: 2, ahead: -1 },
        Self { axis: 0, run: 1, band: 2, ahead: 1 },
        Self { axis: 0, run: 1, band: 2, ahead: -1 },
        Self { axis: 2, run: 0, band: 1, ahead: 1 },
        Self { axis: 2, run: 0, band: 1, ahead: -1 },
    ];
}

/// The cells that are seen from one, kept to be filled again.
#[derive(Clone, Debug, Default)]
pub struct Field {
    least: [i32; 3],
    size: [i32; 3],
    /// Words of a row along x.
    words: usize,
    bits: Vec<u64>,
    beams: Vec<Beam>,
    runs: Vec<(i32, i32)>,
    held: Vec<(i32, i32)>,
}

/// What one look needs at hand: the traits of the map's cells, and the eye's place among them.
struct Look<'a> {
    traits: &'a [u8],
    strides: [isize; 3],
    eye_slot: isize,
    /// How far the box goes from the eye, to the lower and to the higher side.
    lows: [i32; 3],
    highs: [i32; 3],
    /// The square of the farthest distance; none for as far as the map goes.
    most: Option<u32>,
}

/// The cells of one beam at one depth.
struct Layer {
    /// Cells that the beam touches along the run and across the bands.
    run: (i32, i32),
    band: (i32, i32),
    /// Cells whose middle it holds.
    run_middle: (i32, i32),
    band_middle: (i32, i32),
}

impl Field {
    /// Looks around from an eye: so many feet far, or as far as the map goes, and at these slices only.
    ///
    /// An eye outside the map sees nothing; one above its last slice looks from right above that.
    pub fn look(&mut self, map: &Map, eye: Cell, feet: Option<i32>, slices: RangeInclusive<i32>) {
        let size = map.size();
        let eye = Cell { z: eye.z.min(size.z), ..eye };
        let (from, end) = ([eye.x, eye.y, eye.z], [size.x, size.y, size.z]);
        let feet_most = feet.unwrap_or(Map::MOST_FEET).clamp(0, Map::MOST_FEET);
        let slices = [*slices.start(), *slices.end()];
        let mut low = from.map(|n| (n - feet_most).max(0));
        let mut high = [0, 1, 2].map(|axis| (from[axis] + feet_most).min(end[axis] - 1));
        // There is one slice of air on top of the drawn ones.
        high[2] = (from[2] + feet_most).min(end[2]);
        (low[2], high[2]) = (low[2].max(slices[0].min(eye.z)), high[2].min(slices[1].max(eye.z)));
        self.bits.clear();
        self.least = low;
        self.size = [0, 1, 2].map(|axis| (high[axis] - low[axis] + 1).max(0));
        self.words = (self.size[0] as usize).div_ceil(64);
        let Some(slot) = map.slot(eye).filter(|_| self.size.iter().all(|n| *n > 0)) else {
            self.size = [0; 3];
            return;
        };
        self.bits.resize(self.words * self.size[1] as usize * self.size[2] as usize, 0);
        let (traits, strides) = map.traits_and_strides();
        let look = Look {
            traits,
            strides,
            eye_slot: slot as isize,
            lows: [0, 1, 2].map(|axis| low[axis] - from[axis]),
            highs: [0, 1, 2].map(|axis| high[axis] - from[axis]),
            most: feet.map(|_| feet_most.unsigned_abs().pow(2)),
        };
        self.mark([from[0] - low[0], from[1] - low[1], from[2] - low[2]]);
        for pyramid in Pyramid::ALL {
            self.cast(&look, pyramid);
        }
    }

    /// Whether a cell is seen.
    #[must_use]
    pub fn sees(&self, cell: Cell) -> bool {
        let at = [cell.x - self.least[0], cell.y - self.least[1], cell.z - self.least[2]];
        let is_inside = (0..3).all(|axis| (0..self.size[axis]).contains(&at[axis]));
        is_inside && {
            let (word, bit) = self.place(at);
            self.bits[word] >> bit & 1 == 1
        }
    }

    /// Whether any cell above, on or below a cell is seen.
    #[must_use]
    pub fn sees_column(&self, cell: Cell) -> bool {
        let at = [cell.x - self.least[0], cell.y - self.least[1], 0];
        let is_inside = (0..2).all(|axis| (0..self.size[axis]).contains(&at[axis]));
        is_inside && {
            let (word, bit) = self.place(at);
            let slice = self.words * self.size[1] as usize;
            self.bits[word..].iter().step_by(slice).any(|word| word >> bit & 1 == 1)
        }
    }

    /// How many cells are seen.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.bits.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn place(&self, at: [i32; 3]) -> (usize, u32) {
        let row = (at[2] * self.size[1] + at[1]) as usize;
        (row * self.words + at[0] as usize / 64, at[0] as u32 % 64)
    }

    #[inline]
    fn mark(&mut self, at: [i32; 3]) {
        let (word, bit) = self.place(at);
        self.bits[word] |= 1 << bit;
    }

    /// Marks a row of cells along x, both ends included.
    fn mark_row(&mut self, at: [i32; 3], end: i32) {
        let (first, bit) = self.place(at);
        let (last, end_bit) = self.place([end, at[1], at[2]]);
        let (from, to) = (u64::MAX << bit, u64::MAX >> (63 - end_bit));
        if first == last {
            self.bits[first] |= from & to;
            return;
        }
        self.bits[first] |= from;
        self.bits[first + 1..last].fill(u64::MAX);
        self.bits[last] |= to;
    }

    fn cast(&mut self, look: &Look<'_>, pyramid: Pyramid) {
        let whole = (Edge::whole(-1), Edge::whole(1));
        let deepest = if pyramid.ahead > 0 { look.highs[pyramid.axis] } else { -look.lows[pyramid.axis] };
        self.beams.push(Beam { depth: 1, run: whole, band: whole });
        while let Some(mut beam) = self.beams.pop() {
            while beam.depth <= deepest && self.pass(look, pyramid, &beam) {
                beam = beam.deeper();
            }
        }
    }

    /// One depth of a beam. Answers whether all of it goes on; where only parts do, they are put on the list.
    fn pass(&mut self, look: &Look<'_>, pyramid: Pyramid, beam: &Beam) -> bool {
        let Some(layer) = look.layer(pyramid, beam) else { return false };
        let (mut is_whole, mut first) = (true, layer.band.0);
        for band in layer.band.0..=layer.band.1 {
            let is_open = self.row(look, pyramid, beam.depth, band, &layer);
            if band == layer.band.0 {
                is_whole = is_open;
                std::mem::swap(&mut self.held, &mut self.runs);
            } else if self.held != self.runs {
                self.go_on(beam, &layer, (first, band - 1));
                (is_whole, first) = (false, band);
                std::mem::swap(&mut self.held, &mut self.runs);
            }
        }
        if !is_whole {
            self.go_on(beam, &layer, (first, layer.band.1));
        }
        is_whole
    }

    /// Looks at one row of a layer: marks what is seen of it, and finds the runs of open cells. Answers whether all are open.
    fn row(&mut self, look: &Look<'_>, pyramid: Pyramid, depth: i32, band: i32, layer: &Layer) -> bool {
        let most = look.most_of_row(depth, band);
        let has_middle = layer.band_middle.0 <= band && band <= layer.band_middle.1;
        let mut at = [0; 3];
        at[pyramid.axis] = depth * pyramid.ahead;
        at[pyramid.band] = band;
        let first = look.slot(at);
        let stride = look.strides[pyramid.run];
        let slot = |run: i32| (first + stride * run as isize) as usize;
        let (from, to) = layer.run;
        let is_open = if pyramid.run == 0 {
            look.traits[slot(from)..=slot(to)].iter().fold(0, |all, traits| all | traits) & OPAQUE == 0
        } else {
            (from..=to).all(|run| look.traits[slot(run)] & OPAQUE == 0)
        };
        self.runs.clear();
        let clip = |(from, to): (i32, i32)| (from.max(-most), to.min(most));
        let own = [0, 1, 2].map(|axis| at[axis] - look.lows[axis]);
        let of = |run: i32| {
            let mut own = own;
            own[pyramid.run] += run;
            own
        };
        if is_open {
            self.runs.push(layer.run);
            let (from, to) = clip(layer.run_middle);
            if has_middle && from <= to {
                if pyramid.run == 0 {
                    self.mark_row(of(from), of(to)[0]);
                } else {
                    (from..=to).for_each(|run| self.mark(of(run)));
                }
            }
            return true;
        }
        let (seen, middle) = (clip(layer.run), clip(layer.run_middle));
        let mut open_from = None;
        for run in from..=to {
            let is_opaque = look.traits[slot(run)] & OPAQUE != 0;
            let is_seen =
                if is_opaque { seen.0 <= run && run <= seen.1 } else { has_middle && middle.0 <= run && run <= middle.1 };
            if is_seen {
                self.mark(of(run));
            }
            match open_from {
                Some(start) if is_opaque => {
                    self.runs.push((start, run - 1));
                    open_from = None;
                }
                None if !is_opaque => open_from = Some(run),
                _ => {}
            }
        }
        self.runs.extend(open_from.map(|start| (start, to)));
        false
    }

    /// What is left of a beam behind some rows that are open in the same places.
    fn go_on(&mut self, beam: &Beam, layer: &Layer, rows: (i32, i32)) {
        let depth = beam.depth;
        let cut = |whole: (Edge, Edge), cells: (i32, i32), part: (i32, i32)| {
            let low = if part.0 == cells.0 { whole.0 } else { Edge::behind(part.0 - 1, depth) };
            let high = if part.1 == cells.1 { whole.1 } else { Edge::behind(part.1, depth) };
            (low, high)
        };
        let band = cut(beam.band, layer.band, rows);
        for run in &self.held {
            let left = Beam { depth, run: cut(beam.run, layer.run, *run), band };
            self.beams.push(left.deeper());
        }
    }
}

impl Look<'_> {
    /// The slot of the cell that lies so far from the eye.
    #[inline]
    fn slot(&self, away: [i32; 3]) -> isize {
        let [x, y, z] = away.map(|n| n as isize);
        self.eye_slot + x * self.strides[0] + y * self.strides[1] + z * self.strides[2]
    }

    /// The cells of a beam at its depth, as far as the box goes; none where it leaves the box or the distance.
    fn layer(&self, pyramid: Pyramid, beam: &Beam) -> Option<Layer> {
        let side = self.most_of_row(beam.depth, 0);
        let cells = |axis: usize, (low, high): (Edge, Edge)| {
            let (least, most) = (self.lows[axis].max(-side), self.highs[axis].min(side));
            let touched = (low.nearest_up().max(least), high.nearest_down().min(most));
            (touched, (low.ceil().max(least), high.floor.min(most)))
        };
        let (run, run_middle) = cells(pyramid.run, beam.run);
        let (band, band_middle) = cells(pyramid.band, beam.band);
        let is_any = side >= 0 && run.0 <= run.1 && band.0 <= band.1;
        is_any.then_some(Layer { run, band, run_middle, band_middle })
    }

    /// How far a row goes to each side before it is too far off; below 0 where all of it is.
    #[inline]
    fn most_of_row(&self, depth: i32, band: i32) -> i32 {
        let Some(most) = self.most else { return i32::MAX };
        let used = depth.unsigned_abs().pow(2) + band.unsigned_abs().pow(2);
        most.checked_sub(used).map_or(-1, |left| left.isqrt() as i32)
    }
}

#[cfg(test)]
mod tests;
