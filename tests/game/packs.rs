//! The way of a modder: new packs of each kind, built, checked, fought with and played; the guide as it is written; every fault.
//!
//! Owns packs in folders of the tests' own. What each message says in full is tested where it is made.
#![cfg(unix)]

mod faults;
mod guide;
mod kinds;
mod watch;

use crate::support::{Said, program, root, scratch, shared_target};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder of a modder's, beside whatever of the game a program looks for in its present folder.
struct Desk(PathBuf);

impl Desk {
    fn new(name: &str) -> Self {
        let folder = scratch(&format!("packs-{name}"));
        for part in ["content", "abi"] {
            std::os::unix::fs::symlink(root().join(part), folder.join(part)).unwrap();
        }
        Self(folder)
    }

    /// Runs a program there; builds share one folder, so that what they have in common is built once.
    fn run_program(&self, program: &Path, folder: &str, arguments: &[&str]) -> Said {
        let mut command = Command::new(program);
        command.current_dir(self.0.join(folder)).env("CARGO_TARGET_DIR", shared_target()).env("CARGO_NET_OFFLINE", "true");
        let output = command.args(arguments).stdin(Stdio::null()).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&*self.0.to_string_lossy(), "DESK");
        Said { code: output.status.code().unwrap_or(-1), out: text(&output.stdout), err: text(&output.stderr) }
    }

    fn run(&self, arguments: &[&str]) -> Said {
        self.run_program(&program(), "", arguments)
    }

    fn done(&self, arguments: &[&str]) -> Said {
        let said = self.run(arguments);
        assert_eq!(said.code, 0, "{arguments:?}\n{}{}", said.out, said.err);
        said
    }

    fn cargo(&self, folder: &str, arguments: &[&str]) {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let said = self.run_program(Path::new(&cargo), folder, arguments);
        assert_eq!(said.code, 0, "cargo {arguments:?} in {folder}\n{}{}", said.out, said.err);
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.0.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    fn write(&self, path: &str, text: &str) {
        fs::create_dir_all(self.0.join(path).parent().unwrap()).unwrap();
        fs::write(self.0.join(path), text).unwrap();
    }

    /// Puts one text in the place of another, which stands there once.
    fn edit(&self, path: &str, old: &str, new: &str) {
        let text = self.read(path);
        assert_eq!(text.matches(old).count(), 1, "{path} has this once: {old}\n{text}");
        self.write(path, &text.replace(old, new));
    }

    /// A new pack.
    fn make(&self, name: &str, kind: &str) {
        self.done(&["pack", "new", name, "--kind", kind]);
    }

    /// A new pack with its library.
    fn build(&self, name: &str, kind: &str) {
        self.make(name, kind);
        self.done(&["pack", "build", name, "--dev"]);
    }
}
