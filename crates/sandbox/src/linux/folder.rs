//! Opening a directory that a program may have closed against us, or put something else in the
//! place of.

use std::os::fd::{AsFd, AsRawFd, OwnedFd};

use rustix::fs::{Mode, OFlags, chmod, fstat, openat};
use rustix::io::{Errno, Result};
use rustix::path::Arg;
use rustix::process::geteuid;

/// What to do about a directory that lets us not in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IfClosed {
    /// It is an error: the directory is not ours to change.
    Fail,
    /// As its owner we get all rights to it, and keep them.
    OpenUp,
}

const READ: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
/// Stands for the directory, whoever may read it.
const HANDLE: OFlags =
    OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
/// How often a directory is opened up for a program that keeps closing it.
const TRIES: u32 = 16;

/// Opens a directory for reading, and follows no link.
pub fn open(parent: impl AsFd, name: impl Arg + Copy, if_closed: IfClosed) -> Result<OwnedFd> {
    if if_closed == IfClosed::Fail {
        return openat(parent, name, READ, Mode::empty());
    }
    let handle = openat(parent, name, HANDLE, Mode::empty())?;
    for _ in 0..TRIES {
        // If it does not help, that shows at once.
        _ = open_up(&handle);
        match openat(&handle, c".", READ, Mode::empty()) {
            Err(Errno::ACCESS) => {}
            opened => return opened,
        }
    }
    Err(Errno::ACCESS)
}

/// Whether a directory was not opened because there is none of that name, or none any more.
pub fn is_missing(error: Errno) -> bool {
    // The last two are links and files.
    matches!(error, Errno::NOENT | Errno::LOOP | Errno::NOTDIR)
}

fn open_up(handle: &OwnedFd) -> Result<()> {
    let stat = fstat(handle)?;
    let mode = Mode::from_raw_mode(stat.st_mode);
    if mode.contains(Mode::RWXU) || stat.st_uid != geteuid().as_raw() {
        return Ok(());
    }
    // This path means the directory itself, whatever may have its name by now.
    chmod(format!("/proc/self/fd/{}", handle.as_raw_fd()), mode | Mode::RWXU)
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};

    use rustix::fs::CWD;

    use super::*;
    use crate::linux::confined_test::confined;

    #[test]
    fn an_owner_opens_what_was_closed() {
        confined("linux::folder::tests::an_owner_opens_what_was_closed", || {
            let base = tempfile::tempdir().unwrap();
            let closed = base.path().join("closed");
            fs::create_dir(&closed).unwrap();
            for mode in [0o000, 0o100, 0o200, 0o300, 0o400, 0o500, 0o600] {
                fs::set_permissions(&closed, Permissions::from_mode(mode)).unwrap();
                let folder = open(CWD, &*closed, IfClosed::OpenUp).unwrap();
                let file = OFlags::CREATE | OFlags::WRONLY;
                openat(&folder, "file", file, Mode::RUSR | Mode::WUSR).unwrap();
            }
        });
    }

    #[test]
    fn what_is_not_ours_to_change_stays_closed() {
        confined("linux::folder::tests::what_is_not_ours_to_change_stays_closed", || {
            let base = tempfile::tempdir().unwrap();
            fs::set_permissions(base.path(), Permissions::from_mode(0o000)).unwrap();
            let opened = open(CWD, base.path(), IfClosed::Fail);
            assert_eq!(opened.is_ok(), geteuid().is_root());
            let mode = fs::metadata(base.path()).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o000);
            fs::set_permissions(base.path(), Permissions::from_mode(0o700)).unwrap();
        });
    }

    #[test]
    fn links_are_not_followed() {
        let base = tempfile::tempdir().unwrap();
        let (real, link) = (base.path().join("real"), base.path().join("link"));
        fs::create_dir(&real).unwrap();
        fs::set_permissions(&real, Permissions::from_mode(0o500)).unwrap();
        symlink(&real, &link).unwrap();
        for if_closed in [IfClosed::Fail, IfClosed::OpenUp] {
            assert!(is_missing(open(CWD, &*link, if_closed).unwrap_err()));
        }
        assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o500);
    }
}
