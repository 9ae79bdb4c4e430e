//! Who may know whom: the layer rules of the house, read from cargo's own account of the packages.
//!
//! Owns rules 1 to 4; rule 5 is clippy's, by the `clippy.toml` beside the pure crates, and checked here to be there.

use crate::support::root;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The packages of a workspace, each with the packages of ours that it names for any purpose.
fn packages(workspace: &Path) -> BTreeMap<String, Vec<String>> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(workspace).args(["metadata", "--no-deps", "--format-version", "1", "--offline"]);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let ours = |package: &Value| {
        let dependencies = list(&package["dependencies"]);
        let ours =
            dependencies.iter().filter(|one| !one["path"].is_null() || text(&one["name"]).starts_with("dungeon-mind"));
        let mut names: Vec<String> = ours.map(|one| text(&one["name"])).collect();
        names.sort();
        names.dedup();
        names
    };
    list(&metadata["packages"]).iter().map(|package| (text(&package["name"]), ours(package))).collect()
}

const ABI: &str = "dungeon-mind-abi";
const HOST: &str = "dungeon-mind";

#[test]
fn everybody_knows_only_whom_it_may() {
    for (package, known) in packages(root()) {
        let allowed: &[&str] = match package.as_str() {
            ABI => &[],
            "game-tests" => &[HOST, ABI],
            // The host loads modules and never links one; a plugin knows neither the host nor another plugin.
            _ => &[ABI],
        };
        let forbidden: Vec<&String> = known.iter().filter(|name| !allowed.contains(&name.as_str())).collect();
        assert!(forbidden.is_empty(), "`{package}` names {forbidden:?}; it may name {allowed:?}");
    }
}

#[test]
fn the_libraries_of_tests_know_the_interface_only() {
    for (package, known) in packages(&root().join("tests/modules")) {
        assert!(known.iter().all(|name| name == ABI), "`{package}` names {known:?}; it may name `{ABI}`");
    }
}

#[test]
fn every_plugin_is_a_library_to_load() {
    for plugin in fs::read_dir(root().join("plugins")).unwrap().map(|entry| entry.unwrap().path()) {
        let Ok(manifest) = fs::read_to_string(plugin.join("Cargo.toml")) else { continue };
        assert!(manifest.contains("crate-type = [\"cdylib\"]"), "{} is no cdylib alone", plugin.display());
    }
}

#[test]
fn the_pure_crates_are_kept_from_the_machine() {
    for place in ["abi/clippy.toml", "plugins/clippy.toml"] {
        let config = fs::read_to_string(root().join(place)).unwrap();
        for what in
            ["std::fs::read_to_string", "std::env::var", "std::time::Instant", "std::thread::spawn", "std::io::stdout"]
        {
            assert!(config.contains(&format!("path = \"{what}\"")), "{place} does not disallow `{what}`");
        }
    }
    for place in ["plugins/plain/clippy.toml", "plugins/terminal/clippy.toml"] {
        let config = fs::read_to_string(root().join(place)).unwrap();
        assert!(config.contains("path = \"std::fs::read_to_string\""), "{place} lets a front end at files");
    }
}

#[test]
fn only_the_rim_of_the_host_touches_the_machine() {
    let pure = ["clock", "decide", "dice.rs", "world", "content/compile", "content/words", "lab/diff.rs", "lab/usage.rs"];
    let forbidden = ["std::fs", "std::env", "std::time", "std::thread", "std::net", "std::process", "HashMap", "HashSet"];
    for place in pure {
        for (path, text) in crate::tidy::sources(&root().join("host/src").join(place)) {
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            let found = forbidden.iter().find(|word| text.contains(**word));
            assert!(found.is_none(), "{} uses `{}`", path.display(), found.unwrap_or(&""));
        }
    }
}
