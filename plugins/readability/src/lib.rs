//! How well intentions are read. Must never draw: the host's draw belongs to observer, activity and stretch of public line.
//! Called by the host as the holder of `Readability`, as often as a reading is needed.
#![doc = include_str!("../README.md")]

mod rules;

use abi::{Dice, Module, ParamId, Params, ReadCall, Readability, ReadingLevel, Registrar};
use rules::{Insight, Thresholds};

const DIFFICULTY: ParamId = ParamId::of("reading_points_per_difficulty");
const WITS: ParamId = ParamId::of("reading_wits_points");
const PRACTICE: ParamId = ParamId::of("reading_practice_points");
const PRACTICE_CAP: ParamId = ParamId::of("reading_practice_cap_points");
const SPREAD: ParamId = ParamId::of("reading_spread_points");
const BUSY: ParamId = ParamId::of("reading_busy_points");
const KIND: ParamId = ParamId::of("reading_kind_points");
const PHASE: ParamId = ParamId::of("reading_phase_points");
const EXACT: ParamId = ParamId::of("reading_exact_points");

/// The module.
#[derive(Default)]
struct ReadabilityModule;

impl Module for ReadabilityModule {
    const ID: &'static str = "readability";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        let points = (-10_000, 10_000);
        registrar
            .parameter("reading_points_per_difficulty", "What a point of an action's readability takes off.", (0, 1000), 10)
            .parameter("reading_wits_points", "The wits that neither help nor hinder.", points, 10)
            .parameter("reading_practice_points", "What it is worth to have read an action before, each time.", (0, 1000), 5)
            .parameter("reading_practice_cap_points", "The most that practice is worth.", (0, 10_000), 20)
            .parameter("reading_spread_points", "The most that the luck of the moment is worth.", (0, 10_000), 30)
            .parameter("reading_busy_points", "From here one reads that something is done.", points, -20)
            .parameter("reading_kind_points", "From here, what kind of thing.", points, 0)
            .parameter("reading_phase_points", "From here, which phase, and how long it has gone on.", points, 15)
            .parameter("reading_exact_points", "From here, which action, and how long is left.", points, 40)
            .readability("readability", ByLore);
        Ok(())
    }
}

abi::export_module!(ReadabilityModule);

/// Readings from what one knows, how sharp one is, how often one has seen it, and luck.
#[derive(Debug)]
struct ByLore;

impl Readability for ByLore {
    fn read(&self, call: &ReadCall<'_>) -> ReadingLevel {
        let spread = u32::try_from(call.params.get(SPREAD)).unwrap_or(0);
        let insight = Insight {
            luck_points: i64::from(Dice::new(call.draw).below(spread + 1)),
            lore_points: i64::from(call.lore_points),
            wits_points: i64::from(call.wits_points) - call.params.get(WITS),
            practice_points: rules::practice_points(
                call.times_read,
                call.params.get(PRACTICE),
                call.params.get(PRACTICE_CAP),
            ),
            difficulty_points: i64::from(call.difficulty_points) * call.params.get(DIFFICULTY),
        };
        rules::level(insight.points(), thresholds(&call.params))
    }
}

fn thresholds(params: &Params<'_>) -> Thresholds {
    Thresholds {
        busy_points: params.get(BUSY),
        kind_points: params.get(KIND),
        phase_points: params.get(PHASE),
        exact_points: params.get(EXACT),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abi::RSlice;

    /// The level that these figures come to, under the default parameters.
    fn check(draw: u64, difficulty_points: i32, lore_points: i32, times_read: u32) -> ReadingLevel {
        let mut set = [
            (DIFFICULTY, 10),
            (WITS, 10),
            (PRACTICE, 5),
            (PRACTICE_CAP, 20),
            (SPREAD, 30),
            (BUSY, -20),
            (KIND, 0),
            (PHASE, 15),
            (EXACT, 40),
        ];
        set.sort_unstable();
        let (ids, values): (Vec<_>, Vec<_>) = set.into_iter().unzip();
        let params = Params { ids: RSlice::from_slice(&ids), values: RSlice::from_slice(&values) };
        let (wits_points, call) = (10, ReadCall { draw, difficulty_points, lore_points, times_read, ..ReadCall::default() });
        ByLore.read(&ReadCall { wits_points, params, ..call })
    }

    #[test]
    fn clock_p3_looking_again_changes_nothing() {
        for draw in 0..100 {
            assert_eq!(check(draw, 1, 5, 0), check(draw, 1, 5, 0));
        }
    }

    #[test]
    fn clock_p3_a_reading_sharpens_with_knowledge_and_practice() {
        for draw in 0..200 {
            for lore in -40..60 {
                assert!(check(draw, 1, lore, 0) <= check(draw, 1, lore + 1, 0));
                assert!(check(draw, 1, lore, 0) <= check(draw, 1, lore, 1));
                assert!(check(draw, 2, lore, 0) <= check(draw, 1, lore, 0));
            }
        }
    }

    #[test]
    fn who_knows_nothing_reads_a_plain_action_as_a_kind_and_often_its_phase() {
        let levels: Vec<_> = (0..1000).map(|draw| check(draw, 0, 0, 0)).collect();
        let phases = levels.iter().filter(|level| **level == ReadingLevel::Phase).count();
        assert!((400..650).contains(&phases), "{phases} of 1000");
        assert!(levels.iter().all(|level| matches!(level, ReadingLevel::Kind | ReadingLevel::Phase)));
    }
}
