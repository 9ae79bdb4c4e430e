//! The choice among ranks: the first whose words all hold is taken (formats: Profile).

use super::outlook::{Answered, Outlook};
use crate::clock::{Event, Mind, Refusal, Sim};
use crate::content::tables::{ActionIx, Does, Profile, ProfileIx, Rank, StopCause, TargetRule};
use crate::dice::Purpose;
use abi::{EntityId, Intent, Target};
use smallvec::SmallVec;
use std::sync::Arc;

/// Why a rank was passed over, for the log.
pub(crate) struct PassedOver<'a> {
    /// Its number.
    pub rank: u32,
    /// What did not hold, or why its intent would be refused.
    pub why: &'a str,
}

/// What a rank comes to, each with its weight: few enough that they need no room of their own.
pub(super) type Options = SmallVec<[(u32, Intent); 4]>;

impl Sim {
    /// What a free actor's profile chooses; nothing where no rank holds.
    pub(crate) fn choose_act(&mut self, row: usize) -> Option<Intent> {
        let profile = self.own_profile(row)?;
        self.choose_for(row, profile, None, Target::None, |rank| rank.is_act_for(None))
    }

    /// Whether a profile would do anything but wait, were it asked now; draws nothing.
    pub(crate) fn would_act(&mut self, row: usize) -> bool {
        let Some(profile) = self.own_profile(row) else { return false };
        let content = Arc::clone(&self.content);
        let ranks = &content.profiles[profile.index()].ranks;
        self.with_outlook(row, None, Target::None, |sim, outlook| {
            let mut acts = ranks.iter().filter(|rank| rank.is_act_for(None));
            let first = acts.find_map(|rank| sim.judge(outlook, rank, false).ok());
            first.is_some_and(|intent| {
                let watchful = sim.derived.action_ix(intent.action).map(|ix| content.actions[ix.index()].is_watchful);
                watchful == Some(false)
            })
        })
    }

    /// The cancel that a busy actor's profile chooses (clauses C2, C3).
    pub(crate) fn choose_cancel(
        &mut self,
        row: usize,
        is_edge: bool,
        causes: &[(StopCause, EntityId)],
        heard: &[Event],
    ) -> Option<Intent> {
        if !is_edge && causes.is_empty() && heard.is_empty() {
            return None;
        }
        let profile = self.own_profile(row)?;
        let about = heard.first().map(|event| (event.id, event.about));
        let about = about.or_else(|| causes.first().map(|(_, subject)| (abi::EventId::NONE, *subject)));
        let is_woken = |rank: &Rank| {
            rank.does == Does::Cancel && rank.counts_for(None) && crate::clock::is_woken(rank.on, is_edge, causes, heard)
        };
        let target = self.present(row).map_or(Target::None, |activity| activity.target);
        self.choose_for(row, profile, about, target, is_woken)
    }

    fn own_profile(&self, row: usize) -> Option<ProfileIx> {
        match self.mind(row) {
            Mind::Profile(profile) => Some(*profile),
            Mind::Player(_) | Mind::Script { .. } => None,
        }
    }

    fn choose_for(
        &mut self,
        row: usize,
        profile: ProfileIx,
        event: Option<Answered>,
        target: Target,
        counts: impl Fn(&Rank) -> bool,
    ) -> Option<Intent> {
        let content = Arc::clone(&self.content);
        let table = &content.profiles[profile.index()];
        if !table.ranks.iter().any(&counts) {
            // Most who are woken in a prep have no rank for what woke them, and then nothing need be known.
            return None;
        }
        let (rank, options, passed) = self.first_rank_that_holds(row, table, event, target, counts)?;
        let intent = self.sample(&options)?;
        self.log_chose(row, &table.name, rank, &intent, &passed);
        Some(intent)
    }

    /// The first rank that counts and holds, with its options, and for the log those above it that do not hold.
    pub(super) fn first_rank_that_holds<'t>(
        &mut self,
        row: usize,
        table: &'t Profile,
        event: Option<Answered>,
        target: Target,
        counts: impl Fn(&Rank) -> bool,
    ) -> Option<(&'t Rank, Options, Vec<PassedOver<'t>>)> {
        let is_logged = self.log.is_on();
        self.with_outlook(row, event, target, |sim, outlook| {
            let mut passed: Vec<PassedOver<'_>> = Vec::new();
            for rank in table.ranks.iter().filter(|rank| counts(rank)) {
                match sim.judge_any(outlook, rank) {
                    Ok(options) => return Some((rank, options, passed)),
                    Err(why) if is_logged => passed.push(PassedOver { rank: rank.rank, why }),
                    Err(_) => {}
                }
            }
            None
        })
    }

    /// All options of a rank that would not be refused, if its words hold; else why it is passed over.
    pub(super) fn judge_any<'r>(&self, outlook: &Outlook<'_>, rank: &'r Rank) -> Result<Options, &'r str> {
        if let Some(line) = rank.when.iter().find(|line| !self.holds(outlook, line)) {
            return Err(&line.text);
        }
        let named = self.named_by(outlook, rank);
        let mut options = Options::new();
        let mut refused = Refusal::Unknown;
        for (weight, ix) in &rank.choices {
            match self.intent_of(outlook, rank, *ix, named) {
                Ok(intent) => options.push((*weight, intent)),
                Err(refusal) => refused = refusal,
            }
        }
        if options.is_empty() && named == Target::None && self.leads_nowhere(outlook, rank) {
            refused = Refusal::NoWay;
        }
        if options.is_empty() { Err(refused.name()) } else { Ok(options) }
    }

    /// A rank's words, then whether the intent of its first choice would be refused.
    fn judge(&self, outlook: &Outlook<'_>, rank: &Rank, as_reaction: bool) -> Result<Intent, &'static str> {
        if rank.when.iter().any(|line| !self.holds(outlook, line)) {
            return Err("when");
        }
        let (_, ix) = rank.choices.first().ok_or(Refusal::Unknown.name())?;
        let intent = self.intent_of(outlook, rank, *ix, self.named_by(outlook, rank)).map_err(Refusal::name)?;
        if as_reaction {
            self.check_in(outlook, &intent, true).map_err(Refusal::name)?;
        }
        Ok(intent)
    }

    /// At whom or where a rank is aimed: the same for all that it may choose from.
    fn named_by(&self, outlook: &Outlook<'_>, rank: &Rank) -> Target {
        rank.at.as_ref().map_or(Target::None, |selector| self.select(outlook, selector))
    }

    fn intent_of(&self, outlook: &Outlook<'_>, rank: &Rank, ix: ActionIx, named: Target) -> Result<Intent, Refusal> {
        let action = &self.content.actions[ix.index()];
        let target = match action.target {
            TargetRule::None => Target::None,
            TargetRule::Itself => Target::Itself,
            TargetRule::Cell { .. } => match named {
                Target::Actor(id) => {
                    outlook.situation.subject(Target::Actor(id)).map_or(Target::None, |s| Target::Cell(s.cell))
                }
                other => other,
            },
            _ => named,
        };
        let intent = Intent { action: action.id, target, ticks: rank.ticks };
        self.check_in(outlook, &intent, false).map(|()| intent)
    }

    /// One of the options, by weight.
    ///
    /// Order: one draw of the stream `profiles` where there is a choice, none where there is not.
    fn sample(&mut self, options: &[(u32, Intent)]) -> Option<Intent> {
        if let [(_, only)] = options {
            return Some(*only);
        }
        weighted(options, self.dice.draw(Purpose::Profiles))
    }

    /// Whether a queued reaction may be begun now: its `when`, then whether its intent would be refused (clause R3).
    pub(crate) fn judge_reaction(&mut self, row: usize, rank: usize, event: &Event) -> Result<Intent, &'static str> {
        let content = Arc::clone(&self.content);
        let profile = self.reaction_profile(row).ok_or("no-profile")?;
        let rank = content.profiles[profile.index()].ranks.get(rank).ok_or("no-rank")?;
        let target = Target::Actor(event.about);
        let answered = Some((event.id, event.about));
        self.with_outlook(row, answered, target, |sim, outlook| sim.judge(outlook, rank, true))
    }
}

/// One of some options by weight, as a seed decides.
pub(super) fn weighted(options: &[(u32, Intent)], seed: u64) -> Option<Intent> {
    let whole: u32 = options.iter().map(|(weight, _)| *weight).sum();
    let mut rest = abi::Dice::new(seed).below(whole.max(1));
    for (weight, intent) in options {
        if rest < *weight {
            return Some(*intent);
        }
        rest -= weight;
    }
    None
}
