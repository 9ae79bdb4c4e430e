//! Actions: clauses T, R, C and W as far as a file can break them.
//!
//! Owns what is checked of an action by itself. It must never ask who uses it. `load` and `fight` call it.

use super::{Desk, spoken};
use crate::content::known::Sort;
use crate::content::reading::{Source, Spanned};
use crate::content::schema::action::{
    ActionFile, ConcentrationWord, InterruptibleFile, OnReactWord, ShapeFile, ShowFile, SparesWord, TakesWord, TargetFile,
    TicksFile, WindowFile,
};
use crate::content::tables::{Action, Interruptible, LengthSource, ShapeDef, ShowDef, TargetRule, WindowDef};
use abi::{ActionId, ActionKind, Lengths, PhraseId, Ticks, TrackId};
use std::sync::Arc;

/// The longest phase, in ticks: five hours of fiction. Longer is a slip of the finger.
const MOST_TICKS: u32 = 1_000_000;
/// The farthest reach or shape, in feet.
const MOST_FEET: i32 = 1_000;
/// Difficulties, in points on the ruleset's scale, on which a hundred points span the whole roll.
const DIFFICULTIES: std::ops::RangeInclusive<i32> = -200..=200;

/// Compiles one action.
pub fn action(desk: &mut Desk<'_>, id: &Arc<str>, source: &Source, file: &ActionFile) -> Action {
    let lengths = lengths(desk, source, file);
    let target = target(desk, source, &file.target);
    let windows = file.windows.iter().map(|window| self::window(desk, source, window, lengths, target)).collect();
    desk.check_range(source, &file.advance_feet, "an advance in feet", 0..=MOST_FEET.into());
    check_concentration(desk, source, file);
    Action {
        id: ActionId(desk.name(id)),
        name: id.clone(),
        kind: file.kind.value(),
        lengths,
        target,
        needs: desk.verbs(&file.needs, source),
        grounds: grounds(desk, source, file, target),
        guards: desk.guards(&file.guards, source),
        advance_feet: file.advance_feet.value,
        windows,
        on_exec: desk.effects(&file.on_exec, source),
        on_complete: desk.effects(&file.on_complete, source),
        on_interrupt: desk.effects(&file.on_interrupt, source),
        costs: costs(desk, source, file),
        is_reaction: file.reaction,
        on_react: file.on_react.value.value(),
        recover_on_react: file.recover_on_react.value(),
        interruptible: interruptible(desk, source, &file.interruptible),
        concentration: file.concentration.value(),
        readability: file.readability.value(),
        shows: shows(desk, source, &file.shows, lengths, file.flinches),
        is_even: file.even,
        is_watchful: file.watchful,
        is_giving_up: file.flinches,
        is_engaged: file.engaged,
        offered: file.offered,
        label: file.label.clone().unwrap_or_else(|| spoken(id)).into(),
        text: text(desk, source, file),
        varied: None,
    }
}

fn lengths(desk: &mut Desk<'_>, source: &Source, file: &ActionFile) -> LengthSource {
    let mut check = |ticks: u32, phase: &str| {
        if ticks > MOST_TICKS {
            desk.report(source, file.ticks.span, &format!("{phase} of {ticks} ticks"), &format!("0 to {MOST_TICKS}"));
        }
    };
    match &file.ticks.value {
        TicksFile::Fixed { prep, exec, recover } => {
            check(*prep, "a prep");
            check(exec.value, "an exec");
            check(*recover, "a recover");
            if exec.value == 0 {
                let allowed = "an exec of 1 or more: an action happens in its exec (clause T1)";
                desk.report(source, exec.span, "an exec of 0 ticks", allowed);
            }
            LengthSource::Fixed(Lengths { prep: Ticks(*prep), exec: Ticks(exec.value), recover: Ticks(*recover) })
        }
        TicksFile::Ground => LengthSource::Ground,
        TicksFile::Invested { prep, recover } => {
            check(*prep, "a prep");
            check(*recover, "a recover");
            LengthSource::Invested { prep: *prep, recover: *recover }
        }
        TicksFile::Chosen => LengthSource::Chosen,
    }
}

fn target(desk: &mut Desk<'_>, source: &Source, target: &Spanned<TargetFile>) -> TargetRule {
    let rule = match &target.value {
        TargetFile::None => TargetRule::None,
        TargetFile::Itself => TargetRule::Itself,
        TargetFile::Actor { reach_feet } => TargetRule::Actor { reach_feet: *reach_feet },
        TargetFile::Cell { reach_feet } => TargetRule::Cell { reach_feet: *reach_feet },
        TargetFile::Step => TargetRule::Step,
    };
    if let TargetRule::Actor { reach_feet } | TargetRule::Cell { reach_feet } = rule
        && !(1..=MOST_FEET).contains(&reach_feet)
    {
        let allowed = format!("1 to {MOST_FEET}: touching bodies are 1 foot apart (clause G4)");
        desk.report(source, target.span, &format!("a reach of {reach_feet} feet"), &allowed);
    }
    rule
}

fn grounds(desk: &mut Desk<'_>, source: &Source, file: &ActionFile, target: TargetRule) -> Vec<u16> {
    if !file.grounds.is_empty() && !matches!(target, TargetRule::Cell { .. }) {
        let allowed = "`target: Cell(reach_feet: ...)`: only a cell has a ground";
        desk.report(source, file.target.span, "`grounds` of what is aimed at no cell", allowed);
    }
    let places = file.grounds.iter().filter_map(|text| desk.place(Sort::Ground, text, source));
    places.filter_map(|place| u16::try_from(place).ok()).collect()
}

fn window(desk: &mut Desk<'_>, source: &Source, file: &WindowFile, lengths: LengthSource, target: TargetRule) -> WindowDef {
    let (from, to) = file.exec.value;
    // Where the exec hangs on the ground or on the intent, its end is not known here.
    let most = match lengths {
        LengthSource::Fixed(lengths) => lengths.exec.0.max(1),
        LengthSource::Chosen => 1,
        LengthSource::Ground | LengthSource::Invested { .. } => MOST_TICKS,
    };
    if from >= to || to > most {
        let allowed = format!("a first tick and a later one before which it closes, within exec ticks 0 to {most}");
        desk.report(source, file.exec.span, &format!("a window over the exec ticks {from} to {to}"), &allowed);
    }
    let shape = shape(desk, source, &file.shape, target);
    let takes = file.takes.as_ref().map(|takes| takes.value.clone());
    if let Some(takes) = &file.takes
        && takes.value.is_empty()
    {
        desk.report(source, takes.span, "a window that takes nobody", "Inside, Entering or both; both if left out");
    }
    let takes = |word| takes.as_ref().is_none_or(|takes| takes.contains(&word));
    WindowDef {
        from,
        to,
        shape,
        takes_inside: takes(TakesWord::Inside),
        takes_entering: takes(TakesWord::Entering),
        once: file.once.unwrap_or(true),
        spares_allies: file.spares == SparesWord::Allies,
        effects: desk.effects(&file.effects, source),
    }
}

fn shape(desk: &mut Desk<'_>, source: &Source, file: &Spanned<ShapeFile>, target: TargetRule) -> ShapeDef {
    let (shape, feet, least, is_aimed) = match file.value {
        ShapeFile::Ring { feet } => (ShapeDef::Ring { feet }, feet, 1, false),
        ShapeFile::Cone { feet } => (ShapeDef::Cone { feet }, feet, 1, true),
        ShapeFile::Line { feet } => (ShapeDef::Line { feet }, feet, 1, true),
        // The cell that is aimed at is a shape by itself.
        ShapeFile::Cells { feet } => (ShapeDef::Cells { feet }, feet, 0, true),
    };
    if !(least..=MOST_FEET).contains(&feet) {
        desk.report(source, file.span, &format!("a shape of {feet} feet"), &format!("{least} to {MOST_FEET}"));
    }
    if is_aimed && matches!(target, TargetRule::None | TargetRule::Itself) {
        let allowed = "a Ring, or an action with a target: Actor, Cell or Step";
        desk.report(source, file.span, "a shape that is aimed, in an action that is not", allowed);
    }
    shape
}

/// What is shown instead of the truth: in a prep, and of an action that there is (clause P2).
pub fn shows(
    desk: &mut Desk<'_>,
    source: &Source,
    files: &[ShowFile],
    lengths: LengthSource,
    gives_up: bool,
) -> Vec<ShowDef> {
    let prep = match lengths {
        LengthSource::Fixed(lengths) => lengths.prep.0,
        LengthSource::Invested { prep, .. } => prep,
        LengthSource::Ground | LengthSource::Chosen => 0,
    };
    let mut shows = Vec::new();
    for file in files {
        if file.from.value >= prep {
            let found = format!("something to show from tick {} of a prep of {prep} on", file.from.value);
            desk.report(
                source,
                file.from.span,
                &found,
                "a tick of its prep, from 0: in its exec the truth shows (clause P2)",
            );
        }
        if let Some(ticks) = &file.ticks {
            desk.check_range(source, ticks, "ticks to show it for", 1..=MOST_TICKS.into());
        }
        let action = file.action.as_ref().map(|text| ActionId(desk.id(Sort::Action, text, source)));
        if action.is_none() && !gives_up {
            let allowed = "`action:` and an id; only what `flinches` can show what it gives up";
            desk.report(source, file.from.span, "something to show without an action", allowed);
        }
        let ticks = file.ticks.as_ref().map(|ticks| Ticks(ticks.value));
        shows.push(ShowDef { from: file.from.value, action, phase: file.phase.value(), ticks });
    }
    shows
}

fn costs(desk: &mut Desk<'_>, source: &Source, file: &ActionFile) -> Vec<(TrackId, i64)> {
    let mut costs = Vec::new();
    for (track, count) in &file.costs {
        desk.check_range(source, count, "a cost", 1..=1_000_000);
        costs.push((TrackId(desk.id(Sort::Track, track, source)), count.value));
    }
    costs
}

pub fn interruptible(desk: &mut Desk<'_>, source: &Source, file: &Spanned<InterruptibleFile>) -> Interruptible {
    match file.value {
        InterruptibleFile::Always => Interruptible::Always,
        InterruptibleFile::Never => Interruptible::Never,
        InterruptibleFile::Check { difficulty } => {
            if !DIFFICULTIES.contains(&difficulty) {
                let allowed = format!("{} to {} points", DIFFICULTIES.start(), DIFFICULTIES.end());
                desk.report(source, file.span, &format!("a difficulty of {difficulty}"), &allowed);
            }
            Interruptible::Check(difficulty)
        }
    }
}

/// Clause C8: who concentrates deeply gives it up when reacting.
fn check_concentration(desk: &mut Desk<'_>, source: &Source, file: &ActionFile) {
    if file.concentration == ConcentrationWord::Deep && file.on_react.value == OnReactWord::Pause {
        let found = "`on_react: Pause` with `concentration: Deep`";
        desk.report(source, file.on_react.span, found, "`on_react: Cancel`, or `concentration: Light` (clause C8)");
    }
}

/// What doing it looks like: its own phrase, or that of its kind, `narration/<kind>`, where there is one.
fn text(desk: &mut Desk<'_>, source: &Source, file: &ActionFile) -> PhraseId {
    if let Some(text) = &file.text {
        return PhraseId(desk.id(Sort::Phrase, text, source));
    }
    let kind: ActionKind = file.kind.value();
    let name = format!("narration/{}", kind.name());
    if desk.known.has(Sort::Phrase, &name) { PhraseId(desk.name(&name)) } else { PhraseId::NONE }
}
