//! Kinds of actors and conditions.
//!
//! Owns what is checked of one file by itself; whether a kind and its profile fit together is `fitting`'s. `load` and
//! `fight` call it.

use super::{Desk, spoken};
use crate::content::known::{NO_PLACE, Sort};
use crate::content::problem::nearest;
use crate::content::reading::{Source, listed};
use crate::content::schema::Text;
use crate::content::schema::actor::{ConditionFile, KindFile};
use crate::content::tables::{ActionIx, ConditionDef, Kind, ProfileIx};
use abi::{ConditionId, Extent, HarmId, KindId, Packet, StatId, TrackId, VerbId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A human body: wide, deep and high, in feet (clause M6).
const HUMAN: (u8, u8, u8) = (2, 1, 6);
/// The largest body, in feet.
const MOST_FEET: u8 = 60;
/// The ladder on which wounds stand.
const HURT: &str = "hurt";

/// Compiles one kind. `everyones` are the actions that it has without naming them.
pub fn kind(desk: &mut Desk<'_>, id: &Arc<str>, source: &Source, file: &KindFile, everyones: &[ActionIx]) -> Kind {
    let label: Arc<str> = file.label.clone().unwrap_or_else(|| spoken(id)).into();
    Kind {
        id: KindId(desk.name(id)),
        name: id.clone(),
        look: file.look.as_deref().map_or_else(|| label.clone(), Into::into),
        label,
        glyph: file.glyph,
        look_glyph: file.look_glyph.unwrap_or(file.glyph),
        extent: extent(desk, source, file),
        flies: file.flies,
        stats: stats(desk, source, file),
        tracks: file.tracks.iter().map(|(id, value)| (TrackId(desk.id(Sort::Track, id, source)), *value)).collect(),
        hands: hands(desk, source, file),
        actions: actions(desk, source, file, everyones),
        varied: Vec::new(),
        feats: Vec::new(),
        check_points: Vec::new(),
        profile: profile_ix(desk, source, file.profile.as_ref()),
        orders: profile_ix(desk, source, file.orders.as_ref()),
        lacks: desk.verbs(&file.lacks, source),
        lore_points: file.lore_points,
        danger_points: file.danger_points,
        nature: file.senses.as_ref().map(|file| super::stimulus::nature(desk, source, file)),
    }
}

fn profile_ix(desk: &mut Desk<'_>, source: &Source, id: Option<&Text>) -> Option<ProfileIx> {
    id.and_then(|id| desk.place(Sort::Profile, id, source)).map(ProfileIx)
}

fn extent(desk: &mut Desk<'_>, source: &Source, file: &KindFile) -> Extent {
    let (width, depth, height) = file.body.as_ref().map_or(HUMAN, |body| body.value);
    if let Some(body) = &file.body
        && ![width, depth, height].iter().all(|feet| (1..=MOST_FEET).contains(feet))
    {
        let found = format!("a body of {width} by {depth} by {height} feet");
        desk.report(source, body.span, &found, &format!("1 to {MOST_FEET} feet each way"));
        // Whoever looks at every cell of a body must not be made to look at millions.
        let (width, depth, height) = HUMAN;
        return Extent { width, depth, height };
    }
    Extent { width, depth, height }
}

/// All stats: those of an average human, changed by what the file says.
fn stats(desk: &mut Desk<'_>, source: &Source, file: &KindFile) -> BTreeMap<StatId, i32> {
    let lexicon = desk.lexicon;
    let average = |value: i64| i32::try_from(value).unwrap_or(0);
    let mut stats: BTreeMap<StatId, i32> =
        lexicon.named("stat").map(|stat| (StatId::of(&stat.id), average(stat.default))).collect();
    for (id, value) in &file.stats {
        stats.insert(StatId(desk.id(Sort::Stat, id, source)), *value);
    }
    stats
}

fn hands(desk: &mut Desk<'_>, source: &Source, file: &KindFile) -> BTreeMap<Arc<str>, Packet> {
    let mut hands = BTreeMap::new();
    for (name, hand) in &file.hands {
        if name.value.is_empty() || name.value.contains(char::is_whitespace) {
            desk.report(source, name.span, &format!("a hand named {:?}", name.value), "one word, as `main-hand`");
        }
        desk.check_range(source, &hand.points, "harm in points", 0..=10_000);
        let harm = HarmId(desk.id(Sort::Harm, &hand.harm, source));
        hands.insert(name.value.as_str().into(), Packet { harm, points: hand.points.value });
    }
    hands
}

fn actions(desk: &mut Desk<'_>, source: &Source, file: &KindFile, everyones: &[ActionIx]) -> Vec<ActionIx> {
    let mut actions = Vec::new();
    for text in &file.actions {
        let Some(action) = desk.action_ix(text, source) else { continue };
        if actions.contains(&action) && action.0 != NO_PLACE {
            desk.report(source, text.span, &format!("`{}` again", text.value), "each action once");
        }
        actions.push(action);
    }
    for action in everyones {
        if !actions.contains(action) {
            actions.push(*action);
        }
    }
    actions
}

/// Compiles one condition.
pub fn condition(desk: &mut Desk<'_>, id: &Arc<str>, source: &Source, file: &ConditionFile) -> ConditionDef {
    let rung = file.hurt.as_ref().and_then(|word| desk.known.find_rung(HURT, word, source, desk.problems));
    ConditionDef {
        id: ConditionId(desk.name(id)),
        name: id.clone(),
        label: file.label.as_str().into(),
        effect: file.effect.as_str().into(),
        takes: desk.verbs(&file.takes, source),
        period_ticks: period(desk, source, file),
        effects: desk.effects(&file.effects, source),
        dear: dear(desk, source, file),
        modifiers: file.modifiers.iter().map(|(id, points)| (modified(desk, source, id), *points)).collect(),
        stacking: file.stacking.value(),
        is_rested_away: file.rested_away,
        is_wound: file.wound,
        rung: rung.unwrap_or(0),
        weight: file.weight,
    }
}

/// How often a condition comes round; 0 for never. A period without effects, or effects without one, is a mistake.
fn period(desk: &mut Desk<'_>, source: &Source, file: &ConditionFile) -> u32 {
    let Some(every) = &file.every else {
        if let Some(effect) = file.effects.first() {
            desk.report(
                source,
                effect.span,
                "`effects` without `every`",
                "after how many ticks they come round: `every: 300`",
            );
        }
        return 0;
    };
    desk.check_range(source, every, "ticks", 1..=1_000_000);
    if file.effects.is_empty() {
        desk.report(source, every.span, "`every` without `effects`", "what happens each time: `effects: [..]`");
    }
    every.value
}

fn dear(desk: &mut Desk<'_>, source: &Source, file: &ConditionFile) -> Vec<(VerbId, i32)> {
    let mut dear = Vec::new();
    for (verb, permille) in &file.dear {
        // Clause T6: at least -500 in all, so that a length stays a length.
        desk.check_range(source, permille, "permille", -500..=100_000);
        dear.push((VerbId(desk.id(Sort::Verb, verb, source)), permille.value));
    }
    dear
}

/// A stat or a check, which both can be made better or worse.
pub fn modified(desk: &mut Desk<'_>, source: &Source, id: &Text) -> u64 {
    if desk.known.has(Sort::Stat, &id.value) || desk.known.has(Sort::Check, &id.value) {
        return desk.name(&id.value);
    }
    let known: Vec<&str> = desk.known.ids(Sort::Check).chain(desk.known.ids(Sort::Stat)).collect();
    let found = format!("{:?}, which is no check and no stat", id.value);
    source.report(desk.problems, id.span, &found, &listed(&known), nearest(&id.value, known.iter().copied()));
    0
}
