//! Ladders and phrases: the words that states have (doctrine F4).

use abi::{LadderId, PhraseId};
use std::sync::Arc;

/// One rung of a ladder.
#[derive(Clone, Debug)]
pub struct RungDef {
    /// Its word in content: `guard-failing`.
    pub id: Arc<str>,
    /// Its marker in text: `guard failing`.
    pub marker: Arc<str>,
    /// What it means, in words.
    pub meaning: Arc<str>,
}

/// A ladder, the least rung first (doctrine F4).
#[derive(Clone, Debug)]
pub struct Ladder {
    /// Its id.
    pub id: LadderId,
    /// Its id in text.
    pub name: Arc<str>,
    /// What it ranks.
    pub about: Arc<str>,
    /// Its rungs.
    pub rungs: Vec<RungDef>,
    /// Where it ranks a measure: the greatest value of each rung but the last.
    pub cuts: Vec<i64>,
}

impl Ladder {
    /// The rung of a measure, by the cuts: the first whose cut is not below it.
    #[must_use]
    pub fn rung_of(&self, value: i64) -> i32 {
        let place = self.cuts.iter().position(|cut| value <= *cut).unwrap_or(self.cuts.len());
        i32::try_from(place).unwrap_or(i32::MAX)
    }

    /// The marker of a rung; the nearest one where it is out of range.
    #[must_use]
    pub fn marker(&self, rung: i32) -> &str {
        let last = self.rungs.len().saturating_sub(1);
        let place = usize::try_from(rung).unwrap_or(0).min(last);
        self.rungs.get(place).map_or("", |rung| &rung.marker)
    }
}

/// A set of wordings.
#[derive(Clone, Debug)]
pub struct Phrase {
    /// Its id.
    pub id: PhraseId,
    /// Its id in text.
    pub name: Arc<str>,
    /// The wordings.
    pub wordings: Vec<Arc<str>>,
}
