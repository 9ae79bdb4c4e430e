//! `pack build`: a pack's library by cargo, in a process of its own.
//!
//! Owns how cargo is called and what is made of its answer. It never opens what was built. `pack build` and the watch call it.

use super::lock::INTERFACE;
use serde_json::Value;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How a library is built.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// To be handed on.
    #[default]
    Release,
    /// To be tried: built as fast as can be.
    Dev,
}

/// Cargo, and how it is called.
#[derive(Clone, Debug)]
pub struct Cargo {
    /// The program.
    pub program: OsString,
    /// Whether it may not use the network.
    pub is_offline: bool,
    /// Whether it may use colours in what it says.
    pub has_colour: bool,
}

impl Cargo {
    /// The one that started us, else the one that the environment's `CARGO` names, else the one in the search path.
    #[must_use]
    pub fn of_environment(is_offline: bool, has_colour: bool) -> Self {
        Self { program: std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()), is_offline, has_colour }
    }
}

/// A library that was built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// Where cargo put it.
    pub library: PathBuf,
}

/// Why there is no library.
#[derive(Debug)]
pub enum BuildError {
    /// The pack has no crate: there is nothing to build.
    NoCrate(PathBuf),
    /// Cargo could not be started: the program and why.
    NoCargo(OsString, io::Error),
    /// Cargo failed, and has said why; and whether it was for want of a network.
    Failed {
        /// The pack's folder.
        folder: PathBuf,
        /// Whether something had to be downloaded and could not be.
        is_offline: bool,
        /// What cargo said, without colours.
        said: String,
    },
    /// It was built, but there is no dynamic library in it.
    NoLibrary(PathBuf),
    /// The library could not be put into the pack's folder.
    NotInstalled(PathBuf, io::Error),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCrate(folder) => {
                write!(f, "{}: the pack has no `Cargo.toml`, so there is no library to build", folder.display())
            }
            Self::NoCargo(program, error) => write!(
                f,
                "`{}` could not be started: {error}; a pack's library is built by cargo: install Rust (https://rustup.rs), \
                 or name cargo in the environment variable CARGO",
                program.to_string_lossy()
            ),
            Self::Failed { folder, is_offline: false, .. } => {
                write!(f, "{}: the library was not built; cargo says why above", folder.display())
            }
            Self::Failed { folder, is_offline: true, .. } => write!(
                f,
                "{}: the library was not built: cargo needs something that it could not download; the lock file that \
                 `pack new` wrote needs nothing but what this game was built with, so either restore it, or build once with \
                 a network",
                folder.display()
            ),
            Self::NoLibrary(folder) => write!(
                f,
                "{}: it was built, but into no dynamic library; the `Cargo.toml` needs `crate-type = [\"cdylib\"]` under `[lib]`",
                folder.display()
            ),
            Self::NotInstalled(path, error) => write!(f, "{}: the library cannot be put there: {error}", path.display()),
        }
    }
}

impl std::error::Error for BuildError {}

/// Builds a pack's library. What cargo says goes to `listen` as it comes, in pieces.
///
/// # Errors
/// Why there is none.
pub fn build(folder: &Path, profile: Profile, cargo: &Cargo, listen: &mut dyn FnMut(&[u8])) -> Result<Built, BuildError> {
    let manifest = folder.join("Cargo.toml");
    if !manifest.is_file() {
        return Err(BuildError::NoCrate(folder.to_path_buf()));
    }
    let mut command = Command::new(&cargo.program);
    command.current_dir(folder).args(["build", "--lib", "--message-format=json-render-diagnostics", "--manifest-path"]);
    command.arg(&manifest).args((profile == Profile::Release).then_some("--release"));
    command
        .args(cargo.is_offline.then_some("--offline"))
        .args(["--color", if cargo.has_colour { "always" } else { "never" }]);
    // Both streams come through pipes, so a build in the background writes nothing over a screen.
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.map_err(|error| BuildError::NoCargo(cargo.program.clone(), error))?;
    let messages = child.stdout.take().map(|stdout| std::thread::spawn(move || library_in(stdout, &manifest)));
    let said = child.stderr.take().map(|stderr| hear(stderr, listen)).unwrap_or_default();
    let library = messages.and_then(|thread| thread.join().ok()).flatten();
    let ended = child.wait().map_err(|error| BuildError::NoCargo(cargo.program.clone(), error))?;
    if !ended.success() {
        return Err(BuildError::Failed { folder: folder.to_path_buf(), is_offline: is_for_want_of_network(&said), said });
    }
    library.map(|library| Built { library }).ok_or_else(|| BuildError::NoLibrary(folder.to_path_buf()))
}

/// Passes on what cargo says, and keeps it.
fn hear(mut stderr: impl Read, listen: &mut dyn FnMut(&[u8])) -> String {
    let mut said = Vec::new();
    let mut piece = [0_u8; 4096];
    while let Ok(length @ 1..) = stderr.read(&mut piece) {
        let heard = piece.get(..length).unwrap_or_default();
        listen(heard);
        said.extend_from_slice(heard);
    }
    String::from_utf8_lossy(&said).into_owned()
}

/// Cargo's words for something that is not here and could not be fetched.
fn is_for_want_of_network(said: &str) -> bool {
    let words = ["--offline", "failed to download", "unable to update", "spurious network error", "failed to get `"];
    words.iter().any(|words| said.to_lowercase().contains(words)) && !said.contains(&format!("failed to get `{INTERFACE}`"))
}

/// The dynamic library of the package of a manifest, by cargo's own account.
fn library_in(stdout: impl Read, manifest: &Path) -> Option<PathBuf> {
    let mut library = None;
    for line in BufReader::new(stdout).split(b'\n').map_while(Result::ok) {
        let message: Option<Value> = serde_json::from_slice(&line).ok();
        library = message.and_then(|message| library_of(&message, manifest)).or(library);
    }
    library
}

fn library_of(message: &Value, manifest: &Path) -> Option<PathBuf> {
    let is_ours = Path::new(message.get("manifest_path")?.as_str()?) == manifest;
    let is_library = message.get("target")?.get("crate_types")?.as_array()?.iter().any(|kind| kind == "cdylib");
    let mut files = message.get("filenames")?.as_array()?.iter().filter_map(Value::as_str);
    let file = files.find(|file| file.ends_with(std::env::consts::DLL_SUFFIX))?;
    (is_ours && is_library).then(|| PathBuf::from(file))
}

/// Puts a library that was built into the pack's folder, where the game looks for it.
///
/// # Errors
/// When the system will not write there; the one that was there stays.
pub fn install(built: &Built, folder: &Path) -> Result<PathBuf, BuildError> {
    let path = folder.join(built.library.file_name().unwrap_or_default());
    // Written aside and renamed: a game that starts meanwhile finds the old one or the new one, and never half of it.
    let aside = path.with_extension("new");
    let put = fs::copy(&built.library, &aside).and_then(|_| fs::rename(&aside, &path));
    put.map(|()| path.clone()).map_err(|error| BuildError::NotInstalled(path, error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn cargo(program: &str) -> Cargo {
        Cargo { program: program.into(), is_offline: true, has_colour: false }
    }

    #[test]
    fn without_cargo_and_without_a_crate_a_sentence_says_what_to_do() {
        let folder = std::env::temp_dir().join(format!("dungeon-mind-build-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let error = build(&folder, Profile::Dev, &cargo("cargo"), &mut |_| {}).unwrap_err();
        assert!(error.to_string().ends_with("so there is no library to build"), "{error}");
        fs::write(folder.join("Cargo.toml"), "").unwrap();
        let error = build(&folder, Profile::Dev, &cargo("/no/such/cargo"), &mut |_| {}).unwrap_err();
        assert!(error.to_string().starts_with("`/no/such/cargo` could not be started"), "{error}");
        assert!(error.to_string().contains("rustup"), "{error}");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_library_is_that_of_the_package_itself() {
        let manifest = Path::new("/packs/sea/Cargo.toml");
        let suffix = std::env::consts::DLL_SUFFIX;
        let of = |manifest: &str, kind: &str| {
            let files = [format!("/target/libsea{suffix}"), "/target/libsea.d".to_owned()];
            json!({"manifest_path": manifest, "target": {"crate_types": [kind]}, "filenames": files}).to_string()
        };
        let lines = [of("/elsewhere/Cargo.toml", "cdylib"), of("/packs/sea/Cargo.toml", "lib"), "no JSON".to_owned()];
        assert_eq!(library_in(lines.join("\n").as_bytes(), manifest), None);
        let lines = [of("/packs/sea/Cargo.toml", "cdylib"), "{\"reason\":\"build-finished\"}".to_owned()];
        assert_eq!(library_in(lines.join("\n").as_bytes(), manifest), Some(format!("/target/libsea{suffix}").into()));
    }

    #[test]
    fn want_of_a_network_is_told_from_a_mistake() {
        assert!(is_for_want_of_network("error: failed to download `syn v2.0.1`\n"));
        assert!(is_for_want_of_network("As a reminder, you're using offline mode (--offline)"));
        assert!(!is_for_want_of_network("error[E0425]: cannot find value `x` in this scope"));
    }
}
