//! Opening a file that may be anything: only plain files are read, and nothing that could block is ever waited for.
//!
//! Owns the judgment of what lies behind a path: a folder, a pipe, a socket, a device and a file that the kernel makes up
//! are named and refused, whoever asks. It must never read what a file says. Content, modules and logs open through it.

use std::fmt;
use std::fs::{File, FileType, Metadata, OpenOptions};
use std::io::{self, Read as _};
use std::path::Path;

/// Why a path cannot be read.
#[derive(Debug)]
pub enum Unfit {
    /// Nothing is there.
    Missing,
    /// Something that is no plain file, in words.
    NoFile(&'static str),
    /// More bytes than whoever asked will read.
    TooLarge {
        /// How many there are; one more than allowed where nobody knows.
        bytes: u64,
        /// How many would be read.
        most_bytes: u64,
    },
    /// The system will not have it.
    Io(io::Error),
}

impl Unfit {
    fn of(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::NotFound { Self::Missing } else { Self::Io(error) }
    }
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("there is no such file"),
            Self::NoFile(what) => write!(f, "it is {what}; name a plain file"),
            Self::TooLarge { bytes, most_bytes } => write!(f, "it has {bytes} bytes, and at most {most_bytes} are read"),
            Self::Io(error) => write!(f, "it cannot be opened: {error}"),
        }
    }
}

impl std::error::Error for Unfit {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

/// Opens a plain file for reading.
///
/// What is there is looked at before it is opened, since opening alone can do something to a device, and again behind
/// that, since another thing may stand there by then.
///
/// # Errors
/// It is no plain file, or the system refuses.
pub fn open(path: &Path) -> Result<File, Unfit> {
    let about = std::fs::metadata(path).map_err(Unfit::of)?;
    check_kind(about.file_type())?;
    let file = reading().open(path).map_err(Unfit::of)?;
    let about = file.metadata().map_err(Unfit::of)?;
    check_kind(about.file_type())?;
    check_system(&file, &about)?;
    Ok(file)
}

/// Reads a plain file whole, if it has no more than so many bytes.
///
/// # Errors
/// As [`open`]; it is larger, or grows beyond that while it is read.
pub fn read(path: &Path, most_bytes: u64) -> Result<Vec<u8>, Unfit> {
    let mut text = Vec::new();
    read_into(path, most_bytes, &mut text)?;
    Ok(text)
}

/// The same into room that is kept from one file to the next; what stood there goes.
///
/// # Errors
/// As [`read`].
pub fn read_into(path: &Path, most_bytes: u64, text: &mut Vec<u8>) -> Result<(), Unfit> {
    text.clear();
    let file = open(path)?;
    let bytes = file.metadata().map_err(Unfit::of)?.len();
    if bytes > most_bytes {
        return Err(Unfit::TooLarge { bytes, most_bytes });
    }
    text.reserve(usize::try_from(bytes).unwrap_or(0));
    file.take(most_bytes.saturating_add(1)).read_to_end(text).map_err(Unfit::of)?;
    match u64::try_from(text.len()) {
        Ok(bytes) if bytes <= most_bytes => Ok(()),
        _ => Err(Unfit::TooLarge { bytes: most_bytes.saturating_add(1), most_bytes }),
    }
}

/// For reading, and in such a way that a pipe without a writer is not waited for and no terminal is taken over.
fn reading() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt as _;
        let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
        options.custom_flags(i32::try_from(flags.bits()).unwrap_or(0));
    }
    options
}

fn check_kind(kind: FileType) -> Result<(), Unfit> {
    if kind.is_file() {
        return Ok(());
    }
    if kind.is_dir() {
        return Err(Unfit::NoFile("a folder"));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        if kind.is_fifo() {
            return Err(Unfit::NoFile("a pipe"));
        }
        if kind.is_socket() {
            return Err(Unfit::NoFile("a socket"));
        }
        if kind.is_char_device() || kind.is_block_device() {
            return Err(Unfit::NoFile("a device"));
        }
    }
    Err(Unfit::NoFile("neither a file nor a folder"))
}

/// Refuses what only looks like a file: below `/proc` and `/sys` each reading asks the kernel, may wait, and never ends.
#[cfg(target_os = "linux")]
fn check_system(file: &File, _about: &Metadata) -> Result<(), Unfit> {
    /// The magic numbers of file systems without files, as `statfs(2)` lists them: bpf, cgroup, cgroup2, configfs, debugfs,
    /// devpts, efivarfs, mqueue, proc, pstore, securityfs, selinuxfs, smackfs, sysfs, tracefs.
    const MADE_UP: [u32; 15] = [
        0xcafe_4a11,
        0x0027_e0eb,
        0x6367_7270,
        0x6265_6570,
        0x6462_6720,
        0x0000_1cd1,
        0xde5e_81e4,
        0x1980_0202,
        0x0000_9fa0,
        0x6165_676c,
        0x7363_6673,
        0xf97c_ff8c,
        0x4341_5d53,
        0x6265_6572,
        0x7472_6163,
    ];
    let about = rustix::fs::fstatfs(file).map_err(|error| Unfit::Io(error.into()))?;
    // The field has another width and sign on each processor; the numbers have 32 bits on all of them.
    let is_made_up = MADE_UP.iter().any(|magic| i128::from(about.f_type) & 0xffff_ffff == i128::from(*magic));
    if is_made_up { Err(Unfit::NoFile("made up by the kernel and no file on a disk")) } else { Ok(()) }
}

#[cfg(not(target_os = "linux"))]
fn check_system(_file: &File, _about: &Metadata) -> Result<(), Unfit> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::PathBuf;

    /// A folder of one test's own, which goes away with it.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("dungeon-mind-plain-file-{name}-{}", std::process::id()));
            fs::create_dir_all(&folder).unwrap();
            Self(folder)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            // A folder that stays behind hurts nobody.
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn check(path: &Path, expected: &str) {
        let said = match read(path, 8) {
            Ok(bytes) => String::from_utf8(bytes).unwrap(),
            Err(unfit) => unfit.to_string(),
        };
        assert_eq!(said, expected, "{}", path.display());
    }

    #[test]
    fn a_file_is_read_up_to_its_limit() {
        let scratch = Scratch::new("limit");
        let file = scratch.0.join("a");
        check(&file, "there is no such file");
        fs::write(&file, "12345678").unwrap();
        check(&file, "12345678");
        fs::write(&file, "123456789").unwrap();
        check(&file, "it has 9 bytes, and at most 8 are read");
        check(&scratch.0, "it is a folder; name a plain file");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_only_looks_like_a_file_is_named_and_not_waited_for() {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        let scratch = Scratch::new("kinds");
        let pipe = scratch.0.join("pipe");
        mknodat(CWD, &pipe, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
        check(&pipe, "it is a pipe; name a plain file");
        let _listener = std::os::unix::net::UnixListener::bind(scratch.0.join("socket")).unwrap();
        check(&scratch.0.join("socket"), "it is a socket; name a plain file");
        std::os::unix::fs::symlink("/dev/zero", scratch.0.join("link")).unwrap();
        check(&scratch.0.join("link"), "it is a device; name a plain file");
        check(Path::new("/proc/self/status"), "it is made up by the kernel and no file on a disk; name a plain file");
        check(Path::new("/proc/self/status/x"), "it cannot be opened: Not a directory (os error 20)");
    }
}
