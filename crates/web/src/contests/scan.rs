//! Looking for contests and gradings: in a folder and those right below it, without following links.

use std::cmp::Reverse;
use std::fs::{self, FileType};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use plyglot_core::mix::mix;

/// Something that can be shown.
#[derive(Clone, Debug)]
pub struct FoundEntry {
    /// Its id in requests: the same as long as it stays where it is.
    pub id: String,
    /// Where it is, as seen from the folder.
    pub file: String,
    pub path: PathBuf,
    pub kind: FoundKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoundKind {
    /// A file that may be the store of a tournament or a match.
    Store,
    /// A folder that `plyglot grade` has written.
    Grades,
}

/// What was found, by name.
#[derive(Debug, Default)]
pub struct Scan {
    pub found: Vec<FoundEntry>,
    /// Whether not all was looked at.
    pub is_cut: bool,
}

/// What makes a folder one of grades.
pub const GRADES: &str = "grades.json";

pub fn scan(folder: &Path, entries: usize, most: usize) -> Scan {
    let mut looking = Looking { root: folder, left: entries, scan: Scan::default() };
    let mut below = looking.look(folder);
    below.sort();
    for folder in below {
        looking.look(&folder);
    }
    let mut scan = looking.scan;
    if scan.found.len() > most {
        // New ones are more likely to be wanted.
        scan.found.sort_by_cached_key(|found| Reverse((found.stamp().last(), found.file.clone())));
        scan.found.truncate(most);
        scan.is_cut = true;
    }
    scan.found.sort_by(|a, b| a.file.cmp(&b.file));
    scan
}

struct Looking<'l> {
    root: &'l Path,
    /// How many may still be looked at.
    left: usize,
    scan: Scan,
}

impl Looking<'_> {
    /// Looks through one folder, and returns the folders in it. Skips what cannot be read.
    fn look(&mut self, folder: &Path) -> Vec<PathBuf> {
        let mut folders = Vec::new();
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if self.left == 0 {
                self.scan.is_cut = true;
                break;
            }
            self.left -= 1;
            let (path, name) = (entry.path(), entry.file_name());
            // The type of a link is that of a link: neither a file nor a folder.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !name.as_encoded_bytes().starts_with(b".") => {
                    folders.push(path);
                }
                Ok(kind) if kind.is_file() && name == GRADES => {
                    self.add(folder.to_owned(), FoundKind::Grades);
                }
                Ok(kind) if kind.is_file() && path.extension().is_some_and(|it| it == "sqlite") => {
                    self.add(path, FoundKind::Store);
                }
                _ => {}
            }
        }
        folders
    }

    fn add(&mut self, path: PathBuf, kind: FoundKind) {
        let below = path.strip_prefix(self.root).unwrap_or(&path);
        let bytes = below.as_os_str().as_encoded_bytes();
        let hash = bytes.iter().fold(kind as u64, |hash, &byte| mix(hash ^ u64::from(byte)));
        let file = match below.as_os_str().is_empty() {
            true => ".".to_owned(),
            false => below.display().to_string(),
        };
        self.scan.found.push(FoundEntry { id: format!("{hash:016x}"), file, path, kind });
    }
}

impl FoundEntry {
    /// Whether it is still there, and of the same kind.
    pub fn is_there(&self) -> bool {
        let is = |path: &Path, kind: fn(&FileType) -> bool| {
            fs::symlink_metadata(path).is_ok_and(|found| kind(&found.file_type()))
        };
        let (folder, file) = match self.kind {
            FoundKind::Store => (self.path.parent(), self.path.clone()),
            FoundKind::Grades => (Some(self.path.as_path()), self.path.join(GRADES)),
        };
        folder.is_some_and(|folder| is(folder, FileType::is_dir)) && is(&file, FileType::is_file)
    }

    /// Shows whether it has changed. A store must not be opened for that: closing it again would
    /// end SQLite's locks on it.
    pub fn stamp(&self) -> Stamp {
        let of = |path: &Path| {
            let found = fs::symlink_metadata(path).ok()?;
            // Even reading a store creates a log for it, which stays empty.
            Some((found.len(), found.modified().ok()?)).filter(|(length, _)| *length > 0)
        };
        match self.kind {
            FoundKind::Store => {
                let mut log = self.path.as_os_str().to_owned();
                log.push("-wal");
                Stamp([of(&self.path), of(Path::new(&log))])
            }
            FoundKind::Grades => Stamp([of(&self.path.join(GRADES)), None]),
        }
    }
}

/// Lengths and times of the files that something consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp([Option<(u64, SystemTime)>; 2]);

impl Stamp {
    /// When it last changed.
    fn last(&self) -> Option<SystemTime> {
        self.0.iter().flatten().map(|(_, time)| *time).max()
    }

    /// When it last changed, in seconds since 1970.
    pub fn seconds(&self) -> i64 {
        let since = self.last().and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
        since.map_or(0, |since| since.as_secs().cast_signed())
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_newest_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        for (age, name) in ["d", "a", "c", "b"].into_iter().enumerate() {
            let path = folder.path().join(name).with_extension("sqlite");
            fs::write(&path, "not empty").unwrap();
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 - age as u64);
            File::options().append(true).open(path).unwrap().set_modified(time).unwrap();
        }
        let names = |most| {
            let Scan { found, is_cut } = scan(folder.path(), 100, most);
            let names: Vec<String> = found.into_iter().map(|found| found.file).collect();
            (names.join(" "), is_cut)
        };
        assert_eq!(names(2), ("a.sqlite d.sqlite".to_owned(), true));
        assert_eq!(names(4), ("a.sqlite b.sqlite c.sqlite d.sqlite".to_owned(), false));
    }
}
