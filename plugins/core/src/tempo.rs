//! `Tempo`: initiative from perception or stealth, and effective lengths as clause T6 has them.
//!
//! Owns the holder `core`. Must never look at what kind of action it is. Called when an encounter begins and for each activity.

use crate::rules::{self, Lengthening};
use abi::{EntityId, Lengths, LengthsCall, ParamId, StatId, Tempo, Ticks, World};

const PERCEPTION: StatId = StatId::of("core/perception");
const STEALTH: StatId = StatId::of("core/stealth");
const SPREAD: ParamId = ParamId::of("initiative_spread");
const JITTER: ParamId = ParamId::of("jitter_ticks");
const PER_POINT: ParamId = ParamId::of("initiative_permille_per_point");
const CAP: ParamId = ParamId::of("initiative_cap_permille");

/// Initiative is rolled once for each encounter; lengths are fixed when an activity begins.
#[derive(Debug)]
pub struct Rolled;

impl Tempo for Rolled {
    fn initiative(&self, world: &World<'_>, actor: EntityId, is_unseen: bool, seed: u64) -> i32 {
        let stat = world.stat(actor, if is_unseen { STEALTH } else { PERCEPTION });
        let spread = u32::try_from(world.param(SPREAD)).unwrap_or(1);
        let drawn = abi::Dice::new(seed).below(spread.max(1)) + 1;
        stat.saturating_add(i32::try_from(drawn).unwrap_or(i32::MAX))
    }

    fn lengths(&self, call: &LengthsCall<'_>) -> Lengths {
        let lengthening = Lengthening {
            dear_permille: i64::from(call.dear_permille),
            shave_permille: rules::shave_permille(call.initiative, call.params.get(PER_POINT), call.params.get(CAP)),
            // One draw for both phases (clause I4): who is slow to begin is slow to end.
            jitter_ticks: rules::jitter_ticks(&mut abi::Dice::new(call.seed), call.params.get(JITTER)),
        };
        let effective = |given: Ticks, ground: Ticks| Ticks(rules::effective_ticks(given.0, ground.0, lengthening));
        Lengths {
            prep: effective(call.given.prep, call.ground_prep),
            exec: call.given.exec,
            recover: effective(call.given.recover, call.ground_recover),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Stage, id};
    use abi::Params;

    fn check(set: &[(&str, i64)], given: [u32; 3], initiative: i32, seed: u64) -> [u32; 3] {
        let stage = Stage::default().params(set);
        let (ids, values) = stage.param_columns();
        let lengths = Rolled.lengths(&LengthsCall {
            given: Lengths { prep: Ticks(given[0]), exec: Ticks(given[1]), recover: Ticks(given[2]) },
            ground_prep: Ticks(0),
            ground_recover: Ticks(0),
            dear_permille: 0,
            initiative,
            seed,
            params: Params { ids: abi::RSlice::from_slice(&ids), values: abi::RSlice::from_slice(&values) },
        });
        [lengths.prep.0, lengths.exec.0, lengths.recover.0]
    }

    #[test]
    fn clock_t6_without_jitter_and_shave_lengths_are_as_given() {
        assert_eq!(check(&[], [20, 10, 20], 0, 7), [20, 10, 20]);
    }

    #[test]
    fn clock_i4_one_jitter_moves_prep_and_recover_alike_and_never_exec() {
        for seed in 0..50 {
            let [prep, exec, recover] = check(&[("jitter_ticks", 2)], [20, 10, 30], 0, seed);
            assert_eq!((exec, recover), (10, prep + 10), "seed {seed}");
        }
    }

    #[test]
    fn clock_i4_initiative_shaves_only_where_the_ruleset_says_so() {
        assert_eq!(check(&[], [20, 10, 20], 30, 0), [20, 10, 20]);
        let shaving = [("initiative_permille_per_point", 5), ("initiative_cap_permille", 200)];
        assert_eq!(check(&shaving, [20, 10, 20], 20, 0), [18, 10, 18]);
        assert_eq!(check(&shaving, [20, 10, 20], 90, 0), [16, 10, 16]);
    }

    #[test]
    fn clock_i1_who_is_unseen_rolls_stealth() {
        let stage = Stage::default().actors(1).params(&[("initiative_spread", 20)]);
        let stage = stage.stat(0, "core/perception", 100).stat(0, "core/stealth", 500);
        stage.with_world(|world| {
            for seed in 0..200 {
                assert!((101..=120).contains(&Rolled.initiative(world, id(0), false, seed)));
                assert!((501..=520).contains(&Rolled.initiative(world, id(0), true, seed)));
            }
        });
    }
}
