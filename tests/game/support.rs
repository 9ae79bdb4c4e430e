//! Builds what the tests run: the libraries of `tests/modules`, once for each process, into a folder of their own.
//!
//! A nested `cargo build` says in JSON where each library is. When nothing has changed it costs some ten milliseconds, and
//! so no test ever runs against a stale file.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::OnceLock,
};

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// A folder of this test's own, empty.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scratch").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The program, with its modules beside it.
pub fn program() -> PathBuf {
    crate::stories::libraries().join(format!("dungeon-mind{}", std::env::consts::EXE_SUFFIX))
}

/// What the program said and how it ended.
pub struct Said {
    /// Its exit code.
    pub code: i32,
    /// Its standard output.
    pub out: String,
    /// Its standard error stream.
    pub err: String,
}

/// The same text with long lists of what is allowed left out: they change with every file of content.
pub fn without_long_lists(text: &str) -> String {
    let is_long = |line: &str| line.trim_start().starts_with("allowed: `") && line.len() > 120;
    let short = |line: &str| if is_long(line) { "  allowed: a long list".to_owned() } else { line.trim_end().to_owned() };
    text.lines().map(|line| short(line) + "\n").collect()
}

/// Where the games that tests play keep their runs, instead of where the developer's own are.
pub fn data() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("data")
}

/// Runs the program in the root of the repository, with nothing to read and no terminal.
pub fn run(arguments: &[&str]) -> Said {
    let output = Command::new(program())
        .current_dir(root())
        .args(arguments)
        .env("XDG_DATA_HOME", data())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&*root().to_string_lossy(), "ROOT");
    Said { code: output.status.code().unwrap_or(-1), out: text(&output.stdout), err: text(&output.stderr) }
}

/// The folder that nested builds share, so that what they have in common is built once.
pub fn shared_target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("test-modules")
}

/// The library of a crate of `tests/modules`.
pub fn library(name: &str) -> PathBuf {
    static BUILT: OnceLock<BTreeMap<String, PathBuf>> = OnceLock::new();
    let built = BUILT.get_or_init(|| {
        let mut libraries = cargo(&root().join("tests/modules"), &["build", "--workspace", "--exclude", "aborts"], &[]);
        // Only the last crate is built so: cargo has no profile for the strategy of a single one.
        libraries.extend(cargo(&root().join("tests/modules"), &["rustc", "-p", "aborts"], &["-C", "panic=abort"]));
        libraries
    });
    built.get(name).unwrap_or_else(|| panic!("tests/modules has no `{name}`: {built:?}")).clone()
}

/// The library of a crate of `tests/modules` that is built against a changed copy of the interface.
///
/// `copy` is a name for the copy, one for each list of edits. `edits` are `(file in abi, text, text instead)`; each text
/// must stand there exactly once.
pub fn library_against(name: &str, copy: &str, edits: &[(&str, &str, &str)]) -> PathBuf {
    library_beside(name, copy, &root().join("abi"), edits)
}

/// The library of a crate of `tests/modules` that is built against the interface as it was released.
pub fn library_against_release(name: &str, version: &str) -> PathBuf {
    library_beside(name, &format!("{name}-{version}"), &root().join(format!("tests/abi-{version}")), &[])
}

fn library_beside(name: &str, copy: &str, interface: &Path, edits: &[(&str, &str, &str)]) -> PathBuf {
    let workspace = Path::new(env!("CARGO_TARGET_TMPDIR")).join("changed-abi").join(copy);
    // Cargo tells packages apart by their folder below the workspace: two that share it and a target folder would be
    // taken for one another.
    let folder = workspace.join(copy);
    let members = format!("members = [\"{copy}/abi\", \"{copy}/module\"]");
    let ours = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let lines = ours.lines().map(|line| if line.starts_with("members") { &*members } else { line });
    let whole = lines.map(|line| format!("{line}\n")).collect::<String>();
    write(&workspace.join("Cargo.toml"), &whole.replace("path = \"abi\"", &format!("path = \"{copy}/abi\"")));
    let modules = root().join("tests/modules");
    copy_text(&modules.join(name), &folder.join("module"), &[]);
    copy_text(interface, &folder.join("abi"), edits);
    // The same crates as in the other builds, so that they are not built again.
    library("everything");
    write(&workspace.join("Cargo.lock"), &fs::read_to_string(modules.join("Cargo.lock")).unwrap());
    let built = cargo(&workspace, &["build", "-p", name], &[]);
    built.get(name).unwrap().clone()
}

/// Copies `Cargo.toml`, the README where there is one, and `src`, with some texts replaced by others.
fn copy_text(from: &Path, to: &Path, edits: &[(&str, &str, &str)]) {
    let sources = fs::read_dir(from.join("src")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let beside = ["Cargo.toml", "README.md"].into_iter().filter(|file| from.join(file).is_file()).map(str::to_owned);
    let files = sources.map(|source| format!("src/{source}")).chain(beside);
    let mut edited = 0;
    for file in files {
        let mut text = fs::read_to_string(from.join(&file)).unwrap();
        for (_, old, new) in edits.iter().filter(|(of, ..)| *of == file) {
            let found = text.matches(old).count();
            assert_eq!(found, 1, "abi/{file} has {found} times, where this test expects one: {old}");
            text = text.replace(old, new);
            edited += 1;
        }
        write(&to.join(&file), &text);
    }
    assert_eq!(edited, edits.len(), "a file that this test edits is not in {}", from.display());
}

/// Writes a file only where it differs: cargo builds again what is newer than its build.
fn write(path: &Path, text: &str) {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return;
    }
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Runs cargo and gives the dynamic libraries that it built, by the name of their crate.
fn cargo(folder: &Path, arguments: &[&str], to_rustc: &[&str]) -> BTreeMap<String, PathBuf> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(folder).args(arguments).arg("--message-format=json-render-diagnostics");
    command.arg("--target-dir").arg(shared_target());
    // The copies of the interface are built by the game's own profile: where that is another one, all that they share with the
    // crates of `tests/modules` would be built twice.
    command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_DEV_DEBUG", "false");
    if !cfg!(debug_assertions) {
        command.arg("--release");
    }
    if !to_rustc.is_empty() {
        command.arg("--").args(to_rustc);
    }
    let output = command.stderr(Stdio::piped()).output().unwrap();
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {arguments:?} in {} failed:\n{complaints}", folder.display());
    let lines = output.stdout.split(|byte| *byte == b'\n');
    lines
        .filter_map(|line| serde_json::from_slice::<serde_json::Value>(line).ok())
        .filter_map(|message| built(&message))
        .collect()
}

fn built(message: &serde_json::Value) -> Option<(String, PathBuf)> {
    let target = message.get("target")?;
    let is_library = target.get("crate_types")?.as_array()?.iter().any(|kind| kind == "cdylib");
    let mut files = message.get("filenames")?.as_array()?.iter().filter_map(|file| file.as_str());
    let file = files.find(|file| file.ends_with(std::env::consts::DLL_SUFFIX))?;
    is_library.then(|| (target.get("name").and_then(|name| name.as_str()).unwrap_or_default().to_owned(), file.into()))
}
