//! Whom a prayer is for, whom it is against, and how long what it does lasts.
//!
//! Owns the meaning of one's own side. Must never see a view. Called by `prayers` alone.

use abi::{ActorState, Degree, SideId, Ticks};

/// What somebody is to who prays.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Who prays, and whoever is on the same side.
    Own,
    /// Whoever is on another side and in the fight.
    Other,
    /// Whom no prayer means: the dead, who has left the fight, and who belongs to nobody.
    Outside,
}

/// What somebody is to who prays, by both sides and the state that it is in.
pub fn standing(own: SideId, is_self: bool, side: SideId, state: ActorState) -> Standing {
    let has_left = matches!(state, ActorState::Dead | ActorState::Yielded | ActorState::Fled);
    if has_left {
        Standing::Outside
    } else if is_self || (own == side && !own.is_none()) {
        Standing::Own
    } else if own.is_none() || side.is_none() {
        Standing::Outside
    } else {
        Standing::Other
    }
}

/// For how long somebody is daunted, by how well the prayer went; nothing where it withstands.
pub fn daunted_ticks(ticks: i64, degree: Degree) -> Option<Ticks> {
    let lasting = match degree {
        Degree::CriticalSuccess => ticks.saturating_mul(2),
        Degree::Success => ticks,
        Degree::Failure | Degree::CriticalFailure => return None,
    };
    u32::try_from(lasting).ok().map(Ticks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(own: &str, side: &str, state: ActorState, expected: Standing) {
        let id = |name: &str| if name.is_empty() { SideId::NONE } else { SideId::of(name) };
        assert_eq!(standing(id(own), false, id(side), state), expected, "{own:?} of {side:?}, {state:?}");
    }

    #[test]
    fn a_prayer_knows_its_own_and_leaves_out_who_has_left() {
        check("party", "party", ActorState::Up, Standing::Own);
        check("party", "party", ActorState::Down, Standing::Own);
        check("party", "goblins", ActorState::Up, Standing::Other);
        check("party", "goblins", ActorState::Yielded, Standing::Outside);
        check("party", "party", ActorState::Dead, Standing::Outside);
        check("party", "", ActorState::Up, Standing::Outside);
        check("", "", ActorState::Up, Standing::Outside);
        assert_eq!(standing(SideId::NONE, true, SideId::NONE, ActorState::Up), Standing::Own);
    }

    #[test]
    fn who_withstands_is_not_daunted() {
        let lasting: Vec<_> = Degree::ALL.iter().map(|degree| daunted_ticks(80, *degree)).collect();
        assert_eq!(lasting, [None, None, Some(Ticks(80)), Some(Ticks(160))]);
    }
}
