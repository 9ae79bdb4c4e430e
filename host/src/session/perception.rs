//! What was perceived, made into happenings: whose, in which words, on which rung, and how much it matters (doctrine F9, F13).
//!
//! Owns the way from an event to what the holder of `Narration` is given. Nothing is told here that the player's character
//! could not perceive or read. The tale calls it.

use super::knowing;
use super::lexicon::{Slots, measure, say};
use super::people::People;
use super::tale::nearness_feet;
use super::weights;
use crate::clock::{Event, Perceived, Sim, events::name};
use crate::content::tables::{Action, Content, Phrase, TargetRule};
use crate::world::awareness;
use crate::world::space::Body;
use abi::{ActionKind, EntityId, EventId, LadderId, Phase, PhraseId, ReadingLevel};
use std::sync::Arc;

/// So far go blades and clubs; what goes farther is thrown, or no blow of a hand at all.
const HAND_FEET: i32 = 8;

/// Whether an action goes farther than blades do.
pub fn is_from_afar(action: &Action) -> bool {
    matches!(action.target, TargetRule::Actor { reach_feet } if reach_feet > HAND_FEET)
}

/// Whether an event is one that comes by ears, nose or a light, from somebody who need not be seen.
fn is_sensed(event: EventId) -> bool {
    [name::NOISE, name::SMELL, name::LIGHT, name::LIGHT_LOST, name::ABSENCE].contains(&event)
}

/// A happening that owns its words.
#[derive(Clone, Debug)]
pub struct Heard {
    /// Which event.
    pub event: EventId,
    /// Whose, in words.
    pub about: String,
    /// Who brought it about, in words; empty where nobody did.
    pub by: String,
    /// The same for the same two.
    pub pair: u64,
    /// How much it matters.
    pub weight: i32,
    /// On which ladder it ranks.
    pub ladder: LadderId,
    /// The marker of its rung.
    pub marker: String,
    /// The action it tells of, in words.
    pub action: String,
    /// How, in words.
    pub how: String,
    /// The text that content has for it.
    pub phrase: PhraseId,
}

/// Who looks, and whom it has met.
#[derive(Copy, Clone)]
pub struct Eyes<'a> {
    /// The fight.
    pub sim: &'a Sim,
    /// Whom the player's character has met.
    pub people: &'a People,
    /// The player's character.
    pub you: EntityId,
}

impl<'a> Eyes<'a> {
    fn content(&self) -> &'a Arc<Content> {
        self.sim.content()
    }

    /// What somebody is called; something unseen where it is not perceived, and was not when this happened.
    pub fn name(&self, id: EntityId, tick: u64) -> String {
        if id.is_none() {
            return String::new();
        }
        let unseen = || say(self.content(), "core/unseen", &Slots::default());
        if !self.was_seen(id, tick) {
            return unseen();
        }
        self.people.name(self.sim, self.you, id).unwrap_or_else(unseen)
    }

    fn was_seen(&self, id: EntityId, tick: u64) -> bool {
        if id == self.you {
            return true;
        }
        let world = self.sim.world();
        let Some(you) = world.row(self.you) else { return true };
        match world.row(id) {
            // Whoever is gone for good was met, or has no name.
            None => true,
            Some(row) if world.perceives(you, row) => true,
            Some(_) => world.memories_of(you).any(|(held, memory)| held == id && memory.seen.0 >= tick),
        }
    }

    fn text(&self, id: &str) -> Option<&Phrase> {
        self.content().phrases.get(&PhraseId::of(id))
    }

    /// The text of an event: the variant's, else the event's own; those of the ruleset's pack come first.
    fn phrase_of(&self, event: EventId, variant: &str) -> PhraseId {
        let stem = self.content().name(event.0).replace('_', "-");
        let of = |pack: &str| {
            let own = (!variant.is_empty()).then(|| self.text(&format!("{pack}/{stem}-{variant}"))).flatten();
            own.or_else(|| self.text(&format!("{pack}/{stem}")))
        };
        let first = &*self.sim.rules().texts;
        let found = if first.is_empty() { None } else { of(first) };
        found.or_else(|| of("narration")).map_or(PhraseId::NONE, |phrase| phrase.id)
    }

    /// What happened; nothing for what is not told at all.
    pub fn heard(&self, perceived: &Perceived) -> Option<Heard> {
        let event = &perceived.event;
        if event.is_phase() || event.id == name::FLINCH {
            return self.heard_phase(perceived);
        }
        // A step that one gives up oneself is as little news as one that is taken.
        if event.id == name::CANCELLED && event.by == event.about && event.kind == ActionKind::Movement {
            return None;
        }
        let is_told = ![name::CHECK, name::FINISHED, name::LEAVING, name::ENTERING, name::SUPERSEDED].contains(&event.id);
        let is_stimulus = is_sensed(event.id) && self.content().phrases.contains_key(&event.how);
        if !is_told || (event.id == name::NOISE && !is_stimulus && !self.is_noise_told(event)) {
            return None;
        }
        // What comes from nobody in particular is told by where it comes from, in words of the stimulus.
        let is_of_nobody = [name::SMELL, name::LIGHT, name::LIGHT_LOST].contains(&event.id) && !self.is_known(event.about);
        if is_of_nobody && !is_stimulus {
            return None;
        }
        let mut heard = self.plain(perceived, self.variant(event));
        match event.id {
            id if id == name::WOUND => self.take_wound(event, &mut heard),
            id if id == name::CONDITION => self.take_condition(event, &mut heard)?,
            id if id == name::SAID => heard.how = self.spoken(event),
            id if id == name::LEARNED => self.take_learned(event, &mut heard),
            id if id == name::BLOW => {
                heard.how = self.first_wording(event.how);
                if self.is_from_afar(event) {
                    self.take_label(event, &mut heard);
                    heard.how.clear();
                }
            }
            // Why an effect met nobody, where the event says so.
            id if id == name::MISSED && self.content().phrases.contains_key(&event.how) => {
                heard.phrase = event.how;
                if event.about == self.you {
                    self.take_label(event, &mut heard);
                }
            }
            // What appeared on the ground has words of its own, or none.
            id if id == name::ZONE && self.content().phrases.contains_key(&event.how) => heard.phrase = event.how,
            id if id == name::ZONE => return None,
            _ if is_stimulus => {
                heard.phrase = event.how;
                heard.how = self.where_from(perceived);
            }
            id if id == name::CANCELLED && event.about == self.you => self.take_label(event, &mut heard),
            // What a module registered beside these has its words from there, too.
            _ if heard.phrase.is_none() && self.content().phrases.contains_key(&event.how) => {
                heard.phrase = event.how;
            }
            _ => {}
        }
        Some(heard)
    }

    fn plain(&self, perceived: &Perceived, variant: &str) -> Heard {
        let event = &perceived.event;
        let ladder = self.content().ladders.get(&event.ladder);
        Heard {
            event: event.id,
            about: self.name(event.about, perceived.tick),
            by: if event.by == event.about { String::new() } else { self.name(event.by, perceived.tick) },
            pair: self.pair(event),
            weight: weights::of(event, self.you),
            ladder: if ladder.is_some() { event.ladder } else { LadderId::NONE },
            marker: ladder.map_or_else(String::new, |ladder| ladder.marker(event.rung).to_owned()),
            action: String::new(),
            how: String::new(),
            phrase: self.phrase_of(event.id, variant),
        }
    }

    fn is_known(&self, id: EntityId) -> bool {
        id == self.you || self.people.get(id).is_some()
    }

    /// A noise is told only of what is not seen making it: what is seen needs no ears.
    fn is_noise_told(&self, event: &Event) -> bool {
        let world = self.sim.world();
        let (Some(you), Some(other)) = (world.row(self.you), world.row(event.about)) else { return false };
        you != other && !world.perceives(you, other)
    }

    /// From where a stimulus came, as far as the character knows: the direction, and how near where it sees that or is sure of
    /// somebody.
    fn where_from(&self, perceived: &Perceived) -> String {
        let (sim, world) = (self.sim, self.sim.world());
        let Some(you) = world.row(self.you) else { return String::new() };
        let mine = world.body(you);
        let there = Body { at: perceived.at, ..mine };
        let way = knowing::way(sim, mine, there);
        let rung = world.air.awareness(you, perceived.event.about).map_or(awareness::UNAWARE, |aware| aware.rung);
        let event = &perceived.event;
        let is_glow = || self.content().stimuli.iter().any(|stimulus| stimulus.glow == event.how);
        let is_seen = [name::LIGHT, name::LIGHT_LOST].contains(&event.id) && !is_glow();
        if rung < awareness::SEARCHING && !is_seen {
            return way;
        }
        let near = measure(self.content(), "nearness", i64::from(nearness_feet(sim, mine, there))).1;
        format!("{way}, {near}")
    }

    fn variant(&self, event: &Event) -> &'a str {
        match event.id {
            id if id == name::BLOW && event.rung <= 0 => "miss",
            id if id == name::BLOW && event.by.is_none() => "fall",
            id if id == name::BLOW && !event.how.is_none() => "turned",
            id if id == name::STAGE => {
                let ladder = self.sim.content().ladders.get(&event.ladder);
                let rung = usize::try_from(event.rung).ok().and_then(|rung| ladder?.rungs.get(rung));
                rung.map_or("", |rung| &*rung.id)
            }
            id if id == name::CONDITION && event.rung < 0 => "ended",
            id if id == name::CANCELLED && event.by == event.about => "own",
            _ => "",
        }
    }

    /// The two that something passes between: those of an event, else the player's character and whom it is about.
    fn pair(&self, event: &Event) -> u64 {
        let alone = [name::STAGE, name::NOTICED, name::LOST, name::LEARNED, name::NOISE, name::SAID, name::ENCOUNTER_BEGAN];
        if alone.contains(&event.id) {
            return 0;
        }
        let other = if event.by.is_none() || event.by == event.about { self.you } else { event.by };
        pair_of(event.about, other)
    }

    /// Phases go by readings: the less is read, the less is told (clause P3, doctrine F9).
    fn heard_phase(&self, perceived: &Perceived) -> Option<Heard> {
        let event = &perceived.event;
        let is_yours = event.about == self.you;
        let level = if is_yours { ReadingLevel::Exact } else { perceived.level };
        if !self.is_phase_told(event, level, is_yours) {
            return None;
        }
        let variant = if level >= ReadingLevel::Kind { event.kind.name() } else { "" };
        let mut heard = self.plain(perceived, variant);
        heard.weight = weights::of_phase(event, is_yours, self.is_at_you(event.about));
        if level == ReadingLevel::Exact {
            self.take_action(event, &mut heard);
        }
        if !is_yours && event.id != name::RECOVER_BEGAN && event.id != name::FLINCH {
            self.take_imminence(event.about, &mut heard);
        }
        Some(heard)
    }

    fn is_phase_told(&self, event: &Event, level: ReadingLevel, is_yours: bool) -> bool {
        let is_step = matches!(event.kind, ActionKind::Movement | ActionKind::Wait);
        // Steps are told as a change of nearness, and a wait is nothing to tell (doctrine F13).
        if is_step && (is_yours || level >= ReadingLevel::Kind) && event.id != name::FLINCH {
            return false;
        }
        match event.id {
            id if id == name::PREP_BEGAN => level >= ReadingLevel::Busy,
            id if id == name::RECOVER_BEGAN => level >= ReadingLevel::Kind && self.text_for_recover(event),
            _ => level >= ReadingLevel::Kind,
        }
    }

    fn text_for_recover(&self, event: &Event) -> bool {
        event.kind == ActionKind::Attack || event.kind == ActionKind::Spell
    }

    fn is_at_you(&self, id: EntityId) -> bool {
        let world = self.sim.world();
        let (Some(you), Some(other)) = (world.row(self.you), world.row(id)) else { return false };
        self.sim.is_standing_foe(other, you) && self.sim.reading(you, other).is_at_me
    }

    /// The action by its name, and the words of its own for what its beginning looks like.
    fn take_action(&self, event: &Event, heard: &mut Heard) {
        let Some(action) = event.action.map(|ix| &self.content().actions[ix.index()]) else { return };
        heard.action = action.label.to_string();
        let has_prep = match action.lengths {
            crate::content::tables::LengthSource::Fixed(lengths) => lengths.prep.0 > 0,
            _ => false,
        };
        let shows = if has_prep { name::PREP_BEGAN } else { name::EXEC_BEGAN };
        if event.id == shows && self.content().phrases.contains_key(&action.text) {
            heard.phrase = action.text;
            // Of a blow or a step the outcome tells; of these nothing else would.
            if event.about == self.you && matches!(event.kind, ActionKind::Talk | ActionKind::Item | ActionKind::Recall) {
                heard.weight = weights::OWN_DEED;
            }
        }
    }

    /// Names the action of it.
    pub fn take_label(&self, event: &Event, heard: &mut Heard) {
        heard.action = event.action.map_or_else(String::new, |ix| self.content().actions[ix.index()].label.to_string());
    }

    /// Whether something met its target from farther off than blades go: then it is told what it was.
    fn is_from_afar(&self, event: &Event) -> bool {
        event.action.is_some_and(|ix| is_from_afar(&self.content().actions[ix.index()]))
    }

    /// How soon it lands, as it is read now.
    fn take_imminence(&self, id: EntityId, heard: &mut Heard) {
        if let Some(marker) = imminence(self.sim, self.you, id) {
            heard.ladder = LadderId::of("imminence");
            heard.marker = marker;
        }
    }

    fn take_wound(&self, event: &Event, heard: &mut Heard) {
        if let Some(def) = self.sim.world().condition_def(event.condition) {
            heard.how = def.label.to_string();
        }
    }

    /// A condition ranks on no ladder; one without a name is not told.
    fn take_condition(&self, event: &Event, heard: &mut Heard) -> Option<()> {
        let def = self.sim.world().condition_def(event.condition)?;
        heard.how = def.label.to_string();
        heard.ladder = LadderId::NONE;
        heard.marker.clear();
        // A condition may have words of its own for how it begins and ends.
        let own = PhraseId::of(&format!("{}-{}", def.name, if event.rung < 0 { "ends" } else { "begins" }));
        if self.content().phrases.contains_key(&own) {
            heard.phrase = own;
            heard.how.clear();
        }
        Some(())
    }

    fn take_learned(&self, event: &Event, heard: &mut Heard) {
        if !event.how.is_none() {
            // What came of searching memory, in words of its own.
            heard.phrase = event.how;
            return;
        }
        let Some(person) = self.people.get(event.by) else { return };
        let you = self.sim.world().row(self.you);
        let taken_for = you.and_then(|you| self.sim.taken_for(you, person.kind)).unwrap_or(person.kind);
        let kind = &self.content().kinds[taken_for.index()];
        let what = super::lexicon::with_article(&kind.label);
        heard.how = say(self.content(), "core/learned-kind", &Slots { how: &what, ..Slots::default() });
        // It is the figure in which it is seen, not yet what it turns out to be.
        heard.by = self.people.looks(self.sim, event.by).unwrap_or_default();
    }

    fn first_wording(&self, id: PhraseId) -> String {
        self.wording(id, 0)
    }

    fn spoken(&self, event: &Event) -> String {
        // By the dice of the fight, so that two fights do not begin with the same words.
        self.wording(event.how, self.sim.dice.keyed("spoken", &[event.serial]))
    }

    fn wording(&self, id: PhraseId, number: u64) -> String {
        let Some(phrase) = self.content().phrases.get(&id) else { return String::new() };
        let count = u64::try_from(phrase.wordings.len()).unwrap_or(1).max(1);
        let place = usize::try_from(number % count).unwrap_or(0);
        phrase.wordings.get(place).map(ToString::to_string).unwrap_or_default()
    }

    /// Somebody came nearer or got farther off: the only way in which steps are told (doctrine F13).
    pub fn nearness(&self, id: EntityId, from: i32, to: i32, is_your_doing: bool) -> Heard {
        let ladder = LadderId::of("nearness");
        let marker = self.content().ladders.get(&ladder).map_or("", |ladder| ladder.marker(to));
        let (you, other) = ("you".to_owned(), self.name(id, self.sim.tick()));
        let (about, by) = if is_your_doing { (you, other) } else { (other, you) };
        Heard {
            event: name::ENTERING,
            about,
            by,
            pair: pair_of(id, self.you),
            weight: weights::NEARNESS,
            ladder,
            marker: marker.to_owned(),
            action: String::new(),
            how: String::new(),
            phrase: self.phrase_of(name::ENTERING, if to < from { "nearer" } else { "farther" }),
        }
    }
}

/// How soon what somebody does to the player's character lands, where that is read.
pub fn imminence(sim: &Sim, you: EntityId, id: EntityId) -> Option<String> {
    let row = sim.world().row(you)?;
    let threat = sim.threats(row).into_iter().find(|threat| threat.by == id)?;
    let left = i64::try_from(threat.lands?.saturating_sub(sim.tick())).unwrap_or(i64::MAX);
    Some(measure(sim.content(), "imminence", left).1.to_owned())
}

/// What somebody is read to be doing, in words; empty where nothing is read.
pub fn doing(sim: &Sim, you: usize, other: usize) -> String {
    let content = sim.content();
    let reading = sim.reading(you, other);
    let kind = || say(content, &format!("core/doing-{}", reading.kind.name()), &Slots::default());
    let action = match reading.level {
        ReadingLevel::Nothing => return String::new(),
        ReadingLevel::Busy => return say(content, "core/doing-busy", &Slots::default()),
        ReadingLevel::Kind => return kind(),
        ReadingLevel::Phase => kind(),
        ReadingLevel::Exact => {
            let named = sim.action_ix(reading.action).map(|ix| content.actions[ix.index()].label.to_string());
            named.unwrap_or_else(kind)
        }
    };
    if reading.kind == ActionKind::Wait {
        return action;
    }
    let phase = match reading.phase {
        Phase::Prep => "core/doing-prep",
        Phase::Exec => "core/doing-exec",
        Phase::Recover => "core/doing-recover",
    };
    say(content, phase, &Slots { action: &action, ..Slots::default() })
}

/// A number for two, whichever is named first; never 0.
fn pair_of(one: EntityId, other: EntityId) -> u64 {
    let number = |id: EntityId| (u64::from(id.generation) << 24) ^ u64::from(id.index).wrapping_add(1);
    let (low, high) = (number(one).min(number(other)), number(one).max(number(other)));
    (low << 32) ^ high | 1 << 63
}
