//! Standing orders through whole fights: changed at a question, tried on what has happened, replayed, gone on with (clauses D3, D4).
//!
//! Owns no policy of its own: it plays as `pace` does, through the commands of the session alone, as a front end does.

use crate::pace::{impatient, plain};
use crate::stories::game;
use crate::support::scratch;
use dungeon_mind::clock::{Outcome, StandingOrders};
use dungeon_mind::content::Overrides;
use dungeon_mind::content::tables::Does;
use dungeon_mind::lab::recording::{self, Change};
use dungeon_mind::lab::replay;
use dungeon_mind::lab::seats::Seats;
use dungeon_mind::log::FightLog;
use dungeon_mind::saves::{Facts, Journal, Saves, check};
use dungeon_mind::session::Session;

const FIGHT: &str = "core/newcomer";

fn session(seed: u64) -> Session {
    session_of(FIGHT, seed)
}

fn session_of(fight: &str, seed: u64) -> Session {
    let setup = game().fight(fight, seed, &Overrides::default()).unwrap_or_else(|error| panic!("{error}"));
    Session::new(&setup, 0, false).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
pub fn choose(session: &mut Session, command: &str) {
    let offered = || session.scene().choices.iter().map(|offer| offer.command.clone()).collect::<Vec<_>>();
    let place = session.offer(command).unwrap_or_else(|| panic!("`{command}` is not offered, but {:?}", offered()));
    session.choose(place).unwrap_or_else(|error| panic!("{command}: {error}"));
}

fn choose_all(session: &mut Session, commands: &[&str]) {
    commands.iter().for_each(|command| choose(session, command));
}

fn play_on(session: &mut Session, policy: fn(&Session) -> &'static str) {
    while !session.scene().is_over {
        choose(session, policy(session));
    }
}

fn tale(session: &Session) -> String {
    session.scene().tale.iter().map(|line| format!("{}\n", line.text)).collect()
}

/// Plays with a log, and holds the log's replay against it.
fn check_replayed(seed: u64, play: impl FnOnce(&mut Session)) -> String {
    check_fight_replayed(FIGHT, seed, play)
}

/// The same for any fight.
pub fn check_fight_replayed(fight: &str, seed: u64, play: impl FnOnce(&mut Session)) -> String {
    let log = FightLog::to_memory();
    log.with(|| play(&mut session_of(fight, seed)));
    let played = log.finish().unwrap();
    check_same_when_replayed(&played, seed);
    String::from_utf8(played).unwrap()
}

/// Holds a log against the replay of itself.
pub fn check_same_when_replayed(played: &[u8], seed: u64) {
    let recording = recording::read(played).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    let setup = game().fight_from_text(&recording.fight_text, &recording.fight, seed, &recording.overrides);
    let setup = setup.unwrap_or_else(|error| panic!("{error}"));
    let verdict = replay::replay(&recording, &setup, played).unwrap_or_else(|error| panic!("{error}"));
    assert!(verdict.is_same, "seed {seed}: {verdict}");
}

pub fn lines<'a>(log: &'a str, event: &str) -> Vec<&'a str> {
    let event = format!("\"event\":\"{event}\"");
    log.lines().filter(|line| line.contains(&event)).collect()
}

#[test]
fn every_order_of_the_game_s_classes_says_when_it_acts() {
    let content = &game().content;
    for kind in content.kinds.iter().filter(|kind| kind.orders.is_some()) {
        let Some(profile) = kind.orders.map(|profile| &content.profiles[profile.index()]) else { continue };
        for rank in profile.ranks.iter().filter(|rank| rank.does == Does::React) {
            let (of, says) = (format!("{} {}", profile.name, rank.rank), &*rank.says);
            assert!(says.starts_with("when "), "{of}: {says:?}");
            assert!(!says.chars().any(|letter| letter.is_numeric()), "{of}: {says:?} has a digit");
            assert!(says.split_whitespace().count() <= 24, "{of}: {says:?} is long");
        }
    }
}

#[test]
fn clause_d4_orders_that_were_changed_are_replayed() {
    let log = check_replayed(3, |session| {
        choose_all(session, &["orders", "order-30", "order-off", "order-earlier", "back", "order-20", "order-auto", "undo"]);
        choose_all(session, &["back", "back"]);
        assert_eq!(session.orders().to_string(), "10 ask, 14 off, 20 ask, 24 off, 30 off, 28 ask");
        play_on(session, plain);
    });
    let changed: Vec<&str> = lines(&log, "ordered");
    assert_eq!(changed.len(), 4, "{changed:#?}");
    let mine = lines(&log, "reaction_begun").into_iter().filter(|line| line.contains("\"actor\":\"you\"")).count();
    assert_eq!(mine, 0, "with the guard off nothing is done unasked");
}

#[test]
fn clause_d3_without_a_change_the_guard_is_raised_unasked_and_told_of_at_the_end() {
    let mut session = session(3);
    play_on(&mut session, plain);
    let done = session.sim().moments().iter().filter(|moment| moment.outcome == Outcome::Done(30)).count();
    assert!(done > 0, "no guard in the whole fight");
    choose(&mut session, "review");
    let told = tale(&session);
    assert!(told.contains("When a blow is coming at you, raise the shield:"), "{told}");
    assert!(told.contains("a raised shield"), "{told}");
    choose(&mut session, "back");
    assert!(session.scene().is_over);
}

#[test]
fn clause_d3_what_an_order_would_have_done_is_told_against_what_was_done() {
    let mut session = session(3);
    choose_all(&mut session, &["orders", "try-orders"]);
    assert_eq!(tale(&session), "Nothing has happened that they would have answered.\n");
    choose_all(&mut session, &["back", "order-30", "order-off", "back", "back"]);
    play_on(&mut session, plain);
    choose_all(&mut session, &["orders", "order-30", "try-order"]);
    let told = tale(&session);
    assert!(told.contains("where nothing was done") && told.contains("a raised shield"), "{told}");
    // Whatever is ordered now is for the next fight.
    choose_all(&mut session, &["back", "order-auto", "back", "back"]);
    assert!(session.scene().is_over);
    assert_eq!(session.orders().to_string(), "10 ask, 14 off, 20 ask, 24 off, 28 ask, 30 auto");
}

/// Plays to a question about an answer; a seed in which there is none is a failure.
fn to_a_question(session: &mut Session) {
    while session.offer("do-it").is_none() {
        assert!(!session.scene().is_over, "nothing was asked");
        choose(session, plain(session));
    }
}

#[test]
fn clause_d3_from_now_on_unasked_is_an_order_and_no_answer() {
    let log = check_replayed(3, |session| {
        to_a_question(session);
        let before = session.decisions();
        choose(session, "always");
        assert!(session.orders().to_string().contains("20 auto"), "{}", session.orders());
        assert!(session.scene().is_over || session.decisions() > before);
        play_on(session, plain);
    });
    assert!(lines(&log, "intent").iter().all(|line| !line.contains("\"decision\":\"reaction\"")), "nothing was asked again");
    assert!(lines(&log, "reaction_begun").iter().any(|line| line.contains("\"actor\":\"you\"")));
}

#[test]
fn clause_d4_orders_changed_at_their_own_question_are_replayed() {
    for (edits, answer) in [
        (&["order-20", "order-off", "back", "back"][..], None),
        (&["order-10", "order-off", "back", "back"], Some("do-it")),
        (&["order-10", "order-off", "back", "back"], Some("let-pass")),
        (&["order-20", "order-auto", "undo", "back", "back"], Some("do-it")),
        (&["order-20", "order-later", "back", "back"], Some("let-pass")),
    ] {
        check_replayed(3, |session| {
            to_a_question(session);
            choose(session, "orders");
            choose_all(session, edits);
            assert_eq!(session.offer("do-it").is_some(), answer.is_some(), "{edits:?}");
            answer.iter().for_each(|answer| choose(session, answer));
            play_on(session, plain);
        });
    }
}

#[test]
fn never_about_this_one_is_never_again_until_it_is_wanted() {
    let mut session = session(3);
    to_a_question(&mut session);
    let muted = session.scene().in_view.first().map(|foe| foe.look.clone()).unwrap();
    choose(&mut session, "never-this");
    let mut asked = 0;
    while !session.scene().is_over {
        // Others may come when it is gone, and are asked about.
        let is_alone = session.scene().in_view.iter().map(|foe| &foe.look).eq([&muted]);
        asked += usize::from(session.offer("do-it").is_some() && is_alone);
        let command = plain(&session);
        choose(&mut session, command);
    }
    assert_eq!(asked, 0, "the same foe was asked about again");
    choose_all(&mut session, &["orders", "unmute"]);
    assert!(session.offer("unmute").is_none());
}

#[test]
fn orders_that_were_kept_hold_from_the_first_question_on() {
    let kept: StandingOrders = "30 off, 20 off, 7 auto".parse().unwrap();
    let log = check_replayed(5, |session| {
        session.take_orders(&kept);
        assert_eq!(session.orders().to_string(), "30 off, 20 off, 10 ask, 14 off, 24 off, 28 ask");
        play_on(session, impatient);
    });
    let ordered = lines(&log, "ordered");
    assert!(ordered.len() == 1 && ordered[0].contains("\"reason\":\"kept\""), "{ordered:?}");
    let recording = recording::read(log.as_bytes()).unwrap();
    assert!(matches!(&recording.changes[..], [one] if matches!(one.change, Change::Orders { .. })));
}

#[test]
fn clause_d4_a_run_that_was_left_is_gone_on_with_under_its_orders() {
    let saves = Saves::at(Some(&scratch("orders-left"))).unwrap();
    for edits in [&["order-20", "order-off"][..], &["order-10", "order-off"], &["order-20", "order-auto", "undo"]] {
        let setup = game().fight(FIGHT, 3, &Overrides::default()).unwrap();
        let journal = Journal::begin(&saves, &setup, &Facts::default()).unwrap();
        let path = journal.path().to_path_buf();
        let orders = FightLog::to_memory().beside(journal.picked()).with(|| {
            let mut session = Session::new(&setup, 0, false).unwrap();
            journal.wait(session.waiting().as_ref()).unwrap();
            to_a_question(&mut session);
            journal.wait(session.waiting().as_ref()).unwrap();
            // It is left with the page still open.
            choose(&mut session, "orders");
            choose_all(&mut session, edits);
            journal.wait(session.waiting().as_ref()).unwrap();
            session.orders().clone()
        });
        drop(journal);
        assert!(check(&path, |_| Ok(game().clone())).is_ok(), "{edits:?}");
        let (journal, recording, _) = Journal::open(&path).unwrap();
        FightLog::to_memory().beside(journal.picked()).with(|| {
            let mut session = Session::resume(&setup, 0, false, Seats::to_continue(&recording)).unwrap();
            journal.wait(session.waiting().as_ref()).unwrap();
            assert_eq!(session.orders(), &orders);
            let is_off = orders.to_string().contains("20 off");
            assert_eq!(session.offer("do-it").is_some(), !is_off, "{edits:?}: asked by the orders as they are");
            play_on(&mut session, plain);
            journal.wait(None).unwrap();
        });
    }
}
