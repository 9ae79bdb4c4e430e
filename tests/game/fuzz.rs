//! The corpus of `tests/fuzz`: what once hurt, and what looks like it, is read or refused in every run of the tests.
//!
//! Owns nothing but the round through the files; what must hold stands in `tests/fuzz/src/targets.rs`. The keymap is not
//! here: it is the terminal's, whose library nobody links.

use crate::stories::game;
use crate::support::root;
use std::fs;

#[path = "../fuzz/src/targets.rs"]
mod targets;

#[test]
fn every_file_of_the_corpus_is_read_or_refused() {
    let mut ran = 0;
    for (name, target) in targets::TARGETS {
        let folder = root().join("tests/fuzz/corpus").join(name);
        let mut files: Vec<_> = fs::read_dir(&folder)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        assert!(!files.is_empty(), "the target `{name}` has no corpus");
        for file in files {
            // A panic names its target and line; this names the file.
            let bytes = fs::read(&file).unwrap();
            let ended = std::panic::catch_unwind(|| target(game(), &bytes));
            assert!(ended.is_ok(), "{} hurts", file.display());
            ran += 1;
        }
    }
    assert!(ran >= 50, "{ran} files are a small corpus");
}
