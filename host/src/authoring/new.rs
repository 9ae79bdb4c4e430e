//! `pack new`: a folder from a template, under a name of its own.
//!
//! Owns what a new pack may be called, where the interface is found, and that nothing is ever written over. The command line
//! calls it.

use super::lock::{self, lock_of};
use super::templates::Kind;
use crate::content::packs::is_name;
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A new pack that is asked for.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// Its folder, which must not be there yet, or be empty. Its last part is the pack's id.
    pub folder: &'a Path,
    /// What it is to bring.
    pub kind: Kind,
    /// The folder of the interface; found by itself where nobody says.
    pub abi: Option<&'a Path>,
    /// Ids that packs have already.
    pub taken: &'a [String],
}

/// Why there is no new pack.
#[derive(Debug)]
pub enum NewError {
    /// It cannot be called that: the name, and what is allowed.
    BadName(String, String),
    /// There is something in the folder.
    Occupied(PathBuf),
    /// The folder of the interface is in none of these.
    NoInterface(Vec<PathBuf>),
    /// A path that cannot stand in a file.
    NotText(PathBuf),
    /// The system would not write.
    NotWritten(PathBuf, io::Error),
    /// The game's lock file does not read.
    Lock(toml::de::Error),
}

impl fmt::Display for NewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadName(name, allowed) => write!(f, "a pack cannot be called {name:?}: {allowed}"),
            Self::Occupied(path) => {
                write!(f, "{}: there is something already; name a folder that is not there yet", path.display())
            }
            Self::NoInterface(looked) => {
                write!(f, "the crate of the interface, `abi`, was not found; name its folder with --abi; looked for it in")?;
                looked.iter().try_for_each(|place| write!(f, " {}", place.display()))
            }
            Self::NotText(path) => {
                write!(f, "{}: the path is no UTF-8, so it cannot stand in a `Cargo.toml`; give another", path.display())
            }
            Self::NotWritten(path, error) => write!(f, "{}: it cannot be written: {error}", path.display()),
            Self::Lock(error) => write!(f, "the game's own lock file does not read: {error}"),
        }
    }
}

impl std::error::Error for NewError {}

/// The longest id: it stands in a library's manifest, in 48 bytes with a zero behind it.
const LONGEST_NAME: usize = 47;
/// Names that rustc or cargo keep for themselves, or that a module's own imports have.
const KEPT_NAMES: &[&str] = &[
    "abi",
    "alloc",
    "as",
    "async",
    "await",
    "break",
    "build",
    "const",
    "continue",
    "core",
    "crate",
    "deps",
    "dyn",
    "else",
    "enum",
    "examples",
    "extern",
    "false",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "incremental",
    "let",
    "loop",
    "match",
    "mod",
    "move",
    "mut",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "std",
    "struct",
    "super",
    "test",
    "trait",
    "true",
    "type",
    "unsafe",
    "use",
    "where",
    "while",
];

/// Makes a new pack; gives back its files, in order.
///
/// # Errors
/// Why there is none; nothing that was there is changed then.
pub fn create(request: &Request<'_>) -> Result<Vec<PathBuf>, NewError> {
    let folder = request.folder;
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    check_name(&name, request.taken)?;
    let is_occupied = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_some(),
        Err(error) => error.kind() != io::ErrorKind::NotFound,
    };
    if is_occupied {
        return Err(NewError::Occupied(folder.to_path_buf()));
    }
    let files = files_of(request, &name)?;
    let mut written = Vec::new();
    for (path, text) in files {
        let path = folder.join(path);
        write_new(&path, &text).map_err(|error| NewError::NotWritten(path.clone(), error))?;
        written.push(path);
    }
    Ok(written)
}

fn check_name(name: &str, taken: &[String]) -> Result<(), NewError> {
    let bad = |allowed: String| Err(NewError::BadName(name.to_owned(), allowed));
    if !is_name(name) {
        return bad("allowed are lower-case letters, digits and `-`, a letter first".to_owned());
    }
    if name.len() > LONGEST_NAME {
        return bad(format!("allowed are {LONGEST_NAME} letters at most"));
    }
    if KEPT_NAMES.contains(&name) {
        return bad("Rust or cargo keep that word for themselves; choose another".to_owned());
    }
    if taken.iter().any(|other| other == name) {
        return bad("there is a pack of that id already; choose another".to_owned());
    }
    Ok(())
}

/// Every file of the new pack, by its path below its folder.
fn files_of(request: &Request<'_>, name: &str) -> Result<Vec<(String, String)>, NewError> {
    let template = request.kind.template();
    let renamed = |text: &str| {
        let text = text.replace(template, name).replace(&template.replace('-', "_"), &name.replace('-', "_"));
        text.replace(&camel(template), &camel(name))
    };
    let mut files: Vec<(String, String)> =
        request.kind.files().iter().map(|(path, text)| (renamed(path), renamed(text))).collect();
    for (path, text) in &mut files {
        match path.as_str() {
            // Under its own name it would keep files of the template out of the game's repository.
            "gitignore" => *path = ".gitignore".to_owned(),
            "Cargo.toml" => *text = text.replace(TEMPLATE_ABI, &toml_text(&abi_folder(request.abi)?)?),
            _ => {}
        }
    }
    if files.iter().any(|(path, _)| path == "Cargo.toml") {
        files.push(("Cargo.lock".to_owned(), lock_of(name).map_err(NewError::Lock)?));
    }
    files.sort();
    Ok(files)
}

/// Where the interface lies as seen from a template, as its `Cargo.toml` has it.
const TEMPLATE_ABI: &str = "\"../../../abi\"";

/// `my-class` as `MyClass`.
fn camel(name: &str) -> String {
    let capital = |part: &str| {
        let mut letters = part.chars();
        letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str()).unwrap_or_default()
    };
    name.split('-').map(capital).collect()
}

/// The folder of the interface's crate: the one that was given, else above the running program, else in the present folder.
///
/// # Errors
/// When it is in none of them.
pub fn abi_folder(given: Option<&Path>) -> Result<PathBuf, NewError> {
    let program = std::env::current_exe().unwrap_or_default();
    let here = std::env::current_dir().unwrap_or_default();
    let places: Vec<PathBuf> = match given {
        Some(folder) => vec![folder.to_path_buf()],
        None => program.ancestors().skip(1).chain([here.as_path()]).map(|place| place.join("abi")).collect(),
    };
    let found = places.iter().find(|place| is_interface(place)).and_then(|place| place.canonicalize().ok());
    found.ok_or(NewError::NoInterface(places))
}

fn is_interface(folder: &Path) -> bool {
    let text = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    let manifest: Option<toml::Table> = toml::from_str(&text).ok();
    let name = manifest.as_ref().and_then(|table| table.get("package")?.get("name")?.as_str());
    name == Some(lock::INTERFACE)
}

/// A path as a text of TOML.
fn toml_text(path: &Path) -> Result<String, NewError> {
    let text = path.to_str().ok_or_else(|| NewError::NotText(path.to_path_buf()))?;
    let escaped: String = text
        .chars()
        .map(|letter| match letter {
            '"' | '\\' => format!("\\{letter}"),
            letter if letter.is_control() => format!("\\u{:04X}", u32::from(letter)),
            letter => letter.to_string(),
        })
        .collect();
    Ok(format!("\"{escaped}\""))
}

/// Writes a file that is not there yet.
fn write_new(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("dungeon-mind-new-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn abi() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../abi")
    }

    fn make(folder: &Path, kind: Kind) -> Result<Vec<PathBuf>, NewError> {
        create(&Request { folder, kind, abi: Some(&abi()), taken: &["fighter".to_owned()] })
    }

    #[test]
    fn nothing_of_the_template_s_name_is_left() {
        let root = scratch("names");
        for (kind, _) in Kind::ALL {
            let folder = root.join(format!("sea-{kind}"));
            let files = make(&folder, kind).unwrap();
            assert!(files.len() > 8, "{kind}: {files:?}");
            for file in files {
                let text = fs::read_to_string(&file).unwrap();
                let (template, whole) = (kind.template(), format!("{}\n{text}", file.display()));
                for name in [template.to_owned(), template.replace('-', "_"), camel(template)] {
                    assert!(!whole.contains(&name), "{}: {name}", file.display());
                }
                assert!(!text.contains("../../../abi"), "{}", file.display());
            }
        }
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn nothing_is_written_over_and_names_are_checked() {
        let root = scratch("refusals");
        fs::write(root.join("mine"), "mine").unwrap();
        let refused = |folder: &Path| make(folder, Kind::Data).unwrap_err().to_string();
        assert!(refused(&root.join("mine")).ends_with("name a folder that is not there yet"));
        assert_eq!(fs::read_to_string(root.join("mine")).unwrap(), "mine");
        let named = |name: &str| refused(&root.join(name));
        assert!(named("My-Class").contains("lower-case letters"), "{}", named("My-Class"));
        assert!(named("fighter").contains("of that id already"), "{}", named("fighter"));
        assert!(named("struct").contains("for themselves"), "{}", named("struct"));
        assert!(named(&"a".repeat(48)).contains("47 letters"), "{}", named(&"a".repeat(48)));
        let no_abi = create(&Request { folder: &root.join("sea"), kind: Kind::Class, abi: Some(&root), taken: &[] });
        assert!(no_abi.unwrap_err().to_string().contains("name its folder with --abi"));
        assert!(!root.join("sea").exists(), "what is refused leaves nothing behind");
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn paths_become_texts_of_toml() {
        let odd = Path::new("/odd \"name\"\\with\u{1}control");
        let written = format!("path = {}", toml_text(odd).unwrap());
        let read: toml::Table = toml::from_str(&written).unwrap();
        assert_eq!(read["path"].as_str(), odd.to_str());
    }
}
