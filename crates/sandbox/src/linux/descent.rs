use std::ffi::{CStr, CString, OsStr};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use rustix::fs::fstat;
use rustix::io::{Errno, Result};

use crate::linux::folder::{self, IfClosed};

/// A way down from a directory, into others' directories. However deep it leads, few directories are
/// open at once, and no path gets too long.
///
/// The uppermost stay open. From the deeper ones the way back is `..`, which leads elsewhere if a
/// program has moved a directory meanwhile; so whoever goes up looks where it came out.
#[derive(Debug)]
pub struct Descent {
    here: OwnedFd,
    /// The directories from the top to the one above `here`.
    above: Vec<Above>,
    if_closed: IfClosed,
}

#[derive(Debug)]
struct Above {
    folder: Folder,
    /// The name in it by which the way goes on.
    next: CString,
}

#[derive(Debug)]
enum Folder {
    Open(OwnedFd),
    Left(Identity),
}

/// Device and inode: what tells that a directory is the same.
type Identity = (u64, u64);

/// How many directories stay open, beside the deepest.
const STAY_OPEN: usize = 16;

impl Descent {
    /// At the top of the way.
    pub fn from(top: OwnedFd, if_closed: IfClosed) -> Descent {
        Descent { here: top, above: Vec::new(), if_closed }
    }

    /// The directory where the way has come to.
    pub fn here(&self) -> BorrowedFd<'_> {
        self.here.as_fd()
    }

    /// How many directories lie above this one; none above the top.
    pub fn depth(&self) -> usize {
        self.above.len()
    }

    /// From the top to here.
    pub fn path(&self) -> PathBuf {
        self.above.iter().map(|above| OsStr::from_bytes(above.next.to_bytes())).collect()
    }

    /// The name of this directory; the top has none.
    pub fn name(&self) -> Option<&CStr> {
        self.above.last().map(|above| above.next.as_c_str())
    }

    /// Goes down into a directory. If it cannot be entered, the way stays where it is.
    pub fn down(&mut self, name: &CStr) -> Result<()> {
        let below = folder::open(&self.here, name, self.if_closed)?;
        let identity = identity(&self.here)?;
        let left = std::mem::replace(&mut self.here, below);
        let stays_open = self.above.len() < STAY_OPEN;
        let folder = if stays_open { Folder::Open(left) } else { Folder::Left(identity) };
        self.above.push(Above { folder, next: name.to_owned() });
        Ok(())
    }

    /// Goes up by one, and says what the directory below is called; `None` at the top.
    ///
    /// If the way back is lost, it goes up to the next directory that has stayed open.
    pub fn up(&mut self) -> Result<Option<CString>> {
        let Some(Above { folder, next }) = self.above.pop() else { return Ok(None) };
        let above = match folder {
            Folder::Open(open) => Ok(open),
            Folder::Left(identity) => self.way_back(identity),
        };
        match above {
            Ok(above) => self.here = above,
            Err(error) => {
                self.up_to_open();
                return Err(error);
            }
        }
        Ok(Some(next))
    }

    fn way_back(&self, expected: Identity) -> Result<OwnedFd> {
        let above = folder::open(&self.here, c"..", self.if_closed)?;
        if identity(&above)? == expected { Ok(above) } else { Err(Errno::STALE) }
    }

    fn up_to_open(&mut self) {
        while let Some(above) = self.above.pop() {
            if let Folder::Open(open) = above.folder {
                self.here = open;
                return;
            }
        }
    }
}

fn identity(folder: &OwnedFd) -> Result<Identity> {
    let stat = fstat(folder)?;
    Ok((stat.st_dev, stat.st_ino))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use rustix::fs::{CWD, Mode, mkdirat};

    use super::*;
    use crate::linux::confined_test::confined;

    fn top(path: &Path) -> Descent {
        let top = folder::open(CWD, path, IfClosed::OpenUp).unwrap();
        Descent::from(top, IfClosed::OpenUp)
    }

    #[test]
    fn the_way_back_is_the_way_down() {
        confined("linux::descent::tests::the_way_back_is_the_way_down", || {
            let base = tempfile::tempdir().unwrap();
            let mut way = top(base.path());
            let mut passed = Vec::new();
            for _ in 0..5_000 {
                passed.push(identity(&way.here).unwrap());
                mkdirat(way.here(), c"deeper", Mode::RWXU).unwrap();
                way.down(c"deeper").unwrap();
            }
            assert_eq!(way.depth(), 5_000);
            assert_eq!(way.path().as_os_str().len(), 5_000 * 7 - 1);
            while let Some(name) = way.up().unwrap() {
                assert_eq!(name.as_c_str(), c"deeper");
                assert_eq!(Some(identity(&way.here).unwrap()), passed.pop());
            }
            assert!(passed.is_empty());
            crate::linux::removal::remove(CWD, base.path()).unwrap();
        });
    }

    #[test]
    fn a_moved_directory_leads_nobody_elsewhere() {
        let base = tempfile::tempdir().unwrap();
        let deep = base.path().join("d/".repeat(STAY_OPEN + 8));
        fs::create_dir_all(deep.join("d/d")).unwrap();
        let elsewhere = base.path().join("elsewhere");
        fs::create_dir(&elsewhere).unwrap();
        let mut way = top(base.path());
        for _ in 0..STAY_OPEN + 10 {
            way.down(c"d").unwrap();
        }
        fs::rename(deep.join("d"), elsewhere.join("d")).unwrap();
        assert!(way.up().unwrap().is_some());
        assert_eq!(way.up(), Err(Errno::STALE));
        assert_eq!(way.depth(), STAY_OPEN - 1);
        while way.up().unwrap().is_some() {}
        let top = identity(&folder::open(CWD, base.path(), IfClosed::Fail).unwrap());
        assert_eq!(identity(&way.here), top);
    }
}
