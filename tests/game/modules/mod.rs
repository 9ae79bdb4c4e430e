//! Modules as real libraries: what is refused and in which words, what goes on working, and what a panic comes to.

pub mod calling;
mod growing;
mod loading;
mod refusing;
mod releases;
mod views;

use dungeon_mind::modules::{ModuleError, Registry};
use std::path::PathBuf;

/// Loads libraries that are all sound.
fn loaded(files: &[PathBuf]) -> Registry {
    Registry::load(files).unwrap_or_else(|errors| panic!("{}", told(&errors)))
}

/// Loads libraries of which at least one is not.
fn refused(files: &[PathBuf]) -> Vec<ModuleError> {
    Registry::load(files).err().unwrap_or_else(|| panic!("{files:?} should be refused"))
}

/// Errors in words, one a line, without the folders of their files.
fn told(errors: &[ModuleError]) -> String {
    let without_folders = |text: String| {
        let words: Vec<&str> = text
            .split(' ')
            .map(|word| if word.starts_with('/') { word.rsplit('/').next().unwrap() } else { word })
            .collect();
        words.join(" ")
    };
    errors.iter().map(|error| without_folders(error.to_string()) + "\n").collect()
}
