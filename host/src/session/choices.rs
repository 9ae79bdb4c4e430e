//! Choices: what a player is offered, with its key, its words, how long it takes, and why not (doctrine F14, clause G1).
//!
//! Owns the names of commands and their keys, which are the same all through a run. It never carries anything out. The
//! session asks it at each decision; front ends bind keys to its commands.

use super::lexicon::{Slots, say};
use super::orders::{Aside, Page};
use super::people::People;
use super::perception::is_from_afar;
use super::plans::{self, What};
use super::refusals;
use super::timing::{self, Looming, Timing, Watch};
use crate::clock::{Bounds, Refusal, Sim};
use crate::content::tables::{Action, Content, HostSelector, LengthSource, TargetRule};
use abi::{ActionKind, Cell, EntityId, Intent, Target};
use std::sync::Arc;

/// What a choice does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Does {
    /// Begins this.
    Begin(Intent),
    /// Begins a plan that has to do with somebody.
    Plan(What, EntityId),
    /// Minds another foe; no time passes.
    Mind(EntityId),
    /// Goes on with what has been begun.
    GoOn,
    /// Goes on, and is not stopped for this one again.
    Ignore,
    /// Gives up what has been begun.
    GiveUp,
    /// Answers with this.
    Answer(Intent),
    /// Answers with nothing.
    LetPass,
    /// Goes on to what became of everybody.
    LookBack,
    /// Has to do with pages, orders, habits and looking about, and takes no time.
    Aside(Aside),
    /// Nothing: it cannot be done.
    Nothing,
}

/// Something that can be chosen.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The name by which keys are bound to it.
    pub command: String,
    /// The key that it has by default.
    pub key: String,
    /// What it does, in words.
    pub label: String,
    /// How long it takes.
    pub pace: String,
    /// Whether it comes in time.
    pub in_time: String,
    /// Why it cannot be done now; empty where it can.
    pub why_not: String,
    /// Whether it stands in the list.
    pub is_listed: bool,
    /// What it does.
    pub does: Does,
}

/// Keys that no action gets: directions, and the commands below.
const TAKEN_KEYS: &str = "hjklyubnceaovxgm";

/// Waits: command, key, ticks. A breath is a second of the fiction (about 50 ticks).
const WAITS: [(&str, &str, u32); 3] = [("moment", ".", 10), ("breath", ",", 50), ("while", ";", 200)];

/// Whoever offers: the fight, whom the player has met, and whom it minds.
pub struct Desk<'a> {
    /// The fight.
    pub sim: &'a mut Sim,
    /// Whom the player has met.
    pub people: &'a People,
    /// The player's character.
    pub you: usize,
    /// The foe that is minded; nobody where none is in sight.
    pub foe: EntityId,
    /// What threatens the player's character.
    pub looming: &'a [Looming],
    /// Whether there was a fight that could be gone on with.
    pub has_fought: bool,
    /// How long things take that were looked into already.
    pub bounds: Bounds,
}

/// So near a foe has to be for a guard, or a blow at whoever comes, to mean something: as far as an attack follows by itself.
const PRESSED_FEET: u32 = plans::FOLLOW_FEET;

impl<'a> Desk<'a> {
    const fn watch(&self) -> Watch<'a> {
        Watch { people: self.people, you: self.you, looming: self.looming }
    }
}

impl Desk<'_> {
    /// What somebody who is free can choose: what can be done and matters most first.
    pub fn free(&mut self) -> Vec<Offer> {
        let mut offers = self.actions();
        offers.extend(self.about_foes());
        offers.extend(self.seek());
        offers.push(self.plan("hold", "space", What::Hold, EntityId::NONE, true));
        offers.extend(self.waits());
        offers.extend(self.next_foe());
        offers.extend(self.changes_of_place());
        offers.extend(self.doors());
        let is_pressed = self.is_pressed();
        offers.sort_by_key(|offer| order_of(offer, is_pressed));
        let once: Vec<Offer> = offers.iter().filter_map(only_once).collect();
        offers.extend(once);
        offers.extend(self.directions());
        offers.push(self.look_over_orders());
        offers.push(self.leave_to_habit());
        offers
    }

    /// Whether a foe is so near that a guard means something.
    fn is_pressed(&self) -> bool {
        let world = self.sim.world();
        let near = |foe: &EntityId| {
            let other = world.row(*foe);
            other.is_some_and(|other| self.sim.metric().within(world.body(self.you), world.body(other), PRESSED_FEET))
        };
        foes(self.sim, self.you).iter().any(near)
    }

    /// What somebody who is asked in its prep can answer: always the same two, and one more that is not listed.
    pub fn go_on(&mut self) -> Vec<Offer> {
        let timing = timing::of_going_on(self.sim, self.watch());
        let giving_up = timing::of_giving_up(self.sim, self.you);
        let slots = Slots::default();
        vec![
            self.offer("go-on", "g", self.say("core/do-go-on", &slots), Does::GoOn).timed(timing),
            self.offer("give-up", "x", self.say("core/do-give-up", &slots), Does::GiveUp).timed(giving_up),
            self.offer("ignore", "G", self.say("core/do-ignore", &slots), Does::Ignore),
            self.look_over_orders(),
        ]
    }

    /// What somebody who could react can answer: always the same two.
    pub fn react(&mut self, to: EntityId, offered: &Intent, rank: u32) -> Vec<Offer> {
        let label = self.label_of(offered.action);
        // Whether it comes in time is asked of what it answers, not of all that is about.
        let answered: Vec<Looming> = self.looming.iter().filter(|threat| threat.by == to).copied().collect();
        let watch = Watch { looming: if answered.is_empty() { self.looming } else { &answered }, ..self.watch() };
        let timing = timing::of_intent(self.sim, watch, offered, &mut self.bounds);
        let slots = Slots { action: &label, ..Slots::default() };
        vec![
            self.offer("do-it", "y", self.say("core/do-answer", &slots), Does::Answer(*offered)).timed(timing),
            self.offer("let-pass", "n", self.say("core/do-let-pass", &Slots::default()), Does::LetPass),
            self.offer("always", "Y", self.say("core/do-always", &slots), Does::Aside(Aside::Always(rank))),
            self.offer("never-this", "N", self.say("core/do-never-this", &Slots::default()), Does::Ignore),
            self.look_over_orders(),
        ]
    }

    fn leave_to_habit(&self) -> Offer {
        self.offer("habit", "A", self.say("core/do-habit", &Slots::default()), Does::Aside(Aside::Open(Page::Habit)))
            .unlisted()
    }

    /// Standing orders can be looked over and changed at any question.
    fn look_over_orders(&self) -> Offer {
        self.offer("orders", "O", self.say("core/do-orders", &Slots::default()), Does::Aside(Aside::Open(Page::Orders)))
            .unlisted()
    }

    /// What somebody can do for whom the fight has ended while it rested.
    pub fn ended(&self) -> Vec<Offer> {
        vec![self.offer("look-back", "space", self.say("core/do-look-back", &Slots::default()), Does::LookBack)]
    }

    /// What an action is called.
    pub fn label_of(&self, action: abi::ActionId) -> String {
        let content = self.sim.content();
        self.sim.action_ix(action).map_or_else(String::new, |ix| content.actions[ix.index()].label.to_string())
    }

    /// The quickest way to hurt somebody from here: the first attack in the order of offers that would not be refused.
    pub fn attack_on(&self, foe: EntityId) -> Option<Intent> {
        self.first_of(&self.attacks(), foe)
    }

    /// The same for a blow of the hand, which costs nothing and risks nothing but itself.
    pub(super) fn hand_blow_on(&self, foe: EntityId) -> Option<Intent> {
        self.first_of(&self.hand_blows(), foe)
    }

    fn first_of(&self, actions: &[&Action], foe: EntityId) -> Option<Intent> {
        let mut intents = actions.iter().map(|action| aimed(action, foe));
        intents.find(|intent| self.sim.check(self.you, intent, false).is_ok())
    }

    /// Attacks that are no spells and go no farther than blades do, in the order of offers.
    pub(super) fn hand_blows(&self) -> Vec<&Action> {
        let is_of_hand = |action: &&Action| action.kind == ActionKind::Attack && !is_from_afar(action);
        self.attacks().into_iter().filter(is_of_hand).collect()
    }

    /// Actions at a foe that harm, in the order of offers.
    fn attacks(&self) -> Vec<&Action> {
        offered(self.sim, self.sim.content(), self.you).into_iter().filter(|action| is_harm(action)).collect()
    }

    fn actions(&mut self) -> Vec<Offer> {
        let content = Arc::clone(self.sim.content());
        let mut taken = TAKEN_KEYS.to_owned();
        // Where there is only one foe, all know at whom.
        let has_choice = foes(self.sim, self.you).len() > 1;
        let mut offers = Vec::new();
        for action in offered(self.sim, &content, self.you) {
            let command = action.name.rsplit('/').next().unwrap_or(&action.name);
            let key =
                command.chars().chain('a'..='z').find(|letter| letter.is_ascii_lowercase() && !taken.contains(*letter));
            taken.extend(key);
            offers.push(self.action(action, command, &key.map(String::from).unwrap_or_default(), has_choice));
        }
        offers
    }

    fn action(&mut self, action: &Action, command: &str, key: &str, has_choice: bool) -> Offer {
        let name = self.name(self.foe);
        let is_aimed = matches!(action.target, TargetRule::Actor { .. } | TargetRule::Cell { .. }) && has_choice;
        let slots = Slots { about: &name, action: &action.label, ..Slots::default() };
        let label = self.say(if is_aimed { "core/do-act-at" } else { "core/do-act" }, &slots);
        let intent = match action.target {
            TargetRule::Step => {
                self.sim.way(self.you, HostSelector::AwayFrom, EntityId::NONE).map(|cell| at(action, Target::Cell(cell)))
            }
            TargetRule::None => Some(at(action, Target::None)),
            TargetRule::Itself => Some(at(action, Target::Itself)),
            TargetRule::Actor { .. } => (!self.foe.is_none()).then(|| aimed(action, self.foe)),
            TargetRule::Cell { .. } => self.cell_of(self.foe).map(|cell| at(action, Target::Cell(cell))),
        };
        let Some(intent) = intent else {
            let is_cornered = action.target == TargetRule::Step && !self.foe.is_none();
            let nothing = if is_cornered { "core/refuse-no-way" } else { "core/refuse-nobody" };
            let why_not = self.say(nothing, &Slots::default());
            return Offer { why_not, ..self.offer(command, key, label, Does::Nothing) };
        };
        let offer = self.begin(command, key, label, intent);
        if is_harm(action) { self.pressed(offer, intent) } else { offer }
    }

    /// An attack goes on until something changes: a fight is a few decisions, not one for each stroke (clause D1).
    pub(super) fn pressed(&self, offer: Offer, intent: Intent) -> Offer {
        Offer { does: Does::Plan(What::Press(intent), self.foe), ..offer }
    }

    /// A choice that begins an intent, with its timing, and why not where it would be refused.
    pub(super) fn begin(&mut self, command: &str, key: &str, label: String, intent: Intent) -> Offer {
        let refusal = self.sim.check(self.you, &intent, false).err().map(|refusal| self.refusal(refusal));
        self.timed(self.offer(command, key, label, Does::Begin(intent)), &intent, refusal)
    }

    /// The same, where it is known whether it would be refused.
    pub(super) fn timed(&mut self, offer: Offer, intent: &Intent, refusal: Option<String>) -> Offer {
        let timing = timing::of_intent(self.sim, self.watch(), intent, &mut self.bounds);
        let offer = offer.timed(timing);
        match refusal {
            Some(why_not) => Offer { why_not, in_time: String::new(), ..offer },
            None => offer,
        }
    }

    fn about_foes(&mut self) -> Vec<Offer> {
        if self.foe.is_none() {
            return Vec::new();
        }
        let mut offers = Vec::new();
        if self.is_to_close_in()
            && let Some(what) = self.close_in()
        {
            offers.push(self.plan("close-in", "c", what, self.foe, true));
        }
        offers.push(self.plan("back-off", "a", What::BackOff, EntityId::NONE, true));
        offers.push(self.plan("circle", "o", What::Circle, self.foe, false));
        let mut fight_on = self.plan("fight-on", "e", What::FightOn, self.foe, self.has_fought);
        if !self.has_fought {
            fight_on.why_not = self.say("core/refuse-nothing-begun", &Slots::default());
        }
        offers.push(fight_on);
        offers
    }

    /// With nobody in sight: to where the foe was last seen that was seen last, unless this is the place.
    fn seek(&mut self) -> Option<Offer> {
        let about = super::knowing::last_seen(self.sim, self.people, self.you).filter(|_| self.foe.is_none())?;
        let offer = self.plan("seek", "c", What::Seek, about, true);
        offer.why_not.is_empty().then_some(offer)
    }

    /// Whether there is a reason to come nearer: nothing can be done from here, or only what is thrown by somebody who would rather
    /// strike.
    fn is_to_close_in(&self) -> bool {
        let first = self.attacks().into_iter().next().filter(|action| !is_from_afar(action));
        let refused = first.and_then(|action| self.sim.check(self.you, &aimed(action, self.foe), false).err());
        refused == Some(Refusal::OutOfReach) || self.attack_on(self.foe).is_none()
    }

    /// Closing in goes on until the first attack in the order of offers would not be refused.
    pub(super) fn close_in(&self) -> Option<What> {
        self.attacks().first().map(|action| What::CloseIn(aimed(action, self.foe)))
    }

    /// A choice that begins a plan; it takes as long as it takes. Not possible where its first step is not.
    pub(super) fn plan(&mut self, command: &str, key: &str, what: What, target: EntityId, is_listed: bool) -> Offer {
        let name = self.name(target);
        let label = self.say(&format!("core/do-{command}"), &Slots { about: &name, ..Slots::default() });
        let mut offer = self.offer(command, key, label, Does::Plan(what, target));
        offer.is_listed = is_listed;
        offer.why_not = match plans::Plan::new(what, target, 0).refusal(self.sim, self.you) {
            None => String::new(),
            Some(Refusal::NoGround | Refusal::NoWay) => self.no_way(target),
            Some(refusal) => self.refusal(refusal),
        };
        offer
    }

    fn waits(&mut self) -> Vec<Offer> {
        WAITS
            .iter()
            .map(|(command, key, ticks)| {
                let label = self.say(&format!("core/do-{command}"), &Slots::default());
                let intent = plans::wait(self.sim, *ticks);
                // With nobody in sight, waiting is among the first things to think of.
                Offer { is_listed: self.foe.is_none(), ..self.begin(command, key, label, intent) }
            })
            .collect()
    }

    /// The foe after the one that is minded, in the order of nearness.
    fn next_foe(&mut self) -> Option<Offer> {
        let foes = foes(self.sim, self.you);
        let place = foes.iter().position(|id| *id == self.foe)?;
        let next = *foes.get((place + 1) % foes.len()).filter(|next| **next != self.foe)?;
        let name = self.name(next);
        let label = self.say("core/do-next-foe", &Slots { about: &name, ..Slots::default() });
        Some(self.offer("next-foe", "v", label, Does::Mind(next)))
    }

    /// Changing places with a friend that stands next to one and is willing (clause M10): what is aimed at somebody and takes
    /// the ticks of a step.
    fn changes_of_place(&mut self) -> Vec<Offer> {
        let (world, content) = (self.sim.world(), self.sim.content());
        let kind = &content.kinds[world.kind(self.you).index()];
        let is_swap =
            |action: &&Action| action.lengths == LengthSource::Ground && matches!(action.target, TargetRule::Actor { .. });
        let Some(action) = kind.actions.iter().map(|ix| &content.actions[ix.index()]).find(is_swap) else {
            return Vec::new();
        };
        let rows = world.perceived_by(self.you).iter().map(|other| *other as usize);
        let friends = rows.filter(|other| self.sim.attitude(self.you, *other) == abi::Attitude::Allied);
        let intents: Vec<(EntityId, Intent)> =
            friends.map(|other| world.id(other)).map(|friend| (friend, aimed(action, friend))).collect();
        let label = action.label.to_string();
        let (sim, you) = (&*self.sim, self.you);
        let willing: Vec<_> = intents.into_iter().filter(|(_, intent)| sim.check(you, intent, false).is_ok()).collect();
        let offer = |(friend, intent): (EntityId, Intent)| {
            let slots = Slots { about: &self.name(friend), action: &label, ..Slots::default() };
            let label = self.say("core/do-act-with", &slots);
            self.begin("swap", "m", label, intent)
        };
        willing.into_iter().map(offer).collect()
    }

    pub(super) fn offer(&self, command: &str, key: &str, label: String, does: Does) -> Offer {
        Offer::plain(command, key, label, does)
    }

    pub(super) fn say(&self, id: &str, slots: &Slots<'_>) -> String {
        say(self.sim.content(), id, slots)
    }

    pub(super) fn refusal(&self, refusal: Refusal) -> String {
        refusals::words(self.sim, self.people, self.sim.world().id(self.you), refusal)
    }

    pub(super) fn name(&self, id: EntityId) -> String {
        self.people.name(self.sim, self.sim.world().id(self.you), id).unwrap_or_default()
    }

    pub(super) fn cell_of(&self, id: EntityId) -> Option<Cell> {
        let row = self.sim.world().row(id)?;
        self.sim.world().perceives(self.you, row).then(|| self.sim.world().cell(row))
    }
}

impl Offer {
    /// One that can be chosen and takes no time that is told.
    pub(super) fn plain(command: &str, key: &str, label: String, does: Does) -> Self {
        Self {
            command: command.to_owned(),
            key: key.to_owned(),
            label,
            pace: String::new(),
            in_time: String::new(),
            why_not: String::new(),
            is_listed: true,
            does,
        }
    }

    fn timed(self, timing: Timing) -> Self {
        Self { pace: timing.pace, in_time: timing.in_time, ..self }
    }

    pub(super) fn unlisted(self) -> Self {
        Self { is_listed: false, ..self }
    }
}

/// Whether an action is an attack at somebody that can be begun at any time.
fn is_harm(action: &Action) -> bool {
    let is_harmless = matches!(action.kind, ActionKind::Talk | ActionKind::Feint | ActionKind::Recall);
    matches!(action.target, TargetRule::Actor { .. }) && !action.is_reaction && !is_harmless
}

/// In which order choices stand; of equals in that of their kind.
fn order_of(offer: &Offer, is_pressed: bool) -> u8 {
    match offer.does {
        _ if !offer.why_not.is_empty() => 9,
        Does::Plan(What::Press(_), _) => 0,
        Does::Plan(What::CloseIn(_) | What::Seek, _) => 1,
        Does::Begin(_) if is_pressed => 2,
        Does::Plan(What::FightOn, _) => 3,
        Does::Plan(What::BackOff, _) => 4,
        Does::Plan(..) | Does::Mind(_) => 5,
        // A guard against nobody.
        _ => 6,
    }
}

/// The same attack, but not again and again: only by its name.
fn only_once(offer: &Offer) -> Option<Offer> {
    let Does::Plan(What::Press(intent), _) = offer.does else { return None };
    let command = format!("{}-once", offer.command);
    Some(Offer { command, key: String::new(), does: Does::Begin(intent), ..offer.clone() }.unlisted())
}

/// What the player's kind offers, in its order, but for steps and waits.
fn offered<'a>(sim: &Sim, content: &'a Content, you: usize) -> Vec<&'a Action> {
    let kind = &content.kinds[sim.world().kind(you).index()];
    let all = kind.actions.iter().map(|ix| &content.actions[ix.index()]);
    let counts =
        |action: &&Action| action.offered > 0 && !matches!(action.lengths, LengthSource::Ground | LengthSource::Chosen);
    let mut offered: Vec<&Action> = all.filter(counts).collect();
    offered.sort_by_key(|action| (action.offered, action.id));
    offered
}

/// The foes that are perceived and still fight, nearest first.
pub fn foes(sim: &Sim, you: usize) -> Vec<EntityId> {
    let world = sim.world();
    let rows = world.perceived_by(you).iter().map(|other| *other as usize);
    let mut found: Vec<(u64, EntityId)> = rows
        .filter(|other| sim.is_standing_foe(*other, you))
        .map(|other| (sim.metric().distance_squared(world.body(you), world.body(other)), world.id(other)))
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, id)| id).collect()
}

pub(super) fn at(action: &Action, target: Target) -> Intent {
    Intent { action: action.id, target, ticks: 0 }
}

pub(super) fn aimed(action: &Action, foe: EntityId) -> Intent {
    at(action, Target::Actor(foe))
}
