//! Runs on disk: where they lie, which there are, and the journal that each of them is.
//!
//! Owns the folder of runs. A run is one file, `run-NNNNNN.jsonl`: the first line of its log, which says what it is made of, then
//! every decision, written before it is carried out. Who kills the game loses none; going on with a run is answering again
//! what was answered (`lab::seats`). Beside them lie the standing orders that a player gave last, one file for each kind. It decides
//! nothing about a game. The command line calls it.

mod check;
mod error;
mod journal;
mod orders;
mod syncer;

pub use check::{CheckError, Checked, check};
pub use error::SaveError;
pub use journal::{Facts, Journal};

use directories::ProjectDirs;
use error::Deed;
use std::fs;
use std::path::{Path, PathBuf};

const PREFIX: &str = "run-";
const SUFFIX: &str = ".jsonl";
/// Digits of a run's number, so that names sort as numbers do.
const DIGITS: usize = 6;
const MOST_RUNS: u32 = 999_999;

/// The folder of runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saves {
    folder: PathBuf,
}

impl Saves {
    /// A folder that the user names, or the one where this system keeps the data of games. It need not be there yet.
    ///
    /// # Errors
    /// The system has no such place, as for a user without a home.
    pub fn at(folder: Option<&Path>) -> Result<Self, SaveError> {
        let own = || ProjectDirs::from("", "", "dungeon-mind").map(|places| places.data_dir().join("saves"));
        let folder = folder.map(Path::to_path_buf).or_else(own).ok_or(SaveError::NoPlace)?;
        Ok(Self { folder })
    }

    /// Where it is.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The files of all runs, the oldest first; none where the folder is not there yet.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn runs(&self) -> Result<Vec<PathBuf>, SaveError> {
        let failed = |source| SaveError::Io { path: self.folder.clone(), deed: Deed::Read, source };
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(failed(error)),
        };
        let paths: Result<Vec<PathBuf>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
        let mut runs: Vec<PathBuf> = paths.map_err(failed)?.into_iter().filter(|path| number_of(path).is_some()).collect();
        runs.sort();
        Ok(runs)
    }

    /// The run that a name, a number or a path means; without one the last that is not over.
    ///
    /// # Errors
    /// There is none.
    pub fn find(&self, which: Option<&str>) -> Result<PathBuf, SaveError> {
        let Some(which) = which else {
            let mut runs = self.runs()?;
            runs.retain(|run| !journal::is_over(run));
            return runs.pop().ok_or_else(|| SaveError::NoneLeft(self.folder.clone()));
        };
        let named = which.parse().map_or_else(|_| which.to_owned(), name_of);
        let places = [self.folder.join(&named), self.folder.join(format!("{named}{SUFFIX}")), PathBuf::from(which)];
        let found = places.iter().find(|path| path.is_file());
        found.cloned().ok_or_else(|| SaveError::NoRun(which.to_owned(), self.folder.clone()))
    }

    /// The path of a run that is not there yet.
    fn next(&self) -> Result<PathBuf, SaveError> {
        let last = self.runs()?.iter().filter_map(|path| number_of(path)).max().unwrap_or(0);
        match last {
            MOST_RUNS.. => Err(SaveError::Full(self.folder.clone())),
            last => Ok(self.folder.join(name_of(last + 1))),
        }
    }
}

fn name_of(number: u32) -> String {
    format!("{PREFIX}{number:0DIGITS$}{SUFFIX}")
}

/// The number of a run, if the file is named as one.
fn number_of(path: &Path) -> Option<u32> {
    let name = path.file_name()?.to_str()?;
    let digits = name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?;
    (digits.len() == DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_known_by_its_name() {
        for (name, number) in [
            ("run-000001.jsonl", Some(1)),
            ("run-999999.jsonl", Some(999_999)),
            ("run-1.jsonl", None),
            ("run-00000x.jsonl", None),
            ("run-000001.jsonl.new", None),
            ("notes.txt", None),
        ] {
            assert_eq!(number_of(Path::new(name)), number, "{name}");
        }
        assert_eq!(number_of(Path::new(&name_of(17))), Some(17));
    }

    #[test]
    fn a_folder_that_is_not_there_has_no_runs_and_says_so() {
        let saves = Saves::at(Some(Path::new("/nowhere/saves"))).unwrap();
        assert_eq!(saves.runs().unwrap(), Vec::<PathBuf>::new());
        let told = saves.find(None).unwrap_err().to_string();
        assert!(told.contains("/nowhere/saves") && told.contains("play"), "{told}");
        let told = saves.find(Some("7")).unwrap_err().to_string();
        assert!(told.contains('7') && told.contains("saves list"), "{told}");
    }
}
