//! Dice of a call: the one seed that the host drew for it, expanded.
//!
//! Modules never draw from a stream (clause S2): a call that may draw gets one `u64`, used or not.

/// A sequence of draws from one seed.
///
/// Source: SplitMix64 (Steele, Lea, Flood 2014), whose every output depends on every bit of the seed.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The dice of one seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, each as likely; 0 where the bound is 0.
    ///
    /// Order: one draw, always.
    pub fn below(&mut self, bound: u32) -> u32 {
        // The high bits of a product: off by less than one in four billion, and never more than one draw.
        u32::try_from((u128::from(self.draw()) * u128::from(bound)) >> 64).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        let mut dice = Dice::new(1_234_567);
        assert_eq!(dice.draw(), 6_457_827_717_110_365_317);
        assert_eq!(dice.draw(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn every_face_comes_up_about_as_often() {
        let mut dice = Dice::new(7);
        let mut faces = [0_u32; 6];
        for _ in 0..60_000 {
            faces[dice.below(6) as usize] += 1;
        }
        assert!(faces.iter().all(|count| (9_500..10_500).contains(count)), "{faces:?}");
        assert_eq!(dice.below(0), 0);
    }
}
