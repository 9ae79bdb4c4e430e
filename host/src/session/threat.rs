//! The threat of a fight: whether that is a fight to have again, as far as the player's character can know (doctrine F8).
//!
//! Owns the estimate behind the ladder `threat`. It goes by kinds and by how worn everybody looks, both of which the
//! character perceives, and never by numbers of the truth. That what is spoken follows what is fought is measured by
//! `tests/game/threat.rs`. The view and the ending call it.

use crate::clock::Sim;
use crate::content::tables::{KindIx, Ruleset};
use abi::ParamId;

/// One side of the estimate: somebody, and how worn it looks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// How dangerous its kind is when fresh.
    pub danger_points: u32,
    /// Its rung of the ladder `stage`.
    pub stage: u32,
}

/// How much each thing counts in a reckoning: the parameters `threat_*` of the ruleset.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// What each stage takes of a foe's danger, in permille.
    pub foe_permille_per_stage: i64,
    /// What each stage takes of one's own.
    pub own_permille_per_stage: i64,
    /// Up to which danger, in permille of one's own, a fight is never lost.
    pub won_permille: i64,
    /// From which on it is never won.
    pub lost_permille: i64,
}

impl Weights {
    /// Those of a ruleset.
    #[must_use]
    pub fn of(rules: &Ruleset) -> Self {
        let param = |name: &str| rules.param(ParamId::of(name));
        Self {
            foe_permille_per_stage: param("threat_foe_permille_per_stage"),
            own_permille_per_stage: param("threat_own_permille_per_stage"),
            won_permille: param("threat_won_permille"),
            lost_permille: param("threat_lost_permille"),
        }
    }
}

/// How much longer a side is endured for each friend, in permille of what another foe does. Fitted as the parameters `threat_*`.
const FRIEND_PERMILLE: i64 = 700;

/// The share of such fights that is lost, in permille, as the character reckons it.
///
/// Foes are met together and fall one after the other, the least dangerous first: the first of them is endured once, the
/// second twice as long, and so on. With oneself and one's friends it is the same for them, but that each friend counts for a
/// little less than another foe does: a foe picks whom it goes for, and friends stand in each other's way. Being worn makes a foe much less dangerous, since it soon falls or loses its nerve, and
/// oneself hardly: a guard is spent to the last bit before it matters. How much each counts was fitted to fights
/// (parameters `threat_*`).
///
/// Errors: none; a fight against nobody is never lost.
#[must_use]
pub fn lost_permille(weights: Weights, ours: &[Fighter], foes: &[Fighter]) -> i64 {
    let endured = |side: &[Fighter], permille_per_stage: i64, more_permille: i64| -> i64 {
        let worn = |fighter: &Fighter| {
            i64::from(fighter.danger_points) * (1000 - i64::from(fighter.stage) * permille_per_stage).max(100)
        };
        let mut dangers: Vec<i64> = side.iter().map(worn).collect();
        dangers.sort_unstable();
        (0..).zip(dangers).map(|(place, danger)| (1000 + place * more_permille) * danger / 1000).sum()
    };
    let share = endured(foes, weights.foe_permille_per_stage, 1000).saturating_mul(1000)
        / endured(ours, weights.own_permille_per_stage, FRIEND_PERMILLE).max(1);
    let span = (weights.lost_permille - weights.won_permille).max(1);
    ((share - weights.won_permille) * 1000 / span).clamp(0, 1000)
}

/// A fight against these as they are, beside the friends in view, or nothing where the character does not know the kind of a foe.
pub(super) fn of_fight(sim: &Sim, you: usize, foes: &[usize]) -> Option<i64> {
    let stage_of = |row: usize| u32::try_from(sim.stage_of(row)).unwrap_or(0);
    // As what it takes each for: a mistake there is a mistake in the reckoning.
    let taken = |foe: &usize| Some((sim.kind_seen(you, *foe)?, stage_of(*foe)));
    let foes: Vec<(KindIx, u32)> = foes.iter().map(taken).collect::<Option<_>>()?;
    let world = sim.world();
    let beside =
        world.perceived_by(you).iter().map(|other| *other as usize).filter(|other| sim.is_standing_friend(*other, you));
    let friends: Vec<(KindIx, u32)> = beside.map(|row| (world.kind(row), worn_stages(sim, row))).collect();
    of_kinds(sim, (world.kind(you), worn_stages(sim, you)), &friends, &foes)
}

/// How worn somebody on the player's side is, in stages: its guard, and each wound as many stages as it is bad. A guard comes back
/// by resting and a wound does not, so it must not be reckoned as whole because it has its breath again (clause F11).
pub(super) fn worn_stages(sim: &Sim, you: usize) -> u32 {
    let world = sim.world();
    let held = world.conditions_of(world.id(you)).iter().filter_map(|held| world.condition_def(held.condition));
    let wounds: u32 = held.filter(|def| def.is_wound).map(|def| def.rung.unsigned_abs() + 1).sum();
    u32::try_from(sim.stage_of(you)).unwrap_or(0) + wounds
}

/// A fight beside and against such kinds at such stages; nothing where the danger of a foe has not been measured. A friend of
/// whom that is so counts for nothing.
pub(super) fn of_kinds(sim: &Sim, you: (KindIx, u32), friends: &[(KindIx, u32)], foes: &[(KindIx, u32)]) -> Option<i64> {
    let fighter = |(kind, stage): (KindIx, u32)| {
        let danger_points = sim.content().kinds[kind.index()].danger_points;
        (danger_points > 0).then_some(Fighter { danger_points, stage })
    };
    let foes: Vec<Fighter> = foes.iter().map(|foe| fighter(*foe)).collect::<Option<_>>()?;
    let ours: Vec<Fighter> = [fighter(you)?].into_iter().chain(friends.iter().filter_map(|of| fighter(*of))).collect();
    (!foes.is_empty()).then_some(lost_permille(Weights::of(sim.rules()), &ours, &foes))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEIGHTS: Weights =
        Weights { foe_permille_per_stage: 140, own_permille_per_stage: 40, won_permille: 1500, lost_permille: 8000 };

    fn check(mine: (u32, u32), foes: &[(u32, u32)], expected: i64) {
        check_beside(&[mine], foes, expected);
    }

    fn check_beside(ours: &[(u32, u32)], foes: &[(u32, u32)], expected: i64) {
        let fighter = |(danger_points, stage): (u32, u32)| Fighter { danger_points, stage };
        let all = |side: &[(u32, u32)]| -> Vec<Fighter> { side.iter().copied().map(fighter).collect() };
        assert_eq!(lost_permille(WEIGHTS, &all(ours), &all(foes)), expected);
    }

    #[test]
    fn friends_count_more_than_their_number_too() {
        check_beside(&[(100, 0)], &[(100, 0); 3], 692);
        // 6 against 2.7 times as much as oneself: (2222 - 1500) of 6500.
        check_beside(&[(100, 0); 2], &[(100, 0); 3], 111);
        check_beside(&[(100, 0); 2], &[(100, 0); 4], 338);
        check_beside(&[(100, 0); 3], &[(100, 0); 4], 70);
        check_beside(&[(100, 0), (50, 3)], &[(100, 0); 4], 488);
    }

    #[test]
    fn more_foes_count_more_than_their_number() {
        check((100, 0), &[], 0);
        check((100, 0), &[(100, 0)], 0);
        // 1 + 2 times as much as oneself: (3000 - 1500) of 6500.
        check((100, 0), &[(100, 0); 2], 230);
        check((100, 0), &[(100, 0); 3], 692);
        check((100, 0), &[(100, 0); 4], 1000);
    }

    #[test]
    fn being_worn_counts_for_less_of_oneself_than_of_a_foe() {
        check((100, 0), &[(100, 3); 3], 304);
        check((100, 3), &[(100, 0); 2], 293);
        // The least dangerous falls first, in whatever order they are named.
        check((100, 0), &[(150, 0), (100, 0)], 384);
        check((100, 0), &[(100, 0), (150, 0)], 384);
    }
}
