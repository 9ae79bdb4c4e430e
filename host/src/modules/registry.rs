//! What all loaded modules registered, by module and in the order in which packs come.
//!
//! Built whole or not at all: a load gives every problem of every file. Nothing in it changes afterwards, so it can be
//! shared. Content looks its words up here, a ruleset its roles, and whoever calls a handle turns a failed call into a
//! [`Fault`] here.

use super::{
    building::Building,
    crumb::{self, Spot},
    error::{Fault, ModuleError, Trouble},
    open::{self, TakePanic},
    private_copy::PrivateFolder,
    roles::{Held, Offered, Roles},
};
use abi::{CallError, EffectHandle, FrontEndHandle, GuardHandle, MindHandle, RegistrationRef, SelectorHandle, TruthHandle};
use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, OnceLock},
};

/// A module that is loaded.
#[derive(Clone, Debug)]
pub struct LoadedModule {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// The file that it was loaded from.
    pub path: PathBuf,
    /// The version of the interface that it was built against.
    pub abi: String,
    /// SHA-256 of its file, in hexadecimal digits: saves and logs name it.
    pub hash: String,
    /// How long reading, checking, opening and registering took.
    pub load_micros: u64,
    pub(super) take_panic: TakePanic,
}

/// A name that a module defined.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RegisteredName {
    /// What it is: `track`, `stat`, `verb`, `event`, `harm`, `parameter`, `fact`.
    pub what: String,
    /// Its id.
    pub id: String,
    /// What it is for.
    pub about: String,
    /// For parameters: the least value that is allowed.
    pub least: i64,
    /// For parameters: the greatest.
    pub most: i64,
    /// For parameters, stats and tracks: the value where nobody says.
    pub default: i64,
    /// The place of its module.
    pub module: u32,
}

/// A hook: on each event of that name the line is run for its actor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookDef {
    /// The place of its module.
    pub module: u32,
    /// The event.
    pub event: String,
    /// The effect line, which content compiles.
    pub line: String,
}

/// A word and how it is called.
#[derive(Clone)]
pub struct WordDef<H> {
    /// The place of its module.
    pub module: u32,
    /// Its patterns; the first names it.
    pub patterns: Vec<String>,
    /// How it is called; by way of [`WordDef::call`], unless nobody has to know.
    pub handle: H,
    /// Where it stands in the breadcrumb.
    pub(super) spot: Spot,
    /// Whether the game goes on without its module.
    pub(super) is_left_out: bool,
}

impl<H> WordDef<H> {
    /// Calls it, and says for as long as that lasts which word runs.
    ///
    /// # Errors
    /// Those of the call; and [`CallError::LeftOut`] without any where the game goes on without its module.
    #[inline]
    pub fn call<T>(&self, call: impl FnOnce(&H) -> Result<T, CallError>) -> Result<T, CallError> {
        if self.is_left_out {
            return Err(CallError::LeftOut);
        }
        crumb::during(self.module, self.spot, || call(&self.handle))
    }
}

/// An effect.
pub type EffectWord = WordDef<EffectHandle>;
/// A predicate over a situation.
pub type MindWordDef = WordDef<MindHandle>;
/// A predicate over the truth.
pub type TruthWord = WordDef<TruthHandle>;
/// A selector.
pub type SelectorWord = WordDef<SelectorHandle>;
/// A guard.
pub type GuardWord = WordDef<GuardHandle>;

/// Everything that the loaded modules have.
#[derive(Clone, Default)]
pub struct Registry {
    /// The modules, in pack order.
    pub modules: Vec<LoadedModule>,
    /// Names, in the order of their registration.
    pub names: Vec<RegisteredName>,
    /// Hooks, in the order in which they run.
    pub hooks: Vec<HookDef>,
    /// Effects.
    pub effects: Vec<EffectWord>,
    /// Predicates over situations.
    pub minds: Vec<MindWordDef>,
    /// Predicates over the truth.
    pub truths: Vec<TruthWord>,
    /// Selectors.
    pub selectors: Vec<SelectorWord>,
    /// Guards.
    pub guards: Vec<GuardWord>,
    /// The places of those guards that are asked for every intent.
    pub guards_for_all: Vec<u32>,
    pub(super) offered: Offered,
    /// The fingerprint of each module but faces, worked out when a log first asks for them.
    prints: OnceLock<Vec<Option<String>>>,
    /// What each module registered, for a registry that takes it over.
    pub(super) registrations: Vec<RegistrationRef>,
    /// Hold the private copies for as long as somebody may want to look at them with a debugger.
    copies: Vec<Arc<PrivateFolder>>,
}

impl Registry {
    /// Loads modules from their files, which come in pack order.
    ///
    /// # Errors
    /// Everything that is wrong with any of them. What was opened until then stays in the process, unused.
    pub fn load(files: &[PathBuf]) -> Result<Self, Vec<ModuleError>> {
        Self::empty().load_again(files)
    }

    /// The same for a game that runs: a file with the bytes of one that this registry has is not opened a second time.
    ///
    /// # Errors
    /// As for [`Registry::load`]; this registry stays as it is.
    pub fn load_again(&self, files: &[PathBuf]) -> Result<Self, Vec<ModuleError>> {
        if files.is_empty() {
            return Ok(Self::empty());
        }
        let folder = PrivateFolder::new().map_err(|error| {
            let why = format!("no folder for private copies can be made: {error}");
            vec![ModuleError::of(std::env::temp_dir(), Trouble::Unreadable(why))]
        })?;
        let mut building = Building::default();
        let mut bytes = Vec::new();
        for (place, file) in (0_u32..).zip(files) {
            match open::open(file, place, &folder, &mut bytes, |hash| self.opened_before(hash)) {
                Ok(opened) => building.take(file, opened),
                Err(trouble) => building.refuse(ModuleError::of(file, trouble)),
            }
        }
        let mut registry = building.finish()?;
        registry.copies.clone_from(&self.copies);
        registry.copies.push(Arc::new(folder));
        Ok(registry)
    }

    /// A module that was opened from a file of this hash: libraries are never closed, so what it registered is still good.
    fn opened_before(&self, hash: &str) -> Option<(RegistrationRef, TakePanic)> {
        let place = self.modules.iter().position(|module| module.hash == hash)?;
        Some((*self.registrations.get(place)?, self.modules[place].take_panic))
    }

    /// A registry of nothing.
    #[must_use]
    pub fn empty() -> Self {
        Self::default()
    }

    /// What a failed call comes to. Must be asked on the thread of the call, and before that module is called again.
    #[must_use]
    pub fn fault(&self, module: u32, word: &str, error: CallError) -> Fault {
        let loaded = self.modules.get(module as usize);
        let reason = match (error, loaded) {
            (CallError::Panicked, Some(loaded)) => open::said(loaded.take_panic),
            (error, _) => error.to_string(),
        };
        let module = loaded.map_or_else(|| format!("number {module}"), |loaded| loaded.id.clone());
        Fault { module, word: word.to_owned(), reason }
    }

    /// The holders that a ruleset names, by role.
    ///
    /// # Errors
    /// Each role without a holder, each unknown holder, each unknown role.
    pub fn roles(&self, names: &BTreeMap<Arc<str>, Arc<str>>) -> Result<Roles, Vec<ModuleError>> {
        self.offered.chosen(names)
    }

    /// A front end by its name.
    #[must_use]
    pub fn front_end(&self, name: &str) -> Option<Held<FrontEndHandle>> {
        self.offered.front_end(name)
    }

    /// The names of all front ends, ascending.
    pub fn front_ends(&self) -> impl Iterator<Item = &str> {
        self.offered.front_ends()
    }

    /// The same modules, but nothing of one of them is called any more: its words and holders answer
    /// [`CallError::LeftOut`]. What it defined stays, so that content that names it is as good as before.
    #[must_use]
    pub fn without(&self, module: u32) -> Self {
        let mut registry = self.clone();
        leave_out(&mut registry.effects, module);
        leave_out(&mut registry.minds, module);
        leave_out(&mut registry.truths, module);
        leave_out(&mut registry.selectors, module);
        leave_out(&mut registry.guards, module);
        registry.offered.leave_out(module);
        registry
    }

    /// The names of everybody who offers to hold a role, ascending; none where there is no such role.
    #[must_use]
    pub fn holders_of(&self, role: &str) -> Vec<String> {
        self.offered.names_of(role)
    }

    /// The roles that a module holds in a ruleset, each with the names of those who could hold it instead.
    #[must_use]
    pub fn others(&self, roles: &Roles, module: u32) -> Vec<(&'static str, Vec<String>)> {
        self.offered.others(roles, module)
    }

    /// The place of a module.
    #[must_use]
    pub fn module_named(&self, id: &str) -> Option<u32> {
        self.modules.iter().position(|module| module.id == id).and_then(|place| u32::try_from(place).ok())
    }

    /// A hash of what a module registered, in hexadecimal: the same for every build of the same module, so that a log is the
    /// same in debug and release (clause S3). [`LoadedModule::hash`] is that of the file.
    #[must_use]
    fn fingerprint(&self, module: u32) -> String {
        let mut text = self.roles_of(module).join("\n");
        let mut add = |part: &str| {
            text.push('\n');
            text.push_str(part);
        };
        self.patterns_of(module).for_each(&mut add);
        for name in self.names.iter().filter(|name| name.module == module) {
            add(&format!("{} {} {}..{} {}", name.what, name.id, name.least, name.most, name.default));
        }
        for hook in self.hooks.iter().filter(|hook| hook.module == module) {
            add(&format!("{} {}", hook.event, hook.line));
        }
        format!("{:016x}", abi::hash(&text))
    }

    /// The modules that stand in a log, each with its fingerprint: all but faces, since how a fight is shown changes nothing of
    /// it (clause S3).
    #[must_use]
    pub fn logged(&self) -> Vec<(&LoadedModule, &str)> {
        let prints = self.prints.get_or_init(|| {
            let places = (0_u32..).zip(&self.modules).map(|(place, _)| place);
            places.map(|place| (!self.is_face(place)).then(|| self.fingerprint(place))).collect()
        });
        self.modules.iter().zip(prints).filter_map(|(module, print)| Some((module, print.as_deref()?))).collect()
    }

    /// The patterns of all words of a module.
    fn patterns_of(&self, module: u32) -> impl Iterator<Item = &str> {
        fn of<H>(words: &[WordDef<H>], module: u32) -> impl Iterator<Item = &str> {
            words.iter().filter(move |word| word.module == module).flat_map(|word| &word.patterns).map(String::as_str)
        }
        let words = of(&self.effects, module).chain(of(&self.minds, module)).chain(of(&self.selectors, module));
        words.chain(of(&self.truths, module)).chain(of(&self.guards, module))
    }

    /// Whether a module is a face and nothing else: it holds front ends, and registers no word and no name.
    #[must_use]
    fn is_face(&self, module: u32) -> bool {
        let roles = self.roles_of(module);
        let has_words = self.patterns_of(module).next().is_some()
            || self.hooks.iter().any(|hook| hook.module == module)
            || self.names.iter().any(|name| name.module == module);
        !roles.is_empty() && roles.iter().all(|role| role.starts_with("front_end ")) && !has_words
    }

    /// The roles that a module offers to hold, as `role name`.
    #[must_use]
    pub fn roles_of(&self, module: u32) -> Vec<String> {
        self.offered.of_module(module)
    }
}

fn leave_out<H>(words: &mut [WordDef<H>], module: u32) {
    words.iter_mut().filter(|word| word.module == module).for_each(|word| word.is_left_out = true);
}

#[cfg(test)]
mod tests {
    use super::super::testing::{opened, registry_of};
    use super::*;
    use abi::{CheckAnswer, CheckCall, CheckId, Registrar, Resolution};
    use expect_test::expect;

    struct Even;
    impl Resolution for Even {
        fn draws(&self, _: CheckId) -> u32 {
            1
        }
        fn resolve(&self, _: &CheckCall<'_>) -> CheckAnswer {
            CheckAnswer::default()
        }
    }

    #[derive(Default)]
    struct Core;
    impl abi::Module for Core {
        const ID: &'static str = "core";
        const VERSION: &'static str = "0.1.0";
        fn register(registrar: &mut Registrar) -> Result<(), String> {
            registrar.resolution("core", Even);
            Ok(())
        }
    }

    #[test]
    fn a_ruleset_gets_its_holders_or_every_reason_why_not() {
        let registry = registry_of(vec![opened::<Core>()]).unwrap();
        let names = |pairs: &[(&str, &str)]| pairs.iter().map(|(role, name)| (Arc::from(*role), Arc::from(*name))).collect();
        let errors = registry.roles(&names(&[("resolution", "cor"), ("luck", "core"), ("tempo", "core")])).err().unwrap();
        let text: String = errors.iter().map(|error| format!("{error}\n")).collect();
        expect![[r#"
            the ruleset names a role `luck`, which there is not; the roles are: resolution, harm, tempo, movement, senses, readability, attitude, narration
            the ruleset names `cor` for the role `resolution`, and no module offers that; it can be: core
            the ruleset names nobody for the role `harm`; name one of: nobody (no loaded module offers it)
            the ruleset names `core` for the role `tempo`, and no module offers that; it can be: nobody (no loaded module offers it)
            the ruleset names nobody for the role `movement`; name one of: nobody (no loaded module offers it)
            the ruleset names nobody for the role `senses`; name one of: nobody (no loaded module offers it)
            the ruleset names nobody for the role `readability`; name one of: nobody (no loaded module offers it)
            the ruleset names nobody for the role `attitude`; name one of: nobody (no loaded module offers it)
            the ruleset names nobody for the role `narration`; name one of: nobody (no loaded module offers it)
        "#]].assert_eq(&text);
    }

    #[test]
    fn a_fault_names_module_word_and_reason() {
        let registry = registry_of(vec![opened::<Core>()]).unwrap();
        let fault = registry.fault(0, "calm", CallError::Missing);
        expect!["`calm` of the module `core` failed: it was built before this function existed"]
            .assert_eq(&fault.to_string());
        assert_eq!(registry.fault(9, "calm", CallError::Panicked).module, "number 9");
    }

    #[test]
    fn a_registry_can_be_shared() {
        fn is_shared<T: Send + Sync>(_: &T) {}
        let registry = Registry::empty();
        is_shared(&registry);
        assert!(registry.front_end("terminal").is_none() && registry.module_named("core").is_none());
    }
}
