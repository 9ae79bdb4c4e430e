//! Finding packs and putting them in load order, before any module is loaded.
//!
//! Owns what a pack is (a folder with a `pack.ron`), what its `requires` and `conflicts` mean, and the order: a pack loads
//! behind all that it needs, ties by id, so that permuting folders on disk changes nothing. It must never read a pack's
//! content nor open its library. `content::load` and the loader of modules call it.

use super::problem::{Problem, Problems, nearest};
use super::reading::{Limits, Source, Spanned, listed, read_file};
use super::schema::pack::{ClassFile, PackFile};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use version::{Requirement, Version};

mod version;

/// The name of the file that makes a folder a pack.
pub const PACK_FILE: &str = "pack.ron";
/// The longest name of a library: with what systems put around it, it must still be the name of a file.
const LONGEST_LIBRARY_NAME: usize = 64;

/// A pack that was found, in load order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pack {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// The version of the interface that it was made for.
    pub abi: String,
    /// The name of its library; none for a pack of data alone.
    pub module: Option<String>,
    /// The classes that it brings.
    pub classes: Vec<ClassInfo>,
    /// Its folder.
    pub folder: PathBuf,
    /// The packs that it needs.
    pub needs: Vec<String>,
    /// Ids of other packs whose files it takes the place of.
    pub overrides: Vec<String>,
    /// Whether it says of ids that they have moved.
    pub has_moved: bool,
    /// Under which terms it may be handed on.
    pub terms: Terms,
}

/// The terms under which a pack may be handed on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Its licence.
    pub license: String,
    /// Notices that go along with its content.
    pub notices: Vec<String>,
    /// What its licence reserves.
    pub reserved: String,
}

/// A class that a pack brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassInfo {
    /// The kind that is played.
    pub kind: String,
    /// The fight in which it begins.
    pub fight: String,
}

/// A pack as it was found, before its needs are looked at.
struct Found {
    folder: PathBuf,
    source: Source,
    file: PackFile,
    version: Version,
}

/// All packs below `roots`, each behind all that it needs, ties by id.
///
/// A root is a folder of packs, or a pack itself.
///
/// # Errors
/// A root without packs, a `pack.ron` that does not read, two packs of one id, a need that is missing or too old, a
/// conflict, a circle of needs, a licence without its notices: every one of them.
pub fn pack_order(roots: &[PathBuf]) -> Result<Vec<Pack>, Problems> {
    let (order, problems) = even_broken(roots);
    problems.settle(order).map(|(order, _)| order)
}

/// The order as far as there is one, and what is wrong, for whoever wants to hear of everything at once. Nothing where some
/// pack has no place in it.
pub fn even_broken(roots: &[PathBuf]) -> (Option<Vec<Pack>>, Problems) {
    let mut problems = Problems::new();
    let mut packs = BTreeMap::new();
    // A pack may be named by itself and stand in a folder of packs that is named too.
    let mut seen = BTreeSet::new();
    for root in roots {
        for folder in pack_folders(root, &mut problems) {
            if seen.insert(folder.canonicalize().unwrap_or_else(|_| folder.clone())) {
                find_pack(&folder, &mut packs, &mut problems);
            }
        }
    }
    let needs = check_needs(&packs, &mut problems);
    let order = ordered(&packs, &needs, &mut problems);
    let is_whole = order.len() == packs.len();
    (is_whole.then_some(order), problems)
}

/// The folders of packs below a root, sorted by name.
fn pack_folders(root: &Path, problems: &mut Problems) -> Vec<PathBuf> {
    if has_pack_file(root) {
        return vec![root.to_owned()];
    }
    let entries = match std::fs::read_dir(root) {
        Ok(entries) => entries,
        Err(error) => {
            let found = format!("a folder of packs that cannot be read: {error}");
            problems.push(Problem::of_file("?", root, &found, "a folder that holds packs, or a pack"));
            return Vec::new();
        }
    };
    let mut folders: Vec<PathBuf> =
        entries.filter_map(Result::ok).map(|entry| entry.path()).filter(|path| has_pack_file(path)).collect();
    folders.sort();
    if folders.is_empty() {
        let found = "a folder without packs";
        problems.push(Problem::of_file("?", root, found, "a folder in which some folder has a `pack.ron`"));
    }
    folders
}

/// Whether a folder says that it is a pack. That its `pack.ron` is a pipe, or a link to nowhere, is told when it is read.
fn has_pack_file(folder: &Path) -> bool {
    folder.join(PACK_FILE).symlink_metadata().is_ok()
}

fn find_pack(folder: &Path, packs: &mut BTreeMap<String, Found>, problems: &mut Problems) {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let Some((source, draft)) = read_file::<PackFile>(&name, folder, Path::new(PACK_FILE), Limits::default(), problems)
    else {
        return;
    };
    let version = check_pack(&name, &source, draft.look(), problems);
    // A pack that has an error in its file still counts as there, so that its needs are not called missing.
    let id = if draft.look().id.span.is_stand_in() { name } else { draft.look().id.value.clone() };
    let Some(file) = draft.whole().or_else(|| stand_in_for(&id)) else { return };
    if let Some(other) = packs.get(&id) {
        let found = format!("a second pack `{id}`; the first is in {}", other.folder.display());
        source.report(problems, file.id.span, &found, "each pack once among all folders", None);
        return;
    }
    packs.insert(id, Found { folder: folder.to_owned(), source, file, version });
}

/// A pack of which only the id is known. It satisfies every need, since its own problems are told already.
fn stand_in_for(id: &str) -> Option<PackFile> {
    Some(PackFile {
        id: Spanned::placeless(id.to_owned()),
        version: Spanned::default(),
        abi: Spanned::default(),
        license: Spanned::default(),
        module: None,
        requires: Vec::new(),
        conflicts: Vec::new(),
        classes: Vec::new(),
        overrides: Vec::new(),
        moved: Vec::new(),
        notices: Vec::new(),
        reserved: String::new(),
    })
}

/// What one file can be asked by itself.
fn check_pack(folder: &str, source: &Source, file: &PackFile, problems: &mut Problems) -> Version {
    if file.id.value != folder {
        let found = format!("the id {:?} in the folder `{folder}`", file.id.value);
        source.report(problems, file.id.span, &found, &format!("`{folder}`: a pack is named as its folder"), None);
    }
    if !is_name(&file.id.value) {
        let found = format!("the id {:?}", file.id.value);
        source.report(problems, file.id.span, &found, "lower-case letters, digits and `-`, a letter first", None);
    }
    let version = Version::parse(&file.version.value);
    if version.is_none() {
        let found = format!("the version {:?}", file.version.value);
        source.report(problems, file.version.span, &found, "`major.minor.patch`, for instance 0.1.0", None);
    }
    check_abi(source, &file.abi, problems);
    if let Some(module) = &file.module
        && !is_library_name(&module.value)
    {
        let found = format!("the library {:?}", module.value);
        let allowed = "a plain name, as `goblins`: the library lies in the pack's folder or beside the game";
        source.report(problems, module.span, &found, allowed, None);
    }
    if is_orc(&file.license.value) && (file.notices.is_empty() || file.reserved.is_empty()) {
        let allowed = "with the ORC licence, `notices` and `reserved` too: it demands that both go along";
        source.report(problems, file.license.span, &format!("the licence {:?} alone", file.license.value), allowed, None);
    }
    version.unwrap_or(Version::UNKNOWN)
}

/// Whether a licence is the Open RPG Creative licence, alone or among others.
fn is_orc(license: &str) -> bool {
    let words: Vec<String> =
        license.split(|c: char| !c.is_alphanumeric()).map(str::to_ascii_lowercase).filter(|word| !word.is_empty()).collect();
    words.iter().any(|word| word == "orc") || words.windows(3).any(|part| part == ["open", "rpg", "creative"])
}

/// While the interface is 0.x, a minor release breaks (README, Modules).
fn check_abi(source: &Source, abi: &Spanned<String>, problems: &mut Problems) {
    let ours = Version::parse(abi::ABI_VERSION).unwrap_or(Version::UNKNOWN);
    match Version::parse(&abi.value) {
        Some(wanted) if ours.serves(wanted) => {}
        Some(_) => {
            let found = format!("a pack for the interface {}", abi.value);
            source.report(problems, abi.span, &found, &format!("one that {} serves", abi::ABI_VERSION), None);
        }
        None => {
            let found = format!("the interface version {:?}", abi.value);
            source.report(problems, abi.span, &found, &format!("for instance {:?}", abi::ABI_VERSION), None);
        }
    }
}

/// Whether this can be the id of a pack or the stem of a file.
pub fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// Whether this can be the name of a library: never a path, so that a pack cannot have another file opened as code.
pub fn is_library_name(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    (1..=LONGEST_LIBRARY_NAME).contains(&text.len()) && text.chars().all(is_plain)
}

/// Which packs each pack needs, of those that are there.
fn check_needs(packs: &BTreeMap<String, Found>, problems: &mut Problems) -> BTreeMap<String, Vec<String>> {
    let mut needs = BTreeMap::new();
    for (id, pack) in packs {
        let list: Vec<String> =
            pack.file.requires.iter().filter_map(|text| check_need(pack, text, packs, problems)).collect();
        for text in &pack.file.conflicts {
            check_conflict(pack, text, packs, problems);
        }
        for text in &pack.file.overrides {
            check_override(pack, text, &list, packs, problems);
        }
        needs.insert(id.clone(), list);
    }
    needs
}

fn requirement(pack: &Found, text: &Spanned<String>, problems: &mut Problems) -> Option<Requirement> {
    let parsed = Requirement::parse(&text.value);
    if parsed.is_none() {
        let allowed = "a pack's id, or with a version: `core >= 0.1`; also `=`, `>`, `<`, `<=`";
        pack.source.report(problems, text.span, &format!("{:?}", text.value), allowed, None);
    }
    parsed
}

fn check_need(
    pack: &Found,
    text: &Spanned<String>,
    packs: &BTreeMap<String, Found>,
    problems: &mut Problems,
) -> Option<String> {
    let wanted = requirement(pack, text, problems)?;
    let Some(other) = packs.get(&wanted.pack) else {
        let known: Vec<&str> = packs.keys().map(String::as_str).collect();
        let found = format!("a need of the pack `{}`, which is not there", wanted.pack);
        let allowed = format!("{}; or add its folder with --packs", listed(&known));
        pack.source.report(problems, text.span, &found, &allowed, nearest(&wanted.pack, known));
        return None;
    };
    if !other.version.is_unknown() && !wanted.holds(other.version) {
        let found = format!("a need of `{}`, but version {} is there", text.value, other.file.version.value);
        let allowed = format!("a version that {} is", other.file.version.value);
        pack.source.report(problems, text.span, &found, &allowed, None);
    }
    Some(wanted.pack)
}

fn check_conflict(pack: &Found, text: &Spanned<String>, packs: &BTreeMap<String, Found>, problems: &mut Problems) {
    let Some(wanted) = requirement(pack, text, problems) else { return };
    if let Some(other) = packs.get(&wanted.pack)
        && wanted.holds(other.version)
    {
        let found = format!("a conflict with `{}`, which is there in {}", wanted.pack, other.folder.display());
        pack.source.report(problems, text.span, &found, "one of both packs, not both", None);
    }
}

/// Only what a pack needs is sure to be there before it. An id without a pack's name is a ladder's. What takes the place of
/// content under ORC is made from it, and falls under that licence too.
fn check_override(
    pack: &Found,
    text: &Spanned<String>,
    needs: &[String],
    packs: &BTreeMap<String, Found>,
    problems: &mut Problems,
) {
    let owner = text.value.split_once('/').map(|(owner, _)| owner);
    let is_id = text.value.split('/').all(is_name) && text.value.split('/').count() <= 2;
    if !is_id {
        let found = format!("an override of {:?}", text.value);
        pack.source.report(problems, text.span, &found, "an id, as `core/wait`, or a ladder's, as `stage`", None);
    } else if let Some(owner) = owner.filter(|owner| !needs.iter().any(|need| need == owner)) {
        let found = format!("an override of `{}`, and `requires` does not name `{owner}`", text.value);
        pack.source.report(problems, text.span, &found, "ids of packs that `requires` names", None);
    } else if let Some(owner) = owner.and_then(|owner| packs.get(owner))
        && is_orc(&owner.file.license.value)
        && !is_orc(&pack.file.license.value)
    {
        let license = &pack.file.license;
        let found = format!("an override of `{}`, which is under ORC, in a pack under {:?}", text.value, license.value);
        let allowed = "the ORC licence, with `notices` and `reserved`: what is made from ORC content falls under it";
        pack.source.report(problems, license.span, &found, allowed, None);
    }
}

/// Packs behind their needs: each time the least id of those that need nothing more.
fn ordered(packs: &BTreeMap<String, Found>, needs: &BTreeMap<String, Vec<String>>, problems: &mut Problems) -> Vec<Pack> {
    let mut order: Vec<Pack> = Vec::new();
    let mut left: BTreeMap<&String, &Found> = packs.iter().collect();
    while !left.is_empty() {
        let waits = |id: &String| needs.get(id).is_some_and(|list| list.iter().any(|need| left.contains_key(need)));
        let Some(id) = left.keys().copied().find(|id| !waits(id)) else {
            report_circle(packs, needs, &left, problems);
            return order;
        };
        if let Some(found) = left.remove(id) {
            order.push(Pack {
                id: id.clone(),
                version: found.file.version.value.clone(),
                abi: found.file.abi.value.clone(),
                module: found.file.module.as_ref().map(|name| name.value.clone()),
                classes: found.file.classes.iter().map(class_info).collect(),
                folder: found.folder.clone(),
                needs: needs.get(id).cloned().unwrap_or_default(),
                overrides: found.file.overrides.iter().map(|id| id.value.clone()).collect(),
                has_moved: !found.file.moved.is_empty(),
                terms: Terms {
                    license: found.file.license.value.clone(),
                    notices: found.file.notices.clone(),
                    reserved: found.file.reserved.clone(),
                },
            });
        }
    }
    order
}

fn class_info(class: &ClassFile) -> ClassInfo {
    ClassInfo { kind: class.kind.value.clone(), fight: class.fight.value.clone() }
}

/// Follows needs from the first pack that is left until one comes again.
fn report_circle(
    packs: &BTreeMap<String, Found>,
    needs: &BTreeMap<String, Vec<String>>,
    left: &BTreeMap<&String, &Found>,
    problems: &mut Problems,
) {
    let Some(first) = left.keys().next() else { return };
    let mut way: Vec<&str> = vec![first.as_str()];
    loop {
        let here = way.last().copied().unwrap_or_default();
        let next = needs.get(here).and_then(|list| list.iter().find(|need| left.contains_key(need)));
        let Some(next) = next else { return };
        if let Some(start) = way.iter().position(|id| id == next) {
            way.drain(..start);
            break;
        }
        way.push(next);
    }
    // Told at the pack with the least id, so that the place does not hang on where the search began.
    let least = way.iter().enumerate().min_by_key(|(_, id)| **id).map_or(0, |(place, _)| place);
    way.rotate_left(least);
    let Some(pack) = way.first().and_then(|id| packs.get(*id)) else { return };
    way.push(way.first().copied().unwrap_or_default());
    let next = way.get(1).copied().unwrap_or_default();
    let need = pack.file.requires.iter().find(|text| Requirement::parse(&text.value).is_some_and(|need| need.pack == next));
    let span = need.map_or(pack.file.id.span, |text| text.span);
    let found = format!("a circle of needs: {}", way.join(" needs "));
    pack.source.report(problems, span, &found, "needs that come to an end", None);
}

#[cfg(test)]
mod tests;
