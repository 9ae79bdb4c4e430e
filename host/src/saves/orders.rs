//! The standing orders that a player gave last, kept from one run to the next: one file for each kind.
//!
//! Owns those files: one line of text each, as the log has it. Where one cannot be read or says something else, orders are as
//! content has them, and nothing is lost but what it takes to give them again. Whoever plays calls it.

use super::Saves;
use super::error::{Deed, SaveError};
use crate::clock::StandingOrders;
use crate::plain_file::{self, Unfit};
use crate::plain_text;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

/// A list of orders is one line; nobody gives so many.
const MOST_BYTES: u64 = 1 << 16;
/// How much is shown of what is none.
const SHOWN_CHARS: usize = 40;

impl Saves {
    fn orders_path(&self, kind: &str) -> PathBuf {
        self.folder().join(format!("orders-{}.txt", kind.replace('/', "-")))
    }

    /// The orders that were given last for a kind; nothing where none were.
    ///
    /// # Errors
    /// There is a file, and it cannot be read or says something else.
    pub fn orders(&self, kind: &str) -> Result<Option<StandingOrders>, SaveError> {
        let path = self.orders_path(kind);
        let text = match plain_file::read(&path, MOST_BYTES) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(Unfit::Missing) => return Ok(None),
            Err(unfit) => return Err(SaveError::NoOrders(path, unfit.to_string())),
        };
        text.trim().parse().map(Some).map_err(|()| {
            let found: String = text.trim().chars().take(SHOWN_CHARS).map(plain_text::shown_in_line).collect();
            SaveError::NoOrders(path, format!("found `{found}`, expected a list as in `20 ask, 10 off`"))
        })
    }

    /// Keeps the orders for a kind: what another reader sees is the old file or the new one.
    ///
    /// # Errors
    /// The disk fails.
    pub fn keep_orders(&self, kind: &str, orders: &StandingOrders) -> Result<(), SaveError> {
        let path = self.orders_path(kind);
        let failed = |source| SaveError::Io { path: path.clone(), deed: Deed::Write, source };
        fs::create_dir_all(self.folder()).map_err(failed)?;
        let mut aside = tempfile::Builder::new().prefix(".new-").tempfile_in(self.folder()).map_err(failed)?;
        writeln!(aside, "{orders}").and_then(|()| aside.as_file().sync_all()).map_err(failed)?;
        aside.persist(&path).map_err(|error| failed(error.error))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn orders_are_kept_for_each_kind_and_what_is_none_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let saves = Saves::at(Some(folder.path())).unwrap();
        let orders: StandingOrders = "20 ask, 10 off".parse().unwrap();
        saves.keep_orders("fighter/fighter", &orders).unwrap();
        assert_eq!(saves.orders("fighter/fighter").unwrap(), Some(orders));
        assert_eq!(saves.orders("wizard/wizard").unwrap(), None);
        assert_eq!(saves.runs().unwrap(), Vec::<std::path::PathBuf>::new(), "they are no runs");
        assert_eq!(Saves::at(Some(Path::new("/nowhere"))).unwrap().orders("fighter/fighter").unwrap(), None);
    }

    #[test]
    fn a_file_that_says_something_else_is_told_of() {
        let folder = tempfile::tempdir().unwrap();
        let saves = Saves::at(Some(folder.path())).unwrap();
        let path = folder.path().join("orders-wizard-wizard.txt");
        for (text, told) in [
            (&b"ask nicely\n"[..], "found `ask nicely`, expected a list as in `20 ask, 10 off`"),
            (b"10 ask, 20\n", "found `10 ask, 20`"),
            (b"\xff\xfe", "found `"),
            (&[b'x'; 1 << 17], "at most 65536 are read"),
        ] {
            fs::write(&path, text).unwrap();
            let error = saves.orders("wizard/wizard").unwrap_err().to_string();
            assert!(error.contains(told) && error.contains("orders-wizard-wizard.txt"), "{error}");
        }
    }
}
