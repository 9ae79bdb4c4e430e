//! Opens one library: preflight, a private copy, the system's loader, the layout check, and its one registration.
//!
//! The only place where a library's code is let into the process. What it gives back stays valid for ever, since nothing
//! is ever unloaded. Called by `registry` and by `modules check`.

use super::{
    crumb::{self, Spot},
    error::Trouble,
    layout,
    notcurses::open_notcurses,
    preflight::{self, Preflight},
    private_copy::PrivateFolder,
};
use abi::{ModuleRootRef, ROption, RString, RegistrationRef, private::AbiHeaderRef};
use sha2::{Digest, Sha256};
use std::{fmt::Write, path::Path, time::Instant};

/// Asks a module what its last caught panic on this thread said.
pub type TakePanic = extern "C" fn() -> ROption<RString>;

/// A module that is open and has registered.
pub struct Opened {
    /// What its file says.
    pub facts: Preflight,
    /// SHA-256 of its file, in hexadecimal digits.
    pub hash: String,
    /// What it has.
    pub registration: RegistrationRef,
    /// For its faults.
    pub take_panic: TakePanic,
    /// How long all of it took.
    pub load_micros: u64,
}

/// Opens the library in a file, as the module at a place among those of this load, unless a file of the same hash was opened
/// `before`. Its bytes go into room that is lent.
pub fn open(
    path: &Path,
    place: u32,
    folder: &PrivateFolder,
    bytes: &mut Vec<u8>,
    before: impl FnOnce(&str) -> Option<(RegistrationRef, TakePanic)>,
) -> Result<Opened, Trouble> {
    let began = Instant::now();
    // Read once: what is judged, hashed and opened are the same bytes, whatever happens to the file meanwhile.
    preflight::read(path, bytes)?;
    let facts = preflight::judge(bytes)?;
    let hash = hexadecimal(&Sha256::digest(&*bytes));
    let took = || u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
    if let Some((registration, take_panic)) = before(&hash) {
        return Ok(Opened { facts, hash, registration, take_panic, load_micros: took() });
    }
    if facts.needs_notcurses {
        open_notcurses().map_err(|error| error.trouble)?;
    }
    let copy = folder.keep(bytes, path).map_err(|error| Trouble::Unreadable(format!("copying it failed: {error}")))?;
    let root = crumb::during(place, Spot::OPENING, || root_of(&copy))?;
    let running = root.info().id.as_str();
    if running != facts.id {
        return Err(Trouble::TwoFaced { manifest: facts.id, running: running.to_owned() });
    }
    let take_panic = root.take_panic();
    let registration = crumb::during(place, Spot::REGISTERING, || registered(root, take_panic))?;
    Ok(Opened { facts, hash, registration, take_panic, load_micros: took() })
}

fn registered(root: ModuleRootRef, take_panic: TakePanic) -> Result<RegistrationRef, Trouble> {
    let Ok(registration) = root.register()().into_result() else {
        return Err(Trouble::Panicked { during: "register", said: said(take_panic) });
    };
    match registration.refused().into_option() {
        Some(why) => Err(Trouble::Refused(why.to_string())),
        None => Ok(registration),
    }
}

/// What a module's last panic on this thread said.
pub fn said(take_panic: TakePanic) -> String {
    let said = take_panic().into_option().map(RString::into_string);
    said.unwrap_or_else(|| "it left no word of why".to_owned())
}

fn root_of(copy: &Path) -> Result<ModuleRootRef, Trouble> {
    let header = header_of(copy)?;
    let header = header.upgrade().map_err(|error| {
        Trouble::WrongLayout(format!("its `abi_stable` is another one ({})", one_line(&error.to_string())))
    })?;
    let theirs =
        header.layout().ok_or_else(|| Trouble::NotAModule("its root carries no description of its data".to_owned()))?;
    layout::check(theirs).map_err(Trouble::WrongLayout)?;
    // SAFETY: the line above compared its layout with that of `ModuleRootRef`, and one is a prefix of the other.
    unsafe { header.unchecked_layout::<ModuleRootRef>() }
        .map_err(|error| Trouble::Panicked { during: "root", said: one_line(&error.to_string()) })
}

#[cfg(unix)]
fn header_of(copy: &Path) -> Result<AbiHeaderRef, Trouble> {
    use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
    // `RTLD_NOW`: a function that is missing is found now and not in the middle of a fight. `RTLD_LOCAL`: modules do not
    // see each other.
    // SAFETY: preflight found a whole library with our manifest. That its own code is sound is what the player trusted
    // when they installed it; no check could tell.
    let library = unsafe { Library::open(Some(copy), RTLD_NOW | RTLD_LOCAL) };
    header_in(library.map_err(|error| not_opened(&error, copy))?.into())
}

#[cfg(not(unix))]
fn header_of(copy: &Path) -> Result<AbiHeaderRef, Trouble> {
    // SAFETY: as on Unix.
    let library = unsafe { libloading::Library::new(copy) };
    header_in(library.map_err(|error| not_opened(&error, copy))?)
}

fn not_opened(error: &libloading::Error, copy: &Path) -> Trouble {
    // The loader names the private copy, which says nothing to anybody.
    Trouble::NotOpened(one_line(&error.to_string().replace(&format!("{}: ", copy.display()), "")))
}

fn header_in(library: libloading::Library) -> Result<AbiHeaderRef, Trouble> {
    // Never closed: whatever it registered, said or started may be used as long as the process lives.
    let library = std::mem::ManuallyDrop::new(library);
    // SAFETY: preflight found both of the macro's symbols, so this one is the `LibHeader` static that the macro made;
    // every one begins with the header that `AbiHeaderRef` points to, and `upgrade` checks its magic and version.
    let header = unsafe { library.get::<AbiHeaderRef>(abi::private::ROOT_SYMBOL.as_bytes()) };
    header.map(|header| *header).map_err(|error| Trouble::NotAModule(one_line(&error.to_string())))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
