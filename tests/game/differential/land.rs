//! What becomes of the ground in a random fight: doors, fire, fog, walls that rise, and weather.
//!
//! Drawn from a stream of its own, so that a fight is otherwise the one that its seed always gave. `fights` calls it.

use super::dice::Stream;

/// Every other pair of fights has nothing of it.
pub struct Land {
    dice: Stream,
    has_any: bool,
}

impl Land {
    pub fn of(seed: u64) -> Self {
        Self { dice: Stream::new(seed ^ 0x1a4d), has_any: seed % 4 < 2 }
    }

    /// The legend of the map, with doors for pillars and more that burns.
    pub fn legend(&mut self, text: &str) -> String {
        if !self.has_any {
            return text.to_owned();
        }
        let door = self.dice.of(&["core/shut-door", "core/open-door"]);
        let rough = self.dice.of(&["core/thicket", "core/log", "core/planks"]);
        let drawn = text.replace("core/pillar", door).replace("core/rubble", rough);
        if self.dice.percent(50) { drawn.replace("core/stone", "core/planks") } else { drawn }
    }

    /// An action that does something to the ground, as often as not.
    pub fn action(&mut self, text: String) -> String {
        const EFFECTS: &[&str] = &[
            "lay core/fire",
            "kindle core/fire",
            "lay core/fog",
            "turn ground into core/open-door",
            "turn ground into core/shut-door",
            "ground core/rock",
            "after 9 ticks ground core/shut-door",
            "after 20 ticks turn ground into core/open-door",
            "ground core/air",
            "ground core/mud",
        ];
        if !self.has_any || self.dice.percent(50) {
            return text;
        }
        text.replacen("on_complete: [", &format!("on_complete: [{:?}, ", self.dice.of(EFFECTS)), 1)
    }

    /// What the file says of the weather.
    pub fn weather(&mut self) -> String {
        let weather = self.dice.of(&["", "", "\"core/rain\"", "\"core/storm\", \"core/rain\""]);
        if self.has_any { format!("    weather: [{weather}],\n") } else { String::new() }
    }
}
