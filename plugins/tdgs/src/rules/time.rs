//! Time: a round, what an action takes of it, how long a step is, and in which order all act.
//!
//! Owns the lengths and the order. Must never see a view. Called by the holders of `Tempo` and `Movement`.

use super::place::{SQUARE_FEET, Terrain, crossed_squares};

/// A round: everybody has one action in it.
pub const ROUND_TICKS: i64 = 300;
/// Who is hasted has two.
const HASTED_ACTIONS: i64 = 2;
/// More than any luck is high, so that the order goes by reflex first.
const LUCK_SPAN: i64 = 1000;

/// Prep, exec and recover, in ticks.
pub type Spans = [i64; 3];

/// How long an action takes of a round. Exec is as given, since windows and answers are timed by it; what is left of the
/// round is shared between prep and recover as they were given.
pub fn action_spans([prep, exec, recover]: Spans, is_hasted: bool) -> Spans {
    let whole = if is_hasted { ROUND_TICKS / HASTED_ACTIONS } else { ROUND_TICKS };
    let rest = (whole - exec).max(0);
    match prep + recover {
        // What comes at once and leaves nothing open still takes its part of the round.
        0 => [0, exec, rest],
        sum => {
            let prep = rest * prep / sum;
            [prep, exec, rest - prep]
        }
    }
}

/// What something makes longer or shorter, in permille, where it is not nothing.
pub fn dearer(ticks: i64, dear_permille: i64) -> i64 {
    if ticks == 0 { 0 } else { (ticks * (1000 + dear_permille.max(-500)) / 1000).max(1) }
}

/// How long a foot of ground takes: as many squares as somebody has movement in a round, diagonals like all others.
pub fn foot_ticks(movement: i64, terrain: Terrain, is_slowed: bool) -> i64 {
    let movement = if is_slowed { movement / 2 } else { movement };
    let squares = crossed_squares(movement, terrain).max(1);
    (ROUND_TICKS / (squares * SQUARE_FEET)).max(1)
}

/// Where somebody stands in the order, the highest first: by reflex, of equals by luck, of equals by a coin. It is not rolled.
pub fn order(reflex: i64, luck: i64, coin: bool) -> i64 {
    (reflex * LUCK_SPAN + luck) * 2 + i64::from(coin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_takes_a_round_and_a_hasted_one_half_of_it() {
        let check = |given, expected: Spans| {
            assert_eq!(action_spans(given, false), expected);
            assert_eq!(expected.iter().sum::<i64>(), ROUND_TICKS);
            assert_eq!(action_spans(given, true).iter().sum::<i64>(), ROUND_TICKS / 2);
        };
        check([18, 6, 20], [139, 6, 155]);
        check([6, 4, 8], [126, 4, 170]);
        check([0, 3, 15], [0, 3, 297]);
        check([60, 2, 0], [298, 2, 0]);
        check([0, 5, 0], [0, 5, 295]);
    }

    #[test]
    fn an_exec_longer_than_a_round_is_left_alone() {
        assert_eq!(action_spans([10, 400, 10], false), [0, 400, 0]);
    }

    #[test]
    fn a_step_is_a_square_in_fifty_ticks() {
        let square = |movement, terrain, is_slowed| foot_ticks(movement, terrain, is_slowed) * SQUARE_FEET;
        assert_eq!(square(6, Terrain::Normal, false), 50);
        assert_eq!(square(6, Terrain::Normal, true), 100);
        assert_eq!(square(12, Terrain::Normal, false), 25);
        assert_eq!((square(6, Terrain::Difficult, false), square(6, Terrain::VeryDifficult, false)), (100, 300));
        assert_eq!(square(0, Terrain::Normal, false), 300, "who hardly moves still does");
    }

    #[test]
    fn what_is_dear_takes_longer_and_nothing_stays_nothing() {
        assert_eq!([dearer(100, 500), dearer(100, -900), dearer(0, 500), dearer(1, -500)], [150, 50, 0, 1]);
    }

    #[test]
    fn the_order_goes_by_reflex_then_luck_then_a_coin() {
        let ordered = [order(9, -10, false), order(8, 10, true), order(8, 1, true), order(8, 1, false), order(-1, 0, true)];
        assert!(ordered.is_sorted_by(|first, second| first > second), "{ordered:?}");
    }
}
