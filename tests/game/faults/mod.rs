//! Modules that take the game down, and games that are killed: what is said, what is kept, and how one goes on.

mod calls;
mod journal;
mod supervised;

use crate::support::{library, scratch};
use std::fs;
use std::path::PathBuf;

/// A folder of packs that has the pack of `deadly`.
fn pack(name: &str) -> PathBuf {
    let packs = scratch(name);
    let folder = packs.join("deadly");
    fs::create_dir_all(&folder).unwrap();
    let library = library("deadly");
    fs::copy(&library, folder.join(library.file_name().unwrap())).unwrap();
    let described =
        r#"Pack(id: "deadly", version: "0.1.0", abi: "0.1", license: "MIT", module: "deadly", requires: ["core >= 0.1"])"#;
    fs::write(folder.join("pack.ron"), described).unwrap();
    packs
}
