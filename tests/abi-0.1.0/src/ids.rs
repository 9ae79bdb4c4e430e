//! Names as numbers: every id `pack/name` is the FNV-1a hash of its text, computed at compile time where it is a constant.
//!
//! Owns the hash and the typed ids. An id is the same in every build, module and save, so nothing is linked when a module
//! is loaded and nothing has to be looked up again when one is swapped. The host knows the text of every id that content
//! or a module has named, and refuses two texts with one hash.

use abi_stable::StableAbi;

/// FNV-1a, 64 bits, of the text of a name.
///
/// Source: the reference parameters of Fowler, Noll and Vo.
#[must_use]
pub const fn hash(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let mut state = 0xcbf2_9ce4_8422_2325_u64;
    let mut i = 0;
    while i < bytes.len() {
        state ^= bytes[i] as u64;
        state = state.wrapping_mul(0x0000_0100_0000_01b3);
        i += 1;
    }
    state
}

macro_rules! ids {
    ($($(#[$doc:meta])* $Name:ident;)*) => {$(
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(StableAbi, Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $Name(pub u64);

        impl $Name {
            /// No such thing.
            pub const NONE: Self = Self(0);

            /// The id of a name, `pack/name` for all that packs define.
            #[must_use]
            pub const fn of(name: &str) -> Self { Self(hash(name)) }

            /// Whether this names nothing.
            #[must_use]
            pub const fn is_none(self) -> bool { self.0 == 0 }
        }
    )*};
}

ids! {
    /// An action: a parameter set, defined by content (clause T1).
    ActionId;
    /// A kind of actor, thing or object.
    KindId;
    /// A side in a fight: `party`, `goblins`.
    SideId;
    /// A number that an entity carries and that changes: avoidance, stage.
    TrackId;
    /// A number that an entity is born with: dexterity, perception.
    StatId;
    /// A condition: a wound, a stance, being on fire.
    ConditionId;
    /// A ladder of rungs (doctrine F4): `stage`, `blow`.
    LadderId;
    /// A verb that a body can do or lose: `swing`, `sprint`.
    VerbId;
    /// A kind of check: `core/attack`.
    CheckId;
    /// A kind of harm: `core/edge`.
    HarmId;
    /// A name of an event (clause E1): `prep_began`.
    EventId;
    /// A parameter of the ruleset: `jitter_ticks`.
    ParamId;
    /// A phrase: a set of wordings.
    PhraseId;
    /// A ground: what fills a cell and what floor it has.
    GroundId;
    /// The key of a fact that an entity knows or bears.
    FactId;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(hash(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash("foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn an_id_is_its_name_whoever_asks() {
        const STRIKE: ActionId = ActionId::of("fighter/strike");
        assert_eq!(STRIKE, ActionId::of("fighter/strike"));
        assert_ne!(STRIKE, ActionId::of("fighter/Strike"));
        assert!(ActionId::NONE.is_none() && !STRIKE.is_none());
    }
}
