//! Questions about the world that the holders and the effects share.
//!
//! Owns what an apparent stat is: never below nothing, but for luck. Must never change anything. Called by all but the rules.

use crate::names::*;
use crate::rules::body;
use crate::rules::harm::{Affinity, Armour};
use crate::rules::place::Body;
use abi::{Class, ConditionId, ConditionRow, EntityId, FactId, HarmId, StatId, World};

/// An apparent stat: the base with everything that counts. No penalty takes a stat below nothing.
pub fn stat(world: &World<'_>, id: EntityId, stat: StatId) -> i64 {
    i64::from(world.stat(id, stat)).max(0)
}

/// A bonus, or luck: may be below nothing.
pub fn signed(world: &World<'_>, id: EntityId, stat: StatId) -> i64 {
    i64::from(world.stat(id, stat))
}

/// All hit points that a body has now.
pub fn most_points(world: &World<'_>, id: EntityId) -> i64 {
    body::most_points(stat(world, id, CONSTITUTION))
}

/// A condition that somebody has.
pub fn held<'a>(world: &'a World<'_>, id: EntityId, condition: ConditionId) -> Option<&'a ConditionRow> {
    world.conditions_of(id).find(|row| row.condition == condition)
}

/// Whether somebody has a condition.
pub fn has(world: &World<'_>, id: EntityId, condition: ConditionId) -> bool {
    held(world, id, condition).is_some()
}

/// A number that somebody bears, about nobody.
pub fn fact(world: &World<'_>, id: EntityId, key: FactId) -> i64 {
    world.fact(id, key, EntityId::NONE).unwrap_or(0)
}

/// Somebody's body, where it stands.
pub fn body(world: &World<'_>, id: EntityId) -> Option<Body> {
    let row = world.row(id)?;
    Some(Body { at: world.places.get(row)?.cell, extent: *world.extents.get(row)? })
}

/// What stands between a blow and somebody's body.
pub fn armour(world: &World<'_>, id: EntityId) -> Armour {
    let worn = fact(world, id, WORN);
    Armour { pool: world.track(id, POOL).max(0), deflection_permille: (stat(world, id, DEFLECTION) - worn).max(0) }
}

/// What somebody's body makes of a kind of harm; nothing in particular of one that has no stats.
pub fn affinity(world: &World<'_>, id: EntityId, harm: HarmId) -> Affinity {
    let Some(stats) = HARMS.iter().find(|stats| stats.harm == harm) else { return Affinity::default() };
    Affinity {
        resists_permille: stat(world, id, stats.resists),
        suffers_permille: stat(world, id, stats.suffers),
        drinks_permille: stat(world, id, stats.drinks),
    }
}

/// Everybody but one who is still in the fight, with body and whether it is on another side than `of`.
pub fn others<'a>(world: &'a World<'_>, of: EntityId) -> impl Iterator<Item = Other> + 'a {
    let side = world.row(of).and_then(|row| world.sides.get(row).copied());
    let rows = world.ids.iter().zip(world.classes.iter()).enumerate();
    rows.filter(move |(_, (id, class))| **class == Class::Actor && **id != of).filter_map(move |(row, (id, _))| {
        let is_in = world.states.get(row)?.is_in_the_fight();
        let found = Other { id: *id, body: body(world, *id)?, is_foe: world.sides.get(row).copied() != side };
        is_in.then_some(found)
    })
}

/// Somebody else.
#[derive(Copy, Clone, Debug)]
pub struct Other {
    /// Who.
    pub id: EntityId,
    /// Where.
    pub body: Body,
    /// Whether it is on another side.
    pub is_foe: bool,
}
