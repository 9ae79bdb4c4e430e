//! How well intentions are read. Must never draw: the host's draw belongs to observer, activity and stretch of public line.
//! Called by the host as the holder of `Readability`, as often as a reading is needed.
#![doc = include_str!("../README.md")]

mod rules;

use abi::{Dice, Module, ParamId, ReadCall, Readability, ReadingChances, ReadingLevel, Registrar};
use rules::{Insight, ROLLS};

const DIFFICULTY: ParamId = ParamId::of("reading_points_per_difficulty");
const WITS: ParamId = ParamId::of("reading_wits_points");
const LUCK: ParamId = ParamId::of("reading_luck");
const FOR_A_STEP: ParamId = ParamId::of("reading_times_for_a_step");
const MOST_STEPS: ParamId = ParamId::of("reading_steps_most");

/// The module.
#[derive(Default)]
struct ReadabilityModule;

impl Module for ReadabilityModule {
    const ID: &'static str = "readability";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar
            .parameter("reading_points_per_difficulty", "What a point of an action's readability takes off.", (0, 1000), 10)
            .parameter("reading_wits_points", "The wits that neither help nor hinder.", (-10_000, 10_000), 10)
            .parameter("reading_luck", "0: nobody has any, and what is not certain is not read.", (0, 1), 1)
            .parameter("reading_times_for_a_step", "How often one sees an action to read it a step better.", (0, 200), 3)
            .parameter("reading_steps_most", "How many steps practice is worth at most.", (0, 4), 1)
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
        self.read_in(call, &ReadingChances { rows: abi::RSlice::EMPTY })
    }

    fn read_in(&self, call: &ReadCall<'_>, chances: &ReadingChances<'_>) -> ReadingLevel {
        let insight = Insight {
            lore_points: i64::from(call.lore_points),
            wits_points: i64::from(call.wits_points) - call.params.get(WITS),
            difficulty_points: i64::from(call.difficulty_points) * call.params.get(DIFFICULTY),
        };
        let roll = if call.params.get(LUCK) == 0 { 0 } else { Dice::new(call.draw).below(ROLLS) };
        let small = |param| u32::try_from(call.params.get(param)).unwrap_or(0);
        let steps = rules::steps(call.times_read, small(FOR_A_STEP), small(MOST_STEPS));
        rules::raised(rules::level(&chances.rows, insight.points(), roll), steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abi::{Params, RSlice, ReadingChance};

    /// The level that these figures come to, under the default parameters and a table of three rows.
    fn check(draw: u64, difficulty_points: i32, lore_points: i32, times_read: u32) -> ReadingLevel {
        let mut set = [(DIFFICULTY, 10), (WITS, 10), (LUCK, 1), (FOR_A_STEP, 3), (MOST_STEPS, 1)];
        set.sort_unstable();
        let (ids, values): (Vec<_>, Vec<_>) = set.into_iter().unzip();
        let params = Params { ids: RSlice::from_slice(&ids), values: RSlice::from_slice(&values) };
        let row = |points, busy_permille, kind_permille, phase_permille, exact_permille| ReadingChance {
            points,
            busy_permille,
            kind_permille,
            phase_permille,
            exact_permille,
        };
        let rows = [row(-50, 0, 0, 0, 0), row(0, 1000, 1000, 500, 0), row(40, 1000, 1000, 1000, 1000)];
        let (wits_points, call) = (10, ReadCall { draw, difficulty_points, lore_points, times_read, ..ReadCall::default() });
        let chances = ReadingChances { rows: RSlice::from_slice(&rows) };
        ByLore.read_in(&ReadCall { wits_points, params, ..call }, &chances)
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
            for lore in -60..60 {
                assert!(check(draw, 1, lore, 0) <= check(draw, 1, lore + 1, 0));
                assert!(check(draw, 2, lore, 0) <= check(draw, 1, lore, 0));
                assert_eq!(check(draw, 1, lore, 2), check(draw, 1, lore, 0), "two readings teach nothing yet");
                let practised = rules::raised(check(draw, 1, lore, 0), 1);
                assert_eq!(check(draw, 1, lore, 3), practised, "after three it is a step better");
            }
        }
    }

    #[test]
    fn clock_p3_lore_reads_a_flinch_that_others_miss() {
        // A flinch of two points of difficulty, read by a wolf, a soldier and a scholar of such things.
        let phases = |lore| (0..1000).filter(|draw| check(*draw, 2, lore, 0) >= ReadingLevel::Phase).count();
        let [wolf, soldier, scholar] = [-20, 5, 30].map(phases);
        assert!(wolf < 150 && (250..450).contains(&soldier) && scholar > 550, "{wolf}, {soldier}, {scholar} of 1000");
    }

    #[test]
    fn who_knows_nothing_reads_a_plain_action_as_a_kind_and_often_its_phase() {
        let levels: Vec<_> = (0..1000).map(|draw| check(draw, 0, 0, 0)).collect();
        let phases = levels.iter().filter(|level| **level == ReadingLevel::Phase).count();
        assert!((400..650).contains(&phases), "{phases} of 1000");
        assert!(levels.iter().all(|level| matches!(level, ReadingLevel::Kind | ReadingLevel::Phase)));
    }
}
