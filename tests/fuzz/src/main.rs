//! The door to libFuzzer: one program for all targets, chosen by `DUNGEON_MIND_FUZZ`, whose modules lie in
//! `DUNGEON_MIND_LIBRARIES`. `tests/fuzz/run` sets both.
#![no_main]

// The keymap is the terminal's own, and that is a library of modules: its sources are built in here.
#[allow(dead_code, reason = "the parts that draw are not wanted here")]
#[path = "../../../plugins/terminal/src/keymap.rs"]
mod keymap;
#[allow(dead_code, reason = "the parts that draw are not wanted here")]
#[path = "../../../plugins/terminal/src/keys.rs"]
mod keys;
mod targets;

use dungeon_mind::loading::Game;
use dungeon_mind::modules::Places;
use libfuzzer_sys::fuzz_target;
use std::path::Path;
use std::sync::OnceLock;

/// A keymap is read or refused in a sentence.
fn keymap_file(_: &Game, bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Err(why) = keymap::Keymap::read(text) {
        assert!(why.contains("keymap"), "{why}");
    }
}

/// The game with its own packs, and the target that was asked for.
fn chosen() -> &'static (Game, targets::Target) {
    static CHOSEN: OnceLock<(Game, targets::Target)> = OnceLock::new();
    CHOSEN.get_or_init(|| {
        let name = std::env::var("DUNGEON_MIND_FUZZ").unwrap_or_default();
        let libraries = std::env::var("DUNGEON_MIND_LIBRARIES").unwrap_or_default();
        let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content");
        let game = Game::load_from(&[content], &Places::of(&[], Path::new(&libraries)), false);
        let game = game.unwrap_or_else(|error| panic!("the game cannot be loaded; run tests/fuzz/run: {error}"));
        let all = targets::TARGETS.iter().copied().chain([("keymap", keymap_file as targets::Target)]);
        let target = all.into_iter().find(|(known, _)| *known == name);
        (game, target.unwrap_or_else(|| panic!("there is no target `{name}`")).1)
    })
}

fuzz_target!(|bytes: &[u8]| {
    let (game, target) = chosen();
    target(game, bytes);
});
