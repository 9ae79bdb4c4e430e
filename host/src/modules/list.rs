//! What `modules list` and `modules check` say.
//!
//! Gives values and text; never prints. Called by the command line.

use super::{
    error::ModuleError,
    preflight,
    registry::{Registry, WordDef},
};
use serde::Serialize;
use std::{
    fmt::{self, Write},
    path::{Path, PathBuf},
};

/// A loaded module, as a machine reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListedModule {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// The file that it was loaded from.
    pub file: PathBuf,
    /// The version of the interface that it was built against.
    pub abi: String,
    /// SHA-256 of its file.
    pub hash: String,
    /// How long loading it took.
    pub load_micros: u64,
    /// What it offers to hold, as `role name`.
    pub roles: Vec<String>,
    /// Its words, each by its first pattern, as `kind: pattern`.
    pub words: Vec<String>,
    /// Its names, as `what id`.
    pub names: Vec<String>,
}

/// The loaded modules, in pack order.
#[must_use]
pub fn list(registry: &Registry) -> Vec<ListedModule> {
    let places = (0_u32..).zip(&registry.modules);
    places
        .map(|(place, module)| ListedModule {
            id: module.id.clone(),
            version: module.version.clone(),
            file: module.path.clone(),
            abi: module.abi.clone(),
            hash: module.hash.clone(),
            load_micros: module.load_micros,
            roles: registry.roles_of(place),
            words: words_of(registry, place),
            names: names_of(registry, place),
        })
        .collect()
}

fn words_of(registry: &Registry, place: u32) -> Vec<String> {
    fn named<H>(kind: &str, words: &[WordDef<H>], place: u32) -> Vec<String> {
        let own = words.iter().filter(|word| word.module == place);
        own.filter_map(|word| word.patterns.first()).map(|pattern| format!("{kind}: {pattern}")).collect()
    }
    let mut found = named("effect", &registry.effects, place);
    found.extend(named("mind", &registry.minds, place));
    found.extend(named("world", &registry.truths, place));
    found.extend(named("selector", &registry.selectors, place));
    found.extend(named("guard", &registry.guards, place));
    let hooks = registry.hooks.iter().filter(|hook| hook.module == place);
    found.extend(hooks.map(|hook| format!("hook: on {}, {}", hook.event, hook.line)));
    found
}

fn names_of(registry: &Registry, place: u32) -> Vec<String> {
    let own = registry.names.iter().filter(|name| name.module == place);
    own.map(|name| format!("{} {}", name.what, name.id)).collect()
}

/// The loaded modules as text for people.
#[must_use]
pub fn render_list(modules: &[ListedModule]) -> String {
    let mut text = String::new();
    for module in modules {
        let ListedModule { id, version, abi, load_micros, .. } = module;
        let (whole, part) = (load_micros / 1000, load_micros % 1000 / 100);
        let _ = writeln!(text, "{id} {version} (interface {abi}, loaded in {whole}.{part} ms)");
        let _ = writeln!(text, "  file   {}", module.file.display());
        for (title, items) in [("roles", &module.roles), ("words", &module.words), ("names", &module.names)] {
            for (row, item) in items.iter().enumerate() {
                let _ = writeln!(text, "  {:<6} {item}", if row == 0 { title } else { "" });
            }
        }
    }
    if modules.is_empty() {
        text.push_str("no modules are loaded\n");
    }
    text
}

/// What `modules check` finds in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckedFile {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it; nothing where it can be played with.
    pub problems: Vec<String>,
    /// What it has, once it is open.
    pub module: Option<ListedModule>,
}

impl CheckedFile {
    /// Whether it can be played with.
    #[must_use]
    pub const fn is_sound(&self) -> bool {
        self.problems.is_empty()
    }
}

impl fmt::Display for CheckedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in &self.problems {
            writeln!(f, "{problem}")?;
        }
        if let Some(module) = &self.module {
            write!(f, "{}", render_list(std::slice::from_ref(module)))?;
            writeln!(f, "nothing is wrong with it")?;
        }
        Ok(())
    }
}

/// Says what is wrong with any file at all. Its code runs only when its bytes are found to be a whole module of ours.
#[must_use]
pub fn check_file(file: &Path) -> CheckedFile {
    let texts = |errors: &[ModuleError]| errors.iter().map(ToString::to_string).collect();
    let mut bytes = Vec::new();
    let judged = preflight::read(file, &mut bytes).and_then(|()| preflight::judge(&bytes));
    let loaded = match judged {
        Ok(_) => Registry::load(&[file.to_path_buf()]),
        Err(trouble) => Err(vec![ModuleError::of(file, trouble)]),
    };
    let (problems, module) = match loaded {
        Ok(registry) => (Vec::new(), list(&registry).into_iter().next()),
        Err(errors) => (texts(&errors), None),
    };
    CheckedFile { file: file.to_path_buf(), problems, module }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn a_list_reads_as_blocks() {
        let module = ListedModule {
            id: "goblins".to_owned(),
            version: "0.1.0".to_owned(),
            file: "/games/libgoblins.so".into(),
            abi: "0.1.0".to_owned(),
            hash: "ab".to_owned(),
            load_micros: 1260,
            roles: vec!["tempo goblins".to_owned()],
            words: vec!["effect: throw <hand>".to_owned(), "selector: nearest rock".to_owned()],
            names: Vec::new(),
        };
        expect![[r#"
            goblins 0.1.0 (interface 0.1.0, loaded in 1.2 ms)
              file   /games/libgoblins.so
              roles  tempo goblins
              words  effect: throw <hand>
                     selector: nearest rock
        "#]]
        .assert_eq(&render_list(&[module]));
        expect!["no modules are loaded\n"].assert_eq(&render_list(&[]));
    }

    #[test]
    fn a_file_that_is_not_there_is_said_to_be() {
        let checked = check_file(Path::new("/nowhere/libghost.so"));
        assert!(!checked.is_sound() && checked.to_string().contains("no such file"), "{checked}");
    }
}
