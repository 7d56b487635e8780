//! How much a directory holds.

use std::path::Path;

use rustix::fs::CWD;
use rustix::io::Errno;

use crate::linux::folder::{self, IfClosed};
use crate::linux::walk::{Step, Walk};

/// What a file takes at least, also an empty one: a directory can be filled with those too.
const SMALLEST: u64 = 4 << 10;
/// How deep directories may be nested. A program that goes deeper means no good.
pub const DEEPEST: usize = 64;
/// How often to count, if directories are moved or closed under our feet.
const TRIES: u32 = 8;

/// The bytes that the files below a directory take on disk; counts no further than `enough`. What
/// cannot be counted, since the program hides it from us, is as much as can be.
pub fn of(directory: &Path, enough: u64) -> u64 {
    (0..TRIES).find_map(|_| count(directory, enough)).unwrap_or(u64::MAX)
}

/// `None` if the program hides something: at another time it may be seen.
fn count(directory: &Path, enough: u64) -> Option<u64> {
    let is_hidden = |error| matches!(error, Errno::ACCESS | Errno::STALE);
    let mut total = 0_u64;
    let top = folder::open(CWD, directory, IfClosed::OpenUp);
    let begun = top.and_then(|top| Ok(Walk::of(top, IfClosed::OpenUp)?));
    let mut walk = match begun {
        Ok(walk) => walk,
        Err(error) => return (!is_hidden(error)).then_some(total),
    };
    loop {
        let entry = match walk.next() {
            Ok(Some(Step::Found(entry))) => entry,
            Ok(Some(Step::Entered(_) | Step::Left(_))) => continue,
            Ok(None) => return Some(total),
            Err(failed) if is_hidden(failed.error) => return None,
            // It is our own failure, which the program cannot help.
            Err(_) => continue,
        };
        if entry.kind().is_dir() && entry.depth() + 1 >= DEEPEST {
            return Some(u64::MAX);
        }
        let stat = match entry.stat() {
            Ok(Some(stat)) => stat,
            Ok(None) => continue,
            Err(error) if is_hidden(error) => return None,
            Err(_) => continue,
        };
        let blocks = u64::try_from(stat.st_blocks).unwrap_or(0);
        total = total.saturating_add(blocks.saturating_mul(512).max(SMALLEST));
        if total > enough {
            return Some(total);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::linux::confined_test::{confined, nest};
    use crate::linux::removal::remove;

    #[test]
    fn counts_small_files_and_follows_no_links() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path();
        for name in ["a", "b", "c"] {
            fs::write(path.join(name), "").unwrap();
        }
        std::os::unix::fs::symlink("/usr", path.join("link")).unwrap();
        fs::create_dir(path.join("sub")).unwrap();
        fs::write(path.join("sub/d"), vec![1; 1 << 20]).unwrap();
        let total = of(path, u64::MAX);
        assert!((1 << 20..(1 << 20) + 40 * SMALLEST).contains(&total), "{total}");
    }

    #[test]
    fn a_very_deep_directory_is_too_large() {
        confined("linux::disk_usage::tests::a_very_deep_directory_is_too_large", || {
            for (depth, is_too_deep) in [(DEEPEST - 1, false), (DEEPEST, true), (20_000, true)] {
                let directory = tempfile::tempdir().unwrap();
                nest(directory.path(), depth);
                let total = of(directory.path(), u64::MAX - 1);
                assert_eq!(total == u64::MAX, is_too_deep, "{depth}");
                remove(CWD, directory.path()).unwrap();
            }
        });
    }

    #[test]
    fn what_cannot_be_listed_is_counted() {
        confined("linux::disk_usage::tests::what_cannot_be_listed_is_counted", || {
            let directory = tempfile::tempdir().unwrap();
            let closed = directory.path().join("a/b");
            fs::create_dir_all(&closed).unwrap();
            fs::write(closed.join("c"), vec![1; 1 << 20]).unwrap();
            for mode in [0o000, 0o100, 0o300, 0o400] {
                for folder in [&closed, &directory.path().join("a"), directory.path()] {
                    fs::set_permissions(folder, Permissions::from_mode(mode)).unwrap();
                }
                assert!(of(directory.path(), u64::MAX) >= 1 << 20, "{mode:o}");
            }
        });
    }
}
