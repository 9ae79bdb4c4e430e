//! Up and down in a random fight: pits with steps and with sheer sides, pools, boards over nothing, ladders, wings and large bodies.
//!
//! Drawn from a stream of its own, so that a fight is otherwise the one that its seed always gave. `fights` calls it.

use super::dice::Stream;

/// So many feet of rock lie below the ground of a fight that has heights.
const FEET: usize = 3;

/// Where the feet of those are who begin in the air: over everybody's head, in feet above the lowest slice.
const OVERHEAD_FEET: usize = FEET + 9;

/// Every third fight has them.
pub struct Heights {
    dice: Stream,
    pub has_any: bool,
    /// What stands in each column below the ground, from the lowest slice up, by row.
    below: Vec<Vec<[char; FEET]>>,
    /// Where somebody stands over whom there is room: place and size.
    under: Option<((usize, usize), (usize, usize))>,
}

impl Heights {
    pub fn of(seed: u64) -> Self {
        Self { dice: Stream::new(seed ^ 0x4e1_6475), has_any: seed.is_multiple_of(3), below: Vec::new(), under: None }
    }

    /// Level ground.
    pub fn none() -> Self {
        Self { dice: Stream::new(0), has_any: false, below: Vec::new(), under: None }
    }

    /// The ground of the fight, with what has been dug out of it left open: nobody begins there.
    pub fn dig(&mut self, rows: Vec<String>) -> Vec<String> {
        if !self.has_any {
            return rows;
        }
        let (width, height) = (rows[0].len(), rows.len());
        let mut depths = vec![vec![0_usize; width]; height];
        for _ in 0..self.dice.between(1, 3) {
            self.pit(&mut depths);
        }
        let mut open = Vec::new();
        for (row, depths) in rows.iter().zip(&depths) {
            let columns: Vec<[char; FEET]> = depths.iter().map(|depth| self.column(*depth)).collect();
            self.below.push(columns);
            let top = row.chars().zip(depths).map(|(cell, depth)| match depth {
                0 => cell,
                _ if self.dice.percent(12) => self.dice.of(&['_', '_', 'H']),
                _ => ' ',
            });
            open.push(top.collect());
        }
        open
    }

    /// A pit whose sides are steps of a foot to the west and sheer to the east.
    fn pit(&mut self, depths: &mut [Vec<usize>]) {
        let (width, height) = (depths[0].len(), depths.len());
        let mut place = |length: usize, most: usize| {
            let size = usize::try_from(self.dice.between(2, 7)).unwrap().min(most);
            let from = usize::try_from(self.dice.next() % (length - size) as u64).unwrap();
            from..from + size
        };
        let (across, down) = (place(width, width - 2), place(height, height - 2));
        for y in down {
            for x in across.clone() {
                depths[y][x] = (x - across.start + 1).min(FEET);
            }
        }
    }

    fn column(&mut self, depth: usize) -> [char; FEET] {
        let fill = if self.dice.percent(20) { self.dice.of(&['w', 'H', 'w']) } else { ' ' };
        std::array::from_fn(|slice| if slice < FEET - depth { '#' } else { fill })
    }

    /// The legend with what there is below.
    pub fn legend(&self, text: String) -> String {
        let more = "'_': \"core/planks\", 'H': \"core/ladder\", 'w': \"core/deep-water\"";
        if self.has_any { format!("{text}, {more}") } else { text }
    }

    /// The slices below the ground, lowest first.
    pub fn below(&self) -> Vec<Vec<String>> {
        let slice = |slice: usize| self.below.iter().map(|row| row.iter().map(|column| column[slice]).collect()).collect();
        if self.has_any { (0..FEET).map(slice).collect() } else { Vec::new() }
    }

    /// Text of actors or scripts that stand and reach on the ground, wherever that is.
    pub fn lift(&self, text: String) -> String {
        if self.has_any { text.replace(", 0)", &format!(", {FEET})")) } else { text }
    }

    /// Where somebody begins for whom there is room on the ground: there, or in the air over whoever was put down before, upon whom
    /// it falls unless it flies. Over each other there is room for two.
    pub fn over_somebody(&mut self, at: (usize, usize), size: (usize, usize)) -> (usize, usize, usize) {
        let under = self.under.take().filter(|(_, under)| under.0 >= size.0 && under.1 >= size.1);
        match under {
            Some(((x, y), _)) if self.has_any && self.dice.percent(40) => (x, y, OVERHEAD_FEET),
            _ => {
                self.under = Some((at, size));
                (at.0, at.1, 0)
            }
        }
    }

    /// A body, now and then of a size that fits few places.
    pub fn body(&mut self, body: (i64, i64, i64)) -> (i64, i64, i64) {
        if self.has_any && self.dice.percent(25) { self.dice.of(&[(2, 2, 3), (3, 2, 5), (4, 3, 4)]) } else { body }
    }

    /// A kind that flies, swims or climbs, as often as not.
    pub fn kind(&mut self, text: String) -> String {
        if !self.has_any || self.dice.percent(50) {
            return text;
        }
        let gait = self.dice.of(&["flies: true, ", "flies: true, ", ""]);
        let text = text.replacen("glyph:", &format!("{gait}glyph:"), 1);
        text.replacen("\"core/step\"", "\"core/step\", \"core/rise\", \"core/sink\"", 1)
    }
}
