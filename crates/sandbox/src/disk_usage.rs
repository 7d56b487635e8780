//! How much a directory holds.

use std::os::fd::AsFd;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, openat, statat};
use rustix::path::Arg;

/// What a file takes at least, also an empty one: a directory can be filled with those too.
const SMALLEST: u64 = 4 << 10;
/// How deep directories may be nested. A program that goes deeper means no good.
const DEEPEST: u32 = 64;

/// The bytes that the files below a directory take on disk; counts no further than `enough`.
///
/// The agent may be changing it meanwhile. So every step goes from an open directory to a name in
/// it, and no step follows a link.
pub fn of(directory: &Path, enough: u64) -> u64 {
    let mut total = 0;
    add(CWD, directory, DEEPEST, enough, &mut total);
    total
}

fn add(parent: impl AsFd, name: impl Arg, depth: u32, enough: u64, total: &mut u64) {
    if depth == 0 {
        *total = u64::MAX;
        return;
    }
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let Ok(here) = openat(parent, name, flags, Mode::empty()) else { return };
    let Ok(mut entries) = Dir::read_from(&here) else { return };
    while let Some(Ok(entry)) = entries.read() {
        if matches!(entry.file_name().to_bytes(), b"." | b"..") {
            continue;
        }
        let Ok(stat) = statat(&here, entry.file_name(), AtFlags::SYMLINK_NOFOLLOW) else {
            continue;
        };
        let blocks = u64::try_from(stat.st_blocks).unwrap_or(0);
        *total = total.saturating_add((blocks * 512).max(SMALLEST));
        if *total > enough {
            return;
        }
        if FileType::from_raw_mode(stat.st_mode).is_dir() {
            add(&here, entry.file_name(), depth - 1, enough, total);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

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
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir_all(directory.path().join("d/".repeat(100))).unwrap();
        assert_eq!(of(directory.path(), u64::MAX - 1), u64::MAX);
    }
}
