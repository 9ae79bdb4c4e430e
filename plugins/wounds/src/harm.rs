//! `Harm`: a blow spends avoidance by a means, or wounds; mending gives avoidance back; birth draws capacity.
//!
//! Owns the holder `wounds`, and the order in which it tells: the blow, what it spent, the wound, the stage, the death.
//! Must never take a wound away. Called by the host for each `Hurt` and `Mend`, and once for everybody who is born.

use crate::content::{KNOWN_HARM, MEANS, Means, WOUNDS, Wound};
use crate::names::*;
use crate::rules::{self, Condition, Guard, stage};
use abi::{
    ActorState, By, Change, ConditionId, Degree, Dice, EntityId, EventId, Harm, HarmId, Hurt, LadderId, Out, ParamId,
    PhraseId, Raise, Ticks, World,
};

/// A fixed body and a buffer of avoidance (doctrine F11).
#[derive(Debug)]
pub struct BodyAndAvoidance;

impl Harm for BodyAndAvoidance {
    fn hurt(&self, world: &World<'_>, hurt: &Hurt, seed: u64, out: &mut Out) {
        if world.state(hurt.target) != ActorState::Dead {
            Blow::new(world, hurt, seed).settle(out);
        }
    }

    fn mend(&self, world: &World<'_>, target: EntityId, points: i32, out: &mut Out) {
        if world.state(target) == ActorState::Dead {
            return;
        }
        let mut body = body_of(world, target);
        let given = i64::from(points).clamp(0, (body.capacity - body.avoidance).max(0));
        if given == 0 {
            return;
        }
        out.change(Change::Track { entity: target, track: AVOIDANCE, by: By::Add(given) });
        body.avoidance += given;
        tell_stage(world, target, target, body, out);
    }

    fn born(&self, world: &World<'_>, entity: EntityId, seed: u64, out: &mut Out) {
        let spread = world.param(BIRTH_SPREAD);
        let sides = u32::try_from(2 * spread + 1).unwrap_or(1);
        let drawn = i64::from(Dice::new(seed).below(sides));
        let capacity = rules::born_capacity(i64::from(world.stat(entity, AVOIDANCE_STAT)), drawn, spread);
        let body = Condition { avoidance: capacity, capacity, wounds: wounds_of(world, entity).len() };
        let mut set = |track, value| out.change(Change::Track { entity, track, by: By::Set(value) });
        set(CAPACITY, capacity);
        set(AVOIDANCE, capacity);
        set(STAGE, i64::from(stage_of(world, body)));
    }
}

/// One blow on its way to somebody who is alive.
struct Blow<'a> {
    world: &'a World<'a>,
    hurt: &'a Hurt,
    dice: Dice,
    rung: i32,
    body: Condition,
}

impl<'a> Blow<'a> {
    fn new(world: &'a World<'a>, hurt: &'a Hurt, seed: u64) -> Self {
        let cuts = [HIT, HEAVY, CRUSHING].map(|cut| world.param(cut));
        let rung = rules::blow_rung(i64::from(hurt.packet.points), hurt.degree, cuts);
        Self { world, hurt, dice: Dice::new(seed), rung, body: body_of(world, hurt.target) }
    }

    /// Order: one draw for the means, one for the wound, both always made, so that neither moves the other.
    fn settle(mut self, out: &mut Out) {
        let (means_draw, wound_draw) = (self.dice.draw(), self.dice.draw());
        let means = pick(&usable_means(self.world, self.hurt), means_draw);
        let was_exposed = self.body.avoidance <= 0;
        let guard = Guard { avoidance: self.body.avoidance, has_means: means.is_some() };
        let met = rules::meet(i64::from(self.hurt.packet.points), guard, self.world.param(THROUGH));
        // What got through was not avoided by anything: the means is told only where the blow stopped there.
        let how = if met.wounds { None } else { means.map(|means| means.how) };
        self.raise(BLOW_EVENT, BLOW_LADDER, self.rung, how.unwrap_or(PhraseId::NONE), out);
        if met.spent > 0 {
            out.change(Change::Track { entity: self.hurt.target, track: AVOIDANCE, by: By::Add(-met.spent) });
            self.body.avoidance -= met.spent;
        }
        if met.wounds {
            self.wound(wound_draw, out);
        }
        tell_stage(self.world, self.hurt.target, self.hurt.by, self.body, out);
        if met.wounds && self.kills(was_exposed) {
            let (entity, state, by) = (self.hurt.target, ActorState::Dead, self.hurt.by);
            out.change(Change::SetState { entity, state, by });
        }
    }

    fn wound(&mut self, draw: u64, out: &mut Out) {
        let had = wounds_of(self.world, self.hurt.target);
        let is_severe = i64::from(self.rung) >= self.world.param(SEVERE_FROM);
        // Another wound is counted even where the body has no room for a new one: it dies of that the sooner.
        self.body.wounds = had.len() + 1;
        let Some(wound) = pick(&fitting_wounds(self.hurt.packet.harm, is_severe, &had), draw) else { return };
        let (entity, source) = (self.hurt.target, self.hurt.by);
        out.change(Change::Condition { entity, condition: wound.condition, ticks: Ticks(0), source });
    }

    fn kills(&self, was_exposed: bool) -> bool {
        let is_coup = self.hurt.degree == Degree::CriticalSuccess && self.rung == rules::blow::CRUSHING;
        let wounds = i64::try_from(self.body.wounds).unwrap_or(i64::MAX);
        wounds > self.world.param(DEADLY_WOUNDS) || (is_coup && was_exposed && self.world.param(COUP_KILLS) != 0)
    }

    fn raise(&self, event: EventId, ladder: LadderId, rung: i32, how: PhraseId, out: &mut Out) {
        let (about, by, condition) = (self.hurt.target, self.hurt.by, ConditionId::NONE);
        out.change(Change::Raise(Raise { event, about, by, ladder, rung, condition, how }));
    }
}

/// Sets the stage and tells it where its rung is another than before.
fn tell_stage(world: &World<'_>, about: EntityId, by: EntityId, body: Condition, out: &mut Out) {
    let rung = stage_of(world, body);
    if i64::from(rung) == world.track(about, STAGE) {
        return;
    }
    out.change(Change::Track { entity: about, track: STAGE, by: By::Set(i64::from(rung)) });
    let (event, ladder, condition, how) = (STAGE_EVENT, STAGE_LADDER, ConditionId::NONE, PhraseId::NONE);
    out.change(Change::Raise(Raise { event, about, by, ladder, rung, condition, how }));
}

fn stage_of(world: &World<'_>, body: Condition) -> i32 {
    let cuts = [WORKING, WINDED, GUARD_FAILING, EXPOSED].map(|cut: ParamId| world.param(cut));
    let best = i32::try_from(world.param(BEST_WHEN_WOUNDED)).unwrap_or(stage::FRESH);
    rules::stage_rung(body, cuts, best)
}

fn body_of(world: &World<'_>, id: EntityId) -> Condition {
    Condition {
        avoidance: world.track(id, AVOIDANCE),
        capacity: world.track(id, CAPACITY),
        wounds: wounds_of(world, id).len(),
    }
}

/// The wounds that stand. They are the conditions themselves, so whatever tends one needs no help from here.
fn wounds_of(world: &World<'_>, id: EntityId) -> Vec<ConditionId> {
    let is_wound = |condition: &ConditionId| WOUNDS.iter().any(|wound| wound.condition == *condition);
    world.conditions_of(id).map(|row| row.condition).filter(is_wound).collect()
}

/// The means that serve against this harm and that the target can still use; none for who cannot act.
fn usable_means<'a>(world: &World<'_>, hurt: &Hurt) -> Vec<&'a Means> {
    if !world.state(hurt.target).may_act() {
        return Vec::new();
    }
    let has_power = i64::from(world.stat(hurt.target, POWER)) > world.param(WARD_POWER);
    let serves = |means: &Means| means.against.is_empty() || means.against.contains(&hurt.packet.harm);
    let is_usable = |means: &Means| world.can(hurt.target, means.verb) && (has_power || !means.is_ward);
    MEANS.iter().filter(|means| serves(means) && is_usable(means)).collect()
}

/// The wounds that such a blow can leave, those that stand left out; where none fits, any other.
fn fitting_wounds<'a>(harm: HarmId, is_severe: bool, had: &[ConditionId]) -> Vec<&'a Wound> {
    let fresh = || WOUNDS.iter().filter(|wound| !had.contains(&wound.condition));
    let fits = |wound: &Wound| wound.from.contains(&harm) || !KNOWN_HARM.contains(&harm);
    let mut found: Vec<&Wound> = fresh().filter(|wound| fits(wound) && wound.is_severe == is_severe).collect();
    if found.is_empty() {
        found = fresh().filter(|wound| fits(wound)).collect();
    }
    if found.is_empty() {
        found = fresh().collect();
    }
    found
}

/// One of a list, each as likely, by a draw.
fn pick<T: Copy>(list: &[T], draw: u64) -> Option<T> {
    let count = u32::try_from(list.len()).unwrap_or(0);
    list.get(usize::try_from(Dice::new(draw).below(count)).unwrap_or(0)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Body, id};

    const EDGE: HarmId = HarmId::of("core/edge");
    const FIRE: HarmId = HarmId::of("core/fire");

    /// What one blow does: the rung told, avoidance left, wounds, stage, and the state.
    fn check(body: &mut Body, points: i32, degree: Degree, seed: u64) -> (i32, i64, usize, i64, ActorState) {
        let blow = body.hurt(&BodyAndAvoidance, EDGE, points, degree, seed);
        (blow.rung, body.track(AVOIDANCE), body.conditions.len(), body.track(STAGE), body.state)
    }

    #[test]
    fn a_fight_runs_through_its_stages_to_the_end() {
        let mut body = Body::with_capacity(30);
        let told: Vec<_> = (0..7).map(|seed| check(&mut body, 10, Degree::Success, seed)).collect();
        let up = ActorState::Up;
        assert_eq!(
            told[..4],
            [(2, 20, 0, 1, up), (2, 10, 0, 2, up), (2, 0, 0, 4, up), (2, 0, 1, 5, up)],
            "avoidance first, then the body"
        );
        assert_eq!(told[4..], [(2, 0, 2, 5, up), (2, 0, 3, 5, up), (2, 0, 4, 5, ActorState::Dead)]);
    }

    #[test]
    fn the_dead_are_not_hurt_again() {
        let mut body = Body::with_capacity(30);
        body.state = ActorState::Dead;
        assert_eq!(body.changes(&BodyAndAvoidance, EDGE, 50, Degree::Success, 0), []);
    }

    #[test]
    fn a_crushing_critical_blow_kills_who_is_exposed_and_nobody_else() {
        let mut fresh = Body::with_capacity(10);
        assert_eq!(check(&mut fresh, 26, Degree::CriticalSuccess, 1).4, ActorState::Up, "it wounds, through what was left");
        assert_eq!(fresh.conditions.len(), 1);
        assert_eq!(check(&mut fresh, 26, Degree::CriticalSuccess, 2).4, ActorState::Dead);
        let mut spared = Body::with_capacity(0).param(COUP_KILLS, 0);
        assert_eq!(check(&mut spared, 26, Degree::CriticalSuccess, 2).4, ActorState::Up);
    }

    #[test]
    fn doctrine_f11_a_means_is_told_and_goes_with_its_verb() {
        let means_told = |body: &Body| {
            let mut told: Vec<PhraseId> =
                (0..300).map(|seed| body.clone().hurt(&BodyAndAvoidance, EDGE, 5, Degree::Success, seed).how).collect();
            told.sort_unstable();
            told.dedup();
            told
        };
        let whole = means_told(&Body::with_capacity(30));
        assert_eq!(whole.len(), 4, "all but the ward and riding the blow");
        assert!(!whole.contains(&PhraseId::NONE));
        let turning = PhraseId::of("wounds/turn-it");
        let without_guard = means_told(&Body::with_capacity(30).lost("guard"));
        assert!(whole.contains(&turning) && !without_guard.contains(&turning));
        let warding = means_told(&Body::with_capacity(30).stat(POWER, 10));
        assert!(warding.contains(&PhraseId::of("wounds/ward")));
    }

    #[test]
    fn who_can_do_nothing_is_wounded_at_once() {
        let mut held = MEANS.iter().fold(Body::with_capacity(30), |body, means| body.lost_verb(means.verb));
        assert_eq!(check(&mut held, 10, Degree::Success, 3), (2, 30, 1, 2, ActorState::Up));
        let mut asleep = Body::with_capacity(30);
        asleep.state = ActorState::Asleep;
        assert_eq!(check(&mut asleep, 10, Degree::Success, 3).2, 1);
    }

    #[test]
    fn a_wound_fits_the_harm_and_the_blow_and_comes_once() {
        for seed in 0..200 {
            let mut body = Body::with_capacity(0).param(DEADLY_WOUNDS, 12);
            body.hurt(&BodyAndAvoidance, FIRE, 10, Degree::Success, seed);
            body.hurt(&BodyAndAvoidance, FIRE, 16, Degree::Success, seed + 1000);
            let found: Vec<_> =
                body.conditions.iter().map(|has| WOUNDS.iter().find(|wound| wound.condition == *has)).collect();
            let [Some(light), Some(severe)] = found[..] else { panic!("{found:?}") };
            assert!(light.from.contains(&FIRE) && !light.is_severe);
            assert!(severe.from.contains(&FIRE) && severe.is_severe);
        }
    }

    #[test]
    fn resting_brings_back_the_guard_and_never_the_body() {
        let mut body = Body::with_capacity(30);
        (0..4).for_each(|seed| _ = body.hurt(&BodyAndAvoidance, EDGE, 10, Degree::Success, seed));
        assert_eq!((body.track(STAGE), body.conditions.len()), (5, 1));
        body.mend(&BodyAndAvoidance, 500);
        assert_eq!((body.track(AVOIDANCE), body.conditions.len()), (30, 1));
        assert_eq!(body.track(STAGE), 2, "no better than winded while the wound stands");
        body.conditions.clear();
        body.hurt(&BodyAndAvoidance, EDGE, 1, Degree::Success, 9);
        assert_eq!(body.track(STAGE), 0);
    }

    #[test]
    fn whatever_comes_avoidance_stays_in_bounds_and_the_stage_is_what_it_says() {
        for seed in 0..400_u64 {
            let mut dice = Dice::new(seed);
            let mut body = Body::with_capacity(i64::from(dice.below(80))).param(COUP_KILLS, 0);
            for _ in 0..20 {
                let degree = Degree::ALL[dice.below(4) as usize];
                body.hurt(&BodyAndAvoidance, EDGE, dice.below(30) as i32, degree, dice.draw());
                body.mend(&BodyAndAvoidance, dice.below(10) as i32 - 2);
                assert!((0..=body.track(CAPACITY)).contains(&body.track(AVOIDANCE)));
                assert_eq!(body.conditions.len() > 3, body.state == ActorState::Dead);
                let stage = body.with_world(|world| stage_of(world, body_of(world, id())));
                assert_eq!(i64::from(stage), body.track(STAGE));
                if body.state == ActorState::Dead {
                    break;
                }
            }
        }
    }

    #[test]
    fn doctrine_f11_birth_draws_capacity_within_a_tenth() {
        let mut capacities: Vec<i64> = (0..500)
            .map(|seed| {
                let mut body = Body::with_capacity(0).stat(AVOIDANCE_STAT, 60);
                body.born(&BodyAndAvoidance, seed);
                assert_eq!((body.track(AVOIDANCE), body.track(STAGE)), (body.track(CAPACITY), 0));
                body.track(CAPACITY)
            })
            .collect();
        capacities.sort_unstable();
        assert_eq!((capacities[0], capacities[499]), (54, 66));
    }
}
