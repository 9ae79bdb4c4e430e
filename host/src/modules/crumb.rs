//! The breadcrumb: eight bytes, shared with the supervisor, that say which module is being called now, and in which of its words.
//!
//! Owns what stands in them. A call into a module can end the process, or never come back, and then nobody inside is left to
//! say which call it was: the supervisor reads it here. Written around every call by [`super::Held::call`] and around the
//! opening of a library; read by `supervisor`. Without a supervisor nothing is written, so that fights which run side by side
//! on several threads share no memory through it.

use memmap2::MmapRaw;
use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};

/// What of a module is being called: a function of a role, a word, or its own start.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot(u16);

/// A kind of word.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum WordKind {
    /// An effect.
    Effect,
    /// A predicate over a situation.
    Mind,
    /// A predicate over the truth.
    Truth,
    /// A selector.
    Selector,
    /// A guard.
    Guard,
}

/// Set where a spot is a word; then three bits of kind and the word's place among those of its kind.
const WORD: u16 = 0x8000;
const KIND_SHIFT: u16 = 12;
/// The last place that can be told apart; whatever comes after it shares it, and only its name is lost.
const LAST_PLACE: u16 = 0x0fff;
const KINDS: [WordKind; 5] = [WordKind::Effect, WordKind::Mind, WordKind::Truth, WordKind::Selector, WordKind::Guard];

impl Spot {
    /// Its library is being opened, and with it whatever it does on its own account at its start.
    pub const OPENING: Self = Self(0x7fff);
    /// It is being asked what it has.
    pub const REGISTERING: Self = Self(0x7ffe);

    /// A function of the interface by its name, as in `Tempo::lengths`. Meant for `const { .. }`: a name that there is not
    /// is an error of the build.
    #[must_use]
    pub const fn function(name: &str) -> Self {
        let mut number = 0;
        let mut interface = 0;
        while interface < abi::FUNCTIONS.len() {
            let mut place = 0;
            while place < abi::FUNCTIONS[interface].len() {
                if is_same(abi::FUNCTIONS[interface][place], name) {
                    return Self(number);
                }
                number += 1;
                place += 1;
            }
            interface += 1;
        }
        panic!("the interface has no function of that name")
    }

    /// A word by its place among those of its kind.
    #[must_use]
    pub fn word(kind: WordKind, place: usize) -> Self {
        let place = u16::try_from(place).unwrap_or(LAST_PLACE).min(LAST_PLACE);
        Self(WORD | (kind as u16) << KIND_SHIFT | place)
    }

    /// The kind and place, if it is a word.
    #[must_use]
    pub fn as_word(self) -> Option<(WordKind, usize)> {
        let kind = KINDS.get(usize::from((self.0 & !WORD) >> KIND_SHIFT))?;
        (self.0 & WORD != 0).then_some((*kind, usize::from(self.0 & LAST_PLACE)))
    }

    /// The function's name; for a word that of the one function which all of its kind have.
    #[must_use]
    pub fn function_name(self) -> &'static str {
        let functions = || abi::FUNCTIONS.iter().flat_map(|interface| interface.iter().copied());
        match self.as_word() {
            Some((WordKind::Effect, _)) => "Effect::run",
            Some((WordKind::Mind, _)) => "Mind::holds",
            Some((WordKind::Truth, _)) => "Truth::holds",
            Some((WordKind::Selector, _)) => "Selector::select",
            Some((WordKind::Guard, _)) => "Guard::refuses",
            None if self == Self::OPENING => "its start",
            None if self == Self::REGISTERING => "register",
            None => functions().nth(usize::from(self.0)).unwrap_or("an unknown function"),
        }
    }
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut place = 0;
    while place < one.len() && place < other.len() && one[place] == other[place] {
        place += 1;
    }
    place == one.len() && place == other.len()
}

/// What stands in the eight bytes: sixteen bits for the module, from 1, sixteen for the spot, and 32 that count, so that two
/// calls of one word differ and a watchdog can tell a long call from many short ones.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Crumb(pub u64);

impl Crumb {
    /// How many bytes are shared.
    pub const BYTES: usize = 8;
    /// The game came to an end of its own: nothing fell.
    pub const DONE: Self = Self(u64::MAX);

    pub(crate) fn of(module: u32, spot: Spot, count: u32) -> Self {
        // All ones is the mark of the end; no game has so many modules.
        let module = u64::from(u16::try_from(module + 1).unwrap_or(u16::MAX - 1));
        Self(module << 48 | u64::from(spot.0) << 32 | u64::from(count))
    }

    /// The place of the module that is being called and what of it; none between two calls.
    #[must_use]
    pub fn call(self) -> Option<(u32, Spot)> {
        let module = (self.0 >> 48) as u32;
        let spot = Spot((self.0 >> 32 & 0xffff) as u16);
        (self != Self::DONE).then_some(module.checked_sub(1)?).map(|module| (module, spot))
    }
}

/// The shared bytes; null without a supervisor.
static SHARED: AtomicPtr<AtomicU64> = AtomicPtr::new(std::ptr::null_mut());

/// Shares the breadcrumb with whoever made the file, from now on.
///
/// # Errors
/// The file cannot be opened or mapped, or is too small.
pub fn share(path: &Path) -> io::Result<()> {
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    if file.metadata()?.len() < Crumb::BYTES as u64 {
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "it has less than eight bytes"));
    }
    let mapped = MmapRaw::map_raw(&file)?;
    SHARED.store(mapped.as_mut_ptr().cast(), Ordering::Relaxed);
    // Mapped for as long as the process lives: modules are called until its end.
    std::mem::forget(mapped);
    Ok(())
}

fn shared() -> Option<&'static AtomicU64> {
    let shared = SHARED.load(Ordering::Relaxed);
    // SAFETY: null, or the beginning of a mapping of at least eight bytes that is never unmapped; a mapping begins at a page,
    // so it is aligned, and every bit pattern is a number. The other process only reads.
    unsafe { shared.as_ref() }
}

/// Says that the game came to an end of its own.
pub fn say_done() {
    if let Some(crumb) = shared() {
        crumb.store(Crumb::DONE.0, Ordering::Relaxed);
    }
}

/// Makes a call into a module, and says for as long as it lasts which one it is.
#[inline]
pub fn during<T>(module: u32, spot: Spot, call: impl FnOnce() -> T) -> T {
    let Some(crumb) = shared() else { return call() };
    let count = (crumb.load(Ordering::Relaxed) as u32).wrapping_add(1);
    crumb.store(Crumb::of(module, spot, count).0, Ordering::Relaxed);
    let answer = call();
    crumb.store(u64::from(count), Ordering::Relaxed);
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_of_the_interface_has_a_spot_of_its_own_and_its_name_back() {
        let names: Vec<&str> = abi::FUNCTIONS.iter().flat_map(|interface| interface.iter().copied()).collect();
        let spots: Vec<Spot> = names.iter().map(|name| Spot::function(name)).collect();
        for (name, spot) in names.iter().zip(&spots) {
            assert_eq!((spot.function_name(), spot.as_word()), (*name, None));
            assert!(*spot < Spot::REGISTERING);
        }
        assert!(spots.is_sorted_by(|one, other| one < other));
    }

    #[test]
    fn a_word_keeps_its_kind_and_place() {
        for kind in KINDS {
            for (place, expected) in [(0, 0), (1, 1), (4095, 4095), (4096, 4095)] {
                assert_eq!(Spot::word(kind, place).as_word(), Some((kind, expected)));
            }
            let function = Spot::word(kind, 3).function_name();
            assert_eq!(Spot::function(function).function_name(), function, "{kind:?}");
        }
    }

    #[test]
    fn a_crumb_tells_a_call_from_none_and_from_the_end() {
        let spot = Spot::function("Tempo::lengths");
        assert_eq!(Crumb::of(3, spot, 9).call(), Some((3, spot)));
        assert_ne!(Crumb::of(3, spot, 9), Crumb::of(3, spot, 10));
        assert_eq!(Crumb(9).call(), None);
        assert_eq!(Crumb::DONE.call(), None);
        assert_ne!(Crumb::of(u32::MAX - 1, Spot(u16::MAX), u32::MAX), Crumb::DONE);
    }
}
