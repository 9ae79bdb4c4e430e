//! What is in the air of a random fight: darkness, torches, steady sounds, old scents, rounds, sleepers, and noses to take it in.
//!
//! Drawn from a stream of its own, so that a fight is otherwise the one that its seed always gave. `fights` calls it.

use super::dice::Stream;
use std::fmt::Write as _;

/// Every other fight has nothing of it, and is what its seed always gave.
pub struct Air {
    dice: Stream,
    has_any: bool,
}

impl Air {
    pub fn of(seed: u64) -> Self {
        Self { dice: Stream::new(seed ^ 0x5e_05e5), has_any: seed.is_multiple_of(2) }
    }

    /// A profile that goes by what is in the air, as often as not.
    pub fn profile(&mut self, text: String) -> String {
        let dice = &mut self.dice;
        if !self.has_any {
            return text;
        }
        let word = dice.of(&["alertness at-least wary", "awareness at-least stirred", "light at-most murky"]);
        let text =
            if dice.percent(50) { text.replace("\"since-began at-least 40 ticks\"", &format!("{word:?}")) } else { text };
        if dice.percent(50) { text.replace("\"toward last-seen enemy\"", "\"toward trouble\"") } else { text }
    }

    /// An action that makes light, dark or a smell instead of a noise, as often as not.
    pub fn action(&mut self, text: String) -> String {
        let dice = &mut self.dice;
        if !self.has_any || dice.percent(30) {
            return text;
        }
        let effect = dice.of(&["light lit", "light dusky", "douse", "smell plain", "smell rank"]);
        text.replacen("noise plain", effect, 1).replacen("noise faint", dice.of(&["light lit", "douse", "noise faint"]), 1)
    }

    /// A kind with senses of its own, as often as not.
    pub fn kind(&mut self, text: String) -> String {
        let dice = &mut self.dice;
        if !self.has_any || dice.percent(40) {
            return text;
        }
        let scent = dice.of(&["", "", ", scent: \"plain\"", ", scent: \"rank\""]);
        let rounds = dice.of(&["", ", rounds: 1", ", rounds: 2"]);
        let (hear, smell, dark) = (dice.between(-1, 2), dice.between(-2, 2), dice.between(-1, 2));
        let senses = format!("senses: (hear: {hear}, smell: {smell}, dark: {dark}{rounds}{scent}), glyph:");
        text.replacen("glyph:", &senses, 1)
    }

    /// The actors, of whom some sleep.
    pub fn actors(&mut self, text: String) -> String {
        if !self.has_any {
            return text;
        }
        let lines = text.lines().map(|line| {
            if self.dice.percent(12) { line.replacen("reads:", "asleep: true, reads:", 1) } else { line.to_owned() }
        });
        lines.fold(String::new(), |all, line| all + &line + "\n")
    }

    /// What the file says of the place. `names` are those who stand in it, `size` is how far it goes.
    pub fn place(&mut self, names: &[String], size: (i64, i64)) -> String {
        let mut text = String::new();
        let dice = &mut self.dice;
        if !self.has_any || names.is_empty() {
            return text;
        }
        let light = dice.of(&["pitch", "murky", "dusky", "lit", "lit", "glaring"]);
        writeln!(text, "    light: {light:?},\n    sources: [").unwrap();
        for place in 0..dice.between(0, 3) {
            let stimulus = dice.of(&["torch", "torch", "forge", "waterfall", "spoor"]);
            let name = names[usize::try_from(dice.next() % names.len() as u64).unwrap()].clone();
            let at = if dice.percent(50) {
                format!("by: {name:?}")
            } else {
                format!("at: ({}, {}, {})", dice.between(0, size.0 - 1), dice.between(0, size.1 - 1), dice.between(0, 4))
            };
            let from = if stimulus == "spoor" { -dice.between(0, 200_000) } else { dice.of(&[0, 0, 0, 15, 40]) };
            let until =
                if dice.percent(50) { format!(", until: {}", from.max(0) + dice.between(1, 90)) } else { String::new() };
            writeln!(text, "        (id: \"source{place}\", stimulus: \"senses/{stimulus}\", {at}, from: {from}{until}),")
                .unwrap();
        }
        text.push_str("    ],\n");
        if names.len() > 1 && dice.percent(40) {
            let (from, every, late) = (dice.between(0, 40), dice.between(1, 60), dice.between(0, 20));
            let (who, met_by) = (&names[0], &names[1]);
            writeln!(text, "    patrols: [(who: {who:?}, met_by: {met_by:?}, from: {from}, every: {every}, late: {late})],")
                .unwrap();
        }
        text
    }
}
