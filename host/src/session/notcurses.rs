//! Whether there is a terminal that notcurses can take, and getting notcurses where it is missing.
//!
//! notcurses itself must not be asked: on what is no terminal its start succeeds and fills a pipe with escapes, on an unknown
//! one it fails after it has sent questions whose answers land on the shell's prompt, and on a window of no size it fails
//! too. Opening the libraries is the work of `modules`. Called by the command line before it chooses a front end; it
//! speaks through the streams that it is given and prints nothing itself.

use crate::modules::open_notcurses;
use std::{
    env,
    ffi::OsString,
    io::{self, BufRead, IsTerminal, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// What is known of the terminal without sending it anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TerminalFacts {
    /// Whether the standard input is a terminal.
    pub is_input: bool,
    /// Whether the standard output is one.
    pub is_output: bool,
    /// `TERM`; none where it is unset or no text.
    pub term: Option<String>,
    /// Whether the system describes such a terminal.
    pub is_described: bool,
    /// Columns and rows; none where they cannot be had.
    pub size: Option<(u16, u16)>,
}

/// Where the script that builds notcurses lies in the repository.
const SCRIPT: &str = "plugins/terminal/get-notcurses.sh";

/// Looks at the streams and the environment of this process.
#[must_use]
pub fn look_at_terminal() -> TerminalFacts {
    let term = env::var("TERM").ok();
    let is_described = term.as_deref().is_some_and(|term| {
        let inline = env::var_os("TERMINFO")
            .is_some_and(|place| place.to_str().is_some_and(|place| place.starts_with("b64:") || place.starts_with("hex:")));
        inline || is_described(term, &description_folders(&|name| env::var_os(name)))
    });
    TerminalFacts {
        is_input: io::stdin().is_terminal(),
        is_output: io::stdout().is_terminal(),
        term,
        is_described,
        size: window_size(),
    }
}

#[cfg(unix)]
fn window_size() -> Option<(u16, u16)> {
    let size = rustix::termios::tcgetwinsize(io::stdout()).ok()?;
    Some((size.ws_col, size.ws_row))
}

#[cfg(not(unix))]
fn window_size() -> Option<(u16, u16)> {
    None
}

/// The folders of terminfo(5), the first first.
fn description_folders(variable: &dyn Fn(&str) -> Option<OsString>) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = variable("TERMINFO").map(PathBuf::from).into_iter().collect();
    folders.extend(variable("HOME").map(|home| PathBuf::from(home).join(".terminfo")));
    folders.extend(variable("TERMINFO_DIRS").iter().flat_map(env::split_paths));
    let of_system =
        ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo", "/usr/lib/terminfo", "/usr/local/share/terminfo"];
    folders.extend(of_system.map(PathBuf::from));
    folders.retain(|folder| folder.is_absolute());
    folders
}

/// Whether one of the folders describes a terminal. Where there is no such folder at all it is taken for described: then
/// the system keeps its descriptions in another way, and only notcurses can tell.
fn is_described(term: &str, folders: &[PathBuf]) -> bool {
    let Some(first) = term.chars().next().filter(|_| !term.contains('/')) else { return false };
    // Some systems name the folder by the letter, others by its code.
    let names = [first.to_string(), format!("{:02x}", u32::from(first))];
    let has_it = |folder: &PathBuf| names.iter().any(|name| folder.join(name).join(term).is_file());
    folders.iter().any(has_it) || !folders.iter().any(|folder| folder.is_dir())
}

/// Why notcurses cannot have this terminal; none where it can.
#[must_use]
pub fn why_unfit(facts: &TerminalFacts) -> Option<String> {
    let term = facts.term.as_deref().unwrap_or("");
    let why = if !facts.is_input {
        "the game's input is no terminal".to_owned()
    } else if !facts.is_output {
        "the game's output is no terminal".to_owned()
    } else if term.is_empty() {
        "TERM is not set; set it to the name of your terminal, such as xterm-256color".to_owned()
    } else if term == "dumb" {
        "TERM says `dumb`, a terminal that cannot place a letter".to_owned()
    } else if !facts.is_described {
        format!("TERM says `{term}`, which this system does not describe; set it to one that `infocmp` knows")
    } else if facts.size.is_some_and(|(columns, rows)| columns == 0 || rows == 0) {
        "the terminal says that it has no columns or no rows; resize it, or set them with `stty cols 80 rows 24`".to_owned()
    } else {
        return None;
    };
    Some(format!("the terminal front end cannot be used: {why}"))
}

/// What is missing for the front end on a terminal; none where nothing is. Asks nobody and builds nothing.
#[must_use]
pub fn what_is_missing(facts: &TerminalFacts) -> Option<String> {
    why_unfit(facts).or_else(|| open_notcurses().err().map(|error| error.to_string()))
}

/// Makes sure that notcurses is open, building it if it is missing and the player says yes, and gives its version.
///
/// # Errors
/// A sentence that says why there is none, for the line before the `plain` front end is offered.
pub fn ready_notcurses(facts: &TerminalFacts, input: &mut dyn BufRead, output: &mut dyn Write) -> Result<String, String> {
    if let Some(why) = why_unfit(facts) {
        return Err(why);
    }
    let missing = match open_notcurses() {
        Ok(version) => return Ok(version),
        Err(error) => error.to_string(),
    };
    let game = env::current_exe().unwrap_or_default();
    let Some(script) = script_near(&game) else { return Err(missing) };
    let prefix = prefix_for(&game, env::var_os("NOTCURSES_PREFIX"));
    if !agrees(&missing, &prefix, input, output).map_err(|error| format!("{missing} (asking failed: {error})"))? {
        return Err(missing);
    }
    build(&script, &prefix)?;
    open_notcurses().map_err(|error| error.to_string())
}

/// The script, in the repository that the game was built in. An installed game has none, and its player a package manager.
fn script_near(game: &Path) -> Option<PathBuf> {
    let beside_target = game.ancestors().skip(1).map(|folder| folder.join(SCRIPT));
    // The target folder may lie elsewhere.
    let of_build = Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(|root| root.join(SCRIPT));
    beside_target.chain(of_build).find(|script| script.is_file())
}

/// Where to build it: one of the places where `open_notcurses` looks.
fn prefix_for(game: &Path, wanted: Option<OsString>) -> PathBuf {
    match wanted {
        Some(prefix) => PathBuf::from(prefix),
        None => game.ancestors().nth(2).unwrap_or(Path::new("target")).join("notcurses"),
    }
}

fn agrees(missing: &str, prefix: &Path, input: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<bool> {
    writeln!(output, "{missing}")?;
    write!(
        output,
        "Fetch and build notcurses now, into {}? Packages that its build needs are installed if they are missing. [y/N] ",
        prefix.display()
    )?;
    output.flush()?;
    let mut answer = String::new();
    input.read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// Runs the script with the player's own streams, since it may ask for a password.
fn build(script: &Path, prefix: &Path) -> Result<(), String> {
    let how = format!("building notcurses with {} failed", script.display());
    let status = Command::new("bash").arg(script).arg(prefix).stdin(Stdio::inherit()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{how} ({status}); what it said stands above")),
        Err(error) => Err(format!("{how}: `bash` cannot be started ({error})")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn fit() -> TerminalFacts {
        let term = Some("xterm-256color".to_owned());
        TerminalFacts { is_input: true, is_output: true, term, is_described: true, size: Some((80, 24)) }
    }

    fn check(change: impl Fn(&mut TerminalFacts), expected: &Expect) {
        let mut facts = fit();
        change(&mut facts);
        expected.assert_eq(&why_unfit(&facts).unwrap_or_else(|| "fit".to_owned()));
    }

    #[test]
    fn only_a_terminal_that_notcurses_can_take_is_fit() {
        check(|_| (), &expect!["fit"]);
        check(|facts| facts.size = None, &expect!["fit"]);
        check(
            |facts| facts.is_input = false,
            &expect!["the terminal front end cannot be used: the game's input is no terminal"],
        );
        check(
            |facts| facts.is_output = false,
            &expect!["the terminal front end cannot be used: the game's output is no terminal"],
        );
        check(
            |facts| facts.term = None,
            &expect![
                "the terminal front end cannot be used: TERM is not set; set it to the name of your terminal, such as xterm-256color"
            ],
        );
        check(
            |facts| facts.term = Some(String::new()),
            &expect![
                "the terminal front end cannot be used: TERM is not set; set it to the name of your terminal, such as xterm-256color"
            ],
        );
        check(
            |facts| facts.term = Some("dumb".to_owned()),
            &expect!["the terminal front end cannot be used: TERM says `dumb`, a terminal that cannot place a letter"],
        );
        check(
            |facts| facts.is_described = false,
            &expect![
                "the terminal front end cannot be used: TERM says `xterm-256color`, which this system does not describe; set it to one that `infocmp` knows"
            ],
        );
        check(
            |facts| facts.size = Some((0, 0)),
            &expect![
                "the terminal front end cannot be used: the terminal says that it has no columns or no rows; resize it, or set them with `stty cols 80 rows 24`"
            ],
        );
    }

    #[test]
    fn descriptions_are_looked_for_by_letter_and_by_code() {
        let root = env::temp_dir().join(format!("dungeon-mind-terminfo-{}", std::process::id()));
        let folders = vec![root.clone()];
        assert!(is_described("xterm", &folders), "no folder at all: only notcurses can tell");
        std::fs::create_dir_all(root.join("x")).unwrap();
        std::fs::create_dir_all(root.join("76")).unwrap();
        std::fs::write(root.join("x/xterm"), "").unwrap();
        std::fs::write(root.join("76/vt100"), "").unwrap();
        let known: Vec<bool> =
            ["xterm", "vt100", "vt999", "", "../x/xterm"].iter().map(|term| is_described(term, &folders)).collect();
        assert_eq!(known, [true, true, false, false, false]);
        std::fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn folders_come_from_the_environment_first() {
        let variable = |name: &str| match name {
            "TERMINFO" => Some(OsString::from("/mine")),
            "TERMINFO_DIRS" => Some(OsString::from("/one::/two")),
            _ => None,
        };
        let folders = description_folders(&variable);
        assert_eq!(folders[..3], ["/mine", "/one", "/two"].map(PathBuf::from));
    }

    #[test]
    fn it_is_built_where_it_is_looked_for() {
        let game = Path::new("/game/target/release/dungeon-mind");
        assert_eq!(prefix_for(game, None), Path::new("/game/target/notcurses"));
        assert_eq!(prefix_for(game, Some("/opt/nc".into())), Path::new("/opt/nc"));
    }

    #[test]
    fn only_yes_is_yes() {
        for (answer, expected) in
            [("y\n", true), (" Yes \n", true), ("\n", false), ("n\n", false), ("", false), ("yesno\n", false)]
        {
            let mut output = Vec::new();
            let agreed = agrees("It is missing.", Path::new("/p"), &mut answer.as_bytes(), &mut output).unwrap();
            assert_eq!(agreed, expected, "{answer:?}");
            assert!(
                String::from_utf8(output)
                    .unwrap()
                    .ends_with("into /p? Packages that its build needs are installed if they are missing. [y/N] ")
            );
        }
    }
}
