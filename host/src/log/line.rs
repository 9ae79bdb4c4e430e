//! One line of a fight's log, as the simulation says it.
//!
//! Owns the keys, their order and their kinds: the one list below makes the struct, its builder
//! methods, [`KEYS`] and what writes them. It never allocates and knows
//! nothing of files. Called by whatever raises events or takes decisions; read by `layer`.
//!
//! To add a key, add a line to the list. Its place there is its place in the log, and keys that
//! exist keep their meaning. What only one module knows belongs in [`Line::extras`].

use super::json::{self, Gathered, Json as _, Part, Value};
use super::{DECIDED, FOLLOWS, TARGET};
use std::fmt;
use tracing::metadata::Metadata;

/// The name of the two callsites that lines go through; with [`TARGET`] it tells a line from
/// whatever else is traced under the same target.
const LINE_NAME: &str = "line";

/// True for what [`Line::emit`] and [`Line::emit_decided`] emit, and for nothing else.
#[inline]
pub(super) fn is_line(metadata: &Metadata<'_>) -> bool {
    metadata.target() == TARGET && metadata.name() == LINE_NAME
}

/// The type of a field, by its kind.
macro_rules! kind_type {
    (text) => { &'a str };
    (count) => { u64 };
    (integer) => { i64 };
    (value) => { Value<'a> };
}

/// The method that sets a field, by its kind. Numbers and values widen; texts do not, so that
/// a `&String` is taken as it is.
// Always: a line is large, and a setter that is called moves all of it twice.
macro_rules! kind_setter {
    ($(#[$doc:meta])* $name:ident text) => {
        $(#[$doc])*
        #[must_use]
        #[inline(always)]
        pub fn $name(mut self, $name: &'a str) -> Self {
            self.$name = Some($name);
            self
        }
    };
    ($(#[$doc:meta])* $name:ident $kind:ident) => {
        $(#[$doc])*
        #[must_use]
        #[inline(always)]
        pub fn $name(mut self, $name: impl Into<kind_type!($kind)>) -> Self {
            self.$name = Some($name.into());
            self
        }
    };
}

macro_rules! keys {
    ($($(#[$doc:meta])* $name:ident: $kind:ident,)*) => {
        /// One line of the log. `tick` and `event` always stand; everything else where it applies.
        ///
        /// Built by value: `Line::new(12, "prep_began").actor("hero").ticks(20_u64).emit()`.
        #[derive(Clone, Copy)]
        pub struct Line<'a> {
            tick: u64,
            event: &'a str,
            $($name: Option<kind_type!($kind)>,)*
            extras: &'a [(&'a str, Value<'a>)],
            head: Option<&'a Head<'a>>,
        }

        /// The keys of a line in the order in which they are written. What [`Head`] and
        /// [`Line::extras`] add comes after them.
        pub const KEYS: &[&str] = &["tick", "event", $(stringify!($name),)*];

        impl<'a> Line<'a> {
            /// A line that says that `event` happened at `tick`.
            #[must_use]
            #[inline]
            pub fn new(tick: u64, event: &'a str) -> Self {
                Self { tick, event, $($name: None,)* extras: &[], head: None }
            }

            $(kind_setter!($(#[$doc])* $name $kind);)*

            /// Writes what stands of the keys after `tick` and `event`, each after a comma.
            fn write_members(&self, out: &mut impl fmt::Write) -> fmt::Result {
                $(if let Some(value) = self.$name {
                    out.write_str(concat!(",\"", stringify!($name), "\":"))?;
                    value.write_json(out)?;
                })*
                Ok(())
            }
        }
    };
}

keys! {
    /// The number of an entry among those of the whole fight.
    seq: count,
    /// Whose keyboard a decision came from.
    seat: count,
    /// The decision that was asked for: `free`, `edge`, `noticed` or `reaction` (clause D5).
    decision: text,
    /// How many questions of that kind its actor had let pass in the tick before the one that the entry answers (clause D5);
    /// none is not written.
    declined: count,
    /// Whose activity, body or state the line is about.
    actor: text,
    /// The action of the activity.
    action: text,
    /// The length of the phase that begins.
    ticks: count,
    /// Whom or what it is aimed at: an id, or a cell.
    target: value,
    /// Who brought it about; for a reaction, whose event it answers.
    by: text,
    /// Which event a reaction answers.
    on: text,
    /// Where a body leaves: a cell, or the id of a place.
    from: value,
    /// Where a body goes: a cell, or the id of a place; for a telling, who is told.
    to: value,
    /// Where a body stands: a cell.
    at: value,
    /// The place that cells belong to, where a world has several.
    place: text,
    /// Why, in words that a designer reads.
    reason: text,
    /// What made a decision due (clause D2).
    cause: text,
    /// The profile or standing order that decided.
    profile: text,
    /// The rank of the profile that decided.
    rank: integer,
    /// The kind of an actor or of a check.
    kind: text,
    /// Which side an actor fights on.
    side: text,
    /// The place in the order of initiative, from 0.
    initiative: count,
    /// The chance of success before the roll.
    chance_permille: integer,
    /// What was rolled.
    roll_permille: integer,
    /// How well it went.
    degree: text,
    /// By how many degrees it was lowered (clause R12).
    mitigated: integer,
    /// That whom it was against stood open in its recover (clause R9).
    exploit: integer,
    /// How much, on the scale of the module that says it.
    magnitude: integer,
    /// The ladder that a rung stands on.
    ladder: text,
    /// A rung of a ladder, by name.
    rung: text,
    /// Words of narration or speech.
    text: text,
    /// The module that failed.
    module: text,
    /// The word of that module which failed.
    word: text,
    /// How a fight ended.
    outcome: text,
    /// The hash of the whole state.
    hash: text,
}

impl<'a> Line<'a> {
    /// Hands the line to whoever listens to the whole fight on this thread.
    ///
    /// The line goes through one callsite, `tick` and `event` as fields of their own and the rest
    /// as one: `tracing` pays for each field that a callsite names, there or not, and with one
    /// for each key a line of ten fields took 290 ns, where it takes 150 ns so.
    #[inline]
    pub fn emit(&self) {
        tracing::event!(
            name: LINE_NAME,
            target: TARGET,
            FOLLOWS,
            tick = self.tick,
            event = self.event,
            rest = ?Rest(self),
        );
    }

    /// Hands the line to whoever listens to the whole fight or to its decisions alone: what a run can be made again from.
    pub fn emit_decided(&self) {
        tracing::event!(
            name: LINE_NAME,
            target: TARGET,
            DECIDED,
            tick = self.tick,
            event = self.event,
            rest = ?Rest(self),
        );
    }

    /// Fields that only the module knows which registered the event, in the order given. Their
    /// keys are checked against [`is_reserved_key`] when the event is registered.
    #[must_use]
    #[inline]
    pub fn extras(mut self, extras: &'a [(&'a str, Value<'a>)]) -> Self {
        self.extras = extras;
        self
    }

    /// The first line of a log, which alone is enough to replay the fight.
    #[must_use]
    pub fn first(head: &'a Head<'a>) -> Self {
        let mut line = Self::new(0, "fight");
        line.head = Some(head);
        line
    }
}

/// What the first line of a log carries; each field is needed for a replay, so none is optional.
#[derive(Clone, Copy)]
pub struct Head<'a> {
    pub seed: u64,
    pub ruleset: &'a str,
    /// What the command line changed of the ruleset's holders, each as `role=name`.
    pub holders: &'a [&'a str],
    /// What the command line changed of its parameters, each as `parameter value`.
    pub set: &'a [&'a str],
    /// The version of the stable interface that the host speaks.
    pub abi: &'a str,
    pub modules: &'a [Part<'a>],
    pub packs: &'a [Part<'a>],
    /// The name of the fight.
    pub fight: &'a str,
    pub fight_hash: &'a str,
    /// The fight file as it was read.
    pub fight_text: &'a str,
}

/// The keys that a [`Head`] writes, in order.
pub const HEAD_KEYS: &[&str] =
    &["seed", "ruleset", "holders", "set", "abi", "modules", "packs", "fight", "fight_hash", "fight_text"];

/// True if a module's event must not use this key for a field of its own: the line would carry
/// the key twice.
#[must_use]
pub fn is_reserved_key(key: &str) -> bool {
    KEYS.contains(&key) || HEAD_KEYS.contains(&key)
}

impl Head<'_> {
    fn write_members(&self, out: &mut impl fmt::Write) -> fmt::Result {
        json::write_member(out, "seed", &self.seed)?;
        json::write_member(out, "ruleset", &self.ruleset)?;
        json::write_member(out, "holders", &self.holders)?;
        json::write_member(out, "set", &self.set)?;
        json::write_member(out, "abi", &self.abi)?;
        json::write_member(out, "modules", &self.modules)?;
        json::write_member(out, "packs", &self.packs)?;
        json::write_member(out, "fight", &self.fight)?;
        json::write_member(out, "fight_hash", &self.fight_hash)?;
        json::write_member(out, "fight_text", &self.fight_text)
    }
}

/// What a line says beside `tick` and `event`. Its `Debug` is JSON: members, each after a comma.
struct Rest<'a>(&'a Line<'a>);

impl fmt::Debug for Rest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(line) = self;
        let mut out = Gathered::new(f);
        line.write_members(&mut out)?;
        for (key, value) in line.extras {
            json::write_member(&mut out, key, value)?;
        }
        if let Some(head) = line.head {
            head.write_members(&mut out)?;
        }
        out.hand_over()
    }
}

#[cfg(test)]
mod tests {
    use super::{HEAD_KEYS, Head, KEYS, Line, is_reserved_key};
    use crate::log::{FightLog, Part, Value};
    use expect_test::{Expect, expect};

    fn check(line: Line<'_>, expected: Expect) {
        let log = FightLog::to_memory();
        log.with(|| line.emit());
        let written = log.finish().map_err(|error| error.to_string());
        let written = written.and_then(|bytes| String::from_utf8(bytes).map_err(|e| e.to_string()));
        expected.assert_eq(&written.unwrap_or_else(|error| error));
    }

    #[test]
    fn tick_and_event_come_first_and_absent_keys_are_left_out() {
        check(
            Line::new(0, "encounter_began"),
            expect![[r#"
                {"tick":0,"event":"encounter_began"}
            "#]],
        );
        check(
            Line::new(12, "prep_began").target("gob").ticks(20_u32).action("core/strike").actor("hero"),
            expect![[r#"
                {"tick":12,"event":"prep_began","actor":"hero","action":"core/strike","ticks":20,"target":"gob"}
            "#]],
        );
    }

    #[test]
    fn cells_numbers_and_signs() {
        check(
            Line::new(u64::MAX, "entering").actor("gob").from([1, 2, 0]).to([-1, 2, 3]).by("hero"),
            expect![[r#"
                {"tick":18446744073709551615,"event":"entering","actor":"gob","by":"hero","from":[1,2,0],"to":[-1,2,3]}
            "#]],
        );
        check(
            Line::new(3, "check").chance_permille(650).roll_permille(-1).mitigated(0),
            expect![[r#"
                {"tick":3,"event":"check","chance_permille":650,"roll_permille":-1,"mitigated":0}
            "#]],
        );
    }

    #[test]
    fn a_module_s_own_fields_come_last_in_their_order() {
        let extras = [("zeal", Value::Integer(-3)), ("alarm \"x\"", Value::Text("a\nb")), ("is_loud", Value::Truth(true))];
        check(
            Line::new(5, "goblins/howled").extras(&extras).actor("gob"),
            expect![[r#"
                {"tick":5,"event":"goblins/howled","actor":"gob","zeal":-3,"alarm \"x\"":"a\nb","is_loud":true}
            "#]],
        );
        check(
            Line::new(5, "goblins/howled").extras(&[]),
            expect![[r#"
                {"tick":5,"event":"goblins/howled"}
            "#]],
        );
    }

    #[test]
    fn the_first_line_holds_all_that_a_replay_needs() {
        let part = Part { id: "core", version: "0.1.0", hash: "00ff" };
        let head = Head {
            seed: u64::MAX,
            ruleset: "core/dungeon-mind",
            holders: &["tempo=brisk"],
            set: &["jitter_ticks 0", "calm_ticks 9"],
            abi: "0.1.0",
            modules: &[part],
            packs: &[],
            fight: "core/duel",
            fight_hash: "abcd",
            fight_text: "Fight(\n)",
        };
        check(
            Line::first(&head),
            expect![[r#"
                {"tick":0,"event":"fight","seed":18446744073709551615,"ruleset":"core/dungeon-mind","holders":["tempo=brisk"],"set":["jitter_ticks 0","calm_ticks 9"],"abi":"0.1.0","modules":[{"id":"core","version":"0.1.0","hash":"00ff"}],"packs":[],"fight":"core/duel","fight_hash":"abcd","fight_text":"Fight(\n)"}
            "#]],
        );
    }

    #[test]
    fn no_key_is_listed_twice() {
        let mut all: Vec<&str> = KEYS.iter().chain(HEAD_KEYS).copied().collect();
        assert!(all.iter().all(|key| is_reserved_key(key)));
        assert!(!is_reserved_key("zeal"));
        let listed = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), listed);
    }
}
