//! What is refused, and in which words.

use super::{refused, told};
use crate::support::{library, scratch};
use dungeon_mind::modules::{Registry, Trouble, check_file, open_notcurses};
use expect_test::{Expect, expect};
use std::{
    fs,
    path::{Path, PathBuf},
};

fn check(file: &Path, expected: &Expect) {
    expected.assert_eq(&told(&refused(&[file.to_path_buf()])));
    let checked = check_file(file);
    assert!(!checked.is_sound() && checked.module.is_none(), "{checked}");
}

/// A file made from the bytes of `everything`.
fn made(name: &str, change: impl FnOnce(&mut Vec<u8>)) -> PathBuf {
    let mut bytes = fs::read(library("everything")).unwrap();
    change(&mut bytes);
    let file = scratch(name).join(format!("lib{name}.so"));
    fs::write(&file, bytes).unwrap();
    file
}

/// Where the manifest is.
fn manifest(bytes: &[u8]) -> usize {
    let places: Vec<usize> = (0..bytes.len()).filter(|place| bytes[*place..].starts_with(&abi::Manifest::MAGIC)).collect();
    // The magic may stand in the code that checks it, too; in the manifest the format follows it.
    let format = abi::Manifest::FORMAT.to_ne_bytes();
    places.into_iter().find(|place| bytes[place + 8..].starts_with(&format)).unwrap()
}

#[test]
fn a_text() {
    let file = scratch("a-text").join("libtext.so");
    fs::write(&file, "Pack(id: \"goblins\")\n").unwrap();
    check(
        &file,
        &expect![[r#"
        libtext.so: it is not a whole dynamic library: it is a text; build it again as a `cdylib`
    "#]],
    );
}

#[test]
fn a_folder_and_a_file_that_is_not_there() {
    check(
        &scratch("a-folder"),
        &expect![[r#"
            a-folder: it is not a whole dynamic library: it is a folder; build it again as a `cdylib`
        "#]],
    );
    check(
        Path::new("/nowhere/libghost.so"),
        &expect![[r#"
        libghost.so: there is no such file; build it, or name the folder that has it with --packs
    "#]],
    );
}

#[test]
fn a_library_that_was_cut_short_anywhere() {
    let whole = fs::read(library("everything")).unwrap();
    let folder = scratch("cut-short");
    let lengths = (0..40).map(|part| whole.len() / 40 * part).chain([1, 16, 63, 64, 65, whole.len() - 64, whole.len() - 1]);
    for length in lengths {
        let file = folder.join(format!("lib{length}.so"));
        fs::write(&file, &whole[..length]).unwrap();
        let errors = refused(std::slice::from_ref(&file));
        let is_named = matches!(errors[0].trouble, Trouble::NotALibrary(_));
        assert!(is_named, "cut to {length} of {} bytes: {}", whole.len(), told(&errors));
        assert!(!check_file(&file).is_sound());
    }
}

#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn a_library_for_another_processor() {
    // 183 is EM_AARCH64 (ELF for the Arm 64-bit architecture).
    let file = made("other-processor", |bytes| bytes[18..20].copy_from_slice(&183_u16.to_le_bytes()));
    check(
        &file,
        &expect![[r#"
        libother-processor.so: it is built for Aarch64 (Elf, 64 bits, little-endian), and this game runs on X86_64 (Elf, 64 bits, little-endian); build it for X86_64 (Elf, 64 bits, little-endian)
    "#]],
    );
}

#[test]
fn a_library_that_is_no_module() {
    check(
        &library("stranger"),
        &expect![[r#"
        libstranger.so: it is a library, but not a module: it has no `DUNGEON_MIND_MODULE_MANIFEST`; its source needs `abi::export_module!`
    "#]],
    );
    let file = made("bad-magic", |bytes| {
        let place = manifest(bytes);
        bytes[place] = b'X';
    });
    check(
        &file,
        &expect![[r#"
        libbad-magic.so: it is a library, but not a module: its manifest does not begin as one does; its source needs `abi::export_module!`
    "#]],
    );
}

#[test]
fn another_version_of_the_interface() {
    let file = made("wrong-version", |bytes| {
        let place = manifest(bytes) + 16;
        bytes[place..place + 5].copy_from_slice(b"0.999");
    });
    let text = told(&refused(&[file])).replace(abi::ABI_VERSION, "OURS");
    expect![[r#"
        libwrong-version.so: it is built against version 0.999 of the interface, and this game speaks OURS; build it against `dungeon-mind-abi` OURS
    "#]].assert_eq(&text);
}

#[test]
fn a_module_that_aborts_on_panic() {
    check(
        &library("aborts"),
        &expect![[r#"
        libaborts.so: it is built with `panic = "abort"`, so that a mistake in it would end the game; take that line out of its Cargo profile and build it again
    "#]],
    );
}

#[test]
fn a_module_that_says_two_ids() {
    let file = made("two-faced", |bytes| {
        let place = manifest(bytes) + 16 + 24;
        bytes[place] = b'E';
    });
    check(
        &file,
        &expect![[r#"
        libtwo-faced.so: its manifest says that it is `Everything`, but when it runs it says `everything`; build it with one `abi::export_module!`
    "#]],
    );
}

#[test]
fn a_module_that_panics_while_it_registers() {
    check(
        &library("stumbles"),
        &expect![[r#"
        libstumbles.so: it panicked in `register`: stumbles/src/lib.rs:14:9: over its own feet
    "#]],
    );
}

#[test]
fn a_module_that_will_not_start() {
    check(
        &library("refuses"),
        &expect![[r#"
        librefuses.so: it will not start: the moon is not full
    "#]],
    );
}

#[test]
fn a_module_that_needs_what_the_host_cannot_do() {
    check(
        &library("demanding"),
        &expect![[r#"
        libdemanding.so: it registers the mind word `foreknown`, which cannot be used: it needs the host to work out 0x80000000, and this game knows 0x1; build it for this game
    "#]],
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_module_that_calls_what_nobody_has() {
    check(
        &library("lacking"),
        &expect![[r#"
        liblacking.so: the system's loader refused it: undefined symbol: nobody_has_this
    "#]],
    );
}

/// Notcurses may be there or not, wherever this runs: the module opens if and only if it is.
#[test]
#[cfg(target_os = "linux")]
fn a_module_that_draws_opens_where_notcurses_does() {
    let loaded = Registry::load(&[library("draws")]);
    match (open_notcurses(), loaded) {
        (Ok(version), Ok(registry)) => {
            assert!(version.starts_with("3."), "{version}");
            assert_eq!(registry.names[0].id, "draw");
        }
        (Err(missing), Err(errors)) => {
            assert_eq!(errors[0].trouble, missing.trouble);
            assert!(missing.to_string().contains("get-notcurses.sh"), "{missing}");
        }
        (Ok(version), Err(errors)) => panic!("notcurses {version} is open, and yet: {}", told(&errors)),
        (Err(missing), Ok(_)) => panic!("it is loaded, and yet: {missing}"),
    }
}

#[test]
fn two_modules_of_one_id() {
    let twin = made("twin", |_| ());
    expect![[r#"
        libtwin.so: it is the module `everything`, and so is libeverything.so; take one of the two away, or give it an id of its own
    "#]].assert_eq(&told(&refused(&[library("everything"), twin])));
}

#[test]
fn two_modules_that_register_one_thing() {
    expect![[r#"
        librival.so: `rival` registers the track `everything/track`, which `everything` has registered; rename one, or leave one of the two modules out
        librival.so: `rival` registers the effect `touch <count> times`, which `everything` has registered; rename one, or leave one of the two modules out
        librival.so: `rival` registers the holder of resolution `everything`, which `everything` has registered; rename one, or leave one of the two modules out
    "#]].assert_eq(&told(&refused(&[library("everything"), library("rival")])));
}

#[test]
fn all_that_is_wrong_is_told_at_once() {
    let files = ["stranger", "everything", "stumbles", "refuses"].map(library);
    assert_eq!(refused(&files).len(), 3);
}
