//! Who offers to hold which role, and the holders that one ruleset names.
//!
//! Owns the list of roles. Filled by `registry`; asked once for each ruleset, so that the clock holds plain handles and
//! never looks anything up by name.

use super::crumb::{self, Spot};
use super::error::{ModuleError, Trouble};
use abi::{
    CallError, FrontEndHandle, HarmHandle, Holder, MovementHandle, NarrationHandle, RSlice, ReadabilityHandle,
    RegardsHandle, RegistrationRef, ResolutionHandle, SensesHandle, TempoHandle,
};
use std::{collections::BTreeMap, sync::Arc};

/// A handle and the module that it belongs to, for [`super::Registry::fault`].
#[derive(Copy, Clone)]
pub struct Held<H> {
    /// The place of the module in the registry.
    pub module: u32,
    /// How it is called; by way of [`Held::call`], unless nobody has to know.
    pub handle: H,
    /// Whether the game goes on without it: then nothing of it is called.
    pub is_left_out: bool,
}

impl<H> Held<H> {
    /// The handle of a module that takes part.
    pub(super) const fn new(module: u32, handle: H) -> Self {
        Self { module, handle, is_left_out: false }
    }

    /// Calls it, and says for as long as that lasts which module runs, and where.
    ///
    /// # Errors
    /// Those of the call; and [`CallError::LeftOut`] without any where the game goes on without it.
    #[inline]
    pub fn call<T>(&self, spot: Spot, call: impl FnOnce(&H) -> Result<T, CallError>) -> Result<T, CallError> {
        if self.is_left_out {
            return Err(CallError::LeftOut);
        }
        crumb::during(self.module, spot, || call(&self.handle))
    }
}

type Offers<H> = BTreeMap<String, Held<H>>;

macro_rules! roles {
    ($($(#[$doc:meta])* $role:ident: $Handle:ident;)*) => {
        /// The roles that a ruleset names holders for.
        pub const ROLE_NAMES: &[&str] = &[$(stringify!($role)),*];

        /// Each role and the handle of its interface.
        const INTERFACES: &[(&str, &str)] = &[$((stringify!($role), stringify!($Handle))),*];

        /// The holders of one ruleset.
        #[derive(Copy, Clone)]
        pub struct Roles { $($(#[$doc])* pub $role: Held<$Handle>,)* }

        /// Everybody who offers to hold a role.
        #[derive(Clone, Default)]
        pub struct Offered { $($role: Offers<$Handle>,)* front_end: Offers<FrontEndHandle>, }

        impl Roles {
            /// The same holders, but those of a module are not called any more.
            #[must_use]
            pub fn without(mut self, module: u32) -> Self {
                $(self.$role.is_left_out |= self.$role.module == module;)*
                self
            }
        }

        impl Offered {
            /// Takes in what one module offers; gives back the role and the name of whatever was taken before, and by whom.
            pub(super) fn take(&mut self, module: u32, registration: RegistrationRef) -> Vec<(&'static str, String, u32)> {
                let mut taken = Vec::new();
                $(insert(stringify!($role), &mut self.$role, registration.$role(), $Handle::new, module, &mut taken);)*
                let front_ends = registration.front_end();
                insert("front_end", &mut self.front_end, front_ends, FrontEndHandle::new, module, &mut taken);
                taken
            }

            /// The holders that a ruleset names.
            pub(super) fn chosen(&self, names: &BTreeMap<Arc<str>, Arc<str>>) -> Result<Roles, Vec<ModuleError>> {
                let mut errors: Vec<ModuleError> = names
                    .keys()
                    .filter(|role| !ROLE_NAMES.contains(&&***role))
                    .map(|role| unknown_role(role))
                    .collect();
                $(let $role = choose(stringify!($role), &self.$role, names, &mut errors);)*
                match ($($role,)*) {
                    ($(Some($role),)*) if errors.is_empty() => Ok(Roles { $($role),* }),
                    _ => Err(errors),
                }
            }

            /// Goes on without a module: nothing that it offers is called any more.
            pub(super) fn leave_out(&mut self, module: u32) {
                $(leave_out(&mut self.$role, module);)*
                leave_out(&mut self.front_end, module);
            }

            /// The names of everybody who offers to hold a role.
            pub(super) fn names_of(&self, role: &str) -> Vec<String> {
                match role {
                    $(stringify!($role) => self.$role.keys().cloned().collect(),)*
                    _ => Vec::new(),
                }
            }

            /// Who could hold a role that a module holds, by role: the module's own names are left out.
            pub(super) fn others(&self, roles: &Roles, module: u32) -> Vec<(&'static str, Vec<String>)> {
                let mut found = Vec::new();
                $(if roles.$role.module == module {
                    found.push((stringify!($role), not_of(&self.$role, module)));
                })*
                found
            }

            /// Every offer of a module, as `role name`.
            pub(super) fn of_module(&self, module: u32) -> Vec<String> {
                let mut found = Vec::new();
                $(names_of(stringify!($role), &self.$role, module, &mut found);)*
                names_of("front_end", &self.front_end, module, &mut found);
                found
            }
        }
    };
}

roles! {
    /// Decides how well a check goes.
    resolution: ResolutionHandle;
    /// Decides what harm does to a body.
    harm: HarmHandle;
    /// Decides in which order actors stand and how long their activities take.
    tempo: TempoHandle;
    /// Decides what a step takes.
    movement: MovementHandle;
    /// Decides what is perceived.
    senses: SensesHandle;
    /// Decides how well intentions are read.
    readability: ReadabilityHandle;
    /// Decides who is what to whom.
    attitude: RegardsHandle;
    /// Decides how it is told.
    narration: NarrationHandle;
}

/// The role whose functions are those of an interface, as `Tempo` of `Tempo::lengths`; nothing for words and front ends.
#[must_use]
pub fn role_of_interface(interface: &str) -> Option<&'static str> {
    let is_it = |handle: &str| handle.strip_suffix("Handle") == Some(interface);
    INTERFACES.iter().find(|(_, handle)| is_it(handle)).map(|(role, _)| *role)
}

impl Offered {
    /// A front end by its name.
    pub(super) fn front_end(&self, name: &str) -> Option<Held<FrontEndHandle>> {
        self.front_end.get(name).copied()
    }

    /// The names of all front ends.
    pub(super) fn front_ends(&self) -> impl Iterator<Item = &str> {
        self.front_end.keys().map(String::as_str)
    }
}

fn insert<F: Copy, H>(
    role: &'static str,
    offers: &mut Offers<H>,
    registered: Option<RSlice<'static, Holder<F>>>,
    handle: impl Fn(F) -> H,
    module: u32,
    taken: &mut Vec<(&'static str, String, u32)>,
) {
    for holder in registered.iter().flat_map(|holders| holders.as_slice()) {
        let name = holder.name.to_string();
        match offers.get(&name) {
            Some(first) => taken.push((role, name, first.module)),
            None => {
                offers.insert(name, Held::new(module, handle(holder.functions)));
            }
        }
    }
}

fn leave_out<H>(offers: &mut Offers<H>, module: u32) {
    offers.values_mut().filter(|held| held.module == module).for_each(|held| held.is_left_out = true);
}

fn not_of<H>(offers: &Offers<H>, module: u32) -> Vec<String> {
    offers.iter().filter(|(_, held)| held.module != module && !held.is_left_out).map(|(name, _)| name.clone()).collect()
}

fn choose<H: Copy>(
    role: &'static str,
    offers: &Offers<H>,
    names: &BTreeMap<Arc<str>, Arc<str>>,
    errors: &mut Vec<ModuleError>,
) -> Option<Held<H>> {
    let allowed = || offers.keys().cloned().collect();
    let trouble = match names.get(role) {
        None => Trouble::NoHolder { role: role.to_owned(), allowed: allowed() },
        Some(name) => match offers.get(&**name) {
            Some(held) => return Some(*held),
            None => Trouble::UnknownHolder { role: role.to_owned(), found: name.to_string(), allowed: allowed() },
        },
    };
    errors.push(ModuleError::of_ruleset(trouble));
    None
}

fn unknown_role(role: &str) -> ModuleError {
    let allowed = ROLE_NAMES.iter().map(|role| (*role).to_owned()).collect();
    ModuleError::of_ruleset(Trouble::UnknownRole { found: role.to_owned(), allowed })
}

fn names_of<H>(role: &str, offers: &Offers<H>, module: u32, found: &mut Vec<String>) {
    found.extend(offers.iter().filter(|(_, held)| held.module == module).map(|(name, _)| format!("{role} {name}")));
}
