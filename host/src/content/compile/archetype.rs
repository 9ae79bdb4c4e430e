//! Archetypes: what kind of fighter a profile makes, and what a body needs for it.
//!
//! Owns the list. A profile that suits its body badly is no mistake but worth a word, so this warns and never refuses.

use abi::StatId;
use std::collections::BTreeMap;

/// An archetype: the stat that it lives by, and the one that would suit another better.
struct Archetype {
    name: &'static str,
    leads: &'static str,
    trails: &'static str,
}

/// Each by what its fighters do: a skirmisher is nimble rather than strong, a brute the other way round.
const ARCHETYPES: &[Archetype] = &[
    Archetype { name: "Artillery", leads: "core/perception", trails: "core/strength" },
    Archetype { name: "Brute", leads: "core/strength", trails: "core/dexterity" },
    Archetype { name: "Caster", leads: "core/power", trails: "core/strength" },
    Archetype { name: "Lurker", leads: "core/stealth", trails: "core/defence" },
    Archetype { name: "Skirmisher", leads: "core/dexterity", trails: "core/strength" },
    Archetype { name: "Soldier", leads: "core/defence", trails: "core/stealth" },
];

/// The names of all.
pub fn names() -> impl Iterator<Item = &'static str> {
    ARCHETYPES.iter().map(|archetype| archetype.name)
}

/// What is wrong between an archetype and stats, measured from the average human's: both are said.
pub fn mismatch(name: &str, stats: &BTreeMap<StatId, i32>, average: &BTreeMap<StatId, i32>) -> Option<String> {
    let archetype = ARCHETYPES.iter().find(|archetype| archetype.name == name)?;
    let above = |stat: &str| {
        let id = StatId::of(stat);
        Some(i64::from(*stats.get(&id)?) - i64::from(*average.get(&id)?))
    };
    let (leads, trails) = (above(archetype.leads)?, above(archetype.trails)?);
    let Archetype { leads: lead, trails: trail, .. } = archetype;
    (leads < trails).then(|| format!("{lead} {leads:+} and {trail} {trails:+} against an average human"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, strength: i32, dexterity: i32, expected: Option<&str>) {
        let stats = |strength, dexterity| {
            BTreeMap::from([(StatId::of("core/strength"), strength), (StatId::of("core/dexterity"), dexterity)])
        };
        assert_eq!(mismatch(name, &stats(strength, dexterity), &stats(10, 10)).as_deref(), expected);
    }

    #[test]
    fn a_brute_is_strong_and_a_skirmisher_nimble() {
        check("Brute", 14, 10, None);
        check("Skirmisher", 10, 10, None);
        check("Brute", 9, 12, Some("core/strength -1 and core/dexterity +2 against an average human"));
        check("Soldier", 9, 12, None);
        check("Nobody", 9, 12, None);
    }
}
