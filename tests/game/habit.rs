//! Fights that are left to habit, whole, with everything that can be meant by it (clauses D1, D4): told apart, logged, replayed.
//!
//! Owns no policy of its own: it goes on as the front ends do where nobody presses a key, or chooses as a player does.

use crate::orders::{check_fight_replayed, choose, lines};
use crate::pace::plain;
use crate::stories::game;
use crate::support::scratch;
use dungeon_mind::content::Overrides;
use dungeon_mind::content::tables::Stance;
use dungeon_mind::lab::seats::Seats;
use dungeon_mind::log::FightLog;
use dungeon_mind::saves::{Facts, Journal, Saves, check};
use dungeon_mind::session::Session;
use serde_json::Value;
use std::collections::BTreeSet;

const FIGHTER: &str = "core/newcomer";
const WIZARD: &str = "core/newcomer-wizard";

/// Goes on by habit to the end; a fight that never ends is a failure.
pub fn watch(session: &mut Session) {
    for _ in 0..20_000 {
        if session.scene().is_over {
            return;
        }
        session.go_on_by_habit();
    }
    panic!("habit made no end of it");
}

fn by_habit(fight: &str, stance: Stance) -> String {
    check_fight_replayed(fight, 3, |session| {
        session.leave_to_habit(Some(stance));
        watch(session);
    })
}

fn ranks(log: &str) -> BTreeSet<u64> {
    let rank = |line: &&str| line.split_once("\"rank\":")?.1.split([',', '}']).next()?.parse().ok();
    lines(log, "by_habit").iter().filter_map(rank).collect()
}

/// A whole fight with something meant, replayed; the ranks that are for nobody else, one of which must have counted.
fn check_meant(stance: Stance, own: &[u64]) {
    for fight in [FIGHTER, WIZARD] {
        let log = by_habit(fight, stance);
        let taken = ranks(&log);
        assert!(own.iter().any(|rank| taken.contains(rank)), "{fight}, {}: {taken:?}", stance.name());
        let mine = lines(&log, "by_habit");
        assert!(mine.iter().all(|line| line.contains("\"profile\":") && line.contains("\"reason\":")), "{fight}: {mine:#?}");
    }
}

#[test]
fn who_means_to_stay_lets_them_come() {
    check_meant(Stance::Hold, &[17, 54, 57]);
}

#[test]
fn who_means_to_get_away_goes() {
    check_meant(Stance::BreakOff, &[14, 15, 17, 18]);
}

#[test]
fn who_means_to_make_an_end_of_it_fights_to_the_end() {
    for fight in [FIGHTER, WIZARD] {
        let taken = ranks(&by_habit(fight, Stance::PressOn));
        let others = [14, 15, 16, 18, 54, 57, 58, 68];
        assert!(!taken.is_empty() && others.iter().all(|rank| !taken.contains(rank)), "{fight}: {taken:?}");
    }
}

/// Strokes of the player at somebody who was wounded, and had begun nothing that could hurt: as the log tells it.
fn strokes_at_the_wounded_and_still(log: &str) -> Vec<String> {
    const HURTS: [&str; 3] = ["fighter/strike", "fighter/thrust", "fighter/backhand"];
    let (mut wounded, mut busy) = (BTreeSet::new(), BTreeSet::new());
    let mut struck = Vec::new();
    for line in log.lines() {
        let fields: Value = serde_json::from_str(line).unwrap();
        let field = |name: &str| fields[name].as_str().unwrap_or_default().to_owned();
        match &*field("event") {
            "stage" if field("rung") == "wounded" => drop(wounded.insert(field("actor"))),
            "prep_began" | "exec_began" => drop(busy.insert(field("actor"))),
            "recover_began" | "finished" | "cancelled" | "superseded" => drop(busy.remove(&field("actor"))),
            "intent" if HURTS.contains(&&*field("action")) => {
                let target = field("target");
                if wounded.contains(&target) && !busy.contains(&target) {
                    struck.push(line.to_owned());
                }
            }
            _ => {}
        }
    }
    struck
}

#[test]
fn who_means_to_spare_them_strikes_nobody_who_is_wounded_and_still() {
    let left_to = |stance: Stance| -> Vec<String> {
        let fight = |seed| {
            check_fight_replayed(FIGHTER, seed, |session| {
                session.leave_to_habit(Some(stance));
                watch(session);
            })
        };
        (3..11).map(fight).collect()
    };
    let spared = left_to(Stance::SpareThem);
    let struck: Vec<String> = spared.iter().flat_map(|log| strokes_at_the_wounded_and_still(log)).collect();
    assert!(struck.is_empty(), "{struck:#?}");
    let is_seen = |rank| spared.iter().any(|log| ranks(log).contains(&rank));
    assert!(is_seen(19) || is_seen(58), "nobody was spared in any of these fights");
    // The same fights, meant otherwise: there it happens.
    let pressed = left_to(Stance::PressOn);
    assert!(pressed.iter().any(|log| !strokes_at_the_wounded_and_still(log).is_empty()), "it never comes to that");
}

#[test]
fn an_answer_that_habit_gives_is_told_with_its_rank() {
    // An answer of one's own is asked for where the orders say so; the ranks of answers come first in these profiles.
    let told = (3..11).any(|seed| {
        let log = check_fight_replayed(FIGHTER, seed, |session| {
            session.leave_to_habit(Some(Stance::PressOn));
            watch(session);
        });
        ranks(&log).iter().any(|rank| (10..16).contains(rank))
    });
    assert!(told);
}

#[test]
fn clause_d4_a_fight_that_changes_hands_is_replayed() {
    let log = check_fight_replayed(FIGHTER, 5, |session| {
        choose(session, "habit");
        choose(session, "mean-press-on");
        for _ in 0..4 {
            choose(session, "go-on");
        }
        choose(session, "take-over");
        assert!(session.habit().is_none());
        for _ in 0..2 {
            let command = plain(session);
            choose(session, command);
        }
        choose(session, "habit");
        choose(session, "mean-hold");
        choose(session, "go-on");
        choose(session, "mean-press-on");
        watch(session);
        choose(session, "review");
        let told: String = session.scene().tale.iter().map(|line| format!("{}\n", line.text)).collect();
        assert!(told.contains("eaning to make an end of it:"), "{told}");
    });
    assert!(!lines(&log, "by_habit").is_empty());
}

#[test]
fn clause_d4_a_run_that_was_left_to_habit_is_gone_on_with() {
    let saves = Saves::at(Some(&scratch("habit-left"))).unwrap();
    let setup = game().fight(FIGHTER, 3, &Overrides::default()).unwrap();
    let journal = Journal::begin(&saves, &setup, &Facts::default()).unwrap();
    let path = journal.path().to_path_buf();
    let decisions = FightLog::to_memory().beside(journal.picked()).with(|| {
        let mut session = Session::new(&setup, 0, false).unwrap();
        session.leave_to_habit(Some(Stance::PressOn));
        for _ in 0..5 {
            session.go_on_by_habit();
            journal.wait(session.waiting().as_ref()).unwrap();
        }
        session.waiting().unwrap()
    });
    drop(journal);
    assert!(check(&path, |_| Ok(game().clone())).is_ok());
    let (journal, recording, _) = Journal::open(&path).unwrap();
    FightLog::to_memory().beside(journal.picked()).with(|| {
        let mut session = Session::resume(&setup, 0, false, Seats::to_continue(&recording)).unwrap();
        let waiting = session.waiting().unwrap();
        assert_eq!((waiting.tick, waiting.hash), (decisions.tick, decisions.hash));
        // A run that is gone on with is the player's until it is left to habit again.
        assert!(session.habit().is_none());
        session.leave_to_habit(Some(Stance::PressOn));
        watch(&mut session);
        journal.wait(None).unwrap();
    });
    drop(journal);
    assert!(check(&path, |_| Ok(game().clone())).is_ok());
}
