//! Habits of the house that a compiler does not keep: headers, sizes, skeletons, what the clock must not look at, and a
//! README whose commands run as written.

use crate::support::{root, run};
use std::fs;
use std::path::{Path, PathBuf};

/// All sources at or below a place, with their texts, in order.
pub fn sources(place: &Path) -> Vec<(PathBuf, String)> {
    if place.is_file() {
        return vec![(place.to_path_buf(), fs::read_to_string(place).unwrap())];
    }
    let mut entries: Vec<PathBuf> = fs::read_dir(place).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    let is_wanted = |path: &PathBuf| {
        let is_built = path.file_name().is_some_and(|name| name == "target" || name == ".git");
        !is_built && (path.is_dir() || path.extension().is_some_and(|extension| extension == "rs"))
    };
    entries.iter().filter(|path| is_wanted(path)).flat_map(|path| sources(path)).collect()
}

fn all_sources() -> Vec<(PathBuf, String)> {
    ["abi", "host", "plugins", "tests"].iter().flat_map(|folder| sources(&root().join(folder))).collect()
}

/// A file is one noun or one rule; past this it is two.
const MOST_LINES: usize = 500;

#[test]
fn every_file_says_what_it_owns_and_is_no_longer_than_a_file_should_be() {
    let mut wrong = Vec::new();
    for (path, text) in all_sources() {
        let place = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
        if !text.starts_with("//!") && !text.starts_with("#![doc = include_str!(\"../README.md\")]") {
            wrong.push(format!("{place} does not open with `//!`"));
        }
        // Tables of tests may be long: what a reader has to hold in mind is the part before them.
        let lines = text.lines().take_while(|line| *line != "#[cfg(test)]").count();
        let is_test = place.contains("/tests/") || place.ends_with("tests.rs");
        if lines > MOST_LINES && !is_test {
            wrong.push(format!("{place} has {lines} lines before its tests; {MOST_LINES} are the most"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_plugin_has_the_same_skeleton() {
    let sections = ["Decides", "Never does", "Reads", "Registers", "Invariants", "Log lines", "How to test"];
    for plugin in fs::read_dir(root().join("plugins")).unwrap().map(|entry| entry.unwrap().path()) {
        if !plugin.is_dir() {
            continue;
        }
        let read = |file: &str| fs::read_to_string(plugin.join(file)).unwrap_or_else(|_| panic!("{file} in {plugin:?}"));
        let (readme, library) = (read("README.md"), read("src/lib.rs"));
        read("Cargo.toml");
        let mut rest = readme.as_str();
        for section in sections {
            let place =
                [format!("\n## {section}\n"), format!("\n**{section}**")].iter().find_map(|title| rest.find(title.as_str()));
            let place = place.unwrap_or_else(|| panic!("{plugin:?}: the README has no `{section}` where it belongs"));
            rest = rest.get(place + 1..).unwrap_or_default();
        }
        assert!(library.contains("include_str!(\"../README.md\")"), "{plugin:?}: the README is not the crate's doc");
        assert!(library.contains("export_module!"), "{plugin:?}: lib.rs exports no module");
    }
}

/// Lines of the clock that tell kinds of actions apart, by file, and known to. The clock judges none by its kind: whether
/// something harms, or is an attack that reaches, is content's to say.
const KINDS_IN_THE_CLOCK: &[(&str, usize)] = &[];

#[test]
fn the_clock_tells_no_kinds_of_action_apart() {
    let tells = |line: &&str| {
        let line = line.trim();
        let is_code = !line.starts_with("//");
        let compares = ["== ActionKind::", "!= ActionKind::", "== abi::ActionKind::", "!= abi::ActionKind::"];
        let is_arm = line.contains("ActionKind::") && (line.contains("=>") || line.contains("matches!"));
        is_code && (is_arm || compares.iter().any(|words| line.contains(words)))
    };
    let mut found = Vec::new();
    for (path, text) in sources(&root().join("host/src/clock")) {
        let times = text.split("#[cfg(test)]").next().unwrap_or_default().lines().filter(tells).count();
        if times > 0 {
            found.push((path.file_name().unwrap().to_string_lossy().into_owned(), times));
        }
    }
    let found: Vec<(&str, usize)> = found.iter().map(|(file, times)| (file.as_str(), *times)).collect();
    assert_eq!(found, KINDS_IN_THE_CLOCK);
}

/// The commands of the README: lines of its `sh` blocks.
fn commands(readme: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut is_shell = false;
    for line in readme.lines() {
        match line.strip_prefix("```") {
            Some(language) => is_shell = language == "sh",
            None if is_shell && !line.trim().is_empty() => commands.push(line.to_owned()),
            None => {}
        }
    }
    commands
}

/// The words of a command, with quotes taken off.
fn words(command: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let mut is_quoted = false;
    for letter in command.chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            '#' if !is_quoted => break,
            letter => words.last_mut().unwrap().push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn the_readme_s_commands_run_as_written() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    // What starts a game or the tests themselves is not run from here.
    let own = ["cargo run --release", "cargo test", ".ci/run", "cargo run --release -- play --log target/run.jsonl"];
    let mut ran = 0;
    for command in commands(&readme) {
        let words = words(&command);
        let plain = words.join(" ");
        if own.contains(&plain.as_str()) {
            continue;
        }
        let is_ours = plain.starts_with("cargo run --release -- ");
        assert!(is_ours, "the README has a command that this test does not know: {command}");
        let arguments: Vec<&str> = words.iter().skip(4).map(String::as_str).collect();
        fs::create_dir_all(root().join("target")).unwrap();
        let said = run(&arguments);
        // Two of the README's logs differ, which is what the command there is for.
        let expected = i32::from(arguments[0] == "diff");
        assert_eq!(said.code, expected, "{command}\n{}{}", said.out, said.err);
        ran += 1;
    }
    assert!(ran >= 6, "the README shows {ran} commands that can be run from here");
}

#[test]
fn the_readme_names_the_commands_that_there_are() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let table: Vec<&str> = readme
        .lines()
        .skip_while(|line| *line != "| command | does |")
        .skip(2)
        .take_while(|line| line.starts_with("| `"))
        .filter_map(|line| line.split('`').nth(1)?.split(' ').next())
        .collect();
    let help = run(&["--help"]).out;
    let listed: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let mut named = table.clone();
    named.dedup();
    assert_eq!(named, listed, "the table in the README and `--help`");
}
