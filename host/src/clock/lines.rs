//! Running effect lines: a word is asked, rolled, settled and applied for one target after the other (clause K1).

use super::events::{Event, name};
use super::process::Moment;
use super::sim::{Consequence, Scheduled, Sim};
use crate::content::tables::{ArgDef, LineIx, SelectorDef, TargetRule};
use crate::dice::Purpose;
use crate::world::space::Body;
use abi::{ActionId, Arg, EffectCall, EntityId, RSlice, Target};
use std::sync::Arc;

/// On whose behalf a line is run.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Cause {
    /// Who does it.
    pub actor: EntityId,
    /// In which action; none for what was scheduled.
    pub action: Option<crate::content::tables::ActionIx>,
    /// Of which activity; 0 for none.
    pub serial: u64,
    /// What the activity is aimed at.
    pub target: Target,
    /// In a reaction: whose event is answered.
    pub event_actor: EntityId,
    /// Whether it is a reaction.
    pub is_reaction: bool,
}

impl Cause {
    pub(super) fn of_scheduled(scheduled: &Scheduled) -> Self {
        Self {
            actor: scheduled.maker,
            action: None,
            serial: 0,
            target: scheduled.target,
            event_actor: EntityId::NONE,
            is_reaction: false,
        }
    }
}

/// The arguments of one call: few enough that they need no room of their own.
pub(crate) type ArgList = smallvec::SmallVec<[Arg; 4]>;

/// At most so many rounds of checks in one call of a word (abi: effects are asked in rounds).
const MOST_ROUNDS: usize = 8;

impl Sim {
    /// The cause that a row's present activity is.
    pub(super) fn cause_of(&self, row: usize) -> Option<Cause> {
        let activity = self.actors[row].present.as_ref()?;
        Some(Cause {
            actor: self.world.id(row),
            action: Some(activity.action),
            serial: activity.serial,
            target: activity.target,
            event_actor: activity.event_actor,
            is_reaction: activity.depth > 0,
        })
    }

    /// Runs the lines of the present activity for its target.
    pub(super) fn run_own(&mut self, row: usize, serial: u64, moment: Moment) {
        if !self.is_at(row, serial) {
            return;
        }
        let Some(cause) = self.cause_of(row) else { return };
        let mut has_missed = false;
        let mut number = 0;
        while let Some((line, rule)) = self.own_line(&cause, moment, number) {
            number += 1;
            // A dead actor's next word is not begun (clause K2), nor that of an activity that was ended.
            if !self.is_at(row, serial) {
                return;
            }
            if self.is_aimed(line, cause.target)
                && let Err(reason) = self.meets_target(row, rule, cause.target)
            {
                if !has_missed {
                    self.raise_missed(&cause, reason);
                }
                has_missed = true;
                continue;
            }
            self.run_line(line, &cause, cause.target);
            self.work_off();
        }
    }

    /// A line of an action by its number, and at what the action is aimed.
    fn own_line(&self, cause: &Cause, moment: Moment, number: usize) -> Option<(LineIx, TargetRule)> {
        let action = &self.content.actions[cause.action?.index()];
        let lines = match moment {
            Moment::Exec => &action.on_exec,
            Moment::Complete => &action.on_complete,
        };
        lines.get(number).map(|line| (*line, action.target))
    }

    /// Whether a line meets the activity's target: it deals a hand's blow, or names the target.
    pub(super) fn is_aimed(&self, line: LineIx, target: Target) -> bool {
        let line = &self.content.lines[line.index()];
        let names_it = |arg: &ArgDef| match arg {
            ArgDef::Hand(_) | ArgDef::Who(SelectorDef::Target) => true,
            ArgDef::Who(SelectorDef::Actor) => matches!(target, Target::Actor(_)),
            _ => false,
        };
        line.args.iter().any(names_it)
    }

    /// Reach, line and life, tested again on the truth when an effect lands (clause G3).
    fn meets_target(&self, row: usize, rule: TargetRule, target: Target) -> Result<(), &'static str> {
        let (TargetRule::Actor { reach_feet } | TargetRule::Cell { reach_feet }) = rule else { return Ok(()) };
        if let Target::Cell(cell) = target {
            return self.meets(row, Body::of_cell(cell), reach_feet).map_err(super::decision::Refusal::name);
        }
        let Target::Actor(id) = target else { return Ok(()) };
        let Some(other) = self.world.row(id) else { return Err("gone") };
        if self.world.state(other) == abi::ActorState::Dead {
            return Err("dead");
        }
        if other == row {
            return Ok(());
        }
        self.meets(row, self.world.body(other), reach_feet).map_err(super::decision::Refusal::name)
    }

    /// Runs a line for one target: rounds of checks, then its changes, then nothing more until it is done.
    pub(super) fn run_line(&mut self, ix: LineIx, cause: &Cause, target: Target) {
        let Some(line) = self.content.lines.get(ix.index()) else { return };
        if self.list_length == 0 {
            self.list_line = Some(ix);
        }
        let Some(word) = self.registry.effects.get(line.word as usize) else { return };
        let (module, place) = (word.module, line.word as usize);
        let args = self.effect_args(&line.args, cause, target);
        // Every call that may draw gets one draw of its purpose's stream, used or not (clause S2).
        let seed = self.dice.draw(Purpose::Effects);
        let mut out = std::mem::take(&mut self.scratch.out);
        let mut answers = std::mem::take(&mut self.scratch.answers);
        out.clear();
        answers.clear();
        self.scratch.magnitudes.clear();
        let (mut settled, mut has_failed) = (false, false);
        for _ in 0..MOST_ROUNDS {
            let call = EffectCall {
                actor: cause.actor,
                action: cause.action.map_or(ActionId::NONE, |ix| self.content.actions[ix.index()].id),
                target,
                event_actor: cause.event_actor,
                args: abi::Args { items: RSlice::from_slice(&args) },
                answers: RSlice::from_slice(&answers),
                seed,
            };
            let called = match self.registry.effects.get(place) {
                Some(word) => word.call(|word| word.run(&self.world.view(), &call, &mut out)),
                None => Ok(()),
            };
            if let Err(error) = called {
                self.fault(module, &self.line_text(ix), error);
                out.clear();
                (settled, has_failed) = (true, true);
                break;
            }
            if out.checks().is_empty() {
                settled = true;
                break;
            }
            for request in out.checks() {
                let answer = self.roll(request, cause);
                self.scratch.magnitudes.push((request.opponent, answer.magnitude));
                answers.push(answer);
            }
            out.clear_checks();
        }
        if !settled {
            self.note_fault(module, &self.line_text(ix), "it asked for checks in more than eight rounds");
            out.clear();
        }
        let mut changes = std::mem::take(&mut self.scratch.changes);
        out.drain_changes(&mut changes);
        let is_withstood = settled && !has_failed && changes.is_empty() && is_without_success(&answers);
        self.scratch.answers = answers;
        self.scratch.out = out;
        self.carry_out_all(&mut changes, cause);
        if is_withstood {
            // What came of it has to be told, and nothing else tells of a check after which all is as it was (clause G3).
            self.raise_missed(&Cause { target, ..*cause }, "withstood");
        }
        // What is set off by these changes was not rolled for.
        self.scratch.magnitudes.clear();
        self.scratch.changes = changes;
    }

    fn line_text(&self, ix: LineIx) -> Arc<str> {
        Arc::clone(&self.content.lines[ix.index()].text)
    }

    pub(super) fn effect_args(&self, defs: &[ArgDef], cause: &Cause, target: Target) -> ArgList {
        let mut args = ArgList::new();
        for def in defs {
            args.push(match def {
                ArgDef::Fixed(arg) => *arg,
                ArgDef::Hand(hand) => self.hand(cause.actor, hand),
                ArgDef::Who(SelectorDef::Itself) => Arg::Who(Target::Actor(cause.actor)),
                ArgDef::Who(SelectorDef::Target) => Arg::Who(target),
                ArgDef::Who(SelectorDef::Actor) => Arg::Who(Target::Actor(cause.event_actor)),
                ArgDef::Who(selector) => Arg::Who(self.select_for(cause.actor, selector)),
            });
        }
        args
    }

    fn hand(&self, actor: EntityId, hand: &str) -> Arg {
        let Some(row) = self.world.row(actor) else { return Arg::Absent };
        let kind = &self.content.kinds[self.world.kind(row).index()];
        kind.hands.get(hand).map_or(Arg::Absent, |packet| Arg::Packet(*packet))
    }

    /// Works off what was set off, first come first served (clause K1).
    pub(super) fn work_off(&mut self) {
        const MOST: u32 = 256;
        const MUCH: &str = "it set off more than 256 consequences in one processing; the rest of them is left out";
        while let Some(consequence) = self.list.pop_front() {
            self.list_length += 1;
            if self.list_length > MOST {
                self.list.clear();
                self.fault_of_the_word(MUCH);
                break;
            }
            self.work_off_one(consequence);
        }
        self.list_length = 0;
        self.list_line = None;
    }

    /// Notes a fault of the word that is being run, or that began the list (clause K1).
    pub(super) fn fault_of_the_word(&mut self, reason: &str) {
        let content = Arc::clone(&self.content);
        let line = self.list_line.and_then(|ix| content.lines.get(ix.index()));
        let word = line.and_then(|line| self.registry.effects.get(line.word as usize).map(|word| (word.module, &line.text)));
        match word {
            Some((module, text)) => self.note_fault(module, text, reason),
            // No word began it: bodies that fell on bodies, say.
            None => self.note_fault(u32::MAX, "consequences", reason),
        }
    }

    pub(super) fn raise_missed(&mut self, cause: &Cause, reason: &'static str) {
        let kind = cause.action.map_or(abi::ActionKind::default(), |ix| self.content.actions[ix.index()].kind);
        let event = Event {
            by: cause.target.entity(),
            action: cause.action,
            kind,
            how: abi::PhraseId::of(missed_text(reason)),
            ..Event::new(name::MISSED, cause.actor)
        };
        self.log_missed(cause, reason);
        self.raise_quietly(event);
    }

    pub(super) fn set_off(&mut self, consequence: Consequence) {
        self.list.push_back(consequence);
    }
}

/// Whether checks were asked for, and none of them came out well.
fn is_without_success(answers: &[abi::CheckAnswer]) -> bool {
    !answers.is_empty() && answers.iter().all(|answer| !answer.degree.is_success())
}

/// The text of content that says why an effect met nobody, for whoever perceives it (clauses G3, R9, C5).
fn missed_text(reason: &str) -> &'static str {
    match reason {
        "out-of-reach" => "narration/missed-reach",
        "no-line" => "narration/missed-line",
        "dead" | "gone" => "narration/missed-gone",
        "committed" => "narration/missed-committed",
        "unread" => "narration/missed-unread",
        "withstood" => "narration/missed-withstood",
        _ => "narration/missed",
    }
}
