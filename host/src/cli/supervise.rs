//! What `play` is under a supervisor: the game in a child, and, when it falls, the question of how to go on.
//!
//! Owns the offers and their words. It loads nothing and reads only the legend that the game left: what took the game down must
//! not take this down too.

use super::answer::{Answer, Refused, complain};
use super::play::{PLAIN, PlayArgs};
use dungeon_mind::modules::crumb::Spot;
use dungeon_mind::modules::role_of_interface;
use dungeon_mind::supervisor::{Culprit, Fall, Fate, KeptTerminal, Shared, Supervisor};
use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;

/// Plays in a child, as often as the player goes on.
pub fn supervise(args: PlayArgs) -> Result<Answer, Refused> {
    let failed = |error: io::Error| {
        Refused::Question(format!("the game cannot be started under its supervisor: {error}; --no-supervisor plays without"))
    };
    let terminal = KeptTerminal::now();
    let shared = Shared::new().map_err(failed)?;
    let supervisor = Supervisor::new(Duration::from_millis(args.watchdog_ms)).map_err(failed)?;
    let program = std::env::current_exe().map_err(failed)?;
    let mut arguments = first_arguments();
    let mut last: Option<Fall> = None;
    loop {
        let mut game = Command::new(&program);
        game.args(&arguments).arg("--crumb").arg(shared.path());
        let fall = match supervisor.watch(game, &shared).map_err(failed)? {
            Fate::Ended(code) => return Ok(Answer::Code(ExitCode::from(code))),
            Fate::Told(signal) => {
                // Who ends by a signal tidies nothing up.
                drop(shared);
                supervisor.end_by(signal);
                return Ok(Answer::No);
            }
            Fate::Fell(fall) => *fall,
        };
        terminal.restore(fall.legend.front_end != PLAIN);
        complain(format_args!("\n{fall}"));
        let is_again = last.as_ref().is_some_and(|last| last.culprit == fall.culprit);
        let offers = offers(&fall, &args, is_again);
        match ask(&fall, &offers) {
            Some(chosen) => arguments = chosen,
            None => return Err(Refused::Module(last_words(&fall))),
        }
        last = Some(fall);
    }
}

/// What this process was asked, for the child: `play` stands there even where nothing was.
fn first_arguments() -> Vec<OsString> {
    let asked: Vec<OsString> = std::env::args_os().skip(1).collect();
    let play = asked.first().is_none_or(|first| first != "play").then(|| OsString::from("play"));
    play.into_iter().chain(asked).collect()
}

/// A way to go on.
struct Offer {
    key: String,
    text: String,
    arguments: Vec<OsString>,
}

/// How the player may go on after a fall.
fn offers(fall: &Fall, args: &PlayArgs, is_again: bool) -> Vec<Offer> {
    let mut offers = Vec::new();
    let mut offer = |key: &str, text: String, arguments| offers.push(Offer { key: key.to_owned(), text, arguments });
    let Some(journal) = &fall.legend.journal else {
        offer("g", "try it again".to_owned(), first_arguments());
        if let Some(folder) = fall.culprit.as_ref().and_then(|culprit| named_folder(culprit, args)) {
            let text = format!("try it without the packs in {}", folder.display());
            offer("w", text, beginning_without(folder, args));
        }
        return offers;
    };
    let again = |more: &[&str]| continuing(journal, args, &fall.legend.front_end, more);
    if !is_again {
        offer("g", "go on with everything as it was".to_owned(), again(&[]));
    }
    let Some(culprit) = &fall.culprit else { return offers };
    let note = fall.legend.modules.get(culprit.place as usize);
    let Some(note) = note else { return offers };
    if culprit.spot.function_name().starts_with("FrontEnd::") {
        if fall.legend.front_end != PLAIN {
            let text = format!("go on with the front end `{PLAIN}` in place of `{}`", fall.legend.front_end);
            offer("p", text, continuing(journal, args, PLAIN, &[]));
        }
        return offers;
    }
    let role = role_of(culprit.spot);
    let others = note.roles.iter().filter(|(held, _)| role == Some(held.as_str()));
    for (number, (role, name)) in (1..).zip(others.flat_map(|(role, names)| names.iter().map(move |name| (role, name)))) {
        let text = format!("go on with `{name}` as the holder of `{role}` in its place");
        offer(&number.to_string(), text, again(&["--module", &format!("{role}={name}")]));
    }
    if let Some(missing) = what_would_be_missing(note.roles.iter().map(|(role, _)| role.as_str())) {
        let is_face = note.front_ends.contains(&fall.legend.front_end);
        let (face, how) = if is_face { (PLAIN, ", in plain lines") } else { (fall.legend.front_end.as_str(), "") };
        let text = format!("go on without `{}`{how}: {missing}", note.id);
        offer("w", text, continuing(journal, args, face, &["--without", &note.id]));
    }
    offers
}

/// The folder of packs on the command line that a module comes from.
fn named_folder<'a>(culprit: &Culprit, args: &'a PlayArgs) -> Option<&'a Path> {
    let file = culprit.file.as_ref()?.canonicalize().ok()?;
    let is_in = |folder: &&std::path::PathBuf| folder.canonicalize().is_ok_and(|folder| file.starts_with(folder));
    args.packs.packs.iter().find(is_in).map(|folder| folder.as_path())
}

/// The role whose function is at a spot.
fn role_of(spot: Spot) -> Option<&'static str> {
    role_of_interface(spot.function_name().split("::").next()?)
}

/// What a game lacks in which nobody holds these roles and the module's words do nothing; nothing where it would be none.
fn what_would_be_missing<'a>(roles: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut missing = vec!["its words do nothing any more"];
    for role in roles {
        missing.push(match role {
            "resolution" => "every check fails",
            "harm" => "no blow does any harm",
            "movement" => "nobody can take a step",
            "senses" => "nobody notices anybody any more",
            "readability" => "nobody reads what another is about",
            "narration" => "nothing is told",
            // Nobody could begin anything, or nobody would be anybody's foe.
            _ => return None,
        });
    }
    Some(missing.join("; "))
}

/// The arguments that begin anew without a folder of packs.
fn beginning_without(folder: &Path, args: &PlayArgs) -> Vec<OsString> {
    let mut arguments = first_arguments();
    let folders = args.packs.packs.iter().filter(|other| *other != folder);
    let is_packs = |argument: &OsString| argument.to_str().is_some_and(|text| text.starts_with("--packs"));
    while let Some(place) = arguments.iter().position(is_packs) {
        let is_joined = arguments[place].to_str().is_some_and(|text| text.contains('='));
        arguments.drain(place..(place + if is_joined { 1 } else { 2 }).min(arguments.len()));
    }
    arguments.extend(folders.flat_map(|folder| ["--packs".into(), folder.clone().into_os_string()]));
    arguments
}

/// The arguments that go on with a run.
fn continuing(journal: &Path, args: &PlayArgs, front_end: &str, more: &[&str]) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = ["play", "--continue"].map(Into::into).to_vec();
    arguments.push(journal.into());
    let mut flag = |name: &str, value: &dyn AsRef<std::ffi::OsStr>| {
        arguments.push(name.into());
        arguments.push(value.as_ref().to_owned());
    };
    flag("--front-end", &front_end);
    flag("--watchdog-ms", &args.watchdog_ms.to_string());
    args.saves.iter().for_each(|folder| flag("--saves", folder));
    args.log.iter().for_each(|file| flag("--log", file));
    args.keymap.iter().for_each(|file| flag("--keymap", file));
    args.packs.packs.iter().for_each(|folder| flag("--packs", folder));
    arguments.extend(args.dev_numbers.then(|| "--dev-numbers".into()));
    // What took the game down may be a choice that nobody made: from now on a module is called when it is one's turn.
    arguments.push("--no-thinking-ahead".into());
    arguments.extend(more.iter().map(Into::into));
    arguments
}

/// Asks how to go on; nothing when the player leaves, or nobody is there to be asked.
fn ask(fall: &Fall, offers: &[Offer]) -> Option<Vec<OsString>> {
    if fall.legend.journal.is_some() {
        complain("Nothing that you decided is lost.");
    }
    if !KeptTerminal::is_there() {
        return None;
    }
    let mut input = io::stdin().lock();
    loop {
        for Offer { key, text, .. } in offers {
            complain(format_args!(" [{key}] {text}"));
        }
        complain(" [l] leave");
        let _ = write!(io::stderr(), "> ");
        let mut answer = String::new();
        match input.read_line(&mut answer) {
            Ok(0) | Err(_) => return None,
            Ok(_) => {}
        }
        match answer.trim() {
            "l" | "q" => return None,
            answer => match offers.iter().find(|offer| offer.key == answer) {
                Some(offer) => return Some(offer.arguments.clone()),
                None => complain("That is none of these:"),
            },
        }
    }
}

/// How to go on later.
fn last_words(fall: &Fall) -> String {
    match (&fall.legend.journal, &fall.culprit) {
        (Some(journal), _) => {
            let journal = journal.display();
            // It may have fallen over a choice that nobody made; so nothing is thought of ahead.
            format!("`dungeon-mind play --no-thinking-ahead --continue {journal}` goes on with it.")
        }
        (None, Some(Culprit { file: Some(file), .. })) => {
            format!("Build {} again, or take its pack away.", file.display())
        }
        (None, _) => "Nothing had been decided yet.".to_owned(),
    }
}
