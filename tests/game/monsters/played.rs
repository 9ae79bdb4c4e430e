//! Fights that packs ship, made ready with habit in a player's place.
//!
//! Owns where they lie and by what a player's character then acts: the profile of its kind. `starvation` and `endings` play them.

use super::setup;
use crate::stories::game;
use crate::support::root;
use dungeon_mind::clock::Setup;
use dungeon_mind::content::tables::Control;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The files of all fights that packs ship, in order.
pub fn shipped() -> Vec<PathBuf> {
    let files = |folder: &Path| -> Vec<PathBuf> {
        fs::read_dir(folder).map(|entries| entries.map(|entry| entry.unwrap().path()).collect()).unwrap_or_default()
    };
    let packs = files(&root().join("content"));
    let mut all: Vec<PathBuf> = packs.iter().flat_map(|pack| files(&pack.join("fights"))).collect();
    all.sort();
    assert!(!all.is_empty(), "no pack ships a fight");
    all
}

/// A fight with habit in the place of its player.
pub fn by_habit(path: &Path) -> Setup {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut setup = setup(&path.display().to_string(), &text);
    let fight = Arc::make_mut(&mut setup.fight);
    for actor in fight.actors.iter_mut().filter(|actor| matches!(actor.control, Control::Player)) {
        let kind = &game().content.kinds[actor.kind.index()];
        actor.control = Control::Profile(kind.profile.unwrap_or_else(|| panic!("{} has no profile", kind.name)));
    }
    setup
}
