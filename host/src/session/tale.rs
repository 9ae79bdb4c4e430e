//! The tale: what was perceived since the last decision, told as exchanges, and in full for the history (doctrine F13).
//!
//! Owns what is waiting to be told, what was told, and which wording was used last. Words are drawn from dice of its own, so
//! that choosing other words never changes a blow and a replay without a tale is the same fight (clauses S1, D4).

use super::answers::Answers;
use super::people::People;
use super::perception::{Eyes, Heard};
use super::scene::OwnedLine;
use super::weights;
use crate::clock::{Perceived, Sim, events::name};
use crate::dice::{Dice, Purpose};
use crate::modules::crumb::Spot;
use crate::world::space::Body;
use abi::{ActionKind, EntityId, Happening, LadderId, PhraseId, RSlice, RStr, TellCall, Told};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Lines between two decisions: the budget of F13, and what vital news may stretch it to.
const LINES: u32 = 3;
const MOST_LINES: u32 = 6;
/// Words in a line (doctrine F13).
const MOST_WORDS: u32 = 16;

/// What is told.
#[derive(Clone)]
pub struct Tale {
    dice: Dice,
    answers: Answers,
    waiting: Vec<Heard>,
    movers: BTreeSet<EntityId>,
    /// Who has died: what that cut short is no news of its own.
    dead: BTreeSet<EntityId>,
    near: BTreeMap<EntityId, i32>,
    last: BTreeMap<PhraseId, u32>,
    /// What has been said aloud.
    spoken: BTreeSet<PhraseId>,
    /// What happened since the last decision.
    pub lines: Vec<OwnedLine>,
    /// All that was told, in full, oldest first.
    pub history: Vec<Arc<OwnedLine>>,
}

impl Tale {
    /// A tale that begins.
    pub fn new(dice: Dice) -> Self {
        Self {
            dice,
            answers: Answers::default(),
            waiting: Vec::new(),
            movers: BTreeSet::new(),
            dead: BTreeSet::new(),
            near: BTreeMap::new(),
            last: BTreeMap::new(),
            spoken: BTreeSet::new(),
            lines: Vec::new(),
            history: Vec::new(),
        }
    }

    /// Takes in something that was perceived; `following` is what was perceived after it.
    pub fn take(&mut self, eyes: &Eyes<'_>, perceived: &Perceived, following: &[Perceived]) {
        if perceived.event.id == name::ENTERING {
            self.movers.insert(perceived.event.about);
        }
        if perceived.event.id == name::DIED {
            self.dead.insert(perceived.event.about);
        } else if is_cut_short(perceived.event.id) && self.dead.contains(&perceived.event.about) {
            return;
        }
        let mut shaped = self.answers.shape(eyes, perceived, following).filter(|_| !is_heard_in_full(perceived, following));
        // Said for the first time it may be an offer or a threat, and has to be heard among blows; after that it is noise, and who
        // goes on in that vein has been heard.
        if let Some(heard) = shaped.as_mut().filter(|_| perceived.event.id == name::SAID) {
            let is_new = self.spoken.insert(perceived.event.how);
            let goes_on = self.waiting.iter().any(|before| before.event == name::SAID && before.about == heard.about);
            heard.weight = match (is_new, goes_on) {
                (true, _) => heard.weight.max(weights::VITAL),
                (false, true) => 0,
                (false, false) => heard.weight,
            };
        }
        self.waiting.extend(shaped);
    }

    /// The player decides: tells what has waited.
    pub fn tell(&mut self, eyes: &Eyes<'_>) {
        self.take_nearness(eyes);
        let mut waiting = std::mem::take(&mut self.waiting);
        // All are called by what they are known to be now, so what was learned of them comes first.
        waiting.sort_by_key(|heard| heard.event != name::LEARNED);
        leave_out_blinks(&mut waiting);
        self.movers.clear();
        let most_lines = lines_for(&waiting);
        let seed = self.dice.draw(Purpose::Narration);
        let wordings = wordings_of(eyes.sim, &waiting);
        let happenings: Vec<Happening<'_>> =
            waiting.iter().zip(&wordings).map(|(heard, wordings)| self.happening(heard, wordings)).collect();
        let narration = eyes.sim.roles.narration;
        let call = TellCall { happenings: RSlice::from_slice(&happenings), most_lines, most_words: MOST_WORDS, seed };
        // A holder that fails leaves the player without words for once; the fight itself goes on.
        let told = narration.call(const { Spot::function("Narration::tell") }, |role| role.tell(&call)).unwrap_or_default();
        self.lines = told.iter().map(line_of).collect();
        for line in &self.lines {
            eyes.sim.log_told(eyes.you, &line.text);
        }
        let mut used: Vec<(PhraseId, u32)> = Vec::new();
        let mut chief: BTreeMap<usize, usize> = BTreeMap::new();
        for (line, told) in told.iter().enumerate() {
            let all = || told.tells.iter().filter_map(|place| usize::try_from(*place).ok());
            let with_wording = all().zip(told.wordings.iter()).find_map(|(place, wording)| {
                let (heard, wordings) = waiting.get(place).zip(wordings.get(place))?;
                let is_used = usize::try_from(*wording).is_ok_and(|wording| wording < wordings.len());
                is_used.then_some((place, heard.phrase, *wording))
            });
            used.extend(with_wording.map(|(_, phrase, wording)| (phrase, wording)));
            // What is read in the tale is found in the history by the same words.
            chief.extend(with_wording.map(|(place, ..)| place).or_else(|| all().next()).map(|place| (place, line)));
        }
        for (place, happening) in happenings.iter().enumerate() {
            let seed = self.dice.draw(Purpose::Narration);
            let line = match chief.get(&place).and_then(|line| self.lines.get(*line)) {
                Some(line) => Some(line.clone()),
                None => {
                    let told =
                        narration.call(const { Spot::function("Narration::line") }, |role| role.line(happening, seed));
                    told.ok().map(|told| line_of(&told))
                }
            };
            self.history.extend(line.map(Arc::new));
        }
        self.last.extend(used);
    }

    fn happening<'a>(&self, heard: &'a Heard, wordings: &'a [RStr<'a>]) -> Happening<'a> {
        let none = u32::try_from(wordings.len()).unwrap_or(u32::MAX);
        Happening {
            event: heard.event,
            about: heard.about.as_str().into(),
            is_about_you: heard.about == "you",
            by: heard.by.as_str().into(),
            is_by_you: heard.by == "you",
            pair: heard.pair,
            weight: heard.weight,
            ladder: if heard.marker.is_empty() { LadderId::NONE } else { heard.ladder },
            marker: heard.marker.as_str().into(),
            action: heard.action.as_str().into(),
            how: heard.how.as_str().into(),
            wordings: RSlice::from_slice(wordings),
            last: self.last.get(&heard.phrase).copied().unwrap_or(none),
        }
    }

    /// Foes that have come nearer or got farther off since it was last told.
    fn take_nearness(&mut self, eyes: &Eyes<'_>) {
        let Some(you) = eyes.sim.world().row(eyes.you) else { return };
        let mut now: BTreeMap<EntityId, i32> = BTreeMap::new();
        for other in eyes.sim.world().perceived_by(you) {
            let other = *other as usize;
            if eyes.sim.is_standing_foe(other, you) {
                now.insert(eyes.sim.world().id(other), nearness_rung(eyes.sim, you, other));
            }
        }
        for (id, rung) in &now {
            let Some(before) = self.near.get(id).filter(|before| *before != rung) else { continue };
            let is_your_doing = !self.movers.contains(id);
            self.waiting.push(eyes.nearness(*id, *before, *rung, is_your_doing));
        }
        self.near = now;
    }
}

/// On which rung of the ladder `nearness` somebody is.
pub fn nearness_rung(sim: &Sim, you: usize, other: usize) -> i32 {
    let world = sim.world();
    let feet = nearness_feet(sim, world.body(you), world.body(other));
    super::lexicon::measure(sim.content(), "nearness", i64::from(feet)).0
}

/// How near, for the ladder: bodies that touch at a corner are at hand like all that touch; beyond that a word never says nearer
/// than a reach finds it, or a blade would be out of reach of who is at blade's length (clause G4).
pub fn nearness_feet(sim: &Sim, one: Body, other: Body) -> u32 {
    match sim.metric().distance_feet(one, other) {
        touching @ 0..=1 => touching,
        _ => sim.metric().feet_to_reach(one, other),
    }
}

/// Whether somebody begins to speak of whom it is heard right then what it says: then that it speaks is no news.
fn is_heard_in_full(perceived: &Perceived, following: &[Perceived]) -> bool {
    let event = &perceived.event;
    let is_said =
        |next: &Perceived| next.event.id == name::SAID && next.event.about == event.about && next.tick == perceived.tick;
    event.id == name::EXEC_BEGAN && event.kind == ActionKind::Talk && following.iter().any(is_said)
}

/// Whether an event tells that something under way came to nothing.
fn is_cut_short(event: abi::EventId) -> bool {
    event == name::INTERRUPTED || event == name::CANCELLED || event == name::FLINCH
}

fn line_of(told: &Told) -> OwnedLine {
    OwnedLine::plain(told.text.to_string(), &told.marker)
}

/// Who was lost from sight and is in it again has gone nowhere, as far as the next decision goes.
fn leave_out_blinks(waiting: &mut Vec<Heard>) {
    let mut place = 0;
    while let Some(one) = waiting.get(place) {
        let is_back = |other: &Heard| other.event == name::NOTICED && (&other.about, &other.by) == (&one.about, &one.by);
        let is_lost = one.event == name::LOST && !one.by.is_empty();
        match waiting.iter().skip(place).position(is_back).filter(|_| is_lost) {
            Some(behind) => {
                waiting.remove(place + behind);
                waiting.remove(place);
            }
            None => place += 1,
        }
    }
}

/// Three lines; more where more of them are vital.
fn lines_for(waiting: &[Heard]) -> u32 {
    let vital = waiting.iter().filter(|heard| heard.weight >= weights::VITAL);
    let mut groups: Vec<(u64, Group)> = vital.map(|heard| (heard.pair, group_of(heard))).collect();
    groups.sort_unstable();
    groups.dedup();
    u32::try_from(groups.len()).unwrap_or(MOST_LINES).clamp(LINES, MOST_LINES)
}

/// What stands together: an event and who takes part in it.
type Group = (u64, String);

/// What belongs to no pair stands alone.
fn group_of(heard: &Heard) -> Group {
    let Heard { about, by, marker, action, how, .. } = heard;
    if heard.pair == 0 { (heard.event.0, format!("{about} {by} {marker} {action} {how}")) } else { (0, String::new()) }
}

fn wordings_of<'a>(sim: &'a Sim, waiting: &[Heard]) -> Vec<Vec<RStr<'a>>> {
    let of = |heard: &Heard| {
        let phrase = sim.content().phrases.get(&heard.phrase);
        phrase.map_or_else(Vec::new, |phrase| phrase.wordings.iter().map(|wording| RStr::from(&**wording)).collect())
    };
    waiting.iter().map(of).collect()
}

/// Takes in whoever is perceived now, so that each has a name before anything is told.
pub fn meet_all(sim: &Sim, you: usize, people: &mut People) {
    for other in sim.world().perceived_by(you) {
        people.meet(sim, you, *other as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_back_in_sight_was_never_gone() {
        let check = |told: &[(abi::EventId, &str)], expected: &[&str]| {
            let heard = |(event, by): &(abi::EventId, &str)| Heard {
                event: *event,
                about: "you".to_owned(),
                by: (*by).to_owned(),
                pair: 0,
                weight: 0,
                ladder: abi::LadderId::NONE,
                marker: String::new(),
                action: String::new(),
                how: String::new(),
                phrase: PhraseId::NONE,
            };
            let mut waiting: Vec<Heard> = told.iter().map(heard).collect();
            leave_out_blinks(&mut waiting);
            assert_eq!(waiting.iter().map(|heard| &*heard.by).collect::<Vec<_>>(), expected, "{told:?}");
        };
        check(&[(name::LOST, "scout"), (name::BLOW, "sneak"), (name::NOTICED, "scout")], &["sneak"]);
        check(&[(name::NOTICED, "scout"), (name::LOST, "scout")], &["scout", "scout"]);
        check(&[(name::LOST, "scout"), (name::NOTICED, "sneak")], &["scout", "sneak"]);
        check(&[(name::LOST, "scout"), (name::NOTICED, "scout"), (name::LOST, "scout")], &["scout"]);
        check(&[(name::LOST, ""), (name::NOTICED, "")], &["", ""]);
    }
}
