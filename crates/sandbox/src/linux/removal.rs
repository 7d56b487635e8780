//! Removing what a program left, whatever it is.

use std::io;
use std::os::fd::AsFd;

use rustix::fs::{AtFlags, unlinkat};
use rustix::io::Errno;
use rustix::path::Arg;

use crate::linux::folder::{self, IfClosed};
use crate::linux::walk::{Step, Walk};

/// How often a directory is gone through. Once is enough, unless a process is still filling it, or
/// a file system loses count while its files are removed.
const PASSES: u32 = 8;

/// Removes whatever has that name, a directory with all that is in it; nothing is fine too.
///
/// The directory that it is in must let us write.
pub fn remove(parent: impl AsFd, name: impl Arg + Copy) -> io::Result<()> {
    match unlinkat(&parent, name, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => return Ok(()),
        Err(Errno::ISDIR) => {}
        Err(error) => return Err(error.into()),
    }
    let mut last = Errno::NOTEMPTY;
    for _ in 0..PASSES {
        let emptied = empty(&parent, name);
        match unlinkat(&parent, name, AtFlags::REMOVEDIR) {
            Ok(()) | Err(Errno::NOENT) => return Ok(()),
            // What kept something in it says more.
            Err(error) => last = emptied.err().unwrap_or(error),
        }
    }
    Err(last.into())
}

/// Removes as much as it can of what is in a directory, and says what went wrong first.
fn empty(parent: impl AsFd, name: impl Arg + Copy) -> rustix::io::Result<()> {
    let top = folder::open(parent, name, IfClosed::OpenUp)?;
    let mut walk = Walk::of(top, IfClosed::OpenUp)?;
    let mut result = Ok(());
    loop {
        let removed = match walk.next() {
            Ok(None) => return result,
            Ok(Some(Step::Found(entry))) if !entry.kind().is_dir() => {
                unlinkat(entry.folder(), entry.name(), AtFlags::empty())
            }
            Ok(Some(Step::Left(entry))) => {
                unlinkat(entry.folder(), entry.name(), AtFlags::REMOVEDIR)
            }
            Ok(Some(_)) => Ok(()),
            Err(failed) => Err(failed.error),
        };
        result = result.and(removed);
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::Path;

    use rustix::fs::CWD;

    use super::*;
    use crate::linux::confined_test::{confined, nest};

    fn is_removed(path: &Path) -> bool {
        remove(CWD, path).unwrap();
        fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
    }

    #[test]
    fn depth_does_not_matter() {
        confined("linux::removal::tests::depth_does_not_matter", || {
            for depth in [2_400, 20_000] {
                let base = tempfile::tempdir().unwrap();
                nest(base.path(), depth);
                assert!(is_removed(base.path()), "{depth}");
            }
        });
    }

    #[test]
    fn nor_do_permissions() {
        confined("linux::removal::tests::nor_do_permissions", || {
            for mode in [0o000, 0o100, 0o400, 0o500] {
                let base = tempfile::tempdir().unwrap();
                let folders = ["a/b/c", "a/b", "a", ""].map(|name| base.path().join(name));
                fs::create_dir_all(&folders[0]).unwrap();
                for folder in &folders {
                    let file = folder.join("file");
                    fs::write(&file, "").unwrap();
                    fs::set_permissions(&file, Permissions::from_mode(0o000)).unwrap();
                    fs::set_permissions(folder, Permissions::from_mode(mode)).unwrap();
                }
                assert!(is_removed(base.path()), "{mode:o}");
            }
        });
    }

    #[test]
    fn many_files_and_directories_are_removed() {
        confined("linux::removal::tests::many_files_and_directories_are_removed", || {
            let base = tempfile::tempdir().unwrap();
            for number in 0..20_000 {
                fs::write(base.path().join(format!("file-{number}")), "").unwrap();
                fs::create_dir(base.path().join(format!("folder-{number}"))).unwrap();
            }
            assert!(is_removed(base.path()));
        });
    }

    #[test]
    fn what_a_link_leads_to_stays() {
        let base = tempfile::tempdir().unwrap();
        let [kept, gone, link] = ["kept", "gone", "link"].map(|name| base.path().join(name));
        for folder in [&kept, &gone] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("file"), "").unwrap();
        }
        symlink(&kept, gone.join("link")).unwrap();
        symlink(&kept, &link).unwrap();
        assert!(is_removed(&gone) && is_removed(&link) && is_removed(&base.path().join("none")));
        assert!(kept.join("file").exists());
    }
}
