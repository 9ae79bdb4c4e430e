//! `Harm`: hit points behind a pool and armour; who has few left falls, who has none dies.
//!
//! Owns the holder `tdgs`, and the order in which it tells: the blow, what it took, the rung of vigour, the fall or the death.
//! Must never roll whether something meets. Called by the host for each `Hurt` and `Mend`, once for everybody who is born, and
//! by `ailing` for what a condition takes.

use crate::names::*;
use crate::rules::body::{self, Standing};
use crate::rules::harm::{self, Taken};
use crate::rules::place::Weapon;
use crate::rules::roll;
use crate::view::{self, signed, stat};
use abi::{
    ActionKind, ActorState, By, Change, ConditionId, Degree, Dice, Doing, EntityId, EventId, Harm, HarmId, Hurt, LadderId,
    Out, PhraseId, Raise, Ticks, World,
};

const BLOW_EVENT: EventId = EventId::of("blow");
const STAGE_EVENT: EventId = EventId::of("stage");
const BLOW_LADDER: LadderId = LadderId::of("blow");
/// The rungs of `blow` that a blow can have which lands.
const GRAZE: i32 = 1;
/// How a blow is told that armour or a pool took whole.
const SOAKED: PhraseId = PhraseId::of("tdgs/soaked");

/// Hit points that do not grow.
#[derive(Debug)]
pub struct HitPoints;

impl Harm for HitPoints {
    fn hurt(&self, world: &World<'_>, hurt: &Hurt, seed: u64, out: &mut Out) {
        self.hurt_in(world, hurt, &Doing { actor: hurt.by, ..Doing::default() }, seed, out);
    }

    fn hurt_in(&self, world: &World<'_>, hurt: &Hurt, doing: &Doing, seed: u64, out: &mut Out) {
        if world.state(hurt.target) == ActorState::Dead || spares(world, hurt) {
            return;
        }
        let is_critical = hurt.degree == Degree::CriticalSuccess;
        let incoming = incoming(world, hurt, doing, seed);
        let armour = view::armour(world, hurt.target);
        let taken = harm::settle(incoming, armour, view::affinity(world, hurt.target, hurt.packet.harm));
        let mut body = Body::of(world, hurt.target, hurt.by);
        body.tell_blow(taken, out);
        body.set_track(LAST_HARM, taken.points, out);
        body.set_track(POOL, armour.pool - taken.from_pool, out);
        if harm::degrades(is_critical, i64::from(doing.magnitude)) && armour.deflection_permille > 0 {
            wear_down(world, hurt.target, out);
        }
        body.change_points(taken.gained - taken.points, out);
    }

    fn mend(&self, world: &World<'_>, target: EntityId, points: i32, out: &mut Out) {
        if world.state(target) == ActorState::Dead {
            return;
        }
        let mut body = Body::of(world, target, target);
        let given = body::mended(body.points, i64::from(points), body.most) - body.points;
        body.change_points(given.max(0), out);
    }

    fn born(&self, world: &World<'_>, entity: EntityId, _seed: u64, out: &mut Out) {
        let most = view::most_points(world, entity);
        let mut set = |track, value| out.change(Change::Track { entity, track, by: By::Set(value) });
        set(POINTS, most);
        set(VIGOUR, 0);
    }
}

/// Whether who deals it cannot bring itself to: the charmed spare who charms them.
fn spares(world: &World<'_>, hurt: &Hurt) -> bool {
    view::held(world, hurt.by, CHARMED).is_some_and(|row| row.source == hurt.target)
}

/// What comes at a body. What was rolled for has a stat behind it; what just happens is as large as it says.
///
/// Order: one draw of the call's dice for each die of the weapon.
fn incoming(world: &World<'_>, hurt: &Hurt, doing: &Doing, seed: u64) -> i64 {
    let points = i64::from(hurt.packet.points);
    if doing.magnitude == 0 || hurt.by.is_none() {
        return points.max(0);
    }
    let weapon = body::share(points, world.param(WEAPON_BONUS));
    let mut dice = Dice::new(seed);
    let count = signed(world, hurt.by, DAMAGE_DICE).clamp(0, 10);
    let rolled: i64 = (0..count).map(|_| roll::face_of(dice.draw(), roll::MAGNITUDES)).sum();
    let bonus = weapon + signed(world, hurt.by, DAMAGE_BONUS) + rolled;
    let dealt = harm::dealt(stat(world, hurt.by, dealing_stat(world, hurt.by, doing)), bonus);
    match hurt.degree {
        Degree::CriticalSuccess => harm::critical(dealt, i64::from(doing.magnitude)),
        Degree::Success => dealt,
        // What only glances, where a ruleset lets a failure do so.
        _ => dealt / 2,
    }
}

/// Strength behind a blade, dexterity behind what flies, a mind behind a spell.
fn dealing_stat(world: &World<'_>, by: EntityId, doing: &Doing) -> abi::StatId {
    match doing.kind {
        ActionKind::Spell if signed(world, by, DIVINE) > 0 => WISDOM,
        ActionKind::Spell => INTELLIGENCE,
        _ if Weapon::reaching(i64::from(doing.reach_feet)).is_close() => STRENGTH,
        _ => DEXTERITY,
    }
}

/// A tenth less of the armour, until the scene is over.
fn wear_down(world: &World<'_>, entity: EntityId, out: &mut Out) {
    let ticks = Ticks(u32::try_from(world.param(SCENE)).unwrap_or(0));
    let (key, about, by) = (WORN, EntityId::NONE, By::Set(view::fact(world, entity, WORN) + harm::DEGRADATION_PERMILLE));
    out.change(Change::Fact { entity, key, about, by, ticks });
}

/// Takes hit points past all armour, as a condition does: as large as it is, but for what the body makes of its kind.
pub fn ail(world: &World<'_>, target: EntityId, by: EntityId, (harm, points): (HarmId, i64), out: &mut Out) {
    if points <= 0 || world.state(target) == ActorState::Dead {
        return;
    }
    let taken = harm::settle(points, harm::Armour::default(), view::affinity(world, target, harm));
    let mut body = Body::of(world, target, by);
    body.tell_blow(taken, out);
    body.change_points(taken.gained - taken.points, out);
}

/// One body while something happens to it.
struct Body<'a> {
    world: &'a World<'a>,
    id: EntityId,
    by: EntityId,
    points: i64,
    most: i64,
}

impl<'a> Body<'a> {
    fn of(world: &'a World<'a>, id: EntityId, by: EntityId) -> Self {
        let most = view::most_points(world, id);
        // What a body has lost of its constitution it has no points for any more.
        Self { world, id, by, points: world.track(id, POINTS).min(most), most }
    }

    fn tell_blow(&self, taken: Taken, out: &mut Out) {
        let cuts = [BLOW_HIT, BLOW_HEAVY, BLOW_CRUSHING].map(|cut| body::share(self.most, self.world.param(cut)));
        let reached = cuts.iter().filter(|cut| taken.points > 0 && taken.points >= **cut).count();
        let rung = GRAZE + i32::try_from(reached).unwrap_or(0);
        let how = if taken.points == 0 { SOAKED } else { PhraseId::NONE };
        self.raise((BLOW_EVENT, BLOW_LADDER, rung), how, out);
    }

    fn raise(&self, (event, ladder, rung): (EventId, LadderId, i32), how: PhraseId, out: &mut Out) {
        let (about, by, condition) = (self.id, self.by, ConditionId::NONE);
        out.change(Change::Raise(Raise { event, about, by, ladder, rung, condition, how }));
    }

    fn set_track(&self, track: abi::TrackId, value: i64, out: &mut Out) {
        if self.world.track(self.id, track) != value {
            out.change(Change::Track { entity: self.id, track, by: By::Set(value) });
        }
    }

    /// Adds points, or takes them, and everything that comes of it.
    fn change_points(&mut self, points: i64, out: &mut Out) {
        self.points = (self.points + points).clamp(0, self.most);
        self.set_track(POINTS, self.points, out);
        let cuts = [SCRAPED, BATTERED, BLOODIED, REELING].map(|cut| self.world.param(cut));
        let rung = body::vigour_rung(self.points, self.most, cuts);
        if i64::from(rung) != self.world.track(self.id, VIGOUR) {
            self.set_track(VIGOUR, i64::from(rung), out);
            self.raise((STAGE_EVENT, VIGOUR_LADDER, rung), PhraseId::NONE, out);
        }
        self.come_to(body::standing(self.points, self.most), out);
    }

    fn come_to(&self, standing: Standing, out: &mut Out) {
        let (entity, by) = (self.id, self.by);
        let is_down = view::has(self.world, entity, UNCONSCIOUS);
        match standing {
            Standing::Dead => out.change(Change::SetState { entity, state: ActorState::Dead, by }),
            Standing::Down if !is_down => {
                out.change(Change::Condition { entity, condition: UNCONSCIOUS, ticks: Ticks(0), source: by });
                out.change(Change::SetState { entity, state: ActorState::Down, by });
            }
            Standing::Up if is_down => {
                out.change(Change::EndCondition { entity, condition: UNCONSCIOUS });
                out.change(Change::SetState { entity, state: ActorState::Up, by });
            }
            Standing::Down | Standing::Up => {}
        }
    }
}

#[cfg(test)]
mod tests;
