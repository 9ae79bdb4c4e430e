//! The macro that makes an interface: a trait for authors, a growable table of functions for the boundary, and a handle.
//!
//! Every function crosses as `extern "C" fn(state, arguments ...) -> Answer<result>` with a trampoline that catches panics
//! inside the library. The tables are prefix types: functions may be added at the end, and a handle answers
//! [`CallError::Missing`] for one that an older module does not have. What was added stands under `grown`, each with the
//! path of what it does where an author says nothing, so that sources written before it still compile.

use abi_stable::StableAbi;
use std::fmt;

/// The author's value behind a table of functions.
#[repr(transparent)]
#[derive(StableAbi, Copy, Clone, Debug)]
pub struct State(pub *const ());

// SAFETY: a `State` is only made by `State::keep`, from a value that is `Send + Sync` and lives for ever.
unsafe impl Send for State {}
// SAFETY: as above.
unsafe impl Sync for State {}

impl State {
    /// Keeps a value for as long as the process lives: libraries are never unloaded.
    pub(crate) fn keep<T: Send + Sync + 'static>(value: T) -> Self {
        Self(Box::leak(Box::new(value)) as *const T as *const ())
    }
}

/// Why a call into a module gave no answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum CallError {
    /// It panicked; what it said waits in `take_panic`.
    Panicked,
    /// The module was built before this function existed.
    Missing,
    /// It was not called: the game goes on without this module.
    LeftOut,
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Panicked => "it panicked",
            Self::Missing => "it was built before this function existed",
            Self::LeftOut => "the game goes on without it",
        })
    }
}

macro_rules! interface {
    (
        $(#[$doc:meta])*
        $Trait:ident / $Functions:ident / $FunctionsRef:ident / $Handle:ident {
            $( $(#[$fdoc:meta])* fn $name:ident ( $( $arg:ident : $ty:ty ),* $(,)? ) -> $ret:ty; )*
        }
        $( grown {
            $( $(#[$gdoc:meta])* fn $grown:ident ( $( $garg:ident : $gty:ty ),* $(,)? ) -> $gret:ty = $default:path; )*
        } )?
    ) => {
        $(#[$doc])*
        pub trait $Trait: Send + Sync + 'static {
            $( $(#[$fdoc])* fn $name(&self, $( $arg: $ty ),*) -> $ret; )*
            $($( $(#[$gdoc])* fn $grown(&self, $( $garg: $gty ),*) -> $gret { $default(self, $( $garg ),*) } )*)?
        }

        /// The functions of this interface as they cross the boundary.
        #[doc(hidden)]
        #[repr(C)]
        #[derive(StableAbi)]
        #[sabi(kind(Prefix(prefix_ref = $FunctionsRef)))]
        #[sabi(missing_field(option))]
        pub struct $Functions {
            /// The author's value.
            #[sabi(last_prefix_field)]
            pub state: State,
            $( $(#[$fdoc])* pub $name: extern "C" fn(State, $( $ty ),*) -> RResult<$ret, Faulted>, )*
            $($( $(#[$gdoc])* pub $grown: extern "C" fn(State, $( $gty ),*) -> RResult<$gret, Faulted>, )*)?
        }

        impl $Functions {
            pub(crate) fn of<T: $Trait>(value: T) -> $FunctionsRef {
                $(
                    extern "C" fn $name<T: $Trait>(state: State, $( $arg: $ty ),*) -> RResult<$ret, Faulted> {
                        // SAFETY: `of` made the state from a `T` that is never freed.
                        let value = unsafe { &*state.0.cast::<T>() };
                        guarded(move || value.$name($( $arg ),*))
                    }
                )*
                $($(
                    extern "C" fn $grown<T: $Trait>(state: State, $( $garg: $gty ),*) -> RResult<$gret, Faulted> {
                        // SAFETY: `of` made the state from a `T` that is never freed.
                        let value = unsafe { &*state.0.cast::<T>() };
                        guarded(move || value.$grown($( $garg ),*))
                    }
                )*)?
                $Functions {
                    state: State::keep(value),
                    $( $name: $name::<T>, )*
                    $($( $grown: $grown::<T>, )*)?
                }.leak_into_prefix()
            }
        }

        /// How the host calls it.
        #[derive(Copy, Clone)]
        pub struct $Handle($FunctionsRef);

        impl $Handle {
            /// Every function of this interface, by name.
            pub const FUNCTIONS: &'static [&'static str] = &[
                $( concat!(stringify!($Trait), "::", stringify!($name)), )*
                $($( concat!(stringify!($Trait), "::", stringify!($grown)), )*)?
            ];

            /// The handle of a table that a module registered.
            #[must_use]
            pub const fn new(functions: $FunctionsRef) -> Self { Self(functions) }

            $(
                $(#[$fdoc])*
                ///
                /// # Errors
                /// When the module panicked, or is too old to have the function.
                #[inline]
                pub fn $name(&self, $( $arg: $ty ),*) -> Result<$ret, CallError> {
                    match self.0.$name() {
                        Some(function) => function(self.0.state(), $( $arg ),*).into_result().map_err(|_| CallError::Panicked),
                        None => Err(CallError::Missing),
                    }
                }
            )*

            $($(
                $(#[$gdoc])*
                ///
                /// # Errors
                /// When the module panicked, or is too old to have the function.
                #[inline]
                pub fn $grown(&self, $( $garg: $gty ),*) -> Result<$gret, CallError> {
                    match self.0.$grown() {
                        Some(function) => function(self.0.state(), $( $garg ),*).into_result().map_err(|_| CallError::Panicked),
                        None => Err(CallError::Missing),
                    }
                }
            )*)?
        }
    };
}
pub(crate) use interface;
