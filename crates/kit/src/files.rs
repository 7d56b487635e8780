use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::atomic_file::Draft;

/// Where answers are written, file by file, and where an earlier run may have left something.
pub trait Files {
    /// Starts the file `name`.
    ///
    /// # Errors
    /// If it cannot be created.
    fn create(&mut self, name: &str) -> io::Result<Box<dyn Write + '_>>;

    /// Makes a whole file appear now, in place of an older one: at every moment one of the two is
    /// there.
    ///
    /// # Errors
    /// If it cannot be written.
    fn publish(&mut self, name: &str, text: &str) -> io::Result<()>;

    /// What an earlier run left under this name: `None` if that is nothing, no text, or longer than
    /// [`LONGEST_NOTE`].
    fn read(&self, name: &str) -> Option<String>;
}

/// Nothing that one run leaves for the next is longer, in bytes.
pub const LONGEST_NOTE: u64 = 1 << 16;

/// A folder on disk. Files that are [created](Files::create) appear in it whole, under their names,
/// with [`commit`](Folder::commit); before that, or without it, only [`publish`](Files::publish)
/// changes the folder.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    published: Vec<PathBuf>,
    started: Vec<(PathBuf, Draft)>,
}

impl Folder {
    /// A folder that exists already, for a file of this name and perhaps others.
    ///
    /// # Errors
    /// If files cannot be created in it: better now than after a long search. Names the file.
    pub fn open(path: impl Into<PathBuf>, name: &str) -> io::Result<Folder> {
        let path = path.into();
        Draft::new(&path).map_err(|error| at(&path.join(name), &error))?;
        Ok(Folder { path, published: Vec::new(), started: Vec::new() })
    }

    /// Gives all files their names, replacing older ones. Returns the paths of all that were
    /// written.
    ///
    /// # Errors
    /// Names the file for which that failed.
    pub fn commit(self) -> io::Result<Vec<PathBuf>> {
        let mut paths = self.published;
        for (path, draft) in self.started {
            draft.publish(&path).map_err(|error| at(&path, &error))?;
            paths.push(path);
        }
        Ok(paths)
    }
}

impl Files for Folder {
    fn create(&mut self, name: &str) -> io::Result<Box<dyn Write + '_>> {
        let path = self.path.join(name);
        let draft = Draft::new(&self.path).map_err(|error| at(&path, &error))?;
        self.started.push((path, draft));
        let (path, draft) = self.started.last_mut().expect("one was pushed just now");
        Ok(Box::new(StartedFile { path, draft }))
    }

    fn publish(&mut self, name: &str, text: &str) -> io::Result<()> {
        let path = self.path.join(name);
        let write = || {
            let mut draft = Draft::new(&self.path)?;
            draft.write_all(text.as_bytes())?;
            draft.publish(&path)
        };
        write().map_err(|error| at(&path, &error))?;
        if !self.published.contains(&path) {
            self.published.push(path);
        }
        Ok(())
    }

    fn read(&self, name: &str) -> Option<String> {
        let path = self.path.join(name);
        // Opening something that is not a file, such as a pipe, may take forever.
        let metadata = fs::metadata(&path).ok()?;
        if !metadata.is_file() || metadata.len() > LONGEST_NOTE {
            return None;
        }
        let mut text = String::new();
        File::open(path).ok()?.take(LONGEST_NOTE).read_to_string(&mut text).ok()?;
        Some(text)
    }
}

/// A draft whose errors name the file that it is to become.
struct StartedFile<'f> {
    path: &'f Path,
    draft: &'f mut Draft,
}

impl Write for StartedFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.draft.write(bytes).map_err(|error| at(self.path, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.draft.flush().map_err(|error| at(self.path, &error))
    }
}

/// An error that names its file: `output.txt: permission denied`.
fn at(path: &Path, error: &io::Error) -> io::Error {
    // As people call a file in the current directory.
    let path = path.strip_prefix(".").unwrap_or(path);
    io::Error::new(error.kind(), format!("{}: {}", path.display(), error.kind()))
}

/// Takes all files and keeps none: for whoever wants only the report, or the size of an answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nowhere;

impl Files for Nowhere {
    fn create(&mut self, _: &str) -> io::Result<Box<dyn Write + '_>> {
        Ok(Box::new(io::sink()))
    }

    fn publish(&mut self, _: &str, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn read(&self, _: &str) -> Option<String> {
        None
    }
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

    fn publish(&mut self, name: &str, text: &str) -> io::Result<()> {
        self.0.insert(name.to_owned(), text.as_bytes().to_owned());
        Ok(())
    }

    fn read(&self, name: &str) -> Option<String> {
        self.text(name).filter(|text| text.len() as u64 <= LONGEST_NOTE).map(str::to_owned)
    }
}
