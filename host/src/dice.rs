//! Seeded dice by purpose: the only source of chance in the game (clauses S1 to S4).
//!
//! Owns one `u64` seed and a ChaCha8 stream for each purpose, so that choosing other words never changes a blow. Only the
//! host draws; a module gets one `u64` of its purpose's stream. What may be asked in any order, often or never is drawn by
//! key instead. Nothing here reads a clock or the environment.

use abi::Dice as Expansion;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use std::hash::{Hash, Hasher};

/// What a draw is for; each purpose has a stream of its own (clause S1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Rolls of clause I1.
    Initiative,
    /// Jitter of clause I4.
    Tempo,
    /// Checks.
    Resolution,
    /// What harm does.
    Harm,
    /// How individuals of a kind differ.
    Births,
    /// Choices of profiles.
    Profiles,
    /// Seeds of effects.
    Effects,
    /// Choices of wordings.
    Narration,
}

impl Purpose {
    const COUNT: usize = 8;

    /// The name that goes into the stream's seed.
    const fn name(self) -> &'static str {
        match self {
            Self::Initiative => "initiative",
            Self::Tempo => "tempo",
            Self::Resolution => "resolution",
            Self::Harm => "harm",
            Self::Births => "births",
            Self::Profiles => "profiles",
            Self::Effects => "effects",
            Self::Narration => "narration",
        }
    }
}

/// The dice of one fight.
#[derive(Clone, Debug)]
pub struct Dice {
    seed: u64,
    streams: [Option<ChaCha8Rng>; Purpose::COUNT],
}

impl Dice {
    /// The dice of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed, streams: [const { None }; Purpose::COUNT] }
    }

    /// The seed.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The next draw of a purpose's stream.
    pub fn draw(&mut self, purpose: Purpose) -> u64 {
        let seed = self.seed ^ abi::hash(purpose.name());
        // A stream is made when it is first drawn from: most fights use half of them.
        self.streams[purpose as usize].get_or_insert_with(|| ChaCha8Rng::seed_from_u64(seed)).next_u64()
    }

    /// A draw by key: a function of the seed, the purpose and the ids concerned (clause S4).
    #[must_use]
    pub fn keyed(&self, purpose: &str, keys: &[u64]) -> u64 {
        keys.iter().fold(Expansion::new(self.seed ^ abi::hash(purpose)).draw(), |state, key| {
            Expansion::new(state ^ key.wrapping_mul(0x9e37_79b9_7f4a_7c15)).draw()
        })
    }
}

impl Hash for Dice {
    /// The seed, and how far each stream has come.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.seed.hash(state);
        for stream in &self.streams {
            stream.as_ref().map_or(0, |stream| stream.get_word_pos() as u64).hash(state);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clause_s1_a_stream_does_not_feel_the_others() {
        let (mut one, mut two) = (Dice::new(7), Dice::new(7));
        for _ in 0..5 {
            two.draw(Purpose::Narration);
        }
        assert_eq!(one.draw(Purpose::Resolution), two.draw(Purpose::Resolution));
        assert_ne!(one.draw(Purpose::Resolution), one.draw(Purpose::Harm));
    }

    #[test]
    fn clause_s4_a_keyed_draw_does_not_change_by_asking() {
        let dice = Dice::new(7);
        assert_eq!(dice.keyed("readings", &[1, 2, 3]), dice.keyed("readings", &[1, 2, 3]));
        assert_ne!(dice.keyed("readings", &[1, 2, 3]), dice.keyed("readings", &[1, 3, 2]));
        assert_ne!(dice.keyed("readings", &[1, 2]), dice.keyed("perception", &[1, 2]));
    }
}
