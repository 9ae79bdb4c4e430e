//! The standing orders that a player gave last, kept from one run to the next: one file for each kind.
//!
//! Owns those files: one line of text each, as the log has it. A file that cannot be read or says something else is none: then
//! orders are as content has them, and nothing is lost but what it takes to give them again. Whoever plays calls it.

use super::Saves;
use super::error::{Deed, SaveError};
use crate::clock::StandingOrders;
use crate::plain_file;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

/// A list of orders is one line; nobody gives so many.
const MOST_BYTES: u64 = 1 << 16;

impl Saves {
    fn orders_path(&self, kind: &str) -> PathBuf {
        self.folder().join(format!("orders-{}.txt", kind.replace('/', "-")))
    }

    /// The orders that were given last for a kind; nothing where none were.
    #[must_use]
    pub fn orders(&self, kind: &str) -> Option<StandingOrders> {
        let bytes = plain_file::read(&self.orders_path(kind), MOST_BYTES).ok()?;
        String::from_utf8(bytes).ok()?.trim().parse().ok()
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
        assert_eq!(saves.orders("fighter/fighter"), Some(orders));
        assert_eq!(saves.orders("wizard/wizard"), None);
        fs::write(folder.path().join("orders-wizard-wizard.txt"), "ask nicely\n").unwrap();
        assert_eq!(saves.orders("wizard/wizard"), None);
        assert_eq!(saves.runs().unwrap(), Vec::<std::path::PathBuf>::new(), "they are no runs");
        assert_eq!(Saves::at(Some(Path::new("/nowhere"))).unwrap().orders("fighter/fighter"), None);
    }
}
