//! Giving a directory to the user that an agent runs as, and taking it back.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Gid, Mode, Uid, chownat, fchmod, fchown, fstat};
use rustix::process::{getegid, geteuid};

use crate::linux::folder::{self, IfClosed};
use crate::linux::walk::{Entry, Step, Walk};

/// Makes the directory and all in it the user's alone. Does nothing if it is already.
///
/// No link is followed, and a file with several names is left alone: one of the names may be out
/// of this directory.
pub fn give(directory: &Path, user: u32) -> io::Result<()> {
    let top = folder::open(CWD, directory, IfClosed::Fail)?;
    if fstat(&top)?.st_uid == user {
        return Ok(());
    }
    fchmod(&top, Mode::RWXU)?;
    let owner = Owner::of_agents(user);
    let mut walk = Walk::of(top.try_clone()?, IfClosed::Fail)?;
    while let Some(step) = walk.next()? {
        match step {
            Step::Found(entry) if !entry.kind().is_dir() => {
                if entry.stat()?.is_some_and(|stat| stat.st_nlink == 1) {
                    owner.take_entry(&entry)?;
                }
            }
            Step::Entered(way) => owner.take(way.here())?,
            Step::Found(_) | Step::Left(_) => {}
        }
    }
    // Last, since it is what tells that all is done.
    owner.take(&top)
}

/// Makes all that belongs to the user in a directory, and the directory, ours alone again. Nothing
/// of the user may be running any more.
///
/// What else is there stays as it is. A file of the user's may have other names, but wherever those
/// are, it was the user who made it.
pub fn take_back(directory: &Path, user: u32) -> io::Result<()> {
    let owner = Owner { user: geteuid(), group: getegid() };
    let take_folder = |folder: BorrowedFd<'_>| -> io::Result<()> {
        if fstat(folder)?.st_uid == user {
            owner.take(folder)?;
            fchmod(folder, Mode::RWXU)?;
        }
        Ok(())
    };
    let top = folder::open(CWD, directory, IfClosed::Fail)?;
    take_folder(top.as_fd())?;
    let mut walk = Walk::of(top, IfClosed::Fail)?;
    while let Some(step) = walk.next()? {
        match step {
            Step::Found(entry) if !entry.kind().is_dir() => {
                if entry.stat()?.is_some_and(|stat| stat.st_uid == user) {
                    owner.take_entry(&entry)?;
                }
            }
            Step::Entered(way) => take_folder(way.here())?,
            Step::Found(_) | Step::Left(_) => {}
        }
    }
    Ok(())
}

/// A user, with the group that is hers.
struct Owner {
    user: Uid,
    group: Gid,
}

impl Owner {
    fn of_agents(user: u32) -> Owner {
        Owner { user: Uid::from_raw(user), group: Gid::from_raw(user) }
    }

    fn take(&self, folder: impl AsFd) -> io::Result<()> {
        Ok(fchown(folder, Some(self.user), Some(self.group))?)
    }

    fn take_entry(&self, entry: &Entry<'_>) -> io::Result<()> {
        let (user, group) = (Some(self.user), Some(self.group));
        Ok(chownat(entry.folder(), entry.name(), user, group, AtFlags::SYMLINK_NOFOLLOW)?)
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};

    use super::*;
    use crate::linux::confined_test::{confined, nest};
    use crate::linux::descent::Descent;
    use crate::linux::removal::remove;

    const AGENT: u32 = 54_321;

    /// Whose the directories are, from the top down.
    fn owners(top: &Path) -> Vec<u32> {
        let top = folder::open(CWD, top, IfClosed::Fail).unwrap();
        let mut way = Descent::from(top, IfClosed::Fail);
        let mut owners = vec![fstat(way.here()).unwrap().st_uid];
        while way.down(c"d").is_ok() {
            owners.push(fstat(way.here()).unwrap().st_uid);
        }
        owners
    }

    /// Only root can give something away.
    fn is_root() -> bool {
        geteuid().is_root()
    }

    #[test]
    fn what_is_deep_down_is_given_and_taken_back() {
        confined("linux::owner::tests::what_is_deep_down_is_given_and_taken_back", || {
            let base = tempfile::tempdir().unwrap();
            nest(base.path(), 2_400);
            if is_root() {
                give(base.path(), AGENT).unwrap();
                assert_eq!(owners(base.path()), vec![AGENT; 2_401]);
                take_back(base.path(), AGENT).unwrap();
                assert_eq!(owners(base.path()), vec![0; 2_401]);
            }
            remove(CWD, base.path()).unwrap();
        });
    }

    #[test]
    fn what_is_not_the_agents_stays() {
        if !is_root() {
            return;
        }
        let base = tempfile::tempdir().unwrap();
        let (dir, outside) = (base.path().join("dir"), base.path().join("outside"));
        fs::create_dir_all(dir.join("sub")).unwrap();
        for name in ["file", "program", "ours", "sub/closed"] {
            fs::write(dir.join(name), "").unwrap();
        }
        fs::write(&outside, "").unwrap();
        fs::hard_link(&outside, dir.join("second-name")).unwrap();
        symlink(&outside, dir.join("link")).unwrap();
        give(&dir, AGENT).unwrap();
        let owner = |path: &Path| fs::symlink_metadata(path).unwrap().uid();
        for name in ["", "file", "link", "sub", "sub/closed"] {
            assert_eq!(owner(&dir.join(name)), AGENT, "{name}");
        }
        assert_eq!(owner(&outside), 0);

        // What a run may have made of it.
        let someone = 4_321;
        chown(dir.join("ours"), Some(someone), Some(someone)).unwrap();
        fs::hard_link(dir.join("file"), dir.join("sub/second-name")).unwrap();
        for (name, mode) in [("program", 0o6777), ("sub/closed", 0o000), ("sub", 0o027)] {
            fs::set_permissions(dir.join(name), Permissions::from_mode(mode)).unwrap();
        }
        take_back(&dir, AGENT).unwrap();
        for name in ["", "file", "program", "link", "sub", "sub/closed", "sub/second-name"] {
            assert_eq!(owner(&dir.join(name)), 0, "{name}");
        }
        assert_eq!(owner(&dir.join("ours")), someone);
        let mode = |name: &str| fs::metadata(dir.join(name)).unwrap().mode() & 0o7777;
        assert_eq!([mode(""), mode("sub"), mode("sub/closed")], [0o700, 0o700, 0o000]);
        // Nobody may run the agent's program with our rights.
        assert_eq!(mode("program"), 0o777);
    }
}
