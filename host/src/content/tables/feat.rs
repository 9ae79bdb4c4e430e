//! Feats: what somebody has learned to do otherwise than others (house.md: modifiers of an action's parameter, with a source).
//!
//! Owns how a feat changes an action. A kind with feats has places of its own for the actions that they change, so a fight asks
//! for a feat nowhere, and who has none pays nothing.

use super::{
    Action, ActionIx, Concentration, Interruptible, Kind, LengthSource, LineIx, OnReact, ReadabilityDef, RecoverOnReact,
    ShowDef,
};
use abi::{ActionKind, Ticks};
use std::sync::Arc;

/// How a number of an action changes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Shift {
    /// It becomes this.
    To(i32),
    /// It grows by this.
    By(i32),
}

/// Which of its bearer's actions a change is about.
#[derive(Clone, Debug, Default)]
pub struct Concerns {
    /// These.
    pub actions: Vec<ActionIx>,
    /// All of these kinds.
    pub kinds: Vec<ActionKind>,
    /// All reactions.
    pub reactions: bool,
}

impl Concerns {
    /// Whether it is about an action, given its place before any feat.
    pub(in crate::content) fn holds(&self, plain: ActionIx, action: &Action) -> bool {
        self.actions.contains(&plain) || self.kinds.contains(&action.kind) || (self.reactions && action.is_reaction)
    }
}

/// What a feat changes of some actions; nothing where it says nothing.
#[derive(Clone, Debug)]
pub struct FeatChange {
    /// Of which.
    pub concerns: Concerns,
    /// Ticks of Prep, Exec and Recover.
    pub ticks: [Option<Shift>; 3],
    /// How far its body follows its target.
    pub advance_feet: Option<Shift>,
    /// Whether it can be begun out of sequence.
    pub is_reaction: Option<bool>,
    /// What becomes of its prep when its actor reacts.
    pub on_react: Option<OnReact>,
    /// What becomes of its recover when its actor reacts.
    pub recover_on_react: Option<RecoverOnReact>,
    /// Whether another's effect can end it.
    pub interruptible: Option<Interruptible>,
    /// Whether a blow can break it.
    pub concentration: Option<Concentration>,
    /// By how much harder each phase is to read.
    pub readability: ReadabilityDef,
    /// What it shows instead of the truth, beside its own.
    pub shows: Vec<ShowDef>,
    /// Further effects on the first exec tick.
    pub on_exec: Vec<LineIx>,
    /// Further effects on the last.
    pub on_complete: Vec<LineIx>,
    /// Further effects of an interruption.
    pub on_interrupt: Vec<LineIx>,
}

impl FeatChange {
    /// The names of what it sets outright: two feats of one bearer may not set one thing of one action.
    pub fn sets(&self) -> Vec<&'static str> {
        let is_to = |shift: Option<Shift>| matches!(shift, Some(Shift::To(_)));
        let all = [
            ("prep", is_to(self.ticks[0])),
            ("exec", is_to(self.ticks[1])),
            ("recover", is_to(self.ticks[2])),
            ("advance_feet", is_to(self.advance_feet)),
            ("reaction", self.is_reaction.is_some()),
            ("on_react", self.on_react.is_some()),
            ("recover_on_react", self.recover_on_react.is_some()),
            ("interruptible", self.interruptible.is_some()),
            ("concentration", self.concentration.is_some()),
        ];
        all.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name).collect()
    }
}

/// A feat.
#[derive(Clone, Debug)]
pub struct Feat {
    /// Its id in text.
    pub name: Arc<str>,
    /// What it is called.
    pub label: Arc<str>,
    /// What it does, in words.
    pub about: Arc<str>,
    /// What it changes of actions.
    pub changes: Vec<FeatChange>,
    /// Stats and checks that it changes, by the hash of the id, in points.
    pub modifiers: Vec<(u64, i32)>,
}

/// An action that some feats have changed for their bearer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Varied {
    /// The place of the action as everybody else does it.
    pub plain: ActionIx,
    /// The feats, in the order in which their bearer names them.
    pub by: Vec<Arc<str>>,
}

/// Makes of each action of a kind that its feats change one of its own, behind all others.
pub fn vary(kind: &mut Kind, feats: &[&Feat], actions: &mut Vec<Action>) {
    for place in &mut kind.actions {
        let Some(plain) = actions.get(place.index()) else { continue };
        let changing = |feat: &&&Feat| feat.changes.iter().any(|change| change.concerns.holds(*place, plain));
        let by: Vec<&Feat> = feats.iter().filter(changing).copied().collect();
        if by.is_empty() {
            continue;
        }
        let changes = by.iter().flat_map(|feat| &feat.changes).filter(|change| change.concerns.holds(*place, plain));
        let names = by.iter().map(|feat| Arc::clone(&feat.name)).collect();
        let varied = Action { varied: Some(Varied { plain: *place, by: names }), ..changed(plain, changes) };
        let own = ActionIx(u32::try_from(actions.len()).unwrap_or(u32::MAX));
        actions.push(varied);
        kind.varied.push((*place, own));
        *place = own;
    }
}

/// An action as it is with these changes: what is set first, then what is added, so that their order means nothing.
fn changed<'a>(plain: &Action, changes: impl Iterator<Item = &'a FeatChange> + Clone) -> Action {
    let mut action = plain.clone();
    action.lengths = lengths(plain.lengths, changes.clone().map(|change| &change.ticks));
    action.advance_feet = shifted(plain.advance_feet, 0, changes.clone().filter_map(|change| change.advance_feet));
    for change in changes {
        action.is_reaction = change.is_reaction.unwrap_or(action.is_reaction);
        action.on_react = change.on_react.unwrap_or(action.on_react);
        action.recover_on_react = change.recover_on_react.unwrap_or(action.recover_on_react);
        action.interruptible = change.interruptible.unwrap_or(action.interruptible);
        action.concentration = change.concentration.unwrap_or(action.concentration);
        action.readability.prep += change.readability.prep;
        action.readability.exec += change.readability.exec;
        action.readability.recover += change.readability.recover;
        action.readability.flinch += change.readability.flinch;
        action.shows.extend(&change.shows);
        action.on_exec.extend(&change.on_exec);
        action.on_complete.extend(&change.on_complete);
        action.on_interrupt.extend(&change.on_interrupt);
    }
    action
}

/// Lengths that content gives, changed; those of the ground and of the intent are no feat's to change.
pub(in crate::content) fn lengths<'a>(
    plain: LengthSource,
    changes: impl Iterator<Item = &'a [Option<Shift>; 3]> + Clone,
) -> LengthSource {
    let of = |phase: usize, ticks: u32, least: i32| {
        let plain = i32::try_from(ticks).unwrap_or(i32::MAX);
        let shifted = shifted(plain, least, changes.clone().filter_map(|ticks| ticks[phase]));
        u32::try_from(shifted).unwrap_or(0)
    };
    match plain {
        LengthSource::Fixed(lengths) => LengthSource::Fixed(abi::Lengths {
            prep: Ticks(of(0, lengths.prep.0, 0)),
            // Clause T1: an action happens in its exec.
            exec: Ticks(of(1, lengths.exec.0, 1)),
            recover: Ticks(of(2, lengths.recover.0, 0)),
        }),
        LengthSource::Invested { prep, recover } => {
            LengthSource::Invested { prep: of(0, prep, 0), recover: of(2, recover, 0) }
        }
        LengthSource::Ground | LengthSource::Chosen => plain,
    }
}

fn shifted(plain: i32, least: i32, shifts: impl Iterator<Item = Shift> + Clone) -> i32 {
    let set = shifts.clone().find_map(|shift| if let Shift::To(value) = shift { Some(value) } else { None });
    let added = shifts.map(|shift| if let Shift::By(points) = shift { points } else { 0 });
    added.fold(set.unwrap_or(plain), i32::saturating_add).max(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(plain: i32, shifts: &[Shift], expected: i32) {
        assert_eq!(shifted(plain, 0, shifts.iter().copied()), expected, "{plain} by {shifts:?}");
        let turned: Vec<Shift> = shifts.iter().rev().copied().collect();
        assert_eq!(shifted(plain, 0, turned.into_iter()), expected, "in the other order");
    }

    #[test]
    fn numbers_are_set_first_and_then_added_to_in_whatever_order() {
        check(12, &[], 12);
        check(12, &[Shift::By(-4)], 8);
        check(12, &[Shift::By(-4), Shift::By(-3)], 5);
        check(12, &[Shift::To(0), Shift::By(3)], 3);
        check(12, &[Shift::By(-40)], 0);
        check(i32::MAX, &[Shift::By(5)], i32::MAX);
    }
}
