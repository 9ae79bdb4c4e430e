//! The lesson of a fight: in what the blows found the player's character that met it, in a sentence at the end.
//!
//! Owns the count, by what was perceived alone. It judges nothing: that a blow in the recover is worse is the rules' (clause R9).
//! The session feeds it, the ending asks it.

use crate::clock::{Perceived, events::name};
use abi::{EntityId, Phase};

/// In what blows found somebody.
#[derive(Copy, Clone, Debug, Default)]
pub struct Lesson {
    /// What its own doing is at.
    phase: Option<Phase>,
    blows: u32,
    /// Blows in its prep.
    begun: u32,
    /// Blows in its recover.
    open: u32,
}

/// Of fewer blows nothing can be learned.
const FEWEST_BLOWS: u32 = 4;

impl Lesson {
    /// Takes in what was perceived, in order.
    pub fn take(&mut self, you: EntityId, perceived: &Perceived) {
        let event = &perceived.event;
        if event.about != you {
            return;
        }
        match event.id {
            id if id == name::PREP_BEGAN => self.phase = Some(Phase::Prep),
            id if id == name::EXEC_BEGAN => self.phase = Some(Phase::Exec),
            id if id == name::RECOVER_BEGAN => self.phase = Some(Phase::Recover),
            id if [name::FINISHED, name::CANCELLED, name::INTERRUPTED].contains(&id) => self.phase = None,
            id if id == name::BLOW && event.rung > 0 => {
                self.blows += 1;
                self.begun += u32::from(self.phase == Some(Phase::Prep));
                self.open += u32::from(self.phase == Some(Phase::Recover));
            }
            _ => {}
        }
    }

    /// The text of the sentence, where more than half of the blows say the same.
    pub fn text(&self) -> Option<&'static str> {
        let is_most = |count: u32| self.blows >= FEWEST_BLOWS && count * 2 > self.blows;
        match self {
            _ if is_most(self.open) => Some("core/end-found-open"),
            _ if is_most(self.begun) => Some("core/end-found-begun"),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::events::Event;
    use abi::{Cell, EventId, ReadingLevel};

    const YOU: EntityId = EntityId { index: 0, generation: 1 };
    const GOBLIN: EntityId = EntityId { index: 1, generation: 1 };

    fn check(events: &[(EntityId, EventId)], expected: Option<&str>) {
        let mut lesson = Lesson::default();
        for (about, id) in events {
            let event = Event { rung: 1, ..Event::new(*id, *about) };
            let at = Cell { x: 0, y: 0, z: 0 };
            lesson.take(YOU, &Perceived { by: YOU, tick: 0, at, level: ReadingLevel::Exact, event });
        }
        assert_eq!(lesson.text(), expected, "{events:?}");
    }

    #[test]
    fn most_blows_in_one_phase_are_a_lesson() {
        let open = [(YOU, name::RECOVER_BEGAN), (YOU, name::BLOW), (GOBLIN, name::BLOW), (YOU, name::FINISHED)];
        let begun = [(YOU, name::PREP_BEGAN), (GOBLIN, name::RECOVER_BEGAN), (YOU, name::BLOW), (YOU, name::INTERRUPTED)];
        let idle = [(YOU, name::BLOW)];
        check(&open.repeat(3), None);
        check(&open.repeat(4), Some("core/end-found-open"));
        check(&begun.repeat(5), Some("core/end-found-begun"));
        check(&[open.repeat(3), idle.repeat(3)].concat(), None);
        check(&[open.repeat(3), idle.repeat(2)].concat(), Some("core/end-found-open"));
        check(&idle.repeat(9), None);
    }
}
