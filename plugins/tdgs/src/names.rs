//! Ids that this module uses in more than one file.
//!
//! Owns nothing but names. Called by the holders, the effects and the tests.

use abi::{CheckId, ConditionId, FactId, HarmId, LadderId, ParamId, StatId, TrackId};

pub const STRENGTH: StatId = StatId::of("tdgs/strength");
pub const DEXTERITY: StatId = StatId::of("tdgs/dexterity");
pub const REFLEX: StatId = StatId::of("tdgs/reflex");
pub const CONSTITUTION: StatId = StatId::of("tdgs/constitution");
pub const MOVEMENT: StatId = StatId::of("tdgs/movement");
pub const INTELLIGENCE: StatId = StatId::of("tdgs/intelligence");
pub const WISDOM: StatId = StatId::of("tdgs/wisdom");
pub const CHARISMA: StatId = StatId::of("tdgs/charisma");
pub const LUCK: StatId = StatId::of("tdgs/luck");
/// Casts by wisdom, not by intelligence, where it is above 0.
pub const DIVINE: StatId = StatId::of("tdgs/divine");
pub const HIT_BONUS: StatId = StatId::of("tdgs/hit-bonus");
pub const DAMAGE_BONUS: StatId = StatId::of("tdgs/damage-bonus");
/// How many dice of four a blow adds.
pub const DAMAGE_DICE: StatId = StatId::of("tdgs/damage-dice");
pub const EVASION: StatId = StatId::of("tdgs/evasion");
pub const DEFLECTION: StatId = StatId::of("tdgs/deflection-permille");

pub const POINTS: TrackId = TrackId::of("tdgs/hit-points");
pub const POOL: TrackId = TrackId::of("tdgs/pool");
pub const VIGOUR: TrackId = TrackId::of("tdgs/vigour");
/// What the last blow took: what concentration is tried against.
pub const LAST_HARM: TrackId = TrackId::of("tdgs/last-harm");

/// How much of its armour is worn down, until the end of the scene.
pub const WORN: FactId = FactId::of("tdgs/worn-permille");
/// How much a recurring condition takes or gives in each round.
pub const BLEEDING_POINTS: FactId = FactId::of("tdgs/bleeding-points");
pub const BURNING_POINTS: FactId = FactId::of("tdgs/burning-points");
pub const POISON_POINTS: FactId = FactId::of("tdgs/poison-points");
pub const REGENERATING_POINTS: FactId = FactId::of("tdgs/regenerating-points");

pub const UNCONSCIOUS: ConditionId = ConditionId::of("tdgs/unconscious");
pub const GRAPPLED: ConditionId = ConditionId::of("tdgs/grappled");
pub const PRONE: ConditionId = ConditionId::of("tdgs/prone");
pub const FRIGHTENED: ConditionId = ConditionId::of("tdgs/frightened");
pub const BLINDED: ConditionId = ConditionId::of("tdgs/blinded");
pub const DEAFENED: ConditionId = ConditionId::of("tdgs/deafened");
pub const CHARMED: ConditionId = ConditionId::of("tdgs/charmed");
pub const SLOWED: ConditionId = ConditionId::of("tdgs/slowed");
pub const HASTED: ConditionId = ConditionId::of("tdgs/hasted");
pub const INVISIBLE: ConditionId = ConditionId::of("tdgs/invisible");
pub const BLEEDING: ConditionId = ConditionId::of("tdgs/bleeding");
pub const BURNING: ConditionId = ConditionId::of("tdgs/burning");
pub const POISONED: ConditionId = ConditionId::of("tdgs/poisoned");
pub const REGENERATING: ConditionId = ConditionId::of("tdgs/regenerating");

pub const ATTACK: CheckId = CheckId::of("core/attack");
pub const BLAST: CheckId = CheckId::of("core/blast");
pub const CONCENTRATION: CheckId = CheckId::of("core/concentration");
pub const INTERRUPT: CheckId = CheckId::of("core/interrupt");
pub const NOTICE: CheckId = CheckId::of("core/notice");
/// Strength against strength.
pub const WREST: CheckId = CheckId::of("tdgs/wrest");

pub const VIGOUR_LADDER: LadderId = LadderId::of("vigour");

pub const POINTS_PER_STEP: ParamId = ParamId::of("points_per_step");
pub const EXPLOIT: ParamId = ParamId::of("exploit_points");
pub const WEAPON_BONUS: ParamId = ParamId::of("weapon_bonus_permille");
pub const HEIGHT: ParamId = ParamId::of("high_ground_points");
pub const SCENE: ParamId = ParamId::of("scene_ticks");
pub const DIFFICULT: ParamId = ParamId::of("difficult_ground_ticks");
pub const VERY_DIFFICULT: ParamId = ParamId::of("very_difficult_ground_ticks");
pub const SCRAPED: ParamId = ParamId::of("vigour_scraped_permille");
pub const BATTERED: ParamId = ParamId::of("vigour_battered_permille");
pub const BLOODIED: ParamId = ParamId::of("vigour_bloodied_permille");
pub const REELING: ParamId = ParamId::of("vigour_reeling_permille");
pub const BLOW_HIT: ParamId = ParamId::of("blow_hit_permille");
pub const BLOW_HEAVY: ParamId = ParamId::of("blow_heavy_permille");
pub const BLOW_CRUSHING: ParamId = ParamId::of("blow_crushing_permille");

pub const FIRE: HarmId = HarmId::of("core/fire");

/// A kind of harm with the stats that say what a body makes of it.
#[derive(Copy, Clone, Debug)]
pub struct HarmStats {
    /// The kind.
    pub harm: HarmId,
    /// What is shrugged off, in permille.
    pub resists: StatId,
    /// What is suffered beside, in permille.
    pub suffers: StatId,
    /// What becomes strength, in permille.
    pub drinks: StatId,
}

macro_rules! harms {
    ($($name:literal),*) => {
        /// The names of the kinds of harm that bodies can be more or less open to.
        pub const HARM_NAMES: &[&str] = &[$($name),*];

        /// Those kinds, each with its stats. Harm of another kind, or of none, goes by all of them.
        pub const HARMS: &[HarmStats] = &[$(HarmStats {
            harm: HarmId::of(concat!("core/", $name)),
            resists: StatId::of(concat!("tdgs/resists-", $name)),
            suffers: StatId::of(concat!("tdgs/suffers-", $name)),
            drinks: StatId::of(concat!("tdgs/drinks-", $name)),
        }),*];
    };
}

harms!("edge", "point", "blunt", "fire", "frost", "shock");
