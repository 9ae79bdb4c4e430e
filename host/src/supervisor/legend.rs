//! The legend to the breadcrumb: who the modules are, by their places, and what else the supervisor has to know of the game.
//!
//! Written by the game, whole each time, before anything of what it names is called; read by the supervisor when the game has
//! fallen. It holds names only, since nobody may be left to ask.

use crate::clock::Setup;
use crate::modules::crumb::Spot;
use crate::modules::{Registry, WordDef};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The name of the file in the shared folder.
const FILE: &str = "legend.json";

/// What the supervisor has to know of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Legend {
    /// The front end.
    pub front_end: String,
    /// The journal of the run, once it is begun.
    pub journal: Option<PathBuf>,
    /// The modules, by their places.
    pub modules: Vec<ModuleNote>,
    /// The first patterns of the words of each kind, in the order of [`crate::modules::crumb::WordKind`], by their places.
    pub words: [Vec<String>; 5],
}

/// What is known of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModuleNote {
    /// Its id.
    pub id: String,
    /// The library.
    pub file: PathBuf,
    /// The roles that it holds in this fight, and who could hold each in its place.
    pub roles: Vec<(String, Vec<String>)>,
    /// The front ends that it offers.
    pub front_ends: Vec<String>,
}

impl Legend {
    /// What is known before any library is opened: the files, in the order in which they will be.
    #[must_use]
    pub fn before_loading(front_end: &str, modules: &[(String, PathBuf)]) -> Self {
        let note =
            |(id, file): &(String, PathBuf)| ModuleNote { id: id.clone(), file: file.clone(), ..ModuleNote::default() };
        Self { front_end: front_end.to_owned(), modules: modules.iter().map(note).collect(), ..Self::default() }
    }

    /// What is known once a fight is set up.
    #[must_use]
    pub fn of(setup: &Setup, front_end: &str, journal: Option<&Path>) -> Self {
        let registry = &setup.registry;
        let note = |place: u32| {
            let module = registry.modules.get(place as usize)?;
            let roles = registry.others(&setup.roles, place).into_iter();
            let offers = registry.roles_of(place);
            let front_ends = offers.iter().filter_map(|offer| offer.strip_prefix("front_end ")).map(str::to_owned);
            Some(ModuleNote {
                id: module.id.clone(),
                file: module.path.clone(),
                roles: roles.map(|(role, others)| (role.to_owned(), others)).collect(),
                front_ends: front_ends.collect(),
            })
        };
        Self {
            front_end: front_end.to_owned(),
            journal: journal.map(Path::to_path_buf),
            modules: (0..).map_while(note).collect(),
            words: words_of(registry),
        }
    }

    /// Writes it into the shared folder.
    ///
    /// # Errors
    /// The folder is not there any more, or the disk is full.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let aside = folder.join("legend.new");
        fs::write(&aside, serde_json::to_vec(self)?)?;
        fs::rename(aside, folder.join(FILE))
    }

    /// Reads it; an empty one where the game did not come so far.
    #[must_use]
    pub fn read(folder: &Path) -> Self {
        let text = fs::read(folder.join(FILE)).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    /// The word at a spot, if it is one and has a name.
    #[must_use]
    pub fn word(&self, spot: Spot) -> Option<&str> {
        let (kind, place) = spot.as_word()?;
        let words = &self.words[kind as usize];
        words.get(place).map(String::as_str).filter(|word| !word.is_empty())
    }
}

fn words_of(registry: &Registry) -> [Vec<String>; 5] {
    fn named<H>(words: &[WordDef<H>]) -> Vec<String> {
        words.iter().map(|word| word.patterns.first().cloned().unwrap_or_default()).collect()
    }
    [
        named(&registry.effects),
        named(&registry.minds),
        named(&registry.truths),
        named(&registry.selectors),
        named(&registry.guards),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modules::crumb::WordKind;

    #[test]
    fn a_legend_comes_back_as_it_was_written_and_names_words() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Legend::read(folder.path()), Legend::default());
        let mut legend = Legend::before_loading("plain", &[("goblins".to_owned(), "/games/libgoblins.so".into())]);
        legend.words[3] = vec!["nearest rock".to_owned()];
        legend.write(folder.path()).unwrap();
        assert_eq!(Legend::read(folder.path()), legend);
        assert_eq!(legend.word(Spot::word(WordKind::Selector, 0)), Some("nearest rock"));
        assert_eq!(legend.word(Spot::word(WordKind::Selector, 1)), None);
        assert_eq!(legend.word(Spot::word(WordKind::Guard, 0)), None);
        assert_eq!(legend.word(Spot::function("Tempo::lengths")), None);
    }
}
