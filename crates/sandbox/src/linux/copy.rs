//! Copying what other people handed in, or what their programs built.

use std::ffi::{CStr, OsStr};
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::fd::BorrowedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::fs::{
    CWD, FileType, Mode, OFlags, fchmod, fstat, mkdirat, openat, readlinkat, symlinkat,
};
use rustix::io::Errno;

use crate::CopyError;
use crate::linux::descent::Descent;
use crate::linux::disk_usage::DEEPEST;
use crate::linux::folder::{self, IfClosed};
use crate::linux::walk::{Entry, Step, Walk};

/// Copies larger than this are no programs, in bytes.
const MOST_BYTES: u64 = 1 << 30;
/// Nor are those with more files and directories.
const MOST_ENTRIES: u64 = 1 << 18;

/// Copies a single file into a directory.
pub fn copy_file(from: &Path, to: &Path) -> Result<(), CopyError> {
    let reading = |error: io::Error| CopyError::reading(from.to_owned(), error);
    // Before it is opened, which waits for whoever writes to a pipe.
    let is_file = fs::metadata(from).map_err(reading)?.is_file();
    let name = from.file_name().filter(|_| is_file).ok_or(io::ErrorKind::InvalidInput);
    let name = name.map_err(|kind| reading(kind.into()))?;
    let source = File::open(from).map_err(reading)?;
    Room::new().copy(source, from, &Target::at(to)?, name)
}

/// Copies all that is in a directory into another, without the files of some names. Links stay
/// links. Sockets, pipes and devices are left out.
pub fn copy_all(from: &Path, to: &Path, without: &[&str]) -> Result<(), CopyError> {
    let source = File::open(from).map_err(|error| CopyError::reading(from.to_owned(), error))?;
    let reading = |path: &Path, error: Errno| CopyError::reading(from.join(path), error);
    let begun = Walk::of(source.into(), IfClosed::Fail);
    let mut walk = begun.map_err(|failed| reading(&failed.path, failed.error))?;
    let mut target = Target::at(to)?;
    let mut room = Room::new();
    while let Some(step) = walk.next().map_err(|failed| reading(&failed.path, failed.error))? {
        match step {
            Step::Found(entry) => copy_entry(&entry, from, &target, without, &mut room)?,
            Step::Entered(way) => target.down(way.name().unwrap_or(c"."))?,
            Step::Left(_) => target.up()?,
        }
    }
    Ok(())
}

fn copy_entry(
    entry: &Entry<'_>,
    from: &Path,
    target: &Target<'_>,
    without: &[&str],
    room: &mut Room,
) -> Result<(), CopyError> {
    let path = || from.join(entry.path());
    let reading = |error: Errno| CopyError::reading(path(), error);
    room.take_entry()?;
    let name = OsStr::from_bytes(entry.name().to_bytes());
    match entry.kind() {
        FileType::Directory if entry.depth() + 1 >= DEEPEST => {
            Err(CopyError::TooDeep { path: path(), limit: DEEPEST })
        }
        FileType::Directory => target.make_folder(entry.name()),
        FileType::Symlink => {
            let link = readlinkat(entry.folder(), entry.name(), Vec::new()).map_err(reading)?;
            let made = symlinkat(link.as_c_str(), target.here(), entry.name());
            made.map_err(|error| target.error(name, error))
        }
        FileType::RegularFile if !without.iter().any(|&left_out| name == left_out) => {
            // What was a file may be a pipe by now.
            let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
            let file = openat(entry.folder(), entry.name(), flags, Mode::empty());
            room.copy(file.map_err(reading)?.into(), &path(), target, name)
        }
        _ => Ok(()),
    }
}

/// How much may still be copied.
struct Room {
    bytes: u64,
    entries: u64,
}

impl Room {
    fn new() -> Room {
        Room { bytes: MOST_BYTES, entries: MOST_ENTRIES }
    }

    fn take_entry(&mut self) -> Result<(), CopyError> {
        let left = self.entries.checked_sub(1);
        self.entries = left.ok_or(CopyError::TooMany { limit: MOST_ENTRIES })?;
        Ok(())
    }

    fn take_bytes(&mut self, bytes: u64) -> Result<(), CopyError> {
        let left = self.bytes.checked_sub(bytes);
        self.bytes = left.ok_or(CopyError::TooLarge { limit: MOST_BYTES })?;
        Ok(())
    }

    fn copy(
        &mut self,
        source: File,
        path: &Path,
        target: &Target<'_>,
        name: &OsStr,
    ) -> Result<(), CopyError> {
        let reading = |error: io::Error| CopyError::reading(path.to_owned(), error);
        let stat = fstat(&source).map_err(|error| reading(error.into()))?;
        if !FileType::from_raw_mode(stat.st_mode).is_file() {
            return Ok(());
        }
        // Before a byte is written, since there may be holes in it.
        let size = u64::try_from(stat.st_size).unwrap_or(0);
        self.take_bytes(size)?;
        let mut copy = target.make_file(name)?;
        io::copy(&mut source.take(size), &mut copy).map_err(reading)?;
        let permissions = Mode::from_raw_mode(stat.st_mode & 0o777);
        fchmod(&copy, permissions).map_err(|error| target.error(name, error))
    }
}

/// Where the copy has come to.
struct Target<'t> {
    top: &'t Path,
    way: Descent,
}

impl Target<'_> {
    fn at(top: &Path) -> Result<Target<'_>, CopyError> {
        let folder = folder::open(CWD, top, IfClosed::Fail);
        let folder =
            folder.map_err(|error| CopyError::Io { path: top.to_owned(), error: error.into() })?;
        Ok(Target { top, way: Descent::from(folder, IfClosed::Fail) })
    }

    fn here(&self) -> BorrowedFd<'_> {
        self.way.here()
    }

    fn make_folder(&self, name: &CStr) -> Result<(), CopyError> {
        let made = mkdirat(self.here(), name, Mode::from_raw_mode(0o777));
        made.map_err(|error| self.error(OsStr::from_bytes(name.to_bytes()), error))
    }

    fn make_file(&self, name: &OsStr) -> Result<File, CopyError> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let made = openat(self.here(), name, flags, Mode::RUSR | Mode::WUSR);
        made.map(File::from).map_err(|error| self.error(name, error))
    }

    fn down(&mut self, name: &CStr) -> Result<(), CopyError> {
        let entered = self.way.down(name);
        entered.map_err(|error| self.error(OsStr::from_bytes(name.to_bytes()), error))
    }

    fn up(&mut self) -> Result<(), CopyError> {
        let left = self.way.up().map(drop);
        left.map_err(|error| self.error(OsStr::new(""), error))
    }

    fn error(&self, name: &OsStr, error: Errno) -> CopyError {
        CopyError::Io { path: self.top.join(self.way.path()).join(name), error: error.into() }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::PathBuf;

    use super::*;
    use crate::linux::confined_test::{confined, nest};
    use crate::linux::disk_usage;
    use crate::linux::removal::remove;

    fn folders(base: &Path) -> [PathBuf; 2] {
        let folders = ["from", "to"].map(|name| base.join(name));
        folders.iter().for_each(|folder| fs::create_dir(folder).unwrap());
        folders
    }

    #[test]
    fn a_copy_is_the_same() {
        let base = tempfile::tempdir().unwrap();
        let [from, to] = folders(base.path());
        // Longer than a path may be.
        let name = "long".repeat(50);
        let (mut source, mut expected) = (from.clone(), to.clone());
        for _ in 0..15 {
            source.push(&name);
            expected.push(&name);
        }
        fs::create_dir_all(&source).unwrap();
        fs::write(source.join("program"), "content").unwrap();
        fs::set_permissions(source.join("program"), Permissions::from_mode(0o4751)).unwrap();
        symlink("program", from.join("link")).unwrap();
        rustix::fs::mkfifoat(CWD, from.join("pipe"), Mode::RUSR).unwrap();
        copy_all(&from, &to, &[]).unwrap();
        assert_eq!(fs::read_to_string(expected.join("program")).unwrap(), "content");
        let mode = fs::metadata(expected.join("program")).unwrap().permissions().mode();
        assert_eq!(mode & 0o7777, 0o751);
        assert_eq!(fs::read_link(to.join("link")).unwrap(), Path::new("program"));
        assert!(!to.join("pipe").exists());
    }

    #[test]
    fn what_is_too_much_is_told_from_our_own_failures() {
        let base = tempfile::tempdir().unwrap();
        let [from, to] = folders(base.path());
        File::create(from.join("sparse")).unwrap().set_len(MOST_BYTES + 1).unwrap();
        let error = copy_all(&from, &to, &[]).unwrap_err();
        assert!(matches!(error, CopyError::TooLarge { .. }) && error.is_of_the_source());
        assert_eq!(error.to_string(), "more than 1024 MB to copy");
        let error = copy_all(&base.path().join("none"), &to, &[]).unwrap_err();
        assert!(matches!(error, CopyError::Io { .. }) && !error.is_of_the_source());
        assert_eq!(io::Error::from(error).kind(), io::ErrorKind::NotFound);
        let pipe = base.path().join("pipe");
        rustix::fs::mkfifoat(CWD, &pipe, Mode::RUSR).unwrap();
        assert!(copy_file(&pipe, &to).is_err());
        let mut room = Room { bytes: 0, entries: 1 };
        room.take_entry().unwrap();
        assert!(matches!(room.take_entry(), Err(CopyError::TooMany { .. })));
    }

    #[test]
    fn no_copy_is_nested_too_deep_for_the_disk_limit() {
        confined("linux::copy::tests::no_copy_is_nested_too_deep_for_the_disk_limit", || {
            for (depth, fits) in [(DEEPEST - 1, true), (DEEPEST, false), (20_000, false)] {
                let base = tempfile::tempdir().unwrap();
                let [from, to] = folders(base.path());
                nest(&from, depth);
                match copy_all(&from, &to, &[]) {
                    Ok(()) => assert!(fits && disk_usage::of(&to, u64::MAX) < u64::MAX),
                    Err(error) => assert!(!fits && matches!(error, CopyError::TooDeep { .. })),
                }
                remove(CWD, base.path()).unwrap();
            }
        });
    }

    #[test]
    fn what_is_closed_is_named_and_stays_closed() {
        confined("linux::copy::tests::what_is_closed_is_named_and_stays_closed", || {
            for name in ["folder", "file"] {
                let base = tempfile::tempdir().unwrap();
                let [from, to] = folders(base.path());
                fs::create_dir(from.join("folder")).unwrap();
                fs::write(from.join("file"), "").unwrap();
                let closed = from.join(name);
                fs::set_permissions(&closed, Permissions::from_mode(0o000)).unwrap();
                let copied = copy_all(&from, &to, &[]);
                if rustix::process::geteuid().is_root() {
                    copied.unwrap();
                } else {
                    let error = copied.unwrap_err();
                    assert!(error.is_of_the_source() && error.to_string().contains(name));
                }
                assert_eq!(fs::metadata(&closed).unwrap().permissions().mode() & 0o777, 0);
            }
        });
    }
}
