//! The dice of the random fights.
//!
//! Owns a stream of numbers that a seed fixes (splitmix64). It must never be the engine's own dice: a fight that is generated
//! by what it tests could hide a fault in both. The generator and the player's stand-in draw from it.

/// A stream of numbers.
#[derive(Clone, Debug)]
pub struct Stream(u64);

impl Stream {
    /// The stream of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The stream that several numbers name together.
    pub fn keyed(keys: &[u64]) -> Self {
        let mut state = Self(0);
        for key in keys {
            state = Self(state.next() ^ key.wrapping_mul(0xd6e8_feb8_6659_fd93));
        }
        state
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from `least` to `most`, both included.
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        least + i64::try_from(self.next() % u64::try_from(most - least + 1).unwrap()).unwrap()
    }

    /// Whether something of so many in a hundred happens.
    pub fn percent(&mut self, chance: i64) -> bool {
        self.between(0, 99) < chance
    }

    /// One of them.
    pub fn of<T: Copy>(&mut self, items: &[T]) -> T {
        items[usize::try_from(self.next() % items.len() as u64).unwrap()]
    }
}
