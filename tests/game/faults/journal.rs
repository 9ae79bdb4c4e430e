//! Games that are killed: whatever moment it comes, no committed decision is lost, and going on leads to the very same state.

use super::pack;
use crate::stories::game;
use crate::support::{data, program, root, scratch};
use dungeon_mind::content::Overrides;
use dungeon_mind::lab::recording::{Recording, Waiting};
use dungeon_mind::lab::seats::Seats;
use dungeon_mind::log::{DecisionLog, FightLog};
use dungeon_mind::saves::{Facts, Journal, SaveError, Saves, check};
use dungeon_mind::session::Session;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Makes the first choice that can be made, as often as asked.
fn choose(session: &mut Session, times: usize, journal: &Journal) {
    for _ in 0..times {
        if session.ended().is_some() {
            return;
        }
        let place = session.scene().choices.iter().position(|choice| choice.why_not.is_empty()).unwrap();
        session.choose(place).unwrap();
        journal.wait(session.waiting().as_ref()).unwrap();
    }
}

/// Plays so many choices of a newcomer's fight, and gives its journal's file.
fn played(folder: &Path, seed: u64, times: usize) -> PathBuf {
    let setup = game().fight("core/newcomer", seed, &Overrides::default()).unwrap();
    let journal = Journal::begin(&Saves::at(Some(folder)).unwrap(), &setup, &Facts::default()).unwrap();
    FightLog::to_memory().beside(journal.picked()).with(|| {
        let mut session = Session::new(&setup, 0, false).unwrap();
        journal.wait(session.waiting().as_ref()).unwrap();
        choose(&mut session, times, &journal);
    });
    journal.path().to_path_buf()
}

/// Goes on with a run, and makes so many choices more. Gives what it read, and where the player was asked first.
fn gone_on(path: &Path, times: usize) -> Result<(Recording, Option<Waiting>), SaveError> {
    let (journal, recording, _) = Journal::open(path)?;
    let setup =
        game().fight_from_text(&recording.fight_text, &recording.fight, recording.seed, &recording.overrides).unwrap();
    let waiting = FightLog::to_memory().beside(journal.picked()).with(|| {
        let mut session = Session::resume(&setup, 0, false, Seats::to_continue(&recording)).unwrap();
        let waiting = session.waiting();
        journal.wait(waiting.as_ref())?;
        choose(&mut session, times, &journal);
        Ok(waiting)
    });
    waiting.map(|waiting| (recording, waiting))
}

fn decisions(text: &str) -> usize {
    text.lines().filter(|line| line.contains("\"event\":\"intent\"")).count()
}

fn is_sound(path: &Path) {
    if let Err(error) = check(path, |_| Ok(game().clone())) {
        panic!("{}: {error:?}", path.display());
    }
}

/// Who goes on with a run remembers the ground that was seen on the way.
#[test]
fn what_was_seen_on_the_way_is_on_the_map_of_who_goes_on() {
    let known = |session: &Session| -> BTreeSet<(u32, u32)> {
        let map = &session.scene().map;
        let places = (0..map.height).flat_map(|y| (0..map.width).map(move |x| (x, y)));
        places.zip(&map.cells).filter(|(_, cell)| cell.glyph != u32::from(' ')).map(|(place, _)| place).collect()
    };
    let setup = game().fight("core/burning-bridge", 780, &Overrides::default()).unwrap();
    let journal = Journal::begin(&Saves::at(Some(&scratch("journal-seen"))).unwrap(), &setup, &Facts::default()).unwrap();
    let before = FightLog::to_memory().beside(journal.picked()).with(|| {
        let mut session = Session::new(&setup, 0, false).unwrap();
        for command in ["east", "east", "east", "west", "west", "west", "west"] {
            if let Some(place) = session.offer(command) {
                session.choose(place).unwrap();
            }
        }
        journal.wait(session.waiting().as_ref()).unwrap();
        known(&session)
    });
    let path = journal.path().to_path_buf();
    drop(journal);
    let (_, recording, _) = Journal::open(&path).unwrap();
    let session = Session::resume(&setup, 0, false, Seats::to_continue(&recording)).unwrap();
    let after = known(&session);
    let lost: Vec<_> = before.difference(&after).collect();
    assert!(lost.is_empty(), "of {} places these are forgotten: {lost:?}", before.len());
}

/// Who goes on with a run minds the same foe, and is not stopped for what was waved away.
#[test]
fn what_was_attended_to_is_as_it_was() {
    let (mut has_waved, mut has_minded) = (false, false);
    for seed in 0..20 {
        let setup = game().fight("core/newcomer", seed, &Overrides::default()).unwrap();
        let folder = scratch(&format!("journal-attention-{seed}"));
        let journal = Journal::begin(&Saves::at(Some(&folder)).unwrap(), &setup, &Facts::default()).unwrap();
        let attention = |session: &Session| session.waiting().map(|waiting| waiting.attention).unwrap_or_default();
        let before = DecisionLog::new(journal.picked()).with(|| {
            let mut session = Session::new(&setup, 0, false).unwrap();
            let commands = ["never-this", "ignore", "next-foe", "let-pass", "go-on", "strike", "close-in", "hold"];
            for step in 0..40 {
                // Whom it minds it changes now and then, or it would do nothing else.
                let is_open = |command: &&str| (*command != "next-foe" || step % 5 == 0) && session.offer(command).is_some();
                let Some(command) = commands.iter().copied().find(is_open) else { break };
                session.choose(session.offer(command).unwrap()).unwrap();
                journal.wait(session.waiting().as_ref()).unwrap();
                has_minded |= command == "next-foe";
                if step > 20 && !attention(&session).waved.is_empty() {
                    break;
                }
            }
            attention(&session)
        });
        has_waved |= !before.waved.is_empty();
        let path = journal.path().to_path_buf();
        drop(journal);
        let Ok((_, recording, _)) = Journal::open(&path) else { continue };
        let session = Session::resume(&setup, 0, false, Seats::to_continue(&recording)).unwrap();
        assert_eq!(attention(&session), before, "seed {seed}");
    }
    assert!(has_waved && has_minded, "waved away: {has_waved}, minded: {has_minded}");
}

/// A write that a kill cuts short leaves the beginning of what was written: every such beginning is a run to go on with.
#[test]
fn a_journal_cut_off_anywhere_is_a_run_with_every_decision_that_it_has() {
    let folder = scratch("journal-cut");
    let whole = fs::read_to_string(played(&folder, 3, 12)).unwrap();
    let starts: Vec<usize> = whole.match_indices('\n').map(|(place, _)| place + 1).collect();
    assert!(decisions(&whole) > 12 && starts.len() > 24, "{whole}");
    let cut = folder.join("run-000777.jsonl");
    // The first two lines are made whole or not at all.
    for (number, end) in starts.iter().enumerate().skip(1) {
        let torn = starts.get(number + 1).map_or(*end, |next| end + (next - end) / 2);
        for end in [*end, torn] {
            fs::write(&cut, &whole[..end]).unwrap();
            let kept = &whole[..starts[number]];
            if kept.contains("\"event\":\"end\"") {
                assert!(matches!(gone_on(&cut, 0), Err(SaveError::Over(_))), "cut at {end}: the run is over");
                continue;
            }
            let (recording, waiting) = gone_on(&cut, 0).unwrap_or_else(|error| panic!("cut at {end}: {error}"));
            assert_eq!(recording.entry_count() as usize, decisions(kept), "cut at {end}");
            let last = kept.lines().last().unwrap();
            if last.contains("\"waits\"") {
                let hash = format!("{:016x}", waiting.unwrap().hash);
                assert!(last.contains(&hash), "cut at {end}: the state is {hash}, the file has {last}");
            }
            let after = fs::read_to_string(&cut).unwrap();
            assert!(after.starts_with(kept), "what was kept is kept");
            is_sound(&cut);
        }
    }
}

#[test]
fn a_run_in_many_sittings_is_one_run() {
    let folder = scratch("journal-sittings");
    let path = played(&folder, 5, 2);
    for _ in 0..6 {
        gone_on(&path, 2).unwrap();
        is_sound(&path);
    }
    let text = fs::read_to_string(&path).unwrap();
    let last = text.lines().rfind(|line| line.contains("\"waits\"")).unwrap();
    let waited = text.lines().filter(|line| line.contains("\"waits\"")).count();
    assert_eq!(waited, 15, "two choices in each of seven sittings, and the first question:\n{text}");
    assert!(gone_on(&path, 0).unwrap().1.is_some_and(|waiting| last.contains(&format!("{:016x}", waiting.hash))));
}

#[test]
fn a_run_that_somebody_plays_is_not_played_by_another() {
    let folder = scratch("journal-busy");
    let path = played(&folder, 3, 1);
    let first = Journal::open(&path).unwrap();
    let refused = Journal::open(&path).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refused.contains("another game is playing this run"), "{refused}");
    drop(first);
    assert!(Journal::open(&path).is_ok());
}

#[test]
fn a_run_with_another_decision_in_it_is_refused_with_its_place() {
    let folder = scratch("journal-changed");
    let path = played(&folder, 3, 6);
    let text = fs::read_to_string(&path).unwrap();
    let waits = text.lines().rfind(|line| line.contains("\"waits\"")).unwrap();
    let place = waits.find("\"hash\":\"").unwrap() + 8;
    let other = waits.replacen(&waits[place..place + 16], "0123456789abcdef", 1);
    fs::write(&path, text.replace(waits, &other)).unwrap();
    let refused = gone_on(&path, 0).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refused.contains("the state's hash was 0123456789abcdef"), "{refused}");
    let told = format!("{:?}", check(&path, |_| Ok(game().clone())).err());
    assert!(told.contains("0123456789abcdef"), "{told}");
}

/// A game that plays itself as fast as it can, without a supervisor.
fn playing(saves: &Path, packs: &Path, more: &[&str]) -> Child {
    let mut command = Command::new(program());
    command.current_dir(root()).args(["play", "--no-supervisor", "--front-end", "deadly", "--saves"]).arg(saves);
    command.arg("--packs").arg(packs).args(more).env("XDG_DATA_HOME", data());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Lets a game go until its journal has grown to so many bytes; whether it did, or came to its end before.
fn grows(game: &mut Child, journal: &Path, bytes: u64) -> bool {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        assert!(Instant::now() < deadline, "{} does not grow to {bytes} bytes", journal.display());
        if fs::metadata(journal).is_ok_and(|about| about.len() >= bytes) {
            return true;
        }
        if game.try_wait().unwrap().is_some() {
            return false;
        }
        std::thread::yield_now();
    }
}

#[test]
fn a_game_that_is_killed_again_and_again_loses_nothing_and_comes_to_its_end() {
    let (folder, packs) = (scratch("journal-killed"), pack("journal-killed-packs"));
    let journal = folder.join("run-000001.jsonl");
    let mut kept = String::new();
    let mut kills = 0;
    // Steps of many sizes, so that it comes in the middle of all sorts of things.
    for step in [1_u64, 333, 90, 777, 210, 1_500, 45, 2_700, 640, 5_000].iter().cycle() {
        let size = fs::metadata(&journal).map_or(0, |about| about.len());
        let more: &[&str] = if kills == 0 { &["--seed", "7"] } else { &["--continue"] };
        let mut game = playing(&folder, &packs, more);
        let goes_on = grows(&mut game, &journal, size + step);
        game.kill().unwrap();
        let status = game.wait().unwrap();
        let text = fs::read_to_string(&journal).unwrap();
        assert!(text.starts_with(&kept), "what was kept before is kept");
        kept = text[..text.rfind('\n').map_or(0, |place| place + 1)].to_owned();
        if !goes_on {
            assert!(status.success() && kept.contains("\"event\":\"end\""), "{status}:\n{kept}");
            break;
        }
        kills += 1;
        if kept.contains("\"event\":\"end\"") {
            // It was killed between its end and its leave.
            break;
        }
        assert!(kills < 200, "no end after {kills} kills");
    }
    assert!(kills > 5, "only {kills} kills before the end");
    // The end that it came to is that of the same decisions made without any kill.
    let places = dungeon_mind::modules::Places::of(std::slice::from_ref(&packs), crate::stories::libraries());
    let load = |_: &Facts| {
        let roots = [root().join("content"), packs.clone()];
        dungeon_mind::loading::Game::load_from(&roots, &places, false)
    };
    if let Err(error) = check(&journal, load) {
        panic!("{error:?}");
    }
}
