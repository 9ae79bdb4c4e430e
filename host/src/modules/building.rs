//! Builds a registry module by module, and gathers everything that is wrong on the way.
//!
//! Owns the rules of registering: no two modules of one id, no name, pattern or holder twice, nothing that the host cannot
//! serve. Called by `Registry::load` alone, with the modules in pack order.

use super::{
    crumb::{Spot, WordKind},
    error::{ModuleError, Trouble},
    open::Opened,
    registry::{HookDef, LoadedModule, RegisteredName, Registry, WordDef},
};
use abi::{
    EffectHandle, GuardHandle, MindHandle, Need, RSlice, RString, RVec, RegistrationRef, SelectorHandle, TruthHandle, Word,
};
use std::{collections::BTreeMap, path::Path};

/// A registry on its way, with all that is wrong so far.
#[derive(Default)]
pub(super) struct Building {
    registry: Registry,
    errors: Vec<ModuleError>,
    /// Who registered what first, by what it is and its name.
    taken: BTreeMap<(&'static str, String), u32>,
    names: BTreeMap<(String, String), u32>,
}

impl Building {
    /// Takes in what one module registered.
    pub(super) fn take(&mut self, file: &Path, opened: Opened) {
        let Opened { facts, hash, registration, take_panic, load_micros } = opened;
        if let Some(first) = self.registry.modules.iter().find(|module| module.id == facts.id) {
            let trouble = Trouble::SameModule { id: facts.id, first: first.path.clone() };
            self.errors.push(ModuleError::of(file, trouble));
            return;
        }
        let Ok(module) = u32::try_from(self.registry.modules.len()) else { return };
        self.registry.modules.push(LoadedModule {
            id: facts.id,
            version: facts.version,
            path: file.to_path_buf(),
            abi: facts.abi,
            hash,
            load_micros,
            take_panic,
        });
        self.registry.registrations.push(registration);
        self.take_names(module, registration);
        self.take_words(module, registration);
        for (role, name, first) in self.registry.offered.take(module, registration) {
            self.same_name(module, first, &format!("holder of {role}"), &name);
        }
    }

    /// Notes that a file could not be opened.
    pub(super) fn refuse(&mut self, error: ModuleError) {
        self.errors.push(error);
    }

    /// The registry, if nothing was wrong with any module.
    pub(super) fn finish(self) -> Result<Registry, Vec<ModuleError>> {
        if self.errors.is_empty() { Ok(self.registry) } else { Err(self.errors) }
    }

    fn take_names(&mut self, module: u32, registration: RegistrationRef) {
        for named in items(registration.names()) {
            let (what, id) = (named.what.to_string(), named.id.to_string());
            if let Some(first) = self.names.insert((what.clone(), id.clone()), module) {
                self.same_name(module, first, &what, &id);
            } else if id.trim() != id || id.is_empty() {
                self.unusable(module, format!("the {what} `{id}`"), "an id is a word without blanks around it".to_owned());
            } else if what == "parameter" && !(named.least..=named.most).contains(&named.default) {
                let why = format!("its default {} is not in {}..={}", named.default, named.least, named.most);
                self.unusable(module, format!("the parameter `{id}`"), why);
            }
            self.registry.names.push(RegisteredName {
                what,
                id,
                about: named.about.to_string(),
                least: named.least,
                most: named.most,
                default: named.default,
                module,
            });
        }
        let hooks = items(registration.hooks());
        self.registry.hooks.extend(hooks.iter().map(|hook| HookDef {
            module,
            event: hook.event.to_string(),
            line: hook.line.to_string(),
        }));
    }

    fn take_words(&mut self, module: u32, registration: RegistrationRef) {
        let effects = self.checked(module, "effect", 0, registration.effects());
        define(&mut self.registry.effects, module, WordKind::Effect, effects, EffectHandle::new);
        let truths = self.checked(module, "world word", 0, registration.truths());
        define(&mut self.registry.truths, module, WordKind::Truth, truths, TruthHandle::new);
        let selectors = self.checked(module, "selector", 0, registration.selectors());
        define(&mut self.registry.selectors, module, WordKind::Selector, selectors, SelectorHandle::new);
        let guards = self.checked(module, "guard", 0, registration.guards());
        define(&mut self.registry.guards, module, WordKind::Guard, guards, GuardHandle::new);
        let for_all = self.checked(module, "guard", 0, registration.guards_for_all());
        let first = self.registry.guards.len();
        define(&mut self.registry.guards, module, WordKind::Guard, for_all, GuardHandle::new);
        let places = first..self.registry.guards.len();
        self.registry.guards_for_all.extend(places.filter_map(|place| u32::try_from(place).ok()));
        let minds = self.checked(module, "mind word", Need::APPROACH, registration.minds());
        define(&mut self.registry.minds, module, WordKind::Mind, minds, MindHandle::new);
    }

    /// The words of one kind, each checked: it has a pattern, nobody has it yet, and what it needs can be worked out.
    fn checked<F: Copy>(
        &mut self,
        module: u32,
        kind: &'static str,
        known_needs: u32,
        words: Option<RSlice<'static, Word<F>>>,
    ) -> Vec<Checked<F>> {
        let mut found = Vec::new();
        for word in items(words) {
            let patterns = texts(&word.patterns);
            let first = patterns.first().cloned().unwrap_or_default();
            if patterns.is_empty() || patterns.iter().any(|pattern| pattern.trim().is_empty()) {
                let why = "a word needs at least one pattern, and no empty one".to_owned();
                self.unusable(module, format!("the {kind} `{first}`"), why);
            }
            if word.needs & !known_needs != 0 {
                let why = format!(
                    "it needs the host to work out {:#x}, and this game knows {known_needs:#x}; build it for this game",
                    word.needs
                );
                self.unusable(module, format!("the {kind} `{first}`"), why);
            }
            for pattern in &patterns {
                if let Some(first) = self.taken.insert((kind, pattern.clone()), module) {
                    self.same_name(module, first, kind, pattern);
                }
            }
            found.push(Checked { patterns, functions: word.functions });
        }
        found
    }

    fn same_name(&mut self, module: u32, first: u32, what: &str, name: &str) {
        let (what, name) = (what.to_owned(), name.to_owned());
        let trouble = Trouble::SameName { what, name, module: self.id(module), first: self.id(first) };
        self.blame(module, trouble);
    }

    fn unusable(&mut self, module: u32, what: String, why: String) {
        self.blame(module, Trouble::Unusable { what, why });
    }

    fn blame(&mut self, module: u32, trouble: Trouble) {
        let file = self.registry.modules.get(module as usize).map(|module| module.path.clone());
        self.errors.push(ModuleError { file, trouble });
    }

    fn id(&self, module: u32) -> String {
        self.registry.modules.get(module as usize).map(|module| module.id.clone()).unwrap_or_default()
    }
}

/// A word that has passed.
struct Checked<F> {
    patterns: Vec<String>,
    functions: F,
}

/// Takes in the words of one kind that one module has.
fn define<F, H>(known: &mut Vec<WordDef<H>>, module: u32, kind: WordKind, words: Vec<Checked<F>>, handle: fn(F) -> H) {
    for word in words {
        let spot = Spot::word(kind, known.len());
        let handle = handle(word.functions);
        known.push(WordDef { module, patterns: word.patterns, handle, spot, is_left_out: false });
    }
}

/// A list that a module registered; an older module may lack it.
fn items<T>(list: Option<RSlice<'static, T>>) -> &'static [T] {
    list.map(|list| list.as_slice()).unwrap_or_default()
}

fn texts(list: &RVec<RString>) -> Vec<String> {
    list.iter().map(RString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{opened, registry_of};
    use super::*;
    use abi::{Args, CheckAnswer, CheckCall, CheckId, EntityId, Mind, Registrar, Resolution, Situation, Truth, World};
    use expect_test::{Expect, expect};

    struct Always;
    impl Mind for Always {
        fn holds(&self, _: &Situation<'_>, _: &Args<'_>) -> bool {
            true
        }
    }
    impl Truth for Always {
        fn holds(&self, _: &World<'_>, _: EntityId, _: &Args<'_>) -> bool {
            true
        }
    }
    impl Resolution for Always {
        fn draws(&self, _: CheckId) -> u32 {
            7
        }
        fn resolve(&self, _: &CheckCall<'_>) -> CheckAnswer {
            panic!("nobody asks for a check here")
        }
    }

    macro_rules! toy {
        ($Name:ident, $id:literal, $register:expr) => {
            #[derive(Default)]
            struct $Name;
            impl abi::Module for $Name {
                const ID: &'static str = $id;
                const VERSION: &'static str = "0.1.0";
                fn register(registrar: &mut Registrar) -> Result<(), String> {
                    let register: fn(&mut Registrar) = $register;
                    register(registrar);
                    Ok(())
                }
            }
        };
    }

    toy!(Core, "core", |registrar| {
        registrar.track("core/anger", "How angry somebody is.").parameter("jitter_ticks", "Jitter.", (0, 50), 2);
        registrar.mind(&["calm", "at ease"], Always).truth(&["calm"], Always).resolution("core", Always);
        registrar.hook("flinch", "noise loud");
    });
    toy!(Rival, "rival", |registrar| {
        registrar.track("core/anger", "The same.").stat("core/anger", "Another sort of thing may have the name.", 10);
        registrar.mind(&["at ease"], Always).resolution("core", Always);
    });
    toy!(Wrong, "wrong", |registrar| {
        registrar.parameter("far", "A default out of range.", (0, 5), 9).verb(" swing", "A blank too many.");
        registrar.mind(&[], Always).mind(&[""], Always).mind_needing(6, &["needy"], Always);
        registrar.verb("twice", "Once.").verb("twice", "And once more.");
    });

    fn check(modules: Vec<Opened>, expected: &Expect) {
        let text = match registry_of(modules) {
            Ok(registry) => super::super::list(&registry)
                .iter()
                .flat_map(|module| [&module.roles, &module.words, &module.names])
                .flatten()
                .map(|line| format!("{line}\n"))
                .collect(),
            Err(errors) => errors.iter().map(|error| format!("{error}\n")).collect::<String>(),
        };
        expected.assert_eq(&text);
    }

    #[test]
    fn everything_registered_is_there() {
        check(
            vec![opened::<Core>()],
            &expect![[r#"
            resolution core
            mind: calm
            world: calm
            hook: on flinch, noise loud
            track core/anger
            parameter jitter_ticks
        "#]],
        );
    }

    #[test]
    fn two_modules_with_one_name_are_both_named() {
        check(
            vec![opened::<Core>(), opened::<Rival>()],
            &expect![[r#"
            linked/rival: `rival` registers the track `core/anger`, which `core` has registered; rename one, or leave one of the two modules out
            linked/rival: `rival` registers the mind word `at ease`, which `core` has registered; rename one, or leave one of the two modules out
            linked/rival: `rival` registers the holder of resolution `core`, which `core` has registered; rename one, or leave one of the two modules out
        "#]],
        );
        check(
            vec![opened::<Core>(), opened::<Core>()],
            &expect![[r#"
            linked/core: it is the module `core`, and so is linked/core; take one of the two away, or give it an id of its own
        "#]],
        );
    }

    #[test]
    fn what_cannot_be_used_is_refused() {
        check(
            vec![opened::<Wrong>()],
            &expect![[r#"
            linked/wrong: it registers the parameter `far`, which cannot be used: its default 9 is not in 0..=5
            linked/wrong: it registers the verb ` swing`, which cannot be used: an id is a word without blanks around it
            linked/wrong: `wrong` registers the verb `twice` twice; take one out
            linked/wrong: it registers the mind word ``, which cannot be used: a word needs at least one pattern, and no empty one
            linked/wrong: it registers the mind word ``, which cannot be used: a word needs at least one pattern, and no empty one
            linked/wrong: it registers the mind word `needy`, which cannot be used: it needs the host to work out 0x6, and this game knows 0x1; build it for this game
        "#]],
        );
    }
}
