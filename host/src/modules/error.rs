//! What can be wrong with a module, and what went wrong in a call into one.
//!
//! Owns the words: each says what was found, what was expected and what to do. Holds text and paths only, nothing borrowed
//! from a library. Made by the rest of `modules`; read by whoever tells the player, the designer or the log.

use std::{fmt, path::PathBuf};

/// Why a module, or a ruleset's choice among modules, cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleError {
    /// The file it is about; none where it is about what a ruleset asks for.
    pub file: Option<PathBuf>,
    /// What is wrong.
    pub trouble: Trouble,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// There is no such file.
    NotThere,
    /// The system will not let it be read, or copied.
    Unreadable(String),
    /// It is no dynamic library, or not all of one.
    NotALibrary(String),
    /// It is for another processor or another system.
    WrongMachine {
        /// What it is for.
        found: String,
        /// What this game runs on.
        expected: String,
    },
    /// It is a library, but carries no manifest of ours.
    NotAModule(String),
    /// It ends the process where it should unwind.
    PanicAborts,
    /// It was built against another version of the interface.
    WrongAbi {
        /// Which one.
        found: String,
        /// Which one this game speaks.
        expected: String,
    },
    /// The system's loader refused it.
    NotOpened(String),
    /// It claims the right version, but its data are laid out otherwise.
    WrongLayout(String),
    /// It needs the notcurses libraries.
    NoNotcurses(String),
    /// Its own code failed before or while it registered.
    Panicked {
        /// In which of its functions.
        during: &'static str,
        /// What it said, with file and line.
        said: String,
    },
    /// It will not start here, and says why.
    Refused(String),
    /// It says one id in its manifest and another when it runs.
    TwoFaced {
        /// The one in the manifest.
        manifest: String,
        /// The one that it gives when it runs.
        running: String,
    },
    /// Another module has its id.
    SameModule {
        /// The id.
        id: String,
        /// The file that had it first.
        first: PathBuf,
    },
    /// Something that it registers has been registered before.
    SameName {
        /// What it is: `track`, `effect`, `holder of tempo`.
        what: String,
        /// Its id, pattern or name.
        name: String,
        /// The module that is at fault.
        module: String,
        /// The module that had it first; the same one where it registers it twice.
        first: String,
    },
    /// It registers something that cannot be used.
    Unusable {
        /// What.
        what: String,
        /// Why, and what to do.
        why: String,
    },
    /// A pack says that it has code, and no library is found for it.
    NoLibrary {
        /// The pack.
        module: String,
        /// Where it was looked for.
        looked: Vec<PathBuf>,
    },
    /// A ruleset leaves a role without a holder.
    NoHolder {
        /// The role.
        role: String,
        /// Who could hold it.
        allowed: Vec<String>,
    },
    /// A ruleset names a holder that nobody registered.
    UnknownHolder {
        /// The role.
        role: String,
        /// The name.
        found: String,
        /// Who could hold it.
        allowed: Vec<String>,
    },
    /// A ruleset names a role that there is not.
    UnknownRole {
        /// The role.
        found: String,
        /// The roles that there are.
        allowed: Vec<String>,
    },
}

impl ModuleError {
    /// Trouble with a file.
    pub(super) fn of(file: impl Into<PathBuf>, trouble: Trouble) -> Self {
        Self { file: Some(file.into()), trouble }
    }

    /// Trouble that no file is to blame for.
    pub(super) const fn of_ruleset(trouble: Trouble) -> Self {
        Self { file: None, trouble }
    }
}

impl std::error::Error for ModuleError {}

impl fmt::Display for ModuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}: ", file.display())?;
        }
        self.trouble.fmt(f)
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotThere => write!(f, "there is no such file; build it, or name the folder that has it with --packs"),
            Self::Unreadable(why) => write!(f, "it cannot be read: {why}"),
            Self::NotALibrary(why) => {
                write!(f, "it is not a whole dynamic library: {why}; build it again as a `cdylib`")
            }
            Self::WrongMachine { found, expected } => {
                write!(f, "it is built for {found}, and this game runs on {expected}; build it for {expected}")
            }
            Self::NotAModule(why) => {
                write!(f, "it is a library, but not a module: {why}; its source needs `abi::export_module!`")
            }
            Self::PanicAborts => write!(
                f,
                "it is built with `panic = \"abort\"`, so that a mistake in it would end the game; \
                 take that line out of its Cargo profile and build it again"
            ),
            Self::WrongAbi { found, expected } => write!(
                f,
                "it is built against version {found} of the interface, and this game speaks {expected}; \
                 build it against `dungeon-mind-abi` {expected}"
            ),
            Self::NotOpened(why) => write!(f, "the system's loader refused it: {why}"),
            Self::WrongLayout(why) => write!(
                f,
                "it claims a version of the interface that fits, but its data are laid out otherwise: {why}; \
                 build it again against this game's `dungeon-mind-abi`"
            ),
            Self::NoNotcurses(why) => write!(
                f,
                "it draws with notcurses, and {why}; run `plugins/terminal/get-notcurses.sh`, \
                 or play with `--front-end plain`"
            ),
            Self::Panicked { during, said } => write!(f, "it panicked in `{during}`: {said}"),
            Self::Refused(why) => write!(f, "it will not start: {why}"),
            Self::TwoFaced { manifest, running } => write!(
                f,
                "its manifest says that it is `{manifest}`, but when it runs it says `{running}`; \
                 build it with one `abi::export_module!`"
            ),
            Self::SameModule { id, first } => write!(
                f,
                "it is the module `{id}`, and so is {}; take one of the two away, or give it an id of its own",
                first.display()
            ),
            Self::SameName { what, name, module, first } if module == first => {
                write!(f, "`{module}` registers the {what} `{name}` twice; take one out")
            }
            Self::SameName { what, name, module, first } => write!(
                f,
                "`{module}` registers the {what} `{name}`, which `{first}` has registered; \
                 rename one, or leave one of the two modules out"
            ),
            Self::Unusable { what, why } => write!(f, "it registers {what}, which cannot be used: {why}"),
            Self::NoLibrary { module, looked } => {
                let looked: Vec<String> = looked.iter().map(|path| path.display().to_string()).collect();
                write!(
                    f,
                    "the pack `{module}` needs its module, and there is no library for it; \
                     looked for {}; `dungeon-mind pack build` makes a pack's library, and --packs names the folder that has it",
                    looked.join(", ")
                )
            }
            Self::NoHolder { role, allowed } => {
                write!(f, "the ruleset names nobody for the role `{role}`; name one of: {}", or_nobody(allowed))
            }
            Self::UnknownHolder { role, found, allowed } => write!(
                f,
                "the ruleset names `{found}` for the role `{role}`, and no module offers that; it can be: {}",
                or_nobody(allowed)
            ),
            Self::UnknownRole { found, allowed } => {
                write!(f, "the ruleset names a role `{found}`, which there is not; the roles are: {}", or_nobody(allowed))
            }
        }
    }
}

fn or_nobody(names: &[String]) -> String {
    if names.is_empty() { "nobody (no loaded module offers it)".to_owned() } else { names.join(", ") }
}

/// A call into a module that gave no answer: what it pushed is dropped, and the word or role counts as failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The module's id.
    pub module: String,
    /// The word or role that was called.
    pub word: String,
    /// Why, with file and line where it panicked.
    pub reason: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` of the module `{}` failed: {}", self.word, self.module, self.reason)
    }
}
