//! Loading what is sound: the order of files, private copies, and how long it takes.

use super::loaded;
use crate::support::{library, scratch};
use abi::{Arg, Args, RSlice};
use dungeon_mind::modules::{ListedModule, Registry, check_file, list, render_list};
use std::{fs, path::PathBuf};

fn sound() -> Vec<PathBuf> {
    ["everything", "misbehaving"].map(library).to_vec()
}

/// Whether the predicate `number <count>` of `everything` still answers.
fn answers(registry: &Registry) -> bool {
    let holds = |number| {
        let items = [Arg::Number(number)];
        registry.minds[0].handle.holds(&super::views::situation(), &Args { items: RSlice::from_slice(&items) }).unwrap()
    };
    holds(1) && !holds(2)
}

#[test]
fn the_order_of_files_changes_nothing_but_the_order() {
    let listed = |files: &[PathBuf]| {
        let mut modules = list(&loaded(files));
        modules.sort_by(|a, b| a.id.cmp(&b.id));
        modules.into_iter().map(|module| ListedModule { load_micros: 0, ..module }).collect::<Vec<_>>()
    };
    let mut files = sound();
    let there = listed(&files);
    files.reverse();
    assert_eq!(there, listed(&files));
    assert_eq!(there.iter().map(|module| &*module.id).collect::<Vec<_>>(), ["everything", "misbehaving"]);
}

#[test]
fn a_module_is_listed_with_all_that_it_has() {
    let modules: Vec<ListedModule> = list(&loaded(&[library("everything")]))
        .into_iter()
        .map(|module| ListedModule { load_micros: 1_900, file: "libeverything.so".into(), ..module })
        .collect();
    expect_test::expect![[r#"
        everything 0.1.0 (interface 0.1.1, loaded in 1.9 ms)
          file   libeverything.so
          roles  resolution everything
                 harm everything
                 tempo everything
                 movement everything
                 senses everything
                 readability everything
                 attitude everything
                 narration everything
                 front_end everything
          words  effect: touch <count> times
                 effect: drop a knife
                 mind: number <count>
                 mind: approached
                 world: number <count>
                 selector: myself
                 guard: no waiting
                 guard: no juggling with nobody
                 hook: on knife_dropped, touch 1 times
          names  track everything/track
                 stat everything/stat
                 verb juggle
                 event knife_dropped
                 harm everything/harm
                 parameter knives
                 fact everything/fact
    "#]]
    .assert_eq(&render_list(&modules));
    let json = serde_json::to_value(&modules).unwrap();
    assert_eq!(json[0]["hash"].as_str().unwrap().len(), 64);
    assert_eq!(json[0]["roles"][2], "tempo everything");
}

#[test]
fn check_says_of_a_sound_file_that_it_is() {
    let checked = check_file(&library("everything"));
    assert!(checked.is_sound() && checked.to_string().ends_with("nothing is wrong with it\n"), "{checked}");
}

#[test]
fn a_file_that_is_built_over_does_not_touch_what_is_loaded() {
    let file = scratch("built-over").join("libeverything.so");
    fs::copy(library("everything"), &file).unwrap();
    let registry = loaded(std::slice::from_ref(&file));
    fs::write(&file, vec![0; 100]).unwrap();
    assert!(answers(&registry));
    assert!(!check_file(&file).is_sound());
}

#[test]
fn the_same_file_twice_is_two_libraries_and_a_dropped_registry_leaves_its_handles() {
    let (first, second) = (loaded(&[library("everything")]), loaded(&[library("everything")]));
    let handle = first.minds[0].handle;
    drop(first);
    assert!(answers(&second));
    let items = [Arg::Number(1)];
    assert_eq!(handle.holds(&super::views::situation(), &Args { items: RSlice::from_slice(&items) }), Ok(true));
}

#[test]
fn loading_takes_milliseconds() {
    let registry = loaded(&sound());
    let micros: Vec<u64> = registry.modules.iter().map(|module| module.load_micros).collect();
    println!("loading took {micros:?} microseconds");
    // A generous bound, for busy machines and unoptimised builds: 20 modules should be there before anybody notices.
    assert!(micros.iter().all(|micros| (1..500_000).contains(micros)), "{micros:?}");
}
