//! The shell of a module: its facts that the host reads before it opens the file, its root, and the macro that makes both.

use crate::{
    Registrar, Registration, RegistrationRef,
    fault::{guarded, install_hook, take_panic},
};
use abi_stable::{
    StableAbi,
    library::{RootModule, RootModuleError, RootModuleResult},
    marker_type::ErasedPrefix,
    package_version_strings,
    prefix_type::{PrefixRefTrait, PrefixTypeTrait},
    sabi_types::VersionStrings,
    std_types::{ROption, RResult, RStr, RString},
};

/// A module: an id, a version, and what it registers.
pub trait Module: Default + 'static {
    /// Its id: the name of its pack.
    const ID: &'static str;
    /// Its version.
    const VERSION: &'static str;

    /// Registers everything that the module has, as one literal list.
    ///
    /// # Errors
    /// A sentence that says why the module cannot start here.
    fn register(registrar: &mut Registrar) -> Result<(), String>;
}

/// Who a module is.
#[repr(C)]
#[derive(StableAbi, Copy, Clone)]
pub struct ModuleInfo {
    /// Its id.
    pub id: RStr<'static>,
    /// Its version.
    pub version: RStr<'static>,
}

/// The root of every module. New functions go to the end.
#[repr(C)]
#[derive(StableAbi)]
#[sabi(kind(Prefix(prefix_ref = ModuleRootRef)))]
#[sabi(missing_field(option))]
pub struct ModuleRoot {
    /// Who it is.
    pub info: ModuleInfo,
    /// Everything that it has; called once. Panics are caught inside.
    pub register: extern "C" fn() -> RResult<RegistrationRef, crate::Faulted>,
    /// What the last caught panic said; reading it clears it.
    #[sabi(last_prefix_field)]
    pub take_panic: extern "C" fn() -> ROption<RString>,
}

impl RootModule for ModuleRootRef {
    abi_stable::declare_root_module_statics! {ModuleRootRef}
    const BASE_NAME: &'static str = "dungeon_mind_module";
    const NAME: &'static str = "Dungeon-Mind module";
    const VERSION_STRINGS: VersionStrings = package_version_strings!();
}

/// Facts about a module that the host reads from the file without running any of its code.
#[repr(C)]
pub struct Manifest {
    /// [`Manifest::MAGIC`].
    pub magic: [u8; 8],
    /// [`Manifest::FORMAT`].
    pub format: u32,
    /// 1 where a panic unwinds, as it must.
    pub panic_unwinds: u32,
    /// [`ABI_VERSION`] of the interface that it was built against, padded with zeros.
    pub abi_version: [u8; 24],
    /// Its id, padded with zeros.
    pub id: [u8; 48],
    /// Its version, padded with zeros.
    pub version: [u8; 24],
}

/// The version of this interface, apart from the game's.
///
/// Policy: while it is 0.x, an addition at the end is a patch release and old modules go on working; whatever breaks one is a
/// minor release. `abi/CHANGELOG.md` lists them.
pub const ABI_VERSION: &str = env!("CARGO_PKG_VERSION");

impl Manifest {
    /// How every manifest begins.
    pub const MAGIC: [u8; 8] = *b"DMMODULE";
    /// The shape of this struct.
    pub const FORMAT: u32 = 1;
    /// The name of the symbol.
    pub const SYMBOL: &'static str = "DUNGEON_MIND_MODULE_MANIFEST";

    #[doc(hidden)]
    #[must_use]
    pub const fn of(id: &str, version: &str, panic_unwinds: bool) -> Self {
        Self {
            magic: Self::MAGIC,
            format: Self::FORMAT,
            panic_unwinds: panic_unwinds as u32,
            abi_version: padded(ABI_VERSION),
            id: padded(id),
            version: padded(version),
        }
    }
}

const fn padded<const N: usize>(text: &str) -> [u8; N] {
    let bytes = text.as_bytes();
    let mut out = [0_u8; N];
    let mut i = 0;
    while i < bytes.len() && i + 1 < N {
        out[i] = bytes[i];
        i += 1;
    }
    out
}

#[doc(hidden)]
pub extern "C" fn register<M: Module>() -> RResult<RegistrationRef, crate::Faulted> {
    install_hook();
    guarded(|| {
        let mut registrar = Registrar::default();
        let refused = M::register(&mut registrar).err();
        let registration: Registration = registrar.finish(refused);
        registration.leak_into_prefix()
    })
}

#[doc(hidden)]
pub fn root_of<M: Module>() -> RootModuleResult {
    install_hook();
    let root = guarded(|| {
        ModuleRoot { info: ModuleInfo { id: M::ID.into(), version: M::VERSION.into() }, register: register::<M>, take_panic }
            .leak_into_prefix()
    });
    match root {
        // SAFETY: the host checks the layout of `ModuleRootRef` against its own before it uses the erased reference.
        RResult::ROk(root) => RResult::ROk(unsafe { root.to_prefix_ref().cast::<ErasedPrefix>() }),
        RResult::RErr(_) => RResult::RErr(RootModuleError::Unwound),
    }
}

/// The name of the symbol under which `abi_stable` looks for a root module, as a literal that `export_name` takes.
#[doc(hidden)]
pub const ROOT_SYMBOL: &str = "_1as_0lib_1header_0root_bmodule_bloader";

const _: () = {
    let (ours, theirs) = (ROOT_SYMBOL.as_bytes(), abi_stable::library::ROOT_MODULE_LOADER_NAME.as_bytes());
    assert!(ours.len() == theirs.len());
    let mut i = 0;
    while i < ours.len() {
        assert!(ours[i] == theirs[i]);
        i += 1;
    }
};

/// Makes a library into a module: its manifest and its root.
///
/// ```
/// use abi::{Module, Registrar};
///
/// #[derive(Default)]
/// struct MyClass;
///
/// impl Module for MyClass {
///     const ID: &'static str = "my-class";
///     const VERSION: &'static str = "0.1.0";
///     fn register(registrar: &mut Registrar) -> Result<(), String> {
///         registrar.verb("juggle", "Keeping several knives in the air.");
///         Ok(())
///     }
/// }
///
/// abi::export_module!(MyClass);
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! export_module {
    ($Module:ty) => {
        #[doc(hidden)]
        #[unsafe(no_mangle)]
        pub static DUNGEON_MIND_MODULE_MANIFEST: $crate::Manifest = $crate::Manifest::of(
            <$Module as $crate::Module>::ID,
            <$Module as $crate::Module>::VERSION,
            cfg!(panic = "unwind"),
        );

        // Written out by hand: abi_stable's own attribute emits paths that would make every author depend on it.
        #[doc(hidden)]
        #[unsafe(export_name = "_1as_0lib_1header_0root_bmodule_bloader")]
        pub static DUNGEON_MIND_MODULE_ROOT: $crate::private::LibHeader = {
            extern "C" fn root() -> $crate::private::RootModuleResult {
                $crate::private::root_of::<$Module>()
            }
            // SAFETY: `root` returns a `ModuleRootRef`, and the layout check is left on.
            unsafe {
                $crate::private::LibHeader::from_constructor::<$crate::ModuleRootRef>(
                    root,
                    $crate::private::CheckTypeLayout::Yes,
                )
            }
        };
    };
}
