use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Where answers are written, file by file.
pub trait Files {
    /// Starts the file `name`.
    ///
    /// # Errors
    /// If it cannot be created.
    fn create(&mut self, name: &str) -> io::Result<Box<dyn Write + '_>>;
}

/// A folder on disk. Files appear in it whole, under their names, with [`commit`](Folder::commit);
/// before that, or without it, nothing in the folder changes.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    started: Vec<(PathBuf, NamedTempFile)>,
}

impl Folder {
    /// A folder that exists already.
    ///
    /// # Errors
    /// If files cannot be created in it: better now than after a long search.
    pub fn open(path: impl Into<PathBuf>) -> io::Result<Folder> {
        let folder = Folder { path: path.into(), started: Vec::new() };
        folder.temporary().map_err(|error| at(&folder.path, &error))?;
        Ok(folder)
    }

    fn temporary(&self) -> io::Result<NamedTempFile> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".plyglot-");
        // A temporary file is private by default; an answer is as readable as any other file.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        builder.tempfile_in(&self.path)
    }

    /// Moves all files to their names, replacing older ones.
    ///
    /// # Errors
    /// Names the file that could not be moved.
    pub fn commit(self) -> io::Result<Vec<PathBuf>> {
        let mut paths = Vec::new();
        for (path, file) in self.started {
            file.persist(&path).map_err(|error| at(&path, &error.error))?;
            paths.push(path);
        }
        Ok(paths)
    }
}

impl Files for Folder {
    fn create(&mut self, name: &str) -> io::Result<Box<dyn Write + '_>> {
        let path = self.path.join(name);
        let file = self.temporary().map_err(|error| at(&path, &error))?;
        self.started.push((path, file));
        let (_, file) = self.started.last_mut().expect("one was pushed just now");
        Ok(Box::new(file))
    }
}

/// An error that names its file: `output.txt: permission denied`.
fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {}", path.display(), error.kind()))
}

/// Files that are kept in memory, for tests and for programs that use this as a library.
#[derive(Clone, Debug, Default)]
pub struct InMemory(BTreeMap<String, Vec<u8>>);

impl InMemory {
    /// A file's content, if it was written and is text.
    pub fn text(&self, name: &str) -> Option<&str> {
        std::str::from_utf8(self.0.get(name)?).ok()
    }

    /// The names of all files written.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

impl Files for InMemory {
    fn create(&mut self, name: &str) -> io::Result<Box<dyn Write + '_>> {
        let content = self.0.entry(name.to_owned()).or_default();
        content.clear();
        Ok(Box::new(content))
    }
}
