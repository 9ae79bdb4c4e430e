//! Reads a module's file as bytes, before any of its code runs: is it a whole library, for this machine, and one of ours?
//!
//! Must never open a library, and must never panic on any bytes at all. Called by `open` for each load and by
//! `modules check`. A truncated library would kill the process inside the system's loader, and one for another processor
//! would be called "no such file": hence this.

use super::error::Trouble;
use crate::plain_file::{self, Unfit};
use object::{Architecture, BinaryFormat, Object, ObjectKind, ObjectSection, ObjectSegment};
use std::{mem::size_of, path::Path};

/// What a file says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preflight {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// The version of the interface that it was built against.
    pub abi: String,
    /// Whether it calls notcurses, which then has to be opened first.
    pub needs_notcurses: bool,
}

/// Reads a file whole, into room that is kept from one to the next.
///
/// # Errors
/// When it is not there, no file, or may not be read.
pub fn read(path: &Path, bytes: &mut Vec<u8>) -> Result<(), Trouble> {
    plain_file::read_into(path, MOST_BYTES, bytes).map_err(|unfit| match unfit {
        Unfit::Missing => Trouble::NotThere,
        Unfit::NoFile(what) => Trouble::NotALibrary(format!("it is {what}")),
        Unfit::TooLarge { bytes, most_bytes } => {
            Trouble::NotALibrary(format!("it has {bytes} bytes; no module has more than {most_bytes}"))
        }
        Unfit::Io(error) => Trouble::Unreadable(error.to_string()),
    })
}

/// The largest file that is read at all: a module with all its debugging information has a few dozen megabytes.
const MOST_BYTES: u64 = 256 << 20;

/// Judges the bytes of a file.
///
/// # Errors
/// The first thing that keeps it from being opened.
pub fn judge(bytes: &[u8]) -> Result<Preflight, Trouble> {
    let broken = |error: object::Error| Trouble::NotALibrary(error.to_string());
    let file = object::File::parse(bytes).map_err(|_| not_an_object(bytes))?;
    check_machine(&file)?;
    if file.kind() != ObjectKind::Dynamic {
        return Err(Trouble::NotALibrary(format!("it is {}", kind_name(file.kind()))));
    }
    check_whole(&file, bytes.len() as u64)?;
    let exports = file.exports().map_err(broken)?;
    let find = |wanted: &str| exports.iter().find(|export| plain_name(export.name()) == wanted.as_bytes());
    let manifest =
        find(abi::Manifest::SYMBOL).ok_or_else(|| Trouble::NotAModule(format!("it has no `{}`", abi::Manifest::SYMBOL)))?;
    if find(abi::private::ROOT_SYMBOL).is_none() {
        return Err(Trouble::NotAModule(format!("it has no `{}`", abi::private::ROOT_SYMBOL)));
    }
    let manifest = bytes_at(&file, manifest.address(), MANIFEST_BYTES)
        .ok_or_else(|| Trouble::NotAModule("its manifest lies outside the file".to_owned()))?;
    let imports = file.imports().map_err(broken)?;
    let needs_notcurses = imports.iter().any(|import| plain_name(import.name()).starts_with(b"notcurses_"));
    judge_manifest(manifest, needs_notcurses)
}

const MANIFEST_BYTES: usize = size_of::<abi::Manifest>();

/// Mach-O puts an underscore before each name.
fn plain_name(name: &[u8]) -> &[u8] {
    if cfg!(target_os = "macos") { name.strip_prefix(b"_").unwrap_or(name) } else { name }
}

fn not_an_object(bytes: &[u8]) -> Trouble {
    let known: &[(&[u8], &str)] = &[
        (b"\x7fELF", "it begins like a library but does not go on like one"),
        (b"MZ", "it begins like a Windows library but does not go on like one"),
        (b"!<arch>", "it is a static archive"),
        (b"#!", "it is a script"),
    ];
    let why = match known.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        Some((_, why)) => why,
        None if bytes.is_empty() => "it is empty",
        None if is_text(bytes) => "it is a text",
        None => "it is of no format that is known here",
    };
    Trouble::NotALibrary((*why).to_owned())
}

/// What an editor would show: zeros are letters to a decoder, and to nobody else.
fn is_text(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok() && !bytes.contains(&0)
}

const fn kind_name(kind: ObjectKind) -> &'static str {
    match kind {
        ObjectKind::Executable => "a program",
        ObjectKind::Relocatable => "an object file that was not linked",
        ObjectKind::Core => "the memory of a process that died",
        _ => "of another kind",
    }
}

fn check_machine(file: &object::File<'_>) -> Result<(), Trouble> {
    let (format, bits) = (file.format(), file.is_64());
    let found = (file.architecture(), format, bits, file.is_little_endian());
    let expected = (here(), format_here(), cfg!(target_pointer_width = "64"), cfg!(target_endian = "little"));
    if found == expected {
        return Ok(());
    }
    let words = |(processor, format, is_wide, is_little): (Architecture, BinaryFormat, bool, bool)| {
        let width = if is_wide { "64 bits" } else { "32 bits" };
        let end = if is_little { "little-endian" } else { "big-endian" };
        let processor = match processor {
            Architecture::Unknown => "a processor that is not known here".to_owned(),
            known => format!("{known:?}"),
        };
        format!("{processor} ({format:?}, {width}, {end})")
    };
    Err(Trouble::WrongMachine { found: words(found), expected: words(expected) })
}

const fn here() -> Architecture {
    if cfg!(target_arch = "x86_64") {
        Architecture::X86_64
    } else if cfg!(target_arch = "aarch64") {
        Architecture::Aarch64
    } else if cfg!(target_arch = "x86") {
        Architecture::I386
    } else if cfg!(target_arch = "arm") {
        Architecture::Arm
    } else if cfg!(target_arch = "riscv64") {
        Architecture::Riscv64
    } else {
        Architecture::Unknown
    }
}

const fn format_here() -> BinaryFormat {
    if cfg!(windows) {
        BinaryFormat::Pe
    } else if cfg!(target_vendor = "apple") {
        BinaryFormat::MachO
    } else {
        BinaryFormat::Elf
    }
}

/// Whether every byte that the system's loader would map is in the file.
fn check_whole(file: &object::File<'_>, length_bytes: u64) -> Result<(), Trouble> {
    let mut has_any = false;
    for segment in file.segments() {
        let (start, size) = segment.file_range();
        has_any = true;
        if start.checked_add(size).is_none_or(|end| end > length_bytes) {
            return Err(Trouble::NotALibrary("it was cut short: its end is missing".to_owned()));
        }
    }
    if has_any { Ok(()) } else { Err(Trouble::NotALibrary("there is nothing in it to load".to_owned())) }
}

fn bytes_at<'data>(file: &object::File<'data>, address: u64, size_bytes: usize) -> Option<&'data [u8]> {
    let whole = |range: Option<&'data [u8]>| range.filter(|range| range.len() == size_bytes);
    file.sections()
        .filter_map(|section| section.data_range(address, size_bytes as u64).ok().and_then(whole))
        .chain(file.segments().filter_map(|segment| segment.data_range(address, size_bytes as u64).ok().and_then(whole)))
        .next()
}

fn judge_manifest(bytes: &[u8], needs_notcurses: bool) -> Result<Preflight, Trouble> {
    let mut rest = bytes;
    let mut take = |count: usize| {
        let (head, tail) = rest.split_at_checked(count).unwrap_or((rest, &[]));
        rest = tail;
        head
    };
    let number = |bytes: &[u8]| bytes.try_into().map_or(0, u32::from_ne_bytes);
    if take(8) != abi::Manifest::MAGIC {
        return Err(Trouble::NotAModule("its manifest does not begin as one does".to_owned()));
    }
    let format = number(take(4));
    if format != abi::Manifest::FORMAT {
        let known = abi::Manifest::FORMAT;
        return Err(Trouble::NotAModule(format!("its manifest is of format {format}, and this game reads {known}")));
    }
    let panic_unwinds = number(take(4));
    let (abi, id, version) = (text(take(24))?, text(take(48))?, text(take(24))?);
    if panic_unwinds != 1 {
        return Err(Trouble::PanicAborts);
    }
    if !is_compatible(&abi, abi::ABI_VERSION) {
        return Err(Trouble::WrongAbi { found: abi, expected: abi::ABI_VERSION.to_owned() });
    }
    if id.is_empty() {
        return Err(Trouble::NotAModule("its manifest gives no id".to_owned()));
    }
    Ok(Preflight { id, version, abi, needs_notcurses })
}

fn text(padded: &[u8]) -> Result<String, Trouble> {
    let end = padded.iter().position(|byte| *byte == 0).unwrap_or(padded.len());
    let text = padded.get(..end).and_then(|text| std::str::from_utf8(text).ok());
    match text {
        Some(text) if !text.chars().any(char::is_control) => Ok(text.to_owned()),
        _ => Err(Trouble::NotAModule("its manifest holds something else than text".to_owned())),
    }
}

/// While the interface is 0.x a minor release breaks it; from 1.0 on a major one does. Patch releases only add.
fn is_compatible(theirs: &str, ours: &str) -> bool {
    let parts = |version: &str| {
        let mut parts = version.split('.').map(|part| part.parse::<u32>().ok());
        Some((parts.next()??, parts.next()??, parts.next()??))
    };
    match (parts(theirs), parts(ours)) {
        (Some((0, minor, _)), Some((0, own_minor, _))) => minor == own_minor,
        (Some((major, ..)), Some((own_major, ..))) => major != 0 && major == own_major,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn check(bytes: &[u8], expected: &str) {
        let trouble = judge(bytes).expect_err("these bytes are no module");
        assert!(trouble.to_string().contains(expected), "{trouble}\nshould say: {expected}");
    }

    #[test]
    fn what_is_no_library_is_named() {
        check(b"", "it is empty");
        check(b"Pack(id: \"goblins\")", "it is a text");
        check(b"#!/bin/sh\n", "it is a script");
        check(b"!<arch>\n", "static archive");
        check(b"\x7fELF\x02\x01\x01", "does not go on like one");
        check(&[0xff; 64], "no format that is known");
        check(&[0; 64], "no format that is known");
    }

    #[test]
    fn this_test_is_a_program_and_no_module() {
        let bytes = fs::read(std::env::current_exe().unwrap()).unwrap();
        // Where programs may be placed anywhere they are of the same kind as libraries; then the manifest is missing.
        let trouble = judge(&bytes).unwrap_err();
        assert!(matches!(trouble, Trouble::NotAModule(_) | Trouble::NotALibrary(_)), "{trouble}");
    }

    #[test]
    fn bytes_that_are_damaged_anywhere_are_judged_all_the_same() {
        let whole = fs::read(std::env::current_exe().unwrap()).unwrap();
        let mut dice = abi::Dice::new(7);
        let mut refused = 0;
        for _ in 0..300 {
            let mut bytes = whole.clone();
            // The headers stand at the beginning and at the end; what lies between is code.
            for _ in 0..4 {
                let place = usize::try_from(dice.draw() % 2048).unwrap();
                let place = if dice.draw().is_multiple_of(2) { place } else { bytes.len() - 1 - place };
                bytes[place] = u8::try_from(dice.draw() % 256).unwrap();
            }
            refused += u32::from(judge(&bytes).is_err());
        }
        assert_eq!(refused, 300);
    }

    fn manifest(abi_version: &str, id: &str, unwinds: u32) -> Vec<u8> {
        let mut bytes = abi::Manifest::MAGIC.to_vec();
        bytes.extend(abi::Manifest::FORMAT.to_ne_bytes());
        bytes.extend(unwinds.to_ne_bytes());
        for (text, size) in [(abi_version, 24), (id, 48), ("1.2.3", 24)] {
            let mut field = text.as_bytes().to_vec();
            field.resize(size, 0);
            bytes.extend(field);
        }
        assert_eq!(bytes.len(), MANIFEST_BYTES);
        bytes
    }

    #[test]
    fn a_manifest_is_read_field_by_field() {
        let facts = judge_manifest(&manifest(abi::ABI_VERSION, "goblins", 1), false).unwrap();
        assert_eq!((&*facts.id, &*facts.version, &*facts.abi), ("goblins", "1.2.3", abi::ABI_VERSION));
        let refused = |bytes: &[u8]| judge_manifest(bytes, false).unwrap_err();
        assert_eq!(refused(&manifest(abi::ABI_VERSION, "goblins", 0)), Trouble::PanicAborts);
        assert!(matches!(refused(&manifest("9.0.0", "goblins", 1)), Trouble::WrongAbi { .. }));
        assert!(matches!(refused(&manifest(abi::ABI_VERSION, "", 1)), Trouble::NotAModule(_)));
        assert!(matches!(refused(&manifest(abi::ABI_VERSION, "\x1b[2J", 1)), Trouble::NotAModule(_)));
        assert!(matches!(refused(&[0; MANIFEST_BYTES]), Trouble::NotAModule(_)));
        assert!(matches!(refused(b"short"), Trouble::NotAModule(_)));
    }

    #[test]
    fn versions_fit_by_the_rule_of_zero() {
        for (theirs, ours, fits) in [
            ("0.1.0", "0.1.7", true),
            ("0.1.9", "0.1.0", true),
            ("0.2.0", "0.1.0", false),
            ("1.4.0", "1.0.2", true),
            ("2.0.0", "1.9.9", false),
            ("0.1.0", "1.1.0", false),
            ("0.1", "0.1.0", false),
            ("new", "0.1.0", false),
        ] {
            assert_eq!(is_compatible(theirs, ours), fits, "{theirs} in {ours}");
        }
    }
}
