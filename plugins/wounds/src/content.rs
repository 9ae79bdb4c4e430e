//! Which wounds there are and which means of avoiding a blow, by id; what they do and say is content.
//!
//! Owns the two lists and what each entry asks for. Must never hold a number or a word for the player. Called by `harm`.

use abi::{ConditionId, HarmId, PhraseId, VerbId};

/// A wound that a body can take.
#[derive(Copy, Clone, Debug)]
pub struct Wound {
    /// The condition, defined in `content/wounds/conditions`.
    pub condition: ConditionId,
    /// Which kinds of harm leave it.
    pub from: &'static [HarmId],
    /// Whether it takes a hard blow to leave it.
    pub is_severe: bool,
}

/// A means of avoiding a blow.
#[derive(Copy, Clone, Debug)]
pub struct Means {
    /// How it is said, defined in `content/wounds/texts`.
    pub how: PhraseId,
    /// The verb without which it is gone (doctrine F11).
    pub verb: VerbId,
    /// Against which kinds of harm it serves; all where the list is empty.
    pub against: &'static [HarmId],
    /// Whether it takes more power than an ordinary body has.
    pub is_ward: bool,
}

const EDGE: HarmId = HarmId::of("core/edge");
const POINT: HarmId = HarmId::of("core/point");
const BLUNT: HarmId = HarmId::of("core/blunt");
const FIRE: HarmId = HarmId::of("core/fire");
const FROST: HarmId = HarmId::of("core/frost");
const SHOCK: HarmId = HarmId::of("core/shock");

/// The kinds of harm that the list of wounds knows; whatever else a pack brings can leave any wound.
pub const KNOWN_HARM: &[HarmId] = &[EDGE, POINT, BLUNT, FIRE, FROST, SHOCK];

const fn light(name: &str, from: &'static [HarmId]) -> Wound {
    Wound { condition: ConditionId::of(name), from, is_severe: false }
}

const fn severe(name: &str, from: &'static [HarmId]) -> Wound {
    Wound { condition: ConditionId::of(name), from, is_severe: true }
}

/// All wounds. Among those that fit a blow each is as likely.
pub const WOUNDS: &[Wound] = &[
    light("wounds/split-brow", &[EDGE, POINT, BLUNT]),
    light("wounds/cut-forearm", &[EDGE, POINT]),
    light("wounds/gashed-thigh", &[EDGE, POINT]),
    light("wounds/slashed-hand", &[EDGE, POINT]),
    light("wounds/bruised-ribs", &[BLUNT, SHOCK]),
    light("wounds/rattled-skull", &[BLUNT, SHOCK]),
    light("wounds/scorched-hands", &[FIRE, FROST, SHOCK]),
    light("wounds/seared-lungs", &[FIRE, FROST]),
    light("wounds/blistered-face", &[FIRE]),
    light("wounds/numbed-legs", &[FROST, SHOCK]),
    severe("wounds/severed-tendon", &[EDGE]),
    severe("wounds/pierced-shoulder", &[POINT]),
    severe("wounds/blinded-eyes", &[EDGE, POINT, FIRE]),
    severe("wounds/ruined-knee", &[EDGE, POINT, BLUNT]),
    severe("wounds/broken-fingers", &[BLUNT, FROST]),
    severe("wounds/broken-ribs", &[BLUNT]),
    severe("wounds/charred-arm", &[FIRE, SHOCK]),
    severe("wounds/locked-limbs", &[SHOCK]),
    severe("wounds/frozen-hands", &[FROST]),
];

const fn bodily(how: &str, verb: &str, against: &'static [HarmId]) -> Means {
    Means { how: PhraseId::of(how), verb: VerbId::of(verb), against, is_ward: false }
}

/// All means. Among those that serve against a blow, and that the body still has, each is as likely.
pub const MEANS: &[Means] = &[
    bodily("wounds/duck", "stand", &[]),
    bodily("wounds/step-aside", "step", &[]),
    bodily("wounds/roll", "balance", &[]),
    bodily("wounds/turn-it", "guard", &[EDGE, POINT, BLUNT]),
    bodily("wounds/ride-it", "breathe", &[BLUNT, SHOCK]),
    Means { how: PhraseId::of("wounds/ward"), verb: VerbId::of("cast"), against: &[], is_ward: true },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_harm_leaves_light_and_severe_wounds() {
        for harm in KNOWN_HARM {
            for is_severe in [false, true] {
                let fitting = WOUNDS.iter().filter(|wound| wound.is_severe == is_severe && wound.from.contains(harm));
                assert!(fitting.count() >= 2, "{harm:?}, severe: {is_severe}");
            }
        }
    }

    #[test]
    fn no_wound_and_no_means_stands_twice() {
        let mut wounds: Vec<_> = WOUNDS.iter().map(|wound| wound.condition).collect();
        wounds.sort_unstable();
        wounds.dedup();
        assert_eq!(wounds.len(), WOUNDS.len());
        let mut means: Vec<_> = MEANS.iter().map(|means| (means.how, means.verb)).collect();
        means.sort_unstable();
        means.dedup_by_key(|means| means.1);
        assert_eq!(means.len(), MEANS.len(), "a verb takes exactly one means with it");
    }

    #[test]
    fn an_ordinary_body_can_avoid_every_kind_of_harm() {
        for harm in KNOWN_HARM {
            let serving =
                MEANS.iter().filter(|means| !means.is_ward && (means.against.is_empty() || means.against.contains(harm)));
            assert!(serving.count() >= 3, "{harm:?}");
        }
    }
}
