//! What a pack's `Cargo.toml` must say: a dynamic library, the interface and nothing else of the game's, faults that unwind.
//!
//! Owns those demands. What rustc or the loader would say anyway is left to them. `check` calls it.

use super::check::{Finding, Findings};
use super::lock::INTERFACE;
use std::fs;
use std::path::Path;
use toml::{Table, Value};

/// The file, as findings name it.
const FILE: &str = "Cargo.toml";

/// Checks the crate of a pack that has code.
pub fn check(folder: &Path, pack: &str, module: &str, findings: &mut Findings<'_>) {
    let text = match fs::read_to_string(folder.join(FILE)) {
        Ok(text) => text,
        // A pack may be handed on with its library alone.
        Err(_) => return,
    };
    let table: Table = match toml::from_str(&text) {
        Ok(table) => table,
        Err(error) => {
            findings.add(Finding::error(format!("pack {pack}, {FILE}: it does not read: {}", error.to_string().trim_end())));
            return;
        }
    };
    let mut wrong = |what: &str| findings.add(Finding::error(format!("pack {pack}, {FILE}: {what}")));
    let is_cdylib = at(&table, &["lib", "crate-type"]).and_then(Value::as_array);
    if !is_cdylib.is_some_and(|kinds| kinds.iter().any(|kind| kind.as_str() == Some("cdylib"))) {
        wrong("found no `crate-type = [\"cdylib\"]` under `[lib]`; allowed: a dynamic library, which the game can open");
    }
    let name = at(&table, &["lib", "name"]).or_else(|| at(&table, &["package", "name"])).and_then(Value::as_str);
    if name.is_some_and(|name| name.replace('-', "_") != module.replace('-', "_")) {
        let found = name.unwrap_or_default();
        wrong(&format!("found a library named {found:?}; allowed: {module:?}, the `module` of `pack.ron`"));
    }
    match at(&table, &["dependencies", INTERFACE]) {
        None => wrong(&format!("found no dependency on `{INTERFACE}`; allowed: that one, which `pack new` writes")),
        Some(dependency) => {
            let path = dependency.get("path").and_then(Value::as_str);
            if let Some(path) = path.filter(|path| !folder.join(path).join(FILE).is_file()) {
                let allowed = "the folder `abi` of the game, wherever that lies on this machine";
                wrong(&format!("found `{INTERFACE}` at {path:?}, where no crate is; allowed: {allowed}"));
            }
        }
    }
    for name in at(&table, &["dependencies"]).and_then(Value::as_table).into_iter().flat_map(|list| list.keys()) {
        if name.starts_with("dungeon-mind") && name != INTERFACE {
            wrong(&format!("found a dependency on `{name}`; allowed: of the game's own crates `{INTERFACE}` alone"));
        }
    }
    if at(&table, &["profile", "release", "overflow-checks"]).and_then(Value::as_bool) != Some(true) {
        let why = "without it a number that is too large is a wrong number and no fault";
        wrong(&format!("found no `overflow-checks = true` under `[profile.release]`; allowed: that, since {why}"));
    }
    for profile in ["dev", "release"] {
        if at(&table, &["profile", profile, "panic"]).and_then(Value::as_str) == Some("abort") {
            wrong(&format!(
                "found `panic = \"abort\"` under `[profile.{profile}]`; allowed: \"unwind\", so that a fault is caught"
            ));
        }
    }
    if !folder.join("Cargo.lock").is_file() {
        let text = format!("pack {pack}, Cargo.lock: there is none; build once and keep it, so that all build the same");
        findings.add(Finding::warning(text));
    }
}

fn at<'a>(table: &'a Table, path: &[&str]) -> Option<&'a Value> {
    let (last, before) = path.split_last()?;
    before.iter().try_fold(table, |table, part| table.get(*part)?.as_table())?.get(*last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check_text(text: &str, expected: &Expect) {
        let folder = std::env::temp_dir().join(format!("dungeon-mind-crate-{}-{}", std::process::id(), abi::hash(text)));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(FILE), text).unwrap();
        let mut told = String::new();
        let mut tell = |finding: &Finding| told.push_str(&format!("{finding}\n"));
        check(&folder, "sea", "sea-birds", &mut Findings::new(&mut tell));
        expected.assert_eq(&told);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn every_demand_is_told() {
        check_text(
            "[package]\nname = \"gulls\"\n[lib]\ncrate-type = [\"lib\"]\n[dependencies]\ndungeon-mind = \"0.1\"\n\
             [profile.release]\npanic = \"abort\"\n",
            &expect![[r#"
                error: pack sea, Cargo.toml: found no `crate-type = ["cdylib"]` under `[lib]`; allowed: a dynamic library, which the game can open
                error: pack sea, Cargo.toml: found a library named "gulls"; allowed: "sea-birds", the `module` of `pack.ron`
                error: pack sea, Cargo.toml: found no dependency on `dungeon-mind-abi`; allowed: that one, which `pack new` writes
                error: pack sea, Cargo.toml: found a dependency on `dungeon-mind`; allowed: of the game's own crates `dungeon-mind-abi` alone
                error: pack sea, Cargo.toml: found no `overflow-checks = true` under `[profile.release]`; allowed: that, since without it a number that is too large is a wrong number and no fault
                error: pack sea, Cargo.toml: found `panic = "abort"` under `[profile.release]`; allowed: "unwind", so that a fault is caught
                warning: pack sea, Cargo.lock: there is none; build once and keep it, so that all build the same
            "#]],
        );
    }

    #[test]
    fn what_does_not_read_is_told_with_its_place() {
        check_text(
            "[package\n",
            &expect![[r#"
            error: pack sea, Cargo.toml: it does not read: TOML parse error at line 1, column 9
              |
            1 | [package
              |         ^
            unclosed table, expected `]`
        "#]],
        );
    }
}
