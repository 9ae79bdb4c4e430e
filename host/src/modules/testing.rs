//! For unit tests of this crate: a registry of modules that are linked in, without a file and without the loader.

use super::{building::Building, error::ModuleError, open::Opened, preflight::Preflight, registry::Registry};
use abi::{Module, ROption, RString, private};
use std::path::Path;

extern "C" fn says_nothing() -> ROption<RString> {
    ROption::RNone
}

/// A module that is linked in, as if it had been opened.
#[must_use]
pub fn opened<M: Module>() -> Opened {
    // Registering puts the recording panic hook in place, which in this process would silence failing tests.
    let hook = std::panic::take_hook();
    let registered = private::register::<M>().into_result();
    std::panic::set_hook(hook);
    let text = ToOwned::to_owned;
    Opened {
        facts: Preflight { id: text(M::ID), version: text(M::VERSION), abi: text(abi::ABI_VERSION), needs_notcurses: false },
        hash: "0".repeat(64),
        registration: registered.unwrap(),
        take_panic: says_nothing,
        load_micros: 0,
    }
}

/// A registry of such modules: `registry_of(vec![opened::<Toy>()])`.
///
/// # Errors
/// As for [`Registry::load`].
pub fn registry_of(modules: Vec<Opened>) -> Result<Registry, Vec<ModuleError>> {
    let mut building = Building::default();
    for opened in modules {
        let file = format!("linked/{}", opened.facts.id);
        building.take(Path::new(&file), opened);
    }
    building.finish()
}
