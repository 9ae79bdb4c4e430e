//! Answers as they are told: what the player's character met with a guard, and what it gave up or held back for an answer.
//!
//! A standing order answers without a question (clause D3), so its doing and its price must be told, or a fight is decided by
//! what nobody sees. Owns the few things that have to be kept from one event to the next for that; it changes a happening's
//! words and never adds a fact. The tale calls it.

use super::perception::{Eyes, Heard};
use super::weights;
use crate::clock::{Event, Perceived, events::name};
use crate::content::tables::ActionIx;
use abi::{ActionKind, EntityId, PhraseId};
use std::collections::BTreeMap;

/// What is kept from one event to the next.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// Who did last what could be answered.
    provoker: EntityId,
    /// What was held back for an answer, and whom that answered.
    held: BTreeMap<ActionIx, EntityId>,
    /// The guard that was begun last.
    guard: Option<ActionIx>,
    /// Whose attack was met, and with which guard.
    guards: BTreeMap<EntityId, ActionIx>,
}

impl Answers {
    /// The happening as it is to be told; nothing where it tells nothing. `following` is what was
    /// perceived after it.
    pub fn shape(&mut self, eyes: &Eyes<'_>, perceived: &Perceived, following: &[Perceived]) -> Option<Heard> {
        let shaped = self.shape_answer(eyes, perceived, following);
        // Who kills, or is killed, wants to know by what: the blow is told besides what it did.
        let is_last = following.iter().any(|next| is_death_by(&next.event, &perceived.event));
        shaped.map(
            |heard| if is_last { Heard { pair: 0, weight: heard.weight.max(weights::DECISIVE), ..heard } } else { heard },
        )
    }

    fn shape_answer(&mut self, eyes: &Eyes<'_>, perceived: &Perceived, following: &[Perceived]) -> Option<Heard> {
        let event = &perceived.event;
        let heard = eyes.heard(perceived);
        if event.about == eyes.you {
            return self.shape_own(eyes, perceived, following, heard);
        }
        match event.id {
            id if id == name::PREP_BEGAN || id == name::EXEC_BEGAN => self.provoker = event.about,
            id if id == name::MITIGATED && event.by == eyes.you => {
                self.guards.extend(self.guard.map(|ix| (event.about, ix)));
            }
            id if id == name::RECOVER_BEGAN || id == name::CANCELLED || id == name::INTERRUPTED => {
                self.guards.remove(&event.about);
            }
            _ => {}
        }
        // What was answered with is an exchange of its own: whoever chose an answer wants to know what came of it.
        let is_outcome = event.by == eyes.you && event.depth > 0 && event.id == name::BLOW;
        heard.map(|heard| if is_outcome { Heard { pair: 0, ..heard } } else { heard })
    }

    fn shape_own(
        &mut self,
        eyes: &Eyes<'_>,
        perceived: &Perceived,
        following: &[Perceived],
        heard: Option<Heard>,
    ) -> Option<Heard> {
        let event = &perceived.event;
        match event.id {
            id if id == name::EXEC_BEGAN && event.kind == ActionKind::Guard => {
                self.guard = event.action;
                heard
            }
            // What ended it is told already.
            id if id == name::FLINCH => None,
            // What came of an answer is an exchange of its own, where nothing came of it too.
            id if id == name::MISSED && event.depth > 0 => heard.map(|heard| Heard { pair: 0, ..heard }),
            id if id == name::PAUSED && event.depth > 0 => {
                self.held.extend(event.action.map(|ix| (ix, self.provoker)));
                heard
            }
            id if id == name::RESUMED => {
                self.held.retain(|action, _| Some(*action) != event.action);
                heard
            }
            id if id == name::CANCELLED => self.shape_loss(eyes, perceived, following, heard?),
            id if id == name::BLOW => {
                let mut heard = heard?;
                if let Some(guard) = self.guards.remove(&event.by) {
                    met_with(eyes, event, guard, &mut heard);
                } else if event.depth > 0 {
                    // Whoever is answered has to learn with what: a point in the way is no bad luck, and another time it is known.
                    eyes.take_label(event, &mut heard);
                    heard.how.clear();
                }
                if following.iter().any(|next| is_stage_of(&next.event, eyes.you, event)) {
                    // A guard that gives way is no news without the blow that did it.
                    heard.weight = heard.weight.max(weights::DECISIVE);
                }
                Some(heard)
            }
            _ => heard,
        }
    }

    /// What was begun is lost: to an answer of one's own, to its delay, or to somebody else.
    fn shape_loss(
        &mut self,
        eyes: &Eyes<'_>,
        perceived: &Perceived,
        following: &[Perceived],
        mut heard: Heard,
    ) -> Option<Heard> {
        let event = &perceived.event;
        let held_for = event.action.and_then(|ix| self.held.remove(&ix));
        // Who has only waited, or taken a step, loses nothing.
        if matches!(event.kind, ActionKind::Wait | ActionKind::Movement) {
            return None;
        }
        let (text, whom) = match held_for.filter(|_| event.by.is_none()) {
            Some(whom) => ("narration/cancelled-held", whom),
            None if event.by == eyes.you && event.depth > 0 => (for_answer(eyes.you, following), self.provoker),
            None => return Some(heard),
        };
        heard.phrase = PhraseId::of(text);
        heard.by = eyes.name(whom, perceived.tick);
        // It must not hide the blow that the answer was for.
        heard.pair = 0;
        Some(heard)
    }
}

/// Which answer it was, by what began next.
fn for_answer(you: EntityId, following: &[Perceived]) -> &'static str {
    let began = |next: &&Perceived| {
        next.event.about == you && (next.event.id == name::PREP_BEGAN || next.event.id == name::EXEC_BEGAN)
    };
    match following.iter().find(began) {
        Some(next) if next.event.kind == ActionKind::Guard => "narration/cancelled-guard",
        _ => "narration/cancelled-answer",
    }
}

/// A blow that was met with a guard: what became of it, and by which guard.
fn met_with(eyes: &Eyes<'_>, event: &Event, guard: ActionIx, heard: &mut Heard) {
    let text = match (event.rung, event.how.is_none()) {
        (rung, _) if rung <= 0 => "narration/blow-guarded-off",
        (_, false) => "narration/blow-guarded",
        // It went home all the same: that is told as any blow that does.
        _ => return,
    };
    let content = eyes.sim.content();
    if content.phrases.contains_key(&PhraseId::of(text)) {
        heard.phrase = PhraseId::of(text);
        heard.action = content.actions[guard.index()].label.to_string();
        heard.how.clear();
    }
}

/// Whether an event is the death that a blow brought about.
fn is_death_by(event: &Event, blow: &Event) -> bool {
    blow.id == name::BLOW && blow.rung > 0 && event.id == name::DIED && (event.about, event.by) == (blow.about, blow.by)
}

/// Whether an event is the change of stage that a blow brought about.
fn is_stage_of(event: &Event, you: EntityId, blow: &Event) -> bool {
    event.id == name::STAGE && event.about == you && event.serial > blow.serial && event.serial < blow.serial + 4
}
