//! Faults of a call into a module: a panic is caught inside the library that panicked, recorded silently, and handed over.
//!
//! Each library has its own standard library and so its own panic hook: the default one would print through the screen.

use abi_stable::{
    StableAbi,
    std_types::{ROption, RResult, RString},
};
use std::{any::Any, cell::RefCell, panic::AssertUnwindSafe, sync::Once};

/// The call did not return: the module panicked. What it said waits in `take_panic`.
#[repr(C)]
#[derive(StableAbi, Copy, Clone, Debug, PartialEq, Eq)]
pub struct Faulted {
    /// Keeps the struct from being of no size.
    pub code: u32,
}

/// What a call into a module answers.
pub type Answer<T> = RResult<T, Faulted>;

thread_local! { static LAST: RefCell<Option<String>> = const { RefCell::new(None) }; }

/// Runs a call, catching a panic of the module's code.
#[doc(hidden)]
pub fn guarded<T>(call: impl FnOnce() -> T) -> Answer<T> {
    match std::panic::catch_unwind(AssertUnwindSafe(call)) {
        Ok(value) => RResult::ROk(value),
        Err(payload) => note(payload),
    }
}

#[cold]
#[inline(never)]
fn note<T>(payload: Box<dyn Any + Send>) -> Answer<T> {
    LAST.with(|last| last.borrow_mut().get_or_insert_with(|| text_of(&*payload)).len());
    // A payload whose destructor panics would end the process: anything that is not plain text is leaked.
    if !payload.is::<&'static str>() && !payload.is::<String>() {
        std::mem::forget(payload);
    }
    RResult::RErr(Faulted { code: 1 })
}

fn text_of(payload: &(dyn Any + Send)) -> String {
    if let Some(text) = payload.downcast_ref::<&'static str>() {
        return (*text).to_owned();
    }
    payload.downcast_ref::<String>().cloned().unwrap_or_else(|| "a panic without words".to_owned())
}

/// Replaces this library's panic hook by one that records where and what, and prints nothing.
#[doc(hidden)]
pub fn install_hook() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        std::panic::set_hook(Box::new(|info| {
            let place = info.location().map(ToString::to_string).unwrap_or_default();
            let text = format!("{place}: {}", text_of(info.payload()));
            LAST.with(|last| *last.borrow_mut() = Some(text));
        }));
    });
}

/// What the last caught panic on this thread said, with file and line; reading it clears it.
#[doc(hidden)]
pub extern "C" fn take_panic() -> ROption<RString> {
    LAST.with(|last| last.borrow_mut().take()).map(RString::from).into()
}
