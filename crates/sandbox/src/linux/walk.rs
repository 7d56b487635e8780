use std::ffi::{CStr, CString, OsStr};
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use rustix::fs::{AtFlags, Dir, FileType, Stat, statat};
use rustix::io::Errno;

use crate::linux::descent::Descent;
use crate::linux::folder::{self, IfClosed};

/// A walk through all that is in a directory, step by step. It is made for directories of programs
/// that mean no good, and may be changing them meanwhile: every step goes from an open directory to
/// a name in it and follows no link, and depth costs neither stack nor open files.
///
/// In each directory it first finds everything, then enters the directories one by one. Only their
/// names are remembered.
#[derive(Debug)]
pub struct Walk {
    way: Descent,
    /// What is still to be found in the directory where the walk is.
    reading: Option<Dir>,
    /// For each directory of the way, those in it that are still to be entered.
    waiting: Vec<Vec<CString>>,
}

/// What a walk comes to.
#[derive(Debug)]
pub enum Step<'w> {
    /// Something in the directory where the walk is.
    Found(Entry<'w>),
    /// The walk has entered a directory that it had found.
    Entered(&'w Descent),
    /// The walk has seen all in a directory, and is again in the one above.
    Left(Entry<'w>),
}

/// A name in a directory.
#[derive(Debug)]
pub struct Entry<'w> {
    way: &'w Descent,
    name: CString,
    kind: FileType,
}

/// A step that failed, and where. The walk can go on with the next one.
#[derive(Debug)]
pub struct WalkError {
    /// From the top of the walk.
    pub path: PathBuf,
    /// What the system says.
    pub error: Errno,
}

impl Walk {
    /// Begins in a directory that is open already.
    pub fn of(top: OwnedFd, if_closed: IfClosed) -> Result<Walk, WalkError> {
        let way = Descent::from(top, if_closed);
        let mut walk = Walk { way, reading: None, waiting: Vec::new() };
        walk.begin_reading()?;
        Ok(walk)
    }

    /// The next step; `None` at the end.
    pub fn next(&mut self) -> Result<Option<Step<'_>>, WalkError> {
        while let Some(entries) = &mut self.reading {
            let Some(entry) = entries.read() else {
                self.reading = None;
                break;
            };
            let entry = entry.map_err(|error| {
                self.reading = None;
                WalkError { path: self.way.path(), error }
            })?;
            let name = entry.file_name();
            if matches!(name.to_bytes(), b"." | b"..") {
                continue;
            }
            let kind = match entry.file_type() {
                FileType::Unknown => match kind(&self.way, name) {
                    Ok(kind) => kind,
                    Err(Errno::NOENT) => continue,
                    Err(error) => return Err(self.error_at(name, error)),
                },
                known => known,
            };
            if kind.is_dir()
                && let Some(waiting) = self.waiting.last_mut()
            {
                waiting.push(name.to_owned());
            }
            return Ok(Some(Step::Found(self.entry(name.to_owned(), kind))));
        }
        while let Some(name) = self.waiting.last_mut().and_then(Vec::pop) {
            match self.way.down(&name) {
                Ok(()) => {
                    self.begin_reading()?;
                    return Ok(Some(Step::Entered(&self.way)));
                }
                // It was moved or removed since it was found.
                Err(error) if folder::is_missing(error) => {}
                Err(error) => return Err(self.error_at(&name, error)),
            }
        }
        self.waiting.pop();
        match self.way.up() {
            Ok(left) => Ok(left.map(|name| Step::Left(self.entry(name, FileType::Directory)))),
            Err(error) => {
                self.waiting.truncate(self.way.depth() + 1);
                Err(WalkError { path: self.way.path(), error })
            }
        }
    }

    fn begin_reading(&mut self) -> Result<(), WalkError> {
        self.waiting.push(Vec::new());
        let entries = Dir::read_from(self.way.here());
        let entries = entries.map_err(|error| WalkError { path: self.way.path(), error })?;
        self.reading = Some(entries);
        Ok(())
    }

    fn entry(&self, name: CString, kind: FileType) -> Entry<'_> {
        Entry { way: &self.way, name, kind }
    }

    fn error_at(&self, name: &CStr, error: Errno) -> WalkError {
        WalkError { path: self.way.path().join(OsStr::from_bytes(name.to_bytes())), error }
    }
}

impl Entry<'_> {
    /// The directory that it is in.
    pub fn folder(&self) -> BorrowedFd<'_> {
        self.way.here()
    }

    /// Its name there.
    pub fn name(&self) -> &CStr {
        &self.name
    }

    /// What it is, or was when it was found.
    pub fn kind(&self) -> FileType {
        self.kind
    }

    /// From the top of the walk.
    pub fn path(&self) -> PathBuf {
        self.way.path().join(OsStr::from_bytes(self.name.to_bytes()))
    }

    /// How many directories of the walk it lies in, beside the top.
    pub fn depth(&self) -> usize {
        self.way.depth()
    }

    /// What the system knows of it; `None` if it is gone.
    pub fn stat(&self) -> rustix::io::Result<Option<Stat>> {
        match statat(self.folder(), &self.name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(stat)),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl From<WalkError> for Errno {
    fn from(WalkError { error, .. }: WalkError) -> Errno {
        error
    }
}

impl From<WalkError> for io::Error {
    fn from(WalkError { error, .. }: WalkError) -> io::Error {
        error.into()
    }
}

/// For file systems that do not tell it with the name.
fn kind(way: &Descent, name: &CStr) -> rustix::io::Result<FileType> {
    let stat = statat(way.here(), name, AtFlags::SYMLINK_NOFOLLOW)?;
    Ok(FileType::from_raw_mode(stat.st_mode))
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::Path;

    use rustix::fs::CWD;

    use super::*;
    use crate::linux::confined_test::confined;

    /// All that a walk finds, sorted; the directories twice more, as they are entered and left.
    fn seen(path: &Path, if_closed: IfClosed) -> Vec<String> {
        let top = folder::open(CWD, path, if_closed).unwrap();
        let mut walk = Walk::of(top, if_closed).unwrap();
        let mut seen = Vec::new();
        while let Some(step) = walk.next().unwrap() {
            seen.push(match step {
                Step::Found(entry) => format!("{} found", entry.path().display()),
                Step::Entered(way) => format!("{} entered", way.path().display()),
                Step::Left(entry) => format!("{} left", entry.path().display()),
            });
        }
        seen.sort();
        seen
    }

    #[test]
    fn everything_is_seen_once_and_no_link_is_followed() {
        let base = tempfile::tempdir().unwrap();
        fs::create_dir_all(base.path().join("a/b")).unwrap();
        fs::create_dir(base.path().join("c")).unwrap();
        fs::write(base.path().join("a/b/file"), "").unwrap();
        symlink(base.path(), base.path().join("c/link")).unwrap();
        let expected = [
            "a entered",
            "a found",
            "a left",
            "a/b entered",
            "a/b found",
            "a/b left",
            "a/b/file found",
            "c entered",
            "c found",
            "c left",
            "c/link found",
        ];
        assert_eq!(seen(base.path(), IfClosed::Fail), expected);
    }

    #[test]
    fn a_closed_directory_is_walked_by_its_owner() {
        confined("linux::walk::tests::a_closed_directory_is_walked_by_its_owner", || {
            let base = tempfile::tempdir().unwrap();
            for (name, mode) in [("a", 0o000), ("b", 0o100), ("c", 0o400)] {
                let folder = base.path().join(name);
                fs::create_dir_all(folder.join("sub")).unwrap();
                fs::write(folder.join("sub/file"), "").unwrap();
                fs::set_permissions(&folder, Permissions::from_mode(mode)).unwrap();
            }
            let seen = seen(base.path(), IfClosed::OpenUp);
            assert_eq!(seen.iter().filter(|step| step.ends_with("file found")).count(), 3);
        });
    }

    #[test]
    fn a_failed_step_does_not_end_the_walk() {
        let base = tempfile::tempdir().unwrap();
        let deep = "d/".repeat(30);
        fs::create_dir_all(base.path().join(&deep)).unwrap();
        fs::create_dir(base.path().join("other")).unwrap();
        let top = folder::open(CWD, base.path(), IfClosed::Fail).unwrap();
        let mut walk = Walk::of(top, IfClosed::Fail).unwrap();
        let (mut left, mut failed, mut moved) = (Vec::new(), 0, false);
        loop {
            match walk.next() {
                Ok(Some(Step::Entered(way))) if way.depth() == 30 => {
                    let from = base.path().join("d/".repeat(25));
                    fs::rename(from, base.path().join("other/moved")).unwrap();
                    moved = true;
                }
                Ok(Some(Step::Left(entry))) => left.push(entry.path()),
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(WalkError { error, .. }) => {
                    assert_eq!(error, Errno::STALE);
                    failed += 1;
                }
            }
        }
        assert!(moved && failed == 1);
        for name in ["d", "other"] {
            assert!(left.contains(&PathBuf::from(name)), "{left:?}");
        }
    }
}
