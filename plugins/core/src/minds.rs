//! Predicates over what one actor perceives, reads and remembers: what ranks and standing orders ask.
//!
//! Owns the `mind` words of this module; their patterns stand in `register`. Must never draw. Called for each rank asked.
//! Words that need a search (reach, line, ways) are the host's own.

use crate::rules::Compare;
use crate::selectors::nearest;
use abi::{
    ActionId, Args, Attitude, ConditionId, GroundId, Mind, OwnActivity, Phase, Reading, ReadingLevel, Registrar, Situation,
    Subject, Target, VerbId,
};

/// Registers all of them.
pub fn register(registrar: &mut Registrar) {
    registrar
        .mind(&["since-began <choice:at-least|at-most> <ticks> ticks"], SinceBegan)
        .mind(&["times-done <id:action> <choice:at-least|at-most|exactly> <count>"], TimesDone)
        .mind(&["since-done <id:action> <choice:at-least|at-most> <ticks> ticks"], SinceDone)
        .mind(
            &[
                "stage [of <who>] <choice:at-least|at-most|exactly> <rung:stage>",
                "stage mine <choice:at-least|at-most|exactly> <rung:stage>",
            ],
            StageIs,
        )
        .mind(&["stage theirs <choice:at-least|at-most|exactly> <rung:stage>"], StageTheirs)
        .mind(&["verb-lost <id:verb>"], VerbLost)
        .mind(&["reads <choice:busy|kind|phase|exact> [of <who>]"], Reads)
        .mind(&["threatened [by <who>]"], Threatened)
        .mind(&["shows <kind> [of <who>]"], Shows)
        .mind(&["hostile [<who>]"], Regarded(Attitude::Hostile))
        .mind(&["allied [<who>]"], Regarded(Attitude::Allied))
        .mind(&["kind-known [of <who>]"], KindKnown)
        .mind(&["phase <phase> [of <who>]", "phase-of <who> is <phase>"], PhaseIs)
        .mind(&["left-of-phase <choice:at-least|at-most> <ticks> ticks [of <who>]"], LeftOfPhase)
        .mind(&["allies <choice:at-least|at-most|exactly> <count> [within <feet> feet]"], Many(Attitude::Allied))
        .mind(&["enemies <choice:at-least|at-most|exactly> <count> [within <feet> feet]"], Many(Attitude::Hostile))
        .mind(&["ally within|in <feet> feet"], Near(Attitude::Allied))
        .mind(&["enemy within|in <feet> feet"], Near(Attitude::Hostile))
        .mind(&["seen [<who>]"], Seen)
        .mind(&["alone"], Alone)
        .mind(&["ground <id:ground>"], OnGround)
        .mind(&["above by <feet> feet [<who>]"], Higher { is_me: true })
        .mind(&["below by <feet> feet [<who>]"], Higher { is_me: false })
        .mind(&["doing <id:action> [by <who>]"], Doing)
        .mind(&["has <id:condition>"], Has)
        .mind(&["idle"], Idle);
}

/// Whom a word means that names nobody: whose event is answered, else my target, else the nearest foe.
fn other<'a>(situation: &'a Situation<'_>) -> Option<&'a Subject> {
    let known = |target| situation.subject(target);
    known(Target::Actor(situation.event_actor)).or_else(|| known(situation.own.target)).or_else(|| {
        let foe = nearest(situation, Attitude::Hostile)?;
        known(Target::Actor(foe))
    })
}

/// Somebody of whom a word speaks.
enum Named<'a> {
    Myself,
    Other(&'a Subject),
    Nobody,
}

/// Who stands at this place of the arguments, or the one whom the word means without it.
fn named<'a>(situation: &'a Situation<'_>, args: &Args<'_>, place: usize) -> Named<'a> {
    // A line that names nobody means `other`; a line whose selector finds nobody speaks of nobody.
    let found = match args.items.get(place) {
        None | Some(abi::Arg::Absent) => other(situation),
        Some(_) => match args.who_or(place, Target::None) {
            Target::Itself => return Named::Myself,
            Target::Actor(id) if id == situation.me => return Named::Myself,
            target => situation.subject(target),
        },
    };
    found.map_or(Named::Nobody, Named::Other)
}

/// What somebody is about: of myself as it is, of others what a reading of this level or a better one tells (clause P3).
fn shown<T>(
    situation: &Situation<'_>,
    who: Named<'_>,
    level: ReadingLevel,
    mine: impl FnOnce(&OwnActivity) -> T,
    theirs: impl FnOnce(&Reading) -> T,
) -> Option<T> {
    match who {
        Named::Myself => (!situation.own.action.is_none()).then(|| mine(&situation.own)),
        Named::Other(subject) => (subject.reading.level >= level).then(|| theirs(&subject.reading)),
        Named::Nobody => None,
    }
}

fn compares(args: &Args<'_>, place: usize, value: i64, bound: i64) -> bool {
    Compare::of_choice(args.choice(place)).holds(value, bound)
}

/// How long the encounter has gone on; outside one it holds for nothing.
#[derive(Debug)]
struct SinceBegan;

impl Mind for SinceBegan {
    fn holds(&self, situation: &Situation<'_>, args: &Args<'_>) -> bool {
        let ticks = situation.tick - situation.encounter_began;
        situation.is_encounter && compares(args, 0, i64::from(ticks.0), args.number_or(1, 0))
    }
}

/// How often I began an action in this encounter.
#[derive(Debug)]
struct TimesDone;

impl Mind for TimesDone {
    fn holds(&self, situation: &Situation<'_>, args: &Args<'_>) -> bool {
        let times = situation.deed(ActionId(args.id(0))).times;
        compares(args, 1, i64::from(times), args.number_or(2, 0))
    }
}

/// How long ago I began an action last; what I never began in this encounter is longer ago than anything.
#[derive(Debug)]
struct SinceDone;

impl Mind for SinceDone {
    fn holds(&self, situation: &Situation<'_>, args: &Args<'_>) -> bool {
        let deed = situation.deed(ActionId(args.id(0)));
        let ticks = if deed.times == 0 { i64::MAX } else { i64::from((situation.tick - deed.last).0) };
        compares(args, 1, ticks, args.number_or(2, 0))
    }
}

/// My stage, or somebody's who is named. `at-least` is at least as bad: the ladder begins with `fresh`.
#[derive(Debug)]
struct StageIs;

impl Mind for StageIs {
    fn holds(&self, situation: &Situation<'_>, args: &Args<'_>) -> bool {
        let stage = match args.items.first() {
            None | Some(abi::Arg::Absent) => situation.stage,
            Some(_) => match named(situation, args, 0) {
                Named::Myself => situation.stage,
                Named::Other(subject) => subject.stage,
                Named::Nobody => return false,
            },
        };
        compares(args, 1, i64::from(stage), i64::from(args.rung(2)))
    }
}

/// The stage of whom I am dealing with.
#[derive(Debug)]
struct StageTheirs;

impl Mind for StageTheirs {
    fn holds(&self, situation: &Situation<'_>, args: &Args<'_>) -> bool {
        other(situation).is_some_and(|subject| compares(args, 0, i64::from(subject.stage), i64::from(args.rung(1))))
    }
}

/// I can no longer do a verb.
#[derive(Debug)]
struct VerbLost;

impl Mind for VerbLost {
    fn holds(&self, situation: &Situation<'_>, args: &Args<'_>) -> bool {
        !situation.can(VerbId(args.id(0)))
    }
}

/// I read somebody at least so well (clause P3).
#[derive(Debug)]
struct Reads;

impl Mind for Reads {
    fn holds(&self, situation: &Situation<'_>, args: &Args<'_>) -> bool {
        let wanted = match args.choice(0) {
            0 => ReadingLevel::Busy,
            1 => ReadingLevel::Kind,
            2 => ReadingLevel::Phase,
            _ => ReadingLevel::Exact,
        };
        match named(situation, args, 1) {
            Named::Myself => true,
            Named::Other(subject) => subject.reading.level >= wanted,
            Named::Nobody => false,
        }
    }
}

/// I read a prep or an exec of a foe as aimed at me, or its shape as holding me.
#[derive(Debug)]
struct Threatened;

impl Mind for Threatened {
    fn holds(&self, situation: &Situation<'_>, args: &Args<'_>) -> bool {
        let Named::Other(subject) = named(situation, args, 0) else { return false };
        let reading = &subject.reading;
        // A recover harms nobody, and what is read as less than a phase is aimed at nobody that one could tell.
        let is_coming = reading.level >= ReadingLevel::Phase && reading.phase != Phase::Recover;
        subject.attitude == Attitude::Hostile && is_coming && reading.is_at_me
    }
}

/// Somebody is at something of this kind, as far as I read; who shows nothing is at nothing.
#[derive(Debug)]
struct Shows;

impl Mind for Shows {
    fn holds(&self, situation: &Situation<'_>, args: &Args<'_>) -> bool {
        let who = named(situation, args, 1);
        let kind = shown(situation, who, ReadingLevel::Kind, |own| own.kind, |reading| reading.kind);
        kind.is_some() && kind == args.kind(0)
    }
}

/// Somebody is this to me.
#[derive(Debug)]
struct Regarded(Attitude);

impl Mind for Regarded {
    fn holds(&self, situation: &Situation<'_>, args: &Args<'_>) -> bool {
        matches!(named(situation, args, 0), Named::Other(subject) if subject.attitude == self.0)
    }
}

/// I know what kind of creature somebody is.
#[derive(Debug)]
struct KindKnown;

impl Mind for KindKnown {
    fn holds(&self, situation: &Situation<'_>, args: &Args<'_>) -> bool {
        match named(situation, args, 0) {
            Named::Myself => true,
            Named::Other(subject) => subject.is_kind_known,
            Named::Nobody => false,
        }
    }
}

/// Somebody shows a phase, as far as I read; of who shows nothing it does not hold.
#[derive(Debug)]
struct PhaseIs;

impl Mind for PhaseIs {
    fn holds(&self, situation: &Situation<'_>, args: &Args<'_>) -> bool {
        let who = named(situation, args, 1);
        let phase = shown(situation, who, ReadingLevel::Phase, |own| own.phase, |reading| reading.phase);
        phase.is_some() && phase == args.phase(0)
    }
}

/// How long a phase still lasts; of others only an exact reading tells.
#[derive(Debug)]
struct LeftOfPhase;

impl Mind for LeftOfPhase {
    fn holds(&self, situation: &Situation<'_>, args: &Args<'_>) -> bool {
        let who = named(situation, args, 2);
        let left = shown(situation, who, ReadingLevel::Exact, |own| own.left_ticks, |reading| reading.left_ticks);
        left.is_some_and(|left| compares(args, 0, i64::from(left.0), args.number_or(1, 0)))
    }
}

/// How many of them I see.
#[derive(Debug)]
struct Many(Attitude);

impl Mind for Many {
    fn holds(&self, situation: &Situation<'_>, args: &Args<'_>) -> bool {
        let most_feet = args.number_or(2, i64::MAX);
        let near = situation.seen(self.0).filter(|subject| i64::from(subject.distance_feet) <= most_feet);
        compares(args, 0, i64::try_from(near.count()).unwrap_or(i64::MAX), args.number_or(1, 0))
    }
}

/// I see one of them so near.
#[derive(Debug)]
struct Near(Attitude);

impl Mind for Near {
    fn holds(&self, situation: &Situation<'_>, args: &Args<'_>) -> bool {
        situation.seen(self.0).any(|subject| i64::from(subject.distance_feet) <= args.number_or(0, 0))
    }
}

/// I perceive somebody now.
#[derive(Debug)]
struct Seen;

impl Mind for Seen {
    fn holds(&self, situation: &Situation<'_>, args: &Args<'_>) -> bool {
        match named(situation, args, 0) {
            Named::Myself => true,
            Named::Other(subject) => subject.is_seen,
            Named::Nobody => false,
        }
    }
}

/// I see no friend who is in the fight.
#[derive(Debug)]
struct Alone;

impl Mind for Alone {
    fn holds(&self, situation: &Situation<'_>, _args: &Args<'_>) -> bool {
        situation.seen(Attitude::Allied).next().is_none()
    }
}

/// I stand on this ground.
#[derive(Debug)]
struct OnGround;

impl Mind for OnGround {
    fn holds(&self, situation: &Situation<'_>, args: &Args<'_>) -> bool {
        situation.ground == GroundId(args.id(0))
    }
}

/// My feet are so much higher than somebody's, or lower.
#[derive(Debug)]
struct Higher {
    /// Whether I am the one above.
    is_me: bool,
}

impl Mind for Higher {
    fn holds(&self, situation: &Situation<'_>, args: &Args<'_>) -> bool {
        let Named::Other(subject) = named(situation, args, 1) else { return false };
        let above = i64::from(situation.cell.z) - i64::from(subject.cell.z);
        args.number_or(0, 0) <= if self.is_me { above } else { -above }
    }
}

/// Somebody does this; of others only an exact reading tells. Without `by` it is whom I am dealing with.
#[derive(Debug)]
struct Doing;

impl Mind for Doing {
    fn holds(&self, situation: &Situation<'_>, args: &Args<'_>) -> bool {
        let action = ActionId(args.id(0));
        match named(situation, args, 1) {
            Named::Myself => situation.own.action == action,
            Named::Other(subject) => subject.reading.level == ReadingLevel::Exact && subject.reading.action == action,
            Named::Nobody => false,
        }
    }
}

/// I have this condition.
#[derive(Debug)]
struct Has;

impl Mind for Has {
    fn holds(&self, situation: &Situation<'_>, args: &Args<'_>) -> bool {
        let condition = ConditionId(args.id(0));
        situation.conditions.iter().any(|row| row.condition == condition)
    }
}

/// I am doing nothing.
#[derive(Debug)]
struct Idle;

impl Mind for Idle {
    fn holds(&self, situation: &Situation<'_>, _args: &Args<'_>) -> bool {
        situation.own.action.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{holds, id, situation, subject};
    use abi::{ActionKind, Arg, Deed, Tick, Ticks};

    /// Checks a word with its arguments against a situation.
    fn check(word: &impl Mind, situation: &Situation<'_>, args: &[Arg], expected: bool) {
        assert_eq!(holds(word, situation, args), expected, "{args:?}");
    }

    const AT_LEAST: Arg = Arg::Choice(0);
    const AT_MOST: Arg = Arg::Choice(1);

    #[test]
    fn the_encounter_is_sixty_ticks_old() {
        let mut now = situation(&[]);
        check(&SinceBegan, &now, &[AT_LEAST, Arg::Number(60)], true);
        check(&SinceBegan, &now, &[AT_LEAST, Arg::Number(61)], false);
        check(&SinceBegan, &now, &[AT_MOST, Arg::Number(60)], true);
        now.is_encounter = false;
        check(&SinceBegan, &now, &[AT_LEAST, Arg::Number(0)], false);
    }

    #[test]
    fn deeds_are_counted() {
        let action = ActionId::of("fighter/cut");
        let deeds = [Deed { action, times: 2, last: Tick(90) }];
        let mut now = situation(&[]);
        now.deeds = abi::RSlice::from_slice(&deeds);
        check(&TimesDone, &now, &[Arg::Id(action.0), Arg::Choice(2), Arg::Number(2)], true);
        check(&TimesDone, &now, &[Arg::Id(action.0), AT_LEAST, Arg::Number(3)], false);
        check(&TimesDone, &now, &[Arg::Id(7), AT_MOST, Arg::Number(0)], true);
    }

    #[test]
    fn a_deed_is_so_long_ago_and_what_was_never_done_longer() {
        let action = ActionId::of("goblins/stab");
        let deeds = [Deed { action, times: 2, last: Tick(90) }];
        let mut now = situation(&[]);
        (now.deeds, now.tick) = (abi::RSlice::from_slice(&deeds), Tick(100));
        check(&SinceDone, &now, &[Arg::Id(action.0), AT_LEAST, Arg::Number(10)], true);
        check(&SinceDone, &now, &[Arg::Id(action.0), AT_LEAST, Arg::Number(11)], false);
        check(&SinceDone, &now, &[Arg::Id(action.0), AT_MOST, Arg::Number(10)], true);
        check(&SinceDone, &now, &[Arg::Id(7), AT_LEAST, Arg::Number(1_000_000)], true);
    }

    #[test]
    fn a_stage_is_mine_unless_somebody_is_named() {
        let mut foe = subject(1, Attitude::Hostile, 5);
        foe.stage = 4;
        let foes = [foe];
        let mut now = situation(&foes);
        now.stage = 2;
        check(&StageIs, &now, &[Arg::Absent, AT_LEAST, Arg::Rung(2)], true);
        check(&StageIs, &now, &[Arg::Absent, AT_LEAST, Arg::Rung(3)], false);
        check(&StageIs, &now, &[Arg::Who(Target::Actor(id(1))), AT_LEAST, Arg::Rung(3)], true);
        check(&StageIs, &now, &[Arg::Who(Target::Actor(id(9))), AT_LEAST, Arg::Rung(0)], false);
        check(&StageIs, &now, &[Arg::Who(Target::Itself), AT_MOST, Arg::Rung(2)], true);
        check(&StageTheirs, &now, &[AT_LEAST, Arg::Rung(4)], true);
        check(&StageTheirs, &situation(&[]), &[AT_LEAST, Arg::Rung(0)], false);
    }

    #[test]
    fn somebody_shows_a_kind_from_the_level_at_which_it_is_read() {
        let reading = Reading { level: ReadingLevel::Kind, kind: ActionKind::Spell, ..Reading::default() };
        let foe = subject(1, Attitude::Hostile, 5);
        let shows = |level, kind, expected| {
            let foes = [Subject { reading: Reading { level, ..reading }, ..foe }];
            check(&Shows, &situation(&foes), &[Arg::Kind(kind)], expected);
        };
        shows(ReadingLevel::Kind, ActionKind::Spell, true);
        shows(ReadingLevel::Exact, ActionKind::Spell, true);
        shows(ReadingLevel::Busy, ActionKind::Spell, false);
        shows(ReadingLevel::Kind, ActionKind::Attack, false);
        check(&Shows, &situation(&[]), &[Arg::Kind(ActionKind::Spell)], false);
    }

    #[test]
    fn clock_p3_a_word_knows_no_more_than_the_reading_tells() {
        let action = ActionId::of("wizard/bolt");
        let mut foe = subject(1, Attitude::Hostile, 5);
        foe.reading = Reading { level: ReadingLevel::Phase, phase: Phase::Exec, ..Reading::default() };
        let foes = [foe];
        let now = situation(&foes);
        check(&Reads, &now, &[Arg::Choice(2)], true);
        check(&Reads, &now, &[Arg::Choice(3)], false);
        check(&PhaseIs, &now, &[Arg::Phase(Phase::Exec)], true);
        check(&PhaseIs, &now, &[Arg::Phase(Phase::Prep)], false);
        check(&LeftOfPhase, &now, &[AT_MOST, Arg::Number(100)], false);
        check(&Doing, &now, &[Arg::Id(action.0)], false);

        let exact = Reading { level: ReadingLevel::Exact, action, left_ticks: Ticks(9), ..foe.reading };
        let foes = [Subject { reading: exact, ..foe }];
        let now = situation(&foes);
        check(&LeftOfPhase, &now, &[AT_MOST, Arg::Number(9)], true);
        check(&Doing, &now, &[Arg::Id(action.0)], true);
    }

    #[test]
    fn only_a_foe_who_aims_at_me_threatens_me() {
        let aims = Reading { level: ReadingLevel::Phase, is_at_me: true, ..Reading::default() };
        let all = [
            Subject { reading: aims, ..subject(1, Attitude::Hostile, 5) },
            Subject { reading: aims, ..subject(2, Attitude::Allied, 5) },
            subject(3, Attitude::Hostile, 5),
        ];
        let now = situation(&all);
        let by = |row| [Arg::Who(Target::Actor(id(row)))];
        let expected = [(1, true, true), (2, false, false), (3, false, true), (9, false, false)];
        for (row, is_threat, is_foe) in expected {
            check(&Threatened, &now, &by(row), is_threat);
            check(&Regarded(Attitude::Hostile), &now, &by(row), is_foe);
        }
        check(&Threatened, &now, &[], true);
    }

    #[test]
    fn an_unnamed_other_is_the_one_whose_event_is_answered() {
        let mut mage = subject(2, Attitude::Hostile, 30);
        mage.reading.level = ReadingLevel::Exact;
        let foes = [subject(1, Attitude::Hostile, 5), mage];
        let mut now = situation(&foes);
        check(&Reads, &now, &[Arg::Choice(3)], false);
        now.event_actor = id(2);
        check(&Reads, &now, &[Arg::Choice(3)], true);
        check(&Reads, &now, &[Arg::Choice(3), Arg::Who(Target::Actor(id(1)))], false);
    }

    #[test]
    fn a_threat_is_a_foes_prep_or_exec_that_is_read_as_aimed_at_me() {
        let reading = Reading { level: ReadingLevel::Phase, is_at_me: true, ..Reading::default() };
        let foe = Subject { reading, ..subject(1, Attitude::Hostile, 5) };
        let threatened = |subject: Subject, expected| check(&Threatened, &situation(&[subject]), &[], expected);
        threatened(foe, true);
        threatened(Subject { attitude: Attitude::Neutral, ..foe }, false);
        threatened(Subject { reading: Reading { phase: Phase::Recover, ..reading }, ..foe }, false);
        threatened(Subject { reading: Reading { level: ReadingLevel::Kind, ..reading }, ..foe }, false);
        threatened(Subject { reading: Reading { is_at_me: false, ..reading }, ..foe }, false);
        check(&Regarded(Attitude::Hostile), &situation(&[foe]), &[Arg::Who(Target::Actor(id(1)))], true);
        check(&Regarded(Attitude::Allied), &situation(&[foe]), &[Arg::Who(Target::Actor(id(1)))], false);
    }

    #[test]
    fn counting_takes_only_who_is_seen_and_in_the_fight() {
        let mut fallen = subject(3, Attitude::Hostile, 2);
        fallen.state = abi::ActorState::Dead;
        let mut gone = subject(4, Attitude::Hostile, 3);
        gone.is_seen = false;
        let all = [subject(1, Attitude::Hostile, 5), subject(2, Attitude::Allied, 8), fallen, gone];
        let now = situation(&all);
        let exactly = |count| [Arg::Choice(2), Arg::Number(count), Arg::Absent];
        check(&Many(Attitude::Hostile), &now, &exactly(1), true);
        check(&Many(Attitude::Allied), &now, &exactly(1), true);
        check(&Many(Attitude::Allied), &now, &[AT_LEAST, Arg::Number(1), Arg::Number(7)], false);
        check(&Near(Attitude::Allied), &now, &[Arg::Number(8)], true);
        check(&Near(Attitude::Hostile), &now, &[Arg::Number(4)], false);
        check(&Alone, &now, &[], false);
        check(&Alone, &situation(&[]), &[], true);
        check(&Seen, &now, &[Arg::Who(Target::Actor(id(4)))], false);
        check(&Seen, &now, &[], true);
    }

    #[test]
    fn my_own_body_is_known_to_me() {
        let verbs = [VerbId::of("swing")];
        let lost = [-1];
        let mut now = situation(&[]);
        now.verb_ids = abi::RSlice::from_slice(&verbs);
        now.verbs = abi::RSlice::from_slice(&lost);
        check(&VerbLost, &now, &[Arg::Id(verbs[0].0)], true);
        check(&OnGround, &now, &[Arg::Id(GroundId::of("core/stone").0)], true);
        check(&OnGround, &now, &[Arg::Id(GroundId::of("core/mud").0)], false);
        check(&Idle, &now, &[], true);
        now.own.action = ActionId::of("core/wait");
        check(&Idle, &now, &[], false);
        check(&Doing, &now, &[Arg::Id(now.own.action.0), Arg::Who(Target::Itself)], true);
        check(&Has, &now, &[Arg::Id(3)], false);
        check(&KindKnown, &now, &[Arg::Who(Target::Actor(id(0)))], true);
    }
}
