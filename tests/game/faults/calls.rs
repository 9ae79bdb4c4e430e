//! Every call that crosses the boundary, and each way in which it can take the process down: the supervisor names the module, the
//! function and the way.
//!
//! Each case is a child of this test: the same test again, told by the environment to load `deadly` and make the one call.

use crate::modules::calling::call;
use crate::support::library;
use dungeon_mind::modules::{ROLE_NAMES, Registry, crumb};
use dungeon_mind::supervisor::{Fate, How, Legend, Shared, Supervisor};
use rustix::process::Signal;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Tells a child which folder it shares; which function and deed, the module reads itself.
const CHILD: &str = "FAULTS_CHILD";
/// Long enough for a busy machine, short enough for all the loops.
const LIMIT: Duration = Duration::from_millis(400);

/// The ways, and how each ends a process.
const DEEDS: [(&str, How); 5] = [
    ("abort", How::Signal(Signal::ABORT.as_raw())),
    ("exit", How::Exit(0)),
    ("overflow", How::Signal(Signal::ABORT.as_raw())),
    ("write", How::Signal(Signal::SEGV.as_raw())),
    ("loop", How::Hung(LIMIT)),
];

/// Everything that runs of a module: its start, its registration, every function.
fn everything_that_runs() -> Vec<&'static str> {
    let functions = abi::FUNCTIONS.iter().flat_map(|interface| interface.iter().copied());
    ["its start", "register"].into_iter().chain(functions).collect()
}

/// Loads the module and makes the call: what a child does.
fn be_the_child(folder: &Path, function: &str) {
    // A watchdog that does not bite fails this test and does not hold it up.
    std::thread::spawn(|| {
        std::thread::sleep(Duration::from_secs(30));
        std::process::exit(9)
    });
    crumb::share(&Shared::crumb_in(folder)).unwrap();
    let file = std::env::var_os("FAULTS_LIBRARY").unwrap();
    Legend::before_loading("plain", &[("deadly".to_owned(), file.clone().into())]).write(folder).unwrap();
    let registry = Registry::load(&[file.into()]).unwrap_or_else(|errors| panic!("{errors:?}"));
    let names = ROLE_NAMES.iter().map(|role| (Arc::from(*role), Arc::from("deadly"))).collect();
    let roles = registry.roles(&names).unwrap();
    let _ = call(&registry, &roles, function);
    crumb::say_done();
}

/// What is wrong with one case, if anything is.
fn wrong(supervisor: &Supervisor, shared: &Shared, function: &str, deed: &str, how: How) -> Option<String> {
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "faults::calls::whatever_takes_the_process_down_is_named", "--test-threads", "1"]);
    child.env(CHILD, shared.path()).env("FAULTS_LIBRARY", library("deadly"));
    child.env("FAULTS_FUNCTION", function).env("DEADLY", format!("{} {deed}", function.replace(' ', "-")));
    child.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let told = supervisor.watch(child, shared).unwrap();
    let Fate::Fell(fall) = &told else { return Some(format!("{function}, {deed}: {told:?}")) };
    // What starts has more time.
    let how = if matches!(how, How::Hung(_)) && is_start(function) { How::Hung(LIMIT * 5) } else { how };
    let named = fall.culprit.as_ref().map(|culprit| (culprit.module.as_str(), culprit.spot.function_name()));
    (fall.how != how || named != Some(("deadly", function))).then(|| format!("{function}, {deed}: {fall}"))
}

fn is_start(function: &str) -> bool {
    ["its start", "register", "FrontEnd::open"].contains(&function)
}

#[test]
fn whatever_takes_the_process_down_is_named() {
    if let Some(folder) = std::env::var_os(CHILD) {
        return be_the_child(Path::new(&folder), &std::env::var("FAULTS_FUNCTION").unwrap());
    }
    library("deadly");
    let cases: Vec<_> =
        everything_that_runs().into_iter().flat_map(|function| DEEDS.map(|(deed, how)| (function, deed, how))).collect();
    assert!(cases.len() > 100, "{} cases", cases.len());
    let left = Mutex::new(cases);
    let failed = Mutex::new(Vec::new());
    // Two at a time: a loop costs a whole processor, but only for as long as the watchdog lets it.
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let (supervisor, shared) = (Supervisor::new(LIMIT).unwrap(), Shared::new().unwrap());
                loop {
                    let Some((function, deed, how)) = left.lock().unwrap().pop() else { return };
                    failed.lock().unwrap().extend(wrong(&supervisor, &shared, function, deed, how));
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn a_module_that_behaves_does_not_fall() {
    let (supervisor, shared) = (Supervisor::new(LIMIT).unwrap(), Shared::new().unwrap());
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "faults::calls::whatever_takes_the_process_down_is_named", "--test-threads", "1"]);
    child.env(CHILD, shared.path()).env("FAULTS_LIBRARY", library("deadly")).env("FAULTS_FUNCTION", "Tempo::lengths");
    child.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    assert_eq!(supervisor.watch(child, &shared).unwrap(), Fate::Ended(0));
}
