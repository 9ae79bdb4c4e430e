//! `Resolution`: one die of twenty against eleven, by stat against stat, with what a place and a condition are worth.
//!
//! Owns which stat stands against which. Must never draw or change anything. Called by the host for every check.

use crate::names::*;
use crate::rules::place::{self, Band, Position, Weapon};
use crate::rules::roll::{self, EVEN_STAT, Faces};
use crate::view::{self, has, signed, stat};
use abi::{
    ActionKind, ActorState, CheckAnswer, CheckCall, CheckId, CheckRequest, Degree, Doing, EntityId, Params, Resolution,
    StatId, World,
};

/// One die for whether, one for how much, and one that only the luckiest use. All are drawn for every check, so that no
/// change of luck moves a later roll.
const DRAWS: u32 = 3;
/// Nobody sees a source of fear from farther off (a feet's worth of the sight that the shipped rulesets have).
const FEAR_SQUARES: i64 = 24;

/// Stat against stat.
#[derive(Debug)]
pub struct StatAgainstStat;

/// What a check is rolled by.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct Weighed {
    advantage: i64,
    luck: i64,
    /// It cannot be done at all.
    is_hopeless: bool,
}

impl Resolution for StatAgainstStat {
    fn draws(&self, _kind: CheckId) -> u32 {
        DRAWS
    }

    fn resolve(&self, call: &CheckCall<'_>) -> CheckAnswer {
        let advantage = in_steps(&call.params, i64::from(call.skill_points) - i64::from(call.difficulty_points));
        answer(call, Weighed { advantage: advantage + exploit(call), ..Weighed::default() })
    }

    fn resolve_in(&self, world: &World<'_>, request: &CheckRequest, doing: &Doing, call: &CheckCall<'_>) -> CheckAnswer {
        answer(call, Scales { world, request, doing, call }.weighed())
    }
}

fn answer(call: &CheckCall<'_>, weighed: Weighed) -> CheckAnswer {
    let draw = |place: usize| call.draws.get(place).copied().unwrap_or(0);
    let faces = Faces { face: roll::face_of(draw(0), roll::FACES), again: roll::face_of(draw(2), roll::FACES) };
    let outcome = roll::resolve(faces, weighed.advantage, weighed.luck);
    let chance = roll::chance_permille(weighed.advantage, weighed.luck);
    let small = |number: i64| i32::try_from(number).unwrap_or(0);
    CheckAnswer {
        degree: if weighed.is_hopeless { outcome.degree.min(Degree::Failure) } else { outcome.degree },
        margin_points: small(outcome.margin),
        magnitude: small(roll::face_of(draw(1), roll::MAGNITUDES)),
        chance_permille: if weighed.is_hopeless { 0 } else { small(chance) },
        roll_permille: small((roll::FACES - outcome.face) * 1000 / roll::FACES),
        is_exploit: call.is_exploit,
    }
}

/// Points of the shared scale as steps of the die. A ruleset without the parameter cannot be loaded.
fn in_steps(params: &Params<'_>, points: i64) -> i64 {
    points / params.get(POINTS_PER_STEP).max(1)
}

fn exploit(call: &CheckCall<'_>) -> i64 {
    if call.is_exploit { in_steps(&call.params, call.params.get(EXPLOIT)) } else { 0 }
}

/// The stats of the shared scale that a kind of check goes by, so that what was added to them can be told.
fn shared_stats(kind: CheckId) -> (StatId, StatId) {
    let (skill, against) = match kind {
        ATTACK => ("core/attack", "core/defence"),
        BLAST => ("core/power", "core/poise"),
        CONCENTRATION => ("core/resolve", ""),
        INTERRUPT => ("core/power", ""),
        _ => ("core/perception", "core/stealth"),
    };
    (StatId::of(skill), StatId::of(against))
}

/// One check and everything that is asked about it.
struct Scales<'a> {
    world: &'a World<'a>,
    request: &'a CheckRequest,
    doing: &'a Doing,
    call: &'a CheckCall<'a>,
}

impl Scales<'_> {
    fn weighed(&self) -> Weighed {
        let (me, other) = (self.request.actor, self.request.opponent);
        let kind = self.request.kind;
        let pairing = match kind {
            ATTACK => self.attack(),
            BLAST => self.blast(),
            NOTICE => self.mine(WISDOM) - self.theirs(DEXTERITY),
            WREST => self.mine(STRENGTH) - self.theirs(STRENGTH),
            CONCENTRATION => self.mine(CONSTITUTION) - self.world.track(me, LAST_HARM),
            INTERRUPT => self.mine(STRENGTH) - self.virtual_stat(),
            _ => in_steps(&self.call.params, i64::from(self.call.skill_points) - i64::from(self.call.difficulty_points)),
        };
        let is_own = kind == WREST;
        let is_ours = is_own || [ATTACK, BLAST, NOTICE, CONCENTRATION, INTERRUPT].contains(&kind);
        let added = if is_own { i64::from(self.request.bonus_points) } else { self.added(kind) };
        Weighed {
            advantage: pairing + if is_ours { added } else { 0 } + self.conditions() + exploit(self.call),
            luck: signed(self.world, me, LUCK),
            is_hopeless: self.is_hopeless(me, other),
        }
    }

    fn mine(&self, of: StatId) -> i64 {
        stat(self.world, self.request.actor, of)
    }

    fn theirs(&self, of: StatId) -> i64 {
        stat(self.world, self.request.opponent, of)
    }

    /// A difficulty of the shared scale as the stat that a thing would have.
    fn virtual_stat(&self) -> i64 {
        EVEN_STAT + in_steps(&self.call.params, i64::from(self.request.difficulty_points))
    }

    /// What was asked for beside the stats of the shared scale: bonuses, and modifiers of the check itself.
    fn added(&self, kind: CheckId) -> i64 {
        let (skill, against) = shared_stats(kind);
        let of = |id: EntityId, of: StatId| i64::from(self.world.stat(id, of));
        let mine = i64::from(self.call.skill_points) - of(self.request.actor, skill);
        let has_opponent = !self.request.opponent.is_none();
        let theirs = i64::from(self.call.difficulty_points) - of(self.request.opponent, against);
        in_steps(&self.call.params, if has_opponent { mine - theirs } else { mine })
    }

    fn weapon(&self) -> Weapon {
        Weapon::reaching(i64::from(self.doing.reach_feet))
    }

    /// Blows go against reflex and what helps it, spells against a mind.
    fn attack(&self) -> i64 {
        if self.doing.kind == ActionKind::Spell {
            return self.casting() - self.theirs(WISDOM) + signed(self.world, self.request.actor, HIT_BONUS);
        }
        let skill = self.mine(if self.weapon().is_close() { STRENGTH } else { DEXTERITY });
        let hit = signed(self.world, self.request.actor, HIT_BONUS);
        skill + hit - self.avoiding() + self.place()
    }

    /// Reflex and evasion. Who cannot answer at all has neither.
    fn avoiding(&self) -> i64 {
        let reflex = self.theirs(REFLEX);
        if reflex == 0 { 0 } else { (reflex + signed(self.world, self.request.opponent, EVASION)).max(0) }
    }

    /// What comes over a whole body: a spell against a mind, talk against judgment, all else strength against strength.
    fn blast(&self) -> i64 {
        match self.doing.kind {
            ActionKind::Spell => self.casting() - self.theirs(WISDOM),
            ActionKind::Talk | ActionKind::Feint => self.mine(CHARISMA) - self.theirs(WISDOM),
            _ => self.mine(STRENGTH) - self.theirs(STRENGTH),
        }
    }

    fn casting(&self) -> i64 {
        let is_divine = signed(self.world, self.request.actor, DIVINE) > 0;
        self.mine(if is_divine { WISDOM } else { INTELLIGENCE })
    }

    /// What it is worth where everybody stands.
    fn place(&self) -> i64 {
        let (me, other) = (self.request.actor, self.request.opponent);
        let (Some(mine), Some(theirs)) = (view::body(self.world, me), view::body(self.world, other)) else { return 0 };
        let (weapon, band) = (self.weapon(), place::band(mine.squares(theirs)));
        let is_side_by_side = band == Band::Adjacent;
        let around: Vec<view::Other> = view::others(self.world, other).collect();
        let at_its_side = || around.iter().filter(|around| around.is_foe && around.body.squares(theirs) <= 1);
        let mut flanking = at_its_side().filter(|around| around.id != me);
        let is_higher = mine.at.z > theirs.at.z;
        let position = Position {
            adjacent: at_its_side().count(),
            is_flanked: is_side_by_side && flanking.any(|around| place::are_opposite(mine, theirs, around.body)),
            height_points: if is_higher { self.call.params.get(HEIGHT) } else { 0 },
            in_the_way: around.iter().filter(|one| one.id != me && one.body.is_between(mine, theirs)).count(),
        };
        let cover = if weapon.is_close() { 0 } else { place::cover_points(position) };
        let crowd = if is_side_by_side { place::crowd_points(position) } else { 0 };
        crowd + position.height_points + weapon.band_points(band) - cover
    }

    /// What conditions of both are worth beside the stats that they change.
    fn conditions(&self) -> i64 {
        let (me, other) = (self.request.actor, self.request.opponent);
        let mut points = 0;
        if self.is_afraid(me) {
            points -= 2;
        }
        if self.request.kind == ATTACK {
            if has(self.world, me, INVISIBLE) {
                points += 4;
            }
            if has(self.world, other, INVISIBLE) {
                points -= 4;
            }
            if has(self.world, me, BLINDED) {
                points -= 4;
            }
            if has(self.world, other, PRONE) {
                points += if self.weapon().is_close() { 2 } else { -2 };
            }
        }
        if self.doing.kind == ActionKind::Talk && self.is_charmed_by(other, me) {
            points += 4;
        }
        points
    }

    /// Whether somebody is frightened of what is still there to be afraid of.
    fn is_afraid(&self, id: EntityId) -> bool {
        let Some(row) = view::held(self.world, id, FRIGHTENED) else { return false };
        let (Some(mine), Some(theirs)) = (view::body(self.world, id), view::body(self.world, row.source)) else {
            return false;
        };
        let is_there = !matches!(self.world.state(row.source), ActorState::Dead | ActorState::Fled);
        is_there && mine.squares(theirs) <= FEAR_SQUARES
    }

    fn is_charmed_by(&self, id: EntityId, by: EntityId) -> bool {
        view::held(self.world, id, CHARMED).is_some_and(|row| row.source == by)
    }

    /// What cannot be done: harm to who charms one, a blow at anybody but who holds one, sight without eyes, words to the deaf.
    fn is_hopeless(&self, me: EntityId, other: EntityId) -> bool {
        let is_blow = [ATTACK, BLAST].contains(&self.request.kind) && self.doing.kind != ActionKind::Talk;
        let holder = view::held(self.world, me, GRAPPLED).map(|row| row.source);
        (is_blow && self.is_charmed_by(me, other))
            || (self.request.kind == ATTACK && holder.is_some_and(|holder| holder != other))
            || (self.request.kind == NOTICE && has(self.world, me, BLINDED))
            || (self.doing.kind == ActionKind::Talk && has(self.world, other, DEAFENED))
    }
}

#[cfg(test)]
mod tests;
