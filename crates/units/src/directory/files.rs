//! Files that appear whole, once, and for the first who makes them.

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::parse;
use crate::{Unit, UnitsError};

/// The files of a store, for one handle.
#[derive(Debug)]
pub struct Files {
    folder: PathBuf,
    /// No other handle has it, on any machine.
    token: u64,
    drafts: AtomicU64,
}

impl Files {
    pub fn new(folder: &Path) -> Files {
        // The library's own random state is the only chance that it offers.
        let token = RandomState::new().build_hasher().finish();
        Files { folder: folder.to_owned(), token, drafts: AtomicU64::new(0) }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The file of a shelf's units.
    pub fn shelf(&self, number: usize) -> PathBuf {
        self.folder.join("units").join(format!("{number:06}.jsonl"))
    }

    /// The folder of a shelf's leases and results.
    pub fn leases(&self, number: usize) -> PathBuf {
        self.folder.join("leases").join(format!("{number:06}"))
    }

    /// The units of a shelf, if it is there.
    pub fn units(&self, number: usize) -> Result<Option<Vec<Unit>>, UnitsError> {
        let path = self.shelf(number);
        let Some(text) = read(&path)? else { return Ok(None) };
        let units = text.lines().map(|line| parse(&path, line)).collect::<Result<_, _>>()?;
        let leases = self.leases(number);
        fs::create_dir_all(&leases).map_err(UnitsError::at(&leases))?;
        Ok(Some(units))
    }

    /// A number that differs from time to time and from handle to handle.
    pub fn draw(&self) -> u64 {
        (self.token ^ self.drafts.load(Ordering::Relaxed)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32
    }

    /// Makes a file with this content; `false` if there is one, which stays. When it returns, the file
    /// outlives the power.
    pub fn add(&self, path: &Path, content: &[u8]) -> Result<bool, UnitsError> {
        let is_new = self.link(path, content, true)?;
        if let Some(folder) = path.parent() {
            sync_folder(folder).map_err(UnitsError::at(folder))?;
        }
        Ok(is_new)
    }

    /// The same, but it may be lost with the power.
    pub fn add_quickly(&self, path: &Path, content: &[u8]) -> Result<bool, UnitsError> {
        self.link(path, content, false)
    }

    /// Makes a file, or puts it in the place of the one that is there.
    pub fn replace(&self, path: &Path, content: &[u8]) -> Result<(), UnitsError> {
        let draft = self.draft(content, true)?;
        fs::rename(&draft, path).map_err(UnitsError::at(path))
    }

    fn link(&self, path: &Path, content: &[u8], is_safe: bool) -> Result<bool, UnitsError> {
        let draft = self.draft(content, is_safe)?;
        let linked = fs::hard_link(&draft, path);
        // Over NFS an answer may be lost and the question asked again: then the link is there, and
        // the second answer is that it was there already. How many names the file has tells.
        let is_linked = linked.is_ok() || names_of(&draft) > 1;
        _ = fs::remove_file(&draft);
        match linked {
            _ if is_linked => Ok(true),
            Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                Err(UnitsError::at(path)(error))
            }
            _ => Ok(false),
        }
    }

    fn draft(&self, content: &[u8], is_safe: bool) -> Result<PathBuf, UnitsError> {
        let number = self.drafts.fetch_add(1, Ordering::Relaxed);
        let path = self.folder.join("drafts").join(format!("{:016x}-{number}", self.token));
        let write = || {
            let mut file = File::create_new(&path)?;
            file.write_all(content)?;
            if is_safe { file.sync_all() } else { Ok(()) }
        };
        write().map_err(|error| {
            _ = fs::remove_file(&path);
            UnitsError::at(&path)(error)
        })?;
        Ok(path)
    }
}

#[cfg(unix)]
fn names_of(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |found| std::os::unix::fs::MetadataExt::nlink(&found))
}

#[cfg(not(unix))]
fn names_of(_: &Path) -> u64 {
    1
}

/// Makes the names in a folder outlive the power, where that can be asked for.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// The content of a file, if there is one.
pub fn read(path: &Path) -> Result<Option<String>, UnitsError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(UnitsError::at(path)(error)),
    }
}

/// The names in a folder.
pub fn names(folder: &Path) -> Result<Vec<String>, UnitsError> {
    let list = || -> io::Result<Vec<String>> {
        let names = fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name()));
        let names: Vec<_> = names.collect::<io::Result<_>>()?;
        Ok(names.into_iter().filter_map(|name| name.into_string().ok()).collect())
    };
    list().map_err(UnitsError::at(folder))
}

/// Makes a file one byte longer.
pub fn grow(path: &Path) -> Result<(), UnitsError> {
    let write = || OpenOptions::new().append(true).open(path)?.write_all(b".");
    write().map_err(UnitsError::at(path))
}

/// How long a file is. It is opened to ask: that makes NFS look at the server's file, not at what it
/// remembers.
pub fn length(path: &Path) -> Result<u64, UnitsError> {
    File::open(path).and_then(|file| Ok(file.metadata()?.len())).map_err(UnitsError::at(path))
}
