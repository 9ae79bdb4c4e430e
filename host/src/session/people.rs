//! Who has been met, and what each is called (doctrine F9): by its looks until its kind is known.
//!
//! Owns the marks that tell apart those who look alike, each kept for as long as the run lasts, and what became of everybody.
//! It never names whom the player's character did not perceive. The tale, the scene and the ending call it.

use super::lexicon::phrase;
use crate::clock::Sim;
use crate::content::tables::{Content, KindIx};
use abi::{ActorState, EntityId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Somebody who was perceived at some time.
#[derive(Clone, Debug)]
pub struct Person {
    /// Of which kind it is.
    pub kind: KindIx,
    /// What tells it from others of its looks; empty for the first of them.
    mark: Arc<str>,
    /// Whether it has been told of by all its looks: after that its mark is enough.
    is_introduced: bool,
    /// In which state it was last perceived.
    pub state: ActorState,
    /// Whether it is on the player's side.
    pub is_friend: bool,
    /// What it was taken for when it was last perceived, if for anything: the dead know what they knew.
    pub known_as: Option<KindIx>,
}

/// Everybody who was perceived at some time.
#[derive(Clone, Debug, Default)]
pub struct People {
    met: BTreeMap<EntityId, Person>,
}

/// Adjectives for those who look alike.
const MARKS: &str = "core/marks";

impl People {
    /// Takes in somebody who is perceived.
    pub fn meet(&mut self, sim: &Sim, you: usize, other: usize) {
        let id = sim.world().id(other);
        let (kind, state) = (sim.world().kind(other), sim.world().state(other));
        let known_as = sim.taken_for(you, kind);
        if let Some(person) = self.met.get_mut(&id) {
            person.state = state;
            person.known_as = known_as.or(person.known_as);
            return;
        }
        let mark = self.mark_for(sim.content(), kind);
        let is_friend = sim.attitude(you, other) == abi::Attitude::Allied;
        self.met.insert(id, Person { kind, mark, is_introduced: false, state, is_friend, known_as });
    }

    /// What tells somebody of a kind from all who would be called alike: by their looks, or by what is left of those with a mark. The
    /// first of its looks needs none.
    fn mark_for(&self, content: &Content, kind: KindIx) -> Arc<str> {
        let look_of = |kind: KindIx| &*content.kinds[kind.index()].look;
        let look = look_of(kind);
        if !self.met.values().any(|person| look_of(person.kind) == look) {
            return Arc::default();
        }
        let alike: Vec<&Person> = self.met.values().filter(|person| noun(look_of(person.kind)) == noun(look)).collect();
        let marks = phrase(content, MARKS).map_or(&[][..], |phrase| &phrase.wordings);
        let tells_apart = |mark: &&Arc<str>| {
            let has = |look: &str| look.split(' ').any(|word| *word == ***mark);
            !has(look) && !alike.iter().any(|person| person.mark == **mark || has(look_of(person.kind)))
        };
        // When there are more of them than marks, a mark comes again: two of many alike may be taken for each other.
        let again = || marks.get(alike.len() % marks.len().max(1));
        marks.iter().find(tells_apart).or_else(again).cloned().unwrap_or_default()
    }

    /// All who have been met were told of, each by all its looks.
    pub fn introduce(&mut self) {
        self.met.values_mut().for_each(|person| person.is_introduced = true);
    }

    /// Notes what became of somebody.
    pub fn befall(&mut self, id: EntityId, state: ActorState) {
        if let Some(person) = self.met.get_mut(&id) {
            person.state = state;
        }
    }

    /// Somebody who was met.
    pub fn get(&self, id: EntityId) -> Option<&Person> {
        self.met.get(&id)
    }

    /// Everybody, by id.
    pub fn all(&self) -> impl Iterator<Item = (EntityId, &Person)> {
        self.met.iter().map(|(id, person)| (*id, person))
    }

    /// What somebody is called, with its article; nothing for whom nobody met.
    pub fn name(&self, sim: &Sim, you: EntityId, id: EntityId) -> Option<String> {
        if id == you {
            return Some("you".to_owned());
        }
        self.plain_name(sim, you, id).map(|name| format!("the {name}"))
    }

    /// The same without the article.
    fn plain_name(&self, sim: &Sim, you: EntityId, id: EntityId) -> Option<String> {
        let person = self.met.get(&id)?;
        let word = Self::word(sim, you, person);
        let is_look = *word == *sim.content().kinds[person.kind.index()].look;
        let word = if is_look && person.is_introduced && !person.mark.is_empty() { noun(word) } else { word };
        Some(marked(person, word))
    }

    /// What somebody is called where it is told of by all that is known of its looks, without an article.
    pub fn full_name(&self, sim: &Sim, you: EntityId, id: EntityId) -> Option<String> {
        self.met.get(&id).map(|person| marked(person, Self::word(sim, you, person)))
    }

    /// The kind that it is taken for, where it is taken for any, else its looks.
    fn word<'a>(sim: &'a Sim, you: EntityId, person: &Person) -> &'a str {
        let content = sim.content();
        let now = sim.world().row(you).and_then(|you| sim.taken_for(you, person.kind));
        let known_as = if person.is_friend { Some(person.kind) } else { now.or(person.known_as) };
        known_as.map_or(&content.kinds[person.kind.index()].look, |kind| &content.kinds[kind.index()].label)
    }

    /// What somebody looks like, whatever is known of its kind.
    pub fn looks(&self, sim: &Sim, id: EntityId) -> Option<String> {
        let person = self.met.get(&id)?;
        let look = &sim.content().kinds[person.kind.index()].look;
        Some(if person.mark.is_empty() { format!("the {look}") } else { format!("the {} {look}", person.mark) })
    }
}

fn marked(person: &Person, word: &str) -> String {
    if person.mark.is_empty() { word.to_owned() } else { format!("{} {word}", person.mark) }
}

/// What somebody is, of all that it looks like: `figure` of a `small hunched figure with a sack`.
fn noun(look: &str) -> &str {
    let bare = [" hung ", " that ", " behind ", " with ", " in "]
        .iter()
        .fold(look, |name, word| name.split(word).next().unwrap_or(name));
    bare.rsplit(' ').next().unwrap_or(bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_has_a_noun() {
        let looks = ["small hunched figure", "figure with sword and shield", "ogre in a torn hide", "wolf"];
        assert_eq!(looks.map(noun), ["figure", "figure", "ogre", "wolf"]);
        let looks = ["broad figure behind a tall shield", "bent figure hung with bones", "tall figure that waits"];
        assert_eq!(looks.map(noun), ["figure"; 3]);
    }
}
