//! Folders of other people's files: files and directories, never links, and not too many of them.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use plyglot_sandbox::mode;
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::hash::hex;

/// No submission is larger, in bytes, has more files, or is nested deeper.
const MOST_BYTES: u64 = 512 << 20;
const MOST_FILES: usize = 20_000;
pub const DEEPEST: usize = 32;

/// Why a folder cannot be used.
#[derive(Debug, Error)]
pub enum TreeError {
    /// By what it is. That is its author's affair.
    #[error("{0}")]
    Unfit(String),
    /// Since something cannot be read or written. That is ours.
    #[error("{}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
}

impl TreeError {
    pub fn unfit(why: impl Into<String>) -> TreeError {
        TreeError::Unfit(why.into())
    }

    pub fn too_deep() -> TreeError {
        TreeError::Unfit(format!("directories are nested more than {DEEPEST} deep"))
    }

    /// For what fails at a path. A name that no system takes is not our failure.
    pub fn at(path: &Path) -> impl Fn(io::Error) -> TreeError {
        move |error| match error.kind() {
            io::ErrorKind::InvalidFilename => TreeError::unfit("the name of a file is too long"),
            _ => TreeError::Io { path: path.to_owned(), error },
        }
    }
}

/// What is left for a submission to have.
#[derive(Debug)]
pub struct Room {
    pub bytes: u64,
    files: usize,
}

impl Room {
    pub fn new() -> Room {
        Room { bytes: MOST_BYTES, files: MOST_FILES }
    }

    /// Takes a file of a size.
    pub fn take(&mut self, bytes: u64) -> Result<(), TreeError> {
        let too_large = || TreeError::unfit(format!("more than {} MB", MOST_BYTES >> 20));
        let too_many = || TreeError::unfit(format!("more than {MOST_FILES} files"));
        self.bytes = self.bytes.checked_sub(bytes).ok_or_else(too_large)?;
        self.files = self.files.checked_sub(1).ok_or_else(too_many)?;
        Ok(())
    }
}

/// A folder that is walked through.
#[derive(Clone, Copy, Debug)]
pub enum Tree<'p> {
    /// Only looked at.
    Theirs(&'p Path),
    /// Ours: what a program has closed in it is opened again.
    Ours(&'p Path),
}

impl Tree<'_> {
    fn path(&self) -> &Path {
        match self {
            Tree::Theirs(path) | Tree::Ours(path) => path,
        }
    }

    /// Visits all files and directories, each directory before what is in it, in an order that
    /// depends on nothing but the names.
    fn walk(
        &self,
        mut visit: impl FnMut(&Path, &Path, &Metadata) -> Result<(), TreeError>,
    ) -> Result<(), TreeError> {
        let mut room = Room::new();
        self.open_up(self.path(), &metadata(self.path())?)?;
        let mut waiting = vec![(PathBuf::new(), 0)];
        while let Some((folder, depth)) = waiting.pop() {
            if depth == DEEPEST {
                return Err(TreeError::too_deep());
            }
            for name in names(&self.path().join(&folder))? {
                let below = folder.join(name);
                let path = self.path().join(&below);
                let found = metadata(&path)?;
                room.take(found.len())?;
                if !found.is_dir() && !found.is_file() {
                    continue;
                }
                self.open_up(&path, &found)?;
                visit(&path, &below, &found)?;
                if found.is_dir() {
                    waiting.push((below, depth + 1));
                }
            }
        }
        Ok(())
    }

    fn open_up(&self, path: &Path, found: &Metadata) -> Result<(), TreeError> {
        let needed = if found.is_dir() { 0o700 } else { 0o600 };
        let mode = mode::of(found);
        if matches!(self, Tree::Theirs(_)) || mode & needed == needed {
            return Ok(());
        }
        mode::set(path, mode & 0o7777 | needed).map_err(TreeError::at(path))
    }

    /// Whether it can be used at all.
    ///
    /// # Errors
    /// If something cannot be read, or there is too much.
    pub fn check(&self) -> Result<(), TreeError> {
        self.walk(|_, _, _| Ok(()))
    }

    /// Copies everything into a directory that is there. A link could lead to anything, the right
    /// answers among it, and the copying program may read them: so links, pipes and devices are
    /// left out.
    ///
    /// # Errors
    /// If something cannot be read or written, or there is too much.
    pub fn copy_to(&self, to: &Path) -> Result<(), TreeError> {
        self.walk(|path, below, found| {
            let target = to.join(below);
            if found.is_dir() {
                return fs::create_dir(&target).map_err(TreeError::at(&target));
            }
            copy_file(path, &target, found)
        })
    }

    /// A number for all names and bytes in it.
    ///
    /// # Errors
    /// If something cannot be read, or there is too much.
    pub fn digest(&self) -> Result<String, TreeError> {
        let mut hash = Sha256::new();
        self.walk(|path, below, found| {
            let name = below.as_os_str().as_encoded_bytes();
            hash.update((name.len() as u64).to_le_bytes());
            hash.update(name);
            hash.update([u8::from(found.is_dir())]);
            hash.update((mode::of(found) & 0o111).to_le_bytes());
            if found.is_file() {
                hash.update(found.len().to_le_bytes());
                add_bytes(&mut hash, path).map_err(TreeError::at(path))?;
            }
            Ok(())
        })?;
        Ok(hex(hash))
    }
}

/// Copies a file; nobody but its owner may write to the copy.
pub fn copy_file(from: &Path, to: &Path, found: &Metadata) -> Result<(), TreeError> {
    fs::copy(from, to).map_err(TreeError::at(from))?;
    let mode = mode::of(found) & 0o7777;
    let safe = mode & 0o755 | 0o600;
    if safe != mode {
        mode::set(to, safe).map_err(TreeError::at(to))?;
    }
    Ok(())
}

/// Of the file itself, not of what it may link to.
fn metadata(path: &Path) -> Result<Metadata, TreeError> {
    fs::symlink_metadata(path).map_err(TreeError::at(path))
}

/// The sorted names in a directory; no more than one too many.
fn names(folder: &Path) -> Result<Vec<std::ffi::OsString>, TreeError> {
    let entries = fs::read_dir(folder).map_err(TreeError::at(folder))?;
    let names = entries.take(MOST_FILES + 1).map(|entry| entry.map(|entry| entry.file_name()));
    let mut names: Vec<_> = names.collect::<io::Result<_>>().map_err(TreeError::at(folder))?;
    names.sort_unstable();
    Ok(names)
}

fn add_bytes(hash: &mut Sha256, path: &Path) -> io::Result<()> {
    let mut file = File::open(path)?;
    let mut buffer = vec![0; 64 << 10];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(()),
            length => hash.update(&buffer[..length]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_sees_every_change() {
        let room = tempfile::tempdir().unwrap();
        let file = room.path().join("a");
        let mut seen = Vec::new();
        let mut see = || seen.push(Tree::Theirs(room.path()).digest().unwrap());
        see();
        fs::write(&file, "x").unwrap();
        see();
        fs::write(&file, "y").unwrap();
        see();
        mode::set(&file, 0o755).unwrap();
        see();
        fs::rename(&file, room.path().join("b")).unwrap();
        see();
        fs::create_dir(room.path().join("c")).unwrap();
        see();
        fs::rename(room.path().join("b"), room.path().join("c/b")).unwrap();
        see();
        let count = seen.len();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), count);
    }

    /// A program may close whatever is its own; that neither stops us nor changes what it handed in.
    #[test]
    fn what_is_ours_is_opened_and_what_is_theirs_is_not_touched() {
        let room = tempfile::tempdir().unwrap();
        let [from, to] = ["from", "to"].map(|name| room.path().join(name));
        fs::create_dir_all(from.join("sub")).unwrap();
        fs::create_dir(&to).unwrap();
        fs::write(from.join("sub/hw1.py"), "x").unwrap();
        let close = |name: &str, mode| {
            mode::set(&from.join(name), mode).unwrap();
        };
        let mode = |name: &str| mode::of(&from.join(name).metadata().unwrap()) & 0o777;
        close("sub/hw1.py", 0o111);
        close("sub", 0o500);
        Tree::Theirs(&from).check().unwrap();
        assert_eq!((mode("sub"), mode("sub/hw1.py")), (0o500, 0o111));
        close("sub", 0);
        Tree::Ours(&from).copy_to(&to).unwrap();
        assert_eq!(fs::read_to_string(to.join("sub/hw1.py")).unwrap(), "x");
        assert_eq!(mode("sub/hw1.py"), 0o711);
    }

    #[test]
    fn nested_directories_are_refused_and_not_followed_down() {
        let room = tempfile::tempdir().unwrap();
        let mut deep = room.path().to_owned();
        for _ in 0..DEEPEST {
            deep.push("d");
            fs::create_dir(&deep).unwrap();
        }
        assert!(matches!(Tree::Theirs(room.path()).check(), Err(TreeError::Unfit(_))));
        fs::remove_dir(&deep).unwrap();
        Tree::Theirs(room.path()).check().unwrap();
    }
}
