//! Every file of every pack, read but not yet understood.
//!
//! Owns the folders of a pack, the rule that an id is its pack and its file's stem, and a pack's hash. It must never stop
//! at a problem: a file that does not read still counts as there, so that who refers to it is not blamed. `load`, `check`
//! and `show` call it.

use super::overrides::{self, Overridden};
use super::packs::{Pack, is_name};
use super::problem::{Problem, Problems, nearest};
use super::reading::{Draft, Limits, Source};
use super::schema::Entity;
use super::schema::action::ActionFile;
use super::schema::actor::{AdditionFile, ConditionFile, KindFile};
use super::schema::feat::FeatFile;
use super::schema::place::{WeatherFile, ZoneFile};
use super::schema::plain::{CheckFile, GroundFile, HookFile, LadderFile, TextFile};
use super::schema::profile::ProfileFile;
use super::schema::readings::ReadingsFile;
use super::schema::ruleset::RulesetFile;
use super::schema::stimulus::StimulusFile;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folders of entities, in the order in which they are read.
pub const FOLDERS: &[&str] = &[
    "actions",
    "additions",
    "checks",
    "conditions",
    "feats",
    "grounds",
    "hooks",
    "kinds",
    "ladders",
    "profiles",
    "readings",
    "rules",
    "stimuli",
    "texts",
    "weathers",
    "zones",
    "fights",
];
/// The folder of fights, which are read one at a time and not with the rest.
pub const FIGHTS: &str = "fights";
/// The ending of all content.
const ENDING: &str = "ron";
/// The most files of one folder of a pack. A book of monsters has a few thousand.
const MOST_FILES: usize = 20_000;
/// The most bytes of RON in one pack, so that a pack cannot fill the memory file by file.
const MOST_PACK_BYTES: usize = 64 << 20;
/// The most names of a folder that are looked at.
const MOST_NAMES: usize = 200_000;

/// One file.
#[derive(Debug)]
pub struct Entry<T> {
    /// Its id, by its place on disk.
    pub id: Arc<str>,
    /// Its text.
    pub source: Source,
    /// What it says, as far as it reads.
    pub file: T,
}

/// All files of one sort, by id.
pub type Entries<T> = BTreeMap<Arc<str>, Entry<T>>;

/// All files.
#[derive(Debug, Default)]
pub struct Gathered {
    /// Actions.
    pub actions: Entries<ActionFile>,
    /// What packs add to kinds and conditions of others.
    pub additions: Entries<AdditionFile>,
    /// Profiles.
    pub profiles: Entries<ProfileFile>,
    /// Kinds.
    pub kinds: Entries<KindFile>,
    /// Conditions.
    pub conditions: Entries<ConditionFile>,
    /// Feats.
    pub feats: Entries<FeatFile>,
    /// Grounds.
    pub grounds: Entries<GroundFile>,
    /// Checks.
    pub checks: Entries<CheckFile>,
    /// Hooks.
    pub hooks: Entries<HookFile>,
    /// Ladders, by their ids without a pack's.
    pub ladders: Entries<LadderFile>,
    /// Stimuli.
    pub stimuli: Entries<StimulusFile>,
    /// Texts.
    pub texts: Entries<TextFile>,
    /// Tables of readings.
    pub readings: Entries<ReadingsFile>,
    /// Weathers.
    pub weathers: Entries<WeatherFile>,
    /// Zones.
    pub zones: Entries<ZoneFile>,
    /// Rulesets.
    pub rulesets: Entries<RulesetFile>,
    /// Ids of files that did not read at all, by their folder.
    pub unread: Vec<(&'static str, String)>,
    /// The hash of each pack, in their order.
    pub hashes: Vec<String>,
}

/// Reads all packs.
pub fn gather(packs: &[Pack], problems: &mut Problems) -> Gathered {
    let mut all = Gathered::default();
    let mut overridden = Overridden::new();
    for pack in packs {
        let (unread, overridden) = (&mut all.unread, &mut overridden);
        let mut reader = Reader { pack, problems, unread, overridden, hash: Sha256::new(), bytes: 0 };
        reader.look_around();
        reader.read("actions", &mut all.actions);
        reader.read("additions", &mut all.additions);
        reader.read("checks", &mut all.checks);
        reader.read("conditions", &mut all.conditions);
        reader.read("feats", &mut all.feats);
        reader.read("grounds", &mut all.grounds);
        reader.read("hooks", &mut all.hooks);
        reader.read("kinds", &mut all.kinds);
        reader.read("ladders", &mut all.ladders);
        reader.read("profiles", &mut all.profiles);
        reader.read("readings", &mut all.readings);
        reader.read("rules", &mut all.rulesets);
        reader.read("stimuli", &mut all.stimuli);
        reader.read("texts", &mut all.texts);
        reader.read("weathers", &mut all.weathers);
        reader.read("zones", &mut all.zones);
        overrides::check_all_used(pack, reader.problems);
        let digits = reader.hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        all.hashes.push(digits);
    }
    all
}

/// The files of one folder of a pack, below the pack, sorted by name.
pub fn files(pack: &Pack, folder: &str) -> Vec<PathBuf> {
    files_below(pack, Path::new(folder))
}

/// The same for a folder in a folder.
pub fn files_below(pack: &Pack, folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(pack.folder.join(folder)).into_iter().flatten().filter_map(Result::ok);
    let mut files: Vec<PathBuf> = entries
        .take(MOST_NAMES)
        .map(|entry| folder.join(entry.file_name()))
        .filter(|file| file.extension().is_some_and(|ending| ending == ENDING))
        .collect();
    files.sort();
    files
}

/// The id that a file has by its place. Ladders are shared by all packs and have no pack's name.
pub fn id_of(pack: &Pack, folder: &str, file: &Path) -> String {
    id_in(&pack.id, folder, file)
}

/// The same for a file of the pack of that name.
pub fn id_in(pack: &str, folder: &str, file: &Path) -> String {
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let stem = name.strip_suffix(".ron").unwrap_or(&name);
    if folder == "ladders" { stem.to_owned() } else { format!("{pack}/{stem}") }
}

/// The names of the folders in a folder, sorted.
pub fn folders_below(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).take(MOST_NAMES);
    let folders = entries.filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> = folders.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

/// One pack while it is read.
struct Reader<'a> {
    pack: &'a Pack,
    problems: &'a mut Problems,
    unread: &'a mut Vec<(&'static str, String)>,
    hash: Sha256,
    /// How much of the pack has been read.
    bytes: usize,
    /// What earlier packs have overridden.
    overridden: &'a mut Overridden,
}

impl Reader<'_> {
    /// Warns of a folder with RON that is none of ours: its author thinks that it is read.
    fn look_around(&mut self) {
        for name in folders_below(&self.pack.folder) {
            if FOLDERS.contains(&name.as_str()) || files(self.pack, &name).is_empty() {
                continue;
            }
            let allowed = format!("the folders {}", FOLDERS.join(", "));
            let found = format!("a folder `{name}` with RON in it, which nobody reads");
            let mut problem = Problem::of_file(&self.pack.id, self.pack.folder.join(&name), &found, &allowed).warning();
            problem.nearest = nearest(&name, FOLDERS.iter().copied());
            self.problems.push(problem);
        }
    }

    fn read<T: DeserializeOwned + Entity>(&mut self, folder: &'static str, entries: &mut Entries<T>) {
        let files = files(self.pack, folder);
        if files.len() > MOST_FILES {
            let found = format!("a folder of {} files", files.len());
            let allowed = format!("at most {MOST_FILES}; make two packs of it");
            self.problems.push(Problem::of_file(&self.pack.id, self.pack.folder.join(folder), &found, &allowed));
        }
        for path in files.into_iter().take(MOST_FILES) {
            let id = id_of(self.pack, folder, &path);
            if self.problems.is_full() || self.bytes > MOST_PACK_BYTES {
                self.unread.push((folder, id));
                continue;
            }
            match self.read_one::<T>(&path, &id) {
                Some(entry) => self.keep(entry, entries),
                None => self.unread.push((folder, id)),
            }
        }
        for over in overrides::overrides(self.pack, folder) {
            let is_there = entries.contains_key(over.id.as_str()) || self.unread.iter().any(|(_, id)| *id == over.id);
            if overrides::may_override(self.pack, folder, &over, is_there, self.overridden, self.problems)
                && let Some(entry) = self.read_one::<T>(&over.file, &over.id)
            {
                entries.insert(entry.id.clone(), entry);
            }
        }
    }

    fn read_one<T: DeserializeOwned + Entity>(&mut self, path: &Path, id: &str) -> Option<Entry<T>> {
        let source = match Source::open(&self.pack.id, &self.pack.folder, path, Limits::default()) {
            Ok(source) => source,
            Err(refused) => {
                self.problems.merge(refused);
                return None;
            }
        };
        self.bytes = self.bytes.saturating_add(source.text().len());
        if self.bytes > MOST_PACK_BYTES {
            let allowed = format!("at most {MOST_PACK_BYTES} bytes in all its files; make two packs of it");
            self.problems.push(Problem::of_file(&self.pack.id, &self.pack.folder, "a pack of more bytes", &allowed));
            return None;
        }
        // Lengths stand before texts, so that no two packs run together to one stream.
        for part in [path.to_string_lossy().as_bytes(), source.text().as_bytes()] {
            self.hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_le_bytes());
            self.hash.update(part);
        }
        let file = source.draft(self.problems).map(Draft::even_broken)?;
        self.check_id(id, &source, &file);
        Some(Entry { id: id.into(), source, file })
    }

    fn check_id<T: Entity>(&mut self, id: &str, source: &Source, file: &T) {
        let said = file.id();
        if *said.value != *id {
            let found = format!("the id {:?}", said.value);
            source.report(self.problems, said.span, &found, &format!("{id:?}, by the file's pack and name"), None);
        }
        let stem = id.rsplit('/').next().unwrap_or(id);
        if !is_name(stem) {
            let allowed = "a file named in lower-case letters, digits and `-`, a letter first";
            source.report(self.problems, said.span, &format!("a file named {stem:?}"), allowed, None);
        }
    }

    fn keep<T>(&mut self, entry: Entry<T>, entries: &mut Entries<T>)
    where
        T: Entity,
    {
        if entries.contains_key(&entry.id) {
            let found = format!("a second `{}`, which another pack has already", entry.id);
            entry.source.report(self.problems, entry.file.id().span, &found, "each id once among all packs", None);
            return;
        }
        entries.insert(entry.id.clone(), entry);
    }
}
