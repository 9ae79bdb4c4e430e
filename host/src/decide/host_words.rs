//! The host's own predicates: those that take a search, which a module could not do from slices.

use super::outlook::{Outlook, body};
use crate::clock::{ArgList, Sim};
use crate::content::tables::{ArgDef, HostWord, MindLine, MindWord, TargetRule};
use crate::world::awareness;
use crate::world::space::{Barrier, Cover, cover};
use abi::{ActionId, Arg, Args, RSlice, Subject, Target};

impl Sim {
    /// Whether a condition of a rank holds.
    pub(super) fn holds(&self, outlook: &Outlook<'_>, line: &MindLine) -> bool {
        if let Some(holds) = outlook.asked.answer(line.number) {
            return holds != line.is_negated;
        }
        let asked = match line.word {
            MindWord::Host(word) => Some(self.host_holds(outlook, word, &line.args)),
            MindWord::Word(word) => self.word_holds(outlook, word, line),
        };
        // A word that failed neither holds nor, negated, lets a rank through.
        let Some(holds) = asked else { return false };
        outlook.asked.keep(line.number, holds);
        holds != line.is_negated
    }

    /// What a module's word says; nothing where it failed.
    fn word_holds(&self, outlook: &Outlook<'_>, word: u32, line: &MindLine) -> Option<bool> {
        let def = self.registry.minds.get(word as usize)?;
        let found;
        let args = match &line.fixed {
            Some(fixed) => &fixed[..],
            None => {
                found = self.mind_args(outlook, &line.args);
                &found
            }
        };
        match def.call(|word| word.holds(&outlook.situation, &Args { items: RSlice::from_slice(args) })) {
            Ok(holds) => Some(holds),
            Err(error) => {
                outlook.room.faults.borrow_mut().push((def.module, line.text.to_string(), error));
                None
            }
        }
    }

    pub(super) fn mind_args(&self, outlook: &Outlook<'_>, defs: &[ArgDef]) -> ArgList {
        let mut args = ArgList::new();
        for def in defs {
            args.push(match def {
                ArgDef::Fixed(arg) => *arg,
                ArgDef::Who(selector) => Arg::Who(self.select(outlook, selector)),
                ArgDef::Hand(_) => Arg::Absent,
            });
        }
        args
    }

    fn host_holds(&self, outlook: &Outlook<'_>, word: HostWord, defs: &[ArgDef]) -> bool {
        let args = self.mind_args(outlook, defs);
        let arg = |place: usize| args.get(place).copied().unwrap_or_default();
        match word {
            HostWord::Reach => self.in_reach(outlook, arg(0), arg(1)),
            HostWord::ReachWithin => {
                let Arg::Number(ticks) = arg(0) else { return false };
                let way = self.whom(outlook, arg(1)).and_then(|subject| self.approach_ticks(outlook, subject));
                way.is_some_and(|way| i64::from(way) <= ticks)
            }
            HostWord::Within => {
                let Arg::Number(feet) = arg(0) else { return false };
                let feet = u32::try_from(feet).unwrap_or(0);
                let mine = self.world.body(outlook.row);
                self.whom(outlook, arg(1)).is_some_and(|subject| self.metric().within(mine, body(subject), feet))
            }
            HostWord::InShape => outlook.situation.subjects.iter().any(|subject| {
                let is_meant = matches!(arg(0), Arg::Absent) || arg(0) == Arg::Who(Target::Actor(subject.id));
                is_meant && subject.reading.is_at_me
            }),
            HostWord::Cornered => self.is_cornered(outlook),
            HostWord::FlankFree => {
                let target = self.whom(outlook, Arg::Absent);
                target.is_some_and(|subject| {
                    !self.is_flanking(outlook, subject) && self.flank_place(outlook, subject).is_some()
                })
            }
            HostWord::Alertness => compares(arg(0), self.alertness(outlook.row), arg(1)),
            HostWord::Awareness => {
                let most = self.most_aware(outlook.row).map_or(awareness::UNAWARE, |aware| aware.rung);
                compares(arg(0), most, arg(1))
            }
            HostWord::Light => compares(arg(0), self.light_on(outlook.row), arg(1)),
            HostWord::TimesRead => {
                let (Arg::Id(id), Arg::Number(count)) = (arg(0), arg(2)) else { return false };
                is_as_asked(arg(1), i64::from(self.times_read(outlook.row, ActionId(id))), count)
            }
            HostWord::SeenToWork => matches!(arg(0), Arg::Id(id) if self.times_worked(outlook.row, ActionId(id)) > 0),
            HostWord::InZone => self.is_in_shunned_zone(outlook.row),
            HostWord::Cover => self.whom(outlook, arg(0)).is_some_and(|subject| {
                cover(&self.world.map, Barrier::Solid, body(subject), self.world.body(outlook.row)) != Cover::None
            }),
        }
    }

    /// Whom an argument means: who it names; left out, the target, else the nearest foe.
    fn whom<'a>(&self, outlook: &'a Outlook<'_>, arg: Arg) -> Option<&'a Subject> {
        match arg {
            Arg::Who(target) => outlook.situation.subject(target),
            _ => outlook.situation.subject(outlook.target).or_else(|| self.nearest_foe(outlook)),
        }
    }

    /// Whether somebody is within reach of the quickest attack, or of the action that is named, its lunge counted in.
    fn in_reach(&self, outlook: &Outlook<'_>, who: Arg, action: Arg) -> bool {
        let Some(subject) = self.whom(outlook, who).filter(|subject| subject.is_seen) else { return false };
        let feet = match action {
            Arg::Id(id) => self.reach_of(outlook.row, ActionId(id)),
            _ => outlook.situation.reach_feet,
        };
        let feet = u32::try_from(feet).unwrap_or(0);
        self.metric().within(self.world.body(outlook.row), body(subject), feet)
    }

    fn reach_of(&self, row: usize, action: ActionId) -> i32 {
        let Some(ix) = self.own_action(row, action) else { return 0 };
        let action = &self.content.actions[ix.index()];
        match action.target {
            TargetRule::Actor { reach_feet } | TargetRule::Cell { reach_feet } => reach_feet + action.advance_feet,
            _ => 0,
        }
    }
}

/// Whether a rung is as the choice asks beside another.
fn compares(choice: Arg, rung: i32, than: Arg) -> bool {
    let Arg::Rung(than) = than else { return false };
    is_as_asked(choice, i64::from(rung), i64::from(than))
}

/// Whether a value is at least, at most or exactly another: the places of the choice.
fn is_as_asked(choice: Arg, value: i64, than: i64) -> bool {
    match choice {
        Arg::Choice(0) => value >= than,
        Arg::Choice(1) => value <= than,
        Arg::Choice(_) => value == than,
        _ => false,
    }
}
