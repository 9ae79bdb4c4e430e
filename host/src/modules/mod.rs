//! Finding, checking, loading and calling modules, and the registry of what they registered.
//!
//! Owns everything between a file on disk and a handle that can be called. It never decides a rule, never changes the
//! world, and never unloads a library: handles are good for as long as the process lives. Content compiles its lines
//! against the [`Registry`]; the clock calls the handles; the command line prints [`list`] and [`check_file`].
//!
//! No code of a library runs before `preflight` has read its bytes. All unsafe code of loading is in `open` and `notcurses`.

mod building;
pub mod crumb;
mod error;
mod find;
mod layout;
mod list;
mod notcurses;
mod open;
mod preflight;
mod private_copy;
mod registry;
mod roles;
#[cfg(test)]
pub mod testing;

pub use error::{Fault, ModuleError, Trouble};
pub use find::Places;
pub use list::{CheckedFile, ListedModule, check_file, list, render_list};
pub use notcurses::open_notcurses;
pub use preflight::{Preflight, judge};
pub(crate) use private_copy::PrivateFolder;
pub use registry::{
    EffectWord, GuardWord, HookDef, LoadedModule, MindWordDef, RegisteredName, Registry, SelectorWord, TruthWord, WordDef,
};
pub use roles::{Held, ROLE_NAMES, Roles, role_of_interface};
