//! What one goblin makes of its pack and of its foes: the words of this module.
//!
//! Owns the way from a situation to an answer. Must never know more than the situation holds. Called for ranks that ask.

use crate::rules::{Body, flanks, is_within};
use abi::{Args, Attitude, Mind, ParamId, Situation, Subject, Target};

const FLANK: ParamId = ParamId::of("flank_feet");

fn body(subject: &Subject) -> Body {
    Body { at: subject.cell, extent: subject.extent }
}

fn flank_feet(situation: &Situation<'_>) -> i64 {
    let place = situation.param_ids.as_slice().binary_search(&FLANK).ok();
    place.and_then(|place| situation.params.get(place).copied()).unwrap_or(0)
}

/// A friend stands near a foe, on the far side from me.
#[derive(Debug)]
pub struct Flanking;

impl Mind for Flanking {
    fn holds(&self, situation: &Situation<'_>, args: &Args<'_>) -> bool {
        let named = situation.subject(args.who_or(0, Target::None));
        let Some(foe) = named.or_else(|| situation.seen(Attitude::Hostile).next()).filter(|foe| foe.is_seen) else {
            return false;
        };
        let (me, middle, feet) = (Body { at: situation.cell, extent: situation.extent }, body(foe), flank_feet(situation));
        let mut friends = situation.seen(Attitude::Allied).map(body);
        friends.any(|friend| is_within(friend, middle, feet) && flanks(me, middle, friend))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abi::{ActorState, Arg, Cell, EntityId, Extent, RSlice, Tick};

    const GOBLIN: Extent = Extent { width: 2, depth: 1, height: 4 };

    fn id(row: u32) -> EntityId {
        EntityId { index: row, generation: 1 }
    }

    /// Somebody seen in tick 100 at this place, on the ground.
    fn subject(row: u32, attitude: Attitude, x: i32, y: i32) -> Subject {
        Subject {
            id: id(row),
            is_kind_known: true,
            attitude,
            is_seen: true,
            seen: Tick(100),
            cell: Cell::new(x, y, 0),
            extent: GOBLIN,
            distance_feet: x.abs().max(y.abs()),
            state: ActorState::Up,
            reach_feet: 5,
            ..Subject::default()
        }
    }

    /// The situation of a goblin at (0, 0) in tick 100.
    fn situation(subjects: &[Subject]) -> Situation<'_> {
        Situation {
            tick: Tick(100),
            me: id(0),
            extent: GOBLIN,
            state: ActorState::Up,
            reach_feet: 3,
            is_encounter: true,
            subjects: RSlice::from_slice(subjects),
            param_ids: RSlice::from_slice(&[FLANK]),
            params: RSlice::from_slice(&[8]),
            ..Situation::default()
        }
    }

    /// Whether the goblin flanks the nearest foe, or the one in this row.
    fn check_flank(subjects: &[Subject], row: Option<u32>, expected: bool) {
        let args: Vec<Arg> = row.map(|row| Arg::Who(Target::Actor(id(row)))).into_iter().collect();
        let args = Args { items: RSlice::from_slice(&args) };
        assert_eq!(Flanking.holds(&situation(subjects), &args), expected, "{row:?}");
    }

    #[test]
    fn a_friend_beyond_the_foe_makes_a_flank() {
        let hero = subject(1, Attitude::Hostile, 4, 0);
        check_flank(&[hero, subject(2, Attitude::Allied, 8, 0)], None, true);
        check_flank(&[hero, subject(2, Attitude::Allied, 8, 0)], Some(1), true);
        check_flank(&[hero, subject(2, Attitude::Allied, 0, 2)], None, false);
        check_flank(&[hero, subject(2, Attitude::Allied, 20, 0)], None, false);
        check_flank(&[hero], None, false);
        check_flank(&[subject(2, Attitude::Allied, 8, 0)], None, false);
    }

    #[test]
    fn who_is_not_seen_or_out_of_the_fight_makes_none() {
        let hero = subject(1, Attitude::Hostile, 4, 0);
        let friend = subject(2, Attitude::Allied, 8, 0);
        check_flank(&[hero, Subject { is_seen: false, ..friend }], None, false);
        check_flank(&[hero, Subject { state: ActorState::Yielded, ..friend }], None, false);
        check_flank(&[Subject { is_seen: false, ..hero }, friend], Some(1), false);
    }
}
