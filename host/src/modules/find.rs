//! Where the libraries of packs lie: in the folders that the user names, then beside the game.
//!
//! Looks for one file by its name and never reads a folder's list, so the order of files on disk can change nothing.
//! Called by whoever loads a game, with the packs in their order.

use super::error::{ModuleError, Trouble};
use std::{
    env::consts::{DLL_PREFIX, DLL_SUFFIX},
    path::{Path, PathBuf},
};

/// The folders to look in, the first first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    packs: Vec<PathBuf>,
    beside: Vec<PathBuf>,
}

impl Places {
    /// The folders of packs that the user names, then the folder of the running game.
    #[must_use]
    pub fn of_this_game(packs: &[PathBuf]) -> Self {
        let folder = std::env::current_exe().ok().and_then(|game| game.parent().map(Path::to_path_buf));
        // Cargo runs tests from a folder below the one that it puts libraries into.
        let above =
            folder.as_deref().filter(|folder| folder.ends_with("deps")).and_then(Path::parent).map(Path::to_path_buf);
        Self { packs: packs.to_vec(), beside: folder.into_iter().chain(above).collect() }
    }

    /// The folders of packs, and one that holds libraries.
    #[must_use]
    pub fn of(packs: &[PathBuf], beside: &Path) -> Self {
        Self { packs: packs.to_vec(), beside: vec![beside.to_path_buf()] }
    }

    /// The library of a pack that names a module. A pack's own folder comes before the game's.
    ///
    /// # Errors
    /// When it is in none of the places.
    pub fn library(&self, pack: &str, module: &str) -> Result<PathBuf, ModuleError> {
        if !crate::content::packs::is_library_name(module) {
            let what = format!("the library {module:?} of the pack `{pack}`");
            let why = "it must be a plain name and no path; a library lies in the pack's folder or beside the game";
            return Err(ModuleError::of_ruleset(Trouble::Unusable { what, why: why.to_owned() }));
        }
        let file = file_name(module);
        let of_packs = self.packs.iter().flat_map(|folder| [folder.join(pack).join(&file), folder.join(&file)]);
        let looked: Vec<PathBuf> = of_packs.chain(self.beside.iter().map(|folder| folder.join(&file))).collect();
        match looked.iter().find(|path| path.is_file()) {
            Some(path) => Ok(path.clone()),
            None => Err(ModuleError::of_ruleset(Trouble::NoLibrary { module: pack.to_owned(), looked })),
        }
    }
}

/// The name of a module's library on this system. Cargo writes a package's hyphens as underscores.
fn file_name(module: &str) -> String {
    format!("{DLL_PREFIX}{}{DLL_SUFFIX}", module.replace('-', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_pack_s_own_folder_comes_first_and_a_missing_library_names_all_places() {
        let root = std::env::temp_dir().join(format!("dungeon-mind-find-{}", std::process::id()));
        let (packs, game) = (root.join("packs"), root.join("game"));
        let own = packs.join("my-pack").join(file_name("my-class"));
        fs::create_dir_all(packs.join("my-pack")).unwrap();
        fs::create_dir_all(&game).unwrap();
        let places = Places::of(std::slice::from_ref(&packs), &game);

        let missing = places.library("my-pack", "my-class").unwrap_err().to_string();
        assert!(missing.contains("`my-pack`") && missing.contains(&own.display().to_string()), "{missing}");

        fs::write(game.join(file_name("my-class")), "").unwrap();
        assert_eq!(places.library("my-pack", "my-class"), Ok(game.join(file_name("my-class"))));
        for path in ["../my-class", "/tmp/x", "a/b", "..", "", "a\\b", "a.so"] {
            let refused = places.library("my-pack", path).unwrap_err();
            assert!(matches!(refused.trouble, Trouble::Unusable { .. }), "{path}: {refused}");
        }
        fs::write(&own, "").unwrap();
        assert_eq!(places.library("my-pack", "my-class"), Ok(own));
        fs::remove_dir_all(&root).unwrap();
    }
}
