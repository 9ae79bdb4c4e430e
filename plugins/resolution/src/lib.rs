//! Decides how well a check goes. Must never draw or change anything. Called by the host as the holder of `Resolution`.
#![doc = include_str!("../README.md")]

mod rules;

use abi::{CheckAnswer, CheckCall, CheckId, Module, ParamId, Params, Registrar, Resolution};
use rules::{Bands, Distribution, ROLLS, Roll};

const SPAN: ParamId = ParamId::of("roll_span_points");
const CRITICAL: ParamId = ParamId::of("critical_points");
const CRITICAL_FAILURE: ParamId = ParamId::of("critical_failure_points");
const DISTRIBUTION: ParamId = ParamId::of("roll_distribution");
const EXTREME_SHIFT: ParamId = ParamId::of("extreme_shift");
const EXTREME: ParamId = ParamId::of("extreme_permille");
/// The host's own parameter: clause R9 leaves how much it counts to whoever holds this role.
const EXPLOIT: ParamId = ParamId::of("exploit_points");

/// The module.
#[derive(Default)]
struct ResolutionModule;

impl Module for ResolutionModule {
    const ID: &'static str = "resolution";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    fn register(registrar: &mut Registrar) -> Result<(), String> {
        registrar
            .parameter("roll_span_points", "How many points of margin the whole roll spans.", (2, 10_000), 100)
            .parameter("critical_points", "How far over the difficulty is a critical success.", (1, 10_000), 50)
            .parameter("critical_failure_points", "How far under it is a critical failure.", (1, 10_000), 50)
            .parameter("roll_distribution", "0: every roll as likely; 1: the mean of two.", (0, 1), 0)
            .parameter("extreme_shift", "1: the best and the worst rolls shift the degree by one.", (0, 1), 0)
            .parameter("extreme_permille", "Which share of rolls at either end shifts it.", (0, 500), 50)
            .resolution("resolution", OneRoll);
        Ok(())
    }
}

abi::export_module!(ResolutionModule);

/// One roll against a margin, in four bands.
#[derive(Debug)]
struct OneRoll;

impl Resolution for OneRoll {
    fn draws(&self, _kind: CheckId) -> u32 {
        2
    }

    fn resolve(&self, call: &CheckCall<'_>) -> CheckAnswer {
        let bands = bands_of(&call.params);
        let exploit = if call.is_exploit { call.params.get(EXPLOIT) } else { 0 };
        let advantage = i64::from(call.skill_points) - i64::from(call.difficulty_points) + exploit;
        let draw = |place| fixed_point(call.draws.get(place).copied().unwrap_or(0));
        let value = rules::roll_of(bands.distribution, draw(0), draw(1));
        let outcome = rules::resolve_roll(&bands, advantage, Roll { value, count: ROLLS });
        CheckAnswer {
            degree: outcome.degree,
            margin_points: i32::try_from(outcome.margin_points).unwrap_or(0),
            magnitude: 0,
            chance_permille: rules::chance_permille(&bands, advantage, ROLLS),
            roll_permille: i32::try_from(value * 1000 / ROLLS).unwrap_or(0),
            is_exploit: call.is_exploit,
        }
    }
}

/// The high half of a draw: the roll as a 32-bit fixed-point number.
fn fixed_point(draw: u64) -> i64 {
    i64::try_from(draw >> 32).unwrap_or(0)
}

fn bands_of(params: &Params<'_>) -> Bands {
    Bands {
        // A ruleset without the parameter cannot be loaded; a span of nothing would divide by it.
        span_points: params.get(SPAN).max(1),
        critical_points: params.get(CRITICAL),
        critical_failure_points: params.get(CRITICAL_FAILURE),
        distribution: if params.get(DISTRIBUTION) == 0 { Distribution::Flat } else { Distribution::Bell },
        extreme_permille: if params.get(EXTREME_SHIFT) == 0 { 0 } else { params.get(EXTREME) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abi::{Degree, RSlice};

    /// Resolves one check under parameters given by name, with a roll given in permille.
    fn check(set: &[(ParamId, i64)], skill_points: i32, is_exploit: bool, roll_permille: u64) -> CheckAnswer {
        let mut set: Vec<_> = [(SPAN, 100), (CRITICAL, 50), (CRITICAL_FAILURE, 50), (EXPLOIT, 10)]
            .into_iter()
            .chain(set.iter().copied())
            .collect();
        set.sort_unstable();
        let (ids, values): (Vec<_>, Vec<_>) = set.into_iter().unzip();
        let params = Params { ids: RSlice::from_slice(&ids), values: RSlice::from_slice(&values) };
        let draw = (roll_permille * 2 + 1) * (u64::MAX / 2000);
        let draws = [draw, draw];
        OneRoll.resolve(&CheckCall {
            kind: CheckId::of("core/attack"),
            skill_points,
            difficulty_points: 0,
            is_exploit,
            draws: RSlice::from_slice(&draws),
            params,
        })
    }

    #[test]
    fn chance_and_roll_are_told_beside_the_degree() {
        let answer = check(&[], 20, false, 300);
        assert_eq!((answer.chance_permille, answer.roll_permille), (700, 300));
        assert_eq!((answer.degree, answer.margin_points), (Degree::Success, 39));
    }

    #[test]
    fn clock_r9_a_recovering_opponent_is_easier() {
        assert_eq!(check(&[], 0, false, 550).degree, Degree::Failure);
        let exploited = check(&[], 0, true, 550);
        assert_eq!((exploited.degree, exploited.chance_permille, exploited.is_exploit), (Degree::Success, 600, true));
    }

    #[test]
    fn bands_come_from_the_ruleset() {
        assert_eq!(check(&[], 40, false, 300).degree, Degree::CriticalSuccess);
        assert_eq!(check(&[(EXTREME, 50), (EXTREME_SHIFT, 1)], 0, false, 20).degree, Degree::CriticalSuccess);
        assert_eq!(check(&[(EXTREME, 50)], 0, false, 20).degree, Degree::Success);
        assert_eq!(check(&[(DISTRIBUTION, 1)], 20, false, 300).chance_permille, 820);
    }

    #[test]
    fn every_kind_of_check_takes_two_draws() {
        assert_eq!(OneRoll.draws(CheckId::of("core/attack")), 2);
        assert_eq!(OneRoll.draws(CheckId::NONE), 2);
    }
}
