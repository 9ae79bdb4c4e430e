//! Plans: several intents under one command, committed one at a time and each checked anew (clause D1).
//!
//! Owns what each plan does next and which causes end it. A plan is no part of a replay: only its intents are (clause D4).
//! The session asks it whenever the player's character is free.

use super::stops::{FIRST_PLAN, GIVEN_UP, Stop};
use crate::clock::{Refusal, Sim};
use crate::content::tables::{HostSelector, Stance, StopCause};
use crate::dice::{Dice, Purpose};
use abi::{Cell, EntityId, Intent, Target};

/// What a plan is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Steps in one direction.
    Stride {
        /// Feet to the east.
        dx: i32,
        /// Feet to the south.
        dy: i32,
    },
    /// Nearer to somebody, until it can be attacked with this.
    CloseIn(Intent),
    /// To where somebody was last seen.
    Seek,
    /// Away from all foes.
    BackOff,
    /// Around somebody, at the same distance.
    Circle,
    /// Nothing, until something changes.
    Hold,
    /// The same attack, again and again, for as long as its target is at hand.
    Press(Intent),
    /// What the profile of the kind would do.
    FightOn,
    /// Whatever the profile of the player's kind does that counts for what the player means, until it takes the fight in hand.
    Habit(Stance),
}

/// A plan on its way.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What it is for.
    pub what: What,
    /// Whom it has to do with; nobody where it has to do with nobody.
    pub target: EntityId,
    /// How many intents it may still commit.
    left: u32,
    /// How many steps it may still take after a target that leaves, before the player is asked whether that is meant.
    follow_left: u32,
    /// What tells its stops from those of other plans; in a fight they are all the same.
    pub mode: u64,
    /// Which rank of the profile of the player's kind its last intent came by; none where the player chose it.
    pub rank: Option<u32>,
    /// Whether its attack was carried out and nothing has come of it yet, neither a blow nor a miss.
    is_unmet: bool,
}

/// The rung `winded` of the ladder `stage`: from here on what is left is worth a thought.
const SHORT_OF_BREATH: u64 = 2;
/// The rung `exposed`: no guard is left, and the next blow may be the last.
const EXPOSED: u64 = 4;
/// The rung `wounded`.
const WOUNDED: u64 = 5;
/// How far an attack follows its target by itself, in feet: the rung `leap` of the ladder `nearness`. Farther is a chase, which is
/// the player's to begin.
pub const FOLLOW_FEET: u32 = 12;
/// Feet of a stride (clause D1: one command is about one thought, and a body is seen to come that far).
const STRIDE_STEPS: u32 = 5;
/// Steps of a way to somebody: farther than anything is seen.
const WAY_STEPS: u32 = 200;
/// Intents of a fight that goes on by itself; it ends long before, by a change of anything that matters.
const FIGHT_INTENTS: u32 = 100;
/// Each wait of a hold, in ticks; and how many of them before the player is asked whether to stay on (about two minutes).
const HOLD_TICKS: u32 = 200;
const HOLD_WAITS: u32 = 30;

impl Plan {
    /// A plan that begins.
    pub const fn new(what: What, target: EntityId, number: u32) -> Self {
        let left = match what {
            What::Stride { .. } | What::BackOff | What::Circle => STRIDE_STEPS,
            What::CloseIn(_) | What::Seek => WAY_STEPS,
            What::Hold => HOLD_WAITS,
            What::Press(_) | What::FightOn | What::Habit(_) => FIGHT_INTENTS,
        };
        let mode = match what {
            What::Press(_) | What::FightOn | What::Habit(_) => 0,
            // Whoever holds, walks or backs off is not done with being attacked because it was attacked before.
            _ => FIRST_PLAN + number as u64,
        };
        Self { what, target, left, follow_left: STRIDE_STEPS, mode, rank: None, is_unmet: false }
    }

    /// Whether it is a fight that goes on.
    pub const fn is_fight(&self) -> bool {
        matches!(self.what, What::Press(_) | What::FightOn | What::Habit(_))
    }

    /// Its attack is carried out, or else a blow or a miss came of it.
    pub const fn note_attack(&mut self, has_met: bool) {
        self.is_unmet = !has_met;
    }

    /// What the player means who lets the profile of its kind decide; nothing where it decides itself.
    pub const fn habit(&self) -> Option<Option<Stance>> {
        match self.what {
            What::FightOn => Some(None),
            What::Habit(stance) => Some(Some(stance)),
            _ => None,
        }
    }

    /// Whether a reason ends this plan (clause D1: it stops as D2 stops).
    pub fn stops_for(&self, stop: &Stop) -> bool {
        use StopCause::{Heard, Lost, Noticed, Opening, Reach, Stage, Struck, Threat, Wound};
        match (self.what, stop.cause) {
            (_, Noticed | Wound | Lost) => true,
            // Somebody who begins to work for it changes nothing yet; who is short of breath does. Of a foe it is enough to know
            // when it may think of running, when it is at one's mercy, and when its body fails.
            (What::Press(_) | What::FightOn, Stage) if stop.subject == self.target => {
                [SHORT_OF_BREATH, EXPOSED, WOUNDED, GIVEN_UP].contains(&stop.state)
            }
            (What::Press(_) | What::FightOn, Stage) => stop.state >= SHORT_OF_BREATH,
            // Who lets the fight go on has given threats away to habit; blows that change nothing are what a fight is.
            (What::Press(_), cause) => cause == Threat,
            (What::FightOn, _) => false,
            // Who only watches is shown whatever happens to it, and what its foe is about.
            (What::Habit(_), cause) => !matches!(cause, Reach | Opening),
            (_, Threat | Struck | Stage | Heard) => true,
            (What::Hold, Reach | Opening) | (What::Circle, Opening) => true,
            (_, Reach | Opening) => false,
        }
    }

    /// Why its first intent would be refused; nothing where it would not, or where only going can tell.
    pub fn refusal(&self, sim: &mut Sim, you: usize) -> Option<Refusal> {
        let to = match self.what {
            What::Stride { dx, dy } => return refusal_of_way(sim, you, beside(sim, you, dx, dy)),
            What::CloseIn(_) | What::Seek => sim.way(you, HostSelector::Toward, self.target),
            What::BackOff => sim.way(you, HostSelector::AwayFrom, EntityId::NONE),
            What::Circle => sim.way(you, HostSelector::Around, self.target),
            What::Hold | What::FightOn | What::Habit(_) | What::Press(_) => return None,
        };
        to.map_or(Some(Refusal::NoWay), |to| refusal_of_step(sim, you, to))
    }

    /// Whether whom it is for has given up: what was meant for a foe is not gone on with then.
    fn is_for_nobody(&self, sim: &Sim) -> bool {
        let target = sim.world().row(self.target);
        target.is_some_and(|target| sim.world().state(target) == abi::ActorState::Yielded)
    }

    fn is_at_hand(&self, sim: &Sim, you: usize) -> bool {
        let other = sim.world().row(self.target).filter(|other| sim.is_standing_foe(*other, you));
        other.is_some_and(|other| sim.metric().within(sim.world().body(you), sim.world().body(other), FOLLOW_FEET))
    }

    /// The next intent; nothing where the plan is done, or would be refused.
    pub fn next(&mut self, sim: &mut Sim, you: usize, dice: &mut Dice) -> Option<Intent> {
        self.rank = None;
        self.left = self.left.checked_sub(1)?;
        let intent = match self.what {
            What::Stride { dx, dy } => beside(sim, you, dx, dy).ok()?,
            What::CloseIn(attack) => {
                if sim.check(you, &attack, false).is_ok() {
                    return None;
                }
                let to = sim.way(you, HostSelector::Toward, self.target)?;
                step(sim, you, to)?
            }
            What::Seek => {
                let to = sim.way(you, HostSelector::Toward, self.target)?;
                step(sim, you, to)?
            }
            What::BackOff => {
                let to = sim.way(you, HostSelector::AwayFrom, EntityId::NONE)?;
                step(sim, you, to)?
            }
            What::Circle => {
                let to = sim.way(you, HostSelector::Around, self.target)?;
                step(sim, you, to)?
            }
            What::Hold => wait(sim, HOLD_TICKS),
            What::Press(attack) => match sim.check(you, &attack, false) {
                Err(Refusal::OutOfReach) if self.is_at_hand(sim, you) => {
                    // An attack that became a chase across the hall was never chosen: after a stride it is asked for.
                    self.follow_left = self.follow_left.checked_sub(1)?;
                    let to = sim.way(you, HostSelector::Toward, self.target)?;
                    step(sim, you, to)?
                }
                // What is no blow, as a push, is not done again and again unasked; and no blow has to be.
                _ if self.is_unmet || self.is_for_nobody(sim) => return None,
                _ => {
                    self.follow_left = STRIDE_STEPS;
                    attack
                }
            },
            What::FightOn => self.by_habit(sim, you, None, dice)?,
            What::Habit(stance) => self.by_habit(sim, you, Some(stance), dice).unwrap_or_else(|| sim.idle_intent()),
        };
        sim.check(you, &intent, false).is_ok().then_some(intent)
    }

    /// What the profile of the player's kind does, by dice of the session's own: a replay has only the intent.
    fn by_habit(&mut self, sim: &mut Sim, you: usize, stance: Option<Stance>, dice: &mut Dice) -> Option<Intent> {
        let profile = sim.content().kinds[sim.world().kind(you).index()].profile?;
        let (rank, intent) = sim.choose_by_habit(you, profile, stance, dice.draw(Purpose::Profiles))?;
        self.rank = Some(rank);
        Some(intent)
    }
}

/// A step to a cell, by the action that the player's kind steps with.
pub fn step(sim: &Sim, you: usize, to: Cell) -> Option<Intent> {
    let kind = &sim.content().kinds[sim.world().kind(you).index()];
    let is_step = |action: &&crate::content::tables::Action| {
        action.target == crate::content::tables::TargetRule::Step
            && action.lengths == crate::content::tables::LengthSource::Ground
            && action.offered > 0
    };
    let action = kind.actions.iter().map(|ix| &sim.content().actions[ix.index()]).find(is_step)?;
    Some(Intent { action: action.id, target: Target::Cell(to), ticks: 0 })
}

/// The step in a direction: as high as one stands, else a foot up or down, as on a stair.
///
/// # Errors
/// The cell that lies there as high as one stands, where none of the three can be stepped to.
pub fn beside(sim: &Sim, you: usize, dx: i32, dy: i32) -> Result<Intent, Cell> {
    let at = sim.world().cell(you);
    let to = |up: i32| Cell { x: at.x + dx, y: at.y + dy, z: at.z + up };
    let way = |to: Cell| {
        let intent = step(sim, you, to).filter(|_| sim.has_footing(you, to))?;
        sim.check(you, &intent, false).is_ok().then_some(intent)
    };
    [0, 1, -1].map(to).into_iter().find_map(way).ok_or_else(|| to(0))
}

/// Why nobody strides in a direction; nothing where there is a way.
pub fn refusal_of_way(sim: &Sim, you: usize, way: Result<Intent, Cell>) -> Option<Refusal> {
    way.err().and_then(|to| refusal_of_step(sim, you, to))
}

/// Why nobody plans a step to a cell. Nobody strides off an edge: a way down that hurts is no way.
fn refusal_of_step(sim: &Sim, you: usize, to: Cell) -> Option<Refusal> {
    if !sim.has_footing(you, to) {
        return Some(Refusal::NoGround);
    }
    sim.check(you, &step(sim, you, to)?, false).err()
}

/// A wait of so many ticks.
pub fn wait(sim: &Sim, ticks: u32) -> Intent {
    Intent { ticks, ..sim.idle_intent() }
}
